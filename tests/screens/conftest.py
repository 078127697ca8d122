"""A book on a temporary disk, and an evening of four at Kalter Schlag in it."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from datetime import date as Date
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from scorepad.book.scoresheet import Scoresheet
from scorepad.config import Settings
from scorepad.games import ramsch
from scorepad.games.game import Game, Seat
from scorepad.games.kalter_schlag import KALTER_SCHLAG, Ramsch
from scorepad.games.schieberamsch import SCHIEBERAMSCH
from scorepad.service import Service
from scorepad.service.views import NewEvening
from scorepad.ui.app import main_for
from tests.screens.driver import Driver

FOUR = ("Anne", "Bert", "Cem", "Dora")

THIN = "\N{NARROW NO-BREAK SPACE}"
"""The sign that sets off thousands."""

Start = Callable[..., Awaitable[Driver]]


class Table(NamedTuple):
    """An evening with one sheet, and the route to it."""

    service: Service
    evening: str
    sheet: str

    @classmethod
    def of(cls, service: Service, game: Game[Any, Any], names: tuple[str, ...],
           **more: Any) -> "Table":
        """A new evening with this game."""
        sheet = service.open_sheet(NewEvening(Date(2026, 11, 20)), game, names, **more)
        return cls(service, service.sheet(sheet).evening, sheet)

    @property
    def route(self) -> str:
        return f"/evening/{self.evening}/sheet/{self.sheet}"

    @property
    def score(self) -> Scoresheet:
        self.service.refresh()
        return self.service.sheet(self.sheet).score

    def play(self, *augen: int, **more: Any) -> str:
        """Record a Ramsch of the game; returns the hand's id."""
        kind = Ramsch if self.score.record.game is KALTER_SCHLAG else ramsch.Ramsch
        return self.service.record(self.sheet, kind(augen, **more))

    def march(self, seat: Seat, **more: Any) -> str:
        """Record a Durchmarsch of Schieberamsch or Pfälzer Ramsch; returns the hand's id."""
        return self.service.record(self.sheet, ramsch.Durchmarsch(seat, **more))


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path, f"sqlite:///{tmp_path / 'book.db'}", "de", "Anne")


@pytest.fixture
def service(settings: Settings) -> Iterator[Service]:
    """Of the book that the app opens too."""
    service = Service.open(settings)
    yield service
    service.close()


@pytest.fixture
def table(service: Service) -> Table:
    """Four at Kalter Schlag, at 50 cents."""
    return Table.of(service, KALTER_SCHLAG, FOUR, stake=50)


@pytest.fixture
def three(service: Service) -> Table:
    """Anne, Bert and Cem at Schieberamsch, at a cent a point."""
    return Table.of(service, SCHIEBERAMSCH, FOUR[:3], stake=100)


@pytest.fixture
async def start(settings: Settings) -> AsyncIterator[Start]:
    """Opens the app at a route, in English; any number of times, in one browser."""
    opened: list[Driver] = []
    kept: dict[str, Any] = {}

    async def begin(route: str, **more: Any) -> Driver:
        served = more.get("web", True)
        ui = await Driver.start(main_for(settings, served=served), route=route,
                                **{"language": "en-GB", "kept": kept, **more})
        opened.append(ui)
        return ui

    yield begin
    for ui in opened:
        await ui.stop()
