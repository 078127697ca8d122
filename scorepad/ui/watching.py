"""What other programs write is on the screen within a second, though nobody touches it; and a
server that has gone away, or hangs, is told."""

import asyncio
from contextlib import suppress

import flet as ft

from scorepad.service import Service
from scorepad.storage import StorageFault
from scorepad.storage.faults import Displaced, Silent, Unreachable
from scorepad.text import say
from scorepad.ui import work
from scorepad.ui.glimpse import Glimpses
from scorepad.ui.opening import Opening

EVERY = 0.3
"""Seconds between two looks; a look costs some microseconds."""

MISSED = 3
"""So many looks in vain make a server that is away, and not only busy for a moment."""

HANGS = say("The server of the book does not answer. You see what was read last and can go on "
            "typing; saving works again as soon as it answers.")


async def watch(page: ft.Page, opening: Opening, glimpses: Glimpses | None = None) -> None:
    """Look into the book until the page is closed for good."""
    gone = asyncio.Event()
    page.on_close = gone.set
    shown, missed, told = _readings(opening), 0, False
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
            await _come_back(opening)
            continue
        fault = await _look(session.service)
        if gone.is_set() or opening.session is not session:
            continue
        missed = missed + 1 if fault else 0
        if isinstance(fault, Displaced):
            opening.lose(fault)
        elif fault and missed >= MISSED:
            if not isinstance(fault, Silent):
                opening.lose(fault)
            elif not told:
                session.tell(HANGS)
                told = True
        elif told and not missed:
            told = False
            session.show_anew()  # with what could not be read meanwhile
        if shown != _readings(opening):
            shown = _readings(opening)
            session.show_anew()
        with suppress(StorageFault):  # it is only offered
            session.look_beside()
        if glimpses is not None:
            glimpses.look(session, page.route)


async def _look(service: Service) -> Unreachable | Displaced | None:
    """Whether somebody has written; what was read is as new as the book then. A server is asked
    from a thread, because nobody knows how long it takes."""
    try:
        if not service.may_hang or await work.on_thread(service.has_news):
            service.watch()
    except (Unreachable, Displaced) as fault:
        return fault
    except StorageFault:
        pass  # who saves is told
    return None


async def _come_back(opening: Opening) -> None:
    """Show the book once its server, which was away, is back, or once it was said elsewhere which
    of two goes on."""
    if opening.is_decided:
        opening.attempt()
    if not isinstance(opening.fault, Unreachable):
        return
    with suppress(StorageFault):
        await work.on_thread(opening.look)
        if opening.session is None:
            opening.attempt()


def _readings(opening: Opening) -> int | None:
    return None if opening.session is None else opening.session.service.readings
