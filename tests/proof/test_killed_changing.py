"""Killed while a book becomes one of a later version, or takes in a file: all of it or nothing."""

import json
import shutil
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from scorepad.storage import backups, migrations, opened as opening
from tests import oracle
from tests.bench.saving import fill
from tests.proof.conftest import Note
from tests.proof.killing import Victims, fault_of, on_disk, opened
from tests.proof.victims import LATER, NAMES
from tests.taking import look, take

OLD, NEW = "old", "new"
NOW = len(migrations.MIGRATIONS)
STEPS = 0.1
"""Seconds in which the steps of the migration are about done, once the copy is made."""


def state_of(path: Path, entries: int, later: int = 0) -> str:
    """Say whether a file is wholly a book of this version or wholly one of the version after the
    next, by all that the two steps between them do; KeyError if it is neither. later: entries
    from after them."""
    with closing(sqlite3.connect(path)) as book:
        ask = book.execute
        [(version,)] = ask("SELECT version FROM scorepad_version")
        names = {name for name, in ask("SELECT name FROM sqlite_master")}
        columns = {row[1] for row in ask("PRAGMA table_info(device)")}
        filed = ask("SELECT count(*), count(game) FROM filed").fetchone() \
            if "filed" in names else None
        assert ask("SELECT count(*) FROM fact").fetchone() == (entries + later,)
    return {(NOW, False, False, None): OLD,
            (NOW + 2, True, True, (entries, entries)): NEW}[
        version, "filed_game" in names, "since" in columns, filed]


def copies_are_whole(book: Path, entries: int) -> int:
    """How many copies from before the migration there are; each is a whole book of this version."""
    copies = [each for each in backups.backups_of(book) if each.reason == f"version-{NOW}"]
    assert len(copies) == len(backups.backups_of(book)) <= 1
    for copy in copies:
        assert fault_of(copy.path) == "" and state_of(copy.path, entries) == OLD
    return len(copies)


@pytest.mark.rounds(short=6, full=120)
def test_a_migration_is_done_or_not_begun(rounds: int, note: Note, victim: Victims,
                                          monkeypatch: pytest.MonkeyPatch) -> None:
    """A book of 20,000 entries and more is brought by two steps, which fill a table with as many
    rows, change all of them, add a column and an index, to the version after the next. After a
    kill it is wholly of the one version or of the other, a book that is new has a whole copy of
    what it was, and the next start ends in that version with all entries and a single copy."""
    rng, counted = Random(5), Counter[str]()
    with on_disk() as folder:
        template = folder / "template.db"
        fill(template, 10, 2000)
        with closing(sqlite3.connect(template)) as filled:
            [(entries,)] = filled.execute("SELECT count(*) FROM fact")
        assert entries > 20_000
        wholes = {within: victim.whole("migrates", shutil.copy(template, folder / f"w{within}.db"),
                                       within=within)
                  for within in ("", "migrations.py", "store.py")}
        shutil.rmtree(folder / "backups")
        for _ in range(rounds):
            book = shutil.copy(template, folder / "book.db")
            killed = victim.one("migrates", book, after=rng.uniform(0, STEPS), from_word=True) \
                if rng.random() < 0.5 else victim.somewhere(rng, wholes, "migrates", book)
            state = state_of(book, entries)
            copies = copies_are_whole(book, entries)
            assert state == OLD or copies
            assert killed.status == -9 or state == NEW
            counted["kills"] += killed.status == -9
            counted[state] += killed.status == -9
            counted["begun"] += killed.status == -9 and "begin" in killed.said
            with monkeypatch.context() as later:
                later.setattr(migrations, "MIGRATIONS", LATER)
                later.setattr(opening, "MIGRATIONS", LATER)
                with opened(book) as (service, found):
                    assert len(found) == entries
                    service.people.add("Somebody")
            assert state_of(book, entries, 1) == NEW and copies_are_whole(book, entries) == 1
            for path in [*backups.beside(book), *(folder / "backups").iterdir()]:
                path.unlink(missing_ok=True)
    note("kills in a migration", counted["kills"])
    note("kills in a migration: while its steps were taken, or after", counted["begun"])
    note("kills in a migration: wholly the earlier version", counted[OLD])
    note("kills in a migration: wholly the new version", counted[NEW])


def a_file(rng: Random, sheets: int, hands: int) -> bytes:
    """A document of so many sheets."""
    return json.dumps({"format": "scorepad/1", "evenings": [
        {"date": f"20{number:02}-01-01", "sheets": [
            {"game": "kalter-schlag", "players": NAMES,
             "hands": [oracle.random_hand(rng, list(NAMES)) for _ in range(hands)]}]}
        for number in range(sheets)]}).encode()


@pytest.mark.rounds(short=5, full=200)
def test_an_import_is_in_the_book_or_nothing_of_it(rounds: int, note: Note, victim: Victims
                                                   ) -> None:
    """A file of 2,000 hands. After a kill the book has all of them or none, and what it had
    before. Imported once more it has all of them, and then the file holds nothing new."""
    rng, counted = Random(6), Counter[str]()
    with on_disk() as folder:
        file, template = folder / "club.json", folder / "template.db"
        file.write_bytes(a_file(rng, 10, 200))
        fill(template, 1, 50)
        with closing(sqlite3.connect(template)) as filled:
            before = [own for own, in filled.execute("SELECT id FROM fact ORDER BY seq")]
        # Four players are known by their names; each evening comes with its sheet and its hands.
        coming = 10 * (1 + 1 + 200)
        wholes = {within: victim.whole("takes", shutil.copy(template, folder / f"w{within}.db"),
                                       file, within=within)
                  for within in ("", "opened.py", "store.py")}
        for _ in range(rounds):
            book = shutil.copy(template, folder / "book.db")
            killed = victim.somewhere(rng, wholes, "takes", book, file)
            with opened(book) as (service, entries):
                assert [entry.id for entry in entries[:len(before)]] == before
                counted["torn"] += len(entries) - len(before) not in (0, coming)
                assert not counted["torn"]
                counted["kills"] += killed.status == -9
                counted["writing"] += killed.status == -9 and killed.said == ["ready"]
                counted["all"] += killed.status == -9 and len(entries) > len(before)
                take(service, file.read_bytes())
                assert len(service._store.everything()) == len(before) + coming
                assert not look(service, file.read_bytes()).coming
            for path in backups.beside(book):
                path.unlink(missing_ok=True)
    note("kills in an import", counted["kills"])
    note("kills in an import: while it was written", counted["writing"])
    note("kills in an import: all of it was there", counted["all"])
    note("kills in an import: a part of it was there", counted["torn"])
