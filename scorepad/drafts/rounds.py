"""A round of everybody while it is being typed. Of bids and tricks: a key for each figure, first
everybody's bid and then everybody's tricks, from the dealer's left on. Of Chase-the-Ace: who pays,
or everybody's card."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from scorepad.drafts.draft import NOT_KEPT, Draft, following, others_from
from scorepad.drafts.plain import PlainDraft
from scorepad.games.ansagen import ANSAGEN, PACK
from scorepad.games.chase_the_ace import RANKS, Cards, Hand, Paying, payers_of
from scorepad.games.game import Game, Problem, Rules, Seat, Table
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


KEYS = {**{rank: rank for rank in RANKS}, "1": "10", "B": "J", "D": "Q"}
"""The rank that each key of a keyboard stands for."""


@dataclass(frozen=True)
class ChaseTheAceDraft(Draft):
    """A round as far as it is typed. active: the players still in, in the order they sit; payers:
    those tapped to pay; cards: of each seat, where they are typed (`by_card`); focus: the player
    whose card comes next."""

    active: tuple[Seat, ...]
    cards: tuple[str | None, ...]
    payers: frozenset[Seat] = frozenset()
    by_card: bool = False
    focus: Seat | None = None

    @classmethod
    def empty(cls, table: Table[Rules]) -> Self:
        return cls(table.active, (None,) * len(table.names))

    @classmethod
    def of_hand(cls, hand: Hand, table: Table[Rules]) -> Self:
        if isinstance(hand, Cards):
            return cls(table.active, hand.karten, by_card=True)
        return replace(cls.empty(table), payers=frozenset(hand.zahlt))

    def at(self, table: Table[Rules]) -> Self:
        """Return the draft without those who have gone out meanwhile."""
        if table.active == self.active and len(table.names) == len(self.cards):
            return self
        cards = (*self.cards, *[None] * len(table.names))[:len(table.names)]
        return replace(
            self, active=table.active, payers=self.payers & {*table.active},
            cards=tuple([card if seat in table.active else None
                         for seat, card in enumerate(cards)]),
            focus=self.focus if self.focus in table.active else None)

    def tap(self, seat: Seat) -> Self:
        """Say that this player pays, or take it back; where cards are typed, the next is theirs."""
        if seat not in self.active:
            return self
        if self.by_card:
            return replace(self, focus=seat)
        return replace(self, payers=self.payers ^ {seat}, focus=seat)

    def show_cards(self) -> Self:
        """Switch to typing cards, or back: then the lowest card pays, if all are typed."""
        if self.by_card:
            known = self.payers if self.missing else payers_of(Cards(self.cards))
            return replace(self, by_card=False, payers=frozenset(known), focus=None)
        return replace(self, by_card=True, focus=self._next_without(self.active))

    def card(self, rank: str) -> Self:
        """Set the card of the player tapped last, and move on to the next one without a card."""
        seat = self.focus if self.focus is not None else self._next_without(self.active)
        if seat is None:
            return self
        after = replace(self, cards=(*self.cards[:seat], rank, *self.cards[seat + 1:]))
        return replace(after, focus=after._next_without(others_from(self.active, seat)))

    def _next_without(self, seats: Sequence[Seat]) -> Seat | None:
        return next((seat for seat in seats if self.cards[seat] is None), None)

    def key(self, key: str) -> Self:
        """Handle a key of the keyboard: Tab for the next player, the space bar if they pay, C for
        cards; then the keys in `KEYS` are cards: A, 7, 8, 9, 1 for 10, J or B, Q or D, K."""
        if key == "C":
            return self.show_cards()
        if key == "Tab":
            return replace(self, focus=following(self.active, self.focus))
        if self.by_card:
            return self.card(KEYS[key]) if key in KEYS else self
        return self.tap(self.focus) if key == " " and self.focus is not None else self

    @property
    def here(self) -> Seat | None:
        return self.focus

    def begun(self, names: Sequence[str]) -> str:
        if self.by_card:
            return ", ".join([f"{names[seat]} {card}" for seat, card in enumerate(self.cards)
                              if card])
        return ", ".join([names[seat] for seat in sorted(self.payers)])

    def pays(self, seat: Seat) -> bool:
        """Return whether this player pays, False while that is not known."""
        hand = self.hand()
        if isinstance(hand, Cards) and self.missing:
            return False
        return hand is not None and seat in payers_of(hand)

    @property
    def missing(self) -> list[Seat]:
        """The players whose cards are still to be typed."""
        return [seat for seat in self.active if self.cards[seat] is None]

    def hand(self) -> Hand | None:
        """Return the round typed so far; None while nobody pays, or no card is typed."""
        if self.by_card:
            return Cards(self.cards) if any(self.cards) else None
        return Paying(tuple(sorted(self.payers))) if self.payers else None

    def remark(self) -> Message | None:
        if self.by_card:
            return None if any(self.cards) else say("Who has which card?")
        return None if self.payers else say("Who has the lowest card and pays?")

    def unfinished(self, problem: Problem, table: Table[Rules]) -> bool:
        return problem.place == ("karten",)
