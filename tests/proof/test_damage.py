"""A book that is cut off, overwritten or flipped at random: a sentence, or what is readable, and
never a hand that nobody has written."""

import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from scorepad import document
from scorepad.book.record import BookRecord
from scorepad.service import Service
from scorepad.service.check import check
from scorepad.service.rescue import rescue
from scorepad.service.safety import Picked
from scorepad.storage import StorageFault, Store
from scorepad.storage.restoring import put_in_place
from tests.proof.conftest import Note
from tests.proof.test_disk import filled as filled, hands_at


class Damaged(NamedTuple):
    """A book after something has happened to it; touched: which of its bytes."""

    content: bytes
    touched: range | set[int]


def one_sentence(fault: StorageFault) -> bool:
    """Whether something is said; a damaged name in it may break the line, which the command line
    and the screen put right."""
    return bool(str(fault.message).strip()) and "Traceback" not in str(fault.message)


def damaged(whole: bytes, seed: int) -> Damaged:
    """Cut off, a stretch of zeros, one byte, or forty: by the number."""
    rng, size = Random(seed), len(whole)
    changed = bytearray(whole)
    if seed % 4 == 0:
        left = rng.randrange(size)
        return Damaged(whole[:left], range(left, size))
    if seed % 4 == 1:
        start = rng.randrange(size)
        end = min(size, start + rng.choice([512, 4096]))
        changed[start:end] = bytes(end - start)
        return Damaged(bytes(changed), range(start, end))
    places = {rng.randrange(size) for _ in range(1 if seed % 4 == 2 else 40)}
    for place in places:
        changed[place] ^= rng.randrange(1, 256)
    return Damaged(bytes(changed), places)


def written_hands(book: Path) -> dict[str, tuple[str, Any]]:
    """Every hand of a book by its id: how it lies in the file, and what it is."""
    with closing(sqlite3.connect(book)) as opened:
        rows = dict(opened.execute(
            "SELECT id, data FROM fact WHERE kind = 'HandRecorded'").fetchall())
    return {id: (rows[id], hand) for id, hand in hands_at(book)}


def lies_at(whole: bytes, text: bytes) -> set[int]:
    """Every byte of a text in a file, wherever SQLite has left a copy of it."""
    places: set[int] = set()
    start = -1
    while (start := whole.find(text, start + 1)) >= 0:
        places |= set(range(start, start + len(text)))
    return places


def entries_at(book: Path, whole: bytes) -> set[int]:
    """Every byte of what was written: ids, kinds, times, authors and facts, without what SQLite
    needs to find them. It writes a column after the other, a time as six bytes."""
    with closing(sqlite3.connect(book)) as opened:
        rows = opened.execute("SELECT id, evening, kind, at, by, data FROM fact").fetchall()
    found: set[int] = set()
    for id, evening, kind, at, by, data in rows:
        lies = lies_at(whole, f"{id}{evening or ''}{kind}".encode() + at.to_bytes(6, "big")
                       + f"{by}{data}".encode())
        assert lies, "an entry that is nowhere"
        found |= lies
    return found


def opened(place: Path) -> BookRecord | None:
    """What the program shows of a book; None where it says, in a sentence, that it cannot."""
    try:
        store = Store.open(f"sqlite:///{place}")
    except StorageFault as fault:
        assert one_sentence(fault)
        return None
    with closing(store):
        try:
            service = Service(store)
            for card in service.evenings():
                service.evening(card.id)
            return service.export()
        except StorageFault as fault:
            assert one_sentence(fault)
            return None


def named(place: Path) -> bool:
    """Whether the check says that something is wrong, in lines with a place."""
    try:
        findings = check(place).findings
    except StorageFault as fault:
        return one_sentence(fault)
    assert all(str(each.place) and str(each.fault) for each in findings)
    return bool(findings)


def rescued(place: Path) -> list[tuple[str, Any]]:
    """The hands that can still be read, by their ids; what is written out can be imported."""
    try:
        found = rescue(place)
    except StorageFault as fault:
        assert one_sentence(fault)
        return []
    book, _ = document.replayed(found.text.encode())
    hands = [(hand.stamp.id, hand.hand) for evening in book.evenings for sheet in evening.sheets
             for hand in sheet.hands]
    assert len(hands) == found.hands
    return hands


@pytest.mark.rounds(short=40, full=1000)
def test_whatever_happens_to_the_bytes(filled: Path, tmp_path: Path, rounds: int,
                                       note: Note) -> None:
    """Never a traceback. What the program shows is the book, or the check says that it is not. A
    rescued hand is one that was written, none twice, unless its own bytes were changed into other
    sense, and the damaged file stays as it is. A backup put in its place is the book again."""
    whole, place = filled.read_bytes(), tmp_path / "book.db"
    with closing(Service(Store.open(f"sqlite:///{filled}"))) as service:
        book = service.export()
    hands = written_hands(filled)
    own = {id: lies_at(whole, data.encode()) for id, (data, _) in hands.items()}
    entries = entries_at(filled, whole)
    counted: Counter[str] = Counter()
    for seed in range(rounds):
        content, touched = damaged(whole, seed)
        place.write_bytes(content)
        shown = opened(place)
        for left in (place.with_name("book.db-wal"), place.with_name("book.db-shm")):
            left.unlink(missing_ok=True)
        place.write_bytes(content)  # opening has read it, and may have tidied up a page
        is_named, found = named(place), rescued(place)
        assert place.read_bytes() == content, seed
        if shown is None:
            counted["refused"] += 1
        else:
            assert shown == book or is_named, f"seed {seed}: shown otherwise, and nobody says so"
            counted["named" if is_named else "unharmed"] += 1
        assert max(Counter(id for id, _ in found).values(), default=1) == 1, seed
        for id, hand in found:
            if hands.get(id, ("", None))[1] != hand:
                assert entries & set(touched) and (id not in own or own[id] & set(touched)), \
                    f"seed {seed}: {id} was never written so"
                counted["altered"] += 1
        counted["hands"] += len(found)
        counted["nothing"] += not found
        counted["untouched"] += sum(not bytes_of & set(touched) for bytes_of in own.values())
        if seed % 25 == 0:
            put_in_place(place, Picked.at(filled))
            assert hands_at(place) == hands_at(filled)
            [aside] = tmp_path.glob("book-damaged-*.db")
            assert aside.read_bytes() == content
            for left in tmp_path.glob("book-damaged-*"):
                left.unlink()
    note("damaged books tried", rounds)
    note("… of these refused in a sentence when opened", counted["refused"])
    note("… opened, and the check named what is wrong", counted["named"])
    note("… opened, and nothing that is used was damaged", counted["unharmed"])
    note("hands rescued of those whose bytes were not touched",
         f"{counted['hands']:,} of {counted['untouched']:,}")
    note("rescued hands that were not written so (their own bytes were flipped)",
         counted["altered"])


@pytest.mark.rounds(short=60, full=10_000)
def test_one_flipped_byte_of_an_entry_is_named(filled: Path, tmp_path: Path, rounds: int,
                                               note: Note) -> None:
    """Wherever it is, and whatever sense the entry still makes."""
    whole, place, rng = filled.read_bytes(), tmp_path / "book.db", Random(20261123)
    places = sorted(entries_at(filled, whole))
    for turn in range(rounds):
        changed = bytearray(whole)
        changed[at := rng.choice(places)] ^= (by := rng.randrange(1, 256))
        place.write_bytes(bytes(changed))
        assert named(place), f"turn {turn}: byte {at} differs by {by}, and the check is silent"
    note("single bytes of entries flipped; unnoticed by the check", f"{rounds:,}; 0")


def test_a_folder_in_the_place_of_the_book(filled: Path, tmp_path: Path) -> None:
    """A sentence everywhere; a backup takes its place, and the folder is kept beside it."""
    place = tmp_path / "book.db"
    place.mkdir()
    (place / "letter.txt").write_text("mine")
    assert opened(place) is None and named(place) and rescued(place) == []
    aside = put_in_place(place, Picked.at(filled))
    assert aside is not None and (aside / "letter.txt").read_text() == "mine"
    assert hands_at(place) == hands_at(filled)


