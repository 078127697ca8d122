"""What may be asked of the club's own rules."""

from collections.abc import Callable
from typing import Any

from scorepad.book import facts
from scorepad.book.journal import Journal
from scorepad.book.record import RuleSet
from scorepad.games.base import Game, Problem, Rules
from scorepad.service.asking import Refused, as_kept, faults_of_name, new_id
from scorepad.text import say


class RuleSets:
    """The club's own rules of its games.

    frame: as it stands in the book now; write: writes facts, all or none.
    """

    def __init__(self, frame: Callable[[], Journal], write: Callable[..., None]) -> None:
        self._frame = frame
        self._write = write

    def of(self, game: Game[Any, Any]) -> list[RuleSet]:
        """The club's own rules of a game, by name."""
        return sorted([kept for kept in self._frame().rule_set_records() if kept.game is game],
                      key=lambda kept: kept.name.casefold())

    def keep(self, game: Game[Any, Any], name: str, rules: Rules, own: str = "") -> str:
        """Keep rules under a name, or say what those with the id `own` are now; returns the id.

        Raises `Refused` if the name is none, or another set of the game has it.
        """
        name = as_kept(name)
        faults = faults_of_name(name, "name")
        if any(kept.name == name and kept.id != own for kept in self.of(game)):
            faults.append(Problem(("name",), say(
                "{name} already belongs to other rules", name=name)))
        if faults:
            raise Refused(*faults)
        fact = facts.RuleSetKept(own or new_id(), game, name, rules)
        if self._frame().rule_sets.get(own) != fact:
            self._write((fact, None))
        return fact.id

    def drop(self, own: str) -> None:
        """A rule set is not offered any more; raises KeyError for one that is not there."""
        self._write((facts.RuleSetDropped(self._frame().rule_sets[own].id), None))

    def bring_back(self, kept: RuleSet) -> None:
        """A rule set that was dropped is offered again."""
        self._write((facts.RuleSetKept(kept.id, kept.game, kept.name, kept.rules), None))
