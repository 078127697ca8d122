"""Counters in one number, money that does not divide, and who has most Augen."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, strategies as st

from scorepad.games.augen import Most, most
from scorepad.games.money import in_cents
from scorepad.games.table import NEVER, Tally, packed, watch
from tests.oracle.augen import can_be, completions, with_most

# --- tally ------------------------------------------------------------------------------------

sizes = st.integers(1, 8)
large = st.integers(-2**61, 2**61)


def tallies(figure):
    """Tallies of any size with such figures."""
    return sizes.flatmap(lambda size: st.builds(
        Tally, *[st.lists(figure, min_size=size, max_size=size).map(tuple)] * 2, figure))


@given(tallies(large | st.sampled_from([-1, 0, 1, -2**61, 2**61])))
def test_a_tally_comes_out_of_its_number_as_it_went_in(tally):
    assert Tally.unpacked(tally.packed(), len(tally.totals)) == tally


@pytest.mark.parametrize("tally", [
    Tally((0, 0, 0), (0, 0, 0)), Tally((-1, -1, -1), (-1, -1, -1), -1),
    Tally((-12, 90, 0), (0, 1, 0), 3), Tally((0, 0, -1), (0, 0, 0), 1)])
def test_a_negative_counter_borrows_nothing_for_good(tally):
    assert Tally.unpacked(tally.packed(), 3) == tally


def test_a_match_begins_with_the_number_0():
    assert Tally((0, 0, 0), (0, 0, 0)).packed() == 0
    assert Tally.unpacked(0, 3) == Tally((0, 0, 0), (0, 0, 0), 0)


@given(sizes.flatmap(lambda size: st.lists(st.lists(
    st.integers(-2000, 10**12), min_size=2 * size + 1, max_size=2 * size + 1), max_size=30)))
def test_hands_add_up_counter_by_counter(hands):
    if hands:
        size = len(hands[0]) // 2
        state = sum(packed(tuple(hand)) for hand in hands)
        sums = tuple(map(sum, zip(*hands)))
        assert Tally.unpacked(state, size) == Tally(sums[:size], sums[size:-1], sums[-1])


@given(st.data())
def test_the_watch_sees_exactly_when_a_counter_has_reached_its_figure(data):
    figure = st.just(NEVER) | st.integers(1, 1000)
    figures = data.draw(tallies(figure))
    size = len(figures.totals)
    near = st.integers(-1500, 1500)
    counters = tuple(data.draw(st.lists(near, min_size=2 * size + 1, max_size=2 * size + 1)))
    lift, alarm = watch(figures)
    reached = any(counter >= figure for counter, figure in zip(
        counters, (*figures.totals, *figures.marks, figures.hands)))
    assert bool(packed(counters) + lift & alarm) == reached


def test_the_watch_sees_the_very_figure():
    lift, alarm = watch(Tally((500, 500), (NEVER, NEVER), NEVER))
    for totals, seen in (((499, -500), False), ((-1, 499), False), ((500, -1), True),
                         ((-10**6, 500), True), ((499, 499), False)):
        assert bool(Tally(totals, (9, 9), 10**9).packed() + lift & alarm) == seen


# --- money ------------------------------------------------------------------------------------


@pytest.mark.parametrize("amounts, per_cent, cents", [
    pytest.param(*row, id=str(row[:2])) for row in [
        ((100, -300, 200), 100, (1, -3, 2)),
        ((50, 50, -100), 100, (1, 0, -1)),
        ((-50, -50, 100), 100, (0, -1, 1)),
        ((-50, 100, -50), 100, (0, 1, -1)),
        ((1, 1, -2), 3, (1, 0, -1)),
        ((2, 2, -4), 3, (1, 1, -2)),
        ((10, 60, -70), 100, (0, 1, -1)),
        ((40, 30, 30, -100), 100, (1, 0, 0, -1)),
        ((-1, 99, -98), 100, (0, 1, -1)),
        ((0, 0, 0), 100, (0, 0, 0))]])
def test_odd_cents_go_by_largest_remainder_and_ties_by_seat(amounts, per_cent, cents):
    assert in_cents(amounts, per_cent) == cents


@given(st.lists(st.integers(-10**12, 10**12), min_size=1, max_size=6), st.sampled_from([3, 100]))
def test_cents_sum_to_zero_and_nobody_is_off_by_a_whole_one(amounts, per_cent):
    amounts.append(-sum(amounts))
    cents = in_cents(amounts, per_cent)
    assert sum(cents) == 0
    off = [Fraction(amount, per_cent) - whole for amount, whole in zip(amounts, cents)]
    assert all(-1 < difference < 1 for difference in off)
    # Whoever was cut by more than somebody who was rounded up was rounded up too.
    cut = [amount % per_cent for amount in amounts]
    least_up = min((c for c, difference in zip(cut, off) if difference < 0), default=per_cent)
    assert all(c <= least_up for c, difference in zip(cut, off) if difference > 0)


# --- who has most -----------------------------------------------------------------------------

TRIED = (None, 0, 1, 2, 30, 39, 40, 41, 59, 60, 61, 118, 119, 120, 121, -1)


@pytest.mark.parametrize("without", [(), (0,), (2,), (0, 1)])
def test_who_has_most_is_what_every_way_to_share_the_rest_has_in_common(without):
    for augen in product(TRIED, repeat=3):
        named = {seat: figure for seat, figure in enumerate(augen) if figure is not None}
        answers = set()
        if all(map(can_be, named.values())) and not any(augen[seat] for seat in without):
            named |= dict.fromkeys(without, 0)
            left_out = [seat for seat in range(3) if seat not in named]
            for shared in completions(named, left_out):
                top, seats = with_most(shared)
                answers.add((top, tuple(sorted(seats))))
        # Whether somebody without a trick has Augen is for the game to say.
        if not any(augen[seat] for seat in without):
            found = most(augen, without, ("A", "B", "C"))
            told = found if isinstance(found, Most) else None
            assert told == (answers.pop() if len(answers) == 1 else None), augen
