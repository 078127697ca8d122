"""The rehearsal: the first screens, drawn once for nobody. What they import, generate or remember
is in the memory that later starts begin with; nothing of the rehearsed book is."""

import asyncio
from collections.abc import Sequence
from contextvars import copy_context
from datetime import date
from pathlib import Path
from typing import Any

import msgpack
import uuid6
from flet.controls.base_control import BaseControl
from flet.controls.context import _context_page
from flet.messaging import protocol
from flet.messaging.connection import Connection
from flet.messaging.session import Session
from flet.pubsub.pubsub_hub import PubSubHub

from scorepad.config import Settings
from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.service import Service
from scorepad.service.views import NewEvening
from scorepad.ui.app import main_for
from scorepad.ui.place import Served
from scorepad.ui.session import SESSION

NAMES = ("1", "2", "3", "4")
TURNS = 60
"""The turns of the loop after which all of a screen has been drawn; most take twenty."""

PHONE = {"width": 390, "height": 844, "web": True, "platform": "android",
         "platform_brightness": "light"}


class _Stage(Served):
    """The page as a place, with nobody behind it."""

    has_threads = False
    keeps_book = True


class _Nobody(Connection):
    """A client that is sent everything, as bytes, and keeps nothing."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.page_url = "https://scorepad.test/"
        self.loop = asyncio.get_running_loop()
        self.pubsubhub = PubSubHub()
        self._encode = protocol.configure_encode_object_for_msgpack(BaseControl)

    def send_message(self, message: protocol.Message) -> None:
        msgpack.packb([message.action, message.body], default=self._encode)


class _Loop(asyncio.BaseEventLoop):
    """A loop that waits for nothing from outside: the page's own only turns while Python rests."""

    class _selector:
        @staticmethod
        def select(timeout: float | None) -> Sequence[Any]:
            """Return that nothing has come."""
            return ()

    def _process_events(self, events: Sequence[Any]) -> None:
        """Handle nothing."""

    def _write_to_self(self) -> None:
        """Wake nobody: this loop does not sleep."""


def rehearse(language: str) -> None:
    """Draw the home screen, an evening and a sheet with a hand on it, in a book in memory."""
    outer = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    loop = _Loop()
    try:
        copy_context().run(loop.run_until_complete, _rehearsed(language))
    finally:
        loop.close()
        asyncio._set_running_loop(outer)
        # The clock may go back before the next start, which must not go on from this one's ids.
        uuid6._last_v7_timestamp = None


async def _rehearsed(language: str) -> None:
    session = Session(_Nobody())
    page = session.page
    session.apply_page_patch({"route": "/", **PHONE})
    _context_page.set(page)
    session.connection.send_message(protocol.Message(
        protocol.MessageAction.REGISTER_CLIENT,
        protocol.RegisterClientResponseBody(session.id, session.get_page_patch(), "")))
    main_for(Settings(Path("/"), "sqlite://", language, ""), place=_Stage())(page)
    await session.after_event(page)
    await _all_is_drawn()
    service: Service = session.store.get(SESSION).service
    for route in _routes(service):
        session.apply_page_patch({"route": route})
        await session.dispatch_event(page._i, "route_change", {"route": route})
        await _all_is_drawn()
    await session.disconnect(0)
    session.close()
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    service.close()


def _routes(service: Service) -> list[str]:
    """Return the routes of a new evening, of its sheet with one hand, and of the home screen, which
    has them now."""
    sheet = service.open_sheet(NewEvening(date(2026, 1, 1)), KALTER_SCHLAG, NAMES, stake=50)
    service.record(sheet, KALTER_SCHLAG.read_hand({"augen": {NAMES[0]: 66}}, NAMES))
    evening = f"/evening/{service.sheet(sheet).evening}"
    return [evening, f"{evening}/sheet/{sheet}", "/"]


async def _all_is_drawn() -> None:
    for _ in range(TURNS):
        await asyncio.sleep(0)
