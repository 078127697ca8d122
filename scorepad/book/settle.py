"""From balances to the fewest payments that settle them."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

EXACT_UP_TO = 12
"""With more people than this who owe or are owed, the payments may be one or two too many."""


class Transfer(NamedTuple):
    """`debtor` pays `creditor` so many cents."""

    debtor: str
    creditor: str
    cents: int


def settle(balances: Mapping[str, int]) -> tuple[Transfer, ...]:
    """The fewest payments after which everyone is even, larger amounts first, then by names.

    balances: cents that each person receives (negative: pays), adding up to 0. Fewest, because
    people who are even among themselves need one payment less than they are many: so the
    largest possible number of such groups is formed. Raises ValueError if the sum is not 0.
    """
    if sum(balances.values()):
        raise ValueError(f"balances add up to {sum(balances.values())} cents, not 0")
    people = {name: cents for name, cents in sorted(balances.items()) if cents}
    transfers = [transfer for group in _groups(people) for transfer in _pay(group)]
    return tuple(sorted(transfers, key=lambda transfer: (
        -transfer.cents, transfer.debtor, transfer.creditor)))


def _groups(people: Mapping[str, int]) -> list[dict[str, int]]:
    """As many groups as possible that are even among themselves."""
    if not 0 < len(people) <= EXACT_UP_TO:
        return [dict(people)]
    names, cents = list(people), tuple(people.values())
    return [{names[i]: cents[i] for i in range(len(names)) if group >> i & 1}
            for group in _even_groups(cents)]


@lru_cache(maxsize=64)
def _even_groups(cents: tuple[int, ...]) -> tuple[int, ...]:
    """The groups as bit sets.

    A chain of people, each joining those before, closes a group whenever the sum is 0. `closed`
    holds the most groups that a chain through a set can close, over all its last members.
    """
    size = 1 << len(cents)
    sums, closed, last = [0] * size, [0] * size, [0] * size
    for group in range(1, size):
        lowest = group & -group
        sums[group] = sums[group ^ lowest] + cents[lowest.bit_length() - 1]
        last[group] = max((1 << i for i in range(len(cents)) if group >> i & 1),
                          key=lambda member: closed[group ^ member])
        closed[group] = closed[group ^ last[group]] + (sums[group] == 0)
    groups, chain, end = [], size - 1, size - 1
    while chain:
        chain ^= last[chain]
        if sums[chain] == 0:
            groups.append(end ^ chain)
            end = chain
    return tuple(groups)


def _pay(group: Mapping[str, int]) -> list[Transfer]:
    """One payment less than the group has people: the largest debt to the largest claim."""
    open_balances = dict(group)
    transfers = []
    while any(open_balances.values()):
        debtor = min(open_balances, key=lambda name: (open_balances[name], name))
        creditor = min(open_balances, key=lambda name: (-open_balances[name], name))
        cents = min(-open_balances[debtor], open_balances[creditor])
        open_balances[debtor] += cents
        open_balances[creditor] -= cents
        transfers.append(Transfer(debtor, creditor, cents))
    return transfers
