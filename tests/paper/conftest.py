"""A club of two evenings, and any other that a test writes down."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from scorepad.i18n.words import Words
from scorepad.service import Service
from scorepad.storage import Store
from tests.taking import take

GOLDEN = Path(__file__).parent.parent / "golden" / "paper"
FOUR = ["Anne", "Bert", "Cem", "Dora"]

Club = Callable[..., Service]


@pytest.fixture
def club() -> Iterator[Club]:
    """Makes the service of a book with these evenings, each a dictionary of the file format."""
    stores = []

    def of(*evenings: dict[str, Any], **more: Any) -> Service:
        raw = {"format": "scorepad/1", "evenings": list(evenings), **more}
        stores.append(store := Store.open("sqlite://"))
        service = Service(store, "Anne")
        take(service, raw)
        return service

    yield of
    for store in stores:
        store.close()


@pytest.fixture
def golden(club: Club) -> Service:
    """Two evenings, worked out by hand in `test_golden`."""
    raw = json.loads((GOLDEN / "club.json").read_text("utf-8"))
    return club(*raw.pop("evenings"), club=raw["club"])


@pytest.fixture(params=["de", "en"])
def words(request: pytest.FixtureRequest) -> Words:
    """Both languages."""
    return Words(request.param)


@pytest.fixture
def english() -> Words:
    return Words("en")


def evening(*hands: dict[str, Any], day: str = "2026-11-20", players=FOUR,
            game: str = "kalter-schlag", **more: Any) -> dict[str, Any]:
    """An evening of one sheet, without money unless told."""
    sheet = {"game": game, "players": list(players), "hands": list(hands),
             **more.pop("sheet", {})}
    return {"id": day, "date": day, "sheets": [sheet], **more}
