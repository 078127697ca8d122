"""Where the pocket page keeps the book: a folder or a database, with one promise.

In a real Chromium, without Python and Flutter: a worker imports the page's own modules and does
what it is told.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.looking import running
from tests.pocket.conftest import beside_the_modules

pytestmark = pytest.mark.browser

WORKER = """
    onmessage = async ({ data: [body, given] }) => {
        const body_of = (async () => {}).constructor;
        try { postMessage([await new body_of("given", body)(given)]); }
        catch (fault) { postMessage([null, fault.name, fault.why]); }
    };
"""

RUN = """
    ([body, given]) => new Promise(answer => {
        globalThis.worker?.terminate();
        globalThis.worker = new Worker("trial.js", { type: "module" });
        worker.onmessage = ({ data }) => answer(data);
        worker.postMessage([body, given]);
    })
"""
"""A worker for every trial; the one before is ended in the middle of what it does."""

OPEN = """
    const { openShelf } = await import("./shelf.js");
    const told = [];
    const refused = fault => {
        told.push(fault.name);
        return new Promise(again => { globalThis.again = again; });
    };
    const open = async () => (globalThis.shelf = await openShelf("trial", refused)).open();
    const kind = () => shelf.constructor.name;
    const hex = bytes =>  // long arrays of numbers take seconds to the tests
        [...bytes].map(byte => byte.toString(16).padStart(2, "0")).join("");
"""

NO_FILES = """
    FileSystemFileHandle.prototype.createSyncAccessHandle =
        () => Promise.reject(given.fault === "TypeError" ? new TypeError()
                                                         : new DOMException("", given.fault));
"""

DATABASE = NO_FILES.replace("given.fault", "'NotSupportedError'")
"""Before `OPEN`: a browser that has no files for a worker."""


class Trials:
    """A page beside the modules."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def answer(self, body: str, **given: Any) -> list[Any]:
        """What the body of a function answers in a worker, or null, the fault's name and why."""
        answer: list[Any] = self.page.evaluate(RUN, [body, given])
        return answer

    def run(self, body: str, **given: Any) -> Any:
        answer = self.answer(body, **given)
        assert len(answer) == 1, answer
        return answer[0]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with running() as browser:
        yield browser


@pytest.fixture
def trials(chromium: Browser, tmp_path: Path) -> Iterator[Trials]:
    files = {"trial.js": WORKER, "trial.html": "<!doctype html><title>Trial</title>"}
    with beside_the_modules(tmp_path, files) as address:
        context = chromium.new_context()
        page = context.new_page()
        page.goto(f"{address}trial.html")
        yield Trials(page)
        context.close()


DO = """
    const one = new Uint8Array(1), first = file => file.read(one, { at: 0 }) && one[0];
    const files = (await open()).sort((one, other) => first(one) - first(other)), read = [];
    while (files.length < 3) files.push(await shelf.add());
    for (const [kind, number, at, length, seed] of given.work) {
        const file = files[number];
        const bytes = Uint8Array.from({ length }, (_, place) => seed + place & 255);
        if (kind === "write") file.write(bytes, { at });
        if (kind === "truncate") file.truncate(at);
        if (kind === "flush") file.flush();
        if (kind === "read") read.push(hex(bytes.subarray(0, file.read(bytes, { at }))));
    }
    await shelf.settled();
    return [kind(), read, files.map(file => file.getSize())];
"""

ALL = """
    return (await open()).map(file => {
        const all = new Uint8Array(file.getSize());
        file.read(all, { at: 0 });
        return hex(all);
    }).filter(all => all.length);
"""


@pytest.mark.parametrize(("before", "where"), [("", "Folder"), (DATABASE, "Database")])
@pytest.mark.parametrize("seed", range(2))
def test_a_file_is_what_was_written(trials: Trials, before: str, where: str, seed: int):
    """Written, cut and read at random places, and begun anew again and again: as in memory."""
    rng = Random(seed)
    files = [bytearray([number]) for number in range(3)]  # told apart by how they begin
    work: list[tuple[str, int, int, int, int]] = [
        ("write", number, 0, 1, number) for number in range(3)]
    for _ in range(3):
        expected = []
        for _ in range(60):
            number = rng.randrange(3)
            file, at = files[number], rng.randrange(1, 30_000)
            length, start = rng.choice((1, 24, 512, 4096, 9000)), rng.randrange(256)
            match kind := rng.choice(("write", "write", "write", "truncate", "read", "flush")):
                case "write":
                    file.extend(bytes(max(0, at + length - len(file))))
                    file[at:at + length] = bytes(
                        (start + place) & 255 for place in range(length))
                case "truncate":
                    del file[at:]
                    file.extend(bytes(at - len(file)))
                case "read":
                    expected.append(file[at:at + length].hex())
            work.append((kind, number, at, length, start))
        kind, read, _sizes = trials.run(before + OPEN + DO, work=work)
        assert kind == where
        assert read == expected
        assert sorted(trials.run(OPEN + ALL)) == [file.hex() for file in files]
        work = []



@pytest.mark.parametrize("fault", ["TypeError", "SecurityError", "NotSupportedError"])
def test_where_a_worker_has_no_files_there_is_a_database(trials: Trials, fault: str):
    assert trials.run(NO_FILES + OPEN + "await open(); return kind();", fault=fault) == "Database"


@pytest.mark.parametrize("fault", ["UnknownError", "QuotaExceededError", "InvalidStateError",
                                   "NoModificationAllowedError", "AbortError"])
def test_a_passing_fault_begins_no_other_book(trials: Trials, fault: str):
    """The next time the folder is there, and so must be what was written before."""
    assert trials.answer(NO_FILES + OPEN + "await open();", fault=fault)[1] == fault
    assert trials.run(OPEN + "await open(); return kind();") == "Folder"


@pytest.mark.parametrize("refuses", [
    """StorageManager.prototype.getDirectory =
           () => Promise.reject(new DOMException("", "SecurityError"));""",
    """delete StorageManager.prototype.getDirectory;
       const put = IDBObjectStore.prototype.put;
       IDBObjectStore.prototype.put = function (value, key) {
           if (!(value instanceof Blob)) return put.call(this, value, key);
           const request = {};
           this.transaction.addEventListener("abort", event => event.stopPropagation());
           Object.defineProperty(request, "onerror", { set: act => {
               request.error = new DOMException("", "UnknownError");
               act();
               this.transaction.abort();
           }});
           return request;
       };"""])
def test_a_private_window_keeps_nothing(trials: Trials, refuses: str):
    """Firefox refuses the folder there, and WebKit blobs; their databases end with the window."""
    assert trials.answer(refuses + OPEN + "await open();") == [None, "SecurityError", "private"]
    assert trials.run("const { openShelf } = await import('./shelf.js');"
                      "return (await openShelf('trial')).constructor.name;") == "Folder"


KEEP = """
    await open();
    const file = await shelf.add();
    file.write(new Uint8Array([6, 6]), { at: 0 });
    file.flush();
    await shelf.settled();
    return kind();
"""


def test_a_book_stays_in_the_database_where_it_was_begun(trials: Trials):
    assert trials.run(DATABASE + OPEN + KEEP) == "Database"
    assert trials.run(OPEN + ALL) == ["0606"]


@pytest.mark.parametrize("lacking", [
    DATABASE, "StorageManager.prototype.getDirectory = undefined;"])
def test_no_empty_book_is_begun_beside_one_in_a_folder(trials: Trials, lacking: str):
    assert trials.run(OPEN + KEEP) == "Folder"
    assert trials.answer(lacking + OPEN + "await open();")[1] == "NotSupportedError"
    assert trials.run(OPEN + ALL) == ["0606"]


def test_what_the_database_refused_is_written_when_there_is_room(trials: Trials):
    """And until then nobody hears that it was; what comes after it does not overtake it."""
    assert trials.run(DATABASE + OPEN + KEEP) == "Database"
    trials.page.evaluate("() => { globalThis.heard = []; }")
    started = trials.page.evaluate("""
        body => new Promise(answer => {
            globalThis.worker.terminate();
            globalThis.worker = new Worker("trial.js", { type: "module" });
            worker.onmessage = ({ data }) => { heard.push(data); answer(data); };
            worker.postMessage([body, {}]);
        })""", DATABASE + OPEN + """
            const [file] = await open();
            const put = IDBObjectStore.prototype.put;
            globalThis.full = true;
            IDBObjectStore.prototype.put = function (...given) {
                if (full) throw new DOMException("", "QuotaExceededError");
                return put.apply(this, given);
            };
            file.write(new Uint8Array(300000).fill(7), { at: 0 });
            file.flush();
            globalThis.done = false;
            shelf.settled().then(() => { done = true; });
            for (let tries = 0; !told.length && tries < 500; tries++)
                await new Promise(later => setTimeout(later, 20));
            file.write(new Uint8Array([8]), { at: 0 });
            file.flush();
            await new Promise(later => setTimeout(later, 200));
            return [told, done];
        """)
    assert started == [[["QuotaExceededError"], False]]
    again = trials.page.evaluate("""
        body => new Promise(answer => {
            worker.onmessage = ({ data }) => answer(data);
            worker.postMessage([body, {}]);
        })""", "full = false; again(); await shelf.settled(); return done;")
    assert again == [True]
    (content,) = trials.run(OPEN + ALL)
    assert content == "08" + "07" * 299_999


def test_what_lies_there_was_in_memory_at_one_moment(trials: Trials):
    """Whenever the worker is ended: never a later change of one file without an earlier one of
    another. The first file counts after the second, in every turn."""
    for _ in range(8):
        trials.page.evaluate("""
            ([body, wait]) => new Promise(ended => {
                globalThis.worker?.terminate();
                globalThis.worker = new Worker("trial.js", { type: "module" });
                worker.postMessage([body, {}]);
                worker.onmessage = () => setTimeout(() => { worker.terminate(); ended(); }, wait);
            })""", [DATABASE + OPEN + """
                const files = await open();
                while (files.length < 2) files.push(await shelf.add());
                const count = new Uint32Array(20000), bytes = new Uint8Array(count.buffer);
                files[0].read(bytes, { at: 0 });
                let turn = count[0];
                const next = () => {
                    count.fill(++turn);
                    files[1].write(bytes, { at: 0 });
                    files[1].flush();
                    files[0].write(bytes, { at: 0 });
                    files[0].flush();
                    setTimeout(next);
                };
                next();
            """, 40])
        found = trials.run(OPEN + """
            return (await open()).map(file => {
                const count = new Uint32Array(20000);
                file.read(new Uint8Array(count.buffer), { at: 0 });
                return [Math.min(...count), Math.max(...count)];
            });
        """)
        if found:
            (low, high), (before_low, before_high) = found
            assert low == high and before_low == before_high, "half of a write"
            assert before_low - low in (0, 1)
    assert found and found[0][0] > 3, "nothing was written"


SLOTS = OPEN + """
    const { Slots } = await import("./slots.js");
    const lost = [], slots = await Slots.open(await openShelf("trial", refused),
                                              fault => lost.push(fault.name));
    const attempt = act => { try { act(); return "done"; } catch (fault) { return fault.name; } };
"""


@pytest.mark.parametrize(("act", "function"), [
    ("slot.read(bytes, 0)", "read"), ("slot.write(bytes, 0)", "write"),
    ("slot.flush()", "flush"), ("slot.truncate(1)", "truncate"), ("slot.size", "getSize"),
    ("slots.rename(slot, '/other.db')", "write"), ("slots.forget(slot)", "flush"),
    ("slots.take('/other.db')", "getSize")])
def test_a_file_that_the_browser_has_closed_is_told_once(trials: Trials, act: str, function: str):
    """Whatever is asked of it: the page says so and begins anew, and what was flushed is there."""
    answer = trials.run(SLOTS + f"""
        const slot = slots.take("/book.db"), bytes = new Uint8Array([6, 6]);
        slot.write(bytes, 0);
        slot.flush();
        FileSystemSyncAccessHandle.prototype.{function} =
            () => {{ throw new DOMException("", "InvalidStateError"); }};
        return [attempt(() => {act}), attempt(() => {act}), lost];
    """)
    assert answer == ["InvalidStateError", "InvalidStateError", ["InvalidStateError"]]
    assert trials.run(SLOTS + """
        const slot = [...slots.used.values()][0], bytes = new Uint8Array(2);
        slot.read(bytes, 0);
        return [...bytes];
    """) == [6, 6]


@pytest.mark.parametrize("before", ["", DATABASE])
def test_where_no_room_is_left_what_is_there_is_read(trials: Trials, before: str):
    """And a new file is refused with the reason, until there is room."""
    full = """
        let full = given.full;
        for (const shelf of [(await import("./opfs.js")).Folder,
                             (await import("./database.js")).Database]) {
            const add = shelf.prototype.add;
            shelf.prototype.add = function () {
                if (full) throw new DOMException("", "QuotaExceededError");
                return add.call(this);
            };
        }
    """
    assert trials.run(before + full + SLOTS + """
        full = true;
        const slot = slots.take("/book.db");
        slot.write(new Uint8Array([6, 6]), 0);
        slot.flush();
        while (slots.used.size < 12) slots.take(`/${slots.used.size}.db`);
        await slots.close();
        return slots.used.size;
    """, full=False) == 12
    answer = trials.run(before + full + SLOTS + """
        const bytes = new Uint8Array(2);
        slots.used.get("/book.db").read(bytes, 0);
        const refused_as = attempt(() => slots.take("/more.db"));
        await new Promise(later => setTimeout(later, 100));
        full = false;
        attempt(() => slots.take("/more.db"));
        await new Promise(later => setTimeout(later, 500));
        return [[...bytes], refused_as, attempt(() => slots.take("/more.db")), lost];
    """, full=True)
    assert answer == [[6, 6], "QuotaExceededError", "done", []]
