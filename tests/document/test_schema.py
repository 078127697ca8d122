"""The JSON Schema against documents of every game: what can be read fits, what cannot does not."""

import json
from pathlib import Path
from random import Random

import pytest

from scorepad import document
from scorepad.document import document_schema
from scorepad.games.game import Unreadable
from tests import oracle

jsonschema = pytest.importorskip("jsonschema", reason="the schema is tried with jsonschema")

GOLDEN = Path(__file__).parents[1] / "golden"
NAMES = ["A", "B", "C"]
FIGURES = {"A": 66, "B": 30, "C": 24}
GRAND = {"spieler": "A", "augen": 67, "spitzen": 2}
PLAIN = {"re": ["A", "B"], "augen": 131}


@pytest.fixture(scope="module")
def checker():
    return jsonschema.Draft202012Validator(
        document_schema(), format_checker=jsonschema.Draft202012Validator.FORMAT_CHECKER)


def book(game, hand=None, **sheet):
    """A document with one sheet of that game, and perhaps a hand."""
    return {"format": "scorepad/1", "evenings": [{"date": "2026-11-20", "sheets": [
        {"game": game, "players": NAMES, "hands": [] if hand is None else [hand], **sheet}]}]}


def doko(hand=None, **sheet):
    """The same of Doppelkopf by A, B, C and D."""
    return book("doppelkopf-altenburg", hand, **{"players": [*NAMES, "D"], **sheet})


@pytest.mark.parametrize("game", oracle.GAMES)
def test_golden_playthroughs_fit(checker, game):
    fits(checker, json.loads((GOLDEN / f"{game}.json").read_text("utf-8")))


@pytest.mark.seeds(short=4, full=40)
@pytest.mark.parametrize("game", oracle.GAMES)
def test_random_evenings_fit(checker, game, seed):
    fits(checker, oracle.random_document(Random(seed), games=(game,)))


def test_it_is_a_schema(checker):
    checker.check_schema(checker.schema)


def fits(checker, raw):
    """Ask whether a document is what the schema says, as it is and as it is written."""
    assert [error.message for error in checker.iter_errors(raw)] == []
    written = json.loads(document.write(document.read(json.dumps(raw).encode())))
    assert [error.message for error in checker.iter_errors(written)] == []


S, P = "schieberamsch", "pfaelzer-ramsch"
FINE = [
    book(S, {"augen": FIGURES, "jungfrau": None, "geschoben": [], "kontra": 0}),
    book(S, {"augen": FIGURES, "geschoben": 3, "voided": True, "dealer": "A"}),
    book(S, {"durchmarsch": "A", "geschoben": ["A", "B"]}),
    book(S, {"grand_hand": {**GRAND, "schwarz": None, "kontra": 2}}, ended=True, rate="0.0025"),
    book(S, {"grand_hand": {**GRAND, "augen": 120, "schwarz": "gegner"}}, rules={"hands": None}),
    book(S, rules={"ramsch_kontra": True, "skat_to": "most-augen", "grand_hand": False,
                   "hands": 12}),
    *[book(S, {"augen": {"A": 0, "B": 120, "C": 0}, "geschoben": most, "kontra": most},
           rules={"ramsch_kontra": True}) for most in (0, 3)],
    *[book(S, {"durchmarsch": "A", "geschoben": most, "kontra": most},
           rules={"ramsch_kontra": True}) for most in (0, 3)],
    book(S, {"grand_hand": {"spieler": "A", "augen": 0, "spitzen": 1, "kontra": 0}}),
    book(S, {"grand_hand": {"spieler": "A", "augen": 120, "spitzen": 4, "kontra": 2}}),
    book(P, {"augen": FIGURES, "geschoben": 1}, einsatz="0.50", rules={"limit": 300}),
    book(P, ended=False), book(P, {"augen": FIGURES}, ended=True, einsatz="0.50",
                               vereinbarung={"A": "-0.50", "B": "0.50"}),
    *[doko(hand) for hand in (
        {"re": ["A", "B"], "augen": 0, "schwarz": "re"}, {"re": ["A", "B"], "augen": 240},
        {"re": ["A", "B"], "ergebnis": {"seite": "kontra", "unter": 0}, "augen": None},
        {"re": ["A", "B"], "ergebnis": {"seite": None}, "ansagen": {}},
        {"re": ["A"], "spiel": "farb-solo", "farbe": "herz", "augen": 100},
        {"re": ["A", "B"], "augen": 131, "ansagen": {"re": "U9", "kontra": "U9"},
         "entscheid": {"sieger": "re", "wert": 10_000}},
        {"re": ["A", "B"], "augen": 131, "ansagen": {"re": "U9", "kontra": "U9"},
         "entscheid": {"sieger": None}},
        {"re": ["A", "B"], "augen": 131, "vergeben": 99, "eingemischt": 0, "sterne": [
            {"event": "rot-rum", "player": "C"}], "aktive": ["A", "B", "C", "D"]},
        {"re": ["A", "B"], "augen": 131, "players": ["A", "B", "C", "E"], "dealer": "E"},
        {"re": ["A", "B"], "augen": 131, "plan": "C", "kleine_scharfe": True,
         "offen": False, "scharfe_von": {"kleine": "B", "grosse": None},
         "dulle": {"verlierer": "A", "faenger": None}},
        {"re": ["A", "B"], "augen": 131, "ansagen": {"re": "ja"}, "plan": None,
         "angesagt_von": {"re": "B", "kontra": None}, "dulle": {"verlierer": "A"}})],
    doko(rules={"bock_hands": None, "bock_stack": "stack", "normal_won": 0}, rate="0.01",
         ended=True, next_players=["A", "B", "C", "E"]),
]


@pytest.mark.parametrize("raw", FINE)
def test_what_a_document_can_say_fits(checker, raw):
    assert [error.message for error in checker.iter_errors(raw)] == []
    document.replayed(json.dumps(raw).encode())


WRONG = [
    book(S, {"augen": {**FIGURES, "A": "66"}}), book(S, {"augen": {**FIGURES, "A": 66.5}}),
    book(S, {"augen": FIGURES, "geschoben": "A"}),
    book(S, {"augen": FIGURES, "geschoben": True}),
    book(S, {"augen": FIGURES, "geschoben": [1]}), book(S, {"augen": FIGURES, "kontra": None}),
    book(S, {"augen": FIGURES, "jungfrau": ["A", "B"]}),
    book(S, {"augen": FIGURES, "verdopplungen": 1}), book(S, {"durchmarsch": None}),
    book(S, {"durchmarsch": "A", "augen": FIGURES}),
    book(S, {"grand_hand": GRAND, "geschoben": 1}), book(S, {"grand_hand": {**GRAND, "mit": 2}}),
    book(S, {"grand_hand": {"spieler": "A", "augen": 67}}),
    book(S, {"grand_hand": {**GRAND, "schwarz": "A"}}),
    book(S, {"grand_hand": {**GRAND, "spitzen": True}}), book(S, {"grand_hand": "A"}),
    book(S, einsatz="0.50"), book(S, rate="0.00001"), book(S, rate=0.01), book(S, ended=1),
    book(S, players=[*NAMES, "D"]), book(S, rules={"limit": 500}),
    book(S, rules={"ramsch_kontra": 1}), book(S, rules={"hands": 0}),
    book(S, rules={"skat_to": None}),
    book(P, {"grand_hand": GRAND}), book(P, rate="0.01"), book(P, einsatz="0.005"),
    book(P, vereinbarung={"A": 1}), book(P, vereinbarung={"A": "0.505"}),
    book(S, vereinbarung={"A": "0.50"}), book(P, rules={"hands": 12}),
    book(P, rules={"limit": None}),
    *[doko({**PLAIN, **keys}) for keys in (
        {"kontra": 1}, {"spiel": "schell-solo"}, {"spiel": None}, {"farbe": "schell"},
        {"re": "AB"}, {"re": None}, {"augen": "131"}, {"schwarz": "A"}, {"ansagen": None},
        {"ansagen": {"A": "U9"}}, {"ansagen": {"re": "u9"}}, {"fuchs": ["A"]}, {"fuchs": None},
        {"karlchen": True}, {"dulle": ["A"]}, {"grosse_scharfe": None}, {"falschspiel": 1},
        {"entscheid": {}}, {"entscheid": {"sieger": "A"}}, {"entscheid": {"sieger": None, "x": 1}},
        {"sterne": [{"event": "dulle", "player": "A"}]}, {"sterne": [{"event": "rot-rum"}]},
        {"sterne": [{"event": "rot-rum", "player": "A", "stars": 1}]}, {"vergeben": None},
        {"vergeben": "3"}, {"aktive": "ABCD"}, {"plan": "D"}, {"plan": 1}, {"kleine_scharfe": 1},
        {"offen": 1}, {"scharfe_von": "A"}, {"scharfe_von": {"mittlere": "A"}},
        {"dulle": {"faenger": "A"}}, {"dulle": {"verlierer": "A", "partner": "B"}},
        {"angesagt_von": ["A"]}, {"angesagt_von": {"bock": "A"}})],
    *[doko({"re": ["A", "B"], "ergebnis": span}) for span in (
        {}, {"seite": "A"}, {"seite": "re", "unter": 100}, {"seite": "re", "ueber": 90})],
    doko({"augen": 131}), doko(players=NAMES), doko(players=[*"ABCDEFGH"]), doko(einsatz="0.50"),
    doko(rules={"bock_stack": "both"}), doko(rules={"normal_won": None}),
    doko(rules={"bock_hands": 0}), doko(rules={"hands": 12}),
]


@pytest.mark.parametrize("raw", WRONG, ids=lambda raw: json.dumps(
    {key: value for key, value in raw["evenings"][0]["sheets"][0].items() if key != "players"}))
def test_what_cannot_be_read_does_not_fit(checker, raw):
    assert not checker.is_valid(raw)
    with pytest.raises(Unreadable):
        document.read(json.dumps(raw).encode())


FIGURES_OUT = [
    {"augen": {**FIGURES, "A": 121}}, {"augen": {**FIGURES, "A": -1}},
    {"augen": FIGURES, "geschoben": 4}, {"augen": FIGURES, "geschoben": -1},
    {"augen": FIGURES, "kontra": 4}, {"durchmarsch": "A", "geschoben": 4},
    {"grand_hand": {**GRAND, "augen": 121}}, {"grand_hand": {**GRAND, "spitzen": 0}},
    {"grand_hand": {**GRAND, "spitzen": 5}}, {"grand_hand": {**GRAND, "kontra": 3}},
]
OUT_OF_BOUNDS = [
    *[book(S, hand, rules={"ramsch_kontra": True}) for hand in FIGURES_OUT],
    *[doko({**PLAIN, **keys}) for keys in (
        {"augen": 241}, {"augen": -1}, {"vergeben": -1}, {"vergeben": 100}, {"eingemischt": 100},
        {"ansagen": {"re": "U9", "kontra": "U9"}, "entscheid": {"sieger": "re", "wert": -1}},
        {"ansagen": {"re": "U9", "kontra": "U9"}, "entscheid": {"sieger": "re", "wert": 10_001}})]]


@pytest.mark.parametrize("raw", OUT_OF_BOUNDS, ids=lambda raw: json.dumps(
    raw["evenings"][0]["sheets"][0]["hands"]))
def test_figures_out_of_bounds_do_not_fit_and_cannot_have_been_played(checker, raw):
    assert not checker.is_valid(raw)
    with pytest.raises(Unreadable):
        document.replayed(json.dumps(raw).encode())
