"""A sheet as a table: every hand with its dealer, its points, and how they came about."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from scorepad.book.scoresheet import entered_on, fees_on, is_list, listed_on
from scorepad.games.game import Tally
from scorepad.i18n.words import Words
from scorepad.paper.page import Paper
from scorepad.paper.table import Cell, Column, Pair, Row, Style
from scorepad.paper.telling import note_of
from scorepad.system.steps import Steps

if TYPE_CHECKING:
    from scorepad.book.scoresheet import Line, Match, Scoresheet
    from scorepad.service.views import SheetView


BEFORE = 2
"""The number of columns before those for plus and minus."""


def with_cells(row: Row, points: int, t: Words) -> Row:
    """Return a row with the points of its game in the column for plus or for minus."""
    figures = [t.points(points) if points > 0 else "", t.points(points) if points < 0 else ""]

    def widened(cells: Sequence[Cell], *more: Cell) -> tuple[Cell, ...]:
        return (*cells[:BEFORE], *more, *cells[BEFORE:])

    return replace(row, cells=widened(row.cells, *figures),
                   carry=row.carry and widened(row.carry, "", ""))


def points_of(score: "Scoresheet", line: "Line") -> int:
    """Return what the declarer of a hand wrote for the game; without a declarer, what the only
    player who wrote anything wrote, or else 0."""
    entered = entered_on(score, line)
    if entered is not None:
        return entered.points
    written = list(filter(None, line.points))
    return written[0] if len(written) == 1 else 0


def sums(score: "Scoresheet", last: int, paper: Paper) -> Iterator[Row]:
    """Yield the rows below the list of the Partie to which the hand with the number `last` belongs:
    games won and lost, and where everybody writes something besides, that and what it is for."""
    if not is_list(score):
        return
    t = paper.words
    first = max([match.last_hand for match in score.matches if match.last_hand < last], default=0)
    won, lost, by_others, points, besides = zip(*listed_on(score, first, last))
    rows = [(t("Won"), won), (t("Lost"), lost)]
    if any(besides):
        rows += [(t("Lost by others"), by_others), (t("Game points"), points),
                 ("Seeger-Fabian", besides)]
    for title, figures in rows:
        yield Row(("", title, *[t.points(figure) for figure in figures], ""))
    if fees := fees_on(score):
        yield Row(("", "Verlustspielgeld", *[
            t.money(cents, score.record.currency) for cents in fees], ""))


NONE = "·"
"""The sign of a player who wrote nothing; one who sat out has a dash."""

PARTIE_GAP = 3.0
"""Millimetres between two Partien."""


def columns_of(sheet: "SheetView", paper: Paper) -> list[Column]:
    """Return the columns of a sheet: number, dealer, the players, the arithmetic."""
    t, names = paper.words, sheet.score.record.names
    columns = [Column(t("No.")), Column(t("Dealer"), right=False),
               *[Column(paper.letters(name), alike=True) for name in names],
               Column(t("Arithmetic"), right=False, wraps=True)]
    return columns if not is_list(sheet.score) else [
        *columns[:BEFORE], Column(t("Plus")), Column(t("Minus")), *columns[BEFORE:]]


def rows_of(sheet: "SheetView", paper: Paper) -> Steps[list[Row]]:
    """Return a row for each hand, and after them the result of each Partie and of all."""
    score, gap = sheet.score, 0.0
    rows: list[Row] = []
    points: dict[int, int] = {}
    for number, line in enumerate(score.lines, 1):
        match = score.match_ended_by(number)
        points[len(rows)] = points_of(score, line)
        rows.append(_hand(score, number, line, paper, keep=match is not None
                          or number == len(score.lines), gap=gap))
        gap = 0
        if match:
            rows += _end(score, match, paper)
            gap = PARTIE_GAP
        yield
    if rows and not gap:
        rows += _so_far(score, paper)
    if together := list(_together(sheet, paper)):
        rows[-1] = replace(rows[-1], keep=True)
    rows += together
    return [with_cells(row, points.get(at, 0), paper.words) for at, row in enumerate(rows)] \
        if is_list(score) else rows


def _hand(score: "Scoresheet", number: int, line: "Line", paper: Paper, *, keep: bool,
          gap: float) -> Row:
    t, table, totals = paper.words, line.table, line.tally.totals
    cells = []
    for seat in range(len(totals)):
        if points := line.points[seat]:
            cells.append(Pair(t.points(points, score.decimals),
                              t.points(totals[seat], score.decimals)))
        elif seat in table.active:
            cells.append(Pair(NONE, ""))
        else:
            cells.append(Pair("–" if seat in table.seats else "", ""))
    quiet = line.record.voided or bool(line.problems)
    return Row((str(number), paper.letters(table.names[table.dealer]), *cells,
                paper.letters(note_of(score, line, t))),
               Style.QUIET if quiet else Style.PLAIN, keep,
               ("", t("Carried forward"), *[Pair("", t.points(total, score.decimals))
                                            for total in totals], ""),
               gap)


def _end(score: "Scoresheet", match: "Match", paper: Paper) -> list[Row]:
    """Return the result of a Partie: totals, who won or lost it, and what everybody receives."""
    t, record = paper.words, score.record
    title = t("The end") if record.one_match \
        else t("Match {number}", number=score.matches.index(match) + 1)
    rows = [Row(("", title, *_points(match.tally.totals, t, score.decimals),
                 paper.letters(t(score.tell(match)))), Style.STRONG),
            *_meters(score, match.tally, match.last_hand, paper)]
    if match.payout is not None:
        rows.append(_money(t("Payout"), match.payout, record.currency, paper))
    return _kept(rows)


def _so_far(score: "Scoresheet", paper: Paper) -> list[Row]:
    """Return the state of a Partie that is still running."""
    t = paper.words
    rows = [Row(("", t("So far"), *_points(score.tally.totals, t, score.decimals), ""),
                Style.STRONG),
            *_meters(score, score.tally, len(score.lines), paper)]
    if score.pot_title:
        pot = t.points(score.pot, score.decimals)
        rows.append(Row(("", t(score.pot_title), *[""] * len(score.record.names), pot)))
    return _kept(rows)


def _together(sheet: "SheetView", paper: Paper) -> Iterator[Row]:
    """Yield what all Partien of a sheet pay together, unless that stands there already."""
    t, score = paper.words, sheet.score
    paid = [match for match in score.matches if match.payout is not None]
    if score.payout is None or not score.lines:
        return
    if sheet.provisional:
        title = t("Payout") if sheet.closed else t("Balance so far")
    elif len(paid) > 1:
        title = t("Sum")
    else:
        return
    yield _money(title, score.payout, score.record.currency, paper, Style.STRONG)


def _meters(score: "Scoresheet", tally: Tally, last: int, paper: Paper) -> Iterator[Row]:
    """Yield what the game counts besides the points, after the hand with the number `last`."""
    t, rules = paper.words, score.lines[last - 1].table.rules
    for meter in score.record.game.meters(tally, rules):
        if not meter.of_points and meter.counts != tally.totals:
            yield Row(("", t(meter.title), *_points(meter.counts, t), ""))
    yield from sums(score, last, paper)


def _money(title: str, cents: Sequence[int], currency: str, paper: Paper,
           style: Style = Style.PLAIN) -> Row:
    t = paper.words
    return Row(("", title, *[paper.letters(t.balance(each, currency)) for each in cents], ""),
               style)


def _points(points: Sequence[int], t: Words, decimals: int = 0) -> list[Cell]:
    return [t.points(each, decimals) for each in points]


def _kept(rows: Sequence[Row]) -> list[Row]:
    """Return the rows so that none but the last may end a page."""
    return [*[replace(row, keep=True) for row in rows[:-1]], rows[-1]]
