"""Amounts for columns."""

from scorepad.i18n.words import MINUS, Words


def signed_amount(cents: int, t: Words) -> str:
    """Return what somebody receives (+) or pays (−), for a column whose head names the currency."""
    return ("+" if cents > 0 else "") + t.amount(cents).replace("-", MINUS)
