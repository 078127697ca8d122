"""What somebody sets once: language and appearance; and what everybody is called."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import flet as ft

from scorepad import __version__
from scorepad.service import Refused
from scorepad.text import Message, say
from scorepad.ui.session import Session, page, use_session
from scorepad.ui.theme import Height, Radius, Space, Type
from scorepad.ui.widgets import chip, chips, icon_button, muted, panel, screen, text_field
from scorepad.words import Words


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
            session.service.rename_player(self.player, self.typed)
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
        _choice(t("Language"), "language", session.language,
                lambda language: session.attempt(session.choose_language, language),
                {"system": t("As the device"), "de": "Deutsch", "en": "English"}),
        _choice(t("Appearance"), "theme", session.theme,
                lambda theme: session.attempt(session.choose_theme, theme),
                {"system": t("As the device"), "light": t("Light"), "dark": t("Dark")}),
        *([panel(_title(t("Players")), *[
            _renamed(renaming, session) if player == renaming.player else
            _player(player, name, renaming, t) for player, name in players.items()],
            spacing=0)] if players else []),
        panel(_title(t("The book")),
              muted(t("All that is written down is kept here:"), size=Type.BODY),
              ft.Text(session.service.place, size=Type.BODY)),
        ft.Container(muted(f"Scorepad {__version__}", text_align=ft.TextAlign.CENTER),
                     padding=Space.LARGE),
        back=lambda: page().navigate("/"), back_label=t("Back to the evenings"))


def _choice(title: str, name: str, current: str, choose: Callable[[str], Any],
            choices: dict[str, str]) -> ft.Control:
    """One of a few values, each with its title."""
    return panel(_title(title), chips([
        chip(text, lambda value=value: choose(value), chosen=value == current,
             identifier=f"{name}-{value}") for value, text in choices.items()]))


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
