"""Killed while hands are saved: what was reported as saved is there, whenever that happens.

A process plays hands on a book on the disk and reports each hand's id once `Service.record` has
returned. It gets SIGKILL, which no program can catch, at a moment drawn by lot: up to a tenth of
a second after its start, or, more often, after it has begun to write. A power cut is another
matter: what the system has taken from a killed process it still writes to the disk.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scorepad import document
from scorepad.book.facts import Entry, HandRecorded, SheetOpened
from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.service import Service
from tests import oracle
from tests.proof.conftest import Note
from tests.proof.killing import Killed, Victims, on_disk, opened
from tests.proof.victims import NAMES

LONGEST = 0.1
"""Seconds until the kill, at most: a dozen hands on a quick disk, one or two on a busy one."""


@dataclass
class Reported:
    """What must be in a book: the hands of every sheet, in order, as they were typed."""

    sheets: dict[str, dict[str, Any]] = field(default_factory=dict)

    def take(self, said: list[Any]) -> None:
        """Something that was reported as saved."""
        kind, own, *rest = said
        if kind == "sheet":
            self.sheets[own] = {}
        else:
            self.sheets[rest[0]][own] = rest[1]

    @property
    def ids(self) -> list[str]:
        """Everything in the order of saving."""
        return [own for sheet, hands in self.sheets.items() for own in (sheet, *hands)]


@dataclass
class Counted:
    """Over all rounds; open: kills while something was being written, committing: of these while
    SQLite was committing it; unreported: what was there all the same; lost: what was reported and
    is not there."""

    rounds: int = 0
    hands: int = 0
    open: int = 0
    committing: int = 0
    unreported: int = 0
    lost: int = 0


def hands_of(killed: Killed) -> Iterator[list[Any]]:
    """What a killed process had reported as saved."""
    return (json.loads(said) for said in killed.said if said.startswith('["'))


def one_round(victim: Victims, book: Path, reported: Reported, counted: Counted, rng: Random
              ) -> None:
    """Kill once, and compare the book with everything that was ever reported about it."""
    killed = victim.one("saves", book, rng.randrange(10**9), after=rng.uniform(0, LONGEST),
                        from_word=rng.random() < 0.7)
    assert killed.status == -9
    with opened(book) as (service, entries):
        compared(service, entries, killed, reported, counted, rng)


def compared(service: Service, entries: Sequence[Entry], killed: Killed, reported: Reported,
             counted: Counted, rng: Random) -> None:
    """The book has every hand that was ever reported about it, and at most one more, which was
    under way."""
    words = [said for said in killed.said if said.startswith(('["', "begin", "commit"))]
    for said in hands_of(killed):
        reported.take(said)
        counted.hands += said[0] == "hand"
    under_way = words[-1:] in (["begin"], ["commit"])
    counted.rounds += 1
    counted.open += under_way
    counted.committing += words[-1:] == ["commit"]
    there = [entry.fact.id if isinstance(entry.fact, HandRecorded) else entry.fact.sheet
             for entry in entries if isinstance(entry.fact, HandRecorded | SheetOpened)]
    more = there[len(reported.ids):]
    counted.lost += len(set(reported.ids) - set(there))
    assert there[:len(reported.ids)] == reported.ids, f"lost of {len(reported.ids)}"
    assert len(more) <= under_way
    counted.unreported += len(more)
    for entry in entries[-1:] if more else []:
        if isinstance(entry.fact, SheetOpened):
            reported.take(["sheet", entry.fact.sheet])
        else:
            raw = KALTER_SCHLAG.write_hand(entry.fact.hand, NAMES)
            reported.take(["hand", entry.fact.id, entry.fact.sheet, raw])
    # An evening is written with its sheet, and the four players with the first: nothing else.
    assert len(entries) == len(there) + len(reported.sheets) + (4 if there else 0)
    if reported.sheets:
        goes_on(service, reported, rng)


def goes_on(service: Service, reported: Reported, rng: Random) -> None:
    """The latest sheet counts as the oracle counts what was typed, and takes another hand."""
    sheet = list(reported.sheets)[-1]
    raw = oracle.random_hand(rng, list(NAMES))
    own = service.record(sheet, KALTER_SCHLAG.read_hand(raw, NAMES))
    reported.take(["hand", own, sheet, raw])
    score = service.sheet(sheet).score
    typed = [KALTER_SCHLAG.read_hand(hand, NAMES) for hand in reported.sheets[sheet].values()]
    assert [line.record.hand for line in score.lines] == typed
    wanted = oracle.sheet_result({
        "game": "kalter-schlag", "players": list(NAMES), "einsatz": "0.50",
        "hands": list(reported.sheets[sheet].values())})
    assert dict(zip(NAMES, score.tally.totals)) == wanted["totals"]
    assert dict(zip(NAMES, score.payout)) == wanted["payout"]


def checked(book: Path) -> None:
    """`scorepad check` of the whole book, and its export is read again."""
    with opened(book) as (service, _):
        assert service.safety.check().findings == ()
        document.read(document.write(service.export()).encode())


def tell(note: Note, where: str, counted: Counted) -> None:
    assert counted.open and counted.hands, "no kill fell where it could do harm"
    note(f"kills while saving {where}", counted.rounds)
    note(f"kills while saving {where}: while a hand was under way", counted.open)
    note(f"kills while saving {where}: while SQLite committed it", counted.committing)
    note(f"kills while saving {where}: hands reported as saved", counted.hands)
    note(f"kills while saving {where}: reported hands lost", counted.lost)
    note(f"kills while saving {where}: hands there whole that were not reported yet",
         counted.unreported)


@pytest.mark.rounds(short=12, full=250)
def test_on_one_book_that_grows_no_reported_hand_is_ever_lost(
        rounds: int, note: Note, victim: Victims) -> None:
    """After each kill all hands of all rounds so far are there, in order, as they were typed, and
    at most one more, which was under way. SQLite finds the file whole, the program opens it,
    counts as the oracle does, and writes on."""
    rng, reported, counted = Random(20261120), Reported(), Counted()
    with on_disk() as folder:
        book = folder / "book.db"
        for number in range(rounds):
            one_round(victim, book, reported, counted, rng)
            if number % 50 == 49 or number == rounds - 1:
                checked(book)
    tell(note, "on one book", counted)


@pytest.mark.rounds(short=12, full=250)
def test_on_a_book_of_its_own_each_no_reported_hand_is_lost(
        rounds: int, note: Note, victim: Victims) -> None:
    """The same where the book is made in the same moment: tables, players, evening, sheet."""
    rng, counted = Random(11202026), Counted()
    with on_disk() as folder:
        for number in range(rounds):
            book = folder / f"{number}.db"
            one_round(victim, book, Reported(), counted, rng)
            checked(book)
    tell(note, "on a new book each", counted)
