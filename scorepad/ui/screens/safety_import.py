"""The screen of a file before it is taken in: what comes, who is who, and what will be asked."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import flet as ft

from scorepad import document
from scorepad.games.game import Problem, Unreadable
from scorepad.i18n.message import Fault, say, say_n
from scorepad.i18n.words import Words
from scorepad.service.meeting import Meeting
from scorepad.service.safety import Picked
from scorepad.service.safety_messages import joined, parts_of
from scorepad.storage import StorageFault
from scorepad.ui import work
from scorepad.ui.hooks import use_found, use_value
from scorepad.ui.parts.look_alike import question
from scorepad.ui.parts.safety_rows import busy, row
from scorepad.ui.screens.safety_restore import change_book
from scorepad.ui.session import Session, page, use_session
from scorepad.ui.theme import Space, Type
from scorepad.ui.widgets import main_button, panel, remark, screen, strong

MOST_LINES = 20

Answers = Mapping[str, bool]
"""For the id of each newcomer that was asked about: whether it is the one that it looks like."""


@ft.component
def ImportFile() -> ft.View:
    session = use_session()
    t, picked = session.words, session.picked
    of, show_of = use_found(tuple[Picked, Meeting | Sequence[Problem] | Fault])
    found = of[1] if of and of[0] is picked else None
    working, set_working = use_value(False)
    answered, answer = use_value((picked, dict[str, bool]()))
    answers: Answers = answered[1] if answered[0] is picked else {}

    async def look() -> None:
        if picked is None:
            return
        try:
            show_of((picked, await work.done(session.service.meetings.preview, picked)))
        except Unreadable as fault:
            show_of((picked, fault.problems))
        except StorageFault as fault:
            show_of((picked, fault))

    async def take(found: Meeting) -> None:
        set_working(True)
        if not await _take(session, found, answers):
            set_working(False)

    def is_same(player: str, yes: bool) -> None:
        answer((picked, {**answers, player: yes}))

    ft.use_effect(look, [session.revision])
    body: list[ft.Control] = [busy(t("The file is being imported …") if working else
                                   t("The file is being read …"))]
    button: ft.Control | None = None
    if picked is None:
        body = [ft.Text(t("Choose the file again."), size=Type.FIGURE)]
    elif working:
        pass
    elif isinstance(found, Fault):
        body = [ft.Text(t(found.message), size=Type.FIGURE)]
    elif isinstance(found, Meeting):
        body = _told(found, answers, is_same, t)
        if found.coming:
            ready = all(each.player in answers for each in found.newcomers)
            button = main_button(t("Import"), partial(page().run_task, take, found) if ready
                                 else None, identifier="import")
    elif found is not None:
        body = [ft.Text(t("This file cannot be imported:"), size=Type.FIGURE),
                *_problems(found, picked.name, t)]
    title = t("Import a file")
    another = row(t("Choose another file"), t("An export, entries, a book or a backup"), None,
                  identifier="import-another", icon=ft.Icons.FILE_OPEN_OUTLINED,
                  action=session.import_picker.action(title))
    return screen(
        title, panel(*([strong(picked.name)] if picked else []), *body, spacing=Space.MEDIUM),
        *([] if working else [another]), bottom=button,
        back="/safety", back_label=t("Back to the book"))


def _told(found: Meeting, answers: Answers, is_same: Callable[[str, bool], None],
          t: Words) -> list[ft.Control]:
    """Build the lines that say what a file brings, and the questions about its people."""
    new = [say("Nothing new: all of it is in the book.")] if not found.coming else \
        [] if found.new.nothing else [say("New: {counts}", counts=joined(parts_of(found.new)))]
    lines = [*new, say_n("Known: {n} entry", "Known: {n} entries", found.known), *found.apart]
    body: list[ft.Control] = [ft.Text(t(line), size=Type.BODY) for line in lines]
    body += [question(each.question, each.called, partial(is_same, each.player), t,
                      chosen=answers.get(each.player), number=number)
             for number, each in enumerate(found.newcomers)]
    for told, problems in found.oddities:
        body += [ft.Text(t(told), size=Type.BODY), *_problems(problems, "", t)]
    if found.refused:
        body.append(ft.Text(t("These entries cannot be taken in:"), size=Type.BODY))
        body += _remarks([f"{t('entry {number}', number=number)}: {t(fault)}"
                          for number, fault in found.refused], t)
    return body


def _problems(problems: Sequence[Problem], name: str, t: Words) -> list[ft.Control]:
    return _remarks([f"{document.written_place(place) or name}: {t(message)}".removeprefix(": ")
                     for place, message in problems], t)


def _remarks(lines: Sequence[str], t: Words) -> list[ft.Control]:
    """Build the first of some lines, and how many more there are."""
    more = len(lines) - MOST_LINES
    return [remark(line) for line in (
        *lines[:MOST_LINES], *([t("… and {count} more", count=more)] if more > 0 else []))]


async def _take(session: Session, found: Meeting, answers: Answers) -> bool:
    """Take in the file that was looked at, and keep the book as it was; return False if that was
    refused."""
    service = session.service

    async def take() -> Path | None:
        way_back = await work.done(service.safety.keep_way_back)
        await work.done(service.meetings.take, found,
                        [each for each in found.newcomers if answers.get(each.player)])
        return way_back

    return await change_book(session, say("Imported."), take())
