"""Where lines break in browsers that do not say so themselves: where Chromium breaks them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from playwright.sync_api import Browser, Page

from scorepad.i18n import __file__ as I18N
from scorepad.system.files import ASSETS

CATALOGUE = Path(I18N).parent / "locale/de/LC_MESSAGES/scorepad.po"

PLACES = """texts => {
    const own = new Intl.v8BreakIterator([], {type: "line"}), ours = new scorepadBreaks();
    const places = (breaks, text) => {
        breaks.adoptText(text);
        const found = [breaks.first()];
        while (breaks.next() !== -1) found.push(breaks.current());
        return found;
    };
    return texts.map(text => [places(own, text), places(ours, text)]);
}"""

TYPED = [
    "", " ", "Anne", "  zwei  Leerzeichen  ", "Anne-Marie Müller-Lüdenscheidt", "−2,00 € und -5",
    "1 000 Punkte", "3–4 Spieler", "Re/Kontra, 1/2", "„Kalter Schlag“ – 3 Spiele", "So – oder so?",
    "A\N{NO-BREAK SPACE}B C", "Zeile\nzwei\r\ndrei\n", "weich\N{SOFT HYPHEN}getrennt", "♠♥♦♣ As",
    "foo\N{EM DASH}bar", "日本語、とても長い", "2026-11-23", "(in Klammern) [so]", "so …", "a | b"]
"""Names and figures that people type, and what stands between them."""


@pytest.fixture
def blank(chromium: Browser) -> Iterator[Page]:
    page = chromium.new_page()
    page.evaluate("globalThis.flet = {canvasKitBaseUrl: '/canvaskit/'}")
    yield page
    page.close()


def sentences() -> list[str]:
    """All sentences in both languages, without the gaps that are filled in."""
    with CATALOGUE.open("rb") as file:
        catalogue = read_po(file)
    found = [each for entry in catalogue if entry.id for side in (entry.id, entry.string)
             for each in ([side] if isinstance(side, str) else side)]
    return [text for text in found if text and "{" not in text and "%" not in text]


def test_lines_break_as_chromium_breaks_them(blank: Page):
    blank.add_script_tag(content=(ASSETS / "breaks.js").read_text("utf-8"))
    assert blank.evaluate("flet.canvasKitBaseUrl") == "/canvaskit/"  # it has its own
    texts = sentences() + TYPED
    assert len(texts) > 1500
    for text, (own, ours) in zip(texts, blank.evaluate(PLACES, texts), strict=True):
        assert ours == own, (text, [text[:place] for place in sorted({*own} ^ {*ours})])


def test_a_browser_without_them_gets_ours_and_the_smaller_library(blank: Page):
    blank.evaluate("delete Intl.v8BreakIterator")
    blank.add_script_tag(content=(ASSETS / "breaks.js").read_text("utf-8"))
    assert blank.evaluate("[flet.canvasKitBaseUrl, Intl.v8BreakIterator === scorepadBreaks]") == [
        "/canvaskit/chromium/", True]


def test_an_old_browser_that_does_not_even_know_words_stays_with_the_larger_one(blank: Page):
    blank.evaluate("delete Intl.v8BreakIterator; delete Intl.Segmenter")
    blank.add_script_tag(content=(ASSETS / "breaks.js").read_text("utf-8"))
    assert blank.evaluate("[flet.canvasKitBaseUrl, typeof Intl.v8BreakIterator]") == [
        "/canvaskit/", "undefined"]
