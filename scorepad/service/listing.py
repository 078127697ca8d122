"""The list of evenings: who has won what, and which of them nobody goes on with."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date as Date
from typing import NamedTuple

from scorepad.book.evening_journal import EveningJournal
from scorepad.book.journal import Journal
from scorepad.book.scoresheet import Scoresheet
from scorepad.book.sheet_journal import OpenSheet
from scorepad.service.open_book import OpenBook
from scorepad.service.roles import now
from scorepad.storage import Store
from scorepad.storage.faults import holding_together
from scorepad.system.steps import Steps, stepwise

DAY = 24 * 60 * 60 * 1000
"""Milliseconds after which an evening that nobody has touched is hardly going on."""


class Won(NamedTuple):
    """The win of somebody on an evening: the most money in a currency, or, where nothing was at
    stake, the best points at a game.

    game: its title; amount: cents, or points; currency: empty for points; decimals: how many digits
    of the points stand behind the decimal mark.
    """

    name: str
    game: str
    amount: int
    currency: str = ""
    decimals: int = 0


@dataclass
class _Found:
    """The wins that were found, by evening; of: the state of the book that they are of."""

    won: dict[str, tuple[Won, ...]] = field(default_factory=dict)
    of: tuple[Journal, dict[str, str]] | None = None


class Listing:
    """The use cases of the list of evenings."""

    def __init__(self, book: OpenBook, store: Store) -> None:
        self._book, self._store = book, store
        self._found = book.found(_Found)

    def won(self) -> Mapping[str, tuple[Won, ...]]:
        """Return who has won what on the evenings that are over, by their ids; those that were not
        looked up are left out: see `look_up`."""
        self._forget_what_changed()
        return self._found.won

    @stepwise
    def look_up(self, evenings: Sequence[str]) -> Steps[None]:
        """Read the evenings among these that are over, and remember who has won what on them.
        Raises `StorageFault`."""
        self._forget_what_changed()
        for evening in evenings:
            journal = self._book.frame.evenings.get(evening)
            if evening not in self._found.won and journal is not None and journal.closed:
                with holding_together():
                    [read] = (yield from self._book.all_of.steps([evening])).evenings.values()
                    self._found.won[evening] = tuple(_won(read, self._book.frame.names))
                yield

    def _forget_what_changed(self) -> None:
        """Forget everything where the book was read again or somebody is called otherwise, and the
        evenings that go on after all."""
        frame, of = self._book.frame, self._found.of
        if of is None or of[0] is not frame or of[1] != frame.names:
            self._found.won, self._found.of = {}, (frame, dict(frame.names))
        for evening in [each for each in self._found.won if each not in frame.evenings
                        or not frame.evenings[each].closed]:
            del self._found.won[evening]

    def untouched(self) -> list[str]:
        """Return the ids of running evenings on which nobody has written anything for a day."""
        running = [evening for evening, journal in self._book.frame.evenings.items()
                   if not journal.closed and journal.opened.date < Date.today()]
        if not running:
            return []
        last = self._store.last_written(running)
        return [evening for evening in running if 0 < last.get(evening, 0) < now() - DAY]


def _won(evening: EveningJournal, names: dict[str, str]) -> list[Won]:
    """Return who has won what; nobody where several have the same."""
    scores = [OpenSheet(sheet, names).score() for sheet in evening.sheets.values()]
    money: dict[str, Counter[str]] = {}
    points: dict[tuple[str, bool, int], Counter[str]] = {}
    for score in scores:
        if score.payout is not None:
            money.setdefault(score.record.currency, Counter()).update(
                dict(zip(score.record.names, score.payout)))
        else:
            game = score.record.game
            points.setdefault((game.title, game.low_is_good, score.decimals), Counter()).update(
                _points_of(score))
    return [
        *[Won(name, "", cents, currency) for currency, sums in money.items()
          for name, cents in _best(sums) if cents > 0],
        *[Won(name, title, best, "", decimals) for (title, low, decimals), sums in points.items()
          for name, best in _best(sums, low_is_good=low)]]


def _points_of(score: Scoresheet) -> dict[str, int]:
    """Return the points of all hands together of everybody who has played one, by name."""
    totals: Counter[str] = Counter()
    for line in score.lines:
        if line.score is not None:
            for seat in line.table.active:
                totals[score.record.names[seat]] += line.points[seat]
    return dict(totals)


def _best(sums: dict[str, int], *, low_is_good: bool = False) -> list[tuple[str, int]]:
    """Return the one with the best sum, if it is one."""
    if not sums:
        return []
    best = (min if low_is_good else max)(sums.values())
    winners = [name for name, total in sums.items() if total == best]
    return [(winners[0], best)] if len(winners) == 1 else []
