"""Sentences for people as `Message`s: English templates with values, read out in a language by
whoever shows them. Nothing beyond the standard library is imported here, for quick commands."""

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

from scorepad.i18n.terms import called, in_english

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
