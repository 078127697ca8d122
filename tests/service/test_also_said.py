"""Two devices say something else of one hand: the last word holds on both, the other is shown and
can be taken instead."""

from itertools import product

import pytest

from scorepad.book.facts import (
    Entry,
    HandRecorded,
    HandRestored,
    HandVoided,
    Redone,
    Undone,
    WordChosen,
)
from scorepad.book.history.said import word_on
from scorepad.games.kalter_schlag import KALTER_SCHLAG, Durchmarsch
from scorepad.service import Service
from scorepad.service.views import NewEvening
from scorepad.storage import Store
from scorepad.storage.restoring import Picked
from tests.book.pages import NAMES
from tests.conftest import DAY


class Two:
    """Anne's and Bert's books, with the same three hands: Durchmarsch of Anne, Bert, Cem."""

    def __init__(self):
        self.anne, self.bert = (Service(Store.open("sqlite://"), name) for name in ("Anne", "Bert"))
        self.sheet = self.anne.open_sheet(NewEvening(DAY), KALTER_SCHLAG, NAMES, stake=50)
        self.hands = [self.anne.record(self.sheet, Durchmarsch(seat)) for seat in range(3)]
        self.meet()

    def meet(self):
        self.anne.meetings.meet(self.bert.meetings.exchange)
        assert stands(self.anne, self.sheet) == stands(self.bert, self.sheet)

    def close(self):
        self.anne.close()
        self.bert.close()

    def later(self, service):
        """Write three things that cancel each other out, so that what comes next is the later."""
        for act in (service.void, service.restore) * 2:
            act(self.sheet, self.hands[0])


@pytest.fixture
def two():
    two = Two()
    yield two
    two.close()


def stands(service, sheet):
    """What is on a sheet: who marched, or "-" where that does not count; what was also said."""
    view = service.sheet(sheet)
    return ([told(line.record) for line in view.score.lines],
            {hand: sorted(told(saying.record) for saying in sayings)
             for hand, sayings in view.also.items()}, len(view.questions))


def told(record):
    return "gone" if record is None else "-" if record.voided else \
        "Anne Bert Cem Dora".split()[record.hand.spieler]


def amend(seat):
    def act(service, sheet, hand):
        line = next(line for line in service.sheet(sheet).score.lines
                    if line.record.stamp.id == hand)
        service.amend(sheet, hand, line.record._replace(hand=Durchmarsch(seat)))
    return act


def void(service, sheet, hand):
    service.void(sheet, hand)


def undo(service, sheet, hand):
    """Take the hand back, whatever was written since."""
    service._book.step(Undone(sheet, next(
        step.id for step in service._book.sheet(sheet).journal.steps
        if isinstance(step.fact, HandRecorded) and step.fact.id == hand)))


ACTS = {"Dora": amend(3), "Anne": amend(0), "-": void, "gone": undo}


@pytest.mark.parametrize(("first", "last"), [
    pair for pair in product(ACTS, ACTS) if pair[0] != pair[1]])
def test_the_last_word_holds_and_the_other_is_shown(two, first, last):
    hand = two.hands[2]
    two.later(two.bert)
    ACTS[first](two.anne, two.sheet, hand)
    ACTS[last](two.bert, two.sheet, hand)
    two.meet()
    shown, also, questions = stands(two.anne, two.sheet)
    assert shown == ["Anne", "Bert", *([] if last == "gone" else [last])]
    assert (also, questions) == ({hand: [first]}, 0)


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_the_same_word_twice_is_nothing_to_ask_about(two, act):
    act(two.anne, two.sheet, two.hands[2])
    act(two.bert, two.sheet, two.hands[2])
    two.meet()
    assert stands(two.anne, two.sheet)[1:] == ({}, 0)


def test_words_on_two_hands_do_not_meet(two):
    amend(3)(two.anne, two.sheet, two.hands[1])
    amend(3)(two.bert, two.sheet, two.hands[2])
    two.meet()
    assert stands(two.anne, two.sheet) == (["Anne", "Dora", "Dora"], {}, 0)


def test_who_has_heard_of_both_has_the_last_word(two):
    hand = two.hands[2]
    amend(3)(two.anne, two.sheet, hand)
    void(two.bert, two.sheet, hand)
    two.meet()
    assert stands(two.anne, two.sheet)[1]
    amend(1)(two.anne, two.sheet, hand)
    two.meet()
    shown, also, _ = stands(two.bert, two.sheet)
    assert (shown[2] in ("Bert", "-"), also) == (True, {})
    before = shown
    amend(0)(two.bert, two.sheet, two.hands[0])  # something else altogether changes nothing there
    assert stands(two.bert, two.sheet)[0] == before


@pytest.mark.parametrize(("first", "last"), [
    pair for pair in product(ACTS, ACTS) if pair[0] != pair[1]])
def test_the_other_can_be_taken_instead(two, first, last):
    hand = two.hands[2]
    two.later(two.bert)
    ACTS[first](two.anne, two.sheet, hand)
    ACTS[last](two.bert, two.sheet, hand)
    two.meet()
    [saying] = two.anne.sheet(two.sheet).also[hand]
    two.anne.meetings.agree(two.sheet, hand, saying)
    two.meet()
    assert stands(two.bert, two.sheet) == (
        ["Anne", "Bert", *([] if first == "gone" else [first])], {}, 0)


@pytest.mark.parametrize(("first", "last"), [
    pair for pair in product(ACTS, ACTS) if pair[0] != pair[1]])
def test_it_can_be_left_as_it_is(two, first, last):
    hand = two.hands[2]
    two.later(two.bert)
    ACTS[first](two.anne, two.sheet, hand)
    ACTS[last](two.bert, two.sheet, hand)
    two.meet()
    two.anne.meetings.agree(two.sheet, hand)
    two.meet()
    assert stands(two.bert, two.sheet) == (
        ["Anne", "Bert", *([] if last == "gone" else [last])], {}, 0)


@pytest.mark.parametrize("take", [True, False], ids=["taken", "left"])
@pytest.mark.parametrize("further", [False, True], ids=["the last hand", "an earlier one"])
@pytest.mark.parametrize(("first", "last"), [
    pair for pair in product(ACTS, ACTS) if pair[0] != pair[1]])
def test_what_was_taken_can_be_undone_and_is_asked_again(two, first, last, further, take):
    hand = two.hands[1 if further else 2]
    two.later(two.bert)
    ACTS[first](two.anne, two.sheet, hand)
    ACTS[last](two.bert, two.sheet, hand)
    two.meet()
    before, all_of_it = stands(two.anne, two.sheet), two.anne.sheet(two.sheet)
    [saying] = all_of_it.also[hand]
    two.anne.meetings.agree(two.sheet, hand, saying if take else None)
    after = stands(two.anne, two.sheet)
    assert after != before and after[1] == {}
    for _ in range(2):
        assert two.anne.undo(two.sheet)
        assert stands(two.anne, two.sheet) == before
        assert two.anne.sheet(two.sheet).undo == all_of_it.undo
        assert two.anne.redo(two.sheet)
        assert stands(two.anne, two.sheet) == after
        assert two.anne.sheet(two.sheet).redo is None
    two.meet()


def takes_in(service, other):
    """Take in another's book, who does not get this one."""
    service.meetings.take(service.meetings.preview(
        Picked("entries", content=other.meetings.entries().encode())))


def take_back_apart(two, bert_is_later):
    """Bert takes the answer back, Anne takes it back and brings it again; then they meet."""
    [answer] = [step.id for step in two.anne._book.sheet(two.sheet).journal.steps
                if isinstance(step.fact, WordChosen)]
    if bert_is_later:
        two.later(two.bert)
    two.bert._book.step(Undone(two.sheet, answer))
    for act in Undone, Redone:
        two.anne._book.step(act(two.sheet, answer))
    two.meet()


@pytest.mark.parametrize("bert_is_later", [False, True])
@pytest.mark.parametrize("take", [True, False], ids=["taken", "left"])
def test_an_answer_that_one_took_back_is_asked_again_though_the_other_brought_it_again(
        two, take, bert_is_later):
    hand = two.hands[2]
    two.later(two.bert)
    ACTS["Dora"](two.anne, two.sheet, hand)
    ACTS["Anne"](two.bert, two.sheet, hand)
    two.meet()
    [saying] = two.anne.sheet(two.sheet).also[hand]
    two.anne.meetings.agree(two.sheet, hand, saying if take else None)
    two.meet()
    take_back_apart(two, bert_is_later)
    holds, other = ("Dora", "Anne") if take and not bert_is_later else ("Anne", "Dora")
    assert stands(two.bert, two.sheet) == (["Anne", "Bert", holds], {hand: [other]}, 0)


@pytest.mark.parametrize("bert_is_later", [False, True])
@pytest.mark.parametrize("is_heard", [False, True], ids=["Anne has not heard that", "Anne has"])
def test_nothing_is_lost_of_an_answer_that_one_took_back_and_the_other_brought_again(
        two, is_heard, bert_is_later):
    """It took a word in whose place Bert has said another meanwhile."""
    hand = two.hands[2]
    void(two.bert, two.sheet, hand)
    ACTS["Dora"](two.anne, two.sheet, hand)
    takes_in(two.anne, two.bert)
    sayings = two.anne.sheet(two.sheet).also[hand]
    two.anne.meetings.agree(two.sheet, hand, next(
        (saying for saying in sayings if told(saying.record) == "-"), None))
    two.bert._book.step(HandRestored(hand, two.sheet))
    takes_in(two.bert, two.anne)
    if is_heard:
        two.meet()
    take_back_apart(two, bert_is_later)
    columns, also, _ = stands(two.bert, two.sheet)
    assert sorted([columns[2], *also[hand]]) == ["-", "Cem", "Dora"]
    assert columns[2] == ("Cem" if is_heard or bert_is_later else "-")


@pytest.mark.timeout(20)
def test_an_answer_that_two_take_back_and_bring_again_for_sixty_rounds_is_read():
    said = [Entry("hand", HandRecorded("hand", "sheet", None, 0)),
            Entry("void", HandVoided("hand", "sheet")),
            Entry("word", WordChosen("hand", "sheet", "hand"))]
    for number in range(60):
        act = Redone if number % 2 else Undone
        said += [Entry(f"{own}{number}", act("sheet", "word"), apart={f"{other}{number}"})
                 for own, other in (("anne", "bert"), ("bert", "anne"))]
    word = word_on(said, {})
    assert [entry.id for entry in word.holding] == ["hand", "word"]
    assert len(word.others) <= 60


def test_only_of_what_was_said_apart_another_word_can_be_taken(two):
    with pytest.raises(KeyError):
        two.anne.meetings.agree(two.sheet, two.hands[0])


def test_the_history_has_both_and_says_which_does_not_hold(two):
    hand = two.hands[2]
    amend(3)(two.anne, two.sheet, hand)
    two.later(two.bert)
    amend(0)(two.bert, two.sheet, hand)
    two.meet()
    assert [(type(version.fact).__name__, version.by, version.holds, version.is_aside)
            for version in two.anne.history(two.sheet, hand)] == [
        ("HandRecorded", "Anne", True, False), ("HandAmended", "Anne", False, True),
        ("HandAmended", "Bert", True, False)]


@pytest.mark.parametrize("anne_is_later", [False, True])
def test_a_hand_taken_back_and_typed_anew_is_not_counted_twice(two, anne_is_later):
    """Anne takes the third hand back and writes it again; Bert corrects it meanwhile."""
    two.later(two.anne if anne_is_later else two.bert)
    undo(two.anne, two.sheet, two.hands[2])
    two.anne.record(two.sheet, Durchmarsch(3))
    amend(1)(two.bert, two.sheet, two.hands[2])
    two.meet()
    shown, _, questions = stands(two.anne, two.sheet)
    assert len(shown) == 3
    assert questions == (0 if anne_is_later else 1)


def test_three_who_say_three_things(two):
    cem = Service(Store.open("sqlite://"), "Cem")
    cem.meetings.meet(two.anne.meetings.exchange)
    hand = two.hands[2]
    amend(3)(two.anne, two.sheet, hand)
    amend(0)(two.bert, two.sheet, hand)
    amend(1)(cem, two.sheet, hand)
    two.meet()
    cem.meetings.meet(two.anne.meetings.exchange)
    two.meet()
    assert stands(two.bert, two.sheet) == stands(cem, two.sheet)
    shown, also, _ = stands(cem, two.sheet)
    assert sorted([shown[2], *also[hand]]) == ["Anne", "Bert", "Dora"]
    cem.close()


def test_what_was_said_later_by_the_same_takes_the_place_of_what_he_said_before(two):
    hand = two.hands[2]
    amend(3)(two.anne, two.sheet, hand)
    amend(1)(two.anne, two.sheet, hand)
    two.later(two.bert)
    amend(0)(two.bert, two.sheet, hand)
    two.meet()
    assert stands(two.anne, two.sheet)[1] == {hand: ["Bert"]}
