"""A hand of Doppelkopf with a common pot while it is being typed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar, Self

from scorepad.drafts.doppelkopf import DoppelkopfDraft
from scorepad.drafts.draft import following
from scorepad.games.doppelkopf import MOST_FUECHSE, Span
from scorepad.games.game import Problem, Rules, Seat, Table
from scorepad.games.kasse import hand as kasse
from scorepad.i18n.message import Message, say

STEPS = (120, 60, 0)
"""The Augen that the others stayed under: a side won plainly, Schneider, schwarz."""


class Mode(StrEnum):
    """The kind of hand typed: a game of two against two, a solo, or what happens to the pot."""

    NORMAL = "normal"
    SOLO = "solo"
    KASSE = "kasse"


class Target(StrEnum):
    """The role of the next player tapped, instead of Re: who caught a Fuchs, or lost it."""

    FAENGER = "faenger"
    VERLIERER = "verlierer"


@dataclass(frozen=True)
class KasseDraft(DoppelkopfDraft):
    """The fields of a hand, as far as they are typed, and where the next tap goes. gewonnen,
    kontra, art: of a solo; paid: what happened to the pot where no game was played; counting: the
    digits are folded out; faenger: the player who caught the Fuchs whose loser is tapped next."""

    under: ClassVar[Sequence[int]] = STEPS

    mode: Mode = Mode.NORMAL
    nur_alten: bool = False
    fuchs: tuple[kasse.Fuchs, ...] = ()
    gewonnen: bool | None = None
    kontra: int = 0
    art: kasse.Art = kasse.Art.ANGESAGT
    paid: kasse.Hammelrennen | kasse.Nachzahlung | None = None
    counting: bool = False
    target: Target | None = None
    faenger: Seat | None = None

    @property
    def counts(self) -> bool:
        return self.counting

    @classmethod
    def empty(cls, table: Table[Rules]) -> Self:
        return cls()

    @classmethod
    def of_hand(cls, hand: kasse.Hand, table: Table[Rules]) -> Self:
        if isinstance(hand, kasse.Hammelrennen | kasse.Nachzahlung):
            return cls(mode=Mode.KASSE, paid=hand)
        return cls(mode=Mode.SOLO if isinstance(hand, kasse.Solo) else Mode.NORMAL).with_hand(hand)

    @property
    def active(self) -> Sequence[Seat]:
        """The players of this hand: all four."""
        return range(kasse.PLAYERS)

    @property
    def is_alone(self) -> bool:
        return self.mode is Mode.SOLO

    @property
    def has_karo(self) -> bool:
        """True if there are Füchse and a Karlchen in what is played."""
        return self.mode is Mode.NORMAL or self.is_alone and self.art is kasse.Art.HEIMLICH

    def tap(self, seat: Seat) -> Self:
        """Add a player to Re or remove them; with a `target`, note that they caught or lost a
        Fuchs."""
        match self.target:
            case Target.FAENGER:
                return replace(self, target=Target.VERLIERER, faenger=seat)
            case Target.VERLIERER if self.faenger is not None:
                return replace(self, target=None, faenger=None,
                               fuchs=(*self.fuchs, kasse.Fuchs(self.faenger, seat)))
        return super().tap(seat)

    def play(self, mode: Mode) -> Self:
        """Set the kind of hand; a second tap makes it a normal game again."""
        mode = Mode.NORMAL if mode is self.mode else mode
        return replace(self, mode=mode, re=self.re[:1] if mode is Mode.SOLO else self.re,
                       target=None, faenger=None, counting=False)

    def catch(self) -> Self:
        """Ask who caught one more Fuchs, or take that back; after the most comes none."""
        if self.target is not None:
            return replace(self, target=None, faenger=None)
        if len(self.fuchs) == MOST_FUECHSE:
            return replace(self, fuchs=())
        return replace(self, target=Target.FAENGER)

    def double(self) -> Self:
        """Step through what was said in the solo: Kontra, then Re, then nothing."""
        return replace(self, kontra=(self.kontra + 1) % (len(kasse.KONTRAS) + 1))

    def vary(self) -> Self:
        """Step through the kinds of solos: announced, secret, with the Buben as trumps."""
        return replace(self, art=following(tuple(kasse.Art), self.art), target=None, faenger=None)

    def finish(self, span: Span, *, nur_alten: bool = False) -> Self:
        """Set the result of a normal game."""
        return replace(self, span=span, nur_alten=nur_alten, typed="", schwarz=None, target=None,
                       counting=False)

    def win(self, gewonnen: bool) -> Self:
        """Set whether the soloist has won."""
        return replace(self, gewonnen=gewonnen)

    def pay(self, paid: kasse.Hammelrennen | kasse.Nachzahlung) -> Self:
        """Set what happened to the pot."""
        return replace(self, paid=paid)

    def count(self) -> Self:
        return replace(self, counting=not self.counting, target=None)

    def digit(self, digit: str) -> Self:
        """Add a digit to Re's Augen, in place of a result such as `nur Alte`."""
        return replace(super().digit(digit), nur_alten=False)

    def backspace(self) -> Self:
        """Remove the last digit, or a result such as `nur Alte`."""
        return replace(super().backspace(), nur_alten=False)

    def say_schwarz(self) -> Self:
        return replace(super().say_schwarz(), nur_alten=False)

    def key(self, key: str) -> Self:
        """Handle a key of the keyboard: S for a solo, A for its kind and K for its Kontra, F for a
        Fuchs, and the common ones, of which a solo has no results but gewonnen and verloren."""
        if self.mode is Mode.KASSE:
            return self
        if key == "S":
            return self.play(Mode.SOLO)
        if key == "F" and self.has_karo:
            return self.catch()
        if self.mode is Mode.NORMAL:
            return super().key(key)
        match key:
            case "A":
                return self.vary()
            case "K":
                return self.double()
            case "G" | "V":
                return self.win(key == "G")
            case "Tab" | " " | "Space":
                return super().key(key)
        return self

    def hand(self) -> kasse.Hand | None:
        """Return the hand typed so far; None while its result is not known."""
        re = tuple(sorted(self.re))
        match self.mode:
            case Mode.KASSE:
                return self.paid
            case Mode.SOLO if self.gewonnen is not None:
                fuchs, karlchen = (self.fuchs, self.karlchen) if self.has_karo else ((), None)
                return kasse.Solo(re, self.gewonnen, self.kontra, self.art, fuchs, karlchen)
            case Mode.NORMAL if self.result is not None:
                return kasse.Normal(re, self.result, self.nur_alten, self.fuchs, self.karlchen)
        return None

    def remark(self) -> Message | None:
        if self.mode is Mode.KASSE:
            return None
        if self.target is Target.FAENGER:
            return say("Who caught the Fuchs? Tap the player")
        if self.target is Target.VERLIERER:
            return say("Who lost it? Tap the player")
        return super().remark()

    def unfinished(self, problem: Problem, table: Table[Rules]) -> bool:
        if problem.place[:1] == ("fuchs",):
            return len(self.re) < self.wanted
        return super().unfinished(problem, table)
