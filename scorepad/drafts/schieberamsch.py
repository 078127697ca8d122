"""A hand of Schieberamsch while it is being typed: a Ramsch, or a Grand Hand in its place."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import methodcaller
from typing import Any, Self

from scorepad.drafts.augen import RamschDraft
from scorepad.drafts.draft import DIGITS, NOT_KEPT, Draft, Figures, Suggestion, following
from scorepad.games.augen import ALL
from scorepad.games.game import Problem, Seat, Table
from scorepad.games.ramsch import MOST
from scorepad.games.schieberamsch import (
    KONTRAS,
    SPITZEN,
    GrandHand,
    Hand,
    SchieberamschRules,
    Side,
    SkatTo,
)
from scorepad.i18n.message import Message, say

PLACE = "grand_hand"
JACKS = "♣♠♥♦"
"""The jacks from the highest down; elsewhere a jack is its position here."""

SCHWARZ_AUGEN = {Side.GEGNER: ALL, Side.SPIELER: 0}
"""The soloist's Augen when a side is schwarz."""

HIS = 0
"""The position of the soloist's Augen, the one figure of a Grand Hand."""


@dataclass(frozen=True)
class GrandHandDraft:
    """A Grand Hand as far as it is typed. figures: the soloist's Augen, which may be typed before
    anybody is tapped; held: the soloist's jacks as tapped; spitzen: 0 while unknown; von: who said
    Kontra."""

    soloist: Seat | None = None
    figures: Figures = Figures.blank(1).at(HIS)
    held: frozenset[int] = frozenset()
    spitzen: int = 0
    schwarz: Side | None = None
    kontra: int = 0
    ohne: bool = False
    von: tuple[Seat, ...] = ()

    @classmethod
    def of_hand(cls, hand: GrandHand) -> Self:
        """Return the draft of a recorded hand, which does not say which jacks the soloist had."""
        return cls(hand.spieler, Figures.of([hand.augen]).at(HIS), frozenset(), hand.spitzen or 0,
                   hand.schwarz, hand.kontra, hand.ohne, hand.angesagt_von)

    def tap(self, seat: Seat) -> Self:
        """Make this player the soloist, whose Augen the digits are; they replace what is there."""
        return replace(self, soloist=seat, figures=self.figures.at(HIS),
                       von=tuple([other for other in self.von if other != seat]))

    def digit(self, digit: str) -> Self:
        """Add a digit to the soloist's Augen."""
        return replace(self, figures=self.figures.digit(digit))

    def backspace(self) -> Self:
        """Remove the last digit."""
        return replace(self, figures=self.figures.backspace())

    def tops(self, count: int) -> Self:
        """Set the number of Spitzen, with or without; a second tap takes it back."""
        return replace(self, held=frozenset(), spitzen=0 if self.spitzen == count else count)

    def jack(self, jack: int) -> Self:
        """Add a jack to those that the soloist holds, or remove it, and count the Spitzen by them.
        While no jack is tapped the number is unknown; a soloist who holds none is without four."""
        held = self.held ^ {jack}
        return replace(self, held=held, spitzen=row_from_top(held) if held else 0)

    def say_schwarz(self) -> Self:
        """Step through who is schwarz: the opponents, then the soloist, then nobody. Where 0 or all
        Augen are typed, only the side that they fit."""
        typed = self.figures.typed[HIS]
        able = [side for side, augen in SCHWARZ_AUGEN.items() if typed == str(augen)]
        order = [None, *(able or SCHWARZ_AUGEN)]
        return replace(self, schwarz=following(order, self.schwarz))

    def say_kontra(self) -> Self:
        """Step through Kontra, then Rekontra, then neither."""
        return replace(self, kontra=self.kontra + 1) if self.kontra < len(KONTRAS) else \
            replace(self, kontra=0, von=())

    def say_who(self, seat: Seat) -> Self:
        """Say that this opponent, and no other, said Kontra; or take it back."""
        return replace(self, von=() if seat in self.von else (seat,))

    def key(self, key: str, players: int) -> Self:
        """Handle a key of the keyboard: digits, Backspace, Tab for the soloist, P for one more
        Spitze, K for Kontra, S for schwarz. There are so many `players`."""
        if key in DIGITS:
            return self.digit(key)
        match key:
            case "Backspace":
                return self.backspace()
            case "Tab":
                return self.tap(following(range(players), self.soloist))
            case "P":
                return replace(self, held=frozenset(), spitzen=self.spitzen % SPITZEN[-1] + 1)
            case "K":
                return self.say_kontra()
            case "S":
                return self.say_schwarz()
        return self

    def begun(self, names: Sequence[str]) -> str:
        """Return what is typed so far, in a few words that need no translation."""
        soloist = [] if self.soloist is None else [names[self.soloist]]
        return " ".join(filter(None, ["Grand Hand", *soloist, self.figures.typed[HIS]]))

    @property
    def augen(self) -> int | None:
        """The soloist's Augen: typed, or implied by a side that is schwarz; None while unknown."""
        typed = self.figures.numbers[HIS]
        return SCHWARZ_AUGEN[self.schwarz] if typed is None and self.schwarz is not None else typed

    @property
    def has_top(self) -> bool | None:
        """True if the soloist plays with Spitzen, False if without, None where that is not said."""
        if self.held:
            return 0 in self.held
        return False if self.ohne else None

    def hand(self) -> GrandHand | None:
        """Return the hand typed so far; None while it has no soloist or no Augen."""
        if self.soloist is None or self.augen is None:
            return None
        return GrandHand(self.soloist, self.augen, self.spitzen, self.schwarz, self.kontra,
                         self.has_top is False, self.von)

    def remark(self) -> Message | None:
        """Return a hint for whoever is typing, or None."""
        if self.soloist is None:
            return say("Who plays Grand Hand?")
        if self.augen is not None and not self.spitzen:
            return say("Spitzen: tap the jacks held, with the skat, or their number")
        return None

    def unfinished(self, problem: Problem) -> bool:
        """Return whether a problem means only that more is to be typed."""
        if problem.place == (PLACE, "spitzen"):
            return self.spitzen == 0
        typed = self.figures.typed[HIS]
        meant = "1" if self.schwarz is None else str(SCHWARZ_AUGEN[self.schwarz])
        return problem.place == (PLACE, "augen") and not self.figures.fresh \
            and len(typed) < len(str(ALL)) and meant.startswith(typed)


def row_from_top(held: frozenset[int]) -> int:
    """Return how many jacks in a row from the top somebody holds or lacks (S3, Grand Hand)."""
    row = [jack in held for jack in range(len(JACKS))]
    return next((count for count, has in enumerate(row) if has is not row[0]), len(row))


@dataclass(frozen=True)
class SchieberamschDraft(Draft):
    """A hand as far as it is typed. rules: those of the table; ramsch, grand: what is typed of
    either; alone: it is a Grand Hand."""

    rules: SchieberamschRules = field(metadata=NOT_KEPT)
    ramsch: RamschDraft
    grand: GrandHandDraft = GrandHandDraft()
    alone: bool = False

    @classmethod
    def empty(cls, table: Table[SchieberamschRules]) -> Self:
        return cls(table.rules, RamschDraft.empty(table))

    @classmethod
    def of_hand(cls, hand: Hand, table: Table[SchieberamschRules]) -> Self:
        if isinstance(hand, GrandHand):
            return replace(cls.empty(table), grand=GrandHandDraft.of_hand(hand), alone=True)
        return cls(table.rules, RamschDraft.of_hand(hand, table))

    def at(self, table: Table[SchieberamschRules]) -> Self:
        return self if table.rules == self.rules else replace(self, rules=table.rules)

    def in_ramsch(self, step: Callable[[RamschDraft], RamschDraft]) -> Self:
        """Apply a step to the Ramsch."""
        return replace(self, ramsch=step(self.ramsch))

    def in_grand(self, step: Callable[[GrandHandDraft], GrandHandDraft]) -> Self:
        """Apply a step to the Grand Hand."""
        return replace(self, grand=step(self.grand))

    def in_typed(self, step: Callable[[Any], Any]) -> Self:
        """Apply a step to whichever of the two is being typed."""
        return self.in_grand(step) if self.alone else self.in_ramsch(step)

    def play_alone(self) -> Self:
        """Switch to a Grand Hand, or back to the Ramsch. While no soloist is known, it is the only
        player with Augen typed, which stay, or the player just tapped if no Augen are typed."""
        if self.alone:
            return replace(self, alone=False)
        figures = self.ramsch.figures
        typed = [seat for seat, figure in enumerate(figures.typed) if figure]
        soloist = typed[0] if len(typed) == 1 else figures.tapped
        grand = self.grand
        if soloist is not None and grand.soloist is None:
            his = grand.figures.put(HIS, figures.typed[soloist])
            grand = replace(grand, figures=his).tap(soloist)
        return replace(self, alone=True, grand=grand)

    def key(self, key: str) -> Self:
        """Handle a key: G for the Grand Hand, K for Kontra, and those of what is typed."""
        if key == "G":
            return self.play_alone() if self.alone or self.rules.grand_hand else self
        if self.alone:
            return self.in_grand(lambda grand: grand.key(key, len(self.ramsch.figures.typed)))
        if key == "K":
            return self.in_ramsch(lambda ramsch: ramsch.say_kontra(self.most_kontra))
        return self.in_ramsch(lambda ramsch: ramsch.key(key))

    def without_old(self) -> Self:
        return self if self.alone else self.in_ramsch(RamschDraft.without_old)

    def begun(self, names: Sequence[str]) -> str:
        return self.grand.begun(names) if self.alone else self.ramsch.begun(names)

    @property
    def here(self) -> Seat | None:
        return self.grand.soloist if self.alone else self.ramsch.here

    @property
    def most_kontra(self) -> int:
        """The number of Kontras that can be said in a Ramsch."""
        return MOST if self.rules.ramsch_kontra else 0

    def hand(self) -> Hand | None:
        return self.grand.hand() if self.alone else self.ramsch.hand()

    def remark(self) -> Message | None:
        if self.alone:
            return self.grand.remark()
        everybody = not self.ramsch.marching and not self.ramsch.left
        if everybody and self.rules.skat_to == SkatTo.MOST_AUGEN:
            return say("{augen} Augen are left for the skat",
                       augen=ALL - self.ramsch.figures.total)
        return self.ramsch.remark()

    def suggestion(self) -> Suggestion | None:
        """Return the question of the Ramsch, if that is typed."""
        asked = None if self.alone else self.ramsch.suggestion()
        return asked and asked._replace(step=lambda draft: draft.in_ramsch(asked.step))

    def last_taps(self) -> Mapping[Seat, Callable[[Any], Any]]:
        return {} if self.alone else {
            seat: methodcaller("in_ramsch", step) for seat, step in self.ramsch.last_taps().items()}

    def unfinished(self, problem: Problem, table: Table[SchieberamschRules]) -> bool:
        return self.grand.unfinished(problem) if self.alone else \
            self.ramsch.unfinished(problem, table)
