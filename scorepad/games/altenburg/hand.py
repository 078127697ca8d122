"""A hand of Doppelkopf by the Altenburg house rules, as the table writes it down.

S2 is the house rules of the Altenburg club, cited by their headings.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Annotated, Any, ClassVar, NamedTuple

from scorepad.games.doppelkopf import (
    ALL as ALL,
    MOST_FUECHSE as MOST_FUECHSE,
    UNDER as UNDER,
    Ansage as Ansage,
    Augen as Augen,
    Re,
    Result,
    Side as Side,
    Span as Span,
    Standing as Standing,
    standing as standing,
)
from scorepad.games.fields import (
    Always,
    ByWord,
    Choice,
    Key,
    Kind,
    Names,
    Number,
    OneSeat,
    Player,
    Several,
    seat_of,
)
from scorepad.games.problems import refuse, shown
from scorepad.games.said import (
    ANSAGEN,
    BY_RESULT,
    RESULT,
    SOLI,
    SONDER,
    SPIEL,
    farb_soli,
)
from scorepad.games.shape import shape_of, written
from scorepad.games.table import Seat
from scorepad.i18n.message import Message, say

MOST_MISDEALS = 99
DEAREST = 10_000
"""The most points in a cell of the table of values, or for a hand that the table decides."""


class Spiel(StrEnum):
    """The kind of game that was played (S2, Spiele; S2, Werte)."""

    NORMAL = "normal"
    FARB_SOLO = "farb-solo"
    BUBEN_SOLO = "buben-solo"
    OBER_SOLO = "ober-solo"
    TRUMPF_SOLO = "trumpf-solo"
    STILLE_HOCHZEIT = "stille-hochzeit"
    FLEISCHLOS = "fleischlos"
    DULLEN_SOLO = "dullen-solo"

    @property
    def is_alone(self) -> bool:
        """True if one plays against three."""
        return self is not Spiel.NORMAL

    @property
    def is_solo(self) -> bool:
        """True if it is announced as a solo, so that Re and Kontra double nothing."""
        return self not in (Spiel.NORMAL, Spiel.STILLE_HOCHZEIT)


class Farbe(StrEnum):
    """The trump suit of a Farb-Solo; Schell is not allowed (S2, Spiele)."""

    HERZ = "herz"
    GRUEN = "gruen"
    EICHEL = "eichel"


def _check_entscheid(entscheid: "Entscheid", raw: Mapping[str, Any],
                     _: tuple[str, ...]) -> None:
    if entscheid.sieger is None and entscheid.wert:
        refuse(say("a void hand has no value"), "wert")
    if entscheid.sieger is not None and "wert" not in raw:
        refuse(say("is missing"), "wert")


@written(alone="sieger", check=_check_entscheid)
class Entscheid(NamedTuple):
    """The table's decision when both Ansagen failed: the winner (None: void) and the value."""

    sieger: Side | None
    wert: Annotated[int, Number(0, DEAREST), Always] = 0


class Event(StrEnum):
    """An event in a hand that gives stars (S2, Sterne)."""

    ROT_RUM = "rot-rum"
    ALLE_FARBEN = "alle-farben"
    STICH_41 = "stich-41"
    FUENF_KARTEN = "fuenf-karten"
    FUENF_KARTEN_VERLOREN = "fuenf-karten-verloren"
    DULLE = "dulle"
    FALSCHSPIEL = "falschspiel"
    VERGEBEN = "vergeben"


TAPPED = (Event.ROT_RUM, Event.ALLE_FARBEN, Event.STICH_41, Event.FUENF_KARTEN,
          Event.FUENF_KARTEN_VERLOREN)
"""Events that the table enters; the others follow from the hand."""


class Plan(StrEnum):
    """The ace that was led to a normal game: Eichel, Grün or Rot (S2, Benennungen)."""

    A = "A"
    B = "B"
    C = "C"


class Stern(NamedTuple):
    """An event and its player."""

    event: Annotated[Event, Choice(TAPPED)]
    seat: Annotated[Player, Key("player")]


class Dulle(NamedTuple):
    """A Dulle caught by the other one: who lost it, and who caught it, None for somebody of the
    other side."""

    verlierer: Player
    faenger: Player | None = None


class CaughtDulle(Kind):
    """The name of the player who lost a Dulle, or an object that also names who caught it."""

    kinds: ClassVar[Mapping[str, Kind]] = {"verlierer": OneSeat(), "faenger": OneSeat()}

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [OneSeat().schema(), shape_of(Dulle).schema()]}

    def read(self, raw: Any, names: Names) -> Dulle:
        if isinstance(raw, dict):
            read: Dulle = shape_of(Dulle).read(raw, names)
            return read
        return Dulle(seat_of(raw, names))

    def write(self, value: Dulle, names: Sequence[str]) -> Any:
        return names[value.verlierer] if value.faenger is None else \
            shape_of(Dulle).write(value, names)


def _no_suit(raw: Any) -> Message:
    if raw == "schell":
        return say("a Schell solo is not allowed: Herz, Grün or Eichel")
    return say("{value} is not one of: {choices}", value=shown(raw), choices=", ".join(Farbe))


Misdeals = Annotated[int, Number(0, MOST_MISDEALS)]

SAID = {
    **RESULT, **SOLI, **SONDER, "spiel": "", "farbe": "", "plan": "Plan|ausgespielt",
    "=rot-rum": "Rot rum", "=stich-41": "Stich 41|41er Stich", "=fuenf-karten": "5 Karten",
    "=fuenf-karten-verloren": "5 Karten verloren", "=gruen": "Grün|Laub",
    "dulle": "", "dulle.verlierer": "Dulle von {}|Dulle {}|{} verliert Dulle",
    "falschspiel": "Falschspiel von|hat falsch gespielt|falsch gespielt|revoked",
    "vergeben": "vergeben|misdealt", "eingemischt": "eingemischt|remixed",
    "aktive": "aktiv|es spielen|spielen|playing", "entscheid": "",
    "grosse_scharfe": "große Scharfe", "kleine_scharfe": "kleine Scharfe"}
PHRASES = {
    **BY_RESULT, **ANSAGEN, **SPIEL, **farb_soli(*Farbe),
    "Laub Solo|Gras Solo|{re} Laub Solo": {"spiel": "farb-solo", "farbe": "gruen"},
    "{dulle.faenger} fängt Dulle von {dulle.verlierer}|Dulle von {dulle.verlierer} gefangen von "
    "{dulle.faenger}|{dulle.faenger} catches Dulle of {dulle.verlierer}": {},
    "Stern {sterne.event} {sterne.player}|Stern {sterne.player} {sterne.event}"
    "|{sterne.player} {sterne.event}|{sterne.player} Stern {sterne.event}"
    "|star {sterne.player} {sterne.event}": {},
    **{f"{{angesagt_von.{side}}} sagt {side}|{side} angesagt von {{angesagt_von.{side}}}"
       f"|{{angesagt_von.{side}}} announced {side}": {f"ansagen.{side}": "ja"} for side in Side},
    **{f"{{angesagt_von.{side}}} sagt {side} {{ansagen.{side}}}"
       f"|{side} {{ansagen.{side}}} angesagt von {{angesagt_von.{side}}}": {} for side in Side},
    "Entscheid {entscheid.sieger} {entscheid.wert}|Tisch entscheidet {entscheid.sieger} "
    "{entscheid.wert}|table decides {entscheid.sieger} {entscheid.wert}": {},
    "Entscheid niemand|Tisch entscheidet niemand|table decides nobody": {"entscheid.sieger": None}}
"""The phrases of a line besides."""


@written(order=("spiel", "farbe", "re"), said=SAID, phrases=PHRASES)
class Hand(NamedTuple):
    """A hand of Doppelkopf by the Altenburg house rules.

    re: one or two seats; ansage_re, ansage_kontra: what the sides announced; fuchs: for each Fuchs
    caught, the side that caught it; karlchen: the side that made the last trick with it; dulle:
    a Dulle that was caught by the other one; falschspiel: who revoked; vergeben: misdeals before
    the hand; eingemischt: redeals because of kings; aktive: who played, None where the seat rule
    decides that; plan: the ace that was led; angesagt_von: who said Re, and who Kontra, None where
    nobody noted it. Neither these nor a kleine Scharfe change a point.
    """

    re: Re
    result: Result
    spiel: Annotated[Spiel, Always] = Spiel.NORMAL
    farbe: Annotated[Farbe | None, Choice(Farbe, fault=_no_suit)] = None
    ansage_re: Annotated[Ansage | None, Key("ansagen", "re")] = None
    ansage_kontra: Annotated[Ansage | None, Key("ansagen", "kontra")] = None
    fuchs: tuple[Side, ...] = ()
    karlchen: Side | None = None
    dulle: Annotated[Dulle | None, CaughtDulle()] = None
    grosse_scharfe: bool = False
    falschspiel: Player | None = None
    entscheid: Entscheid | None = None
    sterne: tuple[Stern, ...] = ()
    vergeben: Misdeals = 0
    eingemischt: Misdeals = 0
    aktive: Annotated[tuple[Seat, ...] | None, Several(OneSeat())] = None
    kleine_scharfe: bool = False
    plan: Plan | None = None
    angesagt_von: Annotated[
        tuple[Seat | None, ...], ByWord(("re", "kontra"), OneSeat())] = (None, None)

    def side_of(self, seat: Seat) -> Side:
        """Return the side of somebody who played."""
        return Side.RE if seat in self.re else Side.KONTRA

    def ansage(self, side: Side) -> Ansage | None:
        """Return what a side announced, or None."""
        return self.ansage_re if side is Side.RE else self.ansage_kontra

    def von(self, side: Side) -> Seat | None:
        """Return who of a side said its Re or Kontra, None where nobody noted it."""
        return self.angesagt_von[0 if side is Side.RE else 1]

    @property
    def dulle_pays(self) -> Side | None:
        """The side that a caught Dulle costs points; None for none, with große Scharfe, and where
        the partner caught it."""
        if self.dulle is None or self.grosse_scharfe:
            return None
        verlierer, faenger = self.dulle
        side = self.side_of(verlierer)
        return None if faenger is not None and self.side_of(faenger) is side else side
