"""The statistics where there is no room for a table: one figure of everybody, each with its bar."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import flet as ft

from scorepad.book.statistics import Record
from scorepad.book.statistics.columns import Column, ordered
from scorepad.i18n.words import Words
from scorepad.service.statistics import Overview
from scorepad.ui.session import Session
from scorepad.ui.theme import Space, Type, color_of_money
from scorepad.ui.widgets import chips, key_text, muted, stack, strong, tappable

TABLE_FROM = 600
"""The page width from which there is a table: that of a phone on its side."""

BAR = 8
PARTS = 1000
"""Into so many parts the length of the longest bar is divided."""


def said_of_heading(column: Column, chosen: bool, backwards: bool, t: Words) -> str:
    """Return what a screen reader says of what the rows are sorted by, or can be."""
    title = t(column.title)
    if not chosen:
        return t("Sort by {column}", column=title)
    return t("{column}: the best last", column=title) if backwards else \
        t("{column}: the best first", column=title)


def said_of_record(name: str, record: Record, columns: Sequence[Column], t: Words) -> str:
    """Return a player's name with all figures, for a screen reader."""
    figures = ", ".join([f"{t(column.title)} {column.shown(record, t)}"
                         for column in columns if column.value(record)])
    return t("{name}: {figures}", name=name, figures=figures)


def compared(overview: Overview, columns: Sequence[Column], by: Column, backwards: bool,
             session: Session, sort: Callable[[str], Any],
             show: Callable[[str], Any]) -> list[ft.Control]:
    """Build the choice of what is compared, and a row per player; sort: called with the key of what
    was chosen; show: with a tapped player."""
    t = session.words
    rows = ordered(overview.records.values(), by, backwards)
    sizes = [_size(by, record) for record in rows]
    longest = max(sizes, default=Fraction(0))
    chosen = [_choice(column, column is by, backwards, t, partial(sort, column.key))
              for column in columns]
    return [
        chips(chosen, in_line=True),
        stack(*[_row(record, overview.names.get(record.player, ""), columns, by,
                     int(size * PARTS / longest) if longest else 0, t,
                     partial(show, record.player)) for record, size in zip(rows, sizes)],
              spacing=0),
        muted(t("Turn the phone sideways for the whole table."))]


def _size(column: Column, record: Record) -> Fraction:
    """Return a figure without its sign; 0 where there is none."""
    return abs(Fraction(column.value(record) or 0))


def _choice(column: Column, chosen: bool, backwards: bool, t: Words,
            act: Callable[[], Any]) -> ft.Control:
    return tappable(
        key_text(t(column.title), chosen=chosen,
                 label=said_of_heading(column, chosen, backwards, t)), act,
        identifier=f"sort-{column.key}", selected=chosen or None,
        bgcolor=ft.Colors.PRIMARY_CONTAINER if chosen else ft.Colors.SURFACE_CONTAINER_HIGH,
        padding=ft.Padding.symmetric(horizontal=Space.LARGE, vertical=14))


def _row(record: Record, name: str, columns: Sequence[Column], by: Column, length: int, t: Words,
         act: Callable[[], Any]) -> ft.Control:
    """Build the row of a player; length: of the bar, out of `PARTS`."""
    value = by.value(record)
    below_zero = bool(value and value < 0)
    color = color_of_money(value) if by.signed and value else None
    bar = [ft.Container(expand=length, height=BAR, border_radius=BAR / 2,
                        bgcolor=ft.Colors.ERROR if below_zero else ft.Colors.PRIMARY)]
    return tappable(
        stack(
            ft.Row([
                ft.Text(name, size=Type.FIGURE, expand=True,
                        semantics_label=said_of_record(name, record, columns, t)),
                strong(by.shown(record, t), color=color, semantics_label="", no_wrap=True)],
                spacing=Space.SMALL),
            ft.Row([*(bar if length else []), ft.Container(expand=max(1, PARTS - length),
                                                           height=BAR)], spacing=0),
            spacing=Space.HAIR),
        act, identifier=f"record-{name}", padding=ft.Padding.symmetric(vertical=Space.SMALL))
