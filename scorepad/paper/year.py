"""A year, a season and the ledger of stars on paper."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import date as Date
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from scorepad.book.ledger import EveningStars, Ledger, Standing, Star, sum_by_event
from scorepad.book.ledger.written import in_kaesten, signed, title_of
from scorepad.book.statistics import columns as tables
from scorepad.book.statistics.columns import columns, ordered
from scorepad.i18n.message import MINUS, say_n
from scorepad.i18n.words import Words
from scorepad.paper.page import ACROSS, Paper, Type
from scorepad.paper.table import (
    Column,
    Pair,
    Row,
    Style,
    draw_table,
    fits_upright,
    in_parts,
    size_on,
)
from scorepad.paper.tables import (
    CENTS,
    PROGRAMS,
    TENTHS,
    Dialect,
    Figure,
    Value,
    partien_of,
    written,
)
from scorepad.system.steps import Steps, stepwise

if TYPE_CHECKING:
    from scorepad.book.statistics import Record
    from scorepad.service.statistics import Overview
    from scorepad.service.views import EveningView


LEAST_ACROSS = 7
"""Points. Columns whose type would be smaller across a page stand in two tables, or more."""

UNDATED = Date(2000, 1, 1)
"""The date inside a file that has none of its own: the same figures make the same file."""

IN_MONEY = "money"
"""The beginning of the keys of the columns of money, which CSV has by currency."""


def _by_points(overview: "Overview") -> "tuple[tuple[tables.Column, ...], list[Record]]":
    """Return the columns of a game and its records, the best in the first column first."""
    records = overview.records.values()
    found = tables.columns(records, overview.game)
    return found, ordered(records, found[0], backwards=False)


@stepwise
def season_pdf(games: "Sequence[Overview]", period: str, words: Words,
               club: str = "") -> Steps[bytes]:
    """Return a season as a PDF, with tables for each game; period: its evenings; club: its name."""
    paper = Paper(words, words("Season"), period, UNDATED, club)
    yield
    drawn = [part for overview in games for part in _parts(overview, paper)]
    paper.begin(landscape=not all(fits_upright(shown, rows, paper) for _, shown, rows in drawn))
    paper.head(period)
    for heading, shown, rows in drawn:
        yield from draw_table.steps(heading, shown, rows, paper)
    return paper.done()


def _parts(overview: "Overview", paper: Paper) -> list[tuple[str, list[Column], list[Row]]]:
    """Return the table of a game, each part with its heading: as few as can be read across."""
    title, found = paper.words(overview.title), _by_points(overview)[0]
    for count in range(1, len(found) + 1):
        bounds = [len(found) * part // count for part in range(count + 1)]
        parts = [_table(overview, found[low:high], paper) for low, high in pairwise(bounds)]
        if all(size_on(columns, rows, paper, ACROSS) >= LEAST_ACROSS for columns, rows in parts):
            break
    return [(f"{title} · {number}" if number > 1 else title, *part)
            for number, part in enumerate(parts, 1)]


def _table(overview: "Overview", part: "Sequence[tables.Column]",
           paper: Paper) -> tuple[list[Column], list[Row]]:
    t = paper.words
    columns = [Column(t("Name"), right=False), *[
        Column(t(column.title), tight=True) for column in part]]
    rows = [Row(tuple(map(paper.letters, (overview.names[record.player], *[
        column.shown(record, t) for column in part]))), keep=True)
        for record in _by_points(overview)[1]]
    return columns, rows


@stepwise
def season_csv(games: "Sequence[Overview]", period: str, words: Words,
               dialect: Dialect = PROGRAMS) -> Steps[bytes]:
    """Return a season as CSV, a line for each player and game: points in the smallest unit, and for
    programs money, too."""
    titles: dict[str, str] = {}
    lines: list[tuple[list[Value], dict[str, Value]]] = []
    for overview in games:
        found, records = _by_points(overview)
        currencies = sorted({currency for record in records for currency in record.money})
        titles |= {column.key: words(column.title) for column in found
                   if not column.key.startswith(IN_MONEY)}
        titles |= {f"{IN_MONEY} {each}": f"{dialect.money(words)} {each}" for each in currencies}
        for record in records:
            figures = defaultdict[str, Value](lambda: None, {
                column.key: _plain(column.value(record)) for column in found})
            for currency, sides in record.money.items():
                figures[f"{IN_MONEY} {currency}"] = Figure(sides.balance, CENTS)
            lines.append(([words(overview.title),
                           overview.names[record.player]], figures))
    head = [words("Period"), words("Game"), words("Player"), *titles.values()]
    yield
    return (yield from written(head, [
        [period, *who, *[figures[key] for key in titles]] for who, figures in lines], dialect))


def _plain(value: int | Fraction | None) -> Value:
    return Figure(round(value * 10), TENTHS) if isinstance(value, Fraction) else value


@stepwise
def ledger_pdf(ledger: Ledger, words: Words, club: str = "") -> Steps[bytes]:
    """Return the ledger as a PDF; club: its name."""
    made = max([day for day, _ in ledger.course()], default=UNDATED)
    as_of = words("As of {date}", date=words.day_and_year(made)) if ledger.balances else ""
    paper = Paper(words, words("Star ledger"), as_of, made, club)
    names = ledger.standing().names
    yield
    columns = [Column(words("Date"), right=False),
               *[Column(paper.letters(name), alike=True) for name in names],
               Column(words("What for"), right=False, wraps=True)]
    rows = yield from _rows(ledger, names, paper)
    paper.begin(landscape=not fits_upright(columns, rows, paper))
    paper.head(as_of or words("Stars"))
    if not names:
        paper.skip(6)
        paper.paragraph(words("Nobody has any stars yet."))
        return paper.done()
    draw_balances(ledger.standing(), words("Stars"), paper)
    if ledger.before_opening:
        paper.skip(2)
        paper.paragraph(words(say_n(
            "{n} evening lies before the opening balances, and its stars are in them.",
            "{n} evenings lie before the opening balances, and their stars are in them.",
            ledger.before_opening)), grey=True, size=Type.SMALL)
    yield from draw_table.steps(words("How it came about"), columns, rows, paper)
    return paper.done()


def draw_balances(standing: Standing, heading: str, paper: Paper) -> None:
    """Draw a table of everybody's stars and Kästen, those who have retired last."""
    t = paper.words
    columns = [Column(t("Name"), right=False), Column(t("Stars")), Column(t("Kästen (5 stars)"))]

    def row(name: str, stars: int, style: Style = Style.PLAIN, *, keep: bool = True) -> Row:
        return Row((paper.letters(name), t.points(stars), in_kaesten(stars, t)), style, keep)

    rows = [*[row(name, stars) for name, stars in standing.active.items()],
            row(t(standing.title), standing.total, Style.STRONG, keep=bool(standing.retired)),
            *[row(t("{name}, retired", name=name), stars, Style.QUIET)
              for name, stars in standing.retired.items()]]
    draw_table(heading, columns, rows, paper)


def _rows(ledger: Ledger, names: Sequence[str], paper: Paper) -> Steps[list[Row]]:
    """Return every evening with stars and the opening balances, by date, and the balances now."""
    t, opening, rows = paper.words, ledger.opening, []
    for evening in ledger.chronicle():
        rows.append(_evening(evening, names, paper))
        yield
    if opening:
        cells = [Pair("", t.points(opening.balances[name]) if name in opening.balances else "")
                 for name in names]
        rows.insert(0, Row((t.short_day(opening.date), *cells, t("Opening balance"))))
    rows.append(Row((t("Sum"), *[t.points(ledger.balances[name]) for name in names], ""),
                    Style.STRONG))
    return rows


def _evening(evening: EveningStars, names: Sequence[str], paper: Paper) -> Row:
    t, page = paper.words, evening.page
    cells, told = [], []
    for name in names:
        own = [star for star in evening.counted if star.player == name]
        if own:
            told.append(f"{name}: {_told(own, t)}")
            cells.append(Pair(signed(sum(star.stars for star in own), t),
                              t.points(evening.balances[name])))
        else:
            cells.append(Pair("·", ""))
    return Row((t.short_day(page.date), *cells,
                paper.letters(" · ".join(filter(None, [page.place, "; ".join(told)])))),
               carry=(t("Carried forward"), *[
                   Pair("", t.points(evening.balances.get(name, 0))) for name in names], ""))


def _told(stars: Sequence[Star], t: Words) -> str:
    """Return what an evening's stars of a player were for, in short."""
    parts = [f"{signed(star.stars, t)} {t(title_of(star.event))}" for star in sum_by_event(stars)]
    return ", ".join([*parts, *[star.note for star in stars if star.note]])


PRINTED = ("points", "hands", "won", "lost", "average", "best", "worst", "run-won", "run-lost",
           "solos-won", "solos-lost")
"""The columns of the statistics, by key, that a page has room for."""


@stepwise
def year_pdf(year: int, evenings: Sequence["EveningView"], ledger: Ledger | None,
             words: Words, statistics: "Overview | None" = None, club: str = "") -> Steps[bytes]:
    """Return a year as a PDF: evenings, statistics, the ledger if there is one; club: its name."""
    evenings = sorted(evenings, key=lambda evening: evening.date)
    made = evenings[-1].date if evenings else Date(year, 1, 1)
    paper = Paper(words, words("Evenings of the year"), str(year), made, club)
    yield
    currencies = dict.fromkeys(settled.currency for evening in evenings
                               for settled in evening.settlements)
    tables = [(currency, in_parts(*_money(evenings, currency, paper, whole=number == 0)))
              for number, currency in enumerate(currencies or [""]) if evenings]
    paper.begin(landscape=not all(fits_upright(*part, paper)
                                  for _, parts in tables for part in parts))
    paper.head(str(year))
    if not evenings:
        paper.skip(6)
        paper.paragraph(words("Nothing was played that year."))
    for currency, parts in tables:
        heading = words("Evenings, in {currency}", currency=words.currency(currency)) \
            if currency else words("Evenings")
        for part in parts:
            yield from draw_table.steps(heading, *part, paper)
    if statistics and statistics.records:
        _draw_hands(statistics, paper)
    if evenings:
        _draw_partien(evenings, paper)
        yield
    if ledger and (stars := stars_at_end(year, ledger)):
        draw_balances(ledger.standing(stars), words("Stars at the end of {year}", year=year), paper)
    yield
    return paper.done()


def stars_at_end(year: int, ledger: Ledger | None) -> Mapping[str, int]:
    """Return everybody's stars at the end of the year; none if nobody had any."""
    past = [balances for day, balances in ledger.course() if day.year <= year] if ledger else []
    return past[-1] if past else {}


def _money(evenings: Sequence["EveningView"], currency: str, paper: Paper, *,
           whole: bool) -> tuple[list[Column], list[Row]]:
    """Return a table with a line for each evening: where, which games, and everybody's money in one
    currency; of the `whole` year, or only of the evenings on which that was played for."""
    t, sums = paper.words, Counter[str]()
    paid = {evening.id: dict(settled.balances) for evening in evenings
            for settled in evening.settlements if settled.currency == currency}
    for balances in paid.values():
        sums.update(balances)
    names = sorted(sums)
    titles = [Column(t("Date"), right=False),
              *[Column(paper.letters(name), alike=True) for name in names],
              Column(t("Place and games"), right=False, wraps=True)]
    shown = [evening for evening in evenings if whole or evening.id in paid]
    rows = [Row((t.short_day(evening.date), *[
        _amount(paid[evening.id][name], t) if name in paid.get(evening.id, {}) else "·"
        for name in names], paper.letters(_where(evening, t)))) for evening in shown]
    if names:
        rows.append(Row((t("Sum"), *[_amount(sums[name], t) for name in names], ""),
                        Style.STRONG))
    return titles, rows


def _amount(cents: int, t: Words) -> str:
    """Return what somebody receives (+) or pays (−), without the currency."""
    return ("+" if cents > 0 else "") + t.amount(cents).replace("-", MINUS)


def _where(evening: "EveningView", t: Words) -> str:
    games = dict.fromkeys(t.game(sheet.game.title) for sheet in evening.sheets)
    return " · ".join(filter(None, [evening.tournament, evening.place, ", ".join(games)]))


def _draw_hands(statistics: "Overview", paper: Paper) -> None:
    """Draw a table of how everybody's hands went, those who played most first."""
    t, records = paper.words, statistics.records
    found = {column.key: column for column in columns(records.values(), statistics.game)}
    shown = [found[key] for key in PRINTED if key in found]
    titles = [Column(t("Name"), right=False), *[Column(t(column.title)) for column in shown]]
    rows = [Row((paper.letters(statistics.names[player]), *[
        column.shown(record, t) for column in shown])) for player, record in records.items()]
    draw_table(t("Hands"), titles, rows, paper)


def _draw_partien(evenings: Sequence["EveningView"], paper: Paper) -> None:
    """Draw a table of everybody's evenings and Partien."""
    t = paper.words
    partien = partien_of(sheet for evening in evenings for sheet in evening.sheets)
    there = Counter(name for evening in evenings for name in partien_of(evening.sheets))
    titles = [Column(t("Name"), right=False), Column(t("Evenings")), Column(t("Matches")),
              Column(t("Won")), Column(t("Lost"))]
    rows = [Row((paper.letters(name), *map(t.points, (there[name], *own))), keep=True)
            for name, own in sorted(partien.items())]
    if rows:
        draw_table(t("Matches"), titles, rows, paper)
