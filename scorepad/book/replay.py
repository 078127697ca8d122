"""Records in, the score sheet out: who has what, who deals, which Partie ended how.

`SheetReplay` goes hand by hand, so that the next hand costs the same whether it is the third or
the hundred thousandth. Faults in what was recorded come back as `Problem`s beside the score; a
hand with problems stays on the sheet and scores nothing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scorepad.book.record import HandRecord, SheetRecord
from scorepad.games.base import (
    Outcome, Points, Problem, Seat, Table, Tally, frozen, next_clockwise,
)
from scorepad.text import say


class Match(NamedTuple):
    """A Partie that has ended.

    first_hand, last_hand: counted from 1; payout: cents that each seat receives, None where
    nothing was at stake.
    """

    first_hand: int
    last_hand: int
    outcome: Outcome
    tally: Tally
    payout: Points | None


class Line(NamedTuple):
    """One hand of the sheet with what follows from it.

    points: what each seat wrote; tally: the match after the hand; match: the one it ended.
    """

    record: HandRecord
    table: Table
    points: Points
    tally: Tally
    problems: tuple[Problem, ...]
    match: Match | None


class NextHand(NamedTuple):
    """The table of the hand to come; `chosen_by` is the loser who may name another dealer."""

    table: Table
    chosen_by: Seat | None


@dataclass(frozen=True)
class Scoresheet:
    """A sheet with everything that follows from its hands.

    tally: of the running match; payout: cents that each seat receives for all ended matches.
    """

    record: SheetRecord
    lines: Sequence[Line]
    matches: Sequence[Match]
    tally: Tally
    next: NextHand
    payout: Points | None

    def explain(self, line: Line) -> str:
        """The arithmetic of a hand; empty where it scores nothing."""
        if line.record.voided or line.problems:
            return ""
        return self.record.game.explain(line.record.hand, line.table)


class SheetReplay:
    """Scores one sheet hand after hand."""

    def __init__(self, sheet: SheetRecord) -> None:
        self.sheet = sheet
        self.lines: list[Line] = []
        self.matches: list[Match] = []
        self._game = sheet.game
        self._size = len(sheet.names)
        self._fresh = self._game.start(self._size)
        self._tally = self._fresh
        self._first_hand = 1
        self._chosen_by: Seat | None = None
        self._sit(tuple(range(self._size)))
        self._dealer = sheet.first_dealer
        self.extend(sheet.hands)

    def add(self, record: HandRecord) -> Line:
        """Score the hand that was played next."""
        self.extend((record,))
        return self.lines[-1]

    def extend(self, records: Iterable[HandRecord]) -> None:
        """Score the hands that were played next."""
        # What changes with every hand is held in locals: this loop is all that a long sheet costs.
        game, rules, lines, tables = self._game, self.sheet.rules, self.lines, self._tables
        judge, advance, outcome_of = game.judge, game.advance, game.outcome
        tally, following, chosen_by = self._tally, self._dealer, self._chosen_by
        for record in records:
            hand, dealer, seats, voided, _, _ = record
            problems: tuple[Problem, ...] = ()
            if seats is not None:
                problems, following = self._reseat(seats, following)
                tables = self._tables
            if dealer is None:
                dealer = following
            table = tables.get(dealer) or self._table(dealer)
            points, match, chosen_by = table.nothing, None, None
            if not voided:
                score = None if problems else judge(hand, table)
                if score is not None:
                    points = score.points
                    tally = advance(tally, score)
                    outcome = outcome_of(tally, rules)
                    if outcome is not None:
                        match = self._end(outcome, tally)
                else:
                    problems = problems or game.verify(hand, table)
            lines.append(frozen(Line, (record, table, points, tally, problems, match)))
            if match is not None:
                following, chosen_by = game.next_match(match.outcome)
                tally = self._fresh
            elif voided:
                following = dealer
            else:
                following = table.left_of_dealer
        self._tally, self._dealer, self._chosen_by = tally, following, chosen_by

    def next(self, named: Seat | None = None) -> NextHand:
        """The table of the hand to come; `named` was named by hand to deal it."""
        return NextHand(self._table(self._dealer if named is None else named), self._chosen_by)

    def result(self, named: Seat | None = None) -> Scoresheet:
        """The sheet so far; `named` was named by hand to deal the hand to come."""
        total = None
        if self.sheet.stake is not None:
            payouts = [match.payout for match in self.matches if match.payout is not None]
            total = tuple([sum(column) for column in zip(*payouts)]) or (0,) * self._size
        return Scoresheet(self.sheet, tuple(self.lines), tuple(self.matches), self._tally,
                          self.next(named), total)

    # --- one step -----------------------------------------------------------------------------

    def _sit(self, seats: tuple[Seat, ...]) -> None:
        self._seats = seats
        self._tables: dict[Seat, Table] = {}

    def _reseat(self, seats: tuple[Seat, ...],
                following: Seat) -> tuple[tuple[Problem, ...], Seat]:
        """Sit down anew; what is wrong with that, and who deals now instead of `following`."""
        if sorted(seats) != list(range(self._size)):
            return (Problem(("players",), say(
                "a new seating names everybody at the table once")),), following
        self._sit(seats)
        last = self.lines[-1] if self.lines else None
        if last is None or last.record.voided or last.match:
            return (), following
        # The deal goes to the left of the last dealer as people sit now.
        return (), next_clockwise(seats, last.table.dealer)

    def _table(self, dealer: Seat) -> Table:
        table = self._tables.get(dealer)
        if table is None:
            rules = self.sheet.rules
            active = self.sheet.game.active(self._seats, dealer, rules)
            table = Table(self.sheet.names, self._seats, dealer, active, rules)
            self._tables[dealer] = table
        return table

    def _end(self, outcome: Outcome, tally: Tally) -> Match:
        sheet, last_hand = self.sheet, len(self.lines) + 1
        payout = None
        if sheet.stake is not None:
            payout = sheet.game.payout(outcome, tally, sheet.stake)
        match = frozen(Match, (self._first_hand, last_hand, outcome, tally, payout))
        self.matches.append(match)
        self._first_hand = last_hand + 1
        return match


def replay(sheet: SheetRecord) -> Scoresheet:
    """The score sheet of a record; problems stand at their hands."""
    return SheetReplay(sheet).result(sheet.next_dealer)


def problems(sheet: Scoresheet) -> list[tuple[int, Problem]]:
    """Every problem of the sheet with the index of its hand."""
    return [(index, problem) for index, line in enumerate(sheet.lines)
            for problem in line.problems]


