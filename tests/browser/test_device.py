"""Looks and language are kept by the browser that chose them."""

from playwright.sync_api import expect

from tests.browser.conftest import Hands
from tests.browser.hand import Look


def test_another_browser_keeps_its_own_language(hands: Hands) -> None:
    hand = hands(Look(), "/preferences")
    hand.touch("language-en", "theme-light")
    hand.sees("Settings")
    hand.settle()
    again = hand.page.context.new_page()  # the same browser, and its first words
    again.goto(hand.page.url)
    again.locator("flt-semantics-placeholder").wait_for(state="attached")
    again.evaluate("document.querySelector('flt-semantics-placeholder').click()")
    expect(again.get_by_role("heading", name="Settings")).to_be_attached()
    again.close()
    other = hands(Look(), "/preferences")
    other.sees("Einstellungen")
    other.sees_no("Settings")
