"""The papers of a tournament: what stands on them, line by line."""

from datetime import date

import pytest

from scorepad.games.skat import SKAT
from scorepad.i18n.words import Words
from scorepad.paper.files import Kind, Tournament, gather
from scorepad.paper.tournament import What
from scorepad.service import Service
from scorepad.service.tournament_view import Transfer
from scorepad.tournament.facts import Figures, Money, Of, Prize, Settings, Strike, Way
from tests.paper.reading import read_csv, rows
from tests.service.test_said_apart import book_of

DAY = date(2026, 11, 27)
POINTS = ({1: (90, 5, 0), 2: (50, 3, 1), 3: (20, 2, 2)}, {1: (0, 0, 3), 2: (60, 4, 0)})
"""Points, won and lost of each round by number; the others have none."""


@pytest.fixture
def evening() -> tuple[Service, str]:
    """Four people and two rounds: 40.00 in fees, of which 20.00 and 10.00 are prizes, and 5.00 for
    the best of the second round."""
    desk = book_of("desk")
    own = desk.tournaments.hold(DAY, SKAT, SKAT.rules(), Settings(
        name="Preisskat", rounds=2, hands_at={4: 13}, money=Money(1000, prizes=(
            Prize(Of.TOTAL, None, (2000, 1000)), Prize(Of.ROUND, 2, (500,))))))
    for name in ("Anne", "Bert", "Cem", "Dora"):
        desk.tournaments.enter(own, name)
    for round, points in enumerate(POINTS, 1):
        desk.tournaments.draw(own, Way.LOT, round)
        desk.tournaments.note_figures(own, round, 1, [
            Figures(number, *points.get(number, (0, 0, 0))) for number in (1, 2, 3, 4)])
    return desk, own


def lines(evening: tuple[Service, str], what: What) -> list[str]:
    """The lines of a paper."""
    service, own = evening
    return rows(gather(service, Tournament(own, what), Kind.PDF, Words("en")).make())


def test_the_ranking_has_all_rounds_and_then_each(evening: tuple[Service, str]):
    told = lines(evening, What.RANKING)
    for line in ("Rank | No. | Name | Round 1 | Round 2 | Sum | Won | Lost",
                 "1. | 2 | Bert | 50 | 60 | 110 | 7 | 1", "2. | 1 | Anne | 90 | 0 | 90 | 5 | 3",
                 "What ranks: Points, Most won, Fewest lost, The last round, The lot",
                 "1. | 1 | Anne | 1 | 90 | 5 | 0", "1. | 2 | Bert | 1 | 60 | 4 | 0"):
        assert line in told


def test_the_championship_stands_below_and_says_what_is_struck(evening: tuple[Service, str]):
    """Of two results the worse one is struck: Anne keeps 90, Bert 60."""
    service, own = evening
    service.tournaments.count_for(own, "2026")
    service.tournaments.count("2026", strike=Strike(1, 2))
    told = lines(evening, What.RANKING)
    below = told[told.index("Championship 2026"):]
    assert "1. | Anne | 1 result counts · 1 is struck | 90" in below
    assert "2. | Bert | 1 result counts · 1 is struck | 60" in below


def test_the_seat_plan_says_where_everybody_sits(evening: tuple[Service, str]):
    service, own = evening
    [seats] = service.tournaments.view(own).tournament.draws[1].tables
    told = lines(evening, What.SEATS)
    assert "Round 2" in told and "Name | No. | Table | Seat" in told
    for number, name in enumerate(("Anne", "Bert", "Cem", "Dora"), 1):
        assert f"{name} | {number} | 1 | {seats.index(number) + 1}" in told


def test_a_list_to_write_by_hand_has_a_line_a_hand(evening: tuple[Service, str]):
    service, own = evening
    [seats] = service.tournaments.view(own).tournament.draws[1].tables
    names = [("Anne", "Bert", "Cem", "Dora")[number - 1] for number in seats]
    told = lines(evening, What.LISTS)
    assert " | ".join(["No.", "Game", *names]) in told
    assert [line for line in told if line.isdecimal()] == [str(hand) for hand in range(1, 14)]
    assert told[-5:-1] == ["Points", "Won", "Lost", "Sum"]


def test_the_prizes_have_a_line_each_and_their_sum(evening: tuple[Service, str]):
    told = lines(evening, What.PRIZES)
    for line in ("1. | Bert | €20.00", "2. | Anne | €10.00", "1. | Bert | Round 2 | €5.00",
                 "In prizes | €35.00"):
        assert line in told


def test_the_csv_has_a_line_a_number_and_round(evening: tuple[Service, str]):
    service, own = evening
    found = read_csv(gather(service, Tournament(own), Kind.RESULTS, Words("de")).make())
    assert len(found) == 8
    assert list(found[1].values()) == [
        "2", "Bert", "50", "50", "3", "1", "1", "1", "4", "0", "1000"]
    assert list(found[5].values()) == [
        "2", "Bert", "60", "60", "4", "0", "2", "1", "4", "0", "0"]


def test_the_cash_book_has_each_payment_and_what_is_due(evening: tuple[Service, str]):
    """10.00 each, of which Anne and Bert get 10.00 and 25.00, and the club keeps 5.00: 4 payments
    at the box, or 3 where Cem and Dora pay Bert."""
    service, own = evening
    told = lines(evening, What.CASH)
    for line in ("In prizes | −€35.00", "Left for the club | €5.00", "2 | Bert | −€15.00",
                 "Cem | Bert | €10.00", "Dora | Bert | €5.00", "Dora | the box | €5.00"):
        assert line in told
    assert "1 | Anne | €0.00" not in told
    service.tournaments.hand_over(own, Transfer(2, None, -1500))
    told = lines(evening, What.CASH)
    assert "Cem | the box | €10.00" in told and "2 | Bert | −€15.00" not in told
    assert any(line.endswith(" | 2 | Bert | −€15.00") for line in told)
    [paid] = read_csv(gather(service, Tournament(own, What.CASH), Kind.RESULTS,
                             Words("en")).make())
    assert [paid[head] for head in ("No.", "Name", "Amount")] == ["2", "Bert", "-1500"]
