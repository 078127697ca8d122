"""Ending a match by hand, and what a table agrees on for a Partie that it breaks off."""

from collections.abc import Sequence

from scorepad.book.facts import MatchEnded
from scorepad.book.scoresheet import Scoresheet
from scorepad.games.game import Problem
from scorepad.games.protocols import Partien
from scorepad.i18n.message import say
from scorepad.service.refusals import Refused


def ending(score: Scoresheet, agreement: Sequence[int]) -> MatchEnded | None:
    """Return the fact that ends the running match of a sheet, None where it is over already.

    agreement: the cents that each seat receives for a Partie, empty where nothing was agreed on.
    Raises `Refused` if only the rules can end a match, if nothing has been played, or if there can
    be no such agreement.
    """
    record = score.record
    if fault := record.game.fault_of_ending():
        raise Refused(Problem((), fault))
    if score.over:
        return None
    if not score.tally.hands:
        raise Refused(Problem((), say("nothing has been played yet")))
    agreed: tuple[int, ...] = tuple(agreement)
    if not any(agreed):
        return MatchEnded(record.id)
    if not isinstance(record.game, Partien):
        fault = say("the points say what everybody receives")
    elif record.stake is None:
        fault = say("nothing is at stake on this sheet, so there is nothing to agree on")
    elif len(agreed) != len(record.names) or sum(agreed) != 0:
        fault = say("what some receive the others pay")
    if fault:
        raise Refused(Problem(("agreement",), fault))
    return MatchEnded(record.id, agreed)
