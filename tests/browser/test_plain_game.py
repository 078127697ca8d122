"""A game of one file and one line, which the program does not have (`tests.games.romme`): opened,
played, corrected, settled, counted, exported and imported."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.conftest import Hands
from tests.browser.hand import CANVAS_LAG, Hand, Look
from tests.browser.program import ROOT, Program

SCOREPAD = "tests.games.with_romme"


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    program = Program(tmp_path / "data", module=SCOREPAD)
    program.start()
    yield program
    assert program.stop() == 0
    assert program.said() == ""


def scorepad(*command: str, data: Path, given: bytes = b"") -> bytes:
    return subprocess.run([sys.executable, "-m", SCOREPAD, *command], input=given, check=True,
                          cwd=ROOT, env={**os.environ, "FLET_APP_STORAGE_DATA": str(data)},
                          stdout=subprocess.PIPE).stdout


def test_an_evening_of_it(program: Program, hands: Hands, tmp_path: Path):
    """At a cent a point. After the correction there are 40 + 47 + 62 = 149 points, and everybody
    gets 149 less three times his own: Anne 29, Bert 8, Cem −37."""
    hand = hands(Look())
    sit_down(hand)
    hand.touch("aus-2", "seat-0", "digit-4", "digit-5", "seat-1", "digit-7")
    hand.sees("Eintragen: Anne +45 · Bert +7")
    hand.touch("save")
    hand.sees("Anne, 45 Punkte")
    hand.touch("aus-0", "seat-1", "digit-1", "digit-0", "seat-2", "digit-1", "digit-5",
               "klopfer", "art-hand", "save")
    hand.sees("Cem, 40 Punkte")  # 15 · 2 + 10
    hand.tap(identifier="hand-2")
    hand.sees("Bert 10, Cem 15 · Aus Anne · Klopfer 1 · Art Hand")
    hand.tap(identifier="correct")
    hand.sees("Spiel 2 wird korrigiert")
    hand.touch("seat-1", "digit-1", "digit-5", "seat-2", "digit-2", "digit-6", "save")
    hand.sees("Cem, 62 Punkte")  # 26 · 2 + 10, and Bert 7 + 15 · 2 + 10
    hand.sees("Bert, 47 Punkte")
    hand.tap(identifier="hand-1")
    hand.tap(identifier="correct")
    hand.sees("Spiel 1 wird korrigiert")
    hand.touch("seat-0", "digit-4", "digit-0", "save")
    hand.sees("Anne, 40 Punkte")
    hand.tap(identifier="menu")
    hand.tap(identifier="settlement")
    for amount in ("+0,29 €", "+0,08 €", "−0,37 €"):
        hand.sees(amount)
    hand.open("/statistics")
    hand.find(identifier="record-Anne").wait_for()
    hand.page.wait_for_timeout(CANVAS_LAG)
    assert "Anne: Punkte 40, Geld +0,29 €, Gewonnen 1, Verloren 1, Spiele 2" in hand.words()
    exported = scorepad("export", "-", data=program.data)
    (tmp_path / "evening.json").write_bytes(exported)
    scorepad("import", str(tmp_path / "evening.json"), data=tmp_path / "other")
    answer = json.loads(scorepad("replay", "--json", "-", data=program.data,
                                 given=scorepad("export", "-", data=tmp_path / "other")))
    assert answer["evenings"][0]["payout"] == {"Anne": 29, "Bert": 8, "Cem": -37}
    assert answer["evenings"][0]["sheets"][0]["totals"] == {"Anne": 40, "Bert": 47, "Cem": 62}


def sit_down(hand: Hand) -> None:
    hand.tap(identifier="new-evening")
    for name in ("Anne", "Bert", "Cem"):
        hand.type(name, into="Name")
        hand.tap(identifier="add-name")
    hand.touch("game-romme", "stake-100", "start")
    hand.find(identifier="seat-0").wait_for()
