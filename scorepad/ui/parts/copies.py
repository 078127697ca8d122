"""Copies of the whole book, and what is said of a book that a browser keeps."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import date as Date

import flet as ft

from scorepad import document
from scorepad.i18n.message import N_, Message, say, say_n
from scorepad.service import Refused, Service
from scorepad.service.safety import Picked
from scorepad.storage import StorageFault
from scorepad.system.steps import Steps, stepwise
from scorepad.ui import hooks, place as device, widgets as ui
from scorepad.ui.hooks import use_value
from scorepad.ui.parts.fields import busy, row
from scorepad.ui.session import Session, go, going_to, of_page, page
from scorepad.ui.theme import Space, Type

PROMISED = {
    True: N_("The browser has promised not to delete it."),
    False: N_("The browser has not promised to keep it: it may delete it when space is short, or "
              "when nobody has opened it for a while."),
    None: N_("The browser is asked to keep it once the first hand is saved.")}
"""The sentence for what the browser has promised about keeping the book; None: not asked yet."""


@stepwise
def _document(service: Service) -> Steps[bytes]:
    """Return the whole book as a document."""
    book = yield from service.export.steps()
    return (yield from document.write.steps(book)).encode()


@stepwise
def _entries(service: Service, evening: str | None = None) -> Steps[bytes]:
    """Return the whole book, or of the evenings only one, as a file of entries."""
    return (yield from service.meetings.entries.steps(evening)).encode()


def is_due(session: Session) -> bool:
    """Return whether a copy should be offered here and now."""
    with suppress(StorageFault):
        return session.place.keeps_book and session.service.copies.is_due()
    return False


HOME_SCREEN = {
    "browser": N_("On iPhone and iPad the browser deletes everything after seven days without a "
                  "visit. Put Scorepad on the home screen first and begin there: that app has a "
                  "book of its own."),
    "app": N_("This app has a book of its own. What you began in the browser comes here with a "
              "copy made there.")}
"""The sentence for where the book is kept, by `Place.home_screen`."""


def begins(session: Session) -> list[ft.Control]:
    """Build what is to be known before the first evening of a book that a browser keeps, and the
    row that takes in a copy of another."""
    place, t = session.place, session.words
    if not place.keeps_book:
        return []
    session.import_picker.take = lambda picked: look_at(session, picked, "/safety/import")
    return [ui.panel(
        ui.remark(t(HOME_SCREEN[place.home_screen])) if place.home_screen else
        ui.remark(t("Everything is kept in this browser, on this device.")),
        row(t("Take in a copy"), t("From the browser, or from another phone"), None,
            identifier="take-in-copy", icon=ft.Icons.FILE_OPEN_OUTLINED,
            action=session.import_picker.action(t("Take in a copy"))), spacing=Space.SMALL)]


def look_at(session: Session, picked: Picked, route: str) -> None:
    """Show what is in a chosen file on the screen that would take it."""
    session.picked = picked
    go(route)
    session.show_anew()  # that screen may be there already, with another file


def missing(session: Session) -> list[ft.Control]:
    """Build what is said where hands that were saved on this device are gone."""
    place, t = session.place, session.words
    if not place.missing:
        return []

    def take_as_it_is() -> None:
        place.nothing_is_missing()
        session.show_anew()

    return [ui.panel(
        ui.strong(t(say_n("{n} hand that was saved on this device is missing.",
                          "{n} hands that were saved on this device are missing.",
                          place.missing))),
        ui.remark(t("Restore a backup, or import your last copy: nothing is entered twice.")),
        ft.Row([ui.text_button(t("To the book"), going_to("/safety"), identifier="bring-back",
                               icon=ft.Icons.SETTINGS_BACKUP_RESTORE),
                ui.text_button(t("Nothing is missing"), take_as_it_is,
                               identifier="nothing-is-missing")], wrap=True))]


@ft.component
def Offer(leads: bool = False) -> ft.Control:
    """Draw the offer to make a copy: one tap makes it, another puts it off; leads: whether that is
    the main thing to do there."""
    session = of_page()
    t, (title, symbol) = session.words, _sharing(session)
    working, set_working = use_value(False)

    async def share() -> None:
        set_working(True)
        try:
            await share_copy(session)
        finally:
            set_working(False)

    def later() -> None:
        session.attempt_quietly(session.service.copies.put_off)
        session.show_anew()

    return ui.panel(
        ui.strong(t("Keep a copy of the book elsewhere")),
        ui.remark(t("So far only this browser has it. A copy lets you continue without it.")),
        busy(t("The copy is being made …")) if working else ft.Row([
            (ui.main_button if leads else ui.text_button)(
                title, lambda: page().run_task(share), identifier="share-copy", icon=symbol),
            ui.text_button(t("Later"), later, identifier="copy-later")], wrap=True))


def share_row(session: Session) -> ft.Control:
    """Build the row that makes a copy, among the things that can be done with the book."""
    title, symbol = _sharing(session)
    return row(title, session.words("To keep elsewhere, or for another phone"),
               lambda: page().run_task(share_copy, session), identifier="share-copy", icon=symbol)


def about_keeping(session: Session) -> list[ft.Control]:
    """Build sentences about where the book is kept, for how long, and when it was last copied."""
    t = session.words
    last = None
    with suppress(StorageFault):
        last = session.service.copies.last
    return [
        ft.Text(t("Everything is kept in this browser, on this device."),
                size=Type.BODY),
        ui.remark(t(HOME_SCREEN["browser"] if session.place.home_screen == "browser" else
                    PROMISED[session.place.is_promised])),
        ui.remark(t(say("The last copy was made: {time}", time=t.moment(last)) if last else
                    say("There is no copy elsewhere yet.")))]


def name_of_entries() -> str:
    """Return a name that every phone takes for a text: browsers share no unknown kinds."""
    return f"scorepad-{Date.today().isoformat()}.entries.txt"


async def share_copy(session: Session) -> None:
    """Hand a copy of the book to another program, or save it where the browser cannot."""
    name, words = name_of_entries(), session.words
    await hand_out(session, _entries, lambda content: device.share(
        name, "text/plain", content, words("Share a copy")),
        say("A copy was made: {file}", file=name))


async def share_entries(session: Session, evening: str) -> None:
    """Hand the entries of an evening to another device, or save them where that cannot be."""
    name = name_of_entries()

    async def share() -> bool:
        content = await hooks.done(_entries, session.service, evening)
        return await device.share(name, "text/plain", content, session.words("As a file"))

    await saved(session, share, say("Handed on: {file}", file=name))


async def hand_on(session: Session) -> None:
    """Save all entries of the book, with their history, as a file."""
    name, words = name_of_entries(), session.words
    await hand_out(session, _entries, lambda content: device.save(
        name, content, words("Hand on this book")), say("Handed on: {file}", file=name))


async def export(session: Session) -> None:
    """Save the whole book as a document."""
    name, words = f"scorepad-{Date.today().isoformat()}.json", session.words
    await hand_out(session, _document, lambda content: device.save(
        name, content, words("Export everything")), say("Exported: {file}", file=name))


async def hand_out(session: Session, written: Callable[[Service], bytes],
                   act: Callable[[bytes], Awaitable[bool]], done: Message) -> None:
    """Give the written book to `act`, which returns False if the user cancels. written: writes it;
    done: says that this was done."""
    async def save() -> bool:
        handed = await act(await hooks.done(written, session.service))
        if handed and session.place.keeps_book:
            session.attempt_quietly(session.service.copies.made)
            session.show_anew()
        return handed

    await saved(session, save, done)


async def saved(session: Session, save: Callable[[], Awaitable[bool]], done: Message) -> None:
    """Save something and say that it is done, or why it failed."""
    try:
        if await save():
            session.tell(done)
    except (StorageFault, Refused) as fault:
        session.tell(fault.message)
    # Clients report a failure in as many ways as there are devices.
    except Exception as fault:  # noqa: BLE001
        session.tell(say("The file could not be saved: {fault}",
                         fault=str(fault) or type(fault).__name__))


def _sharing(session: Session) -> tuple[str, ft.IconData]:
    """Return the title and the symbol of the button that makes a copy."""
    t = session.words
    return (t("Share a copy"), ft.Icons.SHARE) if session.place.can_share else \
        (t("Save a copy"), ft.Icons.SAVE_ALT)
