"""The draw of a round: who sits at which table.

Chance comes from `random.Random(seed).random()` alone, whose sequence Python keeps: a draw comes
out the same on every machine and can be repeated by whoever doubts it.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import NamedTuple

from scorepad.tournament.facts import Draw, Key, Number, Tournament, Way
from scorepad.tournament.standing import Standing

MATES, ODD = 10**12, 10**6
"""The weights of two team mates at a table and of another turn at a table not of four; two who meet
again weigh one, each time that they have met."""

TRIES = 60_000
"""The swaps that are weighed before a draw by lot is good enough: beyond them nobody would feel
that the draw gets better, but everybody would wait for it."""

FULL = 4


class Drawn(NamedTuple):
    """A draw, and what it could not avoid: pairs of team mates, earlier turns at tables not of four
    of those at one now, and earlier meetings of those who meet."""

    draw: Draw
    mates: int
    odd_again: int
    met_again: int


def sizes_of(count: int, allowed: Collection[int]) -> tuple[int, ...] | None:
    """Return the sizes of the tables for so many people, fours first, then fives, then threes; with
    as few as possible that are not of four, and then as few of five. None if there are none."""
    fitting = [(fives + threes, fives, fours, threes)
               for fives in range(count // 5 + 1 if 5 in allowed else 1)
               for threes in range((count - 5 * fives) // 3 + 1 if 3 in allowed else 1)
               for fours, over in [divmod(count - 5 * fives - 3 * threes, FULL)]
               if not over and (not fours or FULL in allowed)]
    if not count or not fitting:
        return None
    _, fives, fours, threes = min(fitting)
    return (4,) * fours + (5,) * fives + (3,) * threes


def draw(tournament: Tournament, round: int, by: Way, seed: int) -> Drawn | None:
    """Return a round drawn by the rounds before it, None if its people fill no tables of the sizes
    that there are. round: counted from 1; by: any way but by hand; seed: makes the same draw each
    time."""
    before = replace(
        tournament, lots=(), ranking=tuple([key for key in tournament.ranking if key != Key.LOT]),
        draws=tournament.draws[:round - 1],
        lists=tuple([each for each in tournament.lists if each.round < round]),
        penalties=tuple([each for each in tournament.penalties if each.round < round]))
    there = sorted([each.number for each in tournament.entrants if each.is_there(round)])
    sizes = sizes_of(len(there), tournament.hands_at)
    if sizes is None:
        return None
    chance = Random(seed)
    seating = _Seating(before, there, sizes)
    if by is Way.LOT:
        seating.by_lot(chance)
    else:
        seating.by_order(_order(before, there, by, chance), snakes=by is Way.SERPENTINE)
    return weighed(before, Draw(round, by, tuple(map(tuple, seating.tables)), seed))


def weighed(before: Tournament, made: Draw) -> Drawn:
    """Return a draw with what it could not avoid. before: the tournament with the draws before."""
    past = _Past(before)
    pairs = [pair for table in made.tables for pair in combinations(sorted(table), 2)]
    return Drawn(made, len([1 for pair in pairs if past.are_mates(*pair)]),
                 sum([past.odd.get(number, 0) for table in made.tables if len(table) != FULL
                      for number in table]), sum([past.met.get(pair, 0) for pair in pairs]))


class _Past:
    """The rounds before a draw: who has met whom, and who sat at tables not of four."""

    def __init__(self, before: Tournament) -> None:
        self.team = {each.number: each.team for each in before.entrants}
        self.met: dict[tuple[Number, Number], int] = {}
        self.odd: dict[Number, int] = {}
        for made in before.draws:
            for table in made.tables:
                for pair in combinations(sorted(table), 2):
                    self.met[pair] = self.met.get(pair, 0) + 1
                if len(table) != FULL:
                    for number in table:
                        self.odd[number] = self.odd.get(number, 0) + 1

    def are_mates(self, one: Number, other: Number) -> bool:
        """Return whether two are of one team."""
        return bool(self.team[one]) and self.team[one] == self.team[other]

    def weight(self, one: Number, other: Number) -> int:
        """Return how bad it is that two sit at one table."""
        pair = (one, other) if one < other else (other, one)
        return MATES * self.are_mates(one, other) + self.met.get(pair, 0)


@dataclass
class _Seating:
    """People on their way to their tables. fixed: those who always sit at theirs."""

    before: Tournament
    there: Sequence[Number]
    sizes: Sequence[int]

    def __post_init__(self) -> None:
        self.past = _Past(self.before)
        self.tables: list[list[Number]] = [[] for _ in self.sizes]
        people = self.before.by_number
        for number in self.there:
            if (wanted := people[number].table) is not None:
                table = min(wanted, len(self.sizes)) - 1
                if len(self.tables[table]) < self.sizes[table]:
                    self.tables[table].append(number)
        self.fixed = {number for table in self.tables for number in table}

    # --- by lot -----------------------------------------------------------------------------------

    def by_lot(self, chance: Random) -> None:
        """Seat everybody by lot, then let pairs change places while that makes it better. Where it
        gets no better, one who sits badly changes with anybody, and it goes on from there."""
        free = iter(_shuffled([each for each in self.there if each not in self.fixed], chance))
        for table, size in zip(self.tables, self.sizes):
            table += [next(free) for _ in range(size - len(table))]
        search = _Search(self)
        best, least = [[*table] for table in search.tables], search.cost
        tries = TRIES
        while search.movable and least > search.bound and tries > 0:
            tries -= search.descend()
            if search.cost < least:
                best, least = [[*table] for table in search.tables], search.cost
            tries -= search.kick(chance)
        self.tables = [_shuffled(sorted(table), chance) for table in best]

    # --- by an order ------------------------------------------------------------------------------

    def by_order(self, order: Sequence[Number], *, snakes: bool) -> None:
        """Seat everybody in an order, the first table first or all tables in turn and back, around
        those who always sit at theirs; then part team mates."""
        indexes = range(len(self.tables))
        free = [each for each in order if each not in self.fixed]
        ways = [*indexes, *reversed(indexes)] if snakes else \
            [index for index in indexes for _ in range(self.sizes[index])]
        while free:
            for index in ways:
                if free and len(self.tables[index]) < self.sizes[index]:
                    self.tables[index].append(free.pop(0))
        rank = {number: place for place, number in enumerate(order)}
        for table in self.tables:
            table.sort(key=rank.__getitem__)
        for number in order:
            self._part(number, order, rank)

    def _part(self, number: Number, order: Sequence[Number], rank: dict[Number, int]) -> None:
        """Let somebody who sits with a better team mate change places with the nearest one below,
        or else above, if neither table has team mates then."""
        table = self._table_of(number)
        mates = [each for each in table if rank[each] < rank[number]
                 and self.past.are_mates(each, number)]
        for lower in [number, *reversed(mates)] if mates else ():
            place = rank[lower]
            for other in [*order[place + 1:], *reversed(order[:place])]:
                if lower not in self.fixed and other not in self.fixed \
                        and self._change(lower, other):
                    return

    def _table_of(self, number: Number) -> list[Number]:
        return next(table for table in self.tables if number in table)

    def _change(self, one: Number, other: Number) -> bool:
        """Let two change places if neither table has team mates then; return whether they did."""
        here, there = self._table_of(one), self._table_of(other)
        if here is there:
            return False
        at, to = here.index(one), there.index(other)
        here[at], there[to] = other, one
        if any(self.past.are_mates(*pair) for table in (here, there)
               for pair in combinations(table, 2)):
            here[at], there[to] = one, other
            return False
        return True


class _Search:
    """A seating that is made better by letting two change places. cost: how bad it is; bound: how
    bad those make it who always sit at their tables."""

    def __init__(self, seating: _Seating) -> None:
        past, self.tables = seating.past, [[*table] for table in seating.tables]
        self.movable = [each for each in seating.there if each not in seating.fixed]
        self.of = {number: index for index, table in enumerate(self.tables) for number in table}
        self.weights = {one: {other: past.weight(one, other) for other in seating.there
                              if other != one} for one in seating.there}
        for one, weights in self.weights.items():
            weights[one] = 0
        self.odd = [{number: ODD * past.odd.get(number, 0) * (len(table) != FULL)
                     for number in seating.there} for table in self.tables]
        self.cost = sum([self._own(number, of_pairs=1) for number in self.of]) // 2
        self.bound = sum([self.weights[one][other] for table in self.tables
                          for one, other in combinations(table, 2)
                          if {one, other} <= seating.fixed]) \
            + sum([self.odd[self.of[number]][number] for number in seating.fixed])

    def _own(self, number: Number, of_pairs: int = 0) -> int:
        """Return what somebody adds to the cost; a turn at an odd table is counted twice where
        pairs are, once for each of the two."""
        index = self.of[number]
        weights = self.weights[number]
        return sum([weights[other] for other in self.tables[index]]) \
            + (1 + of_pairs) * self.odd[index][number]

    def _change(self, one: Number, other: Number) -> int:
        """Return by how much the cost falls if two change places."""
        here, there = self.of[one], self.of[other]
        ones, others = self.weights[one], self.weights[other]
        before = after = 0
        for each in self.tables[here]:
            before += ones[each]
            after += others[each]
        for each in self.tables[there]:
            before += others[each]
            after += ones[each]
        after -= 2 * ones[other]  # they do not meet themselves
        return before - after + self.odd[here][one] + self.odd[there][other] \
            - self.odd[here][other] - self.odd[there][one]

    def _do(self, one: Number, other: Number, gain: int) -> None:
        here, there = self.of[one], self.of[other]
        self.tables[here][self.tables[here].index(one)] = other
        self.tables[there][self.tables[there].index(other)] = one
        self.of[one], self.of[other] = there, here
        self.cost -= gain

    def descend(self) -> int:
        """Let pairs change places until no change makes it better; return how many were weighed."""
        weighed, better = 1, True
        while better:
            better = False
            for one in self.movable:
                if not self._own(one):
                    continue
                for other in self.movable:
                    if self.of[other] == self.of[one]:
                        continue
                    weighed += 1
                    if (gain := self._change(one, other)) > 0:
                        self._do(one, other, gain)
                        better = True
                        break
        return weighed

    def kick(self, chance: Random) -> int:
        """Let somebody who sits badly change with anybody, twice; return how many were tried."""
        for _ in range(2):
            badly = [each for each in self.movable if self._own(each)] or self.movable
            one = badly[_one_of(len(badly), chance)]
            others = [each for each in self.movable if self.of[each] != self.of[one]]
            if others:
                other = others[_one_of(len(others), chance)]
                self._do(one, other, self._change(one, other))
        return 2 * len(self.movable)


def _order(before: Tournament, there: Sequence[Number], by: Way,
           chance: Random) -> list[Number]:
    """Return everybody in the order in which they take their seats, equal ones by lot."""
    people = before.by_number
    if by is Way.CLUB:
        ranks = [people[number].rank for number in there]
        behind = max([rank for rank in ranks if rank is not None], default=0) + 1
        place = {number: behind if rank is None else rank for number, rank in zip(there, ranks)}
    else:
        ranking = Standing(before).ranking
        place = dict.fromkeys(there, len(ranking) + 1) | {number: at for at, number in ranking}
    groups: dict[int, list[Number]] = {}
    for number in there:
        groups.setdefault(place[number], []).append(number)
    return [number for at in sorted(groups) for number in _shuffled(groups[at], chance)]


def _shuffled(numbers: Iterable[Number], chance: Random) -> list[Number]:
    """Return numbers in an order by lot."""
    left = [*numbers]
    for last in range(len(left) - 1, 0, -1):
        other = _one_of(last + 1, chance)
        left[last], left[other] = left[other], left[last]
    return left


def _one_of(count: int, chance: Random) -> int:
    return int(chance.random() * count)
