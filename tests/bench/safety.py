"""What keeping a book safe costs: a start without a change, a backup, a restore, a check."""

import shutil
import sqlite3
import tempfile
import time
from contextlib import closing
from pathlib import Path

from scorepad import document
from scorepad.book.journal import Journal
from scorepad.service.check import check
from scorepad.storage import Store, backups, restoring
from tests.bench.saving import fill
from tests.bench.timing import medians, report

EVENINGS, HANDS = 1_000, 100
LIMITS = {"unchanged": 5, "backup": 20, "restore": 8, "check": 12}


def measure(runs: int = 5) -> bool:
    """Every measurement of this file; False if one is over its limit.

    A start against opening the book with bare SQLite; a backup against copying the file; a restore
    and a check against reading the same book as a document.
    """
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as folder:
        book, copy = Path(folder) / "book.db", Path(folder) / "copy.db"
        fill(book, EVENINGS, HANDS)
        kept = backups.back_up_if_changed(book)
        store = Store.open(f"sqlite:///{book}")
        raw = document.write(Journal.of(store.everything()).record()).encode()

        def bare() -> None:
            with closing(sqlite3.connect(book)) as opened:
                opened.execute("SELECT max(seq) FROM fact").fetchone()

        wall = medians({
            "bare": bare, "unchanged": lambda: backups.back_up_if_changed(book),
            "copy": lambda: shutil.copyfile(book, copy),
            "backup": lambda: backups.copy_whole(book, copy)}, runs, time.perf_counter)
        cpu = medians({
            "read": lambda: document.replayed(raw), "check": lambda: check(book),
            "restore": lambda: restoring.restore(store, restoring.Picked.at(kept.path))}, 2)
        size = book.stat().st_size / 1e6
        store.close()
    count = f"{EVENINGS * HANDS:,} hands"
    return all([
        report(f"a start without a change, {count} in the book / bare SQLite",
               wall["unchanged"] / wall["bare"], LIMITS["unchanged"],
               f"{wall['unchanged'] * 1e3:.2f} ms"),
        report(f"a backup of {count} / a copy of the file",
               wall["backup"] / wall["copy"], LIMITS["backup"],
               f"{wall['backup'] * 1e3:.0f} ms, {size:.0f} MB"),
        report(f"a restore of {count} / reading its document",
               cpu["restore"] / cpu["read"], LIMITS["restore"], f"{cpu['restore']:.1f} s"),
        report(f"a check of {count} / reading its document",
               cpu["check"] / cpu["read"], LIMITS["check"], f"{cpu['check']:.1f} s")])
