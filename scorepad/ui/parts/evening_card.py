"""The card of an evening in the list of all of them."""

import flet as ft

from scorepad.i18n.message import say
from scorepad.i18n.words import Words
from scorepad.service.listing import Won
from scorepad.service.views import EveningCard
from scorepad.ui.hooks import memo
from scorepad.ui.session import going_to
from scorepad.ui.theme import Radius, Space, Type
from scorepad.ui.widgets import strong, tappable

LINES = 2
"""The most lines that names take: an evening of many must leave room for others."""


@ft.component
def _Card(card: EveningCard, won: tuple[Won, ...], language: str, lead: bool,
          _text_size: float) -> ft.Control:
    """Draw an evening; `lead` makes it stand out. Redrawn only when one of the arguments has
    changed."""
    t = Words(language)
    games = " · ".join(filter(None, [*card.games, card.place]))
    day = t.day(card.date) if lead else t.day_and_year(card.date)
    players = ", ".join(card.players) or t("nobody yet")
    result = t("Something to decide") if card.asks else " · ".join(
        [_told(each, len(won) > 1, t) for each in won])
    said = ": ".join(filter(None, [day, players, result]))
    color = ft.Colors.ON_PRIMARY_CONTAINER if lead else ft.Colors.ON_SURFACE
    quiet = ft.Colors.ON_PRIMARY_CONTAINER if lead else ft.Colors.ON_SURFACE_VARIANT
    return tappable(
        ft.Row(vertical_alignment=ft.CrossAxisAlignment.CENTER, controls=[
            ft.Column([
                strong(day, color=color, semantics_label=said),
                ft.Text(players, size=Type.BODY, color=color, semantics_label="", max_lines=LINES,
                        overflow=ft.TextOverflow.ELLIPSIS),
                *([_below(result, games, quiet)] if result or games else [])],
                spacing=2, expand=True),
            ft.Icon(ft.Icons.CHEVRON_RIGHT, color=quiet)]),
        going_to(_way_to(card)), identifier=f"evening-{card.id}",
        radius=Radius.LARGE if lead else Radius.MEDIUM,
        bgcolor=ft.Colors.PRIMARY_CONTAINER if lead else ft.Colors.SURFACE_CONTAINER,
        padding=ft.Padding.symmetric(horizontal=Space.LARGE + 4,
                                     vertical=Space.LARGE if lead else Space.MEDIUM))


Card = memo(_Card)


def _below(result: str, games: str, quiet: ft.Colors) -> ft.Text:
    """Build the last line. A result is looked up later than the rest, and must not make the card
    any higher."""
    spans = [ft.TextSpan(result, ft.TextStyle(color=ft.Colors.PRIMARY))] if result else []
    rest = f" · {games}" if result and games else games
    rest = rest.replace(" · ", "\N{NO-BREAK SPACE}· ")  # no line begins with a dot
    return ft.Text(spans=[*spans, ft.TextSpan(rest)], size=Type.SMALL, color=quiet,
                   semantics_label="")


def _told(won: Won, several: bool, t: Words) -> str:
    """Return who has won what; several: whether it must be said at which game."""
    if won.currency:
        return t("{name} won {amount}", name=won.name, amount=t.money(won.amount, won.currency))
    told = say("{name} won with {points}", name=won.name,
               points=t.points(won.amount, won.decimals))
    return t("{game}: {told}", game=won.game, told=told) if several else t(told)


def _way_to(card: EveningCard) -> str:
    """Return the address of the sheet that is being played, or of the settlement of a past
    evening."""
    if not card.closed and card.latest_sheet:
        return f"/evening/{card.id}/sheet/{card.latest_sheet}"
    return f"/evening/{card.id}"
