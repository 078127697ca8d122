"""The commands of the file format: `replay`, `export`, `import` and `schema`; and `where`."""

import json
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorepad import document
from scorepad.cli.shared import (
    FILE_IN,
    FILE_OUT,
    LANGUAGE,
    MOST_FAULTS,
    _,
    command,
    faults_of,
    ids_of,
    opened_service,
    read_bytes,
    said,
    show,
    show_pieces,
    warn_of_oddities,
    write_file,
)
from scorepad.i18n.message import N_, Fault, Message, say, say_n

if TYPE_CHECKING:
    from scorepad.book.merged import Difference
    from scorepad.book.record import BookRecord


def add_to(commands: Any) -> None:
    """Add the commands to the parser."""
    compute = command(commands, "replay", N_(
        "Work out a Scorepad file without opening your book.\n\nExample: scorepad replay "
        "evening.json --json"), replay, file=FILE_IN)
    compute.add_argument("--json", action="store_true", help=_("Answer in JSON."))
    write = command(commands, "export", N_(
        "Export the book to a file.\n\nExample: scorepad export --evening 2026-11-20 evening.json"),
        export, file=FILE_OUT)
    write.add_argument("--evening", action="append", metavar="EVENING", help=_(
        "Only this evening, by its date or id; may be repeated."))
    write.add_argument("--entries", action="store_true", help=_(
        "All of the book with its history, to be merged with another."))
    take = command(commands, "import", N_(
        "Import the evenings of a file into the book.\n\nExample: scorepad import --preview "
        "evening.json"), import_, file=FILE_IN)
    take.add_argument("--preview", action="store_true", help=_("Only say what would be new."))
    take.add_argument("--take", action="append", default=[], metavar="NAME", help=_(
        "Where the file differs, take its word in this one thing, by the name that --preview gives "
        "it, such as 1/1/7; may be repeated. Everywhere else the book stands."))
    alike = take.add_mutually_exclusive_group()
    alike.add_argument("--same", action="store_true", help=_(
        "Take names that look like known ones for the same people."))
    alike.add_argument("--others", action="store_true", help=_(
        "Take names that look like known ones for somebody else."))
    command(commands, "schema", N_(
        "Print the JSON Schema of the file format.\n\n"
        "Example: scorepad schema > scorepad.schema.json"), schema)
    command(commands, "where", N_(
        "Say where the book is kept.\n\nExample: scorepad where"), where)


def replay(given: Namespace) -> None:
    """Score a document and print the result."""
    from scorepad.document import result

    with faults_of(given.file):
        book, sheets = document.replayed(read_bytes(given.file))
    warn_of_oddities(book, sheets)
    if given.json:
        show_pieces(result.json_pieces(book, sheets))
    else:
        show(result.text(book, sheets, LANGUAGE))


def export(given: Namespace) -> None:
    """Write the book, or some of its evenings."""
    if given.entries and given.evening:
        raise Fault(say("--entries writes all of the book: leave --evening out."))
    with opened_service() as service:
        if given.entries:
            text = service.meetings.entries()
        else:
            chosen = ids_of(service, given.evening) if given.evening else None
            text = document.write(service.export(chosen))
    if given.file == "-":
        show(text.removesuffix("\n"))
    else:
        write_file(Path(given.file), text.encode())


def import_(given: Namespace) -> None:
    """Take a document into the book, or only say what that would change."""
    from scorepad.service.import_messages import ANOTHER_EVENING, done, in_groups, told_namesake

    with faults_of(given.file):
        raw = read_bytes(given.file)
        _refuse_entries(raw, given.file)
        incoming, sheets = document.replayed(raw)
    with opened_service() as service:
        found = service.people.look_alikes(incoming)
        with faults_of(given.file):
            merged = service.preview(incoming, dict(found) if given.same else None)
        asked = [] if given.same or given.others else [each.question for each in found]
        if asked and not given.preview:
            raise Fault(*asked, say("Nothing was imported. With --same these names are one person "
                                    "each, with --others somebody else."))
        if not given.preview and not merged.correctable:
            raise Fault(*_below_their_evenings(incoming, [
                each for each in merged.differing if not each.fix]), ANOTHER_EVENING)
        if unknown := [name for name in given.take if name not in merged.takeable]:
            raise Fault(say("{name} is nothing that can be taken from this file.",
                            name=", ".join(unknown)))
        lines: list[Message | str] = [say("New: {counts}", counts=_counts(merged.new)),
                                      say("Known: {counts}", counts=_counts(merged.known)),
                                      *map(told_namesake, merged.namesakes)]
        for heading, group in in_groups(merged):
            lines += [heading, *_below_their_evenings(incoming, group)]
        warn_of_oddities(incoming, sheets)
        if given.preview:
            show(*lines, *asked)
            return
        service.safety.back_up_if_changed()
        service.take(merged, given.take)
        service.people.remember(found if given.same else (), incoming)
    show(*lines, done(merged, len(given.take)))


def _refuse_entries(raw: bytes, file: str) -> None:
    """Raise `Fault` for a file of entries, which another command takes."""
    from scorepad.service.meeting import fault_of_entries, is_of_entries

    if is_of_entries(raw):
        raise Fault(fault_of_entries(file))


def _below_their_evenings(book: "BookRecord",
                          found: "Sequence[Difference]") -> list[Message | str]:
    """Return lines about what differs, below the evening and the table it is about: what the file
    and the book say, and how to take the file's word."""
    if not found:
        return []
    # Imported here, because dates take time to import.
    from scorepad.document.differing import by_evening
    from scorepad.i18n.words import Words

    lines: list[Message | str] = []
    for whose, each in by_evening(book, found[:MOST_FAULTS], Words(LANGUAGE)):
        lines += [f"{whose}:"] if whose else []
        for _place, difference in each:
            lines += _told(difference)
    if (more := len(found) - MOST_FAULTS) > 0:
        lines.append(say("… and {count} more", count=more))
    return lines


def _told(found: "Difference") -> Iterator[Message | str]:
    """Yield lines about one difference."""
    how = f" (--take {found.name})" if found.fix else ""
    yield f"{document.written_place(found.place)}: {said(found.message)}{how}"
    if found.theirs:
        yield "  " + said(say("the file: {hand}", hand=found.theirs))
    if found.ours:
        yield "  " + said(say("the book: {hand}", hand=found.ours))


def _counts(things: Mapping[str, int]) -> str:
    return ", ".join(said(count) for count in (
        say_n("{n} player", "{n} players", things.get("players", 0)),
        say_n("{n} evening", "{n} evenings", things.get("evenings", 0)),
        say_n("{n} sheet", "{n} sheets", things.get("sheets", 0)),
        say_n("{n} hand", "{n} hands", things.get("hands", 0))))


def schema(given: Namespace) -> None:
    """Print the JSON Schema."""
    from scorepad.document.schema import document_schema

    show(json.dumps(document_schema(), ensure_ascii=False, indent=2))


def where(given: Namespace) -> None:
    """Say where the book is."""
    from scorepad.config import Settings

    show(Settings.of().place)
