"""The inspection of a book's file, whole or damaged, without changing it."""

import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from scorepad.book.facts import Entry
from scorepad.book.history.causality import Knowing
from scorepad.book.history.knowing import Apart, apart_in
from scorepad.book.people import Roster
from scorepad.i18n.message import Message, say, say_n
from scorepad.storage import backups, codec, displaced, migrations
from scorepad.storage.backups import beside, reading
from scorepad.storage.faults import UNREADABLE, StorageFault, in_words
from scorepad.storage.joining import KIND, PART, Ask, Part
from scorepad.storage.links import HANDS, NAMED, Row, all_linked, columns_in, digests_in, fits
from scorepad.storage.reading import RawRows, entries_of, forked_in, in_order
from scorepad.system.files import scratch
from scorepad.system.steps import Steps, stepwise

MOST_OF_FILE = 1000
"""The most faults of the file itself that are counted: a damaged one has one on every page."""

LONGEST_FAULT = 150
"""The most characters quoted of what SQLite says about the first of them."""

SMALLEST_ROW = 64
"""The fewest bytes that an entry takes."""


class Finding(NamedTuple):
    """A fault and its place."""

    place: Message
    fault: Message


class Raw(NamedTuple):
    """An entry as it lies in the file: its number there, and its columns."""

    seq: int
    columns: Sequence[Any]

    @property
    def place(self) -> Message:
        """Its place for a finding."""
        return place_of_row(self.seq, self.columns[KIND])


@dataclass
class Inspected:
    """The result of an inspection, of which the entries are read part by part.

    version: that of the file, 0 for none; findings: its faults; count: how many entries it has;
    again: the numbers of those that have the id of an earlier one; parts: all of them; rows_of:
    reads the entries of a part in the order in which they were written; frame: reads those entries
    of evenings that say who was at which sheet.
    """

    version: int = 0
    findings: list[Finding] = field(default_factory=list)
    count: int = 0
    again: set[int] = field(default_factory=set)
    parts: Sequence[Part] = ()
    rows_of: Callable[[Part], Sequence[Raw]] = lambda _part: ()
    frame: Callable[[], Sequence[Raw]] = tuple
    _ids: set[int] = field(default_factory=set)

    def note(self, seq: int, own: str = "") -> None:
        """Take in one more row; own: its id, empty where it cannot be read."""
        self.count += 1
        known = len(self._ids)
        self._ids.add(hash(own))  # far smaller than the ids themselves
        if own and len(self._ids) == known:
            self.again.add(seq)

    def is_altered(self, raw: Raw) -> bool:
        """Return whether the digest of an entry says that something else was written."""
        return raw.seq > 0 and self.version >= migrations.LINKED and not fits(raw.columns)


@stepwise
def inspect(book: sqlite3.Connection, path: Path) -> Steps[Inspected]:
    """Return everything about the file of a book that was opened for reading; raises
    `StorageFault` for what is not a book. The entries are read as long as it is open."""
    found = Inspected()
    book.text_factory = lambda raw: raw.decode(errors="replace")
    found.findings += _faults_of_file(book)
    yield
    found.version = _version(book)
    migrations.refuse_newer(found.version, str(path))
    if found.version < 1 and not found.findings:
        found.findings.append(Finding(THE_FILE, say("does not say which version it is")))
    if found.version == len(migrations.MIGRATIONS):
        found.findings += _faults_of_parts(book)
    book.text_factory = str
    # What was written last may still be in the WAL.
    size = sum(file.stat().st_size for file in (path, beside(path)[0]) if file.exists())
    for _ in _read_rows(book, size, found):
        yield
    if found.findings:  # nothing in a damaged file is found by its index
        parts: dict[Part, list[Raw]] = {}
        for _, raw in _read_rows(book, size, Inspected()):
            if raw is not None:
                parts.setdefault(raw.columns[PART], []).append(raw)
            yield
        found.parts, found.rows_of = [*parts], lambda part: parts.get(part, ())
        found.frame = lambda: [raw for part, rows in parts.items() if part is not None
                               for raw in rows if raw.columns[KIND] in codec.FRAME]
    else:
        _read_by_parts(found, lambda sql, values: book.execute(sql, values).fetchall(),
                       columns_in(book))
    return found


def inspected(ask: Ask) -> Inspected:
    """Return a book that is no file; ask: see `Parts`."""
    found = Inspected(len(migrations.MIGRATIONS))
    [(found.count,)] = ask("SELECT count(*) FROM fact", ())
    _read_by_parts(found, ask, NAMED)
    return found


def _read_by_parts(found: Inspected, ask: Ask, columns: str) -> None:
    def rows(where: str, *values: object) -> list[Raw]:
        return [Raw(seq, columns) for seq, *columns in ask(
            f"SELECT seq, {columns} FROM fact WHERE {where} ORDER BY seq", values)]

    found.parts = [part for part, in ask("SELECT DISTINCT evening FROM fact", ())]
    found.rows_of = lambda part: rows("evening IS NULL") if part is None else \
        rows("evening = ?", part)
    found.frame = lambda: rows(f"kind <> '{HANDS}' AND evening IS NOT NULL AND kind IN "
                               f"({', '.join('?' * len(codec.FRAME))})", *codec.FRAME)


def place_of_row(seq: int, kind: str) -> Message:
    """Return the place of an entry for a finding: its number, and its kind if known."""
    return say("entry {number} ({kind})", number=seq, kind=kind) if kind else \
        say("entry {number}", number=seq)


# --- the file ---------------------------------------------------------------------------------

THE_FILE = say("the file")


def _faults_of_file(book: sqlite3.Connection) -> Iterator[Finding]:
    """Yield all damage of the file itself as one finding: a line for every page helps nobody."""
    faults: list[str] = []
    try:
        for said, in book.execute(f"PRAGMA integrity_check({MOST_OF_FILE})"):
            if said != "ok":
                faults += [line for line in said.splitlines() if not line.startswith("***")]
    except UNREADABLE as fault:
        if "locked" in str(fault) or "unable to open" in str(fault):
            raise
        faults.append(str(fault))
    if faults:
        first = " ".join(faults[0].split())
        yield Finding(THE_FILE, say_n(
            "is damaged in {n} place ({first}). Restore a backup, or save what can be read.",
            "is damaged in {n} places (the first: {first}). Restore a backup, or save what can be "
            "read.",
            len(faults),
            first=first if len(first) <= LONGEST_FAULT else f"{first[:LONGEST_FAULT]}…"))


def _version(book: sqlite3.Connection) -> int:
    with suppress(*UNREADABLE):
        if fault := migrations.fault_of_tables(
                book, book.execute("PRAGMA database_list").fetchone()[2]):
            raise StorageFault(fault)
        return migrations.version_in(book)
    return 0


def _faults_of_parts(book: sqlite3.Connection) -> Iterator[Finding]:
    missing, foreign = migrations.strange_parts(book)
    for part in missing:
        yield Finding(THE_FILE, say(
            "the protection \"{part}\" is missing: entries could be changed or deleted",
            part=part.name)
            if part.type == "trigger" else say("\"{part}\" is missing", part=part.name))
    for part in foreign:
        yield Finding(THE_FILE, say("\"{part}\" does not belong in a Scorepad book",
                                    part=part.name))


# --- the entries ------------------------------------------------------------------------------


def _read_rows(book: sqlite3.Connection, size: int,
               found: Inspected) -> Iterator[tuple[int, Raw | None]]:
    """Yield the number of every row, and the row itself, None where it is no entry; add what is
    wrong to the findings."""
    last, is_known = _last_row(book, size)
    gap: list[int] = []
    expected = 1
    for seq, row in RawRows(book).up_to(last):
        if row is None:
            gap.append(seq)
            if is_known:
                found.note(seq)
                yield seq, None
            continue
        if gap:
            found.findings.append(_unread(gap[0], gap[-1]))
            expected = gap[-1] + 1
            gap = []
        if seq > expected:
            found.findings.append(Finding(
                _place_of_rows(expected, seq - 1),  # entries are only ever added, never removed
                say("is missing") if seq - 1 == expected else say("are missing")))
        expected = max(1, seq + 1)
        yield seq, _looked_at(Raw(seq, row), found)
    if gap:
        found.findings.append(_unread(gap[0], gap[-1] if is_known else None))


def _looked_at(raw: Raw, found: Inspected) -> Raw | None:
    """Note a row, and return it if it may be an entry."""
    own, evening, kind, _, by, data, device, clock, after, digest = raw.columns
    if raw.seq < 1:
        found.findings.append(Finding(place_of_row(raw.seq, str(kind)), say(
            "has a number that no entry gets")))
    texts = own, kind, by, data, device, "" if evening is None else evening
    if any(type(text) is not str for text in texts) or type(clock) is not int or any(
            type(each) not in (bytes, type(None)) for each in (after, digest)):
        found.note(raw.seq)
        found.findings.append(Finding(place_of_row(raw.seq, str(kind)), say("cannot be read")))
        return None
    found.note(raw.seq, own)
    return raw


def entries_in(rows: Sequence[Raw], rosters: dict[str, Roster] | None = None) -> list[Entry]:
    """Return the entries of rows, in the order in which they count. Earlier versions did not say
    what each writer knew: that was all before. Whoever knew a lost entry is taken to know as much.

    rosters: who is at the sheets that these rows do not open; the others are added.
    """
    linked = list(_in_time(all_linked((*raw.columns,) for raw in rows)))
    read = [(raw.seq, own, kind, at, by, data, part, clock) for raw, (
        own, part, kind, at, by, data, _, clock, _, _) in zip(rows, linked)]
    apart: dict[str, Apart] = {}
    for part in forked_in(in_order(read)):
        links = _knowing([row for row in linked if row[1] == part])
        apart |= apart_in(links, {row[0]: codec.hand_of(row[5])[0] for row in linked
                                  if row[1] == part and row[2] == HANDS})
    return entries_of(in_order(read), {} if rosters is None else rosters, apart)


def _in_time(rows: Iterable[Row]) -> Iterator[Row]:
    """Yield entries, given in the order they were written, each with a clock behind those of all
    that its writer knew, as a damaged one may not be."""
    clocks: dict[bytes, int] = {}
    for row in rows:
        *told, clock, after, digest = row
        known = [clocks[each] for each in digests_in(after) if each in clocks]
        clocks[digest] = max(clock, max(known) + 1) if known else clock
        yield (*told, clocks[digest], after, digest)


def _knowing(rows: Sequence[Sequence[Any]]) -> list[Knowing]:
    """Return what the writers of a part's entries knew; where an entry that one of them knew is
    lost, or does not come before, that is all that does come before."""
    before, links = set[bytes](), list[Knowing]()
    for own, _, kind, _, _, _, _, clock, after, digest in sorted(rows, key=itemgetter(7, 0)):
        known = tuple(digests_in(after))
        if links and not before.issuperset(known):
            known = (*known, links[-1].digest)
        before.add(digest)
        links.append(Knowing(clock, own, kind, known, digest))
    return links


def _unread(first: int, last: int | None) -> Finding:
    """Return the finding for entries on damaged pages; last: None if their number is unknown."""
    return Finding(_place_of_rows(first, last), say("cannot be read"))


def _place_of_rows(first: int, last: int | None) -> Message:
    if first == last:
        return place_of_row(first, "")
    if last is None:
        return say("the entries from {first} on", first=first)
    return say("entries {first} to {last}", first=first, last=last)


def _last_row(book: sqlite3.Connection, size: int) -> tuple[int, bool]:
    """Return the number of the last entry, without strays, and True. Where it cannot be read: as
    many as a file of `size` bytes can hold, and False."""
    most = size // SMALLEST_ROW
    with suppress(*UNREADABLE):
        last = book.execute("SELECT max(seq) FROM fact WHERE seq <= ?", (most,)).fetchone()[0]
        return max(0, last or 0), True
    return most, False


# --- what can still be read -------------------------------------------------------------------


@contextmanager
def salvage(path: Path) -> Iterator[Inspected]:
    """Yield what can be read of a file that cannot be opened, part by part, counted up to the last
    entry that can be; raises `StorageFault` if nothing can.

    Works on copies. If the first page is damaged, which says what lies where, that of a new book is
    tried in its place: every book of a version has the same layout.
    """
    with in_words(str(path)), scratch() as folder:
        if path.is_dir():
            raise StorageFault(say("{file} is a folder: there is no book in it to read.",
                                   file=str(path)))
        best = max(_tries(path, folder), key=lambda each: each[0], default=(0, 0, path))
        if not best[0]:
            raise StorageFault(say("Nothing of {file} can be read.", file=str(path)))
        found = Inspected(count=best[1])
        with closing(sqlite3.connect(best[2])) as book:
            _read_by_parts(found, lambda sql, values: book.execute(sql, values).fetchall(), NAMED)
            yield found


def _tries(path: Path, folder: Path) -> Iterator[tuple[int, int, Path]]:
    """Yield what each way to read a file gives, as `_tried` does."""
    copy = folder / "book.db"
    if displaced.is_orphaned(path):
        wal = beside(path)[0].read_bytes()
        for number, base in enumerate(displaced.bases(path)):
            if displaced.over(base, wal, copy):
                yield _tried(copy, folder / f"{number}.rows", Inspected())
        return
    for old, new in zip((path, *beside(path)), (copy, *beside(copy))):
        if old.exists():
            shutil.copyfile(old, new)
    _refuse_newer(copy, path)
    yield _tried(copy, folder / "0.rows", found := Inspected())
    if found.findings:
        _graft(copy)
        yield _tried(copy, folder / "1.rows", Inspected())
    if beside(path)[0].exists():  # which may be older than the book, and hide some of it
        backups.sweep(*beside(copy))
        shutil.copyfile(path, copy)
        yield _tried(copy, folder / "2.rows", Inspected())


def _refuse_newer(copy: Path, path: Path) -> None:
    """Refuse a whole book of a newer version: what this one does not know would be left out."""
    with suppress(*UNREADABLE), closing(reading(copy)) as book:
        if not backups.fault_of_pages(book):
            migrations.refuse_newer(migrations.version_in(book), str(path))


def _tried(copy: Path, target: Path, found: Inspected) -> tuple[int, int, Path]:
    """Write what can be read of a file into a new one, where it is found by its parts. Return how
    many entries that are, how many there are up to the last of them, and the new file."""
    readable = there = 0
    with closing(sqlite3.connect(target, isolation_level=None)) as rows:
        rows.execute(f"CREATE TABLE fact (seq, {NAMED})")
        rows.execute("BEGIN")
        for raw in _readable(copy, found):
            rows.execute(f"INSERT INTO fact VALUES (?{', ?' * len(raw.columns)})",
                         (raw.seq, *raw.columns))
            readable, there = readable + 1, found.count
        rows.execute("CREATE INDEX part ON fact (evening, seq)")
        rows.execute("COMMIT")
    return readable, there, target


def _readable(copy: Path, found: Inspected) -> Iterator[Raw]:
    try:
        with closing(sqlite3.connect(copy)) as book:
            for _, raw in _read_rows(book, copy.stat().st_size, found):
                if raw is not None:
                    yield raw
    except UNREADABLE as fault:
        found.findings.append(Finding(THE_FILE, say("is damaged: {fault}", fault=str(fault))))


def _graft(copy: Path) -> None:
    """Put the first page of a new book in the place of a file's own."""
    page = bytearray(migrations.first_page())
    page[28:32] = (copy.stat().st_size // migrations.PAGE_SIZE).to_bytes(4, "big")
    for left in beside(copy):
        left.unlink(missing_ok=True)
    with copy.open("r+b") as file:
        file.write(page)
