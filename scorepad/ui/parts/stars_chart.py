"""The chart of everybody's stars over time: one player in colour, the others thin."""

from collections.abc import Mapping, Sequence
from datetime import date as Date

import flet as ft
from flet import canvas

from scorepad.ui.parts.charts import spread
from scorepad.ui.session import Session
from scorepad.ui.theme import LINE, Space, Type, text_width
from scorepad.ui.widgets import COLUMN, muted

HEIGHT = 180
SMALL_LINE = 16
EDGE = 6
"""Room for a dot around the lines."""
GUTTER = 32
"""Room for the highest and the lowest figure, left of the lines, at the usual text size."""

NAMES_SHARE = 0.35
"""The largest share of the width that the names at the ends may take."""

Course = Sequence[tuple[Date, Mapping[str, int]]]


def chart(course: Course, chosen: str, session: Session) -> ft.Control:
    """Build the chart of a ledger of at least two days, with the names at the ends of the lines;
    chosen: the player in colour."""
    t = session.words
    full = min(session.width - 2 * Space.LARGE, COLUMN) - 2 * Space.LARGE
    names = list(course[-1][1])
    room = min(full * NAMES_SHARE, max([text_width(name) for name in names], default=0)
               * Type.SMALL * session.device_scale + Space.SMALL)
    gap = Type.SMALL * LINE * session.device_scale
    height = max(HEIGHT, gap * len(names))
    width = full - room
    left = GUTTER * session.text_scale
    beyond = EDGE - SMALL_LINE / 2  # there the middle of a figure is at the end of the lines
    first, last = course[0][0], course[-1][0]
    figures = [0, *[stars for _, balances in course for stars in balances.values()]]
    low, high = min(figures), max(figures)

    def x_of(day: Date) -> float:
        return left + (width - left - EDGE) * (day - first).days / max(1, (last - first).days)

    def y_of(stars: int) -> float:
        return EDGE + (height - 2 * EDGE) * (high - stars) / max(1, high - low)

    def line(name: str, color: str, thickness: float) -> canvas.Shape:
        start, *more = [(x_of(day), y_of(balances.get(name, 0))) for day, balances in course]
        pen = ft.Paint(color=color, stroke_width=thickness, style=ft.PaintingStyle.STROKE)
        return canvas.Path([canvas.Path.MoveTo(*start), *[
            canvas.Path.LineTo(*point) for point in more]], paint=pen)

    shapes = [
        canvas.Line(left, y_of(0), width, y_of(0), paint=ft.Paint(
            color=ft.Colors.OUTLINE_VARIANT, stroke_width=1)),
        *[line(name, ft.Colors.OUTLINE, 1) for name in course[-1][1] if name != chosen],
        line(chosen, ft.Colors.PRIMARY, 3),
        canvas.Circle(x_of(last), y_of(course[-1][1].get(chosen, 0)), 5,
                      paint=ft.Paint(color=ft.Colors.PRIMARY))]
    tops = spread([y_of(course[-1][1].get(name, 0)) - gap / 2 for name in names], gap, height)
    labels: list[ft.Control] = [ft.Container(
        ft.Text(name, size=Type.SMALL, no_wrap=True, overflow=ft.TextOverflow.ELLIPSIS,
                weight=ft.FontWeight.W_600 if name == chosen else None, semantics_label="",
                color=ft.Colors.PRIMARY if name == chosen else ft.Colors.ON_SURFACE_VARIANT),
        left=width + Space.HAIR, top=top, width=room - Space.HAIR)
        for name, top in zip(names, tops)]
    told = t("{name}: {first} stars on {day}, {last} stars on {end}", name=chosen,
             first=t.points(course[0][1].get(chosen, 0)), day=t.day_and_year(first),
             last=t.points(course[-1][1].get(chosen, 0)), end=t.day_and_year(last))
    return ft.Column(spacing=Space.HAIR, tight=True, controls=[
        ft.Semantics(label=told, image=True, content=ft.Stack(width=full, height=height, controls=[
            canvas.Canvas(shapes, width=width, height=height), *labels,
            ft.Container(muted(t.points(high), semantics_label=""), left=0, top=beyond),
            ft.Container(muted(t.points(low), semantics_label=""), left=0, bottom=beyond)])),
        ft.Row([muted(t.day_and_year(first)), muted(t.day_and_year(last))], wrap=True, width=width,
               alignment=ft.MainAxisAlignment.SPACE_BETWEEN)])
