"""The figures of the statistics: as a table, one by one with bars, and month by month;
the course of a season, and the records of the club."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import date as Date
from fractions import Fraction
from functools import partial
from typing import Any

import flet as ft
from babel import dates

from scorepad.book.people import Look
from scorepad.book.statistics import Month, Record
from scorepad.book.statistics.club import Season
from scorepad.book.statistics.columns import Column, ordered
from scorepad.i18n.message import say_n
from scorepad.i18n.words import Words
from scorepad.service.statistics import HandPlace, Held, Overview
from scorepad.ui import widgets as ui
from scorepad.ui.hooks import keyed, memo
from scorepad.ui.parts.charts import Bar, Line, bars, over_time
from scorepad.ui.session import Session, going_to, of_page
from scorepad.ui.theme import LINE, Height, Space, Type, color_of_money, text_width

TABLE_FROM = 600
"""The page width from which there is a table: that of a phone on its side."""

BAR = 8
PARTS = 1000
"""The number of parts into which the longest bar is divided."""


def said_of_heading(column: Column, chosen: bool, backwards: bool, t: Words) -> str:
    """Return what a screen reader says of what the rows are sorted by, or can be."""
    title = t(column.title)
    if not chosen:
        return t("Sort by {column}", column=title)
    return t("{column}: the best last", column=title) if backwards else \
        t("{column}: the best first", column=title)


def said_of_record(name: str, record: Record, by: Column, t: Words) -> str:
    """Return a player's name with the figure that the rows are sorted by, for a screen reader; the
    other figures are on the player's page."""
    return t("{name}: {figures}", name=name, figures=f"{t(by.title)} {by.shown(record, t)}")


def compared(overview: Overview, columns: Sequence[Column], by: Column, backwards: bool,
             session: Session, sort: Callable[[str], Any],
             show: Callable[[str], Any]) -> list[ft.Control]:
    """Build a row per player; sort: gets the key of what is compared; show: a tapped player."""
    t = session.words
    rows = ordered(overview.records.values(), by, backwards)
    sizes = [_size(by, record) for record in rows]
    longest = max(sizes, default=Fraction(0))
    chosen = [_choice(column, column is by, backwards, t, partial(sort, column.key))
              for column in columns]
    return [
        ui.chips(chosen, in_line=True),
        ui.stack(*[_row(record, overview.names.get(record.player, ""), by,
                        int(size * PARTS / longest) if longest else 0, t,
                        partial(show, record.player)) for record, size in zip(rows, sizes)],
                 spacing=0),
        ui.muted(t("Turn the phone sideways for the whole table."))]


def _size(column: Column, record: Record) -> Fraction:
    """Return a figure without its sign; 0 where there is none."""
    return abs(Fraction(column.value(record) or 0))


def _choice(column: Column, chosen: bool, backwards: bool, t: Words,
            act: Callable[[], Any]) -> ft.Control:
    return ui.tappable(
        ui.key_text(t(column.title), chosen=chosen,
                    label=said_of_heading(column, chosen, backwards, t)), act,
        identifier=f"sort-{column.key}", selected=chosen or None,
        bgcolor=ft.Colors.PRIMARY_CONTAINER if chosen else ft.Colors.SURFACE_CONTAINER_HIGH,
        padding=ft.Padding.symmetric(horizontal=Space.LARGE, vertical=14))


def _row(record: Record, name: str, by: Column, length: int, t: Words,
         act: Callable[[], Any]) -> ft.Control:
    """Build the row of a player; length: of the bar, out of `PARTS`."""
    value = by.value(record)
    below_zero = bool(value and value < 0)
    color = color_of_money(value) if by.signed and value else None
    bar = [ft.Container(expand=length, height=BAR, border_radius=BAR / 2,
                        bgcolor=ft.Colors.ERROR if below_zero else ft.Colors.PRIMARY)]
    return ui.tappable(
        ui.stack(
            ft.Row([
                ft.Text(name, size=Type.FIGURE, expand=True,
                        semantics_label=said_of_record(name, record, by, t)),
                ui.strong(by.shown(record, t), color=color, semantics_label="", no_wrap=True)],
                spacing=Space.SMALL),
            ft.Row([*(bar if length else []), ft.Container(expand=max(1, PARTS - length),
                                                           height=BAR)], spacing=0),
            spacing=Space.HAIR),
        act, identifier=f"record-{name}", padding=ft.Padding.symmetric(vertical=Space.SMALL))


GAP = 18
"""Room between two columns."""

NAME_SHARE = 0.38
"""The largest share of the width that the names may take."""

ARROW = 12

SPREAD = 40
"""The most room that a column gets besides, where all have room: rows must be easy to follow."""


def table(overview: Overview, columns: Sequence[Column], by: Column, backwards: bool, width: float,
          session: Session, sort: Callable[[str], Any], show: Callable[[str], Any]) -> ft.Control:
    """Build the table; width: of the panel; sort: gets a tapped heading; show: a tapped player."""
    scale = session.device_scale
    rows = ordered(overview.records.values(), by, backwards)
    names = {record.player: overview.names.get(record.player, "") for record in rows}
    longest = max([text_width(name) for name in names.values()], default=0) * Type.FIGURE * scale
    name_width = min(longest + GAP, width * NAME_SHARE)
    is_long = longest + GAP > name_width
    high_head = max(Height.KEY, 2 * Type.SMALL * LINE * scale + Space.SMALL)
    high = max(Height.KEY, Type.FIGURE * LINE * scale + 2 * Space.SMALL,
               2 * Type.BODY * LINE * scale + Space.SMALL if is_long else 0)
    widths = [_width(column, rows, session) for column in columns]
    spare = max(0, min((width - name_width - sum(widths)) / len(widths), SPREAD))
    widths = [wide + spare for wide in widths]
    head = [_heading(column, wide, column is by, backwards, high_head, session, sort)
            for column, wide in zip(columns, widths)]
    body = [_figures(ft.Row([_cell(column, record, wide, session)
                             for column, wide in zip(columns, widths)], spacing=0),
                     high, partial(show, record.player)) for record in rows]
    return ft.Row(spacing=0, vertical_alignment=ft.CrossAxisAlignment.START, controls=[
        ft.Column(spacing=0, width=name_width, controls=[
            ft.Container(height=high_head), *[
                _name(record, names[record.player], is_long, by, high, session,
                      partial(show, record.player)) for record in rows]]),
        ft.Row(scroll=ft.ScrollMode.ALWAYS if name_width + sum(widths) > width
               else ft.ScrollMode.AUTO, expand=True, spacing=0, controls=[
            ft.Column([ft.Row(head, spacing=0, height=high_head), *body,
                       ft.Container(height=Space.MEDIUM)], spacing=0)])])


def _width(column: Column, rows: Sequence[Record], session: Session) -> float:
    """Return the width that a column needs for its heading and its figures."""
    cells = [text_width(column.shown(record, session.words)) * Type.FIGURE for record in rows]
    title = _in_two_lines(session.words(column.title)) * Type.SMALL + ARROW
    return max([title, *cells]) * session.device_scale + GAP


def _in_two_lines(title: str) -> float:
    """Return the width that a title needs in at most two lines, in type sizes."""
    words = title.split()
    return min([max(text_width(" ".join(words[:at])), text_width(" ".join(words[at:])))
                for at in range(1, len(words) + 1)])


def _heading(column: Column, width: float, chosen: bool, backwards: bool, height: float,
             session: Session, sort: Callable[[str], Any]) -> ft.Control:
    title = session.words(column.title)
    said = said_of_heading(column, chosen, backwards, session.words)
    color = ft.Colors.PRIMARY if chosen else ft.Colors.ON_SURFACE_VARIANT
    arrow = ft.Icon(ft.Icons.ARROW_UPWARD if backwards else ft.Icons.ARROW_DOWNWARD, size=ARROW,
                    color=color, opacity=1 if chosen else 0)
    return ui.tappable(
        ft.Row([arrow, ft.Text(title, size=Type.SMALL, color=color, max_lines=2,
                               width=_in_two_lines(title) * Type.SMALL * session.device_scale + 2,
                               semantics_label=said, text_align=ft.TextAlign.RIGHT,
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


def _name(record: Record, name: str, is_long: bool, by: Column, height: float,
          session: Session, show: Callable[[], Any]) -> ft.Control:
    """Build the cell of a name, read out with one figure; long names take two lines."""
    said = said_of_record(name, record, by, session.words)
    return ft.Semantics(identifier=f"record-{name}", button=True, content=_line(
        ui.strong(name, size=Type.BODY if is_long else Type.FIGURE, max_lines=2 if is_long else 1,
                  overflow=ft.TextOverflow.ELLIPSIS, semantics_label=said), height, show))


def _line(content: ft.Control, height: float, show: Callable[[], Any] | None) -> ft.Control:
    return ft.Container(
        content, height=height, alignment=ft.Alignment.CENTER_LEFT,
        on_click=None if show is None else lambda: show(),
        border=ft.Border.only(top=ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)))


def _figures(content: ft.Control, height: float, show: Callable[[], Any]) -> ft.Control:
    """Build the figures of a row. A finger may tap them, too; a screen reader has the name."""
    return ft.GestureDetector(_line(content, height, None), on_tap=lambda: show(),
                              exclude_from_semantics=True)


def bars_of_months(name: str, months: Sequence[Month], year: int | None, width: float,
                   session: Session) -> ft.Control | None:
    """Build the chart, with what it shows above it; None where there is nothing to draw. year: the
    one whose twelve months are drawn; None: all the years, if there is more than one."""
    if not months:
        return None
    year = year_shown(months, year)
    t = session.words
    currency = _currency(months)
    amounts: Counter[int] = Counter()
    for month in months:
        amounts[month.first.month if year else month.first.year] += \
            month.money.get(currency, 0) if currency else month.hands.balance

    def show(value: int) -> str:
        return t.money(value, currency) if currency else t.points(value)

    def told(value: int) -> str:
        return t.balance(value, currency) if currency else \
            ("+" if value > 0 else "") + t.points(value)

    periods = range(1, 13) if year else range(min(amounts), max(amounts) + 1)
    found = [Bar(_named(period, year, "LLLLL", t), amounts.get(period),
                 f"{_named(period, year, 'LLLL', t)}: {told(amounts[period])}")
             for period in periods]
    what = t("Money") if currency else t("Hands won minus lost")
    said = t("{name}, {what}: {figures}", name=name, what=what,
             figures="; ".join([bar.told for bar in found if bar.value is not None]))
    return ft.Column(spacing=Space.SMALL, tight=True, controls=[
        ui.remark(f"{name} · {what}"), bars(found, width, show, said, session)])


def year_shown(months: Sequence[Month], year: int | None) -> int | None:
    """Return the year whose months are drawn; None where years are drawn."""
    years = {month.first.year for month in months}
    return years.pop() if year is None and len(years) == 1 else year


def _currency(months: Sequence[Month]) -> str:
    """Return the currency in which most was won and lost, empty where nothing was."""
    turned: Counter[str] = Counter()
    for month in months:
        for currency, cents in month.money.items():
            if cents:
                turned[currency] += abs(cents)
    return max(turned, key=lambda currency: (turned[currency], currency), default="")


def _named(period: int, year: int | None, pattern: str, t: Words) -> str:
    """Return a month of the year by a pattern of CLDR, or the number of a year."""
    if not year:
        return str(period)
    return dates.format_date(Date(year, period, 1), pattern, locale=t.locale)


def row_of_place(title: str, figure: str, where: str, route: str, identifier: str) -> ft.Control:
    """Build the row of a figure that stands out, with where it was; a tap leads there."""
    return ui.titled_row(title, where, going_to(route), ui.strong(figure, semantics_label=""),
                         ui.chevron(), identifier=identifier, said=f"{title}: {figure}, {where}",
                         padding=Space.SMALL + 2)


def told_where(first: HandPlace, last: HandPlace, t: Words) -> str:
    """Return which hand this is, or which stretch of hands."""
    if first == last:
        return t("{day}, hand {number}", day=t.day_and_year(first.date), number=first.number)
    if first.sheet == last.sheet:
        return t("{day}, hands {first} to {last}", day=t.day_and_year(first.date),
                 first=first.number, last=last.number)
    if first.date == last.date:
        return t.day_and_year(first.date)
    return t("from {first} to {last}", first=t.day_and_year(first.date),
             last=t.day_and_year(last.date))


CENTS = 2
"""The decimals of an amount of money in cents."""


def chart_of_season(season: Season, overview: Overview, width: float, session: Session,
                    only: Collection[str] = ()) -> ft.Control:
    """Build the course of everybody, or `only` of some, with what it shows above it."""
    return keyed(f"course-{overview.chosen}", CourseOfSeason, season, overview.names,
                 session.service.people.looks(), width, session.shape, only)


@memo
@ft.component
def CourseOfSeason(season: Season, names: Mapping[str, str], looks: Mapping[str, Look],
                   width: float, shape: object, only: Collection[str]) -> ft.Control:
    """Draw the course, which has many points and so is drawn anew only when they change; shape: of
    the session, with which they change, too."""
    session = of_page()
    t = session.words
    drawn = [Line(names[player], looks[names[player]], course)
             for player, course in season.courses.items() if not only or player in only]

    def show(value: int) -> str:  # of many points, where writing a currency takes long
        return t.points(value, CENTS if season.currency else season.decimals)

    drawn.sort(key=lambda line: line.last, reverse=not season.low_is_good)
    said = t(say_n("After {n} evening: {figures}", "After {n} evenings: {figures}",
                   len(season.days), figures=", ".join(
                       [f"{line.name} {show(line.last)}" for line in drawn])))
    notes = [t("{currency} after each evening", currency=t.currency(season.currency))
             if season.currency else t("Points after each evening")]
    if season.low_is_good:
        notes.append(t("fewer points are better"))
    return ui.stack(ui.remark(" · ".join(notes)), over_time(
        drawn, (season.days[0], season.days[-1]), width, show, said, session), spacing=Space.SMALL)


def rows_of_records(records: Collection[Held], overview: Overview,
                    session: Session) -> Iterator[ft.Control]:
    """Yield a row for each record of the club: what, how much, who and when; a tap leads there."""
    t = session.words
    for best, first, last in records:
        title = t(best.title, deed=t(best.deed.title) if best.deed else "")
        if best.is_hand and overview.game is None:
            title = f"{title} · {t(overview.titles[best.page.game.key])}"
        figure = t.money(best.amount, best.currency) if best.currency else \
            t.points(best.amount, best.page.decimals if best.is_hand else 0)
        when = told_where(first, last, t) if first and last else t.day_and_year(best.page.date)
        route = f"/evening/{best.page.evening}"
        if first:
            route += f"/sheet/{first.sheet}/hand/{first.hand}"
        who = overview.names[best.player]
        yield row_of_place(title, figure, f"{who} · {when}", route, f"best-{title}")
