"""CSV for spreadsheets: the results of an evening or a year, every hand, the stars.

RFC 4180, in UTF-8 with a byte order mark, by which spreadsheets recognize the umlauts. For programs
money is a whole number of cents, and an average has a point; a spreadsheet of
one language gets that language's mark, and what it takes for the end of a cell. A text that one
would take for a formula gets an apostrophe in front.
"""

import csv
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date as Date
from io import StringIO
from typing import TYPE_CHECKING, NamedTuple

from scorepad.book.ledger import EveningStars, Ledger
from scorepad.book.ledger.tariffs import A_KASTEN
from scorepad.book.ledger.written import title_of
from scorepad.book.scoresheet import Listed, fees_on, is_list, listed_on
from scorepad.i18n.message import in_words
from scorepad.i18n.words import Words
from scorepad.paper.telling import arithmetic_of
from scorepad.system.steps import Steps, stepwise

if TYPE_CHECKING:
    from scorepad.service.views import EveningView, SheetView


class Partien(NamedTuple):
    """Ended Partien: how many, and how many of them the rules call won and lost."""

    played: int = 0
    won: int = 0
    lost: int = 0


def partien_of(sheets: Iterable["SheetView"]) -> dict[str, Partien]:
    """Return the ended Partien of everybody on these sheets, in the order they sit there."""
    found: dict[str, Partien] = {}
    for sheet in sheets:
        matches = [match.outcome for match in sheet.score.matches]
        for seat, name in enumerate(sheet.score.record.names):
            played, won, lost = found.get(name, Partien())
            found[name] = Partien(played + len(matches),
                                  won + sum(outcome.winner == seat for outcome in matches),
                                  lost + sum(seat in outcome.losers for outcome in matches))
    return found


def lists_of(sheets: Iterable["SheetView"]) -> dict[str, tuple[Listed, int]]:
    """Return everybody's sums in those of these sheets that are kept as lists, and the cents that
    lost games cost there."""
    found: dict[str, tuple[Listed, int]] = {}
    for score in [sheet.score for sheet in sheets if is_list(sheet.score)]:
        fees = fees_on(score) or [0] * len(score.record.names)
        for name, sums, cents in zip(score.record.names, listed_on(score), fees):
            before, so_far = found.get(name, (Listed(), 0))
            found[name] = before.plus(sums), so_far + cents
    return found


FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""Characters that begin a formula in one spreadsheet or another; the last four are full-width."""


class Dialect(NamedTuple):
    """A way to write CSV; mark: the decimal one, empty where money is a whole number of cents."""

    delimiter: str
    mark: str

    def money(self, t: Words) -> str:
        """Return the title of a column of money."""
        return t("Amount") if self.mark else t("Cents")


PROGRAMS = Dialect(",", "")

SPREADSHEETS = {"de": Dialect(";", ","), "en": Dialect(",", ".")}
"""The dialect that spreadsheets of each language read."""


POINT = "."
"""The decimal mark of programs."""


class Figure(NamedTuple):
    """A figure of which so many last digits stand behind the decimal mark."""

    whole: int
    decimals: int


CENTS, TENTHS = 2, 1
"""Digits behind the decimal mark of money, and of an average or of Kästen."""

Value = str | int | Date | Figure | None
Line = Sequence[Value]


@stepwise
def hands_csv(view: "EveningView", words: Words, dialect: Dialect = PROGRAMS) -> Steps[bytes]:
    """Return a CSV with a line for each hand of an evening, with everybody's points and totals."""
    t = words
    people = list(dict.fromkeys(name for sheet in view.sheets
                                for name in sheet.score.record.names))
    both = [title for name in people for title in (name, t("{name}, total", name=name))]
    head = [t("Date"), t("Place"), t("Game"), t("Sheet"), t("Hand"), t("Dealer"), *both,
            t("Arithmetic"), t("Note"), t("Voided")]
    return (yield from written(head, [line for number, sheet in enumerate(view.sheets, 1)
                                      for line in _hands(view, number, sheet, people, t)], dialect))


def _hands(view: "EveningView", number: int, sheet: "SheetView", people: Sequence[str],
           t: Words) -> Iterator[Line]:
    """Yield the hands of one sheet; those who do not sit there have no figures."""
    score = sheet.score
    seats = {name: seat for seat, name in enumerate(score.record.names)}
    for hand, line in enumerate(score.lines, 1):
        totals = line.tally.totals
        figures: list[Value] = []
        for name in people:
            seat = seats.get(name)
            if seat is not None and seat in line.table.seats:
                figures += [Figure(line.points[seat], score.decimals),
                            Figure(totals[seat], score.decimals)]
            else:
                figures += [None, None]
        faults = [t(problem.message) for problem in line.problems]
        yield [view.date, view.place, t.game(sheet.game.title), number, hand,
               line.table.names[line.table.dealer], *figures,
               in_words(arithmetic_of(score, line), t.language),
               " · ".join(filter(None, [*faults, line.record.note])),
               t("yes") if line.record.voided else None]


@stepwise
def evening_csv(view: "EveningView", stars: EveningStars | None, words: Words,
                dialect: Dialect = PROGRAMS) -> Steps[bytes]:
    """Return a CSV with the results of an evening, a line for each player and currency."""
    return (yield from _evenings([view], {view.id: stars} if stars else {}, words, dialect))


@stepwise
def year_csv(evenings: Sequence["EveningView"], ledger: Ledger | None, words: Words,
             dialect: Dialect = PROGRAMS) -> Steps[bytes]:
    """Return a CSV with the results of evenings, oldest first, by player and currency."""
    stars = {each.page.id: each for each in ledger.evenings} if ledger else {}
    return (yield from _evenings(
        sorted(evenings, key=lambda evening: evening.date), stars, words, dialect))


def _evenings(evenings: Iterable["EveningView"], stars: Mapping[str, EveningStars],
              t: Words, dialect: Dialect) -> Steps[bytes]:
    evenings = list(evenings)
    head = [t("Date"), t("Place"), t("Player"), t("Games"), t("Matches"), t("Won"), t("Lost"),
            dialect.money(t), t("Currency"), t("Stars"), t("Stars after")]
    has_lists = any(is_list(sheet.score) for evening in evenings for sheet in evening.sheets)
    if has_lists:
        head += [t("Games won"), t("Games lost"), t("Lost by others"), t("Game points"),
                 "Seeger-Fabian", "Verlustspielgeld"]
    return (yield from written(head, (
        line for evening in evenings
        for line in _evening(evening, stars.get(evening.id), t, with_lists=has_lists)), dialect))


def _evening(view: "EveningView", stars: EveningStars | None, t: Words, *,
             with_lists: bool) -> Iterator[Line]:
    """Yield a line for each player and currency, and for what was played for nothing; a player's
    stars stand in the first one. with_lists: whether it ends with the sums of lists."""
    settled = {each.currency: each.balances for each in view.settlements}
    given = Counter[str]()
    for star in stars.counted if stars else ():
        given[star.player] += star.stars
    told: set[str] = set()
    for currency, sheets in _by_currency(view).items():
        balances = settled.get(currency, {})
        listed = lists_of(sheets)
        for name, partien in partien_of(sheets).items():
            games = dict.fromkeys(t.game(sheet.game.title) for sheet in sheets
                                  if name in sheet.score.record.names)
            yield [view.date, view.place, name, ", ".join(games), *partien,
                   Figure(balances[name], CENTS) if name in balances else None, currency or None,
                   *(_stars(name, stars, given) if name not in told else (None, None)),
                   *(_listed(listed.get(name)) if with_lists else ())]
            told.add(name)
    for name in [name for name in given if name not in told]:  # who was not there
        yield [view.date, view.place, name, "", *Partien(), None, None,
               *_stars(name, stars, given), *(_listed(None) if with_lists else ())]


def _listed(sums: tuple[Listed, int] | None) -> Line:
    """Return the cells of somebody's sums in lists."""
    return [None] * (len(Listed()) + 1) if sums is None else [*sums[0], Figure(sums[1], CENTS)]


def _stars(name: str, stars: EveningStars | None,
           given: Mapping[str, int]) -> tuple[int | None, int | None]:
    """Return how a player's stars changed, and how many there were then."""
    return (None, None) if stars is None else (given.get(name, 0), stars.balances.get(name, 0))


def _by_currency(view: "EveningView") -> dict[str, list["SheetView"]]:
    """Return the sheets of an evening by what they are played for, "" for nothing."""
    found: dict[str, list[SheetView]] = {}
    for sheet in view.sheets:
        record = sheet.score.record
        found.setdefault("" if record.stake is None else record.currency, []).append(sheet)
    return found


@stepwise
def ledger_csv(ledger: Ledger, words: Words, dialect: Dialect = PROGRAMS) -> Steps[bytes]:
    """Return a CSV with a line for each change of anybody's stars, oldest first, then the sum of
    the active players and what each retired one has."""
    t, standing = words, ledger.standing()
    changes = [change for name in ledger.balances for change in _changes(name, ledger, t)]
    head = [t("Date"), t("Place"), t("Player"), t("What for"), t("Hand"), t("Stars"),
            t("Stars after"), t("Note")]
    lines = [line for _, line in sorted(changes, key=lambda change: change[0])]
    if lines:
        day = lines[-1][0]
        lines += [[day, "", name, what, None, None, stars, ""] for name, what, stars in (
            ("", t(standing.title), standing.total),
            *[(name, t("Retired"), stars) for name, stars in standing.retired.items()])]
    return (yield from written(head, lines, dialect))


@stepwise
def standing_csv(ledger: Ledger, words: Words, dialect: Dialect = PROGRAMS) -> Steps[bytes]:
    """Return a CSV with all stars and Kästen, the retired below the sum of the active players."""
    t, standing = words, ledger.standing()
    lines = [*standing.active.items(), (t(standing.title), standing.total),
             *standing.retired.items()] if standing.names else []
    return (yield from written(
        [t("Name"), t("Stars"), t("Kästen (5 stars)")],
        [[name, stars, Figure(10 * stars // A_KASTEN, TENTHS)] for name, stars in lines], dialect))


def _changes(name: str, ledger: Ledger, t: Words) -> Iterator[tuple[Date, Line]]:
    """Yield the lines of one player, each with its day."""
    for evening, star, makes in ledger.history(name):
        told = (star.hand or None, star.stars, makes,
                star.note or (t(star.reason) if star.reason else ""))
        if evening is not None:
            page = evening.page
            yield page.date, [page.date, page.place, name, t(title_of(star.event, star.ziel)),
                              *told]
        elif ledger.opening is not None:
            yield ledger.opening.date, [ledger.opening.date, "", name, t("Opening balance"), *told]


def written(head: Sequence[str], lines: Iterable[Line], dialect: Dialect) -> Steps[bytes]:
    """Return the CSV with this head and these lines."""
    text = StringIO(newline="")
    # Otherwise its usual dialect is that of the RFC: commas, CRLF, doubled quotes.
    writer = csv.writer(text, delimiter=dialect.delimiter)
    writer.writerow(map(as_text, head))
    for line in lines:
        writer.writerow([_cell(value, dialect) for value in line])
        yield
    return text.getvalue().encode("utf-8-sig")


def _cell(value: Value, dialect: Dialect) -> str | int | Date | None:
    match value:
        case str():
            return as_text(value)
        case Figure(whole, decimals) if dialect.mark and decimals or decimals == TENTHS:
            figure = f"{abs(whole):0{decimals + 1}}"
            sign = "-" if whole < 0 else ""
            return f"{sign}{figure[:-decimals]}{dialect.mark or POINT}{figure[-decimals:]}"
        case Figure(whole, _):
            return whole
    return value


def as_text(text: str) -> str:
    """Return a text so that no spreadsheet takes it for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text
