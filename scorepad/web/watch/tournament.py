"""The page of a tournament for everybody who looks, and for a television: the ranking with each
person's table and seat, the tables of the round, and what is still out."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorepad.i18n.message import say
from scorepad.i18n.words import Words
from scorepad.service.tournament_view import TournamentView
from scorepad.tournament.cash import told_order
from scorepad.tournament.facts import Number
from scorepad.web.watch.parts import Part, Templates


class Place(NamedTuple):
    """A line of the ranking. below: the start number, the table and the seat; rounds: the points of
    each, empty before the second."""

    number: Number
    place: str
    name: str
    below: str
    rounds: str
    points: str


class AtTable(NamedTuple):
    """A table of the round: who sits there, how far it is, and whether it is over."""

    number: int
    title: str
    names: Sequence[str]
    state: str
    over: bool


def tournament_parts(view: TournamentView, templates: Templates) -> Iterator[Part]:
    """Yield the parts of the page."""
    t, made = templates.words, view.tournament

    def part(name: str, place: str, *told: object) -> Part:
        return Part(name, place, templates.draw("tournament", name, *told))

    below = [t.day_and_year(made.date)]
    if made.draws:
        below = [t("Round {round}", round=len(made.draws))]
        if view.ends_at is not None:
            below.append(t("until {time}", time=t.clock(view.ends_at)))
    tables = list(_tables(view, t))
    yield part("bar", "head", made.name, " · ".join(below), view.ends_at)
    yield part("own", "main")
    yield part("places", "main", list(_places(view, t)), told_order(made.ranking, t))
    yield part("tables", "main", tables)
    yield part("out", "aside", tables)
    last = len(made.draws)
    yield part("of_round", "main", t("Ranking of round {round}", round=last), [
        (f"{place}.", made.by_number[number].name,
         t.points(view.standing.rounds[-1][number].points))
        for place, number in view.standing.ranking_of_round(last)] if last > 1 else [])
    yield part("teams", "main", t("Teams"), [
        ("–" if team.place is None else f"{team.place}.", team.team,
         "–" if team.points is None else t.points(team.points)) for team in view.standing.teams])


def _places(view: TournamentView, t: Words) -> Iterator[Place]:
    """Yield everybody by rank; before the first round, by start number."""
    made, standing = view.tournament, view.standing
    seat = {number: (table, index) for draw in made.draws[-1:]
            for table, numbers in enumerate(draw.tables, 1)
            for index, number in enumerate(numbers, 1)}
    for place, entrant in standing.everybody:
        number = entrant.number
        told = [t("No. {number}", number=number)]
        if number in seat:
            told.append(t("Table {table}, seat {seat}", table=seat[number][0],
                          seat=seat[number][1]))
        rounds = [standing.of_round(number, round)
                  for round in range(1, len(standing.rounds) + 1)]
        told_rounds = [t.points(each.points) if each else "–" for each in rounds]
        total = standing.totals.get(number)
        yield Place(number, "" if place is None else f"{place}.", entrant.name,
                    " · ".join(told), " + ".join(told_rounds) if len(rounds) > 1 else "",
                    t.points(total.points) if total else "")


def _tables(view: TournamentView, t: Words) -> Iterator[AtTable]:
    made = view.tournament
    for draw, tables in list(zip(made.draws, view.standing.tables))[-1:]:
        for index, (numbers, table) in enumerate(zip(draw.tables, tables), 1):
            state = say("complete") if table.over else say(
                "{played} of {hands} hands", played=table.hands,
                hands=made.hands_at[len(numbers)])
            yield AtTable(index, t("Table {table}", table=index),
                          [made.by_number[number].name for number in numbers], t(state),
                          table.over)
