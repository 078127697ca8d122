"""Firefox, which speaks WebDriver BiDi by itself: one socket, and JSON both ways."""

import base64
import itertools
import json
import os
import shutil
import signal
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from tests.pocket.engine import HEIGHT, WIDTH, Engine

NAMES = ("firefox-esr", "firefox")
LARGEST = 50_000_000
"""Bytes of an answer, at most: a picture."""
SLOWEST = 120
"""Seconds until a command is given up."""

QUIET = {
    "app.normandy.enabled": False, "app.update.auto": False, "app.update.disabledForTesting": True,
    "browser.aboutwelcome.enabled": False, "browser.safebrowsing.enabled": False,
    "browser.shell.checkDefaultBrowser": False, "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False, "extensions.update.enabled": False,
    "network.captive-portal-service.enabled": False, "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
    "toolkit.telemetry.enabled": False, "termsofuse.bypassNotification": True,
    "browser.sessionstore.resume_from_crash": False, "toolkit.startup.max_resumed_crashes": -1,
}
"""What it would ask for by itself, or open instead of our page after it was killed."""


def find() -> str | None:
    """The path of a Firefox, that in SCOREPAD_FIREFOX first; None if there is none."""
    wanted = os.environ.get("SCOREPAD_FIREFOX")
    return next(filter(None, map(shutil.which, (wanted,) if wanted else NAMES)), None)


def missing() -> str | None:
    return None if find() else "there is no Firefox: apt-get install firefox-esr"


class Firefox:
    """A Firefox of one's own, as long as it runs."""

    def __init__(self, profile: Path, private: bool, language: str, display: str) -> None:
        program = find()
        assert program, missing()
        profile.mkdir(exist_ok=True)
        said = profile / "WebDriverBiDiServer.json"
        said.unlink(missing_ok=True)
        # The wait for an answer to "may this page keep things?" is what people have.
        _prefer(profile, {**QUIET, "intl.accept_languages": language,
                          "browser.privatebrowsing.autostart": private})
        self._process = subprocess.Popen(
            [program, *(() if display else ("--headless",)), "--no-remote",
             "--remote-debugging-port=0", "--profile", str(profile), "--width", str(WIDTH),
             "--height", str(HEIGHT), "about:blank"],
            start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "MOZ_CRASHREPORTER_DISABLE": "1", "DISPLAY": display})
        self._asked = itertools.count(1)
        try:
            place = self._place(said)
            self._socket = connect(f"{place}/session", max_size=LARGEST, compression=None)
            self._call("session.new", {"capabilities": {}})
            self.here = self._call("browsingContext.getTree", {})["contexts"][0]["context"]
            self._narrow()
        except BaseException:
            self.kill()
            raise

    def _place(self, said: Path) -> str:
        """Where it listens; it writes that down once it does."""
        end = monotonic() + SLOWEST
        while True:
            assert self._process.poll() is None and monotonic() < end, "Firefox did not start."
            with suppress(OSError, ValueError):
                place = json.loads(said.read_text("utf-8"))
                return f"ws://{place['ws_host']}:{place['ws_port']}"
            sleep(0.1)

    def _call(self, method: str, parameters: Mapping[str, Any]) -> Any:
        number = next(self._asked)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self._socket.recv(timeout=SLOWEST))
            if answer.get("id") == number:
                assert answer["type"] == "success", f"{method}: {answer}"
                return answer["result"]

    def _narrow(self) -> None:
        self._call("browsingContext.setViewport", {
            "context": self.here, "viewport": {"width": WIDTH, "height": HEIGHT}})

    def go(self, address: str) -> None:
        self._call("browsingContext.navigate",
                   {"context": self.here, "url": address, "wait": "interactive"})

    def run(self, body: str, *given: Any) -> Any:
        result = self._call("script.callFunction", {
            "functionDeclaration": "async given => { given = JSON.parse(given); "
                                   f"return JSON.stringify(await (async () => {{ {body} }})()); }}",
            "arguments": [{"type": "string", "value": json.dumps(given)}],
            "target": {"context": self.here}, "awaitPromise": True})
        assert result["type"] == "success", result
        return json.loads(result["result"].get("value", "null"))

    def click(self, x: int, y: int) -> None:
        self._act({"type": "pointer", "id": "finger", "actions": [
            {"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0},
            {"type": "pause", "duration": 30}, {"type": "pointerUp", "button": 0}]})

    def write(self, text: str) -> None:
        self._act({"type": "key", "id": "keys", "actions": [
            {"type": kind, "value": letter} for letter in text for kind in ("keyDown", "keyUp")]})

    def _act(self, source: Mapping[str, Any]) -> None:
        self._call("input.performActions", {"context": self.here, "actions": [source]})

    def picture(self) -> bytes:
        return base64.b64decode(
            self._call("browsingContext.captureScreenshot", {"context": self.here})["data"])

    def window(self) -> str:
        self.here = self._call("browsingContext.create", {"type": "tab"})["context"]
        self._narrow()
        return self.here

    def look_at(self, window: str) -> None:
        self._call("browsingContext.activate", {"context": window})
        self.here = window

    def kill(self) -> None:
        # Its children are in its group, whether it still runs or not.
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        with suppress(AttributeError, OSError, WebSocketException):
            self._socket.close_socket()

    def off(self) -> None:
        with suppress(OSError, WebSocketException, TimeoutError):
            self._call("browser.close", {})
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(20)
        self.kill()


def _prefer(profile: Path, preferences: Mapping[str, Any]) -> None:
    lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
             for name, value in preferences.items())
    (profile / "user.js").write_text("".join(lines), "utf-8")


@contextmanager
def started(profile: Path, *, private: bool = False, language: str = "de-DE",
            display: str = "") -> Iterator[Firefox]:
    """A Firefox, and however that ends, none is left. display: where it has a window, empty for
    none."""
    firefox = Firefox(profile, private, language, display)
    try:
        yield firefox
    finally:
        firefox.kill()


FIREFOX = Engine("Firefox", missing, started)
