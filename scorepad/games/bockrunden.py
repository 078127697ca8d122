"""Bockrunden that a game's own reasons start, and hands of another kind that follow them."""

from typing import Any, ClassVar

from scorepad.games.bock import BOCK, BockStack, bockrunden
from scorepad.games.multiplier import (
    Multiplier,
    Multipliers,
    after_a_hand,
    factor_of,
    holding,
    in_turn,
)
from scorepad.games.protocols import Multiplies
from scorepad.games.table import Table


class StartsBock(Multiplies):
    """A game whose rules have the options of `bock`. Its scores keep in `why.bonus` the points that
    no Bock doubles."""

    explains_factors: ClassVar[bool] = True
    follows: ClassVar[str] = ""
    """The title of the hands that may follow a Bockrunde, as many as it has."""

    def reasons(self, hand: Any, table: Table[Any], score: Any) -> int:
        """Return how many reasons for Böcke there are in a verified hand."""
        raise NotImplementedError

    def has_following(self, rules: Any) -> bool:
        """Return whether such hands follow by these rules."""
        return False

    def is_following(self, multipliers: Multipliers) -> bool:
        """Return whether the next hand is one of them."""
        return bool(multipliers) and self.follows in [
            each.title for each in holding(multipliers)]

    def multiply(self, hand: Any, table: Table[Any], score: Any,
                 multipliers: Multipliers) -> tuple[Any, Multipliers]:
        """Double the hand for each Bockrunde that runs, and begin those that it starts with the
        next one; a hand that follows a Bockrunde starts none."""
        rules = table.rules
        if not multipliers and not rules.bock:
            return score, ()
        factor, left = factor_of(multipliers), after_a_hand(multipliers)
        score = score._replace(multipliers=holding(multipliers), points=tuple([
            (points - fixed) * factor + fixed
            for points, fixed in zip(score.points, score.why.bonus)]))
        if self.is_following(multipliers) or multipliers and rules.bock_stack == BockStack.IGNORE:
            return score, left
        rounds = bockrunden(self.reasons(hand, table, score), rules.bock_per_hand)
        one = Multiplier(BOCK, 2, rules.bock_hands or len(table.seats))
        more = (one, one._replace(title=self.follows, factor=1)) \
            if self.has_following(rules) else (one,)
        return score, left + more * rounds if rules.bock_stack == BockStack.STACK \
            else in_turn(left, more * rounds)
