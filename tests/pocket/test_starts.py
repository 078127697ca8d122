"""The page's start: the real page and its service worker in a real Chromium, and stand-ins for
Python and Flutter."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from scorepad.pocket.making import WEB
from tests.browser.looking import running
from tests.pocket.conftest import beside_the_modules

pytestmark = pytest.mark.browser

PYTHON = """
    onmessage = ({ data }) => {
        if (data.kind === "close") postMessage({ kind: "closed" });
        if (data.kind !== "start") return;
        postMessage({ kind: "ready" });
        postMessage({ kind: "drawn" });
    };
"""
FAILS = 'onmessage = () => postMessage({ kind: "failed", why: "failed", fault: "no luck" });'
TELLS_HOW = FAILS.replace('"no luck"', '`careful: ${data.anew}`').replace(
    "() =>", '({ data }) => data.kind === "start" &&')
SW = (WEB / "sw.js").read_text("utf-8")
NEVER = SW + 'self.addEventListener("install", event => event.waitUntil(new Promise(() => {})));'
IS_THERE = 20_000

CONTINUE, UPDATE, AGAIN = "Hier weitermachen", "Jetzt aktualisieren", "Noch einmal"


class Site:
    """A host with the page, and a browser."""

    def __init__(self, folder: Path, address: str, context: BrowserContext) -> None:
        self.address = address
        self._folder, self._context = folder / "web", context

    def put(self, name: str, text: str) -> None:
        (self._folder / name).write_text(text, "utf-8")

    def window(self, *before: str) -> Page:
        """A new one, in which something is done before each page."""
        page = self._context.new_page()
        for script in before:
            page.add_init_script(script)
        return page

    def started(self) -> Page:
        """One in which the app is there."""
        page = self.window()
        page.goto(self.address)
        is_there(page)
        return page


def is_there(page: Page) -> None:
    expect(page.locator("#start")).to_have_count(0, timeout=IS_THERE)


def says(page: Page, sentence: str) -> None:
    expect(page.locator("#told")).to_contain_text(sentence, timeout=IS_THERE)


def loads(page: Page) -> list[str]:
    """The addresses of the pages that are loaded from now on."""
    loaded: list[str] = []
    page.on("domcontentloaded", lambda page: loaded.append(page.url))
    return loaded


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Callable[..., Site]]:
    """Puts up the page with a stand-in for Python, and another service worker perhaps."""
    with ExitStack() as stack:
        def put_up(python: str = PYTHON, sw: str = SW) -> Site:
            files = {"worker.js": python, "sw.js": sw, "flutter.js": ""}
            address = stack.enter_context(beside_the_modules(tmp_path, files))
            chromium = stack.enter_context(running())
            return Site(tmp_path, address, chromium.new_context(locale="de-DE"))

        yield put_up


# --- versions -----------------------------------------------------------------------------------


def test_an_update_that_takes_its_time_keeps_nobody_waiting(site: Callable[..., Site]):
    """And it is offered once it is here, to whoever began in the meantime."""
    host = site()
    page = host.started()
    host.put("sw.js", SW + """
        const arrived = async () => {
            while (!(await fetch("go.txt")).ok) await new Promise(later => setTimeout(later, 200));
        };
        self.addEventListener("install", event => event.waitUntil(arrived()));
    """)
    page.reload()
    page.wait_for_function(
        "navigator.serviceWorker.getRegistration().then(found => !!found.installing)")
    page.reload()
    is_there(page)
    host.put("go.txt", "")
    expect(page.locator("#notice")).to_contain_text("neue Version")


@pytest.mark.whole
def test_who_waits_begins_with_the_version_that_was_taken_elsewhere(site: Callable[..., Site]):
    host = site()
    first, second = host.started(), host.window()
    host.put("sw.js", SW + "// newer")
    second.goto(host.address)
    says(second, "in einem anderen Fenster offen")
    with second.expect_navigation():
        first.get_by_role("button", name=UPDATE).click()


def test_who_was_loaded_past_the_kept_files_begins_with_them(site: Callable[..., Site]):
    """Once: a browser that is told to leave them aside would do so for ever."""
    host = site()
    page = host.started()
    loaded = loads(page)
    with page.expect_event("domcontentloaded", lambda _: len(loaded) == 2, timeout=IS_THERE):
        page.context.new_cdp_session(page).send("Page.reload", {"ignoreCache": True})
    is_there(page)
    page.wait_for_timeout(1000)
    assert len(loaded) == 2
    assert page.evaluate("!!navigator.serviceWorker.controller")


def test_a_page_in_a_folder_of_another_has_its_own_files_and_book(site: Callable[..., Site],
                                                                   tmp_path: Path):
    host = site()
    host.started()
    shutil.copytree(tmp_path / "web", tmp_path / "trial")
    (tmp_path / "trial").rename(tmp_path / "web/trial")
    page = host.window()
    page.goto(f"{host.address}trial/")
    is_there(page)
    assert page.evaluate("navigator.serviceWorker.controller.scriptURL").endswith("/trial/sw.js")


# --- what stands still --------------------------------------------------------------------------


def waits_in_vain(page: Page, host: Site) -> None:
    """Open the page, and see that it says so once nothing has come for long."""
    page.clock.install()
    page.goto(host.address)
    for _ in range(4):
        page.clock.run_for(4500)
        page.wait_for_timeout(200)
    says(page, "braucht diesmal lange")


@pytest.mark.parametrize(("sw", "before"), [
    (NEVER, ""), (SW, "IDBFactory.prototype.open = () => ({});"),
    (SW.replace("clients.claim()", "0"), "")],
    ids=["nothing comes", "no database answers", "nobody looks after it"])
def test_where_a_start_gets_no_further_it_says_so(sw: str, before: str,
                                                  site: Callable[..., Site]):
    host = site(sw=sw)
    page = host.window(before)
    waits_in_vain(page, host)
    with page.expect_navigation():
        page.get_by_role("button", name=AGAIN).click()


def test_a_download_that_goes_on_is_shown_again(site: Callable[..., Site]):
    host = site(sw=SW + """
        const arrives = async () => {
            while (!(await fetch("go.txt")).ok) await new Promise(later => setTimeout(later, 200));
            await tell({ done: 1e6, all: 2e6 });
            await new Promise(() => {});
        };
        self.addEventListener("install", event => event.waitUntil(arrives()));
    """)
    page = host.window()
    waits_in_vain(page, host)
    host.put("go.txt", "")
    says(page, "wird geladen: 1 von 2 MB")
    expect(page.get_by_role("button", name=AGAIN)).to_be_hidden()


@pytest.mark.whole
def test_a_careful_start_gives_the_book_up(site: Callable[..., Site]):
    """While its files are looked at, before there is any Python: that start is over."""
    host = site(sw=SW.replace('"mend"', '"never"'))
    first = host.started()
    first.evaluate("localStorage.setItem('scorepad starts /', 1)")
    first.reload()
    first.wait_for_function("localStorage.getItem('scorepad starts /') === '2'")
    second = host.window()
    second.goto(host.address)
    second.get_by_role("button", name=CONTINUE).click()
    is_there(second)
    says(first, "in einem anderen Fenster weiter")
    first.wait_for_timeout(8500)
    says(first, "in einem anderen Fenster weiter")
    assert not first.evaluate("!!globalThis.python")


def test_a_first_visit_over_a_slow_line_hears_of_no_damage(site: Callable[..., Site]):
    host = site()
    host.put("page.js", "await new Promise(() => {});")
    page = host.window()
    page.clock.install()
    page.goto(host.address)
    for _ in range(3):
        page.clock.run_for(6000)
        page.wait_for_timeout(200)
    expect(page.locator("#start.fault")).to_have_count(0)


@pytest.mark.parametrize("persisted", ["true", "false"])
def test_python_ends_with_the_page(persisted: str, site: Callable[..., Site]):
    """Also where the browser keeps the page to go back to: it would end Python by itself later, and
    Chromium has broken down over that, with the service worker that the next page asks."""
    page = site().started()
    assert page.evaluate(f"""() => {{
        let ends = 0;
        python.terminate = () => {{ ends += 1; }};
        dispatchEvent(new PageTransitionEvent("pagehide", {{ persisted: {persisted} }}));
        return ends;
    }}""") == 1


# --- Python ahead of the page --------------------------------------------------------------------

COUNTS = """
    globalThis.workers = [];
    globalThis.Worker = class extends Worker {
        constructor(...all) { super(...all); workers.push("runs"); this.own = workers.length - 1; }
        terminate() { workers[this.own] = "ended"; super.terminate(); }
    };
"""
HEARS = """
    let said = [];
    self.addEventListener("message", ({ data }) => {
        said.push(data.kind);
        if (data.kind === "start") postMessage({ kind: "hands", hands: said.join(" ") });
    });
""" + PYTHON


def begun(host: Site, page: Page) -> tuple[str, list[str]]:
    """Start there; what Python was told until it started, and what became of each."""
    page.goto(f"{host.address}?{id(page)}")
    is_there(page)
    said = page.evaluate("Object.entries(localStorage).find(([name]) => "
                         "name.startsWith('scorepad hands'))[1]")
    return said.split()[0], page.evaluate("workers")


def test_python_begins_before_the_page(site: Callable[..., Site]):
    """From the second start on: at the first one its files have to come."""
    host = site(HEARS)
    page = host.window(COUNTS)
    assert begun(host, page) == ("tell", ["runs"])
    assert begun(host, page) == ("ahead", ["runs"])


def test_after_a_start_without_an_end_python_waits_for_the_page(site: Callable[..., Site]):
    host = site(HEARS)
    page = host.window(COUNTS)
    begun(host, page)
    page.evaluate("localStorage.setItem('scorepad starts /', 1)")
    assert begun(host, page) == ("tell", ["runs"])


def test_a_window_that_waits_for_the_book_runs_no_python(site: Callable[..., Site]):
    host = site()
    host.started()
    second = host.window(COUNTS)
    second.goto(host.address)
    says(second, "in einem anderen Fenster offen")
    assert second.evaluate("workers") == ["ended"]
    second.get_by_role("button", name=CONTINUE).click()
    is_there(second)
    assert second.evaluate("workers") == ["ended", "runs"]


def test_where_python_cannot_begin_ahead_the_page_hears_why(site: Callable[..., Site]):
    host = site()
    page = host.started()
    host.put("worker.js", "throw new Error('no luck')")
    page.reload()
    says(page, "kann nicht starten")
    assert "no luck" in page.locator("#told").inner_text()


# --- what fails ---------------------------------------------------------------------------------


def test_where_starts_cannot_be_counted_none_follows_by_itself(site: Callable[..., Site]):
    host = site(FAILS)
    page = host.window("Storage.prototype.setItem = () => { throw new DOMException('', "
                       "'QuotaExceededError'); };")
    loaded = loads(page)
    page.goto(host.address)
    says(page, "kann nicht starten: no luck")
    assert len(loaded) == 1


DAMAGED = """
    async key => (await caches.open(`scorepad ${location.href}`)).put(
        new URL(key, location.href), new Response("2"))
"""


@pytest.mark.whole
@pytest.mark.parametrize("damaged", [True, False])
def test_a_start_that_takes_long_is_begun_anew_for_what_is_damaged(
        damaged: bool, site: Callable[..., Site]):
    """And not for what was missing, which came when it was asked for."""
    digest = sha256(b"1").hexdigest()[:16]
    host = site("", sw=SW.replace("/* FILES */ {}", f'{{"one.txt": ["{digest}", 1]}}'))
    host.put("one.txt", "1")
    host.put("flutter.js", "var _flutter = { loader: { load() {} } };")
    page = host.window("navigator.serviceWorker.addEventListener('message', ({ data }) => {"
                       "if (data.mended !== undefined) globalThis.told = data.mended; });")
    page.goto(host.address)
    page.wait_for_function("globalThis.python")
    page.evaluate(DAMAGED if damaged else "key => caches.open(`scorepad ${location.href}`)"
                  ".then(kept => kept.delete(new URL(key, location.href)))", f"?kept={digest}")
    if damaged:
        page.wait_for_event("domcontentloaded")
    else:
        page.wait_for_function("globalThis.told === 1")
        loaded = loads(page)
        page.wait_for_timeout(500)
        assert not loaded


@pytest.mark.parametrize("damaged", [True, False])
def test_after_a_damaged_file_has_come_again_the_start_is_one_like_any(
        damaged: bool, site: Callable[..., Site]):
    """Where there is none, the next start is careful, and what is kept of Python goes."""
    digest = sha256(b"1").hexdigest()[:16]
    host = site(sw=SW.replace("/* FILES */ {}", f'{{"one.txt": ["{digest}", 1]}}'))
    host.put("one.txt", "1")
    page = host.started()
    host.put("worker.js", TELLS_HOW)
    if damaged:
        page.evaluate(DAMAGED, f"?kept={digest}")
    page.reload()
    says(page, f"kann nicht starten: careful: {'false' if damaged else 'true'}")


@pytest.mark.parametrize(("fault", "sentence"), [
    ("UnknownError", "kann nicht starten"), ("SecurityError", "nichts behalten")])
def test_where_it_is_not_known_which_book_it_is_none_begins(
        fault: str, sentence: str, site: Callable[..., Site]):
    host = site()
    page = host.window(f"""
        CacheStorage.prototype.keys = () => Promise.reject(new DOMException("", "{fault}"));""")
    page.goto(f"{host.address}trial.html")
    page.evaluate("import('./shelf.js').then(({ openShelf }) => openShelf('scorepad'))"
                  ".then(() => null)")
    page.goto(host.address)
    says(page, sentence)
    expect(page.get_by_role("button", name=AGAIN)).to_be_visible()
    assert not page.evaluate("!!globalThis.python")


LOST = PYTHON.replace("onmessage = ({ data }) => {", """onmessage = ({ data }) => {
    if (data.kind === "book") BOOK;
    if (data.kind === "rest") postMessage({ kind: "lost" });""")
OPEN = 'postMessage({ kind: "book", files: [new File(["1"], "book.db")] })'


@pytest.mark.parametrize(("book", "is_open"), [(OPEN, True), ("0", False)],
                         ids=["open", "closed"])
def test_a_book_that_was_deleted_is_not_said_to_be_there(book: str, is_open: bool,
                                                         site: Callable[..., Site]):
    """The browser has closed it; the book that is still open is offered, if it is."""
    host = site(LOST.replace("BOOK", book))
    page = host.window()
    page.goto(host.address)
    says(page, "wurde gelöscht, auch das Buch.")
    expect(page.locator("#offer")).to_have_count(int(is_open))
    assert ("Noch ist es hier offen" in page.locator("#told").inner_text()) == is_open


def test_a_book_that_was_closed_and_is_there_is_said_to_be(site: Callable[..., Site]):
    host = site(LOST.replace('postMessage({ kind: "ready" });', """
        const { openShelf } = await import("./shelf.js");
        await openShelf(data.book);
        await (await openShelf(data.book)).add();
        postMessage({ kind: "ready" });""").replace("onmessage = (", "onmessage = async ("))
    page = host.window()
    page.goto(host.address)
    says(page, "Der Browser hat das Buch geschlossen")
