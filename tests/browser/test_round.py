"""Five at a game of four: one sits out, and between two Partien another does, with one tap."""

from tests.browser.conftest import Hands
from tests.browser.evenings import evening, take_in
from tests.browser.hand import Look
from tests.browser.program import Program


def test_a_fifth_takes_turns_with_the_four(program: Program, hands: Hands):
    """63 Augen with Kontra, Re and Bock and two Jungfern are 2020 (S0): Bert loses, so he deals."""
    take_in(program, evening())
    user = hands(Look(), "/evening/e/new")
    user.tap(identifier="one-more")
    user.type("Emil", into="Name")
    user.touch("add-name", "rests-Emil", "start")
    user.touch("seat-1", "digit-6", "digit-3", "doubling-3", "jungfer-0", "jungfer-3", "save")
    user.sees("Bert verliert")
    user.taps = 0
    user.tap(name="Emil spielt, Anne setzt aus")
    user.sees("Emil, 0 Punkte, Anschriften: 0")
    assert user.taps == 1
    user.sees("Bert, 0 Punkte, Anschriften: 0, gibt das nächste Spiel")
    user.sees_no("Anne, 0 Punkte")


def test_somebody_takes_over_a_seat_on_a_new_sheet(program: Program, hands: Hands):
    """What Bert has played stays his: 66 Augen are 70 (S0)."""
    take_in(program, evening({"augen": {"Bert": 66}}))
    user = hands(Look("wide", "light", "en"), "/evening/e/sheet/s")
    user.tap(identifier="player-1")
    user.sees("On a new sheet, for the same round")
    user.tap(identifier="takes-seat")
    user.sees("What was played so far stays with Bert.")
    user.tap(identifier="old-ends")
    user.type("Tom", into="Name")
    user.touch("add-name", "start")
    user.sees("Tom, 0 points, Anschriften: 0")
    user.open("/evening/e/sheet/s")
    user.sees("Bert, 70 points, Anschriften: 1")
    user.sees("Broken off")
