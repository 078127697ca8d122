"""A document that is read piece by piece is refused at the places where Python's own reader refuses
all of it at once, and says the same."""

import json
from io import BytesIO
from random import Random

import pytest

from scorepad import document
from scorepad.document import parsing
from scorepad.document.parsing import Parsing
from scorepad.games.game import Unreadable
from tests.documents import BOOK, EVENING

TEXTS = [
    json.dumps({**BOOK, "evenings": [EVENING] * 3}),
    json.dumps({**BOOK, "evenings": [EVENING] * 3}, indent=1),
    '{"evenings": [1, 1.5, -2e+5, 3E-7, "a", null, true, [1], {"a": 1}], "club": 7, "x": -0.5}',
    '\ufeff {"evenings" : [ ] , "club":[{"name":{"b":"Zürich ✓ 🂡"}}]}  \n',
    '{"evenings": {"a": []}}', "[1,2]", "12.5e3", '"x"', "{ }"]
PUT_IN = ["{", "}", "[", "]", ",", ":", '"', " ", "\n", "1", "e", ".", "-", "\\", "x", ",,", "NaN",
          "\N{NO-BREAK SPACE}", "\N{LINE SEPARATOR}", '"evenings":[1],', "-Infinity", "9" * 5000]


def broken(rng):
    """A text that was cut off, or has lost or won something somewhere; not always broken."""
    text = rng.choice(TEXTS)
    for _ in range(rng.randrange(3)):
        at = rng.randrange(len(text) + 1)
        match rng.randrange(4):
            case 0:
                text = text[:at]
            case 1:
                text = text[:at] + text[at + rng.randrange(1, 4):]
            case _:
                text = text[:at] + rng.choice(PUT_IN) + text[at:]
    return text


def by_python(text):
    """What Python's own reader makes of a text: the evenings and the rest, or the place."""
    try:
        value = json.loads(text.removeprefix("\ufeff"), object_pairs_hook=refusing_doubled)
    except json.JSONDecodeError as fault:
        return f"line {fault.lineno}, column {fault.colno}"
    except ValueError as fault:
        return "twice" if str(fault) == "twice" else "too long"
    evenings = value.get("evenings") if type(value) is dict else None
    return (evenings, value | {"evenings": []}) if type(evenings) is list else ([], value)


def refusing_doubled(pairs):
    if len(dict(pairs)) < len(pairs):
        raise ValueError("twice")
    return dict(pairs)


def by_pieces(text):
    try:
        reading = Parsing(BytesIO(text.encode()))
        return list(reading.evenings()), reading.root
    except Unreadable as refused:
        return str(refused.problems[0].message)


@pytest.mark.parametrize("piece", [1, 2, 3, 7, 64, 1000])
def test_it_is_refused_where_it_is_broken(piece, monkeypatch):
    monkeypatch.setattr(parsing, "PIECE", piece)
    rng = Random(piece)
    for text in [broken(rng) for _ in range(400)]:
        wanted, found = by_python(text), by_pieces(text)
        if not text.removeprefix("\ufeff").strip():
            assert found == "is empty"
        elif wanted == "twice":  # or broken further on
            assert "twice" in found or "goes wrong" in found or "too long" in found
        elif isinstance(wanted, str):
            assert wanted in found, text
        else:
            assert repr(found) == repr(wanted), text  # NaN is not equal to itself


@pytest.mark.parametrize("begin, fault", [
    (b"\0\0\0 ftypisom", "goes wrong at line 1, column 1"),
    (b"hello", "goes wrong at line 1, column 1"),
    (b'{"format": "\xff"', "is not UTF-8 text (byte 13)"),
    ("\ufeff{".encode() + b'"a": "\xe4"', "is not UTF-8 text (byte 11)"),
])
def test_what_is_no_document_is_not_read_to_its_end(begin, fault, monkeypatch):
    """A film may have more bytes than there is memory."""
    monkeypatch.setattr(parsing, "PIECE", 64)
    film = BytesIO(begin + b" x" * 10_000)
    with pytest.raises(Unreadable) as refused:
        list(Parsing(film).evenings())
    assert fault in str(refused.value.problems[0].message)
    assert film.tell() < 1000


@pytest.mark.parametrize("piece", [1, 5, 1 << 20])
def test_looked_through_it_is_the_same_without_its_hands(piece, monkeypatch):
    monkeypatch.setattr(parsing, "PIECE", piece)
    raw = json.dumps({**BOOK, "evenings": [EVENING] * 2}, indent=1).encode()
    whole, scored = document.replayed(raw)
    looked, sheets = document.look_through(BytesIO(raw))
    assert [*document.evenings_in(BytesIO(raw))] == [*whole.evenings]
    assert [len(sheet.hands) for evening in looked.evenings for sheet in evening.sheets] == [0, 0]
    assert looked.players == whole.players
    assert [*document.oddities(looked, sheets)] == [*document.oddities(whole, scored)]
