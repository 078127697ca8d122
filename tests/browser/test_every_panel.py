"""The entry of every game on a phone; in every other look it is in `tests.proof`."""

from tests.browser.conftest import Hands
from tests.browser.evenings import take_in
from tests.browser.every_panel import evening, faults_of_every_panel, in_density
from tests.browser.hand import Look
from tests.browser.program import Program


def test_every_key_of_every_game(served: Program, guests: Hands):
    take_in(served, evening())
    faults = faults_of_every_panel(guests(in_density(Look())))
    assert not faults, "\n".join(faults)
