"""The screen of a file before it is imported: what is new, what is known, and what differs."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import flet as ft

from scorepad import document
from scorepad.book.merged import Merge
from scorepad.book.record import BookRecord
from scorepad.games.game import Problem, Unreadable
from scorepad.i18n.message import Message, say, say_n
from scorepad.i18n.words import Words
from scorepad.service.import_messages import ANOTHER_EVENING, done, told_namesake
from scorepad.service.safety import Counts, Picked
from scorepad.service.safety_messages import joined, parts_of
from scorepad.storage import StorageFault
from scorepad.system.steps import Steps, stepwise
from scorepad.ui import work
from scorepad.ui.hooks import use_found, use_value
from scorepad.ui.parts.differences import MOST_LINES, differences
from scorepad.ui.parts.safety_rows import busy, row
from scorepad.ui.screens.safety_restore import change_book
from scorepad.ui.session import Session, page, use_session
from scorepad.ui.theme import Space, Type
from scorepad.ui.widgets import main_button, panel, remark, screen, strong


class Looked(NamedTuple):
    """A file that was looked at.

    book: what is in it; merge: what importing it would do; oddities: what it has that is taken all
    the same, a sentence and the places for each kind.
    """

    book: BookRecord
    merge: Merge
    oddities: tuple[tuple[Message, Sequence[Problem]], ...]


@ft.component
def ImportFile() -> ft.View:
    session = use_session()
    t, picked = session.words, session.picked
    of, show_of = use_found(tuple[Picked, Looked | tuple[Problem, ...]])
    found = of[1] if of and of[0] is picked else None
    working, set_working = use_value(False)
    chosen, choose = use_value(frozenset[str]())

    def toggle(name: str) -> None:
        choose(lambda before: before ^ {name})

    async def look() -> None:
        if picked is None:
            return
        choose(frozenset())

        def show(found: Looked | tuple[Problem, ...]) -> None:
            show_of((picked, found))

        try:
            show(await work.done(_looked_at, session, picked))
        except Unreadable as fault:
            show(tuple(fault.problems))
        except (StorageFault, OSError) as fault:
            show((Problem((), getattr(fault, "message", say("cannot be read"))),))

    async def take(found: Merge) -> None:
        set_working(True)
        if not await _take(session, found, chosen):
            set_working(False)

    ft.use_effect(look, [session.revision])
    body: list[ft.Control]
    button: ft.Control | None = None
    if picked is None:
        body = [ft.Text(t("Choose the file again."), size=Type.FIGURE)]
    elif found is None or working:
        body = [busy(t("The file is being imported …") if working else
                     t("The file is being read …"))]
    elif isinstance(found, Looked):
        book, merge, oddities = found
        body = [*_told(merge, t), *differences(book, merge, chosen, toggle, t)]
        for told, problems in oddities:
            body += [ft.Text(t(told), size=Type.BODY), *_problems(problems, "", t)]
        does = _does(merge, len(chosen))
        if does:
            button = main_button(t(does), lambda: page().run_task(take, merge), identifier="import")
    else:
        body = [ft.Text(t("This file cannot be imported:"), size=Type.FIGURE),
                *_problems(found, picked.name, t)]
    another = [] if working else [row(
        t("Choose another file"), t("Adds evenings from an export and replaces nothing"), None,
        identifier="import-another", icon=ft.Icons.FILE_OPEN_OUTLINED,
        action=session.import_picker.action(t("Import a file")))]
    return screen(
        t("Import a file"),
        panel(*([strong(picked.name)] if picked else []), *body, spacing=Space.MEDIUM),
        *another,
        bottom=button, back="/safety", back_label=t("Back to the book"))


@stepwise
def _looked_at(session: Session, picked: Picked) -> Steps[Looked]:
    if picked.path is None:
        raw = picked.content
    else:
        with picked.path.open("rb") as file:
            raw = document.bytes_of(file)
    incoming, sheets = yield from document.replayed.steps(raw)
    merge = yield from session.service.preview.steps(incoming)
    return Looked(incoming, merge, tuple(document.oddities(incoming, sheets)))


def _does(found: Merge, chosen: int) -> Message | None:
    """Return what the button says, None where there is nothing to import."""
    if not found.correctable:
        return None
    if chosen:
        return say_n("Import, and take the file's word once",
                     "Import, and take the file's word {n} times", chosen)
    return say("Import") if found.additions else None


def _told(found: Merge, t: Words) -> list[ft.Control]:
    def counts(things: Mapping[str, int]) -> Message:
        return joined(parts_of(Counts(*[things.get(kind, 0) for kind in (
            "players", "evenings", "sheets", "hands", "stars")])))

    body: list[ft.Control] = [
        ft.Text(t("New: {counts}", counts=counts(found.new)), size=Type.BODY),
        ft.Text(t("Known: {counts}", counts=counts(found.known)), size=Type.BODY)]
    body += [ft.Text(t(told_namesake(each)), size=Type.BODY) for each in found.namesakes]
    if not found.correctable:
        body.append(ft.Text(t(ANOTHER_EVENING), size=Type.BODY))
    elif not found.additions:
        body.append(ft.Text(t(done(found, 0)), size=Type.BODY))
    return body


def _problems(problems: Sequence[Problem], name: str, t: Words) -> list[ft.Control]:
    lines = [f"{document.written_place(place) or name}: {t(message)}".removeprefix(": ")
             for place, message in problems[:MOST_LINES]]
    if (more := len(problems) - MOST_LINES) > 0:
        lines.append(t("… and {count} more", count=more))
    return [remark(line) for line in lines]


async def _take(session: Session, found: Merge, chosen: Collection[str]) -> bool:
    """Import the file that was looked at, and keep the book as it was; return False if that was
    refused.

    chosen: the names of the differences in which the file's word is taken.
    """
    service = session.service

    async def take() -> Path | None:
        way_back = await work.done(service.safety.keep_way_back)
        await work.done(service.take, found, chosen)
        return way_back

    return await change_book(session, say("Imported."), take())
