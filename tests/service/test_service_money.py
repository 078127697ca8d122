"""Who has paid for an evening: ticked, taken back, corrected since, exported and imported."""

import json
from datetime import date

import pytest

from scorepad import document
from scorepad.games.kalter_schlag import KALTER_SCHLAG, Ramsch
from scorepad.service import Service
from scorepad.service.views import NewEvening
from scorepad.storage import Store
from tests.book.pages import NAMES, C, D
from tests.taking import file_of, look, take

LOSES = Ramsch((63, 57, 0, 0), (C, D), 3)
"""2020 points, so Anne pays 2 × 50 cents to each of the others (S0, Gewinn und Verlust)."""


@pytest.fixture
def evening(service):
    sheet = service.open_sheet(NewEvening(date(2026, 11, 20)), KALTER_SCHLAG, NAMES, stake=50)
    service.record(sheet, LOSES)
    return service.sheet(sheet).evening


def ticks(service, evening):
    settlement, = service.evening(evening).settlements
    return [(payment.debtor, payment.creditor, payment.cents, payment.paid)
            for payment in settlement.payments]


def test_a_tick_is_kept_and_taken_back(service, store, evening):
    own = service.pay(evening, "Anne", "Bert", 100, "EUR")
    expected = [("Anne", "Bert", 100, True), ("Anne", "Cem", 100, False),
                ("Anne", "Dora", 100, False)]
    assert ticks(service, evening) == ticks(Service(store), evening) == expected
    service.take_back_payment(evening, own)
    assert not any(paid for *_, paid in ticks(service, evening))
    with pytest.raises(KeyError):
        service.take_back_payment(evening, own)
    with pytest.raises(KeyError):
        service.pay("no evening", "Anne", "Bert", 100, "EUR")


def test_a_corrected_hand_leaves_what_was_paid(service, evening):
    """The hand is Bert's after all: he pays 1 € to each, and Anne gets hers back besides."""
    service.pay(evening, "Anne", "Bert", 100, "EUR")
    view, = service.evening(evening).sheets
    line = view.score.lines[0]
    service.amend(view.id, line.record.stamp.id,
                  line.record._replace(hand=Ramsch((57, 63, 0, 0), (C, D), 3)))
    assert ticks(service, evening) == [
        ("Anne", "Bert", 100, True), ("Bert", "Anne", 200, False), ("Bert", "Cem", 100, False),
        ("Bert", "Dora", 100, False)]


def test_a_tick_goes_with_the_file(service, evening):
    own = service.pay(evening, "Anne", "Bert", 100, "EUR")
    text = document.write(service.export())
    payment, = json.loads(text)["evenings"][0]["payments"]
    assert (payment["from"], payment["to"], payment["amount"]) == ("Anne", "Bert", "1.00")
    other = Service(Store.open("sqlite://"))
    take(other, text)
    assert ticks(other, evening) == ticks(service, evening)
    assert not look(other, text).coming
    other.take_back_payment(evening, own)
    assert not take(other, text).coming and not other.export().evenings[0].payments
    other.close()


# --- who has paid is whoever was paid -------------------------------------------------------------


@pytest.fixture
def spelt_twice(service, evening):
    """A second table, at which Anne is called Annna and loses as much again; Annna has paid Anne
    30 cents, and Bert 40."""
    second = service.open_sheet(evening, KALTER_SCHLAG, ("Annna", *NAMES[1:]), stake=50)
    service.record(second, LOSES)
    service.pay(evening, "Annna", "Anne", 30, "EUR")
    service.pay(evening, "Annna", "Bert", 40, "EUR")
    return evening


def merged(service):
    ids = service._book.current().people.ids
    service.people.merge(ids["Annna"], ids["Anne"])
    return ids["Annna"]


def test_who_has_paid_whoever_turns_out_the_same_has_paid_nobody(service, spelt_twice):
    """Anne owes 200 cents to each of three for both tables, and Bert has 40 of them."""
    before = file_of(service)
    annna = merged(service)
    expected = [("Anne", "Bert", 40, True), ("Anne", "Cem", 200, False),
                ("Anne", "Dora", 200, False), ("Anne", "Bert", 160, False)]
    assert ticks(service, spelt_twice) == expected
    text = file_of(service)
    assert not look(service, text).coming
    other = Service(Store.open("sqlite://"), "Bert")
    take(other, text)
    assert ticks(other, spelt_twice) == expected and document.write(other.export()) == text
    assert not look(service, before).coming  # from before they were put together
    service.people.part(annna)
    assert len(service.export().evenings[0].payments) == 2
    assert not look(service, before).coming
    other.close()


def test_an_older_file_brings_no_payment_to_oneself(service, spelt_twice):
    """Another book knows both spellings already, and takes in the evening."""
    file = file_of(service)
    other = Service(Store.open("sqlite://"), "Bert")
    people = json.loads(file)["club"]["people"]
    take(other, {"format": "scorepad/1", "club": {"people": people}, "evenings": []})
    merged(other)
    take(other, file)
    assert [note[:3] for note in other.export().evenings[0].payments] == [("Anne", "Bert", 40)]
    assert "Annna" not in other.players()
    assert not look(other, file).coming
    other.close()
