"""A book that a newer Scorepad has written: every way to it says so, in both languages, and
nothing is changed."""

import json
import sqlite3
from contextlib import closing

import pytest

from tests.command import call, start
from tests.documents import BOOK
from tests.proof.feeding import state, use

NEWER = "was written by a newer Scorepad (book version {}, this one knows 4)."
WAYS = {
    "restore": (["restore"], NEWER + " Nothing was changed. Update Scorepad to restore it."),
    "preview": (["restore", "--preview"],
                NEWER + " Nothing was changed. Update Scorepad to restore it."),
    "check": (["check"], NEWER + " Nothing was changed in it. Update Scorepad to open it."),
    "rescue": (["rescue", "-", "--of"],
               NEWER + " Nothing was changed in it. Update Scorepad to open it."),
}


@pytest.fixture(params=[5, 99])
def newer(request, tmp_path, monkeypatch):
    """A book of a newer version, with a kind of entry that nobody here knows; its folder is
    looked at."""
    (tmp_path / "good.json").write_text(json.dumps(BOOK))
    monkeypatch.setenv("SCOREPAD_DATABASE_URL", "")
    place = tmp_path / "newer" / "book.db"
    use(place)
    assert call("import", tmp_path / "good.json").code == 0
    with closing(sqlite3.connect(place, isolation_level=None)) as book:
        book.execute("PRAGMA journal_mode = DELETE")
        book.execute(f"UPDATE scorepad_version SET version = {request.param}")
        book.execute("INSERT INTO fact (id, kind, at, by, data) VALUES ('z', 'HandDealt', 0, '', "
                     "'{}')")
    return place, request.param


@pytest.mark.parametrize(("arguments", "sentence"), WAYS.values(), ids=WAYS)
def test_every_command_that_takes_a_file(newer, tmp_path, arguments, sentence):
    place, version = newer
    own = tmp_path / "own" / "book.db"
    use(own)
    call("import", tmp_path / "good.json")
    before = state(place), own.read_bytes()
    done = call(*arguments, place)
    assert (done.code, done.out) == (2, "")
    assert done.err == f"{place} {sentence.format(version)}\n"
    assert (state(place), own.read_bytes()) == before


def test_import_of_it(newer, tmp_path):
    place, version = newer
    use(tmp_path / "own" / "book.db")
    done = call("import", place)
    assert (done.code, done.out) == (2, "")
    assert done.err == f"{place} {NEWER.format(version)} Nothing was changed. Update Scorepad to " \
        "restore it.\n"


@pytest.mark.parametrize("arguments", [
    ["export", "-"], ["import", "GOOD"], ["stats"], ["pdf", "--year", "2026", "-"],
    ["restore", "GOOD"], ["backup", "-"], ["check"], ["rescue", "-"]], ids=" ".join)
def test_as_ones_own_book(newer, tmp_path, arguments):
    """It is opened by nothing. A backup of it in a file is a copy as it is, so it may be made."""
    place, version = newer
    use(place)
    before = state(place)
    done = call(*[str(tmp_path / "good.json") if each == "GOOD" else each for each in arguments])
    assert (done.code, done.out) == (2, "")
    if arguments[0] != "restore":  # that looks at the other file first
        assert done.err.startswith(f"{place} {NEWER.format(version)}")
    assert state(place) == before


def test_in_german_too(newer):
    place, _ = newer
    for arguments in (["restore", place], ["export", "-"]):
        done = start(*arguments, LANGUAGE="de", SCOREPAD_DATABASE_URL=f"sqlite:///{place}")
        assert done.code == 2 and len(done.err.splitlines()) == 1
        assert "neuer" in done.err or "ganzes Buch" in done.err, done.err
