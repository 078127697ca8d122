"""Records in, the score sheet out: the points, who deals, and how each Partie ended.

Faults in what was recorded come back as `Problem`s beside the score; a hand with problems stays on
the sheet and scores nothing.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from scorepad.book.record import HandRecord, SheetRecord, frozen
from scorepad.book.scoresheet import Line, Match, NextHand, Scoresheet
from scorepad.games import protocols
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
from scorepad.i18n.message import Message, say, say_n

MOST_POINTS = 10**12
"""The most points that multipliers may make of a hand."""


class SheetReplay:
    """The scoring of one sheet, hand after hand; lines: those so far; matches: the ended ones."""

    def __init__(self, sheet: SheetRecord) -> None:
        self.sheet = sheet
        self.lines: list[Line] = []
        self.matches: list[Match] = []
        self._size = len(sheet.names)
        self._tally = self._nothing = Tally((0,) * self._size, (0,) * self._size)
        self._first_hand = 1
        self._over = False
        self._multipliers: Multipliers = ()
        self._chosen_by: Seat | None = None
        self._judgement: tuple[Any, Table[Rules], HandScore | Problems] | None = None
        self._agree_on(sheet.rules)
        self._sit(sheet.first_seats)
        self._dealer = sheet.first_dealer
        self.extend(sheet.hands)

    def extend(self, records: Iterable[HandRecord]) -> None:
        """Score the hands that were played next."""
        for record in records:
            self._play(record)

    def _play(self, record: HandRecord) -> None:
        table, problems = self._seated(record)
        score = None
        if record.voided:
            problems = ()
        elif self._over:
            problems = problems or self._too_late()
        elif not problems:
            score, problems = self._judged(record.hand, table)
        deals_again = record.voided or score is not None and score.same_dealer
        self._dealer = table.dealer if deals_again else table.left_of_dealer
        self._chosen_by = match = None
        tally = self._tally
        if score is not None:
            tally = self._tally = tally.plus(score.points, score.marks, score.counted)
            match = self._match_ended()
        self.lines.append(frozen(Line, (record, table, score, tally, problems, match)))

    def _seated(self, record: HandRecord) -> tuple[Table[Rules], Problems]:
        """Return the table that plays a hand, and what is wrong with it; its rules and its seating
        hold from now on."""
        game, named = self.sheet.game, record.dealer
        problems: Problems = ()
        if record.rules is not None:
            self._agree_on(self._agreed(record.rules))
            self._sit(self._seats)
        if record.seats is not None:
            if fault := self._fault_of_seats(record.seats):
                problems = (Problem(("players",), fault),)
            else:
                self._dealer = self._moved_on(record.seats, self._dealer)
                self._sit(record.seats)
        if named is not None and named not in self._seats:
            problems = problems or _fault_of_dealer(say(
                "{name} does not sit at this table", name=self.sheet.names[named]))
            named = None
        dealer = self._dealer if named is None else named
        table = self._table(dealer, game.active_in(record.hand)
                            if isinstance(game, protocols.SeatsChange) else None)
        if self._follows:
            table = self._as_it_stands(table, self._tally)
            if dealer not in (table.dealer, self._dealer):
                problems = problems or _fault_of_dealer(say(
                    "{name} does not play any more", name=self.sheet.names[dealer]))
        return table, problems

    def _match_ended(self) -> Match | None:
        """Return the match that has ended with this hand, None if it goes on; begin the next."""
        outcome = self.sheet.game.outcome(self._tally, self._rules)
        if outcome is None:
            return None
        match = self._match(outcome, self._tally, len(self.lines) + 1)
        self.matches.append(match)
        self._first_hand = match.last_hand + 1
        self._over = self.sheet.one_match
        if not self._over:
            self._tally = self._nothing
        dealer, self._chosen_by = self.sheet.game.next_match(outcome)
        self._dealer = self._dealer if dealer is None else dealer
        return match

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
        rules = self._rules if rules is None else self._agreed(rules)
        table = self._new_table(dealer, sitting, rules)
        return NextHand(self._as_it_stands(table, self._tally), self._chosen_by)

    def result(self, named: Seat | None = None, seats: tuple[Seat, ...] | None = None,
               rules: Rules | None = None, *, ended: bool = False,
               agreement: Points = ()) -> Scoresheet:
        """Return the sheet so far.

        named, seats, rules: as for `next`; ended: whether the table has ended the running match;
        agreement: what it agreed that everybody receives for a Partie broken off like that.
        """
        matches, tally, game = list(self.matches), self._tally, self.sheet.game
        running = None if self._over else tally  # penalties count without a hand, too
        if ended and not self._over and tally.hands:
            running = None
            if isinstance(game, protocols.Partien):
                matches.append(self._broken_off(tally, agreement))
            elif (outcome := game.ended(tally, self._rules)) is not None:
                matches.append(self._match(outcome, tally, len(self.lines)))
        over = ended or self._over
        if ended and matches and not tally.hands:
            tally = matches[-1].tally  # the last totals, as after any match that ended the sheet
        return Scoresheet(self.sheet, tuple(self.lines), tuple(matches), tally, over,
                          self.next(named, seats, rules), () if over else self._multipliers,
                          self._payout(matches, running))

    def fault_of_more(self, *, ended: bool = False) -> Problem | None:
        """Return why no other hand can follow, or None; `ended` as for `result`."""
        return self._too_late()[0] if ended or self._over else None

    def judge(self, hand: Any, table: Table[Rules]) -> HandScore | Problems:
        """Return what the game says of a hand at a table; said once of a hand that is looked at
        before it is saved, and then counted."""
        known = self._judgement
        if known is None or known[0] is not hand or known[1] != table:
            known = self._judgement = hand, table, self.sheet.game.judge(hand, table)
        return known[2]

    def _judged(self, hand: Any, table: Table[Rules]) -> tuple[HandScore | None, Problems]:
        """Return what a hand counts, or why it counts nothing; note what multiplies the next."""
        game, multipliers = self.sheet.game, self._multipliers
        score = self.judge(hand, table)
        if not isinstance(score, HandScore):
            return None, score
        if not isinstance(game, protocols.Multiplies):
            return score, ()
        if problems := game.refused(hand, table, multipliers):
            return None, problems
        score, following = game.multiply(hand, table, score, multipliers)
        if multipliers and max(map(abs, score.points)) > MOST_POINTS:
            return None, _too_much(protocols.factor_of(multipliers))
        self._multipliers = following
        return score, ()

    def _agreed(self, rules: Rules) -> Rules:
        """Return the rules that hold when they are changed to these now; before the first hand any
        of them can change, unless that would change what they play for."""
        sheet = self.sheet
        if isinstance(sheet.game, protocols.MadeByRules):
            return self._rules
        changed: Rules = sheet.game.agreed(self._rules, rules)
        wager_of = sheet.game.wager_of
        return changed if self.lines or wager_of(rules) != wager_of(self._rules) else rules

    def _agree_on(self, rules: Rules) -> None:
        """Play by these rules from now on."""
        game, self._rules = self.sheet.game, rules
        self._follows = isinstance(game, protocols.FollowsTally) and game.follows(rules)

    def _sit(self, seats: tuple[Seat, ...]) -> None:
        self._seats = seats
        self._seating: dict[tuple[Seat, tuple[Seat, ...]], Table[Rules]] = {}

    def _fault_of_seats(self, seats: tuple[Seat, ...]) -> Message | None:
        """Return why these seats cannot be the table of the next hand, or None."""
        game = self.sheet.game
        seats_change = isinstance(game, protocols.SeatsChange)
        expected = set(seats) if seats_change else self.sheet.first_seats
        if sorted(seats) != sorted(expected):
            return say("a new seating names everybody at the table once")
        return game.verify_players(len(seats)) if seats_change else None

    def _moved_on(self, seats: tuple[Seat, ...], following: Seat) -> Seat:
        """Return who deals in this new seating, where it was `following` in the old one."""
        if self._goes_round and (last := self.lines[-1].table.dealer) in seats:
            return next_clockwise(seats, last)  # to the dealer's left in the new seating
        for _ in self._seats:
            if following in seats:
                return following
            following = next_clockwise(self._seats, following)  # whoever that was has left
        return seats[0]

    @property
    def _goes_round(self) -> bool:
        """True if the deal simply passed to the left after the last hand."""
        last = self.lines[-1] if self.lines else None
        if last is None or last.record.voided or last.score is not None and last.score.same_dealer:
            return False
        return last.match is None or self.sheet.game.next_match(last.match.outcome).dealer is None

    def _table(self, dealer: Seat, active: tuple[Seat, ...] | None = None) -> Table[Rules]:
        """Return the table when `dealer` deals; active: who plays, where the hand says so. Most
        hands of a sheet have one of a few tables."""
        key = dealer, active or ()
        if key not in self._seating:
            self._seating[key] = self._new_table(dealer, self._seats, self._rules, *key[1:])
        return self._seating[key]

    def _new_table(self, dealer: Seat, seats: tuple[Seat, ...], rules: Rules,
                   active: tuple[Seat, ...] = ()) -> Table[Rules]:
        """Return a table of this sheet; active: who plays, if empty those who do by the rules."""
        sheet = self.sheet
        active = active or sheet.game.active(seats, dealer, rules)
        return Table(sheet.names, seats, dealer, active, rules, sheet.stake)

    def _as_it_stands(self, table: Table[Rules], tally: Tally) -> Table[Rules]:
        """Return the table with this tally and those who still play, if the game follows them."""
        game = self.sheet.game
        if not isinstance(game, protocols.FollowsTally):
            return table
        dealer, active = game.turn(table.seats, table.dealer, table.rules, tally)
        return table.as_it_stands(dealer, active, tally)

    def _match(self, outcome: Outcome, tally: Tally, last_hand: int) -> Match:
        stake = self.sheet.stake
        payout = None if stake is None else self.sheet.game.payout(outcome, tally, stake)
        return Match(self._first_hand, last_hand, outcome, tally, payout)

    def _broken_off(self, tally: Tally, agreement: Points) -> Match:
        """Return the Partie that the table has ended; without a valid agreement nobody pays."""
        agreed = self.sheet.stake is not None and len(agreement) == self._size \
            and not sum(agreement)
        return Match(self._first_hand, len(self.lines), Outcome(Reason.ENDED), tally,
                     agreement if agreed else None)

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


def _fault_of_dealer(fault: Message) -> Problems:
    return (Problem(("dealer",), fault),)


def _too_much(factor: int) -> tuple[Problem]:
    """Return the problem of a hand doubled by too many Bockrunden at once."""
    return (Problem((), say("counts {factor} times in the running Böcke: no sheet can hold that",
                            factor=factor)),)


def replay(sheet: SheetRecord) -> Scoresheet:
    """Return the score sheet of a record; its problems are listed by hand."""
    return SheetReplay(sheet).result(sheet.next_dealer, sheet.next_seats, sheet.next_rules,
                                     ended=sheet.ended, agreement=sheet.agreement)
