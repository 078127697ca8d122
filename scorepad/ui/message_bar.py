"""The bar that shows a sentence for some seconds."""

from collections.abc import Callable
from math import ceil
from typing import Any

import flet as ft

from scorepad.ui.theme import LINE, WIDE, Height, Space, Type, message_width, text_width

BELOW_BAR = 64
"""The distance from the upper edge at which the bar of a screen has ended, at usual text."""

FRAME = 28
"""The room above and below the words together."""


def message_bar(said: str, action: str | None, on_action: Callable[[], Any] | None, scale: float,
                size: tuple[float, float], *, above: bool) -> ft.SnackBar:
    """Build the bar, with a button for the action if there is one. scale: the factor of the
    device's text; size: of the page, its width and height; above: whether a phone shows it at the
    upper edge and not above the key that saves."""
    button = None if action is None or on_action is None else \
        ft.SnackBarAction(action, on_click=lambda: on_action())
    width, height = size
    wide = width >= WIDE
    bottom: float = Height.SAVE + Space.HUGE
    if above:
        bottom = max(bottom, height - BELOW_BAR * scale - _height(said, action or "", scale, width))
    return ft.SnackBar(
        ft.Text(said), action=button, duration=5000, persist=False,
        behavior=ft.SnackBarBehavior.FLOATING,  # Flutter measures the button as at usual text
        action_overflow_threshold=1 if wide else 0.25 / scale,
        width=message_width(said, action or "", scale, width) if wide else None,
        margin=None if wide else ft.Margin.only(left=Space.MEDIUM, right=Space.MEDIUM,
                                                bottom=bottom))


def _height(said: str, action: str, scale: float, width: float) -> float:
    """Return about how high it is on a phone, with its button on a line of its own."""
    room = width - 2 * Space.MEDIUM - 2 * Space.LARGE
    lines = ceil(1.1 * text_width(said) * Type.BODY * scale / room)
    words = max(Height.KEY, lines * LINE * Type.BODY * scale + FRAME)
    return words + (Height.KEY if action else 0)
