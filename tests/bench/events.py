"""The calls of our own functions, and the modules that they lie in, that one event goes through:
a digit, and a tap on *Save*, on a sheet with some hands.

Counted in-process, with everything that follows from the event: what is written, what is drawn.
Expressions in brackets are not counted by themselves. The numbers are the same on every machine.
"""

import asyncio
import sys
import tempfile
import threading
from collections.abc import Awaitable
from datetime import date
from pathlib import Path
from types import FrameType
from typing import Any

import scorepad
from scorepad.config import Settings
from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.service import Service
from scorepad.service.views import NewEvening
from scorepad.ui.app import main_for
from tests.bench.saving import NAMES, some_hands
from tests.bench.timing import report
from tests.screens.driver import Driver

OURS = str(Path(scorepad.__file__).parent)

HANDS = 30

LIMITS = {"a digit": (800, None), "a tap on Save": (2000, 55)}
"""The most calls, and the most modules, of each event."""


class Counted:
    """The calls of our functions while this is entered, by where each is defined."""

    def __init__(self) -> None:
        self.calls: dict[tuple[str, str], int] = {}

    def __enter__(self) -> "Counted":
        threading.setprofile(self._look)
        sys.setprofile(self._look)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)
        threading.setprofile(None)

    def _look(self, frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(OURS) \
                and not code.co_name.startswith("<"):
            place = code.co_filename, code.co_qualname
            self.calls[place] = self.calls.get(place, 0) + 1

    @property
    def modules(self) -> int:
        """How many of our modules were gone through."""
        return len({file for file, _ in self.calls})

    def most(self, many: int = 12) -> str:
        """The functions that were called most often, to be read."""
        first = sorted(self.calls.items(), key=lambda item: -item[1])[:many]
        return ", ".join(f"{name} {count}" for (_, name), count in first)


async def counted(event: Awaitable[Any]) -> Counted:
    """What this event goes through."""
    with Counted() as found:
        await event
    return found


async def events(data: Path) -> dict[str, Counted]:
    """Type and save two hands on a sheet, and count what the second one goes through."""
    settings = Settings.of({"FLET_APP_STORAGE_DATA": str(data)})
    service = Service.open(settings)
    sheet = service.open_sheet(NewEvening(date(2026, 11, 20)), KALTER_SCHLAG, NAMES)
    for hand in some_hands(HANDS):
        service.record(sheet, hand)
    route = f"/evening/{service.sheet(sheet).evening}/sheet/{sheet}"
    ui = await Driver.start(main_for(settings), route=route)
    for identifier in ("seat-0", "digit-6", "digit-6", "save", "seat-0", "digit-7"):
        await ui.tap(identifier=identifier)
    found = {"a digit": await counted(ui.tap(identifier="digit-6")),
             "a tap on Save": await counted(ui.tap(identifier="save"))}
    await ui.stop()
    service.close()
    return found


def measure() -> bool:
    """Print both, as ratios to their limits."""
    within = True
    with tempfile.TemporaryDirectory() as folder:
        for name, event in asyncio.run(events(Path(folder))).items():
            calls, modules = LIMITS[name]
            total = sum(event.calls.values())
            within &= report(f"calls of ours, {name}", total / calls, 1.0,
                             f"{total} calls; {event.most()}")
            if modules:
                within &= report(f"modules of ours, {name}", event.modules / modules, 1.0,
                                 f"{event.modules} modules")
    return within
