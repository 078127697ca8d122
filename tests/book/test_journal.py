"""Facts in, records out: what was corrected, voided, undone or renamed, and what counts then."""

import pytest

from scorepad.book import facts
from scorepad.book.record import HandRecord, Stamp
from tests.book.pages import NAMES, SHEET, A, B, Book, C, D, hand, loses


@pytest.fixture
def book():
    """Three hands, lost by Anne, Bert and Cem with 70, 80 and 90 Augen."""
    book = Book()
    book.hand("h1", loses("Anne", 70))
    book.hand("h2", loses("Bert", 80))
    book.hand("h3", loses("Cem", 90))
    return book


def test_hands_stand_in_the_order_they_were_recorded(book):
    assert book.points == [(70, 0, 0, 0), (0, 80, 0, 0), (0, 0, 90, 0)]
    assert book.record.hands[0] == HandRecord(
        hand(loses("Anne", 70)), stamp=Stamp("h1", 7000, "Anne"))


def test_a_sheet_is_what_was_agreed_on_when_it_was_opened():
    record = Book(stake=125, limit=1000).record
    assert (record.names, record.first_dealer, record.stake, record.currency) \
        == (NAMES, A, 125, "EUR")
    assert record.rules.written() == {"limit": 1000}
    assert (record.id, record.hands, record.next_dealer) == ("sheet", [], None)


# --- corrections ------------------------------------------------------------------------------


def test_amending_replaces_every_part_and_keeps_who_wrote_it_first(book):
    book.amend("h2", loses("Dora", 100, d=1), dealer=D, seats=(D, C, B, A), note="war Dora")
    assert book.record.hands[1] == HandRecord(
        hand(loses("Dora", 100, d=1)), D, (D, C, B, A), False, "war Dora",
        Stamp("h2", 8000, "Anne"))
    book.amend("h2", loses("Bert", 80))
    assert book.record.hands[1] == HandRecord(
        hand(loses("Bert", 80)), stamp=Stamp("h2", 8000, "Anne"))


def test_a_voided_hand_stays_scores_nothing_and_is_dealt_again(book):
    book.void("h2")
    assert book.points == [(70, 0, 0, 0), (0, 0, 0, 0), (0, 0, 90, 0)]
    assert [line.table.dealer for line in book.score.lines] == [A, B, B]
    book.restore("h2")
    assert book.points == [(70, 0, 0, 0), (0, 80, 0, 0), (0, 0, 90, 0)]
    assert [line.table.dealer for line in book.score.lines] == [A, B, C]


def test_amending_a_voided_hand_leaves_it_voided(book):
    book.void("h1")
    book.amend("h1", loses("Dora", 70))
    assert book.record.hands[0].voided and book.points[0] == (0, 0, 0, 0)


def test_steps_about_a_hand_that_was_taken_back_have_nothing_to_do(book):
    """Its recording can be undone by another device than the one that corrects it."""
    for step in (book.amend("h3", loses("Dora", 70)), book.void("h3"), book.restore("h3")):
        book.write(facts.Undone("sheet", "e9"))
        assert [hand.stamp.id for hand in book.record.hands] == ["h1", "h2"], step
        book.write(facts.Redone("sheet", "e9"))


# --- undo and redo ----------------------------------------------------------------------------


def test_undo_takes_back_the_last_step_and_redo_brings_it_back(book):
    book.amend("h1", loses("Dora", 70))
    book.void("h2")
    states = [book.points]
    for _ in range(3):
        book.undo()
        states.append(book.points)
    assert states == [
        [(0, 0, 0, 70), (0, 0, 0, 0), (0, 0, 90, 0)],
        [(0, 0, 0, 70), (0, 80, 0, 0), (0, 0, 90, 0)],
        [(70, 0, 0, 0), (0, 80, 0, 0), (0, 0, 90, 0)],
        [(70, 0, 0, 0), (0, 80, 0, 0)]]
    for state in reversed(states[:-1]):
        book.redo()
        assert book.points == state


def test_undo_ends_at_an_empty_sheet(book):
    assert [book.undo() for _ in range(3)] == ["e9", "e8", "e7"]
    assert book.points == [] and book.pages.history.undo is None
    assert [book.redo() for _ in range(3)] == ["e7", "e8", "e9"]
    assert book.pages.history.redo is None


def test_what_was_redone_can_be_undone_again(book):
    assert (book.undo(), book.redo(), book.undo()) == ("e9", "e9", "e9")
    assert book.pages.history.redo == "e9"
    assert book.points == [(70, 0, 0, 0), (0, 80, 0, 0)]


def test_a_new_step_ends_what_can_be_redone(book):
    book.undo()
    book.undo()
    book.hand("h4", loses("Dora", 70))
    assert book.pages.history.redo is None
    assert book.points == [(70, 0, 0, 0), (0, 0, 0, 70)]
    assert book.undo() == "e12" and book.pages.history.redo == "e12"


def test_two_devices_may_take_back_and_bring_back_the_same_step(book):
    book.write(facts.Undone("sheet", "e9"))
    book.write(facts.Undone("sheet", "e9"))
    assert book.redo() == "e9" and book.pages.history.redo is None
    book.write(facts.Redone("sheet", "e9"))
    assert book.pages.history.redo is None and len(book.points) == 3


def test_a_step_brought_back_after_a_newer_one_was_written_still_counts(book):
    book.undo()
    book.hand("h4", loses("Dora", 70))
    book.write(facts.Redone("sheet", "e9"))
    assert book.points == [(70, 0, 0, 0), (0, 80, 0, 0), (0, 0, 90, 0), (0, 0, 0, 70)]
    assert book.pages.history.redo is None


def test_undo_looks_at_one_sheet_only(book):
    sheet = book.entries[5].fact
    book.write(facts.SheetOpened("other", "evening", sheet.game, sheet.players, A, sheet.rules))
    book.write(facts.HandRecorded("h4", "other", hand(loses("Dora", 70))))
    assert book.pages.history.undo == "e9"
    assert book.journal.sheets["other"].history.undo == "e11"


# --- the end of a match -----------------------------------------------------------------------


def test_a_match_ended_and_resumed_by_the_table(book):
    for fact, ended in ((facts.MatchEnded, True), (facts.MatchResumed, False),
                        (facts.MatchEnded, True), (facts.MatchEnded, True)):
        book.write(fact(SHEET))
        assert book.record.ended == ended
    for ended in (True, False, True, False):
        book.undo()
        assert (book.record.ended, len(book.record.hands)) == (ended, 3)


def test_undoing_a_hand_before_its_end_leaves_the_match_ended(book):
    """Two devices: one ends the match while the other still takes its last hand back."""
    book.write(facts.MatchEnded(SHEET))
    book.write(facts.Undone(SHEET, "e9"))
    assert (book.record.ended, len(book.record.hands)) == (True, 2)


# --- the dealer -------------------------------------------------------------------------------


def test_a_named_dealer_deals_the_next_hand_and_the_deal_goes_on_from_there(book):
    book.name_dealer(C)
    assert (book.record.next_dealer, book.score.next.table.dealer) == (C, C)
    book.hand("h4", loses("Dora", 70))
    assert book.record.hands[3].dealer == C
    assert (book.record.next_dealer, book.score.next.table.dealer) == (None, D)


def test_the_last_naming_counts_and_can_be_undone(book):
    book.name_dealer(C)
    book.name_dealer(B)
    assert book.score.next.table.dealer == B
    book.undo()
    assert book.score.next.table.dealer == C
    book.undo()
    assert book.score.next.table.dealer == D


def test_a_hand_that_names_its_dealer_goes_before_a_dealer_named_earlier(book):
    book.name_dealer(C)
    book.hand("h4", loses("Dora", 70), dealer=A)
    assert (book.record.hands[3].dealer, book.record.next_dealer) == (A, None)


def test_undoing_the_hand_leaves_its_dealer_named(book):
    book.name_dealer(C)
    book.hand("h4", loses("Dora", 70))
    book.undo()
    assert book.record.next_dealer == C


# --- history ----------------------------------------------------------------------------------


def test_history_tells_who_wrote_what_and_what_holds(book):
    book.amend("h2", loses("Dora", 100))
    book.undo()
    book.void("h2")
    told = [(entry.id, type(entry.fact).__name__, entry.by, entry.at, holds)
            for entry, holds in book.pages.history.about("h2")]
    assert told == [("e8", "HandRecorded", "Anne", 8000, True),
                    ("e10", "HandAmended", "Bert", 10000, False),
                    ("e12", "HandVoided", "Anne", 12000, True)]
    assert book.pages.history.about("h2")[0][0].fact.hand == hand(loses("Bert", 80))
    assert book.pages.history.about("nobody's") == []


# --- players and evenings ---------------------------------------------------------------------


def test_renaming_holds_everywhere_from_the_first_hand_on(book):
    before = book.points
    book.write(facts.PlayerRenamed("p3", "Celia"))
    assert book.record.names == ("Anne", "Bert", "Celia", "Dora")
    assert book.journal.record().players == ("Anne", "Bert", "Celia", "Dora")
    assert book.points == before


def test_an_evening_keeps_its_sheets_in_order_and_its_place(book):
    opened = book.entries[5].fact
    book.write(facts.SheetOpened("second", "evening", opened.game, opened.players[::-1], B,
                                 opened.rules, None, "CHF"))
    evening = book.journal.record().evenings[0]
    assert (evening.id, evening.place, evening.date.isoformat()) \
        == ("evening", "Altona", "2026-11-20")
    assert [(sheet.id, sheet.names, sheet.stake, sheet.currency) for sheet in evening.sheets] \
        == [("sheet", NAMES, 50, "EUR"), ("second", NAMES[::-1], None, "CHF")]


def test_an_unknown_sheet_is_an_error(book):
    with pytest.raises(KeyError):
        book.journal.sheets["nowhere"]
