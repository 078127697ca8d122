"""The book's own screens, driven in-process: backups, restoring, importing, checking."""

import json
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path

import flet as ft
import pytest

from scorepad.config import Settings
from scorepad.games.kalter_schlag import Durchmarsch
from scorepad.service import Service
from tests.screens.conftest import Start, Table
from tests.screens.driver import Driver

Pick = Callable[..., Awaitable[None]]


@pytest.fixture
def book(settings: Settings) -> Path:
    return settings.data / "book.db"


@pytest.fixture
def pick() -> Pick:
    """Chooses a file in the dialog that a row of the screen opens, as a browser answers."""
    async def choose(ui: Driver, row: str, name: str, content: bytes) -> None:
        [tapped] = [control.content for control in ui.find_all(identifier=row)]
        picker = next(service for service in ui.page._services._services
                      if service._i == tapped.action.service_id)
        await ui.fire(picker, "result", {"files": [
            {"id": 1, "name": name, "size": len(content), "path": None, "bytes": content}]})
    return choose


def backups(book: Path) -> list[str]:
    return sorted(path.name for path in (book.parent / "backups").glob("*.db"))


def rows(ui: Driver) -> list[ft.Control]:
    return ui.find_all(where=lambda control: str(
        getattr(control, "identifier", "")).startswith("backup-"))


def hands(service: Service, sheet: str) -> int:
    service.refresh()
    return len(service.sheet(sheet).score.lines)


# --- backups --------------------------------------------------------------------------------------


async def test_a_start_after_a_change_makes_one_backup_and_the_next_start_none(
        table: Table, start: Start, book: Path):
    table.play(66, 30, 24, 0)
    await start("/")
    [first] = backups(book)
    await start("/")
    assert backups(book) == [first]
    table.play(66, 30, 24, 0)
    await start("/")
    assert len(backups(book)) == 2


async def test_an_empty_book_is_not_backed_up(start: Start, book: Path):
    ui = await start("/safety")
    assert backups(book) == [] and ui.sees("There are none yet.")


async def test_the_backup_of_this_start_is_in_the_list_with_what_it_holds(
        table: Table, start: Start):
    table.play(66, 30, 24, 0)
    ui = await start("/safety")
    assert len(rows(ui)) == 1 and ui.sees("1 evening, 1 sheet, 1 hand, 4 players")


async def test_a_backup_that_cannot_be_made_is_told_and_the_book_goes_on(
        table: Table, start: Start, book: Path):
    (book.parent / "backups").write_text("a file")
    ui = await start(table.route)
    assert ui.sees("No backup was made.") and ui.sees("Kalter Schlag")


async def test_everything_is_exported(table: Table, start: Start):
    table.play(66, 30, 24, 0)
    ui = await start("/safety")
    await ui.tap(identifier="export")
    [(_, said)] = [call for call in ui.client.calls if call[0] == "save_file"]
    assert len(json.loads(said["src_bytes"])["evenings"][0]["sheets"][0]["hands"]) == 1


# --- restoring ------------------------------------------------------------------------------------


async def test_another_session_shows_what_was_restored(table: Table, start: Start):
    table.play(66, 30, 24, 0)
    ui = await start("/safety")
    table.play(0, 30, 24, 66)
    other = await start(table.route)
    assert other.find_all(identifier="hand-2")
    await ui.tap(rows(ui)[-1])  # the other program has made one with both hands
    await ui.tap(identifier="restore")
    await other.settle()
    await other.go("/")
    await other.go(table.route)
    assert other.find_all(identifier="hand-1") and not other.find_all(identifier="hand-2")


async def test_what_belongs_to_the_device_stays(table: Table, start: Start, service: Service):
    ui = await start("/safety")
    service.keep("theme", "dark")
    table.play(66, 30, 24, 0)
    await ui.tap(rows(ui)[0])
    await ui.tap(identifier="restore")
    assert service.kept("theme") == "dark" and hands(service, table.sheet) == 0


async def test_a_file_of_another_device_is_restored(
        table: Table, start: Start, service: Service, book: Path, pick: Pick, tmp_path: Path):
    ui = await start("/safety")
    content = (book.parent / "backups" / backups(book)[0]).read_bytes()
    table.play(66, 30, 24, 0)
    await pick(ui, "restore-file", "stick.db", content)
    assert ui.sees("stick.db") and ui.sees("Will be removed: 1 hand.")
    await ui.tap(identifier="restore")
    assert hands(service, table.sheet) == 0


@pytest.mark.parametrize(("content", "sentence"), [
    (b"", "stick.db is empty: there is no book in it."),
    (b"\x89PNG\r\n", "stick.db is not a Scorepad book."),
    (b'{"format": "scorepad/1"}', "stick.db is an export, not a backup."),
    (b"SQLite format 3\0" + bytes(100), "stick.db is damaged, so it cannot be restored."),
])
async def test_a_file_that_is_none_says_so_and_offers_no_button(
        table: Table, start: Start, pick: Pick, content: bytes, sentence: str):
    ui = await start("/safety")
    await pick(ui, "restore-file", "stick.db", content)
    assert ui.sees(sentence) and not ui.find_all(identifier="restore")


async def test_an_export_that_was_chosen_to_restore_can_be_imported(
        table: Table, start: Start, pick: Pick):
    ui = await start("/safety")
    await pick(ui, "restore-file", "a.json", EVENING)
    await ui.tap(identifier="import-instead")
    assert ui.sees("New: 1 evening, 1 sheet, 1 hand")


async def test_without_a_chosen_file_the_screen_says_what_to_do(start: Start):
    assert (await start("/safety/restore")).sees("Choose the file again.")
    assert (await start("/safety/import")).sees("Choose the file again.")


# --- importing ------------------------------------------------------------------------------------

EVENING = json.dumps({"format": "scorepad/1", "evenings": [{
    "id": "e", "date": "2026-11-19", "sheets": [{
        "id": "s", "game": "kalter-schlag", "players": ["Anne", "Bert", "Cem", "Dora"], "hands": [
            {"id": "h", "augen": {"Anne": 66, "Bert": 30, "Cem": 24, "Dora": 0}}]}]}]}).encode()


async def test_a_file_is_looked_at_imported_and_undone(
        table: Table, start: Start, service: Service, pick: Pick):
    ui = await start("/safety")
    await pick(ui, "import-file", "a.json", EVENING)
    assert ui.sees("New: 1 evening, 1 sheet, 1 hand")
    await ui.tap(identifier="import")
    service.refresh()
    assert len(service.evenings()) == 2 and ui.sees("Imported.")
    await ui.tap(text="Undo")
    service.refresh()
    assert len(service.evenings()) == 1


async def test_what_a_file_tells_otherwise_is_said_and_taken_on_the_sheet(
        table: Table, start: Start, service: Service, pick: Pick):
    ui = await start("/safety")
    await pick(ui, "import-file", "a.json", EVENING)
    await ui.tap(identifier="import")
    await ui.go("/safety")
    await pick(ui, "import-file", "a.json", EVENING)
    assert ui.sees("Nothing new: all of it is in the book.")
    assert not ui.find_all(identifier="import")
    await ui.go("/safety")
    await pick(ui, "import-file", "b.json", EVENING.replace(b"66", b"60").replace(b"30", b"36"))
    assert ui.sees("19 November 2026, Kalter Schlag: hand 1 is told otherwise. The sheet will show "
                   "what was also said.")
    await ui.tap(identifier="import")
    service.refresh()
    assert service.sheet("s").score.lines[0].points == (70, 0, 0, 0)
    ui = await start("/evening/e/sheet/s")
    assert ui.sees("Also said: Anne 60, Bert 36, Cem 24, Dora 0")
    await ui.tap(identifier="also-1-0")
    service.refresh()
    # 60 of Anne's, without Jungfern and Kontra: she writes 60.
    assert service.sheet("s").score.lines[0].points == (60, 0, 0, 0)


async def test_what_was_corrected_or_undone_since_stays(
        table: Table, start: Start, service: Service, pick: Pick):
    ui = await start("/safety")
    await pick(ui, "import-file", "a.json", EVENING)
    await ui.tap(identifier="import")
    service.refresh()
    hand = service.sheet("s").score.lines[0].record
    service.amend("s", "h", hand._replace(hand=Durchmarsch(1)))
    for _ in range(2):
        await ui.go("/safety")
        await pick(ui, "import-file", "a.json", EVENING)
        assert ui.sees("Nothing new: all of it is in the book.")
        assert not ui.find_all(identifier="import")
        service.undo("s")
        service.undo("s")


async def test_another_file_is_chosen_at_once(table: Table, start: Start, pick: Pick):
    ui = await start("/safety")
    await pick(ui, "import-file", "a.json", EVENING.replace(b"66", b"64"))
    assert ui.sees("This file cannot be imported:")
    await pick(ui, "import-another", "b.json", EVENING)
    assert ui.page.route == "/safety/import"
    assert ui.sees("b.json") and ui.sees("New: 1 evening, 1 sheet, 1 hand")
    assert not ui.sees("This file cannot be imported:")


async def test_a_hand_that_was_impossible_in_another_book_is_named_and_taken(
        table: Table, start: Start, service: Service, pick: Pick):
    ui = await start("/safety")
    await pick(ui, "import-file", "a.json", EVENING.replace(b"66", b"64").replace(
        b'"id": "h"', b'"id": "h", "impossible": true'))
    assert ui.sees("1 hand could not have been played. It scores nothing:")
    assert ui.sees("evenings[0].sheets[0].hands[0].augen: 118 in all – 2 Augen are missing")
    await ui.tap(identifier="import")
    service.refresh()
    [line] = service.sheet("s").score.lines
    assert line.points == (0, 0, 0, 0) and line.problems


OLDER = {"id": "h", "spielmacher": "Anne", "augen": {"Anne": 49, "Bert": 0}, "matsch": "Bert",
         "meldungen": {"Anne": ["vier-asse"], "Bert": []}}


def by_an_older_program(**changes: object) -> bytes:
    """An evening of Cinq-Cents with a hand that is refused today, or as these changes say."""
    return json.dumps({"format": "scorepad/1", "evenings": [{
        "id": "e", "date": "2026-11-19", "sheets": [{
            "id": "s", "game": "cinq-cents", "players": ["Anne", "Bert"],
            "hands": [{**OLDER, **changes}]}]}]}).encode()


async def test_a_hand_that_an_older_program_took_comes_in_but_corrects_nothing(
        table: Table, start: Start, service: Service, pick: Pick):
    ui = await start("/safety")
    await pick(ui, "import-file", "a.json", by_an_older_program())
    assert ui.sees("1 hand would be refused today. It keeps its points:")
    assert ui.sees(told := "evenings[0].sheets[0].hands[0].augen: 49 in all – "
                            "with these melds 18 cards have at least 50")
    await ui.tap(identifier="import")
    await ui.go("/safety")
    await pick(ui, "import-file", "a.json", by_an_older_program(augen={"Anne": 90, "Bert": 0}))
    await ui.tap(identifier="import")
    service.refresh()
    [(hand, [saying])] = service.sheet("s").also.items()
    service.meetings.agree("s", hand, saying)
    before = service.sheet("s").score.lines
    await ui.go("/safety")
    await pick(ui, "import-file", "a.json", by_an_older_program())
    assert ui.sees("Nothing new: all of it is in the book.") \
        and not ui.sees(told)
    assert not ui.find_all(identifier="import")
    service.refresh()
    assert service.sheet("s").score.lines == before


async def test_a_note_of_stars_that_is_odd_is_named_and_taken(
        table: Table, start: Start, service: Service, pick: Pick):
    """S2, Sterne, 21.05.2008: snacks count that come with a Kasten."""
    ui = await start("/safety")
    evening = json.loads(EVENING)
    evening["evenings"][0]["stars"] = [{"player": "Anne", "event": "knabberzeug"}]
    await pick(ui, "import-file", "a.json", json.dumps(evening).encode())
    assert ui.sees("1 note of stars is worth a second look. It counts:")
    assert ui.sees("evenings[0].stars[0]: Anne brought snacks but no Kasten: the rules count the "
                   "snacks that come with one.")
    await ui.tap(identifier="import")
    service.refresh()
    [noted] = service.export(["e"]).evenings[0].stars
    assert noted.player == "Anne"
    await ui.go("/safety/check")
    texts = [text.value for text in ui.find_all(kind=ft.Text)]
    heading = texts.index("1 remark, which is no fault:")
    assert texts.index("Nothing is wrong.") < heading and "no Kasten" in texts[heading + 1]


async def test_keeping_the_book_and_exchanging_it_are_two_groups(table: Table, start: Start):
    texts = [text.value for text in (await start("/safety")).find_all(kind=ft.Text)]
    there = [texts.index(each) for each in (
        "Back up and bring back", "Back up to a file", "Restore from a file", "Check the book",
        "Exchange with others", "Export everything", "Import a file", "Hand on this book")]
    assert there == sorted(there)


async def test_a_bad_file_is_named_with_its_place(table: Table, start: Start, pick: Pick):
    ui = await start("/safety")
    await pick(ui, "import-file", "a.json", EVENING.replace(b"66", b"64"))
    assert ui.sees("evenings[0].sheets[0].hands[0].augen: 118 in all – 2 Augen are missing")
    await ui.go("/safety")
    await pick(ui, "import-file", "a.png", b"\x89PNG")
    assert ui.sees("a.png is not a Scorepad book.")


# --- checking -------------------------------------------------------------------------------------


async def test_a_sound_book_has_nothing_wrong(table: Table, start: Start):
    table.play(66, 30, 24, 0)
    ui = await start("/safety/check")
    assert ui.sees("Nothing is wrong.")
    assert ui.sees("7 entries, 4 players, 1 evening, 1 sheet, 1 hand")


async def test_what_is_wrong_is_listed(table: Table, start: Start, book: Path):
    with sqlite3.connect(book) as opened:
        opened.execute("DROP TRIGGER fact_no_delete")
    opened.close()
    ui = await start("/safety/check")
    assert ui.sees('the protection "fact_no_delete" is missing') and ui.sees("Something is wrong.")
