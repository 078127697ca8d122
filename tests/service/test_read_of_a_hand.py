"""What somebody has read of a hand in a file, and what he has said of it then: once the books meet,
nobody's word is settled in silence."""

import pytest

from scorepad.book.record import HandRecord
from scorepad.games.kalter_schlag import Durchmarsch
from scorepad.service import Service
from scorepad.service.safety import Picked
from scorepad.storage import Store
from tests.book.pages import A, B, C, D
from tests.service.test_told_again import play, says, undo
from tests.taking import file_of, take


@pytest.fixture
def other():
    service = Service(Store.open("sqlite://"), "Bert")
    yield service
    service.close()


@pytest.mark.parametrize("reader", [[], [undo]])
@pytest.mark.parametrize("voided", [False, True])
def test_a_hand_is_as_its_reader_knew_it_though_no_more_than_a_part_has_come(
        service, sheet, other, voided, reader):
    """Seed 385843: Bert has read a hand in a file, as it was corrected or voided, and corrects it;
    of Anne's entries comes the hand alone. A voided one counted again, and if he takes his own
    correction back nobody was asked."""
    own = service.record(sheet, Durchmarsch(A))
    part = Picked("entries", content=service.meetings.entries().encode())
    service.amend(sheet, own, HandRecord(Durchmarsch(B)))
    if voided:
        service.void(sheet, own)
    take(other, file_of(service))
    line = other.sheet(sheet).score.lines[0].record
    other.amend(sheet, own, line._replace(hand=Durchmarsch(C)))
    for act in reader:
        act(other, sheet)
    [wanted] = says(other, sheet)[0]
    other.meetings.take(other.meetings.preview(part))
    view = other.sheet(sheet)
    said = [view.score.lines[0].record, *[each.record for each in view.also.get(own, ())]]
    assert (wanted.hand, wanted.voided) in [(each.hand, each.voided) for each in said]
    other.meetings.meet(service.meetings.exchange)
    assert says(other, sheet)[0] == says(service, sheet)[0]
    found = shown_or_asked(service, sheet, own)
    assert (wanted.hand, wanted.voided) in found or wanted.voided and found[0][1]
    if not voided and not reader:  # else it is asked how it came about, perhaps in vain
        [line] = says(service, sheet)[0]
        assert (line.hand, line.voided) == (wanted.hand, wanted.voided)
        assert not service.sheet(sheet).also


@pytest.mark.parametrize("turns", [1, 3])
def test_a_hand_that_was_taken_back_once_more_is_not_told_again(service, sheet, other, turns):
    """Seed 817218: Bert has taken back a hand of a file, brought it back and taken it back again.
    He was asked about it as soon as another file told it."""
    first, own = [service.record(sheet, Durchmarsch(each)) for each in (A, B)]
    take(other, file_of(service))
    for turn in range(turns):
        (other.redo if turn % 2 else other.undo)(sheet)
    service.void(sheet, first)
    take(other, file_of(service))
    view = other.sheet(sheet)
    assert [line.record.stamp.id for line in view.score.lines] == [first]
    assert own not in view.also


def shown_or_asked(service, sheet, own):
    """What is shown of a hand and what was also said of it: each hand, and whether it is voided."""
    view = service.sheet(sheet)
    line = next(line for line in view.score.lines if line.record.stamp.id == own)
    return [(each.hand, each.voided) for each in (
        line.record, *[said.record for said in view.also.get(own, ())])]


def test_whoever_has_read_a_hand_has_not_heard_which_word_was_chosen_later(service, sheet, other):
    """Seed 399365: Bert has read a hand in Anne's file, corrects it and takes that back. Anne has
    read his correction in a file, too, and chooses it. It held, and nobody was asked."""
    own = service.record(sheet, Durchmarsch(A))
    take(other, file_of(service))
    line = other.sheet(sheet).score.lines[0].record
    other.amend(sheet, own, line._replace(hand=Durchmarsch(B)))
    take(service, file_of(other))
    undo(other, sheet)
    service.meetings.agree(sheet, own, service.sheet(sheet).also[own][0])
    assert service.sheet(sheet).score.lines[0].record.hand == Durchmarsch(B)
    service.meetings.meet(other.meetings.exchange)
    for each in (service, other):
        view = each.sheet(sheet)
        said = [view.score.lines[0].record, *[also.record for also in view.also[own]]]
        assert {record.hand for record in said} == {Durchmarsch(A), Durchmarsch(B)}


@pytest.mark.parametrize("since", [[], [play(C)]])
@pytest.mark.parametrize(("words", "same"), [
    ("void", "void"), ("B", "B"), ("B C", "C"), ("B undo void", "void"), ("void undo void", "void"),
    ("C B undo", "C")])
def test_whoever_takes_back_what_he_had_read_as_well_is_asked(
        service, sheet, other, words, same, since):
    """Seed 447059: Bert reads in Anne's file that a hand does not count, or was corrected, says the
    same and takes that back. Hers held once the books met, and nobody was asked."""
    def say(by, word):
        if word == "undo":
            by.undo(sheet)
        elif word == "void":
            by.void(sheet, own)
        else:
            by.amend(sheet, own, HandRecord(Durchmarsch({"B": B, "C": C}[word])))

    own = service.record(sheet, Durchmarsch(A))
    service.meetings.meet(other.meetings.exchange)
    for word in words.split():
        say(service, word)
    take(other, file_of(service))
    say(other, same)
    undo(other, sheet)
    for act in since:
        act(other, sheet)
    wanted, hers = shown_or_asked(other, sheet, own)[0], shown_or_asked(service, sheet, own)[0]
    assert wanted == (Durchmarsch(A), False) != hers
    service.meetings.meet(other.meetings.exchange)
    assert says(service, sheet) == says(other, sheet)
    assert {wanted, hers} <= {*shown_or_asked(service, sheet, own)}


def test_a_hand_that_its_reader_has_voided_and_corrected_stays_voided(service, sheet, other):
    """Seed 770265: Anne had undone and redone it meanwhile, or before he read it; it counted."""
    own = service.record(sheet, Durchmarsch(A))
    take(other, file_of(service))
    for _ in range(3):
        undo(service, sheet)
        service.redo(sheet)
    other.void(sheet, own)
    line = other.sheet(sheet).score.lines[0].record
    other.amend(sheet, own, line._replace(hand=Durchmarsch(B)))
    service.meetings.meet(other.meetings.exchange)
    assert (Durchmarsch(B), True) in shown_or_asked(service, sheet, own)


def test_whoever_voids_a_hand_and_restores_it_says_nothing_of_a_correction_that_he_has_read(
        service, sheet, other):
    """Seed 740489: Bert goes on seeing the hand as it was written, and says that it counts. Once
    the books met Anne's correction held, and nobody was asked."""
    own = service.record(sheet, Durchmarsch(A))
    service.meetings.meet(other.meetings.exchange)
    service.amend(sheet, own, HandRecord(Durchmarsch(B)))
    take(other, file_of(service))
    other.void(sheet, own)
    other.restore(sheet, own)
    assert shown_or_asked(other, sheet, own)[0] == (Durchmarsch(A), False)
    service.meetings.meet(other.meetings.exchange)
    assert {hand for hand, _ in shown_or_asked(service, sheet, own)} \
        == {Durchmarsch(A), Durchmarsch(B)}


@pytest.mark.parametrize("also_by_a_file", [False, True])
def test_what_was_said_of_a_hand_that_had_been_voided_before_is_not_said_again_by_a_file(
        service, sheet, other, also_by_a_file):
    """Seed 660065: Bert has read in a file that a hand of Anne's does not count, and corrects it,
    so that it counts. Anne corrects it again and takes that back; a file of each time says nothing
    new. Her own word stood beside it."""
    own = service.record(sheet, Durchmarsch(A))
    if not also_by_a_file:
        other.meetings.meet(service.meetings.exchange)
    service.void(sheet, own)
    take(other, file_of(service))
    other.amend(sheet, own, HandRecord(Durchmarsch(B)))
    service.meetings.meet(other.meetings.exchange)
    files = [file_of(other)]
    counts = not also_by_a_file  # whoever knew no other word has corrected a hand without a score
    assert says(service, sheet)[0][0].voided is not counts
    service.amend(sheet, own, HandRecord(Durchmarsch(C)))
    files.append(file_of(service))
    undo(service, sheet)
    wanted, asked = says(service, sheet), shown_or_asked(service, sheet, own)
    for file in files:
        take(service, file)
        assert says(service, sheet) == wanted and shown_or_asked(service, sheet, own) == asked


@pytest.mark.parametrize("reads_before", [False, True])
@pytest.mark.parametrize("goes_on", [False, True])
def test_whoever_has_read_a_hand_that_counts_again_is_asked_by_what(
        service, sheet, other, goes_on, reads_before):
    """Bert has read in a file that a hand does not count, and corrects it, so that it counts; Cem
    reads that in a file, or what Anne has said since, and corrects it."""
    cem = Service(Store.open("sqlite://"), "Cem")
    own = service.record(sheet, Durchmarsch(A))
    for each in (other, cem) if reads_before else (other,):
        each.meetings.meet(service.meetings.exchange)
    service.void(sheet, own)
    take(other, file_of(service))
    other.amend(sheet, own, HandRecord(Durchmarsch(B)))
    service.meetings.meet(other.meetings.exchange)
    if goes_on:
        service.amend(sheet, own, HandRecord(Durchmarsch(C)))
    take(cem, file_of(service))
    cem.amend(sheet, own, HandRecord(Durchmarsch(D)))
    service.meetings.meet(cem.meetings.exchange)
    assert (Durchmarsch(D), False) in shown_or_asked(service, sheet, own)
    cem.close()
