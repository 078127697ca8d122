"""Letters that our font lacks come from another one of the machine; where there is none, the paper
says so at its end."""

from io import BytesIO
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from pypdf import PdfReader

from scorepad.i18n.words import Words
from scorepad.paper import files as papers, letters, page
from scorepad.paper.files import Kind
from scorepad.paper.letters import in_order
from tests.paper.conftest import Club, evening

HAND = {"augen": {"محمد": 66, "李": 30, "😀": 24, "Dora": 0}}
PLAYERS = ["محمد", "李", "😀", "Dora"]
SAID = "Not printed, because no font here has these letters: "


def font_with(letters: str, path: Path) -> Path:
    """A font that has a square for each of these letters, 600 of 1000 wide."""
    names = [f"u{ord(letter):04X}" for letter in letters]
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", *names])
    builder.setupCharacterMap({ord(letter): name for letter, name in zip(letters, names)})
    pen = TTGlyphPen(None)
    pen.moveTo((50, 0))
    for point in ((550, 0), (550, 500), (50, 500)):
        pen.lineTo(point)
    pen.closePath()
    glyph = pen.glyph()
    builder.setupGlyf(dict.fromkeys([".notdef", *names], glyph))
    builder.setupHorizontalMetrics(dict.fromkeys([".notdef", *names], (600, 50)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": path.stem, "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    builder.save(path)
    return path


@pytest.fixture
def fonts(tmp_path, monkeypatch):
    """The folder of all fonts of the machine, as if there were no fontconfig."""
    folder = tmp_path / "fonts"
    folder.mkdir()
    monkeypatch.setattr(letters.shutil, "which", lambda name: None)
    monkeypatch.setattr(letters, "FOLDERS", {})
    monkeypatch.setattr(letters, "ELSEWHERE", (folder, tmp_path / "none"))
    return folder


def printed(club: Club, words: Words) -> str:
    service = club(evening(HAND, players=PLAYERS))
    [card] = service.evenings()
    raw = papers.gather(service, papers.Evening(card.id), Kind.PDF, words).make()
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(raw)).pages)


def test_without_any_font_it_is_said_what_is_missing(club, fonts, english):
    text = printed(club, english)
    assert "□□□□" in text
    assert SAID in text and "ARABIC LETTER MEEM (U+0645)" in text.replace("\n", " ")
    assert "GRINNING FACE (U+1F600)" in text.replace("\n", " ")


def test_with_fonts_for_all_of_them_nothing_is_missing(club, fonts, english):
    (fonts / "broken.ttf").write_bytes(b"no font")
    font_with("محد", fonts / "Arabic.ttf")
    font_with("李😀", fonts / "Rest.ttf")
    text = printed(club, english)
    assert SAID not in text and "□" not in text
    assert "李" in text and "😀" in text and "Dora" in text
    assert "محمد"[::-1] in text or "محمد" in text  # drawn from left to right


def test_what_one_font_lacks_is_named_alone(club, fonts, english):
    font_with("محد😀", fonts / "Arabic.ttf")
    text = printed(club, english)
    assert f"{SAID}CJK UNIFIED IDEOGRAPH-674E (U+674E)" in text.replace("\n", " ")
    assert "ARABIC" not in text and "😀" in text


def test_a_paper_in_letters_of_our_own_looks_for_no_font(club, monkeypatch, english):
    monkeypatch.setattr(page, "fonts_with", lambda letters: pytest.fail("looked"))
    service = club(evening({"augen": {"Zoë": 66, "Łukasz": 30, "Jörg": 24, "Ann ♠": 0}},
                           players=["Zoë", "Łukasz", "Jörg", "Ann ♠"]))
    [card] = service.evenings()
    assert papers.gather(service, papers.Evening(card.id), Kind.PDF, english).make()


def test_it_is_looked_for_once_and_not_for_long(club, fonts, english, monkeypatch):
    for number in range(40):
        font_with("ab", fonts / f"{number}.ttf")
    monkeypatch.setattr(letters, "MOST_SECONDS", 0)
    assert page.fonts_with("李") == []


@pytest.mark.parametrize(("text", "drawn"), [
    ("Anne 12", "Anne 12"), ("אבג", "גבא"), ("Anne אבג 12", "Anne 12 גבא"), ("李", "李")])
def test_right_to_left(text, drawn):
    assert in_order(text) == drawn
