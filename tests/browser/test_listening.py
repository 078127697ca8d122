"""A hand that is said. This Chromium hears nothing, so a stand-in says what it would have heard."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Hands
from tests.browser.evenings import IN_THE_MIDDLE, evening, take_in
from tests.browser.hand import PATIENCE, Hand, Look
from tests.browser.program import Program

HEARS_NOTHING = "delete window.webkitSpeechRecognition; delete window.SpeechRecognition;"

SAYS = """
    window.webkitSpeechRecognition = window.SpeechRecognition = class {
        start() { window.ear = this; window.heard = (window.heard ?? 0) + 1; }
        stop() { this.onend(); }
        abort() { this.onend(); }
        says(...words) { this.onresult({results: words.map(each => [{transcript: each}])}); }
        fails(error) { this.onerror({error}); this.onend(); }
    };
"""


def says(hand: Hand, *words: str) -> None:
    """Say these words so far; the browser hears them in as many parts."""
    hand.page.evaluate("words => ear.says(...words)", list(words))


def listens(hand: Hand, times: int) -> None:
    """Tap the key, for the browser to listen for as many times as this."""
    hand.touch("listen")
    hand.page.wait_for_function("times => window.heard === times", arg=times)


def line_says(hand: Hand, text: str) -> None:
    """See this in the line; while it is written to, the browser may have another field for it."""
    hand.page.wait_for_function("""text => (document.querySelector("input.flt-text-editing")
        ?? document.querySelector("input")).value === text""", arg=text)


def is_listening(hand: Hand, whether: bool) -> None:
    key = hand.page.locator('[flt-semantics-identifier="listen"][aria-current=true]')
    expect(key).to_have_count(int(whether), timeout=PATIENCE)


@pytest.mark.whole
def test_a_hand_is_said_and_the_next_one(program: Program, hands: Hands):
    """66 with Dora's Jungfer is 132 → 130; then 70. Silence ends it, a second tap, and saving."""
    take_in(program, evening(*IN_THE_MIDDLE))
    hand = hands(Look("390x664", "dark", "de"))
    hand.open("/evening/e/sheet/s")
    hand.page.context.add_init_script(HEARS_NOTHING)
    hand.reload()
    hand.touch("line-key")
    field = hand.page.get_by_label("Das Spiel in einer Zeile")
    field.wait_for(state="attached")
    hand.settle()
    assert not hand.find(identifier="listen").count()
    hand.page.context.add_init_script(SAYS)
    hand.reload()
    listens(hand, 1)
    is_listening(hand, True)
    assert hand.page.evaluate("ear.lang") == "de-DE"
    says(hand, "Anne")
    line_says(hand, "Anne")
    says(hand, "Anne 66", "Dora Jungfer")
    line_says(hand, "Anne 66 Dora Jungfer")
    hand.sees("Eintragen: Anne +130")
    hand.page.evaluate("ear.stop()")
    is_listening(hand, False)
    hand.touch("save")
    listens(hand, 2)
    says(hand, "Cem 70")
    hand.sees("Eintragen: Cem +70")
    hand.touch("save")  # while it still listens: what was said is not typed again
    hand.sees("Cem, 550 Punkte, Anschriften: 2")
    says(hand, "Cem 70 Dora")
    is_listening(hand, False)
    line_says(hand, "")
    listens(hand, 3)
    hand.touch("listen")
    is_listening(hand, False)
    listens(hand, 4)
    hand.page.evaluate("ear.fails('not-allowed')")
    hand.sees("Dieser Browser lässt die Seite nicht zuhören.")
    expect(hand.find(identifier="listen")).to_have_count(0)
