"""A Ramsch with a skat that is pushed on, while it is being typed."""

from dataclasses import dataclass, replace
from typing import Self

from scorepad.drafts.augen import AugenDraft
from scorepad.drafts.figures import Figures
from scorepad.games.game import Rules, Seat, Table
from scorepad.games.ramsch import Durchmarsch, Hand, Ramsch, Schieben
from scorepad.i18n.message import Message, say


@dataclass(frozen=True)
class RamschDraft(AugenDraft):
    """A Ramsch as far as it is typed: besides its Augen, who is Jungfrau, who pushed the skat on,
    and the Kontras.

    geschoben: those who pushed it on; their number where a hand that is corrected does not say who.
    """

    jungfrau: Seat | None = None
    geschoben: Schieben = ()
    kontra: int = 0

    @classmethod
    def of_hand(cls, hand: Hand, table: Table[Rules]) -> Self:
        """Return the draft of a recorded hand, to be corrected."""
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
        """Say that this player is Jungfrau, and nobody else; or take it back.

        There is one at most: with two, the third has made a Durchmarsch, which has its own key.
        """
        if self.jungfrau == seat:
            return self.with_a_trick(seat)
        return replace(self, figures=self.figures.put(seat, ""), marching=False, jungfrau=seat)

    def push(self, seat: Seat) -> Self:
        """Say that this player pushed the skat on, or take it back."""
        pushed = {other for other in range(len(self.figures.typed)) if self.has_pushed(other)}
        return replace(self, geschoben=tuple(sorted(pushed ^ {seat})))

    def say_kontra(self, most: int) -> Self:
        """Add one Kontra; after `most` comes none."""
        return replace(self, kontra=self.kontra + 1 if self.kontra < most else 0)

    def key(self, key: str) -> Self:
        """Handle a key of the keyboard: J for Jungfrau, S for Schieben, and the common ones."""
        match key:
            case "J" if self.figures.focus is not None:
                return self.virgin(self.figures.focus)
            case "S" if self.here is not None:
                return self.push(self.here)
        return super().key(key)

    # --- what it says ---------------------------------------------------------------------------

    def has_pushed(self, seat: Seat) -> bool:
        """Return whether this player is known to have pushed the skat on."""
        if isinstance(self.geschoben, tuple):
            return seat in self.geschoben
        return self.geschoben == len(self.figures.typed)

    @property
    def pushed_by_somebody(self) -> int:
        """The number of times that the skat was pushed on by unknown players."""
        return 0 if isinstance(self.geschoben, tuple) or self.has_pushed(0) else self.geschoben

    def remark(self) -> Message | None:
        if self.pushed_by_somebody:
            return say("Schieben {count}×; nobody noted by whom",
                       count=self.pushed_by_somebody)
        return super().remark()

    def hand(self) -> Hand | None:
        """Return the hand typed so far; None while too little is typed to say anything about it."""
        geschoben = self.geschoben or 0
        if self.marching:
            return None if self.maker is None else Durchmarsch(self.maker, geschoben, self.kontra)
        if not any(self.figures.typed) and self.jungfrau is None:
            return None
        return Ramsch(self.figures.numbers, self.jungfrau, geschoben, self.kontra)
