"""The year of a club as a poster: one page, A3, to hang on a wall. Who came first, how the money
went from evening to evening, the records, the stars."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date as Date
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from scorepad.book.ledger import Ledger
from scorepad.book.people import Colour, Look, Marker
from scorepad.book.statistics.columns import Column, columns, ordered
from scorepad.book.statistics.drawing import Scale, marked, spread
from scorepad.games.protocols import DURCHMARSCH
from scorepad.i18n.message import N_, say, say_n
from scorepad.i18n.words import Words
from scorepad.paper.page import MARGIN, Paper, line_height
from scorepad.paper.year import stars_at_end
from scorepad.system.steps import Steps, stepwise

if TYPE_CHECKING:
    from scorepad.book.statistics import Record
    from scorepad.service.statistics import Overview

INKS = {
    Colour.TEAL: "#0B6E69", Colour.BLUE: "#1F5FBF", Colour.ORANGE: "#A84E00",
    Colour.PURPLE: "#7A3DB8", Colour.RED: "#B3261E", Colour.LIME: "#55701B",
    Colour.PINK: "#B0277D", Colour.BROWN: "#6D4C33", Colour.CYAN: "#00708A",
    Colour.GREY: "#5A6270"}
"""The colours of the people, as the light theme of the screens has them."""

BAND, ON_BAND, WHITE, LINE, GOLD = "#12513C", "#A9F2D2", "#FFFFFF", "#D9DFD8", "#7A5900"

WIDE, HIGH = 297.0, 420.0
ACROSS = WIDE - 2 * MARGIN
BAND_HIGH = 90.0

STEPS = (46.0, 34.0, 24.0)
"""The heights of the podium, in millimetres."""

PODIUM, STEP_WIDTH, STEP_GAP = 181.0, 80.0, 6.0
"""Millimetres: the foot of the podium from the upper edge, and a step of it."""

CHART, ROW, STARS_ROW, HEADING = 189.0, 26.0, 15.0, 11.0
"""Millimetres: where the course begins; a row of records, one of stars, and a heading."""

LEAST = 0.65
"""The smallest that the type of a name may become, as a fraction, before it is cut."""

MOST_RECORDS, RECORDS_A_ROW, STARS_A_ROW, MOST_STARS = 6, 3, 6, 12
MOST_LINES = 30
"""The most lines that names have room beside."""


class _Record(NamedTuple):
    """The best of the year in something, and whose it is."""

    title: str
    figure: str
    names: list[str]


class _Wall(Paper):
    """A paper that is drawn on freely, in colours; all places and lengths in millimetres."""

    def page(self) -> bytes:
        """Return it as it is: a poster has no number."""
        return bytes(self._pdf.output())

    def block(self, x: float, y: float, width: float, height: float, ink: str) -> None:
        """Fill a rectangle."""
        self._pdf.set_fill_color(ink)
        with self.aside():
            self._pdf.rect(x, y, width, height, "F")

    def line(self, points: Sequence[tuple[float, float]], ink: str, width: float) -> None:
        """Draw a line from point to point, without corners that stand out."""
        self._pdf.set_draw_color(ink)
        self._pdf.set_line_width(width)
        with self.aside(), self._pdf.local_context(stroke_join_style="round",
                                                   stroke_cap_style="round"):
            self._pdf.polyline(points)

    def sign(self, marker: Marker, x: float, y: float, ink: str, size: float) -> None:
        """Draw a player's marker, as the screens have it, around its centre."""
        self._pdf.set_fill_color(ink)
        if marker in (Marker.CROSS, Marker.PLUS):
            bend = size if marker is Marker.CROSS else 0
            for to, down in ((size, bend), (bend, -size)):
                self.line([(x - to, y - down), (x + to, y + down)], ink, size / 2)
        with self.aside():
            if marker is Marker.CIRCLE:
                self._pdf.circle(x, y, size, "F")
            elif marker is Marker.SQUARE:
                self._pdf.rect(x - size, y - size, 2 * size, 2 * size, "F")
            elif corners := marker.corners(x, y, size):
                self._pdf.polygon(corners, style="F")

    def label(self, x: float, y: float, text: str, size: float, width: float, *, ink: str = "",
              bold: bool = True, middle: bool = False, right: bool = False) -> None:
        """Write a line no wider than `width`: smaller if need be, then cut. x: its left end, its
        middle or its right end."""
        text = self.letters(text)
        fits = width / max(self.width_of(text, 1, bold=bold), 0.001)
        size = max(size * LEAST, min(size, fits))
        text = self.fitting(text, size, width + 0.01, bold=bold)
        if middle:
            x -= self.width_of(text, size, bold=bold) / 2
        self.text(x, y, text, size, bold=bold, ink=ink or "#191D1A", right=right)


Days = Sequence[tuple[Date, Mapping[str, "Record"]]]
"""The days of a year on which was played, each with everybody's figures by player id."""


@stepwise
def poster_pdf(year: int, overview: "Overview", games: "Sequence[Overview]", days: Days,
               evenings: int, ledger: Ledger | None, looks: Mapping[str, Look], words: Words,
               club: str = "") -> Steps[bytes]:
    """Return a poster of a year.

    overview: of all that was played in it; games: the same of each game; days: of each day;
    evenings: how many there were; ledger: of the stars, None for none; looks: of everybody, by
    name; club: its name.
    """
    t = words
    paper = _Wall(t, t("Poster"), str(year), days[-1][0] if days else Date(year, 1, 1), club)
    yield
    paper.begin(size="A3")
    played = (say_n("{n} evening", "{n} evenings", evenings),
              say_n("{n} person", "{n} people", len(overview.records)))
    _band(year, [t(each.title) for each in games], map(t, played), paper, club)
    if not overview.records:
        paper.label(WIDE / 2, CHART, t("Nothing was played that year."), 24, ACROSS, middle=True)
        return paper.page()
    lead = _lead(overview)
    ranking = [record for record in ordered(overview.records.values(), lead, backwards=False)
               if lead.value(record) is not None]
    _podium(ranking, lead, overview, looks, paper)
    yield
    standing = ledger.standing(stars_at_end(year, ledger)).active if ledger else {}
    stars = list(standing.items())[:MOST_STARS]
    records = list(_records(overview, games, t))[:MOST_RECORDS]
    below = HIGH - 12.0
    of_stars = below - _height(len(stars), STARS_A_ROW, STARS_ROW)
    of_records = of_stars - _height(len(records), RECORDS_A_ROW, ROW)
    _course(ranking[:MOST_LINES], lead, overview, days, of_records, looks, paper)
    yield
    if records:
        _draw_records(records, of_records, looks, paper)
    if stars:
        _stars(stars, of_stars, looks, paper)
    return paper.page()


def _height(count: int, in_a_row: int, row: float) -> float:
    """Return the millimetres that a part with so many things in rows takes, none without them."""
    return HEADING + -(-count // in_a_row) * row + 4 if count else 0


def _lead(overview: "Overview") -> Column:
    """Return the column that says who was best: the money that most have played for, or what the
    list of the season begins with."""
    records = overview.records.values()
    found = columns(records, overview.game)
    return max([column for column in found if column.signed] or found[:1],
               key=lambda column: sum(column.value(record) is not None for record in records))


def _band(year: int, games: Sequence[str], played: Iterable[str], paper: _Wall,
          club: str) -> None:
    """Draw the upper edge: whose year it is, which one, and how much was played in it."""
    paper.block(0, 0, WIDE, BAND_HIGH, BAND)
    paper.bookmark(str(year))
    club = paper.letters(club or paper.words("Our year at cards"))
    lines, size = [club], 40.0
    if paper.width_of(club, size * LEAST, bold=True) > ACROSS:
        size *= LEAST
        lines = paper.wrapped(club, size, ACROSS * 0.9, most=2)
    for at, line in enumerate(lines):
        paper.label(MARGIN, (10 if len(lines) == 1 else 6) + at * line_height(size), line, size,
                    ACROSS, ink=ON_BAND)
    with paper.tagged("H1"):
        paper.label(MARGIN, 21, str(year), 150, ACROSS / 2, ink=WHITE)
    for at, told in enumerate(played):
        paper.label(WIDE - MARGIN, 39 + at * 13, told, 28, ACROSS / 2, ink=WHITE, bold=False,
                    right=True)
    paper.label(MARGIN, 77, " · ".join(games), 18, ACROSS, ink=ON_BAND, bold=False)


def _podium(ranking: "Sequence[Record]", lead: Column, overview: "Overview",
            looks: Mapping[str, Look], paper: _Wall) -> None:
    """Draw the first three on their steps, the second left of the first, the third right; those who
    have the same stand side by side."""
    t, values = paper.words, [lead.value(record) for record in ranking]
    best = list(dict.fromkeys(values[:3]))
    width = len(best) * (STEP_WIDTH + STEP_GAP) - STEP_GAP
    for at, value, high in zip((1, 0, 2) if len(best) > 1 else (0,), best, STEPS):
        there = [record for record in ranking if lead.value(record) == value]
        names = [overview.names[record.player] for record in there]
        look, x = looks[names[0]], (WIDE - width) / 2 + at * (STEP_WIDTH + STEP_GAP)
        top, middle, ink = PODIUM - high, x + STEP_WIDTH / 2, INKS[look.colour]
        if len(names) == 1:
            paper.sign(look.marker, middle, top - 31, ink, 2.6)
        figure = lead.shown(there[0], t)
        with paper.tagged("P"):
            paper.label(middle, top - 27, _together(names, t), 32, STEP_WIDTH, middle=True, ink=ink)
            paper.label(middle, top - 12, figure if lead.signed else f"{t(lead.title)} {figure}",
                        24, STEP_WIDTH, middle=True, bold=False)
            paper.block(x, top, STEP_WIDTH, high, ink)
            paper.label(middle, top + high / 2 - 12, str(values.index(value) + 1), 52, STEP_WIDTH,
                        middle=True, ink=WHITE)


def _together(names: Sequence[str], t: Words) -> str:
    """Return names in a row, of more than two only the first."""
    if len(names) > 2:
        return t(say("{name} and {n} others", name=names[0], n=len(names) - 1))
    return ", ".join(names)


def _course(ranking: "Sequence[Record]", lead: Column, overview: "Overview", days: Days,
            bottom: float, looks: Mapping[str, Look], paper: _Wall) -> None:
    """Draw how everybody's figure came about from day to day, with the names at the ends."""
    t = paper.words
    _heading(t("{title}, evening by evening", title=t(lead.title)), CHART, paper)
    top, height = CHART + HEADING, bottom - CHART - HEADING - 9
    lines: dict[str, list[tuple[int, int]]] = {}
    for record in ranking:
        sums = [0]
        for _, records in days:
            own = records.get(record.player)
            sums.append(sums[-1] + int((own and lead.value(own)) or 0))
        lines[record.player] = list(enumerate(sums))
    scale = Scale.of([figure for line in lines.values() for _, figure in line], height, 3)
    told = {record.player: lead.shown(record, t) for record in ranking}
    size = min(14.0, height / len(ranking) / line_height(1))
    gap = line_height(size)
    figures = max([paper.width_of(paper.letters(each), size) for each in told.values()])
    right = WIDE - MARGIN - 62
    ticks = {tick: lead.show(tick, t) for tick in scale.ticks}
    left = MARGIN + 3 + max([paper.width_of(each, 12) for each in ticks.values()])
    across = (right - left) / len(days)
    with paper.tagged("Figure", alt=", ".join(
            [f"{overview.names[player]} {each}" for player, each in told.items()])):
        for tick, shown in ticks.items():
            y = top + scale.y(tick)
            paper.line([(left, y), (right, y)], "#9AA39D" if tick == 0 else LINE, 0.25)
            paper.label(left - 3, y - 2.7, shown, 12, 40, bold=False, right=True)
        _months(days, left, across, top + height + 2, paper)
        ends = spread([top + scale.y(line[-1][1]) - gap / 2 - top for line in lines.values()], gap,
                      height)
        for at, ((player, line), end) in enumerate(zip(lines.items(), ends)):
            name = overview.names[player]
            look, ink = looks[name], INKS[looks[name].colour]
            points = [(left + across * day, top + scale.y(figure)) for day, figure in line]
            paper.line(points, ink, 0.9)
            paper.line([points[-1], (right + 7, top + end + gap / 2)], ink, 0.25)
            for day, figure in marked(line, at, len(lines)):
                paper.sign(look.marker, left + across * day, top + scale.y(figure), ink, 1.5)
            paper.label(right + 8, top + end, name, size, 54 - figures - 3, ink=ink)
            paper.label(WIDE - MARGIN, top + end, told[player], size, figures + 1, bold=False,
                        right=True)


def _months(days: Days, left: float, across: float, y: float, paper: _Wall) -> None:
    """Name each month below its first day, where the name before leaves room."""
    free = 0.0
    for first, _ in [next(group) for _, group in groupby(
            enumerate((day for day, _ in days), 1), key=lambda each: each[1].month)]:
        told = paper.words.month(days[first - 1][0])
        x, wide = left + across * first, paper.width_of(told, 12)
        if x - wide / 2 >= free:
            paper.label(x, y, told, 12, 30, bold=False, middle=True)
            free = x + wide / 2 + 2


def _records(overview: "Overview", games: "Sequence[Overview]", t: Words) -> Iterator[_Record]:
    """Yield the best of the year, what a club tells each other most first."""
    found = {column.key: column for column in columns(overview.records.values(), overview.game)}
    yield from _best(overview, found.get("run-won"), t)
    for game in sorted(games, key=lambda each: -sum(
            record.hands for record in each.records.values()))[:2]:
        own = {column.key: column for column in columns(game.records.values(), game.game)}
        low_is_good = game.game is not None and game.game.low_is_good
        highest = own.get("worst" if low_is_good else "best")
        if highest is not None:
            yield from _best(game, replace(highest, title=N_("Highest hand"), low_first=False), t,
                             t(game.title) if len(games) > 1 else "")
    marches = Column(DURCHMARSCH.key, DURCHMARSCH.title, lambda record: sum(
        [count for (deed, _), count in record.deeds.items() if deed.key == DURCHMARSCH.key]),
        lambda value, t: t.points(value))
    solos = Column("solos", N_("Solos won"), lambda record: record.solos(True),
                   lambda value, t: t.points(value))
    for column in (marches, solos, found.get("matches-won"), found.get("evenings")):
        yield from _best(overview, column, t)


def _best(overview: "Overview", column: Column | None, t: Words, game: str = "") \
        -> Iterator[_Record]:
    """Yield the best figure in a column with all who have it, if anybody has one."""
    if column is None:
        return
    records = ordered([record for record in overview.records.values() if column.value(record)],
                      column, backwards=False)
    if records:
        best = column.value(records[0])
        yield _Record(" · ".join(filter(None, [t(column.title), game])),
                      column.shown(records[0], t),
                      [overview.names[record.player] for record in records
                       if column.value(record) == best])


def _draw_records(records: Sequence[_Record], top: float, looks: Mapping[str, Look],
                  paper: _Wall) -> None:
    _heading(paper.words("Records"), top, paper)
    width = (ACROSS - 2 * STEP_GAP) / RECORDS_A_ROW
    for at, record in enumerate(records):
        x = MARGIN + at % RECORDS_A_ROW * (width + STEP_GAP)
        y = top + HEADING + at // RECORDS_A_ROW * ROW
        look = looks[record.names[0]] if len(record.names) == 1 else None
        with paper.tagged("P"):
            paper.label(x, y, record.title, 12, width, bold=False, ink="#5C665F")
            paper.label(x, y + 4.5, record.figure, 30, width)
            if look:
                paper.sign(look.marker, x + 2, y + 20.3, INKS[look.colour], 1.5)
            paper.label(x + (6 if look else 0), y + 17.3, _together(record.names, paper.words), 15,
                        width - 6, ink=INKS[look.colour] if look else "")


def _stars(stars: Sequence[tuple[str, int]], top: float, looks: Mapping[str, Look],
           paper: _Wall) -> None:
    t = paper.words
    _heading(t("Stars"), top, paper)
    width = (ACROSS - (STARS_A_ROW - 1) * 3) / STARS_A_ROW
    for at, (name, count) in enumerate(stars):
        x = MARGIN + at % STARS_A_ROW * (width + 3)
        y = top + HEADING + at // STARS_A_ROW * STARS_ROW
        with paper.tagged("P"):
            paper.label(x, y, f"★ {t.points(count)}", 18, width, ink=GOLD)
            paper.label(x, y + 7.5, name, 12, width, ink=INKS[looks[name].colour])


def _heading(text: str, top: float, paper: _Wall) -> None:
    """Draw a heading below a line across the poster."""
    paper.line([(MARGIN, top), (WIDE - MARGIN, top)], LINE, 0.25)
    paper.y = top
    paper.bookmark(text, 1)
    with paper.tagged("H2"):
        paper.label(MARGIN, top + 2.5, text, 15, ACROSS)
