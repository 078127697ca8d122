"""The club's own rules as they are offered.

Two devices may each have kept some under one name. Equal ones are one; of the others all but the
first say behind their name whose they are, the same on every device, and nothing is written for
that.
"""

from dataclasses import dataclass, field

from scorepad.book.facts import RuleSetKept
from scorepad.book.record import RuleSet

LONGEST = 60
"""Letters of a name, at most."""


@dataclass
class KeptRules:
    """The rule sets that were kept and not dropped, in the order in which they were first kept."""

    _facts: dict[str, RuleSetKept] = field(default_factory=dict)
    _authors: dict[str, str] = field(default_factory=dict)

    def keep(self, fact: RuleSetKept, by: str) -> None:
        """Add a rule set, or replace the one with the same id; by: who did that."""
        self._facts[fact.id], self._authors[fact.id] = fact, by

    def drop(self, own: str) -> None:
        """Remove a rule set, if it is there."""
        self._facts.pop(own, None)

    def fact(self, own: str) -> RuleSetKept | None:
        """Return what was written last about a rule set; None if it is not there."""
        return self._facts.get(own)

    def alike(self, own: str) -> list[str]:
        """Return the ids of the rule sets that are one with this one, its own included; raises
        KeyError for one that is not there."""
        known = self._facts[own]
        return [each.id for each in self._facts.values()
                if (each.game, each.name, each.rules) == (known.game, known.name, known.rules)]

    def records(self) -> tuple[RuleSet, ...]:
        """Return the rule sets, no two of a game under one name."""
        found: dict[tuple[str, str], RuleSet] = {}
        for fact in self._facts.values():
            if self.alike(fact.id)[0] == fact.id:
                name, number = fact.name, 1
                while (fact.game.id, name) in found:
                    by = self._authors[fact.id] if number == 1 else str(number)
                    name, number = _with(fact.name, by), number + 1
                found[fact.game.id, name] = RuleSet(fact.game, name, fact.rules, fact.id)
        return tuple(found.values())


def _with(name: str, suffix: str) -> str:
    """Return a name with something behind it, both cut off where they would be too long."""
    behind = f" ({suffix[:LONGEST // 2]})" if suffix else ""
    return f"{name[:LONGEST - len(behind)].rstrip()}{behind}"
