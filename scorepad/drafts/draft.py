"""The parts that the drafts of all games share: interface, steps, figures, and how one is kept."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from typing import Any, NamedTuple, Self, TypeVar, get_type_hints

from pydantic import TypeAdapter

from scorepad.games.augen import ALL
from scorepad.games.game import Problem, Seat, Table
from scorepad.i18n.message import Message

Value = TypeVar("Value")


def following(order: Sequence[Value], now: Value | None) -> Value:
    """Return the value after `now`; the first one after the last, or if `now` is none of them."""
    place = order.index(now) + 1 if now in order else 0
    return order[place % len(order)]


def others_from(order: Sequence[Value], now: Value) -> list[Value]:
    """Return the other values, from the one after `now` round to the one before it."""
    place = order.index(now)
    return [*order[place + 1:], *order[:place]]


def toggled(values: tuple[Value, ...], value: Value) -> tuple[Value, ...]:
    """Return the values with `value` added if it was not among them, else without it."""
    return tuple(each for each in values if each != value) if value in values \
        else (*values, value)


DIGITS = "0123456789"


@dataclass(frozen=True)
class Figures:
    """The Augen of each seat while they are being typed.

    typed: the digits of each seat; focus: the seat whose digits come next, None before the first
    tap; fresh: the next digit replaces what stands there; most: the Augen that there are in all;
    old: the seats whose figures are those of a hand that is corrected, and were not typed anew.
    """

    typed: tuple[str, ...]
    focus: Seat | None = None
    fresh: bool = False
    most: int = ALL
    old: frozenset[Seat] = frozenset()

    @classmethod
    def blank(cls, size: int) -> Self:
        """Return the figures of `size` seats before the first tap."""
        return cls(("",) * size)

    @classmethod
    def of(cls, numbers: Sequence[int | None]) -> Self:
        """Return figures that are to be corrected; the digits go to the highest, which decides."""
        typed = tuple("" if number is None else str(number) for number in numbers)
        old = [seat for seat, figure in enumerate(typed) if figure]
        highest = max(old, key=lambda seat: int(typed[seat]), default=None)
        return cls(typed, highest, bool(old), old=frozenset(old))

    def at(self, seat: Seat) -> Self:
        """Direct the digits to this seat; the first replaces what stands there."""
        return replace(self, focus=seat, fresh=True)

    def put(self, seat: Seat, figure: str) -> Self:
        """Set the figure of a seat, whatever was typed there."""
        return replace(self, typed=(*self.typed[:seat], figure, *self.typed[seat + 1:]),
                       old=self.old - {seat})

    def without_old(self) -> Self:
        """Leave out the figures that have not been typed anew, if any has."""
        anew = [seat for seat, figure in enumerate(self.typed) if figure and seat not in self.old]
        return self if not anew else replace(self, old=frozenset(), typed=tuple(
            "" if seat in self.old else figure for seat, figure in enumerate(self.typed)))

    def digit(self, digit: str, done: Collection[Seat] = ()) -> Self:
        """Add a digit; a full figure moves on to the next seat with none that is not `done`."""
        if self.focus is None:
            return self
        before = "" if self.fresh or self.typed[self.focus] == "0" else self.typed[self.focus]
        if len(before) == len(str(self.most)):
            return self
        after = replace(self.put(self.focus, before + digit), fresh=False)
        return after._moved_on(self.focus, done) if after._is_full(self.focus) else after

    def backspace(self) -> Self:
        """Remove the last digit, going back to the seat before where there is none."""
        if self.focus is None:
            return self
        seats = self.focus, *reversed(self._others(self.focus))
        seat = next((seat for seat in seats if self.typed[seat]), self.focus)
        return replace(self.put(seat, self.typed[seat][:-1]), focus=seat, fresh=False)

    def _is_full(self, seat: Seat) -> bool:
        """Return whether a figure can have no further digit. 13 of 120 waits for one: it is 130
        then, which is too much, and not nothing for the next player."""
        figure, most = self.typed[seat], str(self.most)
        digits = len(figure) + (figure[0] > most[0])
        return digits >= len(most) and int(figure) <= self.most

    def _moved_on(self, focus: Seat, done: Collection[Seat]) -> Self:
        following = next((seat for seat in self._others(focus)
                          if not self.typed[seat] and seat not in done), None)
        return self if following is None else self.at(following)

    def _others(self, focus: Seat) -> list[Seat]:
        return others_from(range(len(self.typed)), focus)

    def begun(self, names: Sequence[str]) -> str:
        """Return the names and figures typed so far, and who was tapped: `Anne 66, Bert`."""
        return ", ".join([f"{name} {figure}".strip() for seat, (name, figure)
                          in enumerate(zip(names, self.typed)) if figure or seat == self.focus])

    @property
    def numbers(self) -> tuple[int | None, ...]:
        """The figure of each seat, None where nothing is typed."""
        return tuple(int(figure) if figure else None for figure in self.typed)

    @property
    def total(self) -> int:
        """The sum of all figures typed."""
        return sum(filter(None, self.numbers))

    @property
    def tapped(self) -> Seat | None:
        """The seat tapped before anything was typed for anybody, None after that."""
        return None if any(self.typed) else self.focus

    @property
    def may_grow(self) -> bool:
        """True if one more digit could follow the last one typed."""
        if self.focus is None or self.fresh:
            return False
        figure = int(self.typed[self.focus] or 0)
        return figure > 0 and self.total + 9 * figure <= self.most


NOT_KEPT = {"kept": False}
"""Metadata of a field that is not kept: it comes from the table, or begins anew."""


def kept(draft: Any) -> dict[str, Any]:
    """Return the fields of a draft, or of a part of one, as JSON values."""
    return {field.name: _plain(getattr(draft, field.name)) for field in fields(draft)
            if not field.metadata}


def revived(kind: type, raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields that `kept` wrote as the values that they were."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: _reader(hints[name]).validate_python(raw[name]) for name in raw}


@cache
def _reader(hint: Any) -> TypeAdapter[Any]:
    return TypeAdapter(hint)


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return kept(value)
    if isinstance(value, Mapping):
        return {name: _plain(each) for name, each in value.items()}
    if isinstance(value, frozenset):
        return sorted(value)
    return list(map(_plain, value)) if isinstance(value, tuple) else value


class Suggestion(NamedTuple):
    """A question about what is typed; answer: a word that needs no translation."""

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

    @classmethod
    def after(cls, hand: Any, table: Table[Any]) -> Self:
        """Return the draft before the first tap where this hand is the last one."""
        return cls.empty(table)

    def is_blank(self, table: Table[Any]) -> bool:
        """Return whether nothing is typed."""
        return self == self.empty(table)

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

    @property
    def growing(self) -> str:
        """The figure that decides, while one more digit would make another one: `7 Augen`. It is
        too early to tell its result; empty for none."""
        return ""

    @abstractmethod
    def begun(self, names: Sequence[str]) -> str:
        """Return what is typed so far, in a few words that need no translation: `Anne 66, Bert`."""

    def remark(self) -> Message | None:
        """Return a hint for whoever is typing, which reports nothing wrong, or None."""
        return None

    def suggestion(self) -> Suggestion | None:
        """Return what else may have been meant, or None."""
        return None

    def last_taps(self) -> Mapping[Seat, Callable[[Any], Any]]:
        """Return the steps that complete the hand and save it at once, by the player to tap;
        nothing where a tap may be meant otherwise."""
        return {}

    @abstractmethod
    def unfinished(self, problem: Problem, table: Table[Any]) -> bool:
        """Return whether a problem means only that more is to be typed."""
