"""An evening over plain HTTP at a name, as in a club's WLAN: by touch, on a phone whose browser
shows its bars, on a line of 1.5 Mbit/s that takes 100 ms each way, the WebSocket's messages too.

A browser gives such a page no clipboard, no share sheet and no wake lock. Pictures lie in
tests/shots, which git ignores.
"""

import re
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page

from scorepad.system.files import ASSETS
from tests.browser.hand import Hand, Look, augen
from tests.browser.looking import looking, running
from tests.browser.table_server import TableServer
from tests.gate import Gate

NAME = "scorepad.home"
DELAY, RATE = 0.1, 1_500_000 // 8
"""Seconds, each way; bytes a second."""

WATCHED = """
    window.copied = [], window.played = 0;
    addEventListener("copy", () => copied.push(document.activeElement.value));
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function () {
        const plays = play.call(this);
        plays.then(() => played += 1, () => null);
        return plays;
    };
"""
"""What was copied, and how often a film has begun to play, by which a page keeps a phone awake that
gives it no wake lock."""

DECODED = """
    async picture => {
        const image = new Image();
        image.src = `data:image/png;base64,${picture}`;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext("2d");
        context.drawImage(image, 0, 0);
        const {data, width, height} = context.getImageData(0, 0, image.width, image.height);
        return jsQR(data, width, height)?.data ?? "";
    }
"""


class Finger(Hand):
    """A hand that touches."""

    def _touch(self, node: Locator) -> None:
        self.page.touchscreen.tap(*self._reach(node))


@pytest.fixture
def gate() -> Iterator[Gate]:
    gate = Gate()
    gate.delay, gate.rate = DELAY, RATE
    yield gate
    gate.close()


@pytest.fixture
def server(tmp_path: Path, gate: Gate) -> Iterator[TableServer]:
    server = TableServer(tmp_path / "data", "--host", "0.0.0.0", "--name", NAME).start()
    gate.to = int(server.address.rpartition(":")[2])
    yield server
    assert server.stop() == 0
    assert server.said() == ""


@pytest.fixture
def chromium(server: TableServer, gate: Gate) -> Iterator[Browser]:
    with running(f"--host-resolver-rules=MAP {NAME}:{gate.to} 127.0.0.1:{gate.port}") as browser:
        yield browser


@pytest.mark.browser
@pytest.mark.timeout(900)
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_an_evening(server: TableServer, chromium: Browser, gate: Gate, theme: str):
    user = come_in(server, chromium, gate, Look("390x664", theme))
    assert not user.page.evaluate("isSecureContext || 'wakeLock' in navigator")
    user.shot("plain-1-home")
    sit_down(user)
    play(user)
    sleep(user, gate)
    settle(user)
    show_the_code(user, chromium)


def come_in(server: TableServer, chromium: Browser, gate: Gate, look: Look) -> Hand:
    context = looking(chromium, look)
    context.add_init_script(WATCHED)
    page = context.new_page()
    address = f"http://{NAME}:{gate.to}"
    page.goto(f"{address}/#{server.key('host')}")
    page.locator("#name").fill("Gerry")
    page.locator("#join").tap()
    user = Finger(page, address, look)
    user.make_readable()
    return user


def sit_down(user: Hand) -> None:
    user.touch("new-evening", "game-kalter-schlag")
    for name in ("Anne", "Bert", "Cem", "Dora"):
        user.type(name, into="Name")
        user.press("Enter")
        user.sees(f"{name} ")
    user.touch("stake-50")
    user.shot("plain-2-new")
    user.tap(identifier="start")
    user.sees("Kalter Schlag · Partie 1")


def play(user: Hand) -> None:
    """Anne's 66 by the keys: 66, rounded 70; and Bert's 61 in a line: 60."""
    user.touch(*augen(0, 66), "save")
    user.sees("Anne, 70 Punkte")
    assert user.page.evaluate("played") >= 1, "The phone may sleep."
    user.shot("plain-3-sheet")
    user.touch("undo", "redo", "seat-1", "line-key")
    user.type("Bert 61 Anne 59", into=re.compile("^Das Spiel in einer Zeile"))
    user.sees("Bert +60")
    user.shot("plain-4-line")
    user.press("Enter")
    user.sees("Bert, 60 Punkte")
    user.press("Escape")


def sleep(user: Hand, gate: Gate) -> None:
    """The phone sleeps with a hand half typed; awake, it is on the same sheet, and goes on."""
    user.touch("seat-2", "digit-6")
    user.settle()
    gate.lose(away=True)
    user.page.wait_for_timeout(3_000)
    user.shot("plain-5-away")
    gate.away = False
    user.page.evaluate("dispatchEvent(new Event('online'))")
    # A finger waits until what says that Scorepad does not answer no longer lies over the keys.
    user.page.get_by_role("alert").filter(has_text="antwortet nicht").wait_for(state="hidden")
    user.touch("digit-6")
    user.sees("Cem +70")
    user.touch("save")
    user.sees("Cem, 70 Punkte")


def settle(user: Hand) -> None:
    """What is said is copied is; who cannot share copies, and is told so."""
    user.touch("menu", "settlement")
    user.tap(identifier="copy")
    user.sees("Kopiert")
    user.shot("plain-6-copied")
    [copied] = user.page.evaluate("copied")
    assert "Anne: 0,00" in copied and "Alle sind quitt." in copied
    user.tap(identifier="share")
    user.sees_one_of("nicht teilen", "kopiert")
    user.page.wait_for_timeout(500)
    user.shot("plain-7-shared")
    assert user.page.evaluate("copied")[1:] == [copied]


def show_the_code(user: Hand, chromium: Browser) -> None:
    """The code on the screen is the link below it."""
    user.open("/phones")
    user.find(identifier="link").wait_for(state="attached")
    picture = user.shot("plain-8-code")
    node = user.find(identifier="link")
    told = f"{node.get_attribute('aria-label') or ''} {node.inner_text()}"
    found = re.search(r"http://\S+#[\w.-]+", told)
    assert found and decoded(chromium.new_page(), picture) == found[0]


def decoded(page: Page, picture: Path) -> str:
    """What the code in a picture says."""
    page.add_script_tag(content=(ASSETS / "jsqr.js").read_text("utf-8"))
    return str(page.evaluate(DECODED, b64encode(picture.read_bytes()).decode()))
