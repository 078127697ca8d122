"""From balances to the fewest payments that settle them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from scorepad.book.record import PaymentNote
from scorepad.book.scoresheet import Scoresheet

EXACT_UP_TO = 14
"""With more people than this who owe or are owed, leaving out any two who are even with each other,
there may be more payments than needed."""


class Payment(NamedTuple):
    """Cents that `debtor` pays `creditor`; id: of the note of it, empty while it is due."""

    debtor: str
    creditor: str
    cents: int
    id: str = ""

    @property
    def paid(self) -> bool:
        """True if the money has been paid."""
        return bool(self.id)


class Source(NamedTuple):
    """A part of somebody's balance, in cents, and where it comes from.

    sheet: index of the sheet; match: which one on it, counted from 1, 0 for one that still runs.
    """

    sheet: int
    match: int
    cents: int


@dataclass(frozen=True)
class Settlement:
    """The settlement of one currency of an evening.

    balances: cents that everyone receives (negative: pays), adding up to 0; sources: the parts of
    each balance; payments: those made and those still due, after which everyone is even.
    """

    currency: str
    balances: Mapping[str, int]
    sources: Mapping[str, tuple[Source, ...]]
    payments: tuple[Payment, ...]


def settlements(sheets: Sequence[Scoresheet],
                made: Sequence[PaymentNote] = ()) -> tuple[Settlement, ...]:
    """Return the settlements of an evening's sheets, one for each currency at stake. made: the
    payments already made."""
    currencies = dict.fromkeys(sheet.record.currency for sheet in sheets
                               if sheet.payout is not None)
    return tuple([_settlement(currency, sheets, made) for currency in currencies])


def _settlement(currency: str, sheets: Sequence[Scoresheet],
                made: Sequence[PaymentNote]) -> Settlement:
    sources: defaultdict[str, list[Source]] = defaultdict(list)
    for index, sheet in enumerate(sheets):
        if sheet.payout is None or sheet.record.currency != currency:
            continue
        for seat, name in enumerate(sheet.record.names):
            found = [Source(index, number, match.payout[seat])
                     for number, match in enumerate(sheet.matches, 1) if match.payout]
            if running := sheet.payout[seat] - sum(source.cents for source in found):
                found.append(Source(index, 0, running))
            sources[name] += found
    balances = {name: sum(source.cents for source in parts) for name, parts in sources.items()}
    return Settlement(currency, balances,
                      {name: tuple(parts) for name, parts in sources.items()},
                      payments(balances, [note for note in made if note.currency == currency]))


def payments(balances: Mapping[str, int], made: Sequence[PaymentNote]) -> tuple[Payment, ...]:
    """Return the fewest payments that make everyone even; those already made are marked as paid.

    Where something was paid that the balances no longer ask for, because a hand was corrected
    since, all payments made come first, followed by what makes everyone even after them.
    """
    paid = [Payment(note.debtor, note.creditor, note.cents, note.stamp.id or "paid")
            for note in made]
    ticks = {payment[:3]: payment for payment in paid}
    due = settle(balances)
    if len(ticks) == len(paid) and ticks.keys() <= {payment[:3] for payment in due}:
        return tuple([ticks.get(payment[:3], payment) for payment in due])
    rest = dict(balances)
    for payment in paid:
        rest[payment.debtor] = rest.get(payment.debtor, 0) + payment.cents
        rest[payment.creditor] = rest.get(payment.creditor, 0) - payment.cents
    return (*paid, *settle(rest))


def settle(balances: Mapping[str, int]) -> tuple[Payment, ...]:
    """Return the fewest payments after which everyone is even, by amount (largest first) and names.

    balances: cents that each person receives (negative: pays), adding up to 0. A group that is
    even among itself needs one payment less than it has people, so the largest possible number
    of such groups is formed. Raises ValueError if the sum is not 0.
    """
    if sum(balances.values()):
        raise ValueError(f"balances add up to {sum(balances.values())} cents, not 0")
    people = {name: cents for name, cents in sorted(balances.items()) if cents}
    transfers = [transfer for group in _groups(people) for transfer in _pay(group)]
    return tuple(sorted(transfers, key=lambda transfer: (
        -transfer.cents, transfer.debtor, transfer.creditor)))


def _groups(people: Mapping[str, int]) -> list[dict[str, int]]:
    """Return as many groups as possible that are even among themselves."""
    rest, groups = dict(people), []
    if len(people) > EXACT_UP_TO:  # two who are even are never better off in larger groups
        for name, cents in people.items():
            other = next((each for each in rest if rest[each] == -cents), None)
            if name in rest and other is not None:
                groups.append({name: rest.pop(name), other: rest.pop(other)})
    if not 0 < len(rest) <= EXACT_UP_TO:
        return [*groups, rest]
    names, amounts = list(rest), tuple(rest.values())
    return groups + [{names[i]: amounts[i] for i in range(len(names)) if group >> i & 1}
                     for group in _even_groups(amounts)]


@lru_cache(maxsize=64)
def _even_groups(cents: tuple[int, ...]) -> tuple[int, ...]:
    """Return the groups as bit sets of people.

    People join a chain one by one, and whenever its sum is 0 a group is complete. For every set
    of people, `closed` holds the most groups that a chain of them can complete, and `last` the
    person who joins last in such a chain.
    """
    size = 1 << len(cents)
    sums, closed, last = [0] * size, [0] * size, [0] * size
    for group in range(1, size):
        lowest = group & -group
        sums[group] = sums[group ^ lowest] + cents[lowest.bit_length() - 1]
        most, rest = -1, group
        while rest:
            member = rest & -rest
            if closed[group ^ member] > most:
                most, last[group] = closed[group ^ member], member
            rest ^= member
        closed[group] = most + (sums[group] == 0)
    groups, chain, end = [], size - 1, size - 1
    while chain:
        chain ^= last[chain]
        if sums[chain] == 0:
            groups.append(end ^ chain)
            end = chain
    return tuple(groups)


def _pay(group: Mapping[str, int]) -> list[Payment]:
    """Return a group's payments, largest debt to largest claim: at most one fewer than people."""
    open_balances = dict(group)
    transfers = []
    while any(open_balances.values()):
        debtor = min(open_balances, key=lambda name: (open_balances[name], name))
        creditor = min(open_balances, key=lambda name: (-open_balances[name], name))
        cents = min(-open_balances[debtor], open_balances[creditor])
        open_balances[debtor] += cents
        open_balances[creditor] -= cents
        transfers.append(Payment(debtor, creditor, cents))
    return transfers
