"""The options of Doppelkopf by the tournament rules: what tables usually play otherwise."""

from dataclasses import dataclass
from enum import StrEnum

from scorepad.games.bock import (
    BockCovers,
    bock_hands_option,
    bock_option,
    bock_per_hand_option,
    bock_stack_option,
)
from scorepad.games.rules import Rules, option, yes_or_no
from scorepad.i18n.message import N_

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
    bock: tuple[str, ...] = bock_option({
        Grund.HERZSTICH: "Herzstich", Grund.SPLIT: N_("120 to 120"),
        Grund.NULLSPIEL: N_("A hand of 0 points"), Grund.RE_VERLOREN: N_("Re announced and lost"),
        Grund.KONTRA_VERLOREN: N_("Kontra announced and lost"),
        Grund.SOLO_VERLOREN: N_("A lost solo")})
    bock_hands: int | None = bock_hands_option()
    bock_per_hand: str = bock_per_hand_option()
    bock_stack: str = bock_stack_option()
    bock_covers: str = option(
        BockCovers.ALL, N_("Böcke double"), N_("Everything, or all but the Sonderpunkte."),
        {BockCovers.ALL: N_("Everything"), BockCovers.VALUE: N_("The value")},
        matters=lambda rules: bool(rules.bock))
    pflichtsolo: int = option(
        0, N_("Duty solos"),
        N_("How many solos everybody has to play; the sheet shows who still owes one."),
        bounds=(0, MOST_PFLICHTSOLI))
    hands: int | None = option(
        None, N_("Number of hands"),
        N_("The match is over after this many hands. Empty: the table decides when."),
        bounds=(1, 1_000), optional=True)


SONDERPUNKTE = {
    name: found.title for name, found in TurnierRules.options().items()
    if name in ("fuchs", "doppelkopf", "karlchen", "karlchen_gefangen", "fuchs_am_end",
                "dulle_gefangen")}
"""Their titles by the names of the options, which are also the keys in a hand."""

