"""The screen for something that the book does not hold."""

import flet as ft

from scorepad.ui.session import going_to, of_page
from scorepad.ui.theme import Space, Type
from scorepad.ui.widgets import main_button, screen


def missing(sentence: str, back: str) -> ft.View:
    """Build a screen with this sentence and a way back; for components only."""
    t = of_page().words
    return screen("Scorepad", ft.Container(height=Space.HUGE),
                  ft.Text(sentence, size=Type.FIGURE),
                  main_button(t("Back"), going_to(back), identifier="back-home"))


def only_for_hosts() -> ft.View:
    """Build the screen in place of one that is not for this user; for components only."""
    return missing(of_page().words("Only the host can change this."), "/")


@ft.component
def Nowhere() -> ft.View:
    """Draw the screen of an address that leads nowhere, such as one that was mistyped."""
    return missing(of_page().words("There is nothing at this address."), "/")
