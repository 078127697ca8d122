"""The ledger of stars: who has how many, how that came about, and where each comes from."""

from collections.abc import Callable
from functools import partial

import flet as ft

from scorepad.book.ledger.stars import EveningStars, Ledger, Standing, Star
from scorepad.book.ledger.words import in_kaesten, signed, what_for
from scorepad.i18n.message import N_, say_n
from scorepad.paper import files as papers
from scorepad.ui.hooks import use_params, use_value
from scorepad.ui.parts.address import came_from
from scorepad.ui.parts.saving_files import SavePaper
from scorepad.ui.parts.stars_chart import chart
from scorepad.ui.rights import is_host
from scorepad.ui.screens.missing import missing
from scorepad.ui.session import Session, going_to, use_session
from scorepad.ui.theme import Radius, Space, Type, color_of_money
from scorepad.ui.widgets import (
    COLUMN,
    chip,
    chips,
    heading,
    icon_button,
    main_button,
    muted,
    panel,
    remark,
    screen,
    strong,
    tappable,
    two_lines,
)


@ft.component
def Stars() -> ft.View:
    session = use_session()
    t = session.words
    ledger = session.service.club.ledger()
    chosen, choose = use_value("")
    standing = ledger.standing()
    names = standing.names
    course = ledger.course()
    body: list[ft.Control] = []
    if not names:
        body.append(remark(t("Nobody has any stars yet. If the club has been counting, begin with "
                             "its balances.")))
    else:
        body.append(panel(
            _head(session), *[_line(name, ledger, session) for name in standing.active],
            ft.Divider(height=Space.SMALL), _sum(standing, session), spacing=0))
    if standing.retired:
        body += [heading(t("Retired")), panel(*[
            _line(name, ledger, session) for name in standing.retired], spacing=0)]
    if ledger.before_opening:
        body.append(remark(t(say_n(
            "{n} evening lies before the opening balances and counts on top of them.",
            "{n} evenings lie before the opening balances and count on top of them.",
            ledger.before_opening))))
    if len(course) > 1:
        shown = chosen if chosen in ledger.balances else names[0]
        body += [heading(t("Over time")), panel(
            chart(course, shown, session),
            chips([chip(name, partial(choose, name), chosen=name == shown,
                        identifier=f"chart-{name}") for name in names]))]
    back, back_label = came_from(session)
    return screen(
        t("Star ledger"), *body, ft.Container(height=Space.SMALL),
        back=back, back_label=back_label,
        bottom=None if names or not is_host(session) else main_button(
            t("Opening balances"), going_to("/stars/club"), identifier="begin"),
        actions=[SavePaper(papers.Stars(), symbol=True), *([
            icon_button(ft.Icons.TUNE, t("Tariffs and opening balances"),
                        going_to("/stars/club"), identifier="club")] if is_host(session) else [])])


def _line(name: str, ledger: Ledger, session: Session) -> ft.Control:
    """Build a player's row; a tap shows where the stars come from."""
    t, stars = session.words, ledger.balances[name]
    ids = {known: player for player, known in session.service.people.names().items()}
    said = t(say_n("{name}: {stars} star, {kaesten} Kästen",
                   "{name}: {stars} stars, {kaesten} Kästen", abs(stars), name=name,
                   stars=t.points(stars), kaesten=in_kaesten(stars, t)))
    return tappable(_figures(name, stars, session, said),
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
        _figure(t.points(stars), Type.TITLE, session, strong),
        _figure(in_kaesten(stars, t), Type.FIGURE, session)])


def _head(session: Session) -> ft.Control:
    """Build the headings of the columns."""
    return ft.Row(spacing=0, controls=[ft.Container(expand=True), *[
        _figure(session.words(title), Type.SMALL, session)
        for title in (N_("Stars"), N_("Kästen"))]])


def _figure(text: str, size: float, session: Session,
            kind: Callable[..., ft.Text] = muted) -> ft.Text:
    """Build the text of a column, at most as large as `size`."""
    width = (min(session.width - 2 * Space.LARGE, COLUMN) - 2 * Space.LARGE) * 0.27
    return kind(text, size=session.size_that_fits(text, size, width - Space.SMALL), width=width,
                no_wrap=True, text_align=ft.TextAlign.RIGHT, semantics_label="")


@ft.component
def StarsOfPlayer() -> ft.View:
    session = use_session()
    t = session.words
    name = session.service.people.names().get(use_params()["player"])
    if name is None:
        return missing(t("This player is not in the book."), "/stars")
    ledger = session.service.club.ledger()
    lines = ledger.history(name)
    stars = ledger.balances.get(name, 0)
    latest = max(session.service.evenings(), key=lambda card: card.date, default=None)
    return screen(
        name, panel(_head(session), _figures(name, stars, session, t(
            "{stars} stars, {kaesten} Kästen", stars=t.points(stars),
            kaesten=in_kaesten(stars, t))), spacing=0),
        heading(t("Where they come from")),
        panel(*[_entry(*line, session) for line in reversed(lines)], spacing=0) if lines else
        remark(t("No stars so far.")),
        *([remark(t("A correction is noted on an evening, like everything that does not come from "
                    "a hand."))] if latest else []),
        ft.Container(height=Space.SMALL),
        back="/stars", back_label=t("Back to the star ledger"),
        bottom=None if latest is None else main_button(
            t("Correct"), going_to(f"/evening/{latest.id}"), identifier="correct"))


def _entry(evening: EveningStars | None, star: Star, balance: int, session: Session) -> ft.Control:
    """Build a row of stars gained or lost: what for, where and when, and the balance after it."""
    t = session.words
    what, where = what_for(star, t), _where(evening, star, session)
    row = ft.Row(vertical_alignment=ft.CrossAxisAlignment.CENTER, controls=[
        two_lines(what, where, said=t(
            "{what}, {where}: {stars}, balance {balance}", what=what, where=where,
            stars=signed(star.stars, t), balance=t.points(balance))),
        ft.Column([strong(signed(star.stars, t), color=color_of_money(-star.stars),
                          semantics_label=""),
                   remark(f"= {t.points(balance)}", semantics_label="")],
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
