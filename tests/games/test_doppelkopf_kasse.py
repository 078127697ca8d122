"""Doppelkopf with a common pot: what a hand pays, who from, and what cannot have been played.

Sources: S1 is Claus D. Grupp, "99 Kartenspiele", Leinfelden 1970, by the lines of its text;
"rules" is how this project reads it; "sum" is arithmetic by hand. Amounts are cents, and the base
amount is 5 of them, as S1 has 5 Pfennig. Anne and Bert are Re.
"""

import pytest

from scorepad.games.doppelkopf import Augen, Side, Span
from scorepad.games.feats import Feat
from scorepad.games.game import Outcome, Reason, Table, Tally, Unreadable
from scorepad.games.kasse import DOPPELKOPF_KASSE as GAME, FUCHS, SOLO
from scorepad.games.kasse.hand import Fuchs, Hammelrennen, Nachzahlung, Normal, Solo
from scorepad.games.kasse.rules import KasseRules
from tests.games.scored import of_score
from tests.games.sheets import answered, column, faults

NAMES = ("Anne", "Bert", "Cem", "Dora")
ANNE, BERT, CEM, DORA = FOUR = range(4)
RE = (ANNE, BERT)
NONE = (0, 0, 0, 0)
ID = "doppelkopf-kasse"


def table(left=None, stake=5, **rules):
    """A table with so many cents left in the pot; None: nothing was paid yet."""
    rules = KasseRules(**rules)
    gone = 0 if left is None else 4 * rules.beitrag * (1 if stake is None else stake) - left
    return Table(NAMES, tuple(FOUR), ANNE, tuple(FOUR), rules, stake,
                 Tally((gone, 0, 0, 0), NONE, 1))


def points(hand, at):
    assert GAME.verify(hand, at) == ()
    score = GAME.score(hand, at)
    assert GAME.judge(hand, at) == score
    return score.points


def won(result, **more):
    return Normal(RE, result, **more)


# --- a game of two against two ----------------------------------------------------------------

WON = [
    # source, result, rules, what each of Re gets, what each of Kontra gets
    ("S1 188-190, simply won", Augen(121), {}, 5, 0),
    ("S1 190-191, Schneider", Augen(181), {}, 10, 0),
    ("S1 150-152, 60 Augen are no Schneider", Augen(180), {}, 5, 0),
    ("S1 191-192, schwarz", Augen(240, Side.KONTRA), {}, 15, 0),
    ("S1 152-153, a trick without Augen is one", Augen(240), {}, 10, 0),
    ("S1 192-193, the Alten lose", Augen(119), {}, 0, 10),
    ("S1 193, with Schneider", Augen(59), {}, 0, 15),
    ("S1 193, or 20 with Schneider", Augen(59), {"kontra_schneider": 4}, 0, 20),
    ("S1 193, or 20: not without", Augen(60), {"kontra_schneider": 4}, 0, 10),
    ("S1 194, with schwarz", Augen(0, Side.RE), {}, 0, 20),
    ("S1 194, or 30 with schwarz", Augen(0, Side.RE), {"kontra_schwarz": 6}, 0, 30),
    ("S1 194, or 30: 0 Augen are Schneider", Augen(0), {"kontra_schwarz": 6}, 0, 15),
    ("S1 111-113, 121 of 240 win, not 120", Augen(120), {}, 0, 0),
    ("rules, as a span", Span(Side.KONTRA), {}, 5, 0),
    ("rules, as a span, under 90", Span(Side.KONTRA, 90), {}, 5, 0),
    ("rules, as a span, under 60", Span(Side.RE, 60), {}, 0, 15),
    ("rules, as a span, under 30", Span(Side.RE, 30), {}, 0, 15),
    ("rules, as a span, no trick", Span(Side.RE, 0), {}, 0, 20),
    ("rules, as a span, 120 to 120", Span(None), {}, 0, 0),
]


@pytest.mark.parametrize("result, rules, re, kontra",
                         [pytest.param(*row, id=source) for source, *row in WON])
def test_a_won_game_is_paid_from_the_pot(result, rules, re, kontra):
    assert points(won(result), table(**rules)) == (re, re, kontra, kontra)


def test_nothing_but_tricks_with_the_alten_is_schwarz():
    """S1 153-155; what Re lost plainly or as Schneider is schwarz then."""
    assert points(won(Augen(64), nur_alten=True), table()) == (0, 0, 20, 20)
    assert points(won(Span(Side.RE), nur_alten=True), table(kontra_schwarz=6)) == (0, 0, 30, 30)


def test_the_side_is_paid_once():
    """rules, `pay`: 5 for both are 3 and 2, the odd cent to who sits first."""
    assert points(won(Augen(121)), table(pay="side")) == (3, 2, 0, 0)
    assert points(won(Augen(119)), table(pay="side")) == (0, 0, 5, 5)
    assert points(won(Augen(120), karlchen=Side.KONTRA), table(pay="side")) == (0, 0, 3, 2)


def test_without_a_stake_base_amounts_are_counted():
    assert points(won(Augen(0, Side.RE)), table(stake=None)) == (0, 0, 4, 4)


# --- solos ------------------------------------------------------------------------------------

SOLI = [
    ("S1 196, won", True, 0, 5), ("S1 197, lost", False, 0, -10),
    ("S1 203, won with Kontra", True, 1, 10), ("S1 203, lost with Kontra", False, 1, -20),
    ("S1 204-205, won with Re", True, 2, 20), ("S1 205-206, lost with Re", False, 2, -40)]


@pytest.mark.parametrize("gewonnen, kontra, each",
                         [pytest.param(*row, id=source) for source, *row in SOLI])
def test_a_solo_is_paid_from_the_pockets(gewonnen, kontra, each):
    """Of everybody the same; the pot has no part in it, so that it may be empty."""
    solo = Solo((CEM,), gewonnen, kontra)
    for at in (table(), table(left=0)):
        assert points(solo, at) == (-each, -each, 3 * each, -each)
        assert GAME.score(solo, at).marks == (0, 0, 1, 0)


# --- Füchse and Karlchen ----------------------------------------------------------------------

CAUGHT = Fuchs(CEM, ANNE)


def test_a_fuchs_is_paid_from_the_pot():
    """S1 211-212."""
    assert points(won(Augen(121), fuchs=(CAUGHT,)), table()) == (5, 5, 5, 0)
    assert points(won(Augen(121), fuchs=(CAUGHT, CAUGHT)), table()) == (5, 5, 10, 0)


def test_or_by_the_player_who_lost_it():
    """S1 212-213."""
    both = (CAUGHT, Fuchs(BERT, DORA))
    assert points(won(Augen(121), fuchs=both), table(fuchs="loser")) == (0, 10, 5, -5)


def test_karlchen_in_the_last_trick():
    """S1 213-217: the base amount to the side that made it, whoever has won."""
    assert points(won(Augen(121), karlchen=Side.RE), table()) == (10, 10, 0, 0)
    assert points(won(Augen(121), karlchen=Side.KONTRA), table()) == (5, 5, 5, 5)


def test_they_count_where_nobody_wins():
    """rules."""
    split = won(Augen(120), fuchs=(CAUGHT,), karlchen=Side.RE)
    assert points(split, table()) == (5, 5, 5, 0)


# --- a pot that cannot pay in full --------------------------------------------------------------

SHORT = [
    # source, cents left, hand, who gets what
    ("sum, exactly enough", 30, won(Augen(59)), (0, 0, 15, 15)),
    ("sum, 25 for two", 25, won(Augen(59)), (0, 0, 13, 12)),
    ("sum, 5 for two", 5, won(Augen(59)), (0, 0, 3, 2)),
    ("sum, nothing", 0, won(Augen(59)), NONE),
    ("rules, the game is paid before the Fuchs", 10,
     won(Augen(121), fuchs=(CAUGHT,)), (5, 5, 0, 0)),
    ("rules, the Fuchs before the Karlchen", 20,
     won(Augen(121), fuchs=(CAUGHT,), karlchen=Side.KONTRA), (5, 5, 8, 2)),
    ("rules, two Füchse share alike", 15,
     won(Augen(121), fuchs=(Fuchs(DORA, ANNE), CAUGHT)), (5, 5, 3, 2)),
    ("rules, a player who caught both has both", 15,
     won(Augen(121), fuchs=(CAUGHT, CAUGHT)), (5, 5, 5, 0)),
]


@pytest.mark.parametrize("left, hand, cents",
                         [pytest.param(*row, id=source) for source, *row in SHORT])
def test_it_pays_what_it_has_in_equal_shares(left, hand, cents):
    assert points(hand, table(left=left)) == cents


def test_what_it_could_not_pay_is_told():
    assert of_score(GAME.explain, won(Augen(59), karlchen=Side.KONTRA), table(left=25)) \
        == "Kontra Schneider: 2 · 3 · 0.05 = 0.30 → 0.25; Karlchen Kontra: 2 · 0.05 = 0.10 → 0.00"


# --- the Hammelrennen, and topping up -----------------------------------------------------------


@pytest.mark.parametrize("left", [1, 5, 9, 10])
def test_the_hammelrennen_is_for_the_rest(left):
    """S1 217-221: the last two base amounts."""
    assert points(Hammelrennen(DORA), table(left=left)) == (0, 0, 0, left)


@pytest.mark.parametrize("left, told", [
    (200, None), (15, None), (10, "2 base amounts left: Hammelrennen?"),
    (5, "1 base amount left: Hammelrennen?"), (0, "Empty: top it up?")])
def test_it_is_offered_when_the_pot_runs_low(left, told):
    at = table(left=left)
    offer = GAME.offer(at.tally, at.rules, at.stake)
    assert (offer and str(offer)) == told


def test_where_it_is_not_played_it_is_not_offered():
    at = table(left=10, hammelrennen=False)
    assert GAME.offer(at.tally, at.rules, at.stake) is None
    [problem] = GAME.verify(Hammelrennen(ANNE), at)
    assert str(problem.message) == "no Hammelrennen is played at this table"


def test_everybody_puts_the_same_in_and_the_same_player_deals_again():
    score = GAME.score(Nachzahlung(3), table(left=0))
    assert score.points == (-15, -15, -15, -15) and score.same_dealer
    after = answered(ID, NAMES, {"nachzahlung": 3}, {"re": ["Anne", "Bert"], "augen": 130},
                     einsatz="0.05")
    assert column(after, "dealer") == ["Anne", "Anne"] and after["pot"] == 200 + 60 - 10


# --- the pot, and what is left in it ------------------------------------------------------------


def test_the_pot_holds_the_contributions_at_first():
    """S1 186-188: 50 Pfennig of everybody."""
    assert GAME.pot(Tally(NONE, NONE), KasseRules(), 5) == 200
    assert GAME.pot(Tally(NONE, NONE), KasseRules(), None) == 40
    assert answered(ID, NAMES, einsatz="0.05")["pot"] == 200


@pytest.mark.parametrize("totals, payout", [
    ((0, 0, 0, 0), (0, 0, 0, 0)),
    ((5, 5, 0, 0), (3, 3, -3, -3)),      # 190 left: 48, 48, 47, 47, and 50 were put in
    ((60, -20, -20, -20), (60, -20, -20, -20)),
    ((200, 0, 0, 0), (150, -50, -50, -50)),  # nothing left
    ((0, 0, 15, 15), (-7, -7, 7, 7)),    # 170 left: 43, 43, 42, 42
])
def test_what_is_left_goes_back_in_equal_shares(totals, payout):
    """rules; odd cents to who sits first."""
    tally = Tally(totals, NONE, 3)
    assert GAME.balance(tally, 5) == payout
    assert GAME.payout(Outcome(Reason.ENDED), tally, 5) == payout


def test_a_match_that_was_ended():
    """sum: 40 in the pot; Kontra 10 each, a solo, 20 left: 5 each, less 10 each."""
    end = answered(ID, NAMES, {"re": ["Anne", "Bert"], "augen": 100},
                   {"spiel": "solo", "re": ["Anne"], "gewonnen": True},
                   einsatz="0.05", rules={"beitrag": 2}, ended=True)
    assert column(end, "totals")[-1] == (15, -5, 5, 5)
    assert end["payout"] == dict(zip(NAMES, (10, -10, 0, 0)))
    assert end["pot"] == 0 and end["next"] is None and len(end["matches"]) == 1


# --- duty solos ---------------------------------------------------------------------------------


def test_who_owes_a_solo():
    """S1 177-182."""
    rules, tally = KasseRules(solo_duty=2), Tally(NONE, (2, 1, 0, 3), 9)
    [meter] = GAME.meters(tally, rules)
    assert meter.counts == (2, 1, 0, 3) and meter.full == 2
    assert str(GAME.progress(tally, rules)) == "3 solos owed"
    told = str(GAME.tell(Outcome(Reason.ENDED), tally, rules, NAMES))
    assert told.endswith("A solo is still owed by Bert and Cem")
    assert GAME.meters(tally, KasseRules()) == () and GAME.progress(tally, KasseRules()) is None


# --- statistics ---------------------------------------------------------------------------------


def test_what_is_worth_counting():
    assert of_score(GAME.feats, Solo((CEM,), False), table()) == (Feat(CEM, SOLO, False),)
    assert of_score(GAME.feats, won(Augen(121), fuchs=(CAUGHT,)), table()) == (Feat(CEM, FUCHS),)
    assert of_score(GAME.feats, Nachzahlung(1), table()) == ()


@pytest.mark.parametrize("hand, winners", [
    (won(Augen(121), fuchs=(CAUGHT, CAUGHT)), RE), (won(Augen(119)), (CEM, DORA)),
    (won(Augen(120), karlchen=Side.RE), ()), (Solo((CEM,), True), (CEM,)),
    (Solo((CEM,), False), (ANNE, BERT, DORA)), (Hammelrennen(BERT), (BERT,)),
    (Nachzahlung(2), ())])
def test_who_has_won(hand, winners):
    assert of_score(GAME.winners, hand, table(left=10)) == winners


# --- what cannot have been played ---------------------------------------------------------------

IMPOSSIBLE = [
    ({"re": ["Anne"], "augen": 130}, "re", "two different players are Re, not 1"),
    ({"re": ["Anne", "Anne"], "augen": 130}, "re", "two different players are Re, not 1"),
    ({"re": ["Anne", "Bert"]}, "augen", "is missing: the Augen of the Re side, or what decides"),
    ({"re": ["Anne", "Bert"], "augen": 239}, "augen",
     "no card counts 1, so nobody can have 239 Augen"),
    ({"re": ["Anne", "Bert"], "augen": 241}, "augen", "241 Augen: there are only 240"),
    ({"re": ["Anne", "Bert"], "augen": 12, "schwarz": "re"}, "schwarz",
     "a side without a trick has no Augen, not 12"),
    ({"re": ["Anne", "Bert"], "augen": 121, "nur_alten": True}, "nur_alten",
     "with the Alten only it is less than 120 Augen"),
    ({"re": ["Anne", "Bert"], "augen": 121, "fuchs": [{"faenger": "Anne", "verlierer": "Bert"}]},
     "fuchs[0].verlierer", "only a Fuchs of the other side can be caught, not one of Bert"),
    ({"re": ["Anne", "Bert"], "augen": 121,
      "fuchs": [{"faenger": "Anne", "verlierer": "Cem"}] * 3}, "fuchs",
     "3 Füchse: there are only 2"),
    ({"spiel": "solo", "re": ["Anne", "Bert"], "gewonnen": True}, "re",
     "the soloist alone is Re"),
    ({"spiel": "solo", "re": ["Anne"], "gewonnen": True, "kontra": 3}, "kontra",
     "3: 1 is Kontra, 2 is Re, 0 is neither"),
    ({"hammelrennen": "Anne"}, "hammelrennen",
     "40 base amounts in the pot: a Hammelrennen goes for the last 2"),
    ({"nachzahlung": 0}, "nachzahlung", "is not a whole number from 1 to 1000"),
]


@pytest.mark.parametrize("raw, place, sentence", IMPOSSIBLE)
def test_a_hand_that_cannot_be(raw, place, sentence):
    assert faults(ID, NAMES, raw, einsatz="0.05") == [(f"hands[0].{place}", sentence)]
    hand = GAME.read_hand(raw, NAMES)
    assert GAME.judge(hand, table()) == GAME.verify(hand, table()) != ()
    assert GAME.describe(hand, NAMES)


def test_without_karlchen_there_is_none():
    raw = {"re": ["Anne", "Bert"], "augen": 130, "karlchen": "re"}
    assert faults(ID, NAMES, raw, rules={"karlchen": False}) == [
        ("hands[0].karlchen", "the Karlchen counts nothing at this table")]


@pytest.mark.parametrize("raw, place", [
    ({"augen": 130}, "re"), ({"re": ["Anne", "Emil"], "augen": 130}, "re.1"),
    ({"re": ["Anne", "Bert"], "augen": "130"}, "augen"),
    ({"re": ["Anne", "Bert"], "augen": 130, "gewonnen": True}, "gewonnen"),
    ({"re": ["Anne", "Bert"], "augen": 130, "ergebnis": {"seite": "re"}}, "ergebnis"),
    ({"re": ["Anne", "Bert"], "augen": 130, "fuchs": [{"faenger": "Anne"}]}, "fuchs.0.verlierer"),
    ({"re": ["Anne", "Bert"], "augen": 130, "fuchs": ["re"]}, "fuchs.0"),
    ({"re": ["Anne", "Bert"], "augen": 130, "nur_alten": 1}, "nur_alten"),
    ({"spiel": "solo", "re": ["Anne"]}, "gewonnen"),
    ({"spiel": "solo", "re": ["Anne"], "gewonnen": True, "augen": 130}, "augen"),
    ({"spiel": "farb-solo", "re": ["Anne"], "augen": 130}, "spiel"),
    ({"hammelrennen": "Emil"}, "hammelrennen"), ({"hammelrennen": None}, "hammelrennen"),
    ({"hammelrennen": "Anne", "augen": 3}, "augen"),
    ({"nachzahlung": 1.5}, "nachzahlung"), ({"nachzahlung": "2"}, "nachzahlung"),
    ({"nachzahlung": True}, "nachzahlung")])
def test_a_hand_that_cannot_be_read_says_where(raw, place):
    with pytest.raises(Unreadable) as refused:
        GAME.read_hand(raw, NAMES)
    assert ".".join(map(str, refused.value.problems[0].place)) == place


@pytest.mark.parametrize("keys, place", [
    ({"einsatz": "0.005"}, "einsatz"), ({"einsatz": 0.05}, "einsatz"),
    ({"einsatz": "-0.05"}, "einsatz"), ({"rate": "0.05"}, "rate"),
    ({"rules": {"beitrag": 0}}, "rules.beitrag"), ({"rules": {"beitrag": 2.5}}, "rules.beitrag"),
    ({"rules": {"kontra_schwarz": 5}}, "rules.kontra_schwarz"),
    ({"rules": {"pay": "all"}}, "rules.pay")])
def test_a_pot_of_a_fraction_of_a_cent_and_the_like(keys, place):
    [(found, _)] = faults(ID, NAMES, **keys)
    assert found == place


def test_a_pot_of_nothing_pays_nothing():
    """sum: a base amount of 0.00 is allowed where money is."""
    assert answered(ID, NAMES, {"re": ["Anne", "Bert"], "augen": 130},
                    einsatz="0.00")["payout"] == dict.fromkeys(NAMES, 0)


@pytest.mark.parametrize("beitrag, edition, pot", [
    (12, 2, 230), (3, 2, 190), (12, 1, 230), (3, 1, 50)])
def test_a_contribution_that_is_changed(beitrag, edition, pot):
    """rules: 200 were put in and 10 paid out. With 12 base amounts instead of 10 everybody puts in
    two more, 40 together; with 3 nobody takes anything out. By the first edition everybody took 35
    back. What everybody ends with is the same."""
    hands = [{"re": ["Anne", "Bert"], "augen": 130}, {"re": ["Cem", "Dora"], "augen": 120}]
    usual = answered(ID, NAMES, *hands, einsatz="0.05")
    changed = answered(ID, NAMES, hands[0], {**hands[1], "rules": {"beitrag": beitrag}},
                       einsatz="0.05", edition=edition)
    assert (usual["pot"], changed["pot"]) == (190, pot)
    assert usual["payout"] == changed["payout"]


def test_before_the_first_hand_the_contribution_can_be_any():
    """rules: a contribution that nobody has played for yet is corrected; 4 · 3 · 5."""
    first = {"re": ["Anne", "Bert"], "augen": 120, "rules": {"beitrag": 3}}
    assert answered(ID, NAMES, first, einsatz="0.05")["pot"] == 60
