"""The entry of every game in every look: size, theme, language and size of text."""

from itertools import product
from typing import get_args

import pytest

from tests.browser.conftest import Hands, chromium, hands, program
from tests.browser.evenings import take_in
from tests.browser.every_panel import evening, faults_of_every_panel, in_density
from tests.browser.hand import Look, Size, Theme
from tests.browser.program import Program

__all__ = ["chromium", "hands", "program"]  # fixtures

LOOKS = [Look(*each) for each in product(get_args(Size), get_args(Theme), ("de", "en"), (100, 200))]


@pytest.mark.browser
@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_every_key_of_every_game(program: Program, hands: Hands, look: Look):
    take_in(program, evening())
    faults = faults_of_every_panel(hands(in_density(look)))
    assert not faults, "\n".join(faults)
