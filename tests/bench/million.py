"""What a book of 1,000,000 hands costs: to open it, to exchange a few entries, to check it, and to
carry all of it elsewhere.

Every line is the seconds or the megabytes that something takes, against what it may take. Each is
measured in a process of its own: the clock on the wall, and the most memory that the process had
at any time, above the open book where that is said. ``python -m tests.bench.million FOLDER`` only
makes the books, in that folder.
"""

import json
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.service import Service
from scorepad.service.views import NewEvening
from scorepad.storage import Store
from scorepad.storage.links import Heads, Row, heads_after, linked
from scorepad.storage.rows import COLUMNS, NAMED
from tests.bench.saving import AUTHOR, NAMES, some_hands

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


if __name__ == "__main__":
    for name, evenings in (("many", MANY), ("long", LONG)):
        if not (file := Path(sys.argv[1]) / f"{name}.db").exists():
            make(file, evenings)
