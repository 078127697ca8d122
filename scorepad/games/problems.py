"""Problems: what is wrong, and where; and values of a document as a sentence quotes them."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple, NoReturn, TypeVar

from scorepad.i18n.message import Message, say

Found = TypeVar("Found")

Place = tuple[str | int, ...]
"""A place in a hand or a document: keys and positions, outermost first."""


class Problem(NamedTuple):
    """Something wrong, where it is, and what a player should know about it."""

    place: Place
    message: Message


Problems = tuple[Problem, ...]
"""All that is wrong with one thing; empty if nothing is."""


class Unreadable(Exception):
    """Raised for text or data that does not have the shape it should.

    problems: what is wrong, and where.
    """

    def __init__(self, *problems: Problem) -> None:
        super().__init__(*problems)
        self.problems = problems

    def below(self, *steps: str | int) -> "Unreadable":
        """Return the same faults with their places below `steps`."""
        return Unreadable(*[Problem((*steps, *place), message)
                            for place, message in self.problems])


@contextmanager
def within(*steps: str | int) -> Iterator[None]:
    """Move the places of an `Unreadable` that is raised inside below `steps`."""
    try:
        yield
    except Unreadable as fault:
        raise fault.below(*steps) from None


def refuse(message: Message, *place: str | int) -> NoReturn:
    """Raise `Unreadable` with one problem."""
    raise Unreadable(Problem(place, message))


def refuse_unknown_keys(raw: Mapping[str, Any], known: Collection[str]) -> None:
    """Raise `Unreadable` with a problem for every key that is not one of `known`."""
    if unknown := [key for key in raw if key not in known]:
        raise Unreadable(*[Problem((shown(key),), say("is not a key that belongs here"))
                           for key in unknown])


def verified(found: Found | None) -> Found:
    """Return what only a hand without problems has; raises ValueError if it is None."""
    if found is None:
        raise ValueError("only a hand without problems has a score")
    return found


def fault_of_number(value: Any, low: int, high: int) -> Message | None:
    """Return why a value is not a whole number within these bounds, both included, or None."""
    if type(value) is int and low <= value <= high:
        return None
    return say("is not a whole number from {low} to {high}", low=low, high=high)


def none_of(value: Any, choices: Iterable[Any]) -> Message:
    """Return a sentence that this is none of the values that may stand there."""
    return say("{value} is not one of: {choices}", value=shown(value),
               choices=", ".join(map(shown, choices)))


def shown(value: Any, limit: int = 40) -> str:
    """Return a value from a document as a sentence quotes it: on one line of `limit` characters
    at most, numbers and the like as JSON writes them, and a list or an object as dots."""
    if isinstance(value, str):
        text = "".join([letter if letter.isprintable() else "�" for letter in value[:limit + 1]])
    elif isinstance(value, (dict, list)):
        text = "{…}" if isinstance(value, dict) else "[…]"
    else:
        text = json.dumps(value)
    return text if len(text) <= limit else text[: limit - 1] + "…"
