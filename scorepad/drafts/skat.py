"""A hand of Skat while it is being typed."""

from typing import ClassVar, Self

from scorepad.drafts.alone import AloneDraft
from scorepad.games.passed_ramsch import Durchmarsch, Eingepasst, Ramsch
from scorepad.games.skat import SKAT
from scorepad.games.skat.hand import GRAND, JACKS, Null, Nullspiel, Spiel, fault_of_bid
from scorepad.i18n.message import N_, Message, say

SPIEL, NULL, RAMSCH, MARCH, PASSED = map(SKAT.hands.index, (
    Spiel, Nullspiel, Ramsch, Durchmarsch, Eingepasst))


class SkatDraft(AloneDraft):
    """A hand as far as it is typed."""

    game, offered = SKAT, (SPIEL, MARCH, RAMSCH, PASSED)
    letters: ClassVar = {"H": "hand", "S": "ansage", "O": "ouvert", "K": "kontra"}
    asked = N_("Tap the game and the Spitzen")

    def play(self, spiel: str) -> Self:
        """Set the game that is played."""
        draft = self.turn_to(NULL if spiel == Null.NULL else SPIEL).put(spiel=spiel)
        too_many = spiel == GRAND and int(self.typed.get("spitzen") or 0) > JACKS
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

    def remark(self) -> Message | None:
        bid, at_bid = self.typed.get("reizwert") or "", self.focus == ("reizwert", None)
        if not self.is_open:
            return None
        fault = fault_of_bid(int(bid), SKAT.rules()) if bid and (
            len(bid) > 1 or not at_bid) else None
        return fault or (say("Type what was bid, then tap Done") if at_bid else super().remark())
