"""The commands that put a book on paper: `scorepad pdf` and `scorepad csv`."""

from typing import TYPE_CHECKING, Annotated

import typer

from scorepad.cli_shared import LANGUAGE, Fault, Output, _, deliver, opened_service, said
from scorepad.text import N_, say

if TYPE_CHECKING:
    from scorepad.papers import Kind
    from scorepad.service import Service

Evening = Annotated[str | None, typer.Option(help=_(N_("The evening of this date or id.")))]
Year = Annotated[int | None, typer.Option(min=1, max=9999,
                                          help=_(N_("All evenings of this year.")))]
Stars = Annotated[bool, typer.Option("--stars", help=_(N_("The ledger of stars.")))]
Results = Annotated[bool, typer.Option("--results", help=_(N_(
    "Of an evening what it came to, a line a player, instead of a line a hand.")))]


def add_to(app: typer.Typer) -> None:
    """Make the commands known."""
    app.command(help=_(N_("Write an evening, a year or the ledger of stars as a PDF.\n\n"
                          "Example: scorepad pdf --evening 2026-11-20 evening.pdf")))(pdf)
    app.command(help=_(N_("Write an evening, a year or the ledger of stars as CSV.\n\n"
                          "Example: scorepad csv --year 2026 2026.csv")))(csv)


def pdf(file: Output, evening: Evening = None, year: Year = None, stars: Stars = False) -> None:
    from scorepad.papers import Kind

    _deliver(file, Kind.PDF, evening, year, stars)


def csv(file: Output, evening: Evening = None, year: Year = None, stars: Stars = False,
        results: Results = False) -> None:
    from scorepad.papers import Kind

    _deliver(file, Kind.HANDS if evening is not None and not results else Kind.RESULTS,
             evening, year, stars)


def _deliver(file: str, kind: "Kind", evening: str | None, year: int | None,
             stars: bool) -> None:
    # Here, because the commands that print a few lines shall start without it.
    from scorepad import papers
    from scorepad.words import Words

    if (evening is not None) + (year is not None) + stars != 1:
        raise Fault(said(say("Name one of --evening, --year and --stars.")))
    with opened_service() as service:
        if evening is not None:
            subject = papers.Evening(_id_of(service, evening))
        else:
            subject = papers.Stars() if year is None else papers.Year(year)
        paper = papers.gather(service, subject, kind, Words(LANGUAGE))
    deliver(paper.make(), file)


def _id_of(service: "Service", evening: str) -> str:
    """The id of the one evening that is named so, or was on that day."""
    found = [card.id for card in service.evenings()
             if evening in (card.id, card.date.isoformat())]
    if not found:
        raise Fault(said(say("No evening {evening} in the book.", evening=evening)))
    if len(found) > 1:
        raise Fault(said(say("There are {count} evenings on {date}. Name one of them: {ids}",
                             count=len(found), date=evening, ids=", ".join(reversed(found)))))
    return found[0]
