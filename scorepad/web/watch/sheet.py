"""A sheet as a watcher sees it: the totals, what runs, and the hands with their arithmetic."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import NamedTuple

from scorepad.book.scoresheet import Line, Match
from scorepad.games.game import Meter, Seat
from scorepad.i18n.message import say_n
from scorepad.i18n.words import Words
from scorepad.paper.hands import told_rules
from scorepad.service.agreements import is_left
from scorepad.service.telling import (
    PROVISIONAL,
    columns_of,
    standing_at_end,
    title_of_sheet,
    told_cell,
    told_contests,
    told_duties,
    told_fork,
    told_matches,
    told_note,
    told_progress,
    told_rest,
)
from scorepad.service.views import EveningView, SheetView
from scorepad.web.watch.parts import MOST_COLUMNS, WIDEST, Part, Templates

BLOCK = 20
"""The hands in a part of the page: a new one changes the latest part alone."""

SHOWN = 4
"""The parts with hands on one page."""

ABREAST = 7
"""With more columns than these, a narrow window tells the hands in sentences."""

DOTS_UP_TO = 10
"""A meter with more steps than this is drawn as a bar."""

NOTHING = ("·", "–", "")
"""The marks that stand in a row instead of a figure."""

DIGIT, THIN = 0.65, 0.32
"""The widths of a digit, and of a sign that sets off others, in our font, in type sizes."""


class Way(NamedTuple):
    """A link to another page of a watcher's; lead: whether it stands out."""

    href: str
    title: str
    below: str = ""
    lead: bool = False


@dataclass(frozen=True)
class About:
    """The sheet at large, as the page shows it; also: for each hand of which something else was
    said a title and what was."""

    title: str
    duties: str
    back: str
    back_label: str
    bock: str
    bock_said: str
    forks: tuple[str, ...]
    provisional: str
    also: tuple[tuple[str, tuple[str, ...]], ...]
    pot_title: str
    pot: str
    offer: str
    due: str
    others: tuple[Way, ...]


class Drawn(NamedTuple):
    """A meter of a player: dots that are on or off, None for a bar; the share of the bar in per
    cent, and whether it is near an end that nobody wants."""

    dots: tuple[bool, ...] | None
    share: int
    near: bool


class Column(NamedTuple):
    """A player's column: the total as it is shown and as it is read out, and what else belongs to
    it."""

    name: str
    total: str
    tone: str
    said: str
    deals: bool
    rests: bool
    meters: tuple[Drawn, ...]


class Band(NamedTuple):
    """The end of a match, above the hand that ended it."""

    title: str
    told: str = ""
    money: str = ""


class Row(NamedTuple):
    """A hand: its cells with their tones; told: who wrote what, where so many have no columns;
    rules: the house rules from this hand on."""

    number: int
    factor: int
    cells: tuple[tuple[str, str], ...]
    told: str
    note: str
    said: str
    wrong: bool
    quiet: bool
    corrected: bool
    band: Band | None
    rules: str


class EndLine(NamedTuple):
    """The points and the money of somebody at the end of a match."""

    who: str
    points: str
    money: str
    tone: str


class End(NamedTuple):
    """The end of the match that was played last, while no further hand follows."""

    result: str
    why: str
    lines: tuple[EndLine, ...]


class Rank(NamedTuple):
    """A player in the ranking; won: the matches won and lost, in words."""

    name: str
    won: str
    points: str
    tone: str
    money: str = ""
    money_tone: str = ""


def tone_of(amount: int | Fraction) -> str:
    """Return the tone of what somebody gains or loses; empty for neither."""
    return "gain" if amount > 0 else "loss" if amount < 0 else ""


def tone_of_points(points: int, low_is_good: bool) -> str:
    """Return the tone of a figure on a sheet. Where points are bad to have, everybody gets some:
    only the good ones below zero stand out."""
    return ("gain" if points < 0 else "") if low_is_good else tone_of(points)


def first_after(before: int) -> int:
    """Return the first hand of the part in which a hand lies, of the second part at least; 0 for 0.
    """
    return before and max(BLOCK, (before - 1) // BLOCK * BLOCK) + 1


class SheetPage:
    """The parts of a sheet's page; before: the hands shown lie before the one with this number, the
    first of a part; 0 for the latest."""

    def __init__(self, sheet: str, templates: Templates, before: int = 0) -> None:
        self.id, self.templates = sheet, templates
        self.before = before
        self._blocks: dict[int, tuple[object, Part]] = {}
        self._hands: dict[int, tuple[object, str]] = {}

    def parts(self, sheet: SheetView, evening: EveningView) -> list[Part]:
        """Return the parts; a part in which nothing has changed is the very same."""
        t, score = self.templates.words, sheet.score
        columns = columns_of(sheet)
        frame = _frame(columns, score.tally.totals, score.decimals, t)
        about, match = _about(sheet, evening, t), _shown_end(sheet)
        latest = len(score.lines) if not self.before else min(self.before - 1, len(score.lines))
        last = max(0, (latest - 1) // BLOCK)
        firsts = [1 + BLOCK * each for each in range(last, max(-1, last - SHOWN), -1)]
        shown = score.lines[firsts[-1] - 1:latest]
        cells = _frame(columns, [each for line in shown for each in line.points],
                       score.decimals, t)
        self._blocks = {first: self._blocks[first] for first in firsts if first in self._blocks}
        self._hands = {number: hand for number, hand in self._hands.items()
                       if firsts[-1] <= number <= latest}
        ways = [Way(f"/watch/{evening.id}/settlement", t("Settlement"))]
        return [
            self._part("bar", "head", about),
            self._part("totals", "head", _columns(sheet, columns, t), frame),
            self._part("about", "main", about, match and _end(match, sheet, t)),
            *[self._block(first, sheet, columns, match, cells) for first in firsts],
            self._part("foot", "main", self._earlier(firsts[-1]),
                       f"/watch/{self.id}" if self.before else "", ways),
            self._part("ranking", "aside", _ranking(sheet, t))]

    def _part(self, name: str, place: str, *told: object) -> Part:
        return Part(name, place, self.templates.draw("sheet", name, *told))

    def _earlier(self, first: int) -> str:
        return f"/watch/{self.id}?before={first}" if first > 1 else ""

    def _block(self, first: int, sheet: SheetView, columns: Sequence[Seat], match: Match | None,
               frame: str) -> Part:
        """Return the part with the hands from `first` on, newest on top."""
        t, score = self.templates.words, sheet.score
        lines = score.lines[first - 1:first - 1 + BLOCK]
        shows = (lines, frame, columns, score.record.names, sheet.corrected,
                 match if match and match.last_hand >= first else None,
                 sum(each.last_hand < first for each in score.matches))
        before = self._blocks.get(first)
        if before is not None and before[0] == shows:
            return before[1]
        hands = [self._hand(sheet, number, line, columns, match)
                 for number, line in enumerate(lines, first)]
        part = Part(f"hands-{first}", "main", self.templates.draw(
            "sheet", "block", first, hands[::-1], frame,
            "" if hands else t("No hand was played so far.")))
        self._blocks[first] = shows, part
        return part

    def _hand(self, sheet: SheetView, number: int, line: Line, columns: Sequence[Seat],
              told: Match | None) -> str:
        """Return the HTML of a hand; told: the match whose end stands above all hands."""
        score = sheet.score
        match = score.match_ended_by(number)
        shows = (line, columns, score.record.names, line.record.stamp.id in sheet.corrected,
                 match and (match is told, score.matches.index(match)))
        before = self._hands.get(number)
        if before is not None and before[0] == shows:
            return before[1]
        html = self.templates.draw(
            "sheet", "hand", _row(sheet, number, line, columns, told, self.templates.words))
        self._hands[number] = shows, html
        return html


def _frame(columns: Sequence[Seat], points: Sequence[int], decimals: int, t: Words) -> str:
    """Return the CSS classes that say how many columns there are, and how wide the widest of these
    points is."""
    widest = max(_width(t.points(each, decimals))
                 for each in (min(points, default=0), max(points, default=0)))
    many = " many" if len(columns) > ABREAST else ""
    return f"c{min(len(columns), MOST_COLUMNS)} w{min(WIDEST, max(10, ceil(widest * 10)))}{many}"


def _width(text: str) -> float:
    return sum(DIGIT if each.isdigit() or each in "+−" else THIN for each in text)


# --- the head -------------------------------------------------------------------------------------


def _about(sheet: SheetView, evening: EveningView, t: Words) -> About:
    score, left = sheet.score, sheet.score.multiplied_left
    held = t.money(score.pot, score.record.currency) if score.decimals else t.points(score.pot)
    return About(
        title_of_sheet(sheet, t), told_duties(sheet, t), "/watch?list", t("Back to the evenings"),
        t("Bock: {n} left", n=left) if left else "",
        t(say_n("{n} more hand counts double", "{n} more hands count double", left)) if left
        else "",
        tuple([t(told_fork(each, sheet)) for each in sheet.questions]),
        t(PROVISIONAL), tuple(told_contests(sheet, t)),
        t(score.pot_title) if score.pot_title else "", held if score.pot_title else "",
        "" if score.offer is None else t(score.offer), t(score.due) if score.due else "",
        tuple(_others(sheet, evening, t)))


def _others(sheet: SheetView, evening: EveningView, t: Words) -> Iterator[Way]:
    """Yield the ways to the other sheets of the evening at which somebody still plays."""
    if not evening.closed:
        for other in evening.sheets:
            if other.id != sheet.id and not other.score.over and not is_left(evening, other):
                yield way_to_sheet(other, t, lead=True)


def way_to_sheet(sheet: SheetView, t: Words, *, lead: bool = False) -> Way:
    """Return the way to a sheet: its game, who plays, and how far they are; lead: whether it
    stands out."""
    return Way(f"/watch/{sheet.id}", title_of_sheet(sheet, t),
               f"{', '.join(sheet.score.record.names)} · {', '.join(told_progress(sheet, t))}",
               lead)


def _columns(sheet: SheetView, columns: Sequence[Seat], t: Words) -> list[Column]:
    score = sheet.score
    meters = sheet.game.meters(score.tally, score.rules)
    low = sheet.game.low_is_good
    drawn = []
    for seat in columns:
        name, total = score.record.names[seat], score.tally.totals[seat]
        deals = not score.over and score.next.table.dealer == seat
        rests = told_rest(sheet, seat, t)
        counted = ", ".join(f"{t(meter.title)}: {meter.counts[seat]}" for meter in meters
                            if meter.full <= DOTS_UP_TO)
        said = t.money(total, score.record.currency) if score.decimals \
            else t("{points} points", points=t.points(total))
        drawn.append(Column(
            name, t.points(total, score.decimals), tone_of_points(total, low),
            ", ".join(filter(None, [name, said, counted, t("deals next") if deals else "",
                                    rests])),
            deals, bool(rests), tuple([_meter(each, seat, low) for each in meters])))
    return drawn


def _meter(meter: Meter, seat: Seat, low: bool) -> Drawn:
    count = meter.counts[seat]
    if meter.full <= DOTS_UP_TO:
        return Drawn(tuple([step < count for step in range(max(meter.full, count))]), 0, False)
    return Drawn(None, max(0, min(100, count * 100 // meter.full)),
                 low and count * 4 >= meter.full * 3)


# --- the hands ------------------------------------------------------------------------------------


def _row(sheet: SheetView, number: int, line: Line, columns: Sequence[Seat],
         told: Match | None, t: Words) -> Row:
    """Return the row of a hand; told: the match whose end stands above all hands."""
    score, note = sheet.score, told_note(sheet, line, t)
    cells = tuple([(told_cell(line, seat, score.decimals, t),
                    tone_of_points(line.points[seat], sheet.game.low_is_good)
                    if line.points[seat] else "muted") for seat in columns])
    written = ", ".join(f"{score.record.names[seat]} {cell}" for seat, (cell, _) in
                        zip(columns, cells) if cell not in NOTHING)
    corrected = line.record.stamp.id in sheet.corrected
    said = ", ".join(filter(None, [
        t("Hand {number}: {what}", number=number, what=written or note or "–"),
        note if written else "", f"Bock ×{line.factor}" if line.factor != 1 else "",
        t("corrected") if corrected else ""]))
    match = score.match_ended_by(number)
    rules = "" if line.record.rules is None else t(
        "House rules: {rules}", rules=told_rules(line.record.rules, t) or t("standard"))
    return Row(number, line.factor, cells, (written or "·") if len(columns) > ABREAST else "",
               note, said, bool(line.problems), line.record.voided, corrected,
               None if match is None or match is told else _band(sheet, match, t), rules)


def _band(sheet: SheetView, match: Match, t: Words) -> Band:
    score = sheet.score
    if sheet.score.record.one_match:  # how it ended stands above all hands
        return Band(t("The end"))
    money = "" if match.payout is None else " · ".join(
        f"{name} {t.balance(cents, score.record.currency)}"
        for name, cents in zip(score.record.names, match.payout) if cents)
    number = score.matches.index(match) + 1
    return Band(t("Match {number}", number=number), t(score.tell(match)), money)


def _shown_end(sheet: SheetView) -> Match | None:
    """Return the match that was played last, if no hand of another one has followed."""
    score = sheet.score
    if score.matches and (score.over or score.matches[-1].last_hand == len(score.lines)):
        return score.matches[-1]
    return None


def _end(match: Match, sheet: SheetView, t: Words) -> End:
    score = sheet.score
    won, why = score.result(match)
    return End(t(won), t(why), tuple([EndLine(
        each.who, "" if each.points is None else t.points(each.points, score.decimals),
        "" if each.cents is None else t.balance(each.cents, score.record.currency),
        tone_of(each.cents or 0)) for each in standing_at_end(match, sheet)]))


# --- beside the hands -----------------------------------------------------------------------------


def ranks_of(sheet: SheetView, t: Words) -> list[Rank]:
    """Return everybody on a sheet, the best first, without money."""
    return [Rank(rank.name, t(won) if (won := told_matches(rank)) else "",
                 t.points(rank.points, sheet.score.decimals),
                 tone_of_points(rank.points, sheet.game.low_is_good)) for rank in sheet.ranking]


def _ranking(sheet: SheetView, t: Words) -> list[Rank]:
    """Return everybody, the best first, with the money so far where the points are none."""
    score, ranks, money = sheet.score, ranks_of(sheet, t), sheet.money
    if not money or score.decimals:
        return ranks
    return [rank._replace(money=t.balance(money[rank.name], score.record.currency),
                          money_tone=tone_of(money[rank.name])) for rank in ranks]
