"""A round of bids and tricks while it is being typed: a key for each figure, first everybody's bid
and then everybody's tricks, from the dealer's left on."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from scorepad.drafts.draft import NOT_KEPT, others_from
from scorepad.drafts.plain import PlainDraft
from scorepad.games.ansagen import ANSAGEN, PACK
from scorepad.games.game import Game, Problem, Seat, Table
from scorepad.games.table import next_clockwise
from scorepad.i18n.message import Message, say

BIDS, TRICKS, EXTRA = "angesagt", "stiche", "extra"
STEP = 10
"""The points that a key of extra points adds."""


@dataclass(frozen=True)
class AnsagenDraft(PlainDraft):
    """A round as far as it is typed. cards: of everybody; first: the seat to the dealer's left."""

    game: ClassVar[Game[Any, Any]] = ANSAGEN
    cards: int = field(default=PACK, metadata=NOT_KEPT)
    first: Seat = field(default=0, metadata=NOT_KEPT)

    @classmethod
    def empty(cls, table: Table[Any]) -> Self:
        first = next_clockwise(table.active, table.dealer)
        return replace(super().empty(table), cards=ANSAGEN.cards(table) or PACK, first=first,
                       focus=(BIDS, first), fresh=True)

    def at(self, table: Table[Any]) -> Self:
        return replace(super().at(table), cards=ANSAGEN.cards(table) or PACK,
                       first=next_clockwise(table.active, table.dealer))

    def said(self, name: str, seat: Seat) -> str:
        """Return what is typed of a player, empty for nothing."""
        typed = self.typed.get(name)
        return str(typed[seat]) if typed else ""

    def show(self, name: str) -> Self:
        """Go on with the bids, or with the tricks: where somebody's is missing."""
        missing = [seat for seat in self._order if not self.said(name, seat)]
        return replace(self, focus=(name, (*missing, self.first)[0]), fresh=True)

    def figure(self, number: int) -> Self:
        """Set the figure that is asked for, and go on to the next one."""
        return self._type(str(number))._gone_on() if self.focus else self

    def digit(self, digit: str) -> Self:
        before = "" if self.fresh else self._here
        figure = int(before + digit)
        if figure > self.cards:
            figure = int(digit)
        if figure > self.cards or self.focus is None:
            return self
        after = replace(self, fresh=False)._type(str(figure))
        return after._gone_on() if not figure or figure * 10 > self.cards else after

    def following(self) -> Self:
        after = self._gone_on() if self.focus else self
        return after if after.focus != self.focus else super().following()

    def add(self, points: int) -> Self:
        """Give extra points to the player whose figure is asked for."""
        seat = self.here
        if seat is None:
            return self
        typed = self.typed.get(EXTRA) or ("",) * self.size
        after = int(typed[seat] or 0) + points
        return self.put(extra=(*typed[:seat], str(after) if after else "", *typed[seat + 1:]))

    def begun(self, names: Sequence[str]) -> str:
        said = [f"{name} {self.said(BIDS, seat) or '–'}/{self.said(TRICKS, seat) or '–'}"
                for seat, name in enumerate(names)
                if self.said(BIDS, seat) or self.said(TRICKS, seat)]
        return ", ".join(said)

    def remark(self) -> Message | None:
        bids = [self.said(BIDS, seat) for seat in self.seats]
        tricks = [self.said(TRICKS, seat) for seat in self.seats]
        if not all(bids) or any(tricks):
            return None
        return say("{bids} of {cards} tricks were bid", bids=sum(map(int, bids)), cards=self.cards)

    def unfinished(self, problem: Problem, table: Table[Any]) -> bool:
        return problem.place in ((BIDS,), (TRICKS,)) and not all(
            self.said(str(problem.place[0]), seat) for seat in self.seats)

    @property
    def _order(self) -> list[Seat]:
        return [self.first, *others_from(self.seats, self.first)]

    def _gone_on(self) -> Self:
        """Return the draft asking for the next figure: the next player's, or the first tricks."""
        assert self.focus is not None
        name, seat = self.focus
        after = next((other for other in others_from(self._order, seat or 0)
                      if not self.said(name, other)), None)
        if after is not None:
            return replace(self, focus=(name, after), fresh=True)
        return self.show(TRICKS) if name == BIDS else replace(self, fresh=True)
