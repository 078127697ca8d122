"""What is kept of the last sheet, to be seen before the app is there."""

import asyncio
import json
import time
from types import SimpleNamespace
from typing import Any

import pytest

from scorepad.config import Settings
from scorepad.games.kalter_schlag import Ramsch
from scorepad.i18n.words import Words
from scorepad.service import Service
from scorepad.ui.app import main_for
from scorepad.ui.place import Looks, Served
from scorepad.ui.watching import Glimpses
from tests.screens.conftest import Table
from tests.screens.driver import Driver


@pytest.fixture
def kept() -> list[dict[str, Any] | None]:
    return []


def session_of(service: Service, **more: Any) -> Any:
    return SimpleNamespace(**{"service": service, "revision": 0, "words": Words("de"),
                              "looks": Looks(), **more})


def totals(glimpse: dict[str, Any] | None) -> dict[str, str]:
    return {} if glimpse is None else {each["name"]: each["total"] for each in glimpse["columns"]}


def test_the_totals_of_the_open_sheet_are_kept_whenever_they_change(table: Table, kept: list[Any]):
    glimpses, session = Glimpses(kept.append), session_of(table.service)
    glimpses.look(session, table.route)
    assert kept[-1]["title"] == "Kalter Schlag · Partie 1"
    assert totals(kept[-1]) == {"Anne": "0", "Bert": "0", "Cem": "0", "Dora": "0"}
    table.play(66, 28, 17, 9)
    session.revision += 1
    glimpses.look(session, table.route)
    assert totals(kept[-1]) == {"Anne": "70", "Bert": "0", "Cem": "0", "Dora": "0"}
    assert [each["name"] for each in kept[-1]["columns"] if each["deals"]] == ["Bert"]
    assert json.loads(json.dumps(kept[-1])) == {**kept[-1], "columns": list(kept[-1]["columns"])}


def test_elsewhere_it_stays_and_is_not_kept_again(table: Table, kept: list[Any]):
    glimpses, session = Glimpses(kept.append), session_of(table.service)
    for route in (table.route, f"{table.route}/seats", "/", "/statistics"):
        glimpses.look(session, route)
    assert len(kept) == 1


def test_at_first_it_is_the_last_sheet_of_the_book(table: Table, kept: list[Any]):
    table.play(66, 28, 17, 9)
    Glimpses(kept.append).look(session_of(table.service), "/")
    assert totals(kept[-1])["Anne"] == "70"


def test_nothing_is_kept_of_another_book(table: Table, kept: list[Any], tmp_path):
    """Restored, or begun anew: what was to be seen is not in it."""
    glimpses = Glimpses(kept.append)
    glimpses.look(session_of(table.service), table.route)
    other = Service.open(Settings(tmp_path, f"sqlite:///{tmp_path / 'other.db'}", "de", "Anne"))
    glimpses.look(session_of(other), "/")
    assert kept[-1] is None
    other.close()


async def test_the_app_itself_hands_it_out(table: Table, settings: Settings, kept: list[Any]):
    place = Served()
    place.keep_glimpse = kept.append
    ui = await Driver.start(main_for(settings, place=place), route=table.route, language="en-GB",
                            web=True)
    table.service.record(table.sheet, Ramsch((66, 28, 17, 9)))
    end = time.monotonic() + 10
    while not kept or totals(kept[-1]).get("Anne") != "70":
        assert time.monotonic() < end, kept
        await asyncio.sleep(0.1)
    await ui.stop()
