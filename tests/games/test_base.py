"""What a game gets without saying anything about it."""

from typing import Annotated, NamedTuple

import pytest

from scorepad.book.record import HandRecord, SheetRecord
from scorepad.book.replay import replay
from scorepad.games.doppelkopf import standing
from scorepad.games.fields import Number
from scorepad.games.game import (
    Duties,
    Game,
    HandScore,
    NextDeal,
    Outcome,
    Problem,
    Reason,
    Rules,
    Table,
    Tally,
    Unreadable,
    verified,
)
from scorepad.i18n.message import say


class Hand(NamedTuple):
    """A number."""

    points: Annotated[int, Number(0, 10)]


class Plainest(Game[Hand, Rules]):
    """The first seat writes the number that was typed, which is not negative."""

    id, title, players, hands = "plainest", "Plainest", range(2, 5), (Hand,)

    def judge(self, hand, table):
        if hand.points < 0:
            return (Problem(("points",), say("is missing")),)
        return HandScore.of((hand.points, *[0] * (len(table.names) - 1)))


GAME = Plainest()
TABLE = Table(("A", "B", "C"), (0, 2, 1), 2, (0, 2, 1), Rules())


def test_a_hand_is_worth_something_or_cannot_have_been_played():
    assert GAME.judge(Hand(7), TABLE) == HandScore.of((7, 0, 0)) == GAME.score(Hand(7), TABLE)
    assert GAME.verify(Hand(7), TABLE) == ()
    assert GAME.judge(Hand(-7), TABLE) == GAME.verify(Hand(-7), TABLE) != ()
    with pytest.raises(ValueError, match="only a hand without problems"):
        GAME.score(Hand(-7), TABLE)


def test_a_hand_is_read_and_written_as_it_is_declared():
    assert GAME.read_hand({"points": 7}, ("A", "B")) == Hand(7)
    assert GAME.write_hand(Hand(7), ("A", "B")) == {"points": 7}
    for raw, place, fault in (({}, "points", "is missing"),
                              ({"points": "7"}, "points", '"7" is not a whole number'),
                              ({"points": 7, "x": 1}, "x", "is not a key that belongs here")):
        with pytest.raises(Unreadable) as refused:
            GAME.read_hand(raw, ("A", "B"))
        assert [(problem.place, str(problem.message)) for problem in refused.value.problems] \
            == [((place,), fault)]


def test_a_match_runs_on_until_the_table_ends_it_and_every_two_settle_their_difference():
    """At 0.50 a point: A has 10 more than each of the others, and pays both 5."""
    tally = Tally((10, 0, 0), (0, 0, 0), 10**9)
    assert GAME.outcome(tally, Rules()) is None and GAME.fault_of_ending() is None
    assert GAME.balance(tally, 5000) == (-1000, 500, 500)
    assert GAME.payout(Outcome(Reason.ENDED), tally, 5000) == (-1000, 500, 500)
    assert GAME.progress(tally, Rules()) is None and GAME.meters(tally, Rules()) == ()
    assert GAME.next_match(Outcome(Reason.ENDED)) == NextDeal(None, None)


def test_where_points_are_good_the_others_pay_and_where_they_sum_to_zero_points_are_money():
    class Good(Plainest):
        low_is_good = False

    class Even(Good):
        zero_sum = True

    assert Good().balance(Tally((10, 0, 0), (0, 0, 0)), 5000) == (1000, -500, -500)
    assert Even().balance(Tally((10, -4, -6), (0, 0, 0)), 5000) == (500, -200, -300)


def test_it_is_told_in_words_that_follow_from_its_declaration():
    ended, tally = Outcome(Reason.ENDED), Tally((7, 0, 0), (0, 0, 0), 2)
    assert GAME.describe(Hand(7), ("A", "B", "C")) == "Points 7"
    assert GAME.explain(Hand(7), TABLE, GAME.score(Hand(7), TABLE)) == ""
    assert str(GAME.tell(ended, tally, Rules(), ("A", "B", "C"))) \
        == "Over after 2 hands: B and C win with 0"


def test_a_sheet_of_it_is_replayed():
    sheet = replay(SheetRecord(GAME, ("A", "B", "C"), 1, Rules(), 50, "EUR",
                               [HandRecord(Hand(points)) for points in (7, -7, 5)]))
    assert [line.tally.totals for line in sheet.lines] == [(7, 0, 0), (7, 0, 0), (12, 0, 0)]
    assert [line.table.dealer for line in sheet.lines] == [1, 2, 0]
    assert [str(fault.message) for fault in sheet.problems[1]] == ["is missing"]
    assert (sheet.over, sheet.payout) == (False, (-12, 6, 6))  # half a cent a point


@pytest.mark.parametrize("count, sentence", [
    (1, "Plainest needs 2 to 4 players, not 1"), (5, "Plainest needs 2 to 4 players, not 5")])
def test_how_many_may_play(count, sentence):
    assert str(GAME.verify_players(count)) == sentence
    assert GAME.verify_players(4) is None


def test_everyone_plays_and_the_neighbours_of_the_dealer_cut_and_lead():
    assert GAME.active((0, 2, 1), 2, Rules()) == (0, 2, 1)
    assert TABLE.left_of_dealer == 1
    assert GAME.duties(TABLE) == Duties(cuts=0, leads=1)


def test_an_outcome_is_somebodys_victory_or_defeat_or_nobodys():
    for reason, winner, loser in ((Reason.WON, 2, None), (Reason.LOST, None, 2)):
        outcome = Outcome(reason, 2)
        assert (outcome.winner, outcome.loser) == (winner, loser)
        assert outcome.whose == 2
    assert (Outcome(Reason.ENDED).winner, Outcome(Reason.ENDED).loser) == (None, None)
    with pytest.raises(ValueError, match="nobody has won or lost"):
        assert Outcome(Reason.ENDED).whose


def test_what_only_a_faulty_hand_lacks():
    assert verified(0) == 0
    with pytest.raises(ValueError, match="only a hand without problems"):
        verified(None)
    with pytest.raises(ValueError, match="only a hand without problems"):
        standing(None)
