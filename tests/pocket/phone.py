"""A phone, which is a Chromium with a profile that stays and can be killed; and a host of files."""

import os
import signal
import socketserver
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from playwright.sync_api import Error, Page, Playwright

from tests.browser.hand import SIZES, WATCH, Hand, Look, switch_on_semantics
from tests.chromium import FLAGS, find_chromium

FOLDER = "club/scorepad"
"""Where the page lies on its host: not at the root."""

STARTING = 120_000
"""Milliseconds until the app is given up, on a busy machine."""

WATCH_PYTHON = """
    const post = Worker.prototype.postMessage, heard = new WeakSet();
    Worker.prototype.postMessage = function (...given) {
        seen.events += 1;
        seen.sent += 1;
        seen.asked = performance.now();
        if (!heard.has(this))
            this.addEventListener("message", () => { seen.events += 1; seen.asked = 0; });
        heard.add(this);
        return post.apply(this, given);
    };
"""
"""What a touch leads to is asked of Python in its worker, and not over a socket."""

FIGURES = """
    () => new Promise(answer => {
        python.addEventListener("message", ({data}) => data.kind === "figures" && answer(data));
        python.postMessage({kind: "figures"});
    })
"""

READS_QUICKLY = [flag for flag in FLAGS if not flag.startswith("--js-flags")]
QUIET = ["--headless=new", "--no-first-run", "--disable-background-networking", "--disable-sync",
         "--disable-component-update", "--disable-extensions", "--disable-default-apps",
         "--no-default-browser-check", "--no-pings", "--lang=de-DE", "--accept-lang=de-DE",
         "--remote-debugging-port=0"]

OWN_BUSINESS = ("accounts.google.com", "update.googleapis.com", "clients2.google.com",
                "optimizationguide-pa.googleapis.com", "content-autofill.googleapis.com",
                "android.clients.google.com", "www.google.com", "edgedl.me.gvt1.com")
"""Whom Chromium asks for news of itself, whatever it is told. Nothing in the page names them."""


class Files(SimpleHTTPRequestHandler):
    """Sends files, and says nothing about it."""

    def log_message(self, format: str, *args: Any) -> None:
        pass


class Compressed(Files):
    """Sends a file compressed where it lies there so too, as most hosts do."""

    def send_head(self) -> Any:
        path = self.translate_path(self.path)
        smaller = Path(f"{path}.gz")
        if not smaller.is_file():
            return super().send_head()
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(smaller.stat().st_size))
        self.end_headers()
        return smaller.open("rb")


class Host:
    """Serves a folder as it is; `stop` and `start` again keep the address."""

    files: type[Files] = Files

    def __init__(self, root: Path) -> None:
        self.root = root
        self._port = 0
        self._server: ThreadingHTTPServer | None = None
        self.start()

    def start(self) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", self._port),
                                           partial(self.files, directory=str(self.root)))
        self._port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._port}/{FOLDER}/"


class CompressingHost(Host):
    """Serves a folder compressed."""

    files = Compressed


class Elsewhere:
    """What a browser takes for its way to all other hosts; it leads nowhere. `asked` says for
    which hosts it was tried."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        asked = self.asked

        class Ask(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                wanted = self.rfile.readline().decode("latin-1").strip()
                # A browser that is killed may have connected, and asked nothing yet.
                if wanted and not any(f"{host}{end}" in wanted
                                      for host in OWN_BUSINESS for end in ":/"):
                    asked.append(wanted)

        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Ask)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.port = self._server.server_address[1]

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class Phone:
    """A Chromium of one's own, as long as it is on."""

    def __init__(self, playwright: Playwright, profile: Path, elsewhere: Elsewhere, *flags: str
                 ) -> None:
        self._profile = profile
        profile.mkdir(exist_ok=True)
        for left in (*profile.glob("Singleton*"), profile / "DevToolsActivePort"):
            left.unlink(missing_ok=True)
        chromium = find_chromium()
        assert chromium, "There is no Chromium. `python -m tests` installs it or says how."
        self._process = subprocess.Popen(
            [chromium, *READS_QUICKLY, *QUIET, *flags, f"--user-data-dir={profile}",
             f"--proxy-server=http://127.0.0.1:{elsewhere.port}", "about:blank"],
            start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._browser = playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{self._port()}")
        self.context = self._browser.contexts[0]
        self.context.add_init_script(WATCH)
        self.context.add_init_script(WATCH_PYTHON)

    def _port(self) -> str:
        said, end = self._profile / "DevToolsActivePort", monotonic() + 60
        while not (said.exists() and said.read_text().count("\n")):
            assert self._process.poll() is None and monotonic() < end, "Chromium did not start."
            sleep(0.05)
        return said.read_text().splitlines()[0]

    @property
    def pid(self) -> int:
        """The first of its processes, which leads the others."""
        return self._process.pid

    def page(self, look: Look) -> Page:
        """A new tab."""
        page = self.context.new_page()
        width, height = SIZES[look.size]
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=look.theme)
        return page

    def allow(self, page: Page, room: int | None) -> None:
        """So many bytes for everything that a page's host keeps here; None as many as before."""
        origin = "/".join(page.url.split("/", 3)[:3])
        more = {} if room is None else {"quotaSize": room}
        self.context.new_cdp_session(page).send(
            "Storage.overrideQuotaForOrigin", {"origin": origin, **more})

    def kill(self) -> None:
        """All of its processes, at once."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        with suppress(Error):
            self._browser.close()

    def off(self) -> None:
        """As its user closes it."""
        with suppress(Error):
            self._browser.new_browser_cdp_session().send("Browser.close")
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(20)
        self.kill()


@contextmanager
def switched_on(playwright: Playwright, profile: Path, elsewhere: Elsewhere, *flags: str
                ) -> Iterator[Phone]:
    """A phone, and however that ends, no Chromium is left; flags: more of the browser's."""
    phone = Phone(playwright, profile, elsewhere, *flags)
    try:
        yield phone
    finally:
        phone.kill()


def opened(phone: Phone, address: str, look: Look | None = None, route: str = "/") -> Hand:
    """A hand at the page, once the app is there."""
    look = look or Look()
    page = phone.page(look)
    page.goto(f"{address}#{route}")
    hand = PocketHand(page, f"{address}#", look)
    wait_for_app(hand)
    return hand


class PocketHand(Hand):
    """A hand at the pocket page, which starts more slowly."""

    def make_readable(self) -> None:
        wait_for_app(self)


def wait_for_app(hand: Hand) -> None:
    """Until the first screen of the app can be read and touched."""
    hand.page.locator("#start").wait_for(state="detached", timeout=STARTING)
    switch_on_semantics(hand.page, STARTING)
    hand.page.get_by_role("heading").first.wait_for(state="attached", timeout=STARTING)
    hand.settle()


def figures(hand: Hand) -> dict[str, Any]:
    """What Python's worker has counted."""
    found: dict[str, Any] = hand.page.evaluate(FIGURES)
    return found
