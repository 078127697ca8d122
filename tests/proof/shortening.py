"""The shortest history that still shows a fault."""

from collections.abc import Callable, Collection

Play = Callable[[Collection[int]], str]
"""Plays a history without some of its steps, by their numbers; returns what is broken, or nothing.
"""


def kind_of(fault: str) -> str:
    """Return the words with which a fault begins, without its numbers."""
    return "".join(letter for letter in fault.partition("\n")[0] if not letter.isdigit())[:45]


def shortened(play: Play, steps: int, fault: str) -> str:
    """Return the same fault of a history with as few of its steps as can be."""
    without, size = frozenset[int](), steps // 2
    while size:
        for first in range(0, steps, size):
            fewer = without | {*range(first, min(first + size, steps))}
            found = play(fewer) if fewer != without else ""
            if found and kind_of(found) == kind_of(fault):
                without, fault = fewer, found
        size //= 2
    return fault
