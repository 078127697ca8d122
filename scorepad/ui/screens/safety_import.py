"""The screen of a file before it is imported: what is new, what is known, and what differs."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import flet as ft

from scorepad import document
from scorepad.book.look_alikes import LookAlike
from scorepad.book.merge import Merge
from scorepad.book.record import BookRecord
from scorepad.document.differing import by_evening
from scorepad.games.game import Problem, Unreadable
from scorepad.i18n.message import N_, Fault, Message, say
from scorepad.i18n.words import Words
from scorepad.service.meeting import fault_of_entries, is_of_entries
from scorepad.service.safety import Counts, NotRestorable, Picked
from scorepad.service.safety_messages import joined, parts_of
from scorepad.storage import StorageFault
from scorepad.system.steps import Steps, stepwise
from scorepad.ui import work
from scorepad.ui.hooks import use_found, use_value
from scorepad.ui.parts.chosen_file import instead, screen_of_file
from scorepad.ui.parts.look_alike import question
from scorepad.ui.screens.safety_restore import change_book
from scorepad.ui.session import Session, page, use_session
from scorepad.ui.theme import Type
from scorepad.ui.widgets import main_button, remark, strong

MOST_LINES = 20


class Looked(NamedTuple):
    """A file that was looked at.

    book: what is in it; merge: what importing it would do; oddities: what it has that is taken all
    the same, a sentence and the places for each kind; look_alikes: its names that look like those
    of people in the book.
    """

    book: BookRecord
    merge: Merge
    oddities: tuple[tuple[Message, Sequence[Problem]], ...]
    look_alikes: tuple[LookAlike, ...]


@ft.component
def ImportFile() -> ft.View:
    session = use_session()
    t, picked = session.words, session.picked
    of, show_of = use_found(tuple[Picked, Looked | tuple[Problem, ...] | Fault])
    found = of[1] if of and of[0] is picked else None
    working, set_working = use_value(False)
    same, answer = use_value(dict[str, bool]())

    async def look() -> None:
        if picked is None:
            return

        def show(found: Looked | tuple[Problem, ...] | Fault) -> None:
            show_of((picked, found))

        try:
            show(await work.done(_looked_at, session, picked, same))
        except Unreadable as fault:
            show(tuple(fault.problems))
        except NotRestorable as fault:
            show(fault)
        except (StorageFault, OSError) as fault:
            show((Problem((), getattr(fault, "message", say("cannot be read"))),))

    async def take(found: Looked) -> None:
        set_working(True)
        if not await _take(session, found, same):
            set_working(False)

    def is_same(name: str, yes: bool) -> None:
        answer(lambda given: {**given, name: yes})

    ft.use_effect(look, [session.revision, same])
    body: list[ft.Control] | None = None
    button: ft.Control | None = None
    if isinstance(found, Fault):
        body = [ft.Text(t(found.message), size=Type.FIGURE), *instead(session, entries=True)]
    elif isinstance(found, Looked):
        body = _body(found, same, is_same, t)
        if does := _does(found.merge):
            asked = {each.name for each in found.look_alikes} - set(same)
            button = main_button(t(does), None if asked else lambda: page().run_task(take, found),
                                 identifier="import")
    elif found is not None and picked is not None:
        body = [ft.Text(t("This file cannot be imported:"), size=Type.FIGURE),
                *_problems(found, picked.name, t)]
    return screen_of_file(
        session, t("Import a file"), t("Adds evenings from an export and replaces nothing"),
        session.import_picker, body, button, identifier="import-another",
        working=t("The file is being imported …") if working else "")


@stepwise
def _looked_at(session: Session, picked: Picked, same: Mapping[str, bool]) -> Steps[Looked]:
    """Look at a file; same: for each name that was asked about, whether it is who it looks like.
    Raises `NotRestorable` for one of entries."""
    if picked.path is None:
        raw = picked.content
    else:
        with picked.path.open("rb") as file:
            raw = document.bytes_of(file)
    if is_of_entries(raw):
        raise NotRestorable(fault_of_entries(picked.name), entries=True)
    incoming, sheets = yield from document.replayed.steps(raw)
    look_alikes = session.service.people.look_alikes(incoming)
    merge = yield from session.service.preview.steps(
        incoming, {each.name: each.known for each in look_alikes if same.get(each.name)})
    return Looked(incoming, merge, tuple(document.oddities(incoming, sheets)), look_alikes)


def _body(found: Looked, same: Mapping[str, bool], is_same: Callable[[str, bool], None],
          t: Words) -> list[ft.Control]:
    """Build what is said of a file that can be read, with the questions about its names."""
    body = _told(found.book, found.merge, t)
    body += [question(each.question, each.known, partial(is_same, each.name), t,
                      chosen=same.get(each.name), number=number)
             for number, each in enumerate(found.look_alikes)]
    for told, problems in found.oddities:
        body += [ft.Text(t(told), size=Type.BODY), *_problems(problems, "", t)]
    return body


def _does(found: Merge) -> str | None:
    """Return what the button does, None where there is nothing to do."""
    if found.differing:
        return N_("Import and correct the book by the file") if found.correctable else None
    return N_("Import") if found.additions else None


def _told(book: BookRecord, found: Merge, t: Words) -> list[ft.Control]:
    def counts(things: Mapping[str, int]) -> Message:
        return joined(parts_of(Counts(*[things.get(kind, 0) for kind in (
            "players", "evenings", "sheets", "hands", "stars")])))

    body: list[ft.Control] = [
        ft.Text(t("New: {counts}", counts=counts(found.new)), size=Type.BODY),
        ft.Text(t("Known: {counts}", counts=counts(found.known)), size=Type.BODY)]
    if found.differing:
        body += [ft.Text(t("Different:"), size=Type.BODY), *_differing(book, found.differing, t)]
        if not found.correctable:
            body.append(ft.Text(t("This is another evening with the same id, so nothing can be "
                                  "imported."), size=Type.BODY))
    elif not found.additions:
        body.append(ft.Text(t("Nothing to import: all of it is in the book."), size=Type.BODY))
    return body


def _differing(book: BookRecord, problems: tuple[Problem, ...], t: Words) -> list[ft.Control]:
    """Build lines about what differs, below the evening and the table it is about."""
    lines: list[ft.Control] = []
    for whose, each in by_evening(book, problems[:MOST_LINES], t):
        if whose:
            lines.append(strong(whose, size=Type.BODY))
        lines += [remark(f"{where}: {t(problem.message)}".removeprefix(": "))
                  for where, problem in each]
    if (more := len(problems) - MOST_LINES) > 0:
        lines.append(remark(t("… and {count} more", count=more)))
    return lines


def _problems(problems: Sequence[Problem], name: str, t: Words) -> list[ft.Control]:
    lines = [f"{document.written_place(place) or name}: {t(message)}".removeprefix(": ")
             for place, message in problems[:MOST_LINES]]
    if (more := len(problems) - MOST_LINES) > 0:
        lines.append(t("… and {count} more", count=more))
    return [remark(line) for line in lines]


async def _take(session: Session, found: Looked, same: Mapping[str, bool]) -> bool:
    """Import the file that was looked at, and keep the book as it was; return False if that was
    refused."""
    service, merge = session.service, found.merge

    async def take() -> Path | None:
        way_back = await work.done(service.safety.keep_way_back)
        await work.done(service.take, merge, corrections=bool(merge.differing))
        service.people.remember([each for each in found.look_alikes if same.get(each.name)])
        return way_back

    return await change_book(session, say("Imported."), take())
