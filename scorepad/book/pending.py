"""The choices made for the next hand of a sheet: who deals it, who sits down, which rules hold."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scorepad.book import facts
from scorepad.book.facts import Entry, Fact
from scorepad.book.tellings import by_telling, last_said
from scorepad.games.game import Rules, Seat


class Pending(NamedTuple):
    """Choices made for the next hand: who deals it, who sits at the table, which rules hold from
    it on. None where nobody chose."""

    dealer: Seat | None = None
    seats: tuple[Seat, ...] | None = None
    rules: Rules | None = None

    def after(self, fact: Fact) -> "Pending":
        """Return the choices after one more fact, which may change one of them."""
        match fact:
            case facts.DealerNamed(dealer=dealer):
                return self._replace(dealer=dealer)
            case facts.SeatsTaken(seats=seats):
                return self._replace(seats=seats)
            case facts.RulesChanged(rules=rules):
                return self._replace(rules=rules)
        return self


NOTHING_SAID = Pending()

CHOICES = facts.DealerNamed, facts.SeatsTaken, facts.RulesChanged


class Choices:
    """The choices for next hands where hands were written apart: each is for the next hand of
    whoever knew of it, or of another telling of it.

    again: the entries that tell a choice again, each with the one that told it first.
    """

    def __init__(self, steps: Sequence[Entry], again: Mapping[str, str]) -> None:
        self._made = by_telling(steps, CHOICES, again)
        self._place = {entry.id: number for number, entry in enumerate(steps)}
        self._hands: dict[str, list[Entry]] = {}
        for entry in steps:
            if type(entry.fact) is facts.HandRecorded:
                self._hands.setdefault(entry.fact.id, []).append(entry)

    def _knows(self, hand: str, tellings: Sequence[Entry]) -> bool:
        return any(self._place[choice.id] < self._place[each.id] and each.id not in choice.apart
                   for choice in tellings for each in self._hands.get(hand, ()))

    def of(self, hand: str, before: str) -> Pending:
        """Return the choices for a hand; before: the one that it follows. Both are ids."""
        return self._sum(tellings for tellings in self._made if self._knows(hand, tellings)
                    and not self._knows(before, tellings))

    def left(self) -> Pending:
        """Return the choices for the next hand: those that no hand's writer knew."""
        return self._sum(tellings for tellings in self._made
                    if not any(self._knows(hand, tellings) for hand in self._hands))

    def _sum(self, choices: Iterable[Sequence[Entry]]) -> Pending:
        made, pending = list(choices), NOTHING_SAID
        for kind in CHOICES:
            said = [tellings for tellings in made if isinstance(tellings[0].fact, kind)]
            if (last := last_said(said, self._place)) is not None:
                pending = pending.after(last)
        return pending
