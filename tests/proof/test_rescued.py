"""A book whose pages are lost, cut, emptied or exchanged: whatever of its hands SQLite itself still
reads, row by row, together with their sheet, is rescued."""

import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scorepad import document
from scorepad.games.kalter_schlag import KALTER_SCHLAG, Durchmarsch
from scorepad.service import Service
from scorepad.service.rescue import rescue
from scorepad.storage import StorageFault, Store
from tests.proof.conftest import Note
from tests.proof.test_disk import HAND, NAMES, NewEvening, date, filled as filled

PAGE = 4096
ROW = "SELECT kind, evening, id, * FROM fact WHERE rowid = ?"

Row = tuple[Any, ...]


@pytest.fixture(scope="module")
def in_use(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book of which the last hands are only in the file beside it."""
    folder = tmp_path_factory.mktemp("in-use")
    service = Service(Store.open(f"sqlite:///{folder / 'book.db'}"), "Anne")
    sheet = service.open_sheet(NewEvening(date(2026, 11, 4)), KALTER_SCHLAG, NAMES, stake=50)
    for number in range(60):
        service.record(sheet, Durchmarsch(number % 4) if number % 3 == 2 else HAND)
    (folder / "copy").mkdir()
    for each in folder.glob("book.db*"):
        shutil.copyfile(each, folder / "copy" / each.name)
    service.close()
    return folder / "copy" / "book.db"


def bits(book: bytearray, rng: Random) -> None:
    for _ in range(rng.choice((1, 8, 64))):
        book[rng.randrange(len(book))] ^= 1 << rng.randrange(8)


def a_page_emptied(book: bytearray, rng: Random) -> None:
    at = rng.randrange(len(book) // PAGE) * PAGE
    book[at:at + PAGE] = bytes(PAGE)


def pages_cut(book: bytearray, rng: Random) -> None:
    del book[rng.randrange(1, len(book) // PAGE) * PAGE:]


def pages_exchanged(book: bytearray, rng: Random) -> None:
    one, other = [page * PAGE for page in rng.sample(range(1, len(book) // PAGE), 2)]
    book[one:one + PAGE], book[other:other + PAGE] = \
        book[other:other + PAGE], book[one:one + PAGE]


def rows_exchanged(book: bytearray, rng: Random) -> None:
    """Exchange two stretches of the length of a row, somewhere."""
    one, other = sorted(rng.sample(range(PAGE, len(book) - 400), 2))
    if other - one > 300:
        book[one:one + 300], book[other:other + 300] = \
            book[other:other + 300], book[one:one + 300]


WAYS: tuple[Callable[[bytearray, Random], None], ...] = (
    bits, a_page_emptied, pages_cut, pages_exchanged, rows_exchanged)


def rows_of(place: Path) -> set[Row]:
    """The rows that SQLite reads when it is asked for one after the other."""
    found = set[Row]()
    with closing(sqlite3.connect(f"file:{place}?mode=ro", uri=True)) as book:
        book.text_factory = lambda raw: raw.decode(errors="replace")
        for number in range(1, 120):
            try:
                found.update(book.execute(ROW, (number,)).fetchall())
            except (sqlite3.Error, UnicodeDecodeError):
                continue
    return found


def hands_in(rows: set[Row]) -> set[str]:
    """The ids of the hands among rows that have the row of their sheet beside them: without it,
    nothing says which game they are of, and who played."""
    sheets = {evening for kind, evening, *_ in rows if kind == "SheetOpened"}
    return {own for kind, evening, own, *_ in rows if kind == "HandRecorded" and evening in sheets}


def rescued(place: Path) -> list[str]:
    """The ids of the hands that are rescued."""
    try:
        found = rescue(place)
    except StorageFault as fault:
        assert str(fault.message).strip() and "Traceback" not in str(fault.message)
        return []
    book, _ = document.replayed(found.text.encode())
    return [hand.stamp.id for evening in book.evenings for sheet in evening.sheets
            for hand in sheet.hands]


@pytest.mark.rounds(short=35, full=1500)
def test_what_reads_is_rescued(filled: Path, in_use: Path, tmp_path: Path, rounds: int,
                               note: Note) -> None:
    place, wal = tmp_path / "book.db", tmp_path / "book.db-wal"
    counted: Counter[str] = Counter()
    written = {book: rows_of(book) for book in (filled, in_use)}
    assert [len(hands_in(rows)) for rows in written.values()] == [90, 60]
    for seed in range(rounds):
        rng, way = Random(seed), seed % (len(WAYS) + 2)
        book = filled if way < len(WAYS) else in_use
        content = bytearray(book.read_bytes())
        for left in tmp_path.glob("book.db*"):
            left.unlink()
        name = "the file beside it lost"
        if way < len(WAYS):
            WAYS[way](content, rng)
            name = WAYS[way].__name__.replace("_", " ")
        elif way == len(WAYS):
            beside = Path(f"{book}-wal").read_bytes()
            wal.write_bytes(beside[:rng.randrange(len(beside))])
            name = "the file beside it cut"
        place.write_bytes(content)
        found = rescued(place)
        reads = hands_in(rows_of(place) & written[book])
        assert len(found) == len({*found}), f"seed {seed}: a hand is rescued twice"
        assert reads <= {*found}, f"seed {seed}, {name}: {len(reads)} hands read, and " \
            f"{len(reads - {*found})} of these are not rescued"
        counted[f"{name}: books"] += 1
        counted[f"{name}: hands that read"] += len(reads)
        counted[f"{name}: hands rescued"] += len(found)
    for name, count in sorted(counted.items()):
        note(f"damaged books, {name}", f"{count:,}")
