"""Answers to which hands count, and hands that are taken back or brought back, on two devices that
do not know of each other's."""

from datetime import date

import pytest

from scorepad.book.record import HandRecord
from scorepad.book.sheet_journal import MOST_STRUCK
from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG, AltenburgRules
from scorepad.games.made import Frei, FreiRules
from scorepad.service import Service
from scorepad.service.views import NewEvening
from scorepad.storage import Store
from tests.book.pages import NAMES
from tests.taking import file_of, take

DAY = date(2026, 11, 20)


@pytest.fixture
def two():
    """Anne's book and Bert's, which both have an empty sheet on which points are written."""
    anne, bert = [Service(Store.open("sqlite://", device=lambda name=name: name), name)
                  for name in ("Anne", "Bert")]
    anne.open_sheet(NewEvening(DAY, "Altona"), Frei(), NAMES, 0, FreiRules("punkt"))
    meet(anne, bert)
    yield anne, bert
    anne.close()
    bert.close()


@pytest.fixture
def cem(two):
    """Cem's book, which has met Anne's."""
    made = Service(Store.open("sqlite://", device=lambda: "Cem"), "Cem")
    meet(two[0], made)
    yield made
    made.close()


def meet(anne, bert):
    anne.meetings.meet(bert.meetings.exchange)


def sheet_of(service):
    return service.evening(service.evenings()[0].id).sheets[0]


def play(service, *points):
    """Write hands, each known by the points of the first player."""
    for each in points:
        sheet = sheet_of(service)
        service.record(sheet.id, sheet.game.read_hand({"punkte": {NAMES[0]: each}}, NAMES))


def hands(service):
    return [line.points[0] for line in sheet_of(service).score.lines]


def asked(service):
    """The runs that are asked about, by their first hands, and what else was said of hands: the
    points, None for one that was taken back."""
    sheet = sheet_of(service)
    points = {line.record.stamp.id: line.points[0] for line in (
        *sheet.score.lines, *[line for run in sheet.struck for line in run.lines])}
    return ([{points[run.first] for run in question.runs} for question in sheet.questions],
            [saying.record and saying.record.hand.punkte[0]
             for said in sheet.also.values() for saying in said])


def choose(service, *firsts):
    """Let those runs count that begin with hands of these points, in this order."""
    sheet = sheet_of(service)
    [question] = sheet.questions
    points = {line.record.stamp.id: line.points[0] for line in (
        *sheet.score.lines, *[line for run in sheet.struck for line in run.lines])}
    own = {points[run.first]: run.first for run in question.runs}
    service.meetings.decide(sheet.id, question, [own[each] for each in firsts])


def test_a_hand_follows_the_one_before_it_though_that_answer_was_taken_back_elsewhere(two):
    anne, bert = two
    play(anne, 1, 2)
    play(bert, 11)
    meet(anne, bert)
    choose(anne, 1, 11)
    meet(anne, bert)
    play(bert, 12)
    assert hands(bert) == [1, 2, 11, 12]
    anne.undo(sheet_of(anne).id)
    choose(anne, 11)
    play(anne, 21)
    assert hands(anne) == [11, 21]
    meet(anne, bert)
    for each in two:
        assert asked(each) == ([{12, 21}], [])
        assert hands(each) in ([11, 12], [11, 21])


@pytest.mark.parametrize("is_chosen_last", (True, False))
def test_a_run_that_one_has_chosen_and_the_other_taken_back_is_asked_about(two, is_chosen_last):
    anne, bert = two
    play(bert, 11)
    play(anne, 1)
    meet(anne, bert)
    later = bert if is_chosen_last else anne
    for _ in range(3):  # what comes after these is the last in the order
        later.pay(later.evenings()[0].id, "Bert", "Anne", 100, "EUR")
    choose(bert, 1)
    anne.undo(sheet_of(anne).id)
    assert (hands(anne), hands(bert)) == ([11], [1])
    meet(anne, bert)
    for each in two:
        assert hands(each) == ([1] if is_chosen_last else [11])
        assert asked(each) == ([], [None] if is_chosen_last else [1])
    [(hand, [saying])] = sheet_of(anne).also.items()
    anne.meetings.agree(sheet_of(anne).id, hand, saying)
    meet(anne, bert)
    for each in two:
        assert hands(each) == ([11] if is_chosen_last else [1])
        assert asked(each) == ([], [])


def test_a_hand_written_instead_of_one_that_is_brought_back_elsewhere_is_the_same_deal(two):
    anne, bert = two
    play(anne, 1)
    anne.undo(sheet_of(anne).id)
    meet(anne, bert)
    play(bert, 11)
    anne.redo(sheet_of(anne).id)
    meet(anne, bert)
    for each in two:
        assert hands(each) in ([1], [11])
        assert asked(each) == ([{1, 11}], [])


def test_who_says_how_a_hand_was_does_not_bring_in_one_that_was_written_instead(two):
    anne, bert = two
    play(anne, 1)
    meet(anne, bert)
    [line] = sheet_of(anne).score.lines
    own = line.record.stamp.id
    for points in (2, 3):
        sheet = sheet_of(anne)
        anne.amend(sheet.id, own, line.record._replace(
            hand=sheet.game.read_hand({"punkte": {NAMES[0]: points}}, NAMES)))
    bert.undo(sheet.id)
    play(bert, 11)
    meet(anne, bert)
    assert asked(bert) == ([{3, 11}], [None])
    choose(bert, 3)
    bert.meetings.agree(sheet.id, own)
    meet(anne, bert)
    for each in two:
        assert hands(each) == [3]
        assert asked(each) == ([], [])


def test_an_older_file_does_not_change_the_order_in_which_a_hand_was_corrected(two):
    """What the file tells, the hand was twice: the file has not heard of what came in between."""
    anne, bert = two
    play(anne, 1)
    sheet = sheet_of(anne)
    anne.end_match(sheet.id)
    older = file_of(anne)
    anne.resume_match(sheet.id)
    meet(anne, bert)
    [line] = sheet.score.lines
    own = line.record.stamp.id
    bert.amend(sheet.id, own, line.record._replace(
        hand=sheet.game.read_hand({"punkte": {NAMES[0]: 2}}, NAMES)))
    anne.void(sheet.id, own)
    take(bert, anne.meetings.entries())
    for each in (bert, anne):
        each.undo(sheet.id)
        each.redo(sheet.id)
    meet(anne, bert)
    assert (hands(anne), asked(anne)) == ([0], ([], []))
    take(anne, older)
    assert (hands(anne), asked(anne)) == ([0], ([], []))


@pytest.mark.parametrize("chosen, counting", (((2,), [2, 3]), ((1,), [1]), ((1, 2), [1, 2, 3])))
@pytest.mark.parametrize("more", ((), (3,)))
def test_whoever_chose_between_two_hands_did_so_though_one_was_written_after_the_other(
        two, cem, chosen, counting, more):
    """A file tells a hand without the one that it was written after."""
    anne, bert = two
    play(anne, 1)
    meet(anne, bert)
    meet(anne, cem)
    play(anne, 2, *more)
    bert.undo(sheet_of(bert).id)
    take(bert, file_of(anne))
    assert hands(bert) == [2, *more]
    take(cem, file_of(bert))
    assert asked(cem) == ([{1, 2}], [])
    choose(cem, *chosen)
    counting = [each for each in counting if each in (1, 2, *more)]
    assert hands(cem) == counting
    meet(anne, cem)
    for each in (anne, cem):
        assert hands(each) == counting
        assert asked(each) == ([], [])


@pytest.mark.parametrize("is_answer_first, counting, questions", (
    (True, ([1, 2, 11, 12],), []), (False, ([1, 2], [11, 12]), [{1, 11}])))
def test_what_a_file_tells_of_an_answer_holds_though_another_file_is_from_before_it(
        two, cem, is_answer_first, counting, questions):
    """Two files tell of runs that somebody has let count both: one says so, the other is of the
    device that has gone on without knowing it. Whichever was read first has said how it is."""
    anne, bert = two
    play(anne, 1, 2)
    play(bert, 11)
    take(anne, file_of(bert))
    choose(anne, 1, 11)
    play(bert, 12)
    files = [file_of(anne), file_of(bert)]
    for file in files if is_answer_first else reversed(files):
        take(cem, file)
    assert hands(cem) in counting
    assert asked(cem) == (questions, [])
    meet(anne, cem)
    for each in (anne, cem):
        assert hands(each) == [1, 2, 11, 12]
        assert asked(each) == ([], [])


def test_a_named_dealer_who_sat_down_only_in_the_struck_run_spoils_no_hand(two):
    anne, bert = two
    sheet = anne.open_sheet(NewEvening(DAY, "Altona"), DOPPELKOPF_ALTENBURG, NAMES, 0,
                            AltenburgRules())
    meet(anne, bert)

    def deal(service):
        service.record(sheet, DOPPELKOPF_ALTENBURG.read_hand(
            {"spiel": "normal", "re": [*NAMES[1:3]], "augen": 131},
            NAMES))

    deal(bert)
    deal(bert)
    anne.seat_players(sheet, [*NAMES, "Xaver"])
    deal(anne)
    anne.name_dealer(sheet, 4)
    meet(anne, bert)  # Bert's run is longer, and nobody has sat down in it
    deal(anne)
    lines = anne.sheet(sheet).score.lines
    assert [line.problems for line in lines] == [()] * 3
    assert [line.table.dealer for line in lines] == [0, 1, 2]


def test_a_dealer_who_was_named_for_five_spoils_no_hand_of_the_four_whose_run_counts(two):
    """Bert lets four of the five play on, and reads in Anne's file that all five do. She names the
    fifth; his run is longer, and she goes on with his four."""
    anne, bert = two
    sheet = anne.open_sheet(NewEvening(DAY, "Altona"), DOPPELKOPF_ALTENBURG, [*NAMES, "Emil"], 0,
                            AltenburgRules())
    meet(anne, bert)

    def deal(service):
        table = service.sheet(sheet).score.next.table
        service.record(sheet, DOPPELKOPF_ALTENBURG.read_hand(
            {"spiel": "normal", "re": [table.names[seat] for seat in table.active[:2]],
             "augen": 131}, table.names))

    bert.seat_players(sheet, NAMES)
    anne.seat_players(sheet, [*NAMES, "Emil"])
    anne.agreements.say(sheet, "Kein Fleisch am Tisch")
    take(bert, file_of(anne))
    for service in (bert, bert, anne):
        deal(service)
    anne.name_dealer(sheet, 4)
    meet(anne, bert)
    deal(anne)
    meet(anne, bert)
    for each in two:
        lines = each.sheet(sheet).score.lines
        assert [line.problems for line in lines] == [()] * 3
        assert [line.table.seats for line in lines] == [(0, 1, 2, 3)] * 3


def test_of_very_many_questions_the_first_show_what_they_would_change(two):
    anne, bert = two
    for _ in range(MOST_STRUCK + 4):
        for each in two:
            play(each, 10)
        meet(anne, bert)
    sheet = sheet_of(bert)
    assert (len(sheet.questions), len(sheet.struck)) == (MOST_STRUCK + 4, MOST_STRUCK)
    assert len(hands(bert)) == MOST_STRUCK + 4


def test_hands_that_were_written_apart_are_read_without_the_rest_of_the_book(two, monkeypatch):
    anne, bert = two
    with monkeypatch.context() as patch:
        patch.setattr(Store, "frame", lambda store: pytest.fail("all was read again"))
        for each, points in zip(two, (10, 20)):
            play(each, points)
        meet(anne, bert)
        for each in two:
            assert asked(each) == ([{10, 20}], [])
            assert each.evenings()[0].asks
    anew = Service(anne._book._store, "Anne")
    assert [each.evening(each.evenings()[0].id) for each in (anew, anne)] \
        == 2 * [anne.evening(anne.evenings()[0].id)]


def test_a_hand_brought_back_apart_is_asked_about_also_once_somebody_has_written_on(two):
    """Anne plays on after a hand that she has taken back; Bert, who has not heard of it, brings it
    back. Whoever writes next does not say by that which of the two were played."""
    anne, bert = two
    play(anne, 1)
    anne.undo(sheet_of(anne).id)
    meet(anne, bert)
    play(anne, 11, 12)
    bert.redo(sheet_of(bert).id)
    meet(anne, bert)
    assert asked(bert) == ([{1, 11}], []) and hands(bert) == [11, 12]
    play(bert, 13)
    meet(anne, bert)
    for each in two:
        assert asked(each) == ([{1, 11}], [])
        assert hands(each) == [11, 12, 13]


def test_what_undo_takes_back_is_to_be_seen(two):
    """Anne lets her own hand count. Bert, who has not heard of that, corrects one of his. Her undo
    takes back her answer, and not his correction of a hand that she does not see."""
    anne, bert = two
    play(anne, 1)
    play(bert, 11, 12)
    meet(anne, bert)
    choose(anne, 1)
    sheet = sheet_of(bert)
    bert.amend(sheet.id, sheet.score.lines[0].record.stamp.id, HandRecord(
        sheet.game.read_hand({"punkte": {NAMES[0]: 13}}, NAMES)))
    meet(anne, bert)
    assert hands(anne) == [1] and asked(anne) == ([], [])
    anne.undo(sheet.id)
    meet(anne, bert)
    for each in two:
        assert hands(each) == [13, 12] and asked(each) == ([{1, 13}], [])
