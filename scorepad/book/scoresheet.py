"""A sheet with everything that follows from its hands, as `replay` computes it; and the sums of one
that is a list of games, each of which one player plays alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import add
from typing import Any, NamedTuple

from scorepad.book.record import HandRecord, SheetRecord
from scorepad.games import protocols
from scorepad.games.game import (
    Game,
    HandScore,
    Multipliers,
    Outcome,
    Points,
    Problem,
    Reason,
    Rules,
    Seat,
    Table,
    Tally,
)
from scorepad.i18n.message import Message, say


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

    score: None if the hand counts nothing; tally: of the match after the hand; match: the one
    that the hand ended, or None.
    """

    record: HandRecord
    table: Table[Rules]
    score: HandScore | None
    tally: Tally
    problems: tuple[Problem, ...]
    match: Match | None

    @property
    def points(self) -> Points:
        """The points of each seat, zeros if the hand counts nothing."""
        return self.table.nothing if self.score is None else self.score.points

    @property
    def multipliers(self) -> Multipliers:
        """The multipliers of the points of the hand."""
        return () if self.score is None else self.score.multipliers

    @property
    def factor(self) -> int:
        """The factor of the points of the hand."""
        return protocols.factor_of(self.multipliers)


class NextHand(NamedTuple):
    """The table of the next hand; `chosen_by` is the loser who may name another dealer."""

    table: Table[Rules]
    chosen_by: Seat | None


@dataclass(frozen=True)
class Scoresheet:
    """A sheet with everything that follows from its hands.

    lines: every hand with what follows from it; tally: of the running match, of the last one where
    none runs; over: whether no hand can follow; next: the table of the next hand, given even then;
    multipliers: those of that hand; payout:
    cents that each seat receives for all ended matches, and for the running one where its points
    are worth money, None where nothing is at stake.
    """

    record: SheetRecord
    lines: Sequence[Line]
    matches: Sequence[Match]
    tally: Tally
    over: bool
    next: NextHand
    multipliers: Multipliers
    payout: Points | None

    @cached_property
    def problems(self) -> Mapping[int, tuple[Problem, ...]]:
        """The reasons why hands cannot have been played, by the index of each."""
        return {index: line.problems for index, line in enumerate(self.lines) if line.problems}

    @property
    def rules(self) -> Rules:
        """The rules that hold now; the sheet may have begun with others."""
        return self.next.table.rules

    @property
    def pot(self) -> int:
        """Cents on the table that belong to nobody yet; points where nothing is at stake."""
        game = self.record.game
        if self.over or not isinstance(game, protocols.HasPot):
            return 0
        return game.pot(self.tally, self.rules, self.record.stake)

    @property
    def pot_key(self) -> str:
        """The name of that money in answers; empty where there is none."""
        game = self.record.game
        return game.pot_key \
            if isinstance(game, protocols.HasPot) and game.has_pot(self.rules) else ""

    @property
    def pot_title(self) -> str:
        """The name of that money; empty where there is none, and once the match is over."""
        game = self.record.game
        return game.pot_title if isinstance(game, protocols.HasPot) and self.pot_key \
            and not self.over else ""

    @property
    def offer(self) -> Message | None:
        """A suggestion of what the table may want to do now, or None."""
        game = self.record.game
        if self.over or not isinstance(game, protocols.HasPot):
            return None
        return game.offer(self.tally, self.rules, self.record.stake)

    @property
    def due(self) -> Message | None:
        """The duty of somebody in the next hand, in a sentence; None if there is none."""
        game = self.record.game
        return None if self.over else game.due(self.tally, self.next.table)

    @property
    def decimals(self) -> int:
        """The number of digits of a points figure that stand behind the decimal point."""
        return self.record.game.decimals(self.record.stake)

    @property
    def multiplied_left(self) -> int:
        """The number of coming hands that count double or more."""
        return protocols.hands_left(self.multipliers)

    @property
    def left(self) -> dict[str, int]:
        """The numbers of coming hands about which something else is special, by their keys in
        answers."""
        game = self.record.game
        keys = game.left_keys if isinstance(game, protocols.Multiplies) else {}
        return {key: sum([each.hands for each in self.multipliers if each.title == title])
                for key, title in keys.items()}

    def match_ended_by(self, number: int) -> Match | None:
        """Return the match whose last hand has this number, counted from 1, or None."""
        return self._ends.get(number)

    @cached_property
    def _ends(self) -> dict[int, Match]:
        return {match.last_hand: match for match in self.matches}

    def tell(self, match: Match) -> Message:
        """Return a sentence that says who won or lost a match and why, by the rules of its end."""
        if isinstance(self.record.game, protocols.Partien) and match.outcome.reason is Reason.ENDED:
            return self.record.game.tell_broken_off(match.payout is not None)
        rules = self.lines[match.last_hand - 1].table.rules
        return self.record.game.tell(match.outcome, match.tally, rules, self.record.names)

    def result(self, match: Match) -> tuple[Message, Message]:
        """Return how a match ended, in the fewest words, and a phrase that says why."""
        game, outcome = self.record.game, match.outcome
        if isinstance(game, protocols.Partien) and outcome.reason is Reason.ENDED:
            return say("Broken off"), game.why_broken_off(match.payout is not None)
        rules = self.lines[match.last_hand - 1].table.rules
        return (game.result(outcome, match.tally, self.record.names),
                game.why(outcome, match.tally, rules, self.record.names))

    @cached_property
    def refused(self) -> list[tuple[int, Problem]]:
        """The faults of hands that keep their points though they would be refused if new, each
        with its hand's index."""
        guard = self.record.game.guard
        return [(index, problem) for index, line in enumerate(self.lines)
                if line.score is not None for problem in guard(line.record.hand, line.table)]

    def notation(self, line: Line) -> str:
        """Return a hand in the table's own shorthand; empty where the game has none."""
        game = self.record.game
        return game.notation(line.record.hand, line.table) \
            if isinstance(game, protocols.HasNotation) else ""

    def explain(self, line: Line) -> str:
        """Return the arithmetic of a hand; empty where it scores nothing."""
        return "" if line.score is None else \
            explained(self.record.game, line.record.hand, line.table, line.score)


def explained(game: Game[Any, Any], hand: Any, table: Table[Any], score: HandScore) -> str:
    """Return the arithmetic of a hand and of what multiplies it: `20·2 = 40, Bock × 2 = 80`.
    table: the one at which it was played; score: as multiplied there."""
    told = game.explain(hand, table, score)
    if not score.multipliers or isinstance(game, protocols.Multiplies) and game.explains_factors:
        return told
    titles = " + ".join(dict.fromkeys([each.title for each in score.multipliers]))
    factor = protocols.factor_of(score.multipliers)
    return f"{told}, {titles} × {factor} = {max(map(abs, score.points))}"


def problems(sheet: Scoresheet) -> list[tuple[int, Problem]]:
    """Return every problem of the sheet with the index of its hand."""
    return [(index, problem) for index, line in enumerate(sheet.lines) for problem in line.problems]


class Listed(NamedTuple):
    """Somebody's sums in a list: games won and lost, those that others lost at the same table, the
    points of the games, and what is written besides."""

    won: int = 0
    lost: int = 0
    by_others: int = 0
    points: int = 0
    besides: int = 0

    def plus(self, other: "Listed") -> "Listed":
        """Return the sums of two lists together."""
        return Listed(*map(add, self, other))


def is_list(score: Scoresheet) -> bool:
    """Return whether a sheet is kept as a list."""
    return isinstance(score.record.game, protocols.KeepsList)


def entered_on(score: Scoresheet, line: Line) -> protocols.Entered | None:
    """Return a hand as the list has it; None where there is no list, or nobody played alone."""
    game = score.record.game
    if line.score is None or not isinstance(game, protocols.KeepsList):
        return None
    return game.entered(line.record.hand, line.table, line.score)


def listed_on(score: Scoresheet, first: int = 0, last: int | None = None) -> list[Listed]:
    """Return everybody's sums after some hands of a list, by seat. first: the index of the first of
    these hands; last: the index after the last of them, None for the end of the list."""
    sums = [Listed()] * len(score.record.names)
    for line in score.lines[first:last]:
        entered = entered_on(score, line)
        for seat in line.table.seats if line.score is not None else ():
            besides, won = (entered.bonus[seat], entered.won) if entered else (0, None)
            own = entered is not None and entered.spieler == seat
            sums[seat] = sums[seat].plus(Listed(
                own and won is True, own and won is False, not own and won is False,
                line.points[seat] - besides, besides))
    return sums


def fees_on(score: Scoresheet) -> list[int]:
    """Return the cents that everybody's lost games cost into the club's purse, by seat; empty where
    nobody pays any."""
    game = score.record.game
    fees = [game.fee(score.rules, sums.lost) for sums in listed_on(score)] \
        if isinstance(game, protocols.KeepsList) else []
    return fees if any(fees) else []
