"""The commands of the file format: `replay`, `export` and `schema`; and `where`."""

import json
from argparse import Namespace
from typing import Any

from scorepad import document
from scorepad.cli.shared import (
    FILE_IN,
    FILE_OUT,
    LANGUAGE,
    _,
    command,
    deliver,
    faults_of,
    ids_of,
    opened_service,
    read_bytes,
    show,
    show_pieces,
    warn_of,
)
from scorepad.i18n.message import N_, Fault, say


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
    warn_of(document.oddities(book, sheets))
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
            pieces = service.meetings.lines()
        elif given.evening:
            pieces = iter([document.write(service.export(ids_of(service, given.evening)))])
        else:
            pieces = service.pieces()
        deliver((piece.encode() for piece in pieces), given.file)


def schema(given: Namespace) -> None:
    """Print the JSON Schema."""
    show(json.dumps(document.document_schema(), ensure_ascii=False, indent=2))


def where(given: Namespace) -> None:
    """Say where the book is."""
    from scorepad.config import Settings

    show(Settings.of().place)
