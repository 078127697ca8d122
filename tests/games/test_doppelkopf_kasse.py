"""Doppelkopf with a common pot: what a hand pays, who from, and what cannot have been played.

Sources: S1 is Claus D. Grupp, "99 Kartenspiele", Leinfelden 1970, by the lines of its text;
"rules" is how this project reads it; "sum" is arithmetic by hand. Amounts are cents, and the base
amount is 5 of them, as S1 has 5 Pfennig. Anne and Bert are Re.
"""

import pytest

from scorepad.games.doppelkopf import Augen, Side
from scorepad.games.game import Table, Tally, Unreadable
from scorepad.games.kasse import DOPPELKOPF_KASSE as GAME, SOLO
from scorepad.games.kasse.hand import Fuchs, Hammelrennen, KasseRules, Nachzahlung, Normal, Solo
from scorepad.games.protocols import FUCHS, Feat
from tests.games.scored import of_score
from tests.games.sheets import answered, faults

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



# --- Füchse and Karlchen ----------------------------------------------------------------------

CAUGHT = Fuchs(CEM, ANNE)


# --- a pot that cannot pay in full --------------------------------------------------------------

def test_what_it_could_not_pay_is_told():
    assert of_score(GAME.explain, won(Augen(59), karlchen=Side.KONTRA), table(left=25)) \
        == "Kontra Schneider: 2 · 3 · 0.05 = 0.30 → 0.25; Karlchen Kontra: 2 · 0.05 = 0.10 → 0.00"


# --- the Hammelrennen, and topping up -----------------------------------------------------------


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


# --- the pot, and what is left in it ------------------------------------------------------------


def test_the_pot_holds_the_contributions_at_first():
    """S1 186-188: 50 Pfennig of everybody."""
    assert GAME.pot(Tally(NONE, NONE), KasseRules(), 5) == 200
    assert GAME.pot(Tally(NONE, NONE), KasseRules(), None) == 40
    assert answered(ID, NAMES, einsatz="0.05")["pot"] == 200


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


@pytest.mark.parametrize("beitrag, pot", [(12, 230), (3, 190)])
def test_a_contribution_that_is_changed(beitrag, pot):
    """rules: 200 were put in and 10 paid out. With 12 base amounts instead of 10 everybody puts in
    two more, 40 together; with 3 nobody takes anything out. What everybody ends with is the same.
    """
    hands = [{"re": ["Anne", "Bert"], "augen": 130}, {"re": ["Cem", "Dora"], "augen": 120}]
    usual = answered(ID, NAMES, *hands, einsatz="0.05")
    changed = answered(ID, NAMES, hands[0], {**hands[1], "rules": {"beitrag": beitrag}},
                       einsatz="0.05")
    assert (usual["pot"], changed["pot"]) == (190, pot)
    assert usual["payout"] == changed["payout"]


def test_before_the_first_hand_the_contribution_can_be_any():
    """rules: a contribution that nobody has played for yet is corrected; 4 · 3 · 5."""
    first = {"re": ["Anne", "Bert"], "augen": 120, "rules": {"beitrag": 3}}
    assert answered(ID, NAMES, first, einsatz="0.05")["pot"] == 60
