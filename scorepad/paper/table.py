"""Tables that fit the page: their type as large as that allows, their heads repeated. Rows that
belong together stay on one page; the next begins with what is carried forward."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import islice, pairwise
from typing import Any, NamedTuple

from scorepad.paper.page import BASELINE, HAIR, MARGIN, UPRIGHT, Paper, Type, line_height
from scorepad.system.steps import Steps, stepwise

GAP = 4.5
"""Millimetres between two columns, at the usual size of type."""

PAIR_GAP = 1.8
"""Millimetres between the points of a hand and the total beside them, at the usual size of type."""

NAME_WIDTH, LONE_NAME_WIDTH, TITLE_WIDTH = 26.0, 80.0, 22.0
"""Millimetres. Text that begins a row is cut at `NAME_WIDTH`, or at `LONE_NAME_WIDTH` if no column
wraps; titles above figures wrap at `TITLE_WIDTH`, and are then cut."""

WRAP_WIDTH, WIDEST_WRAP, WRAP_LINES = 42.0, 90.0, 3
"""Millimetres that the wrapping column should have, at the usual size of type: enough to set its
longest text in `WRAP_LINES` lines, from `WRAP_WIDTH` to `WIDEST_WRAP`."""

SMALLER = 0.86
"""The type of wrapping text and of running totals, as a fraction of that of the figures."""

LEAST_UPRIGHT = 8
"""Points. A table whose type would be smaller than this on an upright page asks for landscape."""

LEAST_PAIRED = 6.5
"""Points. With smaller type than this, totals stand below the points instead of beside them."""

MOST_ALIKE = 20
"""The most columns that are alike, those of players, whose figures can be read side by side."""

ROW_AIR = 1.1
"""Millimetres above and below the text of a row."""


class Pair(NamedTuple):
    """A cell with the points of a hand and the total that they make."""

    points: str
    total: str


Cell = str | Pair


class Column(NamedTuple):
    """A column with its title. right: for figures, which stand at the right edge; wraps: it takes
    the room that is left; alike: as wide as all others that are alike; tight: its title takes two
    lines, to be as narrow as its words allow."""

    title: str
    right: bool = True
    wraps: bool = False
    alike: bool = False
    tight: bool = False


class Style(Enum):
    """The look of a row: of what was played, of what counts nothing, of a result."""

    PLAIN = "plain"
    QUIET = "quiet"
    STRONG = "strong"
    """Bold, below a line."""


@dataclass(frozen=True)
class Row:
    """A row of cells. keep: stays on one page with the next one; carry: what is carried forward if
    a page ends after it; gap: millimetres of space above it."""

    cells: tuple[Cell, ...]
    style: Style = Style.PLAIN
    keep: bool = False
    carry: tuple[Cell, ...] | None = None
    gap: float = 0


class _Wide(NamedTuple):
    """The widths of a column's points and totals, and its least width without them."""

    points: float
    totals: float
    least: float


def in_parts(columns: Sequence[Column],
             rows: Sequence[Row]) -> list[tuple[list[Column], list[Row]]]:
    """Return a table in as many parts as it takes for its figures to be read: each has some of the
    columns that are alike, which stand side by side, and all of the others."""
    alike = [at for at, column in enumerate(columns) if column.alike] or [0]
    first, count = alike[0], -(-len(alike) // MOST_ALIKE)
    bounds = [first + len(alike) * part // count for part in range(count + 1)]

    def picked(cells: Sequence[Any], low: int, high: int) -> tuple[Any, ...]:
        return (*cells[:first], *cells[low:high], *cells[bounds[-1]:])

    return [(list(picked(columns, low, high)), [replace(
        row, cells=picked(row.cells, low, high),
        carry=row.carry and picked(row.carry, low, high)) for row in rows])
        for low, high in pairwise(bounds)]


def fits_upright(columns: Sequence[Column], rows: Sequence[Row], paper: Paper) -> bool:
    """Return whether a table can be read well on an upright page."""
    return size_on(columns, rows, paper, UPRIGHT) >= LEAST_UPRIGHT


def size_on(columns: Sequence[Column], rows: Sequence[Row], paper: Paper, width: float) -> float:
    """Return the size of type that a table would have on so many millimetres."""
    return _size(_widths(columns, rows, paper, stacked=False), width)


def _size(widths: Sequence[tuple[float, float]], width: float) -> float:
    """Return the size of type with which columns of these widths fill `width`."""
    wanted = sum(own for own, _ in widths) + GAP * (len(widths) - 1)
    return Type.BODY * min(1, width / wanted)


def _widths(columns: Sequence[Column], rows: Sequence[Row], paper: Paper, *,
            stacked: bool) -> list[tuple[float, float]]:
    """Return the width of each column, and of its totals, in millimetres at the usual size of type.
    stacked: totals stand below the points."""
    every = [row.cells for row in rows] + [row.carry for row in rows if row.carry]
    most = NAME_WIDTH if any(column.wraps for column in columns) else LONE_NAME_WIDTH
    measured = [_measured(column, {cells[at] for cells in every}, most, paper)
                for at, column in enumerate(columns)]
    alike = [each for each, column in zip(measured, columns) if column.alike]
    widest = _Wide(*map(max, zip(*alike))) if alike else None
    widths = []
    for column, each in zip(columns, measured):
        points, totals, least = widest if widest and column.alike else each
        both = max(points, totals) if stacked or not totals else points + PAIR_GAP + totals
        widths.append((max(both, least), totals))
    return widths


def _measured(column: Column, cells: set[Cell], most: float, paper: Paper) -> _Wide:
    """Return the widths of a column; text that begins a row counts as no wider than `most`."""
    def widest(texts: Iterable[str], size: float, *, bold: bool = False) -> float:
        return max([paper.width_of(text, size, bold=bold) for text in texts], default=0)

    size, small = Type.BODY, Type.BODY * SMALLER
    texts = {cell for cell in cells if isinstance(cell, str)}
    if column.wraps:
        return _Wide(0, 0, min(max(WRAP_WIDTH, widest(texts, small) / WRAP_LINES), WIDEST_WRAP))
    pairs = {cell for cell in cells if isinstance(cell, Pair)}
    least = max(widest(texts, size), widest(texts, size, bold=True))
    if not column.right:
        least = min(least, most)
    title = paper.width_of(column.title, small)
    if column.tight:
        words = column.title.split()
        title = min([widest((" ".join(words[:at]), " ".join(words[at:])), small)
                     for at in range(1, len(words))], default=title)
    return _Wide(widest({pair.points for pair in pairs}, size),
                 widest({pair.total for pair in pairs}, small),
                 max(least, min(title, TITLE_WIDTH)))


class Table:
    """One table on a paper that has been begun."""

    def __init__(self, paper: Paper, columns: Sequence[Column], rows: Sequence[Row]) -> None:
        self._paper, self._columns, self._rows = paper, columns, rows
        self._wrapped: dict[str, list[str]] = {}
        widths, self._stacked = _widths(columns, rows, paper, stacked=False), False
        if _size(widths, paper.width) < LEAST_PAIRED:
            widths, self._stacked = _widths(columns, rows, paper, stacked=True), True
        self._size = _size(widths, paper.width)
        self._small = self._size * SMALLER
        self._scale = scale = self._size / Type.BODY
        self._totals = [totals * scale for _, totals in widths]
        gap = GAP * scale
        left = paper.width - sum(own * scale for own, _ in widths) - gap * (len(columns) - 1)
        self._edges: list[tuple[float, float]] = []
        x = MARGIN
        for column, (own, _) in zip(columns, widths):
            width = own * scale + (left if column.wraps else 0)
            self._edges.append((x, x + width))
            x += width + gap
        self._end = x - gap - MARGIN
        self._titles = [paper.wrapped(column.title, self._small, right - left + 0.01, most=2)
                        for column, (left, right) in zip(columns, self._edges)]
        self._deepest = max(map(len, self._titles))
        self._head_height = self._deepest * line_height(self._small) + 2 * ROW_AIR

    @property
    def first(self) -> float:
        """The height of its head with the rows that must not be parted from it."""
        return self._head_height + sum(
            self._height(row) for block in islice(self._blocks(), 2) for row in block)

    @property
    def whole(self) -> float:
        """The height of the whole table, if no page ends within it."""
        return self._head_height + sum(self._height(row) for row in self._rows)

    @property
    def width(self) -> float:
        """The millimetres from its left end to its right one."""
        return self._end

    @stepwise
    def draw(self) -> Steps[None]:
        """Draw it on the paper, on as many pages as it takes."""
        paper, carry = self._paper, None
        paper.keep_together(self.first)
        with paper.tagged("Table"):
            self._head()
            for block in self._blocks():
                height = sum(self._height(row) for row in block)
                if paper.room < height <= paper.whole - self._head_height:
                    self._turn(carry)
                for row in block:
                    if paper.room < self._height(row):
                        self._turn(carry)
                    self._row(row, hair=row is not self._rows[-1])
                    carry = row.carry
                    yield

    def _turn(self, carry: tuple[Cell, ...] | None) -> None:
        """Begin a page with what the last one had already; only the eye needs that again."""
        self._paper.turn()
        with self._paper.aside():
            self._head()
            if carry is not None:
                self._row(Row(carry, Style.QUIET), hair=True)

    def _blocks(self) -> Iterator[list[Row]]:
        """Yield groups of rows that stay together."""
        block: list[Row] = []
        for row in self._rows:
            block.append(row)
            if not row.keep:
                yield block
                block = []
        if block:
            yield block

    def _head(self) -> None:
        paper = self._paper
        with paper.tagged("TR"):
            for column, title, (left, right) in zip(self._columns, self._titles, self._edges):
                with paper.tagged("TH"):
                    for at, line in enumerate(title, self._deepest - len(title)):
                        y = paper.y + ROW_AIR + at * line_height(self._small)
                        paper.text(right if column.right else left, y, line, self._small,
                                   grey=True, right=column.right)
        paper.y += self._head_height
        paper.rule(length=self._end)

    def _lines(self, text: str, at: int) -> list[str]:
        """Return a text in lines of its column, at most as many as a page has room for."""
        if text not in self._wrapped:
            left, right = self._edges[at]
            room = self._paper.whole - self._head_height - 2 * ROW_AIR - 2 * line_height(Type.BODY)
            most = max(1, int(room / line_height(self._small)) - 3)
            self._wrapped[text] = self._paper.wrapped(text, self._small, right - left + 0.01,
                                                      most=most)
        return self._wrapped[text]

    def _height(self, row: Row) -> float:
        height = line_height(self._size)
        if self._stacked and any(isinstance(cell, Pair) and cell.total for cell in row.cells):
            height += line_height(self._small)
        for at, (column, cell) in enumerate(zip(self._columns, row.cells)):
            if column.wraps and isinstance(cell, str):
                height = max(height, len(self._lines(cell, at)) * line_height(self._small))
        return height + 2 * ROW_AIR + row.gap

    def _row(self, row: Row, *, hair: bool) -> None:
        paper = self._paper
        height = self._height(row)
        paper.y += row.gap
        if row.style is Style.STRONG:
            paper.rule(length=self._end)
        with paper.tagged("TR"):
            for at, cell in enumerate(row.cells):
                with paper.tagged("TD"):
                    self._cell(cell, at, row)
        paper.y += height - row.gap
        if hair and row.style is not Style.STRONG:
            paper.rule(width=0.1, shade=HAIR, length=self._end)

    def _cell(self, cell: Cell, at: int, row: Row) -> None:
        column = self._columns[at]
        if isinstance(cell, Pair):
            self._pair(cell, at, row)
        elif column.wraps:
            self._wrapping(cell, at)
        else:
            self._single(cell, at, column, row)

    def _single(self, cell: str, at: int, column: Column, row: Row) -> None:
        paper, size = self._paper, self._size
        bold, quiet = row.style is Style.STRONG, row.style is Style.QUIET
        left, right = self._edges[at]
        if not column.right:  # the text that begins a row may run on into empty cells
            for beside in range(at + 1, len(row.cells)):
                if row.cells[beside] or self._columns[beside].right:
                    break
                right = self._edges[beside][1]
        text = paper.fitting(cell, size, right - left + 0.01, bold=bold)
        paper.text(right if column.right else left, paper.y + ROW_AIR, text, size, bold=bold,
                   grey=quiet, right=column.right)

    def _pair(self, pair: Pair, at: int, row: Row) -> None:
        paper, totals = self._paper, self._totals[at]
        right, y = self._edges[at][1], paper.y + ROW_AIR
        quiet = row.style is Style.QUIET or not pair.total
        beside = 0 if self._stacked or not totals else totals + PAIR_GAP * self._scale
        paper.text(right - beside, y, pair.points, self._size, right=True, grey=quiet)
        lower = line_height(self._size) if self._stacked else self._on_one_line
        paper.text(right, y + lower, pair.total, self._small, right=True, grey=True)

    def _wrapping(self, text: str, at: int) -> None:
        y = self._paper.y + ROW_AIR + self._on_one_line
        for line in self._lines(text, at):
            self._paper.text(self._edges[at][0], y, line, self._small, grey=True)
            y += line_height(self._small)

    @property
    def _on_one_line(self) -> float:
        """The millimetres by which small type begins lower, to share a baseline."""
        return (self._size - self._small) * BASELINE


@stepwise
def draw_table(heading: str, columns: Sequence[Column], rows: Sequence[Row],
               paper: Paper) -> Steps[None]:
    """Draw a heading and a table, whose first rows are on the same page as the heading."""
    table = Table(paper, columns, rows)
    paper.heading(heading, below=table.first)
    yield from table.draw.steps()
