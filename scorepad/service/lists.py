"""The lists of a tournament as sheets that begin, and which of them are written now."""

from collections.abc import Mapping
from typing import NamedTuple

from scorepad.book.evening_journal import EveningJournal
from scorepad.book.facts import SheetOpened
from scorepad.book.journal import Journal
from scorepad.service.roles import OneList
from scorepad.tournament.reading import Read
from scorepad.tournament.standing import with_hands


class Begins(NamedTuple):
    """The beginning of a list, and how many hands were agreed on; is_last: whether it is one of the
    round that was drawn last; is_locked: whether its table is locked; replaced: who plays on for
    whom."""

    opened: SheetOpened
    hands: int
    is_last: bool
    is_locked: bool
    replaced: list[tuple[str, str]]


def may_be_list(sheet: str) -> bool:
    """Return whether a sheet may be the list of a table: no new id is like theirs."""
    return sheet[14:15] == "5"  # the version of a UUID


def beginning(read: Read, which: OneList) -> Begins:
    """Return how a list begins."""
    made = read.tournament
    numbers = made.draws[which.round - 1].tables[which.table - 1]
    hands = made.hands_at[len(numbers)]
    names = [(made.player(each, which.round, hands), made.by_number[each].name)
             for each in numbers]
    return Begins(SheetOpened(which.sheet, which.evening, made.game,
                              tuple([read.players[each] for each in numbers]), 0,
                              with_hands(made.rules, hands)), hands,
                  which.round == len(made.draws), which[1:3] in read.locked,
                  [(plays, entered) for plays, entered in names if plays != entered])


def of_last_round(read: Read) -> list[OneList]:
    """Return the lists of the round that was drawn last, by table."""
    made = read.tournament
    return [OneList(made.id, round, table, sheet) for (round, table), sheet in read.lists.items()
            if round == len(made.draws)]


class Drawn:
    """The lists that were drawn, by evening, as found out last: every hand asks for them."""

    def __init__(self) -> None:
        self._found: dict[str, tuple[EveningJournal, object, Mapping[OneList, Begins]]] = {}

    def on(self, evening: str, book: Journal) -> Mapping[OneList, Begins]:
        """Return the lists that were drawn on an evening, each with its beginning."""
        journal = book.evenings.get(evening)
        if journal is None or journal.tournament.began is None:
            return {}
        state = len(journal.tournament.entries), len(journal.answers)
        found = self._found.get(evening)
        if found is None or found[0] is not journal or found[1] != state:
            read = journal.held(book.names, ())
            found = self._found[evening] = journal, state, {
                own: beginning(read, own) for where, sheet in read.lists.items()
                for own in [OneList(evening, *where, sheet)]} if read else {}
        return found[2]

    def played(self, evening: str, book: Journal) -> Mapping[OneList, Begins]:
        """Return those of them that are written now."""
        return {own: begins for own, begins in self.on(evening, book).items()
                if begins.is_last and not begins.is_locked and not book.evenings[evening].closed}
