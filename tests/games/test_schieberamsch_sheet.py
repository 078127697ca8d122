"""A sheet of Schieberamsch: who deals, when it is over, and what its points are worth.

S3 is the German rule text of Schieberamsch (pagat.com) by its headings; "rules" is how this
project reads it; "sum" is arithmetic by hand.
"""

import pytest

from scorepad.book.record import HandRecord, SheetRecord
from scorepad.book.replay import SheetReplay
from scorepad.games.game import Outcome, Reason, Tally
from scorepad.games.money import RATE
from scorepad.games.schieberamsch import SCHIEBERAMSCH, SchieberamschRules
from tests.games.sheets import answered

NAMES = ("A", "B", "C")
RAMSCH = {"augen": {"A": 66, "B": 30, "C": 24}}
"""A writes 6."""
GRAND = {"grand_hand": {"spieler": "B", "augen": 67, "spitzen": 2}}
"""B writes -9."""
DURCHMARSCH = {"durchmarsch": "C"}
"""C writes -12."""


def sheet(*hands, **keys):
    return answered("schieberamsch", NAMES, *hands, **keys)


def voided(hand):
    return {**hand, "voided": True}


# --- the agreed number of hands ---------------------------------------------------------------


def test_correcting_the_number_of_voided_hands_moves_the_end():
    hands = [RAMSCH, GRAND, DURCHMARSCH]
    for index in range(3):
        one_voided = [voided(hand) if index == at else hand for at, hand in enumerate(hands)]
        assert sheet(*one_voided, rules={"hands": 3})["matches"] == []
    assert len(sheet(*hands, rules={"hands": 3})["matches"]) == 1


# --- ended by hand ----------------------------------------------------------------------------


def test_an_end_by_hand_comes_before_the_number_agreed_on():
    answer = sheet(RAMSCH, ended=True, rules={"hands": 12})
    assert (len(answer["matches"]), answer["next"], answer["payout"]) == (1, None, {})


def test_an_end_by_hand_after_the_last_hand_ends_nothing_twice():
    hands, rules = (RAMSCH, GRAND), {"hands": 2}
    assert sheet(*hands, ended=True, rules=rules, rate="0.01") \
        == sheet(*hands, rules=rules, rate="0.01")


@pytest.mark.parametrize("hands", [[], [voided(RAMSCH), voided(GRAND)]])
def test_ended_before_a_hand_counted_it_is_over_without_a_match(hands):
    answer = sheet(*hands, ended=True, rate="0.01")
    assert (answer["matches"], answer["next"]) == ([], None)
    assert answer["payout"] == answer["totals"] == {"A": 0, "B": 0, "C": 0}


def test_nothing_can_follow_an_end_by_hand():
    replay = SheetReplay(SheetRecord(SCHIEBERAMSCH, NAMES, 0, SchieberamschRules(), None, "EUR",
                                     [HandRecord(SCHIEBERAMSCH.read_hand(RAMSCH, NAMES))]))
    assert replay.fault_of_more() is None
    assert str(replay.fault_of_more(ended=True).message) \
        == "comes after the end: the match was over after 1 hand"
    assert (replay.result().over, replay.result(ended=True).over) == (False, True)


# --- money ------------------------------------------------------------------------------------

def test_a_rate_is_read_to_the_hundredth_of_a_cent():
    """A is 6 points behind each: 12 · 0.33 = 3.96 cents, and 1.98 for each of the others."""
    assert sheet(RAMSCH, rate="0.0033")["payout"] == {"A": -4, "B": 2, "C": 2}
    assert sheet(RAMSCH, rate="0.0001")["payout"] == {"A": 0, "B": 0, "C": 0}
    assert sheet(RAMSCH)["payout"] == {}
    assert SCHIEBERAMSCH.wager == RATE


# --- what the sheet says ----------------------------------------------------------------------


@pytest.mark.parametrize("totals, hands, sentence", [
    ((90, -48, 0), 12, "Over after 12 hands: B wins with −48"),
    ((6, 0, 0), 1, "Over after 1 hand: B and C win with 0"),
    ((7, 7, 7), 3, "Over after 3 hands: A, B and C win with 7"),
])
def test_the_end_is_told(totals, hands, sentence):
    tally = Tally(totals, (0, 0, 0), hands)
    assert str(SCHIEBERAMSCH.tell(Outcome(Reason.ENDED), tally, SchieberamschRules(), NAMES)) \
        == sentence


def test_how_far_it_has_come_is_told_where_it_was_agreed_on():
    tally = Tally((0, 6, 0), (0, 0, 0), 7)
    assert str(SCHIEBERAMSCH.progress(tally, SchieberamschRules(hands=12))) == "7 of 12 hands"
    assert SCHIEBERAMSCH.progress(tally, SchieberamschRules()) is None
    assert SCHIEBERAMSCH.meters(tally, SchieberamschRules(hands=12)) == ()
