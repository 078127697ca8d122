"""The commands that put a book on paper: `scorepad pdf` and `scorepad csv`."""

from argparse import Namespace
from typing import TYPE_CHECKING, Any

from scorepad.cli.shared import (
    AS_SPREADSHEETS_READ_IT,
    FILE_OUT,
    LANGUAGE,
    _,
    command,
    deliver,
    dialect_of,
    ids_of,
    opened_service,
    whole,
)
from scorepad.i18n.message import N_, Fault, say

if TYPE_CHECKING:
    from scorepad.paper.files import Kind
    from scorepad.service import Service


def add_to(commands: Any) -> None:
    """Add the commands to the parser."""
    as_pdf = command(commands, "pdf", N_(
        "Write an evening, a year or the star ledger as a PDF.\n\nExample: scorepad pdf --evening "
        "2026-11-20 evening.pdf"), pdf, file=FILE_OUT)
    as_csv = command(commands, "csv", N_(
        "Write an evening, a year or the star ledger as CSV.\n\nExample: scorepad csv --year 2026 "
        "2026.csv"), csv, file=FILE_OUT)
    for parser in (as_pdf, as_csv):
        parser.add_argument("--evening", metavar="EVENING",
                            help=_("The evening of this date or id."))
        parser.add_argument("--year", type=whole(1, 9999), metavar="YEAR",
                            help=_("All evenings of this year."))
        parser.add_argument("--stars", action="store_true", help=_("The star ledger."))
    as_csv.add_argument("--spreadsheet", action="store_true", help=_(AS_SPREADSHEETS_READ_IT))
    as_csv.add_argument("--results", action="store_true", help=_(
        "For an evening: the result, one line per player, instead of one line per hand."))


def pdf(given: Namespace) -> None:
    """Write a PDF."""
    from scorepad.paper.files import Kind

    _write(given, Kind.PDF)


def csv(given: Namespace) -> None:
    """Write CSV."""
    from scorepad.paper.files import Kind

    _write(given, Kind.HANDS if given.evening is not None and not given.results else Kind.RESULTS)


def _write(given: Namespace, kind: "Kind") -> None:
    # Imported here, so that the commands that print a few lines start without it.
    from scorepad.i18n.words import Words
    from scorepad.paper import files as papers

    if (given.evening is not None) + (given.year is not None) + given.stars != 1:
        raise Fault(say("Name one of --evening, --year and --stars."))
    with opened_service() as service:
        subject: papers.Subject
        if given.evening is not None:
            subject = papers.Evening(_id_of(service, given.evening))
        else:
            subject = papers.Stars() if given.stars else papers.Year(given.year)
        content = papers.gather(
            service, subject, kind, Words(LANGUAGE), dialect_of(given)).make()
    deliver(content, given.file)


def _id_of(service: "Service", evening: str) -> str:
    """Return the id of the one evening with this id or date; raises `Fault` if there is none, or
    there are several."""
    found = ids_of(service, [evening])
    if len(found) > 1:
        raise Fault(say("There are {count} evenings on {date}. Name one of them: {ids}",
                        count=len(found), date=evening, ids=", ".join(found)))
    return found[0]
