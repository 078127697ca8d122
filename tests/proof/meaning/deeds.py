"""Deeds: what people did on their devices, what they meant by it, and what they knew then.

A person is a `Person` of the model and never a seat. What was typed is kept as a document has it,
with the person's `sign` in the place of a name.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from typing import Any

from tests.proof.meaning.hands import canonical

Typed = Any
"""What a document says of a hand, with signs in place of names and lists sorted."""


@dataclass(eq=False)
class Person:
    """A person. sign: stands for him in what was typed; name: as he was first called; id: the one
    under which books know him, which the screens hand to the next tap."""

    sign: str
    name: str
    id: str = ""


@dataclass(eq=False)
class Evening:
    """An evening; id: the one that screens hand on."""

    date: date
    place: str
    id: str = ""


@dataclass(eq=False)
class Sheet:
    """A sheet; id: the one that screens hand on."""

    evening: Evening
    game: str
    stake: int | None
    currency: str
    rules: Any = None
    id: str = ""


@dataclass(eq=False)
class Hand:
    """A hand as whoever wrote it saw it on his own screen right afterwards.

    follows: the last hand that he saw before it, None for none; active: the signs of who played;
    points: by sign; dealer: the sign of who dealt; before: what counted before it.
    """

    sheet: Sheet
    follows: "Hand | None"
    first: "Content"
    active: frozenset[str] = frozenset()
    points: Mapping[str, int] = field(default_factory=dict)
    dealer: str = ""
    before: tuple[tuple[str, "Content"], ...] = ()
    id: str = ""


@dataclass(frozen=True)
class Content:
    """A hand's words: what was typed, its note, and whether it is kept without counting."""

    typed: str
    note: str = ""
    voided: bool = False

    def called(self, one: Callable[[str], str]) -> "Content":
        """Return the same with everybody by the sign that stands for all spellings of a person."""
        typed = re.sub(r'"(P\d+)"', lambda found: f'"{one(found[1])}"', self.typed)
        return self if typed == self.typed else replace(self, typed=canonical(json.loads(typed)))


GONE = None
"""In place of a content: taken back."""


@dataclass(eq=False)
class Deed:
    """Something that was done on a device.

    number: its bit in what is known; device: the number of it; knew: the bits of all deeds that
    the device knew; lines: the entries that it wrote, as a file of entries has them.
    """

    number: int
    device: int
    knew: int
    lines: frozenset[str]

    saw = 0
    """The bits of those of them whose entries were there, and not only a document."""
    instead_of = 0
    """The bit of the deed that it stands for, of which only documents tell."""

    @property
    def bit(self) -> int:
        return 1 << self.number

    @cached_property
    def entries(self) -> frozenset[str]:
        """The ids of the entries that it wrote."""
        return frozenset([json.loads(line)["id"] for line in self.lines])

    def knows(self, other: "Deed") -> bool:
        """Return whether whoever did this knew of the other deed."""
        return bool(self.knew & other.tellings)

    @property
    def tellings(self) -> int:
        """The bits by any of which this deed is known."""
        return self.bit | self.instead_of


@dataclass(eq=False)
class Added(Deed):
    person: Person


@dataclass(eq=False)
class Renamed(Deed):
    person: Person
    name: str


@dataclass(eq=False)
class Deleted(Deed):
    """Deleted, or brought back."""

    person: Person
    back: bool


@dataclass(eq=False)
class Retired(Deed):
    """Retired, or brought back."""

    person: Person
    back: bool


@dataclass(eq=False)
class Merged(Deed):
    """Two spellings of one person."""

    person: Person
    into: Person


@dataclass(eq=False)
class Parted(Deed):
    person: Person


@dataclass(eq=False)
class Opened(Deed):
    evening: Evening


@dataclass(eq=False)
class Closed(Deed):
    """Closed, or reopened."""

    evening: Evening
    back: bool


@dataclass(eq=False)
class Begun(Deed):
    sheet: Sheet
    players: tuple[Person, ...]


@dataclass(eq=False)
class OnSheet(Deed):
    """A deed on a sheet. Also by itself: whatever may move the deal, the seats or the rules."""

    sheet: Sheet


@dataclass(eq=False)
class Seated(OnSheet):
    """Somebody was seated, or the seats changed; players: who sits there now."""

    players: tuple[Person, ...]


@dataclass(eq=False)
class Ruled(OnSheet):
    """The rules changed, or a change of them was taken back."""


@dataclass(eq=False)
class Played(OnSheet):
    hand: Hand


@dataclass(eq=False)
class Word(OnSheet):
    """A word on a hand, after which it was as `said`; answers: whether it was chosen among others;
    undo: whether it took something back or brought it again."""

    hand: Hand
    said: Content | None
    answers: bool = False
    undo: bool = False


@dataclass(eq=False)
class Unsaid(OnSheet):
    """A word that was chosen among others taken back, or brought back."""

    word: Word
    back: bool


@dataclass(eq=False)
class Chosen(OnSheet):
    """An answer to which hands count. counting, struck: all hands of the runs, as the one who
    answered saw them; both empty for an answer that was taken back; first: the first hands of those
    that count."""

    about: frozenset[Hand]
    counting: frozenset[Hand]
    struck: frozenset[Hand]
    first: frozenset[Hand] = frozenset()


@dataclass(eq=False)
class Paid(Deed):
    evening: Evening
    debtor: Person
    creditor: Person
    cents: int
    currency: str
    id: str


@dataclass(eq=False)
class Unpaid(Deed):
    paid: Paid


@dataclass(eq=False)
class Starred(Deed):
    evening: Evening
    person: Person
    event: str
    ziel: str
    stars: int | None
    note: str
    id: str


@dataclass(eq=False)
class Unstarred(Deed):
    starred: Starred


@dataclass(eq=False)
class OpenedWith(Deed):
    """Opening balances of the ledger."""

    date: date
    balances: Mapping[str, int]


@dataclass(eq=False)
class TariffSet(Deed):
    event: str
    valid_from: date
    ziel: str
    stars: int | None


@dataclass(eq=False)
class Marked(Deed):
    """How somebody is drawn: colour and marker."""

    person: Person
    look: Any


@dataclass(eq=False)
class RulesKept(Deed):
    """Rules that the club keeps under a name; instead: the ids of those in whose place."""

    id: str
    game: str
    name: str
    rules: Any
    instead: frozenset[str] = frozenset()

    @property
    def content(self) -> tuple[str, str, Any]:
        return self.game, self.name, self.rules


@dataclass(eq=False)
class RulesDropped(Deed):
    """Rules that are not offered any more; ids: of all that were shown as one."""

    ids: frozenset[str]


@dataclass(eq=False)
class Told(Deed):
    """A document that came in, which says what held where it was written; lines: those entries that
    it has made and that were not there."""

    document: "Document"

    @cached_property
    def entry_of(self) -> Mapping[str, str]:
        """The id of the entry of each line."""
        return {line: json.loads(line)["id"] for line in self.lines}

    @cached_property
    def parts(self) -> frozenset[str | None]:
        """The evenings of which it says something here, None for the club."""
        return frozenset([json.loads(line)["evening"] for line in self.lines])

    def heard(self, lines: frozenset[str]) -> int:
        """Return the deeds that somebody has heard of who has these entries, perhaps not all."""
        came, bits = self.lines & lines, 0
        for evening, hands in self.document.heard.items():
            for own, led in hands.items() if evening in self.parts else ():
                if came == self.lines or any(own in line for line in came):
                    bits |= led
        return bits


@dataclass(eq=False)
class Document:
    """A document that somebody has written. seen: what his book showed; evenings: the ids of those
    that are in it; is_all: whether it has all of the book; knew: the entries that he knew; heard:
    the deeds that led to the hands which are in it, by the evening and the hand."""

    name: str
    text: str
    seen: Any
    evenings: frozenset[str]
    is_all: bool
    knew: frozenset[str]
    heard: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    @property
    def sheets(self) -> dict[str, Any]:
        """What it shows of each sheet, by its id."""
        return {own: sheet for evening in self.evenings
                for own, sheet in self.seen.evenings[evening].sheets.items()}


@dataclass(eq=False)
class PlayedByAFile(Played):
    """A hand of which nothing is known but what documents tell. content: what the first of them
    says; after: the hand that stands before it there; tellings: the bits of all that tell it."""

    content: Content
    after: Hand | None
    tellings: int = 0


@dataclass(eq=False)
class WordByAFile(Word):
    """What documents tell of a hand that nobody is known to have said; tellings: their bits."""

    tellings: int = 0


@dataclass(eq=False)
class Settled(Deed):
    """An answer to something that was noted on two devices. about, counting: ids of entries, none
    that count for an answer that leaves it open again."""

    about: frozenset[str]
    counting: frozenset[str]


def latest(deeds: Iterable[Deed]) -> list[Any]:
    """Return those deeds of which none of the others knew."""
    each = list(deeds)
    return [deed for deed in each
            if not any(other.knows(deed) for other in each if other is not deed)]


def apart(one: Deed, other: Deed) -> bool:
    """Return whether neither knew of the other."""
    return one.number != other.number and not (one.knows(other) or other.knows(one))


def words_on_rules(known: Iterable[Deed]) -> dict[str, list[RulesKept | RulesDropped]]:
    """Return what was said last of each of the club's own rules, by id."""
    said: dict[str, list[Any]] = {}
    for deed in known:
        if isinstance(deed, RulesKept | RulesDropped):
            for own in deed.ids if isinstance(deed, RulesDropped) else {deed.id, *deed.instead}:
                said.setdefault(own, []).append(deed)
    return {own: latest(words) for own, words in said.items()}


def rules_shown_as_one(known: Iterable[Deed], own: str) -> frozenset[str]:
    """Return the ids of the club's rules that are equal to those with this id, under one name."""
    held = {each: {word.content for word in words
                   if isinstance(word, RulesKept) and word.id == each}
            for each, words in words_on_rules(known).items()}
    return frozenset([own, *[each for each, said in held.items() if said & held.get(own, set())]])
