"""The games with most keys on the lowest phones, upright and on its side; all games, all sizes and
what can be folded out are in `tests.proof`."""

from tests.browser.conftest import Hands
from tests.browser.evenings import take_in
from tests.browser.hand import Look
from tests.browser.held import FULLEST, LOWEST, evening, faults_held
from tests.browser.program import Program


def test_a_sheet_fits_as_phones_are_held(served: Program, guests: Hands):
    take_in(served, evening())
    user = guests(Look())
    faults = [fault for game in FULLEST for fault in faults_held(user, game, LOWEST, states=1)]
    assert not faults, "\n".join(faults)
