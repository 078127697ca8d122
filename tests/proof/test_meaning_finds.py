"""Faults that are put into the program on purpose, each of which the model has to find, and to name
rightly: a judge who finds nothing may be asleep."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from scorepad.book import sheet_journal
from scorepad.book.evening_journal import EveningJournal
from scorepad.book.facts import HandRecorded, Undone
from scorepad.book.history import sheet as history
from scorepad.book.history.dealt import Dealt
from scorepad.book.journal import Journal
from scorepad.book.people import People
from scorepad.book.sheet_journal import SheetJournal
from scorepad.storage import Store, reading, store
from tests.proof.meaning.history import run
from tests.proof.meaning.players import Broken

MOST = 250
"""Histories after which a fault is called not found."""

Fault = Callable[[pytest.MonkeyPatch], None]


def replaced(owner: Any, name: str, made: Callable[[Any], Any]) -> Fault:
    """Return a fault by which a property or method is what `made` makes of it."""
    def put_in(patch: pytest.MonkeyPatch) -> None:
        patch.setattr(owner, name, made(vars(owner)[name]))
    return put_in


def as_property(change: Callable[[Any, Any], Any]) -> Callable[[Any], Any]:
    """Return what makes a property of another one; change: gets the object and its value."""
    def made(known: Any) -> Any:
        get = known.fget if isinstance(known, property) else known.func
        return property(lambda self: change(self, get(self)))
    return made


def as_method(change: Callable[..., Any]) -> Callable[[Any], Any]:
    """Return what makes a method of another one; change: gets the value and the arguments."""
    def made(known: Any) -> Any:
        return lambda *args, **named: change(known(*args, **named), *args)
    return made


def by_time(patch: pytest.MonkeyPatch) -> None:
    def in_order(rows: Any) -> Any:
        return sorted(rows, key=lambda row: row[3])
    for module in (reading, store):
        if hasattr(module, "in_order"):
            patch.setattr(module, "in_order", in_order)


def undo_takes_one_more(known: list[Any], steps: Any, *_: Any) -> list[Any]:
    """Of hands written apart, an undo takes the one before, too."""
    if any(isinstance(step.fact, Undone) for step in steps) and any(step.apart for step in steps):
        hands = [step for step in known if isinstance(step.fact, HandRecorded)]
        return [step for step in known if not hands or step is not hands[-1]]
    return known


def loses_one(patch: pytest.MonkeyPatch) -> None:
    """A meeting leaves out the last of several entries that come."""
    join = Store.join

    def fewer(self: Store, rows: Any, *more: Any, **named: Any) -> Any:
        given = list(rows)
        return join(self, given[:-1] if len(given) > 1 else given, *more, **named)
    patch.setattr(Store, "join", fewer)


def one_name_one_person(patch: pytest.MonkeyPatch) -> None:
    add = People.add

    def added(self: People, player: str, name: str, *told: Any, **more: Any) -> None:
        same = [own for own, called in self.names.items() if called == name and own != player]
        add(self, player, name, *told, **more)
        if same:
            self.merge(player, same[0])
    patch.setattr(People, "add", added)


FAULTS: dict[str, tuple[Fault, str]] = {
    "two who came late change seats": (
        replaced(SheetJournal, "players", as_property(
            lambda sheet, players: (*players[:-2], players[-1], players[-2])
            if len(players) > len(sheet.opened.players) + 1 else players)),
        r"sits? at|sheet shows|is played by|shown as"),
    "the union goes by time": (by_time, r".*"),
    "an undo takes another's hand, too": (
        replaced(history, "held", as_method(undo_takes_one_more)),
        r"is lost|hands change|is gone"),
    "a payment counts twice": (
        replaced(EveningJournal, "payment_notes", as_method(lambda notes, *_: (*notes, *[
            note._replace(stamp=note.stamp._replace(id=note.stamp.id[::-1])) for note in notes]))),
        r"a payment is there"),
    "two runs are settled silently": (
        replaced(history.SheetHistory, "questions", as_property(lambda *_: ())),
        r"nobody is asked|is lost"),
    "two runs count both": (
        replaced(history.SheetHistory, "runs", as_property(lambda *_: None)), r"both count"),
    "two corrections are settled silently": (
        replaced(history.SheetHistory, "also_said", as_method(lambda *_: {})),
        r"was said .* nobody is asked|somebody else said"),
    "what is noted twice counts silently": (
        replaced(EveningJournal, "asked", as_method(lambda *_: ())),
        r"on two devices, which nobody is asked about"),
    "two opening balances are settled silently": (
        replaced(Journal, "asked", as_method(lambda *_: ())), r"and nobody is asked"),
    "an entry is lost on the way": (loses_one, r"has lost \d+ entries"),
    "one name is one person": (one_name_one_person, r"are one person, and nobody said so"),
    "runs that do not count are hidden": (
        replaced(sheet_journal.OpenSheet, "_struck", as_method(lambda *_: iter(()))),
        r"is lost|is asked about, and not shown"),
    "an evening stays closed": (
        replaced(EveningJournal, "closed", as_property(
            lambda evening, closed: closed or evening.closed_elsewhere is not None)),
        r"is closed, though"),
    "hands are dealt by the order of the union": (
        replaced(Dealt, "at_their_tables", lambda known: lambda self, record, *_: record),
        r"is played by|sheet shows|others play it"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_the_model_finds(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    put_in, named = FAULTS[name]
    said = []
    for seed in range(MOST):
        with monkeypatch.context() as patch:
            put_in(patch)
            try:
                run(seed)
                continue
            except Broken as fault:
                said.append(str(fault).splitlines()[0])
        if re.search(named, said[-1]) and _stands(seed):
            return
    raise AssertionError(f"not found in {MOST} histories; said: {said[:5]}")


def _stands(seed: int) -> bool:
    """Return whether a history breaks nothing without the fault."""
    try:
        run(seed)
    except Broken:
        return False
    return True
