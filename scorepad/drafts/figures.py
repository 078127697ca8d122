"""Figures typed digit by digit: whose comes next, when one is full, what Backspace removes."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Self

from scorepad.drafts.steps import others_from
from scorepad.games.augen import ALL
from scorepad.games.game import Seat

DIGITS = "0123456789"


@dataclass(frozen=True)
class Figures:
    """The Augen of each seat while they are being typed.

    typed: the digits of each seat; focus: the seat whose digits come next, None before the first
    tap; fresh: the next digit replaces what stands there; most: the Augen that there are in all;
    old: the seats whose figures are those of a hand that is corrected, and were not typed anew.
    """

    typed: tuple[str, ...]
    focus: Seat | None = None
    fresh: bool = False
    most: int = ALL
    old: frozenset[Seat] = frozenset()

    @classmethod
    def blank(cls, size: int) -> Self:
        """Return the figures of `size` seats before the first tap."""
        return cls(("",) * size)

    @classmethod
    def of(cls, numbers: Sequence[int | None]) -> Self:
        """Return figures that are to be corrected."""
        typed = tuple("" if number is None else str(number) for number in numbers)
        return cls(typed, old=frozenset([seat for seat, figure in enumerate(typed) if figure]))

    # --- steps ----------------------------------------------------------------------------------

    def at(self, seat: Seat) -> Self:
        """Direct the digits to this seat; the first replaces what stands there."""
        return replace(self, focus=seat, fresh=True)

    def put(self, seat: Seat, figure: str) -> Self:
        """Set the figure of a seat, whatever was typed there."""
        return replace(self, typed=(*self.typed[:seat], figure, *self.typed[seat + 1:]),
                       old=self.old - {seat})

    def without_old(self) -> Self:
        """Leave out the figures that have not been typed anew, if any has."""
        anew = [seat for seat, figure in enumerate(self.typed) if figure and seat not in self.old]
        return self if not anew else replace(self, old=frozenset(), typed=tuple(
            "" if seat in self.old else figure for seat, figure in enumerate(self.typed)))

    def digit(self, digit: str, done: Collection[Seat] = ()) -> Self:
        """Add a digit; a full figure moves on to the next seat that has none, unless that seat is
        `done` without one."""
        if self.focus is None:
            return self
        before = "" if self.fresh or self.typed[self.focus] == "0" else self.typed[self.focus]
        if len(before) == len(str(self.most)):
            return self
        after = replace(self.put(self.focus, before + digit), fresh=False)
        return after._moved_on(self.focus, done) if after._is_full(self.focus) else after

    def backspace(self) -> Self:
        """Remove the last digit, going back to the seat before where there is none."""
        if self.focus is None:
            return self
        seats = self.focus, *reversed(self._others(self.focus))
        seat = next((seat for seat in seats if self.typed[seat]), self.focus)
        return replace(self.put(seat, self.typed[seat][:-1]), focus=seat, fresh=False)

    def _is_full(self, seat: Seat) -> bool:
        figure = self.typed[seat]
        return len(figure) > 1 and int(figure) * 10 > self.most

    def _moved_on(self, focus: Seat, done: Collection[Seat]) -> Self:
        following = next((seat for seat in self._others(focus)
                          if not self.typed[seat] and seat not in done), None)
        return self if following is None else self.at(following)

    def _others(self, focus: Seat) -> list[Seat]:
        return others_from(range(len(self.typed)), focus)

    # --- what they say --------------------------------------------------------------------------

    def begun(self, names: Sequence[str]) -> str:
        """Return the names and figures typed so far, and who was tapped: `Anne 66, Bert`."""
        return ", ".join([f"{name} {figure}".strip() for seat, (name, figure)
                          in enumerate(zip(names, self.typed)) if figure or seat == self.focus])

    @property
    def numbers(self) -> tuple[int | None, ...]:
        """The figure of each seat, None where nothing is typed."""
        return tuple(int(figure) if figure else None for figure in self.typed)

    @property
    def total(self) -> int:
        """The sum of all figures typed."""
        return sum(filter(None, self.numbers))

    @property
    def tapped(self) -> Seat | None:
        """The seat tapped before anything was typed for anybody, None after that."""
        return None if any(self.typed) else self.focus

    @property
    def may_grow(self) -> bool:
        """True if one more digit could follow the last one typed."""
        if self.focus is None or self.fresh:
            return False
        figure = int(self.typed[self.focus] or 0)
        return figure > 0 and self.total + 9 * figure <= self.most
