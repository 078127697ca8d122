"""Questions about what two devices have said otherwise, or twice: a card each, one tap answers."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeVar

import flet as ft

from scorepad.book.history.knowing import Answered
from scorepad.book.history.runs import Question, Run
from scorepad.book.history.said import Saying
from scorepad.book.record import SetAside
from scorepad.i18n.message import Message, say, say_n
from scorepad.i18n.words import Words
from scorepad.service import telling
from scorepad.service.views import Decision, EveningView, SheetView
from scorepad.ui.entry.model import told_points
from scorepad.ui.meeting import Sign, meet, sign_of
from scorepad.ui.parts.fields import row
from scorepad.ui.session import Session, is_at_the_book, page
from scorepad.ui.theme import Radius, Space, Type
from scorepad.ui.widgets import muted, strong, text_button

MOST_TOLD, MOST_ASKED = 3, 5
"""Hands of which a key says what they gave, and questions that stand below each other."""

ON_IT = ft.Colors.ON_SECONDARY_CONTAINER

Item = TypeVar("Item")


def questions_of(sheet: SheetView, session: Session) -> list[ft.Control]:
    """Build a card for each question of a sheet, for the first of many, and one for what makes no
    sense on it."""
    return [*_first_of(sheet.questions, lambda each: _card(each, sheet, session), session.words),
            *aside_of(sheet.aside, session)]


def decisions_of(decisions: Sequence[Decision], session: Session) -> list[ft.Control]:
    """Build a card for each thing that was said on two devices apart, for the first of many."""
    return _first_of(decisions, lambda each: _decision(each, session), session.words)


def _first_of(asked: Sequence[Item], card: Callable[[Item], ft.Control],
              t: Words) -> list[ft.Control]:
    """Build the cards of the first of some questions, and say how many come after them."""
    more = len(asked) - MOST_ASKED
    return [*map(card, asked[:MOST_ASKED]),
            *([muted(t(say_n("{n} more question comes after these.",
                             "{n} more questions come after these.", more)))] if more > 0 else [])]


def _decision(decision: Decision, session: Session) -> ft.Control:
    t, meetings = session.words, session.service.meetings

    def key(number: int, choice: telling.Choice) -> ft.Control:
        def choose() -> None:
            if choice.are_one:
                _, *others = players = telling.players_in(decision)
                for player in others:
                    if session.attempt(session.service.people.merge, player, players[0]):
                        session.offer_undo(say("They are one person now."),
                                           session.service.people.part, player)
            elif session.attempt(meetings.choose, decision, choice.counting):
                session.offer_undo(say("Decided."), meetings.choose, decision, ())

        return text_button(choice.label, choose,
                           identifier=f"choose-{decision.asked.said[0].id}-{number}")

    choices = telling.choices(decision, t)
    return card(
        ft.Text(telling.told_decision(decision, t), size=Type.BODY, color=ON_IT),
        *_answers(decision.asked.answered,
                  {choice.counting: choice.label for choice in choices}, t),
        ft.Row([key(number, choice) for number, choice in enumerate(choices)],
               wrap=True, spacing=Space.HAIR, run_spacing=0), margin=0)


def closed_elsewhere(view: EveningView, session: Session) -> list[ft.Control]:
    """Build a card for an evening that was closed elsewhere and played on here."""
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

    every = t("All, one after the other")
    called = {(first,): name for first, name in names.items()} | {tuple(names): every}
    return card(
        strong(t(telling.told_fork(question, sheet)), size=Type.BODY, color=ON_IT),
        *_answers(question.answered, called, t),
        ft.Text(t("Now these count: {names}. Which were played?", names=", ".join(
            names[run.first] for run in question.runs if run.first in question.counting)),
                size=Type.BODY, color=ON_IT),
        ft.Row([*[key(names[run.first], run) for run in question.runs],
                key(every, *question.runs)], wrap=True, spacing=Space.HAIR,
               run_spacing=0))


def _answers(answered: Sequence[Answered], called: Mapping[tuple[str, ...], str],
             t: Words) -> list[ft.Control]:
    """Build a line for each answer, where two differ; called: what each says, by its effect."""
    everybody = [each.by for each in answered]
    told = list[ft.Control]()
    for each in answered:
        what = called.get(each.counting) or ", ".join(
            [called[own,] for own in each.counting if (own,) in called])
        if each.by and everybody.count(each.by) == 1:
            line = t("{name}'s answer: {what}", name=each.by, what=what)
        elif not is_at_the_book():
            line = t("Answer: {what}", what=what)
        else:
            line = t("Answer on this device: {what}", what=what) if each.here else \
                t("Answer on another device: {what}", what=what)
        told.append(ft.Text(line, size=Type.BODY, color=ON_IT))
    return told


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


def also_said_of(sheet: SheetView, session: Session) -> list[ft.Control]:
    """Build a card for a hand of a sheet of which something else was also said, the next one once
    somebody has decided about that; none as long as it is asked which hands count."""
    return [] if sheet.questions else [
        also_said_of_hand(sheet, session, hand) for hand in list(sheet.also)[:1]]


def also_said_of_hand(sheet: SheetView, session: Session, hand: str,
                      margin: int = Space.SMALL) -> ft.Control:
    """Build the card for a hand of which something else was also said."""
    t, sayings = session.words, sheet.also[hand]
    number, now = telling.contested(sheet, hand)

    def key(label: str, saying: Saying | None, identifier: str) -> ft.Control:
        return text_button(label, lambda: session.attempt(partial(
            session.service.meetings.agree, sheet.id, hand, saying)), identifier=identifier)

    lines: list[ft.Control] = [
        strong(t(telling.told_contest(number, now)), size=Type.BODY, color=ON_IT)]
    for place, saying in enumerate(sayings):
        what = telling.told_saying(saying, now, sheet, t)
        keys = [key(t("Take this instead"), saying, f"also-{number}-{place}")]
        if saying is sayings[-1]:
            keys.append(key(t("Leave it as it is"), None, f"leave-{number}"))
        lines += [ft.Text(t(_also(saying.here if is_at_the_book() else None, what)),
                          size=Type.BODY, color=ON_IT),
                  ft.Row(keys, wrap=True, spacing=Space.HAIR, run_spacing=0)]
    return card(*lines, margin=margin)


def _also(here: bool | None, what: str) -> Message:
    """Return a sentence with what was also said; here: whether on this device."""
    if here is None:
        return say("Also said: {what}", what=what)
    return say("Also said on this device: {what}", what=what) if here else \
        say("Also said on another device: {what}", what=what)


def sign(session: Session) -> list[ft.Control]:
    """Build the row that says what the server does not have yet, and that meets its book when
    tapped; nothing where the book meets none. Raises `StorageFault`."""
    shown = sign_of(session)
    if shown is None:
        return []
    t = session.words
    return [row(t(_title(shown)), t(_below(shown, t)),
                lambda: page().run_task(meet, session, asked=True), identifier="meet-server",
                icon=_icon(shown))]


def _icon(shown: Sign) -> ft.IconData:
    if shown.state.busy:
        return ft.Icons.CLOUD_SYNC_OUTLINED
    if shown.state.fault is not None:
        return ft.Icons.CLOUD_OFF
    return ft.Icons.CLOUD_DONE_OUTLINED if shown.missing.nothing else \
        ft.Icons.CLOUD_UPLOAD_OUTLINED


def _title(shown: Sign) -> Message:
    missing, host = shown.missing, shown.partner.host
    if missing.hands:
        return say_n("{n} hand is not yet at {server}", "{n} hands are not yet at {server}",
                     missing.hands, server=host)
    if missing.others:
        return say("Not everything is at {server} yet", server=host)
    if missing.refused:
        return say_n("{n} entry was refused at {server}", "{n} entries were refused at {server}",
                     missing.refused, server=host)
    return say("Everything is at {server}", server=host)


def _below(shown: Sign, t: Words) -> Message:
    if shown.state.busy:
        return say("The books are meeting …")
    if shown.state.fault is not None:
        return shown.state.fault
    if shown.missing.met is None:
        return say("The books have not met yet")
    return say("The books met last: {time}", time=t.moment(shown.missing.met))
