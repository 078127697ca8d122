"""Records in, the score sheet out: the points, who deals, and how each Partie ended.

`SheetReplay` goes hand by hand, so the next hand takes the same time whether it is the third or
the hundred thousandth. Faults in what was recorded come back as `Problem`s beside the score; a
hand with problems stays on the sheet and scores nothing.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from scorepad.book.record import HandRecord, SheetRecord, frozen
from scorepad.book.scoresheet import Line, Lines, Match, NextHand, Played, Scoresheet
from scorepad.games.game import (
    HandScore,
    Multipliers,
    Outcome,
    Points,
    Problem,
    Problems,
    Reason,
    Rules,
    Seat,
    Table,
    Tally,
    next_clockwise,
)
from scorepad.games.protocols import (
    FollowsTally,
    MadeByRules,
    Multiplies,
    Partien,
    SeatsChange,
    factor_of,
)
from scorepad.i18n.message import Message, say, say_n

MOST_POINTS = 10**12
"""The most points that multipliers may make of a hand."""


class SheetReplay:
    """The scoring of one sheet, hand after hand."""

    def __init__(self, sheet: SheetRecord) -> None:
        self.sheet = sheet
        self.matches: list[Match] = []
        self._records: list[HandRecord] = []
        self._tables: list[Table[Rules]] = []
        self._scores: list[HandScore | None] = []
        self._problems: dict[int, tuple[Problem, ...]] = {}
        self._lines: list[Line] = []
        self._size = len(sheet.names)
        self._one_match = sheet.one_match
        self._none = self._tally = Tally((0,) * self._size, (0,) * self._size)
        self._first_hand = 1
        self._over = False
        self._multipliers: Multipliers = ()
        self._chosen_by: Seat | None = None
        self._agree_on(sheet.rules)
        self._sit(sheet.first_seats)
        self._dealer = sheet.first_dealer
        self.extend(sheet.hands)

    @property
    def lines(self) -> Lines:
        """Every hand so far with what follows from it, made on first access."""
        return Lines(self.lines_up_to, self.each_line, len(self._records))

    def extend(self, records: Iterable[HandRecord]) -> None:
        """Score the hands that were played next."""
        # What changes with every hand is kept in locals: a long sheet spends its time in this loop.
        game, seating, tally = self.sheet.game, self._seating, self._tally
        varied = game if isinstance(game, SeatsChange) else None
        follows, multipliers = self._follows, self._multipliers
        tables, scores, over = self._tables, self._scores, self._over
        following, chosen_by = self._dealer, self._chosen_by
        self._records += records
        for record in self._records[len(scores):]:
            hand, dealer, seats, voided, _, _, rules = record
            problems: tuple[Problem, ...] = ()
            if rules is not None:
                self._agree_on(self._agreed(rules, len(scores)))
                self._sit(self._seats)
                seating, follows = self._seating, self._follows
            if seats is not None:
                problems, following = self._reseat(seats, following)
                seating = self._seating
            if dealer is None:
                dealer = following
            elif dealer not in self._seats:
                problems, dealer = problems or self._not_here(dealer), following
            table = seating.get(dealer) or self._table(dealer)
            if varied and (active := varied.active_in(hand)):
                table = self._table(dealer, active)
            if follows:
                table = self._as_it_stands(table, tally)
                if dealer not in (table.dealer, following):
                    problems = problems or self._out_of_it(dealer)
                dealer = table.dealer
            score = None
            if not (voided or over or problems):
                score, problems, multipliers = self._judged(hand, table, multipliers)
            tables.append(table)
            scores.append(score)
            following, chosen_by = dealer if voided else table.left_of_dealer, None
            if score is not None:
                points, marks, same_dealer, counted, _, _ = score
                tally = tally.plus(points, marks, counted)
                if same_dealer:
                    following = dealer
                if outcome := game.outcome(tally, self._rules):
                    self._end(outcome, tally)
                    tally, over = (tally, True) if self._one_match else (self._none, False)
                    following, chosen_by = self._deal_after(outcome, following)
            elif not voided:
                self._problems[len(scores) - 1] = problems or self._too_late()
        self._tally, self._over, self._multipliers = tally, over, multipliers
        self._dealer, self._chosen_by = following, chosen_by

    def played(self, since: int = 0) -> Iterator[Played]:
        """Return the hands from this index on, with their tables and scores (None: no points)."""
        return zip(self._records[since:], self._tables[since:], self._scores[since:])

    def lines_up_to(self, count: int) -> Sequence[Line]:
        """Return the first `count` lines of the sheet."""
        self._lines += self.each_line(count, self._lines)
        return self._lines[:count]

    def each_line(self, count: int, after: Sequence[Line] = ()) -> Iterator[Line]:
        """Yield the first `count` lines of the sheet but for those that are there already."""
        ends = {match.last_hand: match for match in self.matches}
        tally, done = self._none, len(after)
        if after and not self._starts_again(after[-1].match):
            tally = after[-1].tally
        for index, (record, table, score) in zip(range(done, count), self.played(done)):
            match = ends.get(index + 1) if ends else None
            if score is not None:
                tally = tally.plus(score.points, score.marks, score.counted)
            problems = self._problems.get(index, ()) if score is None else ()
            yield frozen(Line, (record, table, score, tally, problems, match))
            if match is not None and self._starts_again(match):
                tally = self._none

    def next(self, named: Seat | None = None, seats: tuple[Seat, ...] | None = None,
             rules: Rules | None = None) -> NextHand:
        """Return the table of the next hand.

        named, seats, rules: its dealer, its seating and its rules, None where nobody chose. A
        dealer who does not sit there, or an impossible seating, is ignored.
        """
        following, sitting = self._dealer, self._seats
        if seats is not None and self._fault_of_seats(seats) is None:
            following, sitting = self._moved_on(seats, following), seats
        dealer = following if named not in sitting else named
        rules = self._rules if rules is None else self._agreed(rules, len(self._scores))
        table = self._new_table(dealer, sitting, rules)
        return NextHand(self._as_it_stands(table, self._tally), self._chosen_by)

    def result(self, named: Seat | None = None, seats: tuple[Seat, ...] | None = None,
               rules: Rules | None = None, *, ended: bool = False,
               agreement: Points = ()) -> Scoresheet:
        """Return the sheet so far.

        named, seats, rules: as for `next`; ended: whether the table has ended the running match;
        agreement: what it agreed that everybody receives for a Partie broken off like that.
        """
        matches, tally = list(self.matches), self._tally
        game = self.sheet.game
        if ended and not self._over and tally.hands:
            if isinstance(game, Partien):
                matches.append(self._broken_off(tally, agreement))
            elif (outcome := game.ended(tally, self._rules)) is not None:
                matches.append(self._match(outcome, tally))
        over = ended or self._over
        return Scoresheet(self.sheet, self.lines, dict(self._problems),
                          tuple(matches), tally, over, self.next(named, seats, rules),
                          () if over else self._multipliers,
                          self._payout(matches, None if over else tally))

    def fault_of_more(self, *, ended: bool = False) -> Problem | None:
        """Return why no other hand can follow, or None; `ended` as for `result`."""
        return self._too_late()[0] if ended or self._over else None

    # --- one step -----------------------------------------------------------------------------

    def _judged(self, hand: Any, table: Table[Rules], multipliers: Multipliers) \
            -> tuple[HandScore | None, Problems, Multipliers]:
        """Return what a hand counts, why it counts nothing, and the multipliers of the next."""
        game = self.sheet.game
        score = game.judge(hand, table)
        if not isinstance(score, HandScore):
            return None, score, multipliers
        if not isinstance(game, Multiplies):
            return score, (), multipliers
        if problems := game.refused(hand, table, multipliers):
            return None, problems, multipliers
        score, following = game.multiply(hand, table, score, multipliers)
        if multipliers and max(map(abs, score.points)) > MOST_POINTS:
            return None, _too_much(factor_of(multipliers)), multipliers
        return score, (), following

    def _agreed(self, rules: Rules, hands: int) -> Rules:
        """Return the rules that hold when they are changed to these after so many hands; before
        the first one all can be, but for what they play for."""
        sheet = self.sheet
        if isinstance(sheet.game, MadeByRules):
            return self._rules
        changed: Rules = sheet.game.agreed(self._rules, rules)
        wager_of = sheet.game.wager_of
        return changed if hands or wager_of(rules) != wager_of(self._rules) else rules

    def _agree_on(self, rules: Rules) -> None:
        """Play by these rules from now on."""
        game, self._rules = self.sheet.game, rules
        self._follows = isinstance(game, FollowsTally) and game.follows(rules)

    def _sit(self, seats: tuple[Seat, ...]) -> None:
        self._seats = seats
        self._seating: dict[Seat | tuple[Seat, ...], Table[Rules]] = {}

    def _reseat(self, seats: tuple[Seat, ...],
                following: Seat) -> tuple[tuple[Problem, ...], Seat]:
        """Change the seating; return what is wrong with it, and who deals next."""
        if fault := self._fault_of_seats(seats):
            return (Problem(("players",), fault),), following
        following = self._moved_on(seats, following)
        self._sit(seats)
        return (), following

    def _fault_of_seats(self, seats: tuple[Seat, ...]) -> Message | None:
        """Return why these seats cannot be the table of the next hand, or None."""
        game = self.sheet.game
        seats_change = isinstance(game, SeatsChange)
        expected = set(seats) if seats_change else self.sheet.first_seats
        if sorted(seats) != sorted(expected):
            return say("a new seating names everybody at the table once")
        return game.verify_players(len(seats)) if seats_change else None

    def _moved_on(self, seats: tuple[Seat, ...], following: Seat) -> Seat:
        """Return who deals in this new seating, where it was `following` in the old one."""
        if self._goes_round and (last := self._tables[-1].dealer) in seats:
            return next_clockwise(seats, last)  # to his left in the new seating
        for _ in self._seats:
            if following in seats:
                return following
            following = next_clockwise(self._seats, following)  # he has left
        return seats[0]

    def _not_here(self, dealer: Seat) -> tuple[Problem, ...]:
        return (Problem(("dealer",), say("{name} does not sit at this table",
                                         name=self.sheet.names[dealer])),)

    def _out_of_it(self, dealer: Seat) -> tuple[Problem, ...]:
        return (Problem(("dealer",), say("{name} does not play any more",
                                         name=self.sheet.names[dealer])),)

    @property
    def _goes_round(self) -> bool:
        """True if the deal simply passed to the left after the last hand."""
        if not self._scores or self._records[len(self._scores) - 1].voided:
            return False
        score = self._scores[-1]
        if score is not None and score.same_dealer:
            return False
        ends = self.matches and self.matches[-1].last_hand == len(self._scores)
        return not ends or self.sheet.game.next_match(self.matches[-1].outcome).dealer is None

    def _table(self, dealer: Seat, active: tuple[Seat, ...] = ()) -> Table[Rules]:
        """Return the table when `dealer` deals; active: who plays, where the hand says so."""
        key = (dealer, *active) if active else dealer
        if key not in self._seating:
            self._seating[key] = self._new_table(dealer, self._seats, self._rules, active)
        return self._seating[key]

    def _new_table(self, dealer: Seat, seats: tuple[Seat, ...], rules: Rules,
                   active: tuple[Seat, ...] = ()) -> Table[Rules]:
        """Return a table of this sheet; active: who plays, if empty those who do by the rules."""
        sheet = self.sheet
        active = active or sheet.game.active(seats, dealer, rules)
        return Table(sheet.names, seats, dealer, active, rules, sheet.stake)

    def _as_it_stands(self, table: Table[Rules], tally: Tally) -> Table[Rules]:
        """Return the table with this tally of the match and with those who still play, if the game
        follows them."""
        game = self.sheet.game
        if not isinstance(game, FollowsTally):
            return table
        dealer, active = game.turn(table.seats, table.dealer, table.rules, tally)
        return table.as_it_stands(dealer, active, tally)

    def _end(self, outcome: Outcome, tally: Tally) -> None:
        """Note that the match has ended."""
        self.matches.append(self._match(outcome, tally))
        self._first_hand = len(self._scores) + 1

    def _match(self, outcome: Outcome, tally: Tally) -> Match:
        stake = self.sheet.stake
        payout = None if stake is None else self.sheet.game.payout(outcome, tally, stake)
        return Match(self._first_hand, len(self._scores), outcome, tally, payout)

    def _broken_off(self, tally: Tally, agreement: Points) -> Match:
        """Return the Partie that the table has ended; without a valid agreement nobody pays."""
        agreed = self.sheet.stake is not None and len(agreement) == self._size \
            and not sum(agreement)
        return Match(self._first_hand, len(self._scores), Outcome(Reason.ENDED), tally,
                     agreement if agreed else None)

    def _deal_after(self, outcome: Outcome, following: Seat) -> tuple[Seat, Seat | None]:
        """Return who deals after a match (by default `following`), and who may name another."""
        dealer, chosen_by = self.sheet.game.next_match(outcome)
        return following if dealer is None else dealer, chosen_by

    def _starts_again(self, match: Match | None) -> bool:
        """Return whether the points start at zero after a line that ended this match."""
        return match is not None and not self._one_match

    def _too_late(self) -> tuple[Problem]:
        tally = self.matches[-1].tally if self.matches else self._tally
        return (Problem((), say_n("comes after the end: the match was over after {n} hand",
                                  "comes after the end: the match was over after {n} hands",
                                  tally.hands)),)

    def _payout(self, matches: Sequence[Match], running: Tally | None) -> Points | None:
        sheet = self.sheet
        if sheet.stake is None:
            return None
        columns = [match.payout for match in matches if match.payout is not None]
        if running is not None and sheet.pays_running \
                and (so_far := sheet.game.balance(running, sheet.stake)):
            columns.append(so_far)
        return tuple([sum(column) for column in zip(*columns)]) or (0,) * self._size


def _too_much(factor: int) -> tuple[Problem]:
    """Return the problem of a hand doubled by too many Bockrunden at once."""
    return (Problem((), say("counts {factor} times in the running Böcke: no sheet can hold that",
                            factor=factor)),)


def replay(sheet: SheetRecord) -> Scoresheet:
    """Return the score sheet of a record; its problems are listed by hand."""
    return SheetReplay(sheet).result(sheet.next_dealer, sheet.next_seats, sheet.next_rules,
                                     ended=sheet.ended, agreement=sheet.agreement)
