"""The form of a declared hand in a document: how it is read and written, and its JSON Schema."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields as fields_of, is_dataclass
from enum import EnumType, StrEnum
from functools import cache, partial
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from scorepad.games.fields import (
    Always,
    Choice,
    Flag,
    Key,
    Kind,
    Label,
    Names,
    Needed,
    Optional,
    Several,
    Together,
)
from scorepad.games.problems import Unreadable, refuse, refuse_unknown_keys
from scorepad.i18n.message import N_, say

Declared = TypeVar("Declared", bound=type)

MISSING: Any = object()
"""The default of a field that has none."""


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


class Field(NamedTuple):
    """A field of a declared class, under one key or, as a `Together`, under several.

    label: its word on a key; default: `MISSING` if it has none; always: whether it is written even
    at its default; needed: the sentence that says that it is missing.
    """

    name: str
    label: str
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
        self._inner: dict[str, list[Field]] = {}
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

    def _part(self, field: Field) -> tuple[Callable[..., Any] | None, tuple[int, ...]]:
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

    def __init__(self, fields: list[Field]) -> None:
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


def _fields(declared: type) -> list[Field]:
    defaults = {field.name: field.default for field in fields_of(declared)} \
        if is_dataclass(declared) else getattr(declared, "_field_defaults", {})
    found = []
    for name, hint in get_type_hints(declared, include_extras=True).items():
        marks = _marks(hint)
        key = next((mark for mark in marks if isinstance(mark, Key)), Key(name))
        needed = next((mark.sentence for mark in marks if isinstance(mark, Needed)),
                      N_("is missing"))
        label = next((mark.word for mark in marks if isinstance(mark, Label)),
                     name.replace("_", " ").capitalize())
        found.append(Field(name, label, key, _kind(hint), defaults.get(name, MISSING),
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

