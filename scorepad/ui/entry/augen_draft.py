"""A hand in which nobody wants Augen, while it is being typed: what these games have in common."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Self

from scorepad.games.augen import ALL
from scorepad.games.base import Problem, Rules, Seat, Table
from scorepad.text import Message, say
from scorepad.ui.entry.figures import DIGITS, Figures
from scorepad.ui.entry.kept import Kept


@dataclass(frozen=True)
class AugenDraft(Kept, ABC):
    """figures: everybody's Augen; marching: a Durchmarsch is being entered, by `maker` once
    tapped."""

    figures: Figures
    marching: bool = False
    maker: Seat | None = None

    @property
    @abstractmethod
    def without(self) -> Collection[Seat]:
        """Who is said to have no trick."""

    @abstractmethod
    def with_a_trick(self, seat: Seat) -> Self:
        """Somebody has a trick after all: Augen are typed for him."""

    # --- taps -----------------------------------------------------------------------------------

    def at(self, table: Table[Rules]) -> Self:
        """Nobody sits down or leaves in these games."""
        return self

    def tap(self, seat: Seat) -> Self:
        """A player was tapped: digits are for him now, or he made the Durchmarsch."""
        if self.marching:
            return replace(self, maker=None if self.maker == seat else seat)
        return replace(self, figures=self.figures.at(seat))

    def march(self) -> Self:
        """It was a Durchmarsch, by the player just tapped if nothing was typed yet."""
        if self.marching:
            return replace(self, marching=False, maker=None)
        return replace(self, marching=True, maker=self.figures.tapped)

    def digit(self, digit: str) -> Self:
        """A digit for the player tapped last; a figure that is full moves on to the next one."""
        seat = self.figures.focus
        if seat is None or self.marching:
            return self
        return replace(self.with_a_trick(seat), figures=self.figures.digit(digit, self.without))

    def backspace(self) -> Self:
        """Take back the last digit, going back to the player before where there is none."""
        return self if self.marching else replace(self, figures=self.figures.backspace())

    def key(self, key: str) -> Self:
        """A key of a keyboard: digits, Backspace, Tab, and D for the Durchmarsch."""
        if key in DIGITS:
            return self.digit(key)
        match key:
            case "Backspace":
                return self.backspace()
            case "Tab":
                return self.tap(0 if self.here is None
                                else (self.here + 1) % len(self.figures.typed))
            case "D":
                return self.march()
        return self

    # --- what it says ---------------------------------------------------------------------------

    def begun(self, names: Sequence[str]) -> str:
        """What is typed so far, in a few words without a language."""
        if self.marching:
            return ": ".join(["Durchmarsch", *([] if self.maker is None else [names[self.maker]])])
        return self.figures.begun(names) or ", ".join([names[seat] for seat in self.without])

    @property
    def here(self) -> Seat | None:
        """The player of whom something is being typed."""
        return self.maker if self.marching else self.figures.focus

    def rest(self) -> tuple[Seat, int] | None:
        """The one player left and the Augen that he must have, once all others are typed."""
        left = self.left
        rest = ALL - self.figures.total
        return (left[0], rest) if len(left) == 1 and rest >= 0 else None

    def remark(self) -> Message | None:
        """What helps whoever is typing."""
        return say("Who made the Durchmarsch?") if self.marching and self.maker is None else None

    def unfinished(self, problem: Problem, table: Table[Rules]) -> bool:
        """Whether a problem is only that more is to be typed."""
        if problem.place == ("augen",):
            return self.figures.total < ALL - 1 and (bool(self.left) or self.figures.may_grow)
        focus = self.figures.focus
        return focus is not None and self.figures.typed[focus] == "1" \
            and problem.place == ("augen", table.names[focus])

    @property
    def left(self) -> list[Seat]:
        """Of whom nothing is known."""
        return [seat for seat, figure in enumerate(self.figures.typed)
                if not figure and seat not in self.without]
