"""Conversion of facts to JSON text and back.

A fact is written as a document writes it, with everybody's id in place of the name, so that
renaming a player touches no hand, and who else came to the sheet meanwhile changes nobody's points.
Earlier versions wrote the number of the seat: that is read as its writer knew the table.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import fields
from datetime import date as Date
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from pydantic_core import from_json, to_json

from scorepad.book import facts
from scorepad.book.facts import Fact, Unread
from scorepad.book.names import LONGEST_TEXT
from scorepad.book.people import Colour, Marker, Roster
from scorepad.document.tournament_settings import CHAMPIONSHIP, SETTINGS
from scorepad.games import BY_ID
from scorepad.games.game import Game, Rules, Unreadable, refuse, shown
from scorepad.games.protocols import made_by
from scorepad.i18n.message import Message, say
from scorepad.tournament.facts import Way

_ALL: tuple[type[Fact], ...] = tuple([kind for kind in get_args(Fact) if kind is not Unread])

WITH_A_HAND = facts.HandRecorded, facts.HandAmended
WITH_PLACES = facts.DealerNamed, facts.SeatsTaken, facts.MatchEnded
SEATED = *WITH_A_HAND, *WITH_PLACES
"""The kinds that name seats in memory, and people by their ids where they are stored."""

UNREADABLE = (LookupError, TypeError, ValueError, AttributeError, RecursionError, Unreadable)
"""The exceptions that reading may raise for an entry that no Scorepad can have written."""

KINDS = {kind.__name__: kind for kind in _ALL}
"""Every kind of fact, by the name under which it is stored."""

FRAME = tuple(kind for kind in KINDS if kind.startswith(
    ("Player", "RuleSet", "Club", "Evening", "Sheet", "Stars", "Tariff", "Payment", "Notes",
     "Tournament", "Championship")))
"""The kinds that say who played what when, without what happened on the sheets."""

WRITE: dict[str, Callable[[Any], Any]] = {
    "date": Date.isoformat, "valid_from": Date.isoformat, "game": lambda game: game.id,
    "rules": lambda rules: rules.written(), "colour": lambda colour: colour.value,
    "marker": lambda marker: marker.value, "settings": SETTINGS.write,
    "championship": CHAMPIONSHIP.write}
"""The fields of facts whose values JSON does not have, and how each is written."""

READ: dict[str, Callable[[Any], Any]] = {
    "date": Date.fromisoformat, "valid_from": Date.fromisoformat, "game": BY_ID.__getitem__,
    "colour": Colour, "marker": Marker, "settings": SETTINGS.read, "way": Way,
    "championship": CHAMPIONSHIP.read,
    "tables": lambda tables: tuple(map(tuple, tables)),
    "figures": lambda figures: {player: tuple(each) for player, each in figures.items()},
    **dict.fromkeys(("players", "runs", "struck", "said", "counting"), tuple)}
"""The fields that are read back from JSON, and how; rules are read by their game."""


def _fits(kind: Any) -> Callable[[Any], bool] | None:
    """Return the test for values of a declared type; None where none is needed, because what
    reads them gives nothing else."""
    parts, origin = get_args(kind), get_origin(kind)
    if kind in (str, int, bool):
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

Rosters = Mapping[str, Roster]
"""Everybody at the sheets read so far, by the id of each: a hand can only be read by its game, and
by who sits where."""

LARGEST = 1 << 20
"""The most letters of an entry that is read: ten thousand opening balances have fewer."""

LONG_NUMBER, NUL, SHORT = re.compile("[0-9]{16}"), r"\u0000", 500
"""Found in entries that need a closer look, as do those of more letters than that."""

MOST = 10**15
"""The highest number that any Scorepad writes."""


def kind_of(fact: Fact) -> str:
    """Return the name under which a fact is stored."""
    return fact.kind if isinstance(fact, Unread) else type(fact).__name__


def encode(fact: Fact, game: Game[Any, Any] | None, players: Sequence[str]) -> str:
    """Return a fact's fields as JSON; game, players: its sheet's, as far as the fact knows them."""
    plain: dict[str, Any]
    match fact:
        case facts.HandRecorded() | facts.HandAmended():
            assert game is not None
            plain = {"id": fact.id, "sheet": fact.sheet,
                     "hand": game.write_hand(fact.hand, players)}
            if fact.dealer is not None:
                plain["dealer"] = players[fact.dealer]
            if fact.seats is not None:
                plain["seats"] = [players[seat] for seat in fact.seats]
            if fact.note:
                plain["note"] = fact.note
            if fact.rules is not None:
                plain["rules"] = fact.rules.written()
            if isinstance(fact, facts.HandRecorded) and fact.voided:
                plain["voided"] = True
        case facts.DealerNamed(sheet, dealer):
            plain = {"sheet": sheet, "dealer": players[dealer]}
        case facts.SeatsTaken(sheet, seats):
            plain = {"sheet": sheet, "seats": [players[seat] for seat in seats]}
        case facts.MatchEnded(sheet, agreement):
            plain = {"sheet": sheet, "agreement": dict(zip(players, agreement))}
        case _:
            plain = {field.name: getattr(fact, field.name) for field in fields(fact)}
            for key in WRITE.keys() & plain.keys():
                plain[key] = WRITE[key](plain[key])
            if isinstance(fact, facts.SheetOpened):
                plain["first_dealer"] = fact.players[fact.first_dealer]
    return to_json(plain).decode()  # without spaces, and five times as fast as `json`


def read(kind: str, data: str, rosters: Rosters, apart: Collection[str] = ()) -> Fact:
    """Return the fact that was stored, `Unread` with a sentence for what is none. kind: the name
    under which it was stored; data: its fields as JSON; rosters: of the sheets read so far, by id;
    apart: the ids of the entries that its writer did not know."""
    if kind not in KINDS:
        return Unread(kind, say("is of a kind that this Scorepad does not know"),
                      sheet_in(data), is_newer=True)
    try:
        return decode(kind, data, rosters, apart)
    except UNREADABLE as fault:
        return Unread(kind, why_unreadable(fault), sheet_in(data))


def decode(kind: str, data: str, rosters: Rosters, apart: Collection[str] = ()) -> Fact:
    """Return the fact that was stored, as `read` does.

    Raises KeyError for a kind or a game that this version does not know, `Unreadable` for a hand
    that its game cannot read, and others of `UNREADABLE` for what is not a fact at all.
    """
    plain = parsed(data)
    if kind in ("HandRecorded", "HandAmended"):
        roster = rosters[plain["sheet"]]
        plain["hand"] = hand_in(plain["hand"], roster, apart)
        _read_places(plain, roster, apart)
    elif kind == "SheetOpened":
        plain.pop("edition", None)  # of the rules, which earlier versions wrote
    for key in READ.keys() & plain.keys():
        plain[key] = READ[key](plain[key])
    if KINDS[kind] in WITH_PLACES:
        _read_places(plain, rosters[plain["sheet"]], apart)
    if plain.get("rules", ...) is None and KINDS[kind] not in WITH_A_HAND:
        raise TypeError("it has no rules")
    if "rules" in plain and plain["rules"] is not None and not isinstance(plain["rules"], Rules):
        game = plain["game"] if "game" in plain else rosters[plain["sheet"]].opened.game
        plain["rules"] = game.rules.read(plain["rules"])
    if kind in ("SheetOpened", "TournamentSet"):
        plain["game"] = made_by(plain["game"], plain["rules"])
        if isinstance(plain.get("first_dealer"), str):
            plain["first_dealer"] = plain["players"].index(plain["first_dealer"])
    fact = KINDS[kind](**plain)
    _refuse_other_types(fact)
    return fact


def parsed(data: str) -> dict[str, Any]:
    """Return the fields of a stored fact; raises ValueError or TypeError for what no Scorepad
    writes, such as half a letter, or a number of a thousand digits."""
    if not isinstance(data, str) or len(data) > LARGEST:
        raise ValueError("it is no text, or too long")
    plain = from_json(data, allow_inf_nan=False)
    if type(plain) is not dict:
        raise TypeError("it is no object")
    if len(data) > SHORT or NUL in data or LONG_NUMBER.search(data):
        _refuse_wild(plain)
    return plain


def _refuse_wild(value: Any) -> None:
    """Raise ValueError for a value that no Scorepad writes."""
    if isinstance(value, str) and (len(value) > LONGEST_TEXT or "\0" in value):
        raise ValueError("it holds a text that is too long")
    if isinstance(value, dict):
        for key, each in value.items():
            _refuse_wild(key)
            _refuse_wild(each)
    elif isinstance(value, list):
        for each in value:
            _refuse_wild(each)
    elif isinstance(value, int) and abs(value) > MOST:
        raise ValueError("it holds a number that is none of a game")


def _refuse_other_types(fact: Fact) -> None:
    """Raise TypeError where the value of a field is not of the declared type."""
    for name, fits in FITTING[type(fact)]:
        if not fits(getattr(fact, name)):
            raise TypeError(f"{name} is {shown(getattr(fact, name))}")


def why_unreadable(fault: BaseException) -> Message:
    """Return a sentence for an exception that reading a fact has raised."""
    if isinstance(fault, Unreadable):
        return fault.problems[0].message
    if isinstance(fault, KeyError) and isinstance(fault.args[0], str):
        return say("names {name}, which it cannot know", name=f'"{fault.args[0][:LONGEST_TEXT]}"')
    return say("cannot be read")


def sheet_in(data: str) -> str:
    """Return the id of the sheet that a stored fact names, empty if it names none."""
    try:
        return str(parsed(data).get("sheet", ""))
    except UNREADABLE:
        return ""


def begun_in(kind: str, data: str) -> str:
    """Return the id of the person, evening or sheet that an entry begins, empty if unreadable."""
    try:
        plain = parsed(data)
        return str(plain["player" if kind == "PlayerAdded" else kind[:-len("Opened")].lower()])
    except UNREADABLE:
        return ""


def hand_of(data: str) -> tuple[str, str]:
    """Return the ids of the hand that an entry writes and of its sheet; empty if unreadable."""
    try:
        plain = from_json(data)
        return str(plain["id"]), str(plain["sheet"])
    except UNREADABLE:
        return "", ""


def hand_in(raw: Any, roster: Roster, apart: Collection[str] = ()) -> Any:
    """Return a hand of a sheet's game; people in it are named by id, or by the number of their
    seat as the writer knew the table. raw: the values that JSON had; apart: as for `read`."""
    read_hand, players = roster.opened.game.read_hand, tuple(roster.players)
    try:
        return read_hand(raw, players)
    except Unreadable as fault:
        seats = {player: str(seat) for seat, player in enumerate(roster.known_without(apart))}
        others = {player: players[seat] for player, seat in roster.seat.items()}
        for named, called in ((raw, tuple([seats.get(player, "") for player in players])),
                              (_renamed(raw, others), players)):
            try:
                return read_hand(named, called)
            except Unreadable:
                continue
        raise fault from None


def _renamed(raw: Any, called: Mapping[str, str]) -> Any:
    """Return JSON with everybody in it under another name."""
    if isinstance(raw, str):
        return called.get(raw, raw)
    if isinstance(raw, list):
        return [_renamed(each, called) for each in raw]
    if isinstance(raw, dict):
        return {called.get(key, key): _renamed(each, called) for key, each in raw.items()}
    return raw


def _read_places(plain: dict[str, Any], roster: Roster, apart: Collection[str]) -> None:
    """Turn those who are named in a fact about a sheet into their seats."""
    known = roster.known_without(apart)

    def seat(named: Any) -> int:
        if type(named) is int and not 0 <= named < len(known):
            refuse(say("names seat {seat}, and there are {size}", seat=named, size=len(known)))
        return roster.seat[known[named] if type(named) is int else named]

    if plain.get("dealer") is not None:
        plain["dealer"] = seat(plain["dealer"])
    if plain.get("seats") is not None:
        plain["seats"] = tuple(map(seat, plain["seats"]))
    if agreement := plain.get("agreement"):
        cents = agreement if isinstance(agreement, dict) else dict(zip(known, agreement))
        if len(cents) < len(agreement):
            raise ValueError("it names more than there are")
        by_seat = {seat(player): amount for player, amount in cents.items()}
        plain["agreement"] = tuple([by_seat.get(each, 0) for each in range(len(roster.players))])
    elif "agreement" in plain:
        plain["agreement"] = ()
