"""The winner and the worth of a hand, and the stars that follow from others."""

from enum import Enum
from typing import NamedTuple

from scorepad.games.altenburg.hand import (
    AltenburgRules,
    Ansage,
    BothFailed,
    Event,
    Hand,
    Side,
    SoloLevels,
    Spiel,
    Split,
    Standing,
    standing,
)
from scorepad.games.protocols import StarEvent

LEVEL = FUCHS = KARLCHEN = 10
DULLE = 100
ALL_LEVELS = (1, 2, 3, 4)
SOLO_LEVELS = (2, 4)
"""Schneider and schwarz, as depths."""


class Grund(Enum):
    """The reason for a Bockrunde (S2, Böcke; S2, Berechnungen 6)."""

    ANSAGE = "ansage"
    SOLO = "solo"
    SPLIT = "split"
    FALSCHSPIEL = "falschspiel"


class Worth(NamedTuple):
    """The winner and the worth of a hand, in points.

    winner: None where nobody wins; summands: what is added up; doublings: how often the sum is
    doubled; extras: added afterwards, from the winner's view, or from Re's where nobody wins;
    decided: the value that the table gave it instead; gruende: the reasons for Böcke.
    """

    winner: Side | None
    summands: tuple[int, ...]
    doublings: int
    extras: tuple[int, ...]
    gruende: tuple[Grund, ...]
    decided: int | None = None

    @property
    def value(self) -> int:
        """Points before the extras."""
        return (sum(self.summands) << self.doublings) if self.decided is None else self.decided


def worth(hand: Hand, rules: AltenburgRules) -> Worth:
    """Return the winner and the worth of a verified hand."""
    if hand.falschspiel is not None:  # one level for what was played (S2, Berechnungen 6)
        return _won(hand.side_of(hand.falschspiel).other, 1, hand, rules, (Grund.FALSCHSPIEL,))
    stands, failed = standing(hand.result), both_failed(hand)
    winner = (_winner_of_both_failed if failed else _winner)(hand, stands, rules)
    gruende = _gruende(hand, stands, winner, failed, rules)
    if winner is None:
        return Worth(None, (), 0, extras_of(hand, Side.RE), gruende)
    if failed and rules.both_failed == BothFailed.ASK and hand.entscheid is not None:
        return Worth(winner, (), 0, extras_of(hand, winner), gruende, hand.entscheid.wert)
    played = 0 if stands.behind is winner else steps(stands.depth, hand, rules)
    return _won(winner, played, hand, rules, gruende)


def _won(winner: Side, played: int, hand: Hand, rules: AltenburgRules,
         gruende: tuple[Grund, ...]) -> Worth:
    """Return the worth of a hand by the table of values, with so many levels played."""
    summands = (rules.base(hand.spiel, winner is Side.RE),
                *[LEVEL] * (announced(hand, rules) + played))
    return Worth(winner, summands, doublings(hand), extras_of(hand, winner), gruende)


def steps(depth: int, hand: Hand, rules: AltenburgRules) -> int:
    """Return how many of the levels that count are reached at a depth."""
    return sum([level <= depth for level in levels(hand.spiel, rules)]) if depth else 0


def levels(spiel: Spiel, rules: AltenburgRules) -> tuple[int, ...]:
    """Return the depths that count (S2, Ansagen); the table may count only two in a solo."""
    two = spiel.is_solo and rules.solo_levels == SoloLevels.TWO
    return SOLO_LEVELS if two else ALL_LEVELS


def announced(hand: Hand, rules: AltenburgRules) -> int:
    """Return how many levels both sides announced; a level includes every lower one."""
    return steps(_target(hand.ansage_re), hand, rules) \
        + steps(_target(hand.ansage_kontra), hand, rules)


def doublings(hand: Hand) -> int:
    """Return how often a hand is doubled: once for Re, once for Kontra, but never a solo."""
    if hand.spiel.is_solo:
        return 0
    return (hand.ansage_re is not None) + (hand.ansage_kontra is not None)


def both_failed(hand: Hand) -> bool:
    """Return whether both sides announced a level and neither made it."""
    if hand.ansage_re is None or hand.ansage_kontra is None:
        return False
    stands = standing(hand.result)
    return all([_target(hand.ansage(side)) and not _made(hand, stands, side) for side in Side])


def is_asked(hand: Hand, rules: AltenburgRules) -> bool:
    """Return whether both failed and the table therefore has to say who wins."""
    return hand.falschspiel is None and rules.both_failed == BothFailed.ASK and both_failed(hand)


# --- who wins -----------------------------------------------------------------------------------


def _target(ansage: Ansage | None) -> int:
    return 0 if ansage is None else ansage.depth


def _made(hand: Hand, stands: Standing, side: Side) -> bool:
    return stands.behind is side.other and stands.depth >= _target(hand.ansage(side))


def _winner(hand: Hand, stands: Standing, rules: AltenburgRules) -> Side | None:
    """Return who wins if not both failed: an announced level decides, whatever the Augen."""
    with_level = [side for side in Side if _target(hand.ansage(side))]
    for side in with_level:
        if _made(hand, stands, side):
            return side
    if with_level:
        return with_level[0].other
    if stands.behind is not None:
        return stands.behind.other
    soloist_lost = rules.is_lost_solo(hand.spiel)
    return Side.KONTRA if soloist_lost or rules.split == Split.KONTRA_WINS else None


def _winner_of_both_failed(hand: Hand, stands: Standing, rules: AltenburgRules) -> Side | None:
    if rules.both_failed == BothFailed.ASK:
        return hand.entscheid and hand.entscheid.sieger
    if rules.both_failed == BothFailed.VOID or stands.behind is None:
        return None
    return stands.behind.other


# --- what is added, and Böcke -------------------------------------------------------------------


def extras_of(hand: Hand, view: Side) -> tuple[int, ...]:
    """Return the extra points from one side's view (S2, Extra Punkte)."""
    extras = [FUCHS if side is view else -FUCHS for side in hand.fuchs]
    if hand.karlchen is not None:
        extras.append(KARLCHEN if hand.karlchen is view else -KARLCHEN)
    if pays := hand.dulle_pays:
        extras.append(-DULLE if pays is view else DULLE)
    return tuple(extras)


def _gruende(hand: Hand, stands: Standing, winner: Side | None, failed: bool,
             rules: AltenburgRules) -> tuple[Grund, ...]:
    gruende = []
    if failed or hand.ansage_re is not None and winner is not Side.RE \
            or hand.ansage_kontra is not None and winner is not Side.KONTRA:
        gruende.append(Grund.ANSAGE)
    if rules.is_lost_solo(hand.spiel) and winner is not Side.RE:
        gruende.append(Grund.SOLO)
    if stands.behind is None:
        gruende.append(Grund.SPLIT)
    return tuple(gruende)


def rot_within(hand: Hand) -> list[StarEvent]:
    """Return the stars for Rot of whoever had all side suits go round: two stars in all (S2, Sterne
    2 and 7), so none where Rot is noted besides."""
    if not hand.sterne:
        return []
    noted = {seat for event, seat in hand.sterne if event is Event.ROT_RUM}
    through = dict.fromkeys(seat for event, seat in hand.sterne if event is Event.ALLE_FARBEN)
    return [StarEvent(seat, Event.ROT_RUM.value) for seat in through if seat not in noted]
