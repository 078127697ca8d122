"""The power goes while something else than a hand is written: a device is let in or shut out, a
book of an earlier version is opened, two books become one."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from scorepad.service.rescue import Rescue
from scorepad.storage import backups
from scorepad.storage.migrations import MIGRATIONS
from scorepad.storage.register import InFile
from tests.proof.conftest import Note
from tests.proof.killing import Killed, Victims, fault_of, opened
from tests.proof.test_killed import checked
from tests.proof.test_power import Disk, chance, disk as disk, entries_of, filled
from tests.storage.old.making import figures_of
from tests.storage.test_old_books import BOOKS, OTHERWISE, differences, version_of

pytestmark = pytest.mark.timeout(5400)

OLDER = {version_of(path): path for path in BOOKS if version_of(path) < len(MIGRATIONS)}
"""A book of each earlier version."""

# --- the register of devices --------------------------------------------------------------------


def may_be_in(killed: Killed, inside: set[str]) -> list[set[str]]:
    """Who may be in the register after a cut: what was reported holds, and one more may have come
    or gone. inside: who was in it before."""
    may = [inside]
    for comes, own, state in [json.loads(said) for said in killed.said
                              if said.startswith(("[true", "[false"))]:
        then = may[0] | {own} if comes else may[0] - {own}
        may = [then] if state == "done" else [may[0], then]
    return may


LISTED = {f"{number:064}": 1_790_000_000 for number in range(3)}
"""Devices, as a list of an earlier version has them."""


@pytest.mark.rounds(short=4, full=150)
@pytest.mark.parametrize("kind", ["that grows", "that is new", "that takes over a list"])
def test_who_was_let_in_is_in_and_who_was_shut_out_stays_out(
        kind: str, rounds: int, note: Note, disk: Disk, victim: Victims) -> None:
    rng, inside, told = Random(39), set[str](), 0
    for _ in range(rounds):
        if kind != "that grows":
            disk.empty()
            inside = set()
        if kind == "that takes over a list":
            inside = {*LISTED}
            (disk.kept / "book.db.devices").write_text(json.dumps({"devices": LISTED}))
        with disk.powered(*chance(rng, 60 if kind == "that grows" else 20)) as place:
            killed = victim.one("admits", place / "book.db.devices", rng.randrange(10**9),
                                after=rng.uniform(0.1, 0.6), from_word=True, may_fail=True)
        may = may_be_in(killed, inside)
        told += sum(said.endswith('"done"]') for said in killed.said)
        with disk.powered() as place:
            register = InFile(place / "book.db.devices")
            inside = {device.id for device in register.devices()}
            assert register.aside is None and inside in may
            register.close()
    assert told, "no cut fell where it could do harm"
    what = f"power cuts while devices come and go, in a register {kind}"
    note(what, rounds)
    note(f"{what}: devices let in or shut out; forgotten", f"{told:,}; 0")


# --- a book of an earlier version -----------------------------------------------------------------


def ids_of(book: Path) -> list[str]:
    with closing(sqlite3.connect(book)) as there:
        return [own for own, in there.execute("SELECT id FROM fact ORDER BY seq")]


@pytest.mark.rounds(short=2, full=60)
@pytest.mark.parametrize("old", OLDER.values(), ids=[path.stem for path in OLDER.values()])
def test_an_older_book_is_raised_or_as_it_was(old: Path, rounds: int, note: Note, disk: Disk,
                                              victim: Victims) -> None:
    """After a cut the file is of the one version or of the other; a new one has a whole copy of
    what it was. It opens, and has and counts all that it had."""
    rng, before, raised = Random(version_of(old)), ids_of(old), 0
    then = json.loads(old.with_suffix(".json").read_text("utf-8"))
    for _ in range(rounds):
        disk.empty()
        shutil.copyfile(old, disk.kept / "book.db")
        with disk.powered(*chance(rng, 100, 13)) as place:
            killed = victim.one("opens", place / "book.db", after=5, may_fail=True)
        with disk.powered() as place:
            book = place / "book.db"
            version = version_of(book)
            copies = backups.backups_of(book)
            if version == len(MIGRATIONS):
                [copy] = copies
                assert fault_of(copy.path) == "" and version_of(copy.path) == version_of(old)
                raised += 1
            else:
                assert version == version_of(old) and "done" not in killed.said
            with opened(book) as (service, _):
                assert differences(then, figures_of(service)) == OTHERWISE.get(old.stem, [])
            assert ids_of(book) == before and version_of(book) == len(MIGRATIONS)
            checked(book)
    what = f"power cuts while a book of version {version_of(old)} is opened"
    note(f"{what}; of them after it was raised", f"{rounds}; {raised}")


# --- two books become one -------------------------------------------------------------------------


def two_books(folder: Path) -> tuple[Path, Path, set[str], set[str]]:
    """Two books that began as one and were written on apart, and the ids of their entries."""
    mine, theirs = folder / "mine.db", folder / "theirs.db"
    filled(mine, 1, 20)
    shutil.copyfile(mine, theirs)
    return mine, theirs, {*filled(mine, 2, 5)}, {*filled(theirs, 3, 60)}


@pytest.mark.rounds(short=2, full=100)
def test_another_book_is_merged_or_nothing_of_it(
        rounds: int, tmp_path: Path, note: Note, disk: Disk, victim: Victims) -> None:
    rng, merged = Random(4), 0
    mine, theirs, ours, all_theirs = two_books(tmp_path)
    assert ours - all_theirs and all_theirs - ours and ours & all_theirs
    for _ in range(rounds):
        disk.empty()
        shutil.copyfile(mine, disk.kept / "book.db")
        with disk.powered(*chance(rng, 45, 3)) as place:
            killed = victim.one("takes", place / "book.db", theirs, after=5, may_fail=True)
        with disk.powered() as place:
            now = {*entries_of(place / "book.db")}
            checked(place / "book.db")
        assert now == ours | all_theirs or now == ours and "done" not in killed.said
        merged += now != ours
    note("power cuts while another book is merged; of them after it was", f"{rounds}; {merged}")


@pytest.mark.rounds(short=2, full=100)
def test_what_was_open_and_what_came_to_its_place_are_one_book_or_both_there(
        rounds: int, tmp_path: Path, note: Note, disk: Disk, victim: Victims) -> None:
    """Once more where the power went before, and all of both is there."""
    rng, united = Random(5), 0
    mine, theirs, ours, all_theirs = two_books(tmp_path)
    for _ in range(rounds):
        disk.empty()
        shutil.copyfile(mine, disk.kept / "book-open-20261127-200000.db")
        shutil.copyfile(theirs, disk.kept / "book.db")
        with disk.powered(*chance(rng, 55, 13)) as place:
            killed = victim.one("unites", place / "book.db", after=5, may_fail=True)
        with disk.powered() as place:
            rescue = Rescue(place / "book.db")
            if rescue.kept is not None:
                assert "done" not in killed.said
                rescue.unite()
            else:
                united += 1
            assert {*entries_of(place / "book.db")} == ours | all_theirs
            checked(place / "book.db")
    note("power cuts while two books are made one; of them after they were",
         f"{rounds}; {united}")
