"""A hand of Kalter Schlag while it is being typed: what each tap and key makes of it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from scorepad.games.base import Problem, Seat, Table
from scorepad.games.kalter_schlag import ALL, DOUBLINGS, Durchmarsch, Hand, Ramsch

DIGITS = "0123456789"


@dataclass(frozen=True)
class KalterSchlagDraft:
    """augen: the digits typed for each seat; focus: whose digits come next, None before the first
    tap; fresh: the next digit replaces what stands there; marching: a Durchmarsch is being
    entered, by `maker` once tapped.
    """

    augen: tuple[str, ...]
    jungfern: frozenset[Seat] = frozenset()
    verdopplungen: int = 0
    focus: Seat | None = None
    fresh: bool = False
    marching: bool = False
    maker: Seat | None = None

    @classmethod
    def empty(cls, table: Table) -> Self:
        """Before the first tap."""
        return cls(("",) * len(table.names))

    @classmethod
    def of_hand(cls, hand: Hand, table: Table) -> Self:
        """A recorded hand, to be corrected."""
        empty = cls.empty(table)
        if isinstance(hand, Durchmarsch):
            return replace(empty, marching=True, maker=hand.spieler,
                           verdopplungen=hand.verdopplungen)
        return replace(empty, augen=tuple("" if figure is None or seat in hand.jungfern
                                          else str(figure)
                                          for seat, figure in enumerate(hand.augen)),
                       jungfern=frozenset(hand.jungfern), verdopplungen=hand.verdopplungen)

    @classmethod
    def of_json(cls, raw: Mapping[str, Any], table: Table) -> Self:
        """What `json` gave."""
        return cls(**{**raw, "augen": tuple(raw["augen"]),
                      "jungfern": frozenset(raw["jungfern"])})

    def json(self) -> dict[str, Any]:
        """As JSON values, so that a half-typed hand outlives the program."""
        return {**vars(self), "augen": list(self.augen), "jungfern": sorted(self.jungfern)}

    # --- taps -----------------------------------------------------------------------------------

    def tap(self, seat: Seat) -> Self:
        """A player was tapped: digits are for him now, or he made the Durchmarsch."""
        if self.marching:
            return replace(self, maker=None if self.maker == seat else seat)
        return replace(self, focus=seat, fresh=True)

    def jungfer(self, seat: Seat) -> Self:
        """This player is Jungfer, or is not after all."""
        if seat in self.jungfern:
            return replace(self, jungfern=self.jungfern - {seat})
        return replace(self._typed(seat, ""), jungfern=self.jungfern | {seat}, marching=False)

    def double(self, count: int) -> Self:
        """So many doublings were said; once more takes the last one back."""
        return replace(self, verdopplungen=count - 1 if self.verdopplungen == count else count)

    def march(self) -> Self:
        """It was a Durchmarsch, by the player just tapped if nothing was typed for him."""
        if self.marching:
            return replace(self, marching=False, maker=None)
        tapped = self.focus if self.focus is not None and not self.augen[self.focus] else None
        return replace(self, marching=True, maker=tapped)

    def digit(self, digit: str) -> Self:
        """A digit for the player tapped last; a figure that is full moves on to the next one."""
        if self.focus is None or self.marching:
            return self
        before = "" if self.fresh or self.augen[self.focus] == "0" else self.augen[self.focus]
        if len(before) == len(str(ALL)):
            return self
        typed = replace(self._typed(self.focus, before + digit), fresh=False,
                        jungfern=self.jungfern - {self.focus})
        return typed._moved_on() if typed._is_full() else typed

    def backspace(self) -> Self:
        """Take back the last digit, going back to the player before where there is none."""
        if self.focus is None or self.marching:
            return self
        if self.augen[self.focus]:
            return replace(self._typed(self.focus, self.augen[self.focus][:-1]), fresh=False)
        before = next((seat for seat in self._around(-1) if self.augen[seat]), self.focus)
        return replace(self._typed(before, self.augen[before][:-1]), focus=before, fresh=False)

    def key(self, key: str) -> Self:
        """A key of a keyboard: digits, Backspace, Tab, and K, J, D."""
        if key in DIGITS:
            return self.digit(key)
        match key:
            case "Backspace":
                return self.backspace()
            case "Tab":
                return self.tap(0 if self._here is None else (self._here + 1) % len(self.augen))
            case "K":
                return replace(self, verdopplungen=(self.verdopplungen + 1) % (len(DOUBLINGS) + 1))
            case "J" if self.focus is not None:
                return self.jungfer(self.focus)
            case "D":
                return self.march()
        return self

    # --- what it says ---------------------------------------------------------------------------

    def hand(self) -> Hand | None:
        """The hand typed so far; None where too little is typed to say anything about it."""
        if self.marching:
            return None if self.maker is None else Durchmarsch(self.maker, self.verdopplungen)
        if not any(self.augen) and not self.jungfern:
            return None
        return Ramsch(tuple(int(figure) if figure else None for figure in self.augen),
                      tuple(sorted(self.jungfern)), self.verdopplungen)

    def rest(self) -> tuple[Seat, int] | None:
        """The one player left and the Augen that he must have, once all others are typed."""
        left = [seat for seat, figure in enumerate(self.augen)
                if not figure and seat not in self.jungfern]
        rest = ALL - sum(int(figure) for figure in self.augen if figure)
        return (left[0], rest) if len(left) == 1 and rest >= 0 else None

    def unfinished(self, problem: Problem, table: Table) -> bool:
        """Whether a problem is only that more is to be typed."""
        typed = [int(figure) for figure in self.augen if figure]
        if problem.place == ("augen",):
            everybody = len(typed) + len(self.jungfern) == len(self.augen)
            return not everybody and sum(typed) < ALL - 1
        return self.focus is not None and self.augen[self.focus] == "1" \
            and problem.place == ("augen", table.names[self.focus])

    # --- steps ----------------------------------------------------------------------------------

    @property
    def _here(self) -> Seat | None:
        return self.maker if self.marching else self.focus

    def _typed(self, seat: Seat, figure: str) -> Self:
        return replace(self, augen=(*self.augen[:seat], figure, *self.augen[seat + 1:]))

    def _is_full(self) -> bool:
        figure = self.augen[self.focus]
        return len(figure) > 1 and int(figure) * 10 > ALL

    def _moved_on(self) -> Self:
        following = next((seat for seat in self._around(1)
                          if not self.augen[seat] and seat not in self.jungfern), None)
        return self if following is None else replace(self, focus=following, fresh=True)

    def _around(self, step: int) -> list[Seat]:
        """The other seats from the focus on, one way round."""
        size = len(self.augen)
        return [(self.focus + step * distance) % size for distance in range(1, size)]
