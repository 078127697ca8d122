"""The table of the statistics: one row per player, sorted by tapping a heading; the names stay
where they are while the columns scroll."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import flet as ft

from scorepad.book.statistics import Record
from scorepad.book.statistics.columns import Column, ordered
from scorepad.service.statistics import Overview
from scorepad.ui.session import Session
from scorepad.ui.theme import LINE, Height, Space, Type, color_of_money, text_width
from scorepad.ui.widgets import strong, tappable

GAP = 14
"""Room between two columns."""

NAME_SHARE = 0.38
"""The largest share of the width that the names may take."""

ARROW = 12


def table(overview: Overview, columns: Sequence[Column], by: Column, backwards: bool, width: float,
          session: Session, sort: Callable[[str], Any], show: Callable[[str], Any]) -> ft.Control:
    """Build the table for a panel of this inner width; sort: called with the key of a tapped
    heading; show: with a tapped player."""
    scale = session.device_scale
    rows = ordered(overview.records.values(), by, backwards)
    names = {record.player: overview.names.get(record.player, "") for record in rows}
    longest = max([text_width(name) for name in names.values()], default=0) * Type.FIGURE * scale
    name_width = min(longest + GAP, width * NAME_SHARE)
    is_long = longest + GAP > name_width
    high = max(Height.KEY, Type.FIGURE * LINE * scale + 2 * Space.SMALL,
               2 * Type.BODY * LINE * scale + Space.SMALL if is_long else 0)
    widths = [_width(column, rows, session) for column in columns]
    head = [_heading(column, wide, column is by, backwards, high, session, sort)
            for column, wide in zip(columns, widths)]
    # A screen reader has all of it with the name.
    body = [ft.Semantics(exclude_semantics=True, content=_line(
        ft.Row([_cell(column, record, wide, session)
                for column, wide in zip(columns, widths)], spacing=0),
        high, partial(show, record.player))) for record in rows]
    return ft.Row(spacing=0, vertical_alignment=ft.CrossAxisAlignment.START, controls=[
        ft.Column(spacing=0, width=name_width, controls=[
            ft.Container(height=high), *[
                _name(record, names[record.player], is_long, columns, high, session,
                      partial(show, record.player)) for record in rows]]),
        ft.Row(scroll=ft.ScrollMode.ALWAYS if name_width + sum(widths) > width
               else ft.ScrollMode.AUTO, expand=True, spacing=0, controls=[
            ft.Column([ft.Row(head, spacing=0, height=high), *body,
                       ft.Container(height=Space.MEDIUM)], spacing=0)])])


def _width(column: Column, rows: Sequence[Record], session: Session) -> float:
    """Return the width that a column needs for its heading and its figures."""
    cells = [text_width(column.shown(record, session.words)) * Type.FIGURE for record in rows]
    title = text_width(session.words(column.title)) * Type.SMALL + ARROW
    return max([title, *cells]) * session.device_scale + GAP


def _heading(column: Column, width: float, chosen: bool, backwards: bool, height: float,
             session: Session, sort: Callable[[str], Any]) -> ft.Control:
    t, title = session.words, session.words(column.title)
    said = t("Sort by {column}", column=title)
    if chosen:
        said = t("{column}: the best last", column=title) if backwards else \
            t("{column}: the best first", column=title)
    color = ft.Colors.PRIMARY if chosen else ft.Colors.ON_SURFACE_VARIANT
    arrow = ft.Icon(ft.Icons.ARROW_UPWARD if backwards else ft.Icons.ARROW_DOWNWARD, size=ARROW,
                    color=color, opacity=1 if chosen else 0)
    return tappable(
        ft.Row([arrow, ft.Text(title, size=Type.SMALL, color=color, no_wrap=True,
                               semantics_label=said,
                               weight=ft.FontWeight.W_600 if chosen else None)],
               spacing=0, tight=True, alignment=ft.MainAxisAlignment.END),
        partial(sort, column.key), identifier=f"sort-{column.key}", selected=chosen or None,
        width=width, height=height, alignment=ft.Alignment.CENTER_RIGHT)


def _cell(column: Column, record: Record, width: float, session: Session) -> ft.Control:
    value = column.value(record)
    color: str | None = ft.Colors.ON_SURFACE_VARIANT
    if value:
        color = color_of_money(value) if column.signed else None
    return ft.Text(column.shown(record, session.words), size=Type.FIGURE, width=width, color=color,
                   no_wrap=True, text_align=ft.TextAlign.RIGHT, semantics_label="")


def _name(record: Record, name: str, is_long: bool, columns: Sequence[Column], height: float,
          session: Session, show: Callable[[], Any]) -> ft.Control:
    """Build the cell of a name, with all figures for a screen reader; long names take two lines."""
    t = session.words
    figures = ", ".join([f"{t(column.title)} {column.shown(record, t)}"
                         for column in columns if column.value(record)])
    said = t("{name}: {figures}", name=name, figures=figures)
    return ft.Semantics(identifier=f"record-{name}", button=True, content=_line(
        strong(name, size=Type.BODY if is_long else Type.FIGURE, max_lines=2 if is_long else 1,
               overflow=ft.TextOverflow.ELLIPSIS, semantics_label=said), height, show))


def _line(content: ft.Control, height: float, show: Callable[[], Any]) -> ft.Control:
    return ft.Container(
        content, height=height, alignment=ft.Alignment.CENTER_LEFT, on_click=lambda: show(),
        border=ft.Border.only(top=ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)))
