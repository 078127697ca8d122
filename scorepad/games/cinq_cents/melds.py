"""The melds of Cinq-Cents: what they count, and whether the cards for them can be held.

S1 below is the source named in `cinq_cents`, cited by its lines.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import Annotated, Any, NamedTuple

from scorepad.games.fields import BySeat, Choice, Kind, Number, Optional, Several, Together
from scorepad.games.problems import Problem, refuse, shown
from scorepad.i18n.message import N_, Message, say

CARDS = 9
"""The number of cards in each player's hand (S1, 043–049)."""

FOURS = {"vier-buben": 200, "vier-koenige": 100, "vier-zehnen": 100, "vier-asse": 100,
         "vier-damen": 100}
BELLA = "bella"
SEQUENCES = {"terz": 20, "quart": 50, "fuss": 100}
VALUES = {**FOURS, BELLA: 20, **SEQUENCES}
"""The points of each meld (S1, 051–057)."""

TITLES = {"vier-buben": "Buben", "vier-koenige": "Könige", "vier-zehnen": "Zehnen",
          "vier-asse": "Asse", "vier-damen": "Damen", BELLA: "Bella", "terz": "Terz",
          "quart": "Quart", "fuss": "Fuß"}
"""The names of the melds in arithmetic, where they follow the points."""

SAID = {
    "meldungen": "meldet|Meldung|melds", "fuss": "{@} Fuß mit {}|{@} {} im Fuß",
    "trumpf": "{@} Trumpf {}|{@} {} in Trumpf|{@} {} Trumpf|{@} trump {}",
    "=vier-buben": "4 Bauern|four jacks", "=vier-koenige": "vier Könige|four kings",
    "=vier-zehnen": "vier Zehner|4 10|four tens", "=vier-asse": "vier Ass|four aces",
    "=vier-damen": "vier Ober|four queens", "=terz": "tierce", "=quart": "Quarte",
    "=fuss": "Fuß|fifth"}
"""The words of melds in a line."""

LENGTHS = {"terz": 3, "quart": 4, "fuss": 5}
FUSS = range(5, 9)
"""The numbers of cards that a Fuß can have (S1, 081–084)."""

RANKS = ("7", "8", "9", "10", "vier-buben", "vier-damen", "vier-koenige", "vier-asse")
"""The order of a suit for sequences; from the jack up, the ranks are named after four of a kind."""
_RANK = {**{rank: index for index, rank in enumerate(RANKS)}, "vier-zehnen": 3}
SUITS = range(4)
TRUMP = 0


class Folge(NamedTuple):
    """A sequence: how many cards, and whether it is known to be in trump."""

    cards: int
    trump: bool = False

    @property
    def name(self) -> str:
        """The word of a document for a Terz, a Quart or a Fuß."""
        return {3: "terz", 4: "quart"}.get(self.cards, "fuss")


class Melds(NamedTuple):
    """The melds of a player: four of a kind, Bella, and sequences, the longest first."""

    fours: tuple[str, ...] = ()
    bella: bool = False
    folgen: tuple[Folge, ...] = ()

    @classmethod
    def of(cls, fours: Collection[str], bella: bool, folgen: Collection[Folge]) -> "Melds":
        """Return the melds in a fixed order, so that the same melds are equal."""
        return cls(tuple([four for four in FOURS if four in fours]), bella,
                   tuple(sorted(folgen, reverse=True)))

    def titles(self) -> list[str]:
        """Return in words what was melded."""
        return [*[f"4 {TITLES[four]}" for four in self.fours], *["Bella"] * self.bella,
                *[title_of(folge) + " Trumpf" * folge.trump for folge in self.folgen]]


NOTHING = Melds()


# --- what counts ------------------------------------------------------------------------------


def counts(folge: Folge, against: Sequence[Folge]) -> bool:
    """Return whether a sequence counts: no sequence of the opponent is longer, and none is as long
    unless this one is in trump (S1, 076–086). against: all sequences of the opponent."""
    return all(other.cards < folge.cards or other.cards == folge.cards and folge.trump
               for other in against)


def summands(one: Melds, other: Melds) -> tuple[list[tuple[int, str]], ...]:
    """Return each meld's points and name, for both: 0 points for a sequence that does not count."""
    return tuple([
        [*[(VALUES[four], TITLES[four]) for four in own.fours],
         *[(VALUES[BELLA], TITLES[BELLA])] * own.bella,
         *[(SEQUENCES[folge.name] * counts(folge, against.folgen), title_of(folge))
           for folge in own.folgen]]
        for own, against in ((one, other), (other, one))])


def title_of(folge: Folge) -> str:
    """Return the name of a sequence: Terz, Quart, Fuß, or 6er-Fuß."""
    title = TITLES[folge.name]
    return title if folge.cards <= FUSS.start else f"{folge.cards}er-{title}"


# --- what can be held -------------------------------------------------------------------------


def problems_of_melds(of_each: tuple[Melds, ...], names: Sequence[str]) -> list[Problem]:
    """Return why the two players cannot meld this; empty if they can."""
    problems = [Problem(("meldungen", name), fault) for name, melds in zip(names, of_each)
                if (fault := fault_of_own(melds, name))]
    if not problems and (fault := fault_of_both(*of_each)):
        problems.append(Problem(("meldungen",), fault))
    return problems


def fault_of_own(melds: Melds, name: str) -> Message | None:
    """Return why nobody can meld this, or None."""
    if any(folge.cards not in range(3, FUSS.stop) for folge in melds.folgen):
        return say("a Fuß has {low} to {high} cards", low=FUSS.start, high=FUSS.stop - 1)
    if not holdings(melds):
        return say("{name} cannot hold all of this with {count} cards", name=name, count=CARDS)
    return None


def fault_of_both(one: Melds, other: Melds) -> Message | None:
    """Return why the two of them cannot meld this in the same hand, or None."""
    if any(not mine & his for mine in holdings(one) for his in holdings(other)):
        return None
    if one.bella and other.bella:
        return say("there is only one Bella, king and queen of trump")
    return say("the two players cannot hold all of this at the same time")


@lru_cache(maxsize=1 << 10)
def holdings(melds: Melds) -> tuple[int, ...]:
    """Return the sets of cards, one bit for each card, that make these melds and fit in one hand. A
    card can be in a sequence and among four of a kind; sequences of a suit do not touch."""
    if sum([folge.cards for folge in melds.folgen]) > CARDS or len(melds.fours) > 2:
        return ()
    always = 0
    for four in melds.fours:
        always |= sum([card(suit, four) for suit in SUITS])
    if melds.bella:
        always |= card(TRUMP, "vier-koenige") | card(TRUMP, "vier-damen")
    found = {(0, 0)}
    for folge in melds.folgen:
        found = {(taken | run, blocked | beside) for taken, blocked in found
                 for run, beside in _runs(folge) if not run & blocked}
    held = {taken | always for taken, _ in found}
    return tuple(sorted([cards for cards in held if cards.bit_count() <= CARDS]))


def _runs(folge: Folge) -> Iterator[tuple[int, int]]:
    """Yield each place of a sequence: its cards, and these with their neighbours in the suit."""
    for suit in (TRUMP,) if folge.trump else SUITS:
        for start in range(len(RANKS) - folge.cards + 1):
            ranks = range(start, start + folge.cards)
            run = sum([card(suit, RANKS[rank]) for rank in ranks])
            beside = [rank for rank in (start - 1, ranks.stop) if rank in range(len(RANKS))]
            yield run, run | sum([card(suit, RANKS[rank]) for rank in beside])


def card(suit: int, rank: str) -> int:
    """Return the bit of a card; rank: one of `RANKS`, or what four of a kind are called."""
    return 1 << suit * len(RANKS) + _RANK[rank]


# --- in a document ----------------------------------------------------------------------------


def _unknown(raw: Any) -> Message:
    return say("{meld} is not a meld", meld=shown(raw))


class _OrNothing(Optional):
    """A value of a player, or null, which the schema does not mention."""

    def schema(self) -> dict[str, Any]:
        return self.of.schema()


class _Melds(Several):
    """A list of names of melds."""

    def __init__(self, allowed: Collection[str]) -> None:
        super().__init__(Choice(allowed, fault=_unknown), N_("is not a list of melds"))

    def read(self, raw: Any, names: tuple[str, ...]) -> tuple[str, ...]:
        for each in raw if type(raw) is list else ():
            if type(each) in (list, dict):
                refuse(_unknown(each))
        return super().read(raw, names)


class _Trumps(_Melds):
    """The sequences in trump; any list of texts is read, and `_melds` refuses those not melded."""

    def read(self, raw: Any, names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(raw) if type(raw) is list and all(isinstance(each, str) for each in raw) \
            else super().read(raw, names)


def _each(of: Kind) -> Optional:
    return Optional(BySeat(_OrNothing(of), N_("says something of each player")))


def _join(names: tuple[str, ...], *said: tuple[Any, ...] | None) -> tuple[Melds, ...]:
    """Return each player's melds, from the values of all keys."""
    of_each = [each or (None,) * len(names) for each in said]
    return tuple([_melds(name, melds or (), fuss, trumps or ())
                  for name, melds, fuss, trumps in zip(names, *of_each)])


def _melds(name: str, melds: tuple[str, ...], fuss: int | None, trumps: tuple[str, ...]) -> Melds:
    for index, meld in enumerate(melds):
        if meld not in SEQUENCES and meld in melds[:index]:
            refuse(say("names {name} a second time", name=meld), "meldungen", name, index)
    left = list(trumps)
    folgen = []
    for meld in melds:
        if meld in SEQUENCES:
            cards = fuss or FUSS.start if meld == "fuss" else LENGTHS[meld]
            folgen.append(Folge(cards, meld in left))
            if meld in left:
                left.remove(meld)
    if left:
        refuse(say("{meld} is not among the sequences melded", meld=shown(left[0])),
               "trumpf", name)
    if fuss is not None and "fuss" not in melds:
        refuse(say("no Fuß is melded"), "fuss", name)
    if fuss is not None and fuss not in FUSS:
        refuse(say("a Fuß has {low} to {high} cards", low=FUSS.start, high=FUSS.stop - 1),
               "fuss", name)
    return Melds.of(melds, BELLA in melds, folgen)


def _split(of_each: tuple[Melds, ...]) -> dict[str, tuple[Any, ...]]:
    """Return the values by key and player; `fuss` only if it has more than five cards."""
    said: dict[str, tuple[Any, ...]] = {"meldungen": tuple([
        (*melds.fours, *[BELLA] * melds.bella, *[folge.name for folge in melds.folgen])
        for melds in of_each])}
    fuss = tuple([next((folge.cards for folge in melds.folgen if folge.cards > FUSS.start), None)
                  for melds in of_each])
    trumps = tuple([tuple([folge.name for folge in melds.folgen if folge.trump]) or None
                    for melds in of_each])
    more = {"fuss": fuss, "trumpf": trumps}
    return said | {key: each for key, each in more.items() if any(each)}


Meldungen = Annotated[tuple[Melds, ...], Together({
    "meldungen": _each(_Melds(VALUES)),
    "fuss": _each(Number(FUSS.start, FUSS.stop - 1)),
    "trumpf": _each(_Trumps(SEQUENCES))}, _join, _split)]
"""The type of a hand's field for each player's melds."""
