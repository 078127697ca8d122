"""How charts are laid out: names that never lie on each other, scales in round steps."""

from itertools import pairwise

import pytest
from flet import canvas
from hypothesis import given, strategies as st

from scorepad.book.people import Marker
from scorepad.book.statistics import thinned
from scorepad.book.statistics.drawing import Scale, spread
from scorepad.ui.signs import marker

PLACES = st.lists(st.floats(-50, 400), min_size=1, max_size=12)


@given(PLACES, st.floats(5, 40))
def test_names_keep_apart_in_the_order_of_their_lines(wanted, gap):
    height = 300 + gap * len(wanted)
    places = spread(wanted, gap, height)
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    tops = [places[index] for index in order]
    assert all(below - above > gap - 1e-6 for above, below in pairwise(tops))
    assert tops[0] > -1e-6 and tops[-1] < height - gap + 1e-6


@pytest.mark.parametrize("wanted, places", [
    ((10, 100, 200), [10, 100, 200]),           # as wanted, where there is room
    ((100, 100, 100), [100, 120, 140]),         # one below the other
    ((290, 295), [260, 280]),                   # up from the lower edge
    ((-5,), [0])])
def test_names_are_moved_no_further_than_they_must(wanted, places):
    assert spread(wanted, 20, 300) == places


@pytest.mark.parametrize("figures, ticks", [
    ((0, 5080), (0, 1000, 2000, 3000, 4000, 5000, 6000)),
    ((-3850, 400), (-4000, -3000, -2000, -1000, 0, 1000)),
    ((0, 0), (0, 1)),
    ((7,), (0, 2, 4, 6, 8)),
    ((-1, 2), (-1, 0, 1, 2))])
def test_a_scale_has_round_steps_and_a_zero(figures, ticks):
    assert Scale.of(figures, 220).ticks == ticks


@given(st.lists(st.integers(-10**9, 10**9), min_size=1))
def test_every_figure_lies_on_its_scale(figures):
    scale = Scale.of(figures, 220)
    assert 0 in scale.ticks and 2 <= len(scale.ticks) <= 9
    assert all(0 <= scale.y(figure) <= 220 for figure in figures)
    assert scale.y(max(figures)) <= scale.y(min(figures))


def test_every_sign_is_drawn_and_looks_different():
    drawn = {shape: marker(shape, 0, 0, "red") for shape in Marker}
    assert all(isinstance(part, canvas.Shape) for parts in drawn.values() for part in parts)
    assert len({repr([(type(part).__name__, getattr(part, "elements", None), getattr(part, "x1", 0),
                       getattr(part, "y1", 0)) for part in parts])
                for parts in drawn.values()}) == len(Marker)


@given(st.integers(1, 1000), st.integers(2, 200))
def test_a_thinned_course_keeps_both_ends(count, most):
    course = [(number, number * number) for number in range(count)]
    kept = thinned(course, most)
    assert len(kept) <= most or len(kept) == count
    assert (kept[0], kept[-1]) == (course[0], course[-1])
