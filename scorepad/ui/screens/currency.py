"""Which currency an evening is played in, before anybody says so. No Flet here."""

from babel import Locale, UnknownLocaleError
from babel.numbers import get_territory_currencies, list_currencies

from scorepad.games import GAMES
from scorepad.service import Service

CURRENCY = "currency"
"""Under this name the device keeps what was chosen."""

USUAL = ("EUR", "CHF", "USD", "GBP")
"""What is one tap away."""

POSIX = "POSIX"
"""How a computer calls its language that was never told one."""


def usual_currency(service: Service, region: str) -> str:
    """What money is in where an evening has none yet: as chosen, or as in the game that was begun
    last, or as people pay in that region."""
    latest = [sheet for game in GAMES if (sheet := service.latest_sheet(game.id))]
    return service.kept(CURRENCY) or (
        max(latest, key=lambda sheet: sheet.sheet).currency if latest else currency_of(region))


def region_of(language: str) -> str:
    """CH of de-CH or gsw-Latn-CH; empty where a language is spoken nowhere in particular."""
    try:
        locale = Locale.parse(language.replace("-", "_"))
        return "" if locale.variant == POSIX else locale.territory or ""
    except (ValueError, UnknownLocaleError):
        return ""


def currency_of(region: str) -> str:
    """What people pay with there today, the euro where that is not known."""
    return next(iter(get_territory_currencies(region)), "EUR") if region else "EUR"


def read_currency(typed: str) -> str | None:
    """The code of ISO 4217 that somebody typed, in any case; None if there is none like that."""
    code = typed.strip().upper()
    return code if code in list_currencies() else None
