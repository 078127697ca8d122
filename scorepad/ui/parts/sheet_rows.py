"""The latest hands of a sheet, newest on top, with the ends of Partien between them: a bounded
number of them, because what is drawn costs memory on every page."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import flet as ft

from scorepad.book.history.runs import START
from scorepad.book.scoresheet import Line, Match
from scorepad.book.sheet_journal import Struck
from scorepad.games.game import Rules, Seat
from scorepad.i18n.message import say
from scorepad.i18n.words import Words
from scorepad.service.telling_evening import NOTHING, columns_of, starred, told_band, told_row
from scorepad.service.views import SheetView
from scorepad.ui import theme
from scorepad.ui.entry import panel_of
from scorepad.ui.entry.keeping import entry_of
from scorepad.ui.entry.model import told_points
from scorepad.ui.entry.stops import Focus, Group, Stop, encircle
from scorepad.ui.forms.rules import told_difference
from scorepad.ui.hooks import keyed, memo
from scorepad.ui.parts import totals
from scorepad.ui.parts.match_end import told_below
from scorepad.ui.session import Session, going_to
from scorepad.ui.theme import Space, Type, color_of_points, text_width
from scorepad.ui.widgets import muted, remark, stack, strong

BLOCK = 5
"""Hands that are drawn together; a hand stays in its block as long as the sheet exists."""

AT_ONCE = 16
"""Blocks that are drawn at first, and that come with each tap: the hands of an evening."""

AT_MOST = 3 * AT_ONCE
"""The most blocks that are drawn together; still earlier ones take their place."""


AIR = 9
"""The room above and below a row that is not drawn close."""


class Stretch(NamedTuple):
    """The hands that are drawn: `length` blocks, up to block `last`, None for the end."""

    last: int | None = None
    length: int = AT_ONCE

    def blocks(self, hands: int) -> range:
        """Return the blocks to draw of a sheet with so many hands, the latest first."""
        last = _last_block(hands) if self.last is None else min(self.last, _last_block(hands))
        return range(last, max(-1, last - self.length), -1)

    def earlier(self, hands: int) -> "Stretch | None":
        """Return the stretch with earlier hands; None where there are none."""
        shown = self.blocks(hands)
        if not shown or shown[-1] == 0:
            return None
        if self.length < AT_MOST:
            return self._replace(length=self.length + AT_ONCE)
        return Stretch(shown[-1] - 1)

    def later(self, hands: int) -> "Stretch | None":
        """Return the stretch with the hands that came after these; None where there are none."""
        shown = self.blocks(hands)
        if not shown or shown[0] == _last_block(hands):
            return None
        last = shown[0] + AT_MOST
        return Stretch() if last >= _last_block(hands) else Stretch(last, AT_MOST)


OPENING = Stretch(length=4)
"""The latest hands, which fill a screen: a long sheet is there sooner if the others follow."""


def _last_block(hands: int) -> int:
    return (hands - 1) // BLOCK


class RowView(NamedTuple):
    """The content of one row; equal rows are not redrawn.

    factor: that of the Böcke; cells: a figure for each player, or who wrote what where so many
    players have no columns; colors, size: of their type; small: size of the number's; note: the
    arithmetic, or why the hand scores nothing; wrong: whether the hand cannot have been played as
    things stand; quiet: whether it is voided; said: the row as a screen reader says it; target:
    where a tap leads, empty for nowhere; air: the room above and below it; corrected: whether it
    was written otherwise at first; open: whether it is being corrected; ring: whether the keyboard
    is there; struck: whether it does not count as long as nobody has decided.
    """

    number: int
    factor: int
    cells: tuple[str, ...]
    colors: tuple[str | None, ...]
    size: float
    small: float
    note: str
    wrong: bool
    quiet: bool
    said: str
    target: str
    air: float
    corrected: bool = False
    open: bool = False
    ring: bool = False
    struck: bool = False


class Marks(NamedTuple):
    """The hands of a sheet that are drawn otherwise than all: corrected: the ids of those that were
    written otherwise at first; open: of the one being corrected; on_top: its number, if it stands
    above the others; told: the Partie whose end stands below the hands and not among them; ring:
    the identifier of what the keyboard is at; struck: the hands that do not count, by the number of
    the one that was written in place of their first."""

    corrected: frozenset[str]
    open: str | None
    on_top: int | None
    told: Match | None
    ring: str | None
    struck: Mapping[int, Sequence[Struck]]


class Shown:
    """The hands as they were drawn last, in blocks. An unchanged block is the very same control,
    which Flet does not look into: one more hand costs the same however many there are."""

    def __init__(self) -> None:
        self._blocks: dict[int, tuple[object, ft.Control]] = {}

    def forget_all_but(self, firsts: Sequence[int]) -> None:
        """Forget all blocks but those that begin with these hands: the others are off screen."""
        self._blocks = {first: block for first, block in self._blocks.items() if first in firsts}

    def block(self, first: int, shows: object, draw: Callable[[], list[ft.Control]]) -> ft.Control:
        """Return the block that begins with hand `first`, drawn anew if it shows anything else."""
        before = self._blocks.get(first)
        if before is not None and before[0] == shows:
            return before[1]
        drawn = stack(*draw(), spacing=0, key=f"from-{first}")
        self._blocks[first] = shows, drawn
        return drawn


def rows_of_sheet(sheet: SheetView, session: Session, route: str, shown: Shown, stretch: Stretch,
                  show: Callable[[Stretch], None], focus: Focus) -> ft.Control:
    """Build the list of hands, which scrolls by itself where there is room. route: the sheet's own;
    stretch: the part that is drawn; show: changes that; focus: where the keyboard is."""
    score, columns, entry = sheet.score, columns_of(sheet), entry_of(session, sheet)
    told = told_below(sheet, entry)
    by_itself = session.wide or totals.fits(session, sheet)
    frame = (session.words, session.width, session.height, session.device_scale,
             session.looks.text_size, by_itself, columns, route, told is None,
             score.record.names, score.record.rules, score.decimals)
    hands, t = len(score.lines), session.words
    later, earlier = stretch.later(hands), stretch.earlier(hands)
    rows: list[ft.Control] = []
    if later:
        rows.append(_way(focus, t("Show later hands"), ft.Icons.EXPAND_LESS, "later-hands",
                         partial(show, later)))
    elif score.record.next_rules is not None and hands:
        rows += _other_rules(hands + 1, score.rules, score.lines[-1].table.rules, t)
    opened = next((number for number, line in enumerate(score.lines, 1)
                   if line.record.stamp.id == entry.amending), None) if entry.amending else None
    # There is little room above the entry: all but the last two hands are corrected on top.
    on_top = opened if opened and by_itself and not session.wide and (
        opened < hands - 1 or later) else None
    mark = Marks(sheet.corrected, entry.amending, on_top, told, focus.at, _struck(sheet))
    firsts = [block * BLOCK + 1 for block in stretch.blocks(hands)]
    for first in firsts:
        # With the line before, whose rules may differ.
        lines = tuple(score.lines[max(0, first - 2):first - 1 + BLOCK])
        ends = tuple([(score.matches.index(match), match) for number in range(first, first + BLOCK)
                      if (match := score.match_ended_by(number)) and match is not told])
        marked = [id for line in lines if (id := line.record.stamp.id) in sheet.corrected
                  or id == entry.amending]
        numbers = range(first, first + BLOCK)
        struck = tuple([(number, mark.struck[number]) for number in numbers
                        if number in mark.struck])
        ring = focus.at if focus.at in [f"hand-{number}" for number in numbers] else None
        rows.append(shown.block(
            first, (frame, lines, ends, marked, entry.amending in marked, on_top in numbers, ring,
                    struck),
            partial(_rows, sheet, first, columns, session, route, mark)))
    shown.forget_all_but(firsts)
    if earlier:
        rows.append(_way(focus, t("Show earlier hands"), ft.Icons.EXPAND_MORE, "earlier-hands",
                         partial(show, earlier)))
    focus.stops.know(Group.HANDS, lambda: _stops([
        *([("later-hands", partial(show, later))] if later else []),
        *[(f"hand-{number}", going_to(_target(route, score.lines[number - 1])))
          for first in firsts for number in reversed(range(first, min(first + BLOCK, hands + 1)))
          if number != on_top],
        *([("earlier-hands", partial(show, earlier))] if earlier else [])]))
    if not rows:
        rows = [ft.Container(
            remark(t(panel_of(sheet.game).hint), text_align=ft.TextAlign.CENTER),
            padding=Space.HUGE)]
    if not by_itself:
        return stack(*rows, spacing=0)
    # A new list with other hands begins at its top.
    hand_list = ft.ListView(rows, key=f"up-to-{stretch.last}", expand=True, spacing=0)
    if on_top is None:
        return hand_list
    view = _row_view(sheet, on_top, score.lines[on_top - 1], columns, session, route)
    return ft.Column([Row(view._replace(open=True, target="")), hand_list], spacing=0,
                     expand=True)


def _stops(found: Sequence[tuple[str, Callable[[], None]]]) -> list[Stop]:
    """Return stops that lie below each other; found: the identifier and the act of each."""
    return [Stop(identifier, act, row) for row, (identifier, act) in enumerate(found)]


def _way(focus: Focus, title: str, icon: ft.IconData, identifier: str,
         go: Callable[[], None]) -> ft.Control:
    """Build a row that leads to other hands."""
    box = ft.Container(
        ft.Row([ft.Icon(icon, size=Type.TITLE, color=ft.Colors.PRIMARY),
                strong(title, size=Type.BODY, color=ft.Colors.PRIMARY)],
               spacing=Space.SMALL, alignment=ft.MainAxisAlignment.CENTER),
        on_click=lambda: go(), padding=ft.Padding.symmetric(vertical=Space.LARGE))
    row = ft.Semantics(identifier=identifier, button=True, content=box)
    if focus.at == identifier:
        encircle(row, box)
    return row


def _rows(sheet: SheetView, first: int, columns: Sequence[Seat], session: Session,
          route: str, mark: Marks) -> list[ft.Control]:
    """Build the rows of a block, from its latest hand back to hand `first`."""
    score = sheet.score
    rows: list[ft.Control] = []
    for number in reversed(range(first, min(first + BLOCK, len(score.lines) + 1))):
        line = score.lines[number - 1]
        if (match := score.match_ended_by(number)) and match is not mark.told:
            rows.append(_end_of_match(sheet, match, session))
        id = line.record.stamp.id
        view = _row_view(sheet, number, line, columns, session, route, mark.told)._replace(
            ring=mark.ring == f"hand-{number}", corrected=id in mark.corrected,
            open=id == mark.open)
        if number != mark.on_top:
            rows.append(keyed(view.target, Row, view))
        if line.record.rules is not None:
            before = score.lines[number - 2].table.rules if number > 1 else score.record.rules
            rows += _other_rules(number, line.table.rules, before, session.words)
        for run in mark.struck.get(number, ()):
            rows += _struck_rows(sheet, number, run, columns, session, route)
    return rows


def _struck(sheet: SheetView) -> Mapping[int, Sequence[Struck]]:
    """Return the hands that do not count, by the number of the hand in place of their first."""
    numbers = {START: 1} | {line.record.stamp.id: number
                         for number, line in enumerate(sheet.score.lines, 2)} \
        if sheet.struck else {}
    found: dict[int, list[Struck]] = {}
    for run in sheet.struck:
        if run.after in numbers:
            found.setdefault(numbers[run.after], []).append(run)
    return found


def _struck_rows(sheet: SheetView, first: int, run: Struck, columns: Sequence[Seat],
                 session: Session, route: str) -> list[ft.Control]:
    """Build the rows of hands that do not count, from the latest back to the first."""
    t, rows = session.words, list[ft.Control]()
    for number, line in enumerate(run.lines, first):
        beside = [seat for seat, points in enumerate(line.points)
                  if points and seat not in columns]
        view = _row_view(sheet, number, line, (*columns, *beside), session, route)
        if beside:  # who came for these hands has no column
            view = view._replace(cells=(told_points(line.points, sheet.score, t),),
                                 colors=(None,), size=Type.FIGURE)
        rows.append(keyed(f"struck-{line.record.stamp.id}", Row, view._replace(
            struck=True, quiet=True, target="", said=f"{view.said}, {t('does not count')}",
            note=t("{name}: does not count", name=run.by) if run.by else
            t.sentence(say("does not count")))))
    return rows[::-1]


def _row_view(sheet: SheetView, number: int, line: Line, columns: Sequence[Seat],
              session: Session, route: str, ended: Match | None = None) -> RowView:
    """Return a row. Where a sheet is drawn close on a low page, or with the end of a match below
    it, the last two hands are in sight because none has a note: stars stand at the figures."""
    t = session.words
    cells, _, note, said = told_row(sheet, number, line, columns, t)
    close, stars = session.close, dict[Seat, str]()
    if close and not (line.problems or line.record.voided) and (
            ended or session.turned or session.height < theme.NOTED * session.text_scale):
        note, stars = "", starred(sheet, line)
    cells = tuple([f"{stars[seat]} {cell}" if seat in stars else cell
                   for seat, cell in zip(columns, cells)])
    colors = tuple(color_of_points(line.points[seat], sheet.game.low_is_good) for seat in columns)
    squeeze = session.squeeze
    size = session.size_that_fits(max(cells, key=text_width), Type.FIGURE * squeeze,
                                  totals.column_room(session, len(columns)))
    if close and line.record.voided:
        cells, colors, note = (note,), (None,), ""
    elif totals.abreast(session, len(columns)) < len(columns):
        told = told_points(line.points, sheet.score, t) if any(line.points) else NOTHING[0]
        told = " · ".join([told, *[f"{each} {line.table.names[seat]}"
                                   for seat, each in stars.items()]])
        cells, colors, size = (told,), (None,), Type.FIGURE
    small = session.size_that_fits(
        max(str(number), f"×{line.factor}", key=len), Type.SMALL * squeeze,
        totals.NUMBER_WIDTH - Space.MEDIUM - Space.HAIR)
    return RowView(number, line.factor, cells, colors, size, small, note, bool(line.problems),
                   line.record.voided, said, _target(route, line),
                   (2 if session.turned else 3) if close else AIR)


def _target(route: str, line: Line) -> str:
    return f"{route}/hand/{line.record.stamp.id}"


@ft.component
def _Row(row: RowView) -> ft.Control:
    figures = [_cell(cell, row.size, color, row.quiet, alone=len(row.cells) == 1,
                     struck=row.struck)
               for cell, color in zip(row.cells, row.colors)]
    note_color = ft.Colors.ERROR if row.wrong else ft.Colors.ON_SURFACE_VARIANT
    note = [] if not row.note else [ft.Container(
        ft.Text(row.note, size=Type.SMALL, color=note_color, semantics_label=""),
        padding=ft.Padding.only(left=totals.NUMBER_WIDTH, right=Space.SMALL))]
    name, tapped = (f"hand-{row.number}", True) if row.target else \
        (f"struck-{row.number}" if row.struck else "hand-open", None)
    box = ft.Container(
        on_click=going_to(row.target) if row.target else None,
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH if row.open else None,
        border=ft.Border.only(
            bottom=ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT),
            left=ft.BorderSide(4, ft.Colors.PRIMARY) if row.open else None),
        padding=ft.Padding.symmetric(vertical=row.air),
        content=ft.Column([ft.Row([
            ft.Container(_number(row), width=totals.NUMBER_WIDTH,
                         padding=ft.Padding.only(left=Space.MEDIUM)),
            *figures, ft.Container(width=Space.HAIR)], spacing=0), *note], spacing=2, tight=True))
    drawn = ft.Semantics(identifier=name, button=tapped, content=box)
    if row.ring:
        encircle(drawn, box)
    return drawn


Row = memo(_Row)


def _number(row: RowView) -> ft.Control:
    """Build the number of the hand, with its factor if it counted more than once, or in its place
    where the row is drawn close."""
    close, counts_more = row.air < AIR, row.factor != 1
    factor = strong(f"×{row.factor}", size=row.small, no_wrap=True, color=ft.Colors.TERTIARY,
                    semantics_label=row.said if close else "")
    number: ft.Control = factor if close and counts_more else muted(
        str(row.number), size=row.small, no_wrap=True, semantics_label=row.said)
    if row.corrected:
        number = ft.Row([number, ft.Icon(ft.Icons.EDIT, size=row.small - 1,
                                         color=ft.Colors.ON_SURFACE_VARIANT)], spacing=1)
    return ft.Column([number, factor], spacing=0, tight=True) if counts_more and not close \
        else number


def _cell(cell: str, size: float, color: str | None, quiet: bool, *, alone: bool,
          struck: bool) -> ft.Control:
    """Build the text of a column; `alone` in the row, it begins on the left and may break."""
    if quiet or cell in NOTHING:
        color = ft.Colors.ON_SURFACE_VARIANT
    return ft.Container(
        ft.Text(cell, size=size, color=color or ft.Colors.ON_SURFACE, no_wrap=not alone,
                style=ft.TextStyle(decoration=ft.TextDecoration.LINE_THROUGH)
                if struck and cell not in NOTHING else None,
                overflow=ft.TextOverflow.CLIP if alone else ft.TextOverflow.ELLIPSIS,
                text_align=ft.TextAlign.LEFT if alone else ft.TextAlign.RIGHT, semantics_label=""),
        expand=True, padding=ft.Padding.only(right=totals.CELL_END),
        alignment=ft.Alignment.CENTER_LEFT if alone else ft.Alignment.CENTER_RIGHT)


def _end_of_match(sheet: SheetView, match: Match, session: Session) -> ft.Control:
    """Build the band above the hand that ended a Partie, or the whole game."""
    title, told, money = told_band(sheet.score, match, session.words)
    return ft.Container(
        ft.Column([strong(title, size=Type.SMALL, color=ft.Colors.PRIMARY),
                   *([ft.Text(told, size=Type.BODY)] if told else []),
                   *([muted(money)] if match.payout is not None and told else [])],
                  spacing=2, tight=True),
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        padding=ft.Padding.symmetric(horizontal=Space.MEDIUM, vertical=Space.SMALL + 2))


def _other_rules(number: int, rules: Rules, before: Rules, t: Words) -> list[ft.Control]:
    """Build a note on the rules that change from a hand on; empty where none do."""
    told = [t(difference) for difference in told_difference(rules, before)]
    if not told:
        return []
    return [ft.Semantics(identifier=f"rules-from-{number}", container=True, content=ft.Container(
        muted(f"{t('From hand {number} on', number=number)}: {' · '.join(told)}"),
        padding=ft.Padding.symmetric(horizontal=Space.MEDIUM, vertical=Space.SMALL)))]
