"""Abilities that only some games have, each as a class that such a game names beside `Game`.

Whoever reads the rest of a game need not know of them, and whoever uses one asks with `isinstance`
whether a game has it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, NamedTuple

from scorepad.games.multiplier import Multipliers
from scorepad.games.problems import Problems
from scorepad.games.table import Seat, Table
from scorepad.games.tally import Points, Tally
from scorepad.games.wager import EINSATZ, Wager
from scorepad.i18n.message import N_, Message, say


class Partien:
    """A game of which a sheet holds one match after another, each paid for when it ends.

    A Partie that the table breaks off has neither winner nor loser, and pays what the table agrees
    on, if anything.
    """

    one_match: ClassVar[bool] = False
    wager: ClassVar[Wager] = EINSATZ

    def balance(self, tally: Tally, stake: int) -> Points | None:
        """Return None: only the end of a match pays."""
        return None

    def why_broken_off(self, agreed: bool) -> Message:
        """Return what became of a Partie that the table broke off, in a phrase; agreed: as for
        `tell_broken_off`."""
        return say("nobody has won, the money was agreed on") if agreed else \
            say("nobody has won")

    def tell_broken_off(self, agreed: bool) -> Message:
        """Return a sentence that says that the table broke off a Partie; agreed: whether it has
        agreed on what it pays."""
        return say("The match was broken off: nobody has won, the money was agreed on") \
            if agreed else say("The match was broken off: nobody has won")


class MadeByRules:
    """A game that its rules make, such as a free sheet: they stay as the sheet began, and a form
    shows them unfolded. Its `balance` says what a running match pays, its `key` what it is told
    apart by in statistics and lists."""

    title: str
    low_is_good: bool

    def by(self, rules: Any) -> Any:
        """Return the game that these rules make of it, with a title and a sense of its points."""
        raise NotImplementedError

    def played_for(self, wager: Wager, rules: Any) -> Any:
        """Return rules by which this wager is played for: a document names one, and the rules leave
        it open."""
        return rules

    def unsaid(self, rules: Any) -> Any:
        """Return the rules without those that the title and the wager say."""
        return rules


def made_by(game: Any, rules: Any) -> Any:
    """Return a game as these rules make it."""
    return game.by(rules) if isinstance(game, MadeByRules) else game


def titles_of(games: Iterable[Any]) -> dict[str, Message]:
    """Return the titles of games by their keys; one that its rules have made says what is good in
    it where another has the same title."""
    different = dict.fromkeys(games)
    alike = Counter([game.title for game in different])
    return {game.key: _titled(game, alike[game.title] > 1) for game in different}


def _titled(game: Any, shares_title: bool) -> Message:
    if not shares_title or not isinstance(game, MadeByRules):
        return Message("{title}", {"title": game.title})
    return say("{title} (low is good)", title=game.title) if game.low_is_good else \
        say("{title} (high is good)", title=game.title)


class SeatsChange:
    """A game in which people join and leave between two hands, and which may have more people at
    the table than play."""

    def active_in(self, hand: Any) -> tuple[Seat, ...] | None:
        """Return who plays this hand if the hand itself says so, else None."""
        return None


class FollowsTally:
    """A game in which who plays, who deals or what a hand is worth depends on how the match
    stands."""

    def turn(self, seats: tuple[Seat, ...], dealer: Seat, rules: Any,
             tally: Tally) -> tuple[Seat, tuple[Seat, ...]]:
        """Return who deals when it would be `dealer`'s turn, and who plays, as the match stands.

        Called instead of `Game.active`.
        """
        return dealer, seats

    def follows(self, rules: Any) -> bool:
        """Return whether anything that has been played depends on it by these rules; a long sheet
        is faster where nothing does."""
        return True


class HasPot:
    """A game with money on the table, which the sheet shows as a purse of its own."""

    pot_title: ClassVar[str] = N_("Pot")

    def pot(self, tally: Tally, rules: Any, stake: int | None) -> int:
        """Return the cents that lie on the table and belong to nobody yet; points where nothing
        is at stake."""
        raise NotImplementedError

    def offer(self, tally: Tally, rules: Any, stake: int | None) -> Message | None:
        """Return what to propose to the table now that the match stands like this, or None."""
        return None


class Multiplies:
    """A game in which a hand may multiply the points of those after it."""

    explains_factors: ClassVar[bool] = False
    """True if the arithmetic of a hand says itself what has multiplied it."""

    left_keys: ClassVar[Mapping[str, str]] = {}
    """By its key in answers, the title of what else holds for hands to come."""

    def refused(self, hand: Any, table: Table[Any], multipliers: Multipliers) -> Problems:
        """Return why a hand cannot be played while these hold; empty if it can."""
        return ()

    def multiply(self, hand: Any, table: Table[Any], score: Any,
                 multipliers: Multipliers) -> tuple[Any, Multipliers]:
        """Return the score as `multipliers` change it, and those that hold for the next hand."""
        raise NotImplementedError


class StarEvent(NamedTuple):
    """Something in a hand that gives stars to a seat; the club's tariff says how many."""

    seat: Seat
    event: str


class GivesStars:
    """A game whose hands and evenings count in the club's ledger of stars."""

    def events(self, hand: Any, table: Table[Any]) -> tuple[StarEvent, ...]:
        """Return the events of a verified hand that give stars."""
        raise NotImplementedError


class HasRe:
    """A game in which one side is Re."""

    def re_of(self, hand: Any) -> tuple[Seat, ...]:
        """Return who was Re in a hand, empty where nobody was."""
        raise NotImplementedError


class Entered(NamedTuple):
    """A game as a list has it: who played it alone, what he wrote for the game itself, what
    everybody wrote besides, and whether it was won."""

    spieler: Seat
    points: int
    bonus: Points
    won: bool


class KeepsList:
    """A game that is kept as a list of games that one player plays alone."""

    def entered(self, hand: Any, table: Table[Any], score: Any) -> Entered | None:
        """Return a hand as the list has it; None where nobody played alone."""
        raise NotImplementedError


class HasNotation:
    """A game whose hands the table writes in a shorthand of its own."""

    def notation(self, hand: Any, table: Table[Any]) -> str:
        """Return a verified hand in that shorthand."""
        raise NotImplementedError

    def notation_at(self, text: str, table: Table[Any]) -> int | None:
        """Return where in a line the shorthand begins, which is its end then; None for nowhere."""
        return None

    def read_notation(self, text: str, so_far: Any, table: Table[Any]) -> Any:
        """Return the hand of a line in that shorthand; what that does not say is as in `so_far`.

        Raises `Unreadable`; the place of a problem is where its letters begin and end in `text`.
        """
        raise NotImplementedError
