"""The settings: how everything looks, what a table needs, who is in the club."""

from collections.abc import Callable
from functools import partial
from typing import Any

import flet as ft
from babel.numbers import format_percent, get_currency_symbol

from scorepad import __version__
from scorepad.i18n.words import Words
from scorepad.ui.forms.currency import USUAL, read_currency, usual_currency
from scorepad.ui.hooks import use_found
from scorepad.ui.rights import is_host, phones_of
from scorepad.ui.session import Session, going_to, use_session
from scorepad.ui.theme import TEXT_SIZE, TEXT_SIZES, Space, Type
from scorepad.ui.widgets import (
    chip,
    chips,
    heading,
    muted,
    panel,
    remark,
    screen,
    stack,
    text_field,
    titled_row,
)

OTHER = "other"
"""The choice that stands for a currency that is typed."""

TOGGLE = 44
"""Size of the symbol of a switch."""


@ft.component
def Preferences() -> ft.View:
    session = use_session()
    t, choose = session.words, session.choose
    return screen(
        t("Settings"),
        heading(t("Display")),
        panel(
            _choice(t("Language"), "language", session.language, partial(choose, "language"),
                    {"system": t("System"), "de": "Deutsch", "en": "English"}),
            _choice(t("Appearance"), "theme", session.theme, partial(choose, "theme"),
                    {"system": t("System"), "light": t("Light"), "dark": t("Dark")}),
            _choice(t("Text size"), "text", session.text_size, partial(choose, TEXT_SIZE),
                    {factor: format_percent(factor, locale=t.locale) for factor in TEXT_SIZES}),
            spacing=Space.HUGE),
        heading(t("At the table")),
        panel(
            *([Currency()] if is_host(session) else []),
            _switch(t("Keep the screen awake"), t("While a sheet is on the screen"), "awake",
                    session.awake, lambda: choose("awake", not session.awake)),
            *([_switch(t("Vibration"), t("A short pulse at every tap on a key"), "haptics",
                       session.haptics, lambda: choose("haptics", not session.haptics))]
              if session.can_be_felt else []),
            spacing=Space.LARGE),
        *(_of_host(session) if is_host(session) else []),
        ft.Container(muted(f"Scorepad {__version__}", text_align=ft.TextAlign.CENTER),
                     padding=Space.LARGE),
        back="/", back_label=t("Back to the evenings"))


def _of_host(session: Session) -> list[ft.Control]:
    """Build what only a host has a use for: the club, the book, and who else may use it."""
    t = session.words
    return [
        heading(t("The club")),
        panel(_way(t("Players"), t("Names, colours, who has retired, who is in the book twice"),
                   "/people", "people"),
              _way(t("House rules"), t("The club's own rules for every game"), "/rules", "rules"),
              *([] if phones_of(session) is None else [
                  _way(t("Phones"), t("Who watches, who writes, and how others join"), "/phones",
                       "phones")]),
              spacing=Space.LARGE),
        heading(t("The book")),
        panel(remark(t("Everything is kept here:")),
              ft.Text(session.service.place, size=Type.BODY, selectable=True),
              ft.Container(height=Space.HAIR),
              _way(t("Backups and files"), t("Back up, restore, export, import, check"),
                   "/safety", "safety"))]


def _choice(title: str, name: str, current: Any, choose: Callable[[Any], Any],
            choices: dict[Any, str], *more: ft.Control) -> ft.Control:
    """Build the choice of one of a few values, each with its title."""
    return stack(
        ft.Semantics(header=True, content=ft.Container(
            remark(title), padding=ft.Padding.only(bottom=Space.HAIR))),
        chips([chip(text, partial(choose, value), chosen=value == current,
                    identifier=f"{name}-{value}") for value, text in choices.items()]),
        *more, spacing=Space.SMALL)


def _switch(title: str, sentence: str, name: str, on: bool,
            turn: Callable[[], Any]) -> ft.Control:
    """Build a switch; all of its row can be tapped."""
    symbol = ft.Icon(ft.Icons.TOGGLE_ON if on else ft.Icons.TOGGLE_OFF_OUTLINED, size=TOGGLE,
                     color=ft.Colors.PRIMARY if on else ft.Colors.ON_SURFACE_VARIANT)
    return titled_row(title, sentence, turn, symbol, identifier=name, spacing=0, padding=0,
                      toggled=on)


@ft.component
def Currency() -> ft.Control:
    """Draw the choice of the currency: one of the usual, or any other by its code."""
    session = use_session()
    t, current = session.words, usual_currency(session.service, session.region)
    typed, set_typed = use_found(str)

    def choose(code: str) -> None:
        if code == OTHER:
            set_typed("")
        else:
            set_typed(None)
            session.attempt(session.choose_currency, code)

    def type_code(text: str) -> None:
        set_typed(text)
        if code := read_currency(text):
            session.attempt(session.choose_currency, code)

    fault = None
    if typed is not None and len(typed.strip()) > 2 and read_currency(typed) is None:
        fault = t("{code} is not a currency. Type its three letters, such as CHF.",
                  code=typed.strip())
    codes = dict.fromkeys((*USUAL, current))
    more = [] if typed is None else [text_field(
        t("Code"), typed, type_code, error=fault, autofocus=True,
        capitalization=ft.TextCapitalization.CHARACTERS)]
    return _choice(
        t("Currency"), "currency", current if typed is None else OTHER, choose,
        {**{code: _named(code, t) for code in codes}, OTHER: t("Other")},
        *more, muted(t("From the next evening on. One that has begun keeps its currency.")))


def _named(code: str, t: Words) -> str:
    """Return a currency's code and sign, such as EUR €; CHF has no sign but its code."""
    sign = get_currency_symbol(code, locale=t.locale)
    return code if sign == code else f"{code} {sign}"


def _way(title: str, sentence: str, route: str, identifier: str) -> ft.Control:
    """Build a row that leads to a screen of its own."""
    return titled_row(title, sentence, going_to(route), identifier=identifier, spacing=0, padding=0)
