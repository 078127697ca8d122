"""How far whoever types has seen the sheet, and what was written there meanwhile."""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import NamedTuple

from scorepad.book.scoresheet import Line, Scoresheet
from scorepad.service.following import FIRST
from scorepad.text import Message, say

UNSEEN = 0.25
"""Seconds for which a hand of somebody else stands on the screen before anybody has seen it: a
finger that is on its way by then still means the hand before."""


class Place(NamedTuple):
    """The last hand of a sheet, as somebody saw it: its id, and its number, counted from 1."""

    hand: str = FIRST
    number: int = 0


START = Place()
"""Before the first hand."""


def end_of(score: Scoresheet) -> Place:
    """The last hand as it stands."""
    count = len(score.lines)
    return Place(score.lines[-1].record.stamp.id, count) if count else START


@dataclass
class Sight:
    """What has been on a screen: the last hand of the sheet, since when, and what was the last
    one before; looked: how often half-typed hands had been written when it last looked at those
    of other pages."""

    shown: Place | None = None
    before: Place = START
    since: float = float("-inf")
    looked: int = -1

    def look(self, end: Place) -> None:
        """The sheet is shown, and ends there."""
        if self.shown is None:
            self.know(end)
        elif end != self.shown:
            self.before, self.shown, self.since = self.shown, end, monotonic()

    def know(self, end: Place) -> None:
        """Whoever types has made it end there."""
        self.before = self.shown = end

    def seen(self) -> Place:
        """The last hand that whoever types has seen."""
        return self.shown if self.shown is not None and monotonic() - self.since >= UNSEEN \
            else self.before


def happened(score: Scoresheet, after: Place, told: Callable[[Line], str]) -> Message | None:
    """What has become of the end of a sheet since somebody saw `after` there, and whether a hand
    that was typed then is meant all the same; None where nothing has.

    told: what a hand wrote, in words.
    """
    lines = score.lines
    if end_of(score).hand == after.hand:
        return None
    before = [FIRST, *[line.record.stamp.id for line in lines]]
    if after.hand in before:
        first = before.index(after.hand) + 1
        what = told(lines[first - 1])
        if first == len(lines):
            return say("Hand {number} was just written: {what}. Yours all the same?",
                       number=first, what=what)
        return say("Hands {first} to {last} were just written, the first: {what}. "
                   "Yours all the same?", first=first, last=len(lines), what=what)
    if after.number <= len(lines):
        return say("Hand {number} is another one now: {what}. Yours all the same?",
                   number=after.number, what=told(lines[after.number - 1]))
    return say("Hand {number} was undone. Yours all the same?", number=after.number)
