"""What another book brings: entries that fit are taken in once, the others are named one by one."""

import json
from io import BytesIO

import pytest

from scorepad.book.facts import Entry, PlayerAdded, PlayerRenamed
from scorepad.book.history.causality import Knowing
from scorepad.book.history.knowing import apart_in
from scorepad.book.journal import Journal
from scorepad.i18n.message import Message
from scorepad.storage import file_of_entries
from scorepad.storage.file_of_entries import NotEntries
from scorepad.storage.links import Heads, digest_of, linked
from tests.storage.piles import asked_of, united


@pytest.fixture
def here(written, opened):
    """The entries of a book, as they are kept."""
    return list(opened(written).rows())


def broken(row, column, value, *, signed=False):
    """A row in which something was changed; signed: by somebody who has counted it up anew."""
    changed = list(row)
    changed[column] = value
    if signed:
        changed[-1] = digest_of(changed)
    return tuple(changed)


def test_all_of_a_book_is_known_to_its_copy(here):
    new, found = united(asked_of(here), here)
    assert (new, found.known, found.refused) == ([], 8, [])


def test_all_of_a_book_is_new_to_an_empty_one(here):
    new, found = united(asked_of([]), here)
    assert (new, found.known, found.refused) == (here, 0, [])


@pytest.mark.parametrize("cut", range(9))
def test_what_came_whole_makes_sense(here, cut):
    new, found = united(asked_of([]), here[:cut])
    assert (len(new), found.refused) == (cut, [])
    assert united(asked_of(new), here)[0] == here[cut:]


def heads(row):
    return Heads(row[7], (bytes(row[9]),))


WRONG = {
    "a changed byte": (lambda rows: broken(rows[3], 4, "Emil"), "is not as it was written"),
    "known under another content": (
        lambda rows: broken(rows[3], 5, '{"player":"p4","name":"Emil"}', signed=True),
        "is in this book with other content"),
    "an entry without end": (
        lambda rows: linked(("x", None, "ClubNamed", 0, "", f'{{"name":"{"A" * 2_000_000}"}}'),
                            heads(rows[3])), "is too long"),
    "nobody knows what it follows": (
        lambda rows: linked(("x", None, "ClubNamed", 0, "", '{"name":"A"}'),
                            Heads(4, (b"?" * 16,))),
        "follows entries that are missing"),
    "another clock": (
        lambda rows: linked(("x", None, "ClubNamed", 0, "", '{"name":"A"}'),
                            heads(rows[3])._replace(clock=7)), "is not as it was written"),
    "a time that no database keeps": (
        lambda rows: linked(("x", None, "ClubNamed", 10**30, "", '{"name":"A"}'),
                            heads(rows[3])), "has no valid time"),
    "half a letter": (
        lambda rows: linked(("x", None, "ClubNamed", 0, "\ud800", '{"name":"A"}'),
                            heads(rows[3])), "cannot be read"),
    "a sign that ends a text": (
        lambda rows: linked(("x\0", None, "ClubNamed", 0, "", '{"name":"A"}'),
                            heads(rows[3])), "cannot be read"),
}


@pytest.mark.parametrize(("made", "why"), WRONG.values(), ids=WRONG)
def test_what_cannot_be_kept_is_named_and_the_rest_comes_in(here, made, why):
    rows = [tuple(row) for row in here]
    good = linked(("y", None, "ClubNamed", 0, "", '{"name":"Altona"}'), heads(rows[3]))
    new, found = united(asked_of(rows), [made(rows), good])
    assert [(number, str(fault)) for number, fault in found.refused] == [(1, why)]
    assert new == [good]


def test_what_follows_a_refused_entry_is_refused_too(here):
    rows = [tuple(row) for row in here]
    bad = linked(("x\0", None, "ClubNamed", 0, "", "{}"), heads(rows[3]))
    after = linked(("y", None, "ClubNamed", 0, "", '{"name":"Altona"}'), heads(bad))
    assert [str(fault) for _, fault in united(asked_of(rows), [bad, after])[1].refused] == [
        "cannot be read", "follows entries that are missing"]


SET_ASIDE = {
    "an unknown kind": ((None, "HandShuffled", {}),
                        "is of a kind that this Scorepad does not know"),
    "an event of a newer version": (
        (None, "TariffSet", {"event": "schneemann", "valid_from": "2026-11-20", "stars": 1}),
        "is of a kind that this Scorepad does not know"),
    "no fields": ((None, "ClubNamed", {}), "cannot be read"),
    "a sheet that it cannot know": (("evening", "MatchEnded", {"sheet": "none"}),
                                    'names "none", which it cannot know'),
    "a player whom nobody has added": ((None, "PlayerRenamed", {"player": "p9", "name": "A"}),
                                       'names "p9", which it cannot know'),
    "a seat too many": (("evening", "DealerNamed", {"sheet": "sheet", "dealer": 4}),
                        "names seat 4, and there are 4"),
    "another evening": ((None, "EveningClosed", {"evening": "evening"}),
                        "is filed under another evening"),
}


@pytest.mark.parametrize(("made", "why"), SET_ASIDE.values(), ids=SET_ASIDE)
def test_what_makes_no_sense_is_kept_and_set_aside_and_the_rest_comes_in(
        here, written, opened, made, why):
    part, kind, fields = made
    bad = linked(("x", part, kind, 0, "", json.dumps(fields)),
                 heads(here[3 if part is None else 7]))
    good = linked(("y", None, "ClubNamed", 0, "", '{"name":"Altona"}'),
                  heads(bad if part is None else here[3]))
    book = opened(written)
    found = book.join([bad, good])
    assert (found.new.total(), found.refused) == (2, [])
    journal = Journal.of(book.everything())
    assert [(each.entry, str(each.why)) for each in journal.set_aside()] == [("x", why)]
    assert journal.club == "Altona" and len(journal.record().evenings[0].sheets[0].hands) == 2
    assert [row[0] for row in book.rows()][-2:] == ["x", "y"]


def hand_row(own, before):
    return linked((own, "evening", "HandRecorded", 0, "", json.dumps(
        {"id": own, "sheet": "sheet", "hand": {"durchmarsch": "0"}})), before)


# --- who knew what --------------------------------------------------------------------------------


def knowing(*entries):
    return [Knowing(clock, own, "", tuple(each.encode() * 16 for each in after),
                    own.encode() * 16) for own, clock, *after in entries]


@pytest.mark.parametrize(("entries", "found"), [
    ((("a", 1), ("b", 2, "a"), ("c", 3, "b")), {}),
    ((("a", 1), ("b", 2, "a"), ("c", 2, "a")), {"b": {"c"}, "c": {"b"}}),
    ((("a", 1), ("b", 2, "a"), ("c", 2, "a"), ("d", 3, "b", "c"), ("e", 4, "d")),
     {"b": {"c"}, "c": {"b"}}),
    ((("a", 1), ("b", 2, "a"), ("c", 3, "b"), ("d", 2, "a"), ("e", 4, "c", "d")),
     {"b": {"d"}, "c": {"d"}, "d": {"b", "c"}}),
    ((("a", 1), ("b", 1)), {"a": {"b"}, "b": {"a"}}),
], ids=["a chain", "two went on", "and met", "one went further", "from the beginning"])
def test_entries_that_were_written_apart(entries, found):
    for links in (knowing(*entries), reversed(knowing(*entries))):
        assert {own: {*others} for own, others in apart_in(links, {}).items()} == found


# --- files ----------------------------------------------------------------------------------------


def test_a_file_of_entries_is_read_back_as_it_was(here):
    content = "".join(f"{line}\n" for line in file_of_entries.written(here)).encode()
    assert file_of_entries.is_of_entries(content)
    assert [tuple(row) for row in file_of_entries.entries_in(BytesIO(content))] == [
        (*row[:8], bytes(row[8]), bytes(row[9])) for row in here]


def test_a_file_that_was_cut_off_holds_what_came_whole(here):
    content = "\n".join(file_of_entries.written(here)).encode()
    for size in range(len(file_of_entries.HEAD), len(content), 7):
        found = list(file_of_entries.entries_in(BytesIO(content[:size])))
        assert not any(isinstance(row, Message) for row in found)
        assert len(found) <= len(here)
    assert len(list(file_of_entries.entries_in(BytesIO(content)))) == 8


@pytest.mark.parametrize("line", [
    "", "null", "7", "{}", "[]", '{"id": 1}', "not json", "\x00", '{"id": "x", "evening": null}'])
def test_a_line_that_is_no_entry_is_named(here, line):
    lines = list(file_of_entries.written(here))
    content = "\n".join([*lines[:3], line, *lines[3:], ""]).encode()
    found = list(file_of_entries.entries_in(BytesIO(content)))
    assert [str(each) for each in found if isinstance(each, Message)] == ["is no entry"]
    assert len(found) == 9


@pytest.mark.parametrize("content", [
    b"", b"{}", b'{"format": "scorepad/1"}', b"\xff\xfe", b"SQLite"])
def test_another_file_is_no_file_of_entries(content):
    assert not file_of_entries.is_of_entries(content)
    with pytest.raises(NotEntries):
        list(file_of_entries.entries_in(BytesIO(content)))


# --- two people of one name -----------------------------------------------------------------------


def test_names_that_two_books_have_added_are_told_apart(written, opened):
    store = opened(written)
    store.append_all([(Entry("e90", PlayerAdded("p9", "Anne")), None),
                      (Entry("e91", PlayerAdded("p8", "Anne")), None),
                      (Entry("e92", PlayerRenamed("p2", "Anne (2)")), None)])
    people = Journal.of(store.frame()).people
    assert people.names == {"p1": "Anne", "p2": "Anne (2)", "p3": "Cem", "p4": "Dora",
                            "p9": "Anne (3)", "p8": "Anne (4)"}
    store.append_all([(Entry("e93", PlayerRenamed("p1", "Anna")), None)])
    assert Journal.of(store.frame()).people.names["p9"] == "Anne"


def test_an_evening_closed_by_somebody_who_did_not_know_the_last_hand_is_open(
        written, opened, here):
    store, rows = opened(written), [tuple(row) for row in here]
    assert store.join([linked(("closed", "evening", "EveningClosed", 0, "",
                               '{"evening":"evening"}'), heads(rows[7]))]).new
    assert Journal.of(store.frame()).evenings["evening"].closed
    assert store.join([hand_row("h9", heads(rows[7]))]).new
    assert not Journal.of(store.frame()).evenings["evening"].closed
    assert not Journal.of(store.everything()).evenings["evening"].closed


# --- wrong clocks ---------------------------------------------------------------------------------


@pytest.mark.parametrize("at", [-5_000_000_000, 0, 253_402_300_800_000, 2**62])
def test_a_hand_saved_under_a_wrong_clock_comes_in(here, written, opened, at):
    """In 1969, at no known time, and from the year 10000 on."""
    hand = linked(("h9", "evening", "HandRecorded", at, "", json.dumps(
        {"id": "h9", "sheet": "sheet", "hand": {"durchmarsch": "0"}})), heads(here[7]))
    book = opened(written)
    assert book.join([hand]).refused == []
    sheet = Journal.of(book.everything()).record().evenings[0].sheets[0]
    assert [each.stamp.id for each in sheet.hands][-1] == "h9"
