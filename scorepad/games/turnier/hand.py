"""A hand of Doppelkopf by the tournament rules, why some cannot have been, and the options."""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import compress
from typing import Annotated, Any, NamedTuple

from scorepad.games import bock as boecke
from scorepad.games.describing import ANSAGEN, BY_RESULT, RESULT, SOLI, SONDER, SPIEL, farb_soli
from scorepad.games.doppelkopf import (
    MOST_FUECHSE,
    SIDES,
    Ansage,
    Re,
    Result,
    Side,
    most_augen,
    no_trick,
    problems_of_re,
    problems_of_result,
    without_a_trick,
)
from scorepad.games.fields import Always, Key, OwnWord, Several
from scorepad.games.problems import Problem, Problems, none_of
from scorepad.games.shape import written
from scorepad.games.table import Rules, Seat, Table, Tally, option, yes_or_no
from scorepad.i18n.message import N_, Message, say

MOST_PFLICHTSOLI = 10


class StilleHochzeit(StrEnum):
    """The ways to count a Stille Hochzeit: as any other solo, or with Sonderpunkte."""

    SOLO = "solo"
    SONDERPUNKTE = "sonderpunkte"


class Ansagen(StrEnum):
    """The effect of Re and Kontra: two points more each, or the value doubled."""

    PLUS = "plus"
    DOPPELT = "doppelt"


class Grund(StrEnum):
    """The reason for a Bockrunde."""

    HERZSTICH = "herzstich"
    SPLIT = "120"
    NULLSPIEL = "nullspiel"
    RE_VERLOREN = "re-verloren"
    KONTRA_VERLOREN = "kontra-verloren"
    SOLO_VERLOREN = "solo-verloren"


@dataclass(frozen=True)
class TurnierRules(Rules):
    """The options, each with its default."""

    neunen: bool = option(
        True, N_("Nines"), N_("Whether there are nines in the pack. Points stay the same."),
        {True: N_("Yes"), False: N_("No")}, noted=True)
    gegen_die_alten: bool = yes_or_no(
        True, "Gegen die Alten", N_("A point for Kontra winning against both queens of clubs."))
    fuchs: bool = yes_or_no(True, "Fuchs", N_("A point for catching an ace of diamonds."))
    doppelkopf: bool = yes_or_no(True, "Doppelkopf", N_("A point for a trick of 40 Augen."))
    karlchen: bool = yes_or_no(
        True, "Karlchen", N_("A point for making the last trick with a jack of clubs."))
    karlchen_gefangen: bool = yes_or_no(
        False, "Karlchen gefangen", N_("A point for catching a jack of clubs in the last trick."))
    fuchs_am_end: bool = yes_or_no(
        False, "Fuchs am End", N_("A point for making the last trick with an ace of diamonds."))
    dulle_gefangen: bool = yes_or_no(
        False, "Dulle gefangen", N_("A point for catching a ten of hearts with the other one."))
    solo_faktor: int = option(
        3, N_("A solo counts"), N_("How many times the soloist writes what the others write."),
        {3: N_("Three times"), 2: N_("Twice"), 1: N_("Once")})
    stille_hochzeit: str = option(
        StilleHochzeit.SOLO, "Stille Hochzeit",
        N_("As any other solo, or Sonderpunkte count in it as well."),
        {StilleHochzeit.SOLO: N_("A solo"), StilleHochzeit.SONDERPUNKTE: N_("With Sonderpunkte")})
    ansage: str = option(
        Ansagen.PLUS, N_("Re and Kontra"),
        N_("Each counts two points more, or doubles a won game without its Sonderpunkte."),
        {Ansagen.PLUS: N_("Two points"), Ansagen.DOPPELT: N_("Double")})
    bock: tuple[str, ...] = boecke.bock_option({
        Grund.HERZSTICH: "Herzstich", Grund.SPLIT: N_("120 to 120"),
        Grund.NULLSPIEL: N_("A hand of 0 points"), Grund.RE_VERLOREN: N_("Re announced and lost"),
        Grund.KONTRA_VERLOREN: N_("Kontra announced and lost"),
        Grund.SOLO_VERLOREN: N_("A lost solo")})
    bock_namen: str = boecke.named_option()
    bock_hands: int | None = boecke.bock_hands_option()
    bock_per_hand: str = boecke.bock_per_hand_option()
    bock_stack: str = boecke.bock_stack_option()
    bock_covers: str = option(
        boecke.BockCovers.ALL, N_("Böcke double"), N_("Everything, or all but the Sonderpunkte."),
        {boecke.BockCovers.ALL: N_("Everything"), boecke.BockCovers.VALUE: N_("The value")},
        matters=lambda rules: bool(rules.bock or rules.bock_namen))
    armut: bool = option(
        False, "Armut", N_("Whether an Armut is offered, too."),
        {False: N_("No"), True: N_("Yes")}, noted=True)
    koenig_solo: bool = option(
        False, "König-Solo", N_("Whether this solo is offered, too."),
        {False: N_("No"), True: N_("Yes")}, noted=True)
    pflichtsolo: int = option(
        0, N_("Duty solos"),
        N_("How many solos everybody has to play; the sheet shows who still owes one."),
        bounds=(0, MOST_PFLICHTSOLI))
    hands: int | None = option(
        None, N_("Number of hands"),
        N_("The match is over after this many hands. Empty: the table decides when."),
        bounds=(1, 1_000), optional=True, usual=(24, 30))


SONDERPUNKTE = {
    name: found.title for name, found in TurnierRules.options().items()
    if name in ("fuchs", "doppelkopf", "karlchen", "karlchen_gefangen", "fuchs_am_end",
                "dulle_gefangen")}
"""Their titles by the names of the options, which are also the keys in a hand."""


MOST = {"fuchs": MOST_FUECHSE, "doppelkopf": 4, "karlchen_gefangen": 2}
PLAYED = 64
"""A seat's marks: its Pflichtsoli, and so many times the points of the hands it has played, of all
four together; with the usual `solo_faktor` these are 0."""


class Spiel(StrEnum):
    """The kind of game that was played; in the first three, two play against two."""

    NORMAL = "normal"
    HOCHZEIT = "hochzeit"
    ARMUT = "armut"
    DAMEN_SOLO = "damen-solo"
    BUBEN_SOLO = "buben-solo"
    KOENIG_SOLO = "koenig-solo"
    FARB_SOLO = "farb-solo"
    FLEISCHLOS = "fleischlos"
    STILLE_HOCHZEIT = "stille-hochzeit"


PAIRS = (Spiel.NORMAL, Spiel.HOCHZEIT, Spiel.ARMUT)
FARB_SOLO = Spiel.FARB_SOLO
NEVER_OWED = (*PAIRS, Spiel.STILLE_HOCHZEIT)
"""The games that cannot be a Pflichtsolo."""

TITLES = {Spiel.NORMAL: "", Spiel.HOCHZEIT: "Hochzeit", Spiel.ARMUT: "Armut",
          Spiel.DAMEN_SOLO: "Damen-Solo", Spiel.BUBEN_SOLO: "Buben-Solo",
          Spiel.KOENIG_SOLO: "König-Solo", Spiel.FARB_SOLO: "Farb-Solo",
          Spiel.FLEISCHLOS: "Fleischlos", Spiel.STILLE_HOCHZEIT: "Stille Hochzeit"}


class Farbe(StrEnum):
    """The trump suit of a Farb-Solo."""

    KARO = "karo"
    HERZ = "herz"
    PIK = "pik"
    KREUZ = "kreuz"


@written(order=("spiel", "farbe", "re"),
         said={**RESULT, **SOLI, **SONDER, "spiel": "", "farbe": "",
               "gruende": "{}|Bock {}|{} Bock|wegen {}"},
         phrases={**BY_RESULT, **ANSAGEN, **SPIEL, **farb_soli(*Farbe)})
class Hand(NamedTuple):
    """A hand of Doppelkopf by the tournament rules.

    re: two seats, or one that plays alone, as in a Hochzeit that found nobody; fuchs, doppelkopf,
    karlchen_gefangen: a side for each that it has; karlchen, fuchs_am_end: the side that made the
    last trick with it; dulle_gefangen: the side that caught one; pflicht: the solo was owed;
    vorgefuehrt: and the table made the soloist play it now; gruende: reasons for Böcke that the
    table has named.
    """

    re: Re
    result: Result
    spiel: Annotated[Spiel, Always] = Spiel.NORMAL
    farbe: Farbe | None = None
    ansage_re: Annotated[Ansage | None, Key("ansagen", "re")] = None
    ansage_kontra: Annotated[Ansage | None, Key("ansagen", "kontra")] = None
    fuchs: tuple[Side, ...] = ()
    doppelkopf: tuple[Side, ...] = ()
    karlchen: Side | None = None
    karlchen_gefangen: tuple[Side, ...] = ()
    fuchs_am_end: Side | None = None
    dulle_gefangen: Side | None = None
    herzstich: bool = False
    pflicht: bool = False
    vorgefuehrt: bool = False
    gruende: Annotated[tuple[str, ...], Several(OwnWord())] = ()

    @property
    def is_alone(self) -> bool:
        """True if one played against three."""
        return self.spiel not in PAIRS or len(self.re) == 1 and self.spiel is Spiel.HOCHZEIT

    @property
    def extras(self) -> tuple[Any, ...]:
        """The Sonderpunkte, in the order of `SONDERPUNKTE`."""
        return (self.fuchs, self.doppelkopf, self.karlchen, self.karlchen_gefangen,
                self.fuchs_am_end, self.dulle_gefangen)

    def ansage(self, side: Side) -> Ansage | None:
        """Return what a side announced, or None."""
        return self.ansage_re if side is Side.RE else self.ansage_kontra

    def has(self, key: str, side: Side) -> int:
        """Return how often a side has the Sonderpunkt with this key."""
        return _times(getattr(self, key), side)

    def counts_extras(self, rules: TurnierRules) -> bool:
        """Return whether there are Sonderpunkte in such a game."""
        return not self.is_alone or self.spiel is Spiel.STILLE_HOCHZEIT \
            and rules.stille_hochzeit == StilleHochzeit.SONDERPUNKTE


def _times(value: tuple[Side, ...] | Side | None, side: Side) -> int:
    """Return how often a side has a Sonderpunkt with this value."""
    return value.count(side) if isinstance(value, tuple) else int(value is side)


def problems_of(hand: Hand, table: Table[TurnierRules]) -> Problems:
    """Return all that is wrong, each problem at its place."""
    found = (*problems_of_re(hand.re, alone=hand.is_alone), *_of_away(hand, table),
             *problems_of_result(hand.result), *_of_kind(hand, table.rules))
    return found or (*_of_extras(hand, table.rules), *_of_pflicht(hand, table))


def _of_away(hand: Hand, table: Table[TurnierRules]) -> Problems:
    if table.playing.issuperset(hand.re):
        return ()
    away = [seat for seat in hand.re if seat not in table.active]
    return tuple([Problem(("re",), say("{name} does not play this hand", name=table.names[seat]))
                  for seat in dict.fromkeys(away)])


def _of_kind(hand: Hand, rules: TurnierRules) -> Problems:
    found: Problems = ()
    if (hand.spiel is FARB_SOLO) is (hand.farbe is None):
        found = (Problem(("farbe",), say("only a Farb-Solo has a suit") if hand.farbe else say(
            "a Farb-Solo has a suit: {suits}", suits=", ".join(map(str.capitalize, Farbe)))),)
    if hand.herzstich and Grund.HERZSTICH not in rules.bock:
        found += (Problem(("herzstich",), say("counts nothing at this table")),)
    if hand.gruende:
        named = boecke.named_in(rules.bock_namen)
        found += tuple([Problem(("gruende", index), none_of(grund, named))
                        for index, grund in enumerate(hand.gruende)
                        if grund not in named or grund in hand.gruende[:index]])
    return found


def _of_extras(hand: Hand, rules: TurnierRules) -> Problems:
    said = said_extras(hand)
    return tuple([Problem((key,), fault) for key in said
                  if (fault := fault_of_extra(key, hand, rules))]) if said else ()


def said_extras(hand: Hand) -> list[str]:
    """Return the keys of the Sonderpunkte that a hand names."""
    return list(compress(SONDERPUNKTE, hand.extras))


def fault_of_extra(key: str, hand: Hand, rules: TurnierRules) -> Message | None:
    """Return why a hand without other faults cannot have had the Sonderpunkte with this key, given
    those that come before it in `SONDERPUNKTE`."""
    if not getattr(rules, key):
        return say("counts nothing at this table")
    if not hand.counts_extras(rules):
        return say("a solo has no Sonderpunkte")
    held = [hand.has(key, side) for side in SIDES]
    if key in MOST and sum(held) > MOST[key]:
        return say("at most {most}, not {count}", most=MOST[key], count=sum(held))
    if key in ("karlchen_gefangen", "fuchs_am_end") and (fault := _of_last_trick(key, hand)):
        return fault
    for side in compress(SIDES, held):
        if side is without_a_trick(hand.result):
            return no_trick(side)
        least = _least_augen(key, tuple([_times(value, side) for value in hand.extras]))
        if least > (most := most_augen(hand.result, side)):
            return say("for that {side} has at least {least} Augen, not {most}",
                       side=side.value.capitalize(), least=least, most=most)
    return None


def _of_last_trick(key: str, hand: Hand) -> Message | None:
    caught = hand.karlchen_gefangen
    if key == "fuchs_am_end":
        return say("the last trick was made with the Fuchs or with Karlchen, not with both") \
            if caught or hand.karlchen else None
    if len({*caught, hand.karlchen} - {None}) > 1:
        return say("the last trick has one side")
    return say("one Karlchen made the last trick: only one more can be caught") \
        if hand.karlchen and len(caught) > 1 else None


@lru_cache(maxsize=1 << 10)
def _least_augen(last: str, counts: tuple[int, ...]) -> int:
    """Return the fewest Augen of a side with so many of each of `SONDERPUNKTE`, as far as
    this key: Füchse and Dullen can lie in a Doppelkopf, Karlchen cannot."""
    has: dict[str, int] = {}
    for key, count in zip(SONDERPUNKTE, counts):
        has[key] = count
        if key == last:
            break
    fuechse = has["fuchs"] + has.get("fuchs_am_end", 0)
    tens = max(4 * has.get("doppelkopf", 0), fuechse + 2 * has.get("dulle_gefangen", 0))
    return 10 * tens + fuechse + 2 * (has.get("karlchen", 0) + has.get("karlchen_gefangen", 0))


# --- Pflichtsoli --------------------------------------------------------------------------------


def _of_pflicht(hand: Hand, table: Table[TurnierRules]) -> Problems:
    if hand.vorgefuehrt and not hand.pflicht:
        return (Problem(("vorgefuehrt",), say("only a duty solo is forced")),)
    if hand.pflicht and (fault := _fault_of_pflicht(hand, table)):
        return (Problem(("pflicht",), fault),)
    return ()


def _fault_of_pflicht(hand: Hand, table: Table[TurnierRules]) -> Message | None:
    if not table.rules.pflichtsolo:
        return say("counts nothing at this table")
    if hand.spiel in NEVER_OWED:
        return say("only a solo that was announced is a duty solo")
    soloist = hand.re[0]
    return say("{name} owes no more solos", name=table.names[soloist]) \
        if not owed_by(soloist, table) else None


def owed_by(seat: Seat, table: Table[TurnierRules]) -> int:
    """Return how many Pflichtsoli a player still owes."""
    played = table.tally.marks[seat] % PLAYED if table.tally else 0
    return max(0, table.rules.pflichtsolo - played)


def forced(table: Table[TurnierRules], tally: Tally | None) -> Seat | None:
    """Return who must play a Pflichtsolo in the next hand: of those who owe one, whoever comes
    first after the dealer, once only as many hands are left (TSR 8.6); None for nobody."""
    rules = table.rules
    if tally is None or rules.hands is None or not rules.pflichtsolo:
        return None
    owed = [max(0, rules.pflichtsolo - mark % PLAYED) for mark in tally.marks]
    if rules.hands - tally.hands > sum(owed):
        return None
    at = table.seats.index(table.dealer) + 1
    around = table.seats[at:] + table.seats[:at]
    return next((seat for seat in around if owed[seat] and seat in table.active), None)


# --- words --------------------------------------------------------------------------------------


def kind_of(hand: Hand) -> str:
    """Return what was played, empty for a normal game."""
    if hand.farbe is not None and hand.spiel is Spiel.FARB_SOLO:
        return f"{hand.farbe.value.capitalize()}-Solo"
    alone = hand.spiel is Spiel.HOCHZEIT and hand.is_alone
    return TITLES[hand.spiel] + (" allein" if alone else "")


def said_of_extras(hand: Hand) -> list[str]:
    """Return the Sonderpunkte and what else was noted, in words that need no translation."""
    said = [f"{word} {side.value.capitalize()}" + (f" {count}" if count > 1 else "")
            for key, word in SONDERPUNKTE.items() for side in SIDES
            if (count := hand.has(key, side))]
    return [*said, *["Herzstich"] * hand.herzstich, *hand.gruende, *["Pflichtsolo"] * hand.pflicht,
            *["vorgeführt"] * hand.vorgefuehrt]
