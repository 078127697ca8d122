"""What other programs write is on the screen within a second, though nobody touches it; and a
server that has gone away is told."""

import asyncio
from contextlib import suppress

import flet as ft

from scorepad.storage import StorageFault
from scorepad.storage.faults import Displaced, Unreachable
from scorepad.ui.opening import Opening

EVERY = 0.3
"""Seconds between two looks; a look costs some microseconds."""

MISSED = 3
"""So many looks in vain make a server that is away, and not only busy for a moment."""


async def watch(page: ft.Page, opening: Opening) -> None:
    """Look into the book until the page is closed for good."""
    gone = asyncio.Event()
    page.on_close = gone.set
    shown, missed = _readings(opening), 0
    while True:
        with suppress(TimeoutError):
            await asyncio.wait_for(gone.wait(), EVERY)
        if gone.is_set():
            return  # a page that is closed has no session to ask
        page.session.start_updates_scheduler()  # it ends with what cannot be drawn
        session = opening.session
        if page.session.connection is None:
            continue
        if session is None:
            if opening.is_decided:  # on another page, or in another program
                opening.attempt()
            continue
        try:
            session.service.watch()
            missed = 0
        except Unreachable as fault:
            missed += 1
            if missed >= MISSED:
                opening.lose(fault)
        except Displaced as fault:
            opening.lose(fault)
        except StorageFault:
            pass  # who saves is told
        if shown != _readings(opening):
            shown = _readings(opening)
            session.show_anew()


def _readings(opening: Opening) -> int | None:
    return None if opening.session is None else opening.session.service.readings
