"""The answer of `scorepad replay` about tournaments: for programs, and as text for people."""

from collections.abc import Iterator, Sequence
from typing import Any

from scorepad.book.record import BookRecord
from scorepad.document import written_amount
from scorepad.i18n.message import Message, read_out, say
from scorepad.tournament.cash import Cash
from scorepad.tournament.drawing import Drawn
from scorepad.tournament.facts import Entrant
from scorepad.tournament.standing import Champion, Standing, championship


def in_json(book: BookRecord) -> dict[str, Any]:
    """Return the tournaments and championships of a document, by their keys in the answer; money
    in cents, None where somebody was not drawn."""
    standings = {each.name: Standing(each) for each in book.tournaments}
    found = {"tournaments": list(map(_tournament, standings.values())),
             "championships": [{"name": each.name, "ranking": [
                 row._asdict() for row in championship(each, standings)]}
                 for each in book.championships]}
    return {key: each for key, each in found.items() if each}


def drawn_in_json(drawn: Drawn) -> dict[str, Any]:
    """Return a draw for programs."""
    made = drawn.draw
    return {"round": made.round, "by": made.by, "seed": made.seed,
            "tables": made.tables, "mates": drawn.mates, "odd_again": drawn.odd_again,
            "met_again": drawn.met_again}


def _tournament(standing: Standing) -> dict[str, Any]:
    cash = Cash(standing)
    tournament = standing.tournament
    return {
        "name": tournament.name,
        "open": [{"round": round, "table": table} for round, table in standing.open],
        "ranking": [_row(standing, cash, place, entrant) for place, entrant in rows(standing)],
        "rounds": [_round(standing, draw.round) for draw in tournament.draws],
        "teams": [team._asdict() for team in standing.teams],
        "cash": {**cash.paid_in._asdict(), "gifts": tournament.money.gifts, "pot": cash.pot,
                 "rest": cash.rest, "box": cash.box,
                 "prizes": [won._asdict() for won in cash.prizes]}}


def rows(standing: Standing) -> Iterator[tuple[int | None, Entrant]]:
    """Yield everybody who has entered with his place; behind the others, without one, those who
    were never drawn."""
    people = standing.tournament.by_number
    yield from [(place, people[number]) for place, number in standing.ranking]
    yield from [(None, entrant) for entrant in standing.never_drawn]


def _row(standing: Standing, cash: Cash, place: int | None, entrant: Entrant) -> dict[str, Any]:
    number = entrant.number
    total = standing.totals.get(number)
    results = [standing.of_round(number, round)
               for round in range(1, standing.tournament.rounds + 1)]
    return {"place": place, "number": number, "name": entrant.name,
            "points": total and total.points,
            "rounds": [result and result.points for result in results],
            "won": total.won if total else 0, "lost": total.lost if total else 0,
            "fees": sum(cash.fees[number]), "prize": cash.prize_of(number),
            "paid": cash.paid(number), "hands": standing.hands_of(number)}


def _round(standing: Standing, round: int) -> list[dict[str, Any]]:
    results, tables = standing.rounds[round - 1], standing.tournament.draws[round - 1].tables
    at = {number: index for index, table in enumerate(tables, 1) for number in table}
    return [{"place": place, "number": number, "table": at[number],
             **results[number]._asdict()}
            for place, number in standing.ranking_of_round(round)]


# --- text -----------------------------------------------------------------------------------------


def text(book: BookRecord, language: str) -> Iterator[str]:
    """Yield the lines about tournaments and championships."""
    standings = {each.name: Standing(each) for each in book.tournaments}
    for standing in standings.values():
        yield from _text_of(standing, language)
    for each in book.championships:
        yield from ("", each.name)
        yield from _table([_champion(row) for row in championship(each, standings)])


def _text_of(standing: Standing, language: str) -> Iterator[str]:
    tournament, cash = standing.tournament, Cash(standing)

    def told(message: Message) -> str:
        return read_out(message, language)

    def money(cents: int) -> str:
        written = written_amount(abs(cents))
        written = written.replace(".", ",") if language == "de" else written
        return f"{'-' if cents < 0 else ''}{written}"

    yield ""
    yield f"{tournament.date.isoformat()} {tournament.name} ({tournament.game.title})"
    yield from _table([[_place(place), str(entrant.number), entrant.name,
                        *[_figure(result and result.points) for result in [
                            standing.of_round(entrant.number, round)
                            for round in range(1, len(standing.rounds) + 1)]],
                        _figure(standing.totals[entrant.number].points if place else None),
                        money(cash.prize_of(entrant.number)) if cash.prizes else ""]
                       for place, entrant in rows(standing)])
    for round, table in standing.open:
        yield "  " + told(say("Round {round}, table {table} is not over",
                              round=round, table=table))
    if standing.teams:
        yield told(say("Teams"))
        yield from _table([[_place(team.place), team.team, _figure(team.points)]
                           for team in standing.teams])
    if cash.pot:
        yield told(say("In the pot {pot}, in prizes {prizes}, left for the club {rest}",
                       pot=money(cash.pot), prizes=money(cash.pot - cash.rest),
                       rest=money(cash.rest)))


def _champion(row: Champion) -> list[str]:
    return [_place(row.place), row.name, _figure(row.points), f"({row.counted})"]


def _place(place: int | None) -> str:
    return "" if place is None else f"{place}."


def _figure(points: int | None) -> str:
    return "·" if points is None else str(points)


def _table(cells: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield lines in which names stand to the left and figures to the right."""
    widths = [max(map(len, column)) for column in zip(*cells)]
    for row in cells:
        yield "  " + "  ".join([
            cell.ljust(width) if cell[:1].isalpha() else cell.rjust(width)
            for cell, width in zip(row, widths)]).rstrip()
