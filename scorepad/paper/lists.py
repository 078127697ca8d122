"""The list of a game that one player plays alone: columns for plus and minus, and below them how
many games everybody has won and lost, and what that counts."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from scorepad.games.protocols import Entered, KeepsList
from scorepad.i18n.words import Words
from scorepad.paper.page import Paper
from scorepad.paper.table import Cell, Column, Row

if TYPE_CHECKING:
    from scorepad.book.scoresheet import Line, Scoresheet

BEFORE = 2
"""The number of columns before those for plus and minus."""


def is_list(score: "Scoresheet") -> bool:
    """Return whether a sheet is kept as a list."""
    return isinstance(score.record.game, KeepsList)


def with_columns(columns: list[Column], t: Words) -> list[Column]:
    """Return the columns of a sheet with those for plus and minus."""
    return [*columns[:BEFORE], Column(t("Plus")), Column(t("Minus")), *columns[BEFORE:]]


def with_cells(row: Row, points: int, t: Words) -> Row:
    """Return a row with the points of its game in the column for plus or for minus."""
    figures = [t.points(points) if points > 0 else "", t.points(points) if points < 0 else ""]

    def widened(cells: Sequence[Cell], *more: Cell) -> tuple[Cell, ...]:
        return (*cells[:BEFORE], *more, *cells[BEFORE:])

    return replace(row, cells=widened(row.cells, *figures),
                   carry=row.carry and widened(row.carry, "", ""))


def points_of(score: "Scoresheet", line: "Line") -> int:
    """Return what the declarer of a hand wrote for the game; where nobody was, what the only one
    who wrote anything did, or else 0."""
    entered = _entered(score, line)
    if entered is not None:
        return entered.points
    written = list(filter(None, line.points))
    return written[0] if len(written) == 1 else 0


def sums(score: "Scoresheet", last: int, paper: Paper) -> Iterator[Row]:
    """Yield the rows below the list of the Partie to which the hand with the number `last` belongs:
    games won and lost, the points of the games, and what everybody has besides."""
    if not is_list(score):
        return
    t, size = paper.words, len(score.record.names)
    first = max([match.last_hand for match in score.matches if match.last_hand < last], default=0)
    entries = [entered for line in score.lines[first:last]
               if (entered := _entered(score, line)) is not None]
    won, lost = [[sum([each.won is way and each.spieler == seat for each in entries])
                  for seat in range(size)] for way in (True, False)]
    rows = [(t("Won"), won), (t("Lost"), lost)]
    bonus = [sum([each.bonus[seat] for each in entries]) for seat in range(size)]
    if any(bonus):
        totals = score.lines[last - 1].tally.totals
        rows += [(t("Game points"), [total - each for total, each in zip(totals, bonus)]),
                 ("Seeger-Fabian", bonus)]
    for title, figures in rows:
        yield Row(("", title, *[t.points(figure) for figure in figures], ""))


def _entered(score: "Scoresheet", line: "Line") -> Entered | None:
    game = score.record.game
    if line.score is None or not isinstance(game, KeepsList):
        return None
    return game.entered(line.record.hand, line.table, line.score)
