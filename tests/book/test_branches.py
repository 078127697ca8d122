"""Hands that two devices wrote apart: which count, in which order, and what is asked."""

import pytest

from scorepad.book.facts import (
    Entry,
    HandRecorded,
    RulesChanged,
    RunsChosen,
    SheetOpened,
    Undone,
)
from scorepad.book.history.runs import Question, Run, Runs, is_forked
from scorepad.book.history.sheet import SheetHistory
from scorepad.games.kalter_schlag import KALTER_SCHLAG, KalterSchlagRules
from tests.book.pages import IDS

NOBODY = frozenset[str]()


def written(*hands, answers=()):
    """Entries of hands, each given as its id and the ids of those written apart from it, such as
    `h3-h3'h4'`."""
    entries = []
    for hand in hands:
        own, _, others = hand.partition("-")
        entries.append(Entry(own, HandRecorded(own, "sheet", None), 7, f"by {own}",
                             frozenset(others.split("+")) if others else NOBODY))
    return [*entries, *[Entry(f"answer {number}", answer) for number, answer in enumerate(answers)]]


ONE_EACH = "h1", "a2-b2", "b2-a2"
THE_SECOND_LONGER = "h1", "a2-b2+b3", "b2-a2", "b3-a2"
AT_THE_BEGINNING = "a1-b1", "b1-a1"
AND_WENT_ON = *ONE_EACH, "a3"
"""Whoever wrote the last one had heard of both, and gone on with what counted."""

COUNT = {
    "nobody wrote apart": (("h1", "h2"), (), ["h1", "h2"], 0),
    "one each: the first in the order": (ONE_EACH, (), ["h1", "a2"], 1),
    "the longer run": (THE_SECOND_LONGER, (), ["h1", "b2", "b3"], 1),
    "the first hand itself": (AT_THE_BEGINNING, (), ["a1"], 1),
    "gone on after both were known": (AND_WENT_ON, (), ["h1", "a2", "a3"], 1),
    "decided for the second": (ONE_EACH, (("h1", "b2"),), ["h1", "b2"], 0),
    "both, one after the other": (ONE_EACH, (("h1", "b2", "a2"),), ["h1", "b2", "a2"], 0),
    "decided anew": (ONE_EACH, (("h1", "b2"), ("h1", "a2")), ["h1", "a2"], 0),
    "a third after it was decided": (
        ("h1", "a2-b2+c2", "b2-a2+c2", "c2-a2+b2"), (("h1", "b2"),), ["h1", "b2"], 1),
    "a fork in a run": (
        ("h1", "a2-b2+b3+c3", "b2-a2", "b3-a2+c3", "c3-a2+b3"), (), ["h1", "b2", "b3"], 2),
}


@pytest.mark.parametrize(("hands", "decided", "counting", "questions"), COUNT.values(), ids=COUNT)
def test_what_counts(hands, decided, counting, questions):
    steps = written(*hands, answers=[
        RunsChosen("sheet", after, tuple(runs), tuple({"a2", "b2"} - set(runs)))
        for after, *runs in decided])
    runs = Runs(steps)
    assert is_forked(steps) == (counting != ["h1", "h2"])
    assert runs.counting == counting
    assert len(runs.questions()) == questions


def test_what_is_asked():
    [question] = Runs(written(*THE_SECOND_LONGER)).questions()
    assert question == Question("h1", (Run(("a2",), "by a2", 7), Run(("b2", "b3"), "by b2", 7)),
                                ("b2",))


def test_each_follows_what_counted_for_its_writer():
    runs = Runs(written(*THE_SECOND_LONGER, "c4"))
    assert [runs._tree.before[hand] for hand in ("h1", "a2", "b2", "b3", "c4")] \
        == ["", "h1", "h1", "b2", "b3"]


def test_forty_forks_one_after_another_are_read_at_once():
    """Going through what follows a fork twice would take as long again for each of them."""
    steps = written(*[f"{own}{number:02}-{other}{number:02}" for number in range(40)
                      for own, other in ("ab", "ba")])
    runs = Runs(steps)
    assert runs.counting == [f"a{number:02}" for number in range(40)]
    assert len(runs.questions()) == 40


# --- choices for the next hand --------------------------------------------------------------------

NEW = KalterSchlagRules(limit=1000)
STRUCK = ("c-b1+b2", "b1-c+a1", "a1-b1+b2", "b2-c+a1")
"""New rules and a hand by them, while somebody else wrote two by the old ones, which count."""

TAKEN_BACK = {
    "it was struck: the next hand will be by them": ((*STRUCK, "d-u", "u-d"), (), (None, NEW)),
    "it counted: they went on": (("c", "a1", "d-u", "u-d"), (), (NEW, None)),
    "it counted with the others": ((*STRUCK, "x", "d-u", "u-d"), ("a1", "b1"), (NEW, None)),
    "the others were chosen": ((*STRUCK, "x", "d-u", "u-d"), ("b1",), (None, NEW)),
    "it was gone: they were open again": ((*STRUCK, "u", "d"), (), (NEW, None)),
}
"""What was written, the answer x, the rules of the hand d and those for the one after it."""


@pytest.mark.parametrize(("steps", "chosen", "rules"), TAKEN_BACK.values(), ids=TAKEN_BACK)
def test_by_which_rules_a_hand_was_played_if_the_one_that_they_were_made_for_is_taken_back_apart(
        steps, chosen, rules):
    said = {"c": RulesChanged("sheet", NEW), "u": Undone("sheet", "a1"),
            "x": RunsChosen("sheet", "", chosen, tuple({"a1", "b1"} - {*chosen}))}
    opened = SheetOpened("sheet", "evening", KALTER_SCHLAG, IDS, 0, KalterSchlagRules())
    played = SheetHistory(opened, [entry._replace(fact=said.get(entry.id, entry.fact))
                                   for entry in written(*steps)]).played
    assert (played.hands[-1].stamp.id, played.hands[-1].rules, played.pending.rules) \
        == ("d", *rules)
