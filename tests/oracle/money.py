"""Who owes whom how much, and with how few payments it is settled."""

from itertools import combinations
from typing import Any

Json = dict[str, Any]


def summed(figures_of_each: list[dict[str, int]], players: list[str]) -> dict[str, int]:
    """Added up, player by player."""
    return {name: sum(each.get(name, 0) for each in figures_of_each) for name in players}


def fewest_transfers(payout: dict[str, int]) -> int:
    """How many payments settle it at the least: every group that sums to zero saves one."""
    open_ = [cents for cents in payout.values() if cents]
    return len(open_) - most_groups(open_)


def most_groups(amounts: list[int]) -> int:
    """Into how many groups that each sum to zero the amounts can be split; they sum to zero."""
    if not amounts:
        return 0
    first, rest = amounts[0], amounts[1:]
    best = 1
    for size in range(1, len(rest)):
        for chosen in combinations(range(len(rest)), size):
            if first + sum(rest[i] for i in chosen) == 0:
                others = [rest[i] for i in range(len(rest)) if i not in chosen]
                best = max(best, 1 + most_groups(others))
    return best


def fault_of_transfers(transfers: list[Json], payout: dict[str, int]) -> str | None:
    """What is wrong with transfers that should settle `payout` with as few payments as can be."""
    moved = dict(payout)
    for transfer in transfers:
        if transfer["cents"] <= 0:
            return f"nobody pays {transfer['cents']} cents"
        moved[transfer["from"]] += transfer["cents"]
        moved[transfer["to"]] -= transfer["cents"]
    if any(moved.values()):
        return f"left unsettled: {moved}"
    if len(transfers) != fewest_transfers(payout):
        return f"{len(transfers)} payments where {fewest_transfers(payout)} do"
    return None
