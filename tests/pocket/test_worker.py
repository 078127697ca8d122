"""Python's worker in a real Chromium, with a stand-in for Python: what becomes of the snapshot
where there is little memory, or little room."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.looking import running
from tests.pocket.conftest import beside_the_modules

pytestmark = pytest.mark.browser

PYTHON = """
    export async function loadPyodide() {
        let flet_js;
        const FS = { mkdirTree() {}, mount() {}, filesystems: { WORKERFS: {} } };
        return {
            FS, _api: {}, _module: {}, globals: new Map(),
            registerJsModule: (_, module) => { flet_js = module; },
            runPython() {},
            makeMemorySnapshot() { MAKE; },
            async runPythonAsync() {
                flet_js.start_connection = () => {};
                RUN;
            },
        };
    }
"""
MAKE = 'postMessage({ kind: "made" }); return new Uint8Array(1)'

ONCE_KEPT = """
    let snapshot = null;
    for (; !snapshot; await new Promise(later => setTimeout(later, 50)))
        for (const name of (await caches.keys()).filter(each => each.includes("snapshot")))
            [snapshot] = await (await caches.open(name)).keys();
"""
"""Python runs once its snapshot is kept."""

FULL = ONCE_KEPT + """
    const remove = CacheStorage.prototype.delete, put = IDBObjectStore.prototype.put;
    let full = true;
    CacheStorage.prototype.delete = function (name) {
        full &&= !ROOM;
        return remove.call(this, name);
    };
    IDBObjectStore.prototype.put = function (...given) {
        if (full) throw new DOMException("", "QuotaExceededError");
        return put.apply(this, given);
    };
    flet_js.tell({ toJs: () => ({ kind: "settled" }) })
"""
"""What is told next is told once what was written is in the database, and that has no room until
something goes."""

NO_FILES = """
    FileSystemFileHandle.prototype.createSyncAccessHandle =
        () => Promise.reject(new DOMException("", "NotSupportedError"));
"""

START = """
    ([anew, count]) => new Promise(answer => {
        const worker = new Worker("worker.js", { type: "module" }), said = [];
        worker.onmessage = ({ data }) => {
            said.push(data.kind);
            if (said.length < count && data.kind !== "failed") return;
            worker.terminate();
            answer(said);
        };
        worker.postMessage({ kind: "start", documentUrl: "", language: "de", book: "trial", anew });
    })
"""
"""The first things that the worker says; fewer where it fails."""

EMPTY = "PK\5\6" + 18 * "\0"
"""An archive."""


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Callable[..., Page]]:
    """Opens a page beside a worker whose Python makes a snapshot, and runs, in some way."""
    with running() as chromium:
        hosts = []

        def opened(make: str = MAKE, run: str = "", before: str = "") -> Page:
            files = dict.fromkeys(("library.txt", "code.txt", "data.txt", "app.txt"), EMPTY) | {
                "pyodide/pyodide.asm.mjs": "export default null;",
                "pyodide/pyodide.mjs": before + PYTHON.replace("MAKE", make).replace("RUN", run),
                "trial.html": "<!doctype html><title>Trial</title>"}
            hosts.append(beside_the_modules(tmp_path, files))
            page = chromium.new_context().new_page()
            page.goto(f"{hosts[-1].__enter__()}trial.html")
            return page

        yield opened
        for host in hosts:
            host.__exit__(None, None, None)


def test_a_start_needs_no_memory_for_a_snapshot(page: Callable[..., Page]):
    assert page("throw new RangeError('no memory')").evaluate(START, [False, 1]) == ["ready"]


def test_after_a_start_without_an_end_none_is_made(page: Callable[..., Page]):
    trial = page()
    assert trial.evaluate(START, [True, 1]) == ["ready"]
    assert trial.evaluate(START, [False, 2]) == ["made", "ready"]


def test_a_damaged_archive_costs_no_snapshot(page: Callable[..., Page]):
    """Once it has come again, the next start has what was kept of Python."""
    trial = page(run=ONCE_KEPT)
    assert trial.evaluate(START, [False, 2]) == ["made", "ready"]
    trial.context.route("**/code.txt", lambda route: route.fulfill(body="no archive"))
    assert trial.evaluate(START, [False, 1]) == ["failed"]
    assert trial.evaluate("""async () => {
        const [name] = (await caches.keys()).filter(each => each.includes("snapshot"));
        return (await (await caches.open(name)).keys()).length;
    }""") == 1


@pytest.mark.parametrize("helps", [True, False])
def test_the_snapshot_goes_before_the_book_has_no_room(helps: bool, page: Callable[..., Page]):
    room = 'name.includes("snapshot")' if helps else "false"
    said = page(run=FULL.replace("ROOM", room), before=NO_FILES).evaluate(START, [False, 3])
    assert set(said) == {"made", "ready", "settled" if helps else "full"}
