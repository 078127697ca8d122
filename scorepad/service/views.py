"""What the service shows: frozen values, computed from the facts."""

from dataclasses import dataclass
from datetime import date as Date
from typing import Any

from scorepad.book.facts import Fact
from scorepad.book.scoresheet import Scoresheet
from scorepad.book.settle import Transfer
from scorepad.games.base import Game


@dataclass(frozen=True)
class EveningCard:
    """An evening in the list of evenings; `games` are titles, `players` names, `latest_sheet` is
    the id of the sheet begun last, None where there is none yet."""

    id: str
    date: Date
    place: str
    closed: bool
    games: tuple[str, ...]
    players: tuple[str, ...]
    latest_sheet: str | None


@dataclass(frozen=True)
class SheetView:
    """A sheet to look at. `undo` and `redo` are the entries that these steps would concern."""

    id: str
    evening: str
    players: tuple[str, ...]
    score: Scoresheet
    undo: str | None
    redo: str | None

    @property
    def game(self) -> Game[Any, Any]:
        """The sheet's game."""
        return self.score.record.game

    @property
    def provisional(self) -> bool:
        """Whether what the sheet pays is only the balance so far of a match that still runs."""
        score, stake = self.score, self.score.record.stake
        return stake is not None and not score.over and score.tally.hands > 0 \
            and self.game.balance(score.tally, stake) is not None


@dataclass(frozen=True)
class EveningView:
    """An evening to look at: its sheets, what everyone receives in cents, the payments."""

    id: str
    date: Date
    place: str
    closed: bool
    sheets: tuple[SheetView, ...]
    balances: dict[str, int]
    transfers: tuple[Transfer, ...]
    currency: str


@dataclass(frozen=True)
class HandVersion:
    """What somebody wrote about a hand, when, and whether it still holds.

    at: milliseconds since 1970; fact: as it was written.
    """

    fact: Fact
    at: int
    by: str
    holds: bool


@dataclass(frozen=True)
class NewEvening:
    """An evening that begins with the sheet that is opened on it."""

    date: Date
    place: str = ""
