"""The screen of all evenings: go on with one that runs, begin a new one, look at past ones."""

from itertools import groupby

import flet as ft

from scorepad.i18n.words import Words
from scorepad.service.views import EveningCard
from scorepad.ui.hooks import keyed, memo, use_value
from scorepad.ui.parts.copies import Offer, is_due
from scorepad.ui.session import going_to, use_session
from scorepad.ui.theme import Radius, Space, Type
from scorepad.ui.widgets import (
    heading,
    icon_button,
    main_button,
    remark,
    screen,
    strong,
    tappable,
    text_button,
)

SPADE = 56
"""Size of the spade on an empty page; it is a picture, so it does not grow with text."""

AT_ONCE = 24
"""Running evenings, and past ones, that are drawn before somebody asks for more."""


@ft.component
def Home() -> ft.View:
    session = use_session()
    t = session.words
    shown, show = use_value(AT_ONCE)
    cards = session.service.evenings()
    running = [card for card in cards if not card.closed]
    past = [card for card in cards if card.closed]
    begin = main_button(t("New evening"), going_to("/new"), identifier="new-evening",
                        icon=ft.Icons.ADD)
    body: list[ft.Control] = [] if cards else [_welcome(t)]
    if is_due(session):
        body.append(Offer())
    if running:
        body += [heading(t("Continue")),
                 *[keyed(card.id, Card, card, t.language, True, session.text_size)
                   for card in running[:shown]]]
    for year, evenings in groupby(past[:shown], lambda card: card.date.year):
        body.append(heading(t("Past evenings") if year == past[0].date.year else str(year)))
        body += [keyed(card.id, Card, card, t.language, False, session.text_size)
                 for card in evenings]
    if shown < max(len(past), len(running)):  # some people never close an evening
        body.append(text_button(t("Show earlier evenings"), lambda: show(shown + AT_ONCE),
                                identifier="show-earlier", icon=ft.Icons.EXPAND_MORE))
    return screen("Scorepad", *body, route="/", bottom=begin,
                  actions=_ways(t, bool(cards), session.service.club.has_stars))


def _ways(t: Words, has_evenings: bool, has_stars: bool) -> list[ft.Control]:
    """Build the buttons that lead to other screens; an empty book has only those it has a use
    for."""
    def way(icon: ft.IconData, title: str, name: str) -> ft.Control:
        return icon_button(icon, title, going_to(f"/{name}"), identifier=name)

    return [
        *([way(ft.Icons.LEADERBOARD_OUTLINED, t("Statistics"), "statistics")]
          if has_evenings else []),
        *([way(ft.Icons.STAR_OUTLINE, t("Stars"), "stars")] if has_stars else []),
        way(ft.Icons.SETTINGS_OUTLINED, t("Settings"), "preferences")]


def _welcome(t: Words) -> ft.Control:
    return ft.Container(padding=ft.Padding.only(top=96), content=ft.Column(
        [ft.Text("♠", size=SPADE, color=ft.Colors.PRIMARY, semantics_label=""),
         strong(t("You play with real cards."), size=Type.TITLE, text_align=ft.TextAlign.CENTER),
         remark(t("Scorepad writes down the hands, knows who deals and who has won, "
                  "and settles the evening."), text_align=ft.TextAlign.CENTER)],
        horizontal_alignment=ft.CrossAxisAlignment.CENTER, spacing=Space.MEDIUM))


@ft.component
def _Card(card: EveningCard, language: str, lead: bool, _text_size: float) -> ft.Control:
    """Draw an evening; `lead` makes it stand out. Redrawn only when one of the arguments has
    changed."""
    t = Words(language)
    games = " · ".join(filter(None, [*card.games, card.place]))
    day = t.day(card.date) if lead else t.day_and_year(card.date)
    players = ", ".join(card.players) or t("nobody yet")
    color = ft.Colors.ON_PRIMARY_CONTAINER if lead else ft.Colors.ON_SURFACE
    quiet = ft.Colors.ON_PRIMARY_CONTAINER if lead else ft.Colors.ON_SURFACE_VARIANT
    return tappable(
        ft.Row(vertical_alignment=ft.CrossAxisAlignment.CENTER, controls=[
            ft.Column([
                strong(day, color=color, semantics_label=f"{day}: {players}"),
                ft.Text(players, size=Type.BODY, color=color, semantics_label=""),
                *([ft.Text(games, size=Type.SMALL, color=quiet, semantics_label="")]
                  if games else [])],
                spacing=2, expand=True),
            ft.Icon(ft.Icons.CHEVRON_RIGHT, color=quiet)]),
        going_to(_way_to(card)), identifier=f"evening-{card.id}",
        radius=Radius.LARGE if lead else Radius.MEDIUM,
        bgcolor=ft.Colors.PRIMARY_CONTAINER if lead else ft.Colors.SURFACE_CONTAINER,
        padding=ft.Padding.symmetric(horizontal=Space.LARGE + 4,
                                     vertical=Space.LARGE if lead else Space.MEDIUM))


Card = memo(_Card)


def _way_to(card: EveningCard) -> str:
    """Return the address of the sheet that is being played, or of the settlement of a past
    evening."""
    if not card.closed and card.latest_sheet:
        return f"/evening/{card.id}/sheet/{card.latest_sheet}"
    return f"/evening/{card.id}"
