"""Money that does not divide, and who has most Augen."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, strategies as st

from scorepad.games.augen import Most, most
from scorepad.games.money import in_cents
from tests.oracle.augen import can_be, completions, with_most

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
