"""The signs of players: a marker in a colour, beside a name or on a chart."""

import flet as ft
from flet import canvas

from scorepad.book.people import Colour, Look, Marker
from scorepad.i18n.message import N_
from scorepad.ui.session import Session
from scorepad.ui.theme import color_of_player

SIGN = 24
"""Size of the box of a sign in a list."""

COLOURS = {
    Colour.TEAL: N_("Teal"), Colour.BLUE: N_("Blue"), Colour.ORANGE: N_("Orange"),
    Colour.PURPLE: N_("Purple"), Colour.RED: N_("Red"), Colour.LIME: N_("Lime"),
    Colour.PINK: N_("Pink"), Colour.BROWN: N_("Brown"), Colour.CYAN: N_("Cyan"),
    Colour.GREY: N_("Grey")}

MARKERS = {
    Marker.CIRCLE: N_("Circle"), Marker.SQUARE: N_("Square"), Marker.TRIANGLE: N_("Triangle"),
    Marker.DIAMOND: N_("Diamond"), Marker.CROSS: N_("Cross"), Marker.PLUS: N_("Plus"),
    Marker.STAR: N_("Star")}


def marker(shape: Marker, x: float, y: float, color: str, size: float = 5) \
        -> list[canvas.Shape]:
    """Return the shapes of a player's sign with its centre at `x` and `y`."""
    filled = ft.Paint(color=color, style=ft.PaintingStyle.FILL)
    pen = ft.Paint(color=color, stroke_width=size / 2, style=ft.PaintingStyle.STROKE,
                   stroke_cap=ft.StrokeCap.ROUND)
    match shape:
        case Marker.CIRCLE:
            return [canvas.Circle(x, y, size, paint=filled)]
        case Marker.SQUARE:
            return [canvas.Rect(x - size, y - size, 2 * size, 2 * size, paint=filled)]
        case Marker.TRIANGLE | Marker.DIAMOND | Marker.STAR:
            start, *more = shape.corners(x, y, size)
            return [canvas.Path([
                canvas.Path.MoveTo(*start), *[canvas.Path.LineTo(*each) for each in more],
                canvas.Path.Close()], paint=filled)]
        case Marker.CROSS:
            return [canvas.Line(x - size, y - size, x + size, y + size, paint=pen),
                    canvas.Line(x - size, y + size, x + size, y - size, paint=pen)]
        case Marker.PLUS:
            return [canvas.Line(x - size, y, x + size, y, paint=pen),
                    canvas.Line(x, y - size, x, y + size, paint=pen)]


def sign(look: Look, session: Session, size: float = SIGN) -> ft.Control:
    """Build a player's marker, as large as text; the caller says in words whose it is."""
    size *= session.text_scale
    return canvas.Canvas(
        marker(look.marker, size / 2, size / 2, color_of_player(look.colour), size / 4),
        width=size, height=size)


SMALL = 10
"""The size of the box of a sign beside a name or a figure."""


def small_sign(look: Look, scale: float) -> canvas.Canvas:
    """Return a player's sign beside something that says whose it is; scale: of the text."""
    size = SMALL * scale
    return canvas.Canvas(marker(look.marker, size / 2, size / 2, color_of_player(look.colour),
                                size * 0.36), width=size, height=size)
