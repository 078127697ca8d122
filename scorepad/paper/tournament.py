"""The papers of a tournament by name, and the CSV with the columns that clubs exchange."""

from collections.abc import Iterator
from enum import StrEnum
from typing import TYPE_CHECKING

from scorepad.games.protocols import KeepsList
from scorepad.i18n.message import N_
from scorepad.i18n.words import Words
from scorepad.paper.tables import CENTS, PROGRAMS, Dialect, Figure, Line, written
from scorepad.system.steps import Steps, stepwise
from scorepad.tournament.cash import cost_of_lost

if TYPE_CHECKING:
    from scorepad.service.tournament_view import TournamentView


class What(StrEnum):
    """A paper of a tournament."""

    SEATS = "seats"
    SLIPS = "slips"
    LISTS = "lists"
    RANKING = "ranking"
    PRIZES = "prizes"
    CERTIFICATES = "certificates"
    CASH = "cash"


TITLES = {What.SEATS: N_("Seat plan"), What.SLIPS: N_("Slips"), What.LISTS: N_("Lists"),
          What.RANKING: N_("Ranking"), What.PRIZES: N_("Prizes"),
          What.CERTIFICATES: N_("Certificates"), What.CASH: N_("Cash book")}

COLUMNS = ("Nummer", "Name", "Wertung", "Spielerpunkte", "gewonnen", "verloren", "Serie", "Tisch",
           "Tischgröße", "Abreizgeld", "Startgeld")
"""The heads of the CSV, by which other programs know its columns, whatever the language here."""

@stepwise
def tournament_csv(view: "TournamentView", words: Words,
                   dialect: Dialect = PROGRAMS) -> Steps[bytes]:
    """Return a CSV with a line for each start number and round in which it was drawn."""
    return (yield from written(COLUMNS, _lines(view), dialect))


def _lines(view: "TournamentView") -> Iterator[Line]:
    made, standing = view.tournament, view.standing
    paid = set[int]()
    for draw, results in zip(made.draws, standing.rounds):
        penalty = {number: sum([each.points for each in made.penalties
                                if (each.round, each.number) == (draw.round, number)])
                   for number in results}
        for index, table in enumerate(draw.tables, 1):
            all_lost = sum([results[number].lost for number in table])
            for number in sorted(table):
                result = results[number]
                besides = penalty[number]
                if isinstance(made.game, KeepsList):
                    besides += made.game.for_games(made.rules, len(table), result.won,
                                                   result.lost, all_lost - result.lost)
                fee = made.money.seriengeld + (0 if number in paid else made.money.startgeld)
                paid.add(number)
                yield [number, made.by_number[number].name, result.points,
                       result.points - besides, result.won, result.lost, draw.round, index,
                       len(table),
                       Figure(cost_of_lost(result.lost, made.money.verlustspiel), CENTS),
                       Figure(fee, CENTS)]


@stepwise
def cash_csv(view: "TournamentView", words: Words, dialect: Dialect = PROGRAMS) -> Steps[bytes]:
    """Return a CSV with a line for each payment: when, who, the cents, below zero if paid out."""
    people = view.tournament.by_number
    heads = [words(head) for head in ("Time", "No.", "Name", "Amount")]
    return (yield from written(heads, [
        [words.moment(paid.at) if paid.at else "", paid.number, people[paid.number].name,
         Figure(paid.cents, CENTS)] for paid in view.tournament.payments], dialect))
