"""The watch over the book: what other programs write is on the screen within a second, though
nobody touches it, and the user is told when a server has gone away or hangs."""

import asyncio
from contextlib import suppress

import flet as ft

from scorepad.i18n.message import say
from scorepad.service import Service
from scorepad.storage import StorageFault
from scorepad.storage.faults import Displaced, Silent, Unreachable
from scorepad.storage.hints import Hints
from scorepad.ui import work
from scorepad.ui.glimpse import Glimpses
from scorepad.ui.opening import Opening

EVERY = 0.3
"""Seconds between two looks; a look takes some microseconds."""

MISSED = 3
"""Failed looks in a row after which a server counts as away, and not only as busy for a moment."""

HANGS = say("The server of the book does not answer. You see what was read last and can keep "
            "typing; saving works again as soon as it answers.")


async def watch(page: ft.Page, opening: Opening, glimpses: Glimpses | None = None,
                hints: Hints | None = None) -> None:
    """Look into the book and show its changes, until the page is closed for good; hints: tell when
    to look at once."""
    gone, woken = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()
    forget = None if hints is None else hints.listen(
        lambda: loop.call_soon_threadsafe(woken.set))

    def close() -> None:
        gone.set()
        woken.set()
        if forget is not None:
            forget()

    page.on_close = close
    shown, missed, told = _readings(opening), 0, False
    while True:
        with suppress(TimeoutError):
            await asyncio.wait_for(woken.wait(), EVERY)
        if gone.is_set():
            return  # a page that is closed has no session to ask
        woken.clear()
        page.session.start_updates_scheduler()  # it ends when something cannot be drawn
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
        with suppress(StorageFault):  # what others type is only offered
            session.look_beside()
        if glimpses is not None:
            glimpses.look(session, page.route)


async def _look(service: Service) -> Unreachable | Displaced | None:
    """Read again if somebody else has written; return the fault if the book is unreachable or
    displaced. A server is asked on a thread, because nobody knows how long it takes."""
    try:
        if not service.may_hang or await work.on_thread(service.has_news):
            service.watch()
    except (Unreachable, Displaced) as fault:
        return fault
    except StorageFault:
        pass  # reported when somebody saves
    return None


async def _come_back(opening: Opening) -> None:
    """Show the book again once its server is back, or once it was decided elsewhere which of two
    files goes on."""
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
