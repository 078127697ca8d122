"""Entries for a book that somebody else may have just changed or replaced by another."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scorepad.book.facts import Entry, EveningOpened, PlayerAdded, PlayerJoined, SheetOpened
from scorepad.book.gate import fault_in, fault_of_fields, players_of
from scorepad.book.journal import Journal
from scorepad.book.open_sheet import OpenSheet
from scorepad.games.game import Problem
from scorepad.i18n.message import say
from scorepad.service.refusals import Refused

Entries = Sequence[tuple[Entry, str | None]]
"""Entries, each with the evening that it belongs to, None for one about the club."""


def taken_in(entries: Sequence[Entry], sheets: Mapping[str, OpenSheet], book: Journal) -> bool:
    """Add what somebody else has written to the open sheets, if all of it continues sheets of the
    book; return whether it does. Then nothing has to be read again; otherwise all has."""
    new = []
    as_open = replace(book, sheets={own: sheet.journal for own, sheet in sheets.items()})
    known = {own: {step.id for step in sheet.journal.steps} for own, sheet in sheets.items()}
    for entry in entries:
        sheet = getattr(entry.fact, "sheet", None)
        if sheet not in book.sheets or isinstance(entry.fact, SheetOpened | PlayerJoined):
            return False
        if sheet in known and entry.id not in known[sheet]:  # else it is read with its sheet, or
            new.append((sheet, entry))  # was written here
    for sheet, entry in new:
        if fault_in(entry, as_open):
            return False
        sheets[sheet].add(entry, book.names)
    return True


def refuse_faults(entries: Entries) -> None:
    """Raise `Refused` if a field of one of these entries is not what it has to be."""
    for entry, _ in entries:
        if fault := fault_of_fields(entry.fact):
            raise Refused(Problem((), fault))


def refuse_orphans(entries: Entries, book: Journal) -> None:
    """Raise `Refused` if one of these entries is about what is not in the book any more."""
    players, evenings, sheets = {*book.names}, {None, *book.evenings}, {None, *book.sheets}
    for entry, _ in entries:
        match entry.fact:
            case PlayerAdded(player=player):
                players.add(player)
            case EveningOpened(evening=evening):
                evenings.add(evening)
            case SheetOpened(sheet=sheet):
                sheets.add(sheet)
    for entry, filed in entries:
        if filed not in evenings or getattr(entry.fact, "sheet", None) not in sheets \
                or not players.issuperset(players_of(entry.fact)):
            raise Refused(Problem((), say(
                "Another book was put in the place of this one, and this is not in it.")))
