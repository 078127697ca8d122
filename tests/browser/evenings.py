"""Evenings to look at, as documents; taken into the book before the page opens."""

from typing import Any

from scorepad.config import Settings
from scorepad.service import Service
from tests.browser.program import Program
from tests.taking import take

PLAYERS = ["Anne", "Bert", "Cem", "Dora"]


def hand(anne: int, bert: int, cem: int, dora: int, **more: Any) -> dict[str, Any]:
    """A Ramsch with everybody's Augen."""
    return {"augen": dict(zip(PLAYERS, (anne, bert, cem, dora))), **more}


def evening(*hands: dict[str, Any], sheet: str = "s", **more: Any) -> dict[str, Any]:
    """An evening of Kalter Schlag with these hands; `sheet` is the id of its sheet."""
    return {"id": "e", "date": "2026-11-20", "place": "bei Anne", "sheets": [{
        "id": sheet, "game": "kalter-schlag", "players": PLAYERS, "einsatz": "0.50",
        "hands": list(hands)}], **more}


IN_THE_MIDDLE = [
    hand(40, 50, 20, 10),
    hand(66, 30, 24, 0, jungfern=["Dora"], verdopplungen=1),
    hand(0, 59, 31, 30, verdopplungen=4),
    {"durchmarsch": "Dora", "verdopplungen": 2},
    hand(24, 61, 35, 0),
]
"""Five hands: Bert has 50 + 940 + 480 + 60 = 1530, Anne 260 + 480, Cem 480."""

LOST = [hand(0, 63, 57, 0, jungfern=["Anne", "Dora"], verdopplungen=3)]
"""S0, Beispiele: 63 · 2 · 2 · 2 · 2 · 2 = 2016, so Bert has lost at one blow."""


def take_in(program: Program, *evenings: dict[str, Any]) -> None:
    """Import evenings into the program's book, while it runs, as the command line would."""
    service = Service.open(Settings.of({"FLET_APP_STORAGE_DATA": str(program.data)}))
    try:
        take(service, {"format": "scorepad/1", "evenings": list(evenings)})
    finally:
        service.close()
