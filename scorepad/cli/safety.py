"""The commands that keep a book safe: `backup`, `restore`, `check` and `rescue`."""

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorepad.cli import shared
from scorepad.cli.shared import _
from scorepad.i18n.message import N_, Fault, Message, say

if TYPE_CHECKING:
    from scorepad.service.safety import Restore


def add_to(commands: Any) -> None:
    """Add the commands to the parser."""
    shared.command(commands, "backup", N_(
        "Copy the book to a file, whole or not at all.\n\n"
        "Example: scorepad backup /media/stick/book.db"), backup, file=shared.FILE_OUT)
    back = shared.command(commands, "restore", N_(
        "Replace the book with a backup. The book itself is backed up first.\n\nExample: scorepad "
        "restore --preview book.db"), restore,
        file=N_("A backup, or any copy of a book."))
    back.add_argument("--preview", action="store_true",
                      help=_("Only say what would be removed and added."))
    look = shared.command(commands, "check", N_(
        "Check the file, every entry and every total, and say what is wrong "
        "where.\n\nExample: scorepad check"), check)
    look.add_argument("file", nargs="?", metavar="FILE", type=Path,
                      help=_("A book; without it your own."))
    save = shared.command(commands, "rescue", N_(
        "Save what can still be read of a damaged book, to be imported.\n\nExample: scorepad "
        "rescue book.json"), rescue, file=shared.FILE_OUT)
    save.add_argument("--of", metavar="FILE", type=Path,
                      help=_("The damaged book; without it your own."))


def backup(given: Namespace) -> None:
    """Copy the book to a file."""
    from scorepad.service.rescue import joined, parts_of
    from scorepad.service.safety import copy_book

    book = _file_of_book()
    if given.file == "-" or book is None:
        with shared.opened_service() as service:  # this says why, if the book is no file
            shared.deliver([service.safety.back_up()], given.file)
        return
    # Not opened: it is only read, so this works even if nothing can be written beside it.
    counts = copy_book(book, Path(given.file))
    shared.show(say("Backed up: {parts}", parts=joined(parts_of(counts))))


def _file_of_book(named: Path | None = None) -> Path | None:
    """Return the file of a book: of the one named, or else of your own, None if that is no file of
    this device; raises `Fault` if the file is not there."""
    from scorepad.config import Settings
    from scorepad.storage import displaced
    from scorepad.storage.connecting import file_of

    book = named or file_of(Settings.of().database)
    # Of an orphaned WAL, and of what was kept when the file went away, more can be said.
    if book is not None and not book.exists() and not displaced.is_orphaned(book):
        if kept := displaced.pending(book):
            raise displaced.undecided(book, kept[0])
        raise Fault(say("There is no book at {place}.", place=str(book)))
    return book


def restore(given: Namespace) -> None:
    """Put a backup in the place of the book."""
    from scorepad.config import Settings
    from scorepad.service import Service
    from scorepad.service.rescue import Rescue
    from scorepad.service.safety import Picked
    from scorepad.storage.faults import InUse, StorageFault

    settings, picked = Settings.of(), Picked.at(Path(given.file))
    try:
        service = Service.open(settings)
    except InUse:
        raise
    except StorageFault:
        # This is exactly when a backup is wanted.
        rescuer = Rescue.of(settings.database)
        if rescuer is None:
            raise
        lines = _told(rescuer.preview(picked))
        if not given.preview:
            aside = rescuer.restore(picked)
            lines.append(say("Restored."))
            if aside is not None:
                lines.append(say("What was there before is kept as {file}.", file=str(aside))
                             if "-other-" in aside.name else
                             say("The damaged book is kept as {file}.", file=str(aside)))
        shared.show(*lines)
        return
    try:
        lines = _told(service.safety.preview(picked))
        if not given.preview:
            way_back = service.safety.restore(picked)
            lines.append(say("Restored. What was there before is kept: scorepad restore {file}",
                             file=f'"{way_back}"'))
    finally:
        service.close()
    shared.show(*lines)


def _told(found: "Restore") -> list[Message]:
    from scorepad.i18n.words import on_this_clock
    from scorepad.service.rescue import joined, parts_of, what_comes, what_goes, what_was_altered

    last = on_this_clock(found.counts.last)
    lines = [say("In the file: {parts}", parts=joined(parts_of(found.counts)))]
    if found.counts.last:
        lines.append(say("Last entry: {time} (book version {version})",
                         time=last.isoformat(" ", "minutes"), version=found.version))
    return [*lines, what_goes(found),
            *filter(None, [what_comes(found), what_was_altered(found)])]


def check(given: Namespace) -> None:
    """Check a book, and print what is wrong."""
    from scorepad.service.check import check as check_file
    from scorepad.service.rescue import looked_at

    # The file is checked as it lies there: a damaged one could not be opened.
    if (book := _file_of_book(given.file)) is not None:
        checked = check_file(book)
    else:
        with shared.opened_service() as service:
            checked = service.safety.check()
    if checked.findings:
        raise Fault(*shared.some_of(checked.findings), looked_at(checked))
    shared.show(looked_at(checked), say("Nothing is wrong."), *shared.some_of(checked.remarks))


def rescue(given: Namespace) -> None:
    """Write what can be read of a damaged book."""
    from scorepad.service.rescue import rescue as read_out_of, what_was_read

    book = _file_of_book(given.of)
    if book is None:
        raise Fault(say("Your book is not a file on this device. Name one with --of."))
    found = read_out_of(book, shared.LANGUAGE)
    shared.deliver(found.pieces(), given.file)
    if given.file != "-":
        shared.show(what_was_read(found))
