"""The ledger of stars: what events count on which day, the closing of an evening, Kästen.

Expected figures are worked out by hand from S2, Sterne.
"""

import json
from datetime import date

import pytest

from scorepad import document
from scorepad.book.ledger import ledger_of
from scorepad.book.ledger.tariffs import ALWAYS, TITLES, Tariffs, kaesten
from scorepad.book.record import StarNote, Tariff
from scorepad.games.game import Unreadable

FOUR = ["Gerry", "Guido", "Wolle", "Silvio"]
STANDING = {"Gerry": 108, "Chris": -3, "Guido": 7, "Wolle": 53, "Silvio": 3, "Holger": 4,
            "Steffen": 2}
BEFORE, AFTER = date(2008, 5, 20), date(2008, 5, 21)


def alte(*re, augen=131, **more):
    """A plain hand; with 131 Augen Re's two write 10 each, with 109 they lose 20 each."""
    return {"spiel": "normal", "re": list(re), "augen": augen, **more}


def star(event, player):
    return {"event": event, "player": player}


def evening(*hands, day="2026-11-20", players=FOUR, **more):
    return {"date": day, "sheets": [{"game": "doppelkopf-altenburg", "players": players,
                                     "hands": list(hands)}], **more}


def ledger(*evenings, **club):
    raw = {"format": "scorepad/1", "club": club, "evenings": list(evenings)}
    return ledger_of(*document.replayed(json.dumps(raw).encode()))


def counted(*evenings, **club):
    """Player, event and stars of everything that counts, in the order of the ledger."""
    return [(star.player, star.event, star.stars)
            for evening in ledger(*evenings, **club).chronicle() for star in evening.counted]


def opening(**balances):
    return {"date": "2021-05-20", "balances": balances}


# --- tariffs ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("event", "ziel", "day", "stars"), [
    ("rot-rum", "", BEFORE, 1), ("alle-farben", "", BEFORE, 1),        # S2, Sterne 1, 2
    ("stich-41", "", BEFORE, 1), ("dulle", "", BEFORE, 2),             # 3, 11; 4
    ("fuenf-karten", "", BEFORE, 1), ("fuenf-karten-verloren", "", BEFORE, 1),  # 5
    ("falschspiel", "", BEFORE, 1), ("vergeben", "", BEFORE, 1),       # 6, 10
    ("kasten", "", BEFORE, -5), ("kasten", "", AFTER, -4),             # 8; 21.05.2008
    ("kasten", "", date(1990, 1, 1), -5), ("kasten", "", date(2026, 11, 20), -4),
    ("knabberzeug", "", BEFORE, None), ("knabberzeug", "", AFTER, -1),
    ("auswaerts", "Gerry", BEFORE, None), ("auswaerts", "Gerry", AFTER, -3),
    ("auswaerts", "Guido", AFTER, -6), ("auswaerts", "Berlin", AFTER, None),
    ("abendsieger", "", BEFORE, -1), ("kein-spiel-gewonnen", "", BEFORE, -2),   # 9, 12
])
def test_the_tariffs_of_the_source(event, ziel, day, stars):
    assert Tariffs().stars(event, day, ziel) == stars


def test_every_event_but_a_correction_has_a_tariff():
    assert {line.event for line in Tariffs().lines} | {"manual"} == set(TITLES)


def test_a_club_sets_lines_beside_and_instead_of_those():
    own = Tariffs([Tariff("kasten", date(2030, 1, 1), -3), Tariff("dulle", ALWAYS, 4),
                   Tariff("auswaerts", date(2022, 7, 1), -9, "Berlin"),
                   Tariff("auswaerts", AFTER, None, "Guido")])
    assert [own.stars("kasten", day) for day in (BEFORE, date(2029, 12, 31), date(2030, 1, 1))] \
        == [-5, -4, -3]
    assert own.stars("dulle", BEFORE) == 4
    assert own.destinations == ("Berlin", "Gerry")
    assert own.destinations_on(date(2022, 6, 30)) == ("Gerry",)
    assert own.destinations_on(BEFORE) == ()


@pytest.mark.parametrize(("note", "place", "sentence"), [
    (StarNote("A", "bier"), "event",
     "bier is not one of: kasten, knabberzeug, auswaerts, vergeben, manual"),
    (StarNote("A", "auswaerts"), "ziel", "is missing"),
    (StarNote("A", "auswaerts", "Berlin"), "ziel",
     "Berlin is not one of the club's destinations: Gerry, Guido"),
    (StarNote("A", "kasten", "Gerry"), "ziel", "is given for auswaerts only"),
    (StarNote("A", "kasten", stars=-4), "stars",
     "come from the tariff, and are given for manual only"),
    (StarNote("A", "manual"), "stars", "is missing"),
    (StarNote("A", "manual", stars=10_001), "stars",
     "is not a whole number from -10000 to 10000"),
    (StarNote("A", "knabberzeug"), "event", "has no tariff before 2008-05-21"),
    (StarNote("A", "auswaerts", "Gerry"), "ziel", "has no tariff before 2008-05-21"),
])
def test_what_cannot_be_noted(note, place, sentence):
    fault = Tariffs().fault_of(note, BEFORE)
    assert (fault.place, fault.message.template.format(**fault.message.values)) \
        == ((place,), sentence)
    assert Tariffs().counted(note, BEFORE) == 0


@pytest.mark.parametrize(("stars", "written"), [
    (108, "21.6"), (-3, "-0.6"), (7, "1.4"), (53, "10.6"), (3, "0.6"), (4, "0.8"), (2, "0.4"),
    (174, "34.8"), (0, "0.0"), (5, "1.0"), (-5, "-1.0"), (-11, "-2.2"), (1, "0.2"),
])
def test_five_stars_are_a_kasten(stars, written):
    assert kaesten(stars) == written


# --- hands --------------------------------------------------------------------------------------


def test_events_of_a_hand_add_up_and_no_bock_doubles_them():
    """Silvio lays five cards open: the three others get one each. Wolle's Rot, two tricks
    above 41, and a Dulle caught, all in a Bockrunde."""
    lost = alte("Gerry", "Guido", augen=109, ansagen={"re": "ja"})  # starts Böcke
    hand = alte("Gerry", "Guido", dulle="Wolle", sterne=[
        star("rot-rum", "Wolle"), star("stich-41", "Wolle"), star("stich-41", "Wolle"),
        star("fuenf-karten", "Silvio")])
    assert counted(evening(lost, hand)) == [
        ("Wolle", "rot-rum", 1), ("Wolle", "stich-41", 1), ("Wolle", "stich-41", 1),
        ("Gerry", "fuenf-karten", 1), ("Guido", "fuenf-karten", 1), ("Wolle", "fuenf-karten", 1),
        ("Wolle", "dulle", 2)]


def test_a_voided_hand_gives_none():
    hand = alte("Gerry", "Guido", voided=True, sterne=[star("rot-rum", "Wolle")])
    assert ledger(evening(hand)).balances == {}


def test_the_first_and_the_last_day_of_a_tariff():
    days = [evening(day=day, stars=[star("kasten", "Chris")])
            for day in ("2008-05-20", "2008-05-21")]
    assert counted(*days) == [("Chris", "kasten", -5), ("Chris", "kasten", -4)]


# --- the closing of an evening ------------------------------------------------------------------

GERRY_WINS = alte("Gerry", "Guido"), {"spiel": "buben-solo", "re": ["Gerry"], "augen": 131}
"""Gerry +10 +120, Guido +10 −40, Wolle and Silvio −10 −40: they have won nothing."""


def test_a_closed_evening_takes_from_its_winner_and_from_owners_without_a_win():
    """Wolle has 1 star from the evening itself, Silvio 3 from before, Guido has won a hand."""
    rot = alte("Gerry", "Guido", sterne=[star("rot-rum", "Wolle")])
    got = ledger(evening(rot, GERRY_WINS[1], closed=True),
                 opening_stars=opening(Gerry=108, Silvio=3, Guido=7))
    assert [(s.player, s.event, s.stars) for s in got.evenings[0].closing] == [
        ("Gerry", "abendsieger", -1), ("Wolle", "kein-spiel-gewonnen", -2),
        ("Silvio", "kein-spiel-gewonnen", -2)]
    assert got.balances == {"Gerry": 107, "Silvio": 1, "Guido": 7, "Wolle": -1}


def test_a_tariff_that_the_club_has_removed_takes_nothing():
    """Gerry wins the evening, for which there is a tariff in S2, and none in this club."""
    removed = {"event": "abendsieger", "valid_from": None, "stars": None}
    got = ledger(evening(*GERRY_WINS, closed=True), tariffs=[removed],
                 opening_stars=opening(Gerry=108, Silvio=3))
    assert [(s.player, s.event) for s in got.evenings[0].closing] == [
        ("Silvio", "kein-spiel-gewonnen")]
    assert got.balances == {"Gerry": 108, "Silvio": 1}


def test_until_then_it_is_only_proposed():
    got = ledger(evening(*GERRY_WINS), opening_stars=opening(Silvio=3))
    assert [(s.player, s.stars) for s in got.evenings[0].closing] == [("Gerry", -1), ("Silvio", -2)]
    assert got.balances == {"Silvio": 3} and got.chronicle() == []


@pytest.mark.parametrize(("stars", "noted", "loses"), [
    (1, [], True), (0, [], False), (-3, [], False),
    (4, [star("kasten", "Silvio")], False),   # what the evening took is gone
    (5, [star("kasten", "Silvio")], True),
])
def test_only_who_owns_stars_loses_some(stars, noted, loses):
    got = ledger(evening(*GERRY_WINS, closed=True, stars=noted),
                 opening_stars=opening(Silvio=stars))
    assert ("Silvio" in [s.player for s in got.evenings[0].closing]) is loses


def test_a_tie_for_most_points_is_nobodys_evening():
    assert ledger(evening(alte("Gerry", "Guido"), closed=True)).evenings[0].closing == ()


def test_an_evening_without_a_hand_closes_nothing():
    got = ledger(evening(closed=True), opening_stars=opening(Gerry=5))
    assert got.evenings[0].closing == ()


def test_who_sat_there_without_playing_loses_nothing():
    """Of five the dealer sits out: Gerry deals the only hand."""
    got = ledger(evening(alte("Guido", "Wolle"), players=[*FOUR, "Chris"], closed=True),
                 opening_stars=opening(Gerry=9, Chris=2, Silvio=1))
    assert [s.player for s in got.evenings[0].closing] == ["Silvio", "Chris"]


def test_a_winner_who_pays_for_a_dulle_has_won_his_hand_all_the_same():
    """10 − 100 = −90 each for Re, who won it."""
    got = ledger(evening(alte("Gerry", "Guido", dulle="Gerry"), closed=True),
                 opening_stars=opening(Gerry=9, Guido=9, Wolle=9))
    assert [s.player for s in got.evenings[0].closing] == ["Wolle"]


def test_other_games_close_nothing():
    other = {"date": "2026-11-20", "closed": True, "sheets": [
        {"game": "kalter-schlag", "players": FOUR, "hands": [{"durchmarsch": "Gerry"}]}]}
    got = ledger(other, opening_stars=opening(Gerry=5))
    assert got.evenings[0].counted == () and got.balances == {"Gerry": 5}


def test_evenings_count_by_their_date_and_not_by_their_place():
    """On the 19th Silvio's star is not there yet, though it stands first in the file."""
    first = evening(alte("Gerry", "Guido", sterne=[star("rot-rum", "Silvio")]), day="2026-11-20")
    got = ledger(first, evening(*GERRY_WINS, day="2026-11-19", closed=True))
    assert [e.page.date.day for e in got.chronicle()] == [19, 20]
    assert [s.player for s in got.evenings[1].closing] == ["Gerry"]


# --- the ledger ---------------------------------------------------------------------------------


def test_the_standing_of_20_may_2021():
    """S2, Aktueller Sternen-Stand: 174 stars, 34,8 Kästen."""
    got = ledger(opening_stars={"date": "2021-05-20", "balances": STANDING})
    assert got.balances == STANDING
    assert (got.standing().total, kaesten(got.standing().total)) == (174, "34.8")


def test_the_history_of_a_player_says_where_each_star_comes_from():
    got = ledger(evening(alte("Gerry", "Guido", sterne=[star("rot-rum", "Wolle")]),
                         stars=[star("kasten", "Wolle"), star("knabberzeug", "Wolle")]),
                 opening_stars=opening(Wolle=53))
    assert [(evening and evening.page.date, star.event, star.hand, star.stars, balance)
            for evening, star, balance in got.history("Wolle")] == [
        (None, "", 0, 53, 53), (date(2026, 11, 20), "rot-rum", 1, 1, 54),
        (date(2026, 11, 20), "kasten", 0, -4, 50), (date(2026, 11, 20), "knabberzeug", 0, -1, 49)]


def test_what_lies_before_the_opening_balances_is_in_them():
    """Wolle's star of the day before them is in his 53; the one of their own day comes on top."""
    before, after = [evening(alte("Gerry", "Guido", sterne=[star("rot-rum", "Wolle")]), day=day)
                     for day in ("2021-05-19", "2021-05-20")]
    got = ledger(before, after, opening_stars=opening(Wolle=53))
    assert got.balances == {"Wolle": 54} and got.before_opening == 1
    assert [balance for *_, balance in got.history("Wolle")] == [53, 54]
    assert [day.isoformat() for day, _ in got.course()] == ["2021-05-20"]


# --- documents ----------------------------------------------------------------------------------

NOTE = star("kasten", "Chris")


@pytest.mark.parametrize(("raw", "place"), [
    ({"stars": [{**NOTE, "event": "bier"}]}, "evenings[0].stars[0].event"),
    ({"stars": [NOTE, {**NOTE, "event": "auswaerts", "ziel": "Berlin"}]},
     "evenings[0].stars[1].ziel"),
    ({"stars": [{**NOTE, "event": "auswaerts"}]}, "evenings[0].stars[0].ziel"),
    ({"stars": [{**NOTE, "stars": -4}]}, "evenings[0].stars[0].stars"),
    ({"stars": [{**NOTE, "event": "manual"}]}, "evenings[0].stars[0].stars"),
    ({"stars": [{**NOTE, "event": "manual", "stars": "1"}]}, "evenings[0].stars[0].stars"),
    ({"stars": [{**NOTE, "player": " "}]}, "evenings[0].stars[0].player"),
    ({"stars": [{"event": "kasten"}]}, "evenings[0].stars[0].player"),
    ({"stars": [{**NOTE, "zeil": "Gerry"}]}, "evenings[0].stars[0].zeil"),
    ({"stars": [{**NOTE, "id": "x"}, {**NOTE, "id": "x"}]}, "evenings[0].stars[1].id"),
    ({"stars": NOTE}, "evenings[0].stars"),
])
def test_faults_of_notes_stand_at_their_place(raw, place):
    with pytest.raises(Unreadable) as fault:
        ledger({"date": "2026-11-20", **raw})
    assert [document.written_place(problem.place) for problem in fault.value.problems] == [place]


@pytest.mark.parametrize(("club", "place"), [
    ({"opening_stars": {"balances": {}}}, "club.opening_stars.date"),
    ({"opening_stars": {"date": "2021-05-20", "balances": {"Gerry": 1.5}}},
     "club.opening_stars.balances.Gerry"),
    ({"opening_stars": {"date": "2021-05-20", "balances": {" ": 1}}},
     "club.opening_stars.balances. "),
    ({"tariffs": [{"event": "bier", "stars": 1}]}, "club.tariffs[0].event"),
    ({"tariffs": [{"event": "manual", "stars": 1}]}, "club.tariffs[0].event"),
    ({"tariffs": [{"event": "kasten"}]}, "club.tariffs[0].stars"),
    ({"tariffs": [{"event": "kasten", "stars": 1, "ziel": "Gerry"}]}, "club.tariffs[0].ziel"),
    ({"tariffs": [{"event": "auswaerts", "stars": 1}]}, "club.tariffs[0].ziel"),
    ({"tariffs": [{"event": "kasten", "stars": 1}] * 2}, "club.tariffs[1]"),
    ({"tariffs": [{"event": "kasten", "stars": 1, "valid_from": "morgen"}]},
     "club.tariffs[0].valid_from"),
])
def test_faults_of_the_club_stand_at_their_place(club, place):
    with pytest.raises(Unreadable) as fault:
        ledger(**club)
    assert [document.written_place(problem.place) for problem in fault.value.problems] == [place]


def test_a_document_is_written_back_whole():
    raw = {"format": "scorepad/1", "club": {
        "name": "Altenburg", "players": ["Gerry", "Chris"],
        "opening_stars": {"date": "2021-05-20", "balances": {"Gerry": 108, "Chris": -3}},
        "tariffs": [{"event": "auswaerts", "ziel": "Berlin", "valid_from": "2022-01-01",
                     "stars": -9}, {"event": "dulle", "stars": 3},
                    {"event": "auswaerts", "ziel": "Guido", "valid_from": "2008-05-21",
                     "stars": None}]},
        "evenings": [{"date": "2026-11-20", "stars": [
            NOTE, {"event": "auswaerts", "player": "Chris", "ziel": "Berlin"},
            {"event": "manual", "player": "Gerry", "stars": -1, "note": "verzählt", "id": "n",
             "at": "2026-11-20T20:15:00.000Z", "by": "Anne"}], "sheets": []}]}
    book = document.read(json.dumps(raw).encode())
    assert json.loads(document.write(book)) == raw
    assert document.read(document.write(book).encode()) == book
