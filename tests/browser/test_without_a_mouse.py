"""Evenings by the keyboard alone, and one by what a screen reader finds and says."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Hands
from tests.browser.evenings import PLAYERS, evening, take_in
from tests.browser.hand import PATIENCE, Hand, Look
from tests.browser.program import Program

DOPPELKOPF = {"id": "keys-doko", "date": "2026-11-20", "place": "", "sheets": [
    {"id": "of-keys-doko", "game": "doppelkopf-altenburg", "players": PLAYERS, "hands": []}]}


def rings(hand: Hand, identifier: str) -> None:
    """Wait until the keyboard is at a control, as a screen reader is told."""
    node = hand.find(identifier=identifier)
    expect(node.locator("xpath=descendant-or-self::*[@tabindex='0']").first).to_be_attached(
        timeout=PATIENCE)


def tabs_to(hand: Hand, identifier: str) -> None:
    """Press Tab until the keyboard is at a button, as a browser has it."""
    hand.find(identifier=identifier).wait_for(state="attached", timeout=PATIENCE)
    hand.settle()
    for _ in range(40):
        hand.press("Tab")
        if hand.page.evaluate(IS_AT, identifier):
            return
    raise AssertionError(f"Tab does not lead to {identifier}")


IS_AT = """
    identifier => {
        const there = document.querySelector(`[flt-semantics-identifier="${identifier}"]`);
        const here = document.activeElement;
        return Boolean(there) && here !== document.body
            && (there.contains(here) || here.contains(there));
    }
"""
"""Whether the browser's focus is at a control."""


@pytest.mark.whole
def test_two_sheets_by_the_keyboard(served: Program, guests: Hands):
    """66 → 70 for Anne, with Kontra 132 → 130 for Bert; that is undone, done again, and corrected
    to a Jungfer's 66 · 2 · 2 = 264 → 260. Then a Durchmarsch of Dora's: 120 for all others. From
    the menu to the settlement."""
    take_in(served, evening(id="keys", sheet="of-keys"), DOPPELKOPF)
    hand = guests(Look("wide"), "/evening/keys/sheet/of-keys")
    # The engine names the language when its own words for it are there: after the first words of
    # the sheet, when there is much else to do.
    expect(hand.page.locator("html")).to_have_attribute("lang", "de", timeout=PATIENCE)
    expect(hand.page).to_have_title("Kalter Schlag · Partie 1 – Scorepad", timeout=PATIENCE)
    assert hand.page.locator("h1").inner_text() == "Kalter Schlag · Partie 1"
    hand.press("Tab", "6", "6", "Enter")
    hand.sees("Anne, 70 Punkte, Anschriften: 1")
    hand.press("Tab", "Tab", "6", "6", "k", "Enter")
    hand.sees("Bert, 130 Punkte, Anschriften: 1")
    hand.press("Control+z")
    hand.sees("Bert, 0 Punkte, Anschriften: 0")
    hand.press("Control+y")
    hand.sees("Bert, 130 Punkte, Anschriften: 1")
    hand.press("F6", "ArrowDown", "Enter")
    hand.sees("Bert 66")
    hand.press("Escape")
    expect(hand.find(identifier="hand-2")).to_be_attached(timeout=PATIENCE)
    hand.press("Enter")
    tabs_to(hand, "correct")
    hand.press("Enter")
    hand.sees("Spiel 2 wird korrigiert")
    hand.press("Tab", "j", "Enter")
    hand.sees("Bert, 260 Punkte, Anschriften: 1")
    hand.press("d", "Shift+Tab", "Tab", "Tab", "Tab", "Tab", "Enter")
    hand.sees("Spiel 3:")
    hand.press("F6", "F6", "ArrowRight", "ArrowRight", "Enter")
    hand.find(identifier="settlement").wait_for(state="attached", timeout=PATIENCE)
    hand.press("Escape")
    expect(hand.find(identifier="settlement")).to_have_count(0, timeout=PATIENCE)
    hand.press("Enter")
    tabs_to(hand, "settlement")
    hand.press("Enter")
    hand.sees("Abend beenden")
    doppelkopf(hand)


def doppelkopf(hand: Hand) -> None:
    """Alte gewonnen: 10 for Anne and Bert. Then R/9 kept: (10+10+10)·2 = 60 for Cem and Dora."""
    hand.open("/evening/keys-doko/sheet/of-keys-doko")
    hand.press("Tab", "Space", "Tab", "Space", "g", "Enter")
    hand.sees("Anne, 10 Punkte")
    hand.press("Tab", "Tab", "Tab", "Space", "Tab", "Space", "a", "a", "g", "g", "Enter")
    hand.sees("Cem, 50 Punkte")


@pytest.mark.whole
def test_an_evening_by_ear(served: Program, guests: Hands):
    """Only names are used to find something, and only what is said to know what happened."""
    take_in(served, evening(id="ear", sheet="of-ear"))
    hand = guests(Look(language="en"), "/evening/ear/sheet/of-ear")
    for heading in ("Standings", "Hands", "Entry"):
        expect(hand.page.get_by_role("heading", name=heading)).to_be_attached(timeout=PATIENCE)
    nameless = hand.page.evaluate("""
        () => [...document.querySelectorAll("[role=button]")]
            .filter(node => !node.getAttribute("aria-label") && !node.textContent.trim()).length
    """)
    assert nameless == 0
    for name in ("Anne", "6", "6", "Save: Anne +70"):
        hand.tap(name)
    hears(hand, "Anne +70; Anne together 70; Bert deals")
    for name in ("Bert", "6", "6", "Kontra", "Dora is Jungfer", "Save: Bert +260"):
        hand.tap(name)
    hears(hand, "Bert +260; Bert together 260; Cem deals")
    hand.tap("Undo")
    hears(hand, "Undone; 1 hand on the sheet; Bert deals")


def hears(hand: Hand, words: str) -> None:
    """Wait until a screen reader is given these words to say."""
    expect(hand.page.locator("flt-announcement-polite, flt-announcement-host").filter(
        has_text=words).or_(hand.page.get_by_label(words)).or_(
            hand.find(identifier="spoken").filter(has_text=words)).first).to_be_attached(timeout=PATIENCE)
