"""The commands by which a file or another book comes into the book: `import` and `merge`."""

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorepad import document
from scorepad.cli import shared
from scorepad.cli.shared import _
from scorepad.i18n.message import N_, Fault, Message, say, say_n

if TYPE_CHECKING:
    from scorepad.service.meeting import Meeting
    from scorepad.service.rescue import Rescue
    from scorepad.storage.restoring import Picked


def add_to(commands: Any) -> None:
    """Add the commands to the parser."""
    take = shared.command(commands, "import", N_(
        "Take in what is new in a file: an export, entries, a book or a backup.\n\n"
        "Example: scorepad import --preview evening.json"), import_, file=shared.FILE_IN)
    meet = shared.command(commands, "merge", N_(
        "Take in what another book has, with its history; with a server, exchange it.\n\n"
        "Example: scorepad merge --preview tablet.entries"), merge,
        other=N_("A book, a backup, a file of entries, an export, or the address of a server."))
    for each in (take, meet):
        each.add_argument("--preview", action="store_true", help=_("Only say what would be new."))
        alike = each.add_mutually_exclusive_group()
        alike.add_argument("--same", action="store_true", help=_(
            "Take names that are known, or look like known ones, for the same people."))
        alike.add_argument("--others", action="store_true", help=_(
            "Take names that look like known ones for somebody else."))


def import_(given: Namespace) -> None:
    """Take in a file, or only say what would come; who may be who has to be said."""
    from scorepad.service.meeting import opened
    from scorepad.storage.entries_file import LONGEST_HEAD, is_of_entries
    from scorepad.storage.restoring import SQLITE, Picked

    looked, path = None, Path(given.file)
    # A pipe is read only once.
    picked = Picked(given.file, path) if given.file != "-" and path.is_file() else \
        Picked(given.file, content=shared.read_bytes(given.file, most=None))
    with opened(picked) as file:
        head = file.read(LONGEST_HEAD)
        if not head.startswith(SQLITE) and not is_of_entries(head):
            with shared.faults_of(given.file):
                looked = document.look_through(file)
    _take_in(picked, given, say("Imported."), looked, must_say=True)


def merge(given: Namespace) -> None:
    """Take in another book, or only say what would come."""
    from scorepad.config import Settings
    from scorepad.service.rescue import Rescue
    from scorepad.storage.restoring import Picked

    if given.other.startswith(("https://", "http://")):
        _exchange(given.other, only_look=given.preview)
        return
    rescue, other = Rescue.of(Settings.of().database), Path(given.other)
    if rescue is not None and rescue.are_one and other.exists() and rescue.kept is not None \
            and other.samefile(rescue.kept):
        _unite(rescue, only_look=given.preview)
        return
    _take_in(Picked.at(other), given, say("Merged."))


def _take_in(picked: "Picked", given: Namespace, done: Message,
             looked: document.LookedThrough | None = None, *, must_say: bool = False) -> None:
    """Take in a file, or only say what would come.

    looked: what is in it, if it is a document; must_say: whether nothing is taken as long as it
    is not said who is who.
    """
    with shared.opened_service() as service:
        with shared.faults_of(picked.name):
            found = service.meetings.preview(picked, looked)
        shared.warn_of(found.oddities)
        if found.refused:
            shared.warn(*shared.some_of([(say("entry {number}", number=number), fault)
                                         for number, fault in found.refused]))
        unsaid = found.newcomers and not (given.same or given.others)
        if unsaid and must_say and not given.preview:
            raise Fault(*[each.question for each in found.newcomers], say(
                "Nothing was imported. With --same these names are one person each, with --others "
                "somebody else."))
        lines = [*_told(found), *([say(
            "With --same these names are one person each, otherwise two, who can be put together "
            "under Players.")] if unsaid else ())]
        if found.coming and not given.preview:
            service.safety.back_up_if_changed()
            service.meetings.take(found, found.newcomers if given.same else ())
            lines.append(done)
        shared.show(*lines)


def _told(found: "Meeting") -> list[Message]:
    """Return lines about what comes, and what will be asked."""
    from scorepad.service.rescue import joined, parts_of

    known = say_n("Known: {n} entry", "Known: {n} entries", found.known)
    if not found.coming:
        return [known, say("Nothing new: all of it is in the book.")]
    new = [] if found.new.nothing else [say("New: {counts}", counts=joined(parts_of(found.new)))]
    return [*new, known, *found.apart, *[each.question for each in found.newcomers]]


def _exchange(other: str, *, only_look: bool) -> None:
    """Exchange entries with the book of a server."""
    import socket

    from scorepad.config import Settings
    from scorepad.service.rescue import joined, parts_of
    from scorepad.web.exchange import way_to

    if only_look:
        raise Fault(say("A server has no preview. A backup is made before, and nothing is lost: "
                        "merge without --preview."))
    settings = Settings.of()
    with shared.opened_service() as service:
        service.safety.back_up_if_changed()
        with way_to(other, settings.data / "servers.json",
                    settings.author or socket.gethostname()) as send:
            met = service.meetings.meet(send)
        if met.refused:
            shared.warn(*[shared.said(fault) for fault in met.refused[:shared.MOST_FAULTS]])
        shared.show(say("Nothing new came.") if met.new.nothing else
                    say("New: {counts}", counts=joined(parts_of(met.new))),
                    say_n("Sent: {n} entry", "Sent: {n} entries", met.sent))
        if met.refused_there:
            shared.warn(say_n("{n} entry was refused there.", "{n} entries were refused there.",
                              met.refused_there))


def _unite(rescue: "Rescue", *, only_look: bool) -> None:
    """Put what was open and what lies in its place now together, or only say what that would be."""
    from scorepad.service.rescue import joined, parts_of

    shared.show(say("Both together: {parts}", parts=joined(parts_of(rescue.together()))))
    if only_look:
        return
    aside, refused = rescue.unite()
    shared.warn(*refused[:shared.MOST_FAULTS])
    shared.show(say("Merged.") if aside is None else
                say("Merged. What was there is kept as {file}.", file=str(aside)))
