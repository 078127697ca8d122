"""A book on a temporary disk, and an evening of four at Kalter Schlag in it."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from datetime import date as Date
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from scorepad.config import Settings
from scorepad.games.kalter_schlag import KALTER_SCHLAG, Ramsch
from scorepad.service import Service
from scorepad.ui.app import main_for
from tests.screens.driver import Driver

FOUR = ("Anne", "Bert", "Cem", "Dora")

Start = Callable[..., Awaitable[Driver]]


class Table(NamedTuple):
    """An evening with one sheet, and the route to it."""

    service: Service
    evening: str
    sheet: str

    @property
    def route(self) -> str:
        return f"/evening/{self.evening}/sheet/{self.sheet}"

    def play(self, *augen: int, jungfern: tuple[int, ...] = (), doublings: int = 0) -> str:
        """Record a Ramsch; returns the hand's id."""
        return self.service.record(self.sheet, Ramsch(augen, jungfern, doublings))


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path, f"sqlite:///{tmp_path / 'book.db'}", "de", "Anne")


@pytest.fixture
def table(settings: Settings) -> Iterator[Table]:
    service = Service.open(settings)
    evening = service.open_evening(Date(2026, 11, 20))
    yield Table(service, evening, service.open_sheet(evening, KALTER_SCHLAG, FOUR, stake=50))
    service.close()


@pytest.fixture
async def start(settings: Settings) -> AsyncIterator[Start]:
    """Opens the app at a route, in English; any number of times."""
    opened: list[Driver] = []

    async def begin(route: str, **more: Any) -> Driver:
        ui = await Driver.start(main_for(settings), route=route,
                                **{"language": "en-GB", **more})
        opened.append(ui)
        return ui

    yield begin
    for ui in opened:
        await ui.stop()
