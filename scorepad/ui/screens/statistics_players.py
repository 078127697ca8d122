"""The screens of one player's statistics, and of two players against each other."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import chain

import flet as ft

from scorepad.book.statistics import Record
from scorepad.book.statistics.columns import SOLO, columns
from scorepad.book.statistics.duel import Duel
from scorepad.i18n.message import say, say_n
from scorepad.i18n.words import Words
from scorepad.paper.telling import period_of
from scorepad.service.statistics import Chosen, HandPlace, Overview, Portrait
from scorepad.ui import widgets as ui
from scorepad.ui.hooks import use_params
from scorepad.ui.parts.address import missing
from scorepad.ui.parts.statistics import (
    bars_of_months,
    chart_of_season,
    row_of_place,
    told_where,
    year_shown,
)
from scorepad.ui.screens.statistics import (
    ALL,
    read_period,
    route_of_duel,
    text_in_address,
    use_counting,
)
from scorepad.ui.session import Session, go, go_back, going_to, of_page
from scorepad.ui.signs import small_sign
from scorepad.ui.theme import Space, Type, color_of_money, color_of_player

HOME = "/statistics"

TOLD_BELOW = {"best", "worst", "run-won", "run-lost", "solos-won", "solos-lost"}
"""Columns of the table that stand in more detail further down."""


def _chosen() -> Chosen:
    """Return the evenings and the game that the address names; for components only."""
    params = use_params()
    game = text_in_address(params["game"] or ALL)
    return read_period(params["year"], None if game == ALL else game)


def _subtitle(overview: Overview, t: Words) -> str:
    chosen = overview.chosen
    return " · ".join([t(period_of(chosen)),
                       t(overview.titles.get(chosen.game or "", say("All games")))])


def _came_from(session: Session) -> tuple[str, str]:
    """Return where the user came from, by default the statistics, and the name of an arrow back."""
    t, before = session.words, session.trail.before(HOME)
    return before, t("Back to the statistics") if before == HOME else t("Back")


@ft.component
def StatisticsOfPlayer() -> ft.View:
    session = of_page()
    t, chosen, player = session.words, _chosen(), use_params()["player"]
    back, back_label = _came_from(session)
    if counting := use_counting(session):
        return ui.screen(t("Statistics"), *counting, back=back, back_label=back_label)
    overview = session.service.statistics.overview(chosen)
    portrait = session.service.statistics.portrait(player, chosen)
    if portrait is None:
        return missing(t("There are no figures for this player."), back)
    name = overview.names[player]
    return ui.screen(
        name, *_portrait(portrait, overview, session), ft.Container(height=Space.SMALL),
        subtitle=_subtitle(overview, t), back=back, back_label=back_label,
        width=session.widest, actions=[
            ui.icon_button(ft.Icons.PERSON_OUTLINED, t("Name, colour and more"),
                           partial(_go_to_person, player, back), identifier="person")]
        if session.is_host else [])


def _go_to_person(player: str, back: str) -> None:
    route = f"/people/{player}"
    (go_back if back == route else go)(route)


def _portrait(portrait: Portrait, overview: Overview, session: Session) -> list[ft.Control]:
    """Build all figures of a player, in groups, and the way to a duel with each of the others."""
    t, record, chosen = session.words, portrait.record, overview.chosen
    width = session.column_width - 2 * Space.LARGE
    chart = bars_of_months(overview.names[record.player], portrait.months, chosen.year, width,
                           session)
    year = year_shown(portrait.months, chosen.year)
    others = [player for player, other in overview.records.items()
              if player != record.player and other.hands]
    groups = [
        ("", list(_facts(record, overview, session))),
        (t("Memorable hands"), list(_above(portrait, session))),
        (t("Solos"), list(_solos(record, session))),
        (t("Two against two, together with"), list(_partners(record, overview, session))),
        (str(year) if year else t("Year by year"), [chart] if chart else []),
        (t("Duel with"), [ui.chips([ui.chip(
            overview.names[other], going_to(route_of_duel(record.player, other, chosen)),
            identifier=f"duel-{overview.names[other]}") for other in others])] if others else [])]
    facts, *others_of = [[*([ui.heading(title)] if title else []), ui.panel(*rows, spacing=0)]
                         for title, rows in groups if rows]
    return ui.beside(facts, [*chain(*others_of)], session.has_room())


def _facts(record: Record, overview: Overview, session: Session) -> Iterator[ft.Control]:
    """Yield those of the player's figures that everybody's table has."""
    for column in columns([record], overview.game):
        value = column.value(record)
        if value is not None and column.key not in TOLD_BELOW \
                and not column.key.startswith(SOLO):
            yield _fact(session.words(column.title), column.show(value, session.words), session,
                        color_of_money(value) if column.signed else None)


def _above(portrait: Portrait, session: Session) -> Iterator[ft.Control]:
    """Yield the hands that stand out; a tap leads to them."""
    t, points = session.words, portrait.record.points
    if points and portrait.best and portrait.worst:
        for title, figure, place in ((t("Best hand"), points.best, portrait.best),
                                     (t("Worst hand"), points.worst, portrait.worst)):
            yield _place(title, t.points(figure, points.decimals), place, place, t)
    for title, stretch in ((t("Won in a row"), portrait.won), (t("Lost in a row"), portrait.lost)):
        if stretch:
            yield _place(title, t.points(stretch.length), stretch.first, stretch.last, t)


def _place(title: str, figure: str, first: HandPlace, last: HandPlace, t: Words) -> ft.Control:
    return row_of_place(
        title, figure, told_where(first, last, t),
        f"/evening/{first.evening}/sheet/{first.sheet}/hand/{first.hand}", f"place-{first.hand}")


def _solos(record: Record, session: Session) -> Iterator[ft.Control]:
    """Yield the games played alone by kind, with how many were won and lost."""
    t = session.words
    kinds = sorted({deed for deed, _ in record.deeds if deed.solo}, key=lambda deed: deed.title)
    for deed in kinds:
        won, lost = (record.deeds.get((deed, well), 0) for well in (True, False))
        yield _fact(t(deed.title), _told_sides(won, lost, t), session)


def _partners(record: Record, overview: Overview, session: Session) -> Iterator[ft.Control]:
    """Yield those with whom somebody played against two others, the most frequent first."""
    for player, sides in sorted(record.partners.items(), key=lambda each: -sum(each[1])):
        yield _fact(overview.names[player], _told_sides(*sides, session.words), session)


def _told_sides(won: int, lost: int, t: Words) -> str:
    """Return how many hands were won and lost."""
    return " · ".join([t(say_n("{n} won", "{n} won", won)), t(say_n("{n} lost", "{n} lost", lost))])


def _fact(title: str, figure: str, session: Session, color: str | None = None) -> ft.Control:
    """Build a row of a title and its figure, the two below each other where type is large."""
    return ft.Container(
        padding=ft.Padding.symmetric(vertical=Space.SMALL - 2),
        content=ft.Row(wrap=True, alignment=ft.MainAxisAlignment.SPACE_BETWEEN, spacing=Space.SMALL,
                       run_spacing=0, controls=[
            ui.muted(title, size=Type.FIGURE), ui.strong(figure, color=color)]))


# --- two against each other ---------------------------------------------------------------------


@ft.component
def DuelOfTwo() -> ft.View:
    session = of_page()
    t, chosen, params = session.words, _chosen(), use_params()
    one, other = params["player"], params["other"]
    back, back_label = _came_from(session)
    if counting := use_counting(session):
        return ui.screen(t("Duel"), *counting, back=back, back_label=back_label)
    statistics = session.service.statistics
    overview, duel = statistics.overview(chosen), statistics.duel(one, other, chosen)
    if duel is None:
        return missing(t("These two have not played a hand together."), back)
    left = [ui.panel(_names(one, other, overview, session),
                     *_against(duel, one, other, overview, session), spacing=0),
            ui.panel(*_shared(duel, session), spacing=0)]
    right: list[ft.Control] = []
    if season := statistics.season(chosen):
        width = session.column_width - 2 * Space.LARGE
        right = [ui.heading(t("Course")),
                 ui.panel(chart_of_season(season, overview, width, session, (one, other)))]
    names = t("{name} and {other}", name=overview.names[one], other=overview.names[other])
    return ui.screen(names, *ui.beside(left, right, session.has_room()),
                     ft.Container(height=Space.SMALL), width=session.widest,
                     subtitle=_subtitle(overview, t), back=back, back_label=back_label)


def _names(one: str, other: str, overview: Overview, session: Session) -> ft.Control:
    """Build the two names in their colours, each above its figures."""
    looks, names = session.service.people.looks(), [overview.names[one], overview.names[other]]
    signs = [small_sign(looks[name], session.device_scale) for name in names]
    shown = [ui.strong(name, no_wrap=True, color=color_of_player(looks[name].colour))
             for name in names]
    return ft.Row([ft.Row([signs[0], shown[0]], expand=True, spacing=Space.SMALL),
                   ft.Row([shown[1], signs[1]], expand=True, spacing=Space.SMALL,
                          alignment=ft.MainAxisAlignment.END)])


def _against(duel: Duel, one: str, other: str, overview: Overview,
             session: Session) -> Iterator[ft.Control]:
    """Yield the figures of which each has one."""
    t = session.words
    names = overview.names[one], overview.names[other]
    for title, sides in ((t("Hands won against each other"), duel.against),
                         (t("Evenings ahead") if overview.game else
                          t("Evenings ahead, in each game"), duel.ahead)):
        if whole := sum(sides):
            figures = [f"{t.points(side)} ({t.share(Fraction(side, whole))})" for side in sides]
            yield _versus(title, names, figures, (None, None), t)
    for currency, cents in duel.money.items():
        if any(cents):
            yield _versus(t("Money, where both played"), names,
                          [t.balance(each, currency) for each in cents],
                          [color_of_money(each) for each in cents], t)


def _versus(title: str, names: Sequence[str], figures: Sequence[str],
            colors: Sequence[ft.Colors | None], t: Words) -> ft.Control:
    """Build a figure of each with its title above them."""
    said = t("{what}: {figures}", what=title, figures=", ".join(
        [f"{name} {figure}" for name, figure in zip(names, figures)]))
    return ft.Semantics(label=said, container=True, exclude_semantics=True, content=ft.Container(
        padding=ft.Padding.only(top=Space.MEDIUM), content=ui.stack(
            ui.muted(title, size=Type.BODY, text_align=ft.TextAlign.CENTER),
            ft.Row([ui.strong(figure, size=Type.TITLE, color=color)
                    for figure, color in zip(figures, colors)], wrap=True,
                   alignment=ft.MainAxisAlignment.SPACE_BETWEEN), spacing=0)))


def _shared(duel: Duel, session: Session) -> Iterator[ft.Control]:
    """Yield the figures that they have in common."""
    t = session.words
    yield _fact(t("Evenings together"), t.points(duel.evenings), session)
    yield _fact(t("Hands together"), t.points(duel.hands), session)
    if any(duel.together):
        yield _fact(t("On the same side"), _told_sides(*duel.together, t), session)
    if any(duel.against):
        yield _fact(t("On different sides"), t.points(sum(duel.against)), session)
