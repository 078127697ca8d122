"""The screens in place of all others when the book cannot be opened or was displaced."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import date as Date
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

import flet as ft

from scorepad.i18n.message import Message, say, say_n
from scorepad.i18n.words import Words
from scorepad.service.rescue import Rescue, joined, parts_of, what_comes, what_goes, what_was_read
from scorepad.service.safety import Counts, Picked, Restore
from scorepad.storage import StorageFault
from scorepad.storage.faults import Displaced, InUse
from scorepad.ui import hooks, place as device, widgets as ui
from scorepad.ui.hooks import keyed, use_found, use_own, use_value
from scorepad.ui.parts.fields import backup_row, busy, row
from scorepad.ui.screens.safety_import import told
from scorepad.ui.session import page
from scorepad.ui.theme import Space, Type
from scorepad.ui.watching import Opening
from scorepad.web import limits

Attempt = Callable[[str, Callable[[], Any]], Awaitable[Any]]
"""A function that says a sentence while it runs an act off the event loop; its result is None where
the act failed."""


@ft.component
def Choice(opening: Opening, rescue: Rescue, attempt: Attempt) -> ft.Control:
    t, whole = opening.words, rescue.whole
    seen, see = use_found(Both)

    async def go_on(sentence: str, act: Callable[[Rescue], Message]) -> None:
        done = await attempt(sentence, lambda: act(rescue))
        if done is not None and opening.attempt() and opening.session is not None:
            opening.session.show_anew()
            opening.session.tell(done)

    async def look(whole: Path) -> None:
        see(await attempt(t("Both are being read …"), lambda: Both(rescue, whole)))

    rows: list[ft.Control] = []
    if whole is not None and rescue.are_one:
        rows.append(row(t("Merge both"), t("Continues with all that is in either. Both are kept."),
                        lambda: page().run_task(go_on, t("The books are being merged …"), _merge),
                        identifier="merge-both", icon=ft.Icons.MERGE_TYPE))
    if whole is not None:
        rows.append(row(t("Put it back"), t("Continues with what was open. What is there now is "
                                            "kept."),
                        lambda: page().run_task(go_on, t("The book is being put back …"),
                                                partial(_put_back, Picked.at(whole))),
                        identifier="put-back", icon=ft.Icons.UNDO))
    decide = partial(page().run_task, go_on, t("The book is being opened …"), _decide)
    if rescue.is_there:
        rows.append(row(t("Continue with the other one"),
                        t("What was open is kept with the backups."), decide,
                        identifier="go-on", icon=ft.Icons.ARROW_FORWARD))
    elif opening.before is None:
        rows.append(row(t("Start an empty book"), t("What was kept is then with the backups."),
                        decide, identifier="go-on", icon=ft.Icons.ADD))
    if whole is not None:
        rows.append(row(t("Look at both"), t("What is in them, and how they differ"),
                        lambda: page().run_task(look, whole), identifier="look-at-both",
                        icon=ft.Icons.COMPARE_ARROWS))
    return ui.stack(ui.panel(*rows, spacing=Space.HAIR), *([] if seen is None else seen.shown(t)))


def _put_back(picked: Picked, rescue: Rescue) -> Message:
    aside = rescue.restore(picked)
    return say("Put back.") if aside is None else \
        say("Put back. What was there is kept as {file}.", file=aside.name)


def _decide(rescue: Rescue) -> Message:
    rescue.go_on()
    return say("What was open is kept with the backups.")


def _merge(rescue: Rescue) -> Message:
    aside, refused = rescue.unite()
    done = say("Merged.") if aside is None else \
        say("Merged. What was there is kept as {file}.", file=aside.name)
    return done if not refused else Message("{first} {more}", {"first": done, "more": say_n(
        "{n} entry of it could not be taken in.", "{n} entries of it could not be taken in.",
        len(refused))})


class Both:
    """The contents of both books, and what putting back the one that was open would change."""

    def __init__(self, rescue: Rescue, kept: Path) -> None:
        self._open = rescue.counts(kept)
        self._there = rescue.counts(rescue.book) if rescue.is_there else None
        self._change: Restore | None = None
        self._together: Counts | None = None
        if self._there is not None:
            with suppress(StorageFault):
                self._together = rescue.together()
            with suppress(StorageFault):  # then there is nothing to compare
                self._change = rescue.preview(Picked.at(kept))

    def shown(self, t: Words) -> list[ft.Control]:
        """Build the comparison as it stands on the screen."""
        found = self._change
        change = filter(None, [what_goes(found), what_comes(found)]) if found else ()
        said = [ft.Text(t(line), size=Type.BODY) for line in change]
        return [ui.heading(t("What was open")), ui.panel(*_counted(self._open, t)),
                ui.heading(t("What is there now")), ui.panel(*_counted(self._there, t)),
                *([ui.heading(t("Both together")), ui.panel(*_counted(self._together, t))]
                  if self._together else []),
                *([ui.panel(ui.remark(t("If it is put back:")), *said)] if said else [])]


def _counted(counts: Counts | None, t: Words) -> list[ft.Control]:
    if counts is None:
        return [ft.Text(t("No book that can be read"), size=Type.BODY)]
    lines: list[ft.Control] = [ft.Text(t(joined(parts_of(counts))), size=Type.BODY)]
    if counts.last:
        lines.append(ui.remark(t("Last entry: {time}", time=t.moment(counts.last))))
    return lines


Done = TypeVar("Done")


@ft.component
def CannotOpen(opening: Opening) -> ft.View:
    t, rescue, fault = opening.words, opening.rescue, opening.fault
    told_so, tell = use_found(Message)
    working, set_working = use_value("")

    async def attempt(sentence: str, act: Callable[[], Done]) -> Done | None:
        """Do something off the event loop; on a fault, show it and return None."""
        set_working(sentence)
        try:
            return await hooks.done(act)
        except StorageFault as fault:
            tell(fault.message)
            return None
        finally:
            set_working("")

    displaced = rescue if isinstance(fault, Displaced) and rescue and rescue.kept else None
    body: list[ft.Control] = [
        ft.Icon(ft.Icons.ERROR_OUTLINE, color=ft.Colors.ERROR, size=40),
        ft.Semantics(header=True, content=ui.strong(
            t("Which book should be used?") if displaced else t("The book cannot be opened"),
            size=Type.TITLE)),
        *([] if fault is None else [ui.copyable(t(fault.message), size=Type.FIGURE)]),
        # It stays there while something is being done.
        Choice(opening, displaced, attempt) if displaced else
        ui.main_button(t("Try again"), opening.attempt, identifier="retry")]
    if told_so:
        body.append(ui.panel(ui.copyable(t(told_so))))
    if working:
        body.append(ui.panel(busy(working)))
    if rescue is not None and not isinstance(fault, InUse) and rescue.whole is None:
        body.append(keyed("repair", Repair, opening, rescue, attempt, tell, not working))
    return ft.View(route="/", padding=0, controls=[ft.SafeArea(expand=True, content=ft.Container(
        expand=True, alignment=ft.Alignment.TOP_CENTER, padding=Space.LARGE, content=ft.Column(
            body, width=ui.COLUMN, spacing=Space.MEDIUM, scroll=ft.ScrollMode.AUTO, expand=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH)))])


@ft.component
def Repair(opening: Opening, rescue: Rescue, attempt: Attempt, tell: Callable[[Message], None],
           visible: bool) -> ft.Control:
    """Draw the backups to put in the book's place, a look at the one that was chosen, and the way
    to save what can be read of the book itself."""
    t = opening.words
    found, look_at = use_found(Restore)
    picker = use_own(lambda: device.Picker(limits.BACKUP_BYTES, tell))

    async def look(picked: Picked) -> None:
        look_at(await attempt(t("The file is being read …"), lambda: rescue.preview(picked)))

    async def restore(picked: Picked) -> None:
        def put_there() -> Message:
            aside = rescue.restore(picked)
            return say("Restored.") if aside is None else \
                say("Restored. The damaged book is kept as {file}.", file=aside.name)
        if done := await attempt(t("The book is being restored …"), put_there):
            opening.attempt()
            if opening.session is not None:
                opening.session.tell(done)

    async def save() -> None:
        found = await attempt(t("What can be read is being read …"),
                              lambda: rescue.readable(opening.language))
        name = f"scorepad-{Date.today().isoformat()}.json"
        if found and await device.save(name, found.text.encode(), t("Save what can be read")):
            tell(what_was_read(found))

    def take(picked: Picked) -> None:
        page().run_task(look, picked)

    if found is not None:
        return ui.stack(ui.panel(
            *chain(*told(found, t)),
            ui.main_button(t("Restore this backup"), lambda: page().run_task(
                restore, found.picked), identifier="restore"),
            ui.text_button(t("Cancel"), lambda: look_at(None), identifier="cancel"),
            spacing=Space.MEDIUM), visible=visible)
    picker.take = take
    return ui.stack(
        ui.heading(t("Replace it with a backup")),
        ui.panel(ui.remark(t("The damaged book is kept under another name.")),
                 *[backup_row(each, t, partial(take, Picked(each.path.name, each.path)))
                   for each in rescue.backups()],
                 row(t("Restore from a file"), t("First shows what is in it"), None,
                     identifier="restore-file", icon=ft.Icons.SETTINGS_BACKUP_RESTORE,
                     action=picker.action(t("Restore from a file"))), spacing=Space.HAIR),
        ui.heading(t("What can still be read")),
        ui.panel(row(t("Save what can be read"),
                     t("As a file that can be imported into a new book"),
                     lambda: page().run_task(save),
                     identifier="rescue", icon=ft.Icons.HEALING_OUTLINED)), visible=visible)
