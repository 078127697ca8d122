"""Records in, the score sheet out: who has what, who deals, which Partie ended how.

`SheetReplay` goes hand by hand, so that the next hand costs the same whether it is the third or
the hundred thousandth. Faults in what was recorded come back as `Problem`s beside the score; a
hand with problems stays on the sheet and scores nothing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from scorepad.book.record import HandRecord, SheetRecord
from scorepad.games.base import (
    Outcome, Points, Problem, Reason, Seat, Table, Tally, frozen, next_clockwise,
)
from scorepad.games.tally import Packed, watch
from scorepad.text import say, say_n


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

    points: what each seat wrote; state: the match after the hand, packed; match: the one it ended.
    """

    record: HandRecord
    table: Table
    points: Points
    state: Packed
    problems: tuple[Problem, ...]
    match: Match | None

    @property
    def tally(self) -> Tally:
        """The match after the hand."""
        return Tally.unpacked(self.state, len(self.table.names))


class NextHand(NamedTuple):
    """The table of the hand to come; `chosen_by` is the loser who may name another dealer."""

    table: Table
    chosen_by: Seat | None


@dataclass(frozen=True)
class Scoresheet:
    """A sheet with everything that follows from its hands.

    tally: of the running match, of the last one where none runs; over: no hand can follow;
    next: the table that would play it all the same; payout: cents that each seat receives for
    all ended matches, and for the running one where its points are worth money.
    """

    record: SheetRecord
    lines: Sequence[Line]
    matches: Sequence[Match]
    tally: Tally
    over: bool
    next: NextHand
    payout: Points | None

    def match_ended_by(self, number: int) -> Match | None:
        """The match whose last hand is the one with this number, counted from 1."""
        return self._ends.get(number)

    @cached_property
    def _ends(self) -> dict[int, Match]:
        return {match.last_hand: match for match in self.matches}

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
        self._size = len(sheet.names)
        self._watch = watch(sheet.game.ends_at(sheet.rules, self._size))
        self._state: Packed = 0
        self._first_hand = 1
        self._over = False
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
        game, lines, tables, (lift, alarm) = self.sheet.game, self.lines, self._tables, self._watch
        judge, state, over = game.judge, self._state, self._over
        following, chosen_by = self._dealer, self._chosen_by
        for record in records:
            hand, dealer, seats, voided, _, _ = record
            problems: tuple[Problem, ...] = ()
            if seats is not None:
                problems, following = self._reseat(seats, following)
                tables = self._tables
            if dealer is None:
                dealer = following
            table = tables.get(dealer) or self._table(dealer)
            points, match, score, chosen_by = table.nothing, None, None, None
            if over and not voided:
                problems = self._too_late()
            elif not voided:
                score = None if problems else judge(hand, table)
                if score is not None:
                    points, _, change, _ = score
                    state += change
                    if state + lift & alarm:
                        match = self._ended(state)
                else:
                    problems = problems or game.verify(hand, table)
            lines.append(frozen(Line, (record, table, points, state, problems, match)))
            if match is not None:
                following, chosen_by, over = self._after(match, table)
                state = state if over else 0
            elif voided or score is not None and score.same_dealer:
                following = dealer
            else:
                following = table.left_of_dealer
        self._state, self._dealer, self._chosen_by, self._over = state, following, chosen_by, over

    def next(self, named: Seat | None = None) -> NextHand:
        """The table of the hand to come; `named` was named by hand to deal it."""
        return NextHand(self._table(self._dealer if named is None else named), self._chosen_by)

    def result(self, named: Seat | None = None, *, ended: bool = False) -> Scoresheet:
        """The sheet so far; `named` was named by hand to deal the hand to come, `ended` says that
        the table has ended the running match by hand."""
        matches, tally = list(self.matches), Tally.unpacked(self._state, self._size)
        if ended and not self._over and tally.hands:
            matches.append(self._match(Outcome(Reason.ENDED), tally, len(self.lines)))
        over = ended or self._over
        return Scoresheet(self.sheet, tuple(self.lines), tuple(matches), tally, over,
                          self.next(named), self._payout(matches, None if over else tally))

    def fault_of_more(self, *, ended: bool = False) -> Problem | None:
        """Why no other hand can follow, or None; `ended` as for `result`."""
        return self._too_late()[0] if ended or self._over else None

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

    def _ended(self, state: Packed) -> Match | None:
        """The match that this state ends, if it does."""
        tally = Tally.unpacked(state, self._size)
        outcome = self.sheet.game.outcome(tally, self.sheet.rules)
        if outcome is None:
            return None
        self.matches.append(self._match(outcome, tally, len(self.lines) + 1))
        return self.matches[-1]

    def _match(self, outcome: Outcome, tally: Tally, last_hand: int) -> Match:
        stake = self.sheet.stake
        payout = None if stake is None else self.sheet.game.payout(outcome, tally, stake)
        return Match(self._first_hand, last_hand, outcome, tally, payout)

    def _after(self, match: Match, table: Table) -> tuple[Seat, Seat | None, bool]:
        """Who deals after a match, who may say otherwise, and whether nothing follows at all."""
        self._first_hand = match.last_hand + 1
        deal = self.sheet.game.next_match(match.outcome, table)
        if deal is None:
            return table.left_of_dealer, None, True
        return deal.dealer, deal.chosen_by, False

    def _too_late(self) -> tuple[Problem]:
        played = Tally.unpacked(self._state, self._size).hands
        return (Problem((), say_n("comes after the end: the match was over after {n} hand",
                                  "comes after the end: the match was over after {n} hands",
                                  played)),)

    def _payout(self, matches: Sequence[Match], running: Tally | None) -> Points | None:
        sheet = self.sheet
        if sheet.stake is None:
            return None
        columns = [match.payout for match in matches if match.payout is not None]
        if running is not None and (so_far := sheet.game.balance(running, sheet.stake)):
            columns.append(so_far)
        return tuple([sum(column) for column in zip(*columns)]) or (0,) * self._size


def replay(sheet: SheetRecord) -> Scoresheet:
    """The score sheet of a record; problems stand at their hands."""
    return SheetReplay(sheet).result(sheet.next_dealer, ended=sheet.ended)


def problems(sheet: Scoresheet) -> list[tuple[int, Problem]]:
    """Every problem of the sheet with the index of its hand."""
    return [(index, problem) for index, line in enumerate(sheet.lines)
            for problem in line.problems]


