"""A hand of Doppelkopf with a common pot: what the table says about it, and in a document.

S1 is Claus D. Grupp, "99 Kartenspiele", Leinfelden 1970, pages 68 to 76, cited by its lines.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Literal, NamedTuple, NotRequired, TypedDict, final

from scorepad.games.augen import read_number, read_seat
from scorepad.games.base import Seat, Within, frozen, refuse, refuse_unknown_keys, seat_of, within
from scorepad.games.doppelkopf import (
    ALL,
    Augen,
    Reader,
    Side,
    Span,
    SpanDocument,
    choice,
    each,
    read_flag,
    read_keys,
    read_number as read_figure,
    read_seats,
    read_side,
    read_span,
    require_object,
    result_of,
    written_result,
)
from scorepad.text import say

KONTRAS = ("Kontra", "Re")
MOST_PAID_IN = 1_000
"""Base amounts that everybody can put into the pot at once."""


class Spiel(StrEnum):
    """What was played (S1, 109–110; S1, 165–182)."""

    NORMAL = "normal"
    SOLO = "solo"


class Fuchs(NamedTuple):
    """A Fuchs of the other side that was caught, and who lost it (S1, 210–213)."""

    faenger: Seat
    verlierer: Seat


@final
class Normal(NamedTuple):
    """Two against two. nur_alten: all that Re took were tricks made with the Alten (S1, 153–155);
    karlchen: the side that made the last trick with it."""

    re: tuple[Seat, ...]
    result: Augen | Span | None
    nur_alten: bool = False
    fuchs: tuple[Fuchs, ...] = ()
    karlchen: Side | None = None


@final
class Solo(NamedTuple):
    """One against three; kontra: 0, 1 Kontra, 2 Re."""

    re: tuple[Seat, ...]
    gewonnen: bool
    kontra: int = 0


@final
@dataclass(frozen=True)
class Hammelrennen:
    """Each against each for what is left in the pot (S1, 217–221)."""

    sieger: Seat


@final
@dataclass(frozen=True)
class Nachzahlung:
    """No game: everybody puts so many base amounts into the pot."""

    betraege: int


Hand = Normal | Solo | Hammelrennen | Nachzahlung


# --- in a document ------------------------------------------------------------------------------


class FuchsDocument(TypedDict):
    """A Fuchs that was caught."""

    faenger: str
    verlierer: str


class NormalDocument(TypedDict):
    """Two against two; `augen` or `ergebnis` says the result."""

    spiel: NotRequired[Literal["normal"]]
    re: list[str]
    augen: NotRequired[Annotated[int, Within(0, ALL)] | None]
    ergebnis: NotRequired[SpanDocument | None]
    schwarz: NotRequired[Side | None]
    nur_alten: NotRequired[bool]
    fuchs: NotRequired[list[FuchsDocument]]
    karlchen: NotRequired[Side | None]


class SoloDocument(TypedDict):
    """One against three."""

    spiel: Literal["solo"]
    re: list[str]
    gewonnen: bool
    kontra: NotRequired[Annotated[int, Within(0, len(KONTRAS))]]


class HammelrennenDocument(TypedDict):
    """Who took what was left in the pot."""

    hammelrennen: str


class NachzahlungDocument(TypedDict):
    """How many base amounts everybody put into the pot."""

    nachzahlung: Annotated[int, Within(1, MOST_PAID_IN)]


DOCUMENTS = (NormalDocument, SoloDocument, HammelrennenDocument, NachzahlungDocument)


def read_hand(raw: Mapping[str, Any], names: Sequence[str]) -> Hand:
    """The hand that a document's dictionary describes; raises `Unreadable`."""
    if "hammelrennen" in raw:
        refuse_unknown_keys(raw, ("hammelrennen",))
        return Hammelrennen(read_seat(raw["hammelrennen"], names, "hammelrennen"))
    if "nachzahlung" in raw:
        refuse_unknown_keys(raw, ("nachzahlung",))
        return Nachzahlung(read_number(raw["nachzahlung"], "nachzahlung"))
    alone = raw.get("spiel") == Spiel.SOLO
    found = read_keys(raw, names, SOLO_READERS if alone else READERS, NULLABLE)
    if "re" not in found:
        refuse(say("is missing: the players of the Re side, or the soloist"), "re")
    if alone:
        if "gewonnen" not in found:
            refuse(say("is missing"), "gewonnen")
        return Solo(found["re"], found["gewonnen"], found.get("kontra", 0))
    get = found.get
    return frozen(Normal, (found["re"], result_of(found), get("nur_alten", False),
                           get("fuchs", ()), get("karlchen")))


def _read_fuchs(raw: Any, names: Sequence[str]) -> Fuchs:
    require_object(raw, FuchsDocument.__annotations__, *FuchsDocument.__annotations__)
    seats = []
    for key in FuchsDocument.__annotations__:
        with within(key):
            seats.append(seat_of(raw[key], names))
    return Fuchs(*seats)


READERS: dict[str, Reader] = {
    "spiel": choice(Spiel), "re": read_seats, "augen": read_figure, "ergebnis": read_span,
    "schwarz": read_side, "nur_alten": read_flag, "karlchen": read_side,
    "fuchs": lambda raw, names: each(raw, names, _read_fuchs)}
SOLO_READERS: dict[str, Reader] = {
    "spiel": choice(Spiel), "re": read_seats, "gewonnen": read_flag, "kontra": read_figure}

NULLABLE = frozenset({"augen", "ergebnis", "schwarz", "karlchen"})
"""Keys whose null says that there was no such thing."""


def write_hand(hand: Hand, names: Sequence[str]) -> dict[str, Any]:
    """What `read_hand` reads back to an equal hand; keys at their default are left out."""
    match hand:
        case Hammelrennen(sieger=sieger):
            return {"hammelrennen": names[sieger]}
        case Nachzahlung(betraege=betraege):
            return {"nachzahlung": betraege}
        case Solo(re=re, gewonnen=gewonnen, kontra=kontra):
            return {"spiel": Spiel.SOLO.value, "re": [names[seat] for seat in re],
                    "gewonnen": gewonnen} | ({"kontra": kontra} if kontra else {})
    written: dict[str, Any] = {"spiel": Spiel.NORMAL.value, "re": [names[seat] for seat in hand.re],
                               **written_result(hand.result)}
    more = {"nur_alten": hand.nur_alten, "karlchen": hand.karlchen and hand.karlchen.value,
            "fuchs": [{"faenger": names[fuchs.faenger], "verlierer": names[fuchs.verlierer]}
                      for fuchs in hand.fuchs]}
    if written.get("schwarz", "") is None:
        del written["schwarz"]
    return written | {key: value for key, value in more.items() if value}
