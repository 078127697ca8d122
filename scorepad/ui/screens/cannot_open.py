"""The screen in place of all others when the book cannot be opened: why, and what can be done."""

from collections.abc import Callable
from datetime import date as Date
from functools import partial
from typing import Any, TypeVar

import flet as ft

from scorepad.i18n.message import Message, say
from scorepad.i18n.words import Words
from scorepad.service.rescue import Rescue
from scorepad.service.safety import Picked, Restore
from scorepad.service.safety_messages import what_was_read
from scorepad.storage import StorageFault
from scorepad.storage.displaced import is_bare
from scorepad.storage.faults import Displaced, InUse
from scorepad.ui import files, work
from scorepad.ui.hooks import use_found, use_own, use_value
from scorepad.ui.opening import Opening
from scorepad.ui.parts.safety_rows import backup_row, busy, row
from scorepad.ui.screens.displaced import Choice
from scorepad.ui.screens.safety_restore import told
from scorepad.ui.session import page
from scorepad.ui.theme import Space, Type
from scorepad.ui.widgets import COLUMN, heading, main_button, panel, remark, strong, text_button
from scorepad.web import limits

Done = TypeVar("Done")


@ft.component
def CannotOpen(opening: Opening) -> ft.View:
    t = opening.words
    rescue = opening.rescue
    found, look_at = use_found(Restore)
    told_so, tell = use_found(Message)
    working, set_working = use_value("")
    picker = use_own(lambda: files.Picker(limits.BACKUP_BYTES, tell))

    async def attempt(sentence: str, act: Callable[[], Done]) -> Done | None:
        """Do something that takes a moment, off the event loop; on a fault, show it and return
        None."""
        set_working(sentence)
        try:
            return await work.done(act)
        except StorageFault as fault:
            tell(fault.message)
            return None
        finally:
            set_working("")

    async def look(rescue: Rescue, picked: Picked) -> None:
        look_at(await attempt(t("The file is being read …"), lambda: rescue.preview(picked)))

    async def restore(rescue: Rescue, picked: Picked) -> None:
        def put_there() -> Message:
            aside = rescue.restore(picked)
            return say("Restored.") if aside is None else \
                say("Restored. The damaged book is kept as {file}.", file=aside.name)
        if done := await attempt(t("The book is being restored …"), put_there):
            opening.attempt()
            if opening.session is not None:
                opening.session.tell(done)

    async def save(rescue: Rescue) -> None:
        found = await attempt(t("What can be read is being read …"),
                              lambda: rescue.readable(opening.language))
        name = f"scorepad-{Date.today().isoformat()}.json"
        if found and await files.save(name, found.text.encode(), t("Save what can be read")):
            tell(what_was_read(found))

    displaced = isinstance(opening.fault, Displaced) and rescue is not None \
        and rescue.kept is not None
    body: list[ft.Control] = [
        ft.Icon(ft.Icons.ERROR_OUTLINE, color=ft.Colors.ERROR, size=40),
        ft.Semantics(header=True, content=strong(
            t("Which book should be used?") if displaced else t("The book cannot be opened"),
            size=Type.TITLE)),
        *([] if opening.fault is None else [
            ft.Text(t(opening.fault.message), size=Type.FIGURE, selectable=True)]),
        # It stays there while something is being done.
        Choice(opening, rescue, attempt) if displaced and rescue is not None else
        main_button(t("Try again"), opening.attempt, identifier="retry")]
    if told_so:
        body.append(panel(ft.Text(t(told_so), size=Type.BODY, selectable=True)))
    if working:
        body.append(panel(busy(working)))
    elif found is not None and rescue is not None:
        body.append(panel(
            *told(found, t),
            main_button(t("Restore this backup"), lambda: page().run_task(
                restore, rescue, found.picked), identifier="restore"),
            text_button(t("Cancel"), lambda: look_at(None), identifier="cancel"),
            spacing=Space.MEDIUM))
    elif rescue is not None and not isinstance(opening.fault, InUse) and (
            rescue.kept is None or is_bare(rescue.kept)):
        picker.take = lambda picked: page().run_task(look, rescue, picked)
        body += _ways_on(rescue, t, picker.take, picker.action(t("Restore from a file")),
                         lambda: page().run_task(save, rescue))
    return ft.View(route="/", padding=0, controls=[ft.SafeArea(expand=True, content=ft.Container(
        expand=True, alignment=ft.Alignment.TOP_CENTER, padding=Space.LARGE, content=ft.Column(
            body, width=COLUMN, spacing=Space.MEDIUM, scroll=ft.ScrollMode.AUTO, expand=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH)))])


def _ways_on(rescue: Rescue, t: Words, take: files.Take, pick: ft.ClientAction,
             save: Callable[[], Any]) -> list[ft.Control]:
    """Build the list of backups to put in the book's place, and the way to save what can be read of
    the book itself; take: gets whatever is chosen, also after `pick`."""
    return [
        heading(t("Replace it with a backup")),
        panel(remark(t("The damaged book is kept under another name.")),
              *[backup_row(each, t, partial(take, Picked(each.path.name, each.path)))
                for each in rescue.backups()],
              row(t("Restore from a file"), t("First shows what is in it"), None,
                  identifier="restore-file", icon=ft.Icons.SETTINGS_BACKUP_RESTORE,
                  action=pick), spacing=Space.HAIR),
        heading(t("What can still be read")),
        panel(row(t("Save what can be read"),
                  t("As a file that can be imported into a new book"), save,
                  identifier="rescue", icon=ft.Icons.HEALING_OUTLINED))]
