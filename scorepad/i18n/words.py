"""Everything that people read, in their language: sentences, money, numbers, dates, times."""

import re
from datetime import UTC, date as Date, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Any

from babel import Locale, dates, numbers

from scorepad.i18n.message import (
    FRENCH,
    GERMAN,
    LANGUAGES,
    MINUS,
    Message,
    Quantity,
    called,
    card_in_english,
    in_english,
    in_words,
    of_german_deck,
    read_out,
    say,
    told_of_german_deck,
)

AMOUNT_POINT = re.compile(r"(?<=\d)\.(?=\d\d(?!\d))")
"""The decimal point of an amount of money as files have it: `0.15`."""

THOUSANDS = re.compile(r"(?<![\d.])\d{4,}(?![\d.])")
"""A figure that is set off as `Words.points` does."""


def on_this_clock(milliseconds: int) -> datetime:
    """Return a time, in milliseconds since 1970, in the zone of this device; in UTC within hours of
    the calendar's first and last moment, where other zones may have none."""
    moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=milliseconds)
    try:
        return moment.astimezone()
    except (OverflowError, ValueError, OSError):
        return moment


class Words:
    """One language; called with a template or a `Message`, it returns the sentence. deck: the one
    whose names the cards have."""

    def __init__(self, language: str, deck: str = FRENCH) -> None:
        self.language = language if language in LANGUAGES else "en"
        self.is_german_deck = deck == GERMAN
        self.locale = Locale("de", "DE") if self.language == "de" else Locale("en", "GB")
        self._mark = numbers.get_decimal_symbol(self.locale)

    def __call__(self, template: str | Message, **values: Any) -> str:
        message = template if isinstance(template, Message) else Message(template, values)
        return read_out(message, self.language, self._written, self.card)

    def game(self, title: str) -> str:
        """Return what a game is called, by its title."""
        return called(title, self.language)

    def card(self, name: str) -> str:
        """Return what a card, a suit or a game is called in this deck, by its French name."""
        name = of_german_deck(name) if self.is_german_deck else name
        return card_in_english(name) if self.language == "en" else name

    def hand(self, told: str) -> str:
        """Return what was told of a hand, with names of people in it, in this language and with
        the deck's cards."""
        told = told_of_german_deck(told) if self.is_german_deck else told
        return in_english(told) if self.language == "en" else told

    def sentence(self, message: str | Message) -> str:
        """Return a message that stands alone, with a capital at its beginning. The same fault of a
        file follows its place there, and begins with a small letter."""
        said = self(message)
        return said[:1].upper() + said[1:]

    def _written(self, value: Quantity | Date) -> str:
        return self.day_and_year(value) if isinstance(value, Date) else self.points(value)

    def points(self, points: int, decimals: int = 0) -> str:
        """Return points, the thousands set off by a thin space that nobody takes for a comma.
        decimals: how many of their last digits stand behind the decimal mark; two for cents."""
        whole, part = divmod(abs(points), 10 ** decimals)
        figure = f"{whole:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")
        if decimals:
            figure = f"{figure}{self._mark}{part:0{decimals}}"
        return f"{MINUS}{figure}" if points < 0 else figure

    def arithmetic(self, told: str) -> str:
        """Return how a hand came about, with figures as this language writes them. told: with a
        decimal point, as in every file."""
        told = THOUSANDS.sub(lambda figure: self.points(int(figure[0])), self.hand(told))
        return AMOUNT_POINT.sub(self._mark, in_words(told, self.language))

    def money(self, cents: int, currency: str) -> str:
        """Return an amount in its currency, to the cent even where it has no coins for that."""
        amount = numbers.format_currency(Decimal(cents) / 100, currency, locale=self.locale,
                                         currency_digits=False)
        return amount.replace("-", MINUS)

    def balance(self, cents: int, currency: str) -> str:
        """Return an amount that somebody receives (+) or pays (−)."""
        return ("+" if cents > 0 else "") + self.money(cents, currency)

    def share(self, part: Fraction) -> str:
        """Return a part of a whole in percent."""
        return numbers.format_percent(Decimal(round(part * 100)) / 100, locale=self.locale)

    def currency(self, currency: str) -> str:
        """Return what a currency is called, from its code."""
        return numbers.get_currency_name(currency, count=2, locale=self.locale)

    def stake(self, units: int, decimals: int, currency: str) -> str:
        """Return what is played for, in its currency, with two decimals or more if needed. units:
        of the last of `decimals` decimals."""
        pattern = self.locale.currency_formats["standard"].pattern
        return numbers.format_currency(
            Decimal(units).scaleb(-decimals), currency, locale=self.locale,
            format=pattern.replace("0.00", "0.00" + "#" * (decimals - 2)), currency_digits=False)

    def amount(self, units: int, decimals: int = 2) -> str:
        """Return an amount as it is typed, without its currency; `units` of its last decimal."""
        pattern = "0.00" + "#" * (decimals - 2)
        return numbers.format_decimal(Decimal(units).scaleb(-decimals), format=pattern,
                                      locale=self.locale)

    def read_amount(self, typed: str, decimals: int = 2) -> int | None:
        """Return the amount that somebody typed, in units of its last decimal: cents where there
        are two. None if it has more decimals or more than seven digits before them, or is no
        amount.

        The sign that sets off thousands in this language is taken for the decimal mark, as some
        keyboards have no other, where it cannot set off any: in `0.50` and in `0.005`.
        """
        figure, group = typed.strip(), "," if self._mark == "." else "."
        if not re.fullmatch("[0-9.,]+", figure):
            return None
        if re.fullmatch(rf"0?[{group}][0-9]*|[0-9]+[{group}][0-9]{{0,2}}", figure):
            figure = figure.replace(group, self._mark)
        try:
            units = numbers.parse_decimal(figure, self.locale, strict=True).scaleb(decimals)
        except numbers.NumberFormatError:
            return None
        whole = units == units.to_integral_value()
        return int(units) if whole and units < 10 ** (7 + decimals) else None

    def day(self, date: Date) -> str:
        """Return a date with its weekday: Freitag, 20. November."""
        pattern = "EEEE, d. MMMM" if self.language == "de" else "EEEE, d MMMM"
        return dates.format_date(date, pattern, locale=self.locale)

    def day_and_year(self, date: Date) -> str:
        """Return a date in full."""
        return dates.format_date(date, "long", locale=self.locale)

    def dated(self, date: Date, *more: str) -> str:
        """Return a date in full with what else is known of it, such as the place."""
        return " · ".join(filter(None, [self.day_and_year(date), *more]))

    def full_day(self, date: Date) -> str:
        """Return a date with its weekday and its year."""
        return dates.format_date(date, "full", locale=self.locale)

    def short_day(self, date: Date) -> str:
        """Return a date in figures, for a column: 20.11.2026, 20/11/2026."""
        return dates.format_date(date, "dd.MM.yyyy" if self.language == "de" else "dd/MM/yyyy",
                                 locale=self.locale)

    def month(self, date: Date) -> str:
        """Return a month in short, for below a chart: Nov."""
        return dates.format_date(date, "LLL", locale=self.locale).rstrip(".")

    def moment(self, milliseconds: int) -> str:
        """Return a time, in milliseconds since 1970, as date and time on this device's clock."""
        moment = on_this_clock(milliseconds)
        day = dates.format_date(moment, "medium", locale=self.locale)
        return f"{day}, {dates.format_time(moment, 'HH:mm:ss', locale=self.locale)}"

    def clock(self, milliseconds: int) -> str:
        """Return the time of day, in milliseconds since 1970, on this device's clock."""
        return dates.format_time(on_this_clock(milliseconds), "H:mm", locale=self.locale)

    def lately(self, milliseconds: int, now: int) -> Message:
        """Return a time that has passed as a person says it, to stand behind "last here". now: as
        the time itself, in milliseconds since 1970."""
        days = (on_this_clock(now).date() - on_this_clock(milliseconds).date()).days
        clock = self.clock(milliseconds)
        if days == 0:
            return say("at {time}", time=clock)
        return say("yesterday, {time}", time=clock) if days == 1 else \
            say("on {day}", day=on_this_clock(milliseconds).date())


MONTHS = {start: month for month, starts in enumerate(
    ("jan jän", "feb", "mär mar mrz", "apr", "mai may", "jun", "jul", "aug", "sep", "okt oct",
     "nov", "dez dec"), 1) for start in starts.split()}
"""The months by how their names begin, in German and English."""


def read_day(typed: str) -> Date | None:
    """Return the day that was typed, as people write one: 20.5.2021, 20.5.21, 20/05/2021, 20 May
    2021, May 20, 2021, 20. Mai 2021 or 2021-05-20; None if it is none."""
    parts = re.findall(r"[0-9]+|[^\W\d_]+", typed)
    if len(parts) != 3 or not re.fullmatch(r"[\w\s.,/-]+", typed):
        return None
    if "-" in typed or len(parts[0]) == 4:
        year, month, day = parts
    else:
        first, second, year = parts
        day, month = (second, first) if first.isalpha() else (first, second)
    if len(year) != 4 and (len(year) != 2 or "-" in typed):
        return None
    try:
        return Date(int(year) + (2000 if len(year) == 2 else 0), MONTHS[month[:3].casefold()]
                    if month.isalpha() else int(month), int(day))
    except (KeyError, ValueError):
        return None


def typed_day(day: Date, t: Words) -> str:
    """Return a day as somebody would type it for `read_day`."""
    return f"{day.day}.{day.month}.{day.year}" if t.language == "de" else \
        f"{day.day}/{day.month}/{day.year}"
