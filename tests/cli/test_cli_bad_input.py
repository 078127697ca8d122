"""Bad input: exit 2, nothing on stdout, one line a fault with its place, nothing written."""

import json
import sqlite3
import subprocess
import sys
import time

import pytest

from scorepad.i18n.message import Message, read_out, refusal
from tests.book.pages import NAMES
from tests.command import call, start

HAND = "evenings[0].sheets[0].hands[1]"
def augen(a, b, c, d, **more):
    return {"augen": dict(zip(NAMES, (a, b, c, d))), **more}


def book(*hands, **sheet):
    """A document whose first hand is all right."""
    return json.dumps({"format": "scorepad/1", "evenings": [{"date": "2026-11-20", "sheets": [
        {"game": "kalter-schlag", "players": NAMES, "hands": [augen(66, 30, 24, 0), *hands],
         **sheet}]}]}).encode()


def ramsch(*hands, game="schieberamsch", **sheet):
    """The same of three players with a Ramsch game."""
    first = {"augen": {"Anne": 66, "Bert": 30, "Cem": 24}}
    return book(*hands, **{"game": game, "players": NAMES[:3], "hands": [first, *hands], **sheet})


def three(a, b, c, **more):
    return {"augen": dict(zip(NAMES, (a, b, c))), **more}


def re(*names, augen=131, **more):
    return {"re": list(names), "augen": augen, **more}


WHOLE = book()
CUT = WHOLE.rindex(b"24")
BAD = {
    "sum not 120": (book(augen(66, 30, 22, 0)),
                    [f"{HAND}.augen: 118 in all – 2 Augen are missing"]),
    "1": (book(augen(1, 60, 59, 0)),
          [f"{HAND}.augen.Anne: no card counts 1, so nobody can have 1 Auge"]),
    "NaN": (book(augen(float("nan"), 30, 24, 0)),
            [f"{HAND}.augen.Anne: NaN is not a whole number"]),
    "several": (book(augen(66, 30, 22, 0), augen(66, 30, 24, 0), {"augen": {"Bert": 30}}), [
        f"{HAND}.augen: 118 in all – 2 Augen are missing",
        "evenings[0].sheets[0].hands[3].augen: 90 Augen still open: Anne, Cem and Dora"]),
    "truncated": (WHOLE[:CUT], [
        f"FILE: is not complete JSON: it breaks off or goes wrong at line 1, column {CUT + 1}"]),
    "empty": (b"", ["FILE: is empty"]),
    "not UTF-8": (WHOLE.replace(b"Anne", "Änne".encode("latin-1")),
                  [f"FILE: is not UTF-8 text (byte {WHOLE.index(b'Anne') + 1})"]),
    "a hand after the last": (ramsch({"durchmarsch": "Cem"}, rules={"hands": 1}), [
        f"{HAND}: comes after the end: the match was over after 1 hand"])}
"""Files, and the lines that each of them gives; what else can be wrong is in `tests.document`."""


@pytest.fixture
def database(tmp_path, monkeypatch):
    """A book with an evening in it."""
    place = tmp_path / "data" / "book.db"
    monkeypatch.setenv("SCOREPAD_DATABASE_URL", f"sqlite:///{place}")
    file = tmp_path / "before.json"
    file.write_bytes(WHOLE)
    assert call("import", file).code == 0
    return place


def state(database):
    """Everything that lies in the folder of the book."""
    return {path.name: path.read_bytes() for path in database.parent.iterdir()}


@pytest.mark.parametrize("command", ["replay", "replay --json", "import", "import --others"])
@pytest.mark.parametrize("raw, lines", BAD.values(), ids=BAD)
def test_a_bad_file(database, tmp_path, command, raw, lines):
    before = state(database)
    file = tmp_path / "bad.json"
    file.write_bytes(raw)
    done = call(*command.split(), file)
    assert done.err.splitlines() == [line.replace("FILE", str(file)) for line in lines]
    assert (done.code, done.out) == (2, "")
    assert state(database) == before and file.read_bytes() == raw


@pytest.mark.parametrize("case", ["sum not 120", "empty", "not UTF-8", "truncated", "NaN"])
def test_a_bad_stream_is_named_by_its_dash(case):
    raw, lines = BAD[case]
    done = start("replay", "-", stdin=raw)
    assert done == (2, "", "".join(f"{line}\n".replace("FILE", "-") for line in lines))


def test_bad_input_makes_no_book(tmp_path):
    file = tmp_path / "bad.json"
    file.write_bytes(BAD["1"][0])
    done = start("import", file, SCOREPAD_DATABASE_URL=f"sqlite:///{tmp_path / 'new' / 'book.db'}")
    assert (done.code, done.out) == (2, "")
    assert not (tmp_path / "new").exists()


def test_of_very_many_faults_the_first_are_told(tmp_path):
    file = tmp_path / "bad.json"
    file.write_bytes(book(*[augen(66, 30, 22, 0)] * 500))
    lines = call("replay", file).err.splitlines()
    assert len(lines) == 21 and lines[-1] == "… and 480 more"
    assert lines[19].startswith("evenings[0].sheets[0].hands[20].augen: ")


@pytest.mark.parametrize("name", ["An\nne", "\x1b[31mAnne", "Anne\u2028", "\r", "\x85"])
def test_what_a_file_says_breaks_no_line(tmp_path, name):
    file = tmp_path / "bad.json"
    file.write_bytes(book({"durchmarsch": name}, {"augen": {name: "66"}, "x" + name: 1}))
    done = call("replay", file)
    assert len(done.err.splitlines()) == done.err.count("\n") == 2
    assert done.err.replace("\n", "").isprintable()


@pytest.mark.parametrize("file, why", [
    ("nowhere.json", "No such file or directory"), (".", "Is a directory"),
    ("a.json/b.json", "Not a directory")])
def test_a_file_that_cannot_be_read(tmp_path, file, why):
    (tmp_path / "a.json").touch()
    for command in ("replay", "import"):
        done = call(command, tmp_path / file)
        assert done == (2, "", f"{tmp_path / file}: cannot be read ({why})\n")


# --- very large -------------------------------------------------------------------------------

MEASURED = """
import resource, sys
from scorepad.cli import main
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    main(sys.argv[1:])
finally:
    print("grown", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, file=sys.stderr)
"""


def test_a_file_of_200_mb_is_refused_at_once_and_not_read(tmp_path, database):
    file, before = tmp_path / "large.json", state(database)
    with file.open("wb") as large:
        large.truncate(200_000_000)
    begin = time.process_time()
    done = call("replay", file)
    assert time.process_time() - begin < 1
    assert done == (2, "", f"{file}: is larger than 50 MB, so it is not a Scorepad file\n")
    assert call("import", file).code == 2 and state(database) == before


def test_a_file_of_200_mb_takes_little_memory(tmp_path):
    """Kilobytes, as Linux counts them; the process is its own, because peaks do not go away."""
    file = tmp_path / "large.json"
    with file.open("wb") as large:
        large.truncate(200_000_000)
    done = subprocess.run([sys.executable, "-c", MEASURED, "replay", file], capture_output=True,
                          text=True)
    refusal, grown = done.stderr.splitlines()
    assert refusal.endswith("is larger than 50 MB, so it is not a Scorepad file")
    assert int(grown.removeprefix("grown ")) < 10_000


def test_a_stream_of_200_mb_is_refused_too():
    done = start("replay", "-", stdin=b"[" * 200_000_000)
    assert done == (2, "", "-: is larger than 50 MB, so it is not a Scorepad file\n")


# --- the place of the book --------------------------------------------------------------------

NEEDS_THE_BOOK = [("export", "-"), ("import", "FILE"), ("import", "--preview", "FILE")]


@pytest.fixture
def good(tmp_path):
    file = tmp_path / "good.json"
    file.write_bytes(WHOLE)
    return file


def with_file(arguments, file):
    return [str(file) if argument == "FILE" else argument for argument in arguments]


@pytest.mark.parametrize("arguments", NEEDS_THE_BOOK)
@pytest.mark.parametrize("content", [b"Anne 66, Bert 30\n" * 300, b"\x89PNG\r\n\x1a\n" * 100, b"x"])
def test_a_database_file_that_is_something_else(tmp_path, monkeypatch, good, arguments, content):
    place = tmp_path / "data" / "book.db"
    place.parent.mkdir()
    place.write_bytes(content)
    monkeypatch.setenv("SCOREPAD_DATABASE_URL", f"sqlite:///{place}")
    assert call(*with_file(arguments, good)) == (2, "", (
        f"{place} is not a Scorepad book, or it is damaged. Nothing was changed in it. "
        "Name another place with SCOREPAD_DATABASE_URL.\n"))
    assert state(place) == {"book.db": content}


@pytest.mark.parametrize("arguments", NEEDS_THE_BOOK)
def test_another_programs_database(tmp_path, monkeypatch, good, arguments):
    place = tmp_path / "data" / "book.db"
    place.parent.mkdir()
    with sqlite3.connect(place) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    other.close()
    before = state(place)
    monkeypatch.setenv("SCOREPAD_DATABASE_URL", f"sqlite:///{place}")
    done = call(*with_file(arguments, good))
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"{place} is a database, but not a Scorepad book. ")
    assert state(place) == before


@pytest.mark.parametrize("arguments", NEEDS_THE_BOOK)
def test_a_data_folder_that_cannot_be_written(tmp_path, monkeypatch, good, arguments):
    (tmp_path / "file").touch()
    monkeypatch.delenv("SCOREPAD_DATABASE_URL", raising=False)
    monkeypatch.setenv("FLET_APP_STORAGE_DATA", str(tmp_path / "file" / "data"))
    place = tmp_path / "file" / "data" / "book.db"
    assert call(*with_file(arguments, good)) == (2, "", (
        f"{place} cannot be written to. Make the folder writable, "
        "or name another place with SCOREPAD_DATABASE_URL.\n"))


def test_a_book_that_may_only_be_read_refuses_an_import_before_it_says_anything(
        database, tmp_path, monkeypatch):
    file = tmp_path / "longer.json"
    file.write_bytes(book(augen(66, 30, 24, 0)))
    before = state(database)
    monkeypatch.setenv("SCOREPAD_DATABASE_URL", f"sqlite:///file:{database}?mode=ro&uri=true")
    done = call("import", file)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert "cannot be written to" in done.err
    assert state(database)["book.db"] == before["book.db"]


def test_replay_needs_no_book(tmp_path, monkeypatch, good):
    monkeypatch.setenv("SCOREPAD_DATABASE_URL", "nonsense")
    assert call("replay", good).code == 0


@pytest.mark.parametrize(("typed", "meant"), [("exprt", "export"), ("pfd", "pdf")])
def test_a_command_with_a_slip_is_asked_about(typed: str, meant: str):
    done = call(typed)
    assert done.code == 2 and done.err.endswith(f"Did you mean {meant}?\n")
    assert "choose from" in call("xyz").err


def test_what_the_system_refuses_is_said_in_german():
    found = refusal(OSError(2, "No such file or directory"))
    assert isinstance(found, Message)
    assert read_out(found, "de") == "Datei oder Ordner nicht gefunden"
    assert refusal(OSError(99999, "strange")) == "strange"
