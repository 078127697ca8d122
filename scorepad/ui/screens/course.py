"""The course of an evening: everybody's points on each sheet, hand after hand, as lines."""

from collections.abc import Mapping

import flet as ft

from scorepad.book.people import Look
from scorepad.book.statistics import courses, thinned
from scorepad.i18n.message import Message, say_n
from scorepad.service.views import SheetView
from scorepad.ui.parts.address import use_evening
from scorepad.ui.parts.charts import Line, lines
from scorepad.ui.screens.missing import missing
from scorepad.ui.session import Session, use_session
from scorepad.ui.theme import Space
from scorepad.ui.widgets import heading, panel, remark, screen

WIDEST = 1080
MOST_POINTS = 160
"""The most points of a line; more could not be told apart."""


@ft.component
def CourseOfEvening() -> ft.View:
    session = use_session()
    t, evening = session.words, use_evening(session)
    if isinstance(evening, Message):
        return missing(t(evening), "/")
    looks = session.service.people.looks()
    body: list[ft.Control] = []
    for sheet in evening.sheets:
        body += [heading(sheet.game.title), panel(_chart(sheet, looks, session))]
    return screen(
        t("How the evening went"), *body, ft.Container(height=Space.SMALL),
        subtitle=t.dated(evening.date, evening.place),
        back=f"/evening/{evening.id}", back_label=t("Back to the settlement"),
        width=WIDEST)


def _chart(sheet: SheetView, looks: Mapping[str, Look], session: Session) -> ft.Control:
    t, score = session.words, sheet.score
    names, found = score.record.names, courses(score)
    if not found:
        return remark(t("No hand has been played yet."))

    def show(points: int) -> str:
        return t.points(points, score.decimals)

    drawn = [Line(names[seat], looks[names[seat]], thinned(course, MOST_POINTS))
             for seat, course in found.items()]
    ends = [match.last_hand for match in score.matches if match.last_hand < len(score.lines)]
    ranking = sorted(drawn, key=lambda line: line.last, reverse=not sheet.game.low_is_good)
    said = t(say_n("After {n} hand: {figures}", "After {n} hands: {figures}", len(score.lines),
                   figures=", ".join([f"{line.name} {show(line.last)}" for line in ranking])))
    width = min(session.width - 2 * Space.LARGE, WIDEST) - 2 * Space.LARGE
    notes = [t(say_n("{n} hand", "{n} hands", len(score.lines)))]
    if sheet.game.low_is_good:
        notes.append(t("fewer points are better"))
    if ends:
        notes.append(t("dashed: the end of a match"))
    return ft.Column(spacing=Space.MEDIUM, controls=[
        remark(" · ".join(notes)),
        lines(drawn, ends[-20:], width, show, said, session)])
