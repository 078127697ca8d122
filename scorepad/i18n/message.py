"""Sentences for people as `Message`s: English templates with values, read out in a language by
whoever shows them. And the words in which hands are told, which files and keys have in German: in
English, and for people who hold a German deck. Nothing beyond the standard library is imported
here, for quick commands.

The games' own terms, such as Augen, Schneider and Jungfer, are the same in both languages.
"""

import errno
import gettext
import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date as Date
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

MINUS = "\N{MINUS SIGN}"

LANGUAGES = ("de", "en")
CATALOGUES = Path(__file__).parent / "locale"


def N_(template: str) -> str:
    """Mark a template for the catalogues without translating it yet."""
    return template


@dataclass(frozen=True, slots=True)
class Message:
    """One sentence: an English template and the values that are filled in by name. Dates and
    quantities among them are written as whoever shows it writes them. `plural` is the template for
    every count but one; the count is then the value `n`."""

    template: str
    values: Mapping[str, Any] = field(default_factory=dict)
    plural: str | None = None

    def __str__(self) -> str:
        return read_out(self, "en")


class Quantity(int):
    """A whole number of which screens and paper set off the thousands, such as points."""


def plain(value: Quantity | Date) -> str:
    """Return a quantity in digits alone, and a date as in files, as the command line has them."""
    if isinstance(value, Date):
        return value.isoformat()
    return str(int(value)).replace("-", "\N{MINUS SIGN}")


class Fault(Exception):
    """The end of something that was asked for, with the sentences that say why, and what to do.
    status: the exit status of a command that it ends."""

    status: ClassVar[int] = 2

    def __init__(self, *sentences: Message | str) -> None:
        super().__init__(*map(str, sentences))
        self.sentences = sentences

    @property
    def message(self) -> Message:
        """The first of the sentences."""
        first = self.sentences[0]
        return first if isinstance(first, Message) else Message(first)


def say(template: str, **values: Any) -> Message:
    """Return a message; the catalogues are extracted from the templates in these calls."""
    return Message(template, values)


def say_n(singular: str, plural: str, n: int, **values: Any) -> Message:
    """Return a message about `n` things; `plural` is its template for every count but one."""
    return Message(singular, {"n": n, **values}, plural)


REFUSALS = {
    errno.ENOENT: say("No such file or directory"), errno.EISDIR: say("Is a directory"),
    errno.ENOTDIR: say("Not a directory"), errno.EACCES: say("Permission denied"),
    errno.EPERM: say("Operation not permitted"), errno.ENOSPC: say("No space left on device"),
    errno.EROFS: say("Read-only file system")}
"""The sentences of the system's most common errors, by their numbers."""


def refusal(fault: OSError) -> Message | str:
    """Return why the system has refused something."""
    return REFUSALS.get(fault.errno or 0) or fault.strerror or str(fault)


def listed(names: Sequence[str]) -> Message | str:
    """Return names as a sentence lists them: `Anne`, `Anne and Bert`, `Anne, Bert and Cem`."""
    *first, last = names
    return say("{names} and {last}", names=", ".join(first), last=last) if first else last


@lru_cache(maxsize=8)
def catalogue(language: str) -> gettext.NullTranslations:
    """Return the translations of a language; English, the source language, needs none."""
    return gettext.translation("scorepad", CATALOGUES, [language], fallback=True)


TITLES = {"Freier Zettel": "Free sheet", "Ansagen und Stiche": "Bids and tricks",
          "Doppelkopf mit Kasse": "Doppelkopf with a pot",
          "Doppelkopf (Altenburger Hausregeln)": "Doppelkopf (Altenburg rules)"}
"""The titles of games that are no names; a game's own name is the same in both languages."""


def called(title: str, language: str) -> str:
    """Return what a game is called in a language ("de" or "en"), by its title."""
    return TITLES.get(title, title) if language == "en" else title


TITLED = ("game", "title")
"""The names of the values in a message that may be the title of a game."""


def read_out(message: Message, language: str,
             written: Callable[[Quantity | Date], str] = plain,
             named: Callable[[str], str] = str) -> str:
    """Return the sentence in `language` ("de" or "en"), with messages among its values read out,
    and games, whose titles are the values in `TITLED`, as they are called there. written: returns a
    quantity or a date among them as text; named: returns a template with the cards called as they
    are to be called."""
    values = {
        name: read_out(value, language, written, named) if isinstance(value, Message) else
        written(value) if isinstance(value, Quantity | Date) else
        called(value, language) if name in TITLED else value
        for name, value in message.values.items()
    }
    translations = catalogue(language)
    if message.plural is None:
        template = translations.gettext(message.template)
    else:
        template = translations.ngettext(message.template, message.plural, message.values["n"])
    return named(template).format(**values)


def system_language(environ: Mapping[str, str] = os.environ) -> str:
    """Return "de" if the environment asks for German, as gettext reads it, otherwise "en"."""
    for name in ("SCOREPAD_LANGUAGE", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if wanted := environ.get(name):
            return "de" if wanted.lower().startswith("de") else "en"
    return "en"


# --- how a hand is told -----------------------------------------------------------------------

CARDS = {"Kreuz": "Clubs", "Pik": "Spades", "Herz": "Hearts", "Karo": "Diamonds",
         "Eichel": "Acorns", "Grün": "Leaves", "Schellen": "Bells", "Damen": "Queens",
         "Buben": "Jacks", "König": "King", "Könige": "Kings", "Asse": "Aces", "Zehnen": "Tens",
         "Trumpf": "Trump", "Dullen": "Dullen", "Ober": "Ober", "Farb": "Suit"}
"""The cards; somebody may be called as one of them."""

TOLD = {"mit": "with", "ohne": "without", "unter": "under", "nur": "only", "keine": "no",
        "gegen keine": "against no", "angesagt": "announced", "gereizt": "bid",
        "gefangen": "caught", "allein": "alone", "vorgeführt": "forced", "am End": "at the end",
        "Spiel": "game", "Spieler": "Declarer", "Gegner": "Opponents", "Gewonnen": "Won",
        "Verloren": "Lost", "gewonnen": "won", "verloren": "lost", "Verlierer": "Loser",
        "Geschoben": "Schieben", "Eingepasst": "All passed", "Gepasst": "Passed",
        "Strafpunkte": "Penalty", "Pflichtsolo": "Duty solo", "Kasse": "Pot", "Klopft": "Knocks",
        "Klopfen": "knocks", "Offen": "Open", "Gereizt": "Bid"}
"""The other words, where they stand as `_TOLD` says."""

_TOLD = re.compile(
    r"\b(?:mit|ohne|unter|Spiel|Geschoben)\b(?=\s\d)"
    r"|^(?:mit|ohne|Offen|Klopft|Strafpunkte|Gereizt)$"
    r"|\b(?:gegen keine|keine)\b(?=\s\d)|\bnur\b(?= Alte)|\bam End\b|\bKlopfen$|\bKasse(?=: | \+)"
    r"|\b(?:angesagt|gereizt|gefangen|allein|vorgeführt)\b|\b(?:Spieler|Gegner)(?= schwarz)"
    r"|(?:^|(?<= · ))(?:[Gg]ewonnen|[Vv]erloren|Verlierer|Eingepasst|Gepasst|"
    r"Strafpunkte|Pflichtsolo)\b")
"""People's names stand among these words: a word with a capital needs more than itself."""

_OF_CARDS = re.compile(rf"\b({'|'.join(CARDS)})(-Solo\b|(?= (?:mit|ohne) \d))")
_COUNTED = re.compile(r"(?<=\d )(?:Buben|Könige|Zehnen|Asse|Damen)\b")


@lru_cache(maxsize=1 << 12)
def in_english(told: str) -> str:
    """Return how a hand came about, or what stands on a key, with people's names left alone."""
    told = _OF_CARDS.sub(
        lambda found: CARDS[found[1]] + found[2].replace("-Solo", " solo"), told)
    told = _COUNTED.sub(lambda found: CARDS[found[0]], told)
    return _TOLD.sub(lambda found: TOLD[found[0]], told)


def card_in_english(name: str) -> str:
    """Return what a card is called, or a sentence of the program with no names of people in it that
    begins with a solo."""
    whole, solo, rest = name.partition("-Solo")
    card = CARDS.get(whole, whole)
    return f"{card} solo{rest}" if solo and whole in CARDS else card if not solo else name


FRENCH, GERMAN = "french", "german"
DECKS = (FRENCH, GERMAN)

NAMES = {"Kreuz": "Eichel", "Pik": "Grün", "Karo": "Schellen", "Dame": "Ober", "Damen": "Ober",
         "Bube": "Unter", "Buben": "Unter",
         "of clubs": "of acorns", "of spades": "of leaves", "of diamonds": "of bells",
         "a queen": "an Ober", "queen": "Ober", "queens": "Ober",
         "a jack": "an Unter", "jack": "Unter", "jacks": "Unter"}
"""The name of each card of a French deck (S3) with a German one, in German and in English, where
clubs are also something else. Herz, Ass and König are called that with either."""

_ANY = re.compile(rf"\b({'|'.join(NAMES)})\b", re.IGNORECASE)
_OF_A_HAND = re.compile(rf"\b({'|'.join(NAMES)})(?=-Solo| (?:mit|ohne) \d)")


def of_german_deck(sentence: str) -> str:
    """Return a sentence of the program, still without names, for people who hold a German deck."""
    return _ANY.sub(_other, sentence)


def told_of_german_deck(told: str) -> str:
    """Return how a hand came about, in which somebody may be called Karo, for the same people."""
    return _OF_A_HAND.sub(_other, told)


def _other(found: re.Match[str]) -> str:
    """Return the other name of a card, with a capital where the one has it."""
    word = found[0]
    name = NAMES.get(word) or NAMES.get(word.lower()) or NAMES[word.capitalize()]
    return name[0].upper() + name[1:] if word[0].isupper() else name


IN_WORDS = tuple((re.compile(pattern), template) for pattern, template in (
    (r", times (?P<n>\d)", N_(", times {n}")),
    (r", twice for (?P<name>[^,→]+)(?=,| →)", N_(", twice for {name}")),
    (r"^Passed: (?P<n>\d+) into the Stock$", N_("Passed: {n} into the Stock")),
    (r"^Passed$", N_("Passed"))))
"""The words in the arithmetic of a hand that are none of the cards, as files have them."""


def in_words(told: str, language: str) -> str:
    """Return how a hand came about, its words in a language ("de" or "en")."""
    for pattern, template in IN_WORDS:
        found = pattern.search(told)
        if found:
            said = read_out(Message(template, found.groupdict()), language)
            told = f"{told[:found.start()]}{said}{told[found.end():]}"
    return in_english(told) if language == "en" else told
