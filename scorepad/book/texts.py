"""Names and texts as people may write them: one visible line, its letters composed."""

import unicodedata
from operator import and_
from typing import Any

from scorepad.i18n.message import Message, say

UNSEEN = "CMZ"
"""First letters of the Unicode categories of which nothing is seen by itself: controls, marks,
separators."""

BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800\U0001d159")
"""Letters and symbols that are blank: the fillers of Hangul, Braille without a dot, a note without
a head."""

LONGEST_NAME = 60
LONGEST_TEXT = 500
MOST_MARKS = 30
"""The most marks on one letter in Unicode's Stream-Safe Text Format (UAX 15)."""


def composed(text: str) -> str:
    """Return a name in one way of writing (NFC): an ö may be one character or two, an o and its
    dots, as some keyboards and systems write it, and is the same letter.

    A text far too long for a name, or too long and full of marks, stays as it is: putting very many
    marks on one letter in order takes forever.
    """
    if text.isascii() or len(text) > 4 * LONGEST_NAME \
            or len(text) > LONGEST_NAME and _is_heap_of_marks(text):
        return text
    return unicodedata.normalize("NFC", text)


def _is_heap_of_marks(text: str) -> bool:
    """Return whether marks are out of order, and so dense that looking at every `MOST_MARKS`th
    letter finds two in a row."""
    if unicodedata.is_normalized("NFD", text):
        return False
    found = [unicodedata.combining(letter) > 0 for letter in text[::MOST_MARKS]]
    return any(map(and_, found, found[1:]))


def has_anything_visible(text: str) -> bool:
    """Return whether anything of a text can be seen: a letter or a sign that leaves a mark by
    itself, not only spaces, marks for other letters, and blank characters."""
    return any(letter not in BLANK and unicodedata.category(letter)[0] not in UNSEEN
               for letter in text)


def fault_of_name(name: Any) -> Message | None:
    """Return what is wrong with a player's name, or None."""
    if type(name) is not str or not (bare := name.strip()):
        return say("is not a name")
    if name != bare or not name.isprintable():
        return say("has spaces around it or characters that cannot be shown")
    if not name.isascii() and not has_anything_visible(name):  # most names are ASCII
        return say("has nothing visible in it")
    if len(name) > LONGEST_NAME:
        return say("is longer than {limit} letters", limit=LONGEST_NAME)
    return None


def legible(name: str) -> str:
    """Return what can be shown of a name that nobody could have typed; empty if that is nothing."""
    shown = "".join(filter(str.isprintable, name[:LONGEST_NAME])).strip()
    return "" if fault_of_name(shown) else shown


def fault_of_text(text: Any) -> Message | None:
    """Return what keeps a text from being one line in a document, or None."""
    if type(text) is not str or len(text) > LONGEST_TEXT or not text.isprintable():
        return say("is not a line of text of at most {limit} letters", limit=LONGEST_TEXT)
    return None
