"""What is saved by tapping, read back from the download; and a day picked from the calendar."""

import csv
import json
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from PIL import Image, ImageColor
from pypdf import PdfReader

from scorepad.ui.theme import LIGHT
from tests.browser.evenings import IN_THE_MIDDLE, LOST, evening, take_in
from tests.browser.hand import Hand
from tests.browser.place import saved
from tests.browser.program import Program


def printed(path: Path) -> str:
    """What stands in a PDF."""
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(path.read_bytes())).pages)


@pytest.mark.whole
def test_an_evening_is_saved_in_every_way(served: Program, hand: Hand, tmp_path: Path):
    """Five hands; Bert has 50 + 940 + 480 + 60 = 1530."""
    take_in(served, evening(*IN_THE_MIDDLE, id="paper", sheet="of-paper"))
    hand.open("/evening/paper")
    paper = saved(hand, "pdf", tmp_path)
    assert paper.name.endswith("-2026-11-20-bei-Anne.pdf")
    text = printed(paper)
    assert "Freitag, 20. November 2026" in text and "1\u202f530" in text
    table = saved(hand, "hands", tmp_path)
    lines = list(csv.reader(StringIO(table.read_text("utf-8-sig"), newline=""), delimiter=";"))
    assert len(lines) == 6 and "1530" in lines[5]
    hand.sees_no(table.name)  # the sentence lies over the button
    document = saved(hand, "document", tmp_path)
    assert len(json.loads(document.read_text("utf-8"))["evenings"][0]["sheets"][0]["hands"]) == 5


def test_an_evening_is_saved_as_a_picture(served: Program, hand: Hand, tmp_path: Path):
    """The page draws it itself, larger than it is: 1080 × 1350 pixels, with the accent on top."""
    take_in(served, evening(*LOST, id="drawn", sheet="of-drawn", closed=True))
    hand.open("/evening/drawn")
    with hand.page.expect_download() as download:
        hand.tap(identifier="picture")
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    with Image.open(path) as picture:
        assert picture.format == "PNG" and picture.size == (1080, 1350)
        assert picture.convert("RGB").getpixel((5, 5)) == ImageColor.getrgb(LIGHT.accent)
        assert len(picture.convert("RGB").getcolors(1 << 20) or []) > 50  # and there are words


@pytest.mark.whole
def test_a_day_is_picked_from_the_calendar_of_ones_language(served: Program, hand: Hand) -> None:
    take_in(served, evening(*IN_THE_MIDDLE, id="day", sheet="of-day"))
    hand.open("/statistics")
    hand.touch("span")
    hand.type("9.11.2026", into="Erster Tag")
    hand.tap(identifier="calendar-first")
    hand.sees("November 2026")
    hand.settle()
    hand.page.get_by_role("button", name="13").first.click(force=True)
    hand.settle()
    hand.tap("Übernehmen")
    hand.sees_no("Übernehmen")
    hand.tap(identifier="count-span")
    hand.sees("2026-11-13")
