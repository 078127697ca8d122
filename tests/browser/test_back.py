"""What a browser has of its own: Back, a quick finger, and the looks that it keeps."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Hands
from tests.browser.evenings import IN_THE_MIDDLE, evening, take_in
from tests.browser.hand import Hand, Look, augen
from tests.browser.program import Program


def test_back_closes_what_is_open_and_then_leaves_the_sheet(served: Program, hand: Hand) -> None:
    take_in(served, evening(*IN_THE_MIDDLE, id="back", sheet="of-back"))
    hand.open("/evening/back/sheet/of-back")
    sheet = hand.page.url
    for opens, shows in (("menu", "settlement"), ("player-0", "takes-seat")):
        hand.tap(identifier=opens)
        hand.find(identifier=shows).wait_for(state="attached")
        hand.settle()
        hand.page.go_back()
        expect(hand.find(identifier=shows)).to_have_count(0)
        hand.find(identifier="menu").wait_for(state="attached")
        assert hand.page.url == sheet
    hand.touch("menu", "settlement")
    hand.find(identifier="end-evening").wait_for(state="attached")
    hand.tap(identifier="back")
    hand.find(identifier="menu").wait_for(state="attached")
    assert hand.page.url == sheet


@pytest.mark.whole
def test_back_does_not_lead_to_the_form_in_which_a_sheet_was_begun(
        served: Program, hand: Hand) -> None:
    take_in(served, evening(*IN_THE_MIDDLE, id="begun", sheet="of-begun"))
    hand.open("/evening/begun/sheet/of-begun")
    before = hand.page.url
    hand.touch("menu", "another-game", "start")
    hand.sees("Kalter Schlag · Partie 1")
    hand.find(identifier="menu").wait_for(state="attached")
    begun = hand.page.url
    assert begun != before
    hand.page.go_back()
    expect(hand.page).to_have_url(before)
    hand.find(identifier="menu").wait_for(state="attached")
    hand.page.go_forward()
    expect(hand.page).to_have_url(begun)
    hand.find(identifier="menu").wait_for(state="attached")


FRAMES = """(() => { const draw = requestAnimationFrame.bind(window); window.held = null;
requestAnimationFrame = (frame) => window.held ? window.held.push(frame) : draw(frame); })()"""
"""Lets the page hold back its frames, as one that has too much to do draws the next one late."""

DRAW = "() => { const held = window.held; window.held = null; held.forEach(requestAnimationFrame) }"


@pytest.mark.whole
def test_a_menu_stays_closed_however_late_a_frame_comes(served: Program, hand: Hand) -> None:
    take_in(served, evening(*IN_THE_MIDDLE, id="late", sheet="of-late"))
    hand.page.context.add_init_script(FRAMES)
    hand.open("/evening/late/sheet/of-late", anew=True)
    hand.touch("menu")
    hand.find(identifier="house-rules").wait_for(state="attached")
    hand.settle()
    hand.page.evaluate("window.held = []")
    hand.find(identifier="house-rules").click(force=True)
    hand.page.wait_for_timeout(500)
    hand.page.evaluate(DRAW)
    hand.touch("back")
    hand.find(identifier="menu").wait_for(state="attached")
    expect(hand.find(identifier="house-rules")).to_have_count(0)


def test_a_hand_is_typed_before_the_page_has_caught_up(served: Program, hand: Hand) -> None:
    """As fast as the finger goes, while the page still shows what the last one left: 66 · 2 = 132
    → 130, and 65 → 70."""
    take_in(served, evening(id="quick", sheet="of-quick"))
    hand.open("/evening/quick/sheet/of-quick")
    hand.touch(*augen(1, 66), "doubling-1", "save")
    hand.hurry(*augen(3, 65))
    hand.touch("save")
    hand.sees("Bert, 130 Punkte")
    hand.sees("Dora, 70 Punkte")


@pytest.mark.whole
def test_another_browser_keeps_its_own_language(guests: Hands) -> None:
    hand = guests(Look(), "/preferences")
    hand.touch("language-en", "theme-light")
    hand.sees("Settings")
    hand.settle()
    again = hand.page.context.new_page()  # the same browser, and its first words
    again.goto(hand.page.url)
    again.locator("flt-semantics-placeholder").wait_for(state="attached")
    again.evaluate("document.querySelector('flt-semantics-placeholder').click()")
    expect(again.get_by_role("heading", name="Settings")).to_be_attached()
    again.close()
    other = guests(Look(), "/preferences")
    other.sees("Einstellungen")
    other.sees_no("Settings")
