"""The ledger of stars, its chart, and the club's settings for it."""

from collections.abc import Callable, Iterable
from datetime import date as Date
from functools import partial
from typing import Any

import flet as ft

from scorepad.book.ledger import EveningStars, Ledger, Standing, Star
from scorepad.book.ledger.tariffs import ALWAYS, AUSWAERTS, MANUAL, TITLES
from scorepad.book.ledger.written import in_kaesten, signed, title_of, what_for
from scorepad.book.record import Tariff
from scorepad.i18n.message import N_, say_n
from scorepad.i18n.words import Words
from scorepad.paper import files as papers
from scorepad.ui import widgets as ui
from scorepad.ui.forms.stars_club import OpeningForm, TariffForm
from scorepad.ui.hooks import use_params
from scorepad.ui.parts.address import came_from, missing, use_form
from scorepad.ui.parts.charts import Line, over_time
from scorepad.ui.parts.fields import DayField, question
from scorepad.ui.parts.saving_files import SavePaper
from scorepad.ui.screens.evening import with_stars
from scorepad.ui.session import Session, going_to, of_page
from scorepad.ui.theme import Radius, Space, Type, color_of_money


def chart(ledger: Ledger, names: Iterable[str], width: float, session: Session) -> ft.Control:
    """Build the chart of a ledger of at least two days, for these people in their colours."""
    t, looks = session.words, session.service.people.looks()
    course = ledger.course()
    first, last = course[0][0], course[-1][0]
    drawn = [Line(name, looks[name], [((day - first).days, balances.get(name, 0))
                                      for day, balances in course])
             for name in names]
    told = t("On {day}: {figures}", day=t.day_and_year(last), figures=", ".join(
        [f"{line.name} {t.points(line.last)}" for line in drawn]))
    return over_time(drawn, (first, last), width, t.points, told, session)


@ft.component
def StarsOfClub() -> ft.View:
    session = of_page()
    t, service = session.words, session.service
    opening = use_form("opening", lambda: OpeningForm.of(
        service.club.opening(), service.players()))
    tariff = use_form("tariff", TariffForm)
    return ui.screen(
        t("Tariffs and opening balances"),
        ui.heading(t("Opening balances")), _opening(opening, session),
        ui.heading(t("Tariffs")),
        ui.remark(t("The date of an evening decides which line applies. Older evenings keep what "
                    "applied then.")),
        *ui.in_columns([_fields(tariff, session) if line == tariff.changed
                        else _tariff_line(line, tariff, session)
                        for line in service.club.tariffs().lines], session),
        *_new_line(tariff, session),
        ft.Container(height=Space.SMALL), width=session.widest,
        back="/stars", back_label=t("Back to the star ledger"))


def _opening(form: OpeningForm, session: Session) -> ft.Control:
    t = session.words
    fault = partial(_fault, form, t)
    return ui.panel(
        ui.remark(t("What everybody had when the star ledger began. "
                    "Leave out anyone who had nothing.")),
        ui.text_field(t("The club's list, pasted as text"), form.pasted, form.paste,
                      error=fault("pasted"), multiline=True, max_lines=6, key="pasted"),
        ui.text_button(t("Fill in what it says"), lambda: form.take_list(t),
                       identifier="take-list"),
        *ui.in_pairs([
            DayField(t("As of"), form.written_day(t), form.type_day, fault("date"), "as-of")],
            session),
        *ui.in_pairs([
            *[ui.text_field(name, typed, partial(form.type, name), error=fault(name), key=name)
              for name, typed in form.typed.items()],
            ft.Row(vertical_alignment=ft.CrossAxisAlignment.START, controls=[
                ui.text_field(t("Somebody else"), form.newcomer, form.type_newcomer, expand=True,
                              error=fault(""), on_submit=form.add),
                ui.icon_button(ft.Icons.ADD, t("Add this name"), form.add,
                               identifier="add-name")])], session),
        *([question(form.asked.question, form.asked.known, form.answer, t)] if form.asked else []),
        *ui.in_pairs([
            ui.remark(t("Together {stars} stars", stars=t.points(form.total))),
            ui.main_button(t("Save the balances"), lambda: session.attempt(
                form.save, session, session.service.club), identifier="save-opening")], session),
        spacing=Space.LARGE)


def _fault(form: OpeningForm | TariffForm, t: Words, place: str) -> str | None:
    return t(form.faults[place]) if place in form.faults else None


def _tariff_line(line: Tariff, form: TariffForm, session: Session) -> ft.Control:
    t = session.words
    what, stars = t(title_of(line.event, line.ziel)), signed(line.stars or 0, t)
    since = t("from the beginning") if line.valid_from == ALWAYS else \
        t("from {day} on", day=t.day_and_year(line.valid_from))
    return ui.titled_row(
        what, since, partial(form.take, line, t), ui.strong(stars, semantics_label=""),
        ft.Icon(ft.Icons.EDIT_OUTLINED, size=20, color=ft.Colors.ON_SURFACE_VARIANT),
        identifier=f"tariff-{line.event}-{line.ziel}-{line.valid_from.isoformat()}",
        said=t("Change: {what}, {since}, {stars}", what=what, since=since, stars=stars))


def _new_line(form: TariffForm, session: Session) -> list[ft.Control]:
    """Build the form of a further line, which asks first what it is for."""
    t, tariffs, today = session.words, session.service.club.tariffs(), Date.today()
    return ui.beside(*ui.parted([
        ui.remark(t("Another line: what for?")),
        # Not chips: at large text these names need more than one line.
        ft.Row([ui.text_button(with_stars(event, tariffs, today, t), partial(form.choose, event),
                               identifier=f"event-{event}")
                for event in TITLES if event != MANUAL], wrap=True, spacing=0, run_spacing=0)],
        [_fields(form, session)] if form.changed is None and form.event else [], session), True)


def _fields(form: TariffForm, session: Session) -> ft.Control:
    """Build the fields of a line: from when on, how many stars, and for a drive, where to."""
    t = session.words
    fault = partial(_fault, form, t)

    def act(what: Any) -> Callable[[], object]:
        return lambda: session.attempt(what, session, session.service.club)

    ziel = [ui.text_field(t("Destination"), form.ziel, partial(form.type, "ziel"),
                          error=fault("ziel"))]
    others = [ui.text_button(t("Cancel"), form.leave, identifier="leave-tariff")]
    if form.changed:
        others.append(ui.text_button(t("Remove the line"), act(form.remove),
                                     identifier="remove-tariff"))
    return ft.Container(key=f"fields-{form.event}-{form.changed}", padding=ft.Padding.symmetric(
        vertical=Space.MEDIUM), content=ui.stack(
            ft.Text(t(title_of(form.event, form.changed.ziel if form.changed else "")),
                    size=Type.FIGURE),
            *(ziel if form.event == AUSWAERTS else []),
            DayField(t("Valid from"), form.day, partial(form.type, "day"), fault("valid_from"),
                     "valid-from", t("empty: from the beginning")),
            ui.text_field(t("Stars"), form.stars, partial(form.type, "stars"),
                          error=fault("stars")),
            ui.main_button(t("Save the line"), act(form.save), identifier="save-tariff"),
            ft.Row(others, wrap=True, alignment=ft.MainAxisAlignment.CENTER)))


@ft.component
def Stars() -> ft.View:
    session = of_page()
    t = session.words
    ledger = session.service.club.ledger()
    standing = ledger.standing()
    names = standing.names
    body: list[ft.Control] = []
    if not names:
        body.append(ui.remark(t("Nobody has any stars yet. If the club has been counting, begin "
                                "with its balances.")))
    else:
        body.append(ui.panel(
            _head(session), *[_line(name, ledger, session) for name in standing.active],
            ft.Divider(height=Space.SMALL), _sum(standing, session), spacing=0))
    if standing.retired:
        body += [ui.heading(t("Retired")), ui.panel(*[
            _line(name, ledger, session) for name in standing.retired], spacing=0)]
    if ledger.before_opening:
        body.append(ui.remark(t(say_n(
            "{n} evening lies before the opening balances, and its stars are in them.",
            "{n} evenings lie before the opening balances, and their stars are in them.",
            ledger.before_opening))))
    wide = False
    if len(ledger.course()) > 1:
        wide = session.has_room()
        room = session.width - 2 * Space.LARGE
        room = room - ui.COLUMN - Space.HUGE if wide else min(room, ui.COLUMN)
        body = ui.beside(body, [ui.heading(t("Course")), ui.panel(
            chart(ledger, names, room - 2 * Space.LARGE, session))], wide, ui.COLUMN)
    back, back_label = came_from(session)
    return ui.screen(
        t("Star ledger"), *body, ft.Container(height=Space.SMALL),
        width=session.width if wide else None,
        back=back, back_label=back_label,
        bottom=None if names or not session.is_host else ui.main_button(
            t("Opening balances"), going_to("/stars/club"), identifier="begin"),
        actions=[SavePaper(papers.Stars(), symbol=True), *([
            ui.icon_button(ft.Icons.TUNE, t("Tariffs and opening balances"),
                           going_to("/stars/club"), identifier="club")]
            if session.is_host else [])])


def _line(name: str, ledger: Ledger, session: Session) -> ft.Control:
    """Build a player's row; a tap shows where the stars come from."""
    t, stars = session.words, ledger.balances[name]
    ids = {known: player for player, known in session.service.people.names().items()}
    said = t(say_n("{name}: {stars} star, {kaesten} Kästen",
                   "{name}: {stars} stars, {kaesten} Kästen", abs(stars), name=name,
                   stars=t.points(stars), kaesten=in_kaesten(stars, t)))
    return ui.tappable(_figures(name, stars, session, said),
                       going_to(f"/stars/of/{ids[name]}"), identifier=f"ledger-{name}",
                       padding=ft.Padding.symmetric(vertical=Space.SMALL + 2))


def _sum(standing: Standing, session: Session) -> ft.Control:
    t, stars = session.words, standing.total
    return ft.Container(
        _figures(t(standing.title), stars, session, t(
            "{title}: {stars} stars, {kaesten} Kästen", title=t(standing.title),
            stars=t.points(stars), kaesten=in_kaesten(stars, t)), bold=True),
        padding=ft.Padding.symmetric(vertical=Space.SMALL + 2))


def _figures(name: str, stars: int, session: Session, said: str, *, bold: bool = False) -> ft.Row:
    """Build a row with a name, its stars and its Kästen, the figures in columns."""
    t = session.words
    return ft.Row(spacing=0, vertical_alignment=ft.CrossAxisAlignment.CENTER, controls=[
        ft.Text(name, size=Type.FIGURE, weight=ft.FontWeight.W_600 if bold else None, expand=True,
                no_wrap=True, overflow=ft.TextOverflow.ELLIPSIS, semantics_label=said),
        _figure(t.points(stars), Type.TITLE, session, ui.strong),
        _figure(in_kaesten(stars, t), Type.FIGURE, session)])


def _head(session: Session) -> ft.Control:
    """Build the headings of the columns."""
    return ft.Row(spacing=0, controls=[ft.Container(expand=True), *[
        _figure(session.words(title), Type.SMALL, session)
        for title in (N_("Stars"), N_("Kästen (5 stars)"))]])


def _figure(text: str, size: float, session: Session,
            kind: Callable[..., ft.Text] = ui.muted) -> ft.Text:
    """Build the text of a column, at most as large as `size`."""
    width = (min(session.width - 2 * Space.LARGE, ui.COLUMN) - 2 * Space.LARGE) * 0.27
    return kind(text, size=session.size_that_fits(text, size, width - Space.SMALL), width=width,
                no_wrap=True, text_align=ft.TextAlign.RIGHT, semantics_label="")


@ft.component
def StarsOfPlayer() -> ft.View:
    session = of_page()
    t = session.words
    name = session.service.people.names().get(use_params()["player"])
    if name is None:
        return missing(t("This player is not in the book."), "/stars")
    ledger = session.service.club.ledger()
    lines = ledger.history(name)
    stars = ledger.balances.get(name, 0)
    latest = max(session.service.evenings(), key=lambda card: card.date, default=None)
    course = [ui.heading(t("Course")), ui.panel(
        chart(ledger, [name], session.column_width - 2 * Space.LARGE, session))] \
        if session.has_room() and len(ledger.course()) > 1 else []
    return ui.screen(
        name, ui.panel(_head(session), _figures(name, stars, session, t(
            "{stars} stars, {kaesten} Kästen", stars=t.points(stars),
            kaesten=in_kaesten(stars, t))), spacing=0), *course,
        right=[
            ui.heading(t("Where they come from")),
            ui.panel(*[_entry(*line, session) for line in reversed(lines)], spacing=0) if lines
            else ui.remark(t("No stars so far.")),
            *([ui.remark(t("A correction is noted on an evening, like everything that does not "
                           "come from a hand."))] if latest else [])],
        back="/stars", back_label=t("Back to the star ledger"),
        bottom=None if latest is None else ui.main_button(
            t("Correct"), going_to(f"/evening/{latest.id}"), identifier="correct"))


def _entry(evening: EveningStars | None, star: Star, balance: int, session: Session) -> ft.Control:
    """Build a row of stars gained or lost: what for, where and when, and the balance after it."""
    t = session.words
    what, where = what_for(star, t), _where(evening, star, session)
    row = ft.Row(vertical_alignment=ft.CrossAxisAlignment.CENTER, controls=[
        ui.two_lines(what, where, said=t(
            "{what}, {where}: {stars}, balance {balance}", what=what, where=where,
            stars=signed(star.stars, t), balance=t.points(balance))),
        ft.Column([ui.strong(signed(star.stars, t), color=color_of_money(-star.stars),
                             semantics_label=""),
                   ui.remark(f"= {t.points(balance)}", semantics_label="")],
                  spacing=2, tight=True, horizontal_alignment=ft.CrossAxisAlignment.END)])
    return ft.Container(row, padding=ft.Padding.symmetric(vertical=Space.SMALL), ink=True,
                        border_radius=Radius.SMALL,
                        on_click=going_to(f"/evening/{evening.page.id}") if evening else None)


def _where(evening: EveningStars | None, star: Star, session: Session) -> str:
    t = session.words
    if evening is None:
        opening = session.service.club.opening()
        return t.day_and_year(opening.date) if opening else ""
    hand = t("Hand {number}", number=star.hand) if star.hand else ""
    return t.dated(evening.page.date, evening.page.place, hand)
