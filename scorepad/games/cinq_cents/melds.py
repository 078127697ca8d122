"""What can be melded in Cinq-Cents, what it counts, and whether the cards for it can be held.

S1 below is the source named in `cinq_cents`, cited by its lines.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from scorepad.games.augen import not_a_number
from scorepad.games.base import Problem, Unreadable, refuse, shown
from scorepad.text import Message, say

CARDS = 9
"""Of each player (S1, 043–049)."""

FOURS = {"vier-buben": 200, "vier-koenige": 100, "vier-zehnen": 100, "vier-asse": 100,
         "vier-damen": 100}
BELLA = "bella"
SEQUENCES = {"terz": 20, "quart": 50, "fuss": 100}
VALUES = {**FOURS, BELLA: 20, **SEQUENCES}
"""S1, 051–057."""

TITLES = {"vier-buben": "Buben", "vier-koenige": "Könige", "vier-zehnen": "Zehnen",
          "vier-asse": "Asse", "vier-damen": "Damen", BELLA: "Bella", "terz": "Terz",
          "quart": "Quart", "fuss": "Fuß"}
"""As they stand in arithmetic, behind what they count."""

LENGTHS = {"terz": 3, "quart": 4, "fuss": 5}
FUSS = range(5, 9)
"""Cards of a Fuß (S1, 081–084)."""

RANKS = ("7", "8", "9", "10", "vier-buben", "vier-damen", "vier-koenige", "vier-asse")
"""The order of a suit, where three and more follow one another; four of a kind by their meld."""
_RANK = {**{rank: index for index, rank in enumerate(RANKS)}, "vier-zehnen": 3}
SUITS = range(4)
TRUMP = 0


class Folge(NamedTuple):
    """A sequence: how many cards, and whether it is known to be in trump."""

    cards: int
    trump: bool = False

    @property
    def name(self) -> str:
        """Terz, Quart or Fuß, as a document has it."""
        return {3: "terz", 4: "quart"}.get(self.cards, "fuss")


class Melds(NamedTuple):
    """What a player melds: four of a kind, Bella, and sequences, the longest first."""

    fours: tuple[str, ...] = ()
    bella: bool = False
    folgen: tuple[Folge, ...] = ()

    @classmethod
    def of(cls, fours: Collection[str], bella: bool, folgen: Collection[Folge]) -> "Melds":
        """The same melds are equal, in whatever order they are named."""
        return cls(tuple([four for four in FOURS if four in fours]), bella,
                   tuple(sorted(folgen, reverse=True)))

    def titles(self) -> list[str]:
        """What was melded, in words."""
        return [*[f"4 {TITLES[four]}" for four in self.fours], *["Bella"] * self.bella,
                *[title_of(folge) + " Trumpf" * folge.trump for folge in self.folgen]]


NOTHING = Melds()


# --- what counts ------------------------------------------------------------------------------


def counts(folge: Folge, against: Sequence[Folge]) -> bool:
    """Whether a sequence counts: no sequence of the opponent is longer, and none as long unless
    this one is in trump (S1, 076–086). Each is held against every one of the other's."""
    return all(other.cards < folge.cards or other.cards == folge.cards and folge.trump
               for other in against)


def summands(one: Melds, other: Melds) -> tuple[list[tuple[int, str]], ...]:
    """What each meld counts, with its name: 0 for a sequence that does not count."""
    return tuple([
        [*[(VALUES[four], TITLES[four]) for four in own.fours],
         *[(VALUES[BELLA], TITLES[BELLA])] * own.bella,
         *[(SEQUENCES[folge.name] * counts(folge, against.folgen), title_of(folge))
           for folge in own.folgen]]
        for own, against in ((one, other), (other, one))])


@lru_cache(maxsize=1 << 14)
def worth(one: Melds, other: Melds) -> tuple[int, ...] | None:
    """What the melds of each count; None if they cannot have been held."""
    if fault_of_own(one, "") or fault_of_own(other, "") or fault_of_both(one, other):
        return None
    return tuple([sum([value for value, _ in found]) for found in summands(one, other)])


def title_of(folge: Folge) -> str:
    """Terz, Quart, Fuß, or 6er-Fuß."""
    title = TITLES[folge.name]
    return title if folge.cards <= FUSS.start else f"{folge.cards}er-{title}"


# --- what can be held -------------------------------------------------------------------------


def fault_of_own(melds: Melds, name: str) -> Message | None:
    """Why nobody can meld this, or None."""
    if any(folge.cards not in range(3, FUSS.stop) for folge in melds.folgen):
        return say("a Fuß has {low} to {high} cards", low=FUSS.start, high=FUSS.stop - 1)
    if not _holdings(melds):
        return say("{name} cannot hold all of this with {count} cards", name=name, count=CARDS)
    return None


def fault_of_both(one: Melds, other: Melds) -> Message | None:
    """Why the two of them cannot meld this in the same hand, or None."""
    if any(not mine & his for mine in _holdings(one) for his in _holdings(other)):
        return None
    if one.bella and other.bella:
        return say("there is only one Bella, king and queen of trump")
    return say("the two players cannot hold all of this at the same time")


@lru_cache(maxsize=1 << 10)
def _holdings(melds: Melds) -> tuple[int, ...]:
    """The sets of cards, a bit each, that make these melds, as long as one hand can hold them.

    A card can be in a sequence and among four of a kind; a sequence has no neighbour in its suit.
    """
    if sum([folge.cards for folge in melds.folgen]) > CARDS or len(melds.fours) > 2:
        return ()
    always = 0
    for four in melds.fours:
        always |= sum([_card(suit, _RANK[four]) for suit in SUITS])
    if melds.bella:
        always |= _card(TRUMP, _RANK["vier-koenige"]) | _card(TRUMP, _RANK["vier-damen"])
    found = {(0, 0)}
    for folge in melds.folgen:
        found = {(taken | run, blocked | beside) for taken, blocked in found
                 for run, beside in _runs(folge) if not run & blocked}
    held = {taken | always for taken, _ in found}
    return tuple(sorted([cards for cards in held if cards.bit_count() <= CARDS]))


def _runs(folge: Folge) -> Iterator[tuple[int, int]]:
    """Where a sequence can lie: its cards, and those with the ones next to them."""
    for suit in (TRUMP,) if folge.trump else SUITS:
        for start in range(len(RANKS) - folge.cards + 1):
            ranks = range(start, start + folge.cards)
            run = sum([_card(suit, rank) for rank in ranks])
            beside = [rank for rank in (start - 1, ranks.stop) if rank in range(len(RANKS))]
            yield run, run | sum([_card(suit, rank) for rank in beside])


def _card(suit: int, rank: int) -> int:
    return 1 << suit * len(RANKS) + rank


# --- in a document ----------------------------------------------------------------------------


def read_melds(name: str, names: Any, fuss: Any, trumps: Any) -> Melds:
    """The melds of a player; raises `Unreadable`.

    names: the list of them; fuss: cards of the Fuß; trumps: the list of sequences in trump. Each
    is None where nothing is said.
    """
    if names is not None and type(names) is not list:
        refuse(say("is not a list of melds"), "meldungen", name)
    if trumps is not None and type(trumps) is not list:
        refuse(say("is not a list of melds"), "trumpf", name)
    if fuss is not None and type(fuss) is not int:
        refuse(not_a_number(fuss), "fuss", name)
    try:
        return _melds(tuple(names or ()), fuss, tuple(trumps or ()))
    except TypeError:  # something that is no text among them
        unknown = next(each for each in [*(names or ()), *(trumps or ())]
                       if not isinstance(each, str))
        refuse(say("{meld} is no meld", meld=shown(unknown)), "meldungen", name)
    except Unreadable as fault:
        raise Unreadable(*[Problem((problem.place[0], name, *problem.place[1:]), problem.message)
                           for problem in fault.problems]) from None


@lru_cache(maxsize=1 << 12)
def _melds(names: tuple[str, ...], fuss: int | None, trumps: tuple[str, ...]) -> Melds:
    """The melds; faults have their places without the player."""
    for index, meld in enumerate(names):
        if meld not in VALUES:
            refuse(say("{meld} is no meld", meld=shown(meld)), "meldungen", index)
        if meld not in SEQUENCES and meld in names[:index]:
            refuse(say("names {name} a second time", name=meld), "meldungen", index)
    left = list(trumps)
    folgen = []
    for meld in names:
        if meld in SEQUENCES:
            cards = fuss or FUSS.start if meld == "fuss" else LENGTHS[meld]
            folgen.append(Folge(cards, meld in left))
            if meld in left:
                left.remove(meld)
    if left:
        refuse(say("{meld} is not among the sequences melded", meld=shown(left[0])), "trumpf")
    if fuss is not None and "fuss" not in names:
        refuse(say("no Fuß is melded"), "fuss")
    if fuss is not None and fuss not in FUSS:
        refuse(say("a Fuß has {low} to {high} cards", low=FUSS.start, high=FUSS.stop - 1), "fuss")
    found = Melds.of(names, BELLA in names, folgen)
    return NOTHING if found == NOTHING else found


def written_melds(melds: Melds) -> list[str]:
    """The names of melds, as a document has them."""
    return [*melds.fours, *[BELLA] * melds.bella, *[folge.name for folge in melds.folgen]]


def written_fuss(melds: Melds) -> int | None:
    """How many cards the Fuß has, if they are more than five."""
    return next((folge.cards for folge in melds.folgen if folge.cards > FUSS.start), None)


def written_trumps(melds: Melds) -> list[str]:
    """Which sequences are in trump."""
    return [folge.name for folge in melds.folgen if folge.trump]
