"""What a file would add to the book: new, known, different; and what is written for it."""

import json
from dataclasses import replace

import pytest
from hypothesis import given

from scorepad.book.facts import DealerNamed, Entry
from scorepad.book.journal import Journal
from scorepad.book.merge import merge
from scorepad.book.merge_ids import made, with_ids
from scorepad.book.record import BookRecord, Stamp
from scorepad.document import read, write
from scorepad.games.kalter_schlag import Durchmarsch, KalterSchlagRules
from tests.book.pages import A, B, Book, C, D, loses
from tests.oracle import documents

EMPTY = BookRecord(())


@pytest.fixture
def record():
    """A closed evening with three hands: one plain, one with everything, one voided."""
    book = Book()
    book.hand("h1", loses("Anne", 70))
    book.hand("h2", loses("Bert", 80), dealer=D, seats=(D, C, B, A), note="Dora gab")
    book.hand("h3", loses("Cem", 90))
    book.void("h3")
    book.name_dealer(C)
    record = book.journal.record()
    return replace(record, evenings=(replace(record.evenings[0], closed=True),))


def compared(book, incoming):
    """The comparison of a file with a book that has taken in what `book` says."""
    return merge(journal(merge(Journal(), book).additions), incoming)


def journal(additions):
    """The book that these additions make, by entries whose ids are those of an import."""
    return Journal.of(Entry(f"00000000-0000-8000-8000-{number:012}", addition.fact,
                            *(addition.stamp or Stamp(""))[1:])
                      for number, addition in enumerate(additions))


def taken(additions):
    """The same as it counts."""
    return journal(additions).record()


def fixes(merged):
    """What makes the book say what the file says."""
    return merged.taking(merged.takeable)


def changed(record, hand=None, **sheet):
    """The record with other parts of its sheet, or (index, parts) of one of its hands."""
    [old] = record.evenings[0].sheets
    hands = list(old.hands)
    if hand:
        index, parts = hand
        hands[index] = hands[index]._replace(**parts)
    new = replace(old, **{"hands": hands, **sheet})
    return replace(record, evenings=(replace(record.evenings[0], sheets=(new,)),))


def faults(merged):
    return [problem.place for problem in merged.differing]


SHEET = ("evenings", 0, "sheets", 0)


# --- new and known ----------------------------------------------------------------------------


def test_into_an_empty_book_everything_is_new_and_arrives_as_it_was(record):
    merged = compared(EMPTY, record)
    assert merged.new == {"players": 4, "evenings": 1, "sheets": 1, "hands": 3}
    assert (merged.known, merged.differing, fixes(merged)) == ({}, (), ())
    assert taken(merged.additions) == record


def test_stamps_come_along(record):
    hands = [addition for addition in compared(EMPTY, record).additions if addition.stamp]
    assert [(type(addition.fact).__name__, addition.stamp.at, addition.stamp.by)
            for addition in hands] == [
        ("HandRecorded", 7000, "Anne"), ("HandRecorded", 8000, "Anne"),
        ("HandRecorded", 9000, "Anne"), ("HandVoided", 9000, "Anne")]
    assert all(addition.evening == "evening" for addition in hands)


def test_what_the_book_has_is_known_and_adds_nothing(record):
    merged = compared(record, record)
    assert merged.known == {"players": 4, "evenings": 1, "sheets": 1, "hands": 3}
    assert (merged.new, merged.differing, merged.additions, fixes(merged)) == ({}, (), (), ())


def test_later_hands_are_added_and_an_earlier_file_adds_nothing(record):
    earlier = changed(record, hands=record.evenings[0].sheets[0].hands[:1], next_dealer=None)
    merged = compared(earlier, record)
    assert (merged.new, merged.known["hands"], merged.differing) == ({"hands": 2}, 1, ())
    names = [type(addition.fact).__name__ for addition in merged.additions]
    assert names == ["HandRecorded", "HandRecorded", "HandVoided", "DealerNamed"]
    merged = compared(record, earlier)
    assert (merged.new, merged.additions, merged.differing) == ({}, (), ())


def test_a_file_that_closes_an_evening_closes_it(record):
    running = replace(record, evenings=(replace(record.evenings[0], closed=False),))
    [addition] = compared(running, record).additions
    assert type(addition.fact).__name__ == "EveningClosed"
    assert compared(record, running).additions == ()


def test_a_new_player_gets_an_id_and_a_known_one_keeps_it(record):
    names = ("Anne", "Bert", "Cem", "Emil")
    incoming = replace(changed(record, names=names, id="s2"), players=("Emil", "Anne"))
    merged = compared(record, incoming)
    assert (merged.new["players"], merged.known["players"]) == (1, 1)
    facts = {type(addition.fact).__name__: addition.fact for addition in merged.additions}
    emil = made("player", "Emil")
    assert (facts["PlayerAdded"].player, facts["PlayerAdded"].name) == (emil, "Emil")
    assert facts["SheetOpened"].players == ("p1", "p2", "p3", emil)


# --- different --------------------------------------------------------------------------------

CORRECTIONS = [
    # the hand in the file, the facts that correct the book by it
    ((0, {"hand": Durchmarsch(B)}), ["HandAmended"]),
    ((0, {"dealer": C}), ["HandAmended"]),
    ((1, {"note": ""}), ["HandAmended"]),
    ((0, {"voided": True}), ["HandVoided"]),
    ((2, {"voided": False}), ["HandRestored"]),
    ((2, {"voided": False, "seats": (D, C, B, A)}), ["HandAmended", "HandRestored"]),
]


@pytest.mark.parametrize("hand, facts", CORRECTIONS)
def test_a_hand_that_differs_can_be_corrected(record, hand, facts):
    incoming = changed(record, hand)
    merged = compared(record, incoming)
    assert faults(merged) == [(*SHEET, "hands", hand[0])]
    assert str(merged.differing[0].message) == "is different in the book"
    assert merged.correctable and merged.additions == ()
    assert [type(correction.fact).__name__ for correction in fixes(merged)] == facts
    before = compared(EMPTY, record).additions
    assert taken((*before, *fixes(merged))).evenings == incoming.evenings


UNLIKE = [
    # parts of the sheet in the file
    ({"names": ("Bert", "Anne", "Cem", "Dora")}, SHEET),
    ({"first_dealer": D}, SHEET),
    ({"rules": KalterSchlagRules(limit=1000)}, SHEET),
    ({"stake": None}, SHEET),
    ({"currency": "CHF"}, SHEET),
]


@pytest.mark.parametrize("parts, place", UNLIKE)
def test_another_sheet_under_the_same_id_cannot_be_taken(record, parts, place):
    merged = compared(record, changed(record, **parts))
    assert (faults(merged), merged.correctable, merged.additions) == ([place], False, ())


def test_another_evening_under_the_same_id_cannot_be_taken(record):
    elsewhere = replace(record, evenings=(replace(record.evenings[0], place="Barmbek"),))
    merged = compared(record, elsewhere)
    assert (faults(merged), merged.correctable) == ([("evenings", 0, "date")], False)


ORDERS = {
    # the hands of the book and of the file, by their places; what is said, and how many come in
    "another order": ((0, 1, 2), (2, 1, 0), "another order", 0),
    "another order, and one more": ((0, 1), (1, 0, 2), "another order", 1),
    "the first is missing": ((0, 1, 2), (1, 2), "other hands", 0),
    "the first is missing, and one more": ((0, 1), (1, 2), "other hands", 0),
    "another in between": ((0, 2), (0, 1, 2), "other hands", 0),
    "none is the same": ((0,), (1, 2), "other hands", 0),
}


@pytest.mark.parametrize("ours, theirs, told, new", ORDERS.values(), ids=ORDERS)
def test_hands_in_another_order_stay_and_the_rest_comes_in(record, ours, theirs, told, new):
    """Besides, the file closes the evening and has another one."""
    hands = record.evenings[0].sheets[0].hands
    book = changed(record, hands=[hands[place] for place in ours], next_dealer=None)
    book = replace(book, evenings=(replace(book.evenings[0], closed=False),))
    file = changed(record, hands=[hands[place] for place in theirs], next_dealer=B)
    other = replace(record.evenings[0], id="other", sheets=())
    merged = compared(book, replace(file, evenings=(*file.evenings, other)))
    assert merged.correctable and merged.new["evenings"] == 1
    [(place, message)] = [(each.place, str(each.message)) for each in merged.differing
                          if each.place[-1] != "closed"]
    assert place == (*SHEET, "hands") and told in message
    assert merged.new.get("hands", 0) == new
    after = taken((*compared(EMPTY, book).additions, *merged.additions)).evenings[0]
    assert [hand.stamp.id for hand in after.sheets[0].hands] == [
        *[hands[place].stamp.id for place in ours], *["h3"] * new]
    assert after.closed == ({*ours} <= {*theirs})
    assert after.sheets[0].next_dealer == (B if new else None)
    assert compared(taken((*compared(EMPTY, book).additions, *merged.additions)),
                    file).additions == ()


def test_a_sheet_that_the_book_has_on_another_evening_cannot_be_taken(record):
    moved = replace(record, evenings=(replace(record.evenings[0], id="other"),))
    merged = compared(record, moved)
    assert (faults(merged), merged.correctable) == ([SHEET], False)


def test_another_dealer_for_the_hand_to_come_can_be_taken(record):
    book, incoming = changed(record, next_dealer=A), changed(record, next_dealer=D)
    merged = compared(book, incoming)
    assert faults(merged) == [(*SHEET, "next_dealer")] and merged.correctable
    assert merged.additions == ()
    before = compared(EMPTY, book).additions
    assert taken((*before, *fixes(merged))).evenings == incoming.evenings
    assert compared(incoming, changed(record, next_dealer=None)).differing == ()


def test_a_dealer_is_named_for_the_hand_to_come_where_the_book_names_none(record):
    [addition] = compared(changed(record, next_dealer=None), record).additions
    assert addition.fact == DealerNamed("sheet", C)


def test_a_new_hand_is_not_dealt_by_who_was_named_only_in_the_book(record):
    """The book says that Dora deals the hand to come; the file has it, and nobody was named."""
    hands = record.evenings[0].sheets[0].hands
    book = changed(record, hands=hands[:2], next_dealer=D)
    merged = compared(book, record)
    assert (merged.new, merged.differing) == ({"hands": 1}, ())
    before = compared(EMPTY, book).additions
    assert taken((*before, *merged.additions)).evenings[0].sheets == record.evenings[0].sheets


@pytest.mark.parametrize("ended", [True, False])
def test_who_has_more_hands_knows_whether_the_match_was_ended(record, ended):
    full = changed(record, ended=ended, next_dealer=None)
    earlier = changed(full, hands=full.evenings[0].sheets[0].hands[:2], ended=not ended)
    merged = compared(earlier, full)
    assert (merged.new, merged.differing) == ({"hands": 1}, ())
    before = compared(EMPTY, earlier).additions
    assert taken((*before, *merged.additions)).evenings == full.evenings
    merged = compared(full, earlier)
    assert (merged.additions, merged.differing) == ((), ())


@pytest.mark.parametrize("ended", [True, False])
def test_after_the_same_hands_another_end_can_be_taken(record, ended):
    book, incoming = changed(record, ended=not ended), changed(record, ended=ended)
    merged = compared(book, incoming)
    assert (faults(merged), merged.additions) == ([(*SHEET, "ended")], ()) and merged.correctable
    before = compared(EMPTY, book).additions
    assert taken((*before, *fixes(merged))).evenings == incoming.evenings
    assert compared(incoming, incoming).differing == ()


# --- without ids ------------------------------------------------------------------------------


def test_ids_are_made_from_the_place_and_stay_the_same(record):
    raw = json.dumps({"format": "scorepad/1", "evenings": [
        {"date": "2026-11-20", "sheets": [
            {"game": "kalter-schlag", "players": ["Anne", "Bert", "Cem", "Dora"],
             "hands": [loses("Anne", 70)] * 2}] * 2}] * 2}).encode()
    book = with_ids(read(raw))
    assert book == with_ids(read(raw)) == with_ids(book)
    ids = [evening.id for evening in book.evenings]
    ids += [sheet.id for evening in book.evenings for sheet in evening.sheets]
    ids += [hand.stamp.id for evening in book.evenings for sheet in evening.sheets
            for hand in sheet.hands]
    assert len(set(ids)) == len(ids) == 2 + 4 + 8 and all(ids)
    assert with_ids(record) == record


def of_a_day(*sheets):
    """A file with evenings of one day and place, none with an id, each with one sheet: who sits
    there, and who loses its hands with how many Augen."""
    return read(json.dumps({"format": "scorepad/1", "evenings": [
        {"date": "2026-11-20", "place": "Altona", "sheets": [
            {"game": "kalter-schlag", "players": list(players),
             "hands": [loses_of(*hand) for hand in hands]}]}
        for players, *hands in sheets]}).encode())


def loses_of(player, augen):
    return {"augen": {player: augen}}


FOUR, OTHERS = ("Anne", "Bert", "Cem", "Dora"), ("Emil", "Fritz", "Gerd", "Hans")
NOON = (FOUR, ("Anne", 70), ("Bert", 80))
NIGHT = (FOUR, ("Cem", 90), ("Dora", 66), ("Anne", 64))


@pytest.mark.parametrize("other", [
    (OTHERS, ("Emil", 70), ("Fritz", 80)),  # other people
    (FOUR[::-1], ("Anne", 70), ("Bert", 80)),  # who sat otherwise
    NIGHT,  # the same people, and no hand is the same
])
def test_two_evenings_of_one_day_without_ids_are_two(other):
    book = taken(compared(EMPTY, of_a_day(NOON)).additions)
    merged = compared(book, of_a_day(other))
    assert (merged.new["evenings"], merged.differing) == (1, ())
    both = taken(compared(EMPTY, of_a_day(NOON, other)).additions)
    assert next(addition.evening for addition in merged.additions if addition.evening) \
        == both.evenings[1].id
    for file in (of_a_day(NOON), of_a_day(other), of_a_day(other, NOON), of_a_day(NOON, other)):
        again = compared(both, file)
        assert (again.new, again.differing, again.additions) == ({}, (), ())


@pytest.mark.parametrize("later, new, differs", [
    ((FOUR, ("Anne", 70), ("Bert", 80), ("Cem", 90)), {"hands": 1}, 0),  # it went on
    ((FOUR, ("Anne", 70)), {}, 0),  # it was not over
    ((FOUR, ("Anne", 70), ("Bert", 66)), {}, 1),  # a hand is corrected
    ((FOUR, ("Dora", 66)), {}, 1),  # its only hand is: one alone tells nothing
])
def test_the_same_evening_without_an_id_is_known_again(later, new, differs):
    book = taken(compared(EMPTY, of_a_day(NOON)).additions)
    merged = compared(book, of_a_day(later))
    assert (merged.new, len(merged.differing), merged.correctable) == (new, differs, True)


def test_a_made_id_keeps_who_wrote_it_when():
    raw = json.dumps({"format": "scorepad/1", "evenings": [{"date": "2026-11-20", "sheets": [
        {"game": "kalter-schlag", "players": ["Anne", "Bert", "Cem", "Dora"],
         "hands": [{**loses("Anne", 70), "by": "Bert", "at": "1970-01-01T00:00:05Z"}]}]}]}).encode()
    [evening] = with_ids(read(raw)).evenings
    stamp = evening.sheets[0].hands[0].stamp
    assert stamp.id and (stamp.at, stamp.by) == (5000, "Bert")


@given(documents())
def test_importing_twice_changes_nothing_and_the_export_is_the_same_again(raw):
    incoming = read(json.dumps(raw).encode())
    first = compared(EMPTY, incoming)
    book = taken(first.additions)
    assert not first.differing
    again = compared(book, incoming)
    assert (again.new, again.additions, again.differing) == ({}, (), ())
    exported = compared(EMPTY, read(write(book).encode()))
    assert taken(exported.additions) == book


def test_the_clubs_name_is_taken_kept_and_corrected(record):
    named = replace(record, club="Altenburg")
    [addition] = compared(record, named).additions
    assert taken([addition]).club == "Altenburg"
    assert compared(named, record).additions == compared(named, named).additions == ()
    other = compared(named, replace(record, club="Leipzig"))
    assert faults(other) == [("club", "name")] and other.additions == ()
    assert taken(fixes(other)).club == "Leipzig"
