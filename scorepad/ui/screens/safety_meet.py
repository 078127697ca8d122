"""The screen of another book before it is taken in: what comes, and what will be asked."""

from pathlib import Path

import flet as ft

from scorepad.i18n.message import Message, say, say_n
from scorepad.i18n.words import Words
from scorepad.service.meeting import Meeting
from scorepad.service.safety import Picked
from scorepad.service.safety_messages import joined, parts_of
from scorepad.storage import StorageFault
from scorepad.ui import work
from scorepad.ui.hooks import use_found, use_value
from scorepad.ui.parts.safety_rows import busy, row
from scorepad.ui.screens.safety_restore import change_book
from scorepad.ui.session import Session, page, use_session
from scorepad.ui.theme import Space, Type
from scorepad.ui.widgets import main_button, panel, remark, screen, strong

MOST_LINES = 20


@ft.component
def MeetBook() -> ft.View:
    session = use_session()
    t, picked = session.words, session.picked
    of, show_of = use_found(tuple[Picked, Meeting | Message])
    found = of[1] if of and of[0] is picked else None
    working, set_working = use_value(False)

    async def look() -> None:
        if picked is None:
            return
        try:
            show_of((picked, await work.done(session.service.meetings.preview, picked)))
        except StorageFault as fault:
            show_of((picked, fault.message))

    async def take(found: Meeting) -> None:
        set_working(True)
        if not await _take(session, found):
            set_working(False)

    ft.use_effect(look, [session.revision])
    body: list[ft.Control]
    button: ft.Control | None = None
    if picked is None:
        body = [ft.Text(t("Choose the file again."), size=Type.FIGURE)]
    elif found is None or working:
        body = [busy(t("The file is being read …"))]
    elif isinstance(found, Message):
        body = [ft.Text(t(found), size=Type.FIGURE)]
    else:
        body = _told(found, t)
        if not found.new.nothing:
            button = main_button(t("Merge"), lambda: page().run_task(take, found),
                                 identifier="merge")
    another = [] if working else [row(
        t("Choose another file"), t("A book, a backup, or entries that were handed on"), None,
        identifier="meet-another", icon=ft.Icons.FILE_OPEN_OUTLINED,
        action=session.meet_picker.action(t("Meet another book")))]
    return screen(
        t("Meet another book"),
        panel(*([strong(picked.name)] if picked else []), *body, spacing=Space.MEDIUM), *another,
        bottom=button, back="/safety", back_label=t("Back to the book"))


def _told(found: Meeting, t: Words) -> list[ft.Control]:
    """Build the lines that say what another book brings."""
    new = say("Nothing to merge: all of it is in the book.") if found.new.nothing else \
        say("New: {counts}", counts=joined(parts_of(found.new)))
    lines = [new, say_n("Known: {n} entry", "Known: {n} entries", found.known), *[
        say("{name} was added in both books, so there are two. If they are one person, put them "
            "together under People.", name=name) for name in found.namesakes], *found.apart]
    body: list[ft.Control] = [ft.Text(t(line), size=Type.BODY) for line in lines]
    if found.refused:
        body.append(ft.Text(t("These entries cannot be taken in:"), size=Type.BODY))
        body += [remark(f"{t('entry {number}', number=number)}: {t(fault)}")
                 for number, fault in found.refused[:MOST_LINES]]
        if (more := len(found.refused) - MOST_LINES) > 0:
            body.append(remark(t("… and {count} more", count=more)))
    return body


async def _take(session: Session, found: Meeting) -> bool:
    """Take in the book that was looked at, and keep this one as it was; return False if that was
    refused."""
    service = session.service

    async def take() -> Path | None:
        way_back = await work.done(service.safety.keep_way_back)
        await work.done(service.meetings.take, found)
        return way_back

    return await change_book(session, say("Merged."), take())
