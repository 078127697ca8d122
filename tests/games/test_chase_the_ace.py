"""Chase-the-Ace: who pays, who is out, and whose the bank is.

S1 is Grupp 1970, cited by its lines; "rules" is how this project reads it where S1 is silent;
"format" is the description of the file format; "sum" is arithmetic by hand.
"""

import pytest
from hypothesis import given, strategies as st

from scorepad.book.record import HandRecord, SheetRecord
from scorepad.book.replay import SheetReplay, replay
from scorepad.games.chase_the_ace import CHASE_THE_ACE, Cards, ChaseTheAceRules, Paying
from scorepad.games.game import Meter, Outcome, Reason, Table, Tally, Unreadable
from tests.games.sheets import answered, column, faults

NAMES = ("A", "B", "C", "D", "E")
ALL = (0, 1, 2, 3, 4)
RULES = ChaseTheAceRules()


def table(marks=(0,) * 5, stake=50, bank=None, rules=RULES, dealer=0):
    """A table where so many parts have been paid; each was worth the stake."""
    tally = Tally(tuple(-paid * (1 if stake is None else stake) for paid in marks), marks)
    dealer, active = CHASE_THE_ACE.turn(ALL, dealer, rules, tally)
    return Table(NAMES, ALL, dealer, active, rules, stake, tally)


def paying(*names):
    return {"zahlt": list(names)}


def sheet(*hands, names=NAMES, **keys):
    return answered("chase-the-ace", names, *hands, **keys)


# --- who pays ---------------------------------------------------------------------------------

def test_without_money_a_part_is_a_point():
    assert CHASE_THE_ACE.score(Paying((1, 3)), table(stake=None)).points == (0, -1, 0, -1, 0)


@pytest.mark.parametrize("raw, hand, text", [
    (paying("C", "A"), Paying((0, 2)), "−1: A, C"),
    ({"karten": {"A": "K", "C": "A", "B": "7", "D": "J", "E": "10"}},
     Cards(("K", "7", "A", "J", "10")), "A K, B 7, C A, D J, E 10"),
    ({"karten": {"A": "B", "B": "D"}}, Cards(("J", "Q", None, None, None)), "A J, B Q"),
])
def test_rounds_in_a_document_and_in_words(raw, hand, text):
    """Bube and Dame may be written as B and D (S1, 026)."""
    assert CHASE_THE_ACE.read_hand(raw, NAMES) == hand
    assert CHASE_THE_ACE.read_hand(CHASE_THE_ACE.write_hand(hand, NAMES), NAMES) == hand
    assert CHASE_THE_ACE.describe(hand, NAMES) == text


@pytest.mark.parametrize("raw, place", [
    ({}, ("zahlt",)),
    (paying("A", "A"), ("zahlt", 1)),
    (paying("X"), ("zahlt", 0)),
    ({"zahlt": "A"}, ("zahlt",)),
    ({"zahlt": ["A"], "karten": {}}, ("zahlt",)),
    ({"zahlt": ["A"], "augen": {}}, ("augen",)),
    ({"karten": []}, ("karten",)),
    ({"karten": {"A": "6"}}, ("karten", "A")),
    ({"karten": {"A": 7}}, ("karten", "A")),
    ({"karten": {"A": ["7"]}}, ("karten", "A")),
    ({"karten": {"X": "7"}}, ("karten",)),
])
def test_what_is_no_round(raw, place):
    with pytest.raises(Unreadable) as refused:
        CHASE_THE_ACE.read_hand(raw, NAMES)
    assert [problem.place for problem in refused.value.problems] == [place]


# --- what cannot be ---------------------------------------------------------------------------

WRONG = [
    ("S1 029, a payer who is out", Paying((1, 2)), "B is out: every part of the stake is paid"),
    ("S1 029, a card of one who is out", Cards(("7", "8", "9", "K", "K")),
     "B is out: every part of the stake is paid"),
    ("S1 023, somebody is lowest", Paying(()), "somebody has the lowest card and pays"),
    ("format, all who are in", Cards(("7", None, "9", "K", None)), "the cards of E are missing"),
]


@pytest.mark.parametrize("hand, fault", [pytest.param(*row, id=source) for source, *row in WRONG])
def test_what_cannot_be_where_one_is_out(hand, fault):
    at = table((0, 3, 1, 0, 2))
    assert [str(problem.message) for problem in CHASE_THE_ACE.verify(hand, at)] == [fault]
    assert CHASE_THE_ACE.judge(hand, at) == CHASE_THE_ACE.verify(hand, at) != ()


def test_there_are_four_cards_of_a_rank():
    """S1 007: one pack."""
    for hand, fault in ((Paying(ALL), "5 pay: there are only 4 cards of a rank"),
                        (Cards(("9",) * 5), "9 5 times: there are only 4 cards of a rank")):
        assert [str(problem.message) for problem in CHASE_THE_ACE.verify(hand, table())] == [fault]


def test_who_is_out_is_refused_in_a_file_with_its_place():
    out = [paying("B")] * 3
    assert faults("chase-the-ace", NAMES, *out, paying("A", "B")) == [
        ("hands[3].zahlt[1]", "B is out: every part of the stake is paid")]
    assert faults("chase-the-ace", NAMES, *out, {**paying("A"), "dealer": "B"}) == [
        ("hands[3].dealer", "B does not play any more")]


# --- the match --------------------------------------------------------------------------------


def test_the_deal_goes_round_among_those_still_in():
    """B is out after three hands; the deal goes C, D, E, A, C."""
    answer = sheet(*[paying("B")] * 3, paying("A"), paying("C"), paying("D"), paying("E"),
                   paying("A"))
    assert column(answer, "dealer") == ["A", "B", "C", "D", "E", "A", "C", "D"]
    assert [hand["active"] for hand in answer["hands"][2:4]] == [list("ABCDE"), list("ACDE")]
    assert answer["next"] == {"dealer": "E", "active": list("ACDE"), "chosen_by": None}
    assert answer["pot"] == 8


def test_the_end_is_told_and_drawn_on_the_way():
    won, ended = Outcome(Reason.WON, 2), Outcome(Reason.ENDED)
    tally = Tally((-150, -150, 600, -150, -150), (3, 3, 2, 3, 3), 9)
    assert CHASE_THE_ACE.outcome(tally, RULES) == won
    assert CHASE_THE_ACE.payout(won, tally, 50) == tally.totals
    assert str(CHASE_THE_ACE.tell(won, tally, RULES, NAMES)) \
        == "C is the last one in and takes the bank"
    assert str(CHASE_THE_ACE.tell(ended, tally, RULES, NAMES)) \
        == "All who were left went out in the same round and share the bank"
    assert CHASE_THE_ACE.outcome(tally._replace(marks=(3,) * 5), RULES) == ended
    assert CHASE_THE_ACE.outcome(tally._replace(marks=(3, 3, 2, 2, 3)), RULES) is None
    assert CHASE_THE_ACE.meters(tally, RULES) == (Meter("Parts left", 3, (0, 0, 1, 0, 0)),)


def test_an_earlier_round_that_was_otherwise_moves_all_that_follow():
    """B did not pay in the first round after all: he is in, and pays in the last one."""
    rounds = [paying("B")] * 3 + [paying("A")]
    wrong = sheet(*rounds)
    right = sheet(paying("C"), *rounds[1:])
    assert wrong["next"]["active"] == list("ACDE") and right["next"]["active"] == list("ABCDE")


# --- properties -------------------------------------------------------------------------------


@st.composite
def matches(draw):
    """A whole match: 4 to 31 players, any of those in paying, up to four at once, and with more
    than 28 as many as must have an ace."""
    size = draw(st.integers(4, 31))
    names = tuple(f"P{number}" for number in range(size))
    stake = draw(st.sampled_from([None, 1, 7, 50, 333]))
    rules = ChaseTheAceRules(draw(st.sampled_from(["share", "again"])))
    record = SheetRecord(CHASE_THE_ACE, names, 0, rules, stake, "EUR", [])
    playing = SheetReplay(record)
    while playing.fault_of_more() is None and len(record.hands) < 150:
        active = playing.next().table.active
        payers = draw(st.lists(st.sampled_from(active), unique=True,
                               min_size=max(1, len(active) - 28), max_size=4))
        hand = HandRecord(Paying(tuple(sorted(payers))))
        record.hands.append(hand)
        playing.extend((hand,))
    return record


@given(matches())
def test_money_is_never_made_or_lost(record):
    for line in replay(record).lines:
        tally = line.tally
        part = 1 if record.stake is None else record.stake
        over = line.match is not None
        bank = 0 if over else part * sum(tally.marks)
        assert sum(tally.totals) + bank == 0
        assert CHASE_THE_ACE.pot(tally, record.rules, record.stake) == bank
        assert all(0 <= paid <= 3 for paid in tally.marks)
        assert all(total >= -3 * part for total in tally.totals)


@given(matches())
def test_who_is_out_neither_pays_nor_deals_nor_plays(record):
    score = replay(record)
    assert not score.problems
    for before, line in zip(score.lines, score.lines[1:]):
        out = {seat for seat, paid in enumerate(before.tally.marks) if paid == 3}
        assert out.isdisjoint(line.table.active) and line.table.dealer not in out
        assert all(line.points[seat] == 0 for seat in out)


@given(matches(), st.data())
def test_the_order_of_two_rounds_does_not_matter_while_nobody_goes_out(record, data):
    """S1 023–030: a round only moves parts into the bank, unless all would go out in it and play
    it again."""
    lines = replay(record).lines
    early = next((index for index, line in enumerate(lines)
                  if 3 in line.tally.marks or not any(line.points)), len(lines))
    if early < 2:
        return
    order = data.draw(st.permutations(range(early)))
    moved = [record.hands[index] for index in order] + record.hands[early:]
    other = SheetRecord(CHASE_THE_ACE, record.names, 0, record.rules, record.stake, "EUR", moved)
    assert replay(other).tally == replay(record).tally
