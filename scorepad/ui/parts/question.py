"""The question which hands count that two devices wrote apart; one tap answers it."""

from functools import partial

import flet as ft

from scorepad.book.branches import Question, Run
from scorepad.i18n.message import Message, say, say_n
from scorepad.i18n.words import Words
from scorepad.service.views import SheetView
from scorepad.ui.session import Session
from scorepad.ui.theme import Radius, Space, Type
from scorepad.ui.widgets import strong, text_button

PROVISIONAL = say("Two devices wrote hands apart. Until the sheet says which count, this is "
                  "provisional.")

ON_IT = ft.Colors.ON_SECONDARY_CONTAINER


def questions_of(sheet: SheetView, session: Session) -> list[ft.Control]:
    """Build a card for each question of a sheet."""
    return [] if sheet.closed else [_card(question, sheet, session)
                                    for question in sheet.questions]


def _card(question: Question, sheet: SheetView, session: Session) -> ft.Control:
    t = session.words
    names = _names(question, t)

    def key(label: str, *counting: Run) -> ft.Control:
        return text_button(label, lambda: session.attempt(partial(
            session.service.meetings.decide, sheet.id, question,
            [run.first for run in counting])),
            identifier="runs-" + "-".join(str(question.runs.index(run)) for run in counting))

    return card(
        strong(t(_asked(question, sheet)), size=Type.BODY, color=ON_IT),
        ft.Text(t("Now these count: {names}. Which were played?", names=", ".join(
            names[run.first] for run in question.runs if run.first in question.counting)),
                size=Type.BODY, color=ON_IT),
        ft.Row([*[key(names[run.first], run) for run in question.runs],
                key(t("All, one after the other"), *question.runs)], wrap=True,
               spacing=Space.HAIR, run_spacing=0))


def card(*lines: ft.Control) -> ft.Control:
    """Build the card of something that somebody has to decide."""
    return ft.Container(
        ft.Column(list(lines), spacing=Space.SMALL, tight=True),
        bgcolor=ft.Colors.SECONDARY_CONTAINER, border_radius=Radius.MEDIUM,
        padding=ft.Padding.only(left=Space.MEDIUM, right=Space.MEDIUM, top=Space.MEDIUM,
                                bottom=Space.SMALL), margin=Space.SMALL)


def _asked(question: Question, sheet: SheetView) -> Message:
    hands = [line.record.stamp.id for line in sheet.score.lines]
    if question.after not in hands:
        return say("Two devices wrote the first hand.")
    return say("Two devices went on from hand {number}.", number=hands.index(question.after) + 1)


def _names(question: Question, t: Words) -> dict[str, str]:
    """Return what each run is called, by its first hand: by who wrote it and how many hands it has,
    and by when where that is not enough."""
    told = {run.first: t(say_n("{name}: {n} hand", "{name}: {n} hands", len(run.hands),
                               name=run.by or t("Unknown"))) for run in question.runs}
    if len(set(told.values())) == len(told):
        return told
    return {run.first: f"{told[run.first]}, {t.moment(run.at)}" for run in question.runs}
