"""The file of an open book is deleted, moved, replaced, overwritten or cut off while hands are
saved: no hand is called saved that is neither in the book nor in the file that is kept beside it.

It happens at a moment drawn by lot, most often within a commit, because a process that does
nothing but save is nearly always in one.
"""

import os
import shutil
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from json import loads
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.storage import Store, backups
from scorepad.storage.faults import Displaced
from tests.bench.saving import fill
from tests.proof.conftest import Note
from tests.proof.killing import Victims, fault_of, on_disk

Happening = Callable[[Path, Path], None]
"""What happens to a book; the second is a file that may come in its place."""


def wal(book: Path) -> Path:
    return book.with_name("book.db-wal")


def is_deleted(book: Path, _other: Path) -> None:
    book.unlink()


def is_deleted_with_all_beside_it(book: Path, _other: Path) -> None:
    for path in list(book.parent.glob("book.db*")):
        path.unlink()


def loses_its_wal(book: Path, _other: Path) -> None:
    wal(book).unlink()


def loses_its_shm(book: Path, _other: Path) -> None:
    book.with_name("book.db-shm").unlink()


def is_renamed(book: Path, _other: Path) -> None:
    book.rename(book.with_name("elsewhere.db"))


def is_replaced(book: Path, other: Path) -> None:
    """As most programs do that synchronise folders."""
    other.rename(book)


def is_overwritten(book: Path, other: Path) -> None:
    """As `cp` does it: the file stays the same, and gets other bytes."""
    shutil.copyfile(other, book)


def is_overwritten_with_something_else(book: Path, _other: Path) -> None:
    book.write_bytes(b"Anne 66, Bert 30\n" * 3000)


def is_emptied(book: Path, _other: Path) -> None:
    os.truncate(book, 0)


def is_cut_in_half(book: Path, _other: Path) -> None:
    os.truncate(book, book.stat().st_size // 2)


def has_its_wal_emptied(book: Path, _other: Path) -> None:
    os.truncate(wal(book), 0)


def has_its_wal_cut_in_half(book: Path, _other: Path) -> None:
    os.truncate(wal(book), wal(book).stat().st_size // 2)


def is_moved_with_its_folder(book: Path, _other: Path) -> None:
    book.parent.rename(book.parent.with_name("moved"))


HAPPENINGS: tuple[Happening, ...] = (
    is_deleted, is_deleted_with_all_beside_it, loses_its_wal, loses_its_shm, is_renamed,
    is_replaced, is_overwritten, is_overwritten_with_something_else, is_emptied, is_cut_in_half,
    has_its_wal_emptied, has_its_wal_cut_in_half, is_moved_with_its_folder)


def hands_in(path: Path) -> list[str]:
    """The ids of the hands in a file; none where it holds no book."""
    try:
        with closing(sqlite3.connect(path)) as book:
            return [own for own, in book.execute(
                "SELECT json_extract(data, '$.id') FROM fact WHERE kind = 'HandRecorded'")]
    except sqlite3.Error:
        return []


def hands_at(path: Path) -> list[str]:
    """The same, of a copy, so that nothing is changed by looking."""
    with on_disk() as folder:
        for each in (path, *backups.beside(path)):
            if each.exists():
                shutil.copyfile(each, folder / each.name)
        return hands_in(folder / path.name)


def in_time(started: Path, wait: float, happen: Callable[[], Any]) -> threading.Thread:
    """Lets it happen so many seconds after hands are being saved."""
    def run() -> None:
        until = time.monotonic() + 60
        while not started.exists() and time.monotonic() < until:
            time.sleep(0.002)
        time.sleep(wait)
        happen()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


@pytest.fixture(scope="module")
def earlier() -> Iterator[list[Path]]:
    """An empty place, and a closed book of three evenings with thirty hands each."""
    with on_disk() as folder:
        fill(folder / "filled.db", 3, 30, KALTER_SCHLAG)
        yield [folder / "none.db", folder / "filled.db"]


def one_round(victim: Victims, happening: Happening, before: Path, pages: int, rng: Random,
              counted: Counter[str]) -> None:
    """Play, let it happen, and look for every hand."""
    with on_disk() as above:
        folder, other, started = above / "book", above / "older.db", above / "started"
        folder.mkdir()
        book = folder / "book.db"
        if before.exists():
            shutil.copyfile(before, book)
            shutil.copyfile(before, other)
        else:
            fill(other, 1, 5)
        already = hands_at(book)
        of_other = hands_in(other)
        thread = in_time(started, rng.uniform(0, 0.15), lambda: happening(book, other))
        ended = victim.one("plays_on", book, rng.randrange(10**9), pages, started)
        thread.join()
        *told, (kind, sentence) = map(loads, ended.said)
        hands = [own for _, own in told]
        kept = list(folder.glob("book-open-*.db"))
        counted["happened"] += 1
        counted["hands"] += len(hands)
        if kind == "hand":  # the WAL has every page, or the file has those cut off
            assert happening in (is_overwritten, is_overwritten_with_something_else, is_emptied,
                                 is_cut_in_half, has_its_wal_cut_in_half)
            assert sorted(hands_at(book)) == sorted([*already, *hands, sentence])
            assert fault_of(book) == ""
            return

        assert kind == "Displaced" and len(kept) == 1 and kept[0].name in sentence, sentence
        assert kept[0].stat().st_mode & 0o777 == 0o600 and fault_of(kept[0]) == ""
        there = hands_in(kept[0])
        lost = set(already + hands) - set(there)
        counted["lost"] += len(lost)
        assert not lost, (happening.__name__, len(lost), len(hands))
        assert sorted(there) == sorted(already + hands)  # nor any that was not called saved
        if happening in (is_replaced, is_overwritten):  # and that one is as it was
            assert sorted(hands_at(book)) == sorted(of_other) and fault_of(book) == ""
        with pytest.raises(Displaced):  # until somebody has decided
            Store.open(f"sqlite:///{book}")


@pytest.mark.rounds(short=1, full=8)
@pytest.mark.parametrize("happening", HAPPENINGS, ids=lambda happening: happening.__name__)
def test_no_hand_that_was_called_saved_is_lost_when_a_book(
        happening: Happening, earlier: list[Path], rounds: int, note: Note, victim: Victims
) -> None:
    """It is refused in one sentence, and the file beside has exactly what was called saved. Every
    other time the pages are taken into the book all the while, as on a long evening."""
    counted: Counter[str] = Counter()
    rng = Random(happening.__name__)
    for number in range(rounds * 2):
        one_round(victim, happening, earlier[number // 2 % 2], (4000, 30)[number % 2], rng,
                  counted)
    told = happening.__name__.replace("_", " ")
    note(f"a book {told} while hands are saved", counted["happened"])
    note(f"… hands that were called saved, and lost, when it {told}",
         f"{counted['hands']:,}, {counted['lost']}")
