"""What was said of a sheet besides its hands on one device, and came to another in a file, is said
once when both books meet: whoever goes on with it has the last word."""

import json

import pytest

from scorepad import document
from scorepad.book.record import HandRecord
from scorepad.games.kalter_schlag import KALTER_SCHLAG, Durchmarsch, KalterSchlagRules
from scorepad.service import Service
from scorepad.service.safety import Picked
from scorepad.service.views import NewEvening
from scorepad.storage import Store
from tests.book.pages import NAMES, A, B, C, D
from tests.conftest import DAY
from tests.taking import file_of, look, take

SHORT, LONG = KalterSchlagRules(limit=1000), KalterSchlagRules(limit=3000)


@pytest.fixture
def other():
    service = Service(Store.open("sqlite://"), "Bert")
    yield service
    service.close()


def says(service, sheet):
    """All that follows from a sheet: its hands, who deals next, who sits, by which rules."""
    [record] = service.export().evenings[0].sheets
    table = service.sheet(sheet).score.next.table
    return [*record.hands], table.dealer, table.seats, table.rules, record.ended, \
        record.absprachen


def play(seat):
    return lambda service, sheet: service.record(sheet, Durchmarsch(seat))


def deals(seat):
    return lambda service, sheet: service.name_dealer(sheet, seat)


def by(rules):
    return lambda service, sheet: service.change_rules(sheet, rules)


def sit(*names):
    return lambda service, sheet: service.seat_players(sheet, names)


def say(text):
    return lambda service, sheet: service.agreements.say(sheet, text)


def end(service, sheet):
    service.end_match(sheet)


def resume(service, sheet):
    service.resume_match(sheet)


def undo(service, sheet):
    service.undo(sheet)


AFTER = {
    # what stands in the file besides two hands; what its writer or its reader did then
    "a dealer, and the hand": ([deals(D)], [play(A)]),
    "a dealer, the hand and the next": ([deals(D)], [play(A), play(B)]),
    "another dealer": ([deals(D)], [deals(B)]),
    "another dealer, and the hand": ([deals(D)], [deals(B), play(A)]),
    "the same once more for the hand after": ([deals(D)], [play(A), deals(D)]),
    "and back again": ([deals(D)], [deals(B), deals(D)]),
    "a dealer taken back": ([deals(D)], [undo]),
    "a dealer taken back, and the hand": ([deals(D)], [undo, play(A)]),
    "a hand undone before": ([play(A), undo, deals(D)], [play(B)]),
    "other rules, and the hand": ([by(SHORT)], [play(A)]),
    "other rules once more": ([by(SHORT)], [by(LONG)]),
    "other rules taken back": ([by(SHORT)], [undo]),
    "other seats, and the hand": ([sit(*NAMES[::-1])], [play(A)]),
    "other seats once more": ([sit(*NAMES[::-1])], [sit("Bert", "Anne", "Cem", "Dora"), deals(B)]),
    "ended, and gone on": ([end], [resume]),
    "ended, gone on, and the hand": ([end], [resume, play(A)]),
    "agreed otherwise": ([say("Geber mischt")], [say("Geber gibt")]),
    "agreed, and the hand": ([say("Geber mischt")], [play(A), say("Wer kommt, gibt")]),
}


@pytest.mark.parametrize("goes_on", ["who wrote it", "who read it"])
@pytest.mark.parametrize("longer", [0, 1])
@pytest.mark.parametrize(("before", "after"), AFTER.values(), ids=AFTER)
def test_whoever_goes_on_has_the_last_word(service, sheet, other, before, after, longer, goes_on):
    """longer: which of them has written more besides, so that what he says comes later."""
    for act in (play(B), play(C), *before):
        act(service, sheet)
    take(other, file_of(service))
    evening = service.sheet(sheet).evening
    for each in (service, other):
        for _ in range(12 if each is (service, other)[longer] else 0):
            each.club.note(evening, "Anne", "kasten")
    last = service if goes_on == "who wrote it" else other
    for act in after:
        act(last, sheet)
    wanted = says(last, sheet)
    service.meetings.meet(other.meetings.exchange)
    assert says(service, sheet) == wanted and says(other, sheet) == wanted
    assert not service.sheet(sheet).questions and not service.sheet(sheet).also


def test_what_both_say_of_the_hand_before_is_not_said_of_the_next(service, sheet, other):
    """Dora deals the third hand in both books, and the fourth in one that has the third."""
    play(B)(service, sheet)
    other.meetings.meet(service.meetings.exchange)
    deals(D)(service, sheet)
    play(A)(other, sheet)
    deals(D)(other, sheet)
    service.meetings.meet(other.meetings.exchange)
    service.undo(sheet)
    assert says(service, sheet)[1] == D


@pytest.mark.parametrize(("first", "then"), [
    ([deals(D)], []), ([sit(*NAMES[::-1])], [sit("Bert", "Anne", "Cem", "Dora")]),
    ([by(SHORT)], [by(LONG)]), ([deals(D), sit(*NAMES[::-1]), by(SHORT)], [by(LONG)])])
def test_what_was_said_for_a_hand_is_not_said_of_the_next_where_a_file_tells_the_hand(
        service, sheet, other, first, then):
    """Both know what was said, one of them the hand, which comes to the other in a file."""
    for act in (play(B), *first):
        act(service, sheet)
    other.meetings.meet(service.meetings.exchange)
    for act in (play(A), *then, play(C)):
        act(service, sheet)
    take(other, file_of(service))
    assert says(other, sheet) == says(service, sheet)
    play(B)(other, sheet)
    wanted = says(other, sheet)
    service.meetings.meet(other.meetings.exchange)
    assert says(service, sheet) == wanted and says(other, sheet) == wanted


def test_a_dealer_who_was_named_for_the_next_hand_is_not_named_by_a_file_for_an_earlier_one(
        service, sheet, other):
    other.meetings.meet(service.meetings.exchange)
    for act in (deals(D), play(B)):
        act(service, sheet)
    for act in (play(C), deals(D)):
        act(other, sheet)
    take(other, file_of(service))
    assert says(other, sheet)[1] == D


def test_an_evening_with_another_agreement_than_at_its_beginning_meets_itself(
        service, sheet, other):
    say("Geber mischt")(service, sheet)
    play(B)(service, sheet)
    take(other, file_of(service))
    found = other.meetings.meet(service.meetings.exchange)
    assert (found.refused, found.refused_there) == ([], 0)
    assert json.loads(document.write(other.export())) == json.loads(
        document.write(service.export()))


def test_a_dealer_who_was_named_apart_and_has_dealt_in_a_file_is_not_named_for_the_next_hand(
        service, sheet, other):
    """Seed 852528: Anne plays a hand while Bert names who deals next, hears of it and plays the
    next one. Bert reads both in a file: who was named has dealt, and his own file of then names
    nobody again when all has come."""
    other.meetings.meet(service.meetings.exchange)
    play(B)(service, sheet)
    deals(D)(other, sheet)
    service.meetings.take(service.meetings.preview(Picked(
        "file.jsonl", content=other.meetings.entries().encode())))
    play(A)(service, sheet)
    take(other, file_of(service))
    [record] = other.export().evenings[0].sheets
    assert [hand.dealer for hand in record.hands] == [None, D]
    assert record.next_dealer is None
    of_then, own = file_of(other), other.sheet(sheet).undo
    other.meetings.meet(service.meetings.exchange)
    take(other, of_then)
    assert other.export().evenings[0].sheets == (record,)
    assert other.sheet(sheet).undo == service.sheet(sheet).undo != own


@pytest.mark.parametrize(("first", "instead", "shown"), [
    (by(LONG), by(SHORT), SHORT.limit), (deals(D), deals(C), D)])
def test_what_somebody_chose_instead_for_a_hand_that_a_file_tells_is_not_chosen_again(
        service, sheet, other, first, instead, shown):
    """Anne chooses, Bert hears of it, chooses otherwise and plays. She has read what he chose, and
    reads his hand in a file: what she had chosen first is for no hand after it. (C deals his hand
    and D the next one in any case.)"""
    first(service, sheet)
    service.meetings.meet(other.meetings.exchange)
    instead(other, sheet)
    service.meetings.take(service.meetings.preview(Picked(
        "file.jsonl", content=other.meetings.entries().encode())))
    play(B)(other, sheet)
    take(service, file_of(other))
    table = service.sheet(sheet).score.next.table
    assert shown in (table.dealer, table.rules.limit)
    assert table == other.sheet(sheet).score.next.table
    play(A)(service, sheet)
    before = says(service, sheet)
    service.meetings.meet(other.meetings.exchange)
    assert says(service, sheet) == says(other, sheet) == before


@pytest.mark.parametrize("says_so", [sit(*NAMES[::-1]), deals(C), by(SHORT)])
def test_what_was_said_for_ones_own_hand_is_not_what_a_file_says_for_the_one_after_others(
        service, sheet, other, says_so):
    """Seed 962329: Anne says something for a hand and plays it. Bert has played two, and says the
    same for his next one. So it is for whoever has read his file, and stays so when a file of then
    tells once more what Anne had said."""
    play(B)(service, sheet)
    take(other, file_of(service))
    says_so(service, sheet)
    of_then = file_of(service)
    play(A)(service, sheet)
    for act in (play(B), play(C), says_so):
        act(other, sheet)
    take(service, file_of(other))
    assert service.sheet(sheet).questions
    read = says(service, sheet)
    assert read == says(other, sheet)
    take(service, of_then)
    assert says(service, sheet) == read


@pytest.mark.parametrize("reads_it", [False, True])
def test_rules_that_somebody_takes_back_hold_for_the_hand_that_was_played_by_them_elsewhere(
        service, sheet, other, reads_it):
    """Seed 983289: Anne changes the rules, and plays by them. Bert has not heard of the hand and
    takes the change back; then he plays on, who may have read in a file how hers was played."""
    play(B)(service, sheet)
    by(SHORT)(service, sheet)
    other.meetings.meet(service.meetings.exchange)
    play(A)(service, sheet)
    undo(other, sheet)
    if reads_it:
        take(other, file_of(service))
        play(C)(other, sheet)
    service.meetings.meet(other.meetings.exchange)
    for book in (service, other):
        assert [line.table.rules.limit for line in book.sheet(sheet).score.lines] == \
            [2000, SHORT.limit, SHORT.limit][:2 + reads_it]


def test_an_answer_holds_that_was_given_after_another_that_was_taken_back(service, sheet, other):
    """Seed 990744: Bert reads in a file what Anne has said of his hand, takes it, takes that back
    and keeps his own words. They stay when her own entry comes."""
    other.meetings.meet(service.meetings.exchange)
    play(B)(other, sheet)
    take(service, file_of(other))
    [line] = service.sheet(sheet).score.lines
    hand = line.record.stamp.id
    service.amend(sheet, hand, line.record._replace(note="late"))
    take(other, file_of(service))
    [saying] = other.sheet(sheet).also[hand]
    other.meetings.agree(sheet, hand, saying)
    undo(other, sheet)
    other.meetings.agree(sheet, hand)
    service.meetings.meet(other.meetings.exchange)
    for book in (service, other):
        assert book.sheet(sheet).score.lines[0].record.note == "" and not book.sheet(sheet).also


@pytest.mark.parametrize("undoes_first", [False, True])
def test_a_hand_whose_restoring_was_taken_back_is_as_whoever_did_both_had_read_it(
        service, sheet, other, undoes_first):
    """Seed 1003091: Anne voids a hand. Bert has read it in a file, lets it count again and takes
    that back: for both it does not count, and Anne has corrected it."""
    play(A)(service, sheet)
    [line] = service.sheet(sheet).score.lines
    own = line.record.stamp.id
    service.void(sheet, own)
    take(other, file_of(service))
    other.restore(sheet, own)
    for book in (other, service) if undoes_first else (service, other):
        if book is other:
            undo(other, sheet)
        else:
            service.amend(sheet, own, line.record._replace(hand=Durchmarsch(B)))
    service.meetings.meet(other.meetings.exchange)
    for book in (service, other):
        assert book.sheet(sheet).score.lines[0].record.voided
        assert not book.sheet(sheet).also


def test_a_hand_that_was_struck_by_whoever_read_of_others_is_asked_about_if_it_counts(
        service, sheet, other):
    """Seed 1008178: Bert lets his hands count beside Anne's. She goes on, reads that in a file, and
    lets his count instead of the one that she has played since."""
    other.meetings.meet(service.meetings.exchange)
    play(A)(service, sheet)
    play(B)(other, sheet)
    take(other, file_of(service))
    [question] = other.sheet(sheet).questions
    other.meetings.decide(sheet, question, [question.runs[0].first, question.runs[1].first])
    struck = service.record(sheet, Durchmarsch(C))
    take(service, file_of(other))
    [question] = service.sheet(sheet).questions
    service.meetings.decide(sheet, question, [
        run.first for run in question.runs if run.first != struck])
    assert struck not in [hand.stamp.id for hand in says(service, sheet)[0]]
    service.meetings.meet(other.meetings.exchange)
    for book in (service, other):
        assert struck not in [hand.stamp.id for hand in says(book, sheet)[0]] \
            or book.sheet(sheet).questions


def test_an_answer_that_was_taken_back_and_given_again_is_another_than_one_given_apart(
        service, sheet, other):
    """Seed 1027131: Anne answers, and Bert, who knows that, answers otherwise. She has not heard of
    his answer, takes hers back and gives it again."""
    other.meetings.meet(service.meetings.exchange)
    play(A)(service, sheet)
    play(B)(other, sheet)
    other.meetings.meet(service.meetings.exchange)
    [question] = service.sheet(sheet).questions
    service.meetings.decide(sheet, question, [question.runs[0].first])
    other.meetings.meet(service.meetings.exchange)
    other.undo(sheet)
    other.meetings.decide(sheet, question, [run.first for run in question.runs])
    service.undo(sheet)
    service.redo(sheet)
    service.meetings.meet(other.meetings.exchange)
    for book in (service, other):
        [again] = book.sheet(sheet).questions
        assert len(again.answered) == 2


def test_a_hand_stays_in_its_run_though_one_of_another_run_comes_back_that_its_writer_took_back(
        service, sheet, other):
    """Seed 1027166: Bert takes back the second hand of Anne's run, so that his own counts, and goes
    on. She reads his hand in a file, and brings hers back."""
    other.meetings.meet(service.meetings.exchange)
    first = other.record(sheet, Durchmarsch(B))
    play(A)(service, sheet)
    play(C)(service, sheet)
    other.meetings.take(other.meetings.preview(Picked(
        "file.jsonl", content=service.meetings.entries().encode())))
    for book in (service, other):
        undo(book, sheet)
    second = other.record(sheet, Durchmarsch(D))
    run = [hand.stamp.id for hand in says(other, sheet)[0]]
    assert run == [first, second]
    take(service, file_of(other))
    service.redo(sheet)
    service.meetings.meet(other.meetings.exchange)
    for book in (service, other):
        [question] = book.sheet(sheet).questions
        assert (first, second) in [run.hands for run in question.runs]


# --- what is only told again is not new, and is no correction -------------------------------------


def test_what_is_only_told_again_does_not_count_as_new(service, sheet, other):
    play(B)(service, sheet)
    take(other, file_of(service))
    play(C)(service, sheet)
    met = other.meetings.meet(service.meetings.exchange)
    assert met.new[:4] == (0, 0, 0, 1) and met.sent > 0


def test_an_imported_hand_is_not_corrected_by_the_one_who_imports_it(service, sheet, other):
    """The reader had a dealer for the hand that comes; its writer has corrected it since."""
    deals(D)(service, sheet)
    take(other, file_of(service))
    own = service.record(sheet, Durchmarsch(A))
    take(other, file_of(service))
    assert [type(each.fact).__name__ for each in other.history(sheet, own)] == ["HandRecorded"]
    line = service.sheet(sheet).score.lines[0].record
    service.amend(sheet, own, line._replace(hand=Durchmarsch(B)))
    wanted = says(service, sheet)
    service.meetings.meet(other.meetings.exchange)
    assert says(service, sheet) == says(other, sheet) == wanted
    assert not service.sheet(sheet).also


@pytest.mark.parametrize("reader", [[], ["undo", "redo"], ["undo", "redo", "undo", "redo"]])
def test_what_a_file_tells_otherwise_is_asked_though_it_was_undone_and_redone(
        service, sheet, other, reader):
    """A backup is from before the correction that the file has. Seed 231557 of
    `tests.proof.meaning`: who undid what he had read, and redid it, was not asked."""
    hand = service.record(sheet, Durchmarsch(A))
    backup = Service(Store.open("sqlite://"), "Anne")
    backup.meetings.meet(service.meetings.exchange)
    service.amend(sheet, hand, HandRecord(Durchmarsch(B)))
    take(other, file_of(service))
    for act in reader:
        getattr(other, act)(sheet)
    other.meetings.meet(backup.meetings.exchange)
    view = other.sheet(sheet)
    said = {view.score.lines[0].record.hand, *[each.record.hand for each in view.also[hand]]}
    assert said == {Durchmarsch(A), Durchmarsch(B)}
    backup.close()


def test_the_versions_of_a_hand_are_those_of_its_writer(service, sheet, other):
    """Anne names a dealer for the hand that Bert writes without knowing that. His hand is
    corrected; a file from before that is older."""
    play(B)(service, sheet)
    other.meetings.meet(service.meetings.exchange)
    deals(D)(service, sheet)
    evening = service.sheet(sheet).evening
    for _ in range(3):
        other.club.note(evening, "Anne", "kasten")
    own = other.record(sheet, Durchmarsch(A))
    service.meetings.meet(other.meetings.exchange)
    before = file_of(service)
    line = service.sheet(sheet).score.lines[1].record
    assert line.stamp.id == own and line.dealer is None
    service.amend(sheet, own, line._replace(hand=Durchmarsch(C)))
    assert not look(service, before).coming


def test_hands_that_came_in_a_file_stand_in_the_order_in_which_they_were_played(
        service, sheet, other):
    """Seed 385809: Bert has read that a hand does not count, corrects it, plays three hands and
    changes the rules; Anne reads these, and takes back that the first counts. The three stood the
    other way round."""
    other.meetings.meet(service.meetings.exchange)
    own = service.record(sheet, Durchmarsch(A))
    service.void(sheet, own)
    take(other, file_of(service))
    line = other.sheet(sheet).score.lines[0].record
    other.amend(sheet, own, line._replace(hand=Durchmarsch(B)))
    for act in (play(B), play(C), play(D), by(LONG)):
        act(other, sheet)
    played = [hand.stamp.id for hand in says(other, sheet)[0]]
    take(service, file_of(other))
    service.restore(sheet, own)
    undo(service, sheet)
    service.meetings.meet(other.meetings.exchange)
    for each in (service, other):
        assert [hand.stamp.id for hand in says(each, sheet)[0]] == played


def test_a_file_from_before_the_rules_changed_does_not_tell_a_hand_otherwise(
        service, sheet, other):
    """Seed 236391 of `tests.proof.meaning`: a backup had lost the rules, and not the hand."""
    by(SHORT)(service, sheet)
    play(B)(service, sheet)
    file = json.loads(file_of(service))
    [evening] = file["evenings"]
    del evening["sheets"][0]["hands"][0]["rules"]
    take(service, file)
    assert not service.sheet(sheet).also
    assert service.sheet(sheet).score.rules == SHORT


# --- people whom a file tells ---------------------------------------------------------------------


def test_two_of_one_name_are_asked_about_once_though_first_a_file_told_one_of_them(
        service, sheet, other):
    """Both books have an Anne of their own; the reader of the file has said that they are two, and
    both books meet later."""
    theirs = other.open_sheet(NewEvening(DAY), KALTER_SCHLAG, ["Anne", "Xaver", "Yann", "Zoe"])
    take(service, file_of(other))
    [decision] = service.meetings.club_decisions()
    service.meetings.choose(decision, [entry.id for entry in decision.asked.said])
    assert not service.meetings.club_decisions()
    other.record(theirs, Durchmarsch(A))
    take(service, file_of(other))
    service.meetings.meet(other.meetings.exchange)
    assert not service.meetings.club_decisions() and not other.meetings.club_decisions()


def test_nobody_looks_otherwise_once_his_own_evening_comes_back_in_a_file(service, sheet, other):
    """Seed 232895 of `tests.proof.meaning`: a file of others came between, and then one's own."""
    own = file_of(service)
    theirs = other.open_sheet(NewEvening(DAY), KALTER_SCHLAG, ["Anne", "Xaver", "Yann", "Zoe"])
    take(service, file_of(other))
    take(other, own)
    other.record(theirs, Durchmarsch(A))
    before = service.people.looks()
    for file in (file_of(other), own):
        take(service, file)
        assert service.people.looks() == before


def test_nobody_looks_otherwise_once_a_file_tells_again_whom_others_have_told(
        service, sheet, other):
    """Seed 415441: the book names those of the file between its own people, and so does the next
    file, in which they come later than in the first one. They come behind those who are there, as
    the file has them, and before whoever is added then; spellings are in no order."""
    other.open_sheet(NewEvening(DAY), KALTER_SCHLAG, ["Zoe", "Anne", "Yann", "Xaver"])
    ids = {name: own for own, name in other.people.names().items()}
    other.people.merge(other.people.add("Zoé"), ids["Zoe"])
    own = service.people.looks()
    take(service, file_of(other))
    assert [*service.people.looks()] == [*own, "Zoe", "Anne (2)", "Yann", "Xaver"]
    assert own.items() <= service.people.looks().items()
    for name in "Paul", "Otto":
        before = service.people.looks()
        take(service, file_of(service))
        assert [*service.people.looks().items()] == [*before.items()]
        service.people.add(name)
        assert [*service.people.looks()] == [*before, name]
        assert before.items() <= service.people.looks().items()


def test_an_end_that_a_file_tells_was_said_for_no_hand_that_its_writer_had_read_of(
        service, sheet, other):
    """Seed 357589: one writes three hands, one taken back between them, and another reads the
    three in a file, plays the fourth and ends the Partie, while the first plays another fourth.
    His own second and third come late in the order, behind what the file tells."""
    service.meetings.meet(other.meetings.exchange)
    for act in (play(A), play(D), undo, play(B), play(C)):
        act(other, sheet)
    take(service, file_of(other))
    for act in (play(D), undo, play(A), end):
        act(service, sheet)
    for act in (play(D), play(B)):
        act(other, sheet)
    hands = [each.score.tally.hands for each in (service.sheet(sheet), other.sheet(sheet))]
    assert hands == [4, 5]
    take(other, file_of(service))
    service.meetings.meet(other.meetings.exchange)
    for each in (service, other):
        [question] = each.sheet(sheet).questions
        assert [len(run.hands) for run in question.runs] == [1, 2]
        assert len(each.sheet(sheet).score.lines) == 5


def test_whoever_goes_on_with_his_run_goes_on_with_it_once_the_other_ones_own_entries_have_come(
        service, sheet, other):
    """Seed 443491: Cem takes back the first of two hands, and Bert knows of that, and reads the
    second in a file, which tells the first again. He goes on with his own run, which stood first,
    and then lets the other count. What he has played after his own counted after it."""
    third = Service(Store.open("sqlite://"), "Cem")
    for act in (deals(B), deals(C), deals(D)):
        act(service, sheet)
    other.meetings.meet(service.meetings.exchange)
    own = other.record(sheet, Durchmarsch(A))
    for act in (deals(B), play(B)):
        act(service, sheet)
    third.meetings.meet(service.meetings.exchange)
    undo(third, sheet)
    play(C)(service, sheet)
    take(other, file_of(service))
    other.meetings.meet(third.meetings.exchange)
    third.close()
    play(D)(other, sheet)
    [question] = other.sheet(sheet).questions
    [mine, read] = question.runs
    assert mine.first == own and len(mine.hands) == 2
    other.meetings.decide(sheet, question, [read.first])
    service.meetings.meet(other.meetings.exchange)
    for each in (service, other):
        assert [hand.stamp.id for hand in says(each, sheet)[0]] == [*read.hands]
