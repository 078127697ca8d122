"""The power goes: what was reported as saved is there, the book opens and goes on.

A kill is no power cut: what the system has taken from a killed process it still writes. Here the
disk forgets what was not synced, and tears and reorders what was on its way to it; see
`tests.proof.failing_disk`.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import date
from pathlib import Path
from random import Random
from time import monotonic

import pytest

from scorepad import document
from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.service import Service
from scorepad.service.views import NewEvening
from scorepad.storage import Store, backups
from tests.oracle import random_hand
from tests.proof.conftest import Note
from tests.proof.disks import run
from tests.proof.killing import ROOT, Killed, Victims, opened
from tests.proof.test_killed import Counted, Reported, checked, compared
from tests.proof.victims import NAMES

pytestmark = pytest.mark.timeout(5400)

REACHED = (-1, 0, 10, 50, 90, 100)
PATIENCE = 10
"""Seconds for the disk to be there, or to be gone."""


class Disk:
    """A disk in a folder, at a place where it is only while it has power."""

    def __init__(self, folder: Path) -> None:
        self.kept, self.place = folder / "kept", folder / "place"
        self.kept.mkdir()
        self.place.mkdir()

    def empty(self) -> None:
        """Leave no file on it."""
        for path in self.kept.rglob("*"):
            if path.is_file():
                path.unlink()

    @contextmanager
    def powered(self, seed: int = 0, operation: str = "never", number: int = 0,
                reached: int = 100) -> Iterator[Path]:
        """The place of the files for as long as this lasts; then the power goes, unless it went
        before an operation of this number."""
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.proof.failing_disk", self.kept, self.place, str(seed),
             operation, str(number), str(reached)], cwd=ROOT, stdin=subprocess.PIPE)
        try:
            until = monotonic() + PATIENCE
            while not os.path.ismount(self.place):
                assert process.poll() is None and monotonic() < until, "there is no disk"
            yield self.place
        finally:
            assert process.stdin
            process.stdin.close()
            until = monotonic() + PATIENCE
            while process.poll() is None and monotonic() < until:
                with suppress(OSError):
                    self.place.stat()
            process.kill()
            process.wait()
            run("umount", "-l", self.place)


@pytest.fixture
def disk(tmp_path: Path) -> Disk:
    if not Path("/dev/fuse").exists():
        pytest.skip("there is no /dev/fuse here, so no disk that can lose power")
    with suppress(ImportError, OSError):
        import mfusepy  # noqa: F401

        if os.geteuid() == 0:
            return Disk(tmp_path)
    pytest.skip("only an administrator with the library of FUSE can mount a disk that loses power")


def chance(rng: Random, most: int, fsyncs: int = 0) -> tuple[int, str, int, int]:
    """When the power goes, and what has reached the disk. most, fsyncs: how many writes there are,
    and how many fsyncs, if those are fewer."""
    seed, operation = rng.randrange(10**9), rng.choice(("write", "fsync", "never"))
    return (seed, operation, rng.randint(1, fsyncs if fsyncs and operation == "fsync" else most),
            rng.choice(REACHED))


def cut(disk: Disk, victim: Victims, rng: Random, most: int, unsynced: bool = False) -> Killed:
    """Let the power go while hands are saved."""
    with disk.powered(*chance(rng, most)) as place:
        return victim.one("saves", place / "book.db", rng.randrange(10**9), int(unsynced),
                          after=rng.uniform(0.1, 0.6), from_word=True, may_fail=True)


def one_round(disk: Disk, killed: Killed, reported: Reported, counted: Counted, rng: Random
              ) -> None:
    """Compare what is left with everything that was ever reported about the book."""
    with disk.powered() as place, opened(place / "book.db") as (service, entries):
        compared(service, entries, killed, reported, counted, rng)
        backups.flush(place)


def tell(note: Note, what: str, counted: Counted) -> None:
    assert counted.open and counted.hands, "no cut fell where it could do harm"
    note(what, f"{counted.rounds}, {counted.committing} of them while SQLite committed")
    note(f"{what}: hands reported as saved; lost", f"{counted.hands:,}; {counted.lost}")


@pytest.mark.rounds(short=4, full=400)
def test_no_reported_hand_is_lost_when_the_power_goes(
        rounds: int, note: Note, disk: Disk, victim: Victims) -> None:
    rng, reported, counted = Random(20261127), Reported(), Counted()
    for number in range(rounds):
        one_round(disk, cut(disk, victim, rng, 40), reported, counted, rng)
        if number % 50 == 49 or number == rounds - 1:
            with disk.powered() as place:
                checked(place / "book.db")
    tell(note, "power cuts while hands are saved", counted)


@pytest.mark.rounds(short=4, full=100)
def test_a_book_that_is_being_made_opens_when_the_power_went(
        rounds: int, note: Note, disk: Disk, victim: Victims) -> None:
    rng, counted = Random(27112026), Counted()
    for _ in range(rounds):
        disk.empty()
        one_round(disk, cut(disk, victim, rng, 20), Reported(), counted, rng)
    tell(note, "power cuts while a book is made", counted)


def test_a_book_whose_saves_are_not_synced_loses_hands(note: Note, disk: Disk, victim: Victims
                                                       ) -> None:
    """The disk finds what is wrong: without it this proof would prove nothing."""
    rng, reported, counted = Random(1), Reported(), Counted()
    with pytest.raises(AssertionError, match="lost of"):
        for _ in range(20):
            one_round(disk, cut(disk, victim, rng, 40, unsynced=True), reported, counted, rng)
    note("power cuts until a book whose saves are not synced has lost hands", counted.rounds)


def filled(book: Path, seed: int, hands: int) -> tuple[str, ...]:
    """Make a book with some hands, and return the ids of its entries."""
    rng, service = Random(seed), Service(Store.open(f"sqlite:///{book}"), "Anne")
    sheet = service.open_sheet(NewEvening(date(2026, 11, 27)), KALTER_SCHLAG, NAMES)
    for _ in range(hands):
        service.record(sheet, KALTER_SCHLAG.read_hand(random_hand(rng, list(NAMES)), NAMES))
    service.close()
    return entries_of(book)


def entries_of(book: Path) -> tuple[str, ...]:
    with opened(book) as (_, entries):
        return tuple([entry.id for entry in entries])


@pytest.mark.rounds(short=1, full=40)
@pytest.mark.parametrize("act", ["takes", "restores", "backs_up"])
def test_whatever_else_writes_is_done_or_not(
        act: str, rounds: int, tmp_path: Path, disk: Disk, victim: Victims) -> None:
    """An import, a backup that is restored, a copy: the book is as it was or as it will be."""
    rng, other = Random(27), tmp_path / "other.db"
    theirs = filled(other, 2, 60)
    told = tmp_path / "book.scorepad.json"
    with opened(other) as (service, _):
        told.write_text(document.write(service.export()), "utf-8")
    more = {"takes": (told,), "restores": (other,), "backs_up": ()}[act]
    for _ in range(rounds):
        disk.empty()
        with disk.powered() as place:
            mine = filled(place / "book.db", 1, 20)
            backups.flush(place)
        with disk.powered(*chance(rng, 30)) as place:
            killed = victim.one(act, place / "book.db", *more, after=2, may_fail=True)
        with disk.powered() as place:
            now = entries_of(place / "book.db")
            checked(place / "book.db")
            assert {*mine} <= {*now} or now == theirs and act == "restores"
            assert "done" not in killed.said or act != "takes" or len(now) > len(mine)
