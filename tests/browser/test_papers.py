"""An evening, the ledger and a year, saved by tapping, and read back from the download."""

import csv
import json
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.browser.conftest import Hands
from tests.browser.evenings import IN_THE_MIDDLE, evening, take_in
from tests.browser.hand import Look
from tests.browser.place import saved
from tests.browser.program import Program


def printed(path: Path) -> str:
    """What stands in a PDF."""
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(path.read_bytes())).pages)


def test_an_evening_is_printed(program: Program, hands: Hands, tmp_path: Path):
    """Five hands; Bert has 50 + 940 + 480 + 60 = 1530."""
    take_in(program, evening(*IN_THE_MIDDLE))
    user = hands(Look())
    user.open("/evening/e")
    path = saved(user, "pdf", tmp_path)
    assert path.name.endswith("-2026-11-20-bei-Anne.pdf")
    text = printed(path)
    assert "Freitag, 20. November 2026" in text and "1\u202f530" in text


@pytest.mark.parametrize("look", [Look("wide", "light", "en"), Look(text=200)], ids=str)
def test_every_kind_is_offered_and_comes(program: Program, hands: Hands, tmp_path: Path,
                                         look: Look):
    take_in(program, evening(*IN_THE_MIDDLE))
    user = hands(look)
    user.open("/evening/e")
    user.tap(identifier="papers")
    user.shot("papers")
    user.press("Escape")
    user.find(identifier="save-hands").wait_for(state="detached")
    user.settle()
    table = saved(user, "hands", tmp_path)
    lines = list(csv.reader(StringIO(table.read_text("utf-8-sig"), newline=""),
                            delimiter=";" if look.language == "de" else ","))
    assert len(lines) == 6 and "1530" in lines[5]
    user.sees_no(table.name)  # at twice the text size the sentence lies over the button
    document = saved(user, "document", tmp_path)
    assert len(json.loads(document.read_text("utf-8"))["evenings"][0]["sheets"][0]["hands"]) == 5
