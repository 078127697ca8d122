"""What is taken away as text: it is said to be copied only where it was."""

from typing import Any

import flet as ft

from tests.screens.conftest import Start, Table
from tests.screens.driver import Driver, tap

REFUSED = RuntimeError("NotAllowedError")
SHOWN = "This browser does not let the page copy. The text is selected."


async def test_it_is_copied(table: Table, start: Start):
    ui = await start(f"/evening/{table.evening}")
    await tap(ui, "copy")
    assert ui.sees("Copied.") and not ui.sees(SHOWN)


async def test_where_the_browser_refuses_the_text_is_there_to_be_copied_by_hand(
        table: Table, start: Start):
    ui = await start(f"/evening/{table.evening}")
    ui.client.replies["set"] = REFUSED
    await tap(ui, "copy")
    assert ui.sees(SHOWN) and not ui.sees("Copied.")
    shown = ui.find(kind=ft.TextField).value
    assert "20 November 2026" in shown
    await ui.tap(text="Close")
    assert not ui.sees(SHOWN)


async def test_what_cannot_be_shared_is_copied_and_else_shown(table: Table, start: Start):
    ui = await start(f"/evening/{table.evening}")
    ui.client.replies["share_text"] = REFUSED
    await tap(ui, "share")
    assert ui.sees("This browser cannot share. The text is copied instead.")
    assert not told_to_share(ui)["mail_to_fallback_enabled"]  # which hides the refusal
    ui.client.replies["set"] = REFUSED
    await tap(ui, "share")
    assert ui.sees(SHOWN)


async def test_what_was_shared_is_not_copied_besides(table: Table, start: Start):
    """Browsers do not tell what became of it: "unavailable"."""
    ui = await start(f"/evening/{table.evening}")
    ui.client.replies["share_text"] = {"status": "unavailable", "raw": ""}
    await tap(ui, "share")
    assert not ui.sees("This browser cannot share.") and told_to_share(ui)


def told_to_share(ui: Driver) -> dict[str, Any]:
    [given] = [given for name, given in ui.client.calls if name == "share_text"]
    return given
