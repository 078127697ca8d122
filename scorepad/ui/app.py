"""A placeholder until the screens are here: the name, a suit and a counter."""

from collections.abc import Callable

import flet as ft

from scorepad.config import Settings
from scorepad.ui import theme


@ft.component
def Home() -> ft.View:
    taps, set_taps = ft.use_state(0)
    return ft.View(
        route="/",
        controls=[
            ft.Text("Scorepad ♠", size=theme.Type.TOTAL, weight=ft.FontWeight.W_500),
            ft.Semantics(
                identifier="count",
                content=ft.FilledButton(f"{taps} taps", on_click=lambda: set_taps(taps + 1)),
            ),
            ft.TextField(label="Name", key="name"),
        ],
    )


def main_for(settings: Settings) -> Callable[[ft.Page], None]:
    """What Flet calls with the page of every new session."""

    def main(page: ft.Page) -> None:
        page.title = "Scorepad"
        page.fonts = theme.FONTS
        page.theme, page.dark_theme = theme.light_theme(), theme.dark_theme()
        page.render_views(Home)

    return main
