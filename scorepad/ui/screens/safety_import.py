"""The screens of a file or a backup before it is taken: what comes, and what would go."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import flet as ft

from scorepad import document
from scorepad.games.game import Problem, Unreadable
from scorepad.i18n.message import Fault, Message, say, say_n
from scorepad.i18n.words import Words
from scorepad.service import Refused
from scorepad.service.meeting import Meeting
from scorepad.service.rescue import joined, parts_of, what_comes, what_goes, what_was_altered
from scorepad.service.safety import NotRestorable, Picked, Restore
from scorepad.storage import StorageFault
from scorepad.ui import hooks
from scorepad.ui.hooks import use_found, use_params, use_value
from scorepad.ui.parts.fields import busy, question, row
from scorepad.ui.session import Session, go_back, going_to, of_page, page
from scorepad.ui.theme import Space, Type
from scorepad.ui.widgets import main_button, parted, remark, screen, strong, text_button


@ft.component
def RestoreBackup() -> ft.View:
    """Draw the restoring of a backup from the list, or of the file that was just chosen."""
    session = of_page()
    t, name = session.words, use_params().get("name")
    found, show = use_found(Restore, Fault)
    working, set_working = use_value(False)
    picked = _picked(session, name)

    async def look() -> None:
        if picked is None:
            return
        try:
            show(await hooks.done(session.service.safety.preview, picked))
        except (StorageFault, Refused) as fault:
            show(fault)

    async def restore(found: Restore) -> None:
        set_working(True)
        if await put_back(session, found.picked, say("Restored. What was there before is kept.")):
            session.place.nothing_is_missing()
        else:
            set_working(False)

    ft.use_effect(look, [name, session.revision])
    body, changes = list[ft.Control](), list[ft.Control]()
    if picked is None:
        body = [ft.Text(t("Choose the file again."), size=Type.FIGURE)]
    elif found is None or working:
        body = [busy(t("The book is being restored …") if working else
                     t("The file is being read …"))]
    elif isinstance(found, Fault):
        body = [ft.Text(t(found.message), size=Type.FIGURE)]
        if isinstance(found, NotRestorable) and (found.export or found.entries):
            body.append(text_button(t("Import this file"), going_to("/safety/import"),
                                    identifier="import-instead",
                                    icon=ft.Icons.FILE_OPEN_OUTLINED))
    else:
        body, changes = told(found, t)
    left, right = parted(body, changes, session, Space.MEDIUM)
    return screen(
        t("Restore a backup"), *left, right=right or None,
        bottom=main_button(t("Restore this backup"), lambda: page().run_task(restore, found),
                           identifier="restore")
        if isinstance(found, Restore) and not working else None,
        back="/safety", back_label=t("Back to the book"))


def _picked(session: Session, name: str | None) -> Picked | None:
    if name is None:
        return session.picked
    folder = session.service.safety.folder
    return Picked(name, folder / name) if folder is not None and Path(name).name == name else None


def told(found: Restore, t: Words) -> tuple[list[ft.Control], list[ft.Control]]:
    """Build the lines that say what a file holds, and those that say what restoring it means."""
    changes = filter(None, [what_goes(found), what_comes(found), what_was_altered(found)])
    return [
        strong(found.picked.name),
        ft.Text(t("In the file: {parts}", parts=joined(parts_of(found.counts))), size=Type.BODY),
        *([remark(t("Last entry: {time} (book version {version})",
                    time=t.moment(found.counts.last), version=found.version))]
          if found.counts.last else [])], [
        ft.Text(t(change), size=Type.BODY) for change in changes]


async def put_back(session: Session, picked: Picked, done: Message) -> bool:
    """Restore a file, and go on from it as after every change of the whole book."""
    return await change_book(session, done, hooks.done(session.service.safety.restore, picked))


async def change_book(session: Session, done: Message,
                      change: Awaitable[Path | None]) -> bool:
    """Change the whole book, show the list of backups and offer to undo it; return False if it was
    refused. change: makes it and returns the backup made before it, None if there is none."""
    try:
        way_back = await change
    except (StorageFault, Refused) as fault:
        session.tell(fault.message)
        return False
    session.show_everywhere()
    go_back("/safety")
    undo = None if way_back is None else lambda: page().run_task(
        put_back, session, Picked.at(way_back), say("Everything is as it was before."))
    session.tell(done, action=session.words("Undo"), on_action=undo)
    return True


MOST_LINES = 20

Answers = Mapping[str, bool]
"""For the id of each newcomer that was asked about: whether it is the one that it looks like."""


@ft.component
def ImportFile() -> ft.View:
    session = of_page()
    t, picked = session.words, session.picked
    of, show_of = use_found(tuple[Picked, Meeting | Sequence[Problem] | Fault])
    found = of[1] if of and of[0] is picked else None
    working, set_working = use_value(False)
    answered, answer = use_value((picked, dict[str, bool]()))
    answers: Answers = answered[1] if answered[0] is picked else {}

    async def look() -> None:
        if picked is not None:
            show_of((picked, await _looked_into(session, picked)))

    async def take(found: Meeting) -> None:
        set_working(True)
        if not await _take(session, found, answers):
            set_working(False)

    def is_same(player: str, yes: bool) -> None:
        answer((picked, {**answers, player: yes}))

    ft.use_effect(look, [session.revision])
    body, more = list[ft.Control](), list[ft.Control]()
    button: ft.Control | None = None
    if picked is None:
        body = [ft.Text(t("Choose the file again."), size=Type.FIGURE)]
    elif found is None or working:
        body = [busy(t("The file is being imported …") if working else
                     t("The file is being read …"))]
    elif isinstance(found, Meeting):
        body, more = _told(found, answers, is_same, t)
        if found.coming:
            ready = all(each.player in answers for each in found.newcomers)
            button = main_button(t("Import"), partial(page().run_task, take, found) if ready
                                 else None, identifier="import")
    else:
        body, more = _refused(found, picked.name, t)
    title = t("Import a file")
    another = row(t("Choose another file"), t("An export, entries, a book or a backup"), None,
                  identifier="import-another", icon=ft.Icons.FILE_OPEN_OUTLINED,
                  action=session.import_picker.action(title))
    left, right = parted([*([strong(picked.name)] if picked else []), *body], more, session,
                         Space.MEDIUM)
    return screen(
        title, *left, *([] if working else [another]), right=right or None, bottom=button,
        back="/safety", back_label=t("Back to the book"))


async def _looked_into(session: Session, picked: Picked) -> Meeting | Sequence[Problem] | Fault:
    """Return what a file brings, or why it cannot be imported."""
    try:
        return await hooks.done(session.service.meetings.preview, picked)
    except Unreadable as fault:
        return fault.problems
    except StorageFault as fault:
        return fault


def _refused(why: Sequence[Problem] | Fault, name: str, t: Words
             ) -> tuple[list[ft.Control], list[ft.Control]]:
    """Build the line that says that a file cannot be imported, and the reasons."""
    if isinstance(why, Fault):
        return [ft.Text(t(why.message), size=Type.FIGURE)], []
    return ([ft.Text(t("This file cannot be imported:"), size=Type.FIGURE)],
            _problems(why, name, t))


def _told(found: Meeting, answers: Answers, is_same: Callable[[str, bool], None],
          t: Words) -> tuple[list[ft.Control], list[ft.Control]]:
    """Build the lines that say what a file brings; and the questions about its people, and what is
    odd about it."""
    new = [say("Nothing new: all of it is in the book.")] if not found.coming else \
        [] if found.new.nothing else [say("New: {counts}", counts=joined(parts_of(found.new)))]
    lines = [*new, say_n("Known: {n} entry", "Known: {n} entries", found.known), *found.apart]
    more: list[ft.Control] = [
        question(each.question, each.called, partial(is_same, each.player), t,
                 chosen=answers.get(each.player), number=number)
        for number, each in enumerate(found.newcomers)]
    for told, problems in found.oddities:
        more += [ft.Text(t(told), size=Type.BODY), *_problems(problems, "", t)]
    if found.refused:
        more.append(ft.Text(t("These entries cannot be taken in:"), size=Type.BODY))
        more += _remarks([f"{t('entry {number}', number=number)}: {t(fault)}"
                          for number, fault in found.refused], t)
    return [ft.Text(t(line), size=Type.BODY) for line in lines], more


def _problems(problems: Sequence[Problem], name: str, t: Words) -> list[ft.Control]:
    return _remarks([f"{document.written_place(place) or name}: {t(message)}".removeprefix(": ")
                     for place, message in problems], t)


def _remarks(lines: Sequence[str], t: Words) -> list[ft.Control]:
    """Build the first of some lines, and how many more there are."""
    more = len(lines) - MOST_LINES
    return [remark(line) for line in (
        *lines[:MOST_LINES], *([t("… and {count} more", count=more)] if more > 0 else []))]


async def _take(session: Session, found: Meeting, answers: Answers) -> bool:
    """Take in the file and keep the book as it was; return False if that was refused."""
    service = session.service

    async def take() -> Path | None:
        way_back = await hooks.done(service.safety.keep_way_back)
        await hooks.done(service.meetings.take, found,
                        [each for each in found.newcomers if answers.get(each.player)])
        return way_back

    return await change_book(session, say("Imported."), take())
