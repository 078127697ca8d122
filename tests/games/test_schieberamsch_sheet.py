"""A sheet of Schieberamsch: who deals, when it is over, and what its points are worth.

S3 is the German rule text of Schieberamsch (pagat.com) by its headings; "rules" is how this
project reads it; "sum" is arithmetic by hand.
"""

import pytest

from scorepad.book.record import HandRecord, SheetRecord
from scorepad.book.replay import SheetReplay
from scorepad.games.game import Outcome, Reason, Tally
from scorepad.games.schieberamsch import SCHIEBERAMSCH, SchieberamschRules
from scorepad.games.wager import RATE
from tests.games.sheets import answered, column, faults

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


# --- who deals --------------------------------------------------------------------------------

DEALS = [
    # source, hands with who deals each, who deals next
    ("S3, Das Geben, clockwise", [(RAMSCH, "A"), (DURCHMARSCH, "B"), (RAMSCH, "C")], "A"),
    ("S3, Die Behandlung des Skats, Grand Hand", [(RAMSCH, "A"), (GRAND, "B"), (RAMSCH, "B")],
     "C"),
    ("two Grand Hands in a row", [(GRAND, "A"), (GRAND, "A"), (RAMSCH, "A")], "B"),
    ("a Grand Hand last", [(RAMSCH, "A"), (GRAND, "B")], "B"),
    ("a voided Grand Hand", [(voided(GRAND), "A"), (RAMSCH, "A")], "B"),
    ("a voided hand after a Grand Hand", [(GRAND, "A"), (voided(RAMSCH), "A"), (RAMSCH, "A")],
     "B"),
    ("a Grand Hand after a voided hand", [(voided(RAMSCH), "A"), (GRAND, "A"), (RAMSCH, "A")],
     "B"),
    ("a Grand Hand of a named dealer", [({**GRAND, "dealer": "C"}, "C"), (RAMSCH, "C")], "A"),
    ("a dealer named after a Grand Hand", [(GRAND, "A"), ({**RAMSCH, "dealer": "C"}, "C")], "A"),
    ("voided, Grand Hand, named", [(voided({**GRAND, "dealer": "B"}), "B"), (GRAND, "B"),
                                   (RAMSCH, "B")], "C"),
    ("a new seating", [(RAMSCH, "A"), ({**RAMSCH, "players": ["A", "C", "B"]}, "C")], "B"),
    ("a new seating after a Grand Hand",
     [(GRAND, "A"), ({**RAMSCH, "players": ["A", "C", "B"]}, "A")], "C"),
    ("a new seating after a voided hand",
     [(voided(RAMSCH), "A"), ({**RAMSCH, "players": ["C", "B", "A"]}, "A")], "C"),
    ("a new seating for a Grand Hand",
     [(RAMSCH, "A"), ({**GRAND, "players": ["C", "B", "A"]}, "C"), (RAMSCH, "C")], "B"),
]


@pytest.mark.parametrize("hands, following",
                         [pytest.param(*row, id=source) for source, *row in DEALS])
def test_who_deals(hands, following):
    answer = sheet(*[hand for hand, _ in hands])
    assert column(answer, "dealer") == [dealer for _, dealer in hands]
    assert answer["next"]["dealer"] == following


# --- the agreed number of hands ---------------------------------------------------------------


def test_the_match_ends_with_the_last_hand_agreed_on():
    """S3, Die Anschrift. At one cent a point A pays 6 + 9 to B and 6 + 12 to C, B 3 to C."""
    answer = sheet(RAMSCH, GRAND, DURCHMARSCH, rules={"hands": 3}, rate="0.01")
    assert column(answer, "points") == [(6, 0, 0), (0, -9, 0), (0, 0, -12)]
    assert column(answer, "totals") == [(6, 0, 0), (6, -9, 0), (6, -9, -12)]
    payout = {"A": -33, "B": 12, "C": 21}
    assert answer["matches"] == [
        {"first_hand": 1, "last_hand": 3, "winner": None, "loser": None, "payout": payout}]
    assert (answer["next"], answer["payout"]) == (None, payout)
    assert answer["totals"] == {"A": 6, "B": -9, "C": -12}


def test_before_that_it_runs_on_and_pays_as_it_stands():
    answer = sheet(RAMSCH, GRAND, rules={"hands": 3}, rate="0.01")
    assert (answer["matches"], answer["next"]["dealer"]) == ([], "B")
    assert answer["payout"] == {"A": -21, "B": 24, "C": -3}


def test_voided_hands_do_not_count():
    answer = sheet(voided(GRAND), RAMSCH, voided(RAMSCH), GRAND, voided(DURCHMARSCH),
                   rules={"hands": 2})
    [match] = answer["matches"]
    assert (match["first_hand"], match["last_hand"]) == (1, 4)
    assert answer["totals"] == {"A": 6, "B": -9, "C": 0} and answer["next"] is None


@pytest.mark.parametrize("agreed, hands, wrong", [
    (1, [RAMSCH, GRAND], [1]), (2, [RAMSCH, voided(GRAND), RAMSCH, GRAND, voided(GRAND), GRAND],
                                [3, 5])])
def test_no_hand_follows_the_last_one(agreed, hands, wrong):
    count = f"{agreed} hand" + "s" * (agreed > 1)
    assert faults("schieberamsch", NAMES, *hands, rules={"hands": agreed}) == [
        (f"hands[{index}]", f"comes after the end: the match was over after {count}")
        for index in wrong]


def test_correcting_the_number_of_voided_hands_moves_the_end():
    hands = [RAMSCH, GRAND, DURCHMARSCH]
    for index in range(3):
        one_voided = [voided(hand) if index == at else hand for at, hand in enumerate(hands)]
        assert sheet(*one_voided, rules={"hands": 3})["matches"] == []
    assert len(sheet(*hands, rules={"hands": 3})["matches"]) == 1


# --- ended by hand ----------------------------------------------------------------------------


def test_the_table_ends_it_by_hand():
    answer = sheet(RAMSCH, voided(GRAND), ended=True, rate="0.01")
    payout = {"A": -12, "B": 6, "C": 6}
    assert answer["matches"] == [
        {"first_hand": 1, "last_hand": 2, "winner": None, "loser": None, "payout": payout}]
    assert (answer["next"], answer["payout"]) == (None, payout)


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

BALANCES = [
    # source, points, money a point, cents; "sum" with the exact cents where they do not divide
    ("rules, every pair settles", (90, -48, 0), "0.01", (-228, 186, 42)),
    ("rules, half a cent", (90, -48, 0), "0.005", (-114, 93, 21)),
    ("sum: -57, 46.5, 10.5; a tie goes to the first", (90, -48, 0), "0.0025", (-57, 47, 10)),
    ("sum: 10.5, 46.5, -57; a tie goes to the first", (0, -48, 90), "0.0025", (11, 46, -57)),
    ("sum: -0.66, 0.33, 0.33", (1, 0, 0), "0.0033", (0, 0, 0)),
    ("sum: -0.34, 0.17, 0.17", (1, 0, 0), "0.0017", (0, 0, 0)),
    ("sum: 0.34, -0.17, -0.17; a tie goes to the first", (-1, 0, 0), "0.0017", (0, 0, 0)),
    ("sum: 2.8, 0.7, -3.5; two cents over", (0, 1, 3), "0.007", (3, 1, -4)),
    ("sum: 1.5, 1.5, -3", (0, 0, 3), "0.005", (2, 1, -3)),
    ("sum: 3, -1.5, -1.5", (0, 3, 3), "0.005", (3, -1, -2)),
    ("nobody ahead", (7, 7, 7), "1", (0, 0, 0)),
    ("for nothing a point", (90, -48, 0), "0", (0, 0, 0)),
    ("a Euro a point", (1280, -96, 0), "1", (-265600, 147200, 118400)),
]


@pytest.mark.parametrize("totals, rate, cents",
                         [pytest.param(*row, id=source) for source, *row in BALANCES])
def test_every_pair_settles_the_difference(totals, rate, cents):
    """Three points apart at half a cent are one and a half; odd cents go by largest remainder."""
    units = {"0": 0, "1": 10_000, "0.01": 100, "0.005": 50, "0.0025": 25, "0.0033": 33,
             "0.0017": 17, "0.007": 70}[rate]
    tally = Tally(totals, (0, 0, 0), 9)
    assert SCHIEBERAMSCH.balance(tally, units) == cents
    assert SCHIEBERAMSCH.payout(Outcome(Reason.ENDED), tally, units) == cents


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


def test_without_a_number_it_never_ends_by_itself():
    tally = Tally((100_000, -100_000, 0), (0, 0, 0), 100_000)
    assert SCHIEBERAMSCH.outcome(tally, SchieberamschRules()) is None
    for hands, end in ((99_999, Outcome(Reason.ENDED)), (100_000, Outcome(Reason.ENDED)),
                       (100_001, None)):
        assert SCHIEBERAMSCH.outcome(tally, SchieberamschRules(hands=hands)) == end


def test_defaults_are_those_of_the_source():
    """S3, Varianten: Kontra and the skat for who has most are what some tables do."""
    rules = SchieberamschRules()
    assert (rules.ramsch_kontra, rules.skat_to, rules.grand_hand, rules.hands) \
        == (False, "last-trick", True, None)
    agreed = {"ramsch_kontra": True, "skat_to": "most-augen", "grand_hand": False, "hands": 12}
    assert SchieberamschRules.read(agreed).written() == agreed
    assert SchieberamschRules.read({**rules.__dict__}).written() == {}
