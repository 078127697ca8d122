"""What an evening comes to: where each figure comes from, and what ticks do to the payments."""

import json

import pytest
from hypothesis import given, strategies as st

from scorepad.book.record import PaymentNote, Stamp
from scorepad.book.replay import replay
from scorepad.book.settle import Payment, Source, payments, settle, settlements
from scorepad.document import read
from tests.book.test_settle import PEOPLE

BALANCES = {"Anne": 50, "Bert": -200, "Cem": 50, "Dora": 100}
"""Settled by Bert paying Dora 100, Anne 50 and Cem 50."""


def paid(debtor, creditor, cents, own="p1", currency="EUR"):
    return PaymentNote(debtor, creditor, cents, currency, Stamp(own))


# --- ticks ------------------------------------------------------------------------------------


def test_nothing_paid_is_the_plain_list():
    assert payments(BALANCES, []) == (
        Payment("Bert", "Dora", 100), Payment("Bert", "Anne", 50), Payment("Bert", "Cem", 50))


def test_a_tick_leaves_the_list_as_it_is():
    assert payments(BALANCES, [paid("Bert", "Anne", 50)]) == (
        Payment("Bert", "Dora", 100), Payment("Bert", "Anne", 50, "p1"), Payment("Bert", "Cem", 50))


CORRECTED = [
    # what it was after the payment of 50 from Bert to Anne, and what is due then
    ("he owes nothing any more", {"Anne": 0, "Bert": 0}, [("Anne", "Bert", 50)]),
    ("he owes less", {"Anne": 30, "Bert": -30}, [("Anne", "Bert", 20)]),
    ("he owes more", {"Anne": 80, "Bert": -80}, [("Bert", "Anne", 30)]),
    ("it was the other way round", {"Anne": -50, "Bert": 50}, [("Anne", "Bert", 100)]),
    ("he owes somebody else", {"Cem": 50, "Bert": -50}, [("Anne", "Cem", 50)]),
    ("exactly that", {"Anne": 50, "Bert": -50}, []),
]


@pytest.mark.parametrize("balances, due", [pytest.param(*row, id=case) for case, *row in CORRECTED])
def test_after_a_correction_the_rest_makes_everybody_even(balances, due):
    assert payments(balances, [paid("Bert", "Anne", 50)]) == (
        Payment("Bert", "Anne", 50, "p1"), *[Payment(*transfer) for transfer in due])


def test_who_paid_twice_gets_it_back():
    twice = [paid("Bert", "Anne", 50), paid("Bert", "Anne", 50, "p2")]
    assert payments({"Anne": 50, "Bert": -50}, twice) == (
        Payment("Bert", "Anne", 50, "p1"), Payment("Bert", "Anne", 50, "p2"),
        Payment("Anne", "Bert", 50))


@given(st.lists(st.integers(-9, 9), max_size=6), st.lists(st.tuples(
    st.sampled_from(PEOPLE[:7]), st.sampled_from(PEOPLE[:7]), st.integers(1, 20)).filter(
        lambda made: made[0] != made[1]), max_size=4))
def test_whatever_was_paid_everybody_is_even_in_the_end(amounts, made):
    balances = dict(zip(PEOPLE, [*amounts, -sum(amounts)]))
    notes = [paid(*each, own=f"p{number}") for number, each in enumerate(made)]
    found = payments(balances, notes)
    left = dict.fromkeys(PEOPLE, 0) | balances
    for payment in found:
        left[payment.debtor] += payment.cents
        left[payment.creditor] -= payment.cents
    assert not any(left.values())
    assert sorted(payment.id for payment in found if payment.paid) \
        == sorted(note.stamp.id for note in notes)


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=6), st.data())
def test_ticking_some_of_the_list_changes_nothing_else(amounts, data):
    balances = dict(zip(PEOPLE, [*amounts, -sum(amounts)]))
    due = tuple(payment[:3] for payment in settle(balances))
    ticked = data.draw(st.sets(st.sampled_from(due))) if due else set()
    found = payments(balances, [paid(*each, own="p") for each in ticked])
    assert tuple(payment[:3] for payment in found) == due
    assert {payment[:3] for payment in found if payment.paid} == ticked


# --- where it comes from ------------------------------------------------------------------------

KALTER_SCHLAG = {"game": "kalter-schlag", "players": ["Anne", "Bert", "Cem", "Dora"],
                 "einsatz": "0.50", "hands": [
                     {"augen": {"Anne": 63, "Bert": 57}, "jungfern": ["Cem", "Dora"],
                      "verdopplungen": 3}] * 2}
"""S0, Gewinn und Verlust: Anne loses twice with 2020, and each time pays 1 € to each of the three,
who wrote nothing."""

RAMSCH = {"game": "schieberamsch", "players": ["Cem", "Dora", "Emil"], "rate": "0.01",
          "hands": [{"durchmarsch": "Cem", "geschoben": 0}]}
"""S3: Cem writes -12, so 12 cents from each of the two."""


def _bytes(document):
    return json.dumps(document).encode()


def settled(*sheets, made=()):
    book = read(_bytes({"format": "scorepad/1", "evenings": [
        {"date": "2026-11-20", "sheets": list(sheets)}]}))
    return settlements([replay(sheet) for sheet in book.evenings[0].sheets], made)


def test_every_figure_says_where_it_comes_from():
    settlement, = settled(KALTER_SCHLAG, RAMSCH)
    assert settlement.balances == {"Anne": -600, "Bert": 200, "Cem": 224, "Dora": 188, "Emil": -12}
    assert settlement.sources == {
        "Anne": (Source(0, 1, -300), Source(0, 2, -300)),
        "Bert": (Source(0, 1, 100), Source(0, 2, 100)),
        "Cem": (Source(0, 1, 100), Source(0, 2, 100), Source(1, 0, 24)),
        "Dora": (Source(0, 1, 100), Source(0, 2, 100), Source(1, 0, -12)),
        "Emil": (Source(1, 0, -12),)}


def test_a_sheet_for_nothing_is_no_part_of_it():
    nothing = {key: value for key, value in KALTER_SCHLAG.items() if key != "einsatz"}
    assert settled(nothing) == ()
    settlement, = settled(nothing, RAMSCH)
    assert set(settlement.balances) == {"Cem", "Dora", "Emil"}


def test_currencies_do_not_mix():
    """No evening of ours holds two; were there one, each would be settled by itself."""
    euros = read(_bytes({"format": "scorepad/1", "evenings": [
        {"date": "2026-11-20", "sheets": [KALTER_SCHLAG]}]})).evenings[0].sheets[0]
    francs = read(_bytes({"format": "scorepad/1", "evenings": [
        {"date": "2026-11-20", "sheets": [{**RAMSCH, "currency": "CHF"}]}]})).evenings[0].sheets[0]
    one, other = settlements([replay(euros), replay(francs)], [
        paid("Dora", "Cem", 12, currency="CHF"), paid("Anne", "Bert", 200, "p2")])
    assert (one.currency, sum(one.balances.values())) == ("EUR", 0)
    assert other.balances == {"Cem": 24, "Dora": -12, "Emil": -12}
    assert [payment.id for payment in other.payments] == ["p1", ""]
    assert one.payments == (Payment("Anne", "Bert", 200, "p2"), Payment("Anne", "Cem", 200),
                            Payment("Anne", "Dora", 200))
    assert not all(payment.paid for payment in one.payments)
