"""What somebody sets once: how everything looks, what a table needs, what everybody is called."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import flet as ft
from babel.numbers import format_percent, get_currency_symbol

from scorepad import __version__
from scorepad.service import Refused
from scorepad.text import Message, say
from scorepad.ui.screens.currency import USUAL, read_currency, usual_currency
from scorepad.ui.session import Session, page, use_session
from scorepad.ui.theme import TEXT_SIZES, Height, Radius, Space, Type
from scorepad.ui.widgets import chip, chips, heading, icon_button, muted, panel, screen, text_field
from scorepad.words import Words

OTHER = "other"
"""Among the currencies: one that is typed."""

TOGGLE = 44
"""Size of what shows whether something is on."""


@ft.observable
@dataclass
class Renaming:
    """A name that is being changed: whose, what is typed, and why it was refused."""

    player: str | None = None
    typed: str = ""
    fault: Message | None = None

    def begin(self, player: str, name: str) -> None:
        """Open somebody's name for change."""
        self.player, self.typed, self.fault = player, name, None

    def type(self, typed: str) -> None:
        """Something was typed."""
        self.typed, self.fault = typed, None

    def end(self) -> None:
        """Leave the name as it is."""
        self.player = None

    def save(self, session: Session) -> None:
        """Write the new name into the book; a refusal stands at the field."""
        if not self.typed.strip():
            self.fault = say("Type a name first.")
            return
        try:
            session.service.people.rename(self.player, self.typed)
        except Refused as refused:
            self.fault = say("The name {fault}.", fault=refused.problems[0].message)
        else:
            self.end()


@ft.component
def Preferences() -> ft.View:
    session = use_session()
    t = session.words
    renaming, _ = ft.use_state(Renaming)
    players = session.service.players_by_id()
    return screen(
        t("Settings"),
        heading(t("Look")),
        panel(
            _choice(t("Language"), "language", session.language,
                    lambda language: session.attempt(session.choose_language, language),
                    {"system": t("As the device"), "de": "Deutsch", "en": "English"}),
            _choice(t("Appearance"), "theme", session.theme,
                    lambda theme: session.attempt(session.choose_theme, theme),
                    {"system": t("As the device"), "light": t("Light"), "dark": t("Dark")}),
            _choice(t("Text size"), "text", session.text_size,
                    lambda factor: session.attempt(session.choose_text_size, factor),
                    {factor: format_percent(factor, locale=t.locale) for factor in TEXT_SIZES}),
            spacing=Space.HUGE),
        heading(t("At the table")),
        panel(
            Currency(),
            _switch(t("Keep the screen awake"), t("While a sheet is on the screen"), "awake",
                    session.awake,
                    lambda: session.attempt(session.choose_awake, not session.awake)),
            *([_switch(t("Feel the keys"), t("A short pulse at every tap on a key"), "haptics",
                       session.haptics,
                       lambda: session.attempt(session.choose_haptics, not session.haptics))]
              if session.can_be_felt else []),
            spacing=Space.LARGE),
        *([heading(t("Players")), panel(*[
            _renamed(renaming, session) if player == renaming.player else
            _player(player, name, renaming, t) for player, name in players.items()],
            spacing=0)] if players else []),
        heading(t("The book")),
        panel(muted(t("All that is written down is kept here:"), size=Type.BODY),
              ft.Text(session.service.place, size=Type.BODY, selectable=True)),
        ft.Container(muted(f"Scorepad {__version__}", text_align=ft.TextAlign.CENTER),
                     padding=Space.LARGE),
        back=lambda: page().navigate("/"), back_label=t("Back to the evenings"))


def _choice(title: str, name: str, current: Any, choose: Callable[[Any], Any],
            choices: dict[Any, str], *more: ft.Control) -> ft.Control:
    """One of a few values, each with its title."""
    return ft.Column([_title(title), chips([
        chip(text, lambda value=value: choose(value), chosen=value == current,
             identifier=f"{name}-{value}") for value, text in choices.items()]), *more],
        spacing=Space.SMALL, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _switch(title: str, sentence: str, name: str, on: bool,
            turn: Callable[[], Any]) -> ft.Control:
    """Something that is on or off; all of the row can be tapped."""
    return ft.Semantics(identifier=name, toggled=on, content=ft.Container(
        on_click=lambda: turn(), ink=True, border_radius=Radius.SMALL, content=ft.Row([
            ft.Column([ft.Text(title, size=Type.FIGURE),
                       muted(sentence, size=Type.BODY, semantics_label="")],
                      spacing=0, tight=True, expand=True),
            ft.Icon(ft.Icons.TOGGLE_ON if on else ft.Icons.TOGGLE_OFF_OUTLINED, size=TOGGLE,
                    color=ft.Colors.PRIMARY if on else ft.Colors.ON_SURFACE_VARIANT)])))


@ft.component
def Currency() -> ft.Control:
    """What money is in: one of the usual, or any other by its code."""
    session = use_session()
    t, current = session.words, usual_currency(session.service, session.region)
    typed, set_typed = ft.use_state(None)
    unknown = typed is not None and len(typed.strip()) > 2 and read_currency(typed) is None

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

    fault = t("{code} is no currency. Type its three letters, such as CHF.",
              code=typed.strip()) if unknown else None
    codes = dict.fromkeys((*USUAL, current))
    more = [] if typed is None else [text_field(
        t("Code"), typed, type_code, error=fault, autofocus=True,
        capitalization=ft.TextCapitalization.CHARACTERS)]
    return _choice(
        t("Currency"), "currency", current if typed is None else OTHER, choose,
        {**{code: _named(code, t) for code in codes}, OTHER: t("Other")},
        *more, muted(t("From the next evening on. One that has begun keeps its own.")))


def _named(code: str, t: Words) -> str:
    """EUR €; CHF has no sign but its code."""
    sign = get_currency_symbol(code, locale=t.locale)
    return code if sign == code else f"{code} {sign}"


def _player(player: str, name: str, renaming: Renaming, t: Words) -> ft.Control:
    """A name; a tap opens it for change."""
    return ft.Semantics(key=player, identifier=f"rename-{name}", content=ft.Container(
        on_click=lambda: renaming.begin(player, name), ink=True, border_radius=Radius.SMALL,
        height=Height.KEY, content=ft.Row([
            ft.Text(name, size=Type.FIGURE, expand=True, no_wrap=True,
                    overflow=ft.TextOverflow.ELLIPSIS,
                    semantics_label=t("Rename {name}", name=name)),
            ft.Icon(ft.Icons.EDIT_OUTLINED, size=20, color=ft.Colors.ON_SURFACE_VARIANT)])))


def _renamed(renaming: Renaming, session: Session) -> ft.Control:
    """The field in the place of the name."""
    t = session.words

    def save() -> None:
        session.attempt(renaming.save, session)

    field = ft.Row(vertical_alignment=ft.CrossAxisAlignment.START, spacing=0, controls=[
        text_field(t("Name"), renaming.typed, renaming.type, expand=True, autofocus=True,
                   error=renaming.fault and t(renaming.fault), on_submit=save),
        icon_button(ft.Icons.CHECK, t("Save the name"), save, identifier="save-name"),
        icon_button(ft.Icons.CLOSE, t("Cancel"), renaming.end, identifier="cancel")])
    return ft.Container(field, key=renaming.player,
                        padding=ft.Padding.symmetric(vertical=Space.SMALL))


def _title(text: str) -> ft.Control:
    return ft.Semantics(header=True, content=ft.Container(
        muted(text, size=Type.BODY), padding=ft.Padding.only(bottom=Space.HAIR)))
