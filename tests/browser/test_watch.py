"""A watcher's page in a real browser, beside the app that writes."""

import os
import signal
from collections.abc import Callable, Iterator
from time import monotonic

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import Hands
from tests.browser.evenings import IN_THE_MIDDLE, evening, take_in
from tests.browser.hand import SHOTS, SIZES, THIN, Look
from tests.browser.program import Program

MOST = 100_000
"""Bytes that a page may load, with everything."""

LOST = 5
"""Seconds after which a lost line is shown, at most."""

Watch = Callable[..., Page]

VIOLATED = """
    window.violated = [];
    addEventListener("securitypolicyviolation", event => violated.push(event.blockedURI));
"""


@pytest.fixture
def watch(chromium: Browser, program: Program) -> Iterator[Watch]:
    """Opens a page as a watcher; nothing may come from elsewhere, break the policy, or fail."""
    complaints: list[str] = []
    contexts: list[BrowserContext] = []

    def open_page(path: str, look: Look, scripts: bool = True) -> Page:
        width, height = SIZES[look.size]
        context = program.let_in(chromium.new_context(
            viewport={"width": width, "height": height}, color_scheme=look.theme,
            locale={"de": "de-DE", "en": "en-GB"}[look.language], java_script_enabled=scripts))
        contexts.append(context)
        if scripts:
            context.add_init_script(VIOLATED)
            if look.text != 100:
                context.add_init_script(f"""addEventListener("DOMContentLoaded", () =>
                    document.documentElement.style.fontSize = "{look.text}%")""")
        page = context.new_page()
        page.on("pageerror", lambda fault: complaints.append(str(fault)))
        page.on("request", lambda asked: complaints.append(asked.url)
                if not asked.url.startswith(program.address) else None)
        page.goto(program.address + path)
        return page

    yield open_page
    for context in contexts:
        for page in context.pages:
            if page.url.startswith("http") and page.evaluate("!!window.violated?.length"):
                complaints.append(f"{page.url} broke its policy")
        context.close()
    assert complaints == []


@pytest.mark.parametrize("look", [
    Look("phone", "dark", "de"), Look("phone", "light", "en"), Look("wide", "dark", "en"),
    Look("wide", "light", "de"), Look("phone", "dark", "de", 200), Look("phone", "light", "en", 200)
], ids=str)
def test_a_sheet_and_its_settlement_in_every_look(program: Program, watch: Watch, look: Look):
    take_in(program, evening(*IN_THE_MIDDLE))
    page = watch("/watch", look)  # there is one sheet, so it is shown at once
    assert page.url == f"{program.address}/watch/s"
    expect(page.locator(".total").nth(1)).to_have_text(f"1{THIN}530")
    for path, name in (("/watch/s", "sheet"), ("/watch/e/settlement", "settlement"),
                       ("/watch?list", "evenings")):
        page.goto(program.address + path)
        page.evaluate("document.fonts.ready")
        assert page.evaluate("document.fonts.check('16px \"Scorepad Sans\"')")
        assert_nothing_is_cut(page, look)
        page.screenshot(path=SHOTS / f"watch-{name}-{look}.png")


TWELVE = "Anne Bert Cem Dora Emil Frieda Georg Hanna Ingo Jana Karl-Heinz Lisbeth".split()
ROUND = {"id": "e", "date": "2026-11-20", "sheets": [{
    "id": "s", "game": "chase-the-ace", "players": TWELVE, "hands": [
        {"zahlt": ["Anne"]}, {"zahlt": ["Anne", "Lisbeth"]}, {"zahlt": ["Karl-Heinz"]}]}]}
"""More players than have columns beside each other in a narrow window."""


@pytest.mark.parametrize("look", [
    Look("phone", "light", "de"), Look("phone", "dark", "en", 200), Look("wide", "light", "en", 200)
], ids=str)
def test_a_sheet_of_twelve(program: Program, watch: Watch, look: Look):
    take_in(program, ROUND)
    page = watch("/watch/s", look)
    expect(page.locator(".total")).to_have_count(12)
    page.evaluate("document.fonts.ready")
    page.screenshot(path=SHOTS / f"watch-twelve-{look}.png", full_page=True)
    assert_nothing_is_cut(page, look)
    hand = page.locator(".hand", has_text="Lisbeth")
    words, cells = hand.locator(".row .told"), hand.locator(".row > span:not(.n):not(.told)")
    assert words.is_visible() == (look.size == "phone")
    assert cells.first.is_visible() == (look.size == "wide")
    names = page.locator(".totals .name").all_inner_texts()
    assert [each.strip() for each in names] == TWELVE
    for each in page.locator(".totals .name").all():  # a long one ends in dots, but can be told
        room = each.bounding_box()
        assert room and room["width"] >= 32


def assert_nothing_is_cut(page: Page, look: Look) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[look.size][0]
    for each in page.locator(".total, .row > span, h1, .way b").all():
        cut = each.evaluate("e => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0")
        assert not cut, each.inner_text()


def test_a_page_with_all_it_loads_is_small(program: Program, watch: Watch):
    take_in(program, evening(*IN_THE_MIDDLE * 60))
    page = watch("/watch?list", Look())
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    loaded: list[int] = []
    session.on("Network.loadingFinished", lambda told: loaded.append(told["encodedDataLength"]))
    page.goto(f"{program.address}/watch/s")
    page.wait_for_timeout(1500)
    assert len(loaded) >= 4 and sum(loaded) <= MOST, loaded


@pytest.mark.parametrize("look", [Look("phone", "dark", "de")], ids=str)
def test_a_hand_saved_in_the_app_is_on_the_watchers_page(program: Program, hands: Hands,
                                                         watch: Watch, look: Look):
    take_in(program, evening(*IN_THE_MIDDLE))
    page = watch("/watch/s", look)
    total = page.locator(".total").first
    expect(total).to_have_text("740")
    columns = page.locator("#totals > div").element_handles()
    writer = hands(look, "/evening/e/sheet/s")
    writer.touch("seat-0", "digit-7", "digit-0", "save")
    expect(total).to_have_text("810", timeout=5000)
    expect(page.locator(".hand").first).to_contain_text("Spiel 6: Anne 70")
    # Of what is read out only what is new: Cem's column is the very same, Anne's is another.
    still = [each.evaluate("e => e.isConnected") for each in columns]
    assert not still[0] and still[3]
    writer.touch("undo")
    expect(total).to_have_text("740", timeout=5000)


def test_without_scripts_it_comes_again_by_itself(program: Program, watch: Watch):
    take_in(program, evening(*IN_THE_MIDDLE))
    page = watch("/watch/s", Look(language="en"), scripts=False)
    expect(page.locator(".total").first).to_have_text("740")
    take_in(program, evening(*IN_THE_MIDDLE, {"augen": {"Anne": 70}}))
    expect(page.locator(".total").first).to_have_text("810", timeout=20_000)


def test_a_line_that_is_lost_is_shown_and_it_catches_up_by_itself(program: Program, watch: Watch):
    take_in(program, evening(*IN_THE_MIDDLE))
    page = watch("/watch/s", Look("phone", "light", "en"))
    lost = page.locator("#lost")
    page.wait_for_timeout(1000)
    expect(lost).to_be_hidden()
    os.kill(program.pid, signal.SIGSTOP)  # as silent as a WLAN that is gone
    try:
        stopped = monotonic()
        expect(lost).to_be_visible(timeout=LOST * 1000)
        assert monotonic() - stopped <= LOST
        expect(lost).to_contain_text("No connection")
        page.wait_for_timeout(300)
        page.screenshot(path=SHOTS / "watch-lost-phone-light-en.png")
    finally:
        os.kill(program.pid, signal.SIGCONT)
    expect(lost).to_be_hidden(timeout=10_000)
    program.stop()
    expect(lost).to_be_visible(timeout=LOST * 1000)
    take_in(program, evening(*IN_THE_MIDDLE, {"augen": {"Anne": 70}}))
    program.start()
    expect(lost).to_be_hidden(timeout=10_000)
    expect(page.locator(".total").first).to_have_text("810")


def test_a_phone_that_wakes_up_looks_at_once(program: Program, watch: Watch):
    take_in(program, evening(*IN_THE_MIDDLE))
    page = watch("/watch/s", Look())
    hidden = "Object.defineProperty(document, 'hidden', {value: %s, configurable: true}); " \
        "document.dispatchEvent(new Event('visibilitychange'))"
    page.wait_for_timeout(500)
    page.evaluate(hidden % "true")
    take_in(program, evening(*IN_THE_MIDDLE, {"augen": {"Anne": 70}}))
    page.wait_for_timeout(1500)
    expect(page.locator(".total").first).to_have_text("740")  # it holds no line meanwhile
    page.evaluate(hidden % "false")
    expect(page.locator(".total").first).to_have_text("810", timeout=2000)
    expect(page.locator("#lost")).to_be_hidden()


def test_without_a_key_it_says_where_one_is(program: Program, chromium: Browser):
    context = chromium.new_context(locale="en-GB")
    page = context.new_page()
    answer = page.goto(f"{program.address}/watch/s")
    assert answer is not None and answer.status == 401
    expect(page.get_by_text("This browser has no key")).to_be_visible()
    context.close()
