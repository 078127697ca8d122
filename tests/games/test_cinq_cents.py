"""Cinq-Cents: melds, tricks, who writes what, and the 500.

S1 is Grupp 1970, cited by its lines; "rules" is how this project reads it where S1 is silent;
"format" is the description of the file format; "sum" is arithmetic by hand.
"""

import pytest
from hypothesis import given, strategies as st

from scorepad.games.cinq_cents import CINQ_CENTS, CinqCentsRules, Hand, can_be
from scorepad.games.cinq_cents.melds import Folge, Melds, fault_of_both, fault_of_own
from scorepad.games.game import HandScore, Meter, Outcome, Reason, Table, Tally, Unreadable
from tests.games.scored import of_score
from tests.games.sheets import answered, faults
from tests.oracle import cinq_cents as slow, cinq_cents_cards as cards

NAMES = ("A", "B")
RULES = CinqCentsRules()
TABLE = Table(NAMES, (0, 1), 0, (0, 1), RULES)


def hand(spielmacher, one, other, *melds, matsch=None, **keys):
    """Augen of both; the melds of A and of B, each in a text."""
    said = dict(zip(NAMES, [meld.split() for meld in melds]))
    return {"spielmacher": spielmacher, "meldungen": said, "augen": {"A": one, "B": other},
            **({"matsch": matsch} if matsch else {}), **keys}


def points(raw):
    """What A and B write; the hand must be possible."""
    read = CINQ_CENTS.read_hand(raw, NAMES)
    assert CINQ_CENTS.verify(read, TABLE) == ()
    return CINQ_CENTS.score(read, TABLE).points


def problems(raw):
    """What is wrong with a hand, with the places."""
    read = CINQ_CENTS.read_hand(raw, NAMES)
    found = CINQ_CENTS.verify(read, TABLE)
    assert isinstance(CINQ_CENTS.judge(read, TABLE), HandScore) == (not found)
    return [(problem.place, str(problem.message)) for problem in found]


# --- what a hand is worth ---------------------------------------------------------------------

SEQUENCES = [
    ("S1 076–077, a Quart beats a Terz", "terz", "quart", {}, (0, 50)),
    ("S1 078–079, a Fuß beats a Quart", "quart", "fuss", {}, (0, 100)),
    ("S1 076–079, a Fuß beats a Terz", "fuss", "terz", {}, (100, 0)),
    ("S1 079–081, two Terzen, none in trump", "terz", "terz", {}, (0, 0)),
    ("S1 079–080, the Terz in trump", "terz", "terz", {"trumpf": {"B": ["terz"]}}, (0, 20)),
    ("S1 079–080, the Quart in trump", "quart", "quart", {"trumpf": {"A": ["quart"]}}, (50, 0)),
    ("S1 081, trump does not beat a longer one", "terz", "quart", {"trumpf": {"A": ["terz"]}},
     (0, 50)),
    ("S1 081–084, the longer Fuß", "fuss", "fuss", {"fuss": {"A": 6}}, (100, 0)),
    ("S1 084–085, Füße of as many cards, one in trump", "fuss", "fuss",
     {"fuss": {"A": 7, "B": 7}, "trumpf": {"B": ["fuss"]}}, (0, 100)),
    ("S1 085–086, none in trump", "fuss", "fuss", {"fuss": {"A": 6, "B": 6}}, (0, 0)),
    ("S1 082–084, length before trump", "fuss", "fuss",
     {"fuss": {"A": 6}, "trumpf": {"B": ["fuss"]}}, (100, 0)),
    ("rules, two Terzen against none", "terz terz", "", {}, (40, 0)),
    ("rules, each against each of the other's", "terz terz", "terz",
     {"trumpf": {"A": ["terz"]}}, (20, 0)),
    ("rules, a Terz beside a Quart, against a Terz", "quart terz", "terz", {}, (50, 0)),
    ("rules, both in trump", "terz", "terz", {"trumpf": {"A": ["terz"], "B": ["terz"]}}, (20, 20)),
    ("S1 076–086, Bella and fours count beside", "bella terz", "quart", {}, (20, 50)),
]


@pytest.mark.parametrize("one, other, keys, melded",
                         [pytest.param(*row, id=source) for source, *row in SEQUENCES])
def test_which_sequence_counts(one, other, keys, melded):
    """Both sides of the table alike; who declares has more, so that each writes his own."""
    a, b = melded
    declares = "A" if a >= b else "B"
    assert points(hand(declares, 50, 50, one, other, **keys)) == (50 + a, 50 + b)


@pytest.mark.parametrize("raw, text", [
    (hand("A", 90, 40), "A 90 · B 40"),
    (hand("B", 90, 40, "bella terz", "quart"),
     "B 50 Quart + 40 = 90 < A 20 Bella + 0 Terz + 90 = 110 → 200"),
    (hand("A", 130, 0, "vier-zehnen fuss", matsch="B", fuss={"A": 5}),
     "A 100 Zehnen + 100 Fuß + 130 + 100 matsch = 430 · B 0"),
    (hand("A", 90, 40, "fuss", fuss={"A": 8}), "A 100 8er-Fuß + 90 = 190 · B 40"),
])
def test_explanation(raw, text):
    read = CINQ_CENTS.read_hand(raw, NAMES)
    assert CINQ_CENTS.verify(read, TABLE) == ()
    assert of_score(CINQ_CENTS.explain, read, TABLE) == text


# --- in a document ----------------------------------------------------------------------------

NOTHING = Melds()


@pytest.mark.parametrize("raw, read, text", [
    ({"spielmacher": "B", "augen": {"A": 90, "B": 40}}, Hand(1, (NOTHING, NOTHING), (90, 40)),
     "Spielmacher B · A 90 · B 40"),
    ({"spielmacher": "A", "augen": {"B": 90}, "matsch": "A", "meldungen": {}},
     Hand(0, (NOTHING, NOTHING), (None, 90), 0), "Spielmacher A · A 0 · B 90 · matsch A"),
    ({"spielmacher": "A", "augen": {"A": 90, "B": 40}, "matsch": None, "fuss": {"B": 6},
      "trumpf": {"B": ["fuss"], "A": ["terz"]},
      "meldungen": {"B": ["fuss", "bella"], "A": ["terz", "vier-zehnen", "terz"]}},
     Hand(0, (Melds(("vier-zehnen",), False, (Folge(3, True), Folge(3))),
              Melds((), True, (Folge(6, True),))), (90, 40)),
     "Spielmacher A · A 4 Zehnen, Terz Trumpf, Terz, 90 · B Bella, 6er-Fuß Trumpf, 40"),
])
def test_hands_in_a_document_and_in_words(raw, read, text):
    assert CINQ_CENTS.read_hand(raw, NAMES) == read
    assert CINQ_CENTS.read_hand(CINQ_CENTS.write_hand(read, NAMES), NAMES) == read
    assert CINQ_CENTS.describe(read, NAMES) == text


def test_the_order_of_melds_and_of_players_does_not_matter():
    one = hand("A", 90, 40, "bella terz vier-damen", "quart")
    other = {"augen": {"B": 40, "A": 90}, "spielmacher": "A",
             "meldungen": {"B": ["quart"], "A": ["vier-damen", "terz", "bella"]}}
    assert CINQ_CENTS.read_hand(one, NAMES) == CINQ_CENTS.read_hand(other, NAMES)


@pytest.mark.parametrize("change, place, fault", [
    ({"spielmacher": None}, ("spielmacher",), "a hand says who was Spielmacher"),
    ({"spielmacher": ["A", "B"]}, ("spielmacher",), "one player is Spielmacher: […] is not a name"),
    ({"spielmacher": "X"}, ("spielmacher",), "X does not sit at this table"),
    ({"augen": None}, ("augen",), "a hand says the Augen of both players"),
    ({"augen": {"A": 90}}, ("augen", "B"), "is missing"),
    ({"augen": {"A": 90}, "matsch": "A"}, ("augen", "B"), "is missing"),
    ({"augen": {"A": 90, "B": "40"}}, ("augen", "B"), '"40" is not a whole number'),
    ({"augen": {"A": 90, "X": 40}}, ("augen",), "X does not sit at this table"),
    ({"matsch": "X"}, ("matsch",), "X does not sit at this table"),
    ({"meldungen": ["terz"]}, ("meldungen",), "says something of each player"),
    ({"meldungen": {"A": "terz"}}, ("meldungen", "A"), "is not a list of melds"),
    ({"meldungen": {"A": ["terz", "sext"]}}, ("meldungen", "A", 1), "sext is not a meld"),
    ({"meldungen": {"A": [["terz"]]}}, ("meldungen", "A"), "[…] is not a meld"),
    ({"meldungen": {"A": ["bella", "bella"]}}, ("meldungen", "A", 1),
     "names bella a second time"),
    ({"meldungen": {"A": []}, "fuss": {"A": 6}}, ("fuss", "A"), "no Fuß is melded"),
    ({"meldungen": {"A": ["fuss"]}, "fuss": {"A": 9}}, ("fuss", "A"), "a Fuß has 5 to 8 cards"),
    ({"meldungen": {"A": ["fuss"]}, "fuss": {"A": 4}}, ("fuss", "A"), "a Fuß has 5 to 8 cards"),
    ({"meldungen": {"A": ["terz"]}, "trumpf": {"A": ["quart"]}}, ("trumpf", "A"),
     "quart is not among the sequences melded"),
    ({"weis": {}}, ("weis",), "is not a key that belongs here"),
])
def test_what_is_no_hand(change, place, fault):
    with pytest.raises(Unreadable) as refused:
        CINQ_CENTS.read_hand({**hand("A", 90, 40), **change}, NAMES)
    assert [(problem.place, str(problem.message)) for problem in refused.value.problems] \
        == [(place, fault)]


# --- what cannot be ---------------------------------------------------------------------------

WRONG = [
    ("S1 058–064, more than 18 cards have", hand("A", 90, 57), ("augen",),
     "147 in all – 18 cards have at most 146"),
    ("S1 058–064, less than 18 cards have", hand("A", 10, 7), ("augen",),
     "17 in all – 18 cards have at least 18"),
    ("S1 058–064, no card counts 1", hand("A", 1, 90), ("augen", "A"),
     "no card counts 1, so nobody can have 1 Auge"),
    ("S1 058–064, two cards are the other's", hand("A", 141, 0), ("augen", "A"),
     "141 Augen: more than 140 only if the other is matsch"),
    ("S1 058–064, 147 for one", hand("A", 147, 0, matsch="B"), ("augen", "A"),
     "147 Augen: 18 cards have at most 146"),
    ("sum, less than nothing", hand("A", 90, -3), ("augen", "B"),
     "-3 Augen: nobody can have less than 0"),
    ("sum, 9 cannot leave the other 137", hand("A", 9, 137), ("augen",),
     "no 18 cards can be shared like this"),
    ("S1 089–090, matsch has no Augen", hand("A", 90, 3, matsch="B"), ("augen", "B"),
     "B is matsch, so without a trick and without Augen, not 3"),
    ("S1 043–049, more than nine cards", hand("A", 90, 40, "vier-buben vier-asse quart"),
     ("meldungen", "A"), "A cannot hold all of this with 9 cards"),
    ("S1 043–049, three fours", hand("A", 90, 40, "", "vier-buben vier-asse vier-damen"),
     ("meldungen", "B"), "B cannot hold all of this with 9 cards"),
    ("S1 043–049, two Füße", hand("A", 90, 40, "fuss fuss"), ("meldungen", "A"),
     "A cannot hold all of this with 9 cards"),
    ("S1 053–054, one Bella", hand("A", 90, 40, "bella", "bella"), ("meldungen",),
     "there is only one Bella, king and queen of trump"),
    ("S1 051–054, kings and Bella", hand("A", 90, 40, "vier-koenige", "bella"), ("meldungen",),
     "the two players cannot hold all of this at the same time"),
    ("S1 051–053, the same four", hand("A", 90, 40, "vier-asse", "vier-asse"), ("meldungen",),
     "the two players cannot hold all of this at the same time"),
    ("S1 051–057, no five in a row without tens", hand("A", 90, 40, "vier-zehnen", "fuss"),
     ("meldungen",), "the two players cannot hold all of this at the same time"),
]


@pytest.mark.parametrize("raw, place, fault", [pytest.param(*row, id=source)
                                               for source, *row in WRONG])
def test_what_cannot_be(raw, place, fault):
    assert problems(raw) == [(place, fault)]


def test_faults_of_a_file_name_their_place():
    assert faults("cinq-cents", NAMES, hand("A", 90, 40), hand("B", 90, 60)) == [
        ("hands[1].augen", "150 in all – 18 cards have at most 146")]


def test_exactly_the_figures_can_be_that_18_cards_can_make():
    """All ways to share 18 of the 32 cards in tricks, tried one by one elsewhere: S1 058–064."""
    figures = range(-1, 150)
    for one in figures:
        for other in figures:
            assert can_be(one, other, False) == ((one, other) in cards.pairs(None))
            assert can_be(one, other, True) == ((one, other) in cards.pairs(0) | cards.pairs(1))


# --- the match --------------------------------------------------------------------------------


def sheet(*hands, **keys):
    return answered("cinq-cents", NAMES, *hands, **keys)


def test_the_end_is_told_and_drawn_on_the_way():
    tally = Tally((480, 521), (0, 0), 4)
    assert CINQ_CENTS.outcome(tally, RULES) == Outcome(Reason.WON, 1)
    assert str(CINQ_CENTS.tell(Outcome(Reason.WON, 1), tally, RULES, NAMES)) \
        == "B wins the match: 521 points, and 500 is the goal"
    assert CINQ_CENTS.meters(tally, RULES) == (Meter("Points", 500, (480, 521), of_points=True),)


def test_what_is_counted_for_the_statistics():
    read = CINQ_CENTS.read_hand(hand("A", 0, 90, "vier-damen vier-asse", matsch="A"), NAMES)
    found = of_score(CINQ_CENTS.feats, read, TABLE)
    assert [(feat.seat, feat.deed.key, feat.won) for feat in found] == [
        (0, "spielmacher", True), (0, "vierling", None), (0, "vierling", None),
        (0, "matsch", None)]
    lost = CINQ_CENTS.read_hand(hand("B", 90, 40), NAMES)
    assert [feat.won for feat in of_score(CINQ_CENTS.feats, lost, TABLE)] == [False]


# --- properties -------------------------------------------------------------------------------

rngs = st.randoms(use_true_random=False)


@given(rngs)
def test_what_is_written_is_what_both_made(rng):
    """Nothing is lost when the opponent writes both."""
    raw = slow.random_hand(rng, list(NAMES))
    made = points(raw)
    other = points({**raw, "spielmacher": "B" if raw["spielmacher"] == "A" else "A"})
    assert sum(made) == sum(other) >= 18 and min(made) >= 0


@given(rngs)
def test_more_melds_are_never_easier_to_hold(rng):
    raw = slow.any_hand(rng, list(NAMES))
    one, other = CINQ_CENTS.read_hand(raw, NAMES).meldungen
    held = not fault_of_own(one, "A") and not fault_of_own(other, "B") \
        and not fault_of_both(one, other)
    if held:
        for folge in one.folgen:
            fewer = one._replace(folgen=tuple(each for each in one.folgen if each != folge))
            assert not fault_of_own(fewer, "A") and not fault_of_both(fewer, other)
        assert not fault_of_both(one._replace(fours=()), other)


@given(rngs)
def test_the_order_of_two_hands_does_not_matter_within_a_partie(rng):
    hands = [slow.random_hand(rng, list(NAMES)) for _ in range(4)]
    far = {"limit": 100_000}
    assert sheet(*hands, rules=far)["totals"] == sheet(*hands[::-1], rules=far)["totals"]
