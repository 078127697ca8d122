"""The results of a tournament, and the rankings that follow from them."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from scorepad.book.record import HandRecord, SheetRecord
from scorepad.book.replay import replay
from scorepad.book.scoresheet import Scoresheet
from scorepad.games.protocols import KeepsList
from scorepad.tournament.facts import (
    Championship,
    Counting,
    Draw,
    Entrant,
    Figures,
    Key,
    Number,
    TableList,
    Tournament,
)

Placed = tuple[int, Number]
"""A place, which several may share, and who has it."""


class Result(NamedTuple):
    """Points of an entrant, and games won and lost."""

    points: int
    won: int
    lost: int

    def plus(self, other: "Result") -> "Result":
        """Return both added up."""
        return Result(*map(sum, zip(self, other)))


NOTHING = Result(0, 0, 0)


class TableResult(NamedTuple):
    """The figures of a table's list so far. hands: how many were played; over: whether all were;
    owed: who has not played every solo that is a duty."""

    results: Mapping[Number, Result]
    hands: int
    over: bool
    owed: tuple[Number, ...] = ()


class Team(NamedTuple):
    """A team in the ranking; place and points None for one with too few members. numbers: the
    members who count, the best first."""

    place: int | None
    team: str
    points: int | None
    numbers: tuple[Number, ...]


def ranked(numbers: Iterable[Number], keys: Iterable[Key],
           figure: Callable[[Key, Number], Any], lots: Sequence[Number] = ()) -> list[Placed]:
    """Return everybody with a place, the best first, equal ones by number.

    keys: what ranks, the first one first; figure: gives what a key counts, the smaller the better;
    lots: start numbers as they were drawn. A lot parts a tie only if all of it was drawn.
    """
    groups = [sorted(numbers)]
    for key in keys:
        parted: list[list[Number]] = []
        for group in groups:
            if key is not Key.LOT:
                by: dict[Any, list[Number]] = {}
                for number in group:
                    by.setdefault(figure(key, number), []).append(number)
                parted += [by[value] for value in sorted(by)]
            elif set(group) <= set(lots):
                parted += [[number] for number in sorted(group, key=lots.index)]
            else:
                parted.append(group)
        groups = parted
    placed: list[Placed] = []
    for group in groups:
        placed += [(len(placed) + 1, number) for number in group]
    return placed


def with_hands(rules: Any, hands: int | None) -> Any:
    """Return the rules of a list that ends after so many hands, where the game knows such rules."""
    return replace(rules, hands=hands) if hasattr(rules, "hands") else rules


def sheet_of(tournament: Tournament, draw: Draw, kept: TableList) -> SheetRecord:
    """Return the list of a table as the sheet that it is, with its number of hands agreed on where
    the game knows such a number: then it says itself when a duty becomes due."""
    seats = draw.tables[kept.table - 1]
    rules = with_hands(tournament.rules, tournament.hands_at[len(seats)])
    names = tuple([tournament.by_number[number].name for number in seats])
    return SheetRecord(tournament.game, names, 0, rules, None, "EUR", kept.hands or (),
                       ended=kept.ended)


def as_agreed(tournament: Tournament, draw: Draw, kept: TableList) -> TableList:
    """Return a list without hands beyond the number agreed on, which two have written apart."""
    agreed = tournament.hands_at[len(draw.tables[kept.table - 1])]
    if len([hand for hand in kept.hands or () if not hand.voided]) <= agreed:
        return kept
    hands, played = list[HandRecord](), 0
    for line in replay(sheet_of(tournament, draw, kept)).lines:
        played += line.score is not None and line.score.counted
        if played > agreed:
            break
        hands.append(line.record)
    return kept._replace(hands=hands)


def hands_played(sheet: Scoresheet) -> int:
    """Return how many hands of a list count as one of those agreed on."""
    return len([line for line in sheet.lines if line.score is not None and line.score.counted])


def is_complete(sheet: Scoresheet, agreed: int) -> bool:
    """Return whether all hands of a list were played."""
    return sheet.over or hands_played(sheet) >= agreed


@dataclass(frozen=True)
class Standing:
    """A tournament with everything that follows from its facts. scored: lists that were scored
    already, by round and table."""

    tournament: Tournament
    scored: Mapping[tuple[int, int], Scoresheet] = field(default_factory=dict)

    @cached_property
    def tables(self) -> list[list[TableResult]]:
        """The results of every table, by drawn round."""
        kept = {(each.round, each.table): each for each in self.tournament.lists}
        return [[self._table(draw, index, kept.get((draw.round, index)))
                 for index in range(1, len(draw.tables) + 1)] for draw in self.tournament.draws]

    def _table(self, draw: Draw, index: int, kept: TableList | None) -> TableResult:
        numbers = draw.tables[index - 1]
        agreed = self.tournament.hands_at[len(numbers)]
        if kept is None:
            return TableResult(dict.fromkeys(numbers, NOTHING), 0, False)
        if kept.figures is not None:
            return TableResult(self.of_paper(kept.figures), agreed, True)
        sheet = self.scored.get((draw.round, index)) or replay(
            sheet_of(self.tournament, draw, kept))
        owed = sheet.record.game.owed(sheet.tally, sheet.rules)
        return TableResult(dict(zip(numbers, self.of_hands(sheet))), hands_played(sheet),
                           is_complete(sheet, agreed),
                           tuple([number for number, solos in zip(numbers, owed) if solos]))

    def of_paper(self, figures: Sequence[Figures]) -> dict[Number, Result]:
        """Return the results of a paper list by start number."""
        all_lost = sum([each.lost for each in figures])
        return {each.number: Result(
            each.points + self._for_games(len(figures), each.won, each.lost, all_lost),
            each.won, each.lost) for each in figures}

    def as_paper(self, sheet: Scoresheet) -> list[Result]:
        """Return what a paper list would have for each seat."""
        results = self.of_hands(sheet)
        all_lost = sum([each.lost for each in results])
        return [Result(points - self._for_games(len(results), won, lost, all_lost), won, lost)
                for points, won, lost in results]

    def _for_games(self, size: int, won: int, lost: int, all_lost: int) -> int:
        """Return what a list adds to the points of somebody's own games."""
        made = self.tournament
        return made.game.for_games(made.rules, size, won, lost, all_lost - lost) \
            if isinstance(made.game, KeepsList) else 0

    def of_hands(self, sheet: Scoresheet) -> list[Result]:
        """Return the result of each seat. Won and lost are the games of a declarer where one plays
        alone, and elsewhere the hands with good points and with bad ones."""
        game, way = self.tournament.game, -1 if self.tournament.low_is_good else 1
        results = [NOTHING] * len(sheet.record.names)
        for line in sheet.lines:
            if line.score is None:
                continue
            won: list[bool | None] = [way * points > 0 if points else None
                                      for points in line.points]
            if isinstance(game, KeepsList):
                entered = game.entered(line.record.hand, line.table, line.score)
                won = [entered.won if entered and seat == entered.spieler else None
                       for seat in range(len(results))]
            results = [result.plus(Result(points, each is True, each is False))
                       for result, points, each in zip(results, line.points, won)]
        return results

    @cached_property
    def rounds(self) -> list[dict[Number, Result]]:
        """The result of everybody who was drawn, by drawn round, with penalties."""
        rounds = [{number: result for table in tables for number, result in table.results.items()}
                  for tables in self.tables]
        for penalty in self.tournament.penalties:
            of = rounds[penalty.round - 1]
            of[penalty.number] = of[penalty.number].plus(Result(penalty.points, 0, 0))
        return rounds

    @property
    def open(self) -> list[tuple[int, int]]:
        """The rounds and tables that are not over."""
        return [(draw.round, index) for draw, tables in zip(self.tournament.draws, self.tables)
                for index, table in enumerate(tables, 1) if not table.over]

    def of_round(self, number: Number, round: int) -> Result | None:
        """Return the result of an entrant in a round, None if they were not drawn in it."""
        return self.rounds[round - 1].get(number) if round <= len(self.rounds) else None

    @cached_property
    def totals(self) -> dict[Number, Result]:
        """The results of all rounds added up, of everybody who was drawn at all."""
        totals: dict[Number, Result] = {}
        for results in self.rounds:
            for number, result in results.items():
                totals[number] = totals.get(number, NOTHING).plus(result)
        return totals

    # --- rankings ---------------------------------------------------------------------------------

    @cached_property
    def ranking(self) -> list[Placed]:
        """Everybody who was drawn, by place."""
        return self._ranked(self.totals, self.totals, len(self.rounds))

    def ranking_of_round(self, round: int) -> list[Placed]:
        """Return everybody who was drawn in a round, by their place in it."""
        results = self.rounds[round - 1]
        return self._ranked(results, results, round)

    def ranking_of_table(self, round: int, table: int) -> list[Placed]:
        """Return everybody at a table, counted from 1, by their place at it."""
        numbers = self.tournament.draws[round - 1].tables[table - 1]
        return self._ranked(numbers, self.rounds[round - 1], round)

    def _ranked(self, numbers: Iterable[Number], results: Mapping[Number, Result],
                last: int) -> list[Placed]:
        way = 1 if self.tournament.low_is_good else -1

        def figure(key: Key, number: Number) -> Any:
            if key is Key.LAST:
                of_last = self.of_round(number, last)
                return (of_last is None, way * of_last.points if of_last else 0)
            result = results[number]
            return {Key.TOTAL: way * result.points, Key.WON: -result.won,
                    Key.LOST: result.lost}[key]

        return ranked(numbers, self.tournament.ranking, figure, self.tournament.lots)

    @property
    def everybody(self) -> list[tuple[int | None, Entrant]]:
        """All who have entered, by place; behind them, by number, those who were never drawn."""
        people = self.tournament.by_number
        return [*[(place, people[number]) for place, number in self.ranking],
                *[(None, people[number]) for number in sorted(people.keys() - self.totals.keys())]]

    @cached_property
    def teams(self) -> list[Team]:
        """The teams by place, equal ones by name; behind them those with too few members."""
        best, way = self.tournament.best, 1 if self.tournament.low_is_good else -1
        members: dict[str, list[Number]] = {each.team: [] for each in self.tournament.entrants
                                            if best and each.team}
        for _, number in self.ranking:
            if (team := self.tournament.by_number[number].team) in members:
                members[team].append(number)
        counting = {name: sorted(numbers, key=lambda each: way * self.totals[each].points)[:best]
                    for name, numbers in members.items() if len(numbers) >= best}
        totals = {name: sum([self.totals[number].points for number in numbers])
                  for name, numbers in counting.items()}
        placed = [Team(1 + len([1 for other in totals.values() if way * other < way * points]),
                       name, points, tuple(counting[name]))
                  for name, points in sorted(totals.items(),
                                             key=lambda each: (way * each[1], each[0]))]
        return placed + [Team(None, name, None, tuple(members[name]))
                         for name in sorted(members.keys() - totals.keys())]

    def hands_of(self, number: Number) -> dict[str, int]:
        """Return how many hands each person played for an entrant, on the lists of that entrant."""
        found: Counter[str] = Counter()
        for draw, tables in zip(self.tournament.draws, self.tables):
            for numbers, table in zip(draw.tables, tables):
                if number in numbers:
                    found.update([self.tournament.player(number, draw.round, hand)
                                  for hand in range(1, table.hands + 1)])
        return dict(found)


# --- a championship -----------------------------------------------------------------------------


class Champion(NamedTuple):
    """Somebody in the ranking of a championship; place and points None for too few results.
    counted, struck: how many of their results count, and how many were struck."""

    place: int | None
    name: str
    points: int | None
    counted: int
    struck: int


def championship(asked: Championship, standings: Mapping[str, Standing]) -> list[Champion]:
    """Return the ranking of a championship, the best first, equal ones by name; behind it those
    with too few results."""
    counted = [standings[name] for name in asked.tournaments]
    way = 1 if counted and counted[0].tournament.low_is_good else -1
    found: dict[str, list[int]] = {}
    for standing in counted:
        for entrant in standing.tournament.entrants:
            results = found.setdefault(entrant.name, [])
            if asked.of is Counting.ROUNDS:
                results += [of[entrant.number].points for of in standing.rounds
                            if entrant.number in of]
            elif entrant.number in standing.totals:
                results.append(standing.totals[entrant.number].points)
    behind, rows = [], []
    for name, own in sorted(found.items()):
        fill = asked.minimum - len(own) if asked.missing and own else 0
        results = sorted([*own, *[0] * fill], key=lambda points: way * points)
        if not results or len(results) < asked.minimum:
            behind.append(Champion(None, name, None, len(results), 0))
            continue
        best = results[:asked.best] if asked.best else \
            results[:len(results) - struck_of(asked, len(results))]
        rows.append((Fraction(way * sum(best), len(best) if asked.average else 1),
                     Champion(None, name, sum(best), len(best), len(results) - len(best))))
    rows.sort(key=lambda row: (row[0], row[1].name))
    return [row._replace(place=1 + len([1 for other, _ in rows if other < figure]))
            for figure, row in rows] + behind


def struck_of(asked: Championship, results: int) -> int:
    """Return how many of somebody's results are struck; one always stays."""
    strike = asked.strike
    if strike is None or results < strike.first:
        return 0
    return min(results - 1, 1 + (results - strike.first) // strike.every)
