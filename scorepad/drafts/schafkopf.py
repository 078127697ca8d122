"""A hand of Schafkopf while it is being typed, by the fields that the game declares."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from scorepad.drafts.alone import AloneDraft
from scorepad.games.game import Seat
from scorepad.games.schafkopf import SCHAFKOPF, hand as schafkopf
from scorepad.games.schafkopf.options import ARTEN, RUF, SOLO, WENZ
from scorepad.i18n.message import Message, say

SPIEL, TOUT, BETTEL, SIE, MARCH, RAMSCH, PASSED = map(SCHAFKOPF.hands.index, schafkopf.HANDS)
FIXED: Mapping[str, int] = {schafkopf.Fest.BETTEL: BETTEL, schafkopf.Fest.SIE: SIE}
PLAYS = {"R": RUF, "S": SOLO, "W": WENZ}
"""By a key of the keyboard, the game that it chooses."""


@dataclass(frozen=True)
class SchafkopfDraft(AloneDraft):
    """A hand as far as it is typed; without another word it is a Rufspiel."""

    game, offered = SCHAFKOPF, (SPIEL, MARCH, RAMSCH)
    letters: ClassVar[Mapping[str, str]] = {"K": "kontra", "T": "tout"}

    @property
    def alone(self) -> bool:
        return self.kind in (SPIEL, TOUT, *FIXED.values())

    @property
    def spiel(self) -> str:
        """The game that is played."""
        fixed = [spiel for spiel, kind in FIXED.items() if kind == self.kind]
        return (*fixed, self.typed.get("spiel") or RUF)[0]

    @property
    def pair(self) -> bool:
        """True if two play together."""
        return self.kind == SPIEL and ARTEN[self.spiel].pair

    def play(self, spiel: str) -> Self:
        """Set the game that is played; what does not go with it is taken back."""
        if (kind := FIXED.get(spiel)) is not None:
            return self.turn_to(kind)
        art, typed, laufende = ARTEN[spiel], self.typed, self.typed.get("laufende")
        kind = SPIEL if art.pair else self.kind if self.kind == TOUT else SPIEL
        return self.turn_to(kind).put(
            spiel=spiel, partner=typed.get("partner") if art.pair else None,
            tout=kind == TOUT or None, farbe=typed["farbe"] if typed.get("farbe") in art.farben
            else None, laufende=laufende if laufende and int(laufende)
            in self.rules.counting(spiel) else None)

    def announce(self, name: str) -> Self:
        if name == "kontra":
            return super().announce(name)
        return self if self.pair or self.kind in FIXED.values() else self.turn_to(
            TOUT if self.kind == SPIEL else SPIEL).put(tout=self.kind == SPIEL or None)

    def tap(self, seat: Seat) -> Self:
        """Choose who plays, and then who plays with him; a second tap takes it back."""
        if not self.alone:
            return super().tap(seat)
        spieler, partner = self.typed.get("spieler"), self.typed.get("partner")
        if seat in (spieler, partner):
            return self.put(spieler=partner if seat == spieler else spieler, partner=None)
        return self.put(**{"spieler" if spieler is None or not self.pair else "partner": seat})

    def guessed(self) -> Self:
        draft = super().guessed()
        if not self.pair or draft.typed.get("partner") is not None:
            return draft
        return draft.put(partner=next(seat for seat in self.seats if seat != draft.here))

    def key(self, key: str) -> Self:
        return self.play(PLAYS[key]) if self.alone and key in PLAYS else super().key(key)

    def remark(self) -> Message | None:
        if not self.is_open:
            return None
        if self.here is None:
            return say("Tap who plays")
        return say("Tap who plays along") if self.pair and self.typed.get("partner") is None \
            else say("Then tap the result: that saves the hand")
