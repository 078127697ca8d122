"""A laptop with the book of a club that has played 15,000 hands: how soon each screen shows what is
on it, and what it looks like. The contact sheets lie in tests/shots, which git ignores."""

import io
from collections.abc import Callable
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, get_args

import pytest
from PIL import Image

from scorepad.config import Settings
from scorepad.service import Service
from tests.browser.conftest import Hands, chromium, hands, program
from tests.browser.hand import CANVAS_LAG, GO, PATIENCE, SHOTS, Hand, Look, Theme
from tests.browser.program import Program
from tests.proof import club
from tests.proof.conftest import Note
from tests.taking import take

__all__ = ["chromium", "hands", "program"]  # fixtures

pytestmark = [pytest.mark.browser, pytest.mark.timeout(1800)]

MOST = 1_000
"""Milliseconds until a screen shows all that is on it."""

QUIET = 1_000
"""Milliseconds without a change, after which nothing more is to come: longer than what a screen
waits on purpose before it counts something."""

ON_THE_EVENING = ("", "/course", "/new", "/sheet/{id}-0", "/sheet/{id}-0/hand/{id}-0-20",
                  "/sheet/{id}-1", "/sheet/{id}-2")
ON_THE_LAST = ("", "/sheet/{id}-0", "/sheet/{id}-0/rules", "/sheet/{id}-1/end",
               "/sheet/{id}-2/seats")

SCREENS = (
    "", "new", "tournament", "preferences", "phones", "people", "people/{one}", "rules",
    "rules/doppelkopf-altenburg", "rules/skat/new", "safety", "safety/check", "safety/import",
    "safety/server", "safety/restore", "stars", "stars/club", "stars/of/{one}", "statistics",
    "statistics/of/{one}/all/all", "statistics/of/{one}/2026/doppelkopf-altenburg",
    "statistics/duel/{one}/{other}", "nowhere",
    *[f"evening/club-148{kind.format(id='club-148')}" for kind in ON_THE_EVENING],
    *[f"evening/club-149{kind.format(id='club-149')}" for kind in ON_THE_LAST])

LOOKS = [Look(*each) for each in product(("wide", "full"), get_args(Theme), ("de", "en"))]

CHANGES = """
    quiet => {
        const host = document.querySelector("flt-semantics-host");
        const words = () => host.textContent
            + [...host.querySelectorAll("[aria-label]")].map(each => each.ariaLabel).join();
        const begun = performance.now();
        let last = Infinity, before = words();
        const seen = new MutationObserver(() => {
            const now = performance.now(), here = words();
            if (here !== before) [last, before] = [now, here];
        });
        seen.observe(host, {subtree: true, childList: true, characterData: true,
                            attributes: true, attributeFilter: ["aria-label"]});
        window.lasted = new Promise(answer => {
            const look = () => {
                if (!(performance.now() - last >= quiet)) return setTimeout(look, 20);
                seen.disconnect();
                answer(last - begun);
            };
            look();
        });
    }
"""
"""From now on notes when the words of the screen have changed last; they do with the canvas."""


@pytest.fixture
def routes(program: Program, request: pytest.FixtureRequest) -> list[str]:
    """The addresses of all screens; the program has the club's book."""
    if not request.config.getoption("--full"):
        pytest.skip("this takes minutes, and a machine that has nothing else to do")
    service = Service.open(Settings.of({"FLET_APP_STORAGE_DATA": str(program.data)}))
    take(service, club.document())
    one, other = [person.id for person in service.people.all()][:2]
    service.close()
    return [f"/{screen.format(one=one, other=other)}" for screen in SCREENS]


def lasts(user: Hand, act: Callable[[], Any]) -> float:
    """Milliseconds from a tap until the screen has changed last."""
    user.settle()
    user.page.evaluate(CHANGES, QUIET)
    act()
    return float(user.page.evaluate("lasted"))


def go(user: Hand, route: str) -> None:
    """Have the page go to an address, as a tap does."""
    here = user.page.get_by_role("heading").first.element_handle()
    assert user.page.evaluate(GO, [here, route, PATIENCE])


def test_no_screen_takes_more_than_a_second(hands: Hands, routes: list[str], note: Note):
    user = hands(Look("wide"))
    took = {route: lasts(user, partial(go, user, route)) for each in routes[1:]
            for route in (each, "/")}
    for route, names in {
            "/statistics": ("year-2025", "game-skat", "game-doppelkopf-altenburg", "year-all",
                            "game-all", "sort-hands"),
            "/": ("evening-club-147", "evening-club-146"),
            "/evening/club-149/sheet/club-149-0": ("menu",)}.items():
        user.open(route)
        for name in names:
            took[f"{route} {name}"] = lasts(user, partial(user.tap, identifier=name))
    for what, time in sorted(took.items(), key=lambda each: each[1]):
        print(f"{time:5.0f} ms {what}")
    note("milliseconds of the slowest screen with 15,000 hands", round(max(took.values())))
    assert max(took.values()) <= MOST


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_contact_sheets(hands: Hands, routes: list[str], look: Look):
    user = hands(look)
    shots = []
    for route in routes:
        user.open(route)
        user.page.wait_for_timeout(CANVAS_LAG)
        shots.append(Image.open(io.BytesIO(user.page.screenshot())))
    lay_out(shots, SHOTS / f"club-{look}.png")


ACROSS, WIDTH = 4, 640
"""The pictures of a row of a contact sheet, and the pixels that each has in it."""


def lay_out(shots: list[Image.Image], path: Path) -> None:
    """Write pictures of one size as a contact sheet."""
    height = round(shots[0].height * WIDTH / shots[0].width)
    rows = -(-len(shots) // ACROSS)
    sheet = Image.new("RGB", (ACROSS * WIDTH, rows * height))
    for number, shot in enumerate(shots):
        row, column = divmod(number, ACROSS)
        sheet.paste(shot.resize((WIDTH, height), Image.Resampling.LANCZOS),
                    (column * WIDTH, row * height))
    path.parent.mkdir(exist_ok=True)
    sheet.save(path)
