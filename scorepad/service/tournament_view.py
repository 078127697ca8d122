"""A tournament as it stands, for screens, papers and watchers; its lists as sheets that begin, and
which of them are written now."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from scorepad.book.evening_journal import EveningJournal
from scorepad.book.facts import SheetOpened
from scorepad.book.journal import Journal
from scorepad.book.settle import settle
from scorepad.service import roles
from scorepad.service.roles import OneList
from scorepad.service.views import Decision
from scorepad.tournament.cash import Cash
from scorepad.tournament.facts import Entrant, Number, TableList, Tournament
from scorepad.tournament.reading import Read, free_number
from scorepad.tournament.standing import Standing, with_hands


class Begins(NamedTuple):
    """The beginning of a list, and how many hands were agreed on; is_last: whether it is one of the
    round that was drawn last; is_locked: whether its table is locked; replaced: who plays on for
    whom."""

    opened: SheetOpened
    hands: int
    is_last: bool
    is_locked: bool
    replaced: list[tuple[str, str]]


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


class Transfer(NamedTuple):
    """Cents that one start number pays another; None for the box."""

    debtor: Number | None
    creditor: Number | None
    cents: int


@dataclass(frozen=True)
class TournamentView:
    """A tournament as it stands; closed: whether its evening is."""

    id: str
    closed: bool
    read: Read
    standing: Standing
    cash: Cash
    decisions: tuple[Decision, ...]

    @property
    def tournament(self) -> Tournament:
        """The tournament as it counts now."""
        return self.read.tournament

    @property
    def next_round(self) -> int | None:
        """The round that can be drawn next, None after the last."""
        drawn = len(self.tournament.draws)
        return drawn + 1 if drawn < self.tournament.rounds else None

    @property
    def complete(self) -> bool:
        """True once all lists of all rounds are complete."""
        return self.next_round is None and not self.standing.open

    @property
    def dues(self) -> dict[Number, int]:
        """The cents that everybody has yet to pay in, below zero for what they get. Prizes count
        once the last round is complete."""
        return {number: sum(fees) - self.cash.paid(number)
                - (self.cash.prize_of(number) if self.complete else 0)
                for number, fees in sorted(self.cash.fees.items())}

    @property
    def transfers(self) -> list[Transfer]:
        """The fewest payments after which everybody is even, where people pay each other; none
        before the last round is complete."""
        if not self.complete:
            return []
        number = {each.name: each.number for each in self.tournament.entrants}
        owed = {each.name: -self.dues[each.number] for each in self.tournament.entrants}
        return [Transfer(number.get(debtor), number.get(creditor), cents)
                for debtor, creditor, cents, _ in settle({**owed, "": -sum(owed.values())})]

    @property
    def ends_at(self) -> int | None:
        """The end of the last round, in milliseconds since 1970; None if nothing says so, or all is
        over."""
        made = self.tournament
        last = made.draws[-1].at if made.draws else 0
        return last + made.minutes * 60_000 if last and made.minutes \
            and not (self.closed or self.complete) else None

    @property
    def lists(self) -> list[roles.OneList]:
        """The lists that are written now, those of the last round."""
        return [] if self.closed else of_last_round(self.read)

    def kept(self, round: int, table: int) -> TableList | None:
        """Return what was written down of a table, None for nothing."""
        return next((each for each in self.tournament.lists
                     if (each.round, each.table) == (round, table)), None)

    def is_there(self, entrant: Entrant) -> bool:
        """Return whether an entrant plays in the next round, or in the last one."""
        return entrant.is_there(self.next_round or self.tournament.rounds)

    @property
    def free_number(self) -> Number:
        """The start number of whoever enters next."""
        return free_number(self.tournament.by_number)
