"""The entry of every game: in both sizes, at both sizes of text, in both themes and languages.

Here each of them is met; every combination is in `tests.proof`.
"""

import pytest
from PIL import Image, ImageDraw

from tests.browser.conftest import Hands
from tests.browser.evenings import take_in
from tests.browser.every_panel import evening, faults_of_every_panel, in_density
from tests.browser.hand import Look
from tests.browser.program import Program
from tests.browser.seeing import contrast, words_of

FOUR = (Look(), Look("wide", "light", "en"), Look("phone", "light", "en", 200),
        Look("wide", "dark", "de", 200))


@pytest.mark.parametrize("look", FOUR, ids=str)
def test_every_key_of_every_game(program: Program, hands: Hands, look: Look):
    take_in(program, evening())
    faults = faults_of_every_panel(hands(in_density(look)))
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(("one", "other", "expected"), [
    ((0, 0, 0), (255, 255, 255), 21), ((0x77, 0x77, 0x77), (255, 255, 255), 4.48),
    ((0x9A, 0xA3, 0x9D), (0x12, 0x51, 0x3C), 3.6)])  # grey letters on a chosen key in the dark
def test_contrast(one: tuple[int, ...], other: tuple[int, ...], expected: float):
    assert contrast(one, other) == contrast(other, one) == pytest.approx(expected, abs=0.05)


def test_words_are_told_from_the_ground_and_from_lines():
    """Two lines of words, the lower of which goes beyond the right edge, under a line."""
    picture = Image.new("RGB", (100, 60), "black")
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 3, 99, 4), fill="white")
    draw.rectangle((20, 10, 40, 20), fill=(0x77, 0x77, 0x77))
    draw.rectangle((50, 30, 99, 40), fill="white")
    upper, lower = words_of(picture)
    assert upper[:4] == (10, 20, 20, 40) and upper.contrast == pytest.approx(4.7, abs=0.1)
    assert lower[:4] == (30, 40, 50, 99) and lower.contrast == pytest.approx(21)
