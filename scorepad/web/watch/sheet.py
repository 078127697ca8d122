"""A sheet as a watcher sees it: the totals, what runs, and the hands with their arithmetic."""

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Any, NamedTuple

from scorepad.book.people import Look
from scorepad.book.scoresheet import Line, Match
from scorepad.games.game import Seat
from scorepad.i18n.words import Words
from scorepad.paper.hands import told_rules
from scorepad.service import telling, telling_sheets
from scorepad.service.agreements import playing
from scorepad.service.views import EveningView, SheetView
from scorepad.web.watch.parts import MOST_COLUMNS, WIDEST, Part, Templates

BLOCK = 20
"""The hands in a part of the page: a new one changes the latest part alone."""

SHOWN = 4
"""The parts with hands on one page."""

ABREAST = 7
"""With more columns than these, a narrow window tells the hands in sentences."""

DIGIT, THIN = 0.65, 0.32
"""The widths of a digit, and of a sign that sets off others, in our font, in type sizes."""


class Way(NamedTuple):
    """A link to another page of a watcher's; lead: whether it stands out."""

    href: str
    title: str
    below: str = ""
    lead: bool = False


class Rank(NamedTuple):
    """A player in the ranking; won: the matches won and lost, in words; look: the player's, None
    where it is not shown."""

    name: str
    won: str
    points: str
    tone: str
    money: str = ""
    money_tone: str = ""
    look: Look | None = None


def first_after(before: int) -> int:
    """Return the first hand of the part of a hand, the second at least; 0 for 0."""
    return before and max(BLOCK, (before - 1) // BLOCK * BLOCK) + 1


def sheet_parts(sheet: SheetView, evening: EveningView, before: int,
                templates: Templates) -> Iterator[Part]:
    """Yield the parts of a sheet's page; before: the hands shown lie before the one with this
    number, the first of a part; 0 for the latest."""
    t, score, columns = templates.words, sheet.score, telling_sheets.columns_of(sheet)
    latest = min(before - 1, len(score.lines)) if before else len(score.lines)
    last = max(0, (latest - 1) // BLOCK)
    firsts = [1 + BLOCK * each for each in range(last, max(-1, last - SHOWN), -1)]
    ended = score.matches[-1] if score.matches and (
        score.over or score.matches[-1].last_hand == len(score.lines)) else None

    def part(name: str, place: str, *told: object) -> Part:
        return Part(name, place, templates.draw("sheet", name, *told))

    yield part("bar", "head", telling.title_of_sheet(sheet, t), telling.told_duties(sheet, t),
               score.multiplied_left, telling_sheets.told_doubled(score, t))
    yield part("totals", "head", telling_sheets.told_columns(sheet, t), sheet.looks,
               _frame(columns, score.tally.totals, score.decimals, t))
    yield part("about", "main", [t(telling.told_fork(each, sheet)) for each in sheet.questions],
               list(telling.told_contests(sheet, t)), score, telling_sheets.told_pot(score, t),
               ended and score.result(ended), _at_end(ended, sheet, t), looks_of(sheet),
               [way_to_sheet(other, t, lead=True) for other in playing(evening)
                if other.id != sheet.id])
    frame = _frame(columns, [each for line in score.lines[firsts[-1] - 1:latest]
                             for each in line.points], score.decimals, t)
    for first in firsts:
        hands = [_hand(sheet, number, line, columns, ended, t) for number, line in enumerate(
            score.lines[first - 1:first - 1 + BLOCK], first)]
        yield Part(f"hands-{first}", "main",
                   templates.draw("sheet", "block", first, hands[::-1], frame))
    yield part("foot", "main",
               f"/watch/{sheet.id}?before={firsts[-1]}" if firsts[-1] > 1 else "",
               f"/watch/{sheet.id}" if before else "",
               [Way(f"/watch/{evening.id}/settlement", t("Settlement"))])
    yield part("ranking", "aside", _ranking(sheet, t))


def _frame(columns: Sequence[Seat], points: Sequence[int], decimals: int, t: Words) -> str:
    """Return CSS classes for so many columns, and for the widest of these points."""
    widest = max(_width(t.points(each, decimals))
                 for each in (min(points, default=0), max(points, default=0)))
    many = " many" if len(columns) > ABREAST else ""
    return f"c{min(len(columns), MOST_COLUMNS)} w{min(WIDEST, max(10, ceil(widest * 10)))}{many}"


def _width(text: str) -> float:
    return sum(DIGIT if each.isdigit() or each in "+−" else THIN for each in text)


def way_to_sheet(sheet: SheetView, t: Words, *, lead: bool = False) -> Way:
    """Return the way to a sheet, with who plays and how far they are; lead: it stands out."""
    return Way(f"/watch/{sheet.id}", telling.title_of_sheet(sheet, t),
               " · ".join([", ".join(sheet.score.record.names),
                           ", ".join(telling.told_progress(sheet, t))]), lead)


def _hand(sheet: SheetView, number: int, line: Line, columns: Sequence[Seat],
          ended: Match | None, t: Words) -> tuple[Any, ...]:
    """Return what the template is told; ended: the match whose end stands above all hands."""
    score, told = sheet.score, telling_sheets.told_row(sheet, number, line, columns, t)
    tones = [telling_sheets.tone_of_points(line.points[seat], sheet.game.low_is_good)
             if line.points[seat] else "muted" for seat in columns]
    match = score.match_ended_by(number)
    rules = "" if line.record.rules is None else t(
        "House rules: {rules}", rules=told_rules(line.record.rules, t) or t("standard"))
    band = None if match is None or match is ended else telling_sheets.told_band(score, match, t)
    return (number, line, told, list(zip(told.cells, tones)),
            (told.written or "·") if len(columns) > ABREAST else "",
            line.record.stamp.id in sheet.corrected, band, rules)


def _at_end(match: Match | None, sheet: SheetView, t: Words) -> list[tuple[str, str, str, str]]:
    """Return everybody with the points, the money and its tone at the end of a match."""
    score = sheet.score
    return [] if match is None else [(
        each.who, "" if each.points is None else t.points(each.points, score.decimals),
        "" if each.cents is None else t.balance(each.cents, score.record.currency),
        telling_sheets.tone_of(each.cents or 0)) for each in telling.standing_at_end(match, sheet)]


def looks_of(sheet: SheetView) -> dict[str, Look]:
    """Return the looks of those on a sheet by name."""
    return dict(zip(sheet.score.record.names, sheet.looks))


def ranks_of(sheet: SheetView, t: Words) -> list[Rank]:
    """Return everybody on a sheet, the best first, without money."""
    looks = looks_of(sheet)
    return [Rank(rank.name, t(won) if (won := telling.told_matches(rank)) else "",
                 t.points(rank.points, sheet.score.decimals),
                 telling_sheets.tone_of_points(rank.points, sheet.game.low_is_good),
                 look=looks[rank.name])
            for rank in sheet.ranking]


def _ranking(sheet: SheetView, t: Words) -> list[Rank]:
    """Return everybody, the best first, with the money so far where the points are none."""
    score, ranks, money = sheet.score, ranks_of(sheet, t), sheet.money
    if not money or score.decimals:
        return ranks
    return [rank._replace(money=t.balance(money[rank.name], score.record.currency),
                          money_tone=telling_sheets.tone_of(money[rank.name])) for rank in ranks]
