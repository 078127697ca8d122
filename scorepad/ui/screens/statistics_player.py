"""The screen of one player's statistics: figures, solos by kind, and hands and runs that stand
out."""

from collections.abc import Iterator

import flet as ft

from scorepad.book.statistics import Record
from scorepad.book.statistics.columns import SOLO, columns
from scorepad.i18n.message import say, say_n
from scorepad.i18n.words import Words
from scorepad.paper.wording import period_of
from scorepad.service.statistics import HandPlace, Overview, Portrait
from scorepad.ui.hooks import use_params
from scorepad.ui.parts.statistics_months import bars_of_months, year_shown
from scorepad.ui.screens.missing import missing
from scorepad.ui.screens.statistics_period import ALL, read_period, text_in_address
from scorepad.ui.session import Session, going_to, use_session
from scorepad.ui.theme import Space, Type, color_of_money
from scorepad.ui.widgets import COLUMN, chevron, heading, muted, panel, screen, strong, titled_row

TOLD_BELOW = {"best", "worst", "run-won", "run-lost", "solos-won", "solos-lost"}
"""Columns of the table that stand in more detail further down."""

@ft.component
def StatisticsOfPlayer() -> ft.View:
    session = use_session()
    t, params = session.words, use_params()
    game = text_in_address(params["game"])
    chosen = read_period(params["year"], None if game == ALL else game)
    overview = session.service.statistics.overview(chosen)
    portrait = session.service.statistics.portrait(params["player"], chosen)
    if portrait is None:
        return missing(t("There are no figures for this player."), "/statistics")
    record, name = portrait.record, overview.names[params["player"]]
    width = min(session.width - 2 * Space.LARGE, COLUMN) - 2 * Space.LARGE
    chart = bars_of_months(name, portrait.months, chosen.year, width, session)
    year = year_shown(portrait.months, chosen.year)
    what = [t(period_of(chosen)),
            t(overview.titles.get(chosen.game or "", say("All games")))]
    solos, above = list(_solos(record, session)), list(_above(portrait, session))
    return screen(
        name, panel(*_facts(record, overview, session), spacing=0),
        *([heading(t("Memorable hands")), panel(*above, spacing=0)] if above else []),
        *([heading(t("Solos")), panel(*solos, spacing=0)] if solos else []),
        *([heading(str(year) if year else t("Year by year")), panel(chart)] if chart else []),
        ft.Container(height=Space.SMALL), subtitle=" · ".join(what),
        back="/statistics", back_label=t("Back to the statistics"))


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
            yield _way(title, t.points(figure, points.decimals), place, place, t)
    for title, stretch in ((t("Won in a row"), portrait.won), (t("Lost in a row"), portrait.lost)):
        if stretch:
            yield _way(title, t.points(stretch.length), stretch.first, stretch.last, t)


def _way(title: str, figure: str, first: HandPlace, last: HandPlace, t: Words) -> ft.Control:
    """Build the row of a hand, or of a stretch of hands, that leads to the first of them."""
    if first == last:
        where = t("{day}, hand {number}", day=t.day_and_year(first.date), number=first.number)
    elif first.sheet == last.sheet:
        where = t("{day}, hands {first} to {last}", day=t.day_and_year(first.date),
                  first=first.number, last=last.number)
    elif first.date == last.date:
        where = t.day_and_year(first.date)
    else:
        where = t("from {first} to {last}", first=t.day_and_year(first.date),
                  last=t.day_and_year(last.date))
    return titled_row(
        title, where, going_to(f"/evening/{first.evening}/sheet/{first.sheet}/hand/{first.hand}"),
        strong(figure, semantics_label=""), chevron(), identifier=f"place-{first.hand}",
        said=f"{title}: {figure}, {where}", padding=Space.SMALL + 2)


def _solos(record: Record, session: Session) -> Iterator[ft.Control]:
    """Yield the games played alone by kind, with how many were won and lost."""
    t = session.words
    kinds = sorted({deed for deed, _ in record.deeds if deed.solo}, key=lambda deed: deed.title)
    for deed in kinds:
        won, lost = (record.deeds.get((deed, well), 0) for well in (True, False))
        yield _fact(t(deed.title), " · ".join([t(say_n("{n} won", "{n} won", won)),
                                            t(say_n("{n} lost", "{n} lost", lost))]), session)


def _fact(title: str, figure: str, session: Session, color: str | None = None) -> ft.Control:
    """Build a row of a title and its figure, the two below each other where type is large."""
    return ft.Container(
        padding=ft.Padding.symmetric(vertical=Space.SMALL - 2),
        content=ft.Row(wrap=True, alignment=ft.MainAxisAlignment.SPACE_BETWEEN, spacing=Space.SMALL,
                       run_spacing=0, controls=[
            muted(title, size=Type.FIGURE), strong(figure, color=color)]))
