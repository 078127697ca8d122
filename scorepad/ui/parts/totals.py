"""The head of a sheet: who has how much, how near each is to an end, and who deals next."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import flet as ft

from scorepad.games.game import Seat
from scorepad.games.protocols import HasPenalties, SeatsChange
from scorepad.service import telling_evening
from scorepad.service.views import SheetView
from scorepad.storage import StorageFault
from scorepad.ui import theme
from scorepad.ui.entry.entry import begin_penalty
from scorepad.ui.entry.keeping import entry_of, growth
from scorepad.ui.entry.pad import told_apart
from scorepad.ui.entry.stops import Focus, Group, collect, hidden_heading
from scorepad.ui.hooks import memo, use_redraw
from scorepad.ui.parts.fields import NameForm, asked_of, is_same
from scorepad.ui.parts.match_end import looked_at
from scorepad.ui.parts.seating import way_of_taking_over
from scorepad.ui.session import Session, go, of_page
from scorepad.ui.signs import SMALL, small_sign
from scorepad.ui.theme import Radius, Space, Type, text_width
from scorepad.ui.widgets import muted, stack, strong, text_button, text_field

NUMBER_WIDTH = 36
"""Width of the column with the numbers of the hands, left of the players."""

CELL_END = 6
"""Room right of every figure of a column."""

SQUEEZED = 0.85
"""The share of its size to which the offer beside the pot shrinks before it moves below."""

ABREAST = 7
"""Columns that stand side by side however narrow the screen is."""

READABLE = 50
"""The width from which a column has room for a figure; if more than `ABREAST` columns would be
narrower, they lie in several rows."""

ROOM_OF_A_ROW = 100
"""The height that each further row of columns adds to a sheet and its entry."""

ROOM_OF_A_QUESTION = 200
"""The height that a question adds above a sheet."""

DOT = "● "
"""The sign in front of the name of whoever deals next."""

MEASURED = 9
"""The letters of a name that are to have room; the end of a longer one may be cut off."""


@dataclass
class Asked(NameForm):
    """A player's name as it is put right in a dialog; seat: the player's, None while that is
    closed. The sheet keeps it, because the totals are made anew when a phone is turned."""

    seat: Seat | None = None


@memo
@ft.component
def Totals(sheet: SheetView, shape: object, focus: Focus, asked: Asked) -> ft.Control:
    """Draw the totals of a sheet; shape: of the session, with which they change."""
    session, redraw = of_page(), use_redraw()

    def draw_first() -> None:
        with suppress(KeyError, StorageFault):  # the screen, which is drawn next, says so
            now = session.service.sheet(sheet.id)
            redraw(looked_at(now, entry_of(session, now)), shape, focus, asked)

    session.draw_first(draw_first)

    def ask_about(seat: Seat) -> None:
        if session.service.own_list is None:  # which changes nothing but hands
            asked.type(sheet.score.record.names[seat])
            asked.seat = seat

    columns = telling_evening.told_columns(sheet, session.words)
    count = abreast(session, len(columns))
    blank = [ft.Container(expand=True) for _ in range(-len(columns) % count)]
    sizes = _sizes(sheet, session, count, len(columns))
    figures = [_column(column, sheet, sizes, session, partial(ask_about, column.seat))
               for column in columns] + blank
    first, *further = [figures[start:start + count] for start in range(0, len(figures), count)]
    corner = ft.Container(_corner(sheet, session), padding=ft.Padding.only(left=Space.HAIR),
                          width=Space.SMALL if further and not sheet.score.multiplied_left
                          else NUMBER_WIDTH)
    below = [_row_of_columns([ft.Container(width=corner.width), *row]) for row in further]
    pot = [_pot(sheet, session)] if sheet.score.pot_title else []
    due = [_due(session.words(sheet.score.due))] if sheet.score.due else []
    drawn = ft.Column([
        hidden_heading(session.words("Standings")), _row_of_columns([corner, *first]), *below,
        *pot, *due], spacing=0, tight=True)
    collect(drawn, focus, Group.STANDINGS, {})
    return drawn


def _row_of_columns(columns: list[ft.Control]) -> ft.Control:
    return ft.Row([*columns, ft.Container(width=Space.HAIR)], spacing=0,
                  vertical_alignment=ft.CrossAxisAlignment.START)


def column_room(session: Session, columns: int) -> float:
    """Return how wide the figures of a column may be."""
    return _room_of_all(session) / columns - CELL_END - 2


def abreast(session: Session, columns: int) -> int:
    """Return how many columns stand side by side, in as few rows as can be read."""
    rows = -(-columns // max(ABREAST, int(_room_of_all(session) / READABLE)))
    return -(-columns // max(1, rows))


def fits(session: Session, sheet: SheetView) -> bool:
    """Return whether the page is high enough for the entry with all players and open questions."""
    columns = len(telling_evening.columns_of(sheet))
    further = -(-columns // abreast(session, columns)) - 1
    asked = 0 if session.wide else len(sheet.questions) + len(sheet.also)
    more = (ROOM_OF_A_ROW * further + ROOM_OF_A_QUESTION * asked) * session.text_scale
    if session.close:
        return session.height >= more + (
            theme.CLOSE_ON_ITS_SIDE if session.turned else theme.CLOSE) * growth(session)
    return session.height >= more + \
        (theme.ROOMY if session.wide else theme.UPRIGHT) * session.text_scale


def _room_of_all(session: Session) -> float:
    beside = (theme.ENTRY_WIDTH + 3 * Space.LARGE if session.wide else
              session.width / 2 if session.turned else 0) \
        + (theme.ASIDE_WIDTH if session.spacious else 0)
    sheet = min(session.width, theme.SHEET_WIDTH) - beside
    return sheet - NUMBER_WIDTH - Space.HAIR


def _corner(sheet: SheetView, session: Session) -> ft.Control:
    """Build the corner above the numbers of the hands: how many more hands count double."""
    said = telling_evening.told_doubled(sheet.score, session.words)
    room = NUMBER_WIDTH - Space.SMALL
    if not said:
        return ft.Container()

    def line(text: str, size: float, label: str) -> ft.Control:
        return strong(text, size=session.size_that_fits(text, size, room), no_wrap=True,
                      color=ft.Colors.ON_TERTIARY, semantics_label=label)

    return ft.Semantics(
        identifier="bock-left", container=True, content=ft.Container(
            ft.Column([line("Bock", Type.SMALL, said),
                       line(str(sheet.score.multiplied_left), Type.FIGURE, "")], spacing=0,
                      tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER),
            bgcolor=ft.Colors.TERTIARY, width=NUMBER_WIDTH, alignment=ft.Alignment.CENTER,
            padding=ft.Padding.symmetric(vertical=Space.HAIR), border_radius=Radius.SMALL))


class _Sizes(NamedTuple):
    """The values that all columns share: the size of the names and of the totals, the room of a
    column, whether columns lie in several rows, and whether everybody's sign has room."""

    name: float
    total: float
    room: float
    in_rows: bool
    has_signs: bool


def _sizes(sheet: SheetView, session: Session, abreast: int, columns: int) -> _Sizes:
    """Return one type size for all names, never too small to be read, and one for all totals."""
    names, in_rows = sheet.score.record.names, columns > abreast
    room = column_room(session, abreast)
    longest = max((DOT + name[:MEASURED] for name in names), key=text_width)
    usual = Type.NAME * session.squeeze if session.close else Type.BODY
    figure = max([session.words.points(each, sheet.score.decimals)
                  for each in sheet.score.tally.totals], key=text_width)
    total = session.size_that_fits(figure, Type.FIGURE if in_rows else Type.TITLE * session.squeeze
                                   if session.close else Type.TOTAL, room)
    wide = text_width(figure) * total * session.device_scale
    return _Sizes(max(session.size_that_fits(longest, usual, room),
                      theme.SMALLEST / session.device_scale), total, room, in_rows,
                  wide + SMALL * session.text_scale <= room)


def _column(column: telling_evening.Column, sheet: SheetView, sizes: _Sizes,
            session: Session, on_tap: Any) -> ft.Control:
    total = ft.Text(column.total, no_wrap=True, overflow=ft.TextOverflow.ELLIPSIS, size=sizes.total,
                    weight=None if column.rests else ft.FontWeight.W_600,
                    color=theme.TONES.get(column.tone) or (
                        ft.Colors.ON_SURFACE_VARIANT if column.rests else None),
                    text_align=ft.TextAlign.RIGHT, semantics_label="", expand=True,
                    expand_loose=True)
    sign = [small_sign(sheet.looks[column.seat], session.text_scale)] if sizes.has_signs else []
    return ft.Semantics(
        identifier=f"player-{column.seat}", button=True, expand=True, content=ft.Container(
            on_click=lambda: on_tap(), border_radius=Space.SMALL,
            padding=ft.Padding.only(
                left=2, right=CELL_END, top=0 if session.close else Space.HAIR,
                bottom=(2 if column.meters else 5) if session.close else
                Space.SMALL if sizes.in_rows else Space.MEDIUM),
            content=stack(
                _name(column, sheet.score.record.names, sizes.name,
                      sizes.room / session.device_scale),
                ft.Row([*sign, total], spacing=2, alignment=ft.MainAxisAlignment.END),
                *map(_meter, column.meters), spacing=1 if session.close else 3)))


def _name(column: telling_evening.Column, names: Sequence[str], size: float,
          room: float) -> ft.Control:
    """Build the name as it is shown, with a dot in front if the player deals next, or in the dot's
    colour where there is room for the name alone. They are two texts, because one of two colours
    that is too long is cut off without an ellipsis. room: for both, measured as type sizes are."""
    name = told_apart(names, column.seat, room / size)
    called = ft.Text(
        name, size=size, no_wrap=True, semantics_label=column.said,
        text_align=ft.TextAlign.RIGHT, overflow=ft.TextOverflow.ELLIPSIS,
        color=ft.Colors.ON_SURFACE if column.deals else ft.Colors.ON_SURFACE_VARIANT)
    if not column.deals:
        return called
    whole = text_width(name) * size <= room
    if text_width(DOT + (name if whole else name[:MEASURED])) * size > room:
        called.color = ft.Colors.PRIMARY
        return called
    called.expand = called.expand_loose = True
    dot = ft.Text(DOT, size=size, color=ft.Colors.PRIMARY, semantics_label="")
    return ft.Row([dot, called], spacing=0, alignment=ft.MainAxisAlignment.END)


def _meter(meter: telling_evening.Drawn) -> ft.Control:
    if meter.dots is not None:
        return ft.Row([_dot(on) for on in meter.dots], spacing=3,
                      alignment=ft.MainAxisAlignment.END)
    fill = ft.Colors.ERROR if meter.near else ft.Colors.PRIMARY
    return ft.Container(height=3, border_radius=2, bgcolor=ft.Colors.OUTLINE_VARIANT,
                        margin=ft.Margin.only(top=2), clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
                        content=ft.Row(spacing=0, controls=[
                            *([ft.Container(expand=meter.filled, bgcolor=fill)]
                              if meter.filled else []),
                            ft.Container(expand=max(1, 1000 - meter.filled))]))


def _dot(on: bool) -> ft.Control:
    return ft.Container(
        width=7, height=7, border_radius=4, bgcolor=ft.Colors.PRIMARY if on else None,
        border=None if on else ft.Border.all(1, ft.Colors.OUTLINE))


def _pot(sheet: SheetView, session: Session) -> ft.Control:
    """Build the line of the pot, and beside or below it what may be done about it now."""
    t, score = session.words, sheet.score
    offer = "" if score.offer is None else t(score.offer)
    held, title = telling_evening.told_pot(score, t), t(score.pot_title)
    others = text_width(title) * Type.BODY + text_width(held) * Type.FIGURE
    room = _room_of_all(session) + NUMBER_WIDTH - Type.FIGURE - 3 * Space.SMALL \
        - 2 * (Space.MEDIUM + Space.HAIR) - others * session.device_scale
    size = session.size_that_fits(offer, Type.SMALL, room) if room > 0 else 0
    beside = size >= SQUEEZED * Type.SMALL
    told = ft.Text(offer, size=size if beside else Type.SMALL, color=ft.Colors.TERTIARY,
                   no_wrap=beside, text_align=ft.TextAlign.CENTER)
    line = ft.Row([
        ft.Icon(ft.Icons.SAVINGS_OUTLINED, size=Type.FIGURE * session.squeeze,
                color=ft.Colors.ON_SURFACE_VARIANT),
        muted(title, size=Type.BODY * session.squeeze, no_wrap=True,
              semantics_label=f"{title}: {held}"),
        ft.Container(told if beside else None, expand=True, alignment=ft.Alignment.CENTER),
        strong(held, size=Type.FIGURE * session.squeeze, no_wrap=True, semantics_label="")],
        spacing=Space.SMALL)
    return ft.Semantics(identifier="pot", container=True, content=ft.Container(
        stack(*([line] if beside or not offer else [line, told]), spacing=0),
        bgcolor=ft.Colors.SURFACE_CONTAINER, border_radius=Radius.SMALL,
        padding=ft.Padding.symmetric(horizontal=Space.MEDIUM, vertical=1 if session.close else 6),
        margin=ft.Margin.only(left=Space.HAIR, right=Space.HAIR,
                              bottom=0 if session.close else Space.SMALL)))


def _due(told: str) -> ft.Control:
    """Build the line that says what somebody has to do in the next hand."""
    return ft.Semantics(identifier="due", container=True, content=ft.Container(
        strong(told, size=Type.BODY, color=ft.Colors.TERTIARY, text_align=ft.TextAlign.CENTER),
        alignment=ft.Alignment.CENTER, padding=ft.Padding.only(bottom=Space.SMALL)))


def player_dialog(sheet: SheetView, asked: Asked, session: Session) -> ft.AlertDialog | None:
    """Build the dialog of the player who was tapped; None while it is closed."""
    if (seat := asked.seat) is None:
        return None
    sheet, t = looked_at(sheet, entry_of(session, sheet)), session.words
    name = sheet.score.record.names[seat]
    may_deal = not sheet.score.over and seat in sheet.game.dealers(sheet.score.next.table)

    def close() -> None:
        asked.seat = None

    def deal() -> None:
        close()
        session.attempt(session.service.name_dealer, sheet.id, seat)

    # Who sits at a table of a tournament, and who is penalized there, is noted at its desk.
    seated = () if sheet.score.over or sheet.closed or sheet.is_list \
        else sheet.score.next.table.seats
    may_go = seat in seated and isinstance(sheet.game, SeatsChange) \
        and len(seated) > sheet.game.players.start

    def take_over() -> None:  # or leave it free
        close()
        go(way_of_taking_over(sheet, name))

    def penalize() -> None:
        close()
        begin_penalty(session, sheet, seat)

    player = sheet.players[seat]

    def rename() -> None:
        if asked.save(session, partial(session.service.people.rename, player)):
            close()

    def save() -> None:
        if not asked.asks(session, player):
            rename()

    def same(known: str) -> None:
        if is_same(session, asked, player, known):
            close()

    return ft.AlertDialog(
        title=name, on_dismiss=close, scrollable=True, content=ft.Column(tight=True, controls=[
            *([text_button(t("Deals the next hand"), deal, identifier="deals-next",
                           icon=ft.Icons.STYLE_OUTLINED)] if may_deal else []),
             *([text_button(t("Goes home"), take_over, identifier="goes-home",
                            icon=ft.Icons.PERSON_OFF_OUTLINED)] if may_go else []),
             *([text_button(t("Somebody else takes this seat"), take_over,
                            identifier="takes-seat", icon=ft.Icons.SWAP_HORIZ),
                *([] if isinstance(sheet.game, SeatsChange) else
                  [ft.Container(muted(t("On a new sheet, for the same round")),
                                padding=ft.Padding.only(bottom=Space.MEDIUM))])]
               if seat in seated else []),
             *([text_button(t.hand("Strafpunkte"), penalize, identifier="penalty",
                            icon=ft.Icons.GAVEL_OUTLINED)]
               if seat in seated and isinstance(sheet.game, HasPenalties) else []),
             text_field(t("Put this name right"), asked.typed, asked.type,
                        on_submit=lambda: save(),
                        error=t(asked.fault) if asked.fault else None),
             *asked_of(asked, same, rename, t)]),
        actions=[text_button(t("Close"), close, identifier="close"),
                 text_button(t("Rename everywhere"), lambda: save(),
                             identifier="rename-everywhere")])
