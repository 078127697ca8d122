"""Saving an evening, a year or the stars as a file, copies of a browser's book elsewhere, and text
that is copied or shared."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import date as Date
from typing import Any

import flet as ft

from scorepad import document
from scorepad.i18n.message import N_, Message, say
from scorepad.i18n.words import Words
from scorepad.paper import files as papers
from scorepad.paper.files import Kind, Subject
from scorepad.paper.tables import PROGRAMS, SPREADSHEETS, Dialect
from scorepad.paper.telling import period_of
from scorepad.service import Refused, Service
from scorepad.service.views import EveningView
from scorepad.storage import StorageFault
from scorepad.system.steps import Steps, stepwise
from scorepad.ui import hooks, place as device, widgets as ui
from scorepad.ui.hooks import use_value
from scorepad.ui.parts.fields import busy, row
from scorepad.ui.parts.picture import png_of, shapes_of
from scorepad.ui.place import here
from scorepad.ui.session import Session, of_page, page
from scorepad.ui.theme import Space, Type
from scorepad.ui.widgets import remark

SYMBOLS = {Kind.PDF: ft.Icons.PICTURE_AS_PDF_OUTLINED, Kind.POSTER: ft.Icons.EMOJI_EVENTS_OUTLINED,
           Kind.RESULTS: ft.Icons.TABLE_CHART_OUTLINED,
           Kind.HANDS: ft.Icons.TABLE_ROWS_OUTLINED, Kind.CALENDAR: ft.Icons.EVENT,
           Kind.BG_STATS: ft.Icons.CASINO_OUTLINED, Kind.STANDING: ft.Icons.SPORTS_BAR_OUTLINED,
           Kind.DOCUMENT: ft.Icons.DATA_OBJECT}

TALL = 440
"""The page height, times the text scale, from which the panel needs no scrolling: a column that
scrolls would make it as high as the page."""

Act = Callable[[Session, str, str, bytes], Awaitable[None]]
"""An act with a file, given by its name, its media type and its content."""


@ft.component
def SavePaper(subject: Subject, symbol: bool = False) -> ft.Control:
    """Draw a button that asks what to save; with `symbol` it is an icon for a bar."""
    session = of_page()
    t = session.words
    asking, ask = use_value(False)
    for_programs, choose = use_value(False)
    dialect = PROGRAMS if for_programs else SPREADSHEETS[t.language]
    ft.use_dialog(_sheet(subject, session, dialect, choose, lambda: ask(False))
                  if asking else None)
    title, identifier = t("Save as a file"), "papers"
    if isinstance(subject, papers.Season):
        title, identifier = t("Save the season"), "season"
    if symbol:
        return ui.icon_button(ft.Icons.SAVE_ALT, title, lambda: ask(True), identifier=identifier)
    return ui.text_button(title, lambda: ask(True), identifier=identifier, icon=ft.Icons.SAVE_ALT)


def _sheet(subject: Subject, session: Session, dialect: Dialect, choose: Callable[[bool], Any],
           close: Callable[[], Any]) -> ft.BottomSheet:
    t = session.words
    return ft.BottomSheet(
        on_dismiss=lambda: close(), scrollable=True, content=ft.Container(
            padding=ft.Padding.only(bottom=Space.MEDIUM),
            content=ft.Column(tight=True, spacing=0, scroll=None if session.height
                              >= TALL * session.text_scale else ft.ScrollMode.AUTO, controls=[
                ft.Container(ui.heading(_title(subject, t)),
                             padding=ft.Padding.symmetric(horizontal=Space.LARGE)),
                *[_line(subject, kind, session, dialect, close)
                  for kind in papers.kinds_of(subject)],
                ft.Container(_dialects(dialect, choose, t), padding=ft.Padding.symmetric(
                    horizontal=Space.LARGE, vertical=Space.SMALL))])))


def _dialects(dialect: Dialect, choose: Callable[[bool], Any], t: Words) -> ft.Control:
    """Build the choice of how CSV is written, each with an example of two cells."""
    local = SPREADSHEETS[t.language]
    return ui.stack(
        ui.remark(t("CSV is written")),
        ui.chips([ui.chip(t("for a spreadsheet: {example}", example=_example(local)),
                          lambda: choose(False), chosen=dialect == local,
                          identifier="for-spreadsheets"),
                  ui.chip(t("for programs: {example}", example=_example(PROGRAMS)),
                          lambda: choose(True), chosen=dialect == PROGRAMS,
                          identifier="for-programs")]), spacing=Space.SMALL)


def _example(dialect: Dialect) -> str:
    return f"Anne{dialect.delimiter}-5{dialect.mark}00"


def _title(subject: Subject, t: Words) -> str:
    match subject:
        case papers.Evening():
            return t("Save the evening as")
        case papers.Year():
            return t("Save the year {year} as", year=subject.year)
        case papers.Season():
            return t("Save the season {period} as", period=t(period_of(subject.chosen)))
        case papers.Tournament():
            return t("Save the tournament as")
        case _:
            return t("Save the star ledger as")


def _line(subject: Subject, kind: Kind, session: Session, dialect: Dialect,
          close: Callable[[], Any]) -> ft.Control:
    """Build the row of a kind of file: a tap saves it, a symbol shares it where it can be."""
    t, name = session.words, kind.name.lower()

    def choose(act: Act) -> None:
        close()
        page().run_task(_make, session, subject, kind, dialect, act)

    tile = ft.Semantics(identifier=f"save-{name}", content=ft.ListTile(
        leading=ft.Icon(SYMBOLS[kind]), title=t(kind.title), on_click=lambda: choose(_save)))
    if not here().can_share:
        return tile
    tile.expand = True
    return ft.Row([tile, ui.icon_button(
        ft.Icons.SHARE, t("Share: {what}", what=t(kind.title)), lambda: choose(_share),
        identifier=f"share-{name}"), ft.Container(width=Space.SMALL)], spacing=0)


def save_paper(session: Session, subject: Subject) -> None:
    """Make a PDF and save it."""
    page().run_task(_make, session, subject, Kind.PDF, PROGRAMS, _save)


async def _make(session: Session, subject: Subject, kind: Kind, dialect: Dialect,
                act: Act) -> None:
    """Make the file, off the event loop that all users share, and do with it what was asked."""
    statistics = session.service.statistics
    try:
        if isinstance(subject, papers.Year) and not statistics.is_read:
            statistics.take(await hooks.done(statistics.read))
        paper = await hooks.in_slices(
            papers.gather.steps(session.service, subject, kind, session.words, dialect))
    except StorageFault as fault:
        session.tell(fault.message)
        return
    await _hand(session, paper.name, paper.media, hooks.done(paper.make), act)


async def _hand(session: Session, name: str, media: str, made: Awaitable[bytes],
                act: Act) -> None:
    """Do something with a file once it is made, and say so if that fails."""
    try:
        await act(session, name, media, await made)
    # Clients report a failure in as many ways as there are devices.
    except Exception as fault:  # noqa: BLE001
        session.tell(say("{file} could not be saved: {fault}", file=name,
                         fault=str(fault) or type(fault).__name__))


async def _save(session: Session, name: str, _media: str, content: bytes) -> None:
    if await device.save(name, content, session.words("Save as a file")):
        session.tell(say("Saved: {file}", file=name))


async def _share(session: Session, name: str, media: str, content: bytes) -> None:
    await device.share(name, media, content, session.words("Save as a file"),
                      lambda: session.tell(say(
                          "This browser cannot share. Saved instead: {file}", file=name)))


def picture_button(view: EveningView, session: Session) -> ft.Control:
    """Build the button that shares an evening as a picture, or saves it where that cannot be."""
    t, service, can_share = session.words, session.service, session.place.can_share
    name = papers.file_name(t("Evening"), view.date.isoformat(), view.place, ending="png")

    async def hand() -> None:
        picture = shapes_of(view, service.club.name, service.people.looks(), t)
        await _hand(session, name, "image/png", png_of(picture), _share if can_share else _save)

    return ui.text_button(
        t("Share as a picture") if can_share else t("Save as a picture"),
        lambda: page().run_task(hand), identifier="picture", icon=ft.Icons.IMAGE_OUTLINED)


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


@ft.component
def Offer() -> ft.Control:
    """Draw the offer to make a copy: one tap makes it, another puts it off."""
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
            ui.text_button(title, lambda: page().run_task(share), identifier="share-copy",
                           icon=symbol),
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
        ui.remark(t(PROMISED[session.place.is_promised])),
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
    """Give the written book to `act`, which returns False if the user cancels."""
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


# --- text, copied or shared -----------------------------------------------------------------------


def copy_button(session: Session, title: str, text: str, identifier: str) -> ft.Control:
    """Build a button that copies `text`. The browser does so during the tap, as some insist on;
    then it is asked how that went."""
    return ft.Semantics(identifier=identifier, content=ft.TextButton(
        title, icon=ft.Icons.COPY, action=ft.CopyToClipboard(text), style=ui.TO_TAP,
        on_click=lambda: page().run_task(_copy, session, text, say("Copied."))))


async def share(session: Session, text: str) -> None:
    """Hand `text` to the platform; copy it where that cannot share."""
    try:
        await ft.Share().share_text(text)
    # Clients report a failure in as many ways as there are browsers.
    except Exception:  # noqa: BLE001
        await _copy(session, text, say("This browser cannot share. The text is copied instead."))


async def _copy(session: Session, text: str, done: Message) -> None:
    try:
        await ft.Clipboard().set(text)
    except Exception:  # noqa: BLE001
        _show(session, text)
    else:
        session.tell(done)


def _show(session: Session, text: str) -> None:
    """Show the text, selected, for whoever copies it by hand."""
    t = session.words
    shown = ft.AlertDialog(title=t("Copy as text"), content=ft.Column(tight=True, controls=[
        remark(t("This browser does not let the page copy. The text is selected.")),
        ft.TextField(value=text, read_only=True, multiline=True, max_lines=12, autofocus=True,
                     selection=ft.TextSelection(0, len(text)))]))
    shown.actions = [ui.text_button(t("Close"), lambda: page().pop_dialog(), identifier="close")]
    page().show_dialog(shown)
