"""Writing into a book that somebody else may have changed just now, or put another in its place."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scorepad.book.facts import (
    Entry,
    EveningOpened,
    Names,
    PlayerAdded,
    PlayerJoined,
    SheetOpened,
)
from scorepad.book.journal import Journal
from scorepad.book.open_sheet import OpenSheet
from scorepad.games.base import Problem
from scorepad.service.asking import Refused
from scorepad.storage import Rows, Store
from scorepad.text import say

Entries = Sequence[tuple[Entry, str | None]]


def meet_everybody(book: Journal) -> None:
    """Raises KeyError where somebody is named whom nobody has added: a damaged book."""
    names = book.names
    for evening in book.evenings.values():
        for sheet in evening.sheets.values():
            for player in sheet.players:
                names[player]
        evening.star_notes(names)
        evening.payment_notes(names)
    book.opening()


def taken_in(entries: Sequence[Entry], sheets: Mapping[str, OpenSheet], names: Names) -> bool:
    """Take in what somebody else has written, where all of it goes on with open sheets: then
    nothing has to be read again. False, and nothing is taken in, where it does not."""
    new = []
    known = {sheet: {step.id for step in opened.journal.steps} for sheet, opened in sheets.items()}
    for entry in entries:
        sheet = getattr(entry.fact, "sheet", None)
        if sheet not in known or isinstance(entry.fact, SheetOpened | PlayerJoined):
            return False
        if entry.id not in known[sheet]:  # or it was written here, or read with its sheet
            new.append((sheet, entry))
    for sheet, entry in new:
        sheets[sheet].add(entry, names)
    return True


def append(store: Store, entries: Entries, read_again: Callable[[], Journal],
           still: Callable[[], object] = lambda: None, rows: Rows | None = None) -> None:
    """Write entries, each with its evening, all or none; rows: the same as `Store.rows_of` them.

    read_again: reads the book anew if somebody else has written. What has been gone since then
    is not written about: raises `Refused`; so does `still` if it cannot be done any more then.
    Raises `StorageFault`.
    """
    while not store.append_all(entries, unless_changed=True, rows=rows):
        _refuse_orphans(entries, read_again())
        still()


def _refuse_orphans(entries: Entries, book: Journal) -> None:
    written = [entry.fact for entry, _ in entries]
    players = {*book.names, *(fact.player for fact in written if isinstance(fact, PlayerAdded))}
    evenings = {*book.evenings,
                *(fact.evening for fact in written if isinstance(fact, EveningOpened))}
    sheets = {*(sheet for evening in book.evenings.values() for sheet in evening.sheets),
              *(fact.sheet for fact in written if isinstance(fact, SheetOpened))}
    for entry, evening in entries:
        if evening is not None and evening not in evenings \
                or not _of(entry.fact, "sheet") <= sheets \
                or not _of(entry.fact, "player") | _in(entry.fact, "players") <= players:
            raise Refused(Problem((), say(
                "Another book was put in the place of this one, and this is not in it.")))


def _of(fact: Any, name: str) -> set[str]:
    return {value} if (value := getattr(fact, name, None)) is not None else set()


def _in(fact: Any, name: str) -> set[str]:
    return set(getattr(fact, name, ()))
