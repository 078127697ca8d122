"""Every screen, with the evenings of `tests/golden`, for people to look at: a phone and a desktop,
light and dark, and twice the size of text. The pictures lie in tests/shots, which git ignores."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import Hands, chromium, hands, program
from tests.browser.evenings import take_in
from tests.browser.hand import LOOKS, Look
from tests.browser.program import Program

__all__ = ["chromium", "hands", "program"]  # fixtures

SCREENS = ("", "new", "people", "preferences", "rules", "rules/skat/new", "safety", "safety/check",
           "stars", "stars/club", "statistics")


def evenings() -> list[dict[str, Any]]:
    """What was worked out by hand, each evening and sheet named by its game."""
    found = []
    for file in sorted((Path(__file__).parents[1] / "golden").glob("*.json")):
        game = file.name.removesuffix(".json")
        if "." not in game:
            for number, evening in enumerate(json.loads(file.read_text("utf-8"))["evenings"]):
                sheets = [{**sheet, "id": f"{game}-{number}-{place}"}
                          for place, sheet in enumerate(evening["sheets"])]
                found.append({**evening, "id": f"{game}-{number}", "sheets": sheets})
    return found


@pytest.mark.browser
@pytest.mark.parametrize("look", [*LOOKS, Look(theme="light"), Look("wide")], ids=str)
def test_every_screen(program: Program, hands: Hands, look: Look):
    take_in(program, *evenings())
    user = hands(look)
    for route in SCREENS:
        user.open(f"/{route}")
        user.shot(route.replace("/", "-") or "home")
    for evening in evenings():
        name = evening["id"]
        sheets = [f"/sheet/{sheet['id']}" for sheet in evening["sheets"]]
        for kind in ("", "/course", "/new", *sheets):
            user.open(f"/evening/{name}{kind}")
            user.shot(f"{name}{kind.replace('/', '-')}")
