"""The words that people read: those that were settled, and how long a sentence on the sheet is."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pytest

from scorepad.games import GAMES
from scorepad.i18n.__main__ import read_catalogue
from scorepad.i18n.message import LANGUAGES

MOST_WORDS = 14
ON_THE_SHEET = ("scorepad/drafts/", "scorepad/games/", "scorepad/service/telling",
                "scorepad/ui/entry/",
                "scorepad/ui/parts/match_end.py", "scorepad/ui/parts/sheet_",
                "scorepad/ui/parts/match_end.py", "scorepad/ui/parts/totals.py",
                "scorepad/ui/screens/sheet.py", "scorepad/ui/screens/sheet_keyboard.py")
"""The files whose sentences stand on the sheet: its parts, and what the games and drafts say there.
What a value adds where it is filled in is not counted."""

SETTLED = {
    "de": {
        r"\b[Bb]l[aä]tt": "Zettel",
        r"\bSternebuch|\bSpiele?buch": "Sternenbuch, Scorepad-Datei",
        r"\bausgeben, einlesen|[^-]\b[Üü]bernommen\.": "exportieren, importieren",
        r"(?<=\w )Sie\b|\bIhr(e[mnrs]?)?\b": "you are asked without Sie, or as du",
        r"\b(Öffne|Wähle|Gib|Lass|Setze|Starte|Tippe|Nimm|Warte|Prüfe) ": "Bitte … öffnen",
        r"\bnormalen? Spiel": "Normalspiel",
        r"\.\.\.|\w - (?!f[oü]r )\w": "… and –",
        r"\"[A-ZÄÖÜ]": "„…“",
    },
    "en": {
        r"\bPartien?\b": "match",
        r"\b[Ll]edger of stars": "star ledger",
        r"\bPart again|\bparted\b": "separate",
        r"^(Goes|Comes): ": "Will be removed, will be added",
        r"all the same|\bmeanwhile\b": "anyway, in the meantime",
        r"(^|[.:] )[Ww]ho [a-z]+s [^?:]*\.": "whoever",
        r"\b(he|him|his)\b": "they",
        r"\.\.\.|\w - (?!f[oü]r )\w": "… and –",
    },
}
"""What is not said any more, with what is said instead."""


class Sentence(NamedTuple):
    """What somebody reads in a language, and the files that say it."""

    language: str
    text: str
    files: frozenset[str]


def sentences() -> Iterator[Sentence]:
    """Yield all that people read."""
    for message in read_catalogue("de"):
        if message.id:
            files = frozenset(str(file) for file, _ in message.locations)
            yield from (Sentence("en", text, files) for text in texts(message.id))
            yield from (Sentence("de", text, files) for text in texts(message.string))


def texts(text: str | Sequence[str] | None) -> tuple[str, ...]:
    """The singular, and the plural if there is one."""
    return (text,) if isinstance(text, str) else tuple(text or ())


def said_of_options() -> set[str]:
    """What the screen of the rules says of each option, which no sheet shows."""
    return {option.sentence for game in GAMES for option in game.rules.options().values()}


def words_of(text: str) -> int:
    """The words of the longest sentence in a text; a dash is none."""
    return max(len(re.findall(r"[^\s–·]+", each)) for each in re.split(r"(?<=[.!?])\s", text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_settled_is_said(language: str):
    said = [(pattern, instead, sentence.text) for sentence in sentences()
            if sentence.language == language
            for pattern, instead in SETTLED[language].items()
            if re.search(pattern, sentence.text)]
    assert said == []


def test_a_sentence_on_the_sheet_is_short():
    options = said_of_options()
    elsewhere = {text for message in read_catalogue("de") if message.id
                 for id_, string in zip(texts(message.id), texts(message.string), strict=True)
                 if id_ in options for text in (id_, string)}
    long = {sentence.text for sentence in sentences()
            if any(file.startswith(ON_THE_SHEET) for file in sentence.files)
            and words_of(sentence.text) > MOST_WORDS}
    assert options <= elsewhere and long - elsewhere == set()
