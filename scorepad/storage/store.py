"""The store: appends entries to the book and reads them back.

One connection, kept open, writes and reads, one call at a time. Two Scorepads on one file see each
other's entries, because `changed` asks the database.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, select
from sqlalchemy.exc import SQLAlchemyError

from scorepad.book.facts import Entry
from scorepad.book.history.knowing import Apart
from scorepad.book.people import Roster
from scorepad.i18n.message import Message, say
from scorepad.storage import backups, codec, faults, reading
from scorepad.storage.home import Row, driver_of
from scorepad.storage.joining import Parts, Refuse, Union, batched
from scorepad.storage.links import FACT, HANDS, LAST_NUMBER, NAMED, Linker
from scorepad.storage.migrations import VERSION
from scorepad.storage.opened import BUSY_SECONDS, Device, Opened
from scorepad.system.steps import Steps, stepwise

AT_ONCE = 1000
"""Rows of a long book that are read in one go, before something else may go first."""

Rows = Sequence[Row]
"""The rows of some entries."""

READ = 'seq, id, kind, "at", "by", data, evening, clock'
"""The columns from which entries are read; the last two say in which order they count."""

NO_HAND = f"kind <> '{HANDS}'"
"""SQL for the rows that an index of their own finds."""


FORKED = """
    SELECT evening, min(clock) FROM (SELECT evening, clock FROM fact {where}
        GROUP BY evening, clock HAVING count(*) > 1) AS twice
    GROUP BY evening"""
"""SQL for the parts of which entries were written apart, from the index of the parts: since the
first clock that two of them have. where: a condition, empty for all."""


class News(NamedTuple):
    """The entries that others have written. entries: in their order, None where who knew what is
    only known once all of their parts are read; parts: the evenings that they belong to, None for
    the club; is_of_frame: whether some are of a kind that `frame` reads, if they are not given."""

    entries: list[Entry] | None
    parts: Set[str | None]
    is_of_frame: bool = False


class Since(NamedTuple):
    """The entries after one of a book. last: the last of all; hands: how many hands came after
    the one; others: how many other entries."""

    last: backups.Mark | None
    hands: int
    others: int


class Store(Opened):
    """The entries of an opened book. forked: the parts, as of the last `frame`, of which some were
    written apart, and the clock from which on."""

    forked: Mapping[str | None, int] = MappingProxyType({})

    def __init__(self, connection: Connection, patience: float = BUSY_SECONDS,
                 device: Device = str) -> None:
        super().__init__(connection, patience, device)
        self._rosters: dict[str, Roster] = {}
        self._linker = Linker(self._device)
        self._mark: backups.Mark | None = None
        self.changed()

    def reopen(self) -> None:
        """Open what lies at the place now, after the book was displaced. Raises `StorageFault`,
        as `open` does; what was open is still open then."""
        with self._home.lock:
            if self.displaced is not None and self.displaced.kept is None:
                self._home.look()  # what is open is not kept anywhere yet
            url = self._connection.engine.url
            fresh = Store.open(url.render_as_string(hide_password=False), self._patience)
            self.close()
            self._connection = fresh._connection
            fresh._home.lock = self._home.lock
            self._home = fresh._home
            self._rosters.clear()
            self.invalidate()

    def rows_of(self, entries: Sequence[tuple[Entry, str | None]]) -> Rows:
        """Return the rows that `append_all` writes for entries: making them takes the longest."""
        return reading.rows_of(entries, self._rosters)

    def append_all(self, entries: Sequence[tuple[Entry, str | None]], *,
                   unless_changed: bool = False, rows: Rows | None = None,
                   forget: Sequence[str] = ()) -> bool:
        """Write entries of several evenings, all or none.

        unless_changed: write nothing and return False if somebody else has written since `changed`
        was asked. rows: those of the entries, if known. forget: keys of what was kept for this
        device until the entries are saved. Raises `StorageFault`.
        """
        def insert(cursor: Any) -> Rows:
            if not unless_changed:  # others may have written, and these come after that
                self._linker.forget()
                self._home.lock_now(cursor)
            linked = self._linker.link(rows or self.rows_of(entries),
                                       partial(self._home.links_of, cursor))
            self._home.insert(cursor, linked)
            for key in forget:
                cursor.execute(f"DELETE FROM device WHERE key = {self._home.VALUE}", (key,))
            return linked

        written = self._append(insert, unless_changed=unless_changed)
        if written:
            for entry, _ in entries:
                reading.seat(entry, self._rosters)
        return written

    def join(self, theirs: Iterable[Row | Message], refuse: Refuse = lambda _row: None,
             brought: str = "") -> Union:
        """Take in what is new here of the entries of another book, with the links they have, all or
        nothing; return what that is. refuse: see `Union`; brought: by whom, if that need not be who
        wrote them. Raises `StorageFault`."""
        found: Union | None = None

        def insert(cursor: Any) -> Rows:
            nonlocal found
            self._linker.forget()
            self._home.lock_now(cursor)  # nobody else takes in the same while it is looked for
            found = Union(Parts(partial(self._home.ask, cursor)), refuse)
            written: Rows = ()
            for some in batched(theirs, AT_ONCE):
                if new := found.add(some):
                    self._home.insert(cursor, new, brought)
                    written = new
            return written

        self._append(insert)
        assert found is not None
        if found.new:
            self._home.forget()
        return found

    def _append(self, insert: Callable[[Any], Rows], *, unless_changed: bool = False) -> bool:
        """Write what `insert` does, which returns the last rows that it has written."""
        home = self._home
        with home.lock:
            saving = False
            ids: list[str] = []
            try:
                # Straight to the driver: SQLAlchemy would take a sixth of the time of a saved hand.
                driver = driver_of(self._connection)
                cursor = driver.cursor()
                home.keep_out(cursor)
                if not (written := insert(cursor)):
                    driver.rollback()
                    return True
                ids = [row[0] for row in written]
                # Asked now that nobody else can write before this is saved.
                if home.have_written(cursor):
                    home.refuse_newer(cursor.execute(VERSION).fetchone()[0])
                    self._linker.forget()
                    if unless_changed:
                        driver.rollback()
                        return False
                home.glance()
                saving = True
                driver.commit()
                if mark := home.committed(cursor, ids):
                    if unless_changed:  # then these are the next ones
                        self._mark = mark
                    home.wrote(ids, written, mark)
                return True
            except BaseException as fault:
                self._linker.forget()
                if isinstance(fault, faults.Displaced):
                    raise
                is_gone = self._let_go(fault)
                if is_gone and saving:
                    home.unsure = ids[0]
                    raise faults.NotSure.of(self._place) from fault
                if isinstance(fault, self._refusals):
                    home.look()  # a file that was cut off fails in many ways
                    raise (faults.gone(self._place, fault)
                           if is_gone and not isinstance(fault, SQLAlchemyError)
                           else faults.fault_at(self._place, fault)) from fault
                raise

    def frame(self) -> list[Entry]:
        """Return players, evenings and sheets, without what happened on the sheets."""
        rows = self._rows(f"{NO_HAND} AND kind IN ({_places(codec.FRAME)})", codec.FRAME)
        self.forked = dict(self.ask(FORKED.format(where=""), ()))
        return reading.entries_of(reading.in_order(rows), self._rosters, *self._apart(self.forked))

    def evening(self, evening: str) -> list[Entry]:
        """Return everything about one evening."""
        rows = self._rows("evening = ?", (evening,))
        return reading.entries_of(reading.in_order(rows), self._rosters,
                                  *self._apart(reading.forked_in(rows)))

    def as_read_with(self, rows: Rows) -> list[Entry]:
        """Return entries of another book as they would be read here, if they were taken in."""
        new = {row[0] for row in rows}
        coming = [(0, own, kind, at, by, data, part, clock)
                  for own, part, kind, at, by, data, _, clock, *_ in rows]
        parts = [*{row[6] for row in coming} - {None}]
        known = self._rows(f"{NO_HAND} AND evening IN ({_places(parts)})", parts) if parts else []
        return [entry for entry in reading.entries_of(reading.in_order([*known, *coming]), {})
                if entry.id in new]

    def brought(self, entries: Sequence[str]) -> dict[str, str]:
        """Return who brought those entries that may not be by the author whom they name."""
        with self._asked() as connection:
            found = connection.execute(select(FACT.c.id, FACT.c.brought).where(
                FACT.c.id.in_(entries) & FACT.c.brought.is_not(None))).all()
        return dict(map(tuple, found))

    def last_written(self, evenings: Sequence[str]) -> dict[str, int]:
        """Return when something was last written about each evening, in milliseconds since 1970."""
        with self._asked() as connection:
            found = connection.execute(select(FACT.c.evening, func.max(FACT.c.at)).where(
                FACT.c.evening.in_(evenings)).group_by(FACT.c.evening)).all()
        return {evening: at for evening, at in found if isinstance(at, int)}

    @stepwise
    def everything(self) -> Steps[list[Entry]]:
        """Return the whole book."""
        rows: list[Any] = []
        end = self._last()
        while end and end.seq > 0 and (not rows or rows[-1][:2] != end):
            found = self._rows("seq > ? AND seq <= ?", (rows[-1][0] if rows else 0, end.seq),
                               AT_ONCE)
            if not found:  # another book was put in its place meanwhile
                rows, end = [], self._last()
            rows += found
            yield
        return (yield from reading.entries_of.steps(reading.in_order(rows), self._rosters,
                                                    *self._apart(reading.forked_in(rows))))

    def _last(self) -> backups.Mark | None:
        """Return the number and the id of the last entry; None if there is none."""
        rows = self.ask("SELECT seq, id FROM fact ORDER BY seq DESC LIMIT 1", ())
        return backups.Mark(*rows[0]) if rows else None

    def since(self, mark: backups.Mark | None) -> Since:
        """Return what came into the book after one of its entries: all of it, if that is not where
        it was. Raises `StorageFault`."""
        last = self._last()
        with self._asked() as connection:
            known = mark and connection.execute(select(FACT.c.id).where(
                FACT.c.seq == mark.seq)).scalar() == mark.id
            rows = connection.execute(select(FACT.c.kind == HANDS, func.count()).where(
                FACT.c.seq > (mark.seq if mark and known else 0)).group_by(
                    FACT.c.kind == HANDS)).all()
        numbers = {bool(are_hands): number for are_hands, number in rows}
        return Since(last, numbers.get(True, 0), numbers.get(False, 0))

    def hands(self) -> int:
        """Return how many hands there are, from the indexes alone. Raises `StorageFault`."""
        [(number,)] = self.ask("SELECT (SELECT count(*) FROM fact) - "
                               f"(SELECT count(*) FROM fact WHERE {NO_HAND})", ())
        return int(number)

    def begin(self) -> None:
        """Make `news` begin here; called before a book is read. Raises `StorageFault`, also if the
        next entry would get a random number, and so a random place."""
        row = self._mark = self._last()
        self._home.start_anew(row)
        if row is not None and row.seq >= LAST_NUMBER:
            raise faults.StorageFault(say(
                "The book is damaged: entry {number} takes the last number that there is, so none "
                "could follow it. Restore a backup, or save what can be read.", number=row.seq),
                faults.RESCUE)

    def news(self) -> News | None:
        """Return what others have written since `begin`, or since this was last asked; None if that
        is not known, as when another book was put in this one's place."""
        if self._mark is None:
            return None
        rows = self._rows("seq >= ?", (self._mark.seq,), AT_ONCE)
        if not 0 < len(rows) < AT_ONCE or backups.Mark(*rows[0][:2]) != self._mark:
            return None
        self._mark = backups.Mark(*rows[-1][:2])
        self._home.start_anew(self._mark)
        parts = {row[reading.PART] for row in rows[1:]}
        if parts.isdisjoint(self.forked) and not self._are_late(rows[1:]):
            return News(reading.entries_of(rows[1:], self._rosters), parts)
        among = f"WHERE evening IN ({_places([*parts])})"
        self.forked = {**self.forked, **dict(self.ask(FORKED.format(where=among), [*parts]))}
        return News(None, parts, any(row[reading.KIND] in codec.FRAME for row in rows[1:]))

    def _are_late(self, rows: Sequence[Any]) -> bool:
        """Return whether some of these last rows count before others that were read earlier."""
        with self._asked() as connection:
            return bool(rows) \
                and connection.execute(reading.late_from(rows[0][0])).first() is not None

    def parts(self) -> Parts:
        """Return the book as it is now, of which only what is asked about is read."""
        return Parts(self.ask)

    def ask(self, sql: str, values: Sequence[object]) -> Sequence[Any]:
        with self._asked() as connection:
            return self._home.asked(connection, sql, values)

    def rows(self, after: int = 0) -> Iterator[Row]:
        """Yield the whole book as it is kept, in the order in which it was written here."""
        while found := self.ask(f"SELECT seq, {NAMED} FROM fact WHERE seq > ? ORDER BY seq "
                                 f"LIMIT {AT_ONCE}", (after,)):
            yield from [row[1:] for row in found]
            after = found[-1][0]

    def changed(self) -> bool:
        """Return whether somebody else has written since this was last asked. Raises `Displaced`
        if another file lies at the book's place, and `StorageFault`."""
        with self._asked() as connection:
            self._home.look()
            if changed := self._home.changed(connection):
                self._linker.forget()
            return changed

    def invalidate(self) -> None:
        """Make `changed` return True and `news` None, so that everything is read again."""
        self._mark = None
        self._linker.forget()
        self._home.forget()

    def replace_by(self, copy: Path, known: backups.Mark | None) -> bool:
        """Put the book that lies at `copy` in the place of this one, whole or not at all.

        known: the last entry of this one when it was backed up. Changes nothing and returns False
        if somebody has written since. Other Scorepads on the same file notice it like any other
        change. Raises `StorageFault`.
        """
        with self._home.lock, faults.in_words(self._place):
            self._connection.rollback()
            if not self._home.replace_by(copy, known):
                return False
            self._rosters.clear()
            self._home.start_anew(None)
            self.invalidate()  # whoever asks is told that everything has changed
            return True

    def _rows(self, where: str, values: Sequence[object], most: int = LAST_NUMBER) -> Sequence[Any]:
        """Return the rows that meet a condition, in their order, `most` of them at most."""
        return self.ask(f"SELECT {READ} FROM fact WHERE {where} ORDER BY seq LIMIT ?",
                        (*values, most))

    def _apart(self, parts: Mapping[str | None, int]
               ) -> tuple[dict[str, Apart], frozenset[str]]:
        """Return, for the entries of parts in which some were written apart, which those are, and
        which of them this device wrote; parts: each with the clock from which on."""
        found: dict[str, Apart] = {}
        here = set[str]()
        for part, since in parts.items():
            rows = self._links(part, since)
            told = {codec.hand_of(data)[0] for _, kind, data, *_ in rows if kind == HANDS}
            if self.parts().told(part, told, since):  # whoever knows one knows the other
                rows = self._links(part, 0)
            found |= reading.written_apart(row[:6] for row in rows)
            here |= {own for own, *_, device in rows
                     if own in found and device and device == self._device()}
        return found, frozenset(here)

    def _links(self, part: str | None, since: int) -> Sequence[Any]:
        """Return the links of the entries of a part since a clock."""
        where, values = ("IS NULL", ()) if part is None else ("= ?", (part,))
        return self.ask('SELECT id, kind, data, clock, "after", digest, device FROM fact '
                        f"WHERE evening {where} AND clock >= ?", (*values, since))


def _places(values: Collection[object]) -> str:
    return ", ".join("?" * len(values))
