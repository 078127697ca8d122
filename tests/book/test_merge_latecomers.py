"""Late-comers in a file and in the book: who they are counts, not in which order they are named."""

import json

from scorepad.book.facts import HandAmended, PlayerJoined
from scorepad.book.merge import merge
from scorepad.book.replay import replay
from scorepad.document import read, write
from tests.book.test_merge import compared, fixes, journal

FIRST = {"id": "h1", "re": ["B", "C"], "augen": 131}


def book(*hands, **sheet):
    """A book with one sheet of Doppelkopf that A, B, C and D began."""
    return read(json.dumps({"format": "scorepad/1", "evenings": [
        {"id": "e", "date": "2026-11-20", "sheets": [{
            "id": "s", "game": "doppelkopf-altenburg", "players": list("ABCD"),
            "hands": list(hands), **sheet}]}]}).encode())


def hand(id, seats=None, **more):
    """A plain hand, perhaps of a new seating; the first two of it are Re."""
    seated = {"players": list(seats)} if seats else {}
    return {"id": id, "re": list((seats or "BC")[:2]), "augen": 131, **seated,
            "aktive": list((seats or "ABCD")[:4]), **more}


class History:
    """A book that takes in one file after the other, and every correction in them."""

    def __init__(self):
        self.written = ()

    @property
    def book(self):
        return journal(self.written).record()

    def take(self, incoming):
        merged = merge(journal(self.written), incoming)
        self.written += merged.additions + fixes(merged)
        return merged


def only(book):
    return book.evenings[0].sheets[0]


def test_a_file_with_a_late_comer_more_brings_him_and_his_hands():
    history, after = History(), book(FIRST, hand("h2", "ABCE"))
    history.take(book(FIRST))
    merged = history.take(after)
    assert merged.differing == () and merged.new == {"players": 1, "hands": 1}
    assert [type(step.fact) for step in merged.additions].count(PlayerJoined) == 1
    assert history.book.evenings == after.evenings


def test_a_file_from_before_the_late_comer_came_changes_nothing():
    merged = compared(book(FIRST, hand("h2", "ABCE")), book(FIRST))
    assert (merged.additions, merged.differing) == ((), ())


def test_who_came_first_in_the_book_but_sits_later_in_the_file_is_known():
    """Of two late-comers the book's correction has seated the other one first."""
    history, theirs = History(), book(hand("h1", "ABCF"), hand("h2", "ABCEF"))
    history.take(book(hand("h1", "ABCE"), hand("h2", "ABCEF")))
    amended = history.take(theirs)
    assert amended.additions == () and amended.correctable
    assert [type(step.fact) for step in fixes(amended)] == [HandAmended]
    assert only(history.book).names == (*"ABCDEF",) and only(theirs).names == (*"ABCDFE",)
    again = history.take(read(write(history.book).encode()))
    assert (again.additions, fixes(again), again.differing) == ((), (), ())
    points = [dict(zip(only(each).names, replay(only(each)).tally.totals))
              for each in (history.book, theirs)]
    assert points[0] == points[1]


def test_who_has_come_and_not_sat_down_is_in_no_file_and_stays_in_the_book():
    history = History()
    history.take(book(FIRST, next_players=list("ABCDE")))
    assert only(history.book).names == (*"ABCDE",)
    assert history.take(book(FIRST, hand("h2", "ABCDF"))).differing == ()
    assert only(history.book).names == (*"ABCDEF",)


def test_others_at_the_first_hand_are_another_table():
    merged = compared(book(FIRST), book(FIRST, players=list("ABDC")))
    assert not merged.correctable and merged.additions == ()
