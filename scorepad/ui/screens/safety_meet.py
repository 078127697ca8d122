"""The screen of another book before it is taken in: what comes, and what will be asked."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import flet as ft

from scorepad.i18n.message import Fault, say, say_n
from scorepad.i18n.words import Words
from scorepad.service.meeting import Meeting
from scorepad.service.safety import NotRestorable, Picked
from scorepad.service.safety_messages import joined, parts_of
from scorepad.storage import StorageFault
from scorepad.ui import work
from scorepad.ui.hooks import use_found, use_value
from scorepad.ui.parts.chosen_file import instead, screen_of_file
from scorepad.ui.parts.look_alike import question
from scorepad.ui.screens.safety_restore import change_book
from scorepad.ui.session import Session, page, use_session
from scorepad.ui.theme import Type
from scorepad.ui.widgets import main_button, remark

MOST_LINES = 20

Answers = Mapping[str, bool]
"""For the id of each newcomer that was asked about: whether it is the one that it looks like."""


@ft.component
def MeetBook() -> ft.View:
    session = use_session()
    t, picked = session.words, session.picked
    of, show_of = use_found(tuple[Picked, Meeting | Fault])
    found = of[1] if of and of[0] is picked else None
    working, set_working = use_value(False)
    answers, answer = use_value(dict[str, bool]())

    async def look() -> None:
        if picked is None:
            return
        try:
            show_of((picked, await work.done(session.service.meetings.preview, picked)))
        except StorageFault as fault:
            show_of((picked, fault))

    async def take(found: Meeting) -> None:
        set_working(True)
        if not await _take(session, found, answers):
            set_working(False)

    def is_same(player: str, yes: bool) -> None:
        answer(lambda given: {**given, player: yes})

    ft.use_effect(look, [session.revision])
    body: list[ft.Control] | None = None
    button: ft.Control | None = None
    if isinstance(found, Fault):
        body = [ft.Text(t(found.message), size=Type.FIGURE)]
        if isinstance(found, NotRestorable):
            body += instead(session, export=found.export)
    elif found is not None:
        body = _told(found, answers, is_same, t)
        if not found.new.nothing:
            button = main_button(t("Merge"), lambda: page().run_task(take, found),
                                 identifier="merge")
    return screen_of_file(
        session, t("Meet another book"), t("A book, a backup, or entries that were handed on"),
        session.meet_picker, body, button, identifier="meet-another",
        working=t("The file is being read …") if working else "")


def _told(found: Meeting, answers: Answers, is_same: Callable[[str, bool], None],
          t: Words) -> list[ft.Control]:
    """Build the lines that say what another book brings, and the questions about its people."""
    new = say("Nothing to merge: all of it is in the book.") if found.new.nothing else \
        say("New: {counts}", counts=joined(parts_of(found.new)))
    lines = [new, say_n("Known: {n} entry", "Known: {n} entries", found.known), *found.apart]
    body: list[ft.Control] = [ft.Text(t(line), size=Type.BODY) for line in lines]
    body += [question(each.question, each.called, partial(is_same, each.player), t,
                      chosen=answers.get(each.player), number=number)
             for number, each in enumerate(found.newcomers)]
    if found.refused:
        body.append(ft.Text(t("These entries cannot be taken in:"), size=Type.BODY))
        body += [remark(f"{t('entry {number}', number=number)}: {t(fault)}")
                 for number, fault in found.refused[:MOST_LINES]]
        if (more := len(found.refused) - MOST_LINES) > 0:
            body.append(remark(t("… and {count} more", count=more)))
    return body


async def _take(session: Session, found: Meeting, answers: Answers) -> bool:
    """Take in the book that was looked at, and keep this one as it was; return False if that was
    refused."""
    service = session.service

    async def take() -> Path | None:
        way_back = await work.done(service.safety.keep_way_back)
        await work.done(service.meetings.take, found,
                        [each for each in found.newcomers if answers.get(each.player)])
        return way_back

    return await change_book(session, say("Merged."), take())
