"""The hand that is being typed on a sheet, in any game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, Self

import flet as ft

from scorepad.games.base import Problem, Table
from scorepad.text import Message


class Draft(Protocol):
    """A hand while it is being typed; every change makes a new one."""

    @classmethod
    def empty(cls, table: Table) -> Self: ...

    @classmethod
    def of_hand(cls, hand: Any, table: Table) -> Self: ...

    @classmethod
    def of_json(cls, raw: Mapping[str, Any], table: Table) -> Self: ...

    def json(self) -> dict[str, Any]:
        """As JSON values."""

    def key(self, key: str) -> Self:
        """After a key of the keyboard."""

    def hand(self) -> Any | None:
        """The hand typed so far, None where nothing can be said about it yet."""

    def remark(self) -> Message | None:
        """What helps whoever is typing, and is nothing wrong."""

    def unfinished(self, problem: Problem, table: Table) -> bool:
        """Whether a problem is only that more is to be typed."""


@dataclass(frozen=True)
class Panel:
    """How a game is entered: its draft, and the controls that change it.

    controls: from the table, the draft, the problems to mark, and what changes the draft.
    """

    draft: type[Draft]
    controls: Callable[[Table, Any, tuple[Problem, ...], "Change"], list[ft.Control]]


Step = Callable[[Any], Any]
"""From a draft to the next one."""

Change = Callable[[Step], None]
"""Takes a step from the draft as it is by then: a second tap may come before the first is drawn."""


@ft.observable
@dataclass
class EntryModel:
    """What one user is typing for one sheet.

    amending: the id of the hand that is corrected, None for the next one; seen: the id of the
    hand whose match end the user has looked at.
    """

    draft: Any
    amending: str | None = None
    seen: str | None = None

    def json(self) -> dict[str, Any]:
        """As JSON values, to be kept until the hand is saved."""
        return {"draft": self.draft.json(), "amending": self.amending, "seen": self.seen}
