"""A watcher's page in a real browser, beside the app that writes."""

import os
import signal
from collections.abc import Callable, Iterator
from time import monotonic

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.evenings import IN_THE_MIDDLE, evening, take_in
from tests.browser.hand import SIZES, THIN, Hand, Look
from tests.browser.program import Program

LOST = 5
"""Seconds after which a lost line is shown, at most."""

Watch = Callable[..., Page]

VIOLATED = """
    window.violated = [];
    addEventListener("securitypolicyviolation", event => violated.push(event.blockedURI));
"""


@pytest.fixture
def watch(chromium: Browser, served: Program) -> Iterator[Watch]:
    """Opens a page as a watcher; nothing may come from elsewhere, break the policy, or fail."""
    complaints: list[str] = []
    contexts: list[BrowserContext] = []

    def open_page(path: str, look: Look, scripts: bool = True, program: Program = served) -> Page:
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


LOOKS = (Look(), pytest.param(Look("wide", "light", "en", 200), marks=pytest.mark.whole))


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_a_sheet_and_its_settlement_are_cut_nowhere(served: Program, watch: Watch, look: Look):
    take_in(served, evening(*IN_THE_MIDDLE, id="looked-at", sheet="of-looked-at"))
    page = watch("/watch/of-looked-at", look)
    expect(page.locator(".total").nth(1)).to_have_text(f"1{THIN}530")
    for path in ("of-looked-at", "looked-at/settlement", "?list"):
        page.goto(f"{served.address}/watch/{path}".replace("/?", "?"))
        page.evaluate("document.fonts.ready")
        assert page.evaluate("document.fonts.check('16px \"Scorepad Sans\"')")
        assert_nothing_is_cut(page, look)


TWELVE = "Anne Bert Cem Dora Emil Frieda Georg Hanna Ingo Jana Karl-Heinz Lisbeth".split()
ROUND = {"id": "twelve", "date": "2026-11-20", "sheets": [{
    "id": "of-twelve", "game": "chase-the-ace", "players": TWELVE, "hands": [
        {"zahlt": ["Anne"]}, {"zahlt": ["Anne", "Lisbeth"]}, {"zahlt": ["Karl-Heinz"]}]}]}
"""More players than have columns beside each other in a narrow window, or on a television."""


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_a_sheet_of_twelve(served: Program, watch: Watch, look: Look):
    take_in(served, ROUND)
    page = watch("/watch/of-twelve", look)
    expect(page.locator(".total")).to_have_count(12)
    page.evaluate("document.fonts.ready")
    assert_nothing_is_cut(page, look)
    hand = page.locator(".hand").nth(1)
    words, cells = hand.locator(".row .told"), hand.locator(".row td:not(.told)")
    assert "Lisbeth" in (words.get_attribute("data-told") or "")
    assert words.is_visible() and not cells.first.is_visible()
    names = page.locator(".totals .name").all_inner_texts()
    assert [each.strip() for each in names] == TWELVE
    for each in page.locator(".totals .name").all():  # a long one ends in dots, but can be told
        room = each.bounding_box()
        assert room and room["width"] >= 32


def assert_nothing_is_cut(page: Page, look: Look) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[look.size][0]
    for each in page.locator(".total, .row td, h1, .way b").all():
        cut = each.evaluate("e => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0")
        assert not cut, each.inner_text()


def test_a_hand_saved_in_the_app_is_on_the_watchers_page(served: Program, hand: Hand, watch: Watch):
    take_in(served, evening(*IN_THE_MIDDLE, id="watched", sheet="of-watched"))
    page = watch("/watch/of-watched", Look())
    total = page.locator(".total").first
    expect(total).to_have_text("740")
    columns = page.locator("#totals > div").element_handles()
    hand.open("/evening/watched/sheet/of-watched")
    hand.touch("seat-0", "digit-7", "digit-0", "save")
    expect(total).to_have_text("810", timeout=5000)
    expect(page.locator(".hand .row").first).to_have_text("670···")
    # Of what is read out only what is new: Cem's column is the very same, Anne's is another.
    still = [each.evaluate("e => e.isConnected") for each in columns]
    assert not still[0] and still[3]
    hand.touch("undo")
    expect(total).to_have_text("740", timeout=5000)


def hands_of(*more: dict[str, object]) -> dict[str, object]:
    return evening(*IN_THE_MIDDLE, *more, id="silent", sheet="of-silent")


SEVENTY = {"augen": {"Anne": 70}}


def test_it_catches_up_without_scripts_and_after_a_sleep(served: Program, watch: Watch):
    """A phone that wakes up looks at once; without scripts a link loads the page again."""
    take_in(served, hands_of())
    asleep = watch("/watch/of-silent", Look())
    plain = watch("/watch/of-silent", Look(language="en"), scripts=False)
    totals = [page.locator(".total").first for page in (asleep, plain)]
    for total in totals:
        expect(total).to_have_text("740")
    hidden = "Object.defineProperty(document, 'hidden', {value: %s, configurable: true}); " \
        "document.dispatchEvent(new Event('visibilitychange'))"
    asleep.wait_for_timeout(500)
    asleep.evaluate(hidden % "true")
    take_in(served, hands_of(SEVENTY))
    asleep.wait_for_timeout(1500)
    expect(totals[0]).to_have_text("740")  # it holds no line meanwhile
    asleep.evaluate(hidden % "false")
    expect(totals[0]).to_have_text("810", timeout=2000)
    expect(asleep.locator("#lost")).to_be_hidden()
    plain.get_by_role("link", name="Load again").click()
    expect(totals[1]).to_have_text("810")


@pytest.mark.whole
def test_a_line_that_is_lost_is_shown_and_it_catches_up_by_itself(program: Program, watch: Watch):
    take_in(program, evening(*IN_THE_MIDDLE))
    page = watch("/watch/s", Look("phone", "light", "en"), program=program)
    lost = page.locator("#lost")
    page.wait_for_timeout(1000)
    expect(lost).to_be_hidden()
    os.kill(program.pid, signal.SIGSTOP)  # as silent as a WLAN that is gone
    try:
        stopped = monotonic()
        expect(lost).to_be_visible(timeout=LOST * 1000)
        assert monotonic() - stopped <= LOST
        expect(lost).to_contain_text("No connection")
    finally:
        os.kill(program.pid, signal.SIGCONT)
    expect(lost).to_be_hidden(timeout=10_000)
    program.stop()
    expect(lost).to_be_visible(timeout=LOST * 1000)
    take_in(program, evening(*IN_THE_MIDDLE, SEVENTY))
    program.start()
    expect(lost).to_be_hidden(timeout=10_000)
    expect(page.locator(".total").first).to_have_text("810")


def test_without_a_key_it_says_where_one_is(served: Program, chromium: Browser):
    context = chromium.new_context(locale="en-GB")
    page = context.new_page()
    answer = page.goto(f"{served.address}/watch/s")
    assert answer is not None and answer.status == 401
    expect(page.get_by_text("This browser has no key")).to_be_visible()
    context.close()
