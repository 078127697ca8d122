"""The Augen of a pack with 120 of them: who has the most, and what can be wrong.

Shared by the games in which nobody wants the most Augen. Figures may be left out, and are None
then, where the others settle who has the most.
"""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from scorepad.games.fields import BySeat, Needed, Number
from scorepad.games.problems import Problem, Problems, shown
from scorepad.games.table import Seat
from scorepad.i18n.message import N_, Message, listed, say, say_n

ALL = 120
Augen = tuple[int | None, ...]
"""The Augen of each seat, None where nobody counted them."""

NEEDED = N_("a hand says the Augen of the players, or who made a Durchmarsch")
Counted = Annotated[Augen, BySeat(Number(0, ALL), NEEDED), Needed(NEEDED)]
"""The type of a hand's field for them."""

IMPOSSIBLE = frozenset({1, ALL - 1})
"""No card and no sum of cards counts 1 Auge, so nobody has 1, nor all but 1."""
POSSIBLE = frozenset(range(ALL + 1)) - IMPOSSIBLE


# --- what is settled --------------------------------------------------------------------------


class Most(NamedTuple):
    """The most Augen that a player of a hand has, and all who have that many, in seat order."""

    augen: int
    seats: tuple[Seat, ...]


def most(augen: Augen, without: tuple[Seat, ...], names: Sequence[str]) -> Most | Problems:
    """Return who has the most Augen, or why that cannot be said: figures that nobody can have, or
    players left out who could still have the most.

    augen: of each seat, None where left out; without: seats that took no trick; names: by seat. If
    all figures are given, they must add up to 120.
    """
    if problems := problems_of_figures(augen, names):
        return tuple(problems)
    counted = [figure or 0 for figure in augen]
    left = [seat for seat, figure in enumerate(augen) if figure is None and seat not in without]
    if fault := _fault_of_sum(counted, left, names):
        return (Problem(("augen",), fault),)
    if len(left) == 1:
        counted[left[0]] = ALL - sum(counted)
    top = max(counted)
    return Most(top, holders(counted, top))


def holders(augen: Sequence[int | None], figure: int) -> tuple[Seat, ...]:
    """Return the seats that have exactly `figure` Augen."""
    return tuple([seat for seat, other in enumerate(augen) if other == figure])


# --- what can be wrong ------------------------------------------------------------------------


def problems_of_figures(augen: Augen, names: Sequence[str]) -> list[Problem]:
    """Return a problem for every figure that nobody can have, each at its player."""
    return [Problem(("augen", names[seat]), fault) for seat, figure in enumerate(augen)
            if figure not in POSSIBLE and figure is not None
            and (fault := fault_of_figure(figure))]


def fault_of_figure(figure: int, pack: int = ALL) -> Message | None:
    """Return why nobody can have this many of the Augen in the pack, or None."""
    if figure < 0:
        return say("{augen} Augen: nobody can have less than 0", augen=shown(figure))
    if figure > pack:
        return say("{augen} Augen: there are only {all}", augen=shown(figure), all=pack)
    if figure == 1:
        return say("no card counts 1, so nobody can have 1 Auge")
    if figure == pack - 1:
        return say("no card counts 1, so nobody can have {augen} Augen", augen=figure)
    return None


def _fault_of_sum(counted: list[int], left: list[Seat], names: Sequence[str]) -> Message | None:
    """Return what is wrong with these figures if the seats in `left` have the rest."""
    total = sum(counted)
    rest = ALL - total
    if rest < 0:
        return too_many(total)
    if not left:
        return say_n("{sum} in all – {n} Auge is missing", "{sum} in all – {n} Augen are missing",
                     rest, sum=total) if rest else None
    if rest in IMPOSSIBLE:
        return say("{sum} in all – {rest} for {names} is not possible",
                   sum=total, rest=rest, names=listed([names[seat] for seat in left]))
    if len(left) > 1 and rest >= max(counted):
        return say("{rest} Augen still open: {names}", rest=rest,
                   names=listed([names[seat] for seat in left]))
    return None


def too_many(total: int) -> Message:
    """Return what is wrong with figures that are more than all Augen together."""
    return say_n("{sum} in all – {n} Auge too many", "{sum} in all – {n} Augen too many",
                 total - ALL, sum=total)
