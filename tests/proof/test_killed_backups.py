"""Killed while a backup is made: what is called a backup is a whole book, and none is lost."""

import os
from collections import Counter
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from scorepad.storage import backups
from tests.bench.saving import fill
from tests.proof.conftest import Note
from tests.proof.killing import Victims, fault_of, on_disk

MONTHS = ("20250310", "20250328", "20250415")
"""Days of two months long past, the first of them not the last of its month."""

TEN = tuple(f"202601{day:02}" for day in range(1, 11))
"""The last ten backups, all of one month."""

MAY_GO = {"book-20250310-200000.db", "book-20260101-200000.db"}
"""What goes of those thirteen when another comes, by hand: the last of each month stays, and the
last ten, which do not begin on the first of January any more."""


def extent(path: Path) -> int:
    """How many entries a file holds that SQLite finds whole; it is only read."""
    assert fault_of(path) == ""
    with closing(backups.reading(path)) as book:
        return int(book.execute("SELECT count(*) FROM fact").fetchone()[0])


def made(folder: Path) -> dict[str, int]:
    """A book and thirteen backups of what it was before; their extents by name."""
    book, there = folder / "book.db", {}
    (folder / "backups").mkdir(parents=True)
    fill(book, 1, 300)
    for number, day in enumerate((*MONTHS, *TEN)):
        backup = folder / "backups" / f"book-{day}-200000.db"
        backups.copy_whole(book, backup)
        there[backup.name] = extent(book)
        fill(book, 1, 1 + number)
    return there


def again(template: Path, folder: Path) -> Path:
    """The same once more; what is never written to is the same file."""
    (folder / "backups").mkdir(parents=True)
    for path in [*template.glob("book.db"), *template.glob("backups/book-*.db")]:
        os.link(path, folder / path.relative_to(template))
    return folder / "book.db"


@pytest.mark.rounds(short=12, full=200)
def test_a_backup_by_itself_is_there_or_not_and_no_earlier_one_is_lost(
        rounds: int, note: Note, victim: Victims) -> None:
    """Of the backups that were there only those go that may, and only once the new one is there;
    all files named as backups are whole. At the next start one is made if none was."""
    rng, counted = Random(3), Counter[str]()
    with on_disk() as disk:
        there = made(disk / "template")
        now = extent(disk / "template" / "book.db")
        wholes = {within: victim.whole("backs_up", again(disk / "template", disk / f"w{within}"),
                                       within=within) for within in ("", "backups.py")}
        for number in range(rounds):
            book = again(disk / "template", disk / str(number))
            killed = victim.somewhere(rng, wholes, "backs_up", book)
            counted["kills"] += killed.status == -9
            found = {each.path.name: extent(each.path) for each in backups.backups_of(book)}
            new = found.keys() - there.keys()
            assert [found[name] for name in new] in ([], [now])
            assert {name: found[name] for name in found.keys() & there.keys()}.items() \
                <= there.items()
            gone = there.keys() - found.keys()
            counted["lost"] += len(gone - MAY_GO) + (len(gone) if not new else 0)
            assert not counted["lost"]
            counted["there"] += killed.status == -9 and bool(new)
            assert (backups.back_up_if_changed(book) is None) == bool(new)
            backups.back_up(book)
            files = [path.name for path in (book.parent / "backups").iterdir()]
            assert not [name for name in files if ".part" in name]
            assert not MAY_GO & set(files)
            latest = backups.backups_of(book)[0]
            assert extent(latest.path) == now
    note("kills while a backup is made", counted["kills"])
    note("kills while a backup is made: it was there already", counted["there"])
    note("kills while a backup is made: earlier backups lost", counted["lost"])


@pytest.mark.rounds(short=12, full=200)
def test_a_copy_to_a_stick_is_the_earlier_one_or_the_new_one(rounds: int, note: Note,
                                                             victim: Victims) -> None:
    """`scorepad backup FILE` over an earlier copy. What a killed one has left beside it goes with
    the next copy to the same place; what is somebody else's stays."""
    rng, counted = Random(4), Counter[str]()
    with on_disk() as disk:
        books = disk / "one.db", disk / "other.db"
        for book, hands in zip(books, (400, 900)):
            fill(book, 1, hands)
        target = disk / "stick" / "club.db"
        target.parent.mkdir()
        backups.copy_whole(books[0], target)
        wholes = {within: victim.whole("copies", books[1], target, within=within)
                  for within in ("", "backups.py")}
        (target.parent / "club.db.part").write_text("mine")
        (target.parent / "other.db.1.part").write_text("mine")
        for number in range(rounds):
            new = books[number % 2]
            before = extent(target)
            killed = victim.somewhere(rng, wholes, "copies", new, target)
            assert extent(target) in (before, extent(new))
            counted["kills"] += killed.status == -9
            counted["left"] += len(list(target.parent.glob("club.db.*.part")))
            backups.copy_whole(new, target)
            assert sorted(path.name for path in target.parent.iterdir()) == [
                "club.db", "club.db.part", "other.db.1.part"]
            assert extent(target) == extent(new)
    assert counted["left"]
    note("kills in a copy to a file", counted["kills"])
    note("kills in a copy to a file: leftovers, all gone with the next copy", counted["left"])
