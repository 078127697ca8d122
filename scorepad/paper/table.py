"""Tables that fit: as wide as the page, their type as large as that allows, their heads repeated.

A column is as wide as its contents; one takes the room that is left, and wraps. Rows that belong
together stay on one page. If a page ends between two rows, the next begins with what is carried
forward.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import chain
from typing import NamedTuple

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

ROW_AIR = 1.1
"""Millimetres above and below the text of a row."""


class Pair(NamedTuple):
    """A cell with the points of a hand and the total that they make."""

    points: str
    total: str


Cell = str | Pair


class Column(NamedTuple):
    """A column with its title.

    right: for figures, which stand at the right edge; wraps: it takes the room that is left; alike:
    as wide as all others that are alike.
    """

    title: str
    right: bool = True
    wraps: bool = False
    alike: bool = False


class Style(Enum):
    """The look of a row: of what was played, of what counts nothing, of a result."""

    PLAIN = "plain"
    QUIET = "quiet"
    STRONG = "strong"
    """Bold, below a line."""


@dataclass(frozen=True)
class Row:
    """A row of cells.

    keep: stays on one page with the next one; carry: what is carried forward if a page ends after
    it; gap: millimetres of space above it.
    """

    cells: tuple[Cell, ...]
    style: Style = Style.PLAIN
    keep: bool = False
    carry: tuple[Cell, ...] | None = None
    gap: float = 0


@dataclass(frozen=True)
class Layout:
    """The layout of a table: the size of its type, the widths of its columns and of the totals in
    them, and whether these are stacked below the points."""

    size: float
    widths: tuple[float, ...]
    stacked: bool
    totals: tuple[float, ...]

    @property
    def small(self) -> float:
        """The size of wrapping text, and of running totals."""
        return self.size * SMALLER


class _Wide(NamedTuple):
    """The widths of a column's points and totals, and its least width without them."""

    points: float
    totals: float
    least: float


class Measure:
    """The widths of a table's columns at the usual size of type, and the layout that follows."""

    def __init__(self, paper: Paper) -> None:
        self._paper = paper

    def columns(self, columns: Sequence[Column], rows: Sequence[Row],
                stacked: bool) -> list[tuple[float, float]]:
        """Return the width of each column, and of its totals, in millimetres."""
        every = [row.cells for row in rows] + [row.carry for row in rows if row.carry]
        most = NAME_WIDTH if any(column.wraps for column in columns) else LONE_NAME_WIDTH
        measured = [self._column(column, {cells[at] for cells in every}, most)
                    for at, column in enumerate(columns)]
        alike = [each for each, column in zip(measured, columns) if column.alike]
        widest = _Wide(*[max(each) for each in zip(*alike)]) if alike else None
        return [self._together(widest if widest and column.alike else each, stacked)
                for each, column in zip(measured, columns)]

    @staticmethod
    def _together(wide: _Wide, stacked: bool) -> tuple[float, float]:
        points, totals, least = wide
        both = max(points, totals) if stacked or not totals else points + PAIR_GAP + totals
        return max(both, least), totals

    def _column(self, column: Column, cells: set[Cell], most: float) -> _Wide:
        width_of, size = self._paper.width_of, Type.BODY
        texts = {cell for cell in cells if isinstance(cell, str)}
        if column.wraps:
            longest = max((width_of(text, size * SMALLER) for text in texts), default=0)
            return _Wide(0, 0, min(max(WRAP_WIDTH, longest / WRAP_LINES), WIDEST_WRAP))
        pairs = {cell for cell in cells if isinstance(cell, Pair)}
        points = max((width_of(text, size) for text in {pair.points for pair in pairs}), default=0)
        totals = max((width_of(text, size * SMALLER) for text in {pair.total for pair in pairs}),
                     default=0)
        widest = max((width_of(text, size, bold=bold) for text in texts
                      for bold in (False, True)), default=0)
        if not column.right:
            widest = min(widest, most)
        return _Wide(points, totals, max(widest, min(width_of(column.title, size * SMALLER),
                                                     TITLE_WIDTH)))

    @staticmethod
    def _size(measured: Sequence[tuple[float, float]], width: float) -> float:
        wanted = sum(own for own, _ in measured) + GAP * (len(measured) - 1)
        return Type.BODY * min(1, width / wanted)

    def upright(self, columns: Sequence[Column], rows: Sequence[Row]) -> bool:
        """Return whether a table can be read well on an upright page."""
        return self._size(self.columns(columns, rows, False), UPRIGHT) >= LEAST_UPRIGHT

    def layout(self, columns: Sequence[Column], rows: Sequence[Row], width: float) -> Layout:
        """Return the layout of a table for this width."""
        stacked = False
        measured = self.columns(columns, rows, stacked)
        if self._size(measured, width) < LEAST_PAIRED:
            stacked = True
            measured = self.columns(columns, rows, stacked)
        size = self._size(measured, width)
        scale = size / Type.BODY
        widths = [own * scale for own, _ in measured]
        left = width - sum(widths) - GAP * scale * (len(columns) - 1)
        wrapping = [at for at, column in enumerate(columns) if column.wraps]
        for at in wrapping:
            widths[at] += left / len(wrapping)
        return Layout(size, tuple(widths), stacked, tuple(total * scale for _, total in measured))


class Table:
    """One table on a paper that has been begun."""

    def __init__(self, paper: Paper, columns: Sequence[Column], rows: Sequence[Row]) -> None:
        self._paper = paper
        self._columns, self._rows = columns, rows
        self._wrapped: dict[str, list[str]] = {}
        self._layout = layout = Measure(paper).layout(columns, rows, paper.width)
        gap = GAP * layout.size / Type.BODY
        edges, x = [], MARGIN
        for width in layout.widths:
            edges.append((x, x + width))
            x += width + gap
        self._edges = edges
        self._end = x - gap - MARGIN
        self._titles = [self._paper.wrapped(column.title, layout.small, right - left + 0.01, most=2)
                        for column, (left, right) in zip(self._columns, edges)]
        self._head_height = max(len(title) for title in self._titles) * line_height(layout.small) \
            + 2 * ROW_AIR

    @property
    def first(self) -> float:
        """The height of its head with the rows that must not be parted from it."""
        blocks = list(self._blocks())
        return self._head_height + sum(self._height(row) for row in chain(*blocks[:2]))

    @property
    def whole(self) -> float:
        """The height of the whole table, if no page ends within it."""
        return self._head_height + sum(self._height(row) for row in self._rows)

    @stepwise
    def draw(self) -> Steps[None]:
        """Draw it on the paper, on as many pages as it takes."""
        paper, carry = self._paper, None
        blocks = list(self._blocks())
        paper.keep_together(self.first if blocks else self._head_height)
        self._head()
        for number, block in enumerate(blocks):
            height = sum(self._height(row) for row in block)
            if paper.room < height <= paper.whole - self._head_height:
                self._turn(carry)
            for at, row in enumerate(block):
                if paper.room < self._height(row):
                    self._turn(carry)
                last = number == len(blocks) - 1 and at == len(block) - 1
                self._row(row, hair=not last)
                carry = row.carry
                yield

    def _turn(self, carry: tuple[Cell, ...] | None) -> None:
        self._paper.turn()
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

    # --- one row ----------------------------------------------------------------------------------

    def _head(self) -> None:
        paper, layout = self._paper, self._layout
        deepest = max(len(title) for title in self._titles)
        for column, title, (left, right) in zip(self._columns, self._titles, self._edges):
            for at, line in enumerate(title, deepest - len(title)):
                paper.text(right if column.right else left,
                           paper.y + ROW_AIR + at * line_height(layout.small), line, layout.small,
                           grey=True, right=column.right)
        paper.y += self._head_height
        paper.rule(length=self._end)

    def _lines(self, text: str, at: int) -> list[str]:
        if text not in self._wrapped:
            left, right = self._edges[at]
            self._wrapped[text] = self._paper.wrapped(
                text, self._layout.small, right - left + 0.01, most=self._most_lines)
        return self._wrapped[text]

    @property
    def _most_lines(self) -> int:
        """The most lines of a row for which a page has room."""
        room = self._paper.whole - self._head_height - 2 * ROW_AIR - 2 * line_height(Type.BODY)
        return max(1, int(room / line_height(self._layout.small)) - 3)

    def _height(self, row: Row) -> float:
        layout = self._layout
        height = line_height(layout.size)
        if layout.stacked and any(isinstance(cell, Pair) and cell.total for cell in row.cells):
            height += line_height(layout.small)
        for at, (column, cell) in enumerate(zip(self._columns, row.cells)):
            if column.wraps and cell and isinstance(cell, str):
                height = max(height, len(self._lines(cell, at)) * line_height(layout.small))
        return height + 2 * ROW_AIR + row.gap

    def _row(self, row: Row, *, hair: bool) -> None:
        paper = self._paper
        height = self._height(row)
        paper.y += row.gap
        if row.style is Style.STRONG:
            paper.rule(length=self._end)
        for at, (column, cell) in enumerate(zip(self._columns, row.cells)):
            if isinstance(cell, Pair):
                self._pair(cell, at, row)
            elif column.wraps:
                self._wrapping(cell, at)
            else:
                self._single(cell, at, column, row)
        paper.y += height - row.gap
        if hair and row.style is not Style.STRONG:
            paper.rule(width=0.1, shade=HAIR, length=self._end)

    def _single(self, cell: str, at: int, column: Column, row: Row) -> None:
        paper, size = self._paper, self._layout.size
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
        paper, layout = self._paper, self._layout
        right, y = self._edges[at][1], paper.y + ROW_AIR
        quiet = row.style is Style.QUIET or not pair.total
        beside = 0 if layout.stacked or not layout.totals[at] \
            else layout.totals[at] + PAIR_GAP * layout.size / Type.BODY
        paper.text(right - beside, y, pair.points, layout.size, right=True, grey=quiet)
        if layout.stacked:
            paper.text(right, y + line_height(layout.size), pair.total, layout.small, right=True,
                       grey=True)
        else:
            paper.text(right, y + (layout.size - layout.small) * BASELINE, pair.total, layout.small,
                       right=True, grey=True)

    def _wrapping(self, text: str, at: int) -> None:
        paper, layout = self._paper, self._layout
        y = paper.y + ROW_AIR + (layout.size - layout.small) * BASELINE
        for line in self._lines(text, at) if text else ():
            paper.text(self._edges[at][0], y, line, layout.small, grey=True)
            y += line_height(layout.small)
