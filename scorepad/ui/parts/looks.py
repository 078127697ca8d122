"""The look of a player: his sign, and the names of its colours and markers."""

import flet as ft
from flet import canvas

from scorepad.book.people import Colour, Look, Marker
from scorepad.i18n.message import N_
from scorepad.ui.parts.charts import marker
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


def sign(look: Look, session: Session, size: float = SIGN) -> ft.Control:
    """Build a player's marker in his colour, as large as the text beside it; the caller says in
    words whose it is."""
    size *= session.text_scale
    return canvas.Canvas(
        marker(look.marker, size / 2, size / 2, color_of_player(look.colour), size / 4),
        width=size, height=size)
