"""What two devices have said otherwise, or twice: a card a question, which one tap answers, and
what makes no sense here."""

from collections.abc import Sequence
from functools import partial

import flet as ft

from scorepad.book.facts import SetAside
from scorepad.book.history.runs import Question, Run
from scorepad.i18n.message import say, say_n
from scorepad.i18n.words import Words
from scorepad.service.questions import Choice, choices, players_in, told_decision
from scorepad.service.telling import told_fork
from scorepad.service.views import Decision, EveningView, SheetView
from scorepad.ui.entry.telling import told_points
from scorepad.ui.rights import is_at_the_book
from scorepad.ui.session import Session
from scorepad.ui.theme import Radius, Space, Type
from scorepad.ui.widgets import muted, strong, text_button

MOST_TOLD = 3
"""Hands of which a key says what they gave."""

ON_IT = ft.Colors.ON_SECONDARY_CONTAINER


def questions_of(sheet: SheetView, session: Session) -> list[ft.Control]:
    """Build a card for each question of a sheet, and one for what makes no sense on it."""
    return [*[_card(question, sheet, session) for question in sheet.questions],
            *aside_of(sheet.aside, session)]


def decisions_of(decisions: Sequence[Decision], session: Session) -> list[ft.Control]:
    """Build a card for each thing that was said on two devices apart."""
    return [_decision(decision, session) for decision in decisions]


def _decision(decision: Decision, session: Session) -> ft.Control:
    t, meetings = session.words, session.service.meetings

    def key(number: int, choice: Choice) -> ft.Control:
        def choose() -> None:
            if choice.are_one:
                _, *others = players = players_in(decision)
                for player in others:
                    if session.attempt(session.service.people.merge, player, players[0]):
                        session.offer_undo(say("They are one person now."),
                                           session.service.people.part, player)
            elif session.attempt(meetings.choose, decision, choice.counting):
                session.offer_undo(say("Decided."), meetings.choose, decision, ())

        return text_button(choice.label, choose,
                           identifier=f"choose-{decision.asked.said[0].id}-{number}")

    return card(
        ft.Text(told_decision(decision, t), size=Type.BODY, color=ON_IT),
        ft.Row([key(number, choice) for number, choice in enumerate(choices(decision, t))],
               wrap=True, spacing=Space.HAIR, run_spacing=0), margin=0)


def closed_elsewhere(view: EveningView, session: Session) -> list[ft.Control]:
    """Build a card for an evening that was closed on a device that did not know of what was played
    on here; none for another one."""
    closing, t, service = view.closed_elsewhere, session.words, session.service
    if closing is None:
        return []
    told = t("Closed by {name}, played on since.", name=closing.by) if closing.by else \
        t("Closed on another device, played on since.")
    return [card(ft.Text(told, size=Type.BODY, color=ON_IT), ft.Row([
        text_button(t("Close it"), lambda: session.attempt(service.close_evening, view.id),
                    identifier="close-after-all"),
        text_button(t("It goes on"), lambda: session.attempt(service.reopen_evening, view.id),
                    identifier="goes-on")], wrap=True, spacing=Space.HAIR, run_spacing=0),
        margin=0)]


def aside_of(aside: Sequence[SetAside], session: Session) -> list[ft.Control]:
    """Build a card that says what was set aside because it makes no sense; none for nothing."""
    t = session.words
    if not aside:
        return []
    told = [t(say("{name}: {why}", name=each.by, why=each.why)) if each.by
            else t.sentence(each.why) for each in aside[:MOST_TOLD]]
    return [card(ft.Text(t(say_n("{n} entry is set aside.", "{n} entries are set aside.",
                                 len(aside))), size=Type.BODY, color=ON_IT),
                 *[muted(line) for line in dict.fromkeys(told)])]


def _card(question: Question, sheet: SheetView, session: Session) -> ft.Control:
    t = session.words
    names = _names(question, sheet, t)

    def key(label: str, *counting: Run) -> ft.Control:
        return text_button(label, lambda: session.attempt(partial(
            session.service.meetings.decide, sheet.id, question,
            [run.first for run in counting])),
            identifier="runs-" + "-".join(str(question.runs.index(run)) for run in counting))

    answered = [ft.Text(t("{names} have answered this differently.",
                          names=", ".join(question.answered)), size=Type.BODY, color=ON_IT)] \
        if any(question.answered) else []
    return card(
        strong(t(told_fork(question, sheet)), size=Type.BODY, color=ON_IT), *answered,
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
