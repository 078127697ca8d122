"""The lists of a tournament as sheets that begin, and which of them are written now."""

from dataclasses import replace
from typing import Any

from scorepad.book.facts import SheetOpened
from scorepad.book.journal import Journal
from scorepad.service.roles import OneList
from scorepad.tournament.journal import Read


def opening(read: Read, which: OneList) -> SheetOpened:
    """Return how a list begins."""
    made = read.tournament
    numbers = made.draws[which.round - 1].tables[which.table - 1]
    rules: Any = made.rules
    if hasattr(rules, "hands"):
        rules = replace(rules, hands=made.hands_at[len(numbers)])
    return SheetOpened(which.sheet, which.evening, made.game,
                       tuple([read.players[each] for each in numbers]), 0, rules)


def of_last_round(read: Read) -> list[OneList]:
    """Return the lists of the round that was drawn last, by table."""
    made = read.tournament
    return [OneList(made.id, round, table, sheet) for (round, table), sheet in read.lists.items()
            if round == len(made.draws)]


def written_now(book: Journal, evening: str) -> dict[OneList, SheetOpened]:
    """Return the lists of an evening whose round is played, each with how it begins; none where it
    is closed, or no tournament."""
    journal = book.evenings.get(evening)
    if journal is None or journal.closed or journal.tournament.began is None:
        return {}
    read = journal.held(book.names, ())
    return {each: opening(read, each) for each in of_last_round(read)} if read else {}
