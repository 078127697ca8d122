"""The sheet that follows from its hands: totals, dealers, matches that move, and problems."""

import json

import pytest
from hypothesis import given

from scorepad.book.record import HandRecord
from scorepad.book.replay import replay
from scorepad.book.scoresheet import problems
from scorepad.document import read, write
from scorepad.games.game import Outcome, Reason
from scorepad.games.kalter_schlag import Durchmarsch, Ramsch
from tests.book.pages import A, B, Book, C, D, loses
from tests.oracle import documents

KALT = {"augen": {"Anne": 63, "Bert": 57}, "jungfern": ["Cem", "Dora"], "verdopplungen": 3}
"""Anne writes 2020."""


def dealers(book):
    """Who dealt each hand, and who deals the next."""
    score = book.score
    return [line.table.dealer for line in score.lines] + [score.next.table.dealer]


# --- the deal ---------------------------------------------------------------------------------

DEALS = [
    # what happens at the hands in turn, who deals them and the next; Anne deals first
    ("clockwise", [{}, {}, {}, {}], [A, B, C, D, A]),
    ("named by hand, it goes on from there", [{}, {"dealer": D}, {}], [A, D, A, B]),
    ("named for the first hand", [{"dealer": C}, {}], [C, D, A]),
    ("voided: dealt again", [{}, {"voided": True}, {}], [A, B, B, C]),
    ("voided twice", [{"voided": True}, {"voided": True}], [A, A, A]),
    ("voided and named: the named one again", [{}, {"voided": True, "dealer": D}, {}],
     [A, D, D, A]),
    ("new seats: left of the last dealer", [{}, {"seats": (A, C, B, D)}, {}], [A, C, B, D]),
    ("new seats for the first hand", [{"seats": (A, D, C, B)}, {}], [A, D, C]),
    ("new seats and named", [{}, {"seats": (A, C, B, D), "dealer": B}, {}], [A, B, D, A]),
    ("new seats after a voided hand", [{}, {"voided": True}, {"seats": (D, C, B, A)}],
     [A, B, B, A]),
    ("new seats at a voided hand stay", [{}, {"voided": True, "seats": (D, C, B, A)}, {}],
     [A, D, D, C]),
]


@pytest.mark.parametrize("hands, expected", [pytest.param(*row, id=case) for case, *row in DEALS])
def test_who_deals(hands, expected):
    book = Book()
    for number, extras in enumerate(hands):
        named = {key: extras[key] for key in extras if key != "voided"}
        book.hand(f"h{number}", loses("Dora", 70), **named)
    for number, extras in enumerate(hands):
        if "voided" in extras:
            book.void(f"h{number}")
    assert dealers(book) == expected


def test_a_loser_deals_unless_somebody_is_named():
    book = Book()
    book.hand("h1", loses("Anne", 70))
    book.hand("h2", KALT)
    assert (dealers(book)[-1], book.score.next.chosen_by) == (A, A)
    book.name_dealer(C)
    assert (dealers(book)[-1], book.score.next.chosen_by) == (C, A)
    book.hand("h3", loses("Anne", 70))
    assert (dealers(book), book.score.next.chosen_by) == ([A, B, C, D], None)


def test_new_seats_after_a_match_leave_the_deal_with_its_winner_or_loser():
    book = Book()
    book.hand("h1", KALT)
    book.hand("h2", loses("Bert", 70), seats=(D, C, B, A))
    assert dealers(book) == [A, A, D]


def test_active_players_sit_as_they_sit_now():
    book = Book()
    book.hand("h1", loses("Bert", 70), seats=(C, A, D, B))
    score = book.score
    assert score.lines[0].table.active == score.next.table.active == (C, A, D, B)


# --- matches ----------------------------------------------------------------------------------


def test_matches_follow_each_other_without_a_gap():
    book = Book()
    book.hand("h1", KALT)
    for number in range(2, 8):
        book.hand(f"h{number}", loses("Bert", 70))
    book.void("h4")
    first, second = book.score.matches
    assert (first.first_hand, first.last_hand, first.outcome) == (1, 1, Outcome(Reason.LOST, A))
    assert (second.first_hand, second.last_hand, second.outcome) == (2, 7, Outcome(Reason.WON, B))
    assert first.payout == (-300, 100, 100, 100) and second.payout == (-100, 300, -100, -100)
    assert book.score.payout == (-400, 400, 0, 0)
    assert [line.match for line in book.score.lines] == [first, *[None] * 5, second]
    assert book.score.tally.totals == (0, 0, 0, 0)


def test_without_a_stake_nobody_is_paid():
    book = Book(stake=None)
    book.hand("h1", KALT)
    assert book.score.matches[0].payout is None and book.score.payout is None


def test_before_the_first_match_has_ended_nobody_is_paid_anything():
    book = Book()
    assert book.score.payout == (0, 0, 0, 0)
    assert book.score.tally.totals == (0, 0, 0, 0) and not book.score.lines


def test_correcting_hand_2_moves_the_end_of_the_match():
    """Bert's fifth hand wins; corrected to Anne's, he has four, and one more hand is his fifth."""
    book = Book()
    for number in range(1, 6):
        book.hand(f"h{number}", loses("Bert", 70))
    book.hand("h6", loses("Bert", 80))
    book.hand("h7", loses("Cem", 90))
    score = book.score
    assert [(m.first_hand, m.last_hand) for m in score.matches] == [(1, 5)]
    assert score.lines[5].tally.totals == (0, 80, 0, 0)
    assert dealers(book) == [A, B, C, D, A, B, C, D]
    book.amend("h2", loses("Anne", 100))
    score = book.score
    assert [(m.first_hand, m.last_hand, m.outcome) for m in score.matches] \
        == [(1, 6, Outcome(Reason.WON, B))]
    assert [line.tally.totals for line in score.lines] == [
        (0, 70, 0, 0), (100, 70, 0, 0), (100, 140, 0, 0), (100, 210, 0, 0), (100, 280, 0, 0),
        (100, 360, 0, 0), (0, 0, 90, 0)]
    assert dealers(book) == [A, B, C, D, A, B, B, C]
    book.amend("h2", KALT)
    assert [(m.first_hand, m.last_hand, m.outcome) for m in book.score.matches] \
        == [(1, 2, Outcome(Reason.LOST, A))]


# --- problems ---------------------------------------------------------------------------------


def test_a_hand_that_cannot_be_is_shown_and_not_dropped():
    book = Book()
    book.hand("h1", loses("Anne", 70))
    book.write(book.entries[-1].fact._replace(id="h2", hand=Ramsch((66, 30, 22, 0))))
    book.hand("h3", loses("Cem", 90))
    score = book.score
    [(index, problem)] = problems(score)
    assert (index, problem.place) == (1, ("augen",))
    assert str(problem.message) == "118 in all – 2 Augen are missing"
    assert [line.points for line in score.lines] == [(70, 0, 0, 0), (0, 0, 0, 0), (0, 0, 90, 0)]
    assert score.lines[1].problems == (problem,) and score.explain(score.lines[1]) == ""
    assert dealers(book) == [A, B, C, D]


BAD_SEATS = [(A, B, C), (A, B, C, D, D), (A, A, B, C), (), (A, B, C, 7)]


@pytest.mark.parametrize("seats", BAD_SEATS)
def test_a_seating_that_is_none_is_a_problem_and_moves_nobody(seats):
    book = Book()
    book.hand("h1", loses("Anne", 70))
    book.hand("h2", loses("Bert", 80), seats=seats)
    score = book.score
    [(index, problem)] = problems(score)
    assert (index, problem.place) == (1, ("players",))
    assert str(problem.message) == "a new seating names everybody at the table once"
    assert score.lines[1].points == (0, 0, 0, 0)
    assert score.next.table.seats == (A, B, C, D) and dealers(book) == [A, B, C]


def test_a_later_hand_that_becomes_impossible_by_a_correction_stays_as_a_problem():
    """What was right when it was written can be corrected into what cannot be."""
    book = Book()
    book.hand("h1", loses("Anne", 70))
    book.hand("h2", loses("Bert", 80))
    assert problems(book.score) == []
    book.amend("h2", {"augen": {"Bert": 80, "Anne": 80}})
    assert [index for index, _ in problems(book.score)] == [1]
    assert len(book.score.lines) == 2 and book.points == [(70, 0, 0, 0), (0, 0, 0, 0)]
    book.undo()
    assert problems(book.score) == [] and book.points == [(70, 0, 0, 0), (0, 80, 0, 0)]


def test_a_voided_hand_is_not_looked_at_and_not_explained():
    record = Book().record
    record.hands.append(HandRecord(Ramsch((66, 30, 22, 0)), voided=True))
    record.hands.append(HandRecord(Durchmarsch(A)))
    score = replay(record)
    assert problems(score) == []
    assert [score.explain(line) for line in score.lines] == ["", "Durchmarsch Anne: 120"]


# --- properties -------------------------------------------------------------------------------


@given(documents())
def test_money_sums_to_zero_and_points_add_up(raw):
    for evening in read(json.dumps(raw).encode()).evenings:
        for sheet in evening.sheets:
            score = replay(sheet)
            assert sum(score.payout or ()) == 0
            assert all(sum(match.payout or ()) == 0 for match in score.matches)
            ended = () if sheet.one_match else score.matches
            starts = {0, *[match.last_hand for match in ended]}
            total = ()
            for index, line in enumerate(score.lines):
                total = (0,) * len(sheet.names) if index in starts else total
                total = tuple(map(sum, zip(total, line.points)))
                assert line.tally.totals == total


def test_rules_that_change_in_the_middle_hold_from_that_hand_on():
    """62 Augen are 60 points rounded afterwards (S0, Berechnungen); in fives before, 62 are 60 too,
    63 are 65, once doubled 130 instead of 126 → 130; 58 once doubled 116 → 120 against 120."""
    before = {"augen": {"Anne": 63, "Bert": 57, "Cem": 0, "Dora": 0}}
    book = read(json.dumps({"format": "scorepad/1", "evenings": [{"date": "2026-11-20", "sheets": [{
        "game": "kalter-schlag", "players": ["Anne", "Bert", "Cem", "Dora"],
        "hands": [before, {**before, "rules": {"rounding": "fives-before"}}, before,
                  {**before, "rules": {}}],
        "next_rules": {"limit": 1000}}]}]}).encode())
    sheet = book.evenings[0].sheets[0]
    score = replay(sheet)
    assert [line.points[0] for line in score.lines] == [60, 65, 65, 60]
    assert score.rules.limit == 1000
    assert read(write(book).encode()) == book
