"""The page opens, in its own clothes, and asks nobody else for anything."""

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Hands
from tests.browser.hand import LOOKS, Hand
from tests.browser.program import ROOT, Program


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
