"""A round of Chase-the-Ace while it is being typed: who pays, or everybody's card."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from scorepad.drafts.draft import Draft, following, others_from
from scorepad.games.chase_the_ace import RANKS, Cards, Hand, Paying, payers_of
from scorepad.games.game import Problem, Rules, Seat, Table
from scorepad.i18n.message import Message, say

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
        """Say that this player pays, or take it back; where cards are typed, the next is his."""
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
        """Handle a key of the keyboard: Tab for the next player, the space bar if he pays, C for
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
