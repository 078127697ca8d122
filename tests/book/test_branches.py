"""Hands that two devices wrote apart: which count, in which order, and what is asked."""

import pytest

from scorepad.book.facts import Entry, HandRecorded, RunsChosen
from scorepad.book.history.runs import Question, Run, Runs, is_forked

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
