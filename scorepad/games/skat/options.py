"""The options of Skat."""

from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any

from scorepad.games import bock as boecke
from scorepad.games.problems import Problem
from scorepad.games.table import Rules, option, yes_or_no
from scorepad.i18n.message import N_, say

GRAND = "grand"
BASES = {"karo": 9, "herz": 10, "pik": 11, "kreuz": 12, GRAND: 24}
KONTRAS, RE = ("Kontra", "Re", "Supra", "Hirsch"), 2
OFF, ON, IF_ALL_PASS = "aus", "an", "bei-pass"
TWICE, ONCE = "doppelt", "einfach"
TIMES = {TWICE: N_("Twice"), ONCE: N_("Once")}
_base = partial(option, sentence=N_("What its Spitzen and levels multiply."), bounds=(1, 14),
                group=N_("Base values"))
"""No bid is higher than by the usual values."""


class Liste(StrEnum):
    """The way to keep the list."""

    EINFACH = "einfach"
    SEEGER_FABIAN = "seeger-fabian"
    BIERLACHS = "bierlachs"


def _in(*listen: Liste) -> Any:
    return lambda rules: rules.liste in listen


@dataclass(frozen=True)
class SkatRules(Rules):
    """The options of Skat, each with its default."""

    liste: str = option(
        Liste.EINFACH, N_("List"), N_("Only the declarer writes points; all write some for games "
                                      "won and lost; or they play to a limit for a stake."),
        {Liste.EINFACH: N_("Plain"), Liste.SEEGER_FABIAN: "Seeger-Fabian",
         Liste.BIERLACHS: "Bierlachs"})
    hands: int | None = option(
        None, N_("Number of hands"),
        N_("The match is over after this many hands. Empty: the table decides when."),
        bounds=(1, 1_000), optional=True, usual=(36, 48),
        matters=_in(Liste.EINFACH, Liste.SEEGER_FABIAN))
    sf_gegner: int | None = option(
        None, N_("When another has lost"),
        N_("What everybody else writes for a lost game. Empty: 40 with three players, else 30."),
        bounds=(0, 1_000), optional=True, matters=_in(Liste.SEEGER_FABIAN))
    verlustgeld: int | None = option(
        None, N_("Verlustspielgeld, in cents"),
        N_("What each lost game costs into the club's purse, beside what is played for. Empty: "
           "nothing."), bounds=(1, 10_000), optional=True, usual=(50, 100), noted=True,
        matters=_in(Liste.EINFACH, Liste.SEEGER_FABIAN))
    verlustgeld_ab: int | None = option(
        None, N_("Twice as much from"),
        N_("The number of the lost game from which on each costs twice as much. Empty: all cost "
           "the same."), bounds=(2, 1_000), optional=True, usual=(4,), noted=True,
        matters=lambda rules: rules.verlustgeld is not None)
    limit: int = option(
        501, N_("Limit"), N_("Whoever has this many minus points loses the match."),
        bounds=(1, 1_000_000), matters=_in(Liste.BIERLACHS))
    bierlachs_verlust: str = option(
        TWICE, N_("Lost game in the Bierlachs"),
        N_("How many times the declarer writes its value."), TIMES,
        matters=_in(Liste.BIERLACHS))
    aussetzer: str = option(
        "nicht", N_("Whoever sits out"), N_("Writes nothing, or as much as the opponents."),
        {"nicht": N_("Nothing"), "mit": N_("As the opponents")}, matters=_in(Liste.BIERLACHS))
    hand_verlust: str = option(
        TWICE, N_("Lost Hand game"), N_("How many times a Hand game that was lost counts."), TIMES)
    null_ueberreizt: str = option(
        "vielfaches", N_("Overbid Null"),
        N_("What is lost: the first multiple of its value that reaches the bid, or its value."),
        {"vielfaches": N_("A multiple"), "wert": N_("Its value")})
    spitzen_max: int = option(11, "Spitzen", N_("The most Spitzen that count in a suit."),
                              {11: N_("All trumps"), 4: N_("The jacks")})
    fuenf: str = option(
        "dritter", N_("Five players"), N_("Besides the dealer, the third or the second to the left "
                                          "sits out."),
        {"dritter": N_("Third"), "zweiter": N_("Second")})
    kontra: bool = yes_or_no(False, N_("Kontra and Re"), N_("Each of them doubles the game."))
    kontra_max: int = option(
        RE, N_("Kontra up to"), N_("Each of Kontra, Re, Supra, and Hirsch doubles the game."),
        dict(enumerate(KONTRAS[1:], RE)), matters=lambda rules: rules.kontra)
    ramsch: str = option(OFF, "Ramsch", N_("Never, at any time, or whenever all pass."),
                         {OFF: N_("No"), ON: N_("Yes"), IF_ALL_PASS: N_("If all pass")})
    ramsch_preis: int | None = option(
        None, N_("Price of a Ramsch"),
        N_("What its loser writes, whatever the Augen; Schieben and a Jungfrau double it. Empty: "
           "the Augen."), bounds=(1, 1_000), optional=True,
        matters=lambda rules: rules.ramsch != OFF or rules.ramschrunden)
    bock: tuple[str, ...] = boecke.bock_option({
        "60:60": "60:60", "grand-hand": "Grand Hand", "kontra-verloren": N_("Kontra lost"),
        "kontra-re": N_("Kontra and Re")})
    bock_hands: int | None = boecke.bock_hands_option()
    bock_stack: str = boecke.bock_stack_option()
    bock_per_hand: str = boecke.bock_per_hand_option()
    ramschrunden: bool = yes_or_no(False, N_("Ramschrunden"), N_(
        "After each Bockrunde, as many hands are played as Ramsch or Grand Hand."))

    karo: int = _base(BASES["karo"], "Karo")
    herz: int = _base(BASES["herz"], "Herz")
    pik: int = _base(BASES["pik"], "Pik")
    kreuz: int = _base(BASES["kreuz"], "Kreuz")
    grand: int = _base(BASES[GRAND], "Grand", bounds=(1, BASES[GRAND]))

    def conflict(self) -> Problem | None:
        if self.liste == Liste.BIERLACHS and self.hands is not None:
            return Problem(("hands",), say("cannot be combined with Bierlachs"))
        if self.ramschrunden and self.bock_stack == boecke.BockStack.STACK:
            return Problem(("ramschrunden",), say("cannot be combined with Böcke side by side"))
        return None
