"""A hand with a player and a result while it is being typed: the result is a word in `stufe`, or
`augen`, or `gewonnen`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from scorepad.drafts.draft import NOT_KEPT, following
from scorepad.drafts.plain import PlainDraft, Way, way_of, words_of
from scorepad.games.describing import word_of
from scorepad.games.game import Problem, Seat, Table
from scorepad.games.shape import Field

WON, LOST = "gewonnen", "verloren"


@dataclass(frozen=True)
class AloneDraft(PlainDraft):
    """A hand as far as it is typed; what was typed of one kind stays for another.

    letters: by a key of the keyboard, the field that it steps on; rules: those of the table.
    """

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
