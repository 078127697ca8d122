"""What can be had of a book as a file: which papers there are, and what they are called.

Gathering asks the service, which answers a year's question quickly only once its statistics are
read; making the bytes asks nobody and may happen on a thread.
"""

from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from scorepad import document
from scorepad.paper.names import file_name
from scorepad.service import Service
from scorepad.service.statistics import Chosen
from scorepad.text import N_
from scorepad.words import Words


class Kind(Enum):
    """What a file can be: its ending, its media type, and what it is called."""

    PDF = "pdf", "application/pdf", N_("PDF, to print")
    RESULTS = "csv", "text/csv", N_("CSV, the results")
    HANDS = "csv", "text/csv", N_("CSV, every hand")
    DOCUMENT = "json", "application/json", N_("Scorepad file")

    def __init__(self, ending: str, media: str, title: str) -> None:
        self.ending, self.media, self.title = ending, media, title


class Evening(NamedTuple):
    """The evening with this id."""

    id: str


class Year(NamedTuple):
    """All evenings of a year."""

    year: int


class Stars(NamedTuple):
    """The ledger of stars."""


Subject = Evening | Year | Stars


class Paper(NamedTuple):
    """A file to come: its name, its media type, and what makes its bytes."""

    name: str
    media: str
    make: Callable[[], bytes]


def kinds_of(subject: Subject) -> list[Kind]:
    """What can be had of a subject; only an evening has hands."""
    return [kind for kind in Kind if kind is not Kind.HANDS or isinstance(subject, Evening)]


def gather(service: Service, subject: Subject, kind: Kind, words: Words) -> Paper:
    """All that a file needs from the book; raises KeyError for an unknown evening."""
    match subject:
        case Evening():
            return _evening(service, subject.id, kind, words)
        case Year():
            return _year(service, subject.year, kind, words)
        case _:
            return _stars(service, kind, words)


def years_of(service: Service) -> list[int]:
    """The years in which there was an evening, the latest first."""
    return sorted({card.date.year for card in service.evenings()}, reverse=True)


def _evening(service: Service, evening: str, kind: Kind, words: Words) -> Paper:
    view, stars = service.evening(evening), service.club.evening(evening)
    title = words("Hands") if kind is Kind.HANDS else words("Evening")
    parts = (title, view.date.isoformat(), view.place)
    if kind is Kind.DOCUMENT:
        return _document(service, [evening], kind, *parts)

    def make() -> bytes:
        # Imported when they are needed: what draws pages is slow to load.
        if kind is Kind.PDF:
            from scorepad.paper.evening import evening_pdf
            return evening_pdf(view, stars, words)
        from scorepad.paper.tables import evening_csv, hands_csv
        return hands_csv(view, words) if kind is Kind.HANDS else evening_csv(view, stars, words)

    return _paper(kind, make, *parts)


def _year(service: Service, year: int, kind: Kind, words: Words) -> Paper:
    ids = [card.id for card in service.evenings() if card.date.year == year]
    if kind is Kind.DOCUMENT:
        return _document(service, ids[::-1], kind, words("Year"), str(year))
    views = [service.evening(evening) for evening in reversed(ids)]
    ledger = service.club.ledger() if service.club.has_stars else None
    statistics = service.statistics.overview(Chosen(year)) if kind is Kind.PDF else None

    def make() -> bytes:
        if kind is Kind.PDF:
            from scorepad.paper.year import year_pdf
            return year_pdf(year, views, ledger, words, statistics)
        from scorepad.paper.tables import year_csv
        return year_csv(views, ledger, words)

    return _paper(kind, make, words("Year"), str(year))


def _stars(service: Service, kind: Kind, words: Words) -> Paper:
    title = words("Ledger of stars")
    if kind is Kind.DOCUMENT:  # the stars of hands stand in the evenings: all of it is needed
        return _document(service, None, kind, words("Club"))
    ledger = service.club.ledger()

    def make() -> bytes:
        if kind is Kind.PDF:
            from scorepad.paper.ledger import ledger_pdf
            return ledger_pdf(ledger, words)
        from scorepad.paper.tables import ledger_csv
        return ledger_csv(ledger, words)

    return _paper(kind, make, title)


def _document(service: Service, evenings: list[str] | None, kind: Kind, *name: str) -> Paper:
    book = service.export(evenings)
    return _paper(kind, lambda: document.write(book).encode(), *name)


def _paper(kind: Kind, make: Callable[[], bytes], *name: str) -> Paper:
    return Paper(file_name(*name, ending=kind.ending), kind.media, make)
