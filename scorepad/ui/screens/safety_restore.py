"""The screen of a backup before it takes the book's place: what would go, and what would come."""

from collections.abc import Awaitable
from pathlib import Path

import flet as ft

from scorepad.i18n.message import Fault, Message, say
from scorepad.i18n.words import Words
from scorepad.service import Refused
from scorepad.service.safety import NotRestorable, Picked, Restore
from scorepad.service.safety_messages import (
    joined,
    parts_of,
    what_comes,
    what_goes,
    what_was_altered,
)
from scorepad.storage import StorageFault
from scorepad.ui import work
from scorepad.ui.hooks import use_found, use_params, use_value
from scorepad.ui.parts.safety_rows import busy
from scorepad.ui.session import Session, go_back, going_to, page, use_session
from scorepad.ui.theme import Space, Type
from scorepad.ui.widgets import main_button, panel, remark, screen, strong, text_button


@ft.component
def RestoreBackup() -> ft.View:
    """Draw the restoring of a backup from the list, or of the file that was just chosen."""
    session = use_session()
    t, name = session.words, use_params().get("name")
    found, show = use_found(Restore, Fault)
    working, set_working = use_value(False)
    picked = _picked(session, name)

    async def look() -> None:
        if picked is None:
            return
        try:
            show(await work.done(session.service.safety.preview, picked))
        except (StorageFault, Refused) as fault:
            show(fault)

    async def restore(found: Restore) -> None:
        set_working(True)
        if not await put_back(session, found.picked,
                              say("Restored. What was there before is kept.")):
            set_working(False)

    ft.use_effect(look, [name, session.revision])
    body: list[ft.Control]
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
        body = told(found, t)
    return screen(
        t("Restore a backup"), panel(*body, spacing=Space.MEDIUM),
        bottom=main_button(t("Restore this backup"), lambda: page().run_task(restore, found),
                           identifier="restore")
        if isinstance(found, Restore) and not working else None,
        back="/safety", back_label=t("Back to the book"))


def _picked(session: Session, name: str | None) -> Picked | None:
    if name is None:
        return session.picked
    folder = session.service.safety.folder
    return Picked(name, folder / name) if folder is not None and Path(name).name == name else None


def told(found: Restore, t: Words) -> list[ft.Control]:
    """Build the lines that say what a file holds, and what restoring it means."""
    changes = filter(None, [what_goes(found), what_comes(found), what_was_altered(found)])
    return [
        strong(found.picked.name),
        ft.Text(t("In the file: {parts}", parts=joined(parts_of(found.counts))), size=Type.BODY),
        *([remark(t("Last entry: {time} (book version {version})",
                    time=t.moment(found.counts.last), version=found.version))]
          if found.counts.last else []),
        *[ft.Text(t(change), size=Type.BODY) for change in changes]]


async def put_back(session: Session, picked: Picked, done: Message) -> bool:
    """Restore a file, and go on from it as after every change of the whole book."""
    return await change_book(session, done, work.done(session.service.safety.restore, picked))


async def change_book(session: Session, done: Message,
                      change: Awaitable[Path | None]) -> bool:
    """Change the whole book, show the list of backups and offer to undo it; return False if it was
    refused.

    change: makes it and returns the backup made before it, None if there is none.
    """
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
