"""The button that saves a hand, which says what it will write."""

import re
from typing import Any

import flet as ft

from scorepad.service.views import SheetView
from scorepad.ui.entry.line import KEY_BESIDE
from scorepad.ui.entry.model import Slot
from scorepad.ui.entry.pad import room_of
from scorepad.ui.entry.slot import save_height
from scorepad.ui.entry.telling import announcement
from scorepad.ui.session import Session
from scorepad.ui.theme import Radius, Space, Type
from scorepad.ui.widgets import Act, felt

NAMED_FACTORS = re.compile(r"(?<=· 2) \(.*?\)(?= [·=→]|$)")
"""The names of what doubled: they are on the keys already, and without them the arithmetic has room
on the button."""

SHORTER = (re.compile(r"^.*?: "), re.compile(r"(?<=\d) [^\W\d]+"))
"""Further parts to leave out where it has no room: what the arithmetic is of, then its words."""


def save_button(session: Session, sheet: SheetView, slot: Slot,
                hand: Any | None, save: Act, *, idle: bool) -> ft.Control:
    """Return the save button, which says what saving would write.

    It looks live only when the hand is complete, but takes a tap at any time: whoever is quick taps
    it before it has been drawn live.
    """
    t, room = session.words, room_of(session) - KEY_BESIDE - 2 * Space.MEDIUM
    if hand is None:
        title = said = t("Save")
        arithmetic = ""
    else:
        written = announcement(slot.score(hand).points, sheet, session)
        title = said = t("Save: {what}", what=written)
        if session.size_that_fits(title, Type.SCREEN, room) < Type.SCREEN:
            title = written
        arithmetic = shortened(t.arithmetic(slot.explain(hand)), room, session)
    live = hand is not None
    color = ft.Colors.ON_PRIMARY if live else ft.Colors.ON_SURFACE_VARIANT
    lines: list[ft.Control] = [ft.Text(
        title, size=session.size_that_fits(title, Type.SCREEN, room), weight=ft.FontWeight.W_600,
        color=color, no_wrap=True, semantics_label=said,
        overflow=ft.TextOverflow.ELLIPSIS)]
    if arithmetic:
        lines.append(ft.Text(
            arithmetic, size=session.size_that_fits(arithmetic, Type.SMALL, room),
            color=color, no_wrap=True, overflow=ft.TextOverflow.ELLIPSIS, semantics_label=""))
    return ft.Semantics(identifier="save", button=True, disabled=idle, content=ft.Container(
        ft.Column(lines, spacing=0, tight=True,
                  horizontal_alignment=ft.CrossAxisAlignment.CENTER),
        on_click=felt(save),
        bgcolor=ft.Colors.PRIMARY if live else ft.Colors.SURFACE_CONTAINER_HIGH,
        border_radius=Radius.MEDIUM, alignment=ft.Alignment.CENTER,
        padding=ft.Padding.symmetric(horizontal=Space.MEDIUM), height=save_height(session)))


def shortened(arithmetic: str, room: float, session: Session) -> str:
    """Return the arithmetic without what is on the keys, and no wider than `room` if possible."""
    arithmetic = NAMED_FACTORS.sub("", arithmetic)
    for needless in SHORTER:
        if session.size_that_fits(arithmetic, Type.SMALL, room) == Type.SMALL:
            break
        arithmetic = needless.sub("", arithmetic)
    return arithmetic
