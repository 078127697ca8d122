"""A hand of Doppelkopf by the Altenburg house rules in a document: `scorepad/1`."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Annotated, Any, Literal, NotRequired, Required, TypedDict

from scorepad.games.altenburg.hand import (
    ALL,
    DEAREST,
    MOST_MISDEALS,
    TAPPED,
    Ansage,
    Augen,
    Entscheid,
    Farbe,
    Hand,
    Side,
    Span,
    Spiel,
    Stern,
)
from scorepad.games.base import Seat, Within, frozen, refuse, seat_of, within
from scorepad.games.doppelkopf import (
    Reader,
    SpanDocument,
    choice,
    each,
    known_span,
    read_flag,
    read_keys,
    read_number,
    read_seats,
    read_side,
    read_span,
    require_object,
    result_of,
    written_result,
)
from scorepad.text import say


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


# --- reading ------------------------------------------------------------------------------------


def read_hand(raw: Mapping[str, Any], names: Sequence[str]) -> Hand:
    """The hand that a document's dictionary describes; raises `Unreadable`."""
    if sides := _read_sides(raw, names):
        if len(raw) == len(sides):  # most hands
            return frozen(Hand, (*sides, *NOTHING_ELSE))
        get = read_keys({key: raw[key] for key in raw if key not in SAID}, names, READERS,
                        NULLABLE).get
        re, result, spiel = sides
    else:
        found = read_keys(raw, names, READERS, NULLABLE)
        if "re" not in found:
            refuse(say("is missing: the players of the Re side, or the soloist"), "re")
        get = found.get
        re, result, spiel = found["re"], result_of(found), get("spiel", Spiel.NORMAL)
    return frozen(Hand, (
        re, result, spiel, get("farbe"), *get("ansagen", (None, None)), get("fuchs", ()),
        get("karlchen"), get("dulle"), get("grosse_scharfe", False), get("falschspiel"),
        get("entscheid"), get("sterne", ()), get("vergeben", 0), get("eingemischt", 0),
        get("aktive")))


def _read_sides(raw: Mapping[str, Any], names: Sequence[str]
                ) -> tuple[tuple[Seat, ...], Augen | Span | None, Spiel] | None:
    """Re, the result and the Spiel of a hand that says them as `write_hand` does: long books
    consist of them. None for any other, and where something is wrong with one of them."""
    re, augen, span, spiel = raw.get("re"), raw.get("augen"), raw.get("ergebnis"), raw.get("spiel")
    if type(spiel) is not str or spiel not in SPIELE or "schwarz" in raw:
        return None
    result: Augen | Span | None
    if "ergebnis" not in raw:
        result = frozen(Augen, (augen, None)) if type(augen) is int else None
    else:
        result = known_span(span) if "augen" not in raw else None
    if result is None or type(re) is not list or not all(name in names for name in re):
        return None
    return tuple([names.index(name) for name in re]), result, SPIELE[spiel]


def _read_ansagen(raw: Any, _: Sequence[str]) -> tuple[Ansage | None, Ansage | None]:
    if type(raw) is not dict or not raw.keys() <= SIDES:
        require_object(raw, SIDES)
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
    require_object(raw, {"sieger", "wert"}, "sieger")
    if raw["sieger"] is None:
        if raw.get("wert"):
            refuse(say("a void hand has no value"), "wert")
        return Entscheid(None)
    with within("sieger"):
        sieger = read_side(raw["sieger"])
    if "wert" not in raw:
        refuse(say("is missing"), "wert")
    with within("wert"):
        return Entscheid(sieger, read_number(raw["wert"], names))


def _read_stern(raw: Any, names: Sequence[str]) -> Stern:
    if type(raw) is dict and len(raw) == 2:
        event, player = raw.get("event"), raw.get("player")
        if type(event) is type(player) is str and event in EVENTS and player in names:
            return frozen(Stern, (EVENTS[event], names.index(player)))
    require_object(raw, {"event", "player"}, "event", "player")
    with within("event"):
        event = _read_event(raw["event"])
    with within("player"):
        return Stern(event, seat_of(raw["player"], names))


SIDES = frozenset({"re", "kontra"})
ANSAGEN: dict[str | None, Ansage | None] = {
    None: None, **{ansage.value: ansage for ansage in Ansage}}
EVENTS = {event.value: event for event in TAPPED}
_read_ansage, _read_suit, _read_event = choice(Ansage), choice(Farbe), choice(TAPPED)

READERS: dict[str, Reader] = {
    "spiel": choice(Spiel), "farbe": _read_farbe, "re": read_seats, "augen": read_number,
    "ergebnis": read_span, "schwarz": read_side, "ansagen": _read_ansagen,
    "fuchs": lambda raw, names: each(raw, names, read_side), "karlchen": read_side,
    "dulle": seat_of, "grosse_scharfe": read_flag, "falschspiel": seat_of,
    "entscheid": _read_entscheid, "sterne": lambda raw, names: each(raw, names, _read_stern),
    "vergeben": read_number, "eingemischt": read_number, "aktive": read_seats}

SAID = frozenset({"re", "augen", "ergebnis", "spiel"})
SPIELE = {spiel.value: spiel for spiel in Spiel}
NOTHING_ELSE = Hand((), None)[3:]

NULLABLE = frozenset({"farbe", "augen", "ergebnis", "schwarz", "karlchen", "dulle",
                      "falschspiel", "entscheid", "aktive"})
"""Keys whose null says that there was no such thing."""


# --- writing ------------------------------------------------------------------------------------


def write_hand(hand: Hand, names: Sequence[str]) -> dict[str, Any]:
    """What `read_hand` reads back to an equal hand; keys at their default are left out."""
    written: dict[str, Any] = {"spiel": hand.spiel.value, "farbe": hand.farbe,
                               "re": [names[seat] for seat in hand.re]}
    written |= written_result(hand.result)
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
    defaults: tuple[object, ...] = ({}, [], None, False)
    kept = {"spiel", "re", "augen"}
    return {key: value.value if isinstance(value, StrEnum) else value
            for key, value in written.items()
            if key in kept or value not in defaults and value != 0}


def _written_entscheid(entscheid: Entscheid) -> dict[str, Any]:
    if entscheid.sieger is None:
        return {"sieger": None}
    return {"sieger": entscheid.sieger.value, "wert": entscheid.wert}
