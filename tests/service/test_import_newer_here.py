"""What the book has corrected or undone since a file was written is newer here, and stays."""

import json
from contextlib import suppress
from datetime import date
from random import Random

import pytest

from scorepad import document
from scorepad.games.game import Unreadable
from scorepad.games.kalter_schlag import KALTER_SCHLAG, Durchmarsch, KalterSchlagRules
from scorepad.service import Service
from scorepad.storage import Store
from tests.book.pages import B, C, D, hand, loses
from tests.proof.histories import Histories


@pytest.fixture
def other():
    service = Service(Store.open("sqlite://"), "Bert")
    yield service
    service.close()


def file_of(service):
    return document.read(document.write(service.export()).encode())


def taken(service, incoming, *chosen):
    preview = service.preview(incoming)
    service.take(preview, chosen)
    return preview


def newer(preview):
    """What is newer here: names and sentences."""
    assert all(each.is_older for each in preview.differing)
    return {each.name: str(each.message) for each in preview.differing}


def hands(service, sheet):
    return [line.record.hand for line in service.sheet(sheet).score.lines]


FIRST, SECOND, THIRD = (hand(loses(name, 70)) for name in ("Anne", "Bert", "Cem"))


@pytest.fixture
def two(service, sheet, other):
    """Two books with the same two hands."""
    for each in (FIRST, SECOND):
        service.record(sheet, each)
    taken(other, file_of(service))
    return service, other


def test_a_correction_is_not_reverted_whoever_imports_from_whom(two, sheet):
    one, other = two
    own = one.sheet(sheet).score.lines[0].record
    one.amend(sheet, own.stamp.id, own._replace(hand=Durchmarsch(B)))
    for _ in range(2):
        assert newer(taken(one, file_of(other))) == {"1/1/1": "is newer here"}
        [found] = taken(other, file_of(one)).differing
        assert (found.is_older, str(found.message)) == (False, "is different in the book")
        assert (str(found.theirs), str(found.ours)) == ("Durchmarsch Bert", "Anne 70")
    assert (hands(one, sheet)[0], hands(other, sheet)[0]) == (Durchmarsch(B), FIRST)
    taken(other, file_of(one), "1/1/1")
    assert hands(other, sheet) == [Durchmarsch(B), SECOND]
    assert not taken(one, file_of(other)).differing


def test_the_words_of_the_file_are_taken_one_by_one_newest_first(two, sheet):
    one, other = two
    for line, changed in zip(one.sheet(sheet).score.lines, (THIRD, FIRST)):
        one.amend(sheet, line.record.stamp.id, line.record._replace(hand=changed, dealer=D))
    preview = other.preview(file_of(one))
    assert [each.name for each in preview.differing] == ["1/1/2", "1/1/1"]
    assert str(preview.differing[0].theirs) == "Anne 70 · Dora dealt"
    other.take(preview, ["1/1/2"])
    assert hands(other, sheet) == [FIRST, FIRST]
    with pytest.raises(KeyError):
        other.take(other.preview(file_of(one)), ["1/1/2"])


def test_an_undone_correction_and_a_voided_hand_stay_as_they_are(two, sheet):
    one, other = two
    own = one.sheet(sheet).score.lines[0].record
    one.amend(sheet, own.stamp.id, own._replace(hand=THIRD))
    corrected = file_of(one)
    one.undo(sheet)
    assert newer(taken(one, corrected)) == {"1/1/1": "is newer here"}
    one.void(sheet, own.stamp.id)
    assert newer(taken(one, file_of(other))) == {"1/1/1": "is newer here"}
    assert hands(one, sheet)[0] == FIRST and one.sheet(sheet).score.lines[0].record.voided


def test_a_hand_that_came_voided_and_counts_there_now_is_not_newer_here(two, sheet):
    one, _ = two
    third = one.record(sheet, THIRD)
    one.void(sheet, third)
    fresh = Service(Store.open("sqlite://"), "Cem")
    taken(fresh, file_of(one))
    one.restore(sheet, third)
    [found] = taken(fresh, file_of(one)).differing
    assert not found.is_older
    fresh.close()


def test_an_undone_hand_does_not_come_back_unless_it_is_taken(two, sheet):
    one, other = two
    one.undo(sheet)
    assert newer(taken(one, file_of(other))) == {"1/1/2": "was undone here"}
    assert hands(one, sheet) == [FIRST]
    assert taken(other, file_of(one)).differing == ()
    assert hands(other, sheet) == [FIRST, SECOND]
    one.record(sheet, THIRD)
    assert newer(taken(one, file_of(other))) == {"1/1/2": "was undone here"}
    assert hands(one, sheet) == [FIRST, THIRD]
    taken(one, file_of(other), "1/1/2")
    assert hands(one, sheet) == [FIRST, SECOND, THIRD]


def test_the_taking_of_an_undone_hand_can_be_undone_and_redone(two, sheet):
    """The file says otherwise what the book had, and has undone before it went on."""
    one, other = two
    own = other.sheet(sheet).score.lines[1].record
    other.amend(sheet, own.stamp.id, own._replace(hand=Durchmarsch(D)))
    one.undo(sheet)
    one.record(sheet, THIRD)
    before = one.sheet(sheet)
    taken(one, file_of(other), "1/1/2")
    assert hands(one, sheet) == [FIRST, Durchmarsch(D), THIRD]
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
    assert dict(taken(one, file_of(other)).new) == {"hands": 1}
    assert hands(one, sheet) == [FIRST, THIRD]


def test_a_reopened_evening_is_not_closed_by_an_older_file(two, sheet):
    one, other = two
    evening = one.sheet(sheet).evening
    one.close_evening(evening)
    closed = file_of(one)
    one.reopen_evening(evening)
    assert newer(taken(one, closed)) == {"1/closed": "was opened again here"}
    assert not one.sheet(sheet).closed
    other.record(sheet, THIRD)
    assert newer(taken(other, closed)) == {"1/closed": "goes on here"}
    assert not other.sheet(sheet).closed
    taken(one, closed, "1/closed")
    assert one.sheet(sheet).closed
    other.undo(sheet)
    assert taken(other, closed).differing == () and other.sheet(sheet).closed


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
    assert newer(taken(one, before)) == {
        "1/payments/1": "is newer here", "1/1/next_dealer": "is newer here",
        "club/rule_sets/1": "is newer here"}
    assert not one.export().evenings[0].payments and not one.rule_sets.of(KALTER_SCHLAG)
    assert one.export().evenings[0].sheets[0].next_dealer is None
    taken(one, before, "1/payments/1", "1/1/next_dealer", "club/rule_sets/1")
    assert [each[:4] for each in one.export().evenings[0].payments] \
        == [each[:4] for each in before.evenings[0].payments]
    assert one.export().rule_sets == before.rule_sets
    assert one.export().evenings[0].sheets == before.evenings[0].sheets


def test_the_dealer_of_an_undone_hand_deals_no_other(two, sheet):
    """The file names who deals the hand after one that the book has undone."""
    one, _ = two
    one.name_dealer(sheet, C)
    before = file_of(one)
    one.undo(sheet)
    one.undo(sheet)
    assert newer(taken(one, before)) == {"1/1/2": "was undone here"}
    assert one.export().evenings[0].sheets[0].next_dealer is None


# --- whatever is written on both sides ------------------------------------------------------------


class Pair(Histories):
    """Two books that exchange files now and then, and write at random."""

    def __init__(self, seed):
        self.rng = Random(seed)
        self.devices = [Side(name) for name in ("Anne", "Bert")]
        for _ in range(12):
            self.write(self.devices[0])
        taken(self.devices[1].service, file_of(self.devices[0].service))


class Side:
    def __init__(self, name):
        self.service = Service(Store.open("sqlite://"), name)

    def close(self):
        self.service.close()

    def last_word(self):
        """What this book says and must go on saying: its hands in their order, which of those it
        knows do not count, its notes, which evenings are open that were closed once, and what a
        table has agreed on, if it has."""
        journal = self.service._book.everything()
        said = {}
        for evening in journal.record().evenings:
            began = {type(fact).__name__ for fact in journal.said
                     if getattr(fact, "evening", "") == evening.id}
            said[evening.id, "closed"] = evening.closed if began else None
            said[evening.id, "notes"] = evening.payments, evening.taken_back
            for sheet in evening.sheets:
                written = {entry.fact.id for entry in journal.sheets[sheet.id].steps
                           if type(entry.fact).__name__ == "HandRecorded"}
                said[sheet.id, "hands"] = list(sheet.hands)
                said[sheet.id, "undone"] = written - {each.stamp.id for each in sheet.hands}
                said[sheet.id, "end"] = sheet.ended, sheet.agreement
                agreed = any(type(entry.fact).__name__ == "AbsprachenChanged"
                             for entry in journal.sheets[sheet.id].steps)
                said[sheet.id, "agreed"] = sheet.absprachen if agreed else None
        return said


def kept(before, after):
    """Whether one of these still says what it said; hands and notes may have come after it, and
    with hands what the table has said since."""
    for key, was in before.items():
        now = after[key]
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


@pytest.mark.parametrize("seed", range(40))
def test_two_books_that_import_from_each_other_keep_their_last_words(seed):
    pair = Pair(seed)
    one, other = pair.devices
    for _ in range(3):
        for _ in range(10):
            pair.write(pair.rng.choice(pair.devices))
        for _ in range(2):
            for here, there in ((one, other), (other, one)):
                file = there.service.export()
                with suppress(Unreadable):  # who has paid somebody has been put together with him
                    file = file_of(there.service)
                preview = here.service.preview(file)
                before = here.last_word()
                if preview.correctable:
                    here.service.take(preview)
                kept(before, here.last_word())
        again = one.service.preview(other.service.export())
        assert not again.additions or not again.correctable
    pair.close()


def test_the_name_of_a_difference_is_its_place_in_the_file(service):
    """Without ids, in a book that has it: hand 3 of the second sheet of the second evening."""
    sheet = {"game": "kalter-schlag", "players": ["Anne", "Bert", "Cem", "Dora"],
             "hands": [loses("Anne", 70)] * 3}
    evening = {"date": date(2026, 11, 20).isoformat(), "place": "Altona", "sheets": [sheet] * 2}
    raw = {"format": "scorepad/1", "evenings": [{**evening, "place": "Barmbek"}, evening]}
    taken(service, document.read(json.dumps(raw).encode()))
    raw = json.loads(json.dumps(raw))
    raw["evenings"][1]["sheets"][1]["hands"][2] = loses("Bert", 80)
    [found] = service.preview(document.read(json.dumps(raw).encode())).differing
    assert found.name == "2/2/3"
