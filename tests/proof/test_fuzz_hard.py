"""Single inputs that have broken other programs, each with what has to be said about it.

The sentences are those a player should read; places are as the file format names them. Numbers,
depths and sizes are chosen beyond what `json`, `int` and `unicodedata` of Python take, or take
quickly: 4,300 digits, a thousand levels, very many marks on one letter.
"""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scorepad.document import LARGEST
from tests.command import call
from tests.documents import BOOK, HAND, NAMES, changed
from tests.proof.conftest import Note
from tests.proof.feeding import MOST_MB, MOST_SECONDS, as_process, state, use
from tests.proof.nonsense import Pairs, document_schema_once, shaped, tree, written

PLAYERS = "evenings.0.sheets.0.players"
AUGEN = "evenings[0].sheets[0].hands[0].augen"
PLACE = "evenings[0].sheets[0].players[0]"
NO_NAME = f"{PLACE}: has spaces around it or characters that cannot be shown"
TOO_MUCH = "FILE: is JSON with a number too long or lists too deep to be a Scorepad file"
BROKEN_AT_ONCE = "is not complete JSON: it breaks off or goes wrong at line 1, column 1"
TOO_LARGE = f"is larger than {LARGEST // 1_000_000} MB, so it is not a Scorepad file"


def named(name: str, *, ascii_only: bool = False) -> bytes:
    """A document in which Anne is called otherwise."""
    hand = {"augen": {name: 66, "Bert": 30, "Cem": 24, "Dora": 0}}
    book = changed(PLAYERS, [name, *NAMES[1:]], changed("evenings.0.sheets.0.hands", [hand]))
    return json.dumps(book, ensure_ascii=ascii_only).encode("utf-8", "surrogatepass")


def figure(raw: str, *, of: str = '"Anne": 66') -> bytes:
    """A document with these letters where a figure was."""
    return json.dumps(changed("evenings.0.sheets.0.hands", [HAND])).replace(
        of, f'{of.partition(":")[0]}: {raw}').encode()


REFUSED: dict[str, tuple[bytes, str]] = {
    "10,000 levels": (b"[" * 10_000 + b"]" * 10_000, TOO_MUCH),
    "10,000 levels of objects": (b'{"a":' * 10_000 + b"1" + b"}" * 10_000, TOO_MUCH),
    "a key twice 900 levels deep": (
        b'{"a":' * 900 + b'{"a":1,"a":2}' + b"}" * 900,
        f"{'a.' * 75}…{'.a' * 25}: has a key or a name twice"),
    "4,301 digits": (figure("6" * 4_301), TOO_MUCH),
    "4,300 digits": (figure("6" * 4_300), f"{AUGEN}.Anne: {'6' * 39}… Augen: there are only 120"),
    "two that add up to 4,301 digits": (
        figure(f'{"6" * 4_300}, "Bert": {"6" * 4_300}', of='"Anne": 66, "Bert": 30'),
        f"{AUGEN}.Anne: {'6' * 39}… Augen: there are only 120"),
    "money of 5,000 digits": (
        json.dumps(changed("evenings.0.sheets.0.einsatz", "9" * 5_000)).encode(),
        'evenings[0].sheets[0].einsatz: is not an amount in quotes with at most 2 decimals, such '
        'as "0.50"'),
    "money as a number": (
        json.dumps(changed("evenings.0.sheets.0.einsatz", 0.5)).encode(),
        'evenings[0].sheets[0].einsatz: is not an amount in quotes with at most 2 decimals, such '
        'as "0.50"'),
    "NaN": (figure("NaN"), f"{AUGEN}.Anne: NaN is not a whole number"),
    "Infinity": (figure("-Infinity"), f"{AUGEN}.Anne: -Infinity is not a whole number"),
    "1e400, which is infinite": (figure("1e400"), f"{AUGEN}.Anne: Infinity is not a whole number"),
    "1e2, which is a fraction": (figure("1e2"), f"{AUGEN}.Anne: 100.0 is not a whole number"),
    "-0.0": (figure("-0.0"), f"{AUGEN}.Anne: -0.0 is not a whole number"),
    "NUL": (named("An\0ne", ascii_only=True), NO_NAME),
    "a NUL as it is": (
        named("Anne").replace(b"Anne", b"An\0ne"), "FILE: is not complete JSON: it breaks off or "
        f"goes wrong at line 1, column {named('Anne').index(b'Anne') + 3}"),
    "right to left": (named("\u202eennA"), NO_NAME),
    "a mark of direction": (named("Anne\u200f"), NO_NAME),
    "joined by nothing": (named("👩\u200d👧"), NO_NAME),
    "a byte order mark in a name": (named("\ufeffAnne"), NO_NAME),
    "half a letter": (named("\ud800", ascii_only=True), NO_NAME),
    "half a letter as it is": (
        named("\ud800"), f"FILE: is not UTF-8 text (byte {named('Anne').index(b'Anne') + 1})"),
    "an escape sequence": (named("\x1b[31mAnne", ascii_only=True), NO_NAME),
    "10,000 letters": (named("x" * 10_000), f"{PLACE}: is longer than 60 letters"),
    "10,000 marks on one letter": (named("a" + "\u0308\u0323" * 5_000),
                                   f"{PLACE}: is longer than 60 letters"),
    "one name in two ways of writing": (
        json.dumps(changed(PLAYERS, ["J\u00f6rg", "Jo\u0308rg", *NAMES[2:]]),
                   ensure_ascii=False).encode(),
        "evenings[0].sheets[0].players[1]: names J\u00f6rg a second time"),
    "the same as keys": (
        named("J\u00f6rg").replace(b'"Bert": 30', '"Jo\u0308rg": 30'.encode()),
        f"{AUGEN}: has a key or a name twice"),
    "the same with escapes": (
        named("J\u00f6rg").replace(b'"Bert": 30', b'"Jo\\u0308rg": 30'),
        f"{AUGEN}: has a key or a name twice"),
    "an empty file": (b"", "FILE: is empty"),
    "spaces": (b" \n\t\r\n", "FILE: is empty"),
    "UTF-16": (json.dumps(BOOK).encode("utf-16"), "FILE: is not UTF-8 text (byte 1)"),
    "UTF-16 without a mark": (json.dumps(BOOK).encode("utf-16-le"), "FILE: is not complete JSON: "
                              "it breaks off or goes wrong at line 1, column 2"),
    "two marks": (b"\xef\xbb\xbf" * 2 + json.dumps(BOOK).encode(), "FILE: is not complete JSON: it "
                  "breaks off or goes wrong at line 1, column 1"),
    "very many people at one sheet": (
        json.dumps({"format": "scorepad/1", "evenings": [{"date": "2026-11-20", "sheets": [
            {"game": "doppelkopf-altenburg", "players": [*NAMES], "next_players":
             [f"N{number}" for number in range(20_000)]}]}]}).encode(),
        "evenings[0].sheets[0].hands: this sheet has 20004 people: split it"),
    "a seating nobody can take": (
        json.dumps(changed("evenings.0.sheets.0.next_players", ["Anne"] * 4)).encode(),
        "evenings[0].sheets[0].next_players: a new seating names everybody at the table once"),
    "empty lists without end": (
        b"[" + b"[]," * 1_600_000 + b"[]]",
        "FILE: has more than 2500000 values, so it is not a Scorepad file"),
}


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A book with an evening in it."""
    monkeypatch.setenv("SCOREPAD_DATABASE_URL", "")
    place = tmp_path / "data" / "book.db"
    use(place)
    (tmp_path / "good.json").write_text(json.dumps(BOOK))
    assert call("import", tmp_path / "good.json").code == 0
    return place


@pytest.mark.parametrize("raw, line", REFUSED.values(), ids=REFUSED)
def test_it_is_refused_in_a_sentence(book: Path, tmp_path: Path, raw: bytes, line: str):
    before, file = state(book), tmp_path / "input.json"
    file.write_bytes(raw)
    for command in (["replay"], ["import"], ["import", "--preview"]):
        done = call(*command, file)
        assert (done.code, done.out) == (2, "")
        assert done.err.splitlines()[0] == line.replace("FILE", str(file))
    assert state(book) == before


ACCEPTED = {
    "an emoji": "😀", "letters of other scripts": "Zoë Ł. 李 محمد",
    "60 letters": "x" * 60, "a formula": "=1+1", "a path": "../../x", "braces": "{name} %s %(n)d",
    "markup": "<script>alert(1)</script>", "like a key": "__proto__", "quotes": "\"'`\\",
}


@pytest.mark.parametrize("name", ACCEPTED.values(), ids=ACCEPTED)
def test_a_strange_name_is_a_name(tmp_path: Path, name: str):
    file = tmp_path / "input.json"
    for ascii_only in (False, True):
        file.write_bytes(named(name, ascii_only=ascii_only))
        done = call("replay", "--json", file)
        # 66 counts 70 and is the most: Anne alone has points (S0, rounding to tens).
        [sheet] = json.loads(done.out)["evenings"][0]["sheets"]
        assert list(sheet["totals"]) == [name, *NAMES[1:]] and sheet["totals"]["Bert"] == 0


def test_a_mark_before_the_text_and_a_minus_before_a_zero_say_nothing(tmp_path: Path):
    file, plain = tmp_path / "input.json", json.dumps(BOOK)
    answers = set()
    for text in (plain, "\ufeff" + plain, plain.replace('"Dora": 0', '"Dora": -0')):
        file.write_text(text, "utf-8")
        answers.add(call("replay", "--json", file))
    assert len(answers) == 1 and answers.pop().code == 0


def test_however_an_ö_is_written_it_is_one_person(book: Path, tmp_path: Path):
    """One sign, or o and its dots (Unicode, UAX 15): the book has one Jörg afterwards."""
    for number, name in enumerate(("J\u00f6rg", "Jo\u0308rg")):
        file = tmp_path / f"{number}.json"
        other = json.loads(named(name)) | {}
        other["evenings"][0]["place"] = f"bei {number}"
        file.write_text(json.dumps(other, ensure_ascii=bool(number)), "utf-8")
        assert call("import", file).code == 0
    assert json.loads(call("export", "-").out)["club"]["players"].count("J\u00f6rg") == 1
    assert "o\u0308" not in call("export", "-").out


def test_who_only_looks_alike_is_asked_about(book: Path, tmp_path: Path):
    """Anne with a Cyrillic А: nobody can know whether they are one."""
    file = tmp_path / "input.json"
    file.write_bytes(named("\u0410nne"))
    asked = "Written with Cyrillic letters: is this Anne?"
    preview = call("import", "--preview", file).out
    assert "New: 1 player," in preview and asked in preview
    assert "New: 0 players," in call("import", "--preview", "--same", file).out
    done = call("import", file)
    assert done.code == 2 and asked in done.err
    assert call("import", "--same", file).code == 0
    assert call("import", file).out.endswith("Nothing to import: all of it is in the book.\n")


# --- what is no file ----------------------------------------------------------------------------


def test_a_folder_and_what_is_not_there(tmp_path: Path):
    assert call("replay", tmp_path) == (
        2, "", f"{tmp_path}: cannot be read (Is a directory)\n")
    assert call("replay", tmp_path / "none") == (
        2, "", f"{tmp_path / 'none'}: cannot be read (No such file or directory)\n")


def test_a_pipe_by_name(tmp_path: Path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for raw, code in ((json.dumps(BOOK).encode(), 0), (b"", 2)):
        writer = threading.Thread(target=pipe.write_bytes, args=(raw,))
        writer.start()
        assert call("replay", pipe).code == code
        writer.join()


def test_standard_input_that_is_closed():
    done, _, _ = as_process("replay", "-", stdin=-1)
    assert done == (2, "", "-: cannot be read (Bad file descriptor)\n")


@pytest.mark.parametrize("file", ["/dev/zero", "-"])
def test_what_never_ends_is_refused_after_as_much_as_a_file_may_have(file: str, note: Note):
    with open("/dev/zero", "rb") as zero:
        done, seconds, megabytes = as_process("replay", file, stdin=zero.fileno())
    assert done == (2, "", f"{file}: {TOO_LARGE}\n")
    assert seconds < MOST_SECONDS and megabytes < MOST_MB
    note("Nonsense without end: most memory", f"{megabytes:.0f} MB")


GIGABYTE = """
import os
piece = b"9" * 1_000_000
try:
    os.write(1, b'{"format": ')
    for _ in range(1_000):
        os.write(1, piece)
except BrokenPipeError:
    pass
"""


def test_a_number_of_a_gigabyte_through_a_pipe():
    with subprocess.Popen([sys.executable, "-c", GIGABYTE], stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        done, seconds, megabytes = as_process("replay", "-", stdin=writer.stdout.fileno())
        writer.stdout.close()
    assert done == (2, "", f"-: {TOO_LARGE}\n")
    assert seconds < MOST_SECONDS and megabytes < MOST_MB


def test_a_file_of_a_terabyte_is_refused_by_its_size_or_by_how_it_begins(
        book: Path, tmp_path: Path):
    """It takes no room on the disk, and none in the memory: were it read, it would show."""
    before, file = state(book), tmp_path / "large.json"
    with file.open("wb") as large:
        large.truncate(10**12)
    for command, fault in (("replay", TOO_LARGE), ("import", BROKEN_AT_ONCE)):
        done, seconds, megabytes = as_process(command, str(file), space=300_000_000)
        assert done == (2, "", f"{file}: {fault}\n")
        assert seconds < 2 and megabytes < 80
    file.unlink()
    assert state(book) == before


# --- what is as large as it may be --------------------------------------------------------------

MILLIONS = 1_240_000
LARGE = {
    "lists": lambda: b"[" + b"[]," * MILLIONS + b"[]]",
    "objects": lambda: b"[" + b"{}," * MILLIONS + b"{}]",
    "numbers": lambda: b"[" + b"999999999999," * 2 * MILLIONS + b"1]",
    "keys": lambda: b"{" + b",".join(b'"%d":1' % each for each in range(2 * MILLIONS)) + b"}",
    "one key again and again": lambda: b"{" + b'"a":1,' * 2 * MILLIONS + b'"a":1}',
    "keys with a gap": lambda: b"{" + b",".join(
        b'"%d" :1' % each for each in range(MILLIONS)) + b"}",
    "names": lambda: b'{"format":"scorepad/1","club":{"players":['
                     + b",".join(b'"%d"' % each for each in range(2 * MILLIONS - 5)) + b"]}}",
    "one text": lambda: b'["' + b"x" * (LARGEST - 10) + b'"]',
    "one text with an emoji": lambda: '["😀'.encode() + b"x" * (LARGEST - 10) + b'"]',
    "escapes": lambda: b'["' + b"\\u0041" * (LARGEST // 6 - 2) + b'"]',
    "letters in pieces": lambda: b'["' + "o\u0308".encode() * (LARGEST // 3 - 2) + b'"]',
    "marks on one letter": lambda: b'["a' + "\u0308\u0323".encode() * (LARGEST // 4 - 2) + b'"]',
    "marks on many letters": lambda: b"[" + b",".join([(
        '"a' + "\u0308\u0323" * 119 + '"').encode()] * (LARGEST // 490)) + b"]",
    "marks on as many letters as can be": lambda: b"[" + b",".join([(
        '"a' + "\u0308\u0323" * 29 + '"').encode()] * (LARGEST // 130)) + b"]",
    "spaces": lambda: b" " * (LARGEST - 2) + b"[]",
    "brackets": lambda: b"[" * LARGEST,
    "quotes": lambda: b'"\\' * (LARGEST // 2),
    "a number": lambda: b'{"format": ' + b"9" * (LARGEST - 20) + b"}",
}


@pytest.mark.alone
@pytest.mark.rounds(short=3, full=len(LARGE))
def test_nothing_that_is_small_enough_takes_long(rounds: int, note: Note):
    """A quarter of what a phone has: a club's file of this size takes as much."""
    longest = most = 0.0
    for kind in list(LARGE)[:rounds]:
        done, seconds, megabytes = as_process("replay", "-", stdin=LARGE[kind]())
        assert done.code == (0 if kind == "names" else 2), (kind, done.err[:300])
        assert seconds < MOST_SECONDS and megabytes < 800, (kind, seconds, megabytes)
        longest, most = max(longest, seconds), max(most, megabytes)
    note(f"Nonsense of {LARGEST // 1_000_000} MB or 2.5 million values: longest, most memory",
         f"{longest:.1f} s, {most:.0f} MB")


def lists_of(schema: dict[str, Any], path: tuple[tuple[str, Any], ...] = ()
             ) -> Iterator[tuple[tuple[str, Any], ...]]:
    """The ways to every list in a schema, and to every object with keys of one's own."""
    if schema.get("type") == "array" or isinstance(schema.get("additionalProperties"), dict):
        yield path
    for choice in ("anyOf", "oneOf"):
        for index, inside in enumerate(schema.get(choice, ())):
            yield from lists_of(inside, (*path, (choice, index)))
    if "items" in schema:
        yield from lists_of(schema["items"], (*path, ("items", 0)))
    for key, inside in schema.get("properties", {}).items():
        yield from lists_of(inside, (*path, ("properties", key)))


def long(schema: dict[str, Any], path: tuple[tuple[str, Any], ...], length: int,
         rng: Random) -> Any:
    """A document with so many things in the list at the end of the way, each another one."""
    if not path:
        if "items" not in schema:
            return Pairs((f"N{each}", shaped(schema["additionalProperties"], rng, 0))
                         for each in range(length))
        plain = "maxLength" in schema["items"]
        return [f"N{each}" if plain else shaped(schema["items"], rng, 0) for each in range(length)]
    (kind, which), *rest = path
    if kind in ("anyOf", "oneOf"):
        return long(schema[kind][which], tuple(rest), length, rng)
    if kind == "items":
        return [long(schema["items"], tuple(rest), length, rng)]
    return Pairs((key, long(inside, tuple(rest), length, rng) if key == which else
                  shaped(inside, rng, 0)) for key, inside in schema["properties"].items()
                 if key == which or key in schema.get("required", ()))


WAYS = list(lists_of(document_schema_once()))


@pytest.mark.rounds(short=6, full=len(WAYS))
def test_no_list_takes_the_square_of_its_length(rounds: int, note: Note):
    """Twenty thousand things wherever the format has a list: 20,000² steps would take minutes."""
    longest = 0.0
    assert len(WAYS) > 60
    for way in Random(4).sample(WAYS, rounds):
        raw = written(long(document_schema_once(), way, 20_000, Random(1)), Random(0))
        done, seconds, megabytes = as_process("replay", "-", stdin=raw)
        assert done.code in (0, 2) and "Traceback" not in done.err, (way, done.err[-300:])
        assert seconds < MOST_SECONDS and megabytes < MOST_MB, (way, seconds, megabytes)
        longest = max(longest, seconds)
    note("Lists of 20,000 in every place: longest", f"{longest:.1f} s")


def test_a_tree_is_written_as_it_is():
    """The generator's own: what it writes is what it was given."""
    for seed in range(8):
        assert json.loads(written(tree(BOOK), Random(seed)).decode("utf-8-sig")) == BOOK
    assert written(Pairs([("a", 1), ("a", 2)]), Random(1)).count(b'"a"') == 2
