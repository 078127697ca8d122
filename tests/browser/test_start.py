"""The page opens, in its own clothes, and asks nobody else for anything."""

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Hands
from tests.browser.hand import LOOKS, SHOTS, Hand, Look
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


@pytest.mark.parametrize("look", [Look(), Look("wide", "light", "en")], ids=str)
def test_a_browser_without_a_key_is_told_where_one_is(
        program: Program, chromium: Browser, look: Look):
    page = looking(chromium, look).new_page()
    answer = page.goto(f"{program.address}/people")
    assert answer is not None and answer.status == 401
    expect(page.get_by_text({"de": "Bitte die Adresse öffnen", "en": "Open the address"}[
        look.language]).first).to_be_visible()
    page.screenshot(path=SHOTS / f"no-key-{look}.png")
    page.context.close()


def test_a_browser_that_claims_to_speak_c_starts(program: Program, chromium: Browser):
    """Firefox and WebKitGTK do where the system does, and Flutter asks what language that is."""
    context = program.let_in(looking(chromium, Look()))
    context.add_init_script("""Object.defineProperty(
        navigator, "languages", {get: () => ["C"], configurable: true})""")
    hand = Hand(context.new_page(), program.address, Look())
    hand.open()
    assert hand.page.evaluate("navigator.languages") == ["en"]
    context.close()


def test_the_page_has_our_name_and_icon(hand: Hand, program: Program):
    expect(hand.page).to_have_title("Scorepad")
    icon = hand.page.request.get(program.address + "/favicon.png")
    assert icon.body() == (ROOT / "assets" / "favicon.png").read_bytes()


def test_the_first_start_in_every_look(hands: Hands):
    for look in LOOKS:
        assert hands(look).shot("first-start").stat().st_size > 0


def test_flutter_draws_where_it_lays_out_text(hand: Hand):
    """Side by side in two threads they damage each other's memory (flutter/flutter#190039)."""
    assert hand.page.evaluate("crossOriginIsolated") is False


@pytest.mark.parametrize("name", ["%00", "x" * 5000])
def test_an_address_that_no_file_could_have_is_told_by_the_page(hand: Hand, name: str):
    hand.open(f"/people/{name}", anew=True)
    hand.sees("Diesen Spieler gibt es im Buch nicht.")


def test_an_address_with_a_slash_too_many_is_the_one_with_one(hand: Hand):
    """Flet's client takes what follows two of them for a host, and shows nothing."""
    hand.open("//people", anew=True)
    hand.sees("Spieler")


def test_a_stranger_is_not_let_in(program: Program, hand: Hand):
    answer = hand.page.request.get(program.address, headers={"Origin": "http://evil.test"})
    assert answer.status == 403


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
