"""Copies of the book elsewhere, offered where only a browser keeps it."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import date as Date

import flet as ft

from scorepad import document
from scorepad.i18n.message import N_, Message, say
from scorepad.service import Refused, Service
from scorepad.storage import StorageFault
from scorepad.system.steps import Steps, stepwise
from scorepad.ui import files, work
from scorepad.ui.hooks import use_value
from scorepad.ui.parts.safety_rows import busy, row
from scorepad.ui.session import Session, page, use_session
from scorepad.ui.theme import Type
from scorepad.ui.widgets import panel, remark, strong, text_button

MEDIA = "text/plain"

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
def _entries(service: Service) -> Steps[bytes]:
    """Return the whole book as a file of entries."""
    return (yield from service.meetings.entries.steps()).encode()


def is_due(session: Session) -> bool:
    """Return whether a copy should be offered here and now."""
    with suppress(StorageFault):
        return session.place.keeps_book and session.service.copies.is_due()
    return False


@ft.component
def Offer() -> ft.Control:
    """Draw the offer to make a copy: one tap makes it, another puts it off."""
    session = use_session()
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

    return panel(
        strong(t("Keep a copy of the book elsewhere")),
        remark(t("So far only this browser has it. A copy lets you continue without it.")),
        busy(t("The copy is being made …")) if working else ft.Row([
            text_button(title, lambda: page().run_task(share), identifier="share-copy",
                        icon=symbol),
            text_button(t("Later"), later, identifier="copy-later")], wrap=True))


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
        remark(t(PROMISED[session.place.is_promised])),
        remark(t(say("The last copy was made: {time}", time=t.moment(last)) if last else
                 say("There is no copy elsewhere yet.")))]


def name_of_entries() -> str:
    """Return the name of a file of entries: one that every phone takes for a text, because browsers
    share and messengers carry no files of a kind that they do not know."""
    return f"scorepad-{Date.today().isoformat()}.entries.txt"


async def share_copy(session: Session) -> None:
    """Hand a copy of the book to another program, or save it where the browser cannot."""
    name, words = name_of_entries(), session.words
    await hand_out(session, _entries, lambda content: files.share(
        name, MEDIA, content, words("Share a copy")), say("A copy was made: {file}", file=name))


async def hand_on(session: Session) -> None:
    """Save all entries of the book, with their history, as a file."""
    name, words = name_of_entries(), session.words
    await hand_out(session, _entries, lambda content: files.save(
        name, content, words("Hand on this book")), say("Handed on: {file}", file=name))


async def export(session: Session) -> None:
    """Save the whole book as a document."""
    name, words = f"scorepad-{Date.today().isoformat()}.json", session.words
    await hand_out(session, _document, lambda content: files.save(
        name, content, words("Export everything")), say("Exported: {file}", file=name))


async def hand_out(session: Session, written: Callable[[Service], bytes],
                   act: Callable[[bytes], Awaitable[bool]], done: Message) -> None:
    """Write the whole book as the content of a file, give it to `act`, and note that there is a
    copy; `act` returns False if the user cancels."""
    async def save() -> bool:
        handed = await act(await work.done(written, session.service))
        if handed and session.place.keeps_book:
            session.attempt_quietly(session.service.copies.made)
            session.show_anew()
        return handed

    await saved(session, save, done)


async def saved(session: Session, save: Callable[[], Awaitable[bool]], done: Message) -> None:
    """Save something and tell the user that it is done, or why it failed; nothing if the user
    cancels."""
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
