"""The screen of statistics: everybody's figures by year and game, and how a year went."""

from collections.abc import Callable, Sequence
from functools import partial

import flet as ft

from scorepad.book.statistics.columns import columns, ordered
from scorepad.i18n.message import Message
from scorepad.paper import files as papers
from scorepad.service.statistics import Chosen, Overview
from scorepad.storage import StorageFault
from scorepad.ui import work
from scorepad.ui.hooks import keyed, use_found, use_own, use_value
from scorepad.ui.parts.saving_files import SavePaper
from scorepad.ui.parts.statistics_choices import Span, choices
from scorepad.ui.parts.statistics_compare import TABLE_FROM, compared
from scorepad.ui.parts.statistics_months import bars_of_months, year_shown
from scorepad.ui.parts.statistics_table import table
from scorepad.ui.screens.statistics_period import ALL, part_of_address, written_period
from scorepad.ui.session import Session, go, use_session
from scorepad.ui.theme import Space
from scorepad.ui.widgets import chip, chips, heading, panel, remark, screen

WIDEST = 1080
"""The greatest width of the table, however wide the window."""


@ft.component
def Statistics() -> ft.View:
    session = use_session()
    t, statistics = session.words, session.service.statistics
    chosen, choose = use_value(Chosen())
    span = use_own(Span)
    order, sort = use_value(("", False))
    shown, show = use_value("")
    reading, read = use_value(not statistics.is_read)
    fault, fail = use_found(Message)

    async def count() -> None:
        """Count all hands, off the event loop: the first time takes longer the larger the book
        is."""
        if not statistics.is_read:
            try:
                statistics.take(await work.done(statistics.read))
            except StorageFault as refused:
                fail(refused.message)
                return
        fail(None)
        read(False)

    ft.use_effect(count, [session.revision])
    width = min(session.width - 2 * Space.LARGE, WIDEST)

    def shown_as(*body: ft.Control) -> ft.View:
        return screen(t("Statistics"), *body, width=WIDEST,
                      back="/", back_label=t("Back to the evenings"))

    if fault is not None:
        return shown_as(ft.Container(height=Space.SMALL), remark(t(fault)))
    if reading and not statistics.is_read:
        return shown_as(ft.Container(height=Space.HUGE),
                        ft.ProgressBar(semantics_label=t("Counting the hands")),
                        remark(t("Counting the hands")))
    overview = statistics.overview(chosen)
    if not overview.games:
        return shown_as(ft.Container(height=Space.SMALL), remark(t(
            "No hand has been played yet. What everybody wins and loses will appear here.")))
    found = columns(overview.records.values(), overview.game)
    by = next((column for column in found if column.key == order[0]), found[0])

    def sort_by(key: str) -> None:
        sort((key, key == by.key and not order[1]))

    body = choices(overview, span, session, choose)
    if overview.records:
        def open_player(player: str) -> None:
            go(route_of(player, chosen))

        body.append(panel(*compared(
            overview, found, by, order[1], session, sort_by, open_player)
            if session.width < TABLE_FROM else [table(
                overview, found, by, order[1], width - 2 * Space.LARGE, session, sort_by,
                open_player)]))
        people = [each.player for each in ordered(overview.records.values(), by, order[1])]
        body += _over_time(overview, people, shown, show, width, session)
    else:
        body.append(remark(t("No such hands were played.")))
    if overview.game is None:
        body.append(remark(t("Points of different games cannot be compared. Choose a game to see "
                             "points, average, best and worst hand.")))
    if overview.records:
        body.append(keyed(f"season-{chosen}", SavePaper, papers.Season(chosen)))
    if chosen.year is not None:
        body.append(keyed(f"save-{chosen.year}", SavePaper, papers.Year(chosen.year)))
    return shown_as(*body, ft.Container(height=Space.SMALL))


def route_of(player: str, chosen: Chosen) -> str:
    """Return the address of a player's page with what is chosen."""
    return f"/statistics/of/{player}/{written_period(chosen)}/{part_of_address(chosen.game or ALL)}"


def _over_time(overview: Overview, people: Sequence[str], shown: str,
               show: Callable[[str], None], width: float, session: Session) -> list[ft.Control]:
    """Build the bars of a player's months of the year, or of his years; people: the players in the
    order above, of whom the first is shown first."""
    t = session.words
    player = shown if shown in people else people[0]
    months = session.service.statistics.months(player, overview.chosen)
    chart = bars_of_months(overview.names[player], months, overview.chosen.year,
                           width - 2 * Space.LARGE, session)
    if chart is None:
        return []
    year = year_shown(months, overview.chosen.year)
    return [heading(str(year) if year else t("Year by year")), panel(
        chart, chips([chip(overview.names[each], partial(show, each),
                           identifier=f"months-{overview.names[each]}", chosen=each == player)
                      for each in people]))]
