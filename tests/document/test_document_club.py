"""People, rule sets, payments and changed rules in a document: read, written, and refused with
their places."""

import json

import pytest

from scorepad import document
from scorepad.book.people import Colour, Look, Marker, PersonRecord
from scorepad.book.record import PaymentNote, RuleSet
from scorepad.games.game import Unreadable
from scorepad.games.kalter_schlag import KALTER_SCHLAG, KalterSchlagRules
from scorepad.games.schieberamsch import SCHIEBERAMSCH, SchieberamschRules
from tests.documents import BOOK, HAND, changed

CLUB = {"people": [{"name": "Gerry", "retired": True},
                   {"name": "Anne", "id": "p7", "colour": "red", "marker": "star"}],
        "rule_sets": [{"game": "kalter-schlag", "name": "Altona",
                       "rules": {"rounding": "fives-before"}},
                      {"id": "r2", "game": "schieberamsch", "name": "Altona"}]}
SHEET = "evenings.0.sheets.0."


def read(raw):
    return document.read(json.dumps(raw).encode())


def faults(raw):
    with pytest.raises(Unreadable) as refused:
        read(raw)
    return [(document.written_place(problem.place), str(problem.message))
            for problem in refused.value.problems]


def test_people_and_rule_sets_are_read_and_written_back():
    book = read(changed("club", CLUB))
    assert book.people == (PersonRecord("Gerry", True), PersonRecord(
        "Anne", False, Look(Colour.RED, Marker.STAR), "p7"))
    assert book.rule_sets == (
        RuleSet(KALTER_SCHLAG, "Altona", KalterSchlagRules(rounding="fives-before")),
        RuleSet(SCHIEBERAMSCH, "Altona", SchieberamschRules(), "r2"))
    assert book.players[0] == "Gerry"  # who only stands among the people plays here, too
    written = json.loads(document.write(book))["club"]
    assert written["people"] == CLUB["people"]
    assert written["rule_sets"] == [CLUB["rule_sets"][0], {**CLUB["rule_sets"][1], "rules": {}}]
    assert read(json.loads(document.write(book))) == book


def test_rules_that_change_are_read_and_written_back():
    """Back to the standard differs in nothing and is a change all the same."""
    raw = changed(SHEET + "hands", [HAND, {**HAND, "rules": {"rounding": "fives-before"}},
                                    {**HAND, "rules": {}}])
    raw = changed(SHEET + "next_rules", {}, raw)
    book = read(raw)
    [sheet] = book.evenings[0].sheets
    assert [hand.rules for hand in sheet.hands] == [
        None, KalterSchlagRules(rounding="fives-before"), KalterSchlagRules()]
    assert sheet.next_rules == KalterSchlagRules()
    assert read(json.loads(document.write(book))) == book
    assert read(changed(SHEET + "next_rules", None)).evenings[0].sheets[0].next_rules is None


def test_payments_are_read_and_written_back():
    paid = {"from": "Anne", "to": "Gerry", "amount": "1.05", "currency": "CHF"}
    book = read(changed("evenings.0.payments", [paid]))
    assert book.evenings[0].payments == (PaymentNote("Anne", "Gerry", 105, "CHF"),)
    assert "Gerry" in book.players
    assert json.loads(document.write(book))["evenings"][0]["payments"] == [paid]


ANNE = {"name": "Anne", "colour": "red", "marker": "star"}
RULES = {"game": "kalter-schlag", "name": "Altona", "rules": {}}
PAID = {"from": "Anne", "to": "Bert", "amount": "1"}


@pytest.mark.parametrize("path, value, place, sentence", [
    ("club", {"people": {}}, "club.people", "is not a list in brackets"),
    ("club", {"people": ["Anne"]}, "club.people[0]", "is not an object in braces"),
    ("club", {"people": [{}]}, "club.people[0].name", "is missing"),
    ("club", {"people": [{"name": " "}]}, "club.people[0].name", "is not a name"),
    ("club", {"people": [{**ANNE, "age": 7}]}, "club.people[0].age",
     "is not a key that belongs here"),
    ("club", {"people": [{"name": "Anne", "retired": 1}]}, "club.people[0].retired",
     "is neither true nor false"),
    ("club", {"people": [{**ANNE, "colour": "gold"}]}, "club.people[0].colour",
     "gold is not one of: teal, blue, orange, purple, red, lime, pink, brown, cyan, grey"),
    ("club", {"people": [{**ANNE, "colour": None}]}, "club.people[0].colour",
     "null is not one of: teal, blue, orange, purple, red, lime, pink, brown, cyan, grey"),
    ("club", {"people": [{**ANNE, "marker": ["star"]}]}, "club.people[0].marker",
     "[…] is not one of: circle, square, triangle, diamond, cross, plus, star"),
    ("club", {"people": [{"name": "Anne", "colour": "red"}]}, "club.people[0].marker",
     "is missing"),
    ("club", {"rule_sets": [{**RULES, "game": "mau-mau"}]}, "club.rule_sets[0].game", None),
    ("club", {"rule_sets": [{"game": "kalter-schlag"}]}, "club.rule_sets[0].name", "is missing"),
    ("club", {"rule_sets": [{**RULES, "rules": {"limit": 0}}]}, "club.rule_sets[0].rules.limit",
     "is not a whole number from 1 to 1000000"),
    ("club", {"rule_sets": [{**RULES, "rules": {"hands": 9}}]}, "club.rule_sets[0].rules.hands",
     "is not an option of this game"),
    ("club", {"rule_sets": [{**RULES, "rules": None}]}, "club.rule_sets[0].rules",
     "is not an object in braces"),
    ("club", {"rule_sets": [{**RULES, "name": "x" * 61}]}, "club.rule_sets[0].name",
     "is longer than 60 letters"),
    (SHEET + "hands.1.rules", {"limits": 1}, "evenings[0].sheets[0].hands[1].rules.limits",
     "is not an option of this game"),
    (SHEET + "hands.1.rules", None, "evenings[0].sheets[0].hands[1].rules",
     "is not an object in braces"),
    (SHEET + "next_rules", {"rounding": "up"}, "evenings[0].sheets[0].next_rules.rounding",
     "up is not one of: tens-after, fives-before"),
    ("evenings.0.payments", [{**PAID, "to": "Anne"}], "evenings[0].payments[0].to",
     "Anne cannot pay themselves"),
    ("evenings.0.payments", [{**PAID, "amount": "0"}], "evenings[0].payments[0].amount",
     "is not an amount that anybody could have paid"),
    ("evenings.0.payments", [{**PAID, "from": 7}], "evenings[0].payments[0].from",
     "is not a name"),
])
def test_one_fault(path, value, place, sentence):
    [(where, told)] = faults(changed(path, value))
    assert where == place and told == (sentence or told)


@pytest.mark.parametrize("club, place", [
    ({"people": [ANNE, {"name": "Bert"}, ANNE]}, "club.people[2]"),
    ({"rule_sets": [RULES, {**RULES, "rules": {"limit": 9}}]}, "club.rule_sets[1]")])
def test_nobody_and_nothing_is_said_twice(club, place):
    [(where, _)] = faults(changed("club", club))
    assert where.startswith(place)


def test_rules_of_one_name_may_be_of_two_games():
    assert len(read(changed("club", CLUB)).rule_sets) == 2


def test_an_old_file_says_nothing_of_all_that():
    book = read(BOOK)
    assert book.people == book.rule_sets == () and book.evenings[0].payments == ()
    assert not {"people", "rule_sets"} & json.loads(document.write(book)).get("club", {}).keys()
