"""What a file would add of people, rule sets, payments and changed rules; twice adds nothing."""

import json

import pytest

from scorepad import document
from scorepad.book.people import Colour, Look, Marker
from scorepad.games.kalter_schlag import KALTER_SCHLAG, KalterSchlagRules
from scorepad.service import Service
from scorepad.service.views import NewEvening
from scorepad.storage import Store
from tests.book.pages import NAMES, hand, loses
from tests.conftest import DAY

FIVES = KalterSchlagRules(rounding="fives-before")


def file(evenings=(), **club):
    return document.read(json.dumps(
        {"format": "scorepad/1", "club": club, "evenings": list(evenings)}).encode())


def taken(service, incoming, *, corrections=False):
    preview = service.preview(incoming)
    service.take(preview, preview.takeable if corrections else ())
    return preview


def places(preview):
    return [document.written_place(problem.place) for problem in preview.differing]


def person(service, name):
    return next(each for each in service.people.all() if each.name == name)


@pytest.fixture
def other():
    service = Service(Store.open("sqlite://"), "Bert")
    yield service
    service.close()


# --- people -------------------------------------------------------------------------------------


def test_who_is_new_comes_with_look_and_retirement(service):
    taken(service, file(people=[
        {"name": "Gerry", "retired": True, "colour": "red", "marker": "star"}]))
    gerry = person(service, "Gerry")
    assert gerry.retired and gerry.look == Look(Colour.RED, Marker.STAR)


def test_the_books_own_word_on_its_people_stands(service, sheet):
    service.people.draw(person(service, "Anne").id, Colour.BLUE, Marker.PLUS)
    preview = taken(service, file(people=[
        {"name": "Anne", "retired": True, "colour": "red", "marker": "star"},
        {"name": "Bert", "retired": True, "colour": "red", "marker": "star"}]))
    assert preview.differing == ()
    assert person(service, "Anne").look == Look(Colour.BLUE, Marker.PLUS)
    assert person(service, "Bert").look == Look(Colour.RED, Marker.STAR)  # nobody had chosen one
    assert not person(service, "Anne").retired and not person(service, "Bert").retired
    assert service.preview(file(people=[
        {"name": "Bert", "colour": "red", "marker": "star"}])).additions == ()


def test_a_merged_person_is_one_person_in_the_file_and_where_it_is_taken_in(
        service, sheet, other):
    service.record(sheet, hand(loses("Anne", 66)))
    service.open_sheet(NewEvening(DAY, "Altona"), KALTER_SCHLAG, ("Annna", *NAMES[1:]), stake=50)
    service.people.merge(person(service, "Annna").id, person(service, "Anne").id)
    book = document.read(document.write(service.export()).encode())
    assert sorted(book.players) == sorted(NAMES)
    taken(other, book)
    assert person(other, "Anne").evenings == 2 and len(other.people.all()) == 4
    assert document.write(other.export()) == document.write(service.export())
    again = service.preview(other.export())
    assert again.additions == () and again.differing == ()


def test_a_file_from_before_the_merge_is_known(service, sheet):
    """Taking it in once more makes nobody anew."""
    evening = service.sheet(sheet).evening
    service.record(sheet, hand(loses("Anne", 66)))
    service.open_sheet(NewEvening(DAY, "Ottensen"), KALTER_SCHLAG, ("Annna", *NAMES[1:]), stake=50)
    service.people.draw(person(service, "Annna").id, Colour.RED, Marker.STAR)
    service.club.open_with(DAY, {"Anne": 1, "Annna": 2})
    service.pay(evening, "Annna", "Bert", 105, "EUR")
    before = document.read(document.write(service.export()).encode())
    service.people.merge(person(service, "Annna").id, person(service, "Anne").id)
    service.people.draw(person(service, "Anne").id, Colour.BLUE, Marker.PLUS)
    preview = service.preview(before)
    assert preview.additions == () and preview.differing == ()
    assert preview.known["players"] == 4
    service.people.part(person(service, "Anne").spelt[0].id)
    assert service.preview(before).differing == ()
    assert service.preview(before).known["players"] == 5


def test_who_sits_at_one_table_in_a_file_is_two_there(service, sheet):
    service.people.merge(service.people.add("Emil"), person(service, "Anne").id)
    preview = taken(service, file([{"date": "2026-10-30", "sheets": [
        {"game": "kalter-schlag", "players": ["Anne", "Emil", "Cem", "Dora"]}]}]))
    assert (preview.new["players"], preview.known["players"]) == (1, 3)
    assert {"Anne", "Emil"} <= set(service.people.names().values())


# --- rule sets ----------------------------------------------------------------------------------


def rule_set(**rules):
    return {"game": "kalter-schlag", "name": "Altona", "rules": rules}


def test_rule_sets_come_in_once_and_differ_until_they_are_taken(service):
    taken(service, file(rule_sets=[rule_set(limit=1500)]))
    assert [(kept.name, kept.rules) for kept in service.rule_sets.of(KALTER_SCHLAG)] \
        == [("Altona", KalterSchlagRules(limit=1500))]
    assert service.preview(file(rule_sets=[rule_set(limit=1500)])).additions == ()
    preview = taken(service, file(rule_sets=[rule_set(limit=1000)]))
    assert places(preview) == ["club.rule_sets[0]"] and preview.correctable
    assert service.rule_sets.of(KALTER_SCHLAG)[0].rules == KalterSchlagRules(limit=1500)
    taken(service, file(rule_sets=[rule_set(limit=1000)]), corrections=True)
    [kept] = service.rule_sets.of(KALTER_SCHLAG)
    assert kept.rules == KalterSchlagRules(limit=1000)


def test_a_set_made_here_is_known_by_its_game_and_name(service):
    own = service.rule_sets.keep(KALTER_SCHLAG, "Altona", FIVES)
    taken(service, file(rule_sets=[rule_set(limit=1000)]), corrections=True)
    [kept] = service.rule_sets.of(KALTER_SCHLAG)
    assert (kept.id, kept.rules) == (own, KalterSchlagRules(limit=1000))


def test_a_set_that_two_devices_keep_is_replaced_in_both(service, other):
    """Equal ones are one, and stay one when a file changes them."""
    for each in (service, other):
        each.rule_sets.keep(KALTER_SCHLAG, "Altona", FIVES)
    service.meetings.meet(other.meetings.exchange)
    taken(service, file(rule_sets=[rule_set(limit=1000)]), corrections=True)
    service.meetings.meet(other.meetings.exchange)
    for each in (service, other):
        assert [(kept.name, kept.rules) for kept in each.rule_sets.of(KALTER_SCHLAG)] \
            == [("Altona", KalterSchlagRules(limit=1000))]


# --- rules of a sheet ---------------------------------------------------------------------------


def test_changed_rules_come_with_their_hands(service, sheet, other):
    """66 is 70 in tens, 65 in fives."""
    service.record(sheet, hand(loses("Anne", 66)))
    service.change_rules(sheet, FIVES)
    service.record(sheet, hand(loses("Anne", 66)))
    service.change_rules(sheet, KalterSchlagRules(limit=1000))
    taken(other, document.read(document.write(service.export()).encode()))
    score = other.sheet(sheet).score
    assert [line.points[0] for line in score.lines] == [70, 65]
    assert score.record.rules == KalterSchlagRules()
    assert score.rules == KalterSchlagRules(limit=1000)
    assert document.write(other.export()) == document.write(service.export())
    service.record(sheet, hand(loses("Bert", 70)))
    preview = taken(other, service.export())
    assert (dict(preview.new), preview.differing) == ({"hands": 1}, ())
    assert other.sheet(sheet).score.record.hands[2].rules == KalterSchlagRules(limit=1000)


def test_a_hand_by_other_rules_differs(service, sheet, other):
    service.record(sheet, hand(loses("Anne", 66)))
    taken(other, service.export())
    line = service.sheet(sheet).score.lines[0]
    service.amend(sheet, line.record.stamp.id, line.record._replace(rules=FIVES))
    preview = taken(other, service.export(), corrections=True)
    assert places(preview) == ["evenings[0].sheets[0].hands[0]"]
    assert other.sheet(sheet).score.lines[0].points[0] == 65


def test_rules_said_for_the_next_hand_differ_where_both_have_said_some(service, sheet, other):
    taken(other, service.export())
    service.change_rules(sheet, FIVES)
    taken(other, service.export())
    assert other.sheet(sheet).score.rules == FIVES
    service.change_rules(sheet, KalterSchlagRules(limit=1000))
    preview = taken(other, service.export(), corrections=True)
    assert places(preview) == ["evenings[0].sheets[0].next_rules"]
    assert other.sheet(sheet).score.rules == KalterSchlagRules(limit=1000)


# --- payments -----------------------------------------------------------------------------------


def test_payments_come_in_once_and_are_taken_back_only_here(service, sheet, other):
    evening = service.sheet(sheet).evening
    own = service.pay(evening, "Anne", "Bert", 105, "EUR")
    book = document.read(document.write(service.export()).encode())
    taken(other, book)
    assert document.write(other.export()) == document.write(service.export())
    assert other.preview(book).additions == () and other.preview(book).differing == ()
    other.take_back_payment(evening, own)
    preview = other.preview(book)
    assert places(preview) == ["evenings[0].payments[0]"] and preview.additions == ()
    other.take(preview, preview.takeable)
    assert [note[:4] for note in other.export().evenings[0].payments] \
        == [("Anne", "Bert", 105, "EUR")]
