"""Listening to a hand that is said, where the browser can: `listening.js` hears it for the page."""

import asyncio
import json
from collections.abc import Callable

import flet as ft

from scorepad.ui.entry.model import EntryModel
from scorepad.ui.session import Session, page
from scorepad.ui.theme import Height, Radius, Type
from scorepad.ui.widgets import felt

LISTEN = "scorepad:listen:"
"""The beginning of what asks the page to listen, before a language; without one it shall stop."""

LONGEST = 60
"""Seconds for which nothing is heard, after which the page is given up."""

NOTHING_SAID = ("", "no-speech", "aborted")
"""The faults of a browser that are none for who speaks."""


def listen_key(session: Session, entry: EntryModel, type_line: Callable[[str], None]) -> ft.Control:
    """Return the key that listens, or stops, as high as the line beside it."""
    color = ft.Colors.ON_PRIMARY_CONTAINER if entry.listening else ft.Colors.ON_SURFACE_VARIANT

    def tapped() -> None:
        page().run_task(_stop if entry.listening else _listen, session, entry, type_line)

    return ft.Semantics(
        identifier="listen", button=True, selected=entry.listening or None, content=ft.Container(
            ft.Icon(ft.Icons.MIC if entry.listening else ft.Icons.MIC_NONE, size=Type.KEY,
                    color=color, semantics_label=session.words("Say the hand")),
            on_click=felt(tapped), width=Height.KEY, height=Height.KEY,
            alignment=ft.Alignment.CENTER, border_radius=Radius.MEDIUM,
            bgcolor=ft.Colors.PRIMARY_CONTAINER if entry.listening else None))


async def _stop(session: Session, entry: EntryModel, type_line: Callable[[str], None]) -> None:
    await ft.Clipboard().set(LISTEN)


async def _listen(session: Session, entry: EntryModel, type_line: Callable[[str], None]) -> None:
    """Type what is heard behind what the line says, as it comes; stop once somebody has typed there
    or saved it."""
    clipboard, before, line = ft.Clipboard(), entry.line or "", entry.line
    entry.listening, over, fault = True, False, ""
    try:
        await clipboard.set(LISTEN + session.words.language)
        while not over:
            heard = await asyncio.wait_for(clipboard.get(), LONGEST)
            told = json.loads(heard or "{}")
            over, fault = told.get("over", True), told.get("fault", "")
            if entry.line != line:
                await clipboard.set(LISTEN)
            elif told.get("words"):
                line = f"{before} {told['words']}".strip()
                type_line(line)
    # Clients report a failure in as many ways as there are browsers.
    except Exception as failed:  # noqa: BLE001
        fault = str(failed)
    if fault not in NOTHING_SAID:
        session.is_deaf = True
    entry.listening = False
    if session.is_deaf:
        session.tell(session.words("This browser does not let the page listen."))
