"""The Grand Hand of Schieberamsch: what a table writes, what it is worth, and what can be wrong.

S3 is the rule text that `schieberamsch` cites.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, NamedTuple, final

from scorepad.games.augen import ALL, fault_of_figure
from scorepad.games.feats import Deed
from scorepad.games.fields import Choice, Number, Player
from scorepad.games.game import HandScore
from scorepad.games.money import signed
from scorepad.games.problems import shown
from scorepad.games.said import GRAND_HAND as GRAND_HAND_SAID, KONTRA
from scorepad.games.shape import written
from scorepad.i18n.message import N_, Message, say

PLAYERS = 3
GRUNDWERT = 24
SPITZEN = range(1, 5)
KONTRAS = ("Kontra", "Rekontra")
GRAND_HAND = Deed("grand-hand", "Grand Hand", solo=True)


class Side(StrEnum):
    """A side of a Grand Hand."""

    SPIELER = "spieler"
    GEGNER = "gegner"


@final
@written(under="grand_hand", said=GRAND_HAND_SAID, phrases=KONTRA,
         sentence=N_("says who played alone, with the Augen and the Spitzen"))
class GrandHand(NamedTuple):
    """A hand that one player played alone, without looking at the skat.

    augen: the soloist's, with the skat; spitzen: how many jacks from the top he has or lacks;
    schwarz: the side without a trick; kontra: 0 for none, 1 Kontra, 2 Rekontra.
    """

    spieler: Player
    augen: Annotated[int, Number(0, ALL)]
    spitzen: Annotated[int, Number(SPITZEN.start, SPITZEN.stop - 1)]
    schwarz: Annotated[Side | None, Choice(
        Side, fault=lambda _: say('is not null, "spieler" or "gegner"'))] = None
    kontra: Annotated[int, Number(0, len(KONTRAS))] = 0


def described_grand_hand(hand: GrandHand, names: Sequence[str]) -> str:
    """Return in words what was entered."""
    said = [f"Grand Hand {names[hand.spieler]} {hand.augen}", f"Spitzen {hand.spitzen}"]
    if hand.schwarz:
        said.append("schwarz" if hand.schwarz is Side.SPIELER else "Gegner schwarz")
    return " · ".join([*said, *KONTRAS[:hand.kontra][-1:]])


# --- arithmetic ---------------------------------------------------------------------------------


def grand_hand_score(hand: GrandHand) -> HandScore:
    """Return the score: the soloist writes the value, below zero if he has won (S3, Grand Hand)."""
    value = _value(hand)
    points = tuple([value if seat == hand.spieler else 0 for seat in range(PLAYERS)])
    return HandScore.of(points, same_dealer=True)


def _value(hand: GrandHand) -> int:
    worth = _product(hand) // 10
    return -worth if is_won(hand) else worth


def _product(hand: GrandHand) -> int:
    return GRUNDWERT * sum(_multipliers(hand).values()) << hand.kontra


def is_won(hand: GrandHand) -> bool:
    """Return whether the soloist has won, with 61 Augen or more."""
    return hand.augen > ALL // 2


def _multipliers(hand: GrandHand) -> dict[str, int]:
    """Return the summands, by title, whose sum multiplies the Grundwert: the game played from the
    hand, its Spitzen, and how low one side stayed."""
    return {"": 2, "Spitzen": hand.spitzen,
            "Schneider": int(min(hand.augen, ALL - hand.augen) <= 30),
            "Schwarz": int(hand.schwarz is not None)}


def grand_hand_arithmetic(hand: GrandHand, names: Sequence[str]) -> str:
    """Return the arithmetic of a Grand Hand that can have been played."""
    summands = " + ".join([f"{count} {what}".strip()
                           for what, count in _multipliers(hand).items() if count])
    kontras = "".join([f" · 2 ({name})" for name in KONTRAS[:hand.kontra]])
    return f"Grand Hand {names[hand.spieler]} {hand.augen}: ({summands}) · {GRUNDWERT}{kontras} " \
           f"= {_product(hand)} → {signed(_value(hand))}"


# --- what can be wrong --------------------------------------------------------------------------


def faults_of_grand_hand(hand: GrandHand) -> list[tuple[str, Message]]:
    """Return why a Grand Hand cannot have been played, each reason with its key in a document."""
    faults = []
    if fault := fault_of_figure(hand.augen):
        faults.append(("augen", fault))
    elif hand.schwarz is Side.SPIELER and hand.augen:
        faults.append(("augen", say("the soloist is schwarz, so without a trick and without Augen, "
                                    "not {augen}", augen=hand.augen)))
    elif hand.schwarz is Side.GEGNER and hand.augen != ALL:
        faults.append(("augen", say("the opponents are schwarz, so the soloist has all {all} "
                                    "Augen, not {augen}", all=ALL, augen=hand.augen)))
    if hand.spitzen not in SPITZEN:
        faults.append(("spitzen", say("{count} Spitzen: with or without 1 to 4 jacks",
                                      count=shown(hand.spitzen))))
    if not 0 <= hand.kontra <= len(KONTRAS):
        faults.append(("kontra", say("{count}: 1 is Kontra, 2 is Rekontra, 0 is neither",
                                     count=shown(hand.kontra))))
    return faults
