"""The kinds of values in a document besides those of hands: how each is read and written, and its
JSON Schema. Reading anything else raises `Unreadable`."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field as field_of
from datetime import UTC, date as Date, datetime, timedelta
from functools import cache
from typing import Any

from scorepad.book.ledger.tariffs import MOST_STARS, fault_of_stars
from scorepad.book.names import LONGEST_NAME, LONGEST_TEXT, fault_of_name, fault_of_text
from scorepad.book.record import Stamp
from scorepad.games import BY_ID
from scorepad.games.fields import Key, Kind, Names, Optional, Several, Together
from scorepad.games.game import (
    Game,
    Option,
    Problem,
    Rules,
    Unreadable,
    refuse,
    seat_of,
    shown,
    within,
)
from scorepad.games.problems import fault_of_number
from scorepad.games.shape import MISSING, Field, Shape, Written
from scorepad.i18n.message import N_, Message, say

DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
"""The moment from which times are counted, in milliseconds."""

LATEST = 253_402_300_800_000
"""The first millisecond that no year of four digits holds."""

CURRENCY_CODE = re.compile(r"[A-Z]{3}")


def require_object(raw: Any) -> None:
    """Raise `Unreadable` unless this is an object."""
    if type(raw) is not dict:
        refuse(say("is not an object in braces"))


def require_list(raw: Any) -> None:
    """Raise `Unreadable` unless this is a list."""
    if type(raw) is not list:
        refuse(say("is not a list in brackets"))


def object_schema(properties: Mapping[str, Any], *required: str) -> dict[str, Any]:
    """Return the schema of an object with these keys, some of them required."""
    made = {"type": "object", "properties": properties, "additionalProperties": False}
    return {**made, "required": list(required)} if required else made


def schemas(kinds: Mapping[str, Kind]) -> dict[str, Any]:
    """Return the schema of each key."""
    return {key: kind.schema() for key, kind in kinds.items()}


# --- single values ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Plain(Kind):
    """A value that needs no names. reader: reads it; form: its schema; writer: writes it."""

    reader: Callable[[Any], Any]
    form: Mapping[str, Any] = field_of(default_factory=dict)
    writer: Callable[[Any], Any] = lambda value: value

    def schema(self) -> dict[str, Any]:
        return dict(self.form)

    def read(self, raw: Any, names: Names) -> Any:
        return self.reader(raw)

    def write(self, value: Any, names: object) -> Any:
        return self.writer(value)


@dataclass(frozen=True)
class NullAs(Optional):
    """A value, or null, which stands for `nothing`."""

    nothing: Any

    def read(self, raw: Any, names: Names) -> Any:
        return self.nothing if raw is None else self.of.read(raw, names)


def _fitting(fault_of: Callable[[Any], Message | None]) -> Callable[[Any], Any]:
    """Return a reader of what has no such fault."""
    def read(raw: Any) -> Any:
        if fault := fault_of(raw):
            refuse(fault)
        return raw
    return read


def whole(low: int, high: int) -> Plain:
    """Return the kind of a whole number within bounds, both included."""
    return Plain(_fitting(lambda raw: fault_of_number(raw, low, high)),
                 {"type": "integer", "minimum": low, "maximum": high})


TEXT = Plain(_fitting(fault_of_text), {"type": "string", "maxLength": LONGEST_TEXT})
NAME = Plain(_fitting(fault_of_name), {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME})
STARS = Plain(_fitting(fault_of_stars), whole(-MOST_STARS, MOST_STARS).form)


def _read_names(raw: Any) -> tuple[str, ...]:
    require_list(raw)
    seen: set[str] = set()
    for index, name in enumerate(raw):
        if fault := fault_of_name(name):
            refuse(fault, index)
        if name in seen:
            refuse(say("names {name} a second time", name=name), index)
        seen.add(name)
    return tuple(raw)


NAMES = Plain(_read_names, {"type": "array", "items": NAME.form, "uniqueItems": True}, list)
"""Players' names, all of them different."""


def _read_date(raw: Any) -> Date:
    try:
        if type(raw) is str and DATE.fullmatch(raw):
            return Date.fromisoformat(raw)
    except ValueError:
        pass
    refuse(say("is not a date such as 2026-11-20"))


def _read_time(raw: Any) -> int:
    try:
        moment = datetime.fromisoformat(raw)
        # In milliseconds: that late, fractions of a second are no longer exact.
        at = round((moment - EPOCH) / timedelta(milliseconds=1))
        if 0 <= at < LATEST:
            return at
    except (TypeError, ValueError, OverflowError):
        pass
    refuse(say("is not a time such as 2026-11-20T20:15:00Z"))


def written_time(milliseconds: int) -> str:
    """Return a time, given in milliseconds since 1970, as the format writes it, in UTC."""
    moment = EPOCH + timedelta(milliseconds=milliseconds)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


DAY = Plain(_read_date, {"type": "string", "format": "date"}, Date.isoformat)
TIME = Plain(_read_time, {"type": "string", "format": "date-time"}, written_time)
"""A time with its offset, in milliseconds since 1970."""

STAMP = Together({"id": TEXT, "at": NullAs(TIME, 0), "by": TEXT},
                 lambda _, own, at, by: Stamp(own or "", at or 0, by or ""),
                 lambda stamp: {key: value for key, value in stamp._asdict().items() if value})
"""The origin of a record, in three keys."""


def _text_like(pattern: re.Pattern[str]) -> dict[str, Any]:
    return {"type": "string", "pattern": f"^{pattern.pattern}$"}


def _read_currency(raw: Any) -> str:
    if type(raw) is not str or not CURRENCY_CODE.fullmatch(raw):
        refuse(say("is not a currency's three letters, such as EUR"))
    return raw


CURRENCY = Plain(_read_currency, _text_like(CURRENCY_CODE))


@cache
def amount(decimals: int) -> Plain:
    """Return the kind of an amount of money in quotes with at most so many decimals, in units of
    the last one: with two of them, in cents."""
    pattern = re.compile(rf"[0-9]{{1,7}}(\.[0-9]{{1,{decimals}}})?")

    def read(raw: Any) -> int:
        if type(raw) is not str or not pattern.fullmatch(raw):
            refuse(say('is not an amount in quotes with at most {decimals} decimals, such as '
                       '"0.50"', decimals=decimals))
        whole, _, part = raw.partition(".")
        return int(whole + part.ljust(decimals, "0"))

    return Plain(read, _text_like(pattern), lambda units: written_amount(units, decimals))


def _read_signed(raw: Any) -> int:
    if type(raw) is not str or not SIGNED.fullmatch(raw):
        refuse(say('is not an amount in quotes, such as "0.50" or "-0.50"'))
    cents: int = amount(2).reader(raw.removeprefix("-"))
    return -cents if raw.startswith("-") else cents


def written_amount(units: int, decimals: int = 2) -> str:
    """Return money as the format writes it, from units of the last decimal: 50 cents as `0.50`."""
    whole, part = divmod(units, 10 ** decimals)
    return f"{whole}.{str(part).zfill(decimals).rstrip('0').ljust(2, '0')}"


SIGNED = re.compile(rf"-?{amount(2).form['pattern'][1:-1]}")
SIGNED_AMOUNT = Plain(_read_signed, _text_like(SIGNED), lambda cents: signed_amount(cents))
"""An amount of money in cents, below zero for what goes the other way."""


class Agreement(Kind):
    """The cents agreed on for each seat, below zero for those who pay; nothing if all are zero."""

    def schema(self) -> dict[str, Any]:
        return {"type": "object", "propertyNames": NAME.schema(),
                "additionalProperties": SIGNED_AMOUNT.schema()}

    def read(self, raw: Any, names: Names) -> tuple[int, ...]:
        require_object(raw)
        cents = [0] * len(names)
        for name, said in raw.items():
            with within(shown(name)):
                cents[seat_of(name, names)] = SIGNED_AMOUNT.reader(said)
        if sum(cents):
            refuse(say("adds up to {sum}, not 0: what some receive the others pay",
                       sum=signed_amount(sum(cents))))
        return tuple(cents) if any(cents) else ()

    def write(self, value: tuple[int, ...], names: Sequence[str]) -> dict[str, str]:
        return {name: signed_amount(cents) for name, cents in zip(names, value)}


def signed_amount(cents: int) -> str:
    """Return money as the format writes it, with a sign where it goes the other way."""
    return f"{'-' if cents < 0 else ''}{written_amount(abs(cents))}"


def read_game(raw: Any) -> Game[Any, Any]:
    """Return a game by its id."""
    game = BY_ID.get(raw) if type(raw) is str else None
    if game is None:
        refuse(say("{game} is not one of the games: {games}",
                   game=shown(raw), games=", ".join(BY_ID)))
    return game


def game_of(game: Game[Any, Any]) -> Kind:
    """Return the kind of a game where it can be only this one."""
    return Plain(read_game, {"const": game.id}, lambda game: game.id)


@dataclass(frozen=True)
class RulesOf(Kind):
    """The options of a game that differ from the defaults."""

    game: Game[Any, Any]

    def schema(self) -> dict[str, Any]:
        return object_schema({name: _option(option)
                              for name, option in self.game.rules.options().items()})

    def read(self, raw: Any, names: Names = ()) -> Rules:
        require_object(raw)
        rules: Rules = self.game.rules.read(raw)
        return rules

    def write(self, value: Rules, names: object) -> dict[str, Any]:
        return value.written()


def _option(option: Option) -> dict[str, Any]:
    shape: dict[str, Any] = {"type": "string", "maxLength": option.letters} if option.letters else \
        {"enum": list(option.choices)} if option.choices is not None else \
        {"type": "integer", "minimum": option.bounds[0], "maximum": option.bounds[1]}
    if option.several:
        shape = {"type": "array", "items": shape, "uniqueItems": True}
    if option.optional:
        shape = {"anyOf": [shape, {"type": "null"}]}
    return {"title": option.title, "description": option.sentence, **shape}


# --- several values -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Each(Several):
    """A list in which every fault is found, and not only the first; once: what no two items may
    have in common; unique: True if no two may be equal, which is for the schema."""

    once: Callable[[Any], object] | None = None
    unique: bool = False

    def schema(self) -> dict[str, Any]:
        return {**super().schema(), **({"uniqueItems": True} if self.unique else {})}

    def read(self, raw: Any, names: Names) -> tuple[Any, ...]:
        require_list(raw)
        values: list[Any] = []
        faults: list[Problem] = []
        for index, item in enumerate(raw):
            try:
                values.append(self.of.read(item, names))
            except Unreadable as fault:
                faults += fault.below(index).problems
        if faults:
            raise Unreadable(*faults)
        if self.once is not None:
            seen = set()
            for index, mark in enumerate(map(self.once, values)):
                if mark in seen:
                    refuse(say("is in this file twice"), index)
                seen.add(mark)
        return tuple(values)


@dataclass(frozen=True)
class Part:
    """A field of a record. key: where it is not the field's name; default: where it is not that of
    the record; always: whether it is written even then."""

    kind: Kind | Together
    key: str = ""
    default: Any = MISSING
    always: bool = False


def form(declared: Any, *order: str, check: Callable[[Any], None] = lambda made: None,
         **parts: Part | Kind | Together) -> Shape:
    """Return the shape of a record whose class says nothing of documents.

    order: the keys to write first, the others come in the order of the fields; check: takes the
    record, and raises `Unreadable` if its values do not go together; parts: its fields, those left
    out at the end are no part of documents.
    """
    defaults = getattr(declared, "_field_defaults", vars(declared))
    fields = []
    for name in declared.__match_args__[:len(parts)]:
        part = parts[name]
        part = part if isinstance(part, Part) else Part(part)
        default = defaults.get(name, MISSING) if part.default is MISSING else part.default
        fields.append(Field(name, "", Key(part.key or name), part.kind, default, part.always,
                            N_("is missing")))
    return Shape(declared, fields, Written(order=order, check=lambda made, *_: check(made)))


def value(raw: Mapping[str, Any], key: str, kind: Kind, names: Names, *default: Any) -> Any:
    """Return the value of a key; without a default the key has to be there."""
    with within(key):
        if key in raw:
            return kind.read(raw[key], names)
        if not default:
            refuse(say("is missing"))
        return default[0]
