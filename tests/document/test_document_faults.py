"""The file format: what is refused with its place and a sentence."""

import json
from random import Random

import pytest

from scorepad import document
from scorepad.document import parsing, result
from scorepad.games import PLACES
from scorepad.games.game import Unreadable
from tests.documents import BOOK, DROP, EVENING, HAND, NAMES, SHEET, changed


def faults(raw):
    """Place and sentence of everything that is wrong, reading and scoring."""
    raw = raw if isinstance(raw, bytes) else json.dumps(raw).encode()
    with pytest.raises(Unreadable) as refused:
        document.score(document.read(raw))
    return [(document.written_place(problem.place), str(problem.message))
            for problem in refused.value.problems]


# --- what is no document at all ---------------------------------------------------------------

BROKEN = [
    ("empty", b"", "is empty"),
    ("blank", b" \n\t", "is empty"),
    ("not UTF-8", b'{"format": "\xe9"}', "is not UTF-8 text (byte 13)"),
    ("UTF-16", "{}".encode("utf-16"), "is not UTF-8 text (byte 1)"),
    ("truncated", b'{"format": "scorepad/1"',
     "is not complete JSON: it breaks off or goes wrong at line 1, column 24"),
    ("broken in line 2", b'{"format": "scorepad/1",\n "evenings": [}',
     "is not complete JSON: it breaks off or goes wrong at line 2, column 15"),
    ("two documents", b"{}{}",
     "is not complete JSON: it breaks off or goes wrong at line 1, column 3"),
    ("a picture", b"\x89PNG\r\n\x1a\n", "is not UTF-8 text (byte 1)"),
    ("number too long", b'{"format": ' + b"9" * 5000 + b"}",
     "is JSON with a number too long or lists too deep to be a Scorepad file"),
    ("lists too deep", b"[" * 100_000,
     "is JSON with a number too long or lists too deep to be a Scorepad file"),
    ("a list", b"[]", "is not an object in braces"),
    ("null", b"null", "is not an object in braces"),
    ("a key twice", b'{"format": "scorepad/1", "format": "scorepad/1"}',
     "has a key or a name twice"),
]


@pytest.mark.parametrize("raw, sentence", [pytest.param(*row, id=case) for case, *row in BROKEN])
def test_broken_files(raw, sentence):
    assert faults(raw) == [("", sentence)]


def test_so_many_values_are_none_of_a_document(monkeypatch):
    monkeypatch.setattr(parsing, "MOST_VALUES", 1000)
    assert faults(b"[" * 1001) == [("", "has more than 1000 values, so it is not a Scorepad file")]
    assert document.read(json.dumps(BOOK).ljust(20_000).encode())


# --- one thing wrong in a document ------------------------------------------------------------

H = "evenings.0.sheets.0.hands.1."
WRONG = [
    # what is put where, the place of the fault, the sentence
    ("format", "scorepad/2", "format", 'is not "scorepad/1"'),
    ("format", {"scorepad": 2}, "format", 'is not "scorepad/1"'),
    ("format", DROP, "format", 'is not "scorepad/1"'),
    ("format", float("nan"), "format", 'is not "scorepad/1"'),
    ("evening", [], "evening", "is not a key that belongs here"),
    ("club", [], "club", "is not an object in braces"),
    ("club", {"town": "Altona"}, "club.town", "is not a key that belongs here"),
    ("club", {"name": 7}, "club.name", "is not a line of text of at most 500 letters"),
    ("club", {"players": ["Anne", "Anne"]}, "club.players[1]", "names Anne a second time"),
    ("evenings", {}, "evenings", "is not a list in brackets"),
    ("evenings.0", None, "evenings[0]", "is not an object in braces"),
    ("evenings.0.date", DROP, "evenings[0].date", "is missing"),
    ("evenings.0.date", "2026-02-30", "evenings[0].date", "is not a date such as 2026-11-20"),
    ("evenings.0.date", "20.11.2026", "evenings[0].date", "is not a date such as 2026-11-20"),
    ("evenings.0.date", "2026-W47-5", "evenings[0].date", "is not a date such as 2026-11-20"),
    ("evenings.0.date", 20261120, "evenings[0].date", "is not a date such as 2026-11-20"),
    ("evenings.0.place", "x" * 501, "evenings[0].place",
     "is not a line of text of at most 500 letters"),
    ("evenings.0.closed", 1, "evenings[0].closed", "is neither true nor false"),
    ("evenings.0.sheet", [], "evenings[0].sheet", "is not a key that belongs here"),
    ("evenings.0.sheets.0", [], "evenings[0].sheets[0]", "is not an object in braces"),
    ("evenings.0.sheets.0.stake", "1", "evenings[0].sheets[0].stake",
     "is not a key that belongs here"),
    ("evenings.0.sheets.0.game", DROP, "evenings[0].sheets[0].game", "is missing"),
    ("evenings.0.sheets.0.game", "mau-mau", "evenings[0].sheets[0].game",
     f"mau-mau is not one of the games: {', '.join(PLACES)}"),
    ("evenings.0.sheets.0.game", 3, "evenings[0].sheets[0].game",
     f"3 is not one of the games: {', '.join(PLACES)}"),
    ("evenings.0.sheets.0.players", DROP, "evenings[0].sheets[0].players", "is missing"),
    ("evenings.0.sheets.0.players", "Anne", "evenings[0].sheets[0].players",
     "is not a list in brackets"),
    ("evenings.0.sheets.0.players", [*NAMES, "Emil"], "evenings[0].sheets[0].players",
     "Kalter Schlag needs 4 players, not 5"),
    ("evenings.0.sheets.0.players", [], "evenings[0].sheets[0].players",
     "Kalter Schlag needs 4 players, not 0"),
    ("evenings.0.sheets.0.players.2", "Anne", "evenings[0].sheets[0].players[2]",
     "names Anne a second time"),
    ("evenings.0.sheets.0.players.2", 5, "evenings[0].sheets[0].players[2]", "is not a name"),
    ("evenings.0.sheets.0.players.2", "  ", "evenings[0].sheets[0].players[2]", "is not a name"),
    ("evenings.0.sheets.0.players.2", "Cem ", "evenings[0].sheets[0].players[2]",
     "has spaces around it or characters that cannot be shown"),
    ("evenings.0.sheets.0.players.2", "C\nem", "evenings[0].sheets[0].players[2]",
     "has spaces around it or characters that cannot be shown"),
    ("evenings.0.sheets.0.players.2", "C" * 61, "evenings[0].sheets[0].players[2]",
     "is longer than 60 letters"),
    ("evenings.0.sheets.0.first_dealer", "Emil", "evenings[0].sheets[0].first_dealer",
     "Emil does not sit at this table"),
    ("evenings.0.sheets.0.next_dealer", "Emil", "evenings[0].sheets[0].next_dealer",
     "Emil does not sit at this table"),
    ("evenings.0.sheets.0.rules", [], "evenings[0].sheets[0].rules", "is not an object in braces"),
    ("evenings.0.sheets.0.rules", {"limits": 2000}, "evenings[0].sheets[0].rules.limits",
     "is not an option of this game"),
    ("evenings.0.sheets.0.rules", {"limit": -2000}, "evenings[0].sheets[0].rules.limit",
     "is not a whole number from 1 to 1000000"),
    ("evenings.0.sheets.0.rules", {"rounding": "tens"}, "evenings[0].sheets[0].rules.rounding",
     "tens is not one of: tens-after, fives-before"),
    *[("evenings.0.sheets.0.einsatz", amount, "evenings[0].sheets[0].einsatz",
       'is not an amount in quotes with at most 2 decimals, such as "0.50"')
      for amount in (0.5, "-0.50", "٣.٣٣", "0.505", "0,50", ".50", "", "1e3", "12345678",
                     float("nan"))],
    *[("evenings.0.sheets.0.currency", currency, "evenings[0].sheets[0].currency",
       "is not a currency's three letters, such as EUR") for currency in ("€", "eur", None)],
    ("evenings.0.sheets.0.hands", {}, "evenings[0].sheets[0].hands", "is not a list in brackets"),
    ("evenings.0.sheets.0.id", 7, "evenings[0].sheets[0].id",
     "is not a line of text of at most 500 letters"),
    ("evenings.0.sheets.0.hands.1", "66", "evenings[0].sheets[0].hands[1]",
     "is not an object in braces"),
    (H + "dealer", "Emil", "evenings[0].sheets[0].hands[1].dealer",
     "Emil does not sit at this table"),
    (H + "players", "Anne", "evenings[0].sheets[0].hands[1].players", "is not a list in brackets"),
    (H + "players", [*NAMES[:3], "Emil"], "evenings[0].sheets[0].hands[1].players[3]",
     "Emil does not sit at this table"),
    (H + "players", list(NAMES[:3]), "evenings[0].sheets[0].hands[1].players",
     "a new seating names everybody at the table once"),
    (H + "players", [*NAMES, "Anne"], "evenings[0].sheets[0].hands[1].players",
     "a new seating names everybody at the table once"),
    (H + "note", "two\nlines", "evenings[0].sheets[0].hands[1].note",
     "is not a line of text of at most 500 letters"),
    (H + "voided", "yes", "evenings[0].sheets[0].hands[1].voided", "is neither true nor false"),
    (H + "at", "yesterday", "evenings[0].sheets[0].hands[1].at",
     "is not a time such as 2026-11-20T20:15:00Z"),
    (H + "at", 1_790_000_000, "evenings[0].sheets[0].hands[1].at",
     "is not a time such as 2026-11-20T20:15:00Z"),
    *[(H + "at", time, "evenings[0].sheets[0].hands[1].at",
       "is not a time such as 2026-11-20T20:15:00Z")
      for time in ("2026-11-20T20:15:00", "2026-11-20", "0001-01-01T00:00:00+14:00",
                   "1969-12-31T23:59:59Z", "9999-12-31T23:59:59-01:00")],
    (H + "by", ["Anne"], "evenings[0].sheets[0].hands[1].by",
     "is not a line of text of at most 500 letters"),
    (H + "punkte", 66, "evenings[0].sheets[0].hands[1].punkte", "is not a key that belongs here"),
    (H + "augen.Anne", "66", "evenings[0].sheets[0].hands[1].augen.Anne",
     '"66" is not a whole number'),
    (H + "augen.Anne", 66.5, "evenings[0].sheets[0].hands[1].augen.Anne",
     "66.5 is not a whole number"),
    (H + "augen.Anne", float("nan"), "evenings[0].sheets[0].hands[1].augen.Anne",
     "NaN is not a whole number"),
    (H + "augen.Anne", 64, "evenings[0].sheets[0].hands[1].augen",
     "118 in all – 2 Augen are missing"),
    (H + "augen.Dora", 1, "evenings[0].sheets[0].hands[1].augen.Dora",
     "no card counts 1, so nobody can have 1 Auge"),
    (H + "augen.Anne", [66], "evenings[0].sheets[0].hands[1].augen.Anne",
     "[…] is not a whole number"),
    (H + "augen.Anne", {}, "evenings[0].sheets[0].hands[1].augen.Anne",
     "{…} is not a whole number"),
    (H + "augen.Anne", None, "evenings[0].sheets[0].hands[1].augen.Anne",
     "null is not a whole number"),
    (H + "augen.Anne", "6\n6", "evenings[0].sheets[0].hands[1].augen.Anne",
     '"6�6" is not a whole number'),
    (H + "augen.An\nne", "66", "evenings[0].sheets[0].hands[1].augen.An�ne",
     '"66" is not a whole number'),
    (H + "augen.Em\nil", 0, "evenings[0].sheets[0].hands[1].augen",
     "Em�il does not sit at this table"),
    (H + "augen.Emil", 0, "evenings[0].sheets[0].hands[1].augen",
     "Emil does not sit at this table"),
    (H + "jungfern", ["Anne"], "evenings[0].sheets[0].hands[1].augen.Anne",
     "Anne is Jungfer, so without a trick and without Augen, not 66"),
    (H + "verdopplungen", 5, "evenings[0].sheets[0].hands[1].verdopplungen",
     "5 doublings: there are at most 4, Kontra, Re, Bock and Hirsch"),
    (H + "durchmarsch", "Anne", "evenings[0].sheets[0].hands[1].augen",
     "is not a key that belongs here"),
]


@pytest.mark.parametrize("path, value, place, sentence", WRONG)
def test_one_fault(path, value, place, sentence):
    assert faults(changed(path, value)) == [(place, sentence)]


def test_every_hand_that_is_wrong_is_named():
    hands = [HAND, {"augen": {"Anne": 1}}, HAND, {"augen": {"Bert": 70}, "verdopplungen": 9}]
    assert [place for place, _ in faults(changed("evenings.0.sheets.0.hands", hands))] == [
        "evenings[0].sheets[0].hands[1].augen.Anne",
        "evenings[0].sheets[0].hands[3].verdopplungen"]
    hands = ["", HAND, {"augen": []}]
    assert [place for place, _ in faults(changed("evenings.0.sheets.0.hands", hands))] == [
        "evenings[0].sheets[0].hands[0]", "evenings[0].sheets[0].hands[2].augen"]


def test_faults_of_several_evenings_come_together():
    other = changed("sheets.0.game", "mau-mau", EVENING)
    book = changed("evenings", [changed("date", "soon", EVENING), EVENING, other])
    assert [place for place, _ in faults(book)] \
        == ["evenings[0].date", "evenings[2].sheets[0].game"]


def test_a_name_twice_in_one_hand_is_found_by_its_place():
    raw = json.dumps(BOOK).replace('"Dora": 0}}]', '"Dora": 0, "Anne": 66}}]')
    assert faults(raw.encode()) == [
        ("evenings[0].sheets[0].hands[1].augen", "has a key or a name twice")]


def test_a_name_twice_is_found_however_it_is_written():
    raw = '{"format": "scorepad/1",\n "club" :{"name": "a\\":b"}, "evenings": [], "evenings"\t: []}'
    assert faults(raw.encode()) == [("", "has a key or a name twice")]
    assert document.read(raw.rsplit(",", 1)[0].encode() + b"}").club == 'a":b'


@pytest.mark.parametrize("gap", ["", " "])
def test_hands_that_stand_twice_in_a_large_file_are_not_lost(gap):
    """6,000 hands and then 40,000 others under the same key: JSON's reader keeps the later ones."""
    book = json.dumps(changed("evenings.0.sheets.0.hands", [HAND] * 40_000))
    raw = book.replace('"hands":', f'"hands"{gap}: {json.dumps([HAND] * 6_000)}, "hands"{gap}:')
    assert len(raw) > 2_700_000
    assert faults(raw.encode()) == [("evenings[0].sheets[0]", "has a key or a name twice")]


def test_a_name_twice_in_the_last_hand_of_a_large_file():
    raw = json.dumps(changed("evenings.0.sheets.0.hands", [HAND] * 100_000))
    assert len(raw) > 5_000_000
    last = raw.rindex('"Dora": 0')
    assert faults(f'{raw[:last]}"Anne": 66, {raw[last:]}'.encode()) == [
        ("evenings[0].sheets[0].hands[99999].augen", "has a key or a name twice")]


def test_what_looks_like_a_key_in_a_note_of_a_large_file_is_none():
    hands = [*[HAND] * 40_000, {**HAND, "note": 'said "hands": and no more'}]
    book = document.read(json.dumps(changed("evenings.0.sheets.0.hands", hands)).encode())
    assert len(book.evenings[0].sheets[0].hands) == 40_001


def json_with_few_keys(rng, depth=4):
    """A JSON text in which keys stand twice often, with gaps and with texts that look like keys."""
    kind = rng.random() if depth else 1
    if kind < 0.4:
        keys = [json.dumps(rng.choice(["a", "b", '":', "c\\"])) + rng.choice(["", "", " ", "\n"])
                for _ in range(rng.randrange(4))]
        return "{" + ",".join(f"{key}:{json_with_few_keys(rng, depth - 1)}" for key in keys) + "}"
    if kind < 0.6:
        return f"[{','.join(json_with_few_keys(rng, depth - 1) for _ in range(rng.randrange(4)))}]"
    return rng.choice(["1", "null", json.dumps('x":y'), json.dumps('{"a" : 1}'), '"\\\\"'])


def test_every_doubled_key_is_found_and_nothing_else_is_taken_for_one():
    """Against Python's own list of the pairs of every object, 5,000 times."""
    rng, doubled, told = Random(13), [], "has a key or a name twice"

    def look(pairs):
        doubled.append(len(dict(pairs)) < len(pairs))

    for _ in range(5_000):
        doubled.clear()
        raw = json_with_few_keys(rng)
        json.loads(raw, object_pairs_hook=look)
        assert (told in {sentence for _, sentence in faults(raw.encode())}) == any(doubled), raw


def test_nothing_stands_under_one_id_twice():
    hand, sheet = {**HAND, "id": "1"}, {**SHEET, "id": "2", "hands": [{**HAND, "id": "1"}]}
    evening = {**EVENING, "id": "3", "sheets": [{**SHEET, "hands": [hand, HAND, hand]}, sheet]}
    other = {**EVENING, "id": "3", "sheets": [{**SHEET, "id": "2"}]}
    assert faults({**BOOK, "evenings": [evening, other]}) == [
        (place + ".id", "is in this file twice") for place in (
            "evenings[0].sheets[0].hands[2]", "evenings[0].sheets[1].hands[0]", "evenings[1]",
            "evenings[1].sheets[0]")]


def test_a_sheet_and_a_payment_may_have_one_id():
    """Whoever writes entries by himself can make a book of that, and its export has to be read."""
    paid = {"id": "2", "from": "Anne", "to": "Bert", "amount": "1.50"}
    evening = {**EVENING, "id": "2", "payments": [paid], "sheets": [{**SHEET, "id": "2"}]}
    document.read(json.dumps({**BOOK, "evenings": [evening]}).encode())


def test_lists_within_lists_are_no_reason_to_fall_over():
    for depth in range(900, 1000, 5):
        deep = json.dumps(changed(H + "augen.Anne", "deep"))
        found = faults(deep.replace('"deep"', "[" * depth + "]" * depth).encode())
        assert found in (
            [("evenings[0].sheets[0].hands[1].augen.Anne", "[…] is not a whole number")],
            [("", "is JSON with a number too long or lists too deep to be a Scorepad file")])


def test_two_currencies_at_stake_on_one_evening_are_settled_each_by_itself():
    """Anne loses with 66: (0 - 1) EUR to each of three; Bert's table of CHF has no hand yet."""
    sheets = [{**SHEET, "einsatz": "1", "currency": "EUR"},
              {**SHEET, "einsatz": "0.50", "currency": "CHF"}]
    content = json.dumps(changed("evenings.0.sheets", sheets)).encode()
    book, scored = document.replayed(content)
    [evening] = json.loads(b"".join(result.json_pieces(book, scored)))["evenings"]
    assert (evening["payout"], evening["transfers"]) == ({}, [])
    assert set(evening["currencies"]) == {"EUR", "CHF"}
    francs, euros = (evening["currencies"][each]["payout"] for each in ("CHF", "EUR"))
    assert {name: 2 * cents for name, cents in francs.items()} == euros
    assert "CHF" in result.text(book, scored, "en") and "EUR" in result.text(book, scored, "en")
