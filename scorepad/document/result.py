"""The answer of `scorepad replay`: the JSON document `scorepad-result/1`, or text for people."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pydantic_core import to_json

from scorepad.book.ledger import EveningStars, Ledger, Star, by_hand, ledger_of, sum_by_event
from scorepad.book.ledger.tariffs import TITLES, kaesten
from scorepad.book.record import BookRecord, EveningRecord
from scorepad.book.scoresheet import Line, Match, NextHand, Scoresheet
from scorepad.book.settle import settle
from scorepad.document import written_amount
from scorepad.document.kinds import signed_amount
from scorepad.games.game import Points, Reason, Rules, Table, Tally
from scorepad.games.money import written
from scorepad.games.protocols import HasRe
from scorepad.i18n.message import Message, called, in_words, listed, read_out, say, say_n
from scorepad.tournament.cash import Cash
from scorepad.tournament.drawing import Drawn
from scorepad.tournament.facts import Entrant
from scorepad.tournament.standing import Standing, championship

INDENT = " " * 5


def sheet_text(sheet: Scoresheet, language: str) -> Iterator[str]:
    """Yield the lines of a sheet."""
    names = sheet.record.names
    width = max(8, *(len(name) + 2 for name in names))

    def figure(points: int) -> str:
        return as_written(written(points, sheet.decimals), language).replace("\N{MINUS SIGN}", "-")

    def row(points: Points) -> str:
        return "".join(f"{figure(total):>{width}}" for total in points)

    yield called(sheet.record.game.title, language)
    if sheet.record.absprachen:
        yield read_out(say("Agreed besides: {text}", text=sheet.record.absprachen), language)
    yield INDENT + "".join(f"{name:>{width}}" for name in names)
    for number, line in enumerate(sheet.lines, 1):
        cells = "".join(f"{figure(point) if point else '·':>{width}}" for point in line.points)
        yield f"{number:>4} {cells}  {_how(sheet, line, language)}".rstrip()
        yield INDENT + _told_duties(sheet, line, language)
        if match := sheet.match_ended_by(number):
            yield INDENT + row(match.tally.totals)
            yield from _meters(sheet, match.tally, line.table.rules, language)
            yield INDENT + read_out(sheet.tell(match), language)
    if not sheet.over:
        yield "  =  " + row(sheet.tally.totals)
        yield from _meters(sheet, sheet.tally, sheet.rules, language)
        if sheet.pot_title:
            yield f"{INDENT}{read_out(Message(sheet.pot_title), language)}: {figure(sheet.pot)}"
        if sheet.due:
            yield INDENT + read_out(sheet.due, language)
        yield from _told_next(sheet, language)


def _how(sheet: Scoresheet, line: Line, language: str) -> str:
    """Return how a hand came to its points, or why it has none."""
    if line.problems:
        return read_out(line.problems[0].message, language)
    return read_out(say("voided"), language) if line.record.voided else \
        in_words(sheet.explain(line), language)


def _told_duties(sheet: Scoresheet, line: Line, language: str) -> str:
    """Return who dealt, cut and led, who was Re, who sat out, and what is noted."""
    game, names = sheet.record.game, sheet.record.names
    said = [say("{name} deals", name=names[line.table.dealer]), *_duties(sheet, line.table)]
    if isinstance(game, HasRe) and (re := game.re_of(line.record.hand)):
        said.append(say("Re: {names}", names=", ".join([names[seat] for seat in re])))
    told = [read_out(message, language) for message in (*said, *game.noted(line.record.hand))]
    return " · ".join(filter(None, [*told, line.record.note]))


def _told_next(sheet: Scoresheet, language: str) -> Iterator[str]:
    """Yield who deals next, cuts and leads, who may name another, how many hands are doubled."""
    table, chosen_by = sheet.next
    said = [say("{name} deals next", name=table.names[table.dealer]), *_duties(sheet, table)]
    yield INDENT + " · ".join([read_out(message, language) for message in said])
    if chosen_by is not None:
        yield INDENT + read_out(say("{name} may name another first dealer",
                                    name=table.names[chosen_by]), language)
    if left := sheet.multiplied_left:
        yield INDENT + read_out(say_n("{n} more hand counts double",
                                      "{n} more hands count double", left), language)


def _duties(sheet: Scoresheet, table: Table[Rules]) -> list[Message]:
    """Return who cuts and leads, where anybody does, and who sits out."""
    cuts, leads = sheet.record.game.duties(table)
    names = table.names
    said = []
    if cuts is not None:
        said.append(say("{name} cuts", name=names[cuts]))
    if leads is not None:
        said.append(say("{name} leads", name=names[leads]))
    if idle := [names[seat] for seat in table.seats if seat not in table.active]:
        said.append(say_n("{names} sits out", "{names} sit out", len(idle), names=listed(idle)))
    return said


def _meters(sheet: Scoresheet, tally: Tally, rules: Rules, language: str) -> Iterator[str]:
    """Yield what the game counts besides the points, such as Anschriften."""
    for meter in sheet.record.game.meters(tally, rules):
        if not meter.of_points and meter.counts != tally.totals:
            counts = ", ".join([f"{name} {count}" for name, count in zip(
                sheet.record.names, meter.counts)])
            yield f"{INDENT}{read_out(Message(meter.title), language)}: {counts}"


FORMAT = "scorepad-result/1"


def balances(sheets: Iterable[Scoresheet]) -> dict[str, dict[str, int]]:
    """Return what everyone receives (negative: pays) for these sheets together, in cents, by
    currency and name: each is settled by itself."""
    totals: dict[str, Counter[str]] = {}
    for sheet in sheets:
        if sheet.payout is not None:
            totals.setdefault(sheet.record.currency, Counter()).update(
                dict(zip(sheet.record.names, sheet.payout)))
    return {currency: dict(total) for currency, total in totals.items()}


# --- JSON -------------------------------------------------------------------------------------


def json_pieces(book: BookRecord, sheets: Sequence[Sequence[Scoresheet]]) -> Iterator[bytes]:
    """Yield the whole answer as a line of JSON, an evening at a time."""
    ledger = ledger_of(book, sheets)
    yield to_json({"format": FORMAT})[:-1] + b',"evenings":['
    for index, evening in enumerate(map(_evening, book.evenings, sheets, ledger.evenings)):
        yield (b"," if index else b"") + to_json(evening)
    stars = {name: {"stars": stars, "kaesten": kaesten(stars)}
             for name, stars in ledger.balances.items()}
    yield b"]," + to_json({"stars": stars, **_tournaments(book)})[1:] + b"\n"


def _evening(evening: EveningRecord, sheets: Sequence[Scoresheet],
             stars: EveningStars) -> dict[str, Any]:
    settled = {currency: {"payout": payout, "transfers": [
        {"from": transfer.debtor, "to": transfer.creditor, "cents": transfer.cents}
        for transfer in settle(payout)]} for currency, payout in balances(sheets).items()}
    money = next(iter(settled.values())) if len(settled) == 1 else \
        {"payout": {}, "transfers": [], **({"currencies": settled} if settled else {})}
    by_place = by_hand(stars.hands)
    return {"date": evening.date.isoformat(),
            "sheets": [_sheet(sheet, index, by_place) for index, sheet in enumerate(sheets)],
            **money, "stars": _stars(sum_by_event(stars.of_evening))}


def _stars(stars: Iterable[Star]) -> list[dict[str, Any]]:
    return [{"player": star.player, "stars": star.stars, "event": star.event} for star in stars]


def _sheet(sheet: Scoresheet, index: int,
           stars: Mapping[tuple[int, int], list[Star]]) -> dict[str, Any]:
    """Return a sheet; stars: of its evening's hands, by sheet and hand."""
    names = sheet.record.names
    return {"game": sheet.record.game.id,
            "hands": (_hand(sheet, line, stars.get((index, number), ()))
                      for number, line in enumerate(sheet.lines, 1)),  # one after the other
            "matches": [_match(match, names) for match in sheet.matches],
            "totals": dict(zip(names, sheet.tally.totals)),
            "next": None if sheet.over else _next(sheet.next, names),
            "bock_left": sheet.multiplied_left, "pot": 0,
            **({sheet.pot_key: sheet.pot} if sheet.pot_key else {}), **sheet.left, **_marks(sheet),
            "payout": _money(sheet.payout, names)}


def _marks(sheet: Scoresheet) -> dict[str, dict[str, int]]:
    """Return what the running match counts besides points, or one that the table has broken off,
    and the solos owed where there is such a duty, each under the game's own name for it."""
    game, runs = sheet.record.game, True
    if sheet.over and sheet.matches:
        runs = sheet.matches[-1].outcome.reason is Reason.ENDED
    named = {game.marks_key: sheet.tally.marks if runs else (0,) * len(sheet.tally.marks),
             game.owed_key: game.owed(sheet.tally, sheet.rules) if game.owed_key else ()}
    return {key: dict(zip(sheet.record.names, figures))
            for key, figures in named.items() if key and figures}


def _hand(sheet: Scoresheet, line: Line, stars: Sequence[Star]) -> dict[str, Any]:
    names, table, duties = sheet.record.names, line.table, sheet.record.game.duties(line.table)
    return {"dealer": names[table.dealer],
            **{duty: None if seat is None else names[seat]
               for duty, seat in duties._asdict().items()},
            "active": [names[seat] for seat in table.active], "factor": line.factor,
            "points": dict(zip(names, line.points)),
            "totals": dict(zip(names, line.tally.totals)),
            "explain": sheet.explain(line), "stars": _stars(stars)}


def _match(match: Match, names: Sequence[str]) -> dict[str, Any]:
    winner, loser, several = match.outcome.winner, match.outcome.loser, match.outcome.seats
    return {"first_hand": match.first_hand, "last_hand": match.last_hand,
            "winner": None if winner is None else names[winner],
            "loser": None if loser is None else names[loser],
            **({"losers": [names[seat] for seat in several]} if several else {}),
            "payout": _money(match.payout, names)}


def _next(upcoming: NextHand, names: Sequence[str]) -> dict[str, Any]:
    return {"dealer": names[upcoming.table.dealer],
            "active": [names[seat] for seat in upcoming.table.active],
            "chosen_by": None if upcoming.chosen_by is None else names[upcoming.chosen_by]}


def _money(payout: Points | None, names: Sequence[str]) -> dict[str, int]:
    return {} if payout is None else dict(zip(names, payout))


# --- text -------------------------------------------------------------------------------------


def text(book: BookRecord, sheets: Sequence[Sequence[Scoresheet]], language: str) -> str:
    """Return the whole answer for people to read."""
    ledger = ledger_of(book, sheets)
    lines = [line for evening, scored, stars in zip(book.evenings, sheets, ledger.evenings)
             for line in _evening_text(evening, scored, stars, language)]
    lines += _ledger_text(ledger, language, after=bool(lines))
    return "\n".join([*lines, *_tournaments_text(book, language)]).removeprefix("\n")


def _evening_text(evening: EveningRecord, sheets: Sequence[Scoresheet], stars: EveningStars,
                  language: str) -> Iterator[str]:
    yield f"{evening.date.isoformat()} {evening.place}".rstrip()
    for sheet in sheets:
        yield ""
        yield from sheet_text(sheet, language)
    for currency, payout in balances(sheets).items():
        yield ""
        yield read_out(say("Settlement"), language)
        for name, cents in payout.items():
            yield f"  {name:<16}{as_written(_signed(cents), language):>10} {currency}"
        for transfer in settle(payout):
            amount = f"{as_written(written_amount(transfer.cents), language)} {currency}"
            yield "  " + read_out(say("{debtor} pays {creditor} {amount}", amount=amount,
                                      debtor=transfer.debtor, creditor=transfer.creditor), language)
    if stars.counted:
        yield ""
        yield read_out(say("Stars"), language)
        for star in sum_by_event(stars.counted):
            told = [read_out(Message(TITLES[star.event]), language), *[
                each.note for each in stars.counted if each.note
                and (each.player, each.event) == (star.player, star.event)]]
            yield f"  {star.player:<16}{star.stars:>+4}  {' · '.join(told)}"


def _ledger_text(ledger: Ledger, language: str, *, after: bool) -> Iterator[str]:
    if not ledger.balances:
        return
    if after:
        yield ""
    standing = ledger.standing()
    yield read_out(say("Star ledger"), language)
    total = (read_out(Message(standing.title), language), standing.total)
    yield from _balances_text((*standing.active.items(), total), language)
    if standing.retired:
        yield read_out(say("Retired"), language)
        yield from _balances_text(standing.retired.items(), language)


def _balances_text(balances: Iterable[tuple[str, int]], language: str) -> Iterator[str]:
    for name, stars in balances:
        told = as_written(kaesten(stars), language)
        yield f"  {name:<16}{stars:>6}  {read_out(say('{kaesten} Kästen', kaesten=told), language)}"


def as_written(figure: str, language: str) -> str:
    """Return a figure with a decimal point as the language writes it."""
    return figure.replace(".", ",") if language == "de" else figure


def _signed(cents: int) -> str:
    return f"{'-' if cents < 0 else '+' if cents else ''}{written_amount(abs(cents))}"


def _tournaments(book: BookRecord) -> dict[str, Any]:
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
        "ranking": [_row(standing, cash, place, entrant) for place, entrant in standing.everybody],
        "rounds": [_round(standing, draw.round) for draw in tournament.draws],
        "teams": [team._asdict() for team in standing.teams],
        "cash": {**cash.paid_in._asdict(), "gifts": tournament.money.gifts, "pot": cash.pot,
                 "rest": cash.rest, "box": cash.box,
                 "prizes": [won._asdict() for won in cash.prizes]}}


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
    results, draw = standing.rounds[round - 1], standing.tournament.draws[round - 1]
    return [{"place": place, "number": number, "table": draw.table_of(number),
             **results[number]._asdict()} for place, number in standing.ranking_of_round(round)]


def _tournaments_text(book: BookRecord, language: str) -> Iterator[str]:
    """Yield the lines about tournaments and championships."""
    standings = {each.name: Standing(each) for each in book.tournaments}
    for standing in standings.values():
        yield from _text_of(standing, language)
    for each in book.championships:
        yield from ("", each.name)
        yield from _table([[_place(row.place), row.name, _figure(row.points), f"({row.counted})"]
                           for row in championship(each, standings)])


def _text_of(standing: Standing, language: str) -> Iterator[str]:
    tournament, cash = standing.tournament, Cash(standing)

    def told(message: Message) -> str:
        return read_out(message, language)

    def money(cents: int) -> str:
        return as_written(signed_amount(cents), language)

    yield ""
    yield f"{tournament.date.isoformat()} {tournament.name} " \
        f"({called(tournament.game.title, language)})"
    yield from _table([[_place(place), str(entrant.number), entrant.name,
                        *[_figure(result and result.points) for result in [
                            standing.of_round(entrant.number, round)
                            for round in range(1, len(standing.rounds) + 1)]],
                        _figure(standing.totals[entrant.number].points if place else None),
                        money(cash.prize_of(entrant.number)) if cash.prizes else ""]
                       for place, entrant in standing.everybody])
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
