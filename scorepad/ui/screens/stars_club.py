"""The club's settings for stars: what everybody had at the beginning, and the tariffs."""

from collections.abc import Callable
from datetime import date as Date
from functools import partial
from typing import Any

import flet as ft

from scorepad.book.ledger.tariffs import ALWAYS, AUSWAERTS, MANUAL, TITLES
from scorepad.book.ledger.words import signed, title_of
from scorepad.book.record import Tariff
from scorepad.i18n.words import Words
from scorepad.ui.forms.stars_club import OpeningForm, TariffForm
from scorepad.ui.half_filled import use_form
from scorepad.ui.parts.day_field import DayField
from scorepad.ui.parts.look_alike import question
from scorepad.ui.session import Session, use_session
from scorepad.ui.theme import Space, Type
from scorepad.ui.widgets import (
    heading,
    icon_button,
    main_button,
    panel,
    remark,
    screen,
    stack,
    strong,
    text_button,
    text_field,
    titled_row,
)


@ft.component
def StarsOfClub() -> ft.View:
    session = use_session()
    t, service = session.words, session.service
    opening = use_form("opening", lambda: OpeningForm.of(
        service.club.opening(), service.players()))
    tariff = use_form("tariff", TariffForm)
    return screen(
        t("Tariffs and opening balances"),
        heading(t("Opening balances")), _opening(opening, session),
        heading(t("Tariffs")),
        remark(t("The date of an evening decides which line applies. Older evenings keep what "
                 "applied then.")),
        _tariffs(tariff, session), _new_line(tariff, session),
        ft.Container(height=Space.SMALL),
        back="/stars", back_label=t("Back to the star ledger"))


# --- opening balances -----------------------------------------------------------------------------


def _opening(form: OpeningForm, session: Session) -> ft.Control:
    t = session.words
    fault = partial(_fault, form, t)
    return panel(
        remark(t("What everybody had when the star ledger began. "
                 "Leave out anyone who had nothing.")),
        DayField(t("As of"), form.written_day(t), form.type_day, fault("date"), "as-of"),
        *[text_field(name, typed, partial(form.type, name), error=fault(name), key=name)
          for name, typed in form.typed.items()],
        ft.Row(vertical_alignment=ft.CrossAxisAlignment.START, controls=[
            text_field(t("Somebody else"), form.newcomer, form.type_newcomer, expand=True,
                       error=fault(""), on_submit=form.add),
            icon_button(ft.Icons.ADD, t("Add this name"), form.add, identifier="add-name")]),
        *([question(form.asked.question, form.asked.known, form.answer, t)] if form.asked else []),
        remark(t("Together {stars} stars", stars=t.points(form.total))),
        main_button(t("Save the balances"), lambda: session.attempt(
            form.save, session, session.service.club), identifier="save-opening"),
        spacing=Space.LARGE)


def _fault(form: OpeningForm | TariffForm, t: Words, place: str) -> str | None:
    return t(form.faults[place]) if place in form.faults else None


# --- tariffs --------------------------------------------------------------------------------------


def _tariffs(form: TariffForm, session: Session) -> ft.Control:
    """Build every line of the tariffs; a tap opens it for change."""
    lines = session.service.club.tariffs().lines
    return panel(*[_fields(form, session) if line == form.changed else _line(line, form, session)
                   for line in lines], spacing=0)


def _line(line: Tariff, form: TariffForm, session: Session) -> ft.Control:
    t = session.words
    what, stars = t(title_of(line.event, line.ziel)), signed(line.stars or 0, t)
    since = t("from the beginning") if line.valid_from == ALWAYS else \
        t("from {day} on", day=t.day_and_year(line.valid_from))
    return titled_row(
        what, since, partial(form.take, line, t), strong(stars, semantics_label=""),
        ft.Icon(ft.Icons.EDIT_OUTLINED, size=20, color=ft.Colors.ON_SURFACE_VARIANT),
        identifier=f"tariff-{line.event}-{line.ziel}-{line.valid_from.isoformat()}",
        said=t("Change: {what}, {since}, {stars}", what=what, since=since, stars=stars))


def _new_line(form: TariffForm, session: Session) -> ft.Control:
    """Build the form of a further line, which asks first what it is for."""
    t, tariffs, today = session.words, session.service.club.tariffs(), Date.today()

    def named(event: str) -> str:
        now = tariffs.stars(event, today)
        return t(title_of(event)) + ("" if now is None else f" {signed(now, t)}")

    return panel(
        remark(t("Another line: what for?")),
        # Not chips: at large text these names need more than one line.
        ft.Row([text_button(named(event), partial(form.choose, event),
                            identifier=f"event-{event}")
                for event in TITLES if event != MANUAL], wrap=True, spacing=0, run_spacing=0),
        *([_fields(form, session)] if form.changed is None and form.event else []))


def _fields(form: TariffForm, session: Session) -> ft.Control:
    """Build the fields of a line: from when on, how many stars, and for a drive, where to."""
    t = session.words
    fault = partial(_fault, form, t)

    def act(what: Any) -> Callable[[], object]:
        return lambda: session.attempt(what, session, session.service.club)

    ziel = [text_field(t("Destination"), form.ziel, partial(form.type, "ziel"),
                       error=fault("ziel"))]
    others = [text_button(t("Cancel"), form.leave, identifier="leave-tariff")]
    if form.changed:
        others.append(text_button(t("Remove the line"), act(form.remove),
                                  identifier="remove-tariff"))
    return ft.Container(key=f"fields-{form.event}-{form.changed}", padding=ft.Padding.symmetric(
        vertical=Space.MEDIUM), content=stack(
            ft.Text(t(title_of(form.event, form.changed.ziel if form.changed else "")),
                    size=Type.FIGURE),
            *(ziel if form.event == AUSWAERTS else []),
            DayField(t("Valid from"), form.day, partial(form.type, "day"), fault("valid_from"),
                     "valid-from", t("empty: from the beginning")),
            text_field(t("Stars"), form.stars, partial(form.type, "stars"), error=fault("stars")),
            main_button(t("Save the line"), act(form.save), identifier="save-tariff"),
            ft.Row(others, wrap=True, alignment=ft.MainAxisAlignment.CENTER)))
