"""Feats in a hand for the statistics: solos, Ansagen, Füchse, Karlchen, Falschspiel, who caused
Böcke (S2, Böcke), which plan was played (S2, Benennungen), and who said Re or Kontra.

What a side announced or won counts for both of its players.
"""

from functools import lru_cache

from scorepad.games import feats
from scorepad.games.altenburg.hand import Hand, Plan, Side, Spiel
from scorepad.games.altenburg.rules import AltenburgRules, BockEffect
from scorepad.games.altenburg.value import Grund, both_failed
from scorepad.games.bock import BockPerHand
from scorepad.games.doppelkopf import players_of
from scorepad.games.feats import (
    ANSAGE,
    BOCK,
    FALSCHSPIEL,
    FUCHS,
    KARLCHEN,
    SAID_KONTRA,
    SAID_RE,
    Deed,
    Feat,
)
from scorepad.games.table import Seat, Table

TITLES = {Spiel.FARB_SOLO: "Farb-Solo", Spiel.BUBEN_SOLO: "Buben-Solo",
          Spiel.OBER_SOLO: "Ober-Solo", Spiel.TRUMPF_SOLO: "Trumpf-Solo",
          Spiel.STILLE_HOCHZEIT: "Stille Hochzeit", Spiel.FLEISCHLOS: "Fleischlos",
          Spiel.DULLEN_SOLO: "Dullen-Solo"}
ALONE = {spiel: Deed(spiel.value, title, solo=True) for spiel, title in TITLES.items()}
PLANS = {plan: feats.PLANS[plan.value] for plan in Plan}
SAID = {Side.RE: SAID_RE, Side.KONTRA: SAID_KONTRA}


def feats_of(hand: Hand, table: Table[AltenburgRules], winner: Side | None,
             gruende: tuple[Grund, ...]) -> tuple[Feat, ...]:
    """Return the feats of a hand; gruende: the reasons for the Böcke that follow it."""
    found: list[Feat] = []
    if hand.spiel is not Spiel.NORMAL:
        found.append(Feat(hand.re[0], ALONE[hand.spiel],
                          None if winner is None else winner is Side.RE))
    if hand.ansage_re is not None or hand.ansage_kontra is not None:
        failed = _failed(hand)
        for side in Side:
            if hand.ansage(side) is not None:
                found += _of_side(side, hand.re, table.active, ANSAGE,
                                  well=side is winner and not failed)
    for side in hand.fuchs:
        found += _of_side(side, hand.re, table.active, FUCHS)
    if hand.karlchen is not None:
        found += _of_side(hand.karlchen, hand.re, table.active, KARLCHEN)
    if hand.falschspiel is not None:
        found.append(Feat(hand.falschspiel, FALSCHSPIEL))
    rules = table.rules
    if gruende and rules.bock_effect != BockEffect.NONE:
        guilty = [seat for grund in gruende for seat in _guilty(grund, hand, table, winner)]
        if rules.bock_per_hand != BockPerHand.EACH:
            guilty = sorted(set(guilty))
        found += [Feat(seat, BOCK) for seat in guilty]
    return tuple(found)


def feats_of_notes(hand: Hand, leads: Seat | None, winner: Side | None) -> tuple[Feat, ...]:
    """Return the plan of whoever led to the hand, and who said Re and Kontra; each went well if its
    side won, whichever the points, and is None where nobody did."""
    noted = [] if hand.plan is None or leads is None else [(leads, PLANS[hand.plan])]
    noted += [(seat, SAID[side]) for side in Side if (seat := hand.von(side)) is not None]
    return tuple([Feat(seat, deed, None if winner is None else hand.side_of(seat) is winner)
                  for seat, deed in noted])


def _guilty(grund: Grund, hand: Hand, table: Table[AltenburgRules],
            winner: Side | None) -> tuple[Seat, ...]:
    """Return who caused a Bockrunde: the side that lost its Ansage, the soloist, or whoever
    revoked; nobody at 120:120."""
    if grund is Grund.FALSCHSPIEL:
        return () if hand.falschspiel is None else (hand.falschspiel,)
    if grund is Grund.SOLO:
        return hand.re
    if grund is Grund.SPLIT:
        return ()
    failed = _failed(hand)
    return tuple([seat for seat in table.active
                  if hand.ansage(side := hand.side_of(seat)) is not None
                  and (failed or side is not winner)])


def _failed(hand: Hand) -> bool:
    """Return whether neither side kept its Ansage, whoever was said to have won."""
    return hand.falschspiel is None and both_failed(hand)


@lru_cache(maxsize=1 << 10)
def _of_side(side: Side, re: tuple[Seat, ...], active: tuple[Seat, ...], deed: Deed, *,
             well: bool | None = None) -> tuple[Feat, ...]:
    """Return the feat of both players of a side. Cached: a club has few different."""
    return tuple([Feat(seat, deed, well) for seat in players_of(side, re, active)])
