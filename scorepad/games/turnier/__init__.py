"""Doppelkopf by the tournament rules of the Deutscher Doppelkopf-Verband, and as tables at home
change them.

TSR is these rules, the Turnierspielregeln of 2000, cited by their sections.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from scorepad.games import protocols
from scorepad.games.bock import BockCovers, BockPerHand, bock_after, bockrunden, named_in
from scorepad.games.doppelkopf import Ansage, Side, Standing, players_of, result_in_words, standing
from scorepad.games.game import Game, HandScore, Meter, Outcome, Reason
from scorepad.games.money import in_cents, signed
from scorepad.games.problems import Problems
from scorepad.games.table import Points, Seat, Table, Tally, frozen
from scorepad.games.turnier.hand import (
    PLAYED,
    SONDERPUNKTE,
    TITLES,
    Ansagen,
    Grund,
    Hand,
    Spiel,
    TurnierRules,
    forced,
    kind_of,
    problems_of,
    said_of_extras,
)
from scorepad.i18n.message import N_, Message, say, say_n

Parts = tuple[tuple[int, str], ...]
"""Points, each with the word for what they are for; empty for the won game itself."""

RE_ALONE, RE_TOGETHER = (0,), (0, 1)
"""Re's seats in a hand of which it does not matter who played it."""

DOPPELT = Ansagen.DOPPELT
LEVELS = ("", "keine 90", "keine 60", "keine 30", "schwarz")
"""The words of tournament players for the levels, by depth."""


@dataclass(frozen=True)
class Worth:
    """The winner and the worth of a hand, from the winner's view, or Re's where nobody wins.

    parts: of the value; doubled: by which calls it is doubled; extras: the Sonderpunkte; gruende:
    the reasons for Böcke; times: the factor of the points for whoever is alone.
    """

    winner: Side | None
    parts: Parts
    doubled: tuple[str, ...]
    extras: Parts
    times: int
    gruende: tuple[str, ...] = ()

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
        parts = self.parts if self.doubled else self.parts + self.extras
        whole = " · ".join([_sum(parts, bool(self.doubled)),
                            *[f"2 ({word})" for word in self.doubled]])
        if self.doubled:
            whole += "".join(map(_term, self.extras))
        total = (self.value + self.extra) * self.times
        if self.times > 1:
            product = self.doubled and not self.extras
            whole = f"({whole})" if " " in whole and not product else whole
            whole += f" · {self.times}"
        came_to = signed(total, plus=False)
        return whole if whole == came_to else f"{whole} = {came_to}"


def worth(hand: Hand, rules: TurnierRules) -> Worth:
    """Return the winner and the worth of a verified hand."""
    alone = hand.is_alone
    return _worth(RE_ALONE if alone else RE_TOGETHER, hand[2:], standing(hand.result),
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
    return replace(came, gruende=(*hand.gruende, *[
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
    other one's Absagen: 120 against keine 90, and so on."""
    if stands.behind is side.other and stands.depth:
        yield stands.depth, LEVELS[stands.depth]
    missed = stands.depth + 1 if stands.behind is side else 0
    if (against := target(hand.ansage(side.other)) - missed) > 0:
        yield against, f"gegen {LEVELS[target(hand.ansage(side.other))]}"


def _extras(hand: Hand, winner: Side | None, alten: bool) -> Iterator[tuple[int, str]]:
    """Yield the Sonderpunkte of both sides (7.2.3); alten: is there one against the Alten?"""
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
             multipliers: protocols.Multipliers = ()) -> HandScore:
    """Return the score of a hand: Re's players write its points, Kontra's their negative, and a
    soloist `solo_faktor` times as many. came: its worth; multipliers: those that hold for it."""
    of_re = came.of_re
    if multipliers:
        factor, covers = protocols.factor_of(multipliers), table.rules.bock_covers
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


def _sum(parts: Parts, factor: bool) -> str:
    """Return the points added up, in brackets if they are a factor: `1 + 2 (Re)`."""
    terms = "".join(map(_term, parts))
    whole = terms[3:] if terms.startswith(" + ") else terms[1:2] + terms[3:] or "0"
    return f"({whole})" if factor and len(parts) > 1 else whole


def _term(part: tuple[int, str]) -> str:
    points, word = part
    sign = "+" if points > 0 else "\N{MINUS SIGN}"
    return f" {sign} {abs(points)}" + (word and f" ({word})")


ACTIVE = 4
ALONE = {spiel: protocols.Deed(spiel.value, title, solo=True) for spiel, title in TITLES.items()}
DEEDS = {"fuchs": protocols.FUCHS, "karlchen": protocols.KARLCHEN,
         "doppelkopf": protocols.Deed("doppelkopf", N_("Doppelköpfe"))}


class Doppelkopf(protocols.SeatsChange, protocols.FollowsTally, protocols.Multiplies,
                 protocols.HasOwnWords, protocols.HasRe, Game[Hand, TurnierRules]):
    """Doppelkopf by the tournament rules (TSR), 4 or 5 players, 4 of them active, 240 Augen. Marks
    are explained at `PLAYED`."""

    id = "doppelkopf"
    title = "Doppelkopf"
    standard_title = N_("tournament rules")
    players = range(ACTIVE, ACTIVE + 2)
    rules = TurnierRules
    hands = (Hand,)
    low_is_good = False
    owed_key = "pflicht_offen"
    may_split = True
    pays_points = True
    example = protocols.Example(("Anne", "Bert", "Cem", "Dora"), (
        {"re": ["Bert", "Dora"], "augen": 120, "ansagen": {"re": "U9", "kontra": "U9"}},
        {"re": ["Anne", "Cem"], "augen": 151, "fuchs": ["re"], "doppelkopf": ["kontra"] * 2},
        {"re": ["Bert", "Cem"], "augen": 131, "karlchen": "re"},
        {"re": ["Anne", "Bert"], "augen": 131, "ansagen": {"re": "ja"}},
        {"re": ["Cem", "Dora"], "augen": 110},
        {"re": ["Anne", "Bert"], "augen": 100, "ansagen": {"re": "ja"}},
        {"spiel": "stille-hochzeit", "re": ["Dora"], "augen": 119},
        {"re": ["Anne", "Dora"], "augen": 140, "ansagen": {"kontra": "ja"}},
        {"re": ["Bert", "Cem"], "augen": 130, "karlchen_gefangen": ["re"]},
        {"re": ["Cem", "Dora"], "augen": 125, "fuchs_am_end": "re"},
        {"re": ["Anne", "Bert"], "augen": 135, "dulle_gefangen": "kontra"},
        {"re": ["Bert", "Cem"], "augen": 160},
        {"re": ["Anne", "Dora"], "augen": 121},
        {"re": ["Anne", "Cem"], "augen": 122, "herzstich": True},
        {"re": ["Bert", "Dora"], "augen": 130}))

    # --- a hand -------------------------------------------------------------------------------

    def judge(self, hand: Hand, table: Table[TurnierRules]) -> HandScore | Problems:
        return problems_of(hand, table) or score_of(hand, table, worth(hand, table.rules))

    def multiply(self, hand: Hand, table: Table[TurnierRules], score: HandScore,
                 multipliers: protocols.Multipliers) -> tuple[HandScore, protocols.Multipliers]:
        rules, came = table.rules, score.why
        if not multipliers and not came.gruende:
            return score, ()
        if multipliers:
            score = score_of(hand, table, came, multipliers)
        rounds = bockrunden(len(came.gruende), rules.bock_per_hand)
        return score, bock_after(multipliers, rounds, rules.bock_hands or len(table.seats),
                                 rules.bock_stack)

    def explain(self, hand: Hand, table: Table[TurnierRules], score: HandScore) -> str:
        kind, told = kind_of(hand), score.why.told
        return f"{kind}: {told}" if kind else str(told)

    def describe(self, hand: Hand, names: Sequence[str]) -> str:
        said = [" + ".join([names[seat] for seat in hand.re]), kind_of(hand)]
        said += [f"{side.value.capitalize()} {LEVELS[ansage.depth]}".strip()
                 for side in Side if (ansage := hand.ansage(side))]
        said += [result_in_words(hand.result), *said_of_extras(hand)]
        return " · ".join(filter(None, said))

    def own_words(self, rules: TurnierRules) -> Sequence[str]:
        return named_in(rules.bock_namen)

    def re_of(self, hand: Hand) -> tuple[Seat, ...]:
        return hand.re

    def winners(self, hand: Hand, table: Table[TurnierRules],
                score: HandScore) -> tuple[Seat, ...]:
        winner = score.why.winner
        return () if winner is None else players_of(winner, hand.re, table.active)

    def feats(self, hand: Hand, table: Table[TurnierRules],
              score: HandScore) -> tuple[protocols.Feat, ...]:
        """Return games played alone, Ansagen, Füchse, Doppelköpfe and Karlchen of a side for both
        of its players, and the Böcke caused by lost Ansagen and solos."""
        came: Worth = score.why
        won = None if came.winner is None else came.winner is Side.RE
        found = [protocols.Feat(hand.re[0], ALONE[hand.spiel], won)] if hand.is_alone else []
        for side in Side:
            players = players_of(side, hand.re, table.active)
            deeds = [protocols.Feat(0, protocols.ANSAGE, side is came.winner)] \
                if hand.ansage(side) else []
            deeds += [protocols.Feat(0, deed) for key, deed in DEEDS.items()
                      for _ in range(hand.has(key, side))]
            deeds += [protocols.Feat(0, protocols.BOCK)] * _boecke_of(side, came, table.rules)
            found += [deed._replace(seat=seat) for deed in deeds for seat in players]
        return tuple(found)

    # --- seats --------------------------------------------------------------------------------

    def active(self, seats: tuple[Seat, ...], dealer: Seat,
               rules: TurnierRules) -> tuple[Seat, ...]:
        """Return who plays: of five the dealer sits out."""
        if len(seats) == ACTIVE:
            return seats
        here = seats.index(dealer)
        return seats[:here] + seats[here + 1:]

    def turn(self, seats: tuple[Seat, ...], dealer: Seat, rules: TurnierRules,
             tally: Tally) -> tuple[Seat, tuple[Seat, ...]]:
        return dealer, self.active(seats, dealer, rules)

    def follows(self, rules: TurnierRules) -> bool:
        """Return whether it matters who has played a solo."""
        return rules.pflichtsolo > 0

    # --- a match ------------------------------------------------------------------------------

    def adds_up(self, rules: TurnierRules) -> bool:
        return rules.solo_faktor == ACTIVE - 1

    def outcome(self, tally: Tally, rules: TurnierRules) -> Outcome | None:
        over = rules.hands and tally.hands >= rules.hands
        return Outcome(Reason.ENDED) if over else None

    def balance(self, tally: Tally, stake: int) -> Points:
        """Return the cents for everybody's points, each hand made even first: less a quarter of
        what the four of it wrote together."""
        return in_cents([stake * (ACTIVE * total - mark // PLAYED)
                         for total, mark in zip(tally.totals, tally.marks)], 100 * ACTIVE)

    def owed(self, tally: Tally, rules: TurnierRules) -> Points:
        """Return the Pflichtsoli that everybody has yet to play (TSR 8.6)."""
        return tuple([max(0, rules.pflichtsolo - mark % PLAYED) for mark in tally.marks]) \
            if rules.pflichtsolo else ()

    def meters(self, tally: Tally, rules: TurnierRules) -> tuple[Meter, ...]:
        return (Meter(N_("Duty solos"), rules.pflichtsolo, tuple([
            mark % PLAYED for mark in tally.marks])),) if rules.pflichtsolo else ()

    def progress(self, tally: Tally, rules: TurnierRules) -> Message | None:
        if rules.hands is not None:
            return say("{played} of {hands} hands", played=tally.hands, hands=rules.hands)
        owed = sum(self.owed(tally, rules))
        return say_n("{n} solo owed", "{n} solos owed", owed) if rules.pflichtsolo else None

    def due(self, tally: Tally, table: Table[TurnierRules]) -> Message | None:
        """Say who must play a Pflichtsolo now, because only as many hands are left (TSR 8.6)."""
        seat = forced(table, tally)
        return None if seat is None else say("{name} must play a solo now", name=table.names[seat])


DOPPELKOPF = Doppelkopf()


def _boecke_of(side: Side, came: Worth, rules: TurnierRules) -> int:
    """Return how many Bockrunden a side has caused."""
    own = {Side.RE: (Grund.RE_VERLOREN, Grund.SOLO_VERLOREN), Side.KONTRA: (Grund.KONTRA_VERLOREN,)}
    count = len([grund for grund in came.gruende if grund in own[side]])
    return count if rules.bock_per_hand == BockPerHand.EACH else min(1, count)
