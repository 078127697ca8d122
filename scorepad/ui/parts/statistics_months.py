"""The bars of a player's year, month by month, or of his years: money where any was played for, and
otherwise hands won minus hands lost."""

from collections import Counter
from collections.abc import Sequence
from datetime import date as Date

import flet as ft
from babel import dates

from scorepad.book.statistics import Month
from scorepad.i18n.words import Words
from scorepad.ui.parts.charts import Bar, bars
from scorepad.ui.session import Session
from scorepad.ui.theme import Space
from scorepad.ui.widgets import remark


def bars_of_months(name: str, months: Sequence[Month], year: int | None, width: float,
                   session: Session) -> ft.Control | None:
    """Build the chart, with what it shows above it; None where there is nothing to draw.

    year: the one whose twelve months are drawn; None: all the years, if there is more than one.
    """
    if not months:
        return None
    year = year_shown(months, year)
    t = session.words
    currency = _currency(months)
    amounts: Counter[int] = Counter()
    for month in months:
        amounts[month.first.month if year else month.first.year] += \
            month.money.get(currency, 0) if currency else month.hands.balance

    def show(value: int) -> str:
        return t.money(value, currency) if currency else t.points(value)

    def told(value: int) -> str:
        return t.balance(value, currency) if currency else \
            ("+" if value > 0 else "") + t.points(value)

    periods = range(1, 13) if year else range(min(amounts), max(amounts) + 1)
    found = [Bar(_named(period, year, "LLLLL", t), amounts.get(period),
                 f"{_named(period, year, 'LLLL', t)}: {told(amounts[period])}")
             for period in periods]
    what = t("Money") if currency else t("Hands won minus lost")
    said = t("{name}, {what}: {figures}", name=name, what=what,
             figures="; ".join([bar.told for bar in found if bar.value is not None]))
    return ft.Column(spacing=Space.SMALL, tight=True, controls=[
        remark(f"{name} · {what}"), bars(found, width, show, said, session)])


def year_shown(months: Sequence[Month], year: int | None) -> int | None:
    """Return the year whose months are drawn; None where years are drawn."""
    years = {month.first.year for month in months}
    return years.pop() if year is None and len(years) == 1 else year


def _currency(months: Sequence[Month]) -> str:
    """Return the currency in which most was won and lost, empty where nothing was."""
    turned: Counter[str] = Counter()
    for month in months:
        for currency, cents in month.money.items():
            if cents:
                turned[currency] += abs(cents)
    return max(turned, key=lambda currency: (turned[currency], currency), default="")


def _named(period: int, year: int | None, pattern: str, t: Words) -> str:
    """Return a month of the year by a pattern of CLDR, or the number of a year."""
    if not year:
        return str(period)
    return dates.format_date(Date(year, period, 1), pattern, locale=t.locale)
