"""Single values of a document, read and written.

A reader takes what the JSON holds and returns the value, or raises `Unreadable`.
"""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, date as Date, datetime, timedelta
from typing import Any, TypeVar

from scorepad.book.names import fault_of_name, fault_of_text
from scorepad.book.record import Stamp
from scorepad.games import BY_ID
from scorepad.games.game import (
    Game,
    Problem,
    Rules,
    Seat,
    Unreadable,
    refuse,
    refuse_unknown_keys,
    seat_of,
    shown,
    within,
)
from scorepad.i18n.message import say

FORMAT = "scorepad/1"

DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
"""The moment from which times are counted, in milliseconds."""

LATEST = 253_402_300_800_000
"""The first millisecond that no year of four digits holds."""

CURRENCY = re.compile(r"[A-Z]{3}")

Value = TypeVar("Value")


def value(raw: Mapping[str, Any], key: str, read_one: Callable[[Any], Value],
           *default: Any) -> Value:
    """Return the value of a key, read by `read_one`; without a default the key has to be there."""
    with within(key):
        if key not in raw and not default:
            refuse(say("is missing"))
        return read_one(raw[key] if key in raw else default[0])


def each(read_one: Callable[[Any], Value]) -> Callable[[Any], list[Value]]:
    """Return a reader of lists that reads every item, or raises every fault in them."""
    def read_all(raw: Any) -> list[Value]:
        require_list(raw)
        values: list[Value] = []
        faults: list[Problem] = []
        for index, item in enumerate(raw):
            try:
                with within(index):
                    values.append(read_one(item))
            except Unreadable as fault:
                faults += fault.problems
        if faults:
            raise Unreadable(*faults)
        return values
    return read_all


def once(read_one: Callable[[Any], Value],
         key: Callable[[Value], object]) -> Callable[[Any], list[Value]]:
    """Return a reader of lists in which no two items may have the same `key`."""
    def read_all(raw: Any) -> list[Value]:
        values, seen = each(read_one)(raw), set()
        for index, each_one in enumerate(values):
            if key(each_one) in seen:
                refuse(say("is in this file twice"), index)
            seen.add(key(each_one))
        return values
    return read_all


def require_object(raw: Any, keys: set[str] | None = None) -> None:
    """Raise `Unreadable` unless this is an object, with no keys but these."""
    if type(raw) is not dict:
        refuse(say("is not an object in braces"))
    if keys is not None:
        refuse_unknown_keys(raw, keys)


def without_empty(raw: dict[str, Any]) -> dict[str, Any]:
    """Return a dictionary without the keys that have their default value."""
    return {key: value for key, value in raw.items()
            if value is not None and value is not False and value not in ("", [], {})}


def require_list(raw: Any) -> None:
    """Raise `Unreadable` unless this is a list."""
    if type(raw) is not list:
        refuse(say("is not a list in brackets"))


def read_game(raw: Any) -> Game[Any, Any]:
    """Read a game by its id."""
    game = BY_ID.get(raw) if type(raw) is str else None
    if game is None:
        refuse(say("{game} is not one of the games: {games}",
                   game=shown(raw), games=", ".join(BY_ID)))
    return game


def read_rules(raw: Any, game: Game[Any, Any]) -> Rules:
    """Read the options of a game that differ from the defaults."""
    require_object(raw)
    rules: Rules = game.rules.read(raw)
    return rules


def read_names(raw: Any) -> tuple[str, ...]:
    """Read a list of players' names, all of them different."""
    require_list(raw)
    seen: set[str] = set()
    for index, name in enumerate(raw):
        if fault := fault_of_name(name):
            refuse(fault, index)
        if name in seen:
            refuse(say("names {name} a second time", name=name), index)
        seen.add(name)
    return tuple(raw)


def read_name(raw: Any) -> str:
    """Read the name of a player, or of something that has one."""
    if fault := fault_of_name(raw):
        refuse(fault)
    return str(raw)


def read_seat(raw: Any, names: tuple[str, ...]) -> Seat | None:
    """Read a name as a seat; null is nobody."""
    return None if raw is None else seat_of(raw, names)


def read_seats(raw: Any, names: tuple[str, ...]) -> tuple[Seat, ...] | None:
    """Read names as seats; null is nobody."""
    return None if raw is None else tuple(each(lambda name: seat_of(name, names))(raw))


def read_date(raw: Any) -> Date:
    """Read a date such as 2026-11-20."""
    try:
        if type(raw) is str and DATE.fullmatch(raw):
            return Date.fromisoformat(raw)
    except ValueError:
        pass
    refuse(say("is not a date such as 2026-11-20"))


def read_time(raw: Any) -> int:
    """Read a time with its offset as milliseconds since 1970; null is 0."""
    if raw is None:
        return 0
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


def read_stamp(raw: Mapping[str, Any]) -> Stamp:
    """Read where a record comes from, from three of its keys."""
    return Stamp(value(raw, "id", read_text, ""), value(raw, "at", read_time, None),
                 value(raw, "by", read_text, ""))


def written_stamp(stamp: Stamp) -> dict[str, Any]:
    """Return the keys from which `read_stamp` reads it back."""
    return without_empty({"id": stamp.id, "at": written_time(stamp.at) if stamp.at else "",
                          "by": stamp.by})


def amount(decimals: int) -> re.Pattern[str]:
    """Return the pattern of an amount of money with at most so many decimals."""
    return re.compile(rf"[0-9]{{1,7}}(\.[0-9]{{1,{decimals}}})?")


def signed_amount() -> re.Pattern[str]:
    """Return the pattern of an amount in cents that may be below zero."""
    return re.compile(f"-?{amount(2).pattern}")


def read_amount(raw: Any, decimals: int) -> int | None:
    """Read a decimal text in units of its last decimal: with two of them, in cents; null is
    None."""
    if raw is None:
        return None
    if type(raw) is not str or not amount(decimals).fullmatch(raw):
        refuse(say('is not an amount in quotes with at most {decimals} decimals, such as "0.50"',
                   decimals=decimals))
    whole, _, part = raw.partition(".")
    return int(whole + part.ljust(decimals, "0"))


def written_amount(units: int, decimals: int = 2) -> str:
    """Return money as the format writes it, from units of the last decimal: 50 cents as `0.50`."""
    whole, part = divmod(units, 10 ** decimals)
    return f"{whole}.{str(part).zfill(decimals).rstrip('0').ljust(2, '0')}"


def read_agreement(raw: Any, names: tuple[str, ...]) -> tuple[int, ...]:
    """Read what a table agreed that everybody receives, below zero who pays: cents by seat, nothing
    where all of them are zero."""
    require_object(raw)
    cents = [0] * len(names)
    for name, said in raw.items():
        with within(shown(name)):
            seat = seat_of(name, names)
            if type(said) is not str or not signed_amount().fullmatch(said):
                refuse(say('is not an amount in quotes, such as "0.50" or "-0.50"'))
            units = read_amount(said.removeprefix("-"), 2) or 0
            cents[seat] = -units if said.startswith("-") else units
    if sum(cents):
        refuse(say("adds up to {sum}, not 0: what some receive the others pay",
                   sum=_signed_amount(sum(cents))))
    return tuple(cents) if any(cents) else ()


def written_agreement(agreement: tuple[int, ...], names: tuple[str, ...]) -> dict[str, str]:
    """Return an agreement as `read_agreement` reads it."""
    return {name: _signed_amount(cents) for name, cents in zip(names, agreement)}


def _signed_amount(cents: int) -> str:
    return f"{'-' if cents < 0 else ''}{written_amount(abs(cents))}"


def read_currency(raw: Any) -> str:
    """Read a currency's code of three letters."""
    if type(raw) is not str or not CURRENCY.fullmatch(raw):
        refuse(say("is not a currency's three letters, such as EUR"))
    return raw


def read_text(raw: Any) -> str:
    """Read one line of text."""
    if fault := fault_of_text(raw):
        refuse(fault)
    return str(raw)


def read_flag(raw: Any) -> bool:
    """Read true or false."""
    if type(raw) is not bool:
        refuse(say("is neither true nor false"))
    return raw
