"""Hands of Doppelkopf that cannot be: each says where, and what is wrong."""

import pytest

from scorepad.drafts.altenburg import with_star
from scorepad.games.altenburg.hand import Event, Stern
from scorepad.games.game import Unreadable
from tests.games.altenburg_table import GAME, NAMES, hand, raw, table
from tests.games.sheets import answered, faults

ID = "doppelkopf-altenburg"
MISSING = "is missing: the Augen of the Re side, or what decides"
NOT_HERE = "Emil does not sit at this table"
TWO_SIDES = "is not one of: re, kontra"


def written(result=131, spiel="normal", R=None, K=None, **more):
    """A hand with keys that take the place of its own; None leaves one out."""
    return {**raw(result, spiel, R, K), **more}


def event(name="rot-rum", player="A", **more):
    return {"event": name, "player": player, **more}


# --- what can be read but not played ----------------------------------------------------------

UNPLAYABLE = [
    # what, hand, rules, place, sentence
    ("Re of one", written(re=["A"]), {}, "re", "two different players are Re, not 1"),
    ("Re twice the same", written(re=["A", "A"]), {}, "re", "two different players are Re, not 1"),
    ("a solo of two", written(131, "OS", re=["A", "B"]), {}, "re", "the soloist alone is Re"),
    ("a Stille Hochzeit of two", written(131, "SH", re=["A", "B"]), {}, "re",
     "the soloist alone is Re"),
    ("a solo of none", written(re=[], spiel="ober-solo"), {}, "re", "the soloist alone is Re"),
    ("a Farb-Solo without suit", written(spiel="farb-solo", re=["A"]), {}, "farbe",
     "a Farb-Solo has a suit: Herz, Grün or Eichel"),
    ("a suit of another solo", written(spiel="ober-solo", re=["A"], farbe="herz"), {}, "farbe",
     "only a Farb-Solo has a suit"),
    ("plain Kontra in a solo", written(131, "BS", K="ja"), {}, "ansagen.kontra",
     "in a solo there is no plain Re or Kontra"),
    ("plain Re in a solo of all levels", written(131, "BS", "ja"), {"solo_levels": "all"},
     "ansagen.re", "in a solo there is no plain Re or Kontra"),
    ("U3 in a solo", written(131, "BS", "U3"), {}, "ansagen.re",
     "in a solo only U6 and schwarz can be announced, not U3"),
    ("241", written(241), {}, "augen", "241 Augen: there are only 240"),
    ("below nothing", written(-1), {}, "augen", "-1 Augen: nobody can have less than 0"),
    ("1", written(1), {}, "augen", "no card counts 1, so nobody can have 1 Auge"),
    ("239", written(239), {}, "augen", "no card counts 1, so nobody can have 239 Augen"),
    ("very many", written(10**30), {}, "augen", f"{10**30} Augen: there are only 240"),
    ("Re schwarz with Augen", written(131, schwarz="re"), {}, "schwarz",
     "a side without a trick has no Augen, not 131"),
    ("Kontra schwarz with Augen", written(230, schwarz="kontra"), {}, "schwarz",
     "a side without a trick has no Augen, not 10"),
    ("no result", written(None), {}, "augen", MISSING),
    ("three Füchse", written(fuchs=["re", "kontra", "re"]), {}, "fuchs",
     "3 Füchse: there are only 2"),
    ("an Entscheid where one failed", written(131, R="U9", entscheid={"sieger": None}), {},
     "entscheid", "there is nothing to decide: not both Ansagen failed"),
    ("an Entscheid where the rules decide",
     written(131, R="U9", K="U9", entscheid={"sieger": None}), {"both_failed": "void"},
     "entscheid", "there is nothing to decide: not both Ansagen failed"),
    ("an Entscheid after Falschspiel",
     written(131, R="U9", K="U9", falschspiel="A", entscheid={"sieger": None}), {},
     "entscheid", "there is nothing to decide: not both Ansagen failed"),
    ("no Entscheid", written(131, R="U9", K="U9"), {}, "entscheid",
     "both Ansagen failed: what the table decided is missing"),
    ("an Entscheid below nothing",
     written(131, R="U9", K="U9", entscheid={"sieger": "re", "wert": -10}), {},
     "entscheid.wert", "is not a whole number from 0 to 10000"),
    ("an Entscheid beyond measure",
     written(131, R="U9", K="U9", entscheid={"sieger": "re", "wert": 10**30}), {},
     "entscheid.wert", "is not a whole number from 0 to 10000"),
    ("five cards in a solo", written(131, "BS", sterne=[event(), event("fuenf-karten")]), {},
     "sterne[1].event", "the last five cards give no star in a solo"),
    ("one of five lost in a solo", written(131, "BS", sterne=[event("fuenf-karten-verloren")]), {},
     "sterne[0].event", "the last five cards give no star in a solo"),
    ("misdeals below nothing", written(vergeben=-1), {}, "vergeben",
     "is not a whole number from 0 to 99"),
    ("misdeals all night", written(vergeben=100), {}, "vergeben",
     "is not a whole number from 0 to 99"),
    ("redeals below nothing", written(eingemischt=-1), {}, "eingemischt",
     "is not a whole number from 0 to 99"),
    ("three who play", written(aktive=["A", "B", "C"]), {}, "aktive",
     "a hand is played by four different players"),
    ("nobody who plays", written(aktive=[]), {}, "aktive",
     "a hand is played by four different players"),
    ("one who plays twice", written(aktive=["A", "B", "C", "C"]), {}, "aktive",
     "a hand is played by four different players"),
]


@pytest.mark.parametrize("played, rules, place, sentence",
                         [pytest.param(*row, id=what) for what, *row in UNPLAYABLE])
def test_what_cannot_have_been_played(played, rules, place, sentence):
    assert faults(ID, NAMES, played, rules=rules) == [(f"hands[0].{place}", sentence)]
    hand, at = GAME.read_hand(played, NAMES), table(**rules)
    assert GAME.judge(hand, at) == GAME.verify(hand, at) != ()


# --- who is not there -------------------------------------------------------------------------

FIVE = ("A", "B", "C", "D", "E")  # A deals and sits out
AWAY = [
    ("re", {"re": ["A", "B"]}), ("dulle", {"dulle": "A"}), ("falschspiel", {"falschspiel": "A"}),
    ("sterne[0].player", {"sterne": [event()]}),
]


@pytest.mark.parametrize("place, keys", AWAY, ids=[place for place, _ in AWAY])
def test_who_sits_out_has_no_part_in_the_hand(place, keys):
    played = {"re": ["B", "C"], "augen": 131, **keys}
    assert faults(ID, FIVE, played) == [(f"hands[0].{place}", "A does not play this hand")]
    assert answered(ID, FIVE, {**played, "aktive": ["A", "B", "C", "D"]})["hands"]


def test_who_has_left_cannot_be_named_to_play_or_to_deal():
    seated = {"players": ["A", "B", "C", "D"]}
    assert faults(ID, FIVE, {"re": ["A", "B"], "augen": 131, **seated,
                             "aktive": ["A", "B", "C", "E"]}) == [
        ("hands[0].aktive", "E does not sit at this table")]
    assert faults(ID, FIVE, {"re": ["A", "B"], "augen": 131, **seated, "dealer": "E"}) == [
        ("hands[0].dealer", "E does not sit at this table")]


@pytest.mark.parametrize("seats, sentence", [
    ("ABCDEFGH", "8 players are too many for one table: split them into two"),
    ("ABC", "Doppelkopf (Altenburg rules) needs 4 to 7 players, not 3"),
    ("ABCA", "a new seating names everybody at the table once")])
def test_how_many_can_sit_down(seats, sentence):
    seating = {"re": ["A", "B"], "augen": 131, "players": list(seats)}
    assert faults(ID, NAMES, seating) == [("hands[0].players", sentence)]


# --- what cannot be read ----------------------------------------------------------------------

UNREADABLE = [
    # key, value (or the whole hand), place, sentence
    ("spiel", "schell-solo", "spiel", "schell-solo is not one of: normal, farb-solo, buben-solo, "
     "ober-solo, trumpf-solo, stille-hochzeit, fleischlos, dullen-solo"),
    ("spiel", ["normal"], "spiel", None), ("spiel", None, "spiel", None),
    ("farbe", "schell", "farbe", "a Schell solo is not allowed: Herz, Grün or Eichel"),
    ("farbe", "karo", "farbe", "karo is not one of: herz, gruen, eichel"),
    ("re", "AB", "re", "is not a list in brackets"),
    ("re", {"A": "B"}, "re", "is not a list in brackets"),
    ("re", None, "re", "is not a list in brackets"),
    ("re", ["A", "Emil"], "re[1]", NOT_HERE),
    ("re", ["A", 1], "re[1]", "1 does not sit at this table"),
    ("re", ["A", ["B"]], "re[1]", "[…] does not sit at this table"),
    ("augen", "131", "augen", '"131" is not a whole number'),
    ("augen", True, "augen", "true is not a whole number"),
    ("augen", 131.0, "augen", "131.0 is not a whole number"),
    ("augen", [131], "augen", "[…] is not a whole number"),
    ("schwarz", "A", "schwarz", f"A {TWO_SIDES}"),
    ("schwarz", True, "schwarz", f"true {TWO_SIDES}"),
    ("ansagen", ["U9"], "ansagen", "is not an object in braces"),
    ("ansagen", None, "ansagen", "is not an object in braces"),
    ("ansagen", {"A": "U9"}, "ansagen.A", "is not a key that belongs here"),
    ("ansagen", {"re": "u9"}, "ansagen.re", "u9 is not one of: ja, U9, U6, U3, schwarz"),
    ("ansagen", {"kontra": True}, "ansagen.kontra", "true is not one of: ja, U9, U6, U3, schwarz"),
    ("ansagen", {"re": ["U9"]}, "ansagen.re", "[…] is not one of: ja, U9, U6, U3, schwarz"),
    ("fuchs", "re", "fuchs", "is not a list in brackets"),
    ("fuchs", ["re", "A"], "fuchs[1]", f"A {TWO_SIDES}"),
    ("fuchs", None, "fuchs", "is not a list in brackets"), ("fuchs", 1, "fuchs", None),
    ("karlchen", "A", "karlchen", f"A {TWO_SIDES}"),
    ("dulle", "Emil", "dulle", NOT_HERE), ("dulle", ["A"], "dulle", None),
    ("grosse_scharfe", "ja", "grosse_scharfe", "is neither true nor false"),
    ("grosse_scharfe", None, "grosse_scharfe", "is neither true nor false"),
    ("falschspiel", "Emil", "falschspiel", NOT_HERE), ("falschspiel", True, "falschspiel", None),
    ("entscheid", "re", "entscheid", "is not an object in braces"),
    ("entscheid", {}, "entscheid.sieger", "is missing"),
    ("entscheid", {"sieger": "A", "wert": 1}, "entscheid.sieger", f"A {TWO_SIDES}"),
    ("entscheid", {"sieger": "re"}, "entscheid.wert", "is missing"),
    ("entscheid", {"sieger": "re", "wert": "60"}, "entscheid.wert", '"60" is not a whole number'),
    ("entscheid", {"sieger": None, "wert": 60}, "entscheid.wert", "a void hand has no value"),
    ("entscheid", {"sieger": None, "wer": 1}, "entscheid.wer", "is not a key that belongs here"),
    ("sterne", {"A": "rot-rum"}, "sterne", "is not a list in brackets"),
    ("sterne", ["rot-rum"], "sterne[0]", "is not an object in braces"),
    ("sterne", [event("dulle")], "sterne[0].event", "dulle is not one of: rot-rum, alle-farben, "
     "stich-41, fuenf-karten, fuenf-karten-verloren"),
    ("sterne", [event(), event(player="Emil")], "sterne[1].player", NOT_HERE),
    ("sterne", [event(["rot-rum"])], "sterne[0].event", None),
    ("sterne", [event(player=["A"])], "sterne[0].player", None),
    ("sterne", [{"event": "rot-rum"}], "sterne[0].player", "is missing"),
    ("sterne", [{"player": "A"}], "sterne[0].event", "is missing"),
    ("sterne", [event(stars=2)], "sterne[0].stars", "is not a key that belongs here"),
    ("vergeben", "3", "vergeben", '"3" is not a whole number'),
    ("vergeben", None, "vergeben", "null is not a whole number"),
    ("eingemischt", True, "eingemischt", "true is not a whole number"),
    ("aktive", "ABCD", "aktive", "is not a list in brackets"),
    ("aktive", ["A", "B", "C", "Emil"], "aktive[3]", NOT_HERE),
    ("kontra", 1, "kontra", "is not a key that belongs here"),
    ("ergebnis", {"seite": "re", "unter": 90}, "ergebnis",
     "the result is either counted in Augen or given as a span, not both"),
]


@pytest.mark.parametrize("key, value, place, sentence", UNREADABLE,
                         ids=[f"{key} {value}" for key, value, *_ in UNREADABLE])
def test_what_cannot_be_read(key, value, place, sentence):
    (where, why), = faults(ID, NAMES, {**written(), key: value})
    assert where == f"hands[0].{place}" and (why == sentence or sentence is None), why


@pytest.mark.parametrize("played, place", [
    ({"augen": 131}, ("re",)), ({"re": ["A", "B"], "schwarz": "re"}, ("schwarz",)),
    ({"re": ["A", "B"], "ergebnis": {"seite": "re", "unter": 0}, "schwarz": "re"}, ("schwarz",))])
def test_what_does_not_go_together(played, place):
    with pytest.raises(Unreadable) as refused:
        GAME.read_hand(played, NAMES)
    assert [problem.place for problem in refused.value.problems] == [place]


# --- what can be ------------------------------------------------------------------------------

FINE = [
    (written(131, "BS", "U9"), {"solo_levels": "all"}), (written(131, "SH", "ja"), {}),
    (written(131, "SH", "U9", "U3", entscheid={"sieger": None}), {}), (written(0), {}),
    (written(240, schwarz="kontra"), {}), (written(2), {}), (written(238), {}),
    (written(131, R="U9", K="U9", entscheid={"sieger": "re", "wert": 10_000}), {}),
    (written(131, R="U9", K="U9"), {"both_failed": "void"}),
    (written(131, R="U9", K="U9", falschspiel="A"), {}), (written(None, falschspiel="A"), {}),
    (written(vergeben=99, eingemischt=99), {}), (written(farbe=None, schwarz=None), {}),
    (written(None, augen=None, ergebnis={"seite": None, "unter": None}), {}),
    (written(ergebnis=None, entscheid=None, dulle=None, aktive=None, karlchen=None), {}),
]


@pytest.mark.parametrize("played, rules", FINE, ids=str)
def test_what_can_be_is_read_and_written_alike(played, rules):
    assert len(answered(ID, NAMES, played, rules=rules)["hands"]) == 1
    read = GAME.read_hand(played, NAMES)
    assert GAME.read_hand(GAME.write_hand(read, NAMES), NAMES) == read


def test_only_what_differs_is_written():
    assert GAME.write_hand(hand(131), NAMES) == {"spiel": "normal", "re": ["A", "B"], "augen": 131}
    everything = {
        "spiel": "farb-solo", "farbe": "gruen", "re": ["A"], "augen": 0, "schwarz": "re",
        "ansagen": {"re": "U6", "kontra": "U6"}, "fuchs": ["re", "kontra"], "karlchen": "kontra",
        "dulle": "A", "grosse_scharfe": True, "falschspiel": "A",
        "sterne": [event("stich-41", "D")], "vergeben": 3, "eingemischt": 1,
        "aktive": ["A", "B", "C", "D"]}
    assert GAME.write_hand(GAME.read_hand(everything, NAMES), NAMES) == everything


def test_a_decided_hand_may_be_worth_nothing_and_says_so():
    raw = {"spiel": "normal", "re": ["Anne", "Cem"], "augen": 121,
           "ansagen": {"re": "U6", "kontra": "U3"}, "entscheid": {"sieger": "re", "wert": 0}}
    names = ("Anne", "Bert", "Cem", "Dora")
    assert GAME.write_hand(GAME.read_hand(raw, names), names) == raw
    void = {**raw, "entscheid": {"sieger": None}}
    assert GAME.write_hand(GAME.read_hand(void, names), names) == void


def test_a_star_that_somebody_adds_goes_with_the_last_five_cards():
    five, added = Stern(Event.FUENF_KARTEN, 0), Stern("herz-zehn", 1)
    assert GAME.verify(hand(131)._replace(sterne=(five, added)), table()) == ()
    assert with_star((five,), added) == (five, added)
