"""Whole evenings from a seed, in virtual time: servers, pages, phones, watchers, and every fault at
once. A seed that breaks a statement is played back by `python -m tests.proof.sim SEED`.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from scorepad.book import sheet_journal
from scorepad.book.facts import HandRecorded
from scorepad.book.history import sheet as history
from scorepad.book.journal import EveningJournal
from scorepad.book.sheet_journal import SheetJournal
from scorepad.service import service as use_cases
from scorepad.service.meeting import Meetings
from scorepad.service.open_book import OpenBook
from scorepad.service.roles import Role, new_id
from scorepad.storage import Store, exchange, migrations
from scorepad.storage.joining import DATA, KIND
from scorepad.tournament import reading
from scorepad.tournament.facts import TournamentPenalty
from scorepad.web.watch.watching import Watching
from tests.postgres import Postgres
from tests.proof.conftest import Note
from tests.proof.sim.evening import broken, is_full, played
from tests.proof.test_meaning_finds import Fault, as_method, as_property, by_time, replaced

PARTS = 4
"""So that several workers have something to do."""
MOST = 200
"""Evenings after which a fault is called not found."""
NEAR = 10
"""How many of them are tried in a short run, about the one that found it last."""


@pytest.mark.rounds(short=12, full=10_000)
@pytest.mark.parametrize("part", range(PARTS))
def test_evenings_hold(part: int, rounds: int, in_memory: Path, note: Note) -> None:
    faults, deeds = [], 0
    for seed in range(part, rounds, PARTS):
        if fault := broken(seed, _folder(in_memory, seed)):
            faults.append(str(fault))
        deeds += 1
    note(f"evenings in virtual time, part {part}", deeds)
    assert not faults, "\n\n".join(faults)


@pytest.mark.rounds(short=1, full=50)
def test_evenings_of_two_servers_hold(rounds: int, postgres: Postgres, in_memory: Path,
                                      note: Note) -> None:
    for seed in range(rounds):
        with postgres.database() as url:
            fault = broken(seed, _folder(in_memory, seed), database=url)
        assert not fault, fault
    note("evenings in virtual time of two servers on PostgreSQL", rounds)


@pytest.mark.rounds(short=1, full=9)
def test_a_seed_is_one_evening(rounds: int, in_memory: Path) -> None:
    first = played(9, _folder(in_memory, 0)).digest
    assert {played(9, _folder(in_memory, 1 + again)).digest for again in range(rounds)} == {first}


def _folder(place: Path, number: int) -> Path:
    made = place / str(number)
    made.mkdir()
    return made


# --- faults that are put in on purpose ------------------------------------------------------------


def lost_sync(patch: pytest.MonkeyPatch) -> None:
    """What is called saved is not on the disk yet."""
    open_ = Store.open.__func__  # type: ignore[attr-defined]

    def lax(cls: Any, database: str, *more: Any) -> Any:
        store = open_(cls, database, *more)
        store._connection.connection.driver_connection.execute("PRAGMA synchronous = NORMAL")
        store._connection.commit()
        return store
    patch.setattr(Store, "open", classmethod(lax))


def taken_twice(patch: pytest.MonkeyPatch) -> None:
    """What comes a second time, because the answer was lost, is written a second time."""
    take, came = Meetings.exchange, set[bytes]()

    def again(self: Meetings, content: bytes) -> bytes:
        answer, message = take(self, content), exchange.read(content)
        if content in came and exchange.brings(message):
            for row in message.entries:
                if row[KIND] == "HandRecorded":
                    told = json.loads(row[DATA])
                    hand = self._book.sheet(told["sheet"]).hand(told["id"]).hand
                    self._book.step(HandRecorded(own := new_id(), told["sheet"], hand), own)
        came.add(content)
        return answer
    patch.setattr(Meetings, "exchange", again)


def loses_a_field(patch: pytest.MonkeyPatch) -> None:
    """A migration forgets what was at stake."""
    links = migrations._links

    def forgets(connection: Any) -> None:
        migrations._unguard(connection)
        connection.exec_driver_sql(
            "UPDATE fact SET data = json_remove(data, '$.stake') WHERE kind = 'SheetOpened'")
        links(connection)
    patch.setattr(migrations, "MIGRATIONS", tuple([
        forgets if step is links else step for step in migrations.MIGRATIONS]))


def stays_as_it_is(patch: pytest.MonkeyPatch) -> None:
    """A watcher's page is drawn once and never again."""
    async def nothing(self: Watching) -> None:
        return None
    patch.setattr(Watching, "_redraw", nothing)


def hands_of_another_table(patch: pytest.MonkeyPatch) -> None:
    """Of two tables that have hands each has those of the other."""
    list_ = reading._Reading.list

    def swapped(self: reading._Reading, *given: Any) -> None:
        list_(self, *given)
        both = [index for index, each in enumerate(self.lists) if each.hands][:2]
        if len(both) == 2:
            one, other = [self.lists[index] for index in both]
            self.lists[both[0]] = one._replace(hands=other.hands)
            self.lists[both[1]] = other._replace(hands=one.hands)
    patch.setattr(reading._Reading, "list", swapped)


def paid_twice(patch: pytest.MonkeyPatch) -> None:
    """What somebody has paid at the desk counts twice."""
    note = reading._Reading.note

    def doubled(self: reading._Reading) -> None:
        note(self)
        self.payments += tuple([each._replace(id=each.id[::-1]) for each in self.payments])
    patch.setattr(reading._Reading, "note", doubled)


def drawn_silently(patch: pytest.MonkeyPatch) -> None:
    """Of two draws of a round the first counts, and nobody is asked."""
    draw = reading._Reading.draw

    def silent(self: reading._Reading) -> None:
        known = [*self.asked]
        draw(self)
        self.asked[:] = known
    patch.setattr(reading._Reading, "draw", silent)


FAULTS: dict[str, tuple[Fault, int]] = {
    "a lost fsync": (lost_sync, 1),
    "a swapped seat": (replaced(SheetJournal, "players", as_property(
        lambda sheet, players: (*players[:-2], players[-1], players[-2])
        if len(players) > len(sheet.opened.players) else players)), 12),
    "an entry taken twice": (taken_twice, 36),
    "an order by wall clock": (by_time, 0),
    "a question answered silently": (replaced(
        history.SheetHistory, "questions", as_property(lambda *_: ())), 0),
    "a right not asked": (replaced(OpenBook, "refused", as_method(lambda *_: {})), 11),
    "a stale view of a writer": (lambda patch: patch.setattr(
        use_cases, "refuse_unless_as_seen", lambda *_, **__: None), 31),
    "a stale view of a watcher": (stays_as_it_is, 0),
    "a payment doubled": (replaced(EveningJournal, "payment_notes", as_method(
        lambda notes, *_: (*notes, *[note._replace(stamp=note.stamp._replace(
            id=note.stamp.id[::-1])) for note in notes]))), 0),
    "a hand dropped at a fork": (replaced(
        sheet_journal.OpenSheet, "_struck", as_method(lambda *_: iter(()))), 0),
    "a migration that loses a field": (loses_a_field, 9),
}
"""Faults, with the first evening that found each."""

AT_DESK: dict[str, tuple[Fault, int]] = {
    "a list's hands counted for another table": (hands_of_another_table, 31),
    "a payment at the desk doubled": (paid_twice, 32),
    "a penalty that is lost": (replaced(reading._Reading, "_noted", as_method(
        lambda notes, _, kind: [] if kind is TournamentPenalty else notes)), 31),
    "two draws, and nobody is asked": (drawn_silently, 137),
    "a desk's word from a writer": (replaced(OpenBook, "role_for", as_method(
        lambda *_: Role.WRITER)), 49),
}
"""The same, of tournaments, which are held on full evenings."""


@pytest.mark.rounds(short=NEAR, full=MOST)
@pytest.mark.parametrize("name", [*FAULTS, *AT_DESK])
def test_evenings_find(name: str, rounds: int, in_memory: Path, monkeypatch: pytest.MonkeyPatch,
                       note: Note) -> None:
    put_in, first = (FAULTS | AT_DESK)[name]
    seeds = range(first, first + NEAR) if rounds == NEAR else range(MOST)
    for seed in [each for each in seeds if name in FAULTS or is_full(each)]:
        with monkeypatch.context() as patch:
            put_in(patch)
            found = broken(seed, _folder(in_memory, seed))
        if found:
            assert not broken(seed, _folder(in_memory, MOST + seed))
            note(f"the evening in virtual time that finds {name}", seed)
            return
    raise AssertionError("no evening finds it")
