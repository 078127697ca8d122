"""A field for a day: typed, or picked from a calendar."""

from collections.abc import Callable
from datetime import UTC, date as Date, datetime
from typing import Any

import flet as ft

from scorepad.book.ledger.words import read_day, typed_day
from scorepad.ui.hooks import use_value
from scorepad.ui.session import Session, use_session
from scorepad.ui.widgets import icon_button, is_narrow, text_field

FIRST, LAST = datetime(1950, 1, 1), datetime(2099, 12, 31)
"""The days that the calendar offers."""


@ft.component
def DayField(label: str, typed: str, take: Callable[[str], Any], error: str | None,
             identifier: str, hint: str | None = None) -> ft.Control:
    """Draw the field with the symbol of a calendar at its end, if one has room; `take` gets what
    was typed, or the day that was picked as somebody would type it."""
    session = use_session()
    t = session.words
    is_open, open_calendar = use_value(False)

    def pick(day: Date) -> None:
        open_calendar(False)
        take(typed_day(day, t))

    ft.use_dialog(_calendar(label, typed, pick, lambda: open_calendar(False), session)
                  if is_open else None)
    # Flutter's calendar cuts figures off that are so large that a screen has hardly room for them.
    calendar: list[ft.Control] = [] if is_narrow(session) else [icon_button(
        ft.Icons.CALENDAR_MONTH_OUTLINED, t("Calendar: {field}", field=label),
        lambda: open_calendar(True), identifier=f"calendar-{identifier}")]
    return ft.Row(vertical_alignment=ft.CrossAxisAlignment.START, spacing=0, controls=[
        text_field(label, typed, take, error=error, hint_text=hint, expand=True), *calendar])


def _calendar(label: str, typed: str, pick: Callable[[Date], Any], close: Callable[[], Any],
              session: Session) -> ft.DatePicker:
    t, day = session.words, read_day(typed) or Date.today()
    if not FIRST.date() <= day <= LAST.date():
        day = Date.today()
    language, country = t.locale.language, t.locale.territory

    def changed(event: ft.Event[ft.DatePicker]) -> None:
        picked = event.control.value
        if isinstance(picked, datetime):
            pick(day_of(picked))

    return ft.DatePicker(
        value=datetime(day.year, day.month, day.day),
        first_date=FIRST, last_date=LAST, locale=ft.Locale(language, country),
        help_text=label, cancel_text=t("Cancel"), confirm_text=t("OK"),
        on_change=changed, on_dismiss=lambda: close())


def day_of(picked: datetime) -> Date:
    """Return the day that a calendar means by a moment: its midnight may have come as that of
    another zone."""
    if picked.tzinfo is None:
        return picked.date()
    return picked.astimezone(UTC).date() if picked.astimezone(UTC).hour == 0 \
        else picked.astimezone().date()
