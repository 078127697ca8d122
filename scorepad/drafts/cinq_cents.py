"""A hand of Cinq-Cents while it is being typed."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

from scorepad.drafts.draft import DIGITS, NOT_KEPT, Draft, Figures, following
from scorepad.games.cinq_cents import MOST, PLAYERS, Hand
from scorepad.games.cinq_cents.melds import (
    CARDS,
    FUSS,
    LENGTHS,
    NOTHING,
    Folge,
    Melds,
    counts,
    title_of,
)
from scorepad.games.game import Problem, Rules, Seat, Table
from scorepad.i18n.message import Message, say

LETTERS = {"T": "terz", "Q": "quart", "F": "fuss"}


@dataclass(frozen=True)
class CinqCentsDraft(Draft):
    """A hand as far as it is typed. names: of the players; figures: the Augen of each seat; melds:
    of each seat; spielmacher: the player who declared; matsch: the player without a trick;
    ausgerufen: the one who called out and broke the hand off."""

    names: tuple[str, ...] = field(metadata=NOT_KEPT)
    figures: Figures = Figures(("",) * PLAYERS, most=MOST)
    melds: tuple[Melds, ...] = (NOTHING,) * PLAYERS
    spielmacher: Seat | None = None
    matsch: Seat | None = None
    ausgerufen: Seat | None = None

    @classmethod
    def empty(cls, table: Table[Rules]) -> Self:
        return cls(table.names)

    @classmethod
    def of_hand(cls, hand: Hand, table: Table[Rules]) -> Self:
        typed = replace(cls.empty(table).figures, typed=tuple(
            "" if figure is None or seat == hand.matsch else str(figure)
            for seat, figure in enumerate(hand.augen)))
        return cls(table.names, typed, hand.meldungen, hand.spielmacher, hand.matsch,
                   hand.ausgerufen)

    def at(self, table: Table[Rules]) -> Self:
        return self if table.names == self.names else replace(self, names=table.names)

    def tap(self, seat: Seat) -> Self:
        """Direct digits and melds to this player."""
        return replace(self, figures=self.figures.at(seat))

    def declare(self, seat: Seat) -> Self:
        """Make this player the Spielmacher, who also melds first."""
        return replace(self, spielmacher=seat).tap(seat)

    def say_matsch(self, seat: Seat) -> Self:
        """Say that this player has no trick and direct the digits to the other; or take it back."""
        if self.matsch == seat:
            return replace(self, matsch=None)
        blank = self.figures.put(seat, "")
        return replace(self, matsch=seat, ausgerufen=None, figures=blank.at(1 - seat))

    def call_out(self, seat: Seat) -> Self:
        """Say that this player breaks the hand off, who gets the digits; or take it back."""
        if self.ausgerufen == seat:
            return replace(self, ausgerufen=None)
        return replace(self, ausgerufen=seat, matsch=None).tap(seat)

    def digit(self, digit: str) -> Self:
        """Add a digit for the player tapped last, who then has a trick."""
        seat = self.figures.focus
        if seat is None:
            return self
        has_trick = replace(self, matsch=None) if self.matsch == seat else self
        done = () if has_trick.matsch is None else (has_trick.matsch,)
        return replace(has_trick, figures=self.figures.digit(digit, done))

    def backspace(self) -> Self:
        """Remove the last digit."""
        return replace(self, figures=self.figures.backspace())

    def four(self, four: str) -> Self:
        """Add four of a kind to the melds of the player tapped last, or remove it."""
        return self._melding(lambda melds: Melds.of(
            {*melds.fours} ^ {four}, melds.bella, melds.folgen))

    def bella(self) -> Self:
        """Add Bella to the player's melds, or remove it."""
        return self._melding(lambda melds: melds._replace(bella=not melds.bella))

    def folge(self, name: str) -> Self:
        """Add a sequence to the player's melds, or a card to their Fuß; after the most, none."""
        def step(melds: Melds) -> Melds:
            same = [folge for folge in melds.folgen if folge.name == name]
            rest = [folge for folge in melds.folgen if folge.name != name]
            if name == "fuss":
                cards = same[0].cards + 1 if same else FUSS.start
                same = [Folge(cards)] if cards in FUSS else []
            else:
                same = [*same, Folge(LENGTHS[name])]
                if len(same) * LENGTHS[name] > CARDS:
                    same = []
            return Melds.of(melds.fours, melds.bella, [*rest, *same])
        return self._melding(step)

    def trump(self) -> Self:
        """Say that the player's longest sequence is in trump, or take it back."""
        def step(melds: Melds) -> Melds:
            plain = [folge._replace(trump=False) for folge in melds.folgen]
            if plain and not any(folge.trump for folge in melds.folgen):
                plain[0] = plain[0]._replace(trump=True)
            return Melds.of(melds.fours, melds.bella, plain)
        return self._melding(step)

    def _melding(self, step: Any) -> Self:
        seat = self.here
        if seat is None:
            return self
        melds = [step(own) if other == seat else own for other, own in enumerate(self.melds)]
        return replace(self, melds=tuple(melds))

    def key(self, key: str) -> Self:
        """Handle a key: digits, Backspace, Tab for the other player, S for the Spielmacher, M for
        matsch, A for calling out, B for Bella, T, Q and F for sequences, U for trump."""
        if key in DIGITS:
            return self.digit(key)
        seat = self.here
        match key:
            case "Backspace":
                return self.backspace()
            case "Tab":
                return self.tap(following(range(PLAYERS), seat))
            case "S" if seat is not None:
                return self.declare(seat)
            case "M" if seat is not None:
                return self.say_matsch(seat)
            case "A" if seat is not None:
                return self.call_out(seat)
            case "B":
                return self.bella()
            case "T" | "Q" | "F":
                return self.folge(LETTERS[key])
            case "U":
                return self.trump()
        return self

    def begun(self, names: Sequence[str]) -> str:
        return self.figures.begun(names)

    @property
    def here(self) -> Seat | None:
        return self.figures.focus

    @property
    def augen(self) -> tuple[int | None, ...]:
        """The Augen of each seat, None where nothing is typed yet."""
        return tuple([0 if seat == self.matsch or figure is None and self.ausgerufen is not None
                      else figure for seat, figure in enumerate(self.figures.numbers)])

    def hand(self) -> Hand | None:
        """Return the hand typed so far; None while the Spielmacher is not known."""
        if self.spielmacher is None:
            return None
        return Hand(self.spielmacher, self.melds, self.augen, self.matsch, self.ausgerufen)

    def remark(self) -> Message | None:
        if self.spielmacher is None:
            return say("Who was Spielmacher?")
        if silent := self._silent():
            return say("Does not count: {melds}", melds=", ".join(silent))
        if None in self.augen:
            return say("The Augen of {name}?", name=self.names[self.augen.index(None)])
        if self.ausgerufen is not None and not any(self.figures.typed):
            return say("The Augen so far?")
        return None

    def _silent(self) -> list[str]:
        """Return the sequences that the other player's outdo, with their players' names."""
        return [f"{title_of(folge)} {self.names[seat]}" for seat, own in enumerate(self.melds)
                for folge in own.folgen if not counts(folge, self.melds[1 - seat].folgen)]

    def unfinished(self, problem: Problem, table: Table[Rules]) -> bool:
        if problem.place == ("ausgerufen",):
            return self._may_have_more()
        if problem.place[0] != "augen":
            return False
        if None in self.augen:
            seat = None if len(problem.place) == 1 else table.names.index(problem.place[1])
            return seat is None or self.augen[seat] is None or self._may_grow(seat)
        return self.figures.focus is not None and self._may_grow(self.figures.focus)

    def _may_have_more(self) -> bool:
        """Return whether the Augen of whoever called out are still being typed."""
        seat = self.ausgerufen
        return seat is not None and (not self.figures.typed[seat] or self._may_grow(seat))

    def _may_grow(self, seat: Seat) -> bool:
        """Return whether one more digit could follow what is typed for this player."""
        typed = self.figures.typed[seat]
        return seat == self.here and not self.figures.fresh and typed not in ("", "0") \
            and int(typed) * 10 <= MOST
