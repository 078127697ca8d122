"""The common part of the drafts of the Doppelkopf games, and that of the tournament rules."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import Any, ClassVar, Self

from scorepad.drafts.draft import DIGITS, NOT_KEPT, Draft, following, toggled
from scorepad.games.doppelkopf import ALL, UNDER, Ansage, Augen, Side, Span
from scorepad.games.game import Problem, Seat, Table
from scorepad.games.turnier import LEVELS, hand as turnier
from scorepad.i18n.message import Message, say

SPANS = {side: tuple(Span(side, unter) for unter in UNDER) for side in Side}
"""The results by the side that has fewer Augen, the closest first."""


class Fold(StrEnum):
    """A group of keys that is folded in until it is wanted."""

    SOLO = "solo"
    EXTRAS = "extras"
    STARS = "stars"
    AUGEN = "augen"


@dataclass(frozen=True)
class DoppelkopfDraft(Draft):
    """A hand of Re against Kontra, as far as it is typed.

    re: the players of that side; span: the result; typed: Re's Augen, which take its place;
    schwarz: the side without a trick, beside Augen; karlchen: the side that made the last trick
    with it; focus: the player selected by a keyboard's Tab.
    """

    under: ClassVar[Sequence[int]] = UNDER
    """The Augen that a side can have stayed under, the most first."""

    re: tuple[Seat, ...] = ()
    span: Span | None = None
    typed: str = ""
    schwarz: Side | None = None
    karlchen: Side | None = None
    focus: Seat | None = field(default=None, metadata=NOT_KEPT)

    @classmethod
    def after(cls, hand: Any, table: Table[Any]) -> Self:
        """Return the draft before the first tap: whoever counts exact Augen does so every time."""
        draft = cls.empty(table)
        return draft.count() if isinstance(getattr(hand, "result", None), Augen) else draft

    def is_blank(self, table: Table[Any]) -> bool:
        empty = self.empty(table)
        return self in (empty, empty.count())

    @abstractmethod
    def count(self) -> Self:
        """Fold the digits for exact Augen out, or in again."""

    def with_hand(self, hand: Any) -> Self:
        """Return the draft with what a recorded hand says in fields of the same names."""
        said = hand._asdict()
        result = said.get("result")
        counted = {"typed": str(result.re), "schwarz": result.schwarz} \
            if isinstance(result, Augen) else {"span": result}
        same = {each.name: said[each.name] for each in fields(self) if each.name in said}
        return replace(self, **same, **counted)

    @property
    @abstractmethod
    def active(self) -> Sequence[Seat]:
        """The players of this hand."""

    @property
    @abstractmethod
    def is_alone(self) -> bool:
        """True if one plays against three."""

    def tap(self, seat: Seat) -> Self:
        """Add a player to Re, in place of the last one if it is full, or remove them."""
        re = toggled(self.re, seat) if seat in self.re else (*self.re[:self.wanted - 1], seat)
        return replace(self, re=re, focus=None)

    def last_trick(self) -> Self:
        """Step through who made the last trick with Karlchen: Re, then Kontra, then nobody."""
        return replace(self, karlchen=following((None, *Side), self.karlchen))

    @abstractmethod
    def finish(self, span: Span) -> Self:
        """Set the result, in place of exact Augen."""

    def digit(self, digit: str) -> Self:
        """Add a digit to Re's Augen."""
        before = "" if self.typed == "0" or len(self.typed) == len(str(ALL)) else self.typed
        return replace(self, typed=before + digit, span=None, schwarz=None)

    def backspace(self) -> Self:
        """Remove the last digit."""
        return replace(self, typed=self.typed[:-1], span=None, schwarz=None)

    def say_schwarz(self) -> Self:
        """Step through the side without a trick: Kontra, then Re, then unknown."""
        schwarz = following((None, Side.KONTRA, Side.RE), self.schwarz)
        typed = {None: "", Side.KONTRA: str(ALL), Side.RE: "0"}[schwarz]
        return replace(self, schwarz=schwarz, typed=typed, span=None)

    def key(self, key: str) -> Self:
        """Handle a key of the keyboard: Tab and Space for Re's players, G and V for gewonnen and
        verloren, H for 120, digits for Augen."""
        if key in DIGITS:
            return self.digit(key)
        match key:
            case "Backspace":
                return self.backspace()
            case "Tab":
                return replace(self, focus=following(self.active, self.focus))
            case " " | "Space" if self.focus is not None:
                return replace(self.tap(self.focus), focus=self.focus)
            case "G" | "V":
                behind = Side.KONTRA if key == "G" else Side.RE
                spans = [Span(behind, under) for under in self.under]
                return self.finish(following(spans, self.span))
            case "H":
                return self.finish(Span(None))
        return self

    def begun(self, names: Sequence[str]) -> str:
        return ", ".join([names[seat] for seat in self.re])

    @property
    def here(self) -> Seat | None:
        return self.focus

    @property
    def wanted(self) -> int:
        """The number of players that Re has: 1 or 2."""
        return 1 if self.is_alone else 2

    @property
    def result(self) -> Augen | Span | None:
        """The result, exact Augen if they are typed; None while it is not known."""
        return Augen(int(self.typed), self.schwarz) if self.typed else self.span

    @property
    def growing(self) -> str:
        return f"Re: {self.typed} Augen" if self.typed and 0 < 10 * int(self.typed) <= ALL else ""

    def remark(self) -> Message | None:
        if missing := self.wanted - len(self.re):
            if self.is_alone:
                return say("Tap who plays alone")
            return say("Tap Re's two players") if missing == 2 else say("Tap Re's second player")
        if self.counts and self.typed in ("", "1"):
            return say("Type Re's Augen")
        return say("Then tap the result: that saves the hand") if self.hand() is None else None

    @property
    def counts(self) -> bool:
        """True while the digits are there for Re's Augen."""
        return False

    def unfinished(self, problem: Problem, table: Table[Any]) -> bool:
        match problem.place:
            case ("re",):
                return len(self.re) < self.wanted
            case ("augen",):
                return self.typed in ("", "1")
        return False


@dataclass(frozen=True)
class AnnouncedDraft(DoppelkopfDraft):
    """A hand in which sides announce how low the other one will stay, as far as it is typed.
    ansage_re, ansage_kontra: what they announced; fold: which of the rarer keys are folded out."""

    levels: ClassVar[Sequence[str]] = ("", "U9", "U6", "U3", "schwarz")
    """The words of the table for how low a side stays, by depth."""

    ansage_re: Ansage | None = None
    ansage_kontra: Ansage | None = None
    fold: Fold | None = None

    @property
    def counts(self) -> bool:
        return self.fold is Fold.AUGEN

    def open(self, fold: Fold) -> Self:
        """Fold these keys out, or in again. What was typed with them stays."""
        return replace(self, fold=None if self.fold == fold else fold)

    def count(self) -> Self:
        return self.open(Fold.AUGEN)

    def announce(self, side: Side) -> Self:
        """Raise a side's Ansage to the next higher one; after the highest comes none."""
        ansage = following(self.steps, self.ansage(side))
        return replace(self, ansage_re=ansage) if side is Side.RE else \
            replace(self, ansage_kontra=ansage)

    @abstractmethod
    def catch(self, side: Side) -> Self:
        """Add a Fuchs that this side caught, or remove all of its own once none is left."""

    def finish(self, span: Span) -> Self:
        return replace(self, span=span, typed="", schwarz=None, fold=None)

    def key(self, key: str) -> Self:
        """Handle a key: A and K for the Ansagen, F for Füchse, S for a solo, and common ones."""
        match key:
            case "A":
                return self.announce(Side.RE)
            case "K":
                return self.announce(Side.KONTRA)
            case "F":
                return self.catch(Side.RE)
            case "S":
                return self.open(Fold.SOLO)
        return super().key(key)

    @property
    def steps(self) -> Sequence[Ansage | None]:
        """The Ansagen that a side can make, lowest first."""
        return (None, *Ansage)

    def ansage(self, side: Side) -> Ansage | None:
        """Return a side's Ansage, None where this kind of game does not allow it."""
        ansage = self.ansage_re if side is Side.RE else self.ansage_kontra
        return ansage if ansage in self.steps else None

    def needs_table(self, result: Augen | Span | None) -> bool:
        """Return whether with this result the table has to decide."""
        return False

    def asks_who(self, hand: Any) -> bool:
        """Return whether the figures of a hand depend on who is Re."""
        return False

    @abstractmethod
    def hand_with(self, result: Augen | Span | None) -> Any:
        """Return the hand with this result."""

    def hand(self) -> Any | None:
        """Return the hand typed so far; None while it has no result."""
        return None if self.result is None else self.hand_with(self.result)

    @property
    def so_far(self) -> Any:
        """The hand as far as it is typed, even without a result."""
        return self.hand_with(self.result)

    def likely(self) -> Span:
        """Return the likely result: the only Ansage was just kept, or else Re has won."""
        kept = [Span(side.other, UNDER[ansage.depth]) for side in Side
                if (ansage := self.ansage(side)) and ansage.depth]
        return kept[0] if len(kept) == 1 else Span(Side.KONTRA)


@dataclass(frozen=True, kw_only=True)
class TurnierDraft(AnnouncedDraft):
    """The fields of a hand, as far as they are typed; allein: a Hochzeit found nobody; pflicht:
    whether the solo was owed, None where that follows from who owes one; owed: how many Pflichtsoli
    each seat owes; forced: who must play one now; as_played: whether a recorded hand is
    corrected, which stays as it was played."""

    levels = LEVELS
    rules: turnier.TurnierRules = field(metadata=NOT_KEPT)
    players: tuple[Seat, ...] = field(metadata=NOT_KEPT)
    spiel: turnier.Spiel = turnier.Spiel.NORMAL
    farbe: turnier.Farbe | None = None
    allein: bool = False
    fuchs: tuple[Side, ...] = ()
    doppelkopf: tuple[Side, ...] = ()
    karlchen_gefangen: tuple[Side, ...] = ()
    fuchs_am_end: Side | None = None
    dulle_gefangen: Side | None = None
    herzstich: bool = False
    gruende: tuple[str, ...] = ()
    pflicht: bool | None = None
    vorgefuehrt: bool = False
    as_played: bool = False
    owed: tuple[int, ...] = field(default=(), metadata=NOT_KEPT)
    forced: Seat | None = field(default=None, metadata=NOT_KEPT)

    @classmethod
    def empty(cls, table: Table[turnier.TurnierRules]) -> Self:
        draft = cls(rules=table.rules, players=table.active).at(table)
        return draft if draft.forced is None else replace(
            draft, re=(draft.forced,), vorgefuehrt=True, fold=Fold.SOLO)

    @classmethod
    def of_hand(cls, hand: turnier.Hand, table: Table[turnier.TurnierRules]) -> Self:
        may_be_owed = hand.spiel not in turnier.NEVER_OWED
        return replace(cls.empty(table).with_hand(hand), fold=None, as_played=True, forced=None,
                       pflicht=hand.pflicht if may_be_owed else None,
                       allein=hand.spiel is turnier.Spiel.HOCHZEIT and hand.is_alone)

    def at(self, table: Table[turnier.TurnierRules]) -> Self:
        owed = tuple([turnier.owed_by(seat, table) for seat in range(len(table.names))])
        return replace(self, rules=table.rules, players=table.active, owed=owed,
                       forced=None if self.as_played else turnier.forced(table, table.tally),
                       focus=self.focus if self.focus in table.active else None,
                       re=tuple([seat for seat in self.re if seat < len(table.names)]))

    def play(self, spiel: turnier.Spiel, farbe: turnier.Farbe | None = None, *,
             allein: bool = False) -> Self:
        """Set the kind of game; a second tap makes it a normal game again. farbe: of a Farb-Solo;
        allein: whether a Hochzeit found nobody."""
        if (spiel, farbe, allein) == (self.spiel, self.farbe, self.allein) \
                and self.forced is None:
            spiel, farbe, allein = turnier.Spiel.NORMAL, None, False
        played = replace(self, spiel=spiel, farbe=farbe, allein=allein)
        return replace(played, re=self.re[:played.wanted])

    def give(self, grund: str) -> Self:
        """Add a reason for Böcke that the table has named, or take it away."""
        return replace(self, gruende=toggled(self.gruende, grund))

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
        if key == "pflicht" and now is None:
            return self
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
        return self.spiel not in turnier.PAIRS or self.allein or self.forced is not None

    @property
    def may_be_owed(self) -> bool:
        """True if this can be a Pflichtsolo."""
        return self.rules.pflichtsolo > 0 and self.spiel not in turnier.NEVER_OWED

    @property
    def is_owed(self) -> bool:
        """True if this is a Pflichtsolo: whoever owes one plays it first (TSR 4.2)."""
        owes = len(self.re) == 1 and self.re[0] < len(self.owed) and self.owed[self.re[0]] > 0
        return self.may_be_owed and (owes if self.pflicht is None else self.pflicht)

    def can_have(self, key: str, value: Any) -> bool:
        """Return whether the hand so far can have this Sonderpunkt in place of its own."""
        hand = self.so_far._replace(**{key: value})
        return not any([turnier.fault_of_extra(each, hand, self.rules)
                        for each in turnier.said_extras(hand)])

    def hand(self) -> Any | None:
        """Return the hand typed so far; None while it has no result, or a Hochzeit no second
        player, unless it was said to be played alone."""
        waits = self.spiel is turnier.Spiel.HOCHZEIT and len(self.re) < self.wanted \
            or self.forced is not None and not self.may_be_owed
        return None if waits else super().hand()

    def finish(self, span: Span) -> Self:
        waits = self.forced is not None and not self.may_be_owed
        return replace(super().finish(span), fold=Fold.SOLO if waits else None)

    def remark(self) -> Message | None:
        return say("Tap the solo") if self.forced is not None and not self.may_be_owed \
            else super().remark()

    def hand_with(self, result: Augen | Span | None) -> turnier.Hand:
        """Return the hand with this result. What such a game does not know is left out; it comes
        back if another one was played after all."""
        played = turnier.Hand(tuple(sorted(self.re)), result, self.spiel, self.farbe,
                              self.ansage_re, self.ansage_kontra, herzstich=self.herzstich,
                              gruende=self.gruende, pflicht=self.is_owed,
                              vorgefuehrt=self.is_owed and self.vorgefuehrt)
        if self.is_alone and not played.counts_extras(self.rules):
            return played
        return played._replace(**{key: getattr(self, key) for key in turnier.SONDERPUNKTE})
