"""A hand of Doppelkopf by the Altenburg house rules as the table writes it down, and the options.

S2 is the house rules of the Altenburg club, cited by their headings. Where they are silent or
contradict themselves, an option says how this table reads them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, ClassVar, NamedTuple

from scorepad.games import fields
from scorepad.games.bock import BockCovers, BockPerHand, BockStack
from scorepad.games.describing import ANSAGEN, BY_RESULT, RESULT, SOLI, SONDER, SPIEL, farb_soli
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
from scorepad.games.problems import refuse, shown
from scorepad.games.shape import shape_of, written
from scorepad.games.table import Rules, Seat, option
from scorepad.i18n.message import N_, Message, say

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
    wert: Annotated[int, fields.Number(0, DEAREST), fields.Always] = 0


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

    event: Annotated[Event, fields.Choice(TAPPED)]
    seat: Annotated[fields.Player, fields.Key("player")]


class Dulle(NamedTuple):
    """A Dulle caught by the other one: who lost it and who caught it, None for their side."""

    verlierer: fields.Player
    faenger: fields.Player | None = None


class CaughtDulle(fields.Kind):
    """The name of the player who lost a Dulle, or an object that also names who caught it."""

    kinds: ClassVar[Mapping[str, fields.Kind]] = {
        "verlierer": fields.OneSeat(), "faenger": fields.OneSeat()}

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [fields.OneSeat().schema(), shape_of(Dulle).schema()]}

    def read(self, raw: Any, names: fields.Names) -> Dulle:
        if isinstance(raw, dict):
            read: Dulle = shape_of(Dulle).read(raw, names)
            return read
        return Dulle(fields.seat_of(raw, names))

    def write(self, value: Dulle, names: Sequence[str]) -> Any:
        return names[value.verlierer] if value.faenger is None else \
            shape_of(Dulle).write(value, names)


def _no_suit(raw: Any) -> Message:
    if raw == "schell":
        return say("a Schell solo is not allowed: Herz, Grün or Eichel")
    return say("{value} is not one of: {choices}", value=shown(raw), choices=", ".join(Farbe))


SCHARFE = ("grosse", "kleine")
"""The words for whose Scharfe they were (S2, Sonderregeln)."""

Misdeals = Annotated[int, fields.Number(0, MOST_MISDEALS)]

SAID = {
    **RESULT, **SOLI, **SONDER, "spiel": "", "farbe": "", "plan": "Plan|ausgespielt",
    "=rot-rum": "Rot rum", "=stich-41": "Stich 41|41er Stich", "=fuenf-karten": "5 Karten",
    "=fuenf-karten-verloren": "5 Karten verloren", "=gruen": "Grün|Laub",
    "dulle": "", "dulle.verlierer": "Dulle von {}|Dulle {}|{} verliert Dulle",
    "falschspiel": "Falschspiel von|hat falsch gespielt|falsch gespielt|revoked",
    "vergeben": "vergeben|misdealt", "eingemischt": "eingemischt|remixed",
    "aktive": "aktiv|es spielen|spielen|playing", "entscheid": "",
    "grosse_scharfe": "große Scharfe", "kleine_scharfe": "kleine Scharfe", "offen": ""}
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
    **{f"{word} Scharfe {{scharfe_von.{key}}}|{word} Scharfe von {{scharfe_von.{key}}}"
       f"|{{scharfe_von.{key}}} {word} Scharfe": {f"{key}_scharfe": True}
       for key, word in zip(SCHARFE, ("große", "kleine"))},
    "offen|open": {"offen": True, "ansagen.re": "schwarz"},
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
    nobody noted it; scharfe_von: whose the große Scharfe were, and whose the kleine; offen: whether
    the soloist played with open cards. None of these and no kleine Scharfe changes a point.
    """

    re: Re
    result: Result
    spiel: Annotated[Spiel, fields.Always] = Spiel.NORMAL
    farbe: Annotated[Farbe | None, fields.Choice(Farbe, fault=_no_suit)] = None
    ansage_re: Annotated[Ansage | None, fields.Key("ansagen", "re")] = None
    ansage_kontra: Annotated[Ansage | None, fields.Key("ansagen", "kontra")] = None
    fuchs: tuple[Side, ...] = ()
    karlchen: Side | None = None
    dulle: Annotated[Dulle | None, CaughtDulle()] = None
    grosse_scharfe: bool = False
    falschspiel: fields.Player | None = None
    entscheid: Entscheid | None = None
    sterne: tuple[Stern, ...] = ()
    vergeben: Misdeals = 0
    eingemischt: Misdeals = 0
    aktive: Annotated[tuple[Seat, ...] | None, fields.Several(fields.OneSeat())] = None
    kleine_scharfe: bool = False
    plan: Plan | None = None
    angesagt_von: Annotated[
        tuple[Seat | None, ...], fields.ByWord(("re", "kontra"), fields.OneSeat())] = (None, None)
    scharfe_von: Annotated[
        tuple[Seat | None, ...], fields.ByWord(SCHARFE, fields.OneSeat())] = (None, None)
    offen: bool = False

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


class Opposite(StrEnum):
    """The seat to the dealer's left that is opposite, of seven (S2, Das Blatt und die Spieler)."""

    THIRD = "third"
    FOURTH = "fourth"


class SoloLevels(StrEnum):
    """The levels that can be announced in a solo (S2, Ansagen)."""

    TWO = "two"
    ALL = "all"


class StilleHochzeit(StrEnum):
    """The ways to count a Stille Hochzeit (S2, Ansagen; S2, Böcke)."""

    SOLO = "solo"
    NORMAL = "normal"


class Split(StrEnum):
    """The winner at 120:120 (S2, Böcke)."""

    NOBODY = "nobody"
    KONTRA_WINS = "kontra-wins"


class BothFailed(StrEnum):
    """The result when both sides announced a level and neither made it (S2, Ansagen)."""

    ASK = "ask"
    VOID = "void"
    MAJORITY = "majority"


class BockEffect(StrEnum):
    """The effect of Böcke (S2, Böcke, does not say)."""

    DOUBLE = "double"
    NONE = "none"


def _cell(default: int, title: str) -> Any:
    return option(default, title, N_("Points of the game before anything is added or doubled."),
                  bounds=(0, DEAREST), group=N_("Table of values"))


@dataclass(frozen=True)
class AltenburgRules(Rules):
    """The options, each with its default, then the table of values (S2, Werte)."""

    opposite: str = option(
        Opposite.THIRD, N_("Opposite the dealer"),
        N_("Of seven players, the one opposite the dealer sits out: the third or the fourth to "
           "the dealer's left."),
        {Opposite.THIRD: N_("Third"), Opposite.FOURTH: N_("Fourth")})
    solo_levels: str = option(
        SoloLevels.TWO, N_("Ansagen in a solo"),
        N_("Schneider (U6) and schwarz only, or all levels from U9 on."),
        {SoloLevels.TWO: N_("U6 and schwarz"), SoloLevels.ALL: N_("All")})
    stille_hochzeit: str = option(
        StilleHochzeit.SOLO, "Stille Hochzeit",
        N_("Lost or at 120 it counts as a lost solo: with Böcke, and no star for the last five "
           "cards. Or it is a normal game."),
        {StilleHochzeit.SOLO: N_("A solo"), StilleHochzeit.NORMAL: N_("A normal game")})
    split: str = option(
        Split.NOBODY, N_("120 to 120"), N_("Nobody wins, or the Kontra side does."),
        {Split.NOBODY: N_("Nobody wins"), Split.KONTRA_WINS: N_("Kontra wins")})
    both_failed: str = option(
        BothFailed.ASK, N_("Both Ansagen failed"),
        N_("The table says who wins what, or nobody wins and only extras count, or more Augen "
           "win. Böcke in any case."),
        {BothFailed.ASK: N_("The table decides"), BothFailed.VOID: N_("Nobody wins"),
         BothFailed.MAJORITY: N_("More Augen win")})
    bock_effect: str = option(
        BockEffect.DOUBLE, N_("Böcke"), N_("The hands after a lost Ansage, a lost solo, 120 to "
                                           "120 or Falschspiel count double, or as usual."),
        {BockEffect.DOUBLE: N_("Count double"), BockEffect.NONE: N_("As usual")})
    bock_hands: int | None = option(
        None, N_("Hands in a Bockrunde"), N_("Empty: as many as there are players at the table."),
        bounds=(1, 100), optional=True)
    bock_stack: str = option(
        BockStack.APPEND, N_("Böcke in a Bockrunde"),
        N_("New Böcke follow the running ones, or run alongside and double once more."),
        {BockStack.APPEND: N_("Follow"), BockStack.STACK: N_("Run alongside")})
    bock_per_hand: str = option(
        BockPerHand.ONE, N_("Several reasons in one hand"),
        N_("One Bockrunde per hand, or one for each reason."),
        {BockPerHand.ONE: N_("One Bockrunde"), BockPerHand.EACH: N_("One for each")})
    bock_covers: str = option(
        BockCovers.ALL, N_("Böcke double"),
        N_("Value and extra points, or the value only."),
        {BockCovers.ALL: N_("Everything"), BockCovers.VALUE: N_("The value")})

    normal_won: int = _cell(10, N_("Alte won"))
    normal_lost: int = _cell(20, N_("Alte lost"))
    farb_solo_won: int = _cell(30, N_("Farb-Solo won"))
    farb_solo_lost: int = _cell(40, N_("Farb-Solo lost"))
    buben_solo_won: int = _cell(40, N_("Buben-Solo won"))
    buben_solo_lost: int = _cell(50, N_("Buben-Solo lost"))
    ober_solo_won: int = _cell(50, N_("Ober-Solo won"))
    ober_solo_lost: int = _cell(60, N_("Ober-Solo lost"))
    trumpf_solo_won: int = _cell(60, N_("Trumpf-Solo won"))
    trumpf_solo_lost: int = _cell(70, N_("Trumpf-Solo lost"))
    stille_hochzeit_won: int = _cell(60, N_("Stille Hochzeit won"))
    stille_hochzeit_lost: int = _cell(70, N_("Stille Hochzeit lost"))
    fleischlos_won: int = _cell(60, N_("Fleischlos won"))
    fleischlos_lost: int = _cell(70, N_("Fleischlos lost"))
    dullen_solo_won: int = _cell(60, N_("Dullen-Solo won"))
    dullen_solo_lost: int = _cell(70, N_("Dullen-Solo lost"))

    def base(self, spiel: Spiel, won: bool) -> int:
        """Return the points in the table of values for a Spiel that Re won, or lost."""
        value: int = getattr(self, f"{spiel.name.lower()}_{'won' if won else 'lost'}")
        return value

    def is_lost_solo(self, spiel: Spiel) -> bool:
        """Return whether it is a lost solo, in which the last five cards give no star either."""
        return spiel.is_alone and not (
            spiel is Spiel.STILLE_HOCHZEIT and self.stille_hochzeit == StilleHochzeit.NORMAL)
