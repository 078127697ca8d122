"""A year on paper: its evenings and what they paid, hands and Partien, the stars at its end."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date as Date
from typing import TYPE_CHECKING

from scorepad.book.ledger.stars import Ledger
from scorepad.book.statistics.columns import columns
from scorepad.i18n.words import MINUS, Words
from scorepad.paper.ledger import draw_balances
from scorepad.paper.page import Paper
from scorepad.paper.partien import partien_of
from scorepad.paper.table import Column, Row, Style, draw_table, fits_upright, in_parts
from scorepad.system.steps import Steps, stepwise

if TYPE_CHECKING:
    from scorepad.service.statistics import Overview
    from scorepad.service.views import EveningView

PRINTED = ("points", "hands", "won", "lost", "average", "best", "worst", "run-won", "run-lost",
           "solos-won", "solos-lost")
"""The columns of the statistics, by key, that a page has room for."""


@stepwise
def year_pdf(year: int, evenings: Sequence["EveningView"], ledger: Ledger | None,
             words: Words, statistics: "Overview | None" = None) -> Steps[bytes]:
    """Return a year as a PDF.

    evenings, statistics: of that year; ledger: None if the club keeps none.
    """
    evenings = sorted(evenings, key=lambda evening: evening.date)
    made = evenings[-1].date if evenings else Date(year, 1, 1)
    paper = Paper(words, words("Evenings of the year"), str(year), made)
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


# --- tables -------------------------------------------------------------------------------------


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
        for name in names], paper.letters(_where(evening)))) for evening in shown]
    if names:
        rows.append(Row((t("Sum"), *[_amount(sums[name], t) for name in names], ""),
                        Style.STRONG))
    return titles, rows


def _amount(cents: int, t: Words) -> str:
    """Return what somebody receives (+) or pays (−), for a table whose heading names the currency.
    """
    return ("+" if cents > 0 else "") + t.amount(cents).replace("-", MINUS)


def _where(evening: "EveningView") -> str:
    games = dict.fromkeys(sheet.game.title for sheet in evening.sheets)
    return " · ".join(filter(None, [evening.place, ", ".join(games)]))


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
