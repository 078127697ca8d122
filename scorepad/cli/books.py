"""The commands that change or check the book, and those that bring it to phones: `serve` and,
without a network, `pocket`."""

import os
from argparse import ArgumentTypeError, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorepad import cli, document
from scorepad.cli import _, warn, whole
from scorepad.i18n.message import N_, Fault, Message, refusal, say, say_n

if TYPE_CHECKING:
    from scorepad.service.meeting import Meeting
    from scorepad.service.rescue import Rescue
    from scorepad.service.safety import Restore
    from scorepad.storage.restoring import Picked
    from scorepad.web.access.origins import Network

MEGABYTE = 1_000_000


def add_to(commands: Any) -> None:
    """Add the commands to the parser."""
    _add_phones(commands)
    take = cli.command(commands, "import", N_(
        "Take in what is new in a file: an export, entries, a book or a backup.\n\n"
        "Example: scorepad import --preview evening.json"), import_, file=cli.FILE_IN)
    meet = cli.command(commands, "merge", N_(
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
    cli.command(commands, "backup", N_(
        "Copy the book to a file, whole or not at all.\n\n"
        "Example: scorepad backup /media/stick/book.db"), backup, file=cli.FILE_OUT)
    back = cli.command(commands, "restore", N_(
        "Replace the book with a backup. The book itself is backed up first.\n\nExample: scorepad "
        "restore --preview book.db"), restore,
        file=N_("A backup, or any copy of a book."))
    back.add_argument("--preview", action="store_true",
                      help=_("Only say what would be removed and added."))
    look = cli.command(commands, "check", N_(
        "Check the file, every entry and every total, and say what is wrong "
        "where.\n\nExample: scorepad check"), check)
    look.add_argument("file", nargs="?", metavar="FILE", type=Path,
                      help=_("A book; without it your own."))
    save = cli.command(commands, "rescue", N_(
        "Save what can still be read of a damaged book, to be imported.\n\nExample: scorepad "
        "rescue book.json"), rescue, file=cli.FILE_OUT)
    save.add_argument("--of", metavar="FILE", type=Path,
                      help=_("The damaged book; without it your own."))


def import_(given: Namespace) -> None:
    """Take in a file, or only say what would come; it has to be said first who is who."""
    from scorepad.service.meeting import opened
    from scorepad.storage.file_of_entries import LONGEST_HEAD, is_of_entries
    from scorepad.storage.restoring import SQLITE, Picked

    looked, path = None, Path(given.file)
    # A pipe is read only once.
    picked = Picked(given.file, path) if given.file != "-" and path.is_file() else \
        Picked(given.file, content=cli.read_bytes(given.file, most=None))
    with opened(picked) as file:
        head = file.read(LONGEST_HEAD)
        if not head.startswith(SQLITE) and not is_of_entries(head):
            with cli.faults_of(given.file), cli.at_work():
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
    with cli.opened_service() as service:
        with cli.faults_of(picked.name), cli.at_work():
            found = service.meetings.preview(picked, looked)
        cli.warn_of(found.oddities)
        if found.refused:
            cli.warn(*cli.some_of([(say("entry {number}", number=number), fault)
                                   for number, fault in found.refused]))
        unsaid = found.newcomers and not (given.same or given.others)
        if unsaid and must_say and not given.preview:
            raise Fault(*[each.question for each in found.newcomers], say(
                "Nothing was imported. With --same these names are one person each, with --others "
                "somebody else."))
        lines = [*_told_coming(found), *([say(
            "With --same these names are one person each, otherwise two, who can be put together "
            "under Players.")] if unsaid else ())]
        if found.coming and not given.preview:
            with cli.at_work():
                service.safety.back_up_if_changed()
                service.meetings.take(found, found.newcomers if given.same else ())
            lines.append(done)
        cli.show(*lines)


def _told_coming(found: "Meeting") -> list[Message]:
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
    with cli.opened_service() as service:
        service.safety.back_up_if_changed()
        with way_to(other, settings.data / "servers.json",
                    settings.author or socket.gethostname()) as send:
            met = service.meetings.meet(send)
        if met.refused:
            cli.warn(*[cli.said(fault) for fault in met.refused[:cli.MOST_FAULTS]])
        cli.show(say("Nothing new came.") if met.new.nothing else
                 say("New: {counts}", counts=joined(parts_of(met.new))),
                 say_n("Sent: {n} entry", "Sent: {n} entries", met.sent))
        if met.refused_there:
            cli.warn(say_n("{n} entry was refused there.", "{n} entries were refused there.",
                           met.refused_there))


def _unite(rescue: "Rescue", *, only_look: bool) -> None:
    """Put what was open and what lies in its place now together, or only say what that would be."""
    from scorepad.service.rescue import joined, parts_of

    cli.show(say("Both together: {parts}", parts=joined(parts_of(rescue.together()))))
    if only_look:
        return
    aside, refused = rescue.unite()
    cli.warn(*refused[:cli.MOST_FAULTS])
    cli.show(say("Merged.") if aside is None else
             say("Merged. What was there is kept as {file}.", file=str(aside)))


# --- keeping a book safe --------------------------------------------------------------------------


def backup(given: Namespace) -> None:
    """Copy the book to a file."""
    from scorepad.service.rescue import joined, parts_of
    from scorepad.service.safety import copy_book

    book = _file_of_book()
    if given.file == "-" or book is None:
        with cli.opened_service() as service:  # this says why, if the book is no file
            cli.deliver([service.safety.back_up()], given.file)
        return
    # Not opened: it is only read, so this works even if nothing can be written beside it.
    with cli.at_work():
        counts = copy_book(book, Path(given.file))
    cli.show(say("Backed up: {parts}", parts=joined(parts_of(counts))))


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
        cli.show(*lines)
        return
    try:
        lines = _told(service.safety.preview(picked))
        if not given.preview:
            way_back = service.safety.restore(picked)
            lines.append(say("Restored. What was there before is kept: scorepad restore {file}",
                             file=f'"{way_back}"'))
    finally:
        service.close()
    cli.show(*lines)


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
    from scorepad.service.rescue import looked_at, of_remarks

    # The file is checked as it lies there: a damaged one could not be opened.
    if (book := _file_of_book(given.file)) is not None:
        with cli.at_work():
            checked = check_file(book)
    else:
        with cli.opened_service() as service, cli.at_work():
            checked = service.safety.check()
    if checked.findings:
        raise Fault(*cli.some_of(checked.findings), looked_at(checked))
    known = checked.remarks
    heading = [of_remarks(len(known))] if known else []
    cli.show(looked_at(checked), say("Nothing is wrong."), *heading, *cli.some_of(known))


def rescue(given: Namespace) -> None:
    """Write what can be read of a damaged book."""
    from scorepad.service.rescue import rescue as read_out_of, what_was_read

    book = _file_of_book(given.of)
    if book is None:
        raise Fault(say("Your book is not a file on this device. Name one with --of."))
    with cli.at_work():
        found = read_out_of(book, cli.LANGUAGE)
    cli.deliver(found.pieces(), given.file, what_was_read(found))


def _add_phones(commands: Any) -> None:
    serve = cli.command(commands, "serve", N_(
        "Serve the book to the phones at the table. Whoever scans the QR code watches, and the "
        "host lets others write.\n\nExample: scorepad serve --port 8550"), start)
    serve.add_argument("--host", metavar="ADDRESS",
                       help=_("Listen only at this address of this machine."))
    serve.add_argument("--port", type=whole(0, 65535), default=8550, metavar="PORT",
                       help=_("Serve the page on this port."))
    serve.add_argument("--name", metavar="NAME", action="append", default=[],
                       help=_("Another name of this machine, such as one that the router knows; "
                              "may be given several times."))
    serve.add_argument("--behind", metavar="URL", default="", help=_(
        "The address of a proxy with TLS before this server, such as https://club.example."))
    serve.add_argument("--proxy", metavar="ADDRESS", type=_network, action="append", default=[],
                       help=_("The address or network of this proxy, such as 172.30.0.0/24, if it "
                              "is not on this machine; may be given several times. Nobody else is "
                              "believed about who asks, which counts where PINs are guessed."))
    serve.add_argument("--json", action="store_true",
                       help=_("Print how to come in as one line of JSON, and open no browser."))
    make = cli.command(commands, "pocket", N_(
        "Make the pocket page: the whole app as files for any web space. Phones keep it and use "
        "it without a network.\n\nExample: scorepad pocket page"), pocket)
    make.add_argument("folder", metavar="FOLDER", nargs="?", help=_(
        "Where the files go; a page that is already there is replaced. Without it, they go where "
        "\"scorepad serve\" offers them."))
    make.add_argument("--zip", metavar="FILE", type=Path,
                      help=_("The same in one file, for forms that take uploads."))


def _network(text: str) -> "Network":
    """Return the addresses that a text names, for argparse."""
    from ipaddress import ip_network

    try:
        return ip_network(text, strict=False)
    except ValueError:
        raise ArgumentTypeError(cli.said(say(
            "{value} is not an address or network such as 172.30.0.0/24", value=text))) from None


def start(given: Namespace) -> None:
    """Serve until Ctrl-C."""
    import gc

    from scorepad.config import Settings
    from scorepad.ui.app import main_for
    from scorepad.web.host.network import ServerAddress, serve_network

    gc.enable()  # it runs for a whole evening
    settings = Settings.of()
    try:
        serve_network(lambda book, phones: main_for(settings, book=book, phones=phones), settings,
                      ServerAddress(given.host, given.port, given.behind, tuple(given.proxy),
                                    tuple(given.name)),
                      as_json=given.json)
    except KeyboardInterrupt:
        pass


def pocket(given: Namespace) -> None:
    """Make the page."""
    from scorepad.config import Settings
    from scorepad.pocket.making import make, zip_page

    folder = Settings.of().pocket if given.folder is None else Path(given.folder)
    if given.zip is not None:  # said before the minutes that making takes
        _look_at_place(given.zip, folder)
    try:
        size = make(folder, warn)
        if given.zip is not None:
            zip_page(folder, given.zip)
    except OSError as fault:
        raise Fault(say("{file}: cannot be written ({fault})",
                        file=fault.filename or str(folder), fault=refusal(fault))) from None
    megabytes = round(size / MEGABYTE)
    cli.show(say(
        "The page is in {folder}; a phone fetches {size} MB of it. Put it on any web space that "
        "speaks HTTPS.", folder=given.folder, size=megabytes)
        if given.folder is not None else say(
        "The page is in {folder}; a phone fetches {size} MB of it. \"scorepad serve\" offers it "
        "under /pocket/.", folder=str(folder), size=megabytes))


def _look_at_place(file: Path, folder: Path) -> None:
    """Raise Fault unless a file can be written beside the page."""
    if file.absolute().is_relative_to(folder.absolute()):
        raise Fault(say("{file} would lie within the page. Name a place beside its folder.",
                        file=str(file)))
    if file.is_dir() or not os.access(file.parent, os.W_OK):
        raise Fault(say("{file}: cannot be written. Name another place.", file=str(file)))
