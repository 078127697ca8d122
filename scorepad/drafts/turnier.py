"""A hand of Doppelkopf by the tournament rules while it is being typed."""

from dataclasses import dataclass, field, replace
from typing import Any, Self

from scorepad.drafts.doppelkopf import AnnouncedDraft
from scorepad.drafts.draft import NOT_KEPT, following
from scorepad.games.doppelkopf import Augen, Side, Span
from scorepad.games.game import Seat, Table
from scorepad.games.turnier.hand import (
    NEVER_OWED,
    PAIRS,
    SONDERPUNKTE,
    Farbe,
    Hand,
    Spiel,
    TurnierRules,
    fault_of_extra,
    said_extras,
)


@dataclass(frozen=True, kw_only=True)
class TurnierDraft(AnnouncedDraft):
    """The fields of a hand, as far as they are typed; allein: a Hochzeit found nobody."""

    rules: TurnierRules = field(metadata=NOT_KEPT)
    players: tuple[Seat, ...] = field(metadata=NOT_KEPT)
    spiel: Spiel = Spiel.NORMAL
    farbe: Farbe | None = None
    allein: bool = False
    fuchs: tuple[Side, ...] = ()
    doppelkopf: tuple[Side, ...] = ()
    karlchen_gefangen: tuple[Side, ...] = ()
    fuchs_am_end: Side | None = None
    dulle_gefangen: Side | None = None
    herzstich: bool = False
    pflicht: bool = False
    vorgefuehrt: bool = False

    @classmethod
    def empty(cls, table: Table[TurnierRules]) -> Self:
        return cls(rules=table.rules, players=table.active)

    @classmethod
    def of_hand(cls, hand: Hand, table: Table[TurnierRules]) -> Self:
        return replace(cls.empty(table).with_hand(hand),
                       allein=hand.spiel is Spiel.HOCHZEIT and hand.is_alone)

    def at(self, table: Table[TurnierRules]) -> Self:
        return replace(self, rules=table.rules, players=table.active, focus=None,
                       re=tuple([seat for seat in self.re if seat < len(table.names)]))

    def play(self, spiel: Spiel, farbe: Farbe | None = None, *, allein: bool = False) -> Self:
        """Set the kind of game; a second tap makes it a normal game again."""
        if (spiel, farbe, allein) == (self.spiel, self.farbe, self.allein):
            spiel, farbe, allein = Spiel.NORMAL, None, False
        played = replace(self, spiel=spiel, farbe=farbe, allein=allein)
        return replace(played, re=self.re[:played.wanted])

    def add(self, key: str, side: Side) -> Self:
        """Add a Sonderpunkt of a side, or remove all of its own once there can be no more."""
        has: tuple[Side, ...] = getattr(self, key)
        more = (*has, side)
        return self._with(key, more if self.can_have(key, more) else tuple([
            each for each in has if each is not side]))

    def catch(self, side: Side) -> Self:
        return self.add("fuchs", side)

    def turn(self, key: str) -> Self:
        """Step through the sides that can have a Sonderpunkt, or turn a note on and off."""
        now = getattr(self, key)
        if isinstance(now, bool):
            return self._with(key, not now)
        sides = [side for side in Side if self.can_have(key, side)]
        return self._with(key, following((None, *sides), now))

    def _with(self, key: str, value: Any) -> Self:
        changed: dict[str, Any] = {key: value}
        return replace(self, **changed)

    @property
    def active(self) -> tuple[Seat, ...]:
        return self.players

    @property
    def is_alone(self) -> bool:
        return self.spiel not in PAIRS or self.allein

    @property
    def may_be_owed(self) -> bool:
        """True if this can be a Pflichtsolo."""
        return self.rules.pflichtsolo > 0 and self.spiel not in NEVER_OWED

    def can_have(self, key: str, value: Any) -> bool:
        """Return whether the hand so far can have this Sonderpunkt in place of its own."""
        hand = self.so_far._replace(**{key: value})
        return not any([fault_of_extra(each, hand, self.rules) for each in said_extras(hand)])

    def hand(self) -> Any | None:
        """Return the hand typed so far; None while it has no result, or a Hochzeit no second
        player: only one that was said to be alone is."""
        waits = self.spiel is Spiel.HOCHZEIT and len(self.re) < self.wanted
        return None if waits else super().hand()

    def hand_with(self, result: Augen | Span | None) -> Hand:
        """Return the hand with this result. What such a game does not know is left out; it comes
        back if another one was played after all."""
        owed = self.pflicht and self.may_be_owed
        played = Hand(self.re, result, self.spiel, self.farbe, self.ansage_re, self.ansage_kontra,
                      herzstich=self.herzstich, pflicht=owed,
                      vorgefuehrt=owed and self.vorgefuehrt)
        if self.is_alone and not played.counts_extras(self.rules):
            return played
        return played._replace(**{key: getattr(self, key) for key in SONDERPUNKTE})
