"""A hand of Doppelkopf by the Altenburg house rules in a document: `scorepad/1`."""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Annotated, Any, NotRequired, TypedDict, TypeVar

from scorepad.games.altenburg.hand import (
    ALL, TAPPED, UNDER, Ansage, Augen, Entscheid, Event, Farbe, Hand, Side, Span, Spiel, Stern,
)
from scorepad.games.base import Seat, Within, refuse, refuse_unknown_keys, seat_of, shown, within
from scorepad.text import say

Value = TypeVar("Value")
Choice = TypeVar("Choice", bound=StrEnum)

MOST_FUECHSE = 2
MOST_MISDEALS = 99


class SpanDocument(TypedDict):
    """A result as far as it decides."""

    seite: Side | None
    unter: NotRequired[int]


class AnsagenDocument(TypedDict, total=False):
    """What the sides announced."""

    re: Ansage | None
    kontra: Ansage | None


class EntscheidDocument(TypedDict):
    """What the table decided where both Ansagen failed."""

    sieger: Side | None
    wert: NotRequired[int]


class SternDocument(TypedDict):
    """An event that gives stars."""

    event: str
    player: str


class HandDocument(TypedDict, total=False):
    """A hand in a document; `augen` or `ergebnis` says the result."""

    spiel: Spiel
    farbe: Farbe | None
    re: list[str]
    augen: Annotated[int, Within(0, ALL)]
    ergebnis: SpanDocument
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
    if not KEYS.issuperset(raw):
        refuse_unknown_keys(raw, KEYS)

    def read(key: str, read_one: Callable[[Any], Value], default: Value) -> Value:
        if key not in raw or raw[key] is None:
            return default
        with within(key):
            return read_one(raw[key])

    def seat(name: Any) -> Seat:
        return seat_of(name, names)

    def seats(raw_names: Any) -> tuple[Seat, ...]:
        return _each(raw_names, seat)

    if "re" not in raw:
        refuse(say("is missing: the players of the Re side, or the soloist"), "re")
    re, result = read("re", seats, ()), _read_result(raw, read)
    if len(raw) == 2:  # most hands
        return Hand(re, result)
    ansage_re, ansage_kontra = read("ansagen", _read_ansagen, (None, None))
    return Hand(
        re, result, read("spiel", _choice(Spiel), Spiel.NORMAL), read("farbe", _read_farbe, None),
        ansage_re, ansage_kontra,
        read("fuchs", lambda sides: _each(sides, _choice(Side)), ()),
        read("karlchen", _choice(Side), None), read("dulle", seat, None),
        read("grosse_scharfe", _read_flag, False), read("falschspiel", seat, None),
        read("entscheid", _read_entscheid, None),
        read("sterne", lambda events: _each(events, lambda one: _read_stern(one, names)), ()),
        read("vergeben", _read_number, 0), read("eingemischt", _read_number, 0),
        read("aktive", seats, None))


def _read_result(raw: Mapping[str, Any], read: Callable[..., Any]) -> Augen | Span | None:
    schwarz = read("schwarz", _choice(Side), None)
    if raw.get("ergebnis") is not None:
        if raw.get("augen") is not None:
            refuse(say("the result is either counted in Augen or given as a span, not both"),
                   "ergebnis")
        if schwarz is not None:
            refuse(say("belongs to counted Augen; a span says it with under 0"), "schwarz")
        return read("ergebnis", _read_span, None)
    augen = read("augen", _read_number, None)
    if augen is None and schwarz is not None:
        refuse(say("belongs to counted Augen"), "schwarz")
    return None if augen is None else Augen(augen, schwarz)


def _read_span(raw: Any) -> Span:
    _require_object(raw, {"seite", "unter"})
    if "seite" not in raw:
        refuse(say("is missing"), "seite")
    seite = raw["seite"]
    if seite is None:
        if raw.get("unter") is not None:
            refuse(say("at 120 to 120 no side stayed under anything"), "unter")
        return Span(None)
    with within("seite"):
        seite = _choice(Side)(seite)
    unter = raw.get("unter", UNDER[0])
    if type(unter) is not int or unter not in UNDER:
        refuse(say("is not one of: {choices}", choices=", ".join(map(str, UNDER))), "unter")
    return Span(seite, unter)


def _read_ansagen(raw: Any) -> tuple[Ansage | None, Ansage | None]:
    _require_object(raw, set(Side))
    found = []
    for side in Side:
        with within(side.value):
            found.append(None if raw.get(side) is None else _choice(Ansage)(raw[side]))
    return found[0], found[1]


def _read_farbe(raw: Any) -> Farbe:
    if raw == "schell":
        refuse(say("a Schell solo is not allowed: Herz, Grün or Eichel"))
    return _choice(Farbe)(raw)


def _read_entscheid(raw: Any) -> Entscheid:
    _require_object(raw, {"sieger", "wert"})
    if "sieger" not in raw:
        refuse(say("is missing"), "sieger")
    if raw["sieger"] is None:
        if raw.get("wert"):
            refuse(say("a void hand has no value"), "wert")
        return Entscheid(None)
    with within("sieger"):
        sieger = _choice(Side)(raw["sieger"])
    if "wert" not in raw:
        refuse(say("is missing"), "wert")
    with within("wert"):
        return Entscheid(sieger, _read_number(raw["wert"]))


def _read_stern(raw: Any, names: Sequence[str]) -> Stern:
    _require_object(raw, {"event", "player"})
    for key in ("event", "player"):
        if key not in raw:
            refuse(say("is missing"), key)
    with within("event"):
        event = _choice(Event, TAPPED)(raw["event"])
    with within("player"):
        return Stern(event, seat_of(raw["player"], names))


def _choice(kind: type[Choice], allowed: Sequence[Choice] = ()) -> Callable[[Any], Choice]:
    """Reads one of a few words."""
    words = {choice.value: choice for choice in allowed or kind}

    def read_one(raw: Any) -> Choice:
        if type(raw) is str and raw in words:
            return words[raw]
        refuse(say("{value} is not one of: {choices}", value=shown(raw),
                   choices=", ".join(words)))
    return read_one


def _each(raw: Any, read_one: Callable[[Any], Value]) -> tuple[Value, ...]:
    if type(raw) is not list:
        refuse(say("is not a list in brackets"))
    values = []
    for index, item in enumerate(raw):
        with within(index):
            values.append(read_one(item))
    return tuple(values)


def _read_number(raw: Any) -> int:
    if type(raw) is not int:
        refuse(say("{value} is not a whole number",
                   value=f'"{shown(raw)}"' if isinstance(raw, str) else shown(raw)))
    return raw


def _read_flag(raw: Any) -> bool:
    if type(raw) is not bool:
        refuse(say("is neither true nor false"))
    return raw


def _require_object(raw: Any, keys: set[str]) -> None:
    if type(raw) is not dict:
        refuse(say("is not an object in braces"))
    refuse_unknown_keys(raw, keys)


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
