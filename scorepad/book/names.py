"""Names and texts as people may write them, and names that look like somebody's.

The letters are those Cyrillic and Greek ones that Unicode's list of confusables takes for a letter
from A to Z, and the two forms of k. Names wholly in other alphabets are compared with nothing.
"""

import re
import unicodedata
from collections.abc import Iterable
from operator import and_
from typing import Any, NamedTuple

from scorepad.i18n.message import N_, Message, say

UNSEEN = "CMZ"
"""First letters of the Unicode categories of which nothing is seen: controls, marks, separators."""

BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800\U0001d159")
"""Letters and symbols that are blank: fillers of Hangul, empty Braille, a note without a head."""

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


CYRILLIC = dict(zip("АВСЕԌНЈКМОРЅТѴԜХУҮІӀаЬсԁеҽһіꙇӏјорԛгѕѵѡԝхуүк",
                    "ABCEGHJKMOPSTVWXYYIIabcdeehiiijopqrsvwwxyyk"))
GREEK = dict(zip("ΑΒΕϜΗͿΙΚΜϺΝΟΡΤΧΥΖαιϳοσρᴦυνγκ",
                 "ABEFHJIKMMNOPTXYZaijoopruvyk"))
"""For each letter the one from A to Z that it looks like."""

AS_SEEN = str.maketrans(CYRILLIC | GREEK)

INVISIBLE = re.compile("[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
                    "\u202a-\u202e\u2060-\u206f\u2800\ufe00-\ufe0f\ufeff\U000e0000-\U000e0fff]")
"""Characters that cannot be seen within a decomposed name."""

LONGEST = 240
"""Letters from which a text is no name, and is compared as it is."""


class LookAlike(NamedTuple):
    """A name, and the one of somebody known that looks the same, or nearly."""

    name: str
    known: str

    @property
    def is_of_other_letters(self) -> bool:
        """True if one of them has letters of another alphabet, which nobody sees; otherwise both
        are spelt with the same letters."""
        return _script(self.name, self.known) is not None \
            or _script(self.known, self.name) is not None

    @property
    def is_the_same(self) -> bool:
        """True if both are spelt with the same letters, large or small: nobody need be asked."""
        return as_seen(self.name) == as_seen(self.known) and not self.is_of_other_letters

    @property
    def question(self) -> Message:
        """The question whether they are one person. It names the one whose letters can be read: not
        every font has the others."""
        if script := _script(self.name, self.known):
            return say("Written with {script} letters: is this {known}?",
                       script=Message(script), known=self.known)
        if script := _script(self.known, self.name):
            return say("In the book it is written with {script} letters: is this {name}?",
                       script=Message(script), name=self.name)
        return say("{name} looks like {known}: is this one person?",
                   name=self.name, known=self.known)


def look_alike(name: str, known: Iterable[str], *, nearly: bool = True) -> LookAlike | None:
    """Return the first of the known names that looks the same and is another, or else, if `nearly`,
    the first that could be the same one mistyped; None if there is none, or if this very name is
    known."""
    known = list(known)
    if name in known or not (seen := as_seen(name)):
        return None
    return next((LookAlike(name, each) for each in known if as_seen(each) == seen), None) or (
        next((LookAlike(name, each) for each in known if _is_near(seen, as_seen(each))), None)
        if nearly else None)


def _is_near(name: str, other: str) -> bool:
    """Return whether one name could be the other mistyped: one letter of five differs, or two of
    seven, and no digit."""
    shorter, longer = sorted((len(name), len(other)))
    most = (shorter >= 5) + (shorter >= 7)
    return longer - shorter <= most and longer <= LONGEST_NAME \
        and [*filter(str.isdigit, name)] == [*filter(str.isdigit, other)] \
        and 0 < _letters_between(name, other) <= most


def _letters_between(name: str, other: str) -> int:
    """Return how many letters have to be changed, added, left out or exchanged with their neighbour
    until one name is the other."""
    last: list[int] = []
    row = list(range(len(other) + 1))
    for place, letter in enumerate(name, 1):
        before, last, row = last, row, [place]
        for there, wanted in enumerate(other, 1):
            row.append(min(last[there] + 1, row[-1] + 1, last[there - 1] + (letter != wanted)))
            if there > 1 < place and letter == other[there - 2] and name[place - 2] == wanted:
                row[there] = min(row[there], before[there - 2] + 1)
    return row[-1]


def as_seen(name: str) -> str:
    """Return the same text for all names that look the same."""
    if name.isascii() or len(name) > LONGEST:
        return " ".join(name.casefold().split())
    pieces = INVISIBLE.sub("", unicodedata.normalize("NFKD", name)).translate(AS_SEEN)
    return " ".join(pieces.casefold().split())


def _script(name: str, other: str) -> str | None:
    """Return the alphabet of those letters of a name that are not in the other name."""
    letters = set(unicodedata.normalize("NFKD", name)) - set(unicodedata.normalize("NFKD", other))
    if not letters.isdisjoint(CYRILLIC):
        return N_("Cyrillic")
    return N_("Greek") if not letters.isdisjoint(GREEK) else None
