"""Bockrunden: rounds of hands that count double, and the hands of another kind after them."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar

from scorepad.games import protocols
from scorepad.games.table import Table, option
from scorepad.i18n.message import N_

BOCK = "Bock"

MOST_LETTERS = 100
"""The letters of all reasons together that a table has named."""


class BockStack(StrEnum):
    """The place of new Böcke while others run: after them, beside them, or none."""

    APPEND = "append"
    STACK = "stack"
    IGNORE = "ignore"


class BockPerHand(StrEnum):
    """The number of Bockrunden that one hand can start."""

    ONE = "one"
    EACH = "each"


class BockCovers(StrEnum):
    """The points that a Bock doubles: all, or the value without extra points."""

    ALL = "all"
    VALUE = "value"


def bockrunden(reasons: int, per_hand: str) -> int:
    """Return how many Bockrunden a hand with so many reasons starts."""
    return reasons if per_hand == BockPerHand.EACH else min(1, reasons)


def bock_after(running: protocols.Multipliers, rounds: int, hands: int,
               stack: str) -> protocols.Multipliers:
    """Return what holds for the hands after one that starts so many Bockrunden (`rounds`), each of
    so many `hands`. running: what held for the hand itself, which uses up one hand of it; stack: a
    value of `BockStack`."""
    left = protocols.after_a_hand(running)
    if not rounds or running and stack == BockStack.IGNORE:
        return left
    one = protocols.Multiplier(BOCK, 2, hands)
    left += (one,) * rounds
    return left if stack == BockStack.STACK else \
        (one._replace(hands=sum([each.hands for each in left])),)


# --- options, for games in which a table says what starts a Bockrunde ---------------------------


def bock_option(reasons: Mapping[Any, str]) -> Any:
    """Return the field of the option that lists what starts a Bockrunde."""
    return option((), "Bockrunden", N_("What starts a round of hands that count double. Nothing "
                                       "chosen: there are none."), reasons, several=True)


def bock_hands_option() -> Any:
    """Return the field of the option that says how many hands a Bockrunde has."""
    return option(None, N_("Hands in a Bockrunde"),
                  N_("Empty: as many as there are players at the table."),
                  bounds=(1, 100), optional=True, matters=_has_bock)


def bock_stack_option() -> Any:
    """Return the field of the option that says what becomes of a reason while Böcke run."""
    return option(
        BockStack.APPEND, N_("Böcke in a Bockrunde"),
        N_("New Böcke follow the running ones, run alongside and double once more, or there are "
           "none."),
        {BockStack.APPEND: N_("Follow"), BockStack.STACK: N_("Run alongside"),
         BockStack.IGNORE: N_("No new ones")}, matters=_has_bock)


def bock_per_hand_option() -> Any:
    """Return the field of the option that says how many Bockrunden one hand starts."""
    return option(
        BockPerHand.ONE, N_("Several reasons in one hand"),
        N_("One Bockrunde per hand, or one for each reason."),
        {BockPerHand.ONE: N_("One Bockrunde"), BockPerHand.EACH: N_("One for each")},
        matters=_has_bock)


def named_option() -> Any:
    """Return the field of the option that names reasons of the table's own for Böcke."""
    return option("", N_("More reasons for Böcke"), N_(
        "Names of your own, between commas, such as Schweinchen. Each gets a key."),
        letters=MOST_LETTERS, noted=True)


def named_in(text: str) -> tuple[str, ...]:
    """Return the reasons that such an option names, each once."""
    return tuple(dict.fromkeys(filter(None, map(str.strip, text.split(",")))))


def _has_bock(rules: Any) -> bool:
    return bool(rules.bock or getattr(rules, "bock_namen", ""))


class StartsBock(protocols.Multiplies):
    """A game whose rules have the options of `bock`. Its scores keep in `why.bonus` the points that
    no Bock doubles."""

    explains_factors: ClassVar[bool] = True
    afterwards: ClassVar[str] = ""
    """The title of the hands that may follow a Bockrunde, as many as it has."""

    def reasons(self, hand: Any, table: Table[Any], score: Any) -> int:
        """Return how many reasons for Böcke there are in a verified hand."""
        raise NotImplementedError

    def has_following(self, rules: Any) -> bool:
        """Return whether such hands follow by these rules."""
        return False

    def is_following(self, multipliers: protocols.Multipliers) -> bool:
        """Return whether the next hand is one of them."""
        return bool(multipliers) and self.afterwards in [
            each.title for each in protocols.holding(multipliers)]

    def multiply(self, hand: Any, table: Table[Any], score: Any,
                 multipliers: protocols.Multipliers) -> tuple[Any, protocols.Multipliers]:
        """Double the hand for each Bockrunde that runs, and begin those that it starts with the
        next one; a hand that follows a Bockrunde starts none."""
        rules = table.rules
        if not multipliers and not rules.bock:
            return score, ()
        factor, left = protocols.factor_of(multipliers), protocols.after_a_hand(multipliers)
        score = score._replace(multipliers=protocols.holding(multipliers), points=tuple([
            (points - fixed) * factor + fixed
            for points, fixed in zip(score.points, score.why.bonus)]))
        if self.is_following(multipliers) or multipliers and rules.bock_stack == BockStack.IGNORE:
            return score, left
        rounds = bockrunden(self.reasons(hand, table, score), rules.bock_per_hand)
        one = protocols.Multiplier(BOCK, 2, rules.bock_hands or len(table.seats))
        more = (one, one._replace(title=self.afterwards, factor=1)) \
            if self.has_following(rules) else (one,)
        return score, left + more * rounds if rules.bock_stack == BockStack.STACK \
            else protocols.in_turn(left, more * rounds)
