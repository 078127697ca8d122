"""What the book has corrected or undone since a file was written stays; what a file tells otherwise
is shown as also said."""

from contextlib import suppress
from random import Random

import pytest

from scorepad.book.history.telling import is_from_a_file
from scorepad.games.game import Unreadable
from scorepad.games.kalter_schlag import KALTER_SCHLAG, Durchmarsch, KalterSchlagRules
from scorepad.service import Service
from scorepad.storage import Store
from tests.book.pages import B, C, D, hand, loses
from tests.proof.histories import Histories
from tests.taking import file_of, look, take, told


@pytest.fixture
def other():
    service = Service(Store.open("sqlite://"), "Bert")
    yield service
    service.close()


def hands(service, sheet):
    return [line.record.hand for line in service.sheet(sheet).score.lines]


def also(service, sheet):
    """What else is said of hands: of the number of each, who counts as what."""
    ids = [line.record.stamp.id for line in service.sheet(sheet).score.lines]
    return {ids.index(own) + 1 if own in ids else None: [saying.record.hand for saying in said]
            for own, said in service.sheet(sheet).also.items()}


def choose(service, sheet, number):
    """Take what was also said of a hand."""
    own = service.sheet(sheet).score.lines[number - 1].record.stamp.id
    [saying] = service.sheet(sheet).also[own]
    service.meetings.agree(sheet, own, saying)


FIRST, SECOND, THIRD = (hand(loses(name, 70)) for name in ("Anne", "Bert", "Cem"))


@pytest.fixture
def two(service, sheet, other):
    """Two books with the same two hands."""
    for each in (FIRST, SECOND):
        service.record(sheet, each)
    take(other, file_of(service))
    return service, other


def test_a_correction_is_not_reverted_whoever_imports_from_whom(two, sheet):
    one, other = two
    own = one.sheet(sheet).score.lines[0].record
    one.amend(sheet, own.stamp.id, own._replace(hand=Durchmarsch(B)))
    for _ in range(2):
        assert not take(one, file_of(other)).coming
        take(other, file_of(one))
    assert (hands(one, sheet)[0], hands(other, sheet)[0]) == (Durchmarsch(B), FIRST)
    assert (also(one, sheet), also(other, sheet)) == ({}, {1: [Durchmarsch(B)]})
    choose(other, sheet, 1)
    assert hands(other, sheet) == [Durchmarsch(B), SECOND] and not also(other, sheet)
    assert not take(one, file_of(other)).coming and not take(other, file_of(one)).coming


@pytest.mark.parametrize("round", range(8))
def test_the_book_stands_whatever_order_two_files_have_in_it(two, sheet, round):
    """Both only came in files, and nothing in them says which is the later one."""
    one, other = two
    own = one.sheet(sheet).score.lines[1].record
    one.amend(sheet, own.stamp.id, own._replace(hand=Durchmarsch(D), note=f"{round}"))
    assert told(take(other, file_of(one))) == [
        "2026-11-20 · Altona, Kalter Schlag: hand 2 is told otherwise. The sheet will show what "
        "was also said."]
    assert (hands(other, sheet), also(other, sheet)) == ([FIRST, SECOND], {2: [Durchmarsch(D)]})
    own = other.sheet(sheet).score.lines[1].record.stamp.id
    other.meetings.agree(sheet, own)
    assert (hands(other, sheet), also(other, sheet)) == ([FIRST, SECOND], {})


def test_an_undone_correction_and_a_voided_hand_stay_as_they_are(two, sheet):
    one, other = two
    own = one.sheet(sheet).score.lines[0].record
    one.amend(sheet, own.stamp.id, own._replace(hand=THIRD))
    corrected = file_of(one)
    one.undo(sheet)
    assert not take(one, corrected).coming
    one.void(sheet, own.stamp.id)
    assert not take(one, file_of(other)).coming
    assert hands(one, sheet)[0] == FIRST and one.sheet(sheet).score.lines[0].record.voided


def test_a_hand_that_came_voided_and_counts_there_now_is_told_otherwise(two, sheet):
    one, _ = two
    third = one.record(sheet, THIRD)
    one.void(sheet, third)
    fresh = Service(Store.open("sqlite://"), "Cem")
    take(fresh, file_of(one))
    assert fresh.sheet(sheet).score.lines[2].record.voided
    one.restore(sheet, third)
    take(fresh, file_of(one))
    assert fresh.sheet(sheet).score.lines[2].record.voided and also(fresh, sheet) == {3: [THIRD]}
    choose(fresh, sheet, 3)
    assert not fresh.sheet(sheet).score.lines[2].record.voided
    fresh.close()


def test_an_undone_hand_does_not_come_back(two, sheet):
    one, other = two
    one.undo(sheet)
    assert not take(one, file_of(other)).coming
    assert hands(one, sheet) == [FIRST]
    assert not take(other, file_of(one)).coming
    assert hands(other, sheet) == [FIRST, SECOND]
    one.record(sheet, THIRD)
    assert not take(one, file_of(other)).coming
    assert hands(one, sheet) == [FIRST, THIRD]


def test_an_undone_hand_that_a_file_tells_otherwise_can_be_taken_and_undone(two, sheet):
    """The file says otherwise what the book had, and has undone before it went on."""
    one, other = two
    own = other.sheet(sheet).score.lines[1].record
    other.amend(sheet, own.stamp.id, own._replace(hand=Durchmarsch(D)))
    one.undo(sheet)
    one.record(sheet, THIRD)
    before = one.sheet(sheet)
    take(one, file_of(other))
    assert (hands(one, sheet), also(one, sheet)) == ([FIRST, THIRD], {None: [Durchmarsch(D)]})
    [saying] = one.sheet(sheet).also[own.stamp.id]
    one.meetings.agree(sheet, own.stamp.id, saying)
    assert hands(one, sheet) == [FIRST, Durchmarsch(D), THIRD] and not also(one, sheet)
    one.undo(sheet)
    assert hands(one, sheet) == [FIRST, THIRD] and one.sheet(sheet).undo == before.undo
    one.redo(sheet)
    assert hands(one, sheet) == [FIRST, Durchmarsch(D), THIRD]
    one.undo(sheet)
    one.undo(sheet)
    assert hands(one, sheet) == [FIRST]


def test_a_hand_after_one_that_was_undone_here_comes_in(two, sheet):
    one, other = two
    other.record(sheet, THIRD)
    one.undo(sheet)
    assert take(one, file_of(other)).new.hands == 1
    assert hands(one, sheet) == [FIRST, THIRD] and not one.sheet(sheet).questions
    one.undo(sheet)
    assert hands(one, sheet) == [FIRST]


def test_where_the_book_has_gone_on_otherwise_it_is_asked(two, sheet):
    one, other = two
    other.record(sheet, THIRD)
    other.record(sheet, FIRST)
    one.record(sheet, Durchmarsch(D))
    found = take(one, file_of(other))
    assert found.new.hands == 2 and told(found) == [
        "2026-11-20 · Altona, Kalter Schlag: both books went on. The sheet will ask which hands "
        "count."]
    [question] = one.sheet(sheet).questions
    assert {len(run.hands) for run in question.runs} == {1, 2}
    assert hands(one, sheet) == [FIRST, SECOND, THIRD, FIRST]
    mine = next(run for run in question.runs if len(run.hands) == 1)
    one.meetings.decide(sheet, question, [mine.first])
    assert hands(one, sheet) == [FIRST, SECOND, Durchmarsch(D)]
    assert not take(one, file_of(other)).coming


def test_a_reopened_evening_is_not_closed_by_an_older_file(two, sheet):
    one, other = two
    evening = one.sheet(sheet).evening
    one.close_evening(evening)
    closed = file_of(one)
    one.reopen_evening(evening)
    assert not take(one, closed).coming
    assert not one.sheet(sheet).closed and not one.evening(evening).asks
    other.record(sheet, THIRD)
    assert told(take(other, closed)) == [
        "2026-11-20 · Altona: closed in one book, played on in the other. It is open again."]
    assert not other.sheet(sheet).closed and not take(other, closed).coming
    one.close_evening(evening)
    one.record(sheet, THIRD)
    assert take(other, file_of(one)).coming


def test_a_file_closes_an_evening_of_which_it_knows_every_hand(two, sheet):
    one, other = two
    one.close_evening(one.sheet(sheet).evening)
    take(other, file_of(one))
    assert other.sheet(sheet).closed


def test_what_was_taken_back_and_dropped_stays_so(two, sheet):
    one, _ = two
    evening = one.sheet(sheet).evening
    paid = one.pay(evening, "Anne", "Bert", 100, "EUR")
    rules = one.rule_sets.keep(KALTER_SCHLAG, "Kurz", KalterSchlagRules(limit=1000))
    one.name_dealer(sheet, C)
    before = file_of(one)
    one.take_back_payment(evening, paid)
    one.rule_sets.drop(rules)
    one.undo(sheet)
    assert not take(one, before).coming
    assert not one.export().evenings[0].payments and not one.rule_sets.of(KALTER_SCHLAG)
    assert one.export().evenings[0].sheets[0].next_dealer is None


def test_the_dealer_of_an_undone_hand_deals_no_other(two, sheet):
    """The file names who deals the hand after one that the book has undone."""
    one, _ = two
    one.name_dealer(sheet, C)
    before = file_of(one)
    one.undo(sheet)
    one.undo(sheet)
    assert not take(one, before).coming
    assert one.export().evenings[0].sheets[0].next_dealer is None


# --- whatever is written on both sides ------------------------------------------------------------


class Pair(Histories):
    """Two books that exchange files now and then, and write at random."""

    def __init__(self, seed):
        self.rng = Random(seed)
        self.devices = [Side(name) for name in ("Anne", "Bert")]
        for _ in range(12):
            self.write(self.devices[0])
        take(self.devices[1].service, file_of(self.devices[0].service))


class Side:
    def __init__(self, name):
        self.service = Service(Store.open("sqlite://"), name)

    def close(self):
        self.service.close()

    def last_word(self):
        """What this book says and must go on saying: its hands in their order, which of those it
        knows do not count, its notes, which evenings are open that were closed once, and what a
        table has agreed on here; of a sheet on which it is asked which hands count, nothing."""
        journal = self.service._book.everything()
        said = {}
        for evening in journal.record().evenings:
            was_closed = any(type(entry.fact).__name__ == "EveningClosed" and (
                not is_from_a_file(entry) or not entry.apart)
                for entry in journal.evenings[evening.id].endings)
            said[evening.id, "closed"] = False if was_closed and not evening.closed else None
            paid = [(note.stamp.id, note.cents) for note in evening.payments]
            taken_back = journal.evenings[evening.id]._taken_back()
            said[evening.id, "notes"] = paid, taken_back  # people may be put together
            for sheet in evening.sheets:
                if journal.sheets[sheet.id].history.questions:
                    continue
                written = {entry.fact.id for entry in journal.sheets[sheet.id].steps
                           if type(entry.fact).__name__ == "HandRecorded"}
                said[sheet.id, "hands"] = list(sheet.hands)
                said[sheet.id, "undone"] = written - {each.stamp.id for each in sheet.hands}
                said[sheet.id, "end"] = (sheet.ended, sheet.agreement) if sheet.ended else None
                agreed = any(type(entry.fact).__name__ == "AbsprachenChanged"
                             and not is_from_a_file(entry)
                             for entry in journal.sheets[sheet.id].steps)
                said[sheet.id, "agreed"] = sheet.absprachen if agreed else None
        return said


def kept(before, after):
    """Whether one of these still says what it said; hands and notes may have come after it, and
    with hands what the table has said since."""
    for key, was in before.items():
        if (now := after.get(key)) is None and key[1] != "closed":
            continue  # it is asked which hands count
        if key[1] == "hands":
            assert now[:len(was)] == was, key
        elif key[1] == "undone":
            assert was <= now, key
        elif key[1] == "notes":
            assert set(was[0]) <= set(now[0]) and was[1] <= now[1], key
        elif key[1] in ("end", "agreed") and was is not None:  # who has played on is right
            assert was == now or len(after[key[0], "hands"]) > len(before[key[0], "hands"]), key
        elif was is not None:
            assert was == now, key


@pytest.mark.seeds(short=3, full=40)
def test_two_books_that_import_from_each_other_keep_their_last_words(seed):
    pair = Pair(seed)
    one, other = pair.devices
    for _ in range(3):
        for _ in range(10):
            pair.write(pair.rng.choice(pair.devices))
        for _ in range(2):
            for here, there in ((one, other), (other, one)):
                before = here.last_word()
                with suppress(Unreadable):  # who has paid somebody has been put together with him
                    take(here.service, file_of(there.service))
                    kept(before, here.last_word())
        with suppress(Unreadable):
            for here, there in ((one, other), (other, one)):
                file = file_of(there.service)
                take(here.service, file)
                assert not look(here.service, file).coming
    pair.close()
