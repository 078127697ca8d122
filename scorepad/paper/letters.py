"""Texts made of letters that the font has: what it has not stays visible as a box."""

import unicodedata
from collections.abc import Container

BOX = "□"
"""Stands for a letter that cannot be printed."""

UNSEEN = ("Cf", "Mn", "Me", "Cc")
"""Categories of signs that only change those beside them, or nothing that paper could show."""


def printable(text: str, font: Container[int]) -> str:
    """The text in letters of the font, given by their code points.

    A letter with marks that the font lacks loses the marks; any other one becomes a box.
    """
    if all(ord(letter) in font for letter in text):
        return text
    return "".join(_nearest(letter, font) for letter in unicodedata.normalize("NFC", text))


def _nearest(letter: str, font: Container[int]) -> str:
    if ord(letter) in font:
        return letter
    if unicodedata.category(letter) in UNSEEN:
        return ""
    if letter.isspace():
        return " "
    kept = "".join(part for part in unicodedata.normalize("NFKD", letter) if ord(part) in font)
    return kept or BOX
