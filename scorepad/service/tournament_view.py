"""A tournament as it stands, for screens, papers and watchers."""

from dataclasses import dataclass
from typing import NamedTuple

from scorepad.book.settle import settle
from scorepad.service import lists, roles
from scorepad.service.views import Decision
from scorepad.tournament.cash import Cash
from scorepad.tournament.facts import Entrant, Number, TableList, Tournament
from scorepad.tournament.reading import Read, free_number
from scorepad.tournament.standing import Standing


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
        """The cents that everybody has yet to pay in, below zero for what he gets. Prizes count
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
        return [] if self.closed else lists.of_last_round(self.read)

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
