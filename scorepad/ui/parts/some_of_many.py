"""Lists that may be long: some are drawn, the others when somebody asks for them."""

from collections.abc import Sequence
from typing import TypeVar

import flet as ft

from scorepad.ui.hooks import use_value
from scorepad.ui.session import use_session
from scorepad.ui.widgets import text_button

T = TypeVar("T")

AT_ONCE = 48
"""Rows that are drawn before somebody asks for more."""


def use_some(of_many: Sequence[T]) -> tuple[Sequence[T], list[ft.Control]]:
    """Return those of a list that are drawn now, and the button for more, where there are more."""
    shown, show = use_value(AT_ONCE)
    more = text_button(use_session().words("Show more"), lambda: show(shown + AT_ONCE),
                       identifier="show-more", icon=ft.Icons.EXPAND_MORE)
    return of_many[:shown], [more] if len(of_many) > shown else []
