"""Evenings for other programs: for a calendar (RFC 5545), each as a day; and for BG Stats, which
keeps who has played what with whom, in the form of its own exports.

Whatever has an id there has one that follows from the book's: what comes twice is known again.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import date as Date
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from scorepad.system.steps import Steps, stepwise

WIDTH = 75
"""The most bytes of a line (RFC 5545, 3.1)."""

MARKS = str.maketrans({"\\": r"\\", ";": r"\;", ",": r"\,", "\n": r"\n"})
"""The marks that stand for these in a text (RFC 5545, 3.3.11)."""


class Day(NamedTuple):
    """An evening in a calendar; id: by which that knows it again; lines: what is told of it."""

    id: str
    date: Date
    title: str
    place: str
    lines: Sequence[str]


@stepwise
def calendar_of(days: Iterable[Day]) -> Steps[bytes]:
    """Return a calendar of these days."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Scorepad//Scorepad//EN"]
    for day in days:
        lines += _event(day)
        yield
    return "".join([f"{_folded(line)}\r\n" for line in (*lines, "END:VCALENDAR")]).encode()


def _event(day: Day) -> Iterator[str]:
    date = day.date.isoformat().replace("-", "")
    yield from ("BEGIN:VEVENT", f"UID:{day.id}", f"DTSTAMP:{date}T000000Z",
                f"DTSTART;VALUE=DATE:{date}", "TRANSP:TRANSPARENT", f"SUMMARY:{_text(day.title)}")
    if day.place:
        yield f"LOCATION:{_text(day.place)}"
    if day.lines:
        yield f"DESCRIPTION:{_text(chr(10).join(day.lines))}"
    yield "END:VEVENT"


def _text(text: str) -> str:
    return text.translate(MARKS)


def _folded(line: str) -> str:
    """Return a line in pieces that are short enough, each but the first behind a blank."""
    pieces = [""]
    for letter in line:
        if len(pieces[-1].encode()) + len(letter.encode()) > WIDTH:
            pieces.append(" ")
        pieces[-1] += letter
    return "\r\n".join(pieces)


OURS = UUID("5c0e9ad0-0b65-5d2c-8c57-1d2f6d8e4a11")
"""The space of the ids that are made from names."""


class Play(NamedTuple):
    """A match, or what was played of one.

    id: of its sheet, with its number there; players: the id and the name of each seat; totals: in
    points; winners: the seats that have won, empty where it goes on; dealer: the seat that dealt
    first; hands: how many were played.
    """

    id: str
    date: Date
    place: str
    game: str
    high_wins: bool
    players: Sequence[tuple[str, str]]
    totals: Sequence[int]
    winners: Sequence[int]
    dealer: int
    hands: int


@stepwise
def bg_stats_of(plays: Iterable[Play]) -> Steps[bytes]:
    """Return a file with these plays, and all that they name."""
    players, places, games = _Listed(), _Listed(), _Listed()
    written = []
    for play in plays:
        seen = _moment(play.date)
        known = [players.number(own, name=name, isAnonymous=False, modificationDate=seen)
                 for own, name in play.players]
        game = games.number(
            f"game {play.game}", name=play.game, bggId=0, cooperative=False, noPoints=False,
            highestWins=play.high_wins, usesTeams=False, modificationDate=seen)
        where = {"locationRefId": places.number(
            f"place {play.place}", name=play.place, modificationDate=seen)} if play.place else {}
        written.append({
            "uuid": _id_of(play.id), "playDate": seen, "entryDate": seen, "modificationDate": seen,
            "playDateYmd": int(play.date.strftime("%Y%m%d")), "durationMin": 0,
            "gameRefId": game, **where, "ignored": False, "usesTeams": False,
            "manualWinner": bool(play.winners), "rounds": play.hands, "bggId": 0,
            "importPlayId": 0, "nemestatsId": 0, "rating": 0, "scoringSetting": 0,
            "expansionPlays": [], "playerScores": [{
                "playerRefId": player, "score": str(play.totals[seat]),
                "winner": seat in play.winners, "startPlayer": seat == play.dealer,
                "newPlayer": False, "rank": _rank(play, seat), "seatOrder": seat + 1}
                for seat, player in enumerate(known)]})
        yield
    return json.dumps({
        "about": "Scorepad", "players": players.rows, "locations": places.rows,
        "games": games.rows, "plays": written}, ensure_ascii=False, indent=1).encode()


class _Listed:
    """Rows with numbers of their own, each once."""

    def __init__(self) -> None:
        self.rows: list[dict[str, Any]] = []
        self._numbers: dict[str, int] = {}

    def number(self, own: str, **row: Any) -> int:
        """Return the number of a row, which is added unless it is there."""
        if own not in self._numbers:
            self._numbers[own] = len(self.rows) + 1
            self.rows.append({"id": self._numbers[own], "uuid": _id_of(own), **row})
        return self._numbers[own]


def _id_of(own: str) -> str:
    return str(uuid5(OURS, own))


def _moment(date: Date) -> str:
    """Return a day as a moment: the book does not know the hour."""
    return f"{date.isoformat()} 00:00:00"


def _rank(play: Play, seat: int) -> int:
    """Return a place by points, 1 for the best."""
    own = play.totals[seat]
    return 1 + sum((total > own) if play.high_wins else (total < own) for total in play.totals)
