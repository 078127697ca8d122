"""The money of a tournament: fees, prizes, and what is left. All of it in cents. And a tournament
in words, for screen and paper: what ranks, and what came in and goes out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from scorepad.i18n.message import N_, Message, say, say_n
from scorepad.tournament.facts import Key, Number, Of, Prize, Step
from scorepad.tournament.standing import Champion, Placed, Standing

if TYPE_CHECKING:
    from scorepad.i18n.words import Words


class Won(NamedTuple):
    """Prize money of somebody. prize: its index as declared; table: of which it is one, or None."""

    prize: int
    table: int | None
    place: int
    number: Number
    cents: int


class Fees(NamedTuple):
    """The money that is paid in, by its kind."""

    startgeld: int
    seriengeld: int
    verlustspiel: int


@dataclass(frozen=True)
class Cash:
    """The cash book of a tournament: every cent that comes in has a place where it goes."""

    standing: Standing

    @cached_property
    def fees(self) -> dict[Number, Fees]:
        """The fees of each entrant."""
        money, draws = self.standing.tournament.money, self.standing.rounds
        return {entrant.number: Fees(
            money.startgeld,
            money.seriengeld * len([1 for of in draws if entrant.number in of]),
            sum([cost_of_lost(of[entrant.number].lost, money.verlustspiel) for of in draws
                 if entrant.number in of])) for entrant in self.standing.tournament.entrants}

    @property
    def paid_in(self) -> Fees:
        """The fees of everybody together."""
        return Fees(*map(sum, zip(*self.fees.values()))) if self.fees else Fees(0, 0, 0)

    @cached_property
    def pot(self) -> int:
        """All fees and gifts."""
        return sum(self.paid_in) + self.standing.tournament.money.gifts

    @cached_property
    def prizes(self) -> list[Won]:
        """Every prize that somebody gets, in the order in which they are declared."""
        return [won for index, prize in enumerate(self.standing.tournament.money.prizes)
                for table, ranking in self._rankings(prize)
                for won in _shared(index, table, ranking, self._amounts(prize))]

    def _rankings(self, prize: Prize) -> Iterator[tuple[int | None, list[Placed]]]:
        standing, draws = self.standing, self.standing.tournament.draws
        if prize.of is Of.TOTAL:
            yield None, standing.ranking
        elif prize.round is not None and prize.round <= len(draws):
            if prize.of is Of.ROUND:
                yield None, standing.ranking_of_round(prize.round)
            else:
                for table in range(1, len(draws[prize.round - 1].tables) + 1):
                    yield table, standing.ranking_of_table(prize.round, table)

    def _amounts(self, prize: Prize) -> Sequence[int]:
        if prize.percent is None:
            return prize.amounts
        draws, weights = self.standing.tournament.draws, prize.weights
        if weights is None:
            weights = tuple(range(len(draws[0].tables), 0, -1)) if draws else ()
        return by_weights(self.pot * prize.percent // 100, weights)

    @property
    def rest(self) -> int:
        """The rest of the pot, which is for the club."""
        return self.pot - sum([won.cents for won in self.prizes])

    def prize_of(self, number: Number, round: int = 0) -> int:
        """Return what an entrant gets in prizes; round: only in those of this one."""
        declared = self.standing.tournament.money.prizes
        return sum([won.cents for won in self.prizes if won.number == number
                    and (not round or declared[won.prize].round == round)])

    def paid(self, number: Number) -> int:
        """Return what an entrant has paid, below zero for what they were paid."""
        return sum([each.cents for each in self.standing.tournament.payments
                    if each.number == number])

    @property
    def box(self) -> int:
        """The cents that the payments have left in the box."""
        return sum([each.cents for each in self.standing.tournament.payments])


def cost_of_lost(lost: int, steps: Sequence[Step]) -> int:
    """Return what the lost games of a list cost together; each costs what its step says."""
    ends = [step.first for step in steps[1:]] + [lost + 1]
    return sum([step.cents * max(0, min(end, lost + 1) - step.first)
                for step, end in zip(steps, ends)])


def by_weights(cents: int, weights: Sequence[int]) -> list[int]:
    """Return cents by weights, odd ones to the largest remainders, then the better places."""
    if not (whole := sum(weights)):
        return []
    shares = [cents * weight // whole for weight in weights]
    rest = sorted(range(len(weights)), key=lambda place: (-(cents * weights[place] % whole), place))
    for place in rest[:cents - sum(shares)]:
        shares[place] += 1
    return shares


def _shared(prize: int, table: int | None, ranking: Sequence[Placed],
            amounts: Sequence[int]) -> Iterator[Won]:
    """Yield what everybody in a ranking gets: those who share places share what is for them, odd
    cents to the smallest numbers."""
    for place in dict.fromkeys([place for place, _ in ranking]):
        numbers = [number for its, number in ranking if its == place]
        each, odd = divmod(sum(amounts[place - 1:place - 1 + len(numbers)]), len(numbers))
        for index, number in enumerate(sorted(numbers)):
            if cents := each + (index < odd):
                yield Won(prize, table, place, number, cents)


KEYS = {Key.TOTAL: N_("Points"), Key.WON: N_("Most won"), Key.LOST: N_("Fewest lost"),
        Key.LAST: N_("The last round"), Key.LOT: N_("The lot")}
"""The name of each key that ranks."""


def told_order(ranking: Sequence[Key], t: "Words") -> str:
    """Return what ranks, one after the other."""
    return t("What ranks: {keys}", keys=", ".join([t(KEYS[key]) for key in ranking]))


def told_counted(row: Champion, t: "Words") -> str:
    """Return how many of somebody's results count for a championship, and how many are struck."""
    told = [t(say_n("{n} result counts", "{n} results count", row.counted))]
    if row.struck:
        told.append(t(say_n("{n} is struck", "{n} are struck", row.struck)))
    return " · ".join(told)


def told_money(cash: Cash) -> list[tuple[Message, int]]:
    """Return what came in by kind, and where it goes, in cents."""
    lines = (
        (say("Entry fees"), cash.paid_in.startgeld),
        (say("Fees of rounds"), cash.paid_in.seriengeld),
        (say("Lost games"), cash.paid_in.verlustspiel),
        (say("Given besides"), cash.standing.tournament.money.gifts),
        (say("In prizes"), cash.rest - cash.pot), (say("Left for the club"), cash.rest),
        (say("In the box"), cash.box))
    return [line for line in lines if line[1]]
