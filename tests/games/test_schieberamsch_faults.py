"""What cannot have been played in Schieberamsch, and what cannot be read, the Grand Hand aside."""

import pytest

from scorepad.games.game import Table
from scorepad.games.ramsch import Durchmarsch, Ramsch
from scorepad.games.schieberamsch import SCHIEBERAMSCH, SchieberamschRules
from tests.games.sheets import faults

NAMES = ("A", "B", "C")
O = None  # left out
USUAL = SchieberamschRules()
KONTRA = SchieberamschRules(ramsch_kontra=True)
SKAT = SchieberamschRules(skat_to="most-augen")

AUGEN, SCHIEBEN, KONTRAS = ("augen",), ("geschoben",), ("kontra",)
NO_KONTRA = "Ramsch is played without Kontra at this table"


def ramsch(*figures, jungfrau=None, s=0, k=0):
    return Ramsch(figures, jungfrau, s, k)


FAULTS = [
    ("118 of 120", ramsch(66, 30, 22), USUAL, (AUGEN, "118 in all – 2 Augen are missing")),
    ("122 of 120", ramsch(66, 30, 26), USUAL, (AUGEN, "122 in all – 2 Augen too many")),
    ("nothing of 120", ramsch(0, 0, 0), USUAL,
     (AUGEN, "0 in all – 120 Augen are missing")),
    ("1 and 119", ramsch(1, 119, 0), USUAL,
     (("augen", "A"), "no card counts 1, so nobody can have 1 Auge"),
     (("augen", "B"), "no card counts 1, so nobody can have 119 Augen")),
    ("negative", ramsch(-10, 70, 60), USUAL,
     (("augen", "A"), "-10 Augen: nobody can have less than 0")),
    ("121", ramsch(0, 0, 121), USUAL, (("augen", "C"), "121 Augen: there are only 120")),
    ("rest of 1", ramsch(60, 59, O), USUAL, (AUGEN, "119 in all – 1 for C is not possible")),
    ("who has the rest decides", ramsch(60, O, O), USUAL,
     (AUGEN, "60 Augen still open: B and C")),
    ("nobody named", ramsch(O, O, O), USUAL,
     (AUGEN, "120 Augen still open: A, B and C")),
    ("nobody but a Jungfrau named", ramsch(O, O, O, jungfrau=1), USUAL,
     (AUGEN, "120 Augen still open: A and C")),
    ("Jungfrau with Augen", ramsch(66, 30, 24, jungfrau=1), USUAL,
     (("augen", "B"), "B is Jungfrau, so without a trick and without Augen, not 30")),
    ("too little beside a Jungfrau", ramsch(66, 30, O, jungfrau=2), USUAL,
     (AUGEN, "96 in all – 24 Augen are missing")),
    ("four Schieben", ramsch(66, 30, 24, s=4), USUAL,
     (SCHIEBEN, "4 Schieben: each of the three players can push the skat on once")),
    ("negative Schieben", ramsch(66, 30, 24, s=-1), USUAL,
     (SCHIEBEN, "-1 Schieben: each of the three players can push the skat on once")),
    ("Durchmarsch, four Schieben", Durchmarsch(0, 4), USUAL,
     (SCHIEBEN, "4 Schieben: each of the three players can push the skat on once")),
    ("Kontra where there is none", ramsch(66, 30, 24, k=1), USUAL, (KONTRAS, NO_KONTRA)),
    ("Durchmarsch, Kontra where there is none", Durchmarsch(0, 0, 1), USUAL,
     (KONTRAS, NO_KONTRA)),
    ("negative Kontra where there is none", ramsch(66, 30, 24, k=-1), USUAL,
     (KONTRAS, NO_KONTRA)),
    ("four Kontras", ramsch(66, 30, 24, k=4), KONTRA,
     (KONTRAS, "4 Kontras: each of the three players can say it once")),
    ("negative Kontra", Durchmarsch(0, 0, -1), KONTRA,
     (KONTRAS, "-1 Kontras: each of the three players can say it once")),
    ("118 of 120, all that can be pushed and said", ramsch(66, 30, 22, s=3, k=3), KONTRA,
     (AUGEN, "118 in all – 2 Augen are missing")),
    ("everything at once", ramsch(66, 30, 22, jungfrau=0, s=9, k=9), KONTRA,
     (SCHIEBEN, "9 Schieben: each of the three players can push the skat on once"),
     (KONTRAS, "9 Kontras: each of the three players can say it once"),
     (("augen", "A"), "A is Jungfrau, so without a trick and without Augen, not 66"),
     (AUGEN, "118 in all – 2 Augen are missing")),
    ("skat of 23", ramsch(50, 30, 17), SKAT,
     (AUGEN, "97 in all – 23 for the skat is not possible, at most 22")),
    ("skat of 1", ramsch(50, 40, 29), SKAT,
     (AUGEN, "119 in all – 1 for the skat is not possible, at most 22")),
    ("four Schieben, nothing in the skat", ramsch(60, 40, 20, s=4), SKAT,
     (SCHIEBEN, "4 Schieben: each of the three players can push the skat on once")),
    ("four Schieben, two aces in the skat", ramsch(49, 29, 20, s=4), SKAT,
     (SCHIEBEN, "4 Schieben: each of the three players can push the skat on once")),
    ("more than 120 beside the skat", ramsch(50, 40, 32), SKAT,
     (AUGEN, "122 in all – 2 Augen too many")),
    ("left out beside the skat", ramsch(70, 40, O), SKAT,
     (AUGEN, "110 so far – the skat decides, so C must be typed, too")),
    ("two left out beside the skat", ramsch(O, 110, O), SKAT,
     (AUGEN, "110 so far – the skat decides, so A and C must be typed, too")),
    ("left out beside skat and Jungfrau", ramsch(O, 110, O, jungfrau=0), SKAT,
     (AUGEN, "110 so far – the skat decides, so C must be typed, too")),
    ("1 Auge beside the skat", ramsch(1, 60, 55), SKAT,
     (("augen", "A"), "no card counts 1, so nobody can have 1 Auge")),
    ("Jungfrau with Augen beside the skat", ramsch(10, 60, 45, jungfrau=0), SKAT,
     (("augen", "A"), "A is Jungfrau, so without a trick and without Augen, not 10")),
]


@pytest.mark.parametrize("hand, rules, expected", [
    pytest.param(hand, rules, expected, id=case) for case, hand, rules, *expected in FAULTS])
def test_faults(hand, rules, expected):
    table = Table(NAMES, (0, 1, 2), 0, (0, 1, 2), rules)
    found = SCHIEBERAMSCH.verify(hand, table)
    assert [(problem.place, str(problem.message)) for problem in found] == expected
    with pytest.raises(ValueError, match="without problems"):
        SCHIEBERAMSCH.score(hand, table)


# --- a sheet ----------------------------------------------------------------------------------


RULES = [
    ({"ramsch_kontra": 1}, "1 is not one of: false, true"),
    ({"ramsch_kontra": "yes"}, "yes is not one of: false, true"),
    ({"grand_hand": 0}, "0 is not one of: true, false"),
    ({"skat_to": "last"}, "last is not one of: last-trick, most-augen"),
    ({"skat_to": None}, "null is not one of: last-trick, most-augen"),
    ({"hands": 0}, "is not a whole number from 1 to 1000"),
    ({"hands": 1001}, "is not a whole number from 1 to 1000"),
    ({"hands": True}, "is not a whole number from 1 to 1000"),
    ({"hands": "12"}, "is not a whole number from 1 to 1000"),
    ({"limit": 500}, "is not an option of this game"),
]


@pytest.mark.parametrize("rules, sentence", RULES)
def test_rules_that_cannot_be_agreed_on(rules, sentence):
    [name] = rules
    assert faults("schieberamsch", NAMES, rules=rules) == [(f"rules.{name}", sentence)]


@pytest.mark.parametrize("key, value, sentence", [
    ("rate", 0.01, 'is not an amount in quotes with at most 4 decimals, such as "0.50"'),
    ("rate", "0.00001", 'is not an amount in quotes with at most 4 decimals, such as "0.50"'),
    ("rate", "-0.01", 'is not an amount in quotes with at most 4 decimals, such as "0.50"'),
    ("rate", "ein Cent", 'is not an amount in quotes with at most 4 decimals, such as "0.50"'),
    ("einsatz", "0.50", "is not a key that belongs here"),
    ("ended", 1, "is neither true nor false"),
])
def test_what_a_sheet_cannot_say(key, value, sentence):
    assert faults("schieberamsch", NAMES, **{key: value}) == [(key, sentence)]
