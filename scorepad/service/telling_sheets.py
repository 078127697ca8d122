"""A sheet as every page tells it: the players' columns, the hands, and the ends of Partien."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from scorepad.book.scoresheet import Line, Match, Scoresheet
from scorepad.games.game import Meter, Seat
from scorepad.games.protocols import GivesStars, SeatsChange
from scorepad.i18n.message import say_n
from scorepad.i18n.words import Words
from scorepad.service.views import SheetView

NOTHING = ("·", "–", "")
"""The marks that stand in a row instead of a figure."""

DOTS_UP_TO = 10
"""A meter with more steps than this is drawn as a bar."""


def tone_of(amount: int | Fraction) -> str:
    """Return "gain" or "loss" for what somebody receives or pays; empty for neither."""
    return "gain" if amount > 0 else "loss" if amount < 0 else ""


def tone_of_points(points: int, low_is_good: bool) -> str:
    """Return the tone of a figure on a sheet. Where points are bad to have, everybody gets some:
    only the good ones below zero stand out."""
    return ("gain" if points < 0 else "") if low_is_good else tone_of(points)


# --- the head -------------------------------------------------------------------------------------


class Drawn(NamedTuple):
    """A meter of a player: dots that are on or off, None for a bar; the filled part of the bar, in
    thousandths; and whether it is near an end that nobody wants."""

    dots: tuple[bool, ...] | None
    filled: int = 0
    near: bool = False


class Column(NamedTuple):
    """The column of a player. said: all of it, as a screen reader says it; deals: the next hand;
    rests: why the player is not in it, empty for one who is."""

    seat: Seat
    name: str
    total: str
    tone: str
    said: str
    deals: bool
    rests: str
    meters: tuple[Drawn, ...]


def columns_of(sheet: SheetView) -> tuple[Seat, ...]:
    """Return the seats that have a column: those at the table, in the order in which they sit, and
    after them of whoever has played; not of somebody whose joining was undone."""
    seats = range(len(sheet.players))
    if not isinstance(sheet.game, SeatsChange):
        return tuple(seats)
    here = sheet.score.next.table.seats
    played = set().union(*[line.table.seats for line in sheet.score.lines])
    return (*here, *[seat for seat in seats if seat in played and seat not in here])


def told_columns(sheet: SheetView, t: Words) -> list[Column]:
    """Return the players' columns, from left to right."""
    score, game = sheet.score, sheet.game
    upcoming, meters = score.next.table, game.meters(score.tally, score.rules)
    told = []
    for seat in columns_of(sheet):
        name, total = score.record.names[seat], score.tally.totals[seat]
        deals = not score.over and upcoming.dealer == seat
        rests = "" if score.over or seat in upcoming.active else \
            t("sits out") if seat in upcoming.seats else t("has left")
        said = [name, t.money(total, score.record.currency) if score.decimals
                else t(say_n("{points} point", "{points} points", abs(total),
                             points=t.points(total))),
                *[f"{t(meter.title)}: {meter.counts[seat]}" for meter in meters
                  if meter.full <= DOTS_UP_TO],
                t("deals next") if deals else "", rests]
        told.append(Column(
            seat, name, t.points(total, score.decimals), tone_of_points(total, game.low_is_good),
            ", ".join(filter(None, said)), deals, rests,
            tuple([_drawn(meter, meter.counts[seat], game.low_is_good) for meter in meters])))
    return told


def _drawn(meter: Meter, count: int, low_is_good: bool) -> Drawn:
    if meter.full <= DOTS_UP_TO:
        return Drawn(tuple([step < count for step in range(max(meter.full, count))]))
    return Drawn(None, max(0, min(1000, round(1000 * count / meter.full))),
                 low_is_good and count * 4 >= meter.full * 3)


def told_doubled(score: Scoresheet, t: Words) -> str:
    """Return how many more hands count double; empty for none."""
    left = score.multiplied_left
    return t(say_n("{n} more hand counts double", "{n} more hands count double", left)) \
        if left else ""


def told_pot(score: Scoresheet, t: Words) -> str:
    """Return what is in the pot."""
    return t.money(score.pot, score.record.currency) if score.decimals else t.points(score.pot)


# --- the hands ------------------------------------------------------------------------------------


class Row(NamedTuple):
    """A hand: a text for each column; who wrote what, in one line; how it came about, or why it
    scores nothing, empty if that is plain to see; all of it as a screen reader says it."""

    cells: tuple[str, ...]
    written: str
    note: str
    said: str


def told_row(sheet: SheetView, number: int, line: Line, columns: Sequence[Seat], t: Words) -> Row:
    """Return the row of the hand with this number."""
    names, note = sheet.score.record.names, _note(sheet, line, t)
    cells = tuple([_cell(line, seat, sheet.score.decimals, t) for seat in columns])
    written = ", ".join(f"{names[seat]} {cell}" for seat, cell in zip(columns, cells)
                        if cell not in NOTHING)
    said = [t("Hand {number}: {what}", number=number, what=written or note or "–"),
            note if written else "", f"Bock ×{line.factor}" if line.factor != 1 else "",
            t("corrected") if line.record.stamp.id in sheet.corrected else ""]
    return Row(cells, written, note, ", ".join(filter(None, said)))


def _cell(line: Line, seat: Seat, decimals: int, t: Words) -> str:
    """Return a figure, a dot for no points, a dash for a player who sat out, and nothing for
    somebody who was not at the table."""
    if points := line.points[seat]:
        return t.points(points, decimals)
    return "·" if seat in line.table.active else "–" if seat in line.table.seats else ""


def _note(sheet: SheetView, line: Line, t: Words) -> str:
    if line.problems:
        return t.sentence(line.problems[0].message)
    if line.record.voided:
        return t("voided")
    stars = Counter(_who_has_stars(sheet, line))
    told = [f"★{count if count > 1 else ''} {name}" for name, count in stars.items()]
    if sheet.game.explains_rows:
        note = t.arithmetic(sheet.score.explain(line))
        if note != str(max(line.points)):  # something was multiplied or rounded
            told = [note, *told]
    return " · ".join(told)


def _who_has_stars(sheet: SheetView, line: Line) -> list[str]:
    """Return the names of those to whom a hand gives a star, once for each."""
    if not isinstance(sheet.game, GivesStars) or line.score is None:
        return []
    return [sheet.score.record.names[seat]
            for seat, _ in sheet.game.events(line.record.hand, line.table)]


class Band(NamedTuple):
    """The end of a Partie, above the hand that ended it: who won it, and what everybody receives
    or pays."""

    title: str
    told: str = ""
    money: str = ""


def told_band(score: Scoresheet, match: Match, t: Words) -> Band:
    """Return the end of a Partie. Of the only one the title is enough: how it ended stands above
    all hands, or where the entry was."""
    if score.record.one_match:
        return Band(t("The end"))
    money = "" if match.payout is None else " · ".join(
        f"{name} {t.balance(cents, score.record.currency)}"
        for name, cents in zip(score.record.names, match.payout) if cents)
    return Band(t("Match {number}", number=score.matches.index(match) + 1),
                t(score.tell(match)), money)
