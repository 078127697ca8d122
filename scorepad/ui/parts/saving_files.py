"""Saving an evening, a year or the stars as a file, and text that is copied or shared."""

from collections.abc import Awaitable, Callable
from typing import Any

import flet as ft

from scorepad.i18n.message import Message, say
from scorepad.i18n.words import Words
from scorepad.paper import files as papers
from scorepad.paper.files import Kind, Subject
from scorepad.paper.tables import PROGRAMS, SPREADSHEETS, Dialect
from scorepad.paper.telling import period_of
from scorepad.service.views import EveningView
from scorepad.storage import StorageFault
from scorepad.ui import hooks, place as device, widgets as ui
from scorepad.ui.hooks import use_value
from scorepad.ui.parts.picture import png_of, shapes_of
from scorepad.ui.place import here
from scorepad.ui.session import Session, of_page, page
from scorepad.ui.theme import Space
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


# --- text, copied or shared -----------------------------------------------------------------------


def copy_button(session: Session, title: str, text: str, identifier: str) -> ft.Control:
    """Build a button that copies `text`. The browser does so during the tap, as some insist on;
    then it is asked how that went."""
    return ft.Semantics(identifier=identifier, content=ft.TextButton(
        title, icon=ft.Icons.COPY, action=ft.CopyToClipboard(text), style=ui.TO_TAP,
        on_click=lambda: page().run_task(_copy, session, text, say("Copied."))))


async def share(session: Session, text: str) -> None:
    """Hand `text` to the platform; copy it where that cannot share, and would open a mail program
    instead without a word. A browser that has shared it answers "unavailable"."""
    try:
        await ft.Share().share_text(text, mail_to_fallback_enabled=False)
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
