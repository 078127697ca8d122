"""The winner, the worth and the points of a hand (TSR 7: Turnierspielregeln of the DDV, 2000)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from scorepad.games.bock import BockCovers
from scorepad.games.doppelkopf import Ansage, Side, Standing, standing
from scorepad.games.game import HandScore
from scorepad.games.money import signed
from scorepad.games.protocols import Multipliers, factor_of
from scorepad.games.table import Points, Seat, Table, frozen
from scorepad.games.turnier.hand import (
    PLAYED,
    SONDERPUNKTE,
    Ansagen,
    Grund,
    Hand,
    Spiel,
    TurnierRules,
)

Parts = tuple[tuple[int, str], ...]
"""Points, each with the word for what they are for; empty for the won game itself."""

ALONE, TOGETHER = (0,), (0, 1)
"""Re's seats in a hand of which it does not matter who played it."""

DOPPELT = Ansagen.DOPPELT
LEVELS = ("", "U9", "U6", "U3", "schwarz")
"""The words for the levels, by depth."""


@dataclass(frozen=True)
class Worth:
    """The winner and the worth of a hand, from the winner's view, or Re's where nobody wins.

    parts: of the value; doubled: by which calls it is doubled; extras: the Sonderpunkte; gruende:
    the reasons for Böcke; times: how many times the points whoever is alone writes.
    """

    winner: Side | None
    parts: Parts
    doubled: tuple[str, ...]
    extras: Parts
    times: int
    gruende: tuple[Grund, ...] = ()

    @cached_property
    def value(self) -> int:
        """Points without the Sonderpunkte."""
        return sum([points for points, _ in self.parts]) << len(self.doubled)

    @cached_property
    def extra(self) -> int:
        """Points of the Sonderpunkte."""
        return sum([points for points, _ in self.extras])

    @cached_property
    def way(self) -> int:
        """1 where Re writes these points, -1 where Kontra does."""
        return -1 if self.winner is Side.KONTRA else 1

    @cached_property
    def of_re(self) -> int:
        """The points of each of Re's players, who are not alone, where nothing doubles them."""
        return (self.value + self.extra) * self.way

    @cached_property
    def told(self) -> str:
        """The points as the table would write them: `1 + 2 (Re) + 1 (Alte) = 4`."""
        return _told(self)


def worth(hand: Hand, rules: TurnierRules) -> Worth:
    """Return the winner and the worth of a verified hand."""
    alone = hand.is_alone
    return _worth(ALONE if alone else TOGETHER, hand[2:], standing(hand.result),
                  not alone or hand.counts_extras(rules), rules.ansage == DOPPELT,
                  rules.gegen_die_alten, rules.bock, rules.solo_faktor if alone else 1)


@lru_cache(maxsize=1 << 14)
def _worth(re: tuple[Seat, ...], after_result: tuple[Any, ...], stands: Standing,
           has_extras: bool, doubles: bool, alten: bool, bock: tuple[str, ...],
           times: int) -> Worth:
    """Return the worth of a hand of whichever players, with these fields after its result, which
    stands like this: a table has few different ones, often."""
    hand = frozen(Hand, (re, None, *after_result))
    winner, said = winner_of(hand, stands), [side.value.capitalize() for side in Side
                                             if hand.ansage(side) is not None]
    doubled = doubles and winner is not None
    if winner is None:  # 7.1.4
        parts = [*_reached(Side.RE, hand, stands), *[
            (-points, word) for points, word in _reached(Side.KONTRA, hand, stands)]]
    else:  # 7.2.2
        levels = sum([target(hand.ansage(side)) for side in Side])
        parts = [(1, ""), *[(2, word) for word in said if not doubled],
                 *([(levels, "Absagen")] if levels else []), *_reached(winner, hand, stands)]
    came = Worth(winner, tuple(parts), tuple(said) if doubled else (),
                 tuple(_extras(hand, winner, alten)) if has_extras else (), times)
    return replace(came, gruende=tuple([
        grund for grund in _gruende(hand, stands, came) if grund in bock]))


def target(ansage: Ansage | None) -> int:
    """Return the depth that an Absage has to reach, 0 for none."""
    return 0 if ansage is None else ansage.depth


def winner_of(hand: Hand, stands: Standing) -> Side | None:
    """Return who wins (7.1), None for nobody."""
    with_absage = [side for side in Side if target(hand.ansage(side))]
    for side in with_absage:
        if stands.behind is side.other and stands.depth >= target(hand.ansage(side)):
            return side
    if with_absage:
        return with_absage[0].other if len(with_absage) == 1 else None
    if stands.behind is not None:
        return stands.behind.other
    return Side.RE if hand.ansage_kontra is not None and hand.ansage_re is None else Side.KONTRA


def _reached(side: Side, hand: Hand, stands: Standing) -> Iterator[tuple[int, str]]:
    """Yield the points of a side for how low the other one stayed, and for its Augen against the
    other one's Absagen: 120 against U9, 90 against U6, and so on."""
    if stands.behind is side.other and stands.depth:
        yield stands.depth, LEVELS[stands.depth]
    missed = stands.depth + 1 if stands.behind is side else 0
    if (against := target(hand.ansage(side.other)) - missed) > 0:
        yield against, f"gegen {LEVELS[target(hand.ansage(side.other))]}"


def _extras(hand: Hand, winner: Side | None, alten: bool) -> Iterator[tuple[int, str]]:
    """Yield the Sonderpunkte of both sides (7.2.3); alten: whether there is one against the
    Alten."""
    if winner is Side.KONTRA and alten and hand.spiel is not Spiel.ARMUT:
        yield 1, "Alte"
    view = winner or Side.RE
    for side in (view, view.other):
        for key, word in SONDERPUNKTE.items():
            if count := hand.has(key, side):
                yield count if side is view else -count, word


def _gruende(hand: Hand, stands: Standing, came: Worth) -> Iterator[Grund]:
    if hand.herzstich:
        yield Grund.HERZSTICH
    if stands.behind is None:
        yield Grund.SPLIT
    if came.value + came.extra == 0:
        yield Grund.NULLSPIEL
    if hand.ansage_re is not None and came.winner is Side.KONTRA:
        yield Grund.RE_VERLOREN
    if hand.ansage_kontra is not None and came.winner is Side.RE:
        yield Grund.KONTRA_VERLOREN
    if hand.is_alone and came.winner is Side.KONTRA:
        yield Grund.SOLO_VERLOREN


# --- what everybody writes ----------------------------------------------------------------------


def score_of(hand: Hand, table: Table[TurnierRules], came: Worth,
             multipliers: Multipliers = ()) -> HandScore:
    """Return the score of a hand: Re's players write its points, Kontra's their negative, and a
    soloist `solo_faktor` times as many."""
    of_re = came.of_re
    if multipliers:
        factor, covers = factor_of(multipliers), table.rules.bock_covers
        extra = came.extra * (1 if covers == BockCovers.VALUE else factor)
        of_re = (came.value * factor + extra) * came.way
    points = _points(hand.re, table.active, len(table.names), of_re, came.times)
    return frozen(HandScore, (
        points, _marks(hand, table, sum(points)), hand.pflicht and not hand.vorgefuehrt, True,
        came, multipliers))


@lru_cache(maxsize=1 << 12)
def _points(re: tuple[Seat, ...], active: tuple[Seat, ...], size: int, of_re: int,
            times: int) -> Points:
    points = [0] * size
    for seat in active:
        points[seat] = times * of_re if seat in re else -of_re
    return tuple(points)


def _marks(hand: Hand, table: Table[TurnierRules], odd: int) -> Points:
    """Return what a hand adds to everybody's marks; odd: the sum of its points."""
    if not odd and not hand.pflicht:
        return table.nothing
    marks = [*table.nothing]
    for seat in table.active:
        marks[seat] = odd * PLAYED
    marks[hand.re[0]] += hand.pflicht
    return tuple(marks)


def _told(came: Worth) -> str:
    parts = came.parts if came.doubled else came.parts + came.extras
    whole = " · ".join([_sum(parts, bool(came.doubled)), *[f"2 ({word})" for word in came.doubled]])
    if came.doubled:
        whole += "".join(map(_term, came.extras))
    total, times = came.value + came.extra, came.times
    if times > 1:
        product = came.doubled and not came.extras
        whole = f"({whole}) · {times}" if " " in whole and not product else f"{whole} · {times}"
        total *= times
    came_to = signed(total, plus=False)
    return whole if whole == came_to else f"{whole} = {came_to}"


def _sum(parts: Parts, factor: bool) -> str:
    """Return the points added up, in brackets if they are a factor: `1 + 2 (Re)`."""
    terms = "".join(map(_term, parts))
    whole = terms[3:] if terms.startswith(" + ") else terms[1:2] + terms[3:] or "0"
    return f"({whole})" if factor and len(parts) > 1 else whole


def _term(part: tuple[int, str]) -> str:
    points, word = part
    sign = "+" if points > 0 else "\N{MINUS SIGN}"
    return f" {sign} {abs(points)}" + (word and f" ({word})")
