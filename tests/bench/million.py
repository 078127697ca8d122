"""What a book of 1,000,000 hands costs: to open it, to exchange a few entries, to check it, and to
carry all of it elsewhere.

Every line is the seconds or the megabytes that something takes, against what it may take. Commands
run in processes of their own, of which the most memory counts that they had at any time; of two
books that meet in this process, what it takes above the two open ones.
``python -m tests.bench.million FOLDER`` only makes the books, in that folder.
"""

import filecmp
import json
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.service import Service
from scorepad.service.views import NewEvening
from scorepad.storage import Store
from scorepad.storage.links import COLUMNS, NAMED, Heads, Row, heads_after, linked
from tests.bench.saving import AUTHOR, NAMES, some_hands
from tests.bench.timing import report

HANDS, ON_ONE_SHEET = 200, 100_000
FIRST = 1_000_000_000_000
"""The time of the first entry, in milliseconds since 1970."""

NEW = 24
"""The entries by which two copies differ, half of them in each."""

MANY, LONG = (HANDS,) * 5_000, (HANDS,) * 4_500 + (ON_ONE_SHEET,)
"""The hands of each evening: 1,000,000 altogether."""

FILLED = f"INSERT INTO fact ({NAMED}) VALUES ({', '.join('?' * len(COLUMNS))})"


def rows(evenings: tuple[int, ...]) -> Iterator[Row]:
    """The entries of a book with so many hands on each evening, always the same ones.

    Scorepad writes one evening, and all the others are that one with other ids.
    """
    with tempfile.TemporaryDirectory() as folder:
        service = Service(Store.open(f"sqlite:///{Path(folder) / 'one.db'}"), AUTHOR)
        sheet = service.open_sheet(NewEvening(date(2000, 1, 1)), KALTER_SCHLAG, NAMES, stake=50)
        for hand in some_hands(HANDS):
            service.record(sheet, hand)
        written = list(service._book.rows())
        service.close()
    count = 0

    def own() -> str:
        nonlocal count
        count += 1
        return f"01800000-{count & 0xFFFF:04x}-7000-8000-{count:012x}"

    evening = next(row[1] for row in written if row[1])
    named = {json.loads(row[5])["player"]: own() for row in written if row[1] is None}

    def with_names(text: str) -> str:
        for player, name in named.items():
            text = text.replace(player, name)
        return text

    written = [(*row[:3], FIRST + number, row[4], with_names(row[5]))
               for number, row in enumerate(written)]
    heads = Heads()
    for row in written:
        if row[1] is None:
            yield (made := linked((own(), *row[1:]), heads, "phone"))
            heads = heads_after(made)
    opening = [row for row in written if row[1] and row[2] != "HandRecorded"]
    hands = [(row, json.loads(row[5])["id"]) for row in written if row[2] == "HandRecorded"]
    for number, played in enumerate(evenings):
        part, new_sheet, heads = own(), own(), Heads()
        day = (date(2000, 1, 1) + timedelta(days=number)).isoformat()
        for row in opening:
            data = row[5].replace(evening, part).replace(sheet, new_sheet)
            made = linked((own(), part, row[2], row[3], row[4], data.replace("2000-01-01", day)),
                          heads, "phone")
            heads = heads_after(made)
            yield made
        for turn in range(played):
            row, hand = hands[turn % len(hands)]
            data = row[5].replace(sheet, new_sheet).replace(hand, own())
            made = linked((own(), part, row[2], row[3] + turn, row[4], data), heads, "phone")
            heads = heads_after(made)
            yield made


def make(path: Path, evenings: tuple[int, ...]) -> None:
    """Make a book in SQLite."""
    Store.open(f"sqlite:///{path}").close()
    with closing(sqlite3.connect(path)) as book:
        book.execute("PRAGMA synchronous = OFF")
        book.executemany(FILLED, rows(evenings))
        book.commit()
        book.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def peak() -> float:
    """The most memory that this process ever had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def opened(url: str) -> tuple[Service, float]:
    """A book, and the seconds that opening it took."""
    begun = time.perf_counter()
    service = Service(Store.open(url), AUTHOR)
    return service, time.perf_counter() - begun


def copies(book: Path, folder: Path) -> list[str]:
    """The URLs of two copies of a book."""
    return [f"sqlite:///{shutil.copyfile(book, folder / name)}" for name in ("one.db", "other.db")]


def meeting(books: Sequence[str], apart: int) -> tuple[float, float, float]:
    """Seconds to open a book, seconds of each side of an exchange of `NEW` entries between two
    copies of it, and the megabytes that it took; apart: so many evenings lie between those on which
    the two have written."""
    (one, seconds), (other, _) = map(opened, books)
    sheets = list(one._book.frame.sheets)
    for service, sheet in ((one, sheets[-1]), (other, sheets[-1 - apart])):
        for hand in some_hands(NEW // 2):
            service.record(sheet, hand)
    before, begun = peak(), time.perf_counter()
    met = one.meetings.meet(other.meetings.exchange)
    taken = time.perf_counter() - begun
    assert (met.new.hands, met.sent) == (NEW // 2, NEW // 2)
    for service in (one, other):
        service.close()
    return seconds, taken / 2, peak() - before


def command(data: Path, url: str, *arguments: str) -> float:
    """The most memory, in MB, that the program takes for a command."""
    process = subprocess.Popen(
        [sys.executable, "-m", "scorepad", *arguments], stdout=subprocess.DEVNULL,
        env={**os.environ, "FLET_APP_STORAGE_DATA": str(data),
             "SCOREPAD_DATABASE_URL": url})
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, arguments
    return used.ru_maxrss / 1024


def measure() -> bool:
    """Every measurement of this file; False if one is over its limit."""
    fine = True
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as name:
        folder = Path(name)
        for told, evenings in (("5,000 evenings", MANY), ("100,000 hands on one sheet", LONG)):
            book = folder / "book.db"
            make(book, evenings)
            for where, apart in (("one evening", 0), ("two evenings", 1)):
                seconds, side, megabytes = meeting(copies(book, folder), apart)
                told_of = f"{told}, both wrote on {where}"
                fine &= report(f"opening 1,000,000 hands, {told} / 1.5 s", seconds / 1.5, 1,
                               f"{seconds:.2f} s") if not apart else True
                fine &= report(f"each side of an exchange, {told_of} / 1 s", side, 1,
                               f"{side:.2f} s")
                fine &= report(f"memory that it takes, {told_of} / 100 MB", megabytes / 100, 1,
                               f"{megabytes:.0f} MB")
            document, entries = folder / "book.json", folder / "book.entries"
            for what, of, *arguments in (
                    ("check", book, "check"), ("export", book, "export", document),
                    ("export --entries", book, "export", "--entries", entries),
                    ("rescue", book, "rescue", folder / "rescued.json"),
                    ("import into an empty book", folder / "imported.db", "import", document),
                    ("merge into an empty book", folder / "merged.db", "merge", entries)):
                megabytes = command(folder / "data", f"sqlite:///{of}", *map(str, arguments))
                fine &= report(f"memory for {what}, {told} / 500 MB", megabytes / 500, 1,
                               f"{megabytes:.0f} MB")
            assert filecmp.cmp(document, folder / "rescued.json", shallow=False)
            for file in folder.glob("*.*"):
                file.unlink()
    return fine


if __name__ == "__main__":
    for name, evenings in (("many", MANY), ("long", LONG)):
        if not (file := Path(sys.argv[1]) / f"{name}.db").exists():
            make(file, evenings)
