"""A hand of Doppelkopf by the Altenburg house rules in a document: `scorepad/1`.

A club's file is mostly hands, so reading one asks each of its keys once what it means.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Annotated, Any, Literal, NotRequired, Required, TypedDict, TypeVar

from scorepad.games.altenburg.hand import (
    ALL, DEAREST, MOST_MISDEALS, TAPPED, UNDER, Ansage, Augen,
    Entscheid, Farbe, Hand, Side, Span, Spiel, Stern,
)
from scorepad.games.base import (
    Problem, Seat, Unreadable, Within, frozen, refuse, refuse_unknown_keys, seat_of, shown, within,
)
from scorepad.text import say

Value = TypeVar("Value")
Choice = TypeVar("Choice", bound=StrEnum)


class SpanDocument(TypedDict):
    """A result as far as it decides."""

    seite: Side | None
    unter: NotRequired[Literal[120, 90, 60, 30, 0] | None]


class AnsagenDocument(TypedDict, total=False):
    """What the sides announced."""

    re: Ansage | None
    kontra: Ansage | None


class EntscheidDocument(TypedDict):
    """What the table decided where both Ansagen failed."""

    sieger: Side | None
    wert: NotRequired[Annotated[int, Within(0, DEAREST)]]


class SternDocument(TypedDict):
    """An event that gives stars."""

    event: Literal["rot-rum", "alle-farben", "stich-41", "fuenf-karten", "fuenf-karten-verloren"]
    player: str


class HandDocument(TypedDict, total=False):
    """A hand in a document; `augen` or `ergebnis` says the result."""

    spiel: Spiel
    farbe: Farbe | None
    re: Required[list[str]]
    augen: Annotated[int, Within(0, ALL)] | None
    ergebnis: SpanDocument | None
    schwarz: Side | None
    ansagen: AnsagenDocument
    fuchs: list[Side]
    karlchen: Side | None
    dulle: str | None
    grosse_scharfe: bool
    falschspiel: str | None
    entscheid: EntscheidDocument | None
    sterne: list[SternDocument]
    vergeben: Annotated[int, Within(0, MOST_MISDEALS)]
    eingemischt: Annotated[int, Within(0, MOST_MISDEALS)]
    aktive: list[str] | None


KEYS = frozenset(HandDocument.__annotations__)


# --- reading ------------------------------------------------------------------------------------


def read_hand(raw: Mapping[str, Any], names: Sequence[str]) -> Hand:
    """The hand that a document's dictionary describes; raises `Unreadable`."""
    found: dict[str, Any] = {}
    for key, value in raw.items():
        if key not in READERS:
            refuse_unknown_keys(raw, KEYS)
        if value is None and key in NULLABLE:
            continue
        try:
            found[key] = READERS[key](value, names)
        except Unreadable as fault:
            raise Unreadable(*[Problem((key, *place), message)
                               for place, message in fault.problems]) from None
    if "re" not in found:
        refuse(say("is missing: the players of the Re side, or the soloist"), "re")
    result = _result(found)
    if result is not None and len(found) == 2:  # most hands
        return Hand(found["re"], result)
    get = found.get
    return frozen(Hand, (
        found["re"], result, get("spiel", Spiel.NORMAL), get("farbe"),
        *get("ansagen", (None, None)), get("fuchs", ()), get("karlchen"), get("dulle"),
        get("grosse_scharfe", False), get("falschspiel"), get("entscheid"), get("sterne", ()),
        get("vergeben", 0), get("eingemischt", 0), get("aktive")))


def _result(found: Mapping[str, Any]) -> Augen | Span | None:
    augen, span, schwarz = found.get("augen"), found.get("ergebnis"), found.get("schwarz")
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


def _read_seats(raw: Any, names: Sequence[str]) -> tuple[Seat, ...]:
    if type(raw) is list:
        try:
            return tuple([names.index(name) for name in raw])
        except ValueError:
            pass  # who it is stands below
    return _each(raw, names, seat_of)


def _read_span(raw: Any, _: Sequence[str]) -> Span:
    _require_object(raw, {"seite", "unter"}, "seite")
    seite, unter = raw["seite"], raw.get("unter")
    if seite is None:
        if unter is not None:
            refuse(say("at 120 to 120 no side stayed under anything"), "unter")
        return Span(None)
    with within("seite"):
        seite = _read_side(seite)
    unter = UNDER[0] if unter is None else unter
    if type(unter) is not int or unter not in UNDER:
        refuse(say("is not one of: {choices}", choices=", ".join(map(str, UNDER))), "unter")
    return Span(seite, unter)


def _read_ansagen(raw: Any, _: Sequence[str]) -> tuple[Ansage | None, Ansage | None]:
    if type(raw) is not dict or not raw.keys() <= SIDES:
        _require_object(raw, SIDES)
    for side, ansage in raw.items():
        if ansage is not None and not (type(ansage) is str and ansage in ANSAGEN):
            with within(side):
                _read_ansage(ansage)
    return ANSAGEN[raw.get("re")], ANSAGEN[raw.get("kontra")]


def _read_farbe(raw: Any, _: Sequence[str]) -> Farbe:
    if raw == "schell":
        refuse(say("a Schell solo is not allowed: Herz, Grün or Eichel"))
    return _read_suit(raw)


def _read_entscheid(raw: Any, names: Sequence[str]) -> Entscheid:
    _require_object(raw, {"sieger", "wert"}, "sieger")
    if raw["sieger"] is None:
        if raw.get("wert"):
            refuse(say("a void hand has no value"), "wert")
        return Entscheid(None)
    with within("sieger"):
        sieger = _read_side(raw["sieger"])
    if "wert" not in raw:
        refuse(say("is missing"), "wert")
    with within("wert"):
        return Entscheid(sieger, _read_number(raw["wert"], names))


def _read_stern(raw: Any, names: Sequence[str]) -> Stern:
    if type(raw) is dict and len(raw) == 2:
        event, player = raw.get("event"), raw.get("player")
        if type(event) is type(player) is str and event in EVENTS and player in names:
            return frozen(Stern, (EVENTS[event], names.index(player)))
    _require_object(raw, {"event", "player"}, "event", "player")
    with within("event"):
        event = _read_event(raw["event"])
    with within("player"):
        return Stern(event, seat_of(raw["player"], names))


def _choice(allowed: Iterable[Choice]) -> Callable[..., Choice]:
    """Reads one of a few words."""
    words = {choice.value: choice for choice in allowed}

    def read_one(raw: Any, _: Sequence[str] = ()) -> Choice:
        if type(raw) is str and raw in words:
            return words[raw]
        refuse(say("{value} is not one of: {choices}", value=shown(raw),
                   choices=", ".join(words)))
    return read_one


def _each(raw: Any, names: Sequence[str],
          read_one: Callable[[Any, Sequence[str]], Value]) -> tuple[Value, ...]:
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


def _read_number(raw: Any, _: Sequence[str]) -> int:
    if type(raw) is not int:
        refuse(say("{value} is not a whole number",
                   value=f'"{shown(raw)}"' if isinstance(raw, str) else shown(raw)))
    return raw


def _read_flag(raw: Any, _: Sequence[str]) -> bool:
    if type(raw) is not bool:
        refuse(say("is neither true nor false"))
    return raw


def _require_object(raw: Any, keys: Collection[str], *needed: str) -> None:
    if type(raw) is not dict:
        refuse(say("is not an object in braces"))
    refuse_unknown_keys(raw, keys)
    for key in needed:
        if key not in raw:
            refuse(say("is missing"), key)


SIDES = frozenset({"re", "kontra"})
ANSAGEN = {None: None, **{ansage.value: ansage for ansage in Ansage}}
EVENTS = {event.value: event for event in TAPPED}
_read_side, _read_ansage = _choice(Side), _choice(Ansage)
_read_suit, _read_event = _choice(Farbe), _choice(TAPPED)

READERS: dict[str, Callable[[Any, Sequence[str]], Any]] = {
    "spiel": _choice(Spiel), "farbe": _read_farbe, "re": _read_seats, "augen": _read_number,
    "ergebnis": _read_span, "schwarz": _read_side, "ansagen": _read_ansagen,
    "fuchs": lambda raw, names: _each(raw, names, _read_side), "karlchen": _read_side,
    "dulle": seat_of, "grosse_scharfe": _read_flag, "falschspiel": seat_of,
    "entscheid": _read_entscheid, "sterne": lambda raw, names: _each(raw, names, _read_stern),
    "vergeben": _read_number, "eingemischt": _read_number, "aktive": _read_seats}

NULLABLE = frozenset({"farbe", "augen", "ergebnis", "schwarz", "karlchen", "dulle",
                      "falschspiel", "entscheid", "aktive"})
"""Keys whose null says that there was no such thing."""


# --- writing ------------------------------------------------------------------------------------


def write_hand(hand: Hand, names: Sequence[str]) -> dict[str, Any]:
    """What `read_hand` reads back to an equal hand; keys at their default are left out."""
    written: dict[str, Any] = {"spiel": hand.spiel.value, "farbe": hand.farbe,
                               "re": [names[seat] for seat in hand.re]}
    if isinstance(hand.result, Augen):
        written |= {"augen": hand.result.re, "schwarz": hand.result.schwarz}
    elif hand.result is not None:
        written["ergebnis"] = {"seite": None} if hand.result.seite is None else \
            {"seite": hand.result.seite.value, "unter": hand.result.unter}
    ansagen = {side.value: ansage.value for side in Side if (ansage := hand.ansage(side))}
    written |= {
        "ansagen": ansagen, "fuchs": [side.value for side in hand.fuchs],
        "karlchen": hand.karlchen, "dulle": None if hand.dulle is None else names[hand.dulle],
        "grosse_scharfe": hand.grosse_scharfe,
        "falschspiel": None if hand.falschspiel is None else names[hand.falschspiel],
        "entscheid": hand.entscheid and _written_entscheid(hand.entscheid),
        "sterne": [{"event": stern.event.value, "player": names[stern.seat]}
                   for stern in hand.sterne],
        "vergeben": hand.vergeben, "eingemischt": hand.eingemischt,
        "aktive": None if hand.aktive is None else [names[seat] for seat in hand.aktive]}
    defaults = ({}, [], None, False)
    kept = {"spiel", "re", "augen"}
    return {key: value.value if isinstance(value, StrEnum) else value
            for key, value in written.items()
            if key in kept or value not in defaults and value != 0}


def _written_entscheid(entscheid: Entscheid) -> dict[str, Any]:
    if entscheid.sieger is None:
        return {"sieger": None}
    return {"sieger": entscheid.sieger.value, "wert": entscheid.wert}
