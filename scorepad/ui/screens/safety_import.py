"""The screen of a file before it is imported: what is new, what is known, and what differs."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import flet as ft

from scorepad import document
from scorepad.book.look_alikes import LookAlike
from scorepad.book.merged import Difference, Merge
from scorepad.book.record import BookRecord
from scorepad.games.game import Problem, Unreadable
from scorepad.i18n.message import Fault, Message, say, say_n
from scorepad.i18n.words import Words
from scorepad.service.import_messages import ANOTHER_EVENING, done, told_namesake
from scorepad.service.meeting import fault_of_entries, is_of_entries
from scorepad.service.safety import Counts, NotRestorable, Picked
from scorepad.service.safety_messages import joined, parts_of
from scorepad.storage import StorageFault
from scorepad.system.steps import Steps, stepwise
from scorepad.ui import work
from scorepad.ui.hooks import use_found, use_value
from scorepad.ui.parts.chosen_file import instead, screen_of_file
from scorepad.ui.parts.differences import MOST_LINES, differences
from scorepad.ui.parts.look_alike import question
from scorepad.ui.screens.safety_restore import change_book
from scorepad.ui.session import Session, page, use_session
from scorepad.ui.theme import Type
from scorepad.ui.widgets import main_button, remark


class Looked(NamedTuple):
    """A file that was looked at.

    digest: of its content; book: what is in it; same: the answers about its names so far; merge:
    what importing it would do by them; oddities: what it has that is taken all the same, a sentence
    and the places for each kind; look_alikes: its names that look like those of people in the book.
    """

    digest: bytes

    book: BookRecord
    same: Mapping[str, bool]
    merge: Merge
    oddities: tuple[tuple[Message, Sequence[Problem]], ...]
    look_alikes: tuple[LookAlike, ...]


class Answers(NamedTuple):
    """The answers about the names of a file, for each whether it is who it looks like. They stand
    as long as the content of the file is the same, by its digest."""

    digest: bytes = b""
    given: Mapping[str, bool] = MappingProxyType({})

    def of(self, digest: bytes) -> Mapping[str, bool]:
        """Return them; none for a file with other content than theirs."""
        return self.given if self.digest == digest else {}

    def with_one(self, digest: bytes, name: str, yes: bool) -> "Answers":
        """Return them with the answer about a name."""
        return Answers(digest, {**self.of(digest), name: yes})


class Chosen(NamedTuple):
    """The differences in which a file's word is taken, as they were told when they were tapped. The
    book may be looked at anew at any moment: each stands as long as it is told the same."""

    file: Picked | None = None
    differences: tuple[Difference, ...] = ()

    def of(self, file: Picked | None) -> tuple[Difference, ...]:
        """Return them; none for another file than theirs."""
        return self.differences if self.file is file else ()

    def toggled(self, file: Picked | None, merge: Merge, name: str) -> "Chosen":
        """Return them with the difference of that name chosen, or not chosen after all."""
        others = tuple([each for each in self.of(file) if each.name != name])
        if name in merge.still(self.of(file)):
            return Chosen(file, others)
        return Chosen(file, (*others, merge.takeable[name]))


@ft.component
def ImportFile() -> ft.View:
    session = use_session()
    t, picked = session.words, session.picked
    of, show_of = use_found(tuple[Picked, Looked | tuple[Problem, ...] | Fault])
    found = of[1] if of and of[0] is picked else None
    working, set_working = use_value(False)
    answers, answer = use_value(Answers())
    kept, choose = use_value(Chosen())
    chosen = found.merge.still(kept.of(picked)) if isinstance(found, Looked) else frozenset[str]()

    async def look() -> None:
        if picked is None:
            return

        def show(found: Looked | tuple[Problem, ...] | Fault) -> None:
            show_of((picked, found))

        try:
            show(await work.done(_looked_at, session, picked, answers))
        except Unreadable as fault:
            show(tuple(fault.problems))
        except NotRestorable as fault:
            show(fault)
        except (StorageFault, OSError) as fault:
            show((Problem((), getattr(fault, "message", say("cannot be read"))),))

    async def take(found: Looked) -> None:
        set_working(True)
        if not await _take(session, found, chosen):
            set_working(False)

    def is_same(digest: bytes, name: str, yes: bool) -> None:
        answer(lambda before: before.with_one(digest, name, yes))

    def toggle(merge: Merge, name: str) -> None:
        choose(lambda before: before.toggled(picked, merge, name))

    ft.use_effect(look, [session.revision, answers])
    body: list[ft.Control] | None = None
    button: ft.Control | None = None
    if isinstance(found, Fault):
        body = [ft.Text(t(found.message), size=Type.FIGURE), *instead(session, entries=True)]
    elif isinstance(found, Looked):
        same = answers.of(found.digest)
        body = [*_told(found.merge, t), *_asked(found, same, partial(is_same, found.digest), t),
                *differences(found.book, found.merge, chosen, partial(toggle, found.merge), t),
                *_odd(found, t)]
        if does := _does(found.merge, len(chosen)):
            asked = {each.name for each in found.look_alikes} - set(same)
            ready = not asked and found.same == same  # or it is just being looked at anew
            button = main_button(t(does), partial(page().run_task, take, found) if ready else None,
                                 identifier="import")
    elif found is not None and picked is not None:
        body = [ft.Text(t("This file cannot be imported:"), size=Type.FIGURE),
                *_problems(found, picked.name, t)]
    return screen_of_file(
        session, t("Import a file"), t("Adds evenings from an export and replaces nothing"),
        session.import_picker, body, button, identifier="import-another",
        working=t("The file is being imported …") if working else "")


@stepwise
def _looked_at(session: Session, picked: Picked, answers: Answers) -> Steps[Looked]:
    """Look at a file; answers: those about the file that was looked at before. Raises
    `NotRestorable` for one of entries."""
    if picked.path is None:
        raw = picked.content
    else:
        with picked.path.open("rb") as file:
            raw = document.bytes_of(file)
    if is_of_entries(raw):
        raise NotRestorable(fault_of_entries(picked.name), entries=True)
    digest = sha256(raw).digest()
    same = answers.of(digest)
    incoming, sheets = yield from document.replayed.steps(raw)
    look_alikes = session.service.people.look_alikes(incoming)
    merge = yield from session.service.preview.steps(
        incoming, {each.name: each.known for each in look_alikes if same.get(each.name)})
    return Looked(digest, incoming, same, merge, tuple(document.oddities(incoming, sheets)),
                  look_alikes)


def _asked(found: Looked, same: Mapping[str, bool], is_same: Callable[[str, bool], None],
           t: Words) -> list[ft.Control]:
    """Build the questions about the names of a file."""
    return [question(each.question, each.known, partial(is_same, each.name), t,
                     chosen=same.get(each.name), number=number)
            for number, each in enumerate(found.look_alikes)]


def _odd(found: Looked, t: Words) -> list[ft.Control]:
    """Build lines about what a file has that is taken all the same."""
    body: list[ft.Control] = []
    for told, problems in found.oddities:
        body += [ft.Text(t(told), size=Type.BODY), *_problems(problems, "", t)]
    return body


def _does(found: Merge, chosen: int) -> Message | None:
    """Return what the button does, None where there is nothing to do.

    chosen: in how many differences the file's word is taken.
    """
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

    lines = [say("New: {counts}", counts=counts(found.new)),
             say("Known: {counts}", counts=counts(found.known)),
             *map(told_namesake, found.namesakes)]
    if not found.correctable:
        lines.append(ANOTHER_EVENING)
    elif not found.additions:
        lines.append(done(found, 0))
    return [ft.Text(t(line), size=Type.BODY) for line in lines]


def _problems(problems: Sequence[Problem], name: str, t: Words) -> list[ft.Control]:
    lines = [f"{document.written_place(place) or name}: {t(message)}".removeprefix(": ")
             for place, message in problems[:MOST_LINES]]
    if (more := len(problems) - MOST_LINES) > 0:
        lines.append(t("… and {count} more", count=more))
    return [remark(line) for line in lines]


async def _take(session: Session, found: Looked, chosen: Collection[str]) -> bool:
    """Import the file that was looked at, and keep the book as it was; return False if that was
    refused.

    chosen: the names of the differences in which the file's word is taken.
    """
    service, merge = session.service, found.merge

    async def take() -> Path | None:
        way_back = await work.done(service.safety.keep_way_back)
        await work.done(service.take, merge, chosen)
        service.people.remember([each for each in found.look_alikes
                                 if found.same.get(each.name)],
                                found.book)
        return way_back

    return await change_book(session, say("Imported."), take())
