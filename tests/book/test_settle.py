"""Fewest payments, in a fixed order, and never a cent too many."""

import time
from random import Random

import pytest
from hypothesis import given, strategies as st

from scorepad.book.settle import Payment, settle
from tests.oracle import fewest_transfers

PEOPLE = ["Anne", "Bert", "Cem", "Dora", "Emil", "Fritz", "Gerda", "Hans", "Ida", "Jan", "Kai",
          "Lea", "Max", "Nina"]

EXAMPLES = [
    ("format, result", {"Anne": 50, "Bert": -200, "Cem": 50, "Dora": 100},
     [("Bert", "Dora", 100), ("Bert", "Anne", 50), ("Bert", "Cem", 50)]),
    ("nobody", {}, []),
    ("even already", {"Anne": 0, "Bert": 0}, []),
    ("one to one", {"Bert": 5, "Anne": -5}, [("Anne", "Bert", 5)]),
    ("a winner", {"Anne": 300, "Bert": -100, "Cem": -100, "Dora": -100},
     [("Bert", "Anne", 100), ("Cem", "Anne", 100), ("Dora", "Anne", 100)]),
    ("ties by the debtor's, then the creditor's name",
     {"Dora": -100, "Cem": 50, "Bert": -100, "Anne": 150},
     [("Bert", "Anne", 100), ("Dora", "Anne", 50), ("Dora", "Cem", 50)]),
    ("two pairs, not the largest to the largest",
     {"Anne": 70, "Bert": -70, "Cem": 60, "Dora": -60},
     [("Bert", "Anne", 70), ("Dora", "Cem", 60)]),
    ("a pair hidden in five",
     {"Anne": 90, "Bert": -60, "Cem": 60, "Dora": -50, "Emil": -40},
     [("Bert", "Cem", 60), ("Dora", "Anne", 50), ("Emil", "Anne", 40)]),
    ("two groups of three",
     {"Anne": 50, "Bert": 30, "Cem": -80, "Dora": -71, "Emil": 40, "Fritz": 31},
     [("Cem", "Anne", 50), ("Dora", "Emil", 40), ("Dora", "Fritz", 31), ("Cem", "Bert", 30)]),
]


@pytest.mark.parametrize("balances, transfers",
                         [pytest.param(*row, id=case) for case, *row in EXAMPLES])
def test_examples(balances, transfers):
    assert settle(balances) == tuple(Payment(*transfer) for transfer in transfers)
    backwards = dict(reversed(balances.items()))
    assert settle(backwards) == settle(balances)


@pytest.mark.parametrize("balances, total", [({"Anne": 1}, 1), ({"Anne": 50, "Bert": -70}, -20)])
def test_balances_that_do_not_sum_to_zero_are_an_error(balances, total):
    with pytest.raises(ValueError, match=f"add up to {total} cents, not 0"):
        settle(balances)


def check(balances, transfers):
    """They settle it, nobody pays and receives, and they stand in order."""
    left = dict(balances)
    for debtor, creditor, cents, _ in transfers:
        assert cents > 0 and balances[debtor] < 0 < balances[creditor]
        left[debtor] += cents
        left[creditor] -= cents
    assert not any(left.values())
    assert list(transfers) == sorted(transfers, key=lambda t: (-t.cents, t.debtor, t.creditor))
    assert len({payment[:2] for payment in transfers}) == len(transfers)


@given(st.lists(st.integers(-8, 8), max_size=6))
def test_fewest_payments_for_up_to_seven(amounts):
    """Small amounts, so that people are often even among themselves."""
    balances = dict(zip(PEOPLE, [*amounts, -sum(amounts)]))
    transfers = settle(balances)
    check(balances, transfers)
    assert len(transfers) == fewest_transfers(balances)


def test_twelve_people_exactly_and_in_reasonable_time():
    """Six pairs, three groups of four: no more payments than that, each in below a second."""
    rng = Random(12)
    for sizes in ([2] * 6, [4, 4, 4], [3, 4, 5], [12]):
        balances, names = {}, rng.sample(PEOPLE[:12], 12)
        for size in sizes:
            group = [names.pop() for _ in range(size)]
            amounts = [rng.randint(1, 10 ** 6) for _ in group[1:]]
            balances |= dict(zip(group, [*amounts, -sum(amounts)]))
        start = time.process_time()
        transfers = settle(balances)
        assert time.process_time() - start < 1
        check(balances, transfers)
        assert len(transfers) == 12 - len(sizes)


def test_twelve_people_even_in_subsets_only():
    """Four pairs, and four who are even only together; larger groups of them are even too."""
    amounts = [1, 2, 4, 8, 16, 32, -31, -1, -2, -4, -8, -17]
    balances = dict(zip(PEOPLE, amounts))
    transfers = settle(balances)
    check(balances, transfers)
    # 1, 2, 4 and 8 each against their negative; 16 + 32 against 31 + 17.
    assert len(transfers) == 4 + 3


def test_more_than_twelve_are_settled_too():
    balances = dict(zip(PEOPLE, [10] * 13 + [-130]))
    transfers = settle(balances)
    check(balances, transfers)
    assert len(transfers) == 13


def test_fourteen_people_and_any_number_who_are_even_two_by_two():
    """Four groups, of which no two people are even: 14 people, 10 payments. And eight pairs."""
    four_groups = dict(zip(PEOPLE, [
        7, 11, -18, 5, 21, -26, 100, -30, -31, -39, 200, -50, -67, -83]))
    transfers = settle(four_groups)
    check(four_groups, transfers)
    assert len(transfers) == 10
    pairs = {f"{name} {number}": sign * 1000 * (number + 1)
             for number in range(8) for name, sign in (("Anne", 1), ("Bert", -1))}
    assert len(settle(four_groups | pairs)) == 10 + 8
