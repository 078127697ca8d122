"""A hand of Skat while it is being typed."""

from collections.abc import Sequence
from typing import Self

from scorepad.drafts.alone import AloneDraft
from scorepad.games.passed_ramsch import Durchmarsch, Eingepasst, Ramsch
from scorepad.games.skat import SKAT
from scorepad.games.skat.hand import JACKS, Null, Nullspiel, Spiel, fault_of_bid
from scorepad.i18n.message import Message, say

SPIEL, NULL, RAMSCH, MARCH, PASSED = map(SKAT.hands.index, (
    Spiel, Nullspiel, Ramsch, Durchmarsch, Eingepasst))
LETTERS = {"H": "hand", "S": "ansage", "O": "ouvert", "K": "kontra"}


class SkatDraft(AloneDraft):
    """A hand as far as it is typed."""

    game, offered, letters = SKAT, (SPIEL, MARCH, RAMSCH, PASSED), LETTERS

    def play(self, spiel: str) -> Self:
        """Set the game that is played."""
        draft = self.turn_to(NULL if spiel == Null.NULL else SPIEL).put(spiel=spiel)
        too_many = spiel == "grand" and int(self.typed.get("spitzen") or 0) > JACKS
        return draft.put(spitzen=None) if too_many else draft

    def announce(self, name: str) -> Self:
        """Say something; in a game with trumps only a Hand game says more."""
        if self.kind == NULL:
            return self if name == "ansage" else super().announce(name)
        draft = super().announce(name)
        if name == "hand" and not draft.typed[name]:
            return draft.put(ansage=None, ouvert=None)
        return draft if name == "kontra" else draft.put(hand=True)

    @property
    def likely(self) -> str:
        typed = {} if self.kind == NULL else self.typed
        return "schwarz" if typed.get("ouvert") else typed.get("ansage") or super().likely

    def begun(self, names: Sequence[str]) -> str:
        """Return who plays alone, and what, as far as that is typed."""
        if not self.alone:
            return super().begun(names)
        spieler, spiel = self.typed.get("spieler"), self.typed.get("spiel")
        return " ".join([*([] if spieler is None else [names[spieler]]),
                         *([] if spiel is None else [spiel.capitalize()])])

    def remark(self) -> Message | None:
        if not self.alone or self.hand() is not None:
            return None
        bid, at_bid = self.typed.get("reizwert") or "", self.focus == ("reizwert", None)
        fault = fault_of_bid(int(bid), SKAT.rules()) if bid and (
            len(bid) > 1 or not at_bid) else None
        if fault or at_bid:
            return fault or say("Type what was bid, then tap Done")
        if self.here is None:
            return say("Tap who plays alone")
        if self.kind == SPIEL and not (self.typed.get("spiel") and self.typed.get("spitzen")):
            return say("Tap the game and the Spitzen")
        return say("Then tap the result: that saves the hand")
