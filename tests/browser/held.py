"""A sheet on phones as people hold them: what is wrong with the places of its keys. No key is cut,
hidden behind another or outside, and the last two hands and all totals are in sight."""

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

from tests.browser.every_panel import FIND, FINGER, STATES, Key
from tests.browser.hand import SIZES, UNHEARD, WAS_SENT, Hand

GOLDEN = Path(__file__).parents[1] / "golden"

HANDS = {"cinq-cents": 3}
"""The hands on the sheet of a game, so that its Partie still goes on; of others there are four."""

LOWEST = ("375x553", "667x320")
"""The lowest pages that everything must fit on."""

FULLEST = ("cinq-cents", "kalter-schlag", "schafkopf", "schieberamsch", "skat")
"""The games whose keys need most room."""

ROW = 25
"""The least height of a hand whose figures are seen whole, in pixels."""


def evening() -> dict[str, Any]:
    """An evening with a sheet of every game, with the first hands that were worked out by hand."""
    sheets = []
    for file in sorted(GOLDEN.glob("*.json")):
        game = file.name.removesuffix(".json")
        if "." not in game:
            played = [sheet for each in json.loads(file.read_text("utf-8"))["evenings"]
                      for sheet in each["sheets"]]
            longest = max(played, key=lambda sheet: len(sheet["hands"]))
            sheets.append({**longest, "id": f"of-{game}",
                           "hands": longest["hands"][:HANDS.get(game, 4)]})
    return {"id": "held", "date": "2026-11-20", "place": "", "sheets": sheets}


def games() -> list[str]:
    """The games of that evening."""
    return [sheet["game"] for sheet in evening()["sheets"]]


def faults_held(user: Hand, game: str, sizes: Iterable[str],
                look_at: Callable[[str], object] = lambda name: None,
                states: int | None = None) -> Iterator[str]:
    """What is wrong with a sheet of `evening()` on phones of these sizes, a line each. look_at: is
    called with a name whenever there is something to be looked at; states: how many of `STATES` to
    look at, None for all."""
    sheet = f"/evening/held/sheet/of-{game}"
    for number, touched in enumerate([[], *STATES.get(game, [])][:states]):
        hold(user, "phone")
        user.open(sheet)
        user.find(identifier="seat-0").wait_for(state="attached")
        user.touch(*touched)
        for size in sizes:
            hold(user, size)
            look_at(f"{size}-{game}-{number}")
            yield from [f"{size}, {game} {' '.join(touched)}: {fault}" for fault in _faults(user)]


def hold(user: Hand, size: str) -> None:
    """Hold the phone so, or take another one."""
    width, height = SIZES[size]
    if user.page.viewport_size != {"width": width, "height": height}:
        before = user.page.evaluate("seen.sent")
        user.page.set_viewport_size({"width": width, "height": height})
        user.page.evaluate(WAS_SENT, [before, UNHEARD])  # the page tells it with its next frame
    user.settle()


def _faults(user: Hand) -> list[str]:
    return [*faults_of_keys(user), *faults_of_hands(user)]


def faults_of_keys(user: Hand, without: str = "hand-") -> list[str]:
    """What is wrong with the places of keys, as a list. without: the names that begin so are left
    out, as those of the hands are."""
    keys = [Key(*each) for each in user.page.evaluate(FIND)]
    others = [key for key in keys if not key.name.startswith(("hand-", without))]
    faults = [f"{key} is cut or outside" for key in others
              if not key.seen or min(key.width, key.height) < FINGER]
    faults += [f"{one} and {other} lie over each other" for one, other in combinations(others, 2)
               if _lap(one, other)]
    return faults


def faults_of_hands(user: Hand) -> list[str]:
    """What is wrong unless two hands are in sight, as a list."""
    hands = [key for each in user.page.evaluate(FIND)
             if (key := Key(*each)).name.startswith("hand-")]
    if len([key for key in hands if key.seen and key.height >= ROW]) < 2:
        return [f"of the hands only {hands} are in sight"]
    return []


def _lap(one: Key, other: Key) -> bool:
    """Whether two keys share more than an edge."""
    return min(one.x + one.width, other.x + other.width) - max(one.x, other.x) > 1 \
        and min(one.y + one.height, other.y + other.height) - max(one.y, other.y) > 1
