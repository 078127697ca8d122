"""The page opens, in its own clothes, and asks nobody else for anything."""

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.evenings import evening, take_in
from tests.browser.hand import Hand, Look
from tests.browser.looking import looking
from tests.browser.program import ROOT, Program


def test_the_address_that_is_printed_lets_one_browser_in(
        program: Program, chromium: Browser, tmp_path: Path):
    """Its key is nowhere to be seen then, and good for nobody else; another one is printed."""
    address = program.joining_address()
    first, second = (looking(chromium, Look(language="en")).new_page() for _each in range(2))
    hand = Hand(first, program.address, Look(language="en"))
    first.goto(address)
    hand.make_readable()
    hand.sees("New evening")
    assert first.url == f"{program.address}/"
    second.goto(address)
    expect(second.get_by_text("another browser has used it")).to_be_visible()
    second.goto(program.joining_address())  # only what is behind the # is another
    second.locator("flt-semantics-placeholder").wait_for(state="attached")
    program.stop()
    program.start()
    hand.open(anew=True)
    hand.sees("New evening")
    for page in (first, second):
        page.context.close()


def test_a_browser_without_a_key_is_told_where_one_is(served: Program, chromium: Browser):
    page = looking(chromium, Look()).new_page()
    answer = page.goto(f"{served.address}/people")
    assert answer is not None and answer.status == 401
    expect(page.get_by_text("Bitte die Adresse öffnen").first).to_be_visible()
    page.context.close()


@pytest.mark.whole
def test_a_browser_that_claims_to_speak_c_starts(served: Program, chromium: Browser):
    """Firefox and WebKitGTK do where the system does, and Flutter asks what language that is."""
    context = served.let_in(looking(chromium, Look()))
    context.add_init_script("""Object.defineProperty(
        navigator, "languages", {get: () => ["C"], configurable: true})""")
    hand = Hand(context.new_page(), served.address, Look())
    hand.open()
    assert hand.page.evaluate("navigator.languages") == ["en"]
    context.close()


@pytest.mark.whole
def test_the_bar_of_the_first_page_tells_how_much_has_come(served: Program, chromium: Browser):
    context = served.let_in(looking(chromium, Look()))
    context.add_init_script("""globalThis.shown = []; new MutationObserver(() => {
        const came = document.getElementById("bar")?.style.getPropertyValue("--came");
        if (came) shown.push(parseFloat(came)); }).observe(
            document, {subtree: true, childList: true, attributes: true})""")
    hand = Hand(context.new_page(), served.address, Look())
    context.new_cdp_session(hand.page).send("Network.emulateNetworkConditions", {
        "offline": False, "latency": 20, "uploadThroughput": 1e6, "downloadThroughput": 2e6})
    hand.open()
    shown = hand.page.evaluate("shown")
    assert len({*shown}) > 5 and shown == sorted(shown) and shown[-1] == 100
    context.close()


def test_the_large_files_are_on_their_way_first_and_come_once(served: Program, chromium: Browser):
    """And our font: it is in Flutter's own list, and not once more in the page's."""
    context = served.let_in(looking(chromium, Look()))
    hand = Hand(context.new_page(), served.address, Look())
    hand.open()
    asked = hand.page.evaluate("""performance.getEntriesByType("resource")
        .filter(each => each.transferSize).map(each => [each.name.split("/").pop(), each.startTime])
    """)
    names = [name for name, _start in asked]
    large = [name for name in names if name.endswith(".wasm")]
    assert len({*large}) == len(large) and names.count("ScorepadSans.ttf") == 1
    if "main.dart.wasm" in names:  # this browser draws with it
        began = dict(asked)
        assert began["main.dart.wasm"] < began["main.dart.mjs"]
    context.close()


def test_the_page_is_ours_and_asks_nobody_else(served: Program, hand: Hand):
    """Flutter draws where it lays out text: side by side in two threads they damage each other's
    memory (flutter/flutter#190039). Whoever comes from elsewhere is not let in."""
    expect(hand.page).to_have_title("Scorepad")
    icon = hand.page.request.get(f"{served.address}/favicon.png")
    assert icon.body() == (ROOT / "assets" / "favicon.png").read_bytes()
    assert hand.page.evaluate("crossOriginIsolated") is False
    stranger = hand.page.request.get(served.address, headers={"Origin": "http://evil.test"})
    assert stranger.status == 403


@pytest.mark.whole
def test_addresses_of_what_is_not_there(served: Program, hand: Hand):
    """A sentence, and a way back. Flet's client takes what follows two slashes for a host, and
    shows nothing."""
    take_in(served, evening(id="there", sheet="it"))
    hand.open(f"/people/{'x' * 5000}", anew=True)
    hand.sees("Diesen Spieler gibt es im Buch nicht.")
    hand.open("//people", anew=True)
    hand.sees("Spieler")
    hand.open("/evening/there/sheet/it/hand/%00", anew=True)
    hand.tap(identifier="back-home")


def test_without_a_window_the_page_is_served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setenv("FLET_VIEW_PATH", "/nowhere")
    program = Program(tmp_path / "data", options=())
    program.start()
    assert program.stop() == 0
    assert program.said().startswith("No window: ")


def test_a_taken_port_is_one_sentence(program: Program, tmp_path: Path):
    port = program.address.rpartition(":")[2]
    again = subprocess.run(
        [sys.executable, "-m", "scorepad", "--port", port],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert (again.returncode, again.stdout) == (2, "")
    assert again.stderr == f"Port {port} is taken. Choose another, or leave --port out.\n"
