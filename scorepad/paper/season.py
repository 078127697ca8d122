"""A season (S2: *Spielliste*): what everybody came to in each game, as PDF and CSV."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date as Date
from fractions import Fraction
from typing import TYPE_CHECKING

from scorepad.book.statistics import columns as tables
from scorepad.book.statistics.columns import ordered
from scorepad.i18n.words import Words
from scorepad.paper.page import Paper
from scorepad.paper.table import Column, Row, draw_table, fits_upright
from scorepad.paper.tables import CENTS, PROGRAMS, Dialect, Figure, Value, written
from scorepad.system.steps import Steps, stepwise

if TYPE_CHECKING:
    from scorepad.book.statistics import Record
    from scorepad.service.statistics import Overview

ABREAST = 12
"""The most columns of figures side by side on a page; more stand in a table below."""

UNDATED = Date(2000, 1, 1)
"""The date inside the file: a season has none of its own, and the same figures make the same
file."""

IN_MONEY = "money"
"""The beginning of the keys of the columns of money, which CSV has by currency."""


def _by_points(overview: "Overview") -> "tuple[tuple[tables.Column, ...], list[Record]]":
    """Return the columns of a game and its records, the best in the first column first."""
    records = overview.records.values()
    found = tables.columns(records, overview.game)
    return found, ordered(records, found[0], backwards=False)


# --- PDF ----------------------------------------------------------------------------------------


@stepwise
def season_pdf(games: "Sequence[Overview]", period: str, words: Words) -> Steps[bytes]:
    """Return a season as a PDF, a table or two for each game; period: which evenings it is of."""
    paper = Paper(words, words("Season"), period, UNDATED)
    yield
    drawn = [(heading, *_table(overview, part, paper)) for overview in games
             for heading, part in _parts(overview, paper)]
    paper.begin(landscape=not all(fits_upright(columns, rows, paper) for _, columns, rows in drawn))
    paper.head(period)
    for heading, columns, rows in drawn:
        yield from draw_table.steps(heading, columns, rows, paper)
    return paper.done()


def _parts(overview: "Overview", paper: Paper) -> "Iterable[tuple[str, tuple[tables.Column, ...]]]":
    """Yield the columns of a game in groups that have room on a page, each with its heading."""
    title = paper.words(overview.title)
    found = _by_points(overview)[0]
    for number, start in enumerate(range(0, len(found), ABREAST), 1):
        yield f"{title} · {number}" if number > 1 else title, found[start:start + ABREAST]


def _table(overview: "Overview", part: "Sequence[tables.Column]",
           paper: Paper) -> tuple[list[Column], list[Row]]:
    t = paper.words
    columns = [Column(t("Name"), right=False), *[Column(t(column.title)) for column in part]]
    rows = [Row(tuple(map(paper.letters, (overview.names[record.player], *[
        column.shown(record, t) for column in part]))), keep=True)
        for record in _by_points(overview)[1]]
    return columns, rows


# --- CSV ----------------------------------------------------------------------------------------


@stepwise
def season_csv(games: "Sequence[Overview]", period: str, words: Words,
               dialect: Dialect = PROGRAMS) -> Steps[bytes]:
    """Return a season as CSV, a line for each player and game: points in the smallest unit, and for
    programs money, too, and averages in tenths."""
    titles: dict[str, str] = {}
    lines: list[tuple[list[Value], dict[str, Value]]] = []
    for overview in games:
        found, records = _by_points(overview)
        currencies = sorted({currency for record in records for currency in record.money})
        titles |= {column.key: _title(column, words, dialect) for column in found
                   if not column.key.startswith(IN_MONEY)}
        titles |= {f"{IN_MONEY} {each}": f"{dialect.money(words)} {each}" for each in currencies}
        for record in records:
            figures = defaultdict[str, Value](lambda: None, {
                column.key: _plain(column.value(record)) for column in found})
            for currency, sides in record.money.items():
                figures[f"{IN_MONEY} {currency}"] = Figure(sides.balance, CENTS)
            lines.append(([words(overview.title),
                           overview.names[record.player]], figures))
    head = [words("Period"), words("Game"), words("Player"), *titles.values()]
    yield
    return (yield from written(head, [
        [period, *who, *[figures[key] for key in titles]] for who, figures in lines], dialect))


def _title(column: "tables.Column", t: Words, dialect: Dialect) -> str:
    in_tenths = column.key == "average" and not dialect.mark
    return t("Average, in tenths") if in_tenths else t(column.title)


def _plain(value: int | Fraction | None) -> Value:
    return Figure(round(value * 10), 1) if isinstance(value, Fraction) else value
