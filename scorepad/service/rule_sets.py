"""The use cases of the club's own rules."""

from typing import Any

from scorepad.book import facts
from scorepad.book.record import RuleSet
from scorepad.book.rule_sets import KeptRules
from scorepad.games import BY_ID
from scorepad.games.game import Game, Problem, Rules
from scorepad.i18n.message import say
from scorepad.service.open_book import OpenBook
from scorepad.service.refusals import Refused, as_kept, faults_of_name, new_id


class RuleSets:
    """The club's own rules of its games."""

    def __init__(self, book: OpenBook) -> None:
        self._book = book

    @property
    def _known(self) -> KeptRules:
        return self._book.current().rule_sets

    def of(self, game: Game[Any, Any]) -> list[RuleSet]:
        """Return the club's own rules of a game, sorted by name."""
        kept = self._book.current().rule_sets.records()
        return sorted([each for each in kept if each.game.id == game.id],
                      key=lambda each: each.name.casefold())

    def keep(self, game: Game[Any, Any], name: str, rules: Rules, own: str = "") -> str:
        """Keep rules under a name, or replace those with the id `own`; returns the id.

        Raises `Refused` if the name is invalid, or if another set of the game has it.
        """
        name, game = as_kept(name), BY_ID[game.id]
        faults = faults_of_name(name, "name")
        if any(kept.name == name and kept.id != own for kept in self.of(game)):
            faults.append(Problem(("name",), say(
                "{name} already belongs to other rules", name=name)))
        if faults:
            raise Refused(*faults)
        fact, known = facts.RuleSetKept(own or new_id(), game, name, rules), self._known
        if known.fact(own) != fact:
            others = known.alike(own) if known.fact(own) else []
            self._book.write(fact, *[facts.RuleSetDropped(each) for each in others if each != own])
        return fact.id

    def drop(self, own: str) -> None:
        """Stop offering a rule set; raises KeyError for one that is not there."""
        self._book.write(*map(facts.RuleSetDropped, self._known.alike(own)))

    def bring_back(self, kept: RuleSet) -> None:
        """Offer a dropped rule set again."""
        self._book.write(facts.RuleSetKept(kept.id, kept.game, kept.name, kept.rules))
