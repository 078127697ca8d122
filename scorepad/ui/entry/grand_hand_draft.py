"""A Grand Hand while it is being typed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from scorepad.games.augen import ALL
from scorepad.games.base import Problem, Seat
from scorepad.games.grand_hand import KONTRAS, SPITZEN, GrandHand, Side
from scorepad.text import Message, say
from scorepad.ui.entry.figures import DIGITS, Figures

PLACE = "grand_hand"
JACKS = "♣♠♥♦"
"""From the highest down; a jack is its position here."""

SCHWARZ_AUGEN = {Side.GEGNER: ALL, Side.SPIELER: 0}
"""What the soloist has when a side is schwarz."""

HIS = 0
"""The one figure of a Grand Hand."""


@dataclass(frozen=True)
class GrandHandDraft:
    """figures: the soloist's Augen, which may be typed before anybody is tapped; held: the jacks
    tapped as his; spitzen: 0 while unknown."""

    soloist: Seat | None = None
    figures: Figures = Figures.blank(1).at(HIS)
    held: frozenset[int] = frozenset()
    spitzen: int = 0
    schwarz: Side | None = None
    kontra: int = 0

    @classmethod
    def of_hand(cls, hand: GrandHand) -> Self:
        """A recorded hand, to be corrected: which jacks he had is not written down."""
        return cls(hand.spieler, Figures.of([hand.augen]).at(HIS), frozenset(), hand.spitzen,
                   hand.schwarz, hand.kontra)


    # --- taps -----------------------------------------------------------------------------------

    def tap(self, seat: Seat) -> Self:
        """This player plays alone; digits are his Augen, and replace what stands there."""
        return replace(self, soloist=seat, figures=self.figures.at(HIS))

    def digit(self, digit: str) -> Self:
        """A digit of his Augen."""
        return replace(self, figures=self.figures.digit(digit))

    def backspace(self) -> Self:
        """A digit less."""
        return replace(self, figures=self.figures.backspace())

    def tops(self, count: int) -> Self:
        """So many Spitzen, with or without; once more takes it back."""
        return replace(self, held=frozenset(), spitzen=0 if self.spitzen == count else count)

    def jack(self, jack: int) -> Self:
        """He holds this jack, or does not after all. Nothing is known while no jack is tapped:
        who has none is without four."""
        held = self.held ^ {jack}
        return replace(self, held=held, spitzen=row_from_top(held) if held else 0)

    def say_schwarz(self) -> Self:
        """The opponents are schwarz, then the soloist, then nobody; only who can be with the
        Augen typed, where these say it."""
        typed = self.figures.typed[HIS]
        able = [side for side, augen in SCHWARZ_AUGEN.items() if typed == str(augen)]
        order = [None, *(able or SCHWARZ_AUGEN)]
        return replace(self, schwarz=order[(order.index(self.schwarz) + 1) % len(order)]
                       if self.schwarz in order else None)

    def say_kontra(self) -> Self:
        """Kontra, then Rekontra, then neither."""
        return replace(self, kontra=(self.kontra + 1) % (len(KONTRAS) + 1))

    def key(self, key: str, players: int) -> Self:
        """A key of a keyboard: digits, Backspace, Tab for the soloist, P for a Spitze more, K for
        Kontra, S for schwarz."""
        if key in DIGITS:
            return self.digit(key)
        match key:
            case "Backspace":
                return self.backspace()
            case "Tab":
                return self.tap(0 if self.soloist is None else (self.soloist + 1) % players)
            case "P":
                return replace(self, held=frozenset(), spitzen=self.spitzen % SPITZEN[-1] + 1)
            case "K":
                return self.say_kontra()
            case "S":
                return self.say_schwarz()
        return self

    # --- what it says ---------------------------------------------------------------------------

    def begun(self, names: Sequence[str]) -> str:
        """What is typed so far, in a few words without a language."""
        soloist = [] if self.soloist is None else [names[self.soloist]]
        return " ".join(filter(None, ["Grand Hand", *soloist, self.figures.typed[HIS]]))

    @property
    def augen(self) -> int | None:
        """His Augen: as typed, or as a schwarz side says them."""
        typed = self.figures.numbers[HIS]
        return SCHWARZ_AUGEN[self.schwarz] if typed is None and self.schwarz is not None else typed

    @property
    def has_top(self) -> bool | None:
        """Whether he plays with his Spitzen or without, None where only their number is known."""
        return None if not self.held else 0 in self.held

    def hand(self) -> GrandHand | None:
        """The hand typed so far; None where it has no soloist or no Augen yet."""
        if self.soloist is None or self.augen is None:
            return None
        return GrandHand(self.soloist, self.augen, self.spitzen, self.schwarz, self.kontra)

    def remark(self) -> Message | None:
        """What helps whoever is typing."""
        if self.soloist is None:
            return say("Who plays the Grand Hand?")
        if self.augen is not None and not self.spitzen:
            return say("Spitzen: tap the jacks held, with the skat, or their number")
        return None

    def unfinished(self, problem: Problem) -> bool:
        """Whether a problem is only that more is to be typed."""
        if problem.place == (PLACE, "spitzen"):
            return self.spitzen == 0
        typed = self.figures.typed[HIS]
        meant = "1" if self.schwarz is None else str(SCHWARZ_AUGEN[self.schwarz])
        return problem.place == (PLACE, "augen") and not self.figures.fresh \
            and len(typed) < len(str(ALL)) and meant.startswith(typed)


def row_from_top(held: frozenset[int]) -> int:
    """How many jacks from the highest down somebody has, or has not (S3, Grand Hand)."""
    row = [jack in held for jack in range(len(JACKS))]
    return next((count for count, has in enumerate(row) if has is not row[0]), len(row))
