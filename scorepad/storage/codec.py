"""Conversion of facts to JSON text and back.

A hand is written as a document writes it, with seat numbers in place of names, so that renaming
a player touches no hand.
"""

import json
from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import fields
from datetime import date as Date
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from pydantic_core import to_json

from scorepad.book.facts import Fact, HandAmended, HandRecorded, SheetOpened
from scorepad.book.people import Colour, Marker
from scorepad.games import BY_ID
from scorepad.games.game import Unreadable, shown
from scorepad.games.protocols import SeatsChange, made_by

_ALL: tuple[type[Fact], ...] = get_args(Fact)

UNREADABLE = (LookupError, TypeError, ValueError, AttributeError, RecursionError, Unreadable)
"""The exceptions that reading may raise for an entry that no Scorepad can have written."""

KINDS = {kind.__name__: kind for kind in _ALL}
"""Every kind of fact, by the name under which it is stored."""

FRAME = tuple(kind for kind in KINDS if kind.startswith(
    ("Player", "RuleSet", "Club", "Evening", "Sheet", "Stars", "Tariff", "Payment")))
"""The kinds that say who played what when, without what happened on the sheets."""

WRITE: dict[str, Callable[[Any], Any]] = {
    "date": Date.isoformat, "valid_from": Date.isoformat, "game": lambda game: game.id,
    "rules": lambda rules: rules.written(), "colour": lambda colour: colour.value,
    "marker": lambda marker: marker.value}
"""The fields of facts whose values JSON does not have, and how each is written."""

READ: dict[str, Callable[[Any], Any]] = {
    "date": Date.fromisoformat, "valid_from": Date.fromisoformat, "game": BY_ID.__getitem__,
    "players": tuple, "seats": tuple, "agreement": tuple, "runs": tuple, "struck": tuple,
    "colour": Colour, "marker": Marker}
"""The fields that are read back from JSON, and how; rules are read by their game."""


def _fits(kind: Any) -> Callable[[Any], bool] | None:
    """Return the test for values of a declared type; None where none is needed, because what
    reads them gives nothing else."""
    parts, origin = get_args(kind), get_origin(kind)
    if kind in (str, int):
        return lambda value: type(value) is kind
    of = _fits(parts[1] if origin is Mapping else parts[0]) if parts else None
    if of is None:
        return None
    if origin is tuple:
        return lambda value: all(map(of, value))
    if origin is Mapping:
        return lambda value: type(value) is dict and all(map(of, value.values()))
    if origin in (Union, UnionType):
        return lambda value: value is None or of(value)
    return None


FITTING = {kind: [(name, fits) for name, declared in get_type_hints(kind).items()
                  if (fits := _fits(declared))] for kind in _ALL}
"""The fields of each kind of fact in which JSON may have a wrong type, each with its test."""

Sheets = dict[str, SheetOpened]
"""The sheets read so far, by id: a hand can only be read by the game of its sheet."""

SEATS = tuple(map(str, range(100)))


def kind_of(fact: Fact) -> str:
    """Return the name under which a fact is stored."""
    return type(fact).__name__


def encode(fact: Fact, sheets: Sheets) -> str:
    """Return the fields of a fact as JSON."""
    if isinstance(fact, HandRecorded | HandAmended):
        opened = sheets[fact.sheet]
        names = seats_of(opened)
        plain: dict[str, Any] = {"id": fact.id, "sheet": fact.sheet,
                                 "hand": opened.game.write_hand(fact.hand, names)}
        if fact.dealer is not None:
            plain["dealer"] = fact.dealer
        if fact.seats is not None:
            plain["seats"] = fact.seats
        if fact.note:
            plain["note"] = fact.note
        if fact.rules is not None:
            plain["rules"] = fact.rules.written()
    else:
        plain = {field.name: getattr(fact, field.name) for field in fields(fact)}
        for key in WRITE.keys() & plain.keys():
            plain[key] = WRITE[key](plain[key])
    return to_json(plain).decode()  # without spaces, and five times as fast as `json`


def decode(kind: str, data: str, sheets: MutableMapping[str, SheetOpened]) -> Fact:
    """Return the fact that was stored; a sheet that it opens is added to `sheets`.

    Raises KeyError for a kind or a game that this version does not know, `Unreadable` for a hand
    that its game cannot read, and others of `UNREADABLE` for what is not a fact at all.
    """
    plain = json.loads(data)
    if kind in ("HandRecorded", "HandAmended"):
        _read_hand(plain, sheets[plain["sheet"]])
    else:
        if kind == SheetOpened.__name__:
            plain.setdefault("edition", 1)
        for key in READ.keys() & plain.keys():
            plain[key] = READ[key](plain[key])
        if "rules" in plain:
            game = plain["game"] if "game" in plain else sheets[plain["sheet"]].game
            plain["rules"] = game.rules.read(plain["rules"])
        if kind == SheetOpened.__name__:
            plain["game"] = made_by(plain["game"], plain["rules"])
    fact = KINDS[kind](**plain)
    _refuse_other_types(fact)
    if isinstance(fact, SheetOpened):
        sheets[fact.sheet] = fact
    return fact


def _refuse_other_types(fact: Fact) -> None:
    """Raise TypeError where the value of a field is not of the declared type."""
    for name, fits in FITTING[type(fact)]:
        if not fits(getattr(fact, name)):
            raise TypeError(f"{name} is {shown(getattr(fact, name))}")


def hand_of(data: str) -> tuple[str, str]:
    """Return the ids of the hand that an entry writes and of its sheet; empty if they cannot be
    read."""
    try:
        plain = json.loads(data)
        return str(plain["id"]), str(plain["sheet"])
    except UNREADABLE:
        return "", ""


def seats_of(opened: SheetOpened) -> tuple[str, ...]:
    """Return the names of a sheet's seats in the book, their numbers; players may have joined."""
    return SEATS if isinstance(opened.game, SeatsChange) else SEATS[:len(opened.players)]


def _read_hand(plain: dict[str, Any], opened: SheetOpened) -> None:
    plain["hand"] = opened.game.read_hand(plain["hand"], seats_of(opened))
    if plain.get("seats") is not None:
        plain["seats"] = tuple(plain["seats"])
    if "rules" in plain:
        plain["rules"] = opened.game.rules.read(plain["rules"])
