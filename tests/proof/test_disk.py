"""The disk is full or fails: a sentence and a way on, and nothing is lost that was saved before."""

import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scorepad import document
from scorepad.config import url_of_book
from scorepad.games.kalter_schlag import KALTER_SCHLAG, Durchmarsch, Ramsch
from scorepad.service import Service
from scorepad.service.check import check
from scorepad.service.safety import Picked
from scorepad.service.views import NewEvening
from scorepad.storage import StorageFault, Store
from tests.book.pages import NAMES
from tests.command import call, start as start_command
from tests.proof.conftest import Note
from tests.proof.disks import Disk, FailingDisk, LimitedFiles, failing_disk, small_disk
from tests.screens.conftest import Start, Table, settings as settings, start as start
from tests.screens.driver import tap

HAND = Ramsch((66, 30, 24, 0))


@pytest.fixture(params=["small", "limited"])
def disk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Disk]:
    """A disk that can be full."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if request.param == "limited":
        yield LimitedFiles(folder)
        return
    with small_disk(folder) as mounted:
        yield mounted


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed book: three evenings of thirty hands each."""
    path = tmp_path_factory.mktemp("book") / "book.db"
    service = Service(Store.open(f"sqlite:///{path}"), "Anne")
    for day in (1, 2, 3):
        sheet = service.open_sheet(NewEvening(date(2026, 11, day), "Altona"), KALTER_SCHLAG, NAMES,
                                   stake=50)
        for number in range(30):
            service.record(sheet, Durchmarsch(number % 4) if number % 3 == 2 else HAND)
    service.close()
    return path


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, disk: Disk) -> Path:
    """The book that the command line opens: on the disk."""
    monkeypatch.setenv("FLET_APP_STORAGE_DATA", str(disk.folder))
    monkeypatch.delenv("SCOREPAD_DATABASE_URL", raising=False)
    return disk.folder / "book.db"


def hands_of(service: Service) -> list[tuple[str, Any]]:
    """Every hand of a book, by its id."""
    return [(hand.stamp.id, hand.hand) for evening in service.export().evenings
            for sheet in evening.sheets for hand in sheet.hands]


def hands_at(book: Path) -> list[tuple[str, Any]]:
    """The same of a file."""
    with closing(Service(Store.open(f"sqlite:///{book}"))) as service:
        return hands_of(service)


def one_sentence(fault: StorageFault) -> bool:
    """Whether it is told as people are told something."""
    said = str(fault.message)
    return bool(said) and "\n" not in said and "Traceback" not in said


def ended_well(done: Any) -> bool:
    """Whether a command did what it should; if not, it has said why in one line, with exit 2."""
    if done.code == 0:
        return True
    assert done.code == 2 and done.err.count("\n") == 1 and "Traceback" not in done.err, done
    return False


# --- full -----------------------------------------------------------------------------------------


@pytest.mark.rounds(short=6, full=150)
def test_full_while_hands_are_saved(disk: Disk, filled: Path, rounds: int, note: Note) -> None:
    """Hands are saved until there is no room: that is a sentence. What was saved before is there,
    and after room was made the very same hand is saved, in the same opened book."""
    full = 0
    for number in range(rounds):
        rng = Random(number)
        book = disk.folder / "book.db"
        book.write_bytes(filled.read_bytes())
        service = Service(Store.open(f"sqlite:///{book}"), "Anne")
        sheet = service.latest_sheet(KALTER_SCHLAG.id)
        assert sheet is not None
        service.sheet(sheet.sheet)
        saved = hands_of(service)
        with disk.full(rng.randrange(300_000)):
            try:
                for _ in range(100):
                    saved.append((service.record(sheet.sheet, HAND), HAND))
            except StorageFault as fault:
                full += 1
                assert one_sentence(fault) and "Nothing was changed" in str(fault.message)
                with pytest.raises(StorageFault):
                    service.record(sheet.sheet, HAND)
            assert hands_of(service) == saved
        saved.append((service.record(sheet.sheet, HAND), HAND))
        assert hands_of(service) == saved
        service.close()
        assert hands_at(book) == saved and check(book).findings == ()
        for left in disk.folder.iterdir():
            left.unlink()
    assert full
    note(f"disk full while saving, {type(disk).__name__}", full)


def backs_up(service: Service, folder: Path) -> None:
    service.safety.back_up_if_changed()


def backs_up_by_hand(service: Service, folder: Path) -> None:
    service.safety.back_up_to(folder / "stick.db")


def restores(service: Service, folder: Path) -> None:
    service.safety.restore(Picked.at(folder / "earlier.db"))


ACTS = {act.__name__: act for act in (backs_up, backs_up_by_hand, restores)}


@pytest.mark.rounds(short=5, full=150)
@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_full_while(act: Callable[[Service, Path], None], disk: Disk, filled: Path, rounds: int,
                    note: Note) -> None:
    """A backup is whole or not there; a restore happens or does not. Every file that was there
    before is there, and after room was made it can be done."""
    full = 0
    earlier = filled.read_bytes()
    for number in range(rounds):
        for left in sorted(disk.folder.rglob("*"), reverse=True):
            left.rmdir() if left.is_dir() else left.unlink()
        (disk.folder / "earlier.db").write_bytes(earlier)
        (disk.folder / "book.db").write_bytes(earlier)
        service = Service(Store.open(f"sqlite:///{disk.folder / 'book.db'}"), "Anne")
        service.safety.back_up_if_changed()
        [backup] = (disk.folder / "backups").glob("*.db")
        sheet = service.latest_sheet(KALTER_SCHLAG.id)
        assert sheet is not None
        service.record(sheet.sheet, HAND)
        before = hands_of(service)
        with disk.full(Random(number).randrange(250_000)):
            try:
                act(service, disk.folder)
            except StorageFault as fault:
                full += 1
                assert one_sentence(fault), fault
                service.refresh()
                assert hands_of(service) == before
                assert not (disk.folder / "stick.db").exists()
        assert hands_at(backup) == before[:-1]
        for each in (disk.folder / "backups").glob("*.db"):
            assert hands_at(each) in (before, before[:-1])
        act(service, disk.folder)
        service.refresh()
        assert hands_of(service) == (before[:-1] if act is restores else before)
        if act is backs_up_by_hand:
            assert hands_at(disk.folder / "stick.db") == before
        service.close()
        assert not list(disk.folder.rglob("*.part"))
    assert full
    note(f"disk full while it {act.__name__}, {type(disk).__name__}".replace("_", " "), full)


@pytest.mark.rounds(short=3, full=80)
def test_full_while_importing(disk: Disk, here: Path, filled: Path, tmp_path: Path, rounds: int,
                              note: Note) -> None:
    """All of a file is imported or nothing; afterwards the same import goes well."""
    with closing(Service(Store.open(f"sqlite:///{filled}"))) as service:
        text = document.write(service.export())
    (tmp_path / "evenings.json").write_text(text)
    full = 0
    for number in range(rounds):
        for left in sorted(disk.folder.rglob("*"), reverse=True):
            left.rmdir() if left.is_dir() else left.unlink()
        service = Service(Store.open(f"sqlite:///{here}"))
        service.open_sheet(NewEvening(date(2026, 11, 9)), KALTER_SCHLAG, NAMES)
        service.close()
        with disk.full(Random(number).randrange(150_000)):
            done = ended_well(call("import", tmp_path / "evenings.json"))
            full += not done
        assert len(hands_at(here)) == (90 if done else 0)
        assert ended_well(call("import", tmp_path / "evenings.json"))
        assert len(hands_at(here)) == 90 and check(here).findings == ()
    assert full
    note(f"disk full while importing, {type(disk).__name__}", full)


WRITTEN = {"export": ("export", "file.json"), "pdf": ("pdf", "--year", "2026", "file.pdf"),
           "csv": ("csv", "--year", "2026", "file.csv"), "rescue": ("rescue", "file.json"),
           "backup": ("backup", "file.db")}


@pytest.mark.rounds(short=2, full=40)
@pytest.mark.parametrize("command", WRITTEN.values(), ids=WRITTEN)
def test_full_while_a_file_is_written(command: tuple[str, ...], disk: Disk, here: Path,
                                      filled: Path, rounds: int, note: Note) -> None:
    """What lay at that place is still there, whole; nothing half written lies beside it. A disk
    without any room at all is enough: what was there before is in the way of nobody."""
    here.write_bytes(filled.read_bytes())
    target = disk.folder / command[-1]
    told = 0
    for number in range(rounds):
        target.write_text("what was there before")
        with disk.full(Random(number).randrange(1 if number % 2 else 40_000)):
            done = ended_well(call(*command[:-1], target))
            told += not done
        if not done:
            assert target.read_text() == "what was there before"
        assert not list(disk.folder.glob("*.part")) and hands_at(here)
        assert ended_well(call(*command[:-1], target)) and target.stat().st_size > 500
    assert told
    note(f"disk full while {command[0]} writes a file, {type(disk).__name__}", told)


def test_full_in_a_process_of_its_own(disk: Disk, here: Path, filled: Path) -> None:
    """The same from outside: one line, exit 2, no traceback; reading needs no room."""
    here.write_bytes(filled.read_bytes())
    environment = {"FLET_APP_STORAGE_DATA": str(disk.folder), "PYTHONDONTWRITEBYTECODE": "1"}
    with disk.full(0):
        for command in (("export", disk.folder / "x.json"), ("backup", disk.folder / "x.db")):
            assert not ended_well(start_command(*command, **environment))
        looked = start_command("check", **environment)
    assert (looked.code, looked.out.splitlines()[-1]) == (0, "Nothing is wrong.")


async def test_full_while_a_hand_is_saved_on_the_screen(
        disk: Disk, filled: Path, start: Start, settings: Any) -> None:
    """The sentence is shown and what was typed stays; after room was made the same tap saves it."""
    book = disk.folder / "book.db"
    book.write_bytes(filled.read_bytes())
    object.__setattr__(settings, "database", f"sqlite:///{book}")
    service = Service.open(settings)
    sheet = service.latest_sheet(KALTER_SCHLAG.id)
    assert sheet is not None
    table = Table(service, sheet.evening, sheet.sheet)
    before = len(table.score.lines)
    ui = await start(table.route)
    await tap(ui, "seat-0", "digit-6", "digit-6")
    with disk.full(0):
        await tap(ui, "save")
        assert ui.sees("Free some space and try again.") or ui.sees("has space, and try again."), \
            ui.texts()
        await tap(ui, "jungfer-3")
        assert ui.sees("Anne +130") and len(table.score.lines) == before
    await tap(ui, "save")
    assert len(table.score.lines) == before + 1
    assert table.score.lines[-1].record.hand == Ramsch((66, 0, 0, 0), (3,), 0) \
        or table.score.lines[-1].points == (130, 0, 0, 0)
    service.close()


# --- a disk that fails ----------------------------------------------------------------------------


@pytest.fixture
def failing(tmp_path: Path) -> Iterator[FailingDisk]:
    folder = tmp_path / "failing"
    folder.mkdir()
    with failing_disk(folder, tmp_path / "image") as disk:
        yield disk


def test_a_disk_that_fails_while_the_book_is_open(
        failing: FailingDisk, filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From one moment to the next nothing can be written, into open files neither: what was saved
    can still be looked at, checked, exported and backed up elsewhere, and there it goes on."""
    book = failing.folder / "book.db"
    book.write_bytes(filled.read_bytes())
    service = Service(Store.open(f"sqlite:///{book}"), "Anne")
    sheet = service.latest_sheet(KALTER_SCHLAG.id)
    assert sheet is not None
    service.record(sheet.sheet, HAND)
    saved = hands_of(service)
    assert len(saved) == 91
    subprocess.run(["sync", "-f", str(book)], check=True)
    failing.fail()
    for act in (lambda: service.record(sheet.sheet, HAND), lambda: service.keep("x", 1),
                service.safety.back_up_if_changed,
                lambda: service.safety.back_up_to(failing.folder / "stick.db"),
                lambda: service.safety.restore(Picked.at(filled))):
        with pytest.raises(StorageFault) as fault:
            act()
        assert one_sentence(fault.value), fault.value
    assert hands_of(service) == saved
    service.safety.back_up_to(tmp_path / "elsewhere.db")
    service.close()
    assert hands_at(tmp_path / "elsewhere.db") == saved
    monkeypatch.setenv("SCOREPAD_DATABASE_URL", url_of_book(book))
    assert ended_well(call("rescue", tmp_path / "rescued.json"))
    _, sheets = document.replayed((tmp_path / "rescued.json").read_bytes())
    assert sum(len(each.lines) for evening in sheets for each in evening) == 91
    for command in (("import", tmp_path / "rescued.json"), ("restore", filled)):
        assert not ended_well(call(*command))
