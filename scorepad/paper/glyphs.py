"""Texts in letters that the fonts have; a letter that they lack stays visible as a box."""

import unicodedata
from collections.abc import Container, Iterable

from fpdf.bidi import BidiParagraph
from fpdf.enums import TextDirection

BOX = "□"
"""The sign that stands for a letter that cannot be printed."""

MOST_TOLD = 12
"""The most unprintable letters that are named; a whole text in a foreign script has more."""

UNSEEN = ("Cf", "Mn", "Me", "Cc")
"""Unicode categories of characters that only change those beside them, or cannot be seen on
paper."""


def printable(text: str, font: Container[int]) -> str:
    """Return the text in letters of the font, which is given by its code points.

    A letter with marks that the font lacks loses the marks; any other one becomes a box.
    """
    if all(ord(letter) in font for letter in text):
        return text
    return "".join(_nearest(letter, font) for letter in unicodedata.normalize("NFC", text))


def boxes(text: str, font: Container[int]) -> list[str]:
    """Return the letters of a text that would become boxes, each once."""
    return [letter for letter in dict.fromkeys(unicodedata.normalize("NFC", text))
            if letter != BOX and _nearest(letter, font) == BOX]


def told(letters: Iterable[str]) -> str:
    """Return letters that cannot be printed by their names in Unicode."""
    names = [f"{unicodedata.name(letter, 'nameless')} (U+{ord(letter):04X})" for letter in letters]
    return ", ".join([*names[:MOST_TOLD], *(["…"] if len(names) > MOST_TOLD else [])])


def in_order(text: str) -> str:
    """Return a line as it is drawn from left to right, even if some of it is read from right to
    left."""
    if all(unicodedata.bidirectional(letter) not in ("R", "AL", "AN") for letter in text):
        return text
    return BidiParagraph(text, TextDirection.LTR).get_reordered_string()


def _nearest(letter: str, font: Container[int]) -> str:
    if ord(letter) in font:
        return letter
    if unicodedata.category(letter) in UNSEEN:
        return ""
    if letter.isspace():
        return " "
    kept = "".join(part for part in unicodedata.normalize("NFKD", letter) if ord(part) in font)
    return kept or BOX
