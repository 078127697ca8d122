"""A Ramsch with a skat that is pushed on, while it is being typed."""

from dataclasses import dataclass, replace
from typing import Self

from scorepad.games.base import Rules, Seat, Table
from scorepad.games.ramsch import Durchmarsch, Hand, Ramsch, Schieben
from scorepad.text import Message, say
from scorepad.ui.entry.augen_draft import AugenDraft
from scorepad.ui.entry.figures import Figures


@dataclass(frozen=True)
class RamschDraft(AugenDraft):
    """What `AugenDraft` has, who is Jungfrau, who pushed the skat on, and the Kontras.

    geschoben: who did; a number where a hand that is corrected does not say who.
    """

    jungfrau: Seat | None = None
    geschoben: Schieben = ()
    kontra: int = 0

    @classmethod
    def empty(cls, table: Table[Rules]) -> Self:
        """Before the first tap."""
        return cls(Figures.blank(len(table.names)))

    @classmethod
    def of_hand(cls, hand: Hand, table: Table[Rules]) -> Self:
        """A recorded hand, to be corrected."""
        empty = replace(cls.empty(table), geschoben=hand.geschoben or (), kontra=hand.kontra)
        if isinstance(hand, Durchmarsch):
            return replace(empty, marching=True, maker=hand.spieler)
        return replace(empty, jungfrau=hand.jungfrau, figures=Figures.of(
            [None if seat == hand.jungfrau and figure == 0 else figure
             for seat, figure in enumerate(hand.augen)]))


    # --- taps -----------------------------------------------------------------------------------

    @property
    def without(self) -> tuple[Seat, ...]:
        return () if self.jungfrau is None else (self.jungfrau,)

    def with_a_trick(self, seat: Seat) -> Self:
        return replace(self, jungfrau=None) if self.jungfrau == seat else self

    def virgin(self, seat: Seat) -> Self:
        """This player is Jungfrau, or is not after all. There is one at most, so that another
        one's tap moves it: with two the third has made a Durchmarsch, which has its own key."""
        if self.jungfrau == seat:
            return self.with_a_trick(seat)
        return replace(self, figures=self.figures.put(seat, ""), marching=False, jungfrau=seat)

    def push(self, seat: Seat) -> Self:
        """This player pushed the skat on, or did not after all."""
        pushed = {other for other in range(len(self.figures.typed)) if self.has_pushed(other)}
        return replace(self, geschoben=tuple(sorted(pushed ^ {seat})))

    def say_kontra(self, most: int) -> Self:
        """One Kontra more; after the last one there is none."""
        return replace(self, kontra=self.kontra + 1 if self.kontra < most else 0)

    def key(self, key: str) -> Self:
        """A key of a keyboard: J for Jungfrau, S for Schieben, and the common ones."""
        match key:
            case "J" if self.figures.focus is not None:
                return self.virgin(self.figures.focus)
            case "S" if self.here is not None:
                return self.push(self.here)
        return super().key(key)

    # --- what it says ---------------------------------------------------------------------------

    def has_pushed(self, seat: Seat) -> bool:
        """Whether this player is known to have pushed the skat on."""
        if isinstance(self.geschoben, tuple):
            return seat in self.geschoben
        return self.geschoben == len(self.figures.typed)

    @property
    def pushed_by_somebody(self) -> int:
        """How often the skat was pushed on by nobody knows whom."""
        return 0 if isinstance(self.geschoben, tuple) or self.has_pushed(0) else self.geschoben

    def remark(self) -> Message | None:
        if self.pushed_by_somebody:
            return say("Schieben {count}×; nobody wrote down by whom",
                       count=self.pushed_by_somebody)
        return super().remark()

    def hand(self) -> Hand | None:
        """The hand typed so far; None where too little is typed to say anything about it."""
        geschoben = self.geschoben or 0
        if self.marching:
            return None if self.maker is None else Durchmarsch(self.maker, geschoben, self.kontra)
        if not any(self.figures.typed) and self.jungfrau is None:
            return None
        return Ramsch(self.figures.numbers, self.jungfrau, geschoben, self.kontra)
