"""What every Doppelkopf has: 240 Augen, two sides, results, and what they look like in a document.

A club's file is mostly hands, so reading one asks each of its keys once what it means.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, Literal, NamedTuple, NotRequired, TypedDict, TypeVar, final

from scorepad.games.base import (
    Problem,
    Seat,
    Unreadable,
    frozen,
    refuse,
    refuse_unknown_keys,
    seat_of,
    shown,
    verified,
    within,
)
from scorepad.text import Message, say

Value = TypeVar("Value")
Choice = TypeVar("Choice", bound=StrEnum)
Reader = Callable[[Any, Sequence[str]], Any]
"""From what a key of a hand says, and the names of the players, to a value."""

ALL = 240
MOST_FUECHSE = 2
UNDER = (120, 90, 60, 30, 0)
"""Augen that a side stays under, by depth; 0 stands for no trick."""


class Side(StrEnum):
    """A side; in a solo the soloist is Re."""

    RE = "re"
    KONTRA = "kontra"

    @property
    def other(self) -> "Side":
        """The side against this one."""
        return Side.KONTRA if self is Side.RE else Side.RE


@final
class Augen(NamedTuple):
    """A result counted: Re's Augen of 240, and the side without a trick."""

    re: int
    schwarz: Side | None = None


@final
class Span(NamedTuple):
    """A result as far as it decides: a side stayed under so many Augen, but not under the next
    limit; 0: it took no trick. Without a side it was 120:120."""

    seite: Side | None
    unter: int = 120


class Standing(NamedTuple):
    """Which side has fewer Augen, None at 120:120, and how far it stayed under: 0 is under 120,
    1 under 90, 2 under 60, 3 under 30, 4 without a trick."""

    behind: Side | None
    depth: int


def standing(result: Augen | Span | None) -> Standing:
    """Who has fewer Augen, and how many too few; raises ValueError where no result was said."""
    if type(result) is Span:
        seite, unter = result
        return Standing(seite, 0 if seite is None else UNDER.index(unter))
    re, schwarz = verified(result)
    if schwarz is not None:
        return Standing(schwarz, 4)
    if re == ALL // 2:
        return Standing(None, 0)
    behind, fewer = (Side.RE, re) if re < ALL // 2 else (Side.KONTRA, ALL - re)
    return Standing(behind, (fewer < 90) + (fewer < 60) + (fewer < 30))


def fault_of_augen(augen: int, schwarz: Side | None) -> tuple[str, Message] | None:
    """Why Re cannot have so many Augen where that side took no trick, and under which key of a
    document; None if it can."""
    if augen < 0:
        return "augen", say("{augen} Augen: nobody can have less than 0", augen=shown(augen))
    if augen > ALL:
        return "augen", say("{augen} Augen: there are only {all}", augen=shown(augen), all=ALL)
    if augen == 1:
        return "augen", say("no card counts 1, so nobody can have 1 Auge")
    if augen == ALL - 1:
        return "augen", say("no card counts 1, so nobody can have {augen} Augen", augen=augen)
    if schwarz is not None and (augen if schwarz is Side.RE else ALL - augen):
        return "schwarz", say("a side without a trick has no Augen, not {augen}",
                              augen=augen if schwarz is Side.RE else ALL - augen)
    return None


# --- reading ------------------------------------------------------------------------------------


class SpanDocument(TypedDict):
    """A result as far as it decides."""

    seite: Side | None
    unter: NotRequired[Literal[120, 90, 60, 30, 0] | None]


def read_keys(raw: Mapping[str, Any], names: Sequence[str], readers: Mapping[str, Reader],
              nullable: Collection[str]) -> dict[str, Any]:
    """What the keys of a hand say, without those that are null where that says nothing.

    readers: one for each key there is. Raises `Unreadable`, as all of these do.
    """
    found: dict[str, Any] = {}
    for key, value in raw.items():
        if key not in readers:
            refuse_unknown_keys(raw, readers)
        if value is None and key in nullable:
            continue
        try:
            found[key] = readers[key](value, names)
        except Unreadable as fault:
            raise Unreadable(*[Problem((key, *place), message)
                               for place, message in fault.problems]) from None
    return found


def result_of(found: Mapping[str, Any]) -> Augen | Span | None:
    """How a hand went out, from what its keys say: counted, as a span, or not said."""
    augen, schwarz = found.get("augen"), found.get("schwarz")
    span: Span | None = found.get("ergebnis")
    if span is not None:
        if augen is not None:
            refuse(say("the result is either counted in Augen or given as a span, not both"),
                   "ergebnis")
        if schwarz is not None:
            refuse(say("belongs to counted Augen; a span says it with under 0"), "schwarz")
        return span
    if augen is None and schwarz is not None:
        refuse(say("belongs to counted Augen"), "schwarz")
    return None if augen is None else frozen(Augen, (augen, schwarz))


def read_seats(raw: Any, names: Sequence[str]) -> tuple[Seat, ...]:
    """Seats from a list of names."""
    if type(raw) is list:
        try:
            return tuple([names.index(name) for name in raw])
        except ValueError:
            pass  # who it is stands below
    return each(raw, names, seat_of)


SPANS = {(side.value, under): Span(side, under) for side in Side for under in UNDER}


def known_span(raw: Any) -> Span | None:
    """A result as far as it decides, where it is one as `written_result` writes it."""
    if type(raw) is not dict or len(raw) != 2:
        return None
    seite, unter = raw.get("seite"), raw.get("unter")
    return SPANS.get((seite, unter)) if type(seite) is str and type(unter) is int else None


def read_span(raw: Any, _: Sequence[str]) -> Span:
    """A result as far as it decides."""
    if span := known_span(raw):
        return span
    require_object(raw, {"seite", "unter"}, "seite")
    seite, unter = raw["seite"], raw.get("unter")
    if seite is None:
        if unter is not None:
            refuse(say("at 120 to 120 no side stayed under anything"), "unter")
        return Span(None)
    with within("seite"):
        seite = read_side(seite)
    unter = UNDER[0] if unter is None else unter
    if type(unter) is not int or unter not in UNDER:
        refuse(say("is not one of: {choices}", choices=", ".join(map(str, UNDER))), "unter")
    return Span(seite, unter)


def choice(allowed: Iterable[Choice]) -> Callable[..., Choice]:
    """Reads one of a few words."""
    words = {choice.value: choice for choice in allowed}

    def read_one(raw: Any, _: Sequence[str] = ()) -> Choice:
        if type(raw) is str and raw in words:
            return words[raw]
        refuse(say("{value} is not one of: {choices}", value=shown(raw),
                   choices=", ".join(words)))
    return read_one


def each(raw: Any, names: Sequence[str],
         read_one: Callable[[Any, Sequence[str]], Value]) -> tuple[Value, ...]:
    """The values of a list, read one by one."""
    if type(raw) is not list:
        refuse(say("is not a list in brackets"))
    values = []
    for index, item in enumerate(raw):
        try:
            values.append(read_one(item, names))
        except Unreadable as fault:
            raise Unreadable(*[Problem((index, *place), message)
                               for place, message in fault.problems]) from None
    return tuple(values)


def read_number(raw: Any, _: Sequence[str]) -> int:
    """A whole number."""
    if type(raw) is not int:
        refuse(say("{value} is not a whole number",
                   value=f'"{shown(raw)}"' if isinstance(raw, str) else shown(raw)))
    return raw


def read_flag(raw: Any, _: Sequence[str]) -> bool:
    """True or false."""
    if type(raw) is not bool:
        refuse(say("is neither true nor false"))
    return raw


def require_object(raw: Any, keys: Collection[str], *needed: str) -> None:
    """Refuse what is no object, has a key that is none of `keys`, or lacks a `needed` one."""
    if type(raw) is not dict:
        refuse(say("is not an object in braces"))
    refuse_unknown_keys(raw, keys)
    for key in needed:
        if key not in raw:
            refuse(say("is missing"), key)


read_side = choice(Side)


# --- writing ------------------------------------------------------------------------------------


def written_result(result: Augen | Span | None) -> dict[str, Any]:
    """What `result_of` reads back to an equal result."""
    if isinstance(result, Augen):
        return {"augen": result.re, "schwarz": result.schwarz and result.schwarz.value}
    if result is None:
        return {}
    return {"ergebnis": {"seite": None} if result.seite is None else
            {"seite": result.seite.value, "unter": result.unter}}
