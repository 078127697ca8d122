"""A hand of Kalter Schlag while it is being typed."""

from dataclasses import dataclass, replace
from typing import Self

from scorepad.drafts.augen import AugenDraft
from scorepad.drafts.figures import Figures
from scorepad.games.game import Rules, Seat, Table
from scorepad.games.kalter_schlag import DOUBLINGS, Durchmarsch, Hand, Ramsch


@dataclass(frozen=True)
class KalterSchlagDraft(AugenDraft):
    """A hand as far as it is typed: besides its Augen, who is Jungfer and how many doublings were
    said."""

    jungfern: frozenset[Seat] = frozenset()
    verdopplungen: int = 0

    @classmethod
    def of_hand(cls, hand: Hand, table: Table[Rules]) -> Self:
        """Return the draft of a recorded hand, to be corrected."""
        if isinstance(hand, Durchmarsch):
            return replace(cls.empty(table), marching=True, maker=hand.spieler,
                           verdopplungen=hand.verdopplungen)
        figures = Figures.of([None if seat in hand.jungfern else figure
                              for seat, figure in enumerate(hand.augen)])
        return cls(figures, jungfern=frozenset(hand.jungfern), verdopplungen=hand.verdopplungen)

    # --- taps -----------------------------------------------------------------------------------

    @property
    def without(self) -> frozenset[Seat]:
        return self.jungfern

    def with_a_trick(self, seat: Seat) -> Self:
        return replace(self, jungfern=self.jungfern - {seat})

    def jungfer(self, seat: Seat) -> Self:
        """Say that this player is Jungfer, or take it back."""
        if seat in self.jungfern:
            return self.with_a_trick(seat)
        return replace(self, figures=self.figures.put(seat, ""), marching=False,
                       jungfern=self.jungfern | {seat})

    def double(self, count: int) -> Self:
        """Set how many doublings were said; a second tap takes the last one back."""
        return replace(self, verdopplungen=count - 1 if self.verdopplungen == count else count)

    def key(self, key: str) -> Self:
        """Handle a key of the keyboard: K for one more doubling, J for Jungfer, and the common
        ones."""
        match key:
            case "K":
                return replace(self, verdopplungen=(self.verdopplungen + 1) % (len(DOUBLINGS) + 1))
            case "J" if self.figures.focus is not None:
                return self.jungfer(self.figures.focus)
        return super().key(key)

    # --- what it says ---------------------------------------------------------------------------

    def hand(self) -> Hand | None:
        """Return the hand typed so far; None while too little is typed to say anything about it."""
        if self.marching:
            return None if self.maker is None else Durchmarsch(self.maker, self.verdopplungen)
        if not any(self.figures.typed) and not self.jungfern:
            return None
        return Ramsch(self.figures.numbers, tuple(sorted(self.jungfern)), self.verdopplungen)
