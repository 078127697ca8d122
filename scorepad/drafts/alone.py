"""A hand with a player and a result while it is being typed, of Skat or of Schafkopf: the result is
a word in `stufe`, or `augen`, or `gewonnen`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from scorepad.drafts.draft import NOT_KEPT, following
from scorepad.drafts.plain import PlainDraft, Way, way_of, words_of
from scorepad.games.augen import ALL
from scorepad.games.describing import word_of
from scorepad.games.game import Problem, Seat, Table
from scorepad.games.schafkopf import SCHAFKOPF, hand as schafkopf
from scorepad.games.schafkopf.options import ARTEN, RUF, SOLO, WENZ
from scorepad.games.shape import MISSING, Field
from scorepad.games.skat import SKAT, hand as skat
from scorepad.games.skat.options import GRAND
from scorepad.i18n.message import Message, say

WON, LOST = "gewonnen", "verloren"


@dataclass(frozen=True)
class AloneDraft(PlainDraft):
    """A hand as far as it is typed; what was typed of one kind stays for another.

    letters: by a key of the keyboard, the field that it steps on; rules: those of the table.
    """

    RAMSCH: ClassVar[int]
    MARCH: ClassVar[int]
    PASSED: ClassVar[int]
    letters: ClassVar[Mapping[str, str]]

    rules: Any = field(default=None, metadata=NOT_KEPT)

    @classmethod
    def empty(cls, table: Table[Any]) -> Self:
        return super().empty(table).at(table)

    def at(self, table: Table[Any]) -> Self:
        return replace(super().at(table), rules=table.rules)

    @property
    def alone(self) -> bool:
        """True if somebody plays this kind of hand, and has a result."""
        return any(field.name in ("stufe", "gewonnen") for field in self.shape.fields)

    @property
    def counts(self) -> bool:
        """True if Augen may be counted in this kind of hand."""
        return any(field.name == "stufe" for field in self.shape.fields)

    @property
    def likely(self) -> str:
        """The result that is expected, while none is typed."""
        return WON

    def announce(self, name: str) -> Self:
        """Step on the value of what was said; Kontra, as far as the table goes."""
        if name != "kontra":
            return self.stepped(name)
        said = int(self.typed.get(name) or 0)
        return self.put(kontra=str((said + 1) % (self.rules.kontra_max + 1)))

    def stepped(self, name: str) -> Self:
        """Step on to the next number or word, from yes to no or back."""
        field = self.field(name)
        if way_of(field) is Way.STEPS:
            return self.step(field)
        said = self.typed.get(name)
        words = [word for word, _ in words_of(field)] if way_of(field) is Way.CHOICE else [True]
        return self.put(**{name: following((None, *words), said)})

    def field(self, name: str) -> Field:
        """Return the declaration of a field."""
        return next(field for field in self.shape.fields if field.name == name)

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
        return super(AloneDraft, draft).digit(digit)

    def key(self, key: str) -> Self:
        """Handle a key: digits for Augen, G and V for won and lost, Tab for who plays,
        `letters`."""
        if not self.alone:
            return super().key(key)
        match key:
            case "Tab":
                return self.put(spieler=following(self.seats, self.here))
            case "G" | "V":
                return self.finish(WON if key == "G" else LOST)
        return self.announce(self.letters[key]) if key in self.letters else super().key(key)

    @property
    def here(self) -> Seat | None:
        return self.typed.get("spieler") if self.alone else super().here

    def hand(self) -> Any | None:
        """Return the hand typed so far; a game has none without a result."""
        is_open = self.counts and not (self.typed.get("augen") or self.typed.get("stufe"))
        return None if is_open else super().hand()

    def guessed(self) -> Self:
        """Return the draft with a player where none is typed, to reckon with."""
        return self if self.here is not None else self.put(spieler=self.seats[0])

    @property
    def is_open(self) -> bool:
        """True while a hand with a player lacks something."""
        return self.alone and self.hand() is None

    @property
    def growing(self) -> str:
        typed = self.typed.get("augen") or ""
        grows = self.focus == ("augen", None) and not self.fresh and typed.isdecimal() \
            and 0 < 10 * int(typed) <= ALL
        return f"{typed} Augen" if grows else ""

    def begun(self, names: Sequence[str]) -> str:
        """Return who plays, and what, as far as that is typed."""
        if not self.alone:
            return super().begun(names)
        seats, spiel = map(self.typed.get, ("spieler", "partner")), self.typed.get("spiel")
        return " ".join([*[names[seat] for seat in seats if seat is not None],
                         *([] if spiel is None else [word_of(spiel)])])

    def unfinished(self, problem: Problem, table: Table[Any]) -> bool:
        if self.focus is not None and problem.place == (self.focus[0],) and self.alone:
            return len(self._here) < 3
        return super().unfinished(problem, table)


@dataclass(frozen=True)
class SkatDraft(AloneDraft):
    """A hand of Skat as far as it is typed."""

    SPIEL, NULL, RAMSCH, MARCH, PASSED = map(SKAT.hands.index, (
        skat.Spiel, skat.Nullspiel, skat.Ramsch, skat.Durchmarsch, skat.Eingepasst))

    game, offered = SKAT, (SPIEL, MARCH, RAMSCH, PASSED)
    letters: ClassVar[Mapping[str, str]] = {"H": "hand", "S": "ansage", "O": "ouvert",
                                            "K": "kontra"}

    @property
    def likely(self) -> str:
        typed = {} if self.kind == self.NULL else self.typed
        return "schwarz" if typed.get("ouvert") else typed.get("ansage") or super().likely

    def play(self, spiel: str) -> Self:
        """Set the game that is played."""
        draft = self.turn_to(self.NULL if spiel == skat.Null.NULL else self.SPIEL).put(spiel=spiel)
        too_many = spiel == GRAND and int(self.typed.get("spitzen") or 0) > skat.JACKS
        return draft.put(spitzen=None) if too_many else draft

    def announce(self, name: str) -> Self:
        """Step on the value of what was said; in a game with trumps only a Hand game says more."""
        if self.kind == self.NULL:
            return self if name == "ansage" else super().announce(name)
        draft = super().announce(name)
        if name == "hand" and not draft.typed[name]:
            return draft.put(ansage=None, ouvert=None)
        return draft if name == "kontra" else draft.put(hand=True)

    def remark(self) -> Message | None:
        if not self.is_open:
            return None
        bid, at_bid = self.typed.get("reizwert") or "", self.focus == ("reizwert", None)
        if bid and (len(bid) > 1 or not at_bid) and (
                fault := skat.fault_of_bid(int(bid), self.rules)):
            return fault
        if at_bid:
            return say("Type what was bid, then tap Done")
        if self.here is None:
            return say("Tap who plays alone")
        asks = any([field.default is MISSING and not self.typed.get(field.name)
                    for field in self.shape.fields if field.name not in ("spieler", "gewonnen")])
        return say("Tap the game and the Spitzen") if asks else \
            say("Then tap the result: that saves the hand")


@dataclass(frozen=True)
class SchafkopfDraft(AloneDraft):
    """A hand of Schafkopf as far as it is typed; without another word it is a Rufspiel.

    fixed: the kinds of hands that are a game of their own, by its word; plays: by a key of the
    keyboard, the game that it chooses.
    """

    SPIEL, TOUT, BETTEL, SIE, MARCH, RAMSCH, PASSED = map(SCHAFKOPF.hands.index, schafkopf.HANDS)
    fixed: ClassVar[Mapping[str, int]] = {schafkopf.Fest.BETTEL: BETTEL, schafkopf.Fest.SIE: SIE}
    plays: ClassVar[Mapping[str, str]] = {"R": RUF, "S": SOLO, "W": WENZ}

    game, offered = SCHAFKOPF, (SPIEL, MARCH, RAMSCH)
    letters: ClassVar[Mapping[str, str]] = {"K": "kontra", "T": "tout"}

    @property
    def alone(self) -> bool:
        return self.kind in (self.SPIEL, self.TOUT, *self.fixed.values())

    @property
    def spiel(self) -> str:
        """The game that is played."""
        fixed = [spiel for spiel, kind in self.fixed.items() if kind == self.kind]
        return (*fixed, self.typed.get("spiel") or RUF)[0]

    @property
    def pair(self) -> bool:
        """True if two play together."""
        return self.kind == self.SPIEL and ARTEN[self.spiel].pair

    def play(self, spiel: str) -> Self:
        """Set the game that is played; what does not go with it is taken back."""
        if (kind := self.fixed.get(spiel)) is not None:
            return self.turn_to(kind)
        art, typed, laufende = ARTEN[spiel], self.typed, self.typed.get("laufende")
        kind = self.SPIEL if art.pair else self.kind if self.kind == self.TOUT else self.SPIEL
        return self.turn_to(kind).put(
            spiel=spiel, partner=typed.get("partner") if art.pair else None,
            tout=kind == self.TOUT or None, farbe=typed["farbe"] if typed.get("farbe") in art.farben
            else None, laufende=laufende if laufende and int(laufende)
            in self.rules.counting(spiel) else None)

    def announce(self, name: str) -> Self:
        if name == "kontra":
            return super().announce(name)
        return self if self.pair or self.kind in self.fixed.values() else self.turn_to(
            self.TOUT if self.kind == self.SPIEL else self.SPIEL).put(
                tout=self.kind == self.SPIEL or None)

    def one_more_laufende(self) -> Self:
        """Step on to the next number of Laufende that counts, and after the highest to none."""
        counting = [str(number) for number in self.rules.counting(self.spiel)]
        return self.put(laufende=following((None, *counting), self.typed.get("laufende")))

    def tap(self, seat: Seat) -> Self:
        """Choose who plays, and then who plays with them; a second tap takes it back."""
        if not self.alone:
            return super().tap(seat)
        spieler, partner = self.typed.get("spieler"), self.typed.get("partner")
        if seat in (spieler, partner):
            return self.put(spieler=partner if seat == spieler else spieler, partner=None)
        return self.put(**{"spieler" if spieler is None or not self.pair else "partner": seat})

    def guessed(self) -> Self:
        draft = super().guessed()
        if not self.pair or draft.typed.get("partner") is not None:
            return draft
        return draft.put(partner=next(seat for seat in self.seats if seat != draft.here))

    def key(self, key: str) -> Self:
        return self.play(self.plays[key]) if self.alone and key in self.plays else super().key(key)

    def remark(self) -> Message | None:
        if not self.is_open:
            return None
        if self.here is None:
            return say("Tap who plays")
        return say("Tap who plays along") if self.pair and self.typed.get("partner") is None \
            else say("Then tap the result: that saves the hand")
