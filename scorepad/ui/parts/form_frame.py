"""The frame of a form: headings inside its panels, and the button below it."""

import flet as ft

from scorepad.i18n.message import Message
from scorepad.i18n.words import Words
from scorepad.ui.widgets import Act, main_button, remark, stack


def title(text: str) -> ft.Control:
    """Build the heading of a part of a panel."""
    return ft.Semantics(header=True, content=remark(text))


def form_button(text: str, on_tap: Act, against: Message | None, t: Words, *,
                identifier: str) -> ft.Control:
    """Build the button for what a form is there for; while a reason is against that, it stands
    above the button, which is disabled."""
    button = main_button(text, None if against else on_tap, identifier=identifier)
    return stack(*([remark(t(against), text_align=ft.TextAlign.CENTER)] if against else []), button)
