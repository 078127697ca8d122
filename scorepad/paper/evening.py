"""An evening on paper: every hand of every sheet, the stars, and who pays whom."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from scorepad.book.ledger import EveningStars, Star
from scorepad.book.ledger.written import signed, what_for
from scorepad.book.settle import Settlement
from scorepad.games.protocols import MadeByRules
from scorepad.i18n.words import Words
from scorepad.paper import hands
from scorepad.paper.page import MARGIN, Paper, Type, line_height
from scorepad.paper.table import Column, Row, Table, draw_table, fits_upright, in_parts
from scorepad.paper.telling import told_rules
from scorepad.system.steps import Steps, stepwise

if TYPE_CHECKING:
    from scorepad.service.views import EveningView, SheetView, Standing

PAYMENT_TYPE = 10.5
PAYMENT = line_height(PAYMENT_TYPE) * 1.3
"""Millimetres from one payment's line to the next."""

PAYMENT_GAP = 14.0
"""Millimetres between what everybody has and the payments beside it."""

MOST_SHEETS = 8
"""If more sheets than this pay in one currency, the settlement shows only their sum."""


@stepwise
def evening_pdf(view: "EveningView", stars: EveningStars | None, words: Words,
                club: str = "") -> Steps[bytes]:
    """Return an evening as a PDF; stars: None if the club keeps no ledger; club: its name."""
    about = words.dated(view.date, view.place)
    paper = Paper(words, words("Score sheet"), about, view.date, club)
    yield
    tables = []
    for sheet in view.sheets:
        rows = yield from hands.rows_of(sheet, paper)
        tables.append((sheet, in_parts(hands.columns_of(sheet, paper), rows)))
    paper.begin(landscape=not all(fits_upright(columns, rows, paper)
                                  for _, parts in tables for columns, rows in parts))
    people = dict.fromkeys(name for sheet in view.sheets for name in sheet.score.record.names)
    paper.head(words.full_day(view.date),
               " · ".join(filter(None, [view.place, ", ".join(people)])))
    if played := any(rows for _, parts in tables for _, rows in parts):
        for number, (sheet, parts) in enumerate(tables, 1):
            yield from _sheet(number, sheet, parts, paper, numbered=len(tables) > 1)
        for standing in view.standings:
            _standing(standing, paper)
    else:
        paper.skip(6)
        paper.paragraph(words("Nothing was played that evening."))
    if stars and stars.counted:
        _stars(stars, paper)
    if played:
        _settlement(view, paper)
    yield
    return paper.done()


def _sheet(number: int, sheet: "SheetView", parts: Sequence[tuple[list[Column], list[Row]]],
           paper: Paper, *, numbered: bool) -> Steps[None]:
    t = paper.words
    called = t.game(sheet.game.title)
    title = f"{number} · {called}" if numbered else called
    about = paper.letters(_about(sheet, t))
    height = line_height(Type.SMALL) * 6
    tables = [Table(paper, columns, rows) for columns, rows in parts if rows]
    paper.heading(title, below=height + (tables[0].first if tables else 0))
    if about:
        paper.paragraph(about, grey=True, size=Type.SMALL)
    for part, table in enumerate(tables):
        paper.skip(hands.PARTIE_GAP if part else 1)
        yield from table.draw.steps()
    if not tables:
        paper.paragraph(t("No hand was played."))


def _about(sheet: "SheetView", t: Words) -> str:
    """Return what a sheet was played for, and by which house rules."""
    record, wager = sheet.score.record, sheet.score.record.wager
    stake = "" if record.stake is None else \
        f"{t(wager.title)} {t.stake(record.stake, wager.decimals, record.currency)}"
    besides = t("Agreed besides: {text}", text=record.absprachen) if record.absprachen else ""
    rules = record.game.unsaid(record.rules) if isinstance(record.game, MadeByRules) \
        else record.rules
    return " · ".join(filter(None, [stake, told_rules(rules, t), besides]))


def _standing(standing: "Standing", paper: Paper) -> None:
    """Draw the points of all tables of a game together, the best first."""
    t = paper.words
    columns = [Column(t("Name"), right=False), Column(t("Points"))]
    rows = [Row((paper.letters(name), t.points(points)), keep=True)
            for name, points in standing.points.items()]
    draw_table(t("{game}: all tables", game=standing.game.title), columns, rows, paper)


def _stars(stars: EveningStars, paper: Paper) -> None:
    """Draw a line for everybody whose stars changed: what for, and how many there are now."""
    t = paper.words
    columns = [Column(t("Name"), right=False), Column(t("What for"), right=False, wraps=True),
               Column(t("Stars")), Column(t("Balance"))]
    rows = []
    for name in dict.fromkeys(star.player for star in stars.counted):
        own = [star for star in stars.counted if star.player == name]
        rows.append(Row((paper.letters(name), paper.letters(told_stars(own, t)),
                         signed(sum(star.stars for star in own), t),
                         t.points(stars.balances[name]))))
    draw_table(t("Stars"), columns, rows, paper)


def told_stars(stars: Iterable[Star], t: Words) -> str:
    """Return how many stars there were and what for, each with its hand."""
    counts: Counter[str] = Counter()
    for star in stars:
        told = what_for(star, t)
        if star.hand:
            told = f"{told} ({t('Hand {number}', number=star.hand)})"
        counts[told] += star.stars
    return ", ".join(f"{signed(count, t)} {told}" for told, count in counts.items())


def _settlement(view: "EveningView", paper: Paper) -> None:
    t, settlements = paper.words, view.settlements
    if not settlements:
        paper.heading(t("Settlement"), below=line_height(Type.BODY))
        paper.paragraph(t("Nothing was at stake, so there is nothing to settle."))
    for settled in settlements:
        columns, rows = _balances(view, settled, paper)
        table = Table(paper, columns, rows)
        title = t("Settlement") if len(settlements) == 1 \
            else t("Settlement in {currency}", currency=t.currency(settled.currency))
        payments = _told_payments(settled, paper)
        left, high = table.width + PAYMENT_GAP, len(payments) * PAYMENT
        beside = bool(payments) and high <= table.whole < paper.whole / 3 \
            and left + max([_width(each, paper) for each in payments]) <= paper.width
        paper.heading(title, below=table.whole if beside else table.first)
        top = paper.y
        table.draw()
        if beside:
            end, paper.y = paper.y, top
            _payments(payments, left, paper)
            paper.y = end
        else:
            paper.skip(4)
            _payments(payments, 0, paper)


def _balances(view: "EveningView", settled: Settlement,
              paper: Paper) -> tuple[list[Column], list[Row]]:
    """Return what everybody receives or pays, the highest first, by sheet if several pay."""
    t, currency = paper.words, settled.currency
    paid = [(number, t.game(sheet.game.title), sheet.money)
            for number, sheet in enumerate(view.sheets, 1)
            if sheet.money and sheet.score.record.currency == currency]
    if not 1 < len(paid) <= MOST_SHEETS:
        paid = []
    columns = [Column(t("Name"), right=False),
               *[Column(f"{number} · {title}", alike=True) for number, title, _ in paid],
               Column(t("Sum"))]
    rows, last = [], len(settled.balances) - 1
    for at, (name, cents) in enumerate(sorted(settled.balances.items(), key=lambda it: -it[1])):
        each = [t.balance(payout[name], currency) if name in payout else ""
                for _, _, payout in paid]
        rows.append(Row(tuple(map(paper.letters, (name, *each, t.balance(cents, currency)))),
                        keep=at in (0, last - 1)))  # no row alone
    return columns, rows


class _Payment(NamedTuple):
    """A payment in words: who pays whom, how much, and whether it is done."""

    told: str
    amount: str
    paid: bool


def _told_payments(settled: Settlement, paper: Paper) -> list[_Payment]:
    t = paper.words
    return [_Payment(paper.letters(t("{debtor} pays {creditor}", debtor=each.debtor,
                                     creditor=each.creditor)),
                     paper.letters(t.money(each.cents, settled.currency)), each.paid)
            for each in settled.payments]


def _width(payment: _Payment, paper: Paper) -> float:
    """Return the millimetres of a payment's line, with some to spare."""
    return 11 + paper.width_of(payment.told, PAYMENT_TYPE) \
        + paper.width_of(payment.amount, PAYMENT_TYPE, bold=True)


def _payments(payments: Sequence[_Payment], left: float, paper: Paper) -> None:
    """Draw who pays whom, each with a square to tick, or ticked; left: from the margin."""
    size, last, x = PAYMENT_TYPE, len(payments) - 1, MARGIN + left
    if not payments:
        paper.paragraph(paper.words("Everybody is even."))
    for at, (whole, amount, paid) in enumerate(payments):
        paper.keep_together(PAYMENT * (2 if at in (0, last - 1) and last else 1))  # none alone
        paper.box(x, paper.y + 0.7, 3, 3)
        told = paper.fitting(whole, size, paper.width - left - 10
                             - paper.width_of(amount, size, bold=True))
        with paper.tagged("P"):
            if paid:
                paper.text(x + 0.3, paper.y, "✓", size, bold=True)
            paper.text(x + 6, paper.y, told, size)
            paper.text(x + 8 + paper.width_of(told, size), paper.y, amount, size, bold=True)
        paper.y += PAYMENT
