"""A hand of Skat while it is being typed, by the fields that the game declares."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from scorepad.drafts.alone import AloneDraft
from scorepad.games.shape import MISSING
from scorepad.games.skat import SKAT, hand as skat
from scorepad.games.skat.options import GRAND
from scorepad.i18n.message import Message, say

SPIEL, NULL, RAMSCH, MARCH, PASSED = map(SKAT.hands.index, (
    skat.Spiel, skat.Nullspiel, skat.Ramsch, skat.Durchmarsch, skat.Eingepasst))


@dataclass(frozen=True)
class SkatDraft(AloneDraft):
    """A hand as far as it is typed."""

    game, offered = SKAT, (SPIEL, MARCH, RAMSCH, PASSED)
    letters: ClassVar[Mapping[str, str]] = {"H": "hand", "S": "ansage", "O": "ouvert",
                                            "K": "kontra"}

    @property
    def likely(self) -> str:
        typed = {} if self.kind == NULL else self.typed
        return "schwarz" if typed.get("ouvert") else typed.get("ansage") or super().likely

    def play(self, spiel: str) -> Self:
        """Set the game that is played."""
        draft = self.turn_to(NULL if spiel == skat.Null.NULL else SPIEL).put(spiel=spiel)
        too_many = spiel == GRAND and int(self.typed.get("spitzen") or 0) > skat.JACKS
        return draft.put(spitzen=None) if too_many else draft

    def announce(self, name: str) -> Self:
        """Step on the value of what was said; in a game with trumps only a Hand game says more."""
        if self.kind == NULL:
            return self if name == "ansage" else super().announce(name)
        draft = super().announce(name)
        if name == "hand" and not draft.typed[name]:
            return draft.put(ansage=None, ouvert=None)
        return draft if name == "kontra" else draft.put(hand=True)

    def remark(self) -> Message | None:
        if not self.is_open:
            return None
        bid, at_bid = self.typed.get("reizwert") or "", self.focus == ("reizwert", None)
        if bid and (len(bid) > 1 or not at_bid) and (
                fault := skat.fault_of_bid(int(bid), self.rules)):
            return fault
        if at_bid:
            return say("Type what was bid, then tap Done")
        if self.here is None:
            return say("Tap who plays alone")
        asks = any([field.default is MISSING and not self.typed.get(field.name)
                    for field in self.shape.fields if field.name not in ("spieler", "gewonnen")])
        return say("Tap the game and the Spitzen") if asks else \
            say("Then tap the result: that saves the hand")
