"""Killed while a backup takes the place of the book: one of the two is there, never none or half.

Every other kill falls between two lines of the storage, the rest at any time; what follows from
where the file system could have been left is tried line by line.
"""

import shutil
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from scorepad.storage import StorageFault, Store, backups
from tests.bench.saving import fill
from tests.proof.conftest import Note
from tests.proof.killing import Victims, fault_of, on_disk, opened

DAMAGED = b"Anne 66, Bert 30\n"
LAST_HAND = b"the last hand"


def ids_of(path: Path) -> Sequence[str]:
    """The entries of a whole file, which is only read."""
    assert fault_of(path) == ""
    with closing(backups.reading(path)) as book:
        return [own for own, in book.execute("SELECT id FROM fact ORDER BY seq")]


@pytest.mark.rounds(short=12, full=200)
def test_a_restore_leaves_the_one_book_or_the_other(rounds: int, note: Note, victim: Victims
                                                    ) -> None:
    """Two books are restored over each other, by turns. After each kill the book is one of the
    two, entry by entry, takes another entry, and what it was before is still the book or a whole
    backup."""
    rng, counted = Random(1), Counter[str]()
    with on_disk() as folder:
        book, sticks = folder / "book.db", (folder / "one.db", folder / "other.db")
        for stick, hands in zip(sticks, (20, 2000)):
            fill(stick, 1, hands)
        shutil.copy(sticks[0], book)
        wholes = [{within: victim.whole("restores", book, stick, within=within)
                   for within in ("backups.py", "opened.py", "store.py", "restoring.py")}
                  for stick in sticks]
        before = ids_of(book)
        for number in range(rounds):
            picked = sticks[number % 2]
            killed = victim.somewhere(rng, wholes[number % 2], "restores", book, picked)
            with opened(book) as (service, entries):
                ids = [entry.id for entry in entries]
                wanted = ids_of(picked)
                counted["neither"] += ids not in (before, wanted)
                assert not counted["neither"]
                assert killed.status == -9 or ids == wanted
                counted["kills"] += killed.status == -9
                counted["restored"] += killed.status == -9 and ids == wanted
                kept = [ids_of(each.path) for each in backups.backups_of(book)]
                assert before in (ids, *kept)
                service.people.add(f"Somebody {number}")
                before = [entry.id for entry in service._store.everything()]
                assert before[:-1] == ids
            shutil.rmtree(folder / "backups", ignore_errors=True)
    note("kills in a restore", counted["kills"])
    note("kills in a restore: the restored book was there already", counted["restored"])
    note("kills in a restore: neither the one book nor the other", counted["neither"])


# --- in the place of what cannot be opened ------------------------------------------------------


def lay(book: Path, what: str) -> None:
    """Put something at the book's place that is no book; or nothing."""
    if what == "damaged":
        book.write_bytes(DAMAGED)
        book.with_name(f"{book.name}-wal").write_bytes(LAST_HAND)
    elif what == "folder":
        book.mkdir()
        (book / "notes.txt").write_bytes(DAMAGED)


def still(book: Path, what: str) -> bool:
    """Whether that lies there as it was."""
    if what == "damaged":
        return book.read_bytes() == DAMAGED \
            and book.with_name(f"{book.name}-wal").read_bytes() == LAST_HAND
    if what == "folder":
        return book.is_dir() and (book / "notes.txt").read_bytes() == DAMAGED
    return not book.exists()


def kept(folder: Path, what: str) -> bool:
    """Whether it is kept under another name, and nothing else goes by such a name."""
    there = list(folder.glob("book-damaged-*.db"))
    return (what == "nothing") == (not there) and all(still(each, what) for each in there)


def one_in_place(victim: Victims, stick: Path, what: str, line: int, within: str) -> bool:
    """Kill before a line, and start the program; whether the restore was finished."""
    with on_disk() as folder:
        book = folder / "book.db"
        lay(book, what)
        assert victim.one("puts_in_place", book, stick, line=line, within=within).status == -9
        decided = (folder / "book.db.restored").exists()
        before = not decided and still(book, what)
        assert not (what == "damaged" and not book.exists()), "there was a moment without a book"
        if before and what != "nothing":
            # In a copy, because SQLite removes a journal that says nothing when it closes a file.
            with on_disk() as other:
                copy = shutil.copytree(folder, other / "copy") / "book.db"
                with pytest.raises(StorageFault):
                    Store.open(f"sqlite:///{copy}")
            victim.one("puts_in_place", book, stick)
        elif before:
            return False  # there was no book, and there is none
        with opened(book) as (service, entries):
            assert [entry.id for entry in entries] == ids_of(stick)
            service.people.add("Somebody")
        assert kept(folder, what)
        left = [path.name for path in folder.iterdir()
                if not path.name.startswith("book-damaged-")]
        assert sorted(left) == ["backups", "book.db"]
        return not before


@pytest.mark.rounds(short=4, full=60)
@pytest.mark.parametrize("what", ["damaged", "folder", "nothing"])
def test_in_the_place_of_a_broken_book_too(what: str, rounds: int, note: Note, victim: Victims
                                           ) -> None:
    """What lay there lies there still, with its journal, and is refused as before; or the picked
    book is there once the program has started, and the other is kept under another name, whole.
    No start makes a new, empty book where there was one. Every line of the file that exchanges
    them is tried (in the short form some), and some of all others."""
    rng, finished = Random(2), 0
    with on_disk() as folder:
        stick = folder / "stick.db"
        fill(stick, 1, 5)
        lines = {}
        for within in ("placing.py", ""):
            place = folder / f"all-{within}"
            place.mkdir()
            lay(place / "book.db", what)
            lines[within] = victim.whole("puts_in_place", place / "book.db", stick,
                                         within=within).lines
        exchanging = range(1, lines["placing.py"] + 1)
        tried = [("placing.py", line)
                 for line in rng.sample(exchanging, min(len(exchanging), 3 * rounds))]
        tried += [("", line) for line in rng.sample(range(1, lines[""] + 1), rounds)]
        for within, line in tried:
            finished += one_in_place(victim, stick, what, line, within)
    assert 0 < finished < len(tried)
    note(f"kills while a backup takes the place of a broken book ({what})", len(tried))
    note(f"kills while a backup takes the place of a broken book ({what}): finished at the start",
         finished)
