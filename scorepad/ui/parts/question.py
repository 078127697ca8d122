"""The question which hands count that two devices wrote apart; one tap answers it."""

from functools import partial

import flet as ft

from scorepad.book.history.runs import Question, Run
from scorepad.i18n.message import say_n
from scorepad.i18n.words import Words
from scorepad.service.telling import told_fork
from scorepad.service.views import SheetView
from scorepad.ui.entry.telling import told_points
from scorepad.ui.rights import is_at_the_book
from scorepad.ui.session import Session
from scorepad.ui.theme import Radius, Space, Type
from scorepad.ui.widgets import strong, text_button

MOST_TOLD = 3
"""Hands of which a key says what they gave."""

ON_IT = ft.Colors.ON_SECONDARY_CONTAINER


def questions_of(sheet: SheetView, session: Session) -> list[ft.Control]:
    """Build a card for each question of a sheet."""
    return [] if sheet.closed else [_card(question, sheet, session)
                                    for question in sheet.questions]


def _card(question: Question, sheet: SheetView, session: Session) -> ft.Control:
    t = session.words
    names = _names(question, sheet, t)

    def key(label: str, *counting: Run) -> ft.Control:
        return text_button(label, lambda: session.attempt(partial(
            session.service.meetings.decide, sheet.id, question,
            [run.first for run in counting])),
            identifier="runs-" + "-".join(str(question.runs.index(run)) for run in counting))

    return card(
        strong(t(told_fork(question, sheet)), size=Type.BODY, color=ON_IT),
        ft.Text(t("Now these count: {names}. Which were played?", names=", ".join(
            names[run.first] for run in question.runs if run.first in question.counting)),
                size=Type.BODY, color=ON_IT),
        ft.Row([*[key(names[run.first], run) for run in question.runs],
                key(t("All, one after the other"), *question.runs)], wrap=True,
               spacing=Space.HAIR, run_spacing=0))


def card(*lines: ft.Control, margin: int = Space.SMALL) -> ft.Control:
    """Build the card of something that somebody has to decide, as wide as there is room."""
    return ft.Row([ft.Container(
        ft.Column(list(lines), spacing=Space.SMALL, tight=True), expand=True,
        bgcolor=ft.Colors.SECONDARY_CONTAINER, border_radius=Radius.MEDIUM,
        padding=ft.Padding.only(left=Space.MEDIUM, right=Space.MEDIUM, top=Space.MEDIUM,
                                bottom=Space.SMALL), margin=margin)], spacing=0)


def _names(question: Question, sheet: SheetView, t: Words) -> dict[str, str]:
    """Return what each run is called, by its first hand, and which was written on this device."""
    here = {run.first for run in question.runs if run.here and is_at_the_book()}
    return {first: t("{what}, on this device", what=told) if first in here else told
            for first, told in _told_apart(question, sheet, t).items()}


def _told_apart(question: Question, sheet: SheetView, t: Words) -> dict[str, str]:
    """Return what each run is called, by its first hand: by who wrote it and how many hands it has;
    where that is not enough by what they gave, and by when."""
    told = {run.first: t(say_n("{name}: {n} hand", "{name}: {n} hands", len(run.hands),
                               name=run.by) if run.by else
                         say_n("{n} hand", "{n} hands", len(run.hands))) for run in question.runs}
    if len(set(told.values())) == len(told):
        return told
    given = {run.first: f"{told[run.first]} ({_given(run, sheet, t)})" for run in question.runs}
    if len(set(given.values())) == len(given):
        return given
    return {run.first: f"{given[run.first]}, {t.moment(run.at)}" for run in question.runs}


def _given(run: Run, sheet: SheetView, t: Words) -> str:
    """Return the points of the first hands of a run."""
    lines = {line.record.stamp.id: line for line in (
        *sheet.score.lines, *[line for struck in sheet.struck for line in struck.lines])}
    told = [told_points(lines[hand].points, sheet.score, t) for hand in run.hands if hand in lines]
    return "; ".join(told[:MOST_TOLD] + ["…"] * (len(told) > MOST_TOLD))
