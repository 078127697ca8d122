"""A hand of Schieberamsch while it is being typed: a Ramsch, or a Grand Hand in its place."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

from scorepad.drafts.draft import Draft, Suggestion
from scorepad.drafts.grand_hand import HIS, GrandHandDraft
from scorepad.drafts.kept import NOT_KEPT
from scorepad.drafts.ramsch import RamschDraft
from scorepad.games.augen import ALL
from scorepad.games.game import Problem, Seat, Table
from scorepad.games.grand_hand import GrandHand
from scorepad.games.ramsch import MOST
from scorepad.games.schieberamsch import Hand, SchieberamschRules, SkatTo
from scorepad.i18n.message import Message, say


@dataclass(frozen=True)
class SchieberamschDraft(Draft):
    """A hand as far as it is typed.

    rules: those of the table; ramsch, grand: what is typed of either; alone: it is a Grand Hand.
    """

    rules: SchieberamschRules = field(metadata=NOT_KEPT)
    ramsch: RamschDraft
    grand: GrandHandDraft = GrandHandDraft()
    alone: bool = False

    @classmethod
    def empty(cls, table: Table[SchieberamschRules]) -> Self:
        """Return the draft before the first tap."""
        return cls(table.rules, RamschDraft.empty(table))

    @classmethod
    def of_hand(cls, hand: Hand, table: Table[SchieberamschRules]) -> Self:
        """Return the draft of a recorded hand, to be corrected."""
        if isinstance(hand, GrandHand):
            return replace(cls.empty(table), grand=GrandHandDraft.of_hand(hand), alone=True)
        return cls(table.rules, RamschDraft.of_hand(hand, table))

    # --- taps -----------------------------------------------------------------------------------

    def at(self, table: Table[SchieberamschRules]) -> Self:
        """Return the draft with the rules of the table as they are now; nobody sits down or
        leaves."""
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
        """Switch to a Grand Hand, or back to the Ramsch.

        While no soloist is known, he is the only player with Augen typed, which he keeps, or the
        player just tapped if no Augen are typed.
        """
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
        """Handle a key of the keyboard: G for the Grand Hand, where it is played, K for Kontra, and
        those of what is being typed."""
        if key == "G":
            return self.play_alone() if self.alone or self.rules.grand_hand else self
        if self.alone:
            return self.in_grand(lambda grand: grand.key(key, len(self.ramsch.figures.typed)))
        if key == "K":
            return self.in_ramsch(lambda ramsch: ramsch.say_kontra(self.most_kontra))
        return self.in_ramsch(lambda ramsch: ramsch.key(key))

    def without_old(self) -> Self:
        """Return the draft without the Augen of the corrected hand that were not typed anew."""
        return self if self.alone else self.in_ramsch(RamschDraft.without_old)

    # --- what it says ---------------------------------------------------------------------------

    def begun(self, names: Sequence[str]) -> str:
        """Return what is typed so far, in a few words that need no translation."""
        return self.grand.begun(names) if self.alone else self.ramsch.begun(names)

    @property
    def here(self) -> Seat | None:
        return self.grand.soloist if self.alone else self.ramsch.here

    @property
    def most_kontra(self) -> int:
        """The number of Kontras that can be said in a Ramsch."""
        return MOST if self.rules.ramsch_kontra else 0

    def hand(self) -> Hand | None:
        """Return the hand typed so far; None while too little is typed to say anything about it."""
        return self.grand.hand() if self.alone else self.ramsch.hand()

    def remark(self) -> Message | None:
        """Return a hint for whoever is typing, or None."""
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

    def unfinished(self, problem: Problem, table: Table[SchieberamschRules]) -> bool:
        """Return whether a problem means only that more is to be typed."""
        return self.grand.unfinished(problem) if self.alone else \
            self.ramsch.unfinished(problem, table)
