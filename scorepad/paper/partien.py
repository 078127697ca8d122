"""The numbers of Partien that somebody played, won and lost."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from scorepad.service.views import SheetView


class Partien(NamedTuple):
    """Ended Partien: how many, and how many of them the rules call won and lost."""

    played: int = 0
    won: int = 0
    lost: int = 0


def partien_of(sheets: Iterable["SheetView"]) -> dict[str, Partien]:
    """Return the ended Partien of everybody on these sheets, in the order they sit there."""
    found: dict[str, Partien] = {}
    for sheet in sheets:
        matches = [match.outcome for match in sheet.score.matches]
        for seat, name in enumerate(sheet.score.record.names):
            played, won, lost = found.get(name, Partien())
            found[name] = Partien(played + len(matches),
                                  won + sum(outcome.winner == seat for outcome in matches),
                                  lost + sum(seat in outcome.losers for outcome in matches))
    return found
