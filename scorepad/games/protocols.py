"""Abilities that only some games have, each as a class that such a game names beside `Game`.

Whoever reads the rest of a game need not know of them, and whoever uses one asks with `isinstance`
whether a game has it.

A game says what somebody did (`Game.feats`); nothing outside it knows what that means. The same
deed in two games is one value, so that it adds up over both.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import prod
from typing import Any, ClassVar, NamedTuple

from scorepad.games.money import EINSATZ, Wager
from scorepad.games.problems import Problems
from scorepad.games.table import Points, Seat, Table, Tally
from scorepad.i18n.message import N_, Message, say


class Example(NamedTuple):
    """Hands as a document has them, chosen so that every option changes at least one of them, or
    how the match ends, what it pays, or who deals.

    stake: what they play for, in units of the game's wager, None if for nothing; ended: whether the
    table stops then.
    """

    names: tuple[str, ...] = ()
    hands: tuple[Mapping[str, Any], ...] = ()
    stake: int | None = None
    ended: bool = False


class Deed(NamedTuple):
    """Something that a player can do in a hand.

    key: in files; title: of the column it is counted in; solo: whether it is a game played alone,
    which is won or lost; well: the title of a second column, which counts those that went well,
    empty for none; most: whether of all amounts the highest counts, and not their sum.
    """

    key: str
    title: str
    solo: bool = False
    well: str = ""
    most: bool = False


class Feat(NamedTuple):
    """A deed of one seat in a hand; won: True or False where it can succeed or fail, else None;
    amount: how often, or how much."""

    seat: int
    deed: Deed
    won: bool | None = None
    amount: int = 1


JUNGFER = Deed("jungfer", N_("Jungfern"))
DURCHMARSCH = Deed("durchmarsch", N_("Durchmärsche"))
BOCK = Deed("bock", N_("Böcke caused"))
FALSCHSPIEL = Deed("falschspiel", N_("Falschspiel"))
ANSAGE = Deed("ansage", N_("Ansagen made"), well=N_("Ansagen kept"))
FUCHS = Deed("fuchs", N_("Füchse caught"))
KARLCHEN = Deed("karlchen", N_("Karlchen"))
OHNE = Deed("ohne", N_("Played without"), well=N_("Without won"))
"""A game without the highest jacks."""

PLANS = {"A": Deed("plan-a", "Plan A", well=N_("Plan A won")),
         "B": Deed("plan-b", "Plan B", well=N_("Plan B won")),
         "C": Deed("plan-c", "Plan C", well=N_("Plan C won"))}
"""The ace that was led in a normal game (S2, hilfreiche Regeln 3 to 6), a feat of whoever led; won:
whether their side has won, None where nobody has."""
SAID_KONTRA = Deed("sagte-kontra", N_("Said Kontra"))
SAID_RE = Deed("sagte-re", N_("Said Re"))
SAID_BOCK = Deed("sagte-bock", N_("Said Bock"))
SAID_HIRSCH = Deed("sagte-hirsch", N_("Said Hirsch"))


class Multiplier(NamedTuple):
    """A factor that holds for some hands.

    title: what the table calls it, `Bock`; factor: what it multiplies points by, 1 where something
    else is special about these hands; hands: for how many hands it still holds, the next one
    included; wait: how many hands are played before the first of them.
    """

    title: str
    factor: int
    hands: int
    wait: int = 0


Multipliers = tuple[Multiplier, ...]
"""All that hold for a hand, and those that wait; empty where nothing is multiplied."""


def holding(multipliers: Multipliers) -> Multipliers:
    """Return those that hold for the next hand."""
    return tuple([each for each in multipliers if not each.wait])


def factor_of(multipliers: Multipliers) -> int:
    """Return what they multiply the points of the next hand by together."""
    return prod([each.factor for each in multipliers if not each.wait]) if multipliers else 1


def hands_left(multipliers: Multipliers) -> int:
    """Return for how many hands to come anything is multiplied."""
    return len({hand for each in multipliers if each.factor != 1
                for hand in range(each.wait, each.wait + each.hands)})


def in_turn(multipliers: Multipliers, more: Iterable[Multiplier]) -> Multipliers:
    """Return these and more, each of which begins when all before it have ended."""
    for each in more:
        end = max([other.wait + other.hands for other in multipliers], default=0)
        multipliers += (each._replace(wait=end),)
    return multipliers


def after_a_hand(multipliers: Multipliers) -> Multipliers:
    """Return those that still hold when one more hand was played."""
    return tuple([Multiplier(title, factor, hands, wait - 1) if wait else
                  Multiplier(title, factor, hands - 1)
                  for title, factor, hands, wait in multipliers if wait or hands > 1])


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
        """Return what became of a broken-off match, in a phrase; agreed: see `tell_broken_off`."""
        return say("nobody has won, the money was agreed on") if agreed else \
            say("nobody has won")

    def tell_broken_off(self, agreed: bool) -> Message:
        """Return a sentence that the table broke off a Partie; agreed: whether on what it pays."""
        return say("The match was broken off: nobody has won, the money was agreed on") \
            if agreed else say("The match was broken off: nobody has won")


class MadeByRules:
    """A game that its rules make, such as a free sheet: they stay as the sheet began, and a form
    shows them unfolded. Its `balance` says what a running match pays, its `key` what it is told
    apart by in statistics and lists, and `agreed_rules` those that have made it."""

    title: str
    low_is_good: bool
    agreed_rules: Any

    @property
    def known(self) -> tuple[Any, ...]:
        """Games that many tables play, as their rules make them; they are offered by name."""
        return ()

    def apart(self) -> Message:
        """Return its title where another game has the same."""
        return say("{title} (low is good)", title=self.title) if self.low_is_good else \
            say("{title} (high is good)", title=self.title)

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


def searched(games: Iterable[Any], sought: str, called: Callable[[str], str] = str) -> list[Any]:
    """Return the games whose title or other names have these letters and digits in a row. called:
    returns what a title is in the language of whoever seeks."""
    def bare(text: str) -> str:
        return "".join(filter(str.isalnum, text.casefold()))

    return [game for game in games if any(bare(sought) in bare(name) for name in (
        game.title, called(game.title), *game.also_called))]


def _titled(game: Any, shares_title: bool) -> Message:
    if not shares_title or not isinstance(game, MadeByRules):
        return Message("{title}", {"title": game.title})
    return game.apart()


class SeatsChange:
    """A game in which people join and leave between two hands, and which may have more people at
    the table than play."""

    def active_in(self, hand: Any) -> tuple[Seat, ...] | None:
        """Return who plays this hand if the hand itself says so, else None."""
        return None


class FollowsTally:
    """A game in which who plays, who deals or what a hand is worth depends on the match so far."""

    def turn(self, seats: tuple[Seat, ...], dealer: Seat, rules: Any,
             tally: Tally) -> tuple[Seat, tuple[Seat, ...]]:
        """Return who deals when it would be `dealer`'s turn, and who plays, as the match stands.
        Called instead of `Game.active`. seats: of all at the table; tally: of the match so far."""
        return dealer, seats

    def follows(self, rules: Any) -> bool:
        """Return whether anything that has been played depends on it by these rules; a long sheet
        is faster where nothing does."""
        return True


class HasPot:
    """A game with money on the table, which the sheet shows as a purse of its own."""

    pot_title: ClassVar[str] = N_("Pot")
    pot_key: ClassVar[str] = "pot"
    """Its name in answers."""

    def has_pot(self, rules: Any) -> bool:
        """Return whether there is such money by these rules."""
        return True

    def pot(self, tally: Tally, rules: Any, stake: int | None) -> int:
        """Return the cents on the table that are nobody's yet; points if nothing is at stake.
        tally: of the match so far; stake: in units of the game's wager, None for nothing."""
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
        """Return the score as `multipliers` change it, and those that hold for the next hand.
        score: the `HandScore` of the hand by itself."""
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
    """A game as a list has it: who played it alone, what they wrote for the game itself, what
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

    def for_games(self, rules: Any, size: int, won: int, lost: int, by_others: int) -> int:
        """Return what somebody at a table of so many writes besides the points of their own games,
        for games that they won and lost, and for those that others lost. size: of the table; won,
        lost, by_others: how many games."""
        raise NotImplementedError

    def fee(self, rules: Any, lost: int) -> int:
        """Return the cents that so many lost games of one player cost into the club's purse."""
        return 0


class HasPenalties:
    """A game in whose list a table may take points off somebody, outside of a hand."""

    def penalty(self, seat: Seat, points: int) -> Any:
        """Return what stands in the list then; it is read and written like a hand."""
        raise NotImplementedError

    def is_penalty(self, hand: Any) -> bool:
        """Return whether what stands in the list is one."""
        raise NotImplementedError


class HasOwnWords:
    """A game whose hands may hold what a table calls by a word of its own."""

    def own_words(self, rules: Any) -> Sequence[str]:
        """Return these words."""
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
        Raises `Unreadable`; the place of a problem is where its letters begin and end in `text`."""
        raise NotImplementedError
