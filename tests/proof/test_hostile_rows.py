"""What nobody has written, in every column of every kind of entry: a sentence from every command,
or what is right about the book, and never a traceback."""

import json
import shutil
import sqlite3
import traceback
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scorepad.book import facts
from scorepad.book.facts import Entry, HandRecorded, SheetOpened
from scorepad.book.ledger.tariffs import AUSWAERTS, MANUAL
from scorepad.book.people import Colour, Marker
from scorepad.games.kalter_schlag import KALTER_SCHLAG, KalterSchlagRules, Ramsch
from scorepad.storage import Store, codec
from tests.command import Done, call
from tests.proof.conftest import Note
from tests.proof.feeding import use

HAND = Ramsch((66, 30, 24, 0))
RULES = KalterSchlagRules()
EVENING, SHEET = {"evening": "e"}, {"sheet": "s"}

WRITTEN: tuple[tuple[Any, str | None], ...] = (
    (facts.ClubNamed("Altona"), None),
    *[(facts.PlayerAdded(player, name), None) for player, name in (
        ("a", "Anne"), ("b", "Bert"), ("c", "Cem"), ("d", "Dora"), ("x", "Emil"), ("y", "Ann"))],
    (facts.PlayerRenamed("x", "Emilia"), None), (facts.PlayerMerged("y", "a"), None),
    (facts.PlayerParted("y"), None), (facts.PlayerRetired("x"), None),
    (facts.PlayerReturned("x"), None),
    (facts.PlayerMarked("a", [*Colour][-1], [*Marker][-1]), None),
    (facts.PlayerDeleted("x"), None),
    (facts.RuleSetKept("r", KALTER_SCHLAG, "ours", RULES), None), (facts.RuleSetDropped("r"), None),
    (facts.StarsOpened(date(2026, 1, 1), {"a": 3}), None),
    (facts.TariffSet(AUSWAERTS, date(2026, 1, 1), -2, "Jena"), None),
    (facts.EveningOpened("e", date(2026, 11, 20), "Altona"), "e"),
    (SheetOpened("s", "e", KALTER_SCHLAG, ("a", "b", "c", "d"), 0, RULES, 50, "EUR"), "e"),
    *[(HandRecorded(f"h{number}", "s", HAND), "e") for number in range(4)],
    (facts.HandAmended("h1", "s", HAND, 2, None, "so it was"), "e"),
    (facts.HandVoided("h2", "s"), "e"), (facts.HandRestored("h2", "s"), "e"),
    (facts.DealerNamed("s", 2), "e"), (facts.SeatsTaken("s", (1, 0, 2, 3)), "e"),
    (facts.RulesChanged("s", RULES), "e"), (facts.Undone("s", "30"), "e"),
    (facts.AbsprachenChanged("s", "Buben legen"), "e"),
    (facts.Redone("s", "30"), "e"), (facts.MatchEnded("s"), "e"), (facts.MatchResumed("s"), "e"),
    (facts.PaymentMade("p", "e", "a", "b", 100, "EUR"), "e"),
    (facts.PaymentTakenBack("p", "e"), "e"),
    (facts.StarsNoted("n", "e", "a", MANUAL, "", 1, ""), "e"),
    (facts.StarsTakenBack("n", "e"), "e"), (facts.EveningClosed("e"), "e"),
    (facts.EveningReopened("e"), "e"))
"""Nearly every kind of entry, each in its place."""

VALUES = (None, "", " ", "soon", "\0", "a\nb", "\x1b[31m", "x" * 70_000, "\u3164", "[]", "{}", b"",
          b"\xff\xfe", b"a", 0, -1, 1, 7, 99, 1.5, -0.0, 1e300, float("inf"), 2**31, 2**53,
          253_402_300_800_000, 253_402_300_799_999, 2**63 - 1, -2**63, "1", "9" * 5_000, "e", "s",
          "a", "HandRecorded", "PlayerAdded")
"""For a whole column."""

INSIDE = (None, "", " ", "x\ny", "x" * 70_000, [], {}, [[]], {"a": {}}, True, 0, -1, 3, 4, 10**6,
          10**40, -10**40, 1.5, 1e300, "a", "s", "e", "h1", "EUR", "9999-12-31", "0001-01-01",
          "kalter-schlag", "schieberamsch", ["a", "b"], ["a", "a", "a", "a"], [0, 1, 2, 9],
          {"Anne": 1}, {"augen": {}}, {"augen": {"0": 10**40}})
"""For a field of a fact."""

BROKEN = ("", "{", "null", "7", "[]", '"x"', "{}", "[" * 100_000, '{"a":' * 100_000, "\0",
          '{"player": 1e999}', "NaN", '{"sheet": "s"}', "9" * 5_000, b"{}", b"\xff", 7)
"""For all fields of a fact at once."""


@pytest.fixture
def whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A closed book with all of them, and another as one's own."""
    monkeypatch.setenv("SCOREPAD_DATABASE_URL", "")
    path = tmp_path / "whole.db"
    store = Store.open(f"sqlite:///{path}")
    for number, (fact, evening) in enumerate(WRITTEN, 1):
        store.append_all([(Entry(str(number), fact, 1_700_000_000_000 + number, "Anne"), evening)])
    store.close()
    with closing(sqlite3.connect(path)) as book:
        book.execute("PRAGMA journal_mode = DELETE")
    use(tmp_path / "own" / "own.db")
    assert call("stats").code == 2  # for there is nothing in it
    return path


def hostile() -> Iterator[tuple[int, str, Any]]:
    """The number of a row, one of its columns, and what comes into that."""
    for seq, (fact, _) in enumerate(WRITTEN, 1):
        for column in ("id", "evening", "kind", "at", "by"):
            yield from ((seq, column, value) for value in VALUES)
        yield from ((seq, "data", value) for value in BROKEN)
        plain = json.loads(codec.encode(fact, SHEET_FACT.game, SHEET_FACT.players))
        for field in plain:
            for value in INSIDE:
                yield seq, "data", json.dumps({**plain, field: value})
            yield seq, "data", json.dumps({key: plain[key] for key in plain if key != field})


SHEET_FACT = next(fact for fact, _ in WRITTEN if isinstance(fact, SheetOpened))


def asked(book: Path, file: Path, own: Path) -> Iterator[tuple[str, Done]]:
    """What every command says about a book, each in one line of the command."""
    use(book)
    for command in (["check"], ["export", file], ["export", "--evening", "2026-11-20", "-"],
                    ["pdf", "--evening", "2026-11-20", file], ["pdf", "--year", "2026", file],
                    ["pdf", "--stars", file], ["csv", "--year", "2026", "-"],
                    ["csv", "--evening", "2026-11-20", "-"], ["csv", "--stars", "-"],
                    ["stats"], ["stats", "--json"], ["rescue", file]):
        yield " ".join(map(str, command[:2])), call(*command)
        if command[0] in ("export", "rescue") and file.exists():
            yield f"replay of {command[0]}", call("replay", file)
        file.unlink(missing_ok=True)
    use(own)
    yield "restore --preview", call("restore", "--preview", book)
    yield "restore", call("restore", book)


def planted(content: bytes, place: Path, seq: int, column: str, value: Any) -> Path:
    """A book with this value in a column of a row, behind its guards."""
    place.parent.mkdir()
    place.write_bytes(content)
    with closing(sqlite3.connect(place, isolation_level=None)) as book:
        guards = book.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        for name, _ in (kept := guards.fetchall()):
            book.execute(f"DROP TRIGGER {name}")
        with suppress(sqlite3.IntegrityError):  # what the table itself refuses
            book.execute(f"UPDATE fact SET {column} = ? WHERE seq = ?", (value, seq))
        for _, sql in kept:
            book.execute(sql)
    return place


def fault_of(said: dict[str, Done]) -> str | None:
    """What is wrong with what the commands said, or None."""
    for command, done in said.items():
        if done.code not in (0, 2) or "Traceback" in done.err:
            return f"{command}: {done}"
        lines = done.err.split("\n")[:-1]
        if done.code and not (lines and all(line.isprintable() and line for line in lines)):
            return f"{command}: no sentence: {done}"
    if "replay of rescue" in said and said["replay of rescue"].code:
        return f"what was rescued cannot be read: {said['replay of rescue']}"
    if not said["check"].code and any(done.code for done in said.values()):
        return f"the check has nothing to say: {said}"
    return None


@pytest.mark.rounds(short=25, full=1200)
def test_every_column_of_every_entry(whole: Path, tmp_path: Path, rounds: int, note: Note) -> None:
    """Exit code 0 or 2, with lines of text in the latter case. Where the check has nothing to say
    every command does its work, and what is exported can be read again; what is rescued always
    can."""
    silent, every, content = 0, list(hostile()), whole.read_bytes()
    for number, (seq, column, value) in enumerate(Random(13).sample(every, rounds)):
        book = planted(content, tmp_path / f"{number}" / "book.db", seq, column, value)
        said = {}
        try:
            for command, done in asked(book, tmp_path / "file", tmp_path / "own" / "own.db"):
                said[command] = done
            fault = fault_of(said)
        except Exception as raised:
            fault = "".join(traceback.format_exception(raised)[-3:])
        assert not fault, f"row {seq}, {column} = {value!r:.200}, after {list(said)}: {fault:.3000}"
        silent += not said["check"].code
        shutil.rmtree(book.parent)
    note("damaged values in the columns of entries tried, each with 14 commands", rounds)
    note("… of which the check has nothing to say", silent)
