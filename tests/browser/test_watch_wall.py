"""A watcher's page at the wall: a television of 1920 × 1080, which nobody touches."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, expect

from scorepad.config import Settings
from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.service import Service
from tests.browser.evenings import IN_THE_MIDDLE, evening, take_in
from tests.browser.program import Program

NAMES = ["Manfred", "Hildegard", "Rüdiger", "Christa", "Gerhard", "Uwe", "Heidi", "Karl-Heinz"]


@pytest.fixture
def wall(chromium: Browser, served: Program) -> Iterator[Page]:
    context = served.let_in(chromium.new_context(
        viewport={"width": 1920, "height": 1080}, locale="de-DE"))
    yield context.new_page()
    context.close()


def sheet_of(points: list[int], id: str) -> dict[str, object]:
    """An evening with a free sheet whose players have these points after the first of two hands."""
    names = NAMES[:len(points)]
    return {"id": id, "date": "2026-11-20", "closed": True, "sheets": [{
        "id": f"of-{id}", "game": "frei", "players": names, "hands": [
            {"punkte": dict(zip(names, points))}, {"punkte": dict.fromkeys(names, 0)}]}]}


SIZES = """
    selector => [...document.querySelectorAll(selector)].filter(each => each.checkVisibility())
        .map(each => parseFloat(getComputedStyle(each).fontSize))
"""
TEXTS = """
    () => [...document.querySelectorAll("#in-head *, #in-main *, #in-aside *")]
        .filter(each => each.checkVisibility() && !each.closest(".said") &&
            [...each.childNodes].some(node => node.nodeType === 3 && node.textContent.trim()))
        .map(each => [parseFloat(getComputedStyle(each).fontSize), each.textContent])
"""
OUTSIDE = """
    () => [...document.querySelectorAll("#totals *, #course text, .hand:first-of-type *")]
        .filter(each => { const { left, right, bottom } = each.getBoundingClientRect();
            return left < 0 || right > 1920 || bottom > 1080; }).map(each => each.outerHTML)
"""
CUT = """
    () => [...document.querySelectorAll(".total, .name, .row td")]
        .filter(each => each.scrollWidth > each.clientWidth + 1).map(each => each.outerHTML)
"""


@pytest.mark.parametrize(("points", "least"), [
    ([1530, 740, 480, 0], 120), ([-1530, 1240, -1111, 1000, 401], 120),
    ([1530, 740, 480, 0, 25, 1999, 333, 1201], 72)], ids=lambda told: str(told)[:9])
def test_it_is_read_from_three_metres(served: Program, wall: Page, points: list[int], least: int):
    """Totals of 120 up to five players, as large as fits beyond; names and all else of 40."""
    id = f"wall-{len(points)}"
    take_in(served, sheet_of(points, id))
    wall.goto(f"{served.address}/watch/of-{id}")
    wall.evaluate("document.fonts.ready")
    expect(wall.locator("#course text")).to_have_count(len(points))
    assert min(wall.evaluate(SIZES, ".total")) >= least
    assert min(wall.evaluate(SIZES, ".name, #course text, .row td")) >= 40
    assert [told for size, told in wall.evaluate(TEXTS) if size < 40] == []
    assert wall.evaluate(OUTSIDE) == [] and wall.evaluate(CUT) == []
    ends = sorted([(box["y"], box["height"]) for each in wall.locator("#course text").all()
                   if (box := each.bounding_box())])
    assert all(upper[0] + 40 <= lower[0] for upper, lower in pairwise(ends))


def test_it_goes_on_by_itself(served: Program, wall: Page):
    """To the sheet that is played next, to each of two in turn, and in the end to the settlement,
    whose pages it turns."""
    take_in(served, {**evening(*IN_THE_MIDDLE, id="tv", sheet="of-tv"), "date": "2027-01-02"})
    service = Service.open(Settings.of({"FLET_APP_STORAGE_DATA": str(served.data)}))
    wall.clock.install()
    wall.goto(f"{served.address}/watch")
    wall.wait_for_url("**/watch/of-tv")
    wall.wait_for_timeout(500)
    second = service.open_sheet("tv", KALTER_SCHLAG, ["Emil", "Fritz", "Gerda", "Hans"])
    expect(wall.locator("#next")).to_have_attribute("data-href", f"/watch/{second}")
    expect(wall.locator("#about .way")).to_be_hidden()
    expect(wall.locator(".row").first).to_be_in_viewport()
    for there in (second, "of-tv", second):
        wall.clock.run_for(29_000)
        assert there not in wall.url
        wall.clock.run_for(2_000)
        wall.wait_for_url(f"**/watch/{there}")
    service.close_evening("tv")
    wall.wait_for_url("**/watch/tv/settlement")
    assert [told for size, told in wall.evaluate(TEXTS) if size < 40] == []
    service.close()
    main = wall.locator("main")
    main.evaluate("""main => main.append(
        ...[...main.children].flatMap(each => [each.cloneNode(true), each.cloneNode(true)]))""")
    seen = []
    for _turn in range(5):
        seen.append(main.evaluate("main => main.scrollLeft"))
        wall.clock.run_for(12_000)
    assert seen[0] == 0 and seen[1] > 900 and 0 in seen[2:]


def test_a_low_window_is_none(served: Program, chromium: Browser):
    """A laptop's with bars: it asks for no code, as it would not show it."""
    take_in(served, sheet_of([1, 2, 3, 4], "low"))
    context = served.let_in(chromium.new_context(viewport={"width": 1366, "height": 640}))
    page, asked = context.new_page(), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{served.address}/watch/of-low", wait_until="load")
    assert page.locator("#ranking").is_visible() and page.locator("#course").is_hidden()
    assert not [url for url in asked if "code.svg" in url]
    context.close()
