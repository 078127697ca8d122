"""Every rule of the club's stars, as a document and what `scorepad replay` answers to it.

S2 is the house rules of the club: "Sterne 3" is the third point of that heading. Figures are worked
out by hand. Re wins its hands with 131 : 109, ten points each, unless a row says otherwise.
"""

import json

import pytest

from scorepad import document
from scorepad.document import result
from scorepad.games.game import Unreadable
from tests.command import call

FIVE = ["Gerry", "Guido", "Wolle", "Silvio", "Chris"]
FOUR = FIVE[:4]
STANDING = {"Gerry": 108, "Chris": -3, "Guido": 7, "Wolle": 53, "Silvio": 3, "Holger": 4,
            "Steffen": 2}
OLD, NEW = "2008-05-20", "2008-05-21"


def hand(*re, augen=131, **keys):
    return {"spiel": "normal", "re": list(re or FOUR[:2]), "augen": augen, **keys}


def stern(event, player="Wolle"):
    return {"event": event, "player": player}


def sheet(*hands, players=FOUR, **keys):
    return {"game": "doppelkopf-altenburg", "players": players, "hands": list(hands), **keys}


def evening(*sheets, day="2026-11-20", **keys):
    return {"date": day, "sheets": list(sheets), **keys}


def book(*evenings, **club):
    return {"format": "scorepad/1", "club": club, "evenings": list(evenings)}


def read(raw):
    return document.replayed(json.dumps(raw).encode())


def owned(raw):
    """Everybody's stars by the answer."""
    answer = json.loads(b"".join(result.json_pieces(*read(raw))))
    return {name: each["stars"] for name, each in answer["stars"].items()}


def rows(*table):
    """Parameters whose ids are their sources."""
    return [pytest.param(*row, id=source) for source, *row in table]


# --- the hands ----------------------------------------------------------------------------------

WOLLE_ALL = [stern("alle-farben")]
SOLO = {"spiel": "buben-solo", "re": ["Gerry"]}
SEVEN = [*FIVE, "Holger", "Steffen"]

OF_HANDS = rows(
    ("Sterne 1: Rot goes round", {"sterne": [stern("rot-rum")]}, {"Wolle": 1}),
    ("Sterne 2: alle Farben, two in all", {"sterne": WOLLE_ALL}, {"Wolle": 2}),
    ("Sterne 7: Rot noted besides is the one within",
     {"sterne": [stern("rot-rum"), *WOLLE_ALL]}, {"Wolle": 2}),
    ("Sterne 7: in whichever order", {"sterne": [*WOLLE_ALL, stern("rot-rum")]}, {"Wolle": 2}),
    ("Sterne 7: their tricks above 41 come on top",
     {"augen": 114, "sterne": [*WOLLE_ALL, *[stern("stich-41")] * 3]}, {"Wolle": 5}),
    ("Sterne 3: a trick above 41", {"sterne": [stern("stich-41", "Guido")]}, {"Guido": 1}),
    ("rules: per trick", {"augen": 210, "sterne": [stern("stich-41", "Guido")] * 5}, {"Guido": 5}),
    ("Sterne 11: above 41 in a solo", {**SOLO, "sterne": [stern("stich-41")]}, {"Wolle": 1}),
    ("Sterne 4: who lost the Dulle, two", {"dulle": "Silvio"}, {"Silvio": 2}),
    ("Extra Punkte 1: not with große Scharfe", {"dulle": "Silvio", "grosse_scharfe": True}, {}),
    ("Sterne 5: the three others", {"sterne": [stern("fuenf-karten", "Gerry")]},
     {"Guido": 1, "Wolle": 1, "Silvio": 1}),
    ("Sterne 5: or himself", {"sterne": [stern("fuenf-karten-verloren", "Gerry")]}, {"Gerry": 1}),
    ("Sterne 6: Falschspiel", {"falschspiel": "Guido"}, {"Guido": 1}),
    ("Sterne 10: three misdeals, the dealer", {"vergeben": 3, "dealer": "Wolle"}, {"Wolle": 1}),
    ("Das Blatt: the counter restarts", {"vergeben": 6, "dealer": "Wolle"}, {"Wolle": 2}),
    ("Das Blatt: two are none", {"vergeben": 2, "dealer": "Wolle"}, {}),
    ("Sterne 7: all events add up",
     {"sterne": [*WOLLE_ALL, stern("stich-41")], "dulle": "Wolle"}, {"Wolle": 5}),
    ("rules: a voided hand gives none", {"sterne": WOLLE_ALL, "voided": True}, {}),
)


@pytest.mark.parametrize(("keys", "stars"), OF_HANDS)
def test_stars_of_a_hand(keys, stars):
    assert owned(book(evening(sheet(hand() | keys)))) == stars


def test_five_cards_give_none_to_who_sits_out():
    """Sterne 5: *ohne aussetzende Spieler*. Of five the dealer, here Gerry, sits out."""
    laid = hand("Guido", "Wolle", sterne=[stern("fuenf-karten", "Chris")])
    assert owned(book(evening(sheet(laid, players=FIVE)))) == {"Guido": 1, "Wolle": 1, "Silvio": 1}


def test_stars_never_double():
    """rules: a Bock doubles points, not stars. 120 : 120 has given Böcke."""
    hands = [hand(augen=120), hand(sterne=WOLLE_ALL, dulle="Silvio")]
    assert owned(book(evening(sheet(*hands)))) == {"Wolle": 2, "Silvio": 2}


@pytest.mark.parametrize("sterne", [WOLLE_ALL, [stern("rot-rum"), *WOLLE_ALL]])
@pytest.mark.parametrize("older", [{}, {"edition": 1}])
def test_rot_lies_within_alle_farben_though_it_be_noted_besides(older, sterne):
    """Sterne 2 and 7; an older file is reckoned the same."""
    assert owned(book(evening(sheet(hand(sterne=sterne), **older)))) == {"Wolle": 2}


def test_the_answer_names_both_stars_of_alle_farben():
    told = book(evening(sheet(hand(sterne=WOLLE_ALL))))
    answer = json.loads(b"".join(result.json_pieces(*read(told))))
    assert answer["evenings"][0]["sheets"][0]["hands"][0]["stars"] == [
        {"player": "Wolle", "stars": 1, "event": "rot-rum"},
        {"player": "Wolle", "stars": 1, "event": "alle-farben"}]


# --- the evening --------------------------------------------------------------------------------

KASTEN, SNACKS = stern("kasten"), stern("knabberzeug")
TO_GERRY, TO_GUIDO = [{**stern("auswaerts"), "ziel": ziel} for ziel in ("Gerry", "Guido")]

NOTED = rows(
    ("Sterne 8: provides the beer, until 20 May 2008", OLD, [KASTEN], -5),
    ("21.05.2008: provides a Kasten", NEW, [KASTEN], -4),
    ("21.05.2008: and snacks with it", NEW, [KASTEN, SNACKS], -5),
    ("21.05.2008: drives to Gerry", NEW, [TO_GERRY], -3),
    ("21.05.2008: drives to Guido", NEW, [TO_GUIDO], -6),
    ("format.md: a correction", OLD, [{**stern("manual"), "stars": 3}], 3),
    ("rules: two Kästen are two", NEW, [KASTEN, KASTEN], -8),
    ("Sterne 10: three misdeals that no hand has followed", OLD, [stern("vergeben")], 1),
)


@pytest.mark.parametrize(("day", "notes", "stars"), NOTED)
def test_stars_noted_on_an_evening(day, notes, stars):
    assert owned(book(evening(day=day, stars=notes))) == {"Wolle": stars}


REFUSED = rows(
    ("21.05.2008: no snacks before", OLD, SNACKS, "event: has no tariff before 2008-05-21"),
    ("21.05.2008: no drives before", OLD, TO_GUIDO, "ziel: has no tariff before 2008-05-21"),
    ("rules: destinations are the club's list", NEW, {**stern("auswaerts"), "ziel": "Rom"},
     "ziel: Rom is not one of the club's destinations: Gerry, Guido"),
    ("rules: a drive goes somewhere", NEW, stern("auswaerts"), "ziel: is missing"),
    ("rules: only a drive does", NEW, {**KASTEN, "ziel": "Gerry"},
     "ziel: is given for auswaerts only"),
    ("rules: tariffs are data", NEW, {**KASTEN, "stars": -3},
     "stars: come from the tariff, and are given for manual only"),
    ("format.md: a correction says how many", NEW, stern("manual"), "stars: is missing"),
    ("format.md: what a hand gives is no note", NEW, stern("rot-rum"),
     "event: rot-rum is not one of: kasten, knabberzeug, auswaerts, vergeben, manual"),
)


@pytest.mark.parametrize(("day", "note", "fault"), REFUSED)
def test_what_cannot_be_noted(day, note, fault):
    with pytest.raises(Unreadable) as refused:
        read(book(evening(day=day, stars=[KASTEN, note])))
    [problem] = refused.value.problems
    assert f"{document.written_place(problem.place)}: {problem.message}" \
        == f"evenings[0].stars[1].{fault}"


HOME = "Gerry has driven home: the rules count the drive to somebody else."
ALONE = "Wolle brought snacks but no Kasten: the rules count the snacks that come with one."
AGAIN = "Wolle has already driven this evening."

ODD = rows(
    ("rules: snacks without a Kasten", [SNACKS], -1, "stars[0]", ALONE),
    ("rules: somebody else's Kasten", [stern("kasten", "Guido"), SNACKS], -1, "stars[1]", ALONE),
    ("rules: two drives", [TO_GERRY, TO_GUIDO], -9, "stars[1]", AGAIN),
    ("rules: the same drive twice", [TO_GERRY, TO_GERRY], -6, "stars[1]", AGAIN),
    ("rules: a drive home", [{**TO_GERRY, "player": "Gerry"}], -3, "stars[0]", HOME),
    ("rules: home, where the evening is", [{**TO_GUIDO, "player": "Gerry"}], -6, "stars[0]", HOME),
)


@pytest.mark.parametrize(("notes", "stars", "place", "told"), ODD)
def test_what_is_odd_counts_and_is_told(tmp_path, notes, stars, place, told):
    raw = book(evening(place="Gerry", stars=notes))
    assert owned(raw)[notes[-1]["player"]] == stars
    (tmp_path / "book.json").write_text(json.dumps(raw), "utf-8")
    done = call("replay", tmp_path / "book.json", SCOREPAD_LANGUAGE="en")
    assert done.code == 0 and "Kästen" in done.out
    assert done.err.splitlines() == ["1 note of stars is worth a second look. It counts:",
                                     f"evenings[0].{place}: {told}"]
    place_of_book = {"SCOREPAD_DATABASE_URL": f"sqlite:///{tmp_path / 'book.db'}",
                     "SCOREPAD_LANGUAGE": "en"}
    taken = call("import", tmp_path / "book.json", **place_of_book)
    assert taken.code == 0 and told in taken.err
    again = call("import", tmp_path / "book.json", **place_of_book)
    assert again.code == 0 and again.err == ""  # nothing new: it was said when it came
    checked = call("check", **place_of_book)
    assert checked.code == 0
    assert f"the evening 2026-11-20 Gerry, stars: {told}" in checked.out


@pytest.mark.parametrize("notes", [
    [KASTEN, SNACKS], [SNACKS, KASTEN], [TO_GERRY, {**TO_GUIDO, "player": "Silvio"}], []])
def test_what_is_usual_is_not_told_of(notes):
    records, _ = read(book(evening(place="Guido", stars=notes)))
    assert document.odd(records) == []


# --- the end of an evening ----------------------------------------------------------------------

CLOSED = rows(
    ("Sterne 9: the winner", [hand(), {**SOLO, "augen": 131}], {}, {"Gerry": -1}),
    ("Sterne 9: of several nobody", [hand()], {}, {}),
    ("Sterne 12: no hand won and owns stars",
     [hand(sterne=[stern("rot-rum"), *[stern("stich-41")] * 2])], {}, {"Wolle": 1}),
    ("Sterne 12: may fall below zero", [hand(sterne=[stern("stich-41")])], {}, {"Wolle": -1}),
    ("Sterne 12: not who owns none", [hand()], {"Wolle": 0, "Silvio": -2},
     {"Wolle": 0, "Silvio": -2}),
    ("Sterne 12: what he had before counts", [hand()], {"Silvio": 5}, {"Silvio": 3}),
    ("Sterne 12: not who was not there", [hand()], {"Chris": 5}, {"Chris": 5}),
)


@pytest.mark.parametrize(("hands", "before", "stars"), CLOSED)
def test_the_end_of_an_evening(hands, before, stars):
    opening = {"opening_stars": {"date": "2021-05-20", "balances": before}} if before else {}
    closed = book(evening(sheet(*hands), closed=True), **opening)
    assert owned(closed) == stars


def test_an_evening_that_is_still_open_takes_nothing():
    """format.md: events of the close appear only when it is closed."""
    hands = [hand(), {**SOLO, "augen": 131, "sterne": [stern("stich-41")]}]
    assert owned(book(evening(sheet(*hands)))) == {"Wolle": 1}
    assert owned(book(evening(sheet(*hands), closed=True))) == {"Wolle": -1, "Gerry": -1}


def test_two_sheets_of_an_evening_are_looked_at_together():
    """Gerry has 10 − 20 + 120, nobody else as much. Wolle wins a hand on the second sheet only."""
    two = [sheet(hand(sterne=[stern("stich-41", "Wolle")])),
           sheet(hand("Gerry", "Silvio", augen=109), {**SOLO, "augen": 131})]
    assert owned(book(evening(*two, closed=True))) == {"Wolle": 1, "Gerry": -1}


# --- the ledger ---------------------------------------------------------------------------------

OPENING = {"opening_stars": {"date": "2021-05-20", "balances": STANDING}}


def ledger_lines(**club):
    """The end of the answer in text: the ledger, each line by its words."""
    text = result.text(*read(book(**OPENING, **club)), "en").splitlines()
    return [line.split() for line in text[text.index("Star ledger") + 1:]]


def test_the_club_s_standing_of_2021():
    """S2, Aktueller Sternen-Stand: together 174 stars, 34.8 Kästen."""
    lines = ledger_lines()
    assert ["Gerry", "108", "21.6", "Kästen"] in lines
    assert ["Chris", "-3", "-0.6", "Kästen"] in lines
    assert lines[-1] == ["Sum", "174", "34.8", "Kästen"]


def test_the_sum_is_that_of_the_active_players():
    """S2: *Summe aktive Spieler*. Without Wolle's 53 and Chris's −3: 124."""
    retired = [{"name": name, "retired": True} for name in ("Wolle", "Chris")]
    lines = ledger_lines(people=retired)
    assert lines[-4:] == [["Sum", "of", "active", "players", "124", "24.8", "Kästen"], ["Retired"],
                          ["Wolle", "53", "10.6", "Kästen"], ["Chris", "-3", "-0.6", "Kästen"]]
    assert owned(book(**OPENING, people=retired)) == STANDING


def test_tariffs_are_data_with_a_day():
    """rules: the evening's date picks the row."""
    tariffs = [{"event": "kasten", "valid_from": "2026-01-01", "stars": -3},
               {"event": "auswaerts", "ziel": "Rom", "valid_from": "2026-01-01", "stars": -20}]
    evenings = [evening(day="2025-12-31", stars=[KASTEN]),
                evening(day="2026-01-01", stars=[KASTEN, {**TO_GERRY, "ziel": "Rom"}])]
    assert owned(book(*evenings, tariffs=tariffs)) == {"Wolle": -4 - 3 - 20}


def test_a_note_of_a_book_without_a_tariff_counts_nothing_and_a_new_one_is_refused(tmp_path):
    """What another book has noted comes in whatever tariffs this one has, and is told."""
    drive = {**TO_GUIDO, "ziel": "Rom"}
    for note, code, told in (
            (drive, 2, "Rom is not one of the club's destinations: Gerry, Guido"),
            ({**drive, "id": "01a20e28-0000-7000-8000-000000000001"}, 0,
             "1 note of stars has no tariff. It counts nothing:")):
        (tmp_path / "book.json").write_text(json.dumps(book(evening(stars=[note]))), "utf-8")
        done = call("replay", tmp_path / "book.json", SCOREPAD_LANGUAGE="en")
        assert done.code == code and told in done.err
