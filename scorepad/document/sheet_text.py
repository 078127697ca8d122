"""A sheet in text: its hands with who dealt, cut and led, its Partien, and what comes next."""

from collections.abc import Iterable, Iterator

from scorepad.book.scoresheet import Line, Scoresheet
from scorepad.games.game import Points, Rules, Table, Tally
from scorepad.games.money import written
from scorepad.games.protocols import HasRe
from scorepad.i18n.message import Message, listed, read_out, say, say_n

INDENT = " " * 5


def sheet_text(sheet: Scoresheet, language: str) -> Iterator[str]:
    """Yield the lines of a sheet."""
    names = sheet.record.names
    width = max(8, *(len(name) + 2 for name in names))

    def figure(points: int) -> str:
        return written(points, sheet.decimals).replace("\N{MINUS SIGN}", "-")

    def row(points: Points) -> str:
        return "".join(f"{figure(total):>{width}}" for total in points)

    yield sheet.record.game.title
    if sheet.record.absprachen:
        yield read_out(say("Agreed besides: {text}", text=sheet.record.absprachen), language)
    yield INDENT + "".join(f"{name:>{width}}" for name in names)
    for number, line in enumerate(sheet.lines, 1):
        cells = "".join(f"{figure(point) if point else '·':>{width}}" for point in line.points)
        yield f"{number:>4} {cells}  {_how(sheet, line, language)}".rstrip()
        yield INDENT + _around(sheet, line, language)
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
        yield from _next(sheet, language)


def _how(sheet: Scoresheet, line: Line, language: str) -> str:
    """Return how a hand came to its points, or why it has none."""
    if line.problems:
        return read_out(line.problems[0].message, language)
    return read_out(say("voided"), language) if line.record.voided else sheet.explain(line)


def _around(sheet: Scoresheet, line: Line, language: str) -> str:
    """Return who dealt, cut and led, who was Re, who sat out, and the note."""
    game, names = sheet.record.game, sheet.record.names
    said = [say("{name} deals", name=names[line.table.dealer]), *_duties(sheet, line.table)]
    if isinstance(game, HasRe) and (re := game.re_of(line.record.hand)):
        said.append(say("Re: {names}", names=_listed(names[seat] for seat in re)))
    told = [read_out(message, language) for message in said]
    return " · ".join(filter(None, [*told, line.record.note]))


def _next(sheet: Scoresheet, language: str) -> Iterator[str]:
    """Yield who deals next, cuts and leads, who may name another, and how many hands count
    double."""
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
            counts = [f"{name} {count}" for name, count in zip(sheet.record.names, meter.counts)]
            yield f"{INDENT}{read_out(Message(meter.title), language)}: {_listed(counts)}"


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)
