"""Payments, stars, balances, tariffs and people that two devices have said apart: nothing of it is
settled silently, one tap decides, and both devices then say the same."""

from datetime import date
from random import Random

import pytest

from scorepad.book.record import OpeningStars, Tariff
from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG
from scorepad.games.kalter_schlag import KALTER_SCHLAG, Durchmarsch
from scorepad.i18n.words import Words
from scorepad.service import Service
from scorepad.service.telling import choices, told_decision
from scorepad.service.views import NewEvening
from scorepad.storage import Store
from tests.book.pages import NAMES
from tests.proof.meaning.hostile import Book, file_of as file_of_entries
from tests.taking import file_of, take

DAY = date(2026, 11, 20)
ENGLISH = Words("en")


def book_of(name):
    return Service(Store.open("sqlite://", device=lambda: name), name)


@pytest.fixture
def two():
    """Anne's book with an evening of four, and Bert's, which has met it once."""
    anne, bert = map(book_of, ("Anne", "Bert"))
    sheet = anne.open_sheet(NewEvening(DAY, "Altona"), KALTER_SCHLAG, NAMES, stake=50)
    anne.record(sheet, Durchmarsch(0))
    bert.meetings.meet(anne.meetings.exchange)
    return anne, bert


def meet(anne, bert):
    bert.meetings.meet(anne.meetings.exchange)


def evening_of(service):
    return service.evenings()[0].id


def paid(service):
    [settlement] = service.evening(evening_of(service)).settlements
    return [payment[:3] for payment in settlement.payments if payment.paid]


def decisions(service):
    return service.evening(evening_of(service)).decisions


def test_a_payment_noted_on_both_counts_once_until_somebody_decides(two):
    anne, bert = two
    for each in two:
        each.pay(evening_of(each), "Bert", "Anne", 150, "EUR")
    meet(anne, bert)
    for each in two:
        assert paid(each) == [("Bert", "Anne", 150)]
        assert each.evening(evening_of(each)).asks and each.evenings()[0].asks
    [decision] = decisions(anne)
    assert told_decision(decision, ENGLISH) == (
        "Noted on two devices: Bert has paid Anne €1.50. Did it happen once?")
    once, twice = choices(decision, ENGLISH)
    assert (once.label, twice.label) == ("Once", "Twice")
    anne.meetings.choose(decision, twice.counting)
    meet(anne, bert)
    for each in two:
        assert paid(each) == [("Bert", "Anne", 150)] * 2 and not decisions(each)
    anne.meetings.choose(decision, ())  # taken back
    meet(anne, bert)
    assert [len(decisions(each)) for each in two] == [1, 1]
    bert.meetings.choose(decision, once.counting)
    meet(anne, bert)
    for each in two:
        assert paid(each) == [("Bert", "Anne", 150)] and not decisions(each)


def test_what_happened_twice_on_one_device_is_twice(two):
    anne, bert = two
    for _ in range(2):
        anne.pay(evening_of(anne), "Bert", "Anne", 150, "EUR")
    meet(anne, bert)
    assert paid(bert) == [("Bert", "Anne", 150)] * 2 and not decisions(bert)
    bert.pay(evening_of(bert), "Bert", "Anne", 150, "EUR")  # knows of both: a third
    meet(anne, bert)
    assert paid(anne) == [("Bert", "Anne", 150)] * 3 and not decisions(anne)


def test_a_kasten_noted_on_both_counts_once_and_another_event_besides(two):
    anne, bert = two
    anne.club.note(evening_of(anne), "Cem", "kasten")
    bert.club.note(evening_of(bert), "Cem", "kasten")
    bert.club.note(evening_of(bert), "Cem", "knabberzeug")
    meet(anne, bert)
    for each in two:  # S2, Sterne: a Kasten -4, snacks -1
        assert each.club.ledger().balances == {"Cem": -5}
        [decision] = decisions(each)
        assert told_decision(decision, ENGLISH) == (
            "Noted on two devices: Cem · Kasten. Did it happen once?")
    bert.meetings.choose(decision, choices(decision, ENGLISH)[1].counting)
    meet(anne, bert)
    assert [each.club.ledger().balances for each in two] == [{"Cem": -9}] * 2


def test_two_answers_given_apart_are_asked_again(two):
    anne, bert = two
    for each in two:
        each.pay(evening_of(each), "Bert", "Anne", 150, "EUR")
    meet(anne, bert)
    [decision] = decisions(anne)
    once, twice = choices(decision, ENGLISH)
    anne.meetings.choose(decision, once.counting)
    bert.meetings.choose(decision, twice.counting)
    meet(anne, bert)
    assert [len(decisions(each)) for each in two] == [1, 1]
    assert sorted(decisions(anne)[0].asked.answered) == [
        ("Anne", once.counting, True), ("Bert", twice.counting, False)]
    assert paid(anne) == paid(bert)
    anne.meetings.choose(decisions(anne)[0], once.counting)
    meet(anne, bert)
    assert not decisions(anne) and not decisions(bert)
    assert paid(anne) == paid(bert) == [("Bert", "Anne", 150)]


def test_the_same_answer_given_apart_is_one(two):
    anne, bert = two
    for each in two:
        each.pay(evening_of(each), "Bert", "Anne", 150, "EUR")
    meet(anne, bert)
    [decision] = decisions(anne)
    for each in two:
        each.meetings.choose(decision, choices(decision, ENGLISH)[1].counting)
    meet(anne, bert)
    assert not decisions(anne) and paid(anne) == paid(bert) == [("Bert", "Anne", 150)] * 2


def test_of_two_opening_balances_none_vanishes(two):
    anne, bert = two
    anne.club.open_with(DAY, {"Anne": 108})
    bert.club.open_with(DAY, {"Anne": 10, "Bert": 3})
    meet(anne, bert)
    assert anne.club.opening() == bert.club.opening()
    [decision] = anne.meetings.club_decisions()
    assert len(bert.meetings.club_decisions()) == 1
    labels = {choice.label: choice for choice in choices(decision, ENGLISH)}
    assert set(labels) == {"20/11/2026: Anne 108 · Anne", "20/11/2026: Anne 10, Bert 3 · Bert"}
    for label, stars in zip(sorted(labels), ({"Anne": 10, "Bert": 3}, {"Anne": 108})):
        bert.meetings.choose(decision, labels[label].counting)
        meet(anne, bert)
        assert anne.club.opening() == bert.club.opening() \
            == OpeningStars(DAY, stars)
        assert not anne.meetings.club_decisions() and not bert.meetings.club_decisions()


def test_two_tariffs_for_one_event_are_asked_about_and_equal_ones_are_not(two):
    anne, bert = two
    for each, stars in ((anne, 3), (bert, 5)):
        each.club.set_tariff(Tariff("dulle", DAY, stars))
        each.club.set_tariff(Tariff("kasten", DAY, -6))
    meet(anne, bert)
    [decision] = anne.meetings.club_decisions()
    assert anne.club.tariffs().stars("dulle", DAY) == bert.club.tariffs().stars("dulle", DAY)
    assert {choice.label for choice in choices(decision, ENGLISH)} == {
        "+3 from 20/11/2026 on · Anne", "+5 from 20/11/2026 on · Bert"}
    bert.club.set_tariff(Tariff("dulle", DAY, 4))  # a new word that knows both
    meet(anne, bert)
    assert not anne.meetings.club_decisions()
    assert anne.club.tariffs().stars("dulle", DAY) == 4


def test_the_same_new_name_on_both_is_two_people_and_asked(two):
    anne, bert = two
    for each in two:
        each.people.add("Xaver")
    meet(anne, bert)
    assert {"Xaver", "Xaver (2)"} <= set(anne.people.names().values())
    [decision] = bert.meetings.club_decisions()
    assert told_decision(decision, ENGLISH) == (
        "Xaver was added on two devices. Is this one person?")
    one, different = choices(decision, ENGLISH)
    assert one.are_one
    bert.meetings.choose(decision, different.counting)
    meet(anne, bert)
    assert not anne.meetings.club_decisions()
    bert.meetings.choose(decision, ())
    first, second = (each.fact.player for each in decision.asked.said)
    bert.people.merge(second, first)
    meet(anne, bert)
    assert not anne.meetings.club_decisions() and not bert.meetings.club_decisions()


def test_an_evening_that_was_closed_here_and_played_on_there_is_open_and_says_so(two):
    anne, bert = two
    anne.close_evening(evening_of(anne))
    bert.record(bert.evening(evening_of(bert)).sheets[0].id, Durchmarsch(1))
    meet(anne, bert)
    for each in two:
        view = each.evening(evening_of(each))
        assert not view.closed and view.asks and view.closed_elsewhere.by == "Anne"
    bert.close_evening(evening_of(bert))
    meet(anne, bert)
    for each in two:
        view = each.evening(evening_of(each))
        assert view.closed and not view.asks


@pytest.mark.parametrize("wrong, more", (
    ({"after": [], "clock": 1}, {}), ({}, {"verdopplungen": "many"})))
def test_a_hand_that_makes_no_sense_opens_no_evening_again(two, wrong, more):
    """What follows nothing cannot know its sheet; what cannot be read tells nothing of it."""
    anne, bert = two
    evening = evening_of(anne)
    book = Book.of(anne.meetings.entries(), Random(1))
    unsound = book.hand_on(book.sheet(), {"durchmarsch": book.sheet()["players"][0], **more},
                           **wrong)
    anne.close_evening(evening)
    take(bert, file_of_entries([unsound]))
    meet(anne, bert)
    for each in two:
        view = each.evening(evening)
        assert view.closed and view.closed_elsewhere is None and not view.asks
        assert each.evenings()[0].closed and not each.evenings()[0].asks


def test_two_answers_about_runs_given_apart_are_asked_again(two):
    anne, bert = two
    sheet = anne.evening(evening_of(anne)).sheets[0].id
    for each, seat in ((anne, 1), (bert, 2)):
        each.record(sheet, Durchmarsch(seat))
    meet(anne, bert)
    [question] = anne.sheet(sheet).questions
    for each, run in zip(two, question.runs):
        each.meetings.decide(sheet, question, [run.first])
    meet(anne, bert)
    [again] = anne.sheet(sheet).questions
    assert sorted(again.answered) == [
        ("Anne", (question.runs[0].first,), True), ("Bert", (question.runs[1].first,), False)]
    assert [line.points for line in anne.sheet(sheet).score.lines] \
        == [line.points for line in bert.sheet(sheet).score.lines]
    bert.meetings.decide(sheet, again, [again.runs[0].first])
    meet(anne, bert)
    assert not anne.sheet(sheet).questions and not bert.sheet(sheet).questions


def test_a_fifth_on_each_device_is_two_people_each_with_his_own_money():
    """Anne seats Xaver, Bert seats Yann and plays with him: Yann's points stay Yann's."""
    anne, bert = map(book_of, ("Anne", "Bert"))
    sheet = anne.open_sheet(NewEvening(DAY), DOPPELKOPF_ALTENBURG, NAMES, stake=100)
    meet(anne, bert)
    anne.seat_players(sheet, [*NAMES, "Xaver"])
    bert.seat_players(sheet, [*NAMES, "Yann"])
    view = bert.sheet(sheet)
    game, names = view.game, view.score.record.names
    bert.record(sheet, game.read_hand(
        {"spiel": "normal", "re": ["Bert", "Yann"], "augen": 131,
         "aktive": ["Bert", "Cem", "Dora", "Yann"]}, names))
    before = dict(zip(names, bert.sheet(sheet).score.lines[0].points))
    assert before["Yann"] == before["Bert"] > 0
    meet(anne, bert)
    for each in (anne, bert):
        score = each.sheet(sheet).score
        points = dict(zip(score.record.names, score.lines[0].points))
        assert {name: figure for name, figure in points.items() if figure} == {
            name: figure for name, figure in before.items() if figure}


def test_who_is_deleted_here_and_retired_there_can_be_brought_back_as_he_is_by_now(two):
    anne, bert = two
    own = anne.people.add("Emil")
    meet(anne, bert)
    [emil] = [each for each in anne.people.all() if each.name == "Emil"]
    anne.people.delete(own)
    bert.people.retire(own)
    meet(anne, bert)
    for each in two:
        assert each.club.ledger().balances == {}
        assert "Emil" not in {person.name for person in each.people.all()}
    anne.people.undelete(emil)
    assert [each.name for each in anne.people.all() if each.retired] == ["Emil"]


def test_a_person_renamed_on_both_is_called_by_the_last_name_until_somebody_decides(two):
    anne, bert = two
    own = next(each.id for each in anne.people.all() if each.name == "Dora")
    anne.people.rename(own, "Dorothea")
    bert.people.rename(own, "Dörte")
    meet(anne, bert)
    [decision] = anne.meetings.club_decisions()
    called = anne.people.names()[own]
    assert called in ("Dorothea", "Dörte") and bert.people.names()[own] == called
    assert told_decision(decision, ENGLISH) == (
        f"Two devices have given one person different names. Now this counts: {called}.")
    other, = {"Dorothea", "Dörte"} - {called}
    labels = {choice.label.partition(" ")[0]: choice for choice in choices(decision, ENGLISH)}
    bert.meetings.choose(decision, labels[other].counting)
    meet(anne, bert)
    for each in two:
        assert each.people.names()[own] == other and not each.meetings.club_decisions()
        sheet = each.sheet(each.evening(evening_of(each)).sheets[0].id)
        assert other in sheet.score.record.names
    anne.people.rename(own, "Dora")
    meet(anne, bert)
    assert bert.people.names()[own] == "Dora" and not bert.meetings.club_decisions()


def test_an_older_file_changes_nothing_of_two_who_were_added_under_one_name(two):
    anne, bert = two
    for each in two:
        each.people.add("Yann")
    older = {each: file_of(each) for each in two}
    meet(anne, bert)
    [decision] = anne.meetings.club_decisions()
    anne.meetings.choose(decision, choices(decision, ENGLISH)[1].counting)  # they are two
    meet(anne, bert)
    names, looks = anne.people.names(), anne.people.looks()
    for file in older.values():
        take(anne, file)
        assert (anne.people.names(), anne.people.looks()) == (names, looks)
        assert not anne.meetings.club_decisions()
