"""The panel from below that saves an evening, a year, a season or the ledger of stars as a file."""

from collections.abc import Callable
from typing import Any

import flet as ft

from scorepad.i18n.message import say
from scorepad.i18n.words import Words
from scorepad.paper import files as papers
from scorepad.paper.files import Kind, Paper, Subject
from scorepad.paper.tables import PROGRAMS, SPREADSHEETS, Dialect
from scorepad.paper.wording import period_of
from scorepad.storage import StorageFault
from scorepad.ui import files, work
from scorepad.ui.hooks import use_value
from scorepad.ui.place import here
from scorepad.ui.session import Session, page, use_session
from scorepad.ui.theme import Space
from scorepad.ui.widgets import chip, chips, heading, icon_button, remark, stack, text_button

SYMBOLS = {Kind.PDF: ft.Icons.PICTURE_AS_PDF_OUTLINED, Kind.RESULTS: ft.Icons.TABLE_CHART_OUTLINED,
           Kind.HANDS: ft.Icons.TABLE_ROWS_OUTLINED, Kind.DOCUMENT: ft.Icons.DATA_OBJECT}

TALL = 440
"""The page height, times the text scale, from which the panel needs no scrolling: a column that
scrolls would make it as high as the page."""


@ft.component
def SavePaper(subject: Subject, symbol: bool = False) -> ft.Control:
    """Draw a button that asks what to save; with `symbol` it is an icon for a bar."""
    session = use_session()
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
        return icon_button(ft.Icons.SAVE_ALT, title, lambda: ask(True), identifier=identifier)
    return text_button(title, lambda: ask(True), identifier=identifier, icon=ft.Icons.SAVE_ALT)


def _sheet(subject: Subject, session: Session, dialect: Dialect, choose: Callable[[bool], Any],
           close: Callable[[], Any]) -> ft.BottomSheet:
    t = session.words
    return ft.BottomSheet(
        on_dismiss=lambda: close(), scrollable=True, content=ft.Container(
            padding=ft.Padding.only(bottom=Space.MEDIUM),
            content=ft.Column(tight=True, spacing=0, scroll=None if session.height
                              >= TALL * session.text_scale else ft.ScrollMode.AUTO, controls=[
                ft.Container(heading(_title(subject, t)),
                             padding=ft.Padding.symmetric(horizontal=Space.LARGE)),
                *[_line(subject, kind, session, dialect, close)
                  for kind in papers.kinds_of(subject)],
                ft.Container(_dialects(dialect, choose, t), padding=ft.Padding.symmetric(
                    horizontal=Space.LARGE, vertical=Space.SMALL))])))


def _dialects(dialect: Dialect, choose: Callable[[bool], Any], t: Words) -> ft.Control:
    """Build the choice of how CSV is written, each with an example of two cells."""
    local = SPREADSHEETS[t.language]
    return stack(
        remark(t("CSV is written")),
        chips([chip(t("for a spreadsheet: {example}", example=_example(local)),
                    lambda: choose(False), chosen=dialect == local, identifier="for-spreadsheets"),
               chip(t("for programs: {example}", example=_example(PROGRAMS)),
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
        case _:
            return t("Save the star ledger as")


def _line(subject: Subject, kind: Kind, session: Session, dialect: Dialect,
          close: Callable[[], Any]) -> ft.Control:
    """Build the row of a kind of file: a tap saves it, and where the device can, a symbol at the
    end shares it."""
    t, name = session.words, kind.name.lower()

    def choose(act: Callable[..., Any]) -> None:
        close()
        page().run_task(_make, session, subject, kind, dialect, act)

    tile = ft.Semantics(identifier=f"save-{name}", content=ft.ListTile(
        leading=ft.Icon(SYMBOLS[kind]), title=t(kind.title), on_click=lambda: choose(_save)))
    if not here().can_share:
        return tile
    tile.expand = True
    return ft.Row([tile, icon_button(
        ft.Icons.SHARE, t("Share: {what}", what=t(kind.title)), lambda: choose(_share),
        identifier=f"share-{name}"), ft.Container(width=Space.SMALL)], spacing=0)


# --- doing it -----------------------------------------------------------------------------------


async def _make(session: Session, subject: Subject, kind: Kind, dialect: Dialect,
                act: Callable[..., Any]) -> None:
    """Make the file, off the event loop that all users share, and do with it what was asked."""
    statistics = session.service.statistics
    try:
        if isinstance(subject, papers.Year) and not statistics.is_read:
            statistics.take(await work.done(statistics.read))
        paper = await work.in_slices(
            papers.gather.steps(session.service, subject, kind, session.words, dialect))
    except StorageFault as fault:
        session.tell(fault.message)
        return
    try:
        await act(session, paper, await work.done(paper.make))
    # Clients report a failure in as many ways as there are devices.
    except Exception as fault:  # noqa: BLE001
        session.tell(say("{file} could not be saved: {fault}", file=paper.name,
                         fault=str(fault) or type(fault).__name__))


async def _save(session: Session, paper: Paper, content: bytes) -> None:
    if await files.save(paper.name, content, session.words("Save as a file")):
        session.tell(say("Saved: {file}", file=paper.name))


async def _share(session: Session, paper: Paper, content: bytes) -> None:
    await files.share(paper.name, paper.media, content, session.words("Save as a file"))
