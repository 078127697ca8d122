"""The words for an evening: its sheets as every page tells them, who has won it, and what people
remember of it."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from enum import Enum, auto
from fractions import Fraction
from typing import NamedTuple

from scorepad.book.ledger import EveningStars, next_kasten
from scorepad.book.scoresheet import Line, Match, Scoresheet
from scorepad.book.statistics import LOST, digest, longest_in
from scorepad.games.game import Meter, Seat
from scorepad.games.protocols import GivesStars, SeatsChange
from scorepad.i18n.message import Message, listed, say, say_n
from scorepad.i18n.words import Words
from scorepad.service.telling import by_gain
from scorepad.service.views import EveningView, SheetView

SHORTEST = 3
"""The hands lost in a row from which that is a run."""


class Feat(NamedTuple):
    """A hand that stands out, and for whom. sheet: its index; hand: counted from 1."""

    names: tuple[str, ...]
    sheet: int
    hand: int


class Highlights(NamedTuple):
    """The best and the worst hand of an evening, and who lost most hands in a row, each None where
    there is none; `lost` counts those hands."""

    best: Feat | None
    worst: Feat | None
    unlucky: tuple[str, ...]
    lost: int


def highlights(sheets: Sequence[Scoresheet]) -> Highlights:
    """Return what stands out on the sheets of an evening.

    Points of two games do not compare: the hands are those of the game that was played most. A hand
    is as good for somebody as they are ahead of the others. It stands out only for those who are
    no more than half of its players: in most hands of Kalter Schlag all but one are well off.
    """
    played = Counter([sheet.record.game for sheet in sheets for _ in sheet.lines])
    most = max(played, key=played.__getitem__, default=None)
    found = [each for index, sheet in enumerate(sheets) if sheet.record.game is most
             for each in _feats(index, sheet)]
    best = max(found, key=lambda each: each[0], default=(0, None))
    worst = min(found, key=lambda each: each[0], default=(0, None))
    unlucky, lost = _unlucky(sheets)
    return Highlights(best[1] if best[0] > 0 else None, worst[1] if worst[0] < 0 else None,
                      unlucky, lost)


def _feats(index: int, sheet: Scoresheet) -> Iterator[tuple[int, Feat]]:
    """Yield how far players are ahead in each hand, or below 0 behind, and who they are."""
    names, sign = sheet.record.names, -1 if sheet.record.game.low_is_good else 1
    for number, line in enumerate(sheet.lines, 1):
        active = line.table.active
        together = sum([line.points[seat] for seat in active])
        ahead = {seat: sign * (line.points[seat] * len(active) - together) for seat in active}
        for amount in {*ahead.values()}:
            seats = [seat for seat in active if ahead[seat] == amount]
            if 2 * len(seats) <= len(active):
                yield amount, Feat(tuple([names[seat] for seat in seats]), index, number)


def _unlucky(sheets: Sequence[Scoresheet]) -> tuple[tuple[str, ...], int]:
    courses: dict[str, str] = {}
    for sheet in sheets:
        for name, figures in zip(sheet.record.names, digest(sheet).figures):
            courses[name] = courses.get(name, "") + figures.course
    runs = {name: longest_in(course, LOST) for name, course in courses.items()}
    most = max(runs.values(), default=0)
    if most < SHORTEST:
        return (), 0
    return tuple([name for name, run in runs.items() if run == most]), most


class Kind(Enum):
    """The things of an evening that are remembered."""

    BEST = auto()
    WORST = auto()
    UNLUCKY = auto()
    KASTEN = auto()


class Remembered(NamedTuple):
    """Something to remember, and below it what happened."""

    kind: Kind
    title: str
    below: str


def told_winners(view: EveningView) -> Message:
    """Return who has won an evening, or is ahead as long as it goes on, if that can be said."""
    match view.winners:
        case ():
            return say("The evening is over") if view.closed else say("Nobody is ahead")
        case names if not view.closed:
            return say("Ahead so far: {names}", names=listed(names))
        case (name,):
            return say("{name} wins the evening", name=name)
        case names:
            return say("{names} win the evening", names=listed(names))


def remembered(view: EveningView, stars: EveningStars | None, active: Collection[str],
               t: Words) -> Iterator[Remembered]:
    """Yield what is remembered of an evening; stars: its stars, None if the club keeps no ledger;
    active: the names of those who have not retired."""
    found = highlights([sheet.score for sheet in view.sheets])
    if found.best:
        yield Remembered(Kind.BEST, t("Best hand: {names}", names=listed(found.best.names)),
                         _told(found.best, view, t))
    if found.worst:
        yield Remembered(Kind.WORST, t("Worst hand: {names}", names=listed(found.worst.names)),
                         _told(found.worst, view, t))
    if found.unlucky:
        yield Remembered(Kind.UNLUCKY, t("Longest unlucky run: {names}",
                                         names=listed(found.unlucky)),
                         t(say_n("{n} hand in a row not won", "{n} hands in a row not won",
                                 found.lost)))
    if stars and (names := next_kasten(stars.balances, active)):
        yield Remembered(Kind.KASTEN, t("Next Kasten: {names}", names=listed(names)),
                         t(say_n("{n} star", "{n} stars", stars.balances[names[0]])))


def _told(feat: Feat, view: EveningView, t: Words) -> str:
    """Return where a hand that stands out was played, and how it came about."""
    sheet = view.sheets[feat.sheet]
    line, names = sheet.score.lines[feat.hand - 1], sheet.score.record.names
    return " · ".join([*([t.game(sheet.game.title)] if len(view.sheets) > 1 else []),
                       t("Hand {number}", number=feat.hand),
                       t.arithmetic(sheet.score.explain(line))
                       or t.hand(sheet.game.describe(line.record.hand, names))])


class Result(NamedTuple):
    """The result of somebody at the end: a figure, and its tone as `tone_of` returns it."""

    name: str
    figure: str
    tone: str


def told_result(view: EveningView, t: Words) -> list[Result]:
    """Return what everybody has, the best first: the money of every currency, or else the points of
    the latest sheet."""
    if not view.settlements:
        return [Result(rank.name, t.points(rank.points, sheet.score.decimals),
                       tone_of_points(rank.points, sheet.game.low_is_good))
                for sheet in view.sheets[-1:] for rank in sheet.ranking]
    first = view.settlements[0]
    names = dict.fromkeys([name for name, _ in by_gain(first)]) | dict.fromkeys(
        [name for settled in view.settlements for name in settled.balances])
    return [Result(name, " · ".join([t.balance(settled.balances[name], settled.currency)
                                     for settled in view.settlements if name in settled.balances]),
                   tone_of(first.balances.get(name, 0))) for name in names]


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
    """The column of a player. said: all of it, as a screen reader says it; besides: without the
    name and the total; deals: the next hand; rests: why the player is not in it, empty for one who
    is."""

    seat: Seat
    name: str
    total: str
    tone: str
    said: str
    besides: str
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
        points = t.money(total, score.record.currency) if score.decimals \
            else t(say_n("{points} point", "{points} points", abs(total), points=t.points(total)))
        besides = ", ".join(filter(None, [
            *[f"{t(meter.title)}: {meter.counts[seat]}" for meter in meters
              if meter.full <= DOTS_UP_TO],
            t("deals next") if deals else "", rests]))
        told.append(Column(
            seat, name, t.points(total, score.decimals), tone_of_points(total, game.low_is_good),
            ", ".join(filter(None, [name, points, besides])), besides, deals, rests,
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
    """Return the row of the hand with this number, counted from 1. line: the hand, which may be one
    that does not count; columns: the seats that have one, from left to right."""
    names, note = sheet.score.record.names, _note(sheet, line, t)
    cells = tuple([_cell(line, seat, sheet.score.decimals, t) for seat in columns])
    written = ", ".join(f"{names[seat]} {cell}" for seat, cell in zip(columns, cells)
                        if cell not in NOTHING)
    said = [t("Hand {number}: {what}", number=number, what=written or note or "–"),
            note if written else "", f"Bock × {line.factor}" if line.factor != 1 else "",
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
    names = sheet.score.record.names
    told = [f"{stars} {names[seat]}" for seat, stars in starred(sheet, line).items()]
    if sheet.game.explains_rows:
        note = t.arithmetic(sheet.score.explain(line))
        if note != str(max(line.points)):  # something was multiplied or rounded
            told = [note, *told]
    return " · ".join(told)


def starred(sheet: SheetView, line: Line) -> dict[Seat, str]:
    """Return the stars that a hand gives, as they are written, by whose they are."""
    if not isinstance(sheet.game, GivesStars) or line.score is None:
        return {}
    stars = Counter([seat for seat, _ in sheet.game.events(line.record.hand, line.table)])
    return {seat: f"★{count if count > 1 else ''}" for seat, count in stars.items()}


class Band(NamedTuple):
    """The end of a Partie, above its last hand: who won it, and what everybody gets or pays."""

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
