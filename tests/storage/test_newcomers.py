"""Who of another book may be somebody of this one."""

import json

import pytest

from scorepad.storage.joining import Newcomer, newcomers
from scorepad.storage.links import Heads, linked

OTHER_ANNE = "\N{CYRILLIC CAPITAL LETTER A}nne"
HERE = {"Anne": "p1", "Bert": "p2"}


def entries(*facts):
    return [linked((f"{number}-{kind}", None, kind, 0, "", json.dumps(data)), Heads())
            for number, (kind, data) in enumerate(facts)]


def added(player, name):
    return "PlayerAdded", {"player": player, "name": name}


@pytest.mark.parametrize("facts, found", [
    ([added("q1", "Anne"), added("q3", "Emil")], [Newcomer("q1", "Anne", "p1", "Anne")]),
    ([added("q1", OTHER_ANNE)], [Newcomer("q1", OTHER_ANNE, "p1", "Anne")]),
    ([added("q1", "bert")], [Newcomer("q1", "bert", "p2", "Bert")]),
    ([added("q1", "Emil"), ("PlayerRenamed", {"player": "q1", "name": "Anne"})],
     [Newcomer("q1", "Anne", "p1", "Anne")]),
    ([added("q1", "Anne"), ("PlayerRenamed", {"player": "q1", "name": "Emil"})], []),
    ([("PlayerRenamed", {"player": "p1", "name": "Anna"})], []),
    ([added("q1", "Anne"), ("PlayerMerged", {"player": "q1", "into": "q2"})], []),
    ([added("q1", 7), ("PlayerAdded", {}), ("Nonsense", {})], []),
])
def test_who_is_asked_about(facts, found):
    rows = entries(*facts)
    assert newcomers(HERE, rows, rows) == found


def test_where_the_other_book_has_both_it_was_asked_there():
    new = entries(added("q1", "Anne"))
    assert newcomers(HERE, new, [*entries(added("p1", "Anne")), *new]) == []
    assert newcomers(HERE, new, [*entries(added("p2", "Bert")), *new])
