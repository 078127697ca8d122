"""The pane beside the list of evenings on a wide page: an evening, and the season's standing."""

import asyncio
from contextlib import suppress

import flet as ft

from scorepad.book.statistics.columns import columns, ordered
from scorepad.i18n.message import say
from scorepad.service.statistics import Chosen, Overview
from scorepad.service.views import EveningCard
from scorepad.storage import StorageFault
from scorepad.ui import hooks, widgets as ui
from scorepad.ui.hooks import use_found
from scorepad.ui.parts.fields import sign
from scorepad.ui.parts.settlement import beside_sheets, sheet_row
from scorepad.ui.screens.tournament_ranking import ranking_of
from scorepad.ui.session import going_to, of_page
from scorepad.ui.theme import Space, Type, color_of_money

SOON = 0.5
"""Seconds after which the season is counted: the screen comes before that."""

FIRST = 5
"""The places that are shown of a season's standing."""


@ft.component
def EveningBeside(card: EveningCard, route: str, with_season: bool) -> ft.Control:
    """Draw an evening beside the list; route: where its key leads; with_season: whether it is there
    because nobody has chosen another, and the standing of its year, too."""
    session = of_page()
    t = session.words
    season = [hooks.keyed("season", Season, card.date.year)] if with_season else []
    first = card.closed and not session.has_room(ui.LIST)  # only what goes on is more urgent
    key = ui.text_button(t("Open") if card.closed else t("Continue"), going_to(route),
                         identifier="open-evening", icon=ft.Icons.ARROW_FORWARD)
    shown: list[ft.Control] = [*(season if first else []), ft.Row([
        ui.strong(t.dated(card.date, card.tournament or card.place), size=Type.TITLE, expand=True),
        key])]
    right = [] if first else season
    with suppress(KeyError, StorageFault):  # it is opened to see why
        if held := session.service.tournaments.find(card.id):
            return ui.stack(*shown, *ui.beside([*ranking_of(held, session)], right,
                                               session.has_room(ui.LIST)))
        view = session.service.evening(card.id)
        sheets: list[ft.Control] = [ui.panel(*[sheet_row(sheet, t) for sheet in view.sheets])]
        shown += beside_sheets(view, [*sheets, *right], session, ui.LIST)
    return ui.stack(*shown)


@ft.component
def Season(year: int) -> ft.Control:
    """Draw who leads in a year, once all of it has been counted: the first time takes long."""
    session = of_page()
    t, statistics = session.words, session.service.statistics
    seen, keep = use_found(Overview)

    async def count() -> None:
        await asyncio.sleep(SOON)
        with suppress(StorageFault):  # then it says nothing of the season
            if not statistics.is_read:
                statistics.take(await hooks.done(statistics.read))
            keep(statistics.overview(Chosen(year)))

    ft.use_effect(count, [])  # once a visit: what another program writes is counted the next time
    overview = statistics.overview(Chosen(year)) if seen and statistics.is_read else seen
    if overview is None or not overview.records:
        return ft.Container()
    found = columns(overview.records.values(), overview.game)
    looks, by = session.service.people.looks(), found[0]
    rows: list[ft.Control] = []
    for record in ordered(overview.records.values(), by, False)[:FIRST]:
        name = overview.names[record.player]
        value = by.value(record)
        rows.append(ft.Row([
            sign(looks[name], session, Type.FIGURE),
            ft.Text(name, size=Type.FIGURE, expand=True),
            ui.strong(by.shown(record, t), color=color_of_money(value or 0)
                      if by.signed else None)], spacing=Space.SMALL))
    return ft.Semantics(identifier="season-standing", container=True, content=ui.panel(
        ui.strong(t(say("Season {year}", year=str(year))), size=Type.TITLE),
        ui.remark(t(by.title)), ui.stack(*rows),
        ft.Row([ui.text_button(t("Statistics"), going_to("/statistics"),
                               identifier="to-statistics",
                               icon=ft.Icons.LEADERBOARD_OUTLINED)]), spacing=Space.MEDIUM))
