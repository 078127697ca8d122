"""Every rule of Doppelkopf with a common pot, as somebody writes it and as it is answered.

S1 is Claus D. Grupp, "99 Kartenspiele", Leinfelden 1970, by the lines of its text; "rules.md" is
how this project reads it. All figures were worked out by hand: in cents, with a base amount of 5,
as S1 has 5 Pfennig, and 200 in the pot. Anne and Bert are Re where nothing else is said.
"""

import json

import pytest

from scorepad import document
from scorepad.document import result
from tests.games.sheets import answered, column, faults, written

ID, NAMES = "doppelkopf-kasse", ("Anne", "Bert", "Cem", "Dora")
NOTHING = (0, 0, 0, 0)


def normal(augen, **more):
    """A game of Anne and Bert."""
    return {"spiel": "normal", "re": ["Anne", "Bert"], "augen": augen, **more}


def solo(gewonnen, **more):
    """A solo of Cem's."""
    return {"spiel": "solo", "re": ["Cem"], "gewonnen": gewonnen, **more}


def fuchs(faenger, verlierer):
    """A Fuchs that was caught."""
    return {"faenger": faenger, "verlierer": verlierer}


A_FUCHS = [fuchs("Cem", "Anne")]
BOTH = [fuchs("Cem", "Anne"), fuchs("Cem", "Bert")]

PAID = [
    # source, rules, hands, what the last of them pays, what is left in the pot
    ("S1 186-190: simply won", {}, [normal(121)], (5, 5, 0, 0), 190),
    ("S1 190-191: Schneider", {}, [normal(181)], (10, 10, 0, 0), 180),
    ("S1 150-151: 60 are no Schneider", {}, [normal(180)], (5, 5, 0, 0), 190),
    ("S1 191-192: schwarz", {}, [normal(240, schwarz="kontra")], (15, 15, 0, 0), 170),
    ("S1 192-193: the Alten lose", {}, [normal(119)], (0, 0, 10, 10), 180),
    ("S1 193: Schneider", {}, [normal(59)], (0, 0, 15, 15), 170),
    ("S1 193: or 20", {"kontra_schneider": 4}, [normal(59)], (0, 0, 20, 20), 160),
    ("S1 194: schwarz", {}, [normal(0, schwarz="re")], (0, 0, 20, 20), 160),
    ("S1 194: or 30", {"kontra_schwarz": 6}, [normal(0, schwarz="re")], (0, 0, 30, 30), 140),
    ("S1 153-155: nothing but the Alten", {}, [normal(72, nur_alten=True)], (0, 0, 20, 20), 160),
    ("rules.md: one trick of an Alte and three Nines", {}, [normal(3, nur_alten=True)],
     (0, 0, 20, 20), 160),
    ("S1 111-113, rules.md: 120 to 120 pays nobody", {}, [normal(120)], NOTHING, 200),
    ("rules.md, RULING pay side: 10 for both", {"pay": "side"}, [normal(119)], (0, 0, 5, 5), 190),
    ("S1 196: a solo won, past the pot", {}, [solo(True)], (-5, -5, 15, -5), 200),
    ("S1 197: lost", {}, [solo(False)], (10, 10, -30, 10), 200),
    ("S1 203: Kontra doubles", {}, [solo(True, kontra=1)], (-10, -10, 30, -10), 200),
    ("S1 204-205: Re, 20 from each", {}, [solo(True, kontra=2)], (-20, -20, 60, -20), 200),
    ("S1 205-206: Re, 40 to each", {}, [solo(False, kontra=2)], (40, 40, -120, 40), 200),
    ("S1 211-212: a Fuchs from the pot", {}, [normal(120, fuchs=A_FUCHS)], (0, 0, 5, 0), 195),
    ("S1 212-213: or from who lost it", {"fuchs": "loser"}, [normal(120, fuchs=A_FUCHS)],
     (-5, 0, 5, 0), 200),
    ("S1 213-217: Karlchen", {}, [normal(120, karlchen="re")], (5, 5, 0, 0), 190),
    ("rules.md: 11 Augen are enough for a Fuchs", {}, [normal(229, fuchs=A_FUCHS)],
     (10, 10, 5, 0), 175),
    ("rules.md: 24 for both and Karlchen", {},
     [normal(216, fuchs=BOTH, karlchen="kontra")], (10, 10, 15, 5), 160),
    ("rules.md: it pays what it has, 20 for two who get 20 each", {"beitrag": 1},
     [normal(0, schwarz="re")], (0, 0, 10, 10), 0),
    ("rules.md: and nothing once it is empty", {"beitrag": 1},
     [normal(0, schwarz="re"), normal(121)], NOTHING, 0),
    ("S1 217-221: the Hammelrennen takes the last two", {"beitrag": 1},
     [normal(121), {"hammelrennen": "Dora"}], (0, 0, 0, 10), 0),
    ("rules.md: art angesagt is the usual one", {}, [solo(True, art="angesagt")],
     (-5, -5, 15, -5), 200),
    ("S1 176-178: a Bubensolo", {}, [solo(False, art="bube", kontra=1)], (20, 20, -60, 20), 200),
    ("S1 170-171, rules.md: a secret solo with a Fuchs from the pot", {},
     [solo(True, art="heimlich", fuchs=[fuchs("Cem", "Dora")])], (-5, -5, 20, -5), 195),
    ("rules.md: with Karlchen of the three", {},
     [solo(True, art="heimlich", karlchen="kontra")], (0, 0, 15, 0), 185),
    ("rules.md: with Karlchen of the soloist", {},
     [solo(True, art="heimlich", karlchen="re")], (-5, -5, 20, -5), 195),
    ("rules.md: extras are not doubled", {},
     [solo(True, art="heimlich", kontra=2, karlchen="re")], (-20, -20, 65, -20), 195),
    ("rules.md: its Fuchs by the loser", {"fuchs": "loser"},
     [solo(False, art="heimlich", fuchs=[fuchs("Dora", "Cem")])], (10, 10, -35, 15), 200),
    ("rules.md, solo_pays pot: won", {"solo_pays": "pot"}, [solo(True)], (0, 0, 15, 0), 185),
    ("rules.md, solo_pays pot: lost", {"solo_pays": "pot"}, [solo(False)], (10, 10, 0, 10), 170),
    ("rules.md, solo_pays pot: Re", {"solo_pays": "pot"}, [solo(True, kontra=2)],
     (0, 0, 60, 0), 140),
    ("rules.md, solo_pays pot: 20 for 30", {"solo_pays": "pot", "beitrag": 1}, [solo(False)],
     (7, 7, 0, 6), 0),
    ("rules.md: raised, everybody puts in 2 more: 190 + 40 - 10", {},
     [normal(121), normal(121, rules={"beitrag": 12})], (5, 5, 0, 0), 220),
    ("rules.md: lowered, nothing is taken out: 190 - 40", {},
     [normal(121), normal(0, schwarz="re", rules={"beitrag": 1})], (0, 0, 20, 20), 150),
    ("rules.md: raised less than it once was, nothing more", {},
     [normal(120), normal(120, rules={"beitrag": 2}), normal(120, rules={"beitrag": 9})],
     NOTHING, 200),
]


@pytest.mark.parametrize("rules, hands, cents, pot",
                         [pytest.param(*row, id=source) for source, *row in PAID])
def test_what_a_hand_pays(rules, hands, cents, pot):
    answer = answered(ID, NAMES, *hands, einsatz="0.05", rules=rules)
    assert column(answer, "points")[-1] == cents and answer["pot"] == pot


ODD = [
    # source, hands, what each has got in the end, with 5 for a side and odd cents
    ("rules.md: Bert gets the second odd cent", [normal(121)] * 2, (5, 5, 0, 0)),
    ("rules.md: even within a hand", [normal(121, karlchen="re")], (5, 5, 0, 0)),
    ("rules.md: so far, whoever the partner was",
     [normal(121), {"re": ["Anne", "Cem"], "augen": 121}, {"re": ["Bert", "Cem"], "augen": 121},
      {"re": ["Bert", "Dora"], "augen": 121}], (5, 7, 5, 3)),
    ("rules.md: five games", [normal(121)] * 5, (13, 12, 0, 0)),
]


@pytest.mark.parametrize("hands, totals",
                         [pytest.param(*row, id=source) for source, *row in ODD])
def test_odd_cents_of_a_side_even_out(hands, totals):
    """5 for two is 2 each and one over. In the third row: Anne 3 and Bert 2, Anne 2 and Cem 3, Bert
    3 and Cem 2, Bert 2 and Dora 3: Bert has had one by then, and Dora none; together Anne 5, Bert
    7, Cem 5, Dora 3."""
    answer = answered(ID, NAMES, *hands, einsatz="0.05", rules={"pay": "side"})
    assert column(answer, "totals")[-1] == totals


def test_what_is_left_goes_back_in_equal_shares():
    """rules.md: 40 put in, Kontra 10 each; 20 are left, 5 for each, who all put in 10."""
    answer = answered(ID, NAMES, normal(100), einsatz="0.05", rules={"beitrag": 2}, ended=True)
    assert answer["payout"] == dict(zip(NAMES, (-5, -5, 5, 5))) and answer["pot"] == 0


def test_what_is_left_goes_back_of_a_raised_contribution_too():
    """rules.md: 40 and 40 more put in, Kontra 10 each twice; 40 left, 10 for each, who put in
    20: Anne and Bert -10, Cem and Dora 20 + 10 - 20."""
    answer = answered(ID, NAMES, normal(100), normal(100, rules={"beitrag": 4}),
                      einsatz="0.05", rules={"beitrag": 2}, ended=True)
    assert answer["payout"] == dict(zip(NAMES, (-10, -10, 10, 10)))


# --- duty solos ---------------------------------------------------------------------------------

DUE = [
    # source, rules, hands, the sentence, None for none
    ("S1 178-180: nobody is asked before the rounds are over", {"solo_duty": 1,
     "solo_duty_rounds": 1}, [normal(121)] * 3, None),
    ("S1 180-182: after four hands", {"solo_duty": 1, "solo_duty_rounds": 1},
     [solo(True), normal(121), normal(121), normal(121)],
     "Anne, Bert and Dora must each play a solo now"),
    ("rules.md: one of two solos is not enough", {"solo_duty": 2, "solo_duty_rounds": 1},
     [solo(True), solo(False), normal(121), normal(121)],
     "Anne, Bert and Dora must each play a solo now"),
    ("rules.md: putting money in is no hand", {"solo_duty": 1, "solo_duty_rounds": 1},
     [solo(True), normal(121), normal(121), {"nachzahlung": 1}], None),
    ("rules.md: nor is a voided one", {"solo_duty": 1, "solo_duty_rounds": 1},
     [solo(True), normal(121), normal(121), normal(121, voided=True)], None),
    ("rules.md: the last one who owes it", {"solo_duty": 1, "solo_duty_rounds": 1},
     [{"spiel": "solo", "re": [name], "gewonnen": True} for name in ("Anne", "Bert", "Cem")]
     + [normal(121)], "Dora must play a solo now"),
    ("rules.md: without rounds there is time", {"solo_duty": 1}, [normal(121)] * 9, None),
    ("rules.md: who has played it owes none", {"solo_duty": 1, "solo_duty_rounds": 1},
     [{"spiel": "solo", "re": [name], "gewonnen": True} for name in NAMES], None),
]


@pytest.mark.parametrize("rules, hands, sentence",
                         [pytest.param(*row, id=source) for source, *row in DUE])
def test_who_must_play_a_solo_now(rules, hands, sentence):
    book, sheets = document.replayed(written(ID, NAMES, *hands, rules=rules))
    told = [line.strip() for line in result.text(book, sheets, "en").splitlines()
            if "must" in line]
    assert told == ([] if sentence is None else [sentence])


# --- what cannot have been played ---------------------------------------------------------------

HALF = {"seite": "re", "unter": 0}
REFUSED = [
    # source, hands, place, sentence: these can be scored
    ("rules.md: a Fuchs and no trick", [normal(240, schwarz="kontra", fuchs=A_FUCHS)], "fuchs",
     "Kontra has no trick, and so no Fuchs and no Karlchen"),
    ("rules.md: Karlchen and no trick",
     [{"re": ["Anne", "Bert"], "ergebnis": HALF, "karlchen": "re"}], "karlchen",
     "Re has no trick, and so no Fuchs and no Karlchen"),
    ("rules.md: a Fuchs with 10 Augen", [normal(230, fuchs=A_FUCHS)], "fuchs",
     "Kontra has 10 Augen: its Füchse and Karlchen alone have 11"),
    ("rules.md: both with 21", [normal(219, fuchs=BOTH)], "fuchs",
     "Kontra has 21 Augen: its Füchse and Karlchen alone have 22"),
    ("rules.md: a Fuchs and Karlchen with 12", [normal(228, fuchs=A_FUCHS, karlchen="kontra")],
     "fuchs", "Kontra has 12 Augen: its Füchse and Karlchen alone have 13"),
    ("rules.md: Karlchen with 0 Augen", [normal(0, karlchen="re")], "karlchen",
     "Re has 0 Augen: its Füchse and Karlchen alone have 2"),
    ("rules.md: nur_alten with 73", [normal(73, nur_alten=True)], "nur_alten",
     "with the Alten only it is 3 to 72 Augen, not 73"),
    ("rules.md: nur_alten with 2", [normal(2, nur_alten=True)], "nur_alten",
     "with the Alten only it is 3 to 72 Augen, not 2"),
    ("rules.md: nur_alten without a trick",
     [{"re": ["Anne", "Bert"], "ergebnis": HALF, "nur_alten": True}], "nur_alten",
     "with the Alten only it is 3 to 72 Augen, not 0"),
    ("rules.md: nur_alten and Karlchen for Re", [normal(60, nur_alten=True, karlchen="re")],
     "karlchen", "tricks with the Alten only, so none of them with Karlchen"),
    ("rules.md: a Hammelrennen for nothing",
     [normal(0, schwarz="re", rules={"beitrag": 1}), {"hammelrennen": "Anne"}], "hammelrennen",
     "the pot is empty: there is nothing to play a Hammelrennen for"),
]
ALWAYS = [
    # the same: these cannot
    ("S1 217-219: a Hammelrennen for more than two", [{"hammelrennen": "Anne"}], "hammelrennen",
     "40 base amounts in the pot: a Hammelrennen goes for the last 2"),
    ("rules.md, by kind: a Fuchs in an announced solo",
     [solo(True, fuchs=[fuchs("Cem", "Anne")])], "fuchs",
     "Füchse count only in a normal game and in a heimliches Solo"),
    ("rules.md, by kind: a Fuchs in a Bubensolo",
     [solo(True, art="bube", fuchs=[fuchs("Cem", "Anne")])], "fuchs",
     "Füchse count only in a normal game and in a heimliches Solo"),
    ("rules.md, by kind: Karlchen in an announced solo", [solo(True, karlchen="re")], "karlchen",
     "Karlchen counts only in a normal game and in a heimliches Solo"),
    ("S1 211: a Fuchs of the other three", [solo(
        True, art="heimlich", fuchs=[fuchs("Anne", "Dora")])], "fuchs[0].verlierer",
     "only a Fuchs of the other side can be caught, not one of Dora"),
    ("rules.md, common: 239 Augen", [normal(239)], "augen",
     "no card counts 1, so nobody can have 239 Augen"),
    ("S1 210-213, a variant: no Füchse",
     [normal(140, fuchs=[fuchs("Anne", "Cem")], rules={"fuchs": "nobody"})], "fuchs",
     "a Fuchs counts nothing at this table"),
    ("S1 203-206, a variant: no Kontra", [solo(True, kontra=1, rules={"kontra": False})], "kontra",
     "Kontra counts nothing at this table"),
    ("S1 094-101: no such kind", [solo(True, art="laut")], "art",
     "laut is not one of: angesagt, heimlich, bube"),
]


@pytest.mark.parametrize("hands, place, sentence", [
    pytest.param(*row, id=source) for source, *row in REFUSED + ALWAYS])
def test_what_cannot_be_is_refused(hands, place, sentence):
    assert faults(ID, NAMES, *hands, einsatz="0.05") == [
        (f"hands[{len(hands) - 1}].{place}", sentence)]


@pytest.mark.parametrize("hands", [pytest.param(row[1], id=row[0]) for row in REFUSED])
def test_an_evening_that_was_paid_keeps_it(hands):
    """What has the id of a book is taken; whoever reads it is told that it would be refused
    today."""
    raw = [{**hand, "id": f"h{number}"} for number, hand in enumerate(hands)]
    book, sheets = document.replayed(written(ID, NAMES, *raw, einsatz="0.05", id="s"))
    answer = json.loads(b"".join(result.json_pieces(book, sheets)))["evenings"][0]["sheets"][0]
    assert len(answer["hands"]) == len(hands)
    [problem] = document.taken(sheets)
    assert problem.place[:6] == ("evenings", 0, "sheets", 0, "hands", len(hands) - 1)
