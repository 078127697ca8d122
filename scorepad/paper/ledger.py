"""The ledger of stars on paper: who has how many, and how every evening changed that."""

from collections.abc import Sequence
from datetime import date as Date

from scorepad.book.ledger.stars import EveningStars, Ledger, Standing, Star, sum_by_event
from scorepad.book.ledger.words import in_kaesten, signed, title_of
from scorepad.i18n.message import say_n
from scorepad.i18n.words import Words
from scorepad.paper.page import Paper, Type
from scorepad.paper.table import Column, Pair, Row, Style, draw_table, fits_upright
from scorepad.system.steps import Steps, stepwise

UNDATED = Date(2000, 1, 1)
"""The date of a ledger that is still empty."""


@stepwise
def ledger_pdf(ledger: Ledger, words: Words) -> Steps[bytes]:
    """Return the ledger as a PDF."""
    made = max([day for day, _ in ledger.course()], default=UNDATED)
    as_of = words("As of {date}", date=words.day_and_year(made)) if ledger.balances else ""
    paper = Paper(words, words("Star ledger"), as_of, made)
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
            "{n} evening lies before the opening balances and counts on top of them.",
            "{n} evenings lie before the opening balances and count on top of them.",
            ledger.before_opening)), grey=True, size=Type.SMALL)
    yield from draw_table.steps(words("How it came about"), columns, rows, paper)
    return paper.done()


def draw_balances(standing: Standing, heading: str, paper: Paper) -> None:
    """Draw a table of everybody's stars and Kästen with the sum of the active players, and below it
    those who have retired."""
    t = paper.words
    columns = [Column(t("Name"), right=False), Column(t("Stars")), Column(t("Kästen"))]

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
        rows.insert(ledger.before_opening,
                    Row((t.short_day(opening.date), *cells, t("Opening balance"))))
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
