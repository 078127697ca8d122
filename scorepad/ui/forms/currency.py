"""The currency of an evening before anybody has chosen one. No Flet here."""

from babel import Locale, UnknownLocaleError
from babel.numbers import get_territory_currencies, list_currencies

from scorepad.book.facts import SheetOpened
from scorepad.games import GAMES
from scorepad.service import Service

CURRENCY = "currency"
"""The key under which the device keeps the chosen currency."""

USUAL = ("EUR", "CHF", "USD", "GBP")
"""The currencies that are one tap away."""

POSIX = "POSIX"
"""The variant in the locale of a computer whose language was never set."""


def last_begun(service: Service) -> SheetOpened | None:
    """Return how the sheet that was begun last was set up; None if there is none."""
    latest = [sheet for game in GAMES if (sheet := service.latest_sheet(game.id))]
    return max(latest, key=lambda sheet: sheet.sheet, default=None)


def usual_currency(service: Service, region: str) -> str:
    """Return the currency of an evening that has none yet: the chosen one, otherwise that of the
    game that was begun last, otherwise that of the region."""
    latest = last_begun(service)
    return service.kept(CURRENCY) or (latest.currency if latest else currency_of(region))


def region_of(language: str) -> str:
    """Return the region of a language, such as CH of de-CH or gsw-Latn-CH; empty if it names
    none."""
    try:
        locale = Locale.parse(language.replace("-", "_"))
        return "" if locale.variant == POSIX else locale.territory or ""
    except (ValueError, UnknownLocaleError):
        return ""


def currency_of(region: str) -> str:
    """Return the currency that a region uses today, the euro where that is not known."""
    return next(iter(get_territory_currencies(region)), "EUR") if region else "EUR"


def read_currency(typed: str) -> str | None:
    """Return the ISO 4217 code that somebody typed, in any case; None if there is no such code."""
    code = typed.strip().upper()
    return code if code in list_currencies() else None
