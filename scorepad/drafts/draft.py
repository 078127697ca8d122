"""The interface of the drafts of all games."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, Self

from scorepad.drafts.kept import kept, revived
from scorepad.games.game import Problem, Seat, Table
from scorepad.i18n.message import Message


class Suggestion(NamedTuple):
    """A question about what is typed, which nobody has to answer: the question, the answer in a
    word that needs no translation, and the step that it means."""

    question: Message
    answer: str
    step: Callable[[Any], Any]


class Draft(ABC):
    """A hand while it is being typed: a dataclass of which every change returns a new one."""

    @classmethod
    @abstractmethod
    def empty(cls, table: Table[Any]) -> Self:
        """Return the draft before the first tap."""

    @classmethod
    @abstractmethod
    def of_hand(cls, hand: Any, table: Table[Any]) -> Self:
        """Return the draft of a recorded hand, to be corrected."""

    @classmethod
    def of_json(cls, raw: Mapping[str, Any], table: Table[Any]) -> Self:
        """Return the draft that `json` wrote, at the table as it is now; raises LookupError,
        TypeError or ValueError for anything else."""
        empty: Any = cls.empty(table)
        draft: Self = replace(empty, **revived(cls, raw))
        return draft.at(table)

    def json(self) -> dict[str, Any]:
        """Return the draft as JSON values, so that a half-typed hand survives a restart."""
        return kept(self)

    def at(self, table: Table[Any]) -> Self:
        """Return the draft at the table as it is now: somebody may have sat down since it was
        begun, or the rules may have changed. Unchanged where neither matters."""
        return self

    def without_old(self) -> Self:
        """Return the draft without what is left of the hand that it corrects and may not fit what
        was typed anew; unchanged where there is nothing like that."""
        return self

    @abstractmethod
    def key(self, key: str) -> Self:
        """Return the draft after a key of the keyboard."""

    @property
    def here(self) -> Seat | None:
        """The player for whom something is being typed, None for nobody."""
        return None

    @abstractmethod
    def hand(self) -> Any | None:
        """Return the hand typed so far, None while nothing can be said about it."""

    @abstractmethod
    def begun(self, names: Sequence[str]) -> str:
        """Return what is typed so far, in a few words that need no translation: `Anne 66, Bert`."""

    def remark(self) -> Message | None:
        """Return a hint for whoever is typing, which reports nothing wrong, or None."""
        return None

    def suggestion(self) -> Suggestion | None:
        """Return what else may have been meant, or None."""
        return None

    @abstractmethod
    def unfinished(self, problem: Problem, table: Table[Any]) -> bool:
        """Return whether a problem means only that more is to be typed."""
