"""The browser's own Back, which a phone has as a key or a gesture."""

from playwright.sync_api import expect

from tests.browser.conftest import Hands
from tests.browser.hand import Hand, Look


def test_back_closes_the_menu_and_then_leaves_the_sheet(hand: Hand) -> None:
    hand.touch("new-evening", "names-later", "start")
    hand.find(identifier="menu").wait_for(state="attached")
    sheet = hand.page.url
    hand.tap(identifier="menu")
    hand.find(identifier="settlement").wait_for(state="attached")
    hand.page.go_back()
    expect(hand.find(identifier="settlement")).to_have_count(0)
    hand.find(identifier="menu").wait_for(state="attached")
    assert hand.page.url == sheet
    hand.tap(identifier="player-0")  # and it opens again
    hand.sees("Umbenennen")
    hand.page.go_back()
    hand.find(identifier="menu").wait_for(state="attached")
    assert hand.page.url == sheet
    hand.touch("menu", "settlement")
    hand.find(identifier="end-evening").wait_for(state="attached")
    hand.tap(identifier="back")
    hand.find(identifier="menu").wait_for(state="attached")
    assert hand.page.url == sheet


def test_a_label_longer_than_its_key_takes_no_taps_below_it(hands: Hands) -> None:
    hand = hands(Look(text=200))
    hand.touch("new-evening", "names-later", "start")
    back = hand.find(identifier="back")
    back.wait_for(state="attached")
    hand.settle()
    below = back.evaluate("""node => {
        const { left, bottom } = node.getBoundingClientRect();
        return [...Array(40).keys()].filter(by =>
            node.contains(document.elementFromPoint(left + 8, bottom + by + 1)));
    }""")
    assert below == []
