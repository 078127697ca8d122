"""The files that can be made from a book (PDF, CSV, calendar, BG Stats, JSON), and their names.
`gather` asks the service; making the bytes needs nothing more of the book, and may happen on a
thread."""

import re
import unicodedata
from collections.abc import Callable, Iterator
from enum import Enum
from importlib import import_module
from typing import NamedTuple

from scorepad import document
from scorepad.i18n.message import N_
from scorepad.i18n.words import Words
from scorepad.paper import tables
from scorepad.paper.elsewhere import Day, Play, bg_stats_of, calendar_of
from scorepad.paper.telling import period_of
from scorepad.paper.tournament import TITLES, What, cash_csv, tournament_csv
from scorepad.service import Service
from scorepad.service.statistics import Chosen
from scorepad.service.telling_evening import told_result, told_winners
from scorepad.service.views import EveningView
from scorepad.system.steps import Steps, Stepwise, collector_paused, stepwise

LONGEST = 80
"""The most letters of a name, without its ending."""

RESERVED = re.compile(r"con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]", re.IGNORECASE)
"""Names that Windows takes for devices."""


def file_name(*parts: str, ending: str) -> str:
    """Return a name that every system takes, made of parts such as a title, a date and a place.
    Letters and digits stay, whatever their script; everything else between them becomes a dash."""
    text = unicodedata.normalize("NFC", "-".join(filter(None, parts)))
    name = re.sub(r"[^\w]+|_+", "-", text).strip("-")
    while len(name.encode()) > LONGEST * 2 or len(name) > LONGEST:
        name = name[:-1].rstrip("-")
    if not name or RESERVED.fullmatch(name):
        name = f"scorepad-{name}".rstrip("-")
    return f"{name}.{ending}"


PARTS = ("fontTools.ttLib.ttFont", "fontTools.ttLib.tables.otTables", "fontTools.otlLib.builder",
         "fontTools.designspaceLib", "fontTools.subset", "fontTools.varLib.instancer", "fpdf")
"""The modules that draw pages, each after those that it needs."""


class Kind(Enum):
    """A kind of file: its ending, its media type, and its title."""

    PDF = "pdf", "application/pdf", N_("PDF, to print")
    POSTER = "pdf", "application/pdf", N_("Poster of the year, to hang up")
    RESULTS = "csv", "text/csv", N_("CSV, the results")
    HANDS = "csv", "text/csv", N_("CSV, every hand")
    CALENDAR = "ics", "text/calendar", N_("Calendar file")
    BG_STATS = "bgsplay", "application/json", N_("BG Stats file")
    STANDING = "csv", "text/csv", N_("CSV, the standing")
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


class Season(NamedTuple):
    """The statistics of the evenings chosen, everybody's in every game."""

    chosen: Chosen


class Tournament(NamedTuple):
    """The tournament that the evening with this id is. what: which of its papers, if it is a PDF;
    codes: the address on the slip of each table of the last round, if there are any."""

    id: str
    what: What = What.RANKING
    codes: tuple[str, ...] = ()


Subject = Evening | Year | Stars | Season | Tournament


class Paper(NamedTuple):
    """A file to be made: its name, its media type, and the function that makes its bytes."""

    name: str
    media: str
    make: Stepwise[[], bytes]


def kinds_of(subject: Subject) -> list[Kind]:
    """Return the kinds of file that a subject has."""
    return [kind for kind in Kind if (kind is not Kind.HANDS or isinstance(subject, Evening))
            and (kind is not Kind.POSTER or isinstance(subject, Year))
            and (kind not in (Kind.CALENDAR, Kind.BG_STATS) or isinstance(subject, Evening | Year))
            and (kind is not Kind.STANDING or isinstance(subject, Stars))
            and (kind is not Kind.DOCUMENT or not isinstance(subject, Season))]


@stepwise
def gather(service: Service, subject: Subject, kind: Kind, words: Words,
           dialect: tables.Dialect = tables.PROGRAMS) -> Steps[Paper]:
    """Return a file with all that it needs from the book, but not made yet. dialect: of CSV. Raises
    KeyError for an unknown evening."""
    match subject:
        case Evening():
            return (yield from _evening(service, subject.id, kind, words, dialect))
        case Year():
            return (yield from _year(service, subject.year, kind, words, dialect))
        case Season():
            return (yield from _season(service, subject.chosen, kind, words, dialect))
        case Tournament():
            return (yield from _tournament(service, subject, kind, words, dialect))
        case _:
            return (yield from _stars(service, kind, words, dialect))


def _evening(service: Service, evening: str, kind: Kind, words: Words,
             dialect: tables.Dialect) -> Steps[Paper]:
    club = service.club.name
    view = service.evening(evening)
    yield
    stars = yield from service.club.evening.steps(evening)
    title = words("Hands") if kind is Kind.HANDS else words("Evening")
    parts = (title, view.date.isoformat(), view.place)
    if kind is Kind.DOCUMENT:
        return (yield from _document(service, [evening], *parts))

    def make() -> Steps[bytes]:
        if kind is Kind.PDF:
            from scorepad.paper.evening import evening_pdf
            return evening_pdf.steps(view, stars, words, club)
        if kind is Kind.CALENDAR:
            return calendar_of.steps([_day(view, words)])
        if kind is Kind.BG_STATS:
            return bg_stats_of.steps(_plays(view))
        return tables.hands_csv.steps(view, words, dialect) if kind is Kind.HANDS \
            else tables.evening_csv.steps(view, stars, words, dialect)

    return _paper(kind, make, *parts)


def _day(view: EveningView, t: Words) -> Day:
    """Return an evening for a calendar: its games, and who has what in the end."""
    games = dict.fromkeys([t.game(sheet.game.title) for sheet in view.sheets])
    results = [f"{each.name} {each.figure}" for each in told_result(view, t)]
    return Day(view.id, view.date, ", ".join(games) or t("Evening"), view.place,
               [t(told_winners(view)), *results] if results else [])


def _plays(view: EveningView) -> Iterator[Play]:
    """Yield the matches of an evening, and what was played of those that go on."""
    for sheet in view.sheets:
        score, game = sheet.score, sheet.game
        players = list(zip(sheet.players, score.record.names))
        played = [(match.first_hand, match.last_hand, match.tally.totals,
                   game.winners_of(match.outcome, match.tally)) for match in score.matches]
        if (last := len(score.lines)) > (played[-1][1] if played else 0):
            played.append((played[-1][1] + 1 if played else 1, last, score.tally.totals, ()))
        for number, (first, last, totals, winners) in enumerate(played, 1):
            yield Play(
                f"{sheet.id} {number}", view.date, view.place, game.title, not game.low_is_good,
                players, totals, winners, score.lines[first - 1].table.dealer, last - first + 1)


def _year(service: Service, year: int, kind: Kind, words: Words,
          dialect: tables.Dialect) -> Steps[Paper]:
    club = service.club.name
    ids = [card.id for card in service.evenings() if card.date.year == year]
    if kind is Kind.DOCUMENT:
        return (yield from _document(service, ids[::-1], words("Year"), str(year)))
    if kind is Kind.POSTER:
        return (yield from _poster(service, year, words))
    views = []
    with collector_paused():
        for evening in reversed(ids):
            views.append(service.evening(evening))
            yield
    ledger = (yield from service.club.ledger.steps()) if service.club.has_stars else None
    yield
    statistics = None
    if kind is Kind.PDF:
        yield from _read(service)
        statistics = service.statistics.overview(Chosen(year))

    def make() -> Steps[bytes]:
        if kind is Kind.PDF:
            from scorepad.paper.year import year_pdf
            return year_pdf.steps(year, views, ledger, words, statistics, club)
        if kind is Kind.CALENDAR:
            return calendar_of.steps([_day(view, words) for view in views])
        if kind is Kind.BG_STATS:
            return bg_stats_of.steps([play for view in views for play in _plays(view)])
        return tables.year_csv.steps(views, ledger, words, dialect)

    return _paper(kind, make, words("Year"), str(year))


def _poster(service: Service, year: int, words: Words) -> Steps[Paper]:
    yield from _read(service)
    statistics, club = service.statistics, service.club.name
    overview, games = statistics.overview(Chosen(year)), statistics.by_game(Chosen(year))
    dates, days = [card.date for card in service.evenings() if card.date.year == year], []
    for day in sorted(set(dates)):
        days.append((day, statistics.overview(Chosen(first=day, last=day)).records))
        yield
    ledger = (yield from service.club.ledger.steps()) if service.club.has_stars else None
    looks = service.people.looks()

    def make() -> Steps[bytes]:
        from scorepad.paper.poster import poster_pdf
        return poster_pdf.steps(
            year, overview, games, days, len(dates), ledger, looks, words, club)

    return _paper(Kind.POSTER, make, words("Poster"), str(year))


def _read(service: Service) -> Steps[None]:
    """Count the whole book, unless that is done."""
    if not service.statistics.is_read:
        service.statistics.take((yield from service.statistics.read.steps()))


def _season(service: Service, chosen: Chosen, kind: Kind, words: Words,
            dialect: tables.Dialect) -> Steps[Paper]:
    yield from _read(service)
    club = service.club.name
    games, period = service.statistics.by_game(chosen), words(period_of(chosen))

    def make() -> Steps[bytes]:
        from scorepad.paper.year import season_csv, season_pdf
        if kind is Kind.PDF:
            return season_pdf.steps(games, period, words, club)
        return season_csv.steps(games, period, words, dialect)

    title = [words(each.title) for each in games] if chosen.game else []
    return _paper(kind, make, words("Season"), *title, period)


def _stars(service: Service, kind: Kind, words: Words, dialect: tables.Dialect) -> Steps[Paper]:
    if kind is Kind.DOCUMENT:  # the stars of hands are in the evenings: all are needed
        return (yield from _document(service, None, words("Club")))
    club = service.club.name
    ledger = yield from service.club.ledger.steps()

    def make() -> Steps[bytes]:
        if kind is Kind.PDF:
            from scorepad.paper.year import ledger_pdf
            return ledger_pdf.steps(ledger, words, club)
        return tables.standing_csv.steps(ledger, words, dialect) if kind is Kind.STANDING \
            else tables.ledger_csv.steps(ledger, words, dialect)

    return _paper(kind, make, words("Star ledger"))


def _tournament(service: Service, subject: Tournament, kind: Kind, words: Words,
                dialect: tables.Dialect) -> Steps[Paper]:
    club = service.club.name
    view = service.tournaments.view(subject.id)
    made = view.tournament
    championships = service.tournaments.championships(subject.id)
    if kind is Kind.DOCUMENT:
        return (yield from _document(service, [subject.id], made.name, made.date.isoformat()))

    def make() -> Steps[bytes]:
        if kind is Kind.PDF:
            from scorepad.paper.tournament_pages import tournament_pdf
            return tournament_pdf.steps(view, subject.what, words, subject.codes, club,
                                        championships)
        make_csv = cash_csv if subject.what is What.CASH else tournament_csv
        return make_csv.steps(view, words, dialect)

    title = [words(TITLES[subject.what])] if kind is Kind.PDF or subject.what is What.CASH else []
    return _paper(kind, make, made.name, made.date.isoformat(), *title)


def _document(service: Service, evenings: list[str] | None, *name: str) -> Steps[Paper]:
    book = yield from service.export.steps(evenings)

    def make() -> Steps[bytes]:
        return (yield from document.write.steps(book)).encode()

    return _paper(Kind.DOCUMENT, make, *name)


def _paper(kind: Kind, make: Callable[[], Steps[bytes]], *name: str) -> Paper:
    """Return a file that `make` makes; slow modules that draw pages are loaded first."""
    @stepwise
    def made() -> Steps[bytes]:
        if kind.media == Kind.PDF.media:
            yield from _load()
        return (yield from make())

    return Paper(file_name(*name, ending=kind.ending), kind.media, made)


def _load() -> Steps[None]:
    """Import the modules that draw pages, one at a time."""
    for name in PARTS:
        import_module(name)
        yield
