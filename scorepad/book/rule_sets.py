"""The club's own rules as they are offered, and a preview of what a change does. Pure functions.

Two devices may each have kept some under one name. Equal ones are one; of the others all but the
first say behind their name whose they are, the same on every device, and nothing is written for
that.
"""

from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any, NamedTuple

from scorepad.book.facts import RuleSetKept
from scorepad.book.record import HandRecord, RuleSet, SheetRecord
from scorepad.book.replay import replay
from scorepad.book.scoresheet import Line, Match, Scoresheet
from scorepad.games.game import Game, Problems, Rules
from scorepad.games.protocols import made_by
from scorepad.i18n.message import Message

LONGEST = 60
"""Letters of a name, at most."""


@dataclass
class KeptRules:
    """The rule sets that were kept and not dropped, in the order in which they were first kept."""

    _facts: dict[str, RuleSetKept] = field(default_factory=dict)
    _authors: dict[str, str] = field(default_factory=dict)

    def keep(self, fact: RuleSetKept, by: str) -> None:
        """Add a rule set, or replace the one with the same id; by: who did that, empty for a file,
        which does not say when."""
        if by and not self._authors.get(fact.id, by):
            self._facts.pop(fact.id, None)
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


class ChangedHand(NamedTuple):
    """A hand of the example that comes out differently: its number, its line before and after."""

    number: int
    before: Line
    after: Line


class ChangedEnd(NamedTuple):
    """The end of a match of the example before and after: the number of its last hand and a
    sentence, None where it does not end."""

    before: tuple[int, Message] | None
    after: tuple[int, Message] | None


@dataclass(frozen=True)
class Preview:
    """The example scored by the rules before and after a change, and what differs.

    progress: how far the match has come by each, None where its length was not agreed on.
    """

    before: Scoresheet
    after: Scoresheet
    hands: tuple[ChangedHand, ...]
    ends: tuple[ChangedEnd, ...]
    progress: tuple[Message | None, Message | None]

    @property
    def is_empty(self) -> bool:
        """True if the change makes no difference to the example."""
        before, after = self.progress
        return not self.hands and not self.ends and before == after \
            and not self.pays_otherwise and not self.deals_otherwise

    @property
    def pays_otherwise(self) -> bool:
        """True if somebody receives or pays something else."""
        return self.before.payout != self.after.payout

    @property
    def deals_otherwise(self) -> bool:
        """True if somebody else deals a hand."""
        return dealers(self.before) != dealers(self.after)


def preview(game: Game[Any, Any], before: Rules, after: Rules) -> Preview:
    """Return what playing by `after` instead of `before` changes in the game's example."""
    one, other = example_by(game, before), example_by(game, after)
    return Preview(
        one, other,
        tuple([ChangedHand(number, line, again)
               for number, (line, again) in enumerate(zip(one.lines, other.lines), 1)
               if _came(game, line) != _came(game, again)]),
        tuple([ChangedEnd(*[match and (match.last_hand, score.tell(match))
                            for score, match in zip((one, other), ends)])
               for ends in zip_longest(one.matches, other.matches)
               if _ended(ends[0]) != _ended(ends[1])]),
        (game.progress(one.tally, before), game.progress(other.tally, after)))


def example_by(game: Game[Any, Any], rules: Rules) -> Scoresheet:
    """Return the game's example as scored by these rules."""
    names, hands, stake, ended = game.example
    return replay(SheetRecord(
        made_by(game, rules), names, 0, rules, stake, "EUR",
        [HandRecord(game.read_hand(hand, names)) for hand in hands], ended=ended))


def dealers(score: Scoresheet) -> tuple[str, ...]:
    """Return who deals each hand."""
    return tuple([line.table.names[line.table.dealer] for line in score.lines])


def _came(game: Game[Any, Any], line: Line) -> tuple[object, ...]:
    """Return how a hand came out: its points or why it has none, and who played."""
    return line.points, faults_of(game, line), line.table.active


def faults_of(game: Game[Any, Any], line: Line) -> Problems:
    """Return why a hand of an example cannot be played."""
    return line.problems or game.guard(line.record.hand, line.table)


def _ended(match: Match | None) -> tuple[object, ...] | None:
    """Return the number of the hand with which a match ended, and its outcome."""
    return match and (match.last_hand, match.outcome)
