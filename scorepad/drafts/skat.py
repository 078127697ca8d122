"""A hand of Skat while it is being typed."""

from typing import Self

from scorepad.drafts.alone import AloneDraft
from scorepad.games.passed_ramsch import Durchmarsch, Eingepasst, Ramsch
from scorepad.games.skat import SKAT
from scorepad.games.skat.hand import Null, Nullspiel, Spiel
from scorepad.i18n.message import Message, say

SPIEL, NULL, RAMSCH, MARCH, PASSED = map(SKAT.hands.index, (
    Spiel, Nullspiel, Ramsch, Durchmarsch, Eingepasst))
LETTERS = {"H": "hand", "S": "ansage", "O": "ouvert", "K": "kontra"}


class SkatDraft(AloneDraft):
    """A hand as far as it is typed."""

    game, offered, letters = SKAT, (SPIEL, MARCH, RAMSCH, PASSED), LETTERS

    def play(self, spiel: str) -> Self:
        """Set the game that is played."""
        return self.turn_to(NULL if spiel == Null.NULL else SPIEL).put(spiel=spiel)

    def announce(self, name: str) -> Self:
        """Say something; in a game with trumps only a Hand game says more."""
        if self.kind == NULL:
            return self if name == "ansage" else super().announce(name)
        draft = super().announce(name)
        if name == "hand" and not draft.typed[name]:
            return draft.put(ansage=None, ouvert=None)
        return draft if name == "kontra" else draft.put(hand=True)

    def remark(self) -> Message | None:
        if not self.alone or self.hand() is not None:
            return None
        if self.here is None:
            return say("Tap who plays alone")
        if self.kind == SPIEL and not (self.typed.get("spiel") and self.typed.get("spitzen")):
            return say("Tap the game and the Spitzen")
        return say("Then tap the result: that saves the hand")
