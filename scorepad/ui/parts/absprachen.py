"""The field for what a table agrees on besides the options, in its own words."""

from collections.abc import Callable
from typing import Any

import flet as ft

from scorepad.i18n.message import Message
from scorepad.i18n.words import Words
from scorepad.ui.forms.new_sheet import NewSheetForm
from scorepad.ui.hooks import use_value
from scorepad.ui.parts.house_rules import fold
from scorepad.ui.session import use_session
from scorepad.ui.theme import Space
from scorepad.ui.widgets import panel, text_field

SHOWN = 24
"""The most letters of the text that stand in its heading while it is folded away."""


@ft.component
def Absprachen(form: NewSheetForm) -> ft.Control:
    """Draw the field of a new sheet, folded away."""
    session = use_session()
    t = session.words
    is_open, turn = use_value(False)
    text = form.absprachen.strip()
    state = f"{text[:SHOWN]}…" if len(text) > SHOWN else text or t("nothing")
    fault = form.fault_of_absprachen()
    head = fold(t("Agreed besides"), state, is_open, lambda: turn(not is_open), "absprachen",
                session)
    field = absprachen_field(form.absprachen, lambda typed: setattr(form, "absprachen", typed),
                             fault, t)
    return panel(head, *([field] if is_open or fault else []), spacing=Space.LARGE)


def absprachen_field(text: str, on_change: Callable[[str], Any], fault: Message | None,
                     t: Words) -> ft.Control:
    """Build the field itself."""
    return text_field(t("Agreed besides"), text, on_change, error=t(fault) if fault else None,
                      hint_text=t("such as: laying Buben is allowed"),
                      capitalization=ft.TextCapitalization.SENTENCES)
