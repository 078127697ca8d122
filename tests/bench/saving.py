"""What saving a hand costs, to the commit: against a bare `sqlite3` insert of an equal row."""

import gc
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

from scorepad.book.facts import Entry, HandRecorded, SheetOpened
from scorepad.games.game import Game
from scorepad.games.kalter_schlag import KALTER_SCHLAG, Hand
from scorepad.service import Service
from scorepad.service.roles import new_id, now
from scorepad.service.views import NewEvening
from scorepad.storage import Store, codec
from tests.bench.timing import medians, report
from tests.oracle import random_hand

NAMES = ("Anne", "Bert", "Cem", "Dora")
AUTHOR = "Anne"
LIMIT = 2
INSERT = 'INSERT INTO fact (id, evening, kind, at, "by", data) VALUES (?, ?, ?, ?, ?, ?)'
BOOKS = "SCOREPAD_BOOKS"
"""In the environment: the folder that keeps the books that a run of the bench has made."""

SIZE = "SELECT count(*), sum(length(data)) FROM fact"


def some_hands(number: int) -> list[Hand]:
    """So many hands, always the same ones."""
    rng = Random(number)
    return [KALTER_SCHLAG.read_hand(random_hand(rng, list(NAMES)), NAMES) for _ in range(number)]


def fill(path: Path, evenings: int, hands: int, game: Game[Any, Any] = KALTER_SCHLAG,
         some: Callable[[int], list[Any]] = some_hands) -> None:
    """Make a book with so many evenings of one sheet and `hands` hands each; some: makes them.

    A book that is there already gets them besides. Within a run of the bench every new book is made
    once, and copied for whoever needs it again.
    """
    folder = os.environ.get(BOOKS)
    if folder is None or path.exists():
        _make(path, evenings, hands, game, some)
        return
    made = Path(folder) / f"{game.id}-{evenings}-{hands}.db"
    if not made.exists():
        _make(made, evenings, hands, game, some)
    shutil.copyfile(made, path)  # closed, so everything is in the one file


def _make(path: Path, evenings: int, hands: int, game: Game[Any, Any],
          some: Callable[[int], list[Any]]) -> None:
    store = Store.open(f"sqlite:///{path}")
    service, played = Service(store, AUTHOR), some(hands)
    for number in range(evenings):
        day = NewEvening(date(2000, 1, 1) + timedelta(days=number))
        sheet = service.open_sheet(day, game, NAMES, stake=50)
        evening = service.sheet(sheet).evening
        store.append_all([(Entry(own := new_id(), HandRecorded(own, sheet, hand), now(), AUTHOR),
                           evening) for hand in played])
    service.close()


def bare(path: Path) -> sqlite3.Connection:
    """The same file without Scorepad, under the settings that Scorepad asks for."""
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def saving(evenings: int, hands: int, runs: int) -> dict[str, float]:
    """Median seconds of `Service.record`, and of the bare insert and commit, taking turns.

    In a folder below this one, because on many machines the usual one is memory, not a disk.
    """
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as folder:
        ours, theirs = Path(folder) / "ours.db", Path(folder) / "theirs.db"
        fill(ours, evenings, hands)
        shutil.copyfile(ours, theirs)  # closed, so everything is in the one file
        service, connection = Service(Store.open(f"sqlite:///{ours}"), AUTHOR), bare(theirs)
        opened = service.latest_sheet(KALTER_SCHLAG.id)
        service.sheet(opened.sheet)  # the players have it before them
        played = some_hands(runs)
        rows = iter([row(opened, hand) for hand in played])
        to_record = iter(played)

        def insert() -> None:
            connection.execute(INSERT, next(rows))
            connection.commit()

        # Otherwise all hands would be looked through for garbage before every single call.
        gc.collect()
        gc.freeze()
        seconds = medians({
            "record": lambda: service.record(opened.sheet, next(to_record)), "bare": insert},
            runs, time.perf_counter)
        gc.unfreeze()
        service.close()
        with closing(bare(ours)) as book:
            assert book.execute(SIZE).fetchone() == connection.execute(SIZE).fetchone(), \
                "the two did not write rows of the same size"
        connection.close()
    return seconds


def row(opened: SheetOpened, hand: Hand) -> tuple[object, ...]:
    """What `Service.record` writes for a hand."""
    own = new_id()
    data = codec.encode(HandRecorded(own, opened.sheet, hand), opened.game, opened.players)
    return own, opened.evening, "HandRecorded", now(), AUTHOR, data


def measure(runs: int = 600) -> bool:
    """Every measurement of this file; False if one is over its limit."""
    fine = True
    for evenings, hands in ((1, 100), (1, 100_000), (1_000, 100)):
        seconds = saving(evenings, hands, runs)
        fine &= report(
            f"saving a hand, {evenings * hands:,} in the book on {evenings:,} sheets / bare insert",
            seconds["record"] / seconds["bare"], LIMIT,
            f"{seconds['record'] * 1e6:.0f} µs, {seconds['bare'] * 1e6:.0f} µs, "
            f"{(seconds['record'] - seconds['bare']) * 1e6:.0f} µs more")
    return fine
