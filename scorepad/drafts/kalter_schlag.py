"""A hand of Kalter Schlag while it is being typed."""

from dataclasses import dataclass, replace
from typing import Self

from scorepad.drafts.augen import AugenDraft
from scorepad.drafts.draft import Figures
from scorepad.games.game import Rules, Seat, Table
from scorepad.games.kalter_schlag import DOUBLINGS, Durchmarsch, Hand, Ramsch


@dataclass(frozen=True)
class KalterSchlagDraft(AugenDraft):
    """A hand as far as it is typed; von: who said the doublings, the first ones first."""

    jungfern: frozenset[Seat] = frozenset()
    verdopplungen: int = 0
    von: tuple[Seat | None, ...] = ()

    @classmethod
    def of_hand(cls, hand: Hand, table: Table[Rules]) -> Self:
        von = hand.angesagt_von
        while von and von[-1] is None:
            von = von[:-1]
        if isinstance(hand, Durchmarsch):
            return replace(cls.empty(table), marching=True, maker=hand.spieler,
                           verdopplungen=hand.verdopplungen, von=von)
        figures = Figures.of([None if seat in hand.jungfern else figure
                              for seat, figure in enumerate(hand.augen)])
        return cls(figures, jungfern=frozenset(hand.jungfern), verdopplungen=hand.verdopplungen,
                   von=von)

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

    def say_who(self, seat: Seat) -> Self:
        """Say that this player said the first doubling of which nobody has noted that; once all
        are, take back his last one, or give him the last one of all."""
        von = [*self.said_by[:self.verdopplungen]]
        if None in von:
            von[von.index(None)] = seat
        elif seat in von:
            von[len(von) - 1 - von[::-1].index(seat)] = None
        elif von:
            von[-1] = seat
        return replace(self, von=tuple(von))

    def key(self, key: str) -> Self:
        """Handle a key: K for one more doubling, J for Jungfer, and the common ones."""
        match key:
            case "K":
                return replace(self, verdopplungen=(self.verdopplungen + 1) % (len(DOUBLINGS) + 1))
            case "J" if self.figures.focus is not None:
                return self.jungfer(self.figures.focus)
        return super().key(key)

    @property
    def said_by(self) -> tuple[Seat | None, ...]:
        """The speaker of each of `DOUBLINGS`, None where it was not said or not noted."""
        von = self.von[:self.verdopplungen]
        return von + (None,) * (len(DOUBLINGS) - len(von))

    @property
    def unnoted(self) -> str:
        """The first doubling of which nobody has noted who said it; empty for none."""
        said = zip(DOUBLINGS[:self.verdopplungen], self.said_by)
        return next((name for name, seat in said if seat is None), "")

    def hand(self) -> Hand | None:
        if self.marching:
            return None if self.maker is None else Durchmarsch(
                self.maker, self.verdopplungen, self.said_by)
        if not any(self.figures.typed) and not self.jungfern:
            return None
        return Ramsch(self.figures.numbers, tuple(sorted(self.jungfern)), self.verdopplungen,
                      self.said_by)
