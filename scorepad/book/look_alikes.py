"""Names that look like somebody's: written with letters of another alphabet, with other capitals,
or with signs that nobody sees.

The letters are those Cyrillic and Greek ones that Unicode's list of confusables takes for a letter
from A to Z, and the two forms of k. Names that only other alphabets have are compared with nothing.
"""

import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from scorepad.i18n.message import N_, Message, say

CYRILLIC = dict(zip("АВСЕԌНЈКМОРЅТѴԜХУҮІӀаЬсԁеҽһіꙇӏјорԛгѕѵѡԝхуүк",
                    "ABCEGHJKMOPSTVWXYYIIabcdeehiiijopqrsvwwxyyk"))
GREEK = dict(zip("ΑΒΕϜΗͿΙΚΜϺΝΟΡΤΧΥΖαιϳοσρᴦυνγκ",
                 "ABEFHJIKMMNOPTXYZaijoopruvyk"))
"""For each letter the one from A to Z that it looks like."""

AS_SEEN = str.maketrans(CYRILLIC | GREEK)

UNSEEN = re.compile("[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
                    "\u202a-\u202e\u2060-\u206f\u2800\ufe00-\ufe0f\ufeff\U000e0000-\U000e0fff]")
"""Characters that cannot be seen within a decomposed name."""

LONGEST = 240
"""Letters from which a text is no name, and is compared as it is."""


class LookAlike(NamedTuple):
    """A name, and the one of somebody known that looks the same."""

    name: str
    known: str

    @property
    def is_of_other_letters(self) -> bool:
        """True if one of them has letters of another alphabet, which nobody sees; otherwise both
        are spelt with the same letters."""
        return _script(self.name, self.known) is not None \
            or _script(self.known, self.name) is not None

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


def look_alike(name: str, known: Iterable[str]) -> LookAlike | None:
    """Return the first of the known names that looks the same and is another; None if there is
    none, or if this very name is known."""
    known = list(known)
    if name in known or not (seen := as_seen(name)):
        return None
    return next((LookAlike(name, each) for each in known if as_seen(each) == seen), None)


def as_seen(name: str) -> str:
    """Return the same text for all names that look the same."""
    if name.isascii() or len(name) > LONGEST:
        return " ".join(name.casefold().split())
    pieces = UNSEEN.sub("", unicodedata.normalize("NFKD", name)).translate(AS_SEEN)
    return " ".join(pieces.casefold().split())


def _script(name: str, other: str) -> str | None:
    """Return the alphabet of those letters of a name that are not in the other name."""
    letters = set(unicodedata.normalize("NFKD", name)) - set(unicodedata.normalize("NFKD", other))
    if not letters.isdisjoint(CYRILLIC):
        return N_("Cyrillic")
    return N_("Greek") if not letters.isdisjoint(GREEK) else None
