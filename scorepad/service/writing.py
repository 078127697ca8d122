"""Writing into a book that somebody else may have changed just now, or put another in its place."""

from collections.abc import Callable, Sequence
from typing import Any

from scorepad.book.facts import Entry, EveningOpened, PlayerAdded, SheetOpened
from scorepad.book.journal import Journal
from scorepad.games.base import Problem
from scorepad.service.asking import Refused
from scorepad.storage import Store
from scorepad.text import say

Entries = Sequence[tuple[Entry, str | None]]


def append(store: Store, entries: Entries, read_again: Callable[[], Journal],
           still: Callable[[], object] = lambda: None) -> None:
    """Write entries, each with its evening, all or none.

    read_again: reads the book anew if somebody else has written. What has been gone since then
    is not written about: raises `Refused`; so does `still` if it cannot be done any more then.
    Raises `StorageFault`.
    """
    while not store.append_all(entries, unless_changed=True):
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
