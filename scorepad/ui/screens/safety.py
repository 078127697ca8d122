"""The screens of the book itself: where it lies, its files in and out, and a server's book."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date as Date
from pathlib import Path
from typing import Any

import flet as ft

from scorepad.i18n.message import Message, say
from scorepad.i18n.words import Words
from scorepad.service.rescue import looked_at, of_remarks
from scorepad.service.safety import BackupView, Checked
from scorepad.storage import StorageFault
from scorepad.ui import hooks, place as device, widgets as ui
from scorepad.ui.hooks import use_found, use_own
from scorepad.ui.meeting import forget, meet_first
from scorepad.ui.parts import copies
from scorepad.ui.parts.address import missing
from scorepad.ui.parts.fields import backup_row, busy, row
from scorepad.ui.parts.question import sign
from scorepad.ui.session import Session, going_to, of_page, page
from scorepad.ui.theme import Space, Type


@ft.observable
@dataclass
class LinkForm:
    """A link that is being typed, with a name for this device; working: it is being tried."""

    link: str = ""
    name: str = ""
    fault: Message | None = None
    working: bool = False

    def type_link(self, link: str) -> None:
        """Take the text of the first field."""
        self.link, self.fault = link, None

    def type_name(self, name: str) -> None:
        """Take the text of the second field."""
        self.name = name

    @property
    def is_whole(self) -> bool:
        """True if there is something to try."""
        return bool(self.link.strip() and self.name.strip()) and not self.working


@ft.component
def MeetServer() -> ft.View:
    session = of_page()
    t, place = session.words, session.place
    form = use_own(lambda: LinkForm(place.invited))
    title, back = t("Meet the table's server"), t("Back to the book")
    if place.post is None:
        return missing(t("There is nothing at this address."), "/safety")
    if place.partner is not None:
        return ui.screen(
            title,
            ui.panel(ui.copyable(place.partner.address),
                     ui.remark(t("The books meet by themselves at every start and after every "
                                 "evening, and when you tap here:")),
                     *sign(session), spacing=Space.MEDIUM),
            ui.text_button(t("Do not meet this server any more"), lambda: forget(session),
                           identifier="forget-server", icon=ft.Icons.CLOUD_OFF),
            back="/safety", back_label=back)
    button = ui.main_button(t("Join"), (lambda: page().run_task(_come_in, session, form))
                            if form.is_whole else None, identifier="join-server")
    return ui.screen(title, ui.panel(*_fields(form, t), spacing=Space.MEDIUM),
                     back="/safety", back_label=back, bottom=button)


def _fields(form: LinkForm, t: Words) -> list[ft.Control]:
    """Build what is to be typed, with what it leads to."""
    return [
        ui.remark(t("Whatever is written here goes to the server, and what others have written "
                    "there comes here. Without a network everything goes on, and catches up "
                    "later.")),
        ui.text_field(t("Link"), form.link, form.type_link,
                      error=t(form.fault) if form.fault else None,
                      keyboard_type=ft.KeyboardType.URL, autocorrect=False),
        ui.remark(t("The host finds it under Phones, below the QR code.")),
        ui.text_field(t("Your name"), form.name, form.type_name),
        ui.remark(t("It stands beside what this device enters.")),
        *([busy(t("The books are meeting …"))] if form.working else [])]


async def _come_in(session: Session, form: LinkForm) -> None:
    """Come in by the link, or say at its field why not."""
    form.working = True
    try:
        form.fault = await meet_first(session, form.link, form.name.strip())
    finally:
        form.working = False
    if form.fault is None:
        session.place.invited = ""
        session.show_anew()


MOST_FINDINGS = 50


@ft.component
def TheBook() -> ft.View:
    session = of_page()
    t, safety = session.words, session.service.safety
    backups, show = use_found(list[BackupView])

    async def load() -> None:
        show(await hooks.done(safety.backups))

    ft.use_effect(load, [session.revision])
    session.restore_picker.take = lambda picked: copies.look_at(session, picked, "/safety/restore")
    session.import_picker.take = lambda picked: copies.look_at(session, picked, "/safety/import")
    kept = copies.about_keeping(session) if session.place.keeps_book else [
        ui.remark(t("Everything is kept here:")), ui.copyable(session.service.place)]
    return ui.screen(
        t("The book"), *ui.beside(
            [ui.panel(*kept), *_things_to_do(session)],
            [] if safety.folder is None else [ui.heading(t("Backups")), _list(backups, session)],
            session.has_room()),
        ft.Container(height=Space.LARGE), width=session.widest,
        back="/preferences", back_label=t("Back to the settings"))


def _things_to_do(session: Session) -> list[ft.Control]:
    t, safety = session.words, session.service.safety

    def run(act: Callable[[Session], Any]) -> Callable[[], Any]:
        return lambda: page().run_task(act, session)

    keeping = [ui.remark(t(safety.refusal))] if safety.refusal else [
        row(t("Back up to a file"), t("A copy of the whole book, to keep elsewhere"),
            run(_back_up), identifier="back-up", icon=ft.Icons.SAVE_ALT),
        row(t("Restore from a file"), t("First shows what would be removed and added"), None,
            identifier="restore-file", icon=ft.Icons.SETTINGS_BACKUP_RESTORE,
            action=session.restore_picker.action(t("Restore from a file")))]
    exchanging = [
        row(t("Export everything"), t("A file that other programs and people can read"),
            run(copies.export), identifier="export", icon=ft.Icons.UPLOAD_FILE),
        row(t("Import a file"), t("An export, entries, a book or a backup: adds what is missing "
                                  "and replaces nothing"), None,
            identifier="import-file", icon=ft.Icons.FILE_OPEN_OUTLINED,
            action=session.import_picker.action(t("Import a file"))),
        *([] if session.place.post is None else [
            row(t("Meet the table's server"), t("Exchanges everything with it, whenever it can"),
                going_to("/safety/server"), identifier="meet-table",
                icon=ft.Icons.CLOUD_SYNC_OUTLINED)]),
        *([] if session.place.keeps_book else [  # the copy that is shared there is the same
            row(t("Hand on this book"), t("A file of all entries, for Scorepad on another device"),
                run(copies.hand_on), identifier="hand-on", icon=ft.Icons.IOS_SHARE)])]
    return [
        ui.heading(t("Back up and bring back")),
        ui.panel(*([copies.share_row(session)] if session.place.keeps_book else []), *keeping,
                 row(t("Check the book"), t("The file, every entry and every total"),
                     going_to("/safety/check"), identifier="check",
                     icon=ft.Icons.FACT_CHECK_OUTLINED), spacing=Space.HAIR),
        ui.heading(t("Exchange with others")), ui.panel(*exchanging, spacing=Space.HAIR)]


def _list(backups: list[BackupView] | None, session: Session) -> ft.Control:
    t = session.words
    about = ui.remark(t("Made automatically at the start if something was entered. The last ten "
                        "stay, and the last one of every month."))
    if not backups:
        return ui.panel(about, *([] if backups is None else [
            ft.Text(t("There are none yet."), size=Type.BODY)]))
    return ui.panel(about, *[backup_row(each, t, going_to(f"/safety/restore/{each.path.name}"))
                             for each in backups], spacing=Space.HAIR)


async def _back_up(session: Session) -> None:
    """Back up the book to a file, straight to its place where that can be reached."""
    t, safety = session.words, session.service.safety
    name = f"scorepad-{Date.today().isoformat()}.db"

    async def save() -> bool:
        if not device.has_paths():
            return await device.save(name, await hooks.done(safety.back_up), t("Back up to a file"))
        place = await ft.FilePicker().save_file(t("Back up to a file"), name)
        if place:
            await hooks.done(safety.back_up_to, Path(place))
        return bool(place)

    await copies.saved(session, save, say("Backed up: {file}", file=name))


@ft.component
def Check() -> ft.View:
    session = of_page()
    t = session.words
    found, show = use_found(Checked, Message)

    async def look() -> None:
        try:
            show(await hooks.done(session.service.safety.check))
        except StorageFault as fault:
            show(fault.message)

    ft.use_effect(look, [session.visits])
    body: list[ft.Control]
    told: list[ft.Control] = []
    if found is None:
        body = [busy(t("The book is being checked …"))]
    elif isinstance(found, Message):
        body = [ft.Text(t(found), size=Type.FIGURE)]
    else:
        listed = found.findings[:MOST_FINDINGS]
        remarks = found.remarks[:MOST_FINDINGS - len(listed)]
        more = len(found.findings) + len(found.remarks) - len(listed) - len(remarks)
        body = [
            ft.Row([ft.Icon(ft.Icons.ERROR_OUTLINE, color=ft.Colors.ERROR) if listed else
                    ft.Icon(ft.Icons.CHECK_CIRCLE_OUTLINE, color=ft.Colors.PRIMARY),
                    ui.strong(t("Something is wrong. Restore a backup, or export everything and "
                                "ask for help.") if listed else t("Nothing is wrong."),
                              expand=True)]),
            ui.remark(t(looked_at(found)))]
        told = [
            *_told(listed, t),
            *([ui.remark(t(of_remarks(len(found.remarks))))] if remarks else []),
            *_told(remarks, t),
            *([ui.remark(t("… and {count} more", count=more))] if more else [])]
    left, right = ui.parted(body, told, session, Space.MEDIUM)
    return ui.screen(t("Check the book"), *left, right=right or None,
                     back="/safety", back_label=t("Back to the book"))


def _told(findings: Iterable[tuple[Message | str, Message]], t: Words) -> list[ft.Control]:
    return [ui.copyable(f"{t(place)}: {t(fault)}")
            for place, fault in findings]
