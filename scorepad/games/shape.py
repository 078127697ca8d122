"""The form of a declared hand in a document: how it is read and written, and its JSON Schema."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field as field_of, fields as fields_of, is_dataclass
from enum import EnumType, StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from scorepad.games.fields import (
    Always,
    BySeat,
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
from scorepad.games.problems import Unreadable, refuse, refuse_unknown_keys, within
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
    the raw object and the names, and raises `Unreadable` if keys do not go together; told: all of
    it in words (`describing`).

    said, phrases: what else people call all of it, for a hand that is typed as a line
    (`drafts.line`). said: by path, the names of a key, or with braces a phrase in which its value
    stands; after an equals sign, the names of a choice; a vertical bar stands between several.
    phrases: by a phrase, in whose braces keys stand for their values, or for so much more
    (`{spitzen+1}`), what it says besides.
    """

    under: str = ""
    constants: Mapping[str, StrEnum] = field_of(default_factory=dict)
    optional: bool = False
    order: tuple[str, ...] = ()
    alone: str = ""
    sentence: str = N_("is not an object in braces")
    check: Callable[[Any, Mapping[str, Any], Names], None] | None = None
    told: str = ""
    said: Mapping[str, str] = field_of(default_factory=dict)
    phrases: Mapping[str, Mapping[str, Any]] = field_of(default_factory=dict)


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

    @property
    def plain(self) -> Any:
        """The kind of its value, leaving out that there may be none."""
        return self.kind.of if isinstance(self.kind, Optional) else self.kind


class Shape(Kind):
    """The form of a declared class in a document: its keys, and how each is read and written."""

    def __init__(self, declared: Any, fields: Sequence[Field] = (),
                 written: Written | None = None) -> None:
        """Take a class with its form; fields, written: these, where the class does not say them."""
        self.declared = declared
        self.written: Written = getattr(declared, "__written__", written or Written())
        self.fields = list(fields) or _fields(declared)
        self._kinds: dict[str, Kind] = {}
        self._absent: dict[str, Any] = {}  # by key, what stands for it where it is left out
        for field in self.fields:
            key = field.key.key
            if isinstance(field.kind, Together):
                self._kinds |= field.kind.kinds
                self._absent |= dict.fromkeys(field.kind.kinds)
            elif field.key.inner:
                inner = _Inner([each for each in self.fields if each.key.key == key])
                self._kinds[key], self._absent[key] = inner, inner.absent
            else:
                self._kinds[key], self._absent[key] = field.kind, field.default
        for key, constant in self.written.constants.items():
            words: type[StrEnum] = type(constant)
            self._kinds[key], self._absent[key] = Choice(list(words)), constant
        self._needed = {field.key.key: field.needed for field in self.fields
                        if self._absent.get(field.key.key) is MISSING}
        # What stands under several keys, or within one, is kept beside them, where no key is.
        self._spread = [(f"/{field.name}", field) for field in self.fields
                        if isinstance(field.kind, Together) or field.key.inner]
        spread = {field.name: at for at, field in self._spread}
        self._values = [spread.get(field.name, field.key.key) for field in self.fields]
        self.mark = self.written.under or next(iter(self.written.constants or self._kinds))
        self._constant = self.written.constants.get(self.mark)

    @property
    def kinds(self) -> Mapping[str, Kind]:
        """The kind of each key, without those that have a fixed value."""
        return {key: kind for key, kind in self._kinds.items()
                if key not in self.written.constants}

    def is_meant(self, raw: Mapping[str, Any]) -> bool:
        """Return whether an object looks like one of this kind."""
        return self.mark in raw if self._constant is None else \
            raw.get(self.mark) == self._constant

    # --- reading --------------------------------------------------------------------------------

    def read(self, raw: Any, names: Names = ()) -> Any:
        under = self.written.under
        if not under:
            return self._read(raw, names)
        refuse_unknown_keys(raw, (under,))
        with within(under):
            return self._read(raw[under], names)

    def _read(self, raw: Any, names: Names) -> Any:
        if type(raw) is not dict:
            refuse(say(self.written.sentence))
        refuse_unknown_keys(raw, self._kinds)
        found = self._absent.copy()
        for key, value in raw.items():
            try:  # `within` is slower, which a long sheet would feel
                found[key] = self._kinds[key].read(value, names)
            except Unreadable as fault:
                raise fault.below(key) from None
        for key, sentence in self._needed.items():
            if key not in raw:
                refuse(say(sentence), key)
        for at, field in self._spread:
            found[at] = _value_of(field, found, names)
        made = self.declared(*map(found.__getitem__, self._values))
        if self.written.check is not None:
            self.written.check(made, raw, names)
        return made

    def begun(self, raw: Mapping[str, Any], names: Names) -> Any:
        """Return a value of which only a part is said: None stands for what is missing, and
        nothing for lists and for what there is of each player."""
        found = self._absent.copy()
        for key, value in raw.items():
            with suppress(Unreadable):
                found[key] = self._kinds[key].read(value, names)
        values = dict.fromkeys([field.name for field in self.fields])
        for field in self.fields:
            with suppress(Unreadable):
                value = _value_of(field, found, names)
                values[field.name] = value if value is not MISSING else \
                    _nothing(self._kinds[field.key.key], names)
        return self.declared(**values)

    # --- writing --------------------------------------------------------------------------------

    def write(self, value: Any, names: Sequence[str] = ()) -> dict[str, Any]:
        form = self.written
        if form.alone and getattr(value, form.alone) is None:
            return {form.alone: None}
        made: dict[str, Any] = {key: constant.value for key, constant in form.constants.items()}
        for field in self.fields:
            own, (key, inner) = getattr(value, field.name), field.key
            if isinstance(field.kind, Together):
                made |= {part: field.kind.kinds[part].write(each, names)
                         for part, each in field.kind.split(own).items()}
            elif field.always or own != field.default:
                into = made.setdefault(key, {}) if inner else made
                into[inner or key] = field.kind.write(own, names)
        first = {key: made[key] for key in form.order if key in made}
        made = first | made
        return {form.under: made} if form.under else made

    # --- the schema -----------------------------------------------------------------------------

    @property
    def properties(self) -> dict[str, Any]:
        """The JSON Schema of each key."""
        return {self.written.under: self.schema()} if self.written.under else self._properties()

    @property
    def required(self) -> list[str]:
        """The keys that must be present."""
        return [self.written.under] if self.written.under else self._required()

    def schema(self) -> dict[str, Any]:
        made = {"type": "object", "properties": self._properties(), "additionalProperties": False}
        required = self._required()
        return {**made, "required": required} if required else made

    def _properties(self) -> dict[str, Any]:
        constants = self.written.constants
        return {key: {"const": constants[key].value} if key in constants else kind.schema()
                for key, kind in self._kinds.items()}

    def _required(self) -> list[str]:
        constants = () if self.written.optional else self.written.constants
        return [*constants, *[key for key, value in self._absent.items() if value is MISSING]]


class _Inner(Kind):
    """An object whose inner keys are fields of the class around it; `read` gives their values."""

    def __init__(self, fields: list[Field]) -> None:
        self.kinds: dict[str, Any] = {field.key.inner: field.kind for field in fields}
        self.absent = {field.key.inner: field.default for field in fields}

    def schema(self) -> dict[str, Any]:
        return {"type": "object", "additionalProperties": False, "properties": {
            key: kind.schema() for key, kind in self.kinds.items()}}

    def read(self, raw: Any, names: Names) -> dict[str, Any]:
        if type(raw) is not dict:
            refuse(say("is not an object in braces"))
        if not raw.keys() <= self.kinds.keys():
            refuse_unknown_keys(raw, self.kinds)
        found = self.absent.copy()
        for key, kind in self.kinds.items():
            if key in raw:
                try:
                    found[key] = kind.read(raw[key], names)
                except Unreadable as fault:
                    raise fault.below(key) from None
        return found


def _value_of(field: Field, found: Mapping[str, Any], names: Names) -> Any:
    """Return the value of a field, given those of the keys."""
    kind, (key, inner) = field.kind, field.key
    if isinstance(kind, Together):
        return kind.join(names, *[found[each] for each in kind.kinds])
    return found[key][inner] if inner else found[key]


def _nothing(kind: Kind, names: Names) -> Any:
    """Return the value of this kind that says nothing."""
    if isinstance(kind, BySeat):
        return (None,) * len(names)
    return () if isinstance(kind, Several) else None


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
        mark = {type(each): each for each in reversed(marks)}
        key = mark.get(Key, Key(name))
        label = mark.get(Label, Label(name.replace("_", " ").capitalize()))
        needed = mark.get(Needed, Needed(N_("is missing")))
        found.append(Field(name, label.word, key, _kind(hint), defaults.get(name, MISSING),
                           Always in marks, needed.sentence))
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

