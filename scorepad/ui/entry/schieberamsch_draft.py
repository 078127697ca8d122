"""A hand of Schieberamsch while it is being typed: a Ramsch, or a Grand Hand in its place."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from scorepad.games.augen import ALL
from scorepad.games.base import Problem, Table
from scorepad.games.grand_hand import GrandHand
from scorepad.games.ramsch import MOST
from scorepad.games.schieberamsch import Hand, SchieberamschRules, SkatTo
from scorepad.text import Message, say
from scorepad.ui.entry.grand_hand_draft import HIS, GrandHandDraft
from scorepad.ui.entry.kept import AT_THE_TABLE, Kept
from scorepad.ui.entry.ramsch_draft import RamschDraft


@dataclass(frozen=True)
class SchieberamschDraft(Kept):
    """ramsch, grand: what is typed of either; alone: which of them it is; rules: the table's."""

    rules: SchieberamschRules = field(metadata=AT_THE_TABLE)
    ramsch: RamschDraft
    grand: GrandHandDraft = GrandHandDraft()
    alone: bool = False

    @classmethod
    def empty(cls, table: Table[SchieberamschRules]) -> Self:
        """Before the first tap."""
        return cls(table.rules, RamschDraft.empty(table))

    @classmethod
    def of_hand(cls, hand: Hand, table: Table[SchieberamschRules]) -> Self:
        """A recorded hand, to be corrected."""
        if isinstance(hand, GrandHand):
            return replace(cls.empty(table), grand=GrandHandDraft.of_hand(hand), alone=True)
        return cls(table.rules, RamschDraft.of_hand(hand, table))


    # --- taps -----------------------------------------------------------------------------------

    def at(self, table: Table[SchieberamschRules]) -> Self:
        """Nobody sits down or leaves, but the table may play by other rules by now."""
        return self if table.rules == self.rules else replace(self, rules=table.rules)

    def in_ramsch(self, step: Callable[[RamschDraft], RamschDraft]) -> Self:
        """A step of the Ramsch."""
        return replace(self, ramsch=step(self.ramsch))

    def in_grand(self, step: Callable[[GrandHandDraft], GrandHandDraft]) -> Self:
        """A step of the Grand Hand."""
        return replace(self, grand=step(self.grand))

    def play_alone(self) -> Self:
        """It is a Grand Hand, or is none after all. The player just tapped plays it, with the
        Augen typed if they were typed for nobody else."""
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
        """A key of a keyboard: G for the Grand Hand, where it is played, K for Kontra, and those
        of what is being typed."""
        if key == "G":
            return self.play_alone() if self.alone or self.rules.grand_hand else self
        if self.alone:
            return self.in_grand(lambda grand: grand.key(key, len(self.ramsch.figures.typed)))
        if key == "K":
            return self.in_ramsch(lambda ramsch: ramsch.say_kontra(self.most_kontra))
        return self.in_ramsch(lambda ramsch: ramsch.key(key))

    # --- what it says ---------------------------------------------------------------------------

    def begun(self, names: Sequence[str]) -> str:
        """What is typed so far, in a few words without a language."""
        return self.grand.begun(names) if self.alone else self.ramsch.begun(names)

    @property
    def most_kontra(self) -> int:
        """How often Kontra can be said in a Ramsch."""
        return MOST if self.rules.ramsch_kontra else 0

    def hand(self) -> Hand | None:
        """The hand typed so far; None where too little is typed to say anything about it."""
        return self.grand.hand() if self.alone else self.ramsch.hand()

    def remark(self) -> Message | None:
        """What helps whoever is typing."""
        if self.alone:
            return self.grand.remark()
        everybody = not self.ramsch.marching and not self.ramsch.left
        if everybody and self.rules.skat_to == SkatTo.MOST_AUGEN:
            return say("{augen} Augen are left for the skat",
                       augen=ALL - self.ramsch.figures.total)
        return self.ramsch.remark()

    def unfinished(self, problem: Problem, table: Table[SchieberamschRules]) -> bool:
        """Whether a problem is only that more is to be typed."""
        return self.grand.unfinished(problem) if self.alone else \
            self.ramsch.unfinished(problem, table)
