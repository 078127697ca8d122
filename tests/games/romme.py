"""Rommé as a table plays it: whoever goes out writes nothing, the others the cards in their hands.

A game in one file, as somebody would add it, that the program does not have. `at_home` puts it
beside the others for a while.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import Annotated, NamedTuple

from scorepad.games import PLACES
from scorepad.games.fields import BySeat, Label, Number, Player
from scorepad.games.game import Game, HandScore, Problem, Problems, Rules, Table
from scorepad.i18n.message import say


class Art(StrEnum):
    """The way in which somebody went out."""

    NORMAL = "normal"
    HAND = "hand"


class Runde(NamedTuple):
    """A round: the points of those who did not go out, who did, and how."""

    punkte: Annotated[tuple[int | None, ...], BySeat(Number(0, 500), "is not an object in braces")]
    aus: Annotated[Player, Label("Aus")]
    klopfer: Annotated[int, Number(0, 3)] = 0
    art: Art = Art.NORMAL
    letzte: Annotated[bool, Label("Letzte Runde")] = False


class Romme(Game[Runde, Rules]):
    """Rommé, 2 to 6 players; a round that somebody ends from the hand counts double, and each
    Klopfer adds 10 for everybody but him."""

    id, title, players, hands = "romme", "Rommé", range(2, 7), (Runde,)

    def judge(self, hand: Runde, table: Table[Rules]) -> HandScore | Problems:
        if hand.punkte[hand.aus]:
            return (Problem(("punkte", table.names[hand.aus]), say("went out")),)
        missing = [table.names[seat] for seat in table.active
                   if hand.punkte[seat] is None and seat != hand.aus]
        if missing:
            return (Problem(("punkte",), say("the points of {names} are missing",
                                             names=", ".join(missing))),)
        factor = 2 if hand.art is Art.HAND else 1
        return HandScore.of(tuple([
            0 if seat == hand.aus else (figure or 0) * factor + 10 * hand.klopfer
            for seat, figure in enumerate(hand.punkte)]))


ROMME = Romme()


@contextmanager
def at_home() -> Iterator[Romme]:
    """Offer it as if it lay in `scorepad/games/` and had its line in `PLACES`."""
    sys.modules["scorepad.games.romme"] = sys.modules[__name__]
    PLACES[ROMME.id] = "romme.ROMME"
    try:
        yield ROMME
    finally:
        del PLACES[ROMME.id], sys.modules["scorepad.games.romme"]
