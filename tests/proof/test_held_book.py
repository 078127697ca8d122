"""Another program holds the book for seconds: who saves is told, and nobody else waits."""

import asyncio
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.service import Service
from scorepad.storage import Store
from scorepad.storage.faults import InUse
from scorepad.ui.app import main_for
from tests.proof.conftest import Note
from tests.proof.test_disk import HAND, filled as filled, hands_of, one_sentence
from tests.screens.conftest import (
    Start,
    Table,
    service as service,
    settings as settings,
    start as start,
    table as table,
)
from tests.screens.driver import Driver, tap

HOLDS = """
import sqlite3, sys, time
book = sqlite3.connect(sys.argv[1], isolation_level=None)
book.execute("BEGIN IMMEDIATE")
print("held", flush=True)
time.sleep(float(sys.argv[2])) if sys.argv[2:] else sys.stdin.read()
book.execute("ROLLBACK")
print("let go", flush=True)
"""


def held(book: Path, seconds: float | None = None) -> "subprocess.Popen[str]":
    """Another program that holds the write lock for so long; None: until nothing more is said."""
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDS, str(book), *([] if seconds is None else [str(seconds)])],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert holder.stdout and holder.stdout.readline() == "held\n"
    return holder


@pytest.mark.rounds(short=1, full=10)
def test_another_program_holds_the_book_for_seconds(
        filled: Path, tmp_path: Path, rounds: int, note: Note) -> None:
    """A save waits five seconds and then says so; after the other has let go it is saved."""
    book = tmp_path / "book.db"
    book.write_bytes(filled.read_bytes())
    service = Service(Store.open(f"sqlite:///{book}"), "Anne")
    sheet = service.latest_sheet(KALTER_SCHLAG.id)
    assert sheet is not None
    with held(book, rounds) as holder:
        told = 0
        while True:
            try:
                own = service.record(sheet.sheet, HAND)
                break
            except InUse as fault:
                told += 1
                assert one_sentence(fault) and len(hands_of(service)) == 90
        assert holder.stdout and holder.stdout.readline() == "let go\n"
    assert [hand for hand, _ in hands_of(service)][90:] == [own]
    service.close()
    note(f"seconds for which another program held the book: sentences until it was saved, "
         f"{rounds} s", told)


@pytest.mark.alone
@pytest.mark.rounds(short=1, full=10)
async def test_held_for_seconds_on_the_screen_and_nobody_else_waits(
        table: Table, start: Start, settings: Any, rounds: int, note: Note,
        request: pytest.FixtureRequest) -> None:
    """Two users of one program: the first saves while another program holds the book, the second
    types on. The first's hand is saved by itself once the book is free, once."""
    main = main_for(settings)
    first = await Driver.start(main, route=table.route, language="en-GB")
    second = await Driver.start(main, route=table.route, language="en-GB")
    with held(settings.data / "book.db") as holder:
        await tap(first, "seat-0", "digit-6", "digit-6", "save")
        assert first.sees("Another program is using the book.")
        longest, end = 0.0, time.monotonic() + rounds * 0.8
        await tap(second, "seat-1")
        while time.monotonic() < end:
            for key in ("digit-6", "backspace"):
                began = time.monotonic()
                await tap(second, key)
                longest = max(longest, time.monotonic() - began)
            await asyncio.sleep(0.05)
        assert holder.stdin and holder.stdout
        holder.stdin.close()
        assert holder.stdout.readline() == "let go\n"
    end = time.monotonic() + 20
    while not first.find_all(identifier="hand-1"):
        assert time.monotonic() < end, first.texts()
        await asyncio.sleep(0.02)
        await first.settle()
    assert table.score.tally.totals == (70, 0, 0, 0) and len(table.score.lines) == 1
    for ui in (first, second):
        await ui.stop()
    note("longest tap of another user while the book is held and somebody saves",
         f"{longest * 1000:.0f} ms")
    if request.config.getoption("--full"):
        assert longest < rounds / 3  # whoever had to wait would have waited all that time
