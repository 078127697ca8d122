"""Makes what nobody should feed to the program, each input from its number, always the same one.

A document is a tree until it is written down, so that keys can stand twice in it: an object is a
list of pairs.
"""

import json
import re
from collections.abc import Iterator
from enum import Enum
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from scorepad.document import document_schema
from tests import oracle

GOLDEN = [path.read_bytes() for path in sorted(Path(__file__).parents[1].glob("golden/*.json"))
          if ".result" not in path.name]

NAMES = [*oracle.PEOPLE, "Ümit"]
STRANGE = ["", " ", "Anne ", "a\nb", "a\x00b", "\u202eennA", "\ud800",
           "👩‍👩‍👧", "Jo\u0308rg", "Аnne",
           "=1+1", "../../x", "\x1b[31m", "x" * 61, "x" * 10_000, "%s %d {name}", "\ufeff", "a: b",
           "[0].x", "constructor", "__proto__"]
"""What stands where a name or a word is expected; the А of Аnne is a Cyrillic one."""

FIGURES = [0, -1, 1, 119, 120, 121, 239, 240, 241, 2**31, 2**63, -2**63 - 1, 10**4299, 10**30]
RAW = ["NaN", "Infinity", "-Infinity", "-0", "-0.0", "1e400", "1E-400", "0.1", "66.0", "1e2",
       "9" * 4300, "9" * 4301, "[" * 40 + "]" * 40, "[" * 960 + "]" * 960, "[" * 3000,
       '{"a":' * 400 + "1" + "}" * 400, "null", "true", "01", "'a'", "//", "", "\\u0000"]
"""Pieces of text that stand where a value is expected, JSON or not."""

PATTERNED = {"^[A-Z]{3}$": ["EUR", "CHF", "EUR"]}
TIMES = ["2026-11-20T20:15:00Z", "2026-11-20T20:15:00.123+01:00", "1970-01-01T00:00:00Z"]
BAD_TIMES = ["2026-02-30", "2026-11-20T25:00:00Z", "2026-11-20T20:15:00", "9999-12-31T23:59:59.9Z",
             "0001-01-01T00:00:00+14:00", "20261120", "1969-12-31T23:59:59Z", "0000-00-00"]
TOKENS = [b"NaN", b"1e400", b"-0", b"\\ud800", b"\\u0000", b'"', b"[", b"]", b"{", b"}", b",", b":",
          b"\x00", b"\xff", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\xc0\xaf", b"null", b"  \r\n\t",
          b"9" * 5000, b"\\", "Jo\u0308rg".encode(), "\u202e".encode(), b"/*", b"0" * 50]


class Sort(Enum):
    """How an input is made; a whole number for each, of a hundred inputs."""

    PLAYABLE = "playable documents", 12
    CHANGED = "playable documents with something changed", 23
    SHAPED = "documents of the schema's shape", 10
    SPOILT = "documents of the schema's shape, spoilt", 15
    BYTES = "bytes turned, cut and spliced", 25
    LINES = "lines of shorthand", 15

    def __init__(self, title: str, share: int) -> None:
        self.title, self.share = title, share


class Input(NamedTuple):
    """An input: its number, how it was made, and its bytes."""

    number: int
    sort: Sort
    raw: bytes


def input_of(number: int) -> Input:
    """The input of a number."""
    rng = Random(number)
    sort = rng.choices(list(Sort), [sort.share for sort in Sort])[0]
    return Input(number, sort, _made(sort, rng))


def _made(sort: Sort, rng: Random) -> bytes:
    if sort is Sort.LINES:
        return line(rng).encode("utf-8", "surrogatepass")
    if sort is Sort.BYTES:
        return mutated(rng)
    if sort is Sort.PLAYABLE:
        return written(playable(rng), rng)
    if sort is Sort.CHANGED:
        return written(changed(playable(rng), rng), rng)
    return written(shaped(document_schema_once(), rng, 0 if sort is Sort.SHAPED else 0.01), rng)


# --- trees --------------------------------------------------------------------------------------


class Pairs(list[tuple[str, Any]]):
    """An object; a key may stand in it twice."""


class Text(str):
    """A piece of the document that is written as it is."""


def tree(value: Any) -> Any:
    """What `json.loads` gives, with objects as pairs."""
    if isinstance(value, dict):
        return Pairs((key, tree(inside)) for key, inside in value.items())
    return [tree(inside) for inside in value] if isinstance(value, list) else value


def written(value: Any, rng: Random) -> bytes:
    """A tree as JSON in one or another usual way of writing it."""
    ascii_only, gap = rng.random() < 0.3, rng.choice(["", "", " ", "\n  "])
    text = _text(value, ascii_only, gap, ": " if gap else ":")
    mark = "\ufeff" if rng.random() < 0.03 else ""
    return (mark + text).encode("utf-8", "surrogatepass")


def _text(value: Any, ascii_only: bool, gap: str, colon: str) -> str:
    if isinstance(value, Text):
        return str(value)
    if isinstance(value, Pairs):
        inside = [f"{json.dumps(key, ensure_ascii=ascii_only)}{colon}"
                  f"{_text(each, ascii_only, gap, colon)}" for key, each in value]
        return "{" + f",{gap}".join(inside) + "}"
    if isinstance(value, list):
        return "[" + f",{gap}".join(_text(each, ascii_only, gap, colon) for each in value) + "]"
    return json.dumps(value, ensure_ascii=ascii_only)


# --- documents that can be played, and what is changed in them ----------------------------------


def playable(rng: Random) -> Any:
    """A document with hands that were played, and with what a club may have beside them."""
    document = tree(oracle.random_document(rng, most_hands=rng.choice([1, 4, 12])))
    whole = document_schema_once()["properties"]
    for evening in _inside(document, "evenings"):
        if rng.random() < 0.3:
            evening.append(("place", rng.choice(["Altona", *NAMES[:2]])))
        if rng.random() < 0.2:
            of_evening = whole["evenings"]["items"]["properties"]
            key = rng.choice(["stars", "payments", "closed"])
            evening.append((key, shaped(of_evening[key], rng, 0)))
    return document


def _inside(pairs: Pairs, key: str) -> list[Any]:
    return next((value for name, value in pairs if name == key), [])


def changed(document: Any, rng: Random) -> Any:
    """The tree with one to three things in it made wrong, or only otherwise."""
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        _change(document, rng)
    return document


def _change(document: Any, rng: Random) -> None:
    containers = list(_containers(document))
    where = rng.choice(containers)
    kind = rng.randrange(9)
    if not where or kind == 0:
        new = rng.choice([*NAMES, *STRANGE, "augen", "id", "rules"])
        where.append((new, _anything(rng)) if isinstance(where, Pairs) else _anything(rng))
        return
    at = rng.randrange(len(where))
    old = where[at]
    value = old[1] if isinstance(where, Pairs) else old
    if kind == 1:
        del where[at]
        return
    if kind == 2:  # twice: a key, or an item of a list
        where.insert(rng.randrange(len(where) + 1), old)
        return
    if kind == 3:
        rng.shuffle(where)
        return
    if kind == 4:
        other = rng.choice(containers)
        value = rng.choice(other) if other and not isinstance(other, Pairs) else _anything(rng)
        if isinstance(value, tuple) or any(value is each for each in containers):
            value = tree(json.loads(_text(value, True, "", ":"))) if not _has_text(value) else 0
    elif kind == 5 and isinstance(where, Pairs):
        where[at] = rng.choice([*NAMES, *STRANGE]), value
        return
    elif isinstance(value, int) and not isinstance(value, bool) and kind < 8:
        value += rng.choice([-1, 1, 2, -2, 10, -120])
    elif isinstance(value, str) and not isinstance(value, Text) and kind < 8:
        value = rng.choice([*NAMES, *NAMES, *STRANGE, value + " ", value.upper(), value[:-1]])
    else:
        value = _anything(rng)
    where[at] = (old[0], value) if isinstance(where, Pairs) else value


def _containers(value: Any) -> Iterator[Any]:
    if isinstance(value, list):
        yield value
        for each in value:
            yield from _containers(each[1] if isinstance(value, Pairs) else each)


def _has_text(value: Any) -> bool:
    return isinstance(value, Text) or isinstance(value, list) and any(
        _has_text(each[1] if isinstance(value, Pairs) else each) for each in value)


def _anything(rng: Random) -> Any:
    """A value of any kind."""
    return rng.choice([
        None, True, False, rng.randint(-3, 130), rng.choice(FIGURES), 66.5, rng.choice(NAMES),
        rng.choice(STRANGE), [], Pairs(), [rng.choice(NAMES)], Text(rng.choice(RAW)),
        Pairs([(rng.choice(NAMES), rng.randint(0, 120))]), "0.50", "2026-11-20"])


# --- documents made from the schema -------------------------------------------------------------


@lru_cache(maxsize=1)
def document_schema_once() -> dict[str, Any]:
    """The schema that `scorepad schema` prints."""
    schema = document_schema()
    assert isinstance(schema, dict)
    return schema


def shaped(schema: dict[str, Any], rng: Random, spoil: float) -> Any:
    """A tree that fits the schema; at every place, as often as `spoil` says, one that does not."""
    if rng.random() < spoil:
        return _misfit(schema, rng)
    for choice in ("oneOf", "anyOf"):
        if choice in schema:
            return shaped(rng.choice(schema[choice]), rng, spoil)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return rng.choice(schema["enum"])
    match schema.get("type"):
        case "object":
            return _object(schema, rng, spoil)
        case "array":
            least = schema.get("minItems", 0)
            count = rng.randint(least, min(schema.get("maxItems", least + 3), 7))
            items = [shaped(schema["items"], rng, spoil) for _ in range(count)]
            return list(dict.fromkeys(items)) if schema.get("uniqueItems") and all(
                isinstance(item, str) for item in items) else items
        case "string":
            return _string(schema, rng)
        case "integer":
            return rng.randint(schema.get("minimum", -2), schema.get("maximum", 130))
        case "boolean":
            return rng.random() < 0.5
        case _:
            return None


def _object(schema: dict[str, Any], rng: Random, spoil: float) -> Pairs:
    known, required = schema.get("properties", {}), schema.get("required", ())
    made = Pairs((key, shaped(inside, rng, spoil)) for key, inside in known.items()
                 if key in required and rng.random() >= spoil
                 or key not in required and rng.random() < 0.4)
    if isinstance(more := schema.get("additionalProperties"), dict):
        made += [(name, shaped(more, rng, spoil)) for name in rng.sample(NAMES, rng.randrange(5))]
    if rng.random() < spoil:
        made.append((rng.choice([*STRANGE, *NAMES]), _anything(rng)))
    if made and rng.random() < spoil:
        made.append(rng.choice(made))
    for key, needs in schema.get("dependentRequired", {}).items():
        here = [name for name, _ in made]
        made += [(need, shaped(known[need], rng, spoil)) for need in needs
                 if key in here and need not in here]
    return made


def _string(schema: dict[str, Any], rng: Random) -> str:
    pattern = schema.get("pattern", "")
    if pattern in PATTERNED:
        return rng.choice(PATTERNED[pattern])
    if pattern:
        return rng.choice([text for text in ("0.50", "1", "0.005", "12.5", "0.0001", "9999999")
                           if re.search(pattern, text)])
    match schema.get("format"):
        case "date":
            return f"{rng.choice([1, 1999, 2026, 9999]):04}-{rng.randint(1, 12):02}-28"
        case "date-time":
            return rng.choice(TIMES)
        case _:
            return rng.choice(NAMES)


def _misfit(schema: dict[str, Any], rng: Random) -> Any:
    """A value out of range where there is a range, else one of another kind."""
    bounds = [schema[key] + step for key, step in (("minimum", -1), ("maximum", 1))
              if key in schema]
    if bounds and rng.random() < 0.6:
        return rng.choice(bounds)
    if "format" in schema and rng.random() < 0.6:
        return rng.choice(BAD_TIMES)
    if schema.get("type") == "string" and rng.random() < 0.6:
        return rng.choice(STRANGE)
    return _anything(rng)


# --- bytes --------------------------------------------------------------------------------------


def mutated(rng: Random) -> bytes:
    """A document's bytes with bits turned, pieces cut out, doubled, put in, or of another one."""
    raw = bytearray(_base(rng))
    for _ in range(rng.choice([1, 1, 2, 4, 16])):
        at = rng.randrange(len(raw) + 1)
        upto = min(len(raw), at + rng.choice([1, 1, 3, 20, 200]))
        match rng.randrange(7):
            case 0:
                if raw:
                    raw[at % len(raw)] ^= 1 << rng.randrange(8)
            case 1:
                del raw[at:]
            case 2:
                del raw[at:upto]
            case 3:
                raw[at:at] = raw[at:upto]
            case 4:
                raw[at:at] = rng.choice(TOKENS)
            case 5:
                if raw:
                    raw[at % len(raw)] = rng.choice(b"0123456789\"{}[],:eE+-. aZ")
            case _:
                other = _base(rng)
                begin = rng.randrange(len(other) + 1)
                raw[at:upto if rng.random() < 0.5 else len(raw)] = other[begin:begin + rng.choice(
                    [1, 10, 100, len(other)])]
    return bytes(raw)


def _base(rng: Random) -> bytes:
    return rng.choice(GOLDEN) if rng.random() < 0.6 else written(playable(rng), rng)


# --- shorthand ----------------------------------------------------------------------------------

PARTS = ["AG", "AV", "A", "BSg", "BSv", "OSg", "TSv", "HSg", "GSv", "ESg", "SHg", "FLv", "DSg",
         "U9",
         "U6", "U3", "SW", "U9s", "U6g", "RU9KU6", "KU9", "R", "K", "RK", "FS", "+F", "-F", "+K",
         "-K", "+D", "-D", "+F+F", "E60", "E0", "=131", "=120", "=0", "=240", "9", "6", "schwarz",
         "kontra", "re", "-", "", "u0", "K9g", "9s", "E999999", "=999999", "–F", "−K"]
LETTERS = "AaVvGgSsUuRrKkFfDdEe0369=+-/ –−\u212a\u017f\u0131٣²\t\n\x00\u202e\ud800ÄßI" + "/" * 4


def line(rng: Random) -> str:
    """Something like a hand in the club's notation."""
    parts = [rng.choice(PARTS[:13]), *rng.choices(PARTS, k=rng.choice([0, 1, 2, 3, 4, 9, 60]))]
    text = "/".join(parts)
    for _ in range(rng.choice([0, 0, 0, 1, 2, 6])):
        at = rng.randrange(len(text) + 1)
        text = text[:at] + rng.choice(LETTERS) + text[at + rng.randrange(2):]
    if rng.random() < 0.02:
        text = "".join(rng.choices(LETTERS, k=rng.choice([1, 30, 5000])))
    return text
