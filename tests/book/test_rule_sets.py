"""Rule sets of one name: equal ones are one, others are told apart, the same on every device."""

import pytest

from scorepad.book.facts import RuleSetKept
from scorepad.book.rule_sets import KeptRules
from scorepad.games.kalter_schlag import KALTER_SCHLAG, KalterSchlagRules
from scorepad.games.schieberamsch import SCHIEBERAMSCH, SchieberamschRules
from scorepad.service import Service
from scorepad.storage import Store

TENS, FIVES, SHORT = (KalterSchlagRules(), KalterSchlagRules(rounding="fives-before"),
                      KalterSchlagRules(limit=1000))
LONG = "x" * 60

SETS = {
    "different names": ([("a", "Altona", TENS, "Anne"), ("b", "Ottensen", TENS, "Bert")],
                        ["Altona", "Ottensen"]),
    "equal": ([("a", "Altona", TENS, "Anne"), ("b", "Altona", TENS, "Bert")], ["Altona"]),
    "unequal": ([("a", "Altona", TENS, "Anne"), ("b", "Altona", FIVES, "Bert")],
                ["Altona", "Altona (Bert)"]),
    "nobody said who": ([("a", "Altona", TENS, ""), ("b", "Altona", FIVES, "")],
                        ["Altona", "Altona (2)"]),
    "all by one": ([("a", "Altona", TENS, "Anne"), ("b", "Altona", FIVES, "Anne"),
                    ("c", "Altona", SHORT, "Anne")], ["Altona", "Altona (Anne)", "Altona (2)"]),
    "the suffix is a name": ([("a", "Altona (Bert)", TENS, "Anne"), ("b", "Altona", TENS, "Anne"),
                              ("c", "Altona", FIVES, "Bert")],
                             ["Altona (Bert)", "Altona", "Altona (2)"]),
    "two equal and one not": ([("a", "Altona", TENS, "Anne"), ("b", "Altona", FIVES, "Bert"),
                               ("c", "Altona", TENS, "Cem")], ["Altona", "Altona (Bert)"]),
    "long": ([("a", LONG, TENS, "Anne"), ("b", LONG, FIVES, "Bert")],
             [LONG, f"{'x' * 53} (Bert)"]),
    "long authors": ([("a", "Altona", TENS, "Anne"), ("b", "Altona", FIVES, LONG)],
                     ["Altona", f"Altona ({'x' * 30})"]),
}


@pytest.mark.parametrize(("kept", "names"), SETS.values(), ids=SETS)
def test_what_they_are_called(kept, names):
    found = KeptRules()
    for own, name, rules, by in kept:
        found.keep(RuleSetKept(own, KALTER_SCHLAG, name, rules), by)
    assert [each.name for each in found.records()] == names
    assert all(len(each.name) <= 60 for each in found.records())


def test_another_game_has_names_of_its_own():
    found = KeptRules()
    found.keep(RuleSetKept("a", KALTER_SCHLAG, "Altona", TENS), "Anne")
    found.keep(RuleSetKept("b", SCHIEBERAMSCH, "Altona", SchieberamschRules()), "Bert")
    assert [each.name for each in found.records()] == ["Altona", "Altona"]


@pytest.fixture
def two():
    """Anne's book and Bert's, which begin as copies of an empty one."""
    pair = [Service(Store.open("sqlite://"), name) for name in ("Anne", "Bert")]
    yield pair
    for service in pair:
        service.close()


def names(service):
    return {each.name: each.rules for each in service.rule_sets.of(KALTER_SCHLAG)}


def test_two_books_that_meet_call_them_the_same_and_write_nothing_for_it(two):
    anne, bert = two
    anne.rule_sets.keep(KALTER_SCHLAG, "Altona", TENS)
    bert.rule_sets.keep(KALTER_SCHLAG, "Altona", FIVES)
    bert.meetings.meet(anne.meetings.exchange)
    assert names(anne) == names(bert)
    assert sorted(names(anne)) in (["Altona", "Altona (Anne)"], ["Altona", "Altona (Bert)"])
    assert len([*anne._book.rows()]) == len([*bert._book.rows()]) == 2
    assert len(anne.export().rule_sets) == 2


def test_what_is_one_goes_and_changes_as_one(two):
    anne, bert = two
    for service in two:
        service.rule_sets.keep(KALTER_SCHLAG, "Altona", TENS)
    bert.meetings.meet(anne.meetings.exchange)
    assert names(anne) == names(bert) == {"Altona": TENS}
    [shown] = bert.rule_sets.of(KALTER_SCHLAG)
    bert.rule_sets.keep(KALTER_SCHLAG, "Altona", FIVES, shown.id)
    assert names(bert) == {"Altona": FIVES}
    [shown] = anne.rule_sets.of(KALTER_SCHLAG)
    anne.rule_sets.drop(shown.id)
    assert names(anne) == {}
    anne.rule_sets.bring_back(shown)
    assert names(anne) == {"Altona": TENS}
    anne.meetings.meet(bert.meetings.exchange)
    assert names(anne) == names(bert)


def test_a_suffix_can_be_made_the_name(two):
    anne, bert = two
    anne.rule_sets.keep(KALTER_SCHLAG, "Altona", TENS)
    bert.rule_sets.keep(KALTER_SCHLAG, "Altona", FIVES)
    bert.meetings.meet(anne.meetings.exchange)
    other = next(each for each in anne.rule_sets.of(KALTER_SCHLAG) if each.name != "Altona")
    anne.rule_sets.keep(KALTER_SCHLAG, "Ottensen", other.rules, other.id)
    assert sorted(names(anne)) == ["Altona", "Ottensen"]
