"""A sheet while it is being played: what was written on it, and its score, entry by entry."""

from dataclasses import replace
from typing import Any, NamedTuple

from scorepad.book.facts import (
    DealerNamed,
    Entry,
    HandRecorded,
    Names,
    RulesChanged,
    SeatsTaken,
)
from scorepad.book.journal import Pending, SheetJournal, record_of
from scorepad.book.record import HandRecord
from scorepad.book.replay import SheetReplay
from scorepad.book.scoresheet import Scoresheet
from scorepad.games.base import HandScore, Problem, Rules, Table

GROWING = HandRecorded, DealerNamed, SeatsTaken, RulesChanged
"""What is written at the end of a sheet and leaves the hands before it as they are."""


class Standing(NamedTuple):
    """A sheet at one moment. undo, redo: the entries that these steps would concern."""

    score: Scoresheet
    undo: str | None
    redo: str | None


class OpenSheet:
    """The journal of a sheet and the score that follows from it.

    A hand at the end costs the same however long the sheet is; after anything else the sheet is
    scored again. What is asked for is found out once, for all who look, until something is written.
    journal: to be read only; hands: as they count now; ended: by the table.
    """

    def __init__(self, journal: SheetJournal, names: Names) -> None:
        self.journal = journal
        self.rescore(names)

    def rescore(self, names: Names) -> None:
        """Score the whole sheet; `names` are what the players are called now."""
        record = self.journal.record(names)
        self.hands, self.ended = list(record.hands), record.ended
        self._pending = Pending(record.next_dealer, record.next_seats, record.next_rules)
        self._replay = SheetReplay(record)
        self._standing: Standing | None = None

    def add(self, entry: Entry, names: Names) -> None:
        """Take in one more entry."""
        self.journal.steps.append(entry)
        self._standing = None
        match entry.fact:
            case HandRecorded() as fact:
                hand = record_of(entry, fact, self._pending)
                self.hands.append(hand)
                self._pending = Pending()
                self._replay.extend((hand,))
            case DealerNamed(dealer=dealer):
                self._pending = self._pending._replace(dealer=dealer)
            case SeatsTaken(seats=seats):
                self._pending = self._pending._replace(seats=seats)
            case RulesChanged(rules=rules):
                self._pending = self._pending._replace(rules=rules)
            case _:
                self.rescore(names)

    def played(self, since: int = 0) -> list[tuple[HandRecord, Table[Rules], HandScore | None]]:
        """The hands from this index on, who played each, and what it counted, None for nothing."""
        return list(self._replay.played(since))

    def hand(self, hand: str) -> HandRecord:
        """The hand with this id; raises KeyError for one that is not on the sheet."""
        found = next((each for each in self.hands if each.stamp.id == hand), None)
        if found is None:
            raise KeyError(hand)
        return found

    def faults_of_next(self, hand: Any) -> tuple[Problem, ...]:
        """Why a value of the sheet's game cannot be the next hand; empty if it can."""
        if fault := self._replay.fault_of_more(ended=self.ended):
            return (fault,)
        game = self._replay.sheet.game
        table = game.seated(hand, self._replay.next(*self._pending).table)
        return game.verify(hand, table)

    def score(self) -> Scoresheet:
        """The sheet as it stands."""
        return self.standing().score

    def standing(self) -> Standing:
        """The sheet as it stands, and what undoing and redoing would concern."""
        if self._standing is None:
            self._standing = Standing(self._score(), self.journal.undo(), self.journal.redo())
        return self._standing

    def _score(self) -> Scoresheet:
        dealer, seats, rules = self._pending
        score = self._replay.result(dealer, seats, rules, ended=self.ended)
        return replace(score, record=replace(
            score.record, hands=tuple(self.hands), next_dealer=dealer, next_seats=seats,
            next_rules=rules, ended=self.ended))
