"""A hand of Skat while it is being typed, by the fields that the game declares: the result of what
somebody plays alone is a word in `stufe`, or `augen`, or `gewonnen`."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from scorepad.drafts.draft import following
from scorepad.drafts.plain import PlainDraft, Way, way_of, words_of
from scorepad.games.describing import word_of
from scorepad.games.game import Problem, Seat, Table
from scorepad.games.shape import MISSING
from scorepad.games.skat import SKAT, hand as skat
from scorepad.i18n.message import Message, say

WON, LOST = "gewonnen", "verloren"

SPIEL, NULL, RAMSCH, MARCH, PASSED = map(SKAT.hands.index, (
    skat.Spiel, skat.Nullspiel, skat.Ramsch, skat.Durchmarsch, skat.Eingepasst))

LETTERS = {"H": "hand", "S": "ansage", "O": "ouvert", "K": "kontra"}
"""By a key of the keyboard, the field that it steps on."""


@dataclass(frozen=True)
class SkatDraft(PlainDraft):
    """A hand as far as it is typed; what was typed of one kind stays for another."""

    game, offered = SKAT, (SPIEL, MARCH, RAMSCH, PASSED)

    @property
    def alone(self) -> bool:
        """True if one player plays this kind of hand alone, and has a result."""
        return any(field.name in ("stufe", "gewonnen") for field in self.shape.fields)

    @property
    def counts(self) -> bool:
        """True if Augen may be counted in this kind of hand."""
        return self.alone and any(field.name == "stufe" for field in self.shape.fields)

    @property
    def likely(self) -> str:
        """The result that is expected, while none is typed."""
        typed = {} if self.kind == NULL else self.typed
        return "schwarz" if typed.get("ouvert") else typed.get("ansage") or WON

    def play(self, spiel: str) -> Self:
        """Set the game that is played."""
        draft = self.turn_to(NULL if spiel == skat.Null.NULL else SPIEL).put(spiel=spiel)
        too_many = spiel == skat.GRAND and int(self.typed.get("spitzen") or 0) > skat.JACKS
        return draft.put(spitzen=None) if too_many else draft

    def announce(self, name: str) -> Self:
        """Step on the value of what was said; in a game with trumps only a Hand game says more."""
        if self.kind == NULL:
            return self if name == "ansage" else self._stepped(name)
        draft = self._stepped(name)
        if name == "hand" and not draft.typed[name]:
            return draft.put(ansage=None, ouvert=None)
        return draft if name == "kontra" else draft.put(hand=True)

    def _stepped(self, name: str) -> Self:
        """Step on to the next number or word, from yes to no or back."""
        field = next(field for field in self.shape.fields if field.name == name)
        if way_of(field) is Way.STEPS:
            return self.step(field)
        said = self.typed.get(name)
        words = [word for word, _ in words_of(field)] if way_of(field) is Way.CHOICE else [True]
        return self.put(**{name: following((None, *words), said)})

    def finish(self, result: str) -> Self:
        """Set the result, in place of Augen."""
        return replace(self, focus=None).put(
            augen="", schwarz=None, stufe=result, gewonnen=result == WON)

    def count(self, name: str) -> Self:
        """Direct the digits to a number; a second tap, nowhere."""
        at = (name, None)
        return replace(self, fresh=True, focus=None if self.focus == at else at)

    def digit(self, digit: str) -> Self:
        draft = self.count("augen") if self.focus is None and self.counts else self
        if draft.focus == ("augen", None):
            draft = draft.put(stufe=None, schwarz=None)
        return super(SkatDraft, draft).digit(digit)

    def key(self, key: str) -> Self:
        """Handle a key: digits for Augen, G and V for won and lost, Tab for who plays,
        `LETTERS`."""
        if not self.alone:
            return super().key(key)
        match key:
            case "Tab":
                return self.put(spieler=following(self.seats, self.here))
            case "G" | "V":
                return self.finish(WON if key == "G" else LOST)
        return self.announce(LETTERS[key]) if key in LETTERS else super().key(key)

    @property
    def here(self) -> Seat | None:
        return self.typed.get("spieler") if self.alone else super().here

    def hand(self) -> Any | None:
        """Return the hand typed so far; a game has none without a result."""
        is_open = self.counts and not (self.typed.get("augen") or self.typed.get("stufe"))
        return None if is_open else super().hand()

    @property
    def is_open(self) -> bool:
        """True while a hand that one plays alone lacks something."""
        return self.alone and self.hand() is None

    def begun(self, names: Sequence[str]) -> str:
        """Return who plays alone, and what, as far as that is typed."""
        if not self.alone:
            return super().begun(names)
        spieler, spiel = self.typed.get("spieler"), self.typed.get("spiel")
        return " ".join([*([] if spieler is None else [names[spieler]]),
                         *([] if spiel is None else [word_of(spiel)])])

    def remark(self) -> Message | None:
        if not self.is_open:
            return None
        bid, at_bid = self.typed.get("reizwert") or "", self.focus == ("reizwert", None)
        if bid and (len(bid) > 1 or not at_bid) and (
                fault := skat.fault_of_bid(int(bid), SKAT.rules())):
            return fault
        if at_bid:
            return say("Type what was bid, then tap Done")
        if self.here is None:
            return say("Tap who plays alone")
        asks = any([field.default is MISSING and not self.typed.get(field.name)
                    for field in self.shape.fields if field.name not in ("spieler", "gewonnen")])
        return say("Tap the game and the Spitzen") if asks else \
            say("Then tap the result: that saves the hand")

    def unfinished(self, problem: Problem, table: Table[Any]) -> bool:
        if self.focus is not None and problem.place == (self.focus[0],) and self.alone:
            return len(self._here) < 3
        return super().unfinished(problem, table)
