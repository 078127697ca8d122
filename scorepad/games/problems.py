"""What is wrong, where, and in words; and how a value of a document is quoted in a sentence."""

import json
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple, NoReturn, TypeVar

from scorepad.text import Message, say

Found = TypeVar("Found")

Place = tuple[str | int, ...]
"""Where in a hand or a document something stands: keys and positions, outermost first."""


class Problem(NamedTuple):
    """Something wrong, where it is, and what a player should know about it."""

    place: Place
    message: Message


Problems = tuple[Problem, ...]
"""All that is wrong with one thing; empty for nothing."""


class Unreadable(Exception):
    """Something written that does not have the shape it should; `problems` says why and where."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(*problems)
        self.problems = problems

    def below(self, *steps: str | int) -> "Unreadable":
        """Return the same faults with their places below `steps`."""
        return Unreadable(*[Problem((*steps, *place), message)
                            for place, message in self.problems])


@contextmanager
def within(*steps: str | int) -> Iterator[None]:
    """What is unreadable inside has its place below `steps`."""
    try:
        yield
    except Unreadable as fault:
        raise fault.below(*steps) from None


def refuse(message: Message, *place: str | int) -> NoReturn:
    """Raise `Unreadable` with one problem."""
    raise Unreadable(Problem(place, message))


def refuse_unknown_keys(raw: Mapping[str, Any], known: Collection[str]) -> None:
    """Raise `Unreadable` for every key that is not one of `known`."""
    if unknown := [key for key in raw if key not in known]:
        raise Unreadable(*[Problem((shown(key),), say("is not a key that belongs here"))
                           for key in unknown])


def verified(found: Found | None) -> Found:
    """What every hand has that can have been played; raises ValueError where one has it not."""
    if found is None:
        raise ValueError("only a hand without problems has a score")
    return found


def shown(value: Any, limit: int = 40) -> str:
    """A value from a document as a sentence can carry it: on one line, and as JSON writes it."""
    if isinstance(value, str):
        text = "".join([letter if letter.isprintable() else "�" for letter in value[:limit + 1]])
    elif isinstance(value, (dict, list)):
        text = "{…}" if isinstance(value, dict) else "[…]"
    else:
        text = json.dumps(value)
    return text if len(text) <= limit else text[: limit - 1] + "…"
