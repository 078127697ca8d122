"""The choices made for the next hand of a sheet: who deals it, who sits down, which rules hold."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scorepad.book import facts
from scorepad.book.facts import Entry, Fact
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


class Choices:
    """The choices for next hands where hands were written apart: each is for the next hand of
    whoever knew of it."""

    def __init__(self, steps: Sequence[Entry]) -> None:
        self._made = [entry for entry in steps
                      if isinstance(entry.fact, facts.DealerNamed | facts.SeatsTaken
                                    | facts.RulesChanged)]
        self._place = {entry.id: number for number, entry in enumerate(steps)}
        self._hands = {entry.fact.id: entry for entry in steps
                       if type(entry.fact) is facts.HandRecorded}

    def _knows(self, hand: Entry, choice: Entry) -> bool:
        return self._place[choice.id] < self._place[hand.id] and choice.id not in hand.apart

    def of(self, hand: Entry, before: str) -> Pending:
        """Return the choices for a hand; before: the id of the hand that it follows."""
        earlier = self._hands.get(before)
        return self._sum(choice for choice in self._made if self._knows(hand, choice)
                         and not (earlier and self._knows(earlier, choice)))

    def left(self) -> Pending:
        """Return the choices for the next hand: those that no hand's writer knew."""
        return self._sum(choice for choice in self._made if not any(
            self._knows(hand, choice) for hand in self._hands.values()))

    def _sum(self, choices: Iterable[Entry]) -> Pending:
        pending = NOTHING_SAID
        for choice in choices:
            pending = pending.after(choice.fact)
        return pending
