"""Writing down a hand where somebody else may have written one meanwhile."""

from collections.abc import Sequence
from typing import Any

from scorepad.book.open_sheet import OpenSheet
from scorepad.book.record import HandRecord
from scorepad.games.game import Problem
from scorepad.i18n.message import Message, say
from scorepad.service.corrections import ChangedMeanwhile
from scorepad.service.refusals import Refused

FIRST = ""
"""The id that stands for the hand before the first one of a sheet."""


class WrittenMeanwhile(ChangedMeanwhile):
    """A refusal because the hand does not follow the one that was last when it was typed.

    number: of the first hand that stands there instead, counted from 1; hand: that hand, None if
    the one before was undone and nothing is in its place.
    """

    def __init__(self, sentence: Message, number: int, hand: HandRecord | None) -> None:
        super().__init__(Problem((), sentence))
        self.number, self.hand = number, hand


def refuse_unless_next(sheet: OpenSheet, hand: Any, after: str | None) -> None:
    """Raise `WrittenMeanwhile` unless `after` is the id of the sheet's last hand, `FIRST` if it has
    none, or None, which means any; raise `Refused` if `hand` cannot be the next one."""
    if after is not None:
        _refuse_unless_last(sheet.hands, after)
    if problems := sheet.faults_of_next(hand):
        raise Refused(*problems)


def _refuse_unless_last(hands: Sequence[HandRecord], after: str) -> None:
    if after == (hands[-1].stamp.id if hands else FIRST):
        return
    before = [FIRST, *[hand.stamp.id for hand in hands]]
    if after not in before:
        raise WrittenMeanwhile(say("The hand before this one was undone."), len(before), None)
    number = before.index(after) + 1
    raise WrittenMeanwhile(say("Hand {number} was just saved.", number=number), number,
                           hands[number - 1])
