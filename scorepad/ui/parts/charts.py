"""Bar and line charts. The chart itself fills its box; figures and names are placed around it, so
that they can be as large as their reader wants and never overlap."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date as Date
from typing import NamedTuple

import flet as ft
import flet_charts as charts
from flet import canvas

from scorepad.book.people import Look
from scorepad.book.scoresheet import Match
from scorepad.book.statistics import courses, thinned
from scorepad.book.statistics.drawing import EDGE, Scale, marked, spread
from scorepad.i18n.message import say_n
from scorepad.i18n.words import Words
from scorepad.service.views import SheetView
from scorepad.ui.session import Session
from scorepad.ui.signs import marker
from scorepad.ui.theme import LINE, Space, Type, color_of_player, text_width
from scorepad.ui.widgets import muted, strong

HEIGHT = 220

LEADER = 16
"""Room between the end of a line and its name."""

NAMES_SHARE = 0.4
"""The largest share of the width that the names at the ends may take."""

class Bar(NamedTuple):
    """One bar; value: its height, None for none; told: shown when a finger rests on it."""

    label: str
    value: int | None
    told: str


@dataclass(frozen=True, eq=False)
class Line:
    """One player's line; points: positions from left to right with their figures."""

    name: str
    look: Look
    points: Sequence[tuple[int, int]]

    @property
    def last(self) -> int:
        """The figure at the end of the line."""
        return self.points[-1][1]


# --- bars ---------------------------------------------------------------------------------------


def bars(values: Sequence[Bar], width: float, show: Callable[[int], str], said: str,
         session: Session) -> ft.Control:
    """Build a chart of bars side by side; show: returns a figure of the scale in words; said: the
    whole chart in words."""
    scale = Scale.of([bar.value or 0 for bar in values], HEIGHT, _line_height(session) / 2)
    gutter = _widest(map(show, scale.ticks), session)
    cell = (width - gutter) / len(values)
    chart = charts.BarChart(
        groups=[charts.BarChartGroup(x=index, rods=[_rod(bar, min(cell * 0.6, 36))])
                for index, bar in enumerate(values)],
        min_y=scale.low - scale.beyond, max_y=scale.high + scale.beyond, height=HEIGHT,
        group_alignment=ft.MainAxisAlignment.SPACE_AROUND, left=gutter, width=width - gutter,
        tooltip=charts.BarChartTooltip(bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST,
                                       fit_inside_horizontally=True, fit_inside_vertically=True))
    longest = max([bar.label for bar in values], key=text_width)
    size = session.size_that_fits(longest, Type.SMALL, cell)
    return ft.Column(spacing=Space.HAIR, tight=True, controls=[
        ft.Semantics(label=said, image=True, container=True, content=ft.Stack(
            width=width, height=HEIGHT,
            controls=[_grid(scale, gutter, width), chart,
                      *_figures(scale, gutter, show, session)])),
        ft.Row(spacing=0, controls=[ft.Container(width=gutter), *[
            muted(bar.label, size=size, width=cell, no_wrap=True, semantics_label="",
                  text_align=ft.TextAlign.CENTER) for bar in values]])])


def _rod(bar: Bar, thick: float) -> charts.BarChartRod:
    """Build a bar; where there is none, keep its room, or the others would leave their labels."""
    if bar.value is None:
        return charts.BarChartRod(from_y=0, to_y=0, width=thick, color=ft.Colors.TRANSPARENT,
                                  tooltip=None)
    return charts.BarChartRod(
        from_y=0, to_y=bar.value, width=thick, border_radius=min(4, thick / 3), tooltip=bar.told,
        color=ft.Colors.ERROR if bar.value < 0 else ft.Colors.PRIMARY)


# --- lines --------------------------------------------------------------------------------------


def over_time(drawn: Sequence[Line], days: tuple[Date, Date], width: float,
              show: Callable[[int], str], said: str, session: Session) -> ft.Control:
    """Build a chart of lines, as high as there is room for, with its first and its last day. It
    draws no more points than can be told apart. show, said: as for `bars`."""
    positions = sorted({at for line in drawn for at, _ in line.points})
    kept = {at for at, _ in thinned([(at, 0) for at in positions], int(width / APART))}
    drawn = [replace(line, points=[
        point for point in line.points
        if point[0] in kept or point in (line.points[0], line.points[-1])]) for line in drawn]
    height = max(HEIGHT * 1.3, min(width * 0.6, session.height * 0.6))
    day = session.words.day_and_year
    return ft.Column(spacing=Space.HAIR, tight=True, controls=[
        lines(drawn, (), width, show, said, session, height),
        ft.Row([muted(day(days[0])), muted(day(days[1]))], wrap=True, width=width,
               alignment=ft.MainAxisAlignment.SPACE_BETWEEN)])


def lines(drawn: Sequence[Line], breaks: Sequence[int], width: float, show: Callable[[int], str],
          said: str, session: Session, least: float = HEIGHT * 1.3, *,
          tells: bool = True) -> ft.Semantics:
    """Build a chart of lines with names; breaks: where something ended; show, said: as for `bars`;
    least: its height, unless the names need more; tells: whether a tap on a line tells its figure,
    for which a control is made of each."""
    gap = _line_height(session)
    height = max(least, gap * len(drawn))
    scale = Scale.of([figure for line in drawn for _, figure in line.points], height, gap / 2)
    gutter = _widest(map(show, scale.ticks), session)
    most = width * NAMES_SHARE
    names = _widest([f"{line.name}  {show(line.last)}" for line in drawn], session)
    names_only = names > most  # the scale tells the figure
    if names_only:
        names = min(_widest([line.name for line in drawn], session), most)
    right = width - names - LEADER
    first = min(line.points[0][0] for line in drawn)
    last = max(first + 1, *[line.points[-1][0] for line in drawn])

    def x(position: int) -> float:
        return gutter + (right - gutter) * (position - first) / (last - first)

    chart = [] if not tells else [charts.LineChart(
        data_series=[charts.LineChartData(
            points=[charts.LineChartDataPoint(x=position, y=figure,
                                              tooltip=f"{line.name} {show(figure)}")
                    for position, figure in line.points],
            color=color_of_player(line.look.colour), stroke_width=2, rounded_stroke_cap=True,
            rounded_stroke_join=True, point=False) for line in drawn],
        min_x=first, max_x=last, min_y=scale.low - scale.beyond, max_y=scale.high + scale.beyond,
        left=gutter, width=right - gutter, height=height, animation=ft.Animation(0),
        tooltip=charts.LineChartTooltip(
            bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST, max_width=200,
            fit_inside_horizontally=True, fit_inside_vertically=True))]
    places = spread([scale.y(line.last) - gap / 2 for line in drawn], gap, height)
    shapes: list[canvas.Shape] = [
        canvas.Line(x(position), 0, x(position), height, paint=ft.Paint(
            color=ft.Colors.OUTLINE_VARIANT, stroke_width=1, stroke_dash_pattern=[4, 4]))
        for position in breaks]
    for index, (line, place) in enumerate(zip(drawn, places)):
        color = color_of_player(line.look.colour)
        if not tells:
            shapes.append(_path([(x(position), scale.y(figure))
                                 for position, figure in line.points], color))
        shapes.append(canvas.Line(
            x(line.points[-1][0]), scale.y(line.last), right + LEADER - 3, place + gap / 2,
            paint=ft.Paint(color=color, stroke_width=1)))
        for position, figure in marked(line.points, index, len(drawn)):
            shapes += marker(line.look.marker, x(position), scale.y(figure), color)
    return ft.Semantics(label=said, image=True, container=True, content=ft.Stack(
        width=width, height=height, controls=[
            _grid(scale, gutter, right), canvas.Canvas(shapes, width=width, height=height), *chart,
            *_figures(scale, gutter, show, session),
            *[_end(line, "" if names_only else show(line.last), place, right + LEADER, names, gap)
              for line, place in zip(drawn, places)]]))


def _end(line: Line, figure: str, top: float, left: float, width: float,
         height: float) -> ft.Control:
    """Build the name at the end of a line, with the line's last figure where there is room."""
    return ft.Container(left=left, top=top, width=width, height=height, content=ft.Row(
        spacing=Space.HAIR, controls=[
            strong(line.name, size=Type.SMALL, no_wrap=True, expand=True, semantics_label="",
                   overflow=ft.TextOverflow.ELLIPSIS, color=color_of_player(line.look.colour)),
            *([ft.Text(figure, size=Type.SMALL, no_wrap=True, semantics_label="")]
              if figure else [])]))


def plain(drawn: Sequence[Line], breaks: Sequence[int], box: tuple[float, float, float, float],
          paint: Callable[[Look], str], line: str) -> list[canvas.Shape]:
    """Return a chart without words, to be drawn on any canvas. box: its left and upper edge, its
    width and height; paint: the colour of a player; line: that of the zero and of `breaks`."""
    left, top, width, height = box
    figures = [figure for each in drawn for _, figure in each.points]
    low, high = min(0, *figures), max(0, *figures)
    first, last = (end(position for each in drawn for position, _ in each.points)
                   for end in (min, max))

    def place(position: int, figure: int) -> tuple[float, float]:
        return (left + EDGE + (width - 2 * EDGE) * (position - first) / max(1, last - first),
                top + EDGE + (height - 2 * EDGE) * (high - figure) / max(1, high - low))

    pen = ft.Paint(color=line, stroke_width=1)
    dashed = ft.Paint(color=line, stroke_width=1, stroke_dash_pattern=[4, 4])
    shapes: list[canvas.Shape] = [
        canvas.Line(left, place(first, 0)[1], left + width, place(first, 0)[1], paint=pen),
        *[canvas.Line(place(at, 0)[0], top, place(at, 0)[0], top + height, paint=dashed)
          for at in breaks]]
    for index, each in enumerate(drawn):
        color, corners = paint(each.look), [place(*point) for point in each.points]
        shapes.append(_path(corners, color))
        for point in marked(each.points, index, len(drawn)):
            shapes += marker(each.look.marker, *place(*point), color, 4)
    return shapes


def _path(corners: Sequence[tuple[float, float]], color: str) -> canvas.Path:
    start, *more = corners
    return canvas.Path(
        [canvas.Path.MoveTo(*start), *[canvas.Path.LineTo(*at) for at in more]],
        paint=ft.Paint(color=color, stroke_width=2, style=ft.PaintingStyle.STROKE,
                       stroke_join=ft.StrokeJoin.ROUND, stroke_cap=ft.StrokeCap.ROUND))


# --- the course of a sheet ----------------------------------------------------------------------

MOST_POINTS = 160
"""The most points of a line; more could not be told apart."""

APART = 8
"""The least room between two points of a line over time."""


class Course(NamedTuple):
    """Everybody's lines on a sheet, the hands that ended earlier matches, and all in words."""

    lines: Sequence[Line]
    breaks: Sequence[int]
    said: str


def course_of(sheet: SheetView, looks: Mapping[str, Look], t: Words,
              match: Match | None = None) -> Course | None:
    """Return the course of a sheet, or of one Partie on it; None before the first hand."""
    score, names = sheet.score, sheet.score.record.names
    if not (found := courses(score, match)):
        return None
    drawn = [Line(names[seat], looks[names[seat]], thinned(course, MOST_POINTS))
             for seat, course in found.items()]
    ends = [] if match else [each.last_hand for each in score.matches
                             if each.last_hand < len(score.lines)]
    ranking = sorted(drawn, key=lambda line: line.last, reverse=not sheet.game.low_is_good)
    hands = match.last_hand - match.first_hand + 1 if match else len(score.lines)
    return Course(drawn, ends[-20:], t(say_n(
        "After {n} hand: {figures}", "After {n} hands: {figures}", hands, figures=", ".join(
            [f"{line.name} {t.points(line.last, score.decimals)}" for line in ranking]))))


# --- around them --------------------------------------------------------------------------------


def _widest(texts: Iterable[str], session: Session) -> float:
    """Return the width that these texts need beside a chart, below each other."""
    return max(map(text_width, texts)) * Type.SMALL * session.device_scale + Space.SMALL


def _line_height(session: Session) -> float:
    return Type.SMALL * LINE * session.device_scale


def _grid(scale: Scale, left: float, right: float) -> ft.Control:
    return canvas.Canvas([canvas.Line(left, scale.y(tick), right, scale.y(tick), paint=ft.Paint(
        color=ft.Colors.OUTLINE if tick == 0 else ft.Colors.OUTLINE_VARIANT, stroke_width=1))
        for tick in scale.ticks], width=right, height=scale.height)


def _figures(scale: Scale, width: float, show: Callable[[int], str],
             session: Session) -> list[ft.Control]:
    """Build the figures left of a chart; where type is large, only some."""
    high = _line_height(session)
    apart = (scale.height - 2 * scale.edge) / max(len(scale.ticks) - 1, 1)
    every = 1 if apart >= high else 2 if 2 * apart >= high else len(scale.ticks) - 1
    return [ft.Container(
        muted(show(tick), no_wrap=True, semantics_label="", text_align=ft.TextAlign.RIGHT),
        left=0, top=scale.y(tick) - high / 2, width=width - Space.SMALL,
        alignment=ft.Alignment.CENTER_RIGHT) for tick in scale.ticks[::every]]
