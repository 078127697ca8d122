"""What an evening comes to in each currency, and amounts for columns."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from scorepad.words import MINUS, Words

if TYPE_CHECKING:
    from scorepad.service.views import EveningView


class Payment(NamedTuple):
    """`debtor` pays `creditor` so many cents, or has paid them."""

    debtor: str
    creditor: str
    cents: int
    paid: bool = False


class Settled(NamedTuple):
    """What an evening comes to in one currency: what everybody receives (negative: pays) in
    cents, and the payments that make it so."""

    currency: str
    balances: Mapping[str, int]
    payments: tuple[Payment, ...]


def settled_in(evening: "EveningView") -> list[Settled]:
    """One for each currency that was played for."""
    if not evening.balances:
        return []
    return [Settled(evening.currency, evening.balances, tuple(
        Payment(*transfer) for transfer in evening.transfers))]


def signed_amount(cents: int, t: Words) -> str:
    """What somebody receives (+) or pays (−), for a column whose head names the currency."""
    return ("+" if cents > 0 else "") + t.amount(cents).replace("-", MINUS)
