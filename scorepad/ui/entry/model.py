"""The hand that is being typed on a sheet, in any game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, Self

import flet as ft

from scorepad.book.scoresheet import with_bock
from scorepad.games.base import Game, HandScore, Problem, Table
from scorepad.text import N_, Message
from scorepad.ui.entry.sight import START, Place, Sight


class Draft(Protocol):
    """A hand while it is being typed; every change makes a new one."""

    @classmethod
    def empty(cls, table: Table[Any]) -> Self: ...

    @classmethod
    def of_hand(cls, hand: Any, table: Table[Any]) -> Self: ...

    @classmethod
    def of_json(cls, raw: Mapping[str, Any], table: Table[Any]) -> Self: ...

    def json(self) -> dict[str, Any]:
        """As JSON values."""

    def at(self, table: Table[Any]) -> Self:
        """The same at the table as it is by now: somebody may have sat down since it was begun, or
        other rules hold."""

    def key(self, key: str) -> Self:
        """After a key of the keyboard."""

    def hand(self) -> Any | None:
        """The hand typed so far, None where nothing can be said about it yet."""

    def begun(self, names: Sequence[str]) -> str:
        """What is typed so far, in a few words without a language: `Anne 66, Bert`."""

    def remark(self) -> Message | None:
        """What helps whoever is typing, and is nothing wrong."""

    def unfinished(self, problem: Problem, table: Table[Any]) -> bool:
        """Whether a problem is only that more is to be typed."""


Step = Callable[[Any], Any]
"""From a draft to the next one."""

Change = Callable[[Step], None]
"""Takes a step from the draft as it is by then: a second tap may come before the first is drawn."""


@dataclass(frozen=True)
class Slot:
    """Where a hand belongs on a sheet.

    table: with those who play by the rule; boecke: how many hands each running Bockrunde has.
    """

    game: Game[Any, Any]
    table: Table[Any]
    boecke: tuple[int, ...] = ()

    def faults(self, hand: Any) -> tuple[Problem, ...]:
        """Why this hand cannot have been played here."""
        return self.game.verify(hand, self.game.seated(hand, self.table))

    def score(self, hand: Any) -> HandScore:
        """What a hand without faults counts here, in the Böcke that run."""
        table = self.game.seated(hand, self.table)
        score = self.game.score(hand, table)
        return self.game.follow(score, self.boecke, table)[0] if self.boecke else score

    def explain(self, hand: Any) -> str:
        """Its arithmetic: `(20+10+10)·2 = 80, Bock ·2 = 160`."""
        told = self.game.explain(hand, self.game.seated(hand, self.table))
        score = self.score(hand)
        return told if score.factor == 1 else with_bock(told, score.factor, score.points)

    @property
    def factor(self) -> int:
        """How many times a hand counts here."""
        return 1 << len(self.boecke)


@dataclass(frozen=True)
class Desk:
    """What a panel is drawn from, and what it acts through.

    problems: those to mark; change: something was typed; save: so was this, and with it the hand
    is done, so that it is saved if it can be.
    """

    slot: Slot
    draft: Any
    problems: tuple[Problem, ...]
    change: Change
    save: Change

    @property
    def table(self) -> Table[Any]:
        """The table, with those who play by the rule."""
        return self.slot.table

AUGEN_HINT = N_("The hands will stand here. Tap a player below and type the Augen.")
"""What a sheet without a hand says where Augen decide."""


@dataclass(frozen=True)
class Panel:
    """How a game is entered: its draft, the controls that change it, and what a sheet without a
    hand says of that."""

    draft: type[Draft]
    controls: Callable[[Desk], list[ft.Control]]
    hint: str = N_("The hands will stand here. Type the first one below.")


@dataclass(frozen=True)
class Offer:
    """What is half typed on another page for the hand that is to be typed next.

    page: which; raw: as that page keeps it; draft: what of it is typed; after: which hand it
    follows.
    """

    page: str
    raw: Mapping[str, Any]
    draft: Draft
    after: Place


@ft.observable
@dataclass
class EntryModel:
    """What one user is typing for one sheet.

    amending: the id of the hand that is corrected, None for the next one; version: what of it the
    correction was made from, to notice when somebody else has changed it; seen: the id of the
    hand whose match end the user has looked at; saved: when a hand was saved last, in seconds.

    after: the hand that what is typed is to follow, the last one its typist had seen; sight: what
    of the sheet has been on the screen; asked: the last hand of the sheet, and when, in seconds,
    as somebody last tried to save before saying that it follows this one; offer: what another
    page has begun; taken: what was typed here, and another page has taken over.
    """

    draft: Any
    amending: str | None = None
    seen: str | None = None
    saved: float = float("-inf")
    version: str | None = None
    after: Place = START
    sight: Sight = field(default_factory=Sight)
    asked: tuple[Place, float] | None = None
    offer: Offer | None = None
    taken: Offer | None = None

    def json(self) -> dict[str, Any]:
        """As JSON values, to be kept until the hand is saved."""
        return {"draft": self.draft.json(), "amending": self.amending, "version": self.version,
                "after": self.after}
