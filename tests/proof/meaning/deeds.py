"""Deeds: what people did on their devices, what they meant by it, and what they knew then.

A person is a `Person` of the model and never a seat. What was typed is kept as a document has it,
with the person's `sign` in the place of a name.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any

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

    @property
    def bit(self) -> int:
        return 1 << self.number

    @cached_property
    def entries(self) -> frozenset[str]:
        """The ids of the entries that it wrote."""
        return frozenset([json.loads(line)["id"] for line in self.lines])

    def knows(self, other: "Deed") -> bool:
        """Return whether whoever did this knew of the other deed."""
        return bool(self.knew & other.bit)


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
class Settled(Deed):
    """An answer to something that was noted on two devices. about, counting: ids of entries, none
    that count for an answer that leaves it open again."""

    about: frozenset[str]
    counting: frozenset[str]


def latest(deeds: Iterable[Deed]) -> list[Any]:
    """Return those deeds of which none of the others knew."""
    each = list(deeds)
    return [deed for deed in each if not any(other.knows(deed) for other in each)]


def apart(one: Deed, other: Deed) -> bool:
    """Return whether neither knew of the other."""
    return one is not other and not (one.knows(other) or other.knows(one))
