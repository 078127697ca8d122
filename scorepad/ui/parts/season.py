"""The course of a season, and the records of the club."""

from collections.abc import Collection, Iterator, Mapping

import flet as ft

from scorepad.book.people import Look
from scorepad.book.statistics.club import Season
from scorepad.i18n.message import say_n
from scorepad.service.statistics import Held, Overview
from scorepad.ui.hooks import keyed, memo
from scorepad.ui.parts.charts import Line, over_time
from scorepad.ui.parts.statistics import row_of_place, told_where
from scorepad.ui.session import Session, of_page
from scorepad.ui.theme import Space
from scorepad.ui.widgets import remark, stack

CENTS = 2
"""The decimals of an amount of money in cents."""


def chart_of_season(season: Season, overview: Overview, width: float, session: Session,
                    only: Collection[str] = ()) -> ft.Control:
    """Build the course of everybody, or `only` of some, with what it shows above it."""
    return keyed(f"course-{overview.chosen}", CourseOfSeason, season, overview.names,
                 session.service.people.looks(), width, session.shape, only)


@memo
@ft.component
def CourseOfSeason(season: Season, names: Mapping[str, str], looks: Mapping[str, Look],
                   width: float, shape: object, only: Collection[str]) -> ft.Control:
    """Draw the course, which has many points and so is drawn anew only when they change; shape: of
    the session, with which they change, too."""
    session = of_page()
    t = session.words
    drawn = [Line(names[player], looks[names[player]], course)
             for player, course in season.courses.items() if not only or player in only]

    def show(value: int) -> str:  # of many points, where writing a currency takes long
        return t.points(value, CENTS if season.currency else season.decimals)

    drawn.sort(key=lambda line: line.last, reverse=not season.low_is_good)
    said = t(say_n("After {n} evening: {figures}", "After {n} evenings: {figures}",
                   len(season.days), figures=", ".join(
                       [f"{line.name} {show(line.last)}" for line in drawn])))
    notes = [t("{currency} after each evening", currency=t.currency(season.currency))
             if season.currency else t("Points after each evening")]
    if season.low_is_good:
        notes.append(t("fewer points are better"))
    return stack(remark(" · ".join(notes)), over_time(
        drawn, (season.days[0], season.days[-1]), width, show, said, session), spacing=Space.SMALL)


def rows_of_records(records: Collection[Held], overview: Overview,
                    session: Session) -> Iterator[ft.Control]:
    """Yield a row for each record of the club: what, how much, who and when; a tap leads there."""
    t = session.words
    for best, first, last in records:
        title = t(best.title, deed=t(best.deed.title) if best.deed else "")
        if best.is_hand and overview.game is None:
            title = f"{title} · {t(overview.titles[best.page.game.key])}"
        figure = t.money(best.amount, best.currency) if best.currency else \
            t.points(best.amount, best.page.decimals if best.is_hand else 0)
        when = told_where(first, last, t) if first and last else t.day_and_year(best.page.date)
        route = f"/evening/{best.page.evening}"
        if first:
            route += f"/sheet/{first.sheet}/hand/{first.hand}"
        who = overview.names[best.player]
        yield row_of_place(title, figure, f"{who} · {when}", route, f"best-{title}")
