"""Declarations of hands: the kinds of values, from which reading, writing, the JSON Schema and a
plain entry follow (`shape`).

A hand is a named tuple (or a frozen dataclass) whose fields are annotated with what a document
says of them; a game lists its kinds of hands in `Game.hands`.

    class Durchmarsch(NamedTuple):
        spieler: Annotated[Player, Key("durchmarsch")]
        verdopplungen: Annotated[int, Number(0, 4)] = 0

stands for `{"durchmarsch": "Anne", "verdopplungen": 1}`. Fields at their default are not written,
a key may be null if its type has None, and every fault has its place. Enums, bools and declared
classes within a hand need no annotation. Bounds are for the schema and for input controls; whether
a hand can have been played is for the game's rules to say.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, NamedTuple
from unicodedata import normalize

from scorepad.games import problems
from scorepad.games.table import Seat
from scorepad.i18n.message import N_, Message, say

Names = tuple[str, ...]
"""The roster, whose positions are the seats."""

class Kind:
    """A kind of value that a document can hold."""

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the values that `read` takes."""
        raise NotImplementedError

    def read(self, raw: Any, names: Names) -> Any:
        """Return the value that a document's JSON stands for; raises `Unreadable`."""
        raise NotImplementedError

    def write(self, value: Any, names: Sequence[str]) -> Any:
        """Return the JSON that `read` reads back to an equal value."""
        return value


class Key(NamedTuple):
    """The key of a field in a document, where it is not the field's name; `inner`: the key within
    the object that stands there, if there is one."""

    key: str
    inner: str = ""


class Label(NamedTuple):
    """The word for a field on its key and in sentences, where it is not the field's name."""

    word: str


class Needed(NamedTuple):
    """The sentence that says that a required field is missing."""

    sentence: str


class Always:
    """The mark of a field that is written even at its default."""


# --- single values ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Number(Kind):
    """A whole number; the bounds, both included, are for the schema, and `read` ignores them.

    words: what was said so many times, in its order, such as Kontra and Re.
    """

    low: int
    high: int
    words: tuple[str, ...] = ()

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}

    def read(self, raw: Any, names: Names) -> int:
        if type(raw) is not int:
            value = problems.shown(raw)
            problems.refuse(say("{value} is not a whole number",
                                value=f'"{value}"' if isinstance(raw, str) else value))
        return raw


@dataclass(frozen=True)
class Flag(Kind):
    """True or false; opposite: the word for false, where that is worth a word."""

    opposite: str = ""

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}

    def read(self, raw: Any, names: Names) -> bool:
        if type(raw) is not bool:
            problems.refuse(say("is neither true nor false"))
        return raw


@dataclass(frozen=True)
class Choice(Kind):
    """One of a few words or numbers.

    allowed: the values; spelled: other ways to write some of them; fault: makes the sentence for
    anything else.
    """

    allowed: Collection[Any]
    spelled: Mapping[str, Any] | None = None
    fault: Callable[[Any], Message] | None = None

    @cached_property
    def words(self) -> Mapping[Any, Any]:
        """The values by the words or numbers that a document writes for them."""
        return {**{getattr(each, "value", each): each for each in self.allowed},
                **(self.spelled or {})}

    def schema(self) -> dict[str, Any]:
        words = list(self.words)
        return {"enum": words, "type": "string" if isinstance(words[0], str) else "integer"}

    def read(self, raw: Any, names: Names) -> Any:
        words = self.words
        if (type(raw) is str or type(raw) is int) and raw in words:
            return words[raw]
        if self.fault is not None:
            problems.refuse(self.fault(raw))
        problems.refuse(problems.none_of(raw, self.words))

    def write(self, value: Any, names: Sequence[str]) -> Any:
        return getattr(value, "value", value)


@dataclass(frozen=True)
class OneSeat(Kind):
    """A player by name; fault: makes the sentence for a value that is not text."""

    fault: Callable[[Any], Message] | None = None

    def schema(self) -> dict[str, Any]:
        return {"type": "string"}

    def read(self, raw: Any, names: Names) -> Seat:
        try:
            return names.index(raw)
        except ValueError:
            if self.fault is not None and not isinstance(raw, str):
                problems.refuse(self.fault(raw))
            return seat_of(raw, names)

    def write(self, value: Seat, names: Sequence[str]) -> str:
        return names[value]


Player = Annotated[Seat, OneSeat()]


def seat_of(name: Any, names: Sequence[str]) -> Seat:
    """Return the seat of a player named in a document; raises `Unreadable`."""
    if isinstance(name, str) and name in names:
        return names.index(name)
    problems.refuse(say("{name} does not sit at this table", name=problems.shown(name)))


# --- several values -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Several(Kind):
    """A list of values of one kind, in the document's order."""

    of: Kind
    sentence: str = N_("is not a list in brackets")

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": self.of.schema()}

    def read(self, raw: Any, names: Names) -> tuple[Any, ...]:
        if type(raw) is not list:
            problems.refuse(say(self.sentence))
        read_one, values = self.of.read, []
        try:
            for each in raw:
                values.append(read_one(each, names))
        except problems.Unreadable as fault:
            raise fault.below(len(values)) from None
        return tuple(values)

    def write(self, value: Any, names: Sequence[str]) -> list[Any]:
        return [self.of.write(each, names) for each in value]


class Seats(Several):
    """Different players, in seat order whatever the order in the document."""

    def __init__(self) -> None:
        super().__init__(OneSeat(), N_("is not a list of names"))

    def read(self, raw: Any, names: Names) -> tuple[Seat, ...]:
        seats = super().read(raw, names)
        for index, seat in enumerate(seats):
            if seat in seats[:index]:
                problems.refuse(say("names {name} a second time", name=names[seat]), index)
        return tuple(sorted(seats))


Players = Annotated[tuple[Seat, ...], Seats()]


@dataclass(frozen=True)
class BySeat(Kind):
    """A value for each player, None for those not named; sentence: for what is not an object."""

    of: Kind
    sentence: str

    def schema(self) -> dict[str, Any]:
        return {"type": "object", "additionalProperties": self.of.schema()}

    def read(self, raw: Any, names: Names) -> tuple[Any, ...]:
        if type(raw) is not dict:
            problems.refuse(say(self.sentence))
        values: dict[str, Any] = {}
        faults: list[problems.Problem] = []
        for name, each in raw.items():
            try:
                values[name] = self.of.read(each, names)
            except problems.Unreadable as fault:
                faults += fault.below(problems.shown(name)).problems
        if faults:
            raise problems.Unreadable(*faults)
        for name in raw:
            seat_of(name, names)
        return tuple(map(values.get, names))

    def write(self, value: Any, names: Sequence[str]) -> dict[str, Any]:
        return {names[seat]: self.of.write(each, names)
                for seat, each in enumerate(value) if each is not None}


@dataclass(frozen=True)
class ByWord(Kind):
    """A value for each of a few words, None for those left out."""

    words: tuple[str, ...]
    of: Kind

    def schema(self) -> dict[str, Any]:
        return {"type": "object", "additionalProperties": False,
                "properties": dict.fromkeys(self.words, Optional(self.of).schema())}

    def read(self, raw: Any, names: Names) -> tuple[Any, ...]:
        if type(raw) is not dict:
            problems.refuse(say("is not an object in braces"))
        problems.refuse_unknown_keys(raw, self.words)
        values = dict.fromkeys(self.words)
        for word, each in raw.items():
            with problems.within(word):
                values[word] = Optional(self.of).read(each, names)
        return tuple(values.values())

    def write(self, value: Any, names: Sequence[str]) -> dict[str, Any]:
        return {word: self.of.write(each, names)
                for word, each in zip(self.words, value) if each is not None}


@dataclass(frozen=True)
class Either(Kind):
    """A list or something else: `listed` reads lists, `other` all the rest."""

    listed: Kind
    other: Kind

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [self.other.schema(), self.listed.schema()]}

    def read(self, raw: Any, names: Names) -> Any:
        return (self.listed if type(raw) is list else self.other).read(raw, names)

    def write(self, value: Any, names: Sequence[str]) -> Any:
        return (self.listed if type(value) is tuple else self.other).write(value, names)


@dataclass(frozen=True)
class OwnWord(Kind):
    """A word of the table's own, as an option names it (`HasOwnWords`)."""

    def schema(self) -> dict[str, Any]:
        return {"type": "string"}

    def read(self, raw: Any, names: Names) -> str:
        if type(raw) is not str:
            problems.refuse(say("is not a name in quotes"))
        return normalize("NFC", raw)


@dataclass(frozen=True)
class Optional(Kind):
    """A value, or null where there is none."""

    of: Kind

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [self.of.schema(), {"type": "null"}]}

    def read(self, raw: Any, names: Names) -> Any:
        return None if raw is None else self.of.read(raw, names)

    def write(self, value: Any, names: Sequence[str]) -> Any:
        return None if value is None else self.of.write(value, names)


@dataclass(frozen=True)
class Together:
    """One value that a document spreads over several keys.

    kinds: by key; join: makes the value from the names and the value of each key, None where a
    key is absent; split: returns the values to write, by key.
    """

    kinds: Mapping[str, Kind]
    join: Callable[..., Any]
    split: Callable[[Any], Mapping[str, Any]]
