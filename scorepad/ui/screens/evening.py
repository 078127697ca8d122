"""The screen of an evening: its settlement, its sheets, its stars."""

import flet as ft

from scorepad.i18n.message import Message
from scorepad.i18n.words import Words
from scorepad.service.telling import told_progress
from scorepad.service.views import SheetView, Standing
from scorepad.ui.at_server import evening_closed
from scorepad.ui.hooks import keyed
from scorepad.ui.parts.address import came_from, use_evening, way_to
from scorepad.ui.parts.copies import Offer, is_due
from scorepad.ui.parts.evening_stars import StarsOfEvening
from scorepad.ui.parts.settlement import SettlementOf
from scorepad.ui.screens.missing import missing
from scorepad.ui.session import Session, going_to, use_session
from scorepad.ui.theme import Space, Type, color_of_points
from scorepad.ui.widgets import (
    heading,
    main_button,
    panel,
    screen,
    strong,
    text_button,
    titled_row,
)


@ft.component
def Evening() -> ft.View:
    session = use_session()
    t, evening = session.words, use_evening(session)
    if isinstance(evening, Message):
        return missing(t(evening), "/")
    end = main_button(t("Reopen the evening"), lambda: session.attempt(
        session.service.reopen_evening, evening.id), identifier="reopen") if evening.closed else \
        main_button(t("End the evening"), lambda: session.attempt(
            _end, session, evening.id), identifier="end-evening")
    back, back_label = came_from(session)
    return screen(
        t("Settlement"), *([Offer()] if evening.closed and is_due(session) else []),
        keyed(f"money-{evening.id}", SettlementOf, evening.id),
        heading(t("Sheets")),
        panel(*[_sheet(sheet, t) for sheet in evening.sheets], ft.Row([
            text_button(t("New sheet"), going_to(f"/evening/{evening.id}/new"),
                        identifier="another-game", icon=ft.Icons.ADD),
            text_button(t("Progress"), going_to(f"/evening/{evening.id}/course"),
                        identifier="course", icon=ft.Icons.SHOW_CHART)], wrap=True)),
        *[each for standing in evening.standings for each in _standing(standing, t)],
        keyed(f"stars-{evening.id}", StarsOfEvening, evening.id),
        ft.Container(height=Space.SMALL),
        subtitle=t.dated(evening.date, evening.place),
        back=back, back_label=back_label, bottom=end)


def _standing(standing: Standing, t: Words) -> list[ft.Control]:
    """Build the points of all tables of a game together."""
    low = standing.game.low_is_good
    return [heading(t("{game}: all tables", game=standing.game.title)), ft.Semantics(
        identifier=f"standing-{standing.game.id}", container=True, content=panel(*[
            ft.Row([ft.Text(name, size=Type.FIGURE, expand=True),
                    strong(t.points(points), color=color_of_points(points, low))])
            for name, points in standing.points.items()]))]


def _end(session: Session, evening: str) -> None:
    session.service.close_evening(evening)
    evening_closed(session)


def _sheet(sheet: SheetView, t: Words) -> ft.Control:
    title, counts = sheet.game.title, ", ".join(told_progress(sheet, t))
    return titled_row(title, f"{', '.join(sheet.score.record.names)} · {counts}",
                      going_to(way_to(sheet)), identifier=f"sheet-{sheet.id}",
                      said=f"{title}: {counts}", size=Type.SMALL)
