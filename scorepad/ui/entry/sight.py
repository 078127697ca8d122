"""The last hand that whoever types has seen on the sheet, and what was written there meanwhile."""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import NamedTuple

from scorepad.book.scoresheet import Line, Scoresheet
from scorepad.i18n.message import Message, say
from scorepad.service.written_meanwhile import FIRST

UNSEEN = 0.25
"""Seconds that a hand of somebody else has to be on the screen before it counts as seen: a finger
already on its way still means the hand before."""


class Place(NamedTuple):
    """The last hand of a sheet, as somebody saw it: its id, and its number, counted from 1."""

    hand: str = FIRST
    number: int = 0


START = Place()
"""The place before the first hand."""


def end_of(score: Scoresheet) -> Place:
    """Return the last hand of the sheet, `START` if it has none."""
    count = len(score.lines)
    return Place(score.lines[-1].record.stamp.id, count) if count else START


@dataclass
class Sight:
    """The ends of a sheet that have been on a screen.

    shown: the last hand shown, None before the sheet is first drawn; before: the one shown before
    that; since: when that changed, in seconds; looked: how often half-typed hands had been written
    when this page last looked at those of other pages.
    """

    shown: Place | None = None
    before: Place = START
    since: float = float("-inf")
    looked: int = -1

    def look(self, end: Place) -> None:
        """Note that the sheet is shown, and ends there."""
        if self.shown is None:
            self.know(end)
        elif end != self.shown:
            self.before, self.shown, self.since = self.shown, end, monotonic()

    def know(self, end: Place) -> None:
        """Note that whoever types has made the sheet end there."""
        self.before = self.shown = end

    def seen(self) -> Place:
        """Return the last hand that whoever types has seen."""
        return self.shown if self.shown is not None and monotonic() - self.since >= UNSEEN \
            else self.before


def happened(score: Scoresheet, after: Place, told: Callable[[Line], str]) -> Message | None:
    """Return a question: what has happened to the end of a sheet since somebody saw `after` there,
    and whether a hand that was to follow it is meant all the same. None where nothing has.

    told: gives what a hand wrote, in words.
    """
    lines = score.lines
    if end_of(score).hand == after.hand:
        return None
    before = [FIRST, *[line.record.stamp.id for line in lines]]
    if after.hand in before:
        first = before.index(after.hand) + 1
        what = told(lines[first - 1])
        if first == len(lines):
            return say("Hand {number} was just saved: {what}. Save yours anyway?",
                       number=first, what=what)
        return say("Hands {first} to {last} were just saved, the first: {what}. Save yours anyway?",
                   first=first, last=len(lines), what=what)
    if after.number <= len(lines):
        return say("Hand {number} is a different one now: {what}. Save yours anyway?",
                   number=after.number, what=told(lines[after.number - 1]))
    return say("Hand {number} was undone. Save yours anyway?", number=after.number)
