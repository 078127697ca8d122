"""The free sheet: its rounds, its ends and its money, from the examples of the rules (rules-more,
frei) and worked out by hand."""

import json

import pytest

from scorepad import document
from scorepad.document import result
from scorepad.games.game import HandScore, Table, Tally, Unreadable
from scorepad.games.made import FREI, FreiRules, Runde
from scorepad.games.money import EINSATZ, RATE

FOUR = ("Anne", "Bert", "Cem", "Dora")
NONE = (0, 0, 0, 0)


def seated(**rules):
    return Table(FOUR, (0, 1, 2, 3), 0, (0, 1, 2, 3), FreiRules(**rules))


def judged(*punkte, **rules):
    """The points of a round, or the sentence against it with its place."""
    found = FREI.judge(Runde(punkte), seated(**rules))
    return found.points if isinstance(found, HandScore) else \
        [f"{'.'.join(map(str, place))}: {message}" for place, message in found]


def sheet(*rounds, players=FOUR, **more):
    """The answer to a sheet with these rounds, the points of everybody in the order of seats."""
    raw = {"game": "frei", "players": list(players), **more, "hands": [
        {"punkte": {name: points for name, points in zip(players, each) if points is not None}}
        for each in rounds]}
    return answer_to(raw)


def answer_to(raw):
    book, scores = document.replayed(json.dumps(
        {"format": "scorepad/1", "evenings": [{"date": "2026-11-23", "sheets": [raw]}]}).encode())
    return json.loads(b"".join(result.json_pieces(book, scores)))["evenings"][0]["sheets"][0]


def faults(**more):
    """The faults of a document with such a sheet."""
    raw = {"game": "frei", "players": ["A", "B"], **more}
    with pytest.raises(Unreadable) as caught:
        answer_to(raw)
    return [(".".join(map(str, place[4:])), str(message))
            for place, message in caught.value.problems]


# --- a round ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("punkte", "rules", "wanted"), [
    ((10, -5, None, 0), {}, (10, -5, 0, 0)),
    ((1_000_000, -1_000_000, None, None), {}, (1_000_000, -1_000_000, 0, 0)),
    ((1_000_001, None, None, None), {},
     ["punkte.Anne: 1000001 is not a whole number from -1000000 to 1000000"]),
    ((None,) * 4, {}, ["punkte: the points of Anne, Bert, Cem and Dora are missing"]),
    ((3, None, 2, 1), {"fehlend": "fehler"}, ["punkte: the points of Bert are missing"]),
    ((3, 0, 2, 1), {"fehlend": "fehler"}, (3, 0, 2, 1)),
    ((10, -5, None, -5), {"summe": 0}, (10, -5, 0, -5)),
    ((10, -5, None, None), {"summe": 0}, ["punkte: adds up to 5, not 0"]),
    ((10, None, None, None), {"summe": -3}, ["punkte: adds up to 10, not -3"]),
])
def test_what_a_round_writes(punkte, rules, wanted):
    assert judged(*punkte, **rules) == wanted


@pytest.mark.parametrize(("punkte", "told"), [
    ((12, 25, None, 40), "12 + 25 + 40 = 77"), ((-10, 30, 0, None), "−10 + 30 + 0 = 20"),
    ((None, None, 7, None), "7"), ((0, None, None, None), "0"),
    ((5, -15, 0, 0), "5 − 15 + 0 + 0 = −10"),
])
def test_how_a_round_adds_up(punkte, told):
    hand = Runde(punkte)
    assert FREI.explain(hand, seated(), FREI.score(hand, seated())) == told


def test_who_is_left_out_is_no_zero_that_was_written():
    assert FREI.describe(Runde((10, None, 0, None)), FOUR) == "Anne 10, Cem 0"
    assert FREI.write_hand(Runde((10, None, 0, None)), FOUR) == {"punkte": {"Anne": 10, "Cem": 0}}


# --- ends -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "totals", "hands", "end"), [
    ({"limit": 100}, (100, 20, 0, -5), 3, (0, None)),
    ({"limit": 100}, (99, 20, 0, -5), 3, None),
    ({"limit": 100}, (110, 110, 0, -5), 3, None),  # a tie plays on
    ({"limit": 100, "gut": "niedrig"}, (100, 20, 0, 5), 3, (2, None)),
    ({"limit": 100, "gut": "niedrig"}, (100, 5, 20, 5), 3, None),
    ({"limit": -50}, (60, 20, -50, 0), 3, (0, None)),
    ({"limit": -50}, (60, 20, -49, 0), 3, None),
    ({"limit": -50, "limit_art": "verlierer"}, (60, 20, -50, -51), 3, (None, 3)),
    ({"limit": -50, "limit_art": "verlierer"}, (60, 20, -51, -51), 3, None),
    ({"limit": 100, "gut": "niedrig", "limit_art": "verlierer"}, (100, 120, 0, 5), 3, (None, 1)),
    ({"runden": 3}, (7, 2, 1, 0), 2, None),
    ({"runden": 3}, (7, 2, 1, 0), 3, (0, None)),
    ({"runden": 3}, (7, 7, 1, 0), 3, (None, None)),
    ({"runden": 3, "limit_art": "verlierer"}, (7, 7, 1, 0), 3, (None, 3)),
    ({"runden": 3, "limit": 5}, (7, 7, 1, 0), 3, (None, None)),
    ({"runden": 9, "limit": 5}, (7, 6, 1, 0), 3, (0, None)),
    ({}, (10**6, 0, 0, 0), 999, None),
])
def test_when_a_match_ends_and_whose_it_is(rules, totals, hands, end):
    found = FREI.outcome(Tally(totals, NONE, hands), FreiRules(**rules))
    assert (found and (found.winner, found.loser)) == end


def test_a_match_that_the_table_ends_is_won_as_it_stands():
    assert [match["winner"] for match in sheet((3, 1, 0, 0), ended=True)["matches"]] == ["Anne"]
    assert [match["winner"] for match in sheet((3, 3, 0, 0), ended=True)["matches"]] == [None]
    assert sheet(ended=True)["matches"] == [] and sheet(ended=True)["next"] is None
    again = sheet((3, 1, 0, 0), ended=True, rules={"runden": 1})  # nothing runs any more
    assert len(again["matches"]) == 1 and again["next"] is None


def test_the_next_match_begins_at_zero():
    answer = sheet((60, 0, 0, 0), (50, 0, 0, 0), (5, 4, 0, 0), rules={"limit": 100})
    assert [hand["totals"]["Anne"] for hand in answer["hands"]] == [60, 110, 5]
    assert [(match["first_hand"], match["last_hand"]) for match in answer["matches"]] == [(1, 2)]
    assert answer["totals"] == {"Anne": 5, "Bert": 4, "Cem": 0, "Dora": 0}


def test_the_deal_passes_or_stays():
    rounds = [(1, 0, 0, 0)] * 3
    assert [hand["dealer"] for hand in sheet(*rounds)["hands"]] == ["Anne", "Bert", "Cem"]
    stays = sheet(*rounds, rules={"geber": "bleibt", "runden": 2})
    assert [hand["dealer"] for hand in stays["hands"]] == ["Anne"] * 3
    assert stays["next"]["dealer"] == "Anne"


def test_the_deal_that_stays_stays_in_a_new_seating_after_a_match():
    raw = {"game": "frei", "players": list(FOUR), "rules": {"geber": "bleibt", "runden": 1},
           "hands": [{"punkte": {"Anne": 1}},
                     {"punkte": {"Anne": 1}, "players": ["Dora", "Cem", "Bert", "Anne"]}]}
    assert [hand["dealer"] for hand in answer_to(raw)["hands"]] == ["Anne", "Anne"]


# --- money ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("totals", "rules", "money", "cents"), [
    ((55, -20, 15, -10), {}, {"rate": "0.01"}, (180, -120, 20, -80)),
    ((55, -20, 15, -10), {"gut": "niedrig"}, {"rate": "0.01"}, (-180, 120, -20, 80)),
    ((1, 1, 1, 0), {}, {"einsatz": "0.10"}, (4, 3, 3, -10)),
    ((1, 0, 0, 0), {"gut": "niedrig"}, {"einsatz": "0.10"}, (-10, 4, 3, 3)),
    ((0, 0, 0, 1), {"geld": "verlierer"}, {"einsatz": "0.10"}, (-3, -3, -4, 10)),
    ((9, 5, 5, 1), {"geld": "verlierer"}, {"einsatz": "1"}, (100, 100, 100, -300)),
    ((9, 5, 5, 1), {}, {"einsatz": "1"}, (300, -100, -100, -100)),
    ((3, 3, 3, 3), {}, {"einsatz": "1"}, NONE),
    ((3, 3, 3, 3), {"geld": "verlierer"}, {"einsatz": "1"}, NONE),
    ((9, 5, 5, 1), {}, {}, None),
    ((9, 5, 5, 1), {"geld": "verlierer"}, {"rate": "1"}, (1600, 0, 0, -1600)),
])
def test_what_a_match_pays(totals, rules, money, cents):
    payout = sheet(totals, rules=rules, ended=True, **money)["payout"]
    assert tuple(payout.values()) == (cents or ())


def test_points_are_settled_as_they_stand_but_no_einsatz():
    assert sheet((2, 1, 0, 0), rate="0.01")["payout"]["Anne"] == 5
    assert sheet((2, 1, 0, 0), einsatz="1")["payout"]["Anne"] == 0
    two = sheet((2, 0, 0, 0), (1, 0, 0, 0), rate="0.01", rules={"limit": 2})
    assert two["matches"][0]["payout"]["Anne"] == 6 and two["payout"]["Anne"] == 9


# --- documents --------------------------------------------------------------------------------


@pytest.mark.parametrize(("more", "fault"), [
    ({"rate": "0.01", "einsatz": "1"}, ("einsatz", "is not a key that belongs here")),
    ({"rate": "0.01", "vereinbarung": {}}, ("vereinbarung", "is not a key that belongs here")),
    ({"rules": {"limit": 0}}, ("rules.limit", "is above zero or below it")),
    ({"rules": {"limit": 10, "limit_art": "verlierer"}},
     ("rules.limit_art", "needs a limit where the points are bad")),
    ({"rules": {"limit": -10, "gut": "niedrig", "limit_art": "verlierer"}},
     ("rules.limit_art", "needs a limit where the points are bad")),
    ({"rules": {"name": 5}}, ("rules.name", "is not a line of text of at most 60 letters")),
    ({"rules": {"name": "x" * 61}}, ("rules.name", "is not a line of text of at most 60 letters")),
    ({"rules": {"name": "a\nb"}}, ("rules.name", "is not a line of text of at most 60 letters")),
    ({"rules": {"name": "Rommé"},
      "hands": [{"punkte": {"A": 1}}, {"punkte": {"A": 1}, "rules": {}}]},
     ("hands.1.rules", "the rules of Rommé stay as the sheet began")),
    ({"next_rules": {"limit": 5}},
     ("next_rules", "the rules of Free sheet stay as the sheet began")),
    ({"hands": [{"punkte": {"A": 1.5}}]}, ("hands.0.punkte.A", "1.5 is not a whole number")),
    ({"hands": [{"punkte": {"A": True}}]}, ("hands.0.punkte.A", "true is not a whole number")),
    ({"hands": [{"punkte": {"Zoë": 1}}]}, ("hands.0.punkte", 'Zoë does not sit at this table')),
    ({"hands": [{}]}, ("hands.0.punkte", "is missing")),
    ({"players": list("ABCDEFGHIJKLM")},
     ("players", "Free sheet needs 2 to 12 players, not 13")),
])
def test_what_is_refused(more, fault):
    assert fault in [(place, message) for place, message in faults(**more)]


def test_the_wager_is_what_the_document_names():
    assert FREI.wager_of(FreiRules()) == EINSATZ
    assert FREI.wager_of(FREI.played_for(RATE, FreiRules(geld="verlierer"))) == RATE
    assert FREI.played_for(EINSATZ, FreiRules(einsatz_je="punkt")) == FreiRules()


def test_a_name_and_a_sense_make_a_game_of_their_own():
    romme, again = FREI.by(FreiRules("Rommé", "niedrig")), FREI.by(
        FreiRules("Rommé", "niedrig", limit=300))
    assert (romme.id, romme.title, romme.low_is_good) == ("frei", "Rommé", True)
    assert romme == again and hash(romme) == hash(again) and romme.key == "frei:niedrig:Rommé"
    assert romme != FREI.by(FreiRules("Rommé")) and romme not in (FREI, "frei")
    assert FREI.title == "Freier Zettel" and FREI.by(FreiRules(limit=5)) == FREI
    assert FreiRules.read({"name": " Romme\u0301 "}).name == "Rommé"


def test_how_far_it_has_come():
    tally = Tally((30, 120, 7, -5), NONE, 4)
    [meter] = FREI.meters(tally, FreiRules(limit=100))
    assert (meter.full, meter.counts) == (100, (30, 100, 7, 0))
    [meter] = FREI.meters(Tally((30, -120, -7, 0), NONE), FreiRules(limit=-100))
    assert (meter.full, meter.counts) == (100, (0, 100, 7, 0))
    assert FREI.meters(tally, FreiRules()) == () and FREI.progress(tally, FreiRules()) is None
    assert str(FREI.progress(tally, FreiRules(runden=10, limit=5))) == "4 of 10 rounds"
    assert str(FREI.progress(tally, FreiRules(limit=-500))) == "to −500"


# --- games that are known by their names ------------------------------------------------------


@pytest.mark.parametrize(("name", "rounds", "end"), [
    # What is left in the hand counts against its player, fewest are best: kartenninja.de/romme.
    ("Rommé", [(0, 35, 80, 20), (5, 0, 10, 10)], None),
    # Mattel, Phase 10: "the player with the lowest score wins", once somebody is through.
    ("Phase 10", [(0, 35, 80, 20), (25, 0, 10, 10)], None),
    # "The first to 5000 wins; if several have it, whoever has most."
    ("Canasta", [(4_900, 4_500, 0, 0), (50, 700, 0, 0)], "Bert"),
    ("Canasta", [(4_900, 4_500, 0, 0), (90, 400, 0, 0)], None),
    # Schmidt, Kniffel: whoever has most points has won.
    ("Kniffel", [(212, 187, 240, 99)], None),
    # "The winner of the round receives a positive score equal to the total of all the losers'
    # points": libble.eu, Rummikub, with these figures of its first round.
    ("Rummikub", [(24, -2, -6, -16)], None),
])
def test_a_game_that_is_known_by_its_name(name, rounds, end):
    rules = next(game.agreed_rules for game in FREI.known if game.title == name)
    matches = sheet(*rounds, rules=rules.written())["matches"]
    assert [match["winner"] for match in matches] == ([end] if end else [])
    assert rules.gut == ("niedrig" if name in ("Rommé", "Phase 10") else "hoch")


def test_what_one_wins_in_rummikub_the_others_lose():
    rules = next(game.agreed_rules for game in FREI.known if game.title == "Rummikub")
    assert judged(60, -20, -30, -5, summe=rules.summe) == ["punkte: adds up to 5, not 0"]
