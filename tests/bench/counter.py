"""Flet's smallest app, a number and a button that adds one, served as Scorepad is served.

`python -m tests.bench.counter --web`; what a tap costs is measured against it.
"""

import sys

import flet as ft

from scorepad.config import Settings
from scorepad.web.host.server import serve


def main(page: ft.Page) -> None:
    """The page of one session."""
    number = ft.Text("0")

    def add() -> None:
        number.value = str(int(number.value) + 1)

    page.add(number, ft.Semantics(identifier="add", content=ft.FilledButton("+", on_click=add)))


if __name__ == "__main__":
    port = sys.argv[sys.argv.index("--port") + 1] if "--port" in sys.argv else None
    try:
        serve(main, Settings.of(), port=port and int(port))
    except KeyboardInterrupt:
        pass
