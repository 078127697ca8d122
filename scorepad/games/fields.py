"""Declarations of hands, from which reading, writing and the JSON Schema follow.

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

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields as fields_of, is_dataclass
from enum import EnumType, StrEnum
from functools import cache, cached_property, partial
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from scorepad.games.problems import Problem, Unreadable, refuse, refuse_unknown_keys, shown
from scorepad.games.table import Seat
from scorepad.i18n.message import N_, Message, say

Declared = TypeVar("Declared", bound=type)
Names = tuple[str, ...]
"""The roster, whose positions are the seats."""

MISSING: Any = object()


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


class Needed(NamedTuple):
    """The sentence that says that a required field is missing."""

    sentence: str


class Always:
    """The mark of a field that is written even at its default."""


# --- single values ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Number(Kind):
    """A whole number; the bounds, both included, are for the schema, and `read` ignores them."""

    low: int
    high: int

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}

    def read(self, raw: Any, names: Names) -> int:
        if type(raw) is not int:
            refuse(say("{value} is not a whole number",
                       value=f'"{shown(raw)}"' if isinstance(raw, str) else shown(raw)))
        return raw


class Flag(Kind):
    """True or false."""

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}

    def read(self, raw: Any, names: Names) -> bool:
        if type(raw) is not bool:
            refuse(say("is neither true nor false"))
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
        if type(raw) in (str, int) and raw in self.words:
            return self.words[raw]
        if self.fault is not None:
            refuse(self.fault(raw))
        refuse(say("{value} is not one of: {choices}", value=shown(raw),
                   choices=", ".join(map(str, self.words))))

    def write(self, value: Any, names: Sequence[str]) -> Any:
        return getattr(value, "value", value)


@dataclass(frozen=True)
class OneSeat(Kind):
    """A player by name; fault: makes the sentence for a value that is not text."""

    fault: Callable[[Any], Message] | None = None

    def schema(self) -> dict[str, Any]:
        return {"type": "string"}

    def read(self, raw: Any, names: Names) -> Seat:
        if raw in names:
            return names.index(raw)
        if self.fault is not None and not isinstance(raw, str):
            refuse(self.fault(raw))
        return seat_of(raw, names)

    def write(self, value: Seat, names: Sequence[str]) -> str:
        return names[value]


Player = Annotated[Seat, OneSeat()]


def seat_of(name: Any, names: Sequence[str]) -> Seat:
    """Return the seat of a player named in a document; raises `Unreadable`."""
    if isinstance(name, str) and name in names:
        return names.index(name)
    refuse(say("{name} does not sit at this table", name=shown(name)))


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
            refuse(say(self.sentence))
        read_one, values = self.of.read, []
        for index, each in enumerate(raw):
            try:
                values.append(read_one(each, names))
            except Unreadable as fault:
                raise fault.below(index) from None
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
                refuse(say("names {name} a second time", name=names[seat]), index)
        return tuple(sorted(seats))


Players = Annotated[tuple[Seat, ...], Seats()]


@dataclass(frozen=True)
class BySeat(Kind):
    """A value for each player, None for those not named; sentence: for what is not an object."""

    of: Kind
    sentence: str

    def schema(self) -> dict[str, Any]:
        return {"type": "object", "additionalProperties": self.of.schema()}

    @cached_property
    def _is_plain(self) -> bool:
        return type(self.of) is Number

    def read(self, raw: Any, names: Names) -> tuple[Any, ...]:
        if type(raw) is not dict:
            refuse(say(self.sentence))
        if not self._is_plain or {*map(type, raw.values())} != {int}:  # else nothing to convert
            raw = self._values(raw, names)
        found = tuple(map(raw.get, names))
        if len(raw) + found.count(None) != len(names):
            for name in raw:
                seat_of(name, names)
        return found

    def _values(self, raw: Mapping[str, Any], names: Names) -> dict[str, Any]:
        if not self._is_plain and not {*names}.issuperset(raw):
            for name in raw:
                seat_of(name, names)
        values: dict[str, Any] = {}
        faults: list[Problem] = []
        for name, each in raw.items():
            try:
                values[name] = self.of.read(each, names)
            except Unreadable as fault:
                faults += fault.below(shown(name)).problems
        if faults:
            raise Unreadable(*faults)
        return values

    def write(self, value: Any, names: Sequence[str]) -> dict[str, Any]:
        return {names[seat]: self.of.write(each, names)
                for seat, each in enumerate(value) if each is not None}


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


# --- whole objects ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Written:
    """The form of a declared class in a document, apart from its fields.

    under: the one key that holds all of it; constants: keys with a fixed value; optional: True if
    the constants may be left out; order: the keys to write first; alone: the field that is
    written alone where it is None; sentence: for what is not an object; check: takes the value,
    the raw object and the names, and raises `Unreadable` if keys do not go together.
    """

    under: str = ""
    constants: Mapping[str, StrEnum] | None = None
    optional: bool = False
    order: tuple[str, ...] = ()
    alone: str = ""
    sentence: str = N_("is not an object in braces")
    check: Callable[[Any, Mapping[str, Any], Names], None] | None = None


def written(**said: Any) -> Callable[[Declared], Declared]:
    """Return a decorator that gives a declared class these values of `Written`."""
    def note(declared: Declared) -> Declared:
        declared.__written__ = Written(**said)  # type: ignore[attr-defined]
        return declared
    return note


class _Field(NamedTuple):
    """A field of a declared class, under one key or, as a `Together`, under several."""

    name: str
    key: Key
    kind: Kind | Together
    default: Any
    always: bool
    needed: str


class Shape(Kind):
    """The form of a declared class in a document: its keys, and how each is read and written."""

    def __init__(self, declared: type) -> None:
        self.declared = declared
        self.written = getattr(declared, "__written__", Written())
        self.fields = _fields(declared)
        self._slots: dict[str, tuple[int, Callable[[Any, Names], Any], bool]] = {}
        self._kinds: dict[str, Kind] = {}
        self._blank: list[Any] = []
        self._inner: dict[str, list[_Field]] = {}
        for field in self.fields:
            if field.key.inner:
                self._inner.setdefault(field.key.key, []).append(field)
        for field in self.fields:
            if isinstance(field.kind, Together):
                for key, kind in field.kind.kinds.items():
                    self._add(key, kind, None)
            elif not field.key.inner:
                self._add(field.key.key, field.kind, field.default)
            elif field.key.key not in self._slots:
                inner = self._inner[field.key.key]
                self._add(field.key.key, _Inner(inner), tuple([each.default for each in inner]))
        for key, constant in (self.written.constants or {}).items():
            words: type[StrEnum] = type(constant)
            self._add(key, Choice(list(words)), constant)
        constants = self.written.constants or {}
        self.mark = self.written.under or next(iter(constants or self._slots))
        self._constant = constants.get(self.mark)
        self._needed = [index for index, blank in enumerate(self._blank) if blank is MISSING]
        self._under, self._check = self.written.under, self.written.check
        self._is_plain = len(self._blank) == len(self.fields) and not self._inner \
            and not any(isinstance(field.kind, Together) for field in self.fields)
        # `tuple.__new__` takes half the time of calling the class of a named tuple.
        self._make: Callable[[Iterable[Any]], Any] = partial(tuple.__new__, declared) \
            if issubclass(declared, tuple) else lambda values: declared(*values)
        parts = [self._part(field) for field in self.fields]
        self._first = [places[0] for _, places in parts]
        self._joined = [(index, make, places) for index, (make, places) in enumerate(parts) if make]

    def _add(self, key: str, kind: Kind, default: Any) -> None:
        may_be_null = isinstance(kind, Optional) and default is None
        read_one = kind.of.read if isinstance(kind, Optional) and may_be_null else kind.read
        self._slots[key] = len(self._blank), read_one, may_be_null
        self._kinds[key] = kind
        self._blank.append(default)

    def _part(self, field: _Field) -> tuple[Callable[..., Any] | None, tuple[int, ...]]:
        """Return the function that makes a field (None: take the value) and its keys' indices."""
        if isinstance(field.kind, Together):
            return field.kind.join, tuple([self._slots[key][0] for key in field.kind.kinds])
        at = self._slots[field.key.key][0]
        if field.key.inner:
            place = self._inner[field.key.key].index(field)
            return lambda _, values: values[place], (at,)
        return None, (at,)

    def is_meant(self, raw: Mapping[str, Any]) -> bool:
        """Return whether an object looks like one of this kind."""
        return self.mark in raw if self._constant is None else \
            raw.get(self.mark) == self._constant

    # --- reading --------------------------------------------------------------------------------

    def read(self, raw: Any, names: Names) -> Any:
        if not self._under:
            return self._read(raw, names)
        refuse_unknown_keys(raw, (self._under,))
        try:
            return self._read(raw[self._under], names)
        except Unreadable as fault:
            raise fault.below(self._under) from None

    def _read(self, raw: Any, names: Names) -> Any:
        if type(raw) is not dict:
            refuse(say(self.written.sentence))
        found, slots = self._blank.copy(), self._slots
        for key, value in raw.items():
            slot = slots.get(key)
            if slot is None:
                refuse_unknown_keys(raw, slots)
            elif value is not None or not slot[2]:
                try:
                    found[slot[0]] = slot[1](value, names)
                except Unreadable as fault:
                    raise fault.below(key) from None
        for index in self._needed:
            if found[index] is MISSING:
                self._refuse_missing(found)
        values = found if self._is_plain else [found[at] for at in self._first]
        for index, make, places in self._joined:
            values[index] = make(names, *[found[at] for at in places])
        made = self._make(values)
        if self._check is not None:
            self._check(made, raw, names)
        return made

    def _refuse_missing(self, found: list[Any]) -> None:
        missing = next(field for field in self.fields
                       if found[self._slots[field.key.key][0]] is MISSING)
        refuse(say(missing.needed), missing.key.key)

    # --- writing --------------------------------------------------------------------------------

    def write(self, value: Any, names: Sequence[str]) -> dict[str, Any]:
        if self.written.alone and getattr(value, self.written.alone) is None:
            return {self.written.alone: None}
        made: dict[str, Any] = {key: constant.value for key, constant
                                in (self.written.constants or {}).items()}
        for field in self.fields:
            own, (key, inner) = getattr(value, field.name), field.key
            if isinstance(field.kind, Together):
                made |= {part: field.kind.kinds[part].write(each, names)
                         for part, each in field.kind.split(own).items()}
            elif field.always or own != field.default:
                into = made.setdefault(key, {}) if inner else made
                into[inner or key] = field.kind.write(own, names)
        if order := self.written.order:
            made = {key: made[key] for key in (*order, *[each for each in made
                                                         if each not in order]) if key in made}
        return {self.written.under: made} if self.written.under else made

    # --- the schema -----------------------------------------------------------------------------

    @property
    def properties(self) -> dict[str, Any]:
        """The JSON Schema of each key."""
        if self.written.under:
            return {self.written.under: self._object()}
        return self._properties()

    def _properties(self) -> dict[str, Any]:
        constants = self.written.constants or {}
        return {key: {"const": constants[key].value} if key in constants else kind.schema()
                for key, kind in self._kinds.items()}

    @property
    def required(self) -> list[str]:
        """The keys that must be present."""
        return [self.written.under] if self.written.under else self._required()

    def _required(self) -> list[str]:
        constants = () if self.written.optional else self.written.constants or ()
        return [*constants, *[key for key, (index, *_) in self._slots.items()
                              if self._blank[index] is MISSING]]

    def schema(self) -> dict[str, Any]:
        return self._object()

    def _object(self) -> dict[str, Any]:
        made = {"type": "object", "properties": self._properties(), "additionalProperties": False}
        required = self._required()
        return {**made, "required": required} if required else made


class _Inner(Kind):
    """An object whose inner keys are fields of the class around it; `read` gives their values."""

    def __init__(self, fields: list[_Field]) -> None:
        self.kinds: dict[str, Any] = {field.key.inner: field.kind for field in fields}
        self.blank = [field.default for field in fields]

    def schema(self) -> dict[str, Any]:
        return {"type": "object", "additionalProperties": False, "properties": {
            key: kind.schema() for key, kind in self.kinds.items()}}

    def read(self, raw: Any, names: Names) -> tuple[Any, ...]:
        if type(raw) is not dict:
            refuse(say("is not an object in braces"))
        if not raw.keys() <= self.kinds.keys():
            refuse_unknown_keys(raw, self.kinds)
        found = []
        for (key, kind), default in zip(self.kinds.items(), self.blank):
            try:
                found.append(kind.read(raw[key], names) if key in raw else default)
            except Unreadable as fault:
                raise fault.below(key) from None
        return tuple(found)


@cache
def shape_of(declared: Any) -> Shape:
    """Return the shape of a declared class; each is made only once."""
    return Shape(declared)


def _fields(declared: type) -> list[_Field]:
    defaults = {field.name: field.default for field in fields_of(declared)} \
        if is_dataclass(declared) else getattr(declared, "_field_defaults", {})
    found = []
    for name, hint in get_type_hints(declared, include_extras=True).items():
        marks = _marks(hint)
        key = next((mark for mark in marks if isinstance(mark, Key)), Key(name))
        needed = next((mark.sentence for mark in marks if isinstance(mark, Needed)),
                      N_("is missing"))
        found.append(_Field(name, key, _kind(hint), defaults.get(name, MISSING),
                            any(mark is Always for mark in marks), needed))
    return found


def _marks(hint: Any) -> list[Any]:
    """Return all that a type is annotated with, whether or not it may be None."""
    found = list(getattr(hint, "__metadata__", ()))
    parts = get_args(hint) if get_origin(hint) in (Union, UnionType) else ()
    return found + [mark for part in parts for mark in _marks(part)]


def _kind(hint: Any) -> Kind | Together:
    kind = next((mark for mark in _marks(hint) if isinstance(mark, Kind | Together)), None)
    bare = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    parts = get_args(bare) if get_origin(bare) in (Union, UnionType) else (bare,)
    if kind is None:
        kind = _kind_of(next(part for part in parts if part is not NoneType))
    return Optional(kind) if NoneType in parts and isinstance(kind, Kind) else kind


def _kind_of(plain: Any) -> Kind:
    """Return the kind of a type that needs no annotation."""
    if get_origin(plain) is tuple:
        return Several(_kind_of(get_args(plain)[0]))
    if plain is bool:
        return Flag()
    return Choice(list(plain)) if isinstance(plain, EnumType) else shape_of(plain)

