"""A Partie of Kalter Schlag: how it ends, who pays, who deals next, and its house rules.

S0 is the German rule text of John McLeod and Ulf Martin (pagat.com, 18 April 2022); its section
"Ende der Partie" unless another is named. "rules" is how this project reads it.
"""

import pytest

from scorepad.book.record import HandRecord, SheetRecord
from scorepad.book.replay import SheetReplay
from scorepad.games.game import (
    Duties,
    Meter,
    NextDeal,
    Outcome,
    Reason,
    Table,
    Tally,
    Unreadable,
)
from scorepad.games.kalter_schlag import KALTER_SCHLAG, KalterSchlagRules

NAMES = ("Anne", "Bert", "Christina", "Dora")
A, B, C, D = range(4)


def won(seat):
    return Outcome(Reason.WON, seat)


def lost(seat):
    return Outcome(Reason.LOST, seat)


ENDINGS = [
    # source, points, Anschriften, how it ends
    ("a Partie begins", (0, 0, 0, 0), (0, 0, 0, 0), None),
    ("4 Anschriften are too few", (1990, 300, 0, 0), (4, 4, 0, 0), None),
    ("5 Anschriften win", (700, 300, 0, 0), (5, 4, 0, 0), won(A)),
    ("1990 with 5 Anschriften wins", (0, 0, 1990, 0), (0, 0, 5, 0), won(C)),
    ("2000 loses", (0, 2000, 0, 0), (0, 2, 0, 0), lost(B)),
    ("2000 with 5 Anschriften loses", (0, 0, 0, 2000), (0, 0, 0, 5), lost(D)),
    ("one hand is enough to lose", (2020, 0, 0, 0), (1, 0, 0, 0), lost(A)),
    ("several over 2000: the most loses", (2010, 2500, 2490, 0), (4, 4, 3, 0), lost(B)),
    ("tie over 2000 plays on", (2400, 2400, 2010, 0), (4, 3, 4, 0), None),
    ("tie of three over 2000 plays on", (2000, 2000, 2000, 0), (4, 3, 4, 0), None),
    ("tie over 2000, until a winner with 5", (2400, 2400, 60, 0), (4, 4, 5, 0), won(C)),
    ("several with 5: the fewest wins", (900, 800, 1000, 0), (5, 5, 6, 0), won(B)),
    ("the fewest among those with 5 only", (900, 800, 100, 0), (5, 4, 4, 0), won(A)),
    ("tie with 5 plays on", (900, 900, 100, 0), (5, 6, 4, 0), None),
    ("tie with 5, a third one with more", (900, 900, 1000, 0), (5, 6, 5, 0), None),
    ("winning goes before losing", (2500, 0, 700, 0), (4, 0, 5, 0), won(C)),
    ("2000 is out of winning", (2500, 0, 1900, 2000), (6, 0, 5, 5), won(C)),
    ("Anne and Bert at 1900", (1900, 1900, 0, 0), (5, 5, 0, 0), None),
    ("Anne and Bert: Bert writes 140", (1900, 2040, 0, 0), (5, 6, 0, 0), won(A)),
    ("Anne and Bert: Christina passes 2000", (1900, 1900, 2020, 0), (5, 5, 1, 0), lost(C)),
    ("both kinds of ties at once", (1900, 1900, 2020, 2020), (5, 5, 1, 1), None),
]


@pytest.mark.parametrize("points, marks, end",
                         [pytest.param(*row, id=source) for source, *row in ENDINGS])
def test_endings(points, marks, end):
    assert KALTER_SCHLAG.outcome(Tally(points, marks), KalterSchlagRules()) == end


HOUSE_RULES = [
    ("limit 1000", dict(limit=1000), (990, 0, 0, 0), (1, 0, 0, 0), None),
    ("limit 1000", dict(limit=1000), (1000, 0, 0, 0), (1, 0, 0, 0), lost(A)),
    ("limit 1000", dict(limit=1000), (1000, 990, 0, 0), (5, 5, 0, 0), won(B)),
    ("limit 3000", dict(limit=3000), (2990, 2000, 0, 0), (4, 4, 0, 0), None),
    ("3 Anschriften", dict(anschriften=3), (0, 0, 300, 0), (0, 0, 2, 0), None),
    ("3 Anschriften", dict(anschriften=3), (0, 0, 300, 0), (0, 0, 3, 0), won(C)),
    ("6 Anschriften", dict(anschriften=6), (0, 0, 300, 0), (0, 0, 5, 0), None),
]


@pytest.mark.parametrize("rules, points, marks, end",
                         [pytest.param(*row, id=rule) for rule, *row in HOUSE_RULES])
def test_house_rules_move_the_end(rules, points, marks, end):
    assert KALTER_SCHLAG.outcome(Tally(points, marks), KalterSchlagRules(**rules)) == end


# --- money and the next dealer ----------------------------------------------------------------

PAYOUTS = [
    # source, end, Anschriften, stake, cents
    ("a winner gets 2 from each", won(A), (5, 1, 0, 4), 50, (300, -100, -100, -100)),
    ("a winner gets 2 from each", won(D), (0, 0, 0, 5), 1, (-2, -2, -2, 6)),
    ("a loser pays 1 or 2 (format, result)", lost(B), (3, 4, 1, 0), 50, (50, -200, 50, 100)),
    ("a loser of one hand pays 2 to all", lost(C), (0, 0, 1, 0), 50, (100, 100, -300, 100)),
    ("a loser among three who wrote", lost(A), (4, 1, 1, 1), 50, (-150, 50, 50, 50)),
    ("at no stake", lost(A), (4, 1, 1, 1), 0, (0, 0, 0, 0)),
]


@pytest.mark.parametrize("end, marks, stake, cents",
                         [pytest.param(*row, id=source) for source, *row in PAYOUTS])
def test_payouts(end, marks, stake, cents):
    points = tuple(100 * count for count in marks)
    assert KALTER_SCHLAG.payout(end, Tally(points, marks), stake) == cents


def test_a_winner_deals_and_a_loser_chooses():
    """The loser names the first dealer and deals himself if he names nobody (rules)."""
    assert KALTER_SCHLAG.next_match(won(C)) == NextDeal(C, None)
    assert KALTER_SCHLAG.next_match(lost(B)) == NextDeal(B, B)


@pytest.mark.parametrize("end, sentence", [
    (won(A), "Anne wins the match: 6 Anschriften, and 1900 points are below 2500"),
    (lost(D), "Dora loses the match: 2520 points, and 2500 is the limit"),
])
def test_the_end_is_told_with_its_reason(end, sentence):
    tally = Tally((1900, 0, 0, 2520), (6, 0, 0, 1))
    assert str(KALTER_SCHLAG.tell(end, tally, KalterSchlagRules(limit=2500), NAMES)) == sentence


# --- played out, hand after hand --------------------------------------------------------------


def play(*hands, **rules):
    """The lines of a sheet on which these hands were played."""
    replay = SheetReplay(SheetRecord(
        KALTER_SCHLAG, NAMES, A, KalterSchlagRules(**rules), 50, "EUR", ()))
    replay.extend([HandRecord(KALTER_SCHLAG.read_hand(raw, NAMES)) for raw in hands])
    return replay.lines


def both(augen, d):
    """Anne and Bert tie with so many Augen each, after d doublings."""
    return {"augen": {"Anne": augen, "Bert": augen, "Christina": 120 - 2 * augen, "Dora": 0},
            "verdopplungen": d}


AT_1900 = [both(60, 3), both(60, 4), both(60, 2), both(60, 1), both(50, 1)]
"""Five ties that write 480 + 960 + 240 + 120 + 100 to Anne and to Bert."""

ENDED_BY = {
    "Bert writes 140": ({"augen": {"Anne": 20, "Bert": 70, "Christina": 20, "Dora": 10},
                         "verdopplungen": 1}, (1900, 2040, 0, 0), won(A), (300, -100, -100, -100)),
    "Christina passes 2000": ({"augen": {"Bert": 57, "Christina": 63}, "verdopplungen": 3,
                               "jungfern": ["Anne", "Dora"]},
                              (1900, 1900, 2020, 0), lost(C), (50, 50, -200, 100)),
}


@pytest.mark.parametrize("last, totals, end, payout", ENDED_BY.values(), ids=ENDED_BY)
def test_anne_and_bert_at_1900(last, totals, end, payout):
    """S0's own example with both of its continuations."""
    *before, tied, final = play(*AT_1900, last)
    assert [line.match for line in before] == [None] * 4
    assert (tied.tally, tied.match) == (Tally((1900, 1900, 0, 0), (5, 5, 0, 0), 5), None)
    assert final.tally.totals == totals
    assert (final.match.outcome, final.match.payout) == (end, payout)
    assert (final.match.first_hand, final.match.last_hand) == (1, 6)


def test_a_tie_over_2000_plays_on_until_one_has_more():
    """2400 each, then Bert alone writes 40 (39 with nothing said) and has lost."""
    lines = play(both(60, 4), both(60, 4), both(60, 3),
                 {"augen": {"Anne": 30, "Bert": 39, "Christina": 30, "Dora": 21}})
    assert [line.match is None for line in lines] == [True, True, True, False]
    assert lines[2].tally.totals == (2400, 2400, 0, 0)
    assert lines[3].tally.totals == (2400, 2440, 0, 0)
    assert lines[3].match.outcome == lost(B)


@pytest.mark.parametrize("seats, dealer, cuts, leads", [
    ((A, B, C, D), A, D, B), ((A, B, C, D), C, B, D), ((A, B, C, D), D, C, A),
    ((D, B, A, C), D, C, B), ((D, B, A, C), A, B, C),
])
def test_right_of_the_dealer_cuts_and_left_of_the_dealer_leads(seats, dealer, cuts, leads):
    """S0, Spieler, Karten, Geben; S0, Spiel."""
    table = Table(NAMES, seats, dealer, seats, KalterSchlagRules())
    assert KALTER_SCHLAG.duties(table) == Duties(cuts, leads)


def test_the_next_match_begins_at_zero_with_the_next_dealer():
    """Anne deals first, Dora loses at once and deals, then wins and deals again."""
    kalt = {"augen": {"Anne": 57, "Dora": 63}, "jungfern": ["Bert", "Christina"],
            "verdopplungen": 3}
    small = {"augen": {"Anne": 30, "Bert": 30, "Christina": 10, "Dora": 50}}
    lines = play(kalt, small, small, small)
    assert [line.tally.totals[D] for line in lines] == [2020, 50, 100, 150]
    assert [line.table.dealer for line in lines] == [A, D, A, B]
    lines = play(*[small] * 6)
    assert [line.table.dealer for line in lines] == [A, B, C, D, A, D]
    assert lines[4].match.outcome == won(D)


# --- options and drawing ----------------------------------------------------------------------


def test_defaults_are_those_of_the_source():
    rules = KalterSchlagRules()
    assert (rules.limit, rules.anschriften, rules.rounding) == (2000, 5, "tens-after")


def test_only_what_differs_is_written():
    rules = KalterSchlagRules.read({"limit": 1000, "anschriften": 5})
    assert rules == KalterSchlagRules(limit=1000)
    assert rules.written() == {"limit": 1000}


BAD_OPTIONS = [
    ({"limit": 0}, "limit", "is not a whole number from 1 to 1000000"),
    ({"limit": 1_000_001}, "limit", "is not a whole number from 1 to 1000000"),
    ({"limit": "2000"}, "limit", "is not a whole number from 1 to 1000000"),
    ({"limit": True}, "limit", "is not a whole number from 1 to 1000000"),
    ({"anschriften": -5}, "anschriften", "is not a whole number from 1 to 1000"),
    ({"anschriften": 2.0}, "anschriften", "is not a whole number from 1 to 1000"),
    ({"rounding": "tens"}, "rounding", "is not one of: tens-after, fives-before"),
    ({"rounding": ["tens-after"]}, "rounding", "is not one of: tens-after, fives-before"),
    ({"hands": 5}, "hands", "is not an option of this game"),
]


@pytest.mark.parametrize("raw, name, sentence", BAD_OPTIONS)
def test_bad_options(raw, name, sentence):
    with pytest.raises(Unreadable) as refused:
        KalterSchlagRules.read(raw)
    assert [(problem.place, str(problem.message)) for problem in refused.value.problems] \
        == [((name,), sentence)]


def test_meters_show_both_ways_to_an_end():
    tally = Tally((1900, 0, 60, 0), (5, 0, 1, 0))
    assert KALTER_SCHLAG.meters(tally, KalterSchlagRules(limit=2500)) == (
        Meter("Anschriften", 5, (5, 0, 1, 0)),
        Meter("Points", 2500, (1900, 0, 60, 0), of_points=True))
