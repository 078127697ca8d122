"""What everybody writes for a hand, once slowly and once for long sheets (S2, Berechnungen)."""

from functools import lru_cache
from typing import NamedTuple

from scorepad.games.altenburg.faults import (
    ACTIVE,
    problems_of,
    problems_of_extras,
    problems_of_play,
    problems_of_sterne,
)
from scorepad.games.altenburg.feats import feats_of
from scorepad.games.altenburg.hand import (
    ALL,
    UNDER,
    Ansage,
    Augen,
    Farbe,
    Hand,
    Side,
    Span,
    Spiel,
    Standing,
    standing,
)
from scorepad.games.altenburg.rules import AltenburgRules, BockCovers
from scorepad.games.altenburg.value import Grund, bockrunden, extras_of, is_void, worth
from scorepad.games.base import (
    Feat,
    HandScore,
    Packed,
    Points,
    Seat,
    Table,
    packed,
    verified,
)


class _Signs(NamedTuple):
    """What everybody writes for each point that Re gets, and the same as `HandScore.change` counts
    it."""

    figures: Points
    change: Packed


@lru_cache(maxsize=1 << 14)
def _signs(re: tuple[Seat, ...], spiel: Spiel, active: tuple[Seat, ...],
           size: int) -> _Signs | None:
    """The signs of a table of `size` where these are Re; None where they cannot be."""
    wanted = 1 if spiel.is_alone else 2
    if not len(re) == len(set(re)) == wanted or not set(re) <= set(active):
        return None
    figures = [0] * size
    for seat in active:
        figures[seat] = (ACTIVE - wanted) // wanted if seat in re else -1
    none = (0,) * size
    return _Signs(tuple(figures), packed((*figures, *none, 0)))


@lru_cache
def _one_hand(size: int) -> Packed:
    """What a hand without points changes."""
    return packed((*(0,) * 2 * size, 1))


def score_of(hand: Hand, table: Table[AltenburgRules]) -> HandScore:
    """Each winner writes the value and each loser its negative; alone somebody writes three
    times that, and the others once."""
    came = worth(hand, table.rules)
    sign = -1 if came.winner is Side.KONTRA else 1
    signs = verified(_signs(hand.re, hand.spiel, table.active, len(table.names)))
    return _scored(signs, sign * came.value, sign * sum(came.extras),
                   bockrunden(came.gruende, table.rules), table.rules.bock_covers)


@lru_cache(maxsize=1 << 14)
def _scored(signs: _Signs, value: int, extras: int, rounds: int, covers: BockCovers) -> HandScore:
    """The score of a hand whose value and extras are these, both as Re sees them. Most hands are
    worth what others were, too."""
    figures, change = signs
    total, undoubled, size = value + extras, None, len(figures)
    if covers == BockCovers.VALUE:
        undoubled = tuple([sign * extras for sign in figures])
    return HandScore(
        tuple([sign * total for sign in figures]), (0,) * size,
        change * total + _one_hand(size), rounds=rounds, undoubled=undoubled)


@lru_cache(maxsize=1 << 14)
def multiplied(score: HandScore, factor: int) -> HandScore:
    """The score with its points so many times, those aside that nothing doubles."""
    points, marks, change, same_dealer, _, rounds, undoubled = score
    if undoubled is None:
        hand = _one_hand(len(points))
        points = tuple([point * factor for point in points])
        change = (change - hand) * factor + hand
    else:
        points = tuple([(point - part) * factor + part for point, part in zip(points, undoubled)])
        change = packed((*points, *marks, 1))
    return HandScore(points, marks, change, same_dealer, factor, rounds, undoubled)


# --- long sheets --------------------------------------------------------------------------------

COUNTED = (*[Augen(re) for re in range(ALL + 1) if re not in (1, ALL - 1)],
           Augen(0, Side.RE), Augen(ALL, Side.KONTRA))
SPANS = (Span(None), *[Span(side, under) for side in Side for under in UNDER])
STANDINGS: dict[Augen | Span | None, Standing] = {
    **{result: standing(result) for result in COUNTED},
    **{result: standing(result) for result in SPANS}}
"""Every result that can be, and who is behind by how much."""

Said = tuple[Standing, Spiel, Farbe | None, Ansage | None, Ansage | None]


class _Course(NamedTuple):
    """What Spiel, Ansagen and result come to: the value as Re sees it, and Bockrunden."""

    value: int
    rounds: int
    void: bool
    winner: Side | None
    gruende: tuple[Grund, ...]


class Judge:
    """Judges hands by the same rules and remembers what came of the same Ansagen and results,
    because in a long sheet they come back again and again."""

    def __init__(self, rules: AltenburgRules) -> None:
        self.rules = rules
        self._courses: dict[Said, _Course | None] = {}
        self._feats: dict[tuple[Said, tuple[Seat, ...], tuple[Seat, ...]], tuple[Feat, ...]] = {}

    def judge(self, hand: Hand, table: Table[AltenburgRules]) -> HandScore | None:
        """The score of a hand that can have been played, else None."""
        (re, result, spiel, farbe, ansage_re, ansage_kontra, fuchs, karlchen, dulle, _,
         falschspiel, entscheid, sterne, vergeben, eingemischt, aktive) = hand
        stands = STANDINGS.get(result)
        if stands is None or falschspiel is not None or entscheid or aktive is not None:
            return None if problems_of(hand, table) else score_of(hand, table)  # seldom
        said = stands, spiel, farbe, ansage_re, ansage_kontra
        course = self._courses.get(said) or self._course_of(said, hand)
        signs = _signs(re, spiel, table.active, len(table.names))
        if course is None or signs is None or sterne and any(problems_of_sterne(hand, table)):
            return None
        value, rounds, void, _, _ = course
        extras = 0
        if fuchs or karlchen or dulle is not None or vergeben or eingemischt:
            if any(problems_of_extras(hand, table)):
                return None
            extras = 0 if void else sum(extras_of(hand, Side.RE))
        return _scored(signs, value, extras, rounds, table.rules.bock_covers)

    def winner(self, hand: Hand) -> Side | None:
        """The side that won a hand that can have been played."""
        known = self._known(hand)
        return known[1].winner if known else worth(hand, self.rules).winner

    def feats(self, hand: Hand, table: Table[AltenburgRules]) -> tuple[Feat, ...]:
        """What the statistics count in a hand that can have been played."""
        known = self._known(hand)
        if known is None:  # seldom
            came = worth(hand, self.rules)
            return feats_of(hand, table, came.winner, came.gruende)
        said, course = known
        key = said, hand.re, table.active
        if key not in self._feats:
            self._feats[key] = feats_of(hand, table, course.winner, course.gruende)
        return self._feats[key]

    def _known(self, hand: Hand) -> tuple[Said, _Course] | None:
        """The course of a hand, and what it was kept by; None where none was kept."""
        (_, result, spiel, farbe, ansage_re, ansage_kontra, _, _, _, _, falschspiel, entscheid,
         _, _, _, _) = hand
        stands = STANDINGS.get(result)
        if stands is None or falschspiel is not None or entscheid:
            return None
        said = stands, spiel, farbe, ansage_re, ansage_kontra
        course = self._courses.get(said)
        return None if course is None else (said, course)

    def _course_of(self, said: Said, hand: Hand) -> _Course | None:
        if said not in self._courses:
            self._courses[said] = self._course(hand)
        return self._courses[said]

    def _course(self, hand: Hand) -> _Course | None:
        """What the part of a hand comes to that no seat matters for; None if it cannot be."""
        bare = Hand((0, 1) if hand.spiel is Spiel.NORMAL else (0,), *hand[1:6])
        if any(problems_of_play(bare, self.rules)):
            return None
        came = worth(bare, self.rules)
        return _Course(came.value if came.winner is Side.RE else -came.value,
                       bockrunden(came.gruende, self.rules), is_void(bare, self.rules),
                       came.winner, came.gruende)
