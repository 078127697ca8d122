"""What is killed: one process in which everything is imported makes another of itself for every
round, so that a round costs no start of Python.

Started with ``python -m tests.proof.victims``; takes a line of JSON for each round and answers
with one. Nobody waits for a killed process before it was killed, so its number is nobody else's.
"""

import gc
import json
import os
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable
from datetime import date
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

from sqlalchemy import Connection

import scorepad.storage
from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.service import Service
from scorepad.service.views import NewEvening
from scorepad.storage import (
    StorageFault,
    Store,
    backups,
    identity,
    migrations,
    opened as opening,
    restoring,
)
from scorepad.storage.register import Device, InFile
from scorepad.storage.restoring import Picked
from tests.oracle import random_hand

NAMES = ("Anne", "Bert", "Cem", "Dora")
LONGEST = 3
"""Seconds after which who plays until it is refused gives up."""

LONG = 200
"""After so many hands on a sheet the next evening begins."""

FEW = 3
"""Of fewer devices none is shut out."""

STORAGE = Path(scorepad.storage.__file__).parent

Tell = Callable[[str], None]


# --- what they do -------------------------------------------------------------------------------


def saves(tell: Tell, book: str, seed: int, unsynced: int = 0) -> None:
    """Plays for ever; tells `begin` before a hand or an evening is written, `commit` when SQLite
    begins to commit it, and what was written once that has returned. unsynced: whether SQLite is
    told to wait for no disk."""
    rng = Random(seed)
    opened = Store.open(f"sqlite:///{book}")
    service = Service(opened, "Anne")
    driver = opened._connection.connection.driver_connection
    if unsynced:
        driver.execute("PRAGMA synchronous = OFF")
    driver.set_trace_callback(lambda said: tell("commit") if said == "COMMIT" else None)
    latest = service.latest_sheet(KALTER_SCHLAG.id)
    sheet = latest.sheet if latest else None
    while True:
        if sheet is None or len(service.sheet(sheet).score.lines) >= LONG:
            tell("begin")
            sheet = service.open_sheet(NewEvening(date(2026, 11, 20)), KALTER_SCHLAG, NAMES,
                                       stake=50)
            tell(json.dumps(["sheet", sheet]))
        raw = random_hand(rng, list(NAMES))
        hand = KALTER_SCHLAG.read_hand(raw, NAMES)
        tell("begin")
        own = service.record(sheet, hand)
        tell(json.dumps(["hand", own, sheet, raw]))


def plays_on(tell: Tell, book: str, seed: int, pages: int, started: str) -> None:
    """Plays until it is refused, as the program does it after a start; tells every hand that was
    saved, and in the end what was said. pages: so many are written beside the book until they are
    taken into it; started: a file that is made once hands are being saved."""
    identity.PAGES_BESIDE = pages
    rng = Random(seed)
    service = Service(Store.open(f"sqlite:///{book}"), "Anne")
    service.safety.back_up_if_changed()
    sheet = service.open_sheet(NewEvening(date(2026, 11, 20)), KALTER_SCHLAG, NAMES, stake=50)
    until = time.monotonic() + LONGEST
    try:
        while time.monotonic() < until:
            hand = KALTER_SCHLAG.read_hand(random_hand(rng, list(NAMES)), NAMES)
            tell(json.dumps(["hand", service.record(sheet, hand)]))
            Path(started).touch()
    except StorageFault as fault:
        tell(json.dumps([type(fault).__name__, str(fault.message)]))
    service.close()


def backs_up(tell: Tell, book: str) -> None:
    """What the program does at a start."""
    backups.back_up_if_changed(Path(book))
    tell("done")


def copies(tell: Tell, book: str, target: str) -> None:
    """`scorepad backup`."""
    backups.copy_whole(Path(book), Path(target))
    tell("done")


def restores(tell: Tell, book: str, picked: str) -> None:
    """Puts a file in the place of the open book."""
    opened = Store.open(f"sqlite:///{book}")
    tell("opened")
    restoring.restore(opened, Picked.at(Path(picked)))
    tell("done")


def puts_in_place(tell: Tell, book: str, picked: str) -> None:
    """Puts a file in the place of what cannot be opened."""
    restoring.put_in_place(Path(book), Picked.at(Path(picked)))
    tell("done")


def migrates(tell: Tell, book: str) -> None:
    """Opens a book of this version as a program that knows two more; tells when the first step
    begins, after the copy was made."""
    def first(connection: Connection) -> None:
        tell("begin")
        _files_hands(connection)

    migrations.MIGRATIONS = opening.MIGRATIONS = (*LATER[:-2], first, LATER[-1])
    Store.open(f"sqlite:///{book}")
    tell("done")


def takes(tell: Tell, book: str, file: str) -> None:
    """Imports a document."""
    service = Service(Store.open(f"sqlite:///{book}"), "Anne")
    found = service.meetings.preview(Picked.at(Path(file)))
    tell("ready")
    service.meetings.take(found)
    tell("done")


def opens(tell: Tell, book: str) -> None:
    """What the program does at a start; it migrates an older book."""
    Store.open(f"sqlite:///{book}")
    tell("done")


def unites(tell: Tell, book: str) -> None:
    """Makes one book of what was open and of what came to its place."""
    restoring.unite(Path(book))
    tell("done")


def admits(tell: Tell, register: str, seed: int) -> None:
    """Lets devices in and shuts others out, for ever; tells of each before and after it."""
    rng, devices = Random(seed), InFile(Path(register))
    while True:
        there = devices.devices()
        comes = len(there) < FEW or rng.random() < 0.6
        own = f"{rng.getrandbits(256):064x}" if comes else rng.choice(there).id
        tell(json.dumps([comes, own, "begin"]))
        if comes:
            devices.admit(Device(own, "Phone", "writer", 1, 1))
        else:
            devices.shut_out(own)
        tell(json.dumps([comes, own, "done"]))


ACTS = {act.__name__: act for act in (
    saves, plays_on, backs_up, copies, restores, puts_in_place, migrates, takes, opens, unites,
    admits)}


# --- versions that may come ---------------------------------------------------------------------


def _files_hands(connection: Connection) -> None:
    """The next version: a table that is filled from the facts, and one column more."""
    connection.exec_driver_sql("CREATE TABLE filed (seq INTEGER PRIMARY KEY, game TEXT)")
    connection.exec_driver_sql("INSERT INTO filed (seq) SELECT seq FROM fact")
    connection.exec_driver_sql("ALTER TABLE device ADD COLUMN since INTEGER")


def _names_games(connection: Connection) -> None:
    """The one after: what the table is for, in every row of it."""
    connection.exec_driver_sql("UPDATE filed SET game = 'kalter-schlag'")
    connection.exec_driver_sql("CREATE INDEX filed_game ON filed (game, seq)")


LATER = (*migrations.MIGRATIONS, _files_hands, _names_games)


# --- being killed -------------------------------------------------------------------------------


def _dies_at(line: int, within: str) -> Callable[[], int]:
    """Kill this process before the line with this number is run, counted over what runs of
    `scorepad.storage`, or of one file there; returns what says how many have run."""
    place = str(STORAGE / within)
    count = 0

    def each(frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal count
        if event == "line":
            count += 1
            if count == line:
                os.kill(os.getpid(), signal.SIGKILL)
        return each

    def first(frame: FrameType, event: str, argument: Any) -> Any:
        return each if frame.f_code.co_filename.startswith(place) else None

    sys.settrace(first)
    return lambda: count


def _live(writing: int, act: str, arguments: list[Any], line: int | None, within: str) -> None:
    """What the new process does; it does not return."""
    def tell(said: str) -> None:
        os.write(writing, f"{said}\n".encode())

    try:
        count = None if line is None else _dies_at(line, within)
        ACTS[act](tell, *arguments)
        sys.settrace(None)
        if count:
            tell(f"lines {count()}")
        os._exit(0)
    except BaseException:
        tell(traceback.format_exc())
        os._exit(1)


def _round(act: str, arguments: list[Any], after: float | None, from_word: bool,
           line: int | None, within: str) -> dict[str, Any]:
    reading, writing = os.pipe()
    began = time.monotonic()
    until = began + after if after is not None and not from_word else None
    pid = os.fork()
    if pid == 0:
        _live(writing, act, arguments, line, within)
    os.close(writing)
    said, ended = b"", False
    while not ended:
        left = None if until is None else max(0.0, until - time.monotonic())
        if not select.select([reading], [], [], left)[0]:
            os.kill(pid, signal.SIGKILL)
            until = after = None
            continue
        piece = os.read(reading, 1 << 16)
        if after is not None and until is None:
            until = time.monotonic() + after
        said, ended = said + piece, not piece
    os.close(reading)
    _, status = os.waitpid(pid, 0)
    return {"said": said.decode().splitlines(), "seconds": time.monotonic() - began,
            "status": os.waitstatus_to_exitcode(status)}


def main() -> None:
    gc.collect()
    gc.freeze()
    for line in sys.stdin:
        print(json.dumps(_round(**json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
