"""The app as it is in the pocket page, in-process: no server, no second thread, and a browser that
keeps the book. What is told to the page around it is written down here instead."""

import asyncio
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import scorepad.ui
from scorepad import document
from scorepad.config import Settings
from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.pocket.start import Pocket
from scorepad.service import Service, safety
from scorepad.service.safety import Picked
from scorepad.storage import Store
from scorepad.ui.app import main_for
from scorepad.ui.place import Looks
from tests.book.pages import NAMES
from tests.screens.conftest import Table
from tests.screens.driver import Driver, tap
from tests.screens.test_safety import Pick, pick

__all__ = ["pick"]  # a fixture

DAY = 24 * 60 * 60 * 1000
SHARED = {"share_files": {"status": "success", "raw": ""}}


class Around:
    """The page around Python: what it was told, but for what comes by itself, which is what is to
    be seen of the last sheet, and the number of hands; and what it says."""

    def __init__(self) -> None:
        self.told: list[dict[str, Any]] = []
        self.counted: list[int] = []
        self._listening: dict[str, Callable[..., object]] = {}

    def tell(self, message: dict[str, Any]) -> None:
        if message["kind"] == "hands":
            self.counted.append(message["hands"])
        elif message["kind"] != "glimpse":
            self.told.append(message)

    def hear(self, kind: str, act: Callable[..., object]) -> None:
        self._listening[kind] = act

    def has_kept(self, looks: str) -> None:
        self._listening["looks"](looks=looks)

    def is_able(self, *, share: bool = True, promised: bool | None = None, home: str = "") -> None:
        self._listening["able"](share=share, promised=promised, listens=False,
                                scans=False, home=home)

    def has_counted(self, hands: int) -> None:
        self._listening["counted"](hands=hands)

    def is_hidden(self) -> None:
        self._listening["hidden"]()


@pytest.fixture
def around(monkeypatch: pytest.MonkeyPatch) -> Around:
    """The page; nobody may use a thread."""
    around = Around()
    monkeypatch.setitem(sys.modules, "flet_js", around)

    async def none(*_: object) -> None:
        raise AssertionError("there is no second thread in the pocket")

    monkeypatch.setattr(asyncio, "to_thread", none)
    return around


@pytest.fixture
async def pocket(settings: Settings, around: Around):
    """Opens the app in the pocket at a route, in English, on a phone that can share."""
    opened: list[Driver] = []

    async def begin(route: str, *, share: bool = True, promised: bool | None = None,
                    home: str = "", counted: int = 0, **more: Any) -> Driver:
        place = Pocket()
        around.is_able(share=share, promised=promised, home=home)
        around.has_counted(counted)
        ui = await Driver.start(main_for(settings, place=place), route=route, language="en-GB",
                                platform="android", **more)
        opened.append(ui)
        return ui

    yield begin
    for ui in opened:
        await ui.stop()


def later(monkeypatch: pytest.MonkeyPatch, days: float) -> None:
    """The clock goes on."""
    before = safety.now
    monkeypatch.setattr(safety, "now", lambda: before() + round(days * DAY))


def sent(ui: Driver, method: str) -> list[dict[str, Any]]:
    return [arguments for name, arguments in ui.client.calls if name == method]


# --- what the place offers ----------------------------------------------------------------------


@pytest.mark.parametrize("promised, sentence", [
    (True, "has promised not to delete it"), (False, "has not promised to keep it"),
    (None, "is asked to keep it once the first hand is saved")])
async def test_the_book_says_whether_the_browser_keeps_it(promised, sentence, table: Table, pocket):
    ui = await pocket("/safety", promised=promised)
    assert ui.sees("kept in this browser, on this device") and ui.sees(sentence)
    assert ui.sees("There is no copy elsewhere yet.")
    assert not [text for text in ui.texts() if "/" in text and ".db" in text]


async def test_a_window_shows_a_path_and_offers_no_copy(table: Table, start, settings: Settings):
    ui = await start("/safety", web=False)
    assert ui.sees(str(settings.data / "book.db")) and not ui.find_all(identifier="share-copy")
    await ui.go(f"/evening/{table.evening}")
    await ui.tap(identifier="end-evening")
    assert not ui.find_all(identifier="share-copy")


async def test_an_evening_goes_out_by_the_share_sheet(table: Table, pocket):
    table.play(10, 20, 30, 60)
    ui = await pocket(f"/evening/{table.evening}", replies=SHARED)
    for kind, name, media in [
            ("pdf", "Evening-2026-11-20.pdf", "application/pdf"),
            ("hands", "Hands-2026-11-20.csv", "text/csv"),
            ("document", "Evening-2026-11-20.json.txt", "text/plain")]:
        await tap(ui, "papers", f"share-{kind}")
        [file] = sent(ui, "share_files")[-1]["files"]
        assert (file.name, file.mime_type) == (name, media)
    assert len(document.read(file.data).evenings[0].sheets[0].hands) == 1
    assert not sent(ui, "save_file")


async def test_where_the_browser_shares_nothing_it_is_saved(table: Table, pocket):
    ui = await pocket(f"/evening/{table.evening}", share=False)
    await ui.tap(identifier="papers")
    assert not ui.find_all(identifier="share-pdf") and ui.find_all(identifier="save-pdf")


async def test_a_share_that_is_refused_after_all_is_saved(table: Table, pocket, monkeypatch):
    ui = await pocket("/safety")
    monkeypatch.setattr(ui.client, "_answer", _refusing(ui, "share_files", "NotAllowedError"))
    await ui.tap(identifier="share-copy")
    [saved] = sent(ui, "save_file")
    assert re.fullmatch(r"scorepad-\d{4}-\d\d-\d\d\.entries\.txt", saved["file_name"])
    assert ui.sees("A copy was made")


def _refusing(ui: Driver, method: str, why: str) -> Callable[[Any], None]:
    answer = ui.client._answer

    def answered(call: Any) -> None:
        if call.name != method:
            return answer(call)
        ui.session.handle_invoke_method_results(call.control_id, call.call_id, None, why)
    return answered


# --- what is in the book -------------------------------------------------------------------------


@pytest.mark.parametrize("home, sentence", [
    ("browser", "deletes everything after seven days without a visit"),
    ("app", "What you began in the browser comes here with a copy"),
    ("", "Everything is kept in this browser, on this device.")])
async def test_before_the_first_evening_it_says_where_the_book_is_kept(home, sentence, pocket):
    ui = await pocket("/", home=home)
    assert ui.sees(sentence)


async def test_an_app_begins_with_a_copy_from_the_browser(around: Around, pocket, pick: Pick,
                                                          tmp_path: Path):
    browser = Service(Store.open(f"sqlite:///{tmp_path / 'browser.db'}"))
    evening = Table.of(browser, KALTER_SCHLAG, NAMES).evening
    copy = browser.meetings.entries().encode()
    browser.close()
    ui = await pocket("/", home="app")
    await pick(ui, "take-in-copy", "copy.entries.txt", copy)
    await ui.tap(identifier="import")
    await ui.go("/")
    assert ui.find_all(identifier=f"evening-{evening}")


# --- copies -------------------------------------------------------------------------------------


async def test_after_an_evening_a_copy_with_its_history_goes_out_with_one_tap(
        table: Table, pocket, tmp_path: Path):
    table.play(10, 20, 30, 60)
    ui = await pocket(f"/evening/{table.evening}", replies=SHARED)
    assert not ui.find_all(identifier="share-copy")
    await tap(ui, "end-evening", "end-anyway")
    ui.taps = 0
    await ui.tap(identifier="share-copy")
    assert ui.taps == 1
    [shared] = sent(ui, "share_files")
    [copy] = shared["files"]
    assert copy.mime_type == "text/plain" and copy.name.endswith(".entries.txt")
    other = Service(Store.open(f"sqlite:///{tmp_path / 'other.db'}"))
    other.meetings.take(other.meetings.preview(Picked(copy.name, content=copy.data)))
    assert document.write(other.export()) == document.write(table.service.export())
    other.close()
    assert not ui.find_all(identifier="share-copy")
    await ui.go("/safety")
    assert ui.sees("The last copy was made: ")


async def test_a_copy_that_was_not_sent_is_still_offered(table: Table, pocket):
    ui = await pocket(f"/evening/{table.evening}",
                      replies={"share_files": {"status": "dismissed", "raw": ""}})
    await tap(ui, "end-evening", "share-copy")
    assert ui.find_all(identifier="share-copy") and not ui.sees("A copy was made")


async def test_it_can_be_put_off_and_that_is_remembered(table: Table, pocket, monkeypatch):
    ui = await pocket(f"/evening/{table.evening}")
    await tap(ui, "end-evening", "copy-later")
    assert not ui.find_all(identifier="share-copy")
    again = await pocket("/")
    assert not again.find_all(identifier="share-copy")
    later(monkeypatch, 7.1)
    await again.go("/safety")
    await again.go("/")
    assert again.find_all(identifier="share-copy")


@pytest.mark.parametrize("days, offered", [(6.9, False), (7.1, True), (-1, True)])
async def test_a_week_after_the_last_copy_it_is_offered(days, offered, table: Table, pocket,
                                                        monkeypatch):
    """Also where the clock has been set back since."""
    table.service.copies.made()
    later(monkeypatch, days)
    ui = await pocket("/")
    assert bool(ui.find_all(identifier="share-copy")) == offered


async def test_an_empty_book_offers_nothing(service: Service, pocket, monkeypatch):
    ui = await pocket("/")
    later(monkeypatch, 30)
    await ui.go("/preferences")
    await ui.go("/")
    assert not ui.find_all(identifier="share-copy")


async def test_an_export_of_everything_is_a_copy_too(table: Table, pocket):
    ui = await pocket("/safety", replies={"save_file": "x"})
    await ui.tap(identifier="export")
    assert ui.sees("The last copy was made: ")


@pytest.mark.parametrize("raw", [None, [], {"since": "yesterday"}, {"since": 1, "made": 2}, 7])
def test_what_nobody_can_read_is_forgotten(raw, table: Table):
    table.service.keep(safety.KEY, raw)
    assert not table.service.copies.is_due() and table.service.copies.last is None


# --- what the page is told ----------------------------------------------------------------------


async def test_the_page_knows_while_a_hand_is_half_typed(table: Table, pocket, around: Around):
    ui = await pocket(table.route)
    assert around.told == []
    await tap(ui, "seat-0", "digit-6")
    assert around.told == [{"kind": "typing", "whether": True}]
    await tap(ui, "digit-6", "save")
    assert around.told[1:] == [{"kind": "persist"}, {"kind": "typing", "whether": False}]


async def test_a_hand_that_was_half_typed_before_a_reload_counts(table: Table, pocket,
                                                                 around: Around):
    ui = await pocket(table.route)
    await tap(ui, "seat-0", "digit-6")
    del around.told[:]
    again = await pocket(table.route)
    assert around.told == [{"kind": "typing", "whether": True}]
    await again.go("/")  # it is kept, and nobody is typing it
    assert around.told[1:] == [{"kind": "typing", "whether": False}]


async def test_the_phone_keeps_its_looks_and_the_book_does_not(
        service: Service, pocket, around: Around):
    ui = await pocket("/preferences")
    await ui.tap(identifier="language-de")
    [kept] = around.told
    assert kept["kind"] == "looks" and service.kept("language") is None
    place = Pocket()
    around.has_kept(kept["looks"])
    assert place.looks() == Looks(language="de")
    around.has_kept("")
    assert place.looks() is None


# --- long work ----------------------------------------------------------------------------------


async def test_work_goes_on_beside_everything_else(table: Table, pocket, around: Around):
    """A check, and a heart that beats meanwhile: without a thread, on the one loop."""
    from scorepad.system.steps import Steps, stepwise
    from scorepad.ui import hooks, place

    ui = await pocket("/")
    beats = 0

    @stepwise
    def long() -> Steps[str]:
        for _ in range(50):
            end = asyncio.get_running_loop().time() + 0.002
            while asyncio.get_running_loop().time() < end:
                pass
            yield
        return "done"

    async def beat() -> None:
        nonlocal beats
        while True:
            beats += 1
            await asyncio.sleep(0)

    assert not place.here().has_threads and ui.page
    heart = asyncio.ensure_future(beat())
    assert await hooks.done(long) == "done"
    heart.cancel()
    assert beats >= 5


async def test_everything_in_the_book_works_without_a_thread(table: Table, pocket,
                                                             settings: Settings):
    table.play(10, 20, 30, 60)
    ui = await pocket("/safety/check")
    assert ui.sees("Nothing is wrong.")
    await ui.go("/statistics")
    assert ui.sees("Anne") and ui.find_all(identifier="months-Anne")
    await ui.tap(identifier="year-2026")
    await tap(ui, "papers", "save-pdf")
    assert sent(ui, "save_file")[0]["src_bytes"].startswith(b"%PDF")


async def test_an_exported_book_comes_in_by_the_file_picker(table: Table, pocket,
                                                            settings: Settings, tmp_path: Path):
    table.play(10, 20, 30, 60)
    raw = json.loads(document.write(table.service.export()))
    raw["evenings"][0]["id"] = "another-evening"
    sheet = raw["evenings"][0]["sheets"][0]
    sheet["id"] = "another-sheet"
    for number, hand in enumerate(sheet["hands"]):
        hand["id"] = f"another-{number}"
    ui = await pocket("/safety")
    [tapped] = [control.content for control in ui.find_all(identifier="import-file")]
    picker = next(service for service in ui.page._services._services
                  if service._i == tapped.action.service_id)
    assert tapped.action.with_data
    content = json.dumps(raw).encode()
    await ui.fire(picker, "result", {"files": [
        {"id": 1, "name": "club.json.txt", "size": len(content), "path": None, "bytes": content}]})
    await ui.tap(identifier="import")
    assert len(table.service.evenings()) == 2 and ui.sees("Imported.")


def test_only_one_place_uses_threads():
    """Wherever else one is asked for, the pocket page stands still."""
    folder = Path(scorepad.ui.__file__).parent
    users = {path.name for path in folder.rglob("*.py")
             if re.search(r"to_thread|run_in_executor|ThreadPool", path.read_text("utf-8"))}
    assert users == {"hooks.py"}
