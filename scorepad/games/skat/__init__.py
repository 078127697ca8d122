"""Skat by the International Skat Order (ISkO), and as tables play it otherwise."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from operator import add
from typing import Any, NamedTuple

from scorepad.games.bock import BOCK, StartsBock
from scorepad.games.game import Game, HandScore, Outcome, Reason
from scorepad.games.money import EINSATZ, RATE, Wager, in_cents, signed
from scorepad.games.problems import Problems
from scorepad.games.protocols import (
    OHNE,
    Deed,
    Entered,
    Example,
    Feat,
    HasPenalties,
    KeepsList,
    Multipliers,
    SeatsChange,
)
from scorepad.games.shape import shape_of
from scorepad.games.skat.hand import (
    AllPassed,
    Came,
    Durchmarsch,
    Eingepasst,
    Gespielt,
    Null,
    Nullspiel,
    Ramsch,
    Spiel,
    Strafe,
    Stufe,
    came_to,
    feats_of,
    idle,
    problems_of,
    problems_of_penalty,
    refused_in_turn,
    stufe_of,
    worth,
)
from scorepad.games.skat.options import BASES, GRAND, KONTRAS, ONCE, RE, Liste, SkatRules
from scorepad.games.table import Points, Seat, Table, Tally
from scorepad.i18n.message import Message, Quantity, say

Hand = Gespielt | AllPassed | Strafe
DEEDS = {spiel: Deed(spiel, spiel.capitalize(), solo=True) for spiel in (*BASES, Null.NULL.value)}


def _game(spiel: str, spieler: str, spitzen: int, stufe: str, **more: Any) -> dict[str, Any]:
    return {"spiel": spiel, "spieler": spieler, "spitzen": spitzen, "stufe": stufe, **more}


EXAMPLE = Example(("Anne", "Bert", "Cem", "Dora", "Emil"), (
    _game("grand", "Bert", 1, "verloren-60", hand=True),  # two reasons for Böcke
    _game("grand", "Anne", 4, "verloren-schwarz"),
    _game("pik", "Dora", 1, "verloren-60"),  # Böcke while Böcke run
    {"spiel": "null", "spieler": "Anne", "gewonnen": True, "reizwert": 59},
    _game("karo", "Bert", 2, "gewonnen"),  # Anne's Bierlachs: 336 + 138 + 27 = 501
    _game("herz", "Cem", 1, "verloren", hand=True),
    _game("kreuz", "Dora", 5, "schneider"), _game("herz", "Emil", 1, "gewonnen", kontra=2),
    {"augen": {"Anne": 70}}, {"eingepasst": True}, _game("pik", "Cem", 1, "gewonnen"),
    *[_game("karo", name, 1, "gewonnen") for name in ("Anne", "Bert", "Anne")],
    _game("karo", "Anne", 1, "gewonnen", kontra=3)))

SEEGER, FABIAN, THREE = 50, {True: 40, False: 30}, 3
"""Points besides the game's: of the declarer, for one that was won or lost, and of everybody else,
for one that was lost, with three players and with more."""

LOST_TWICE = f" · {signed(-2)}"
"""The factor in the arithmetic of a lost game that counts twice."""

SEEGER_FABIAN, BIERLACHS = Liste.SEEGER_FABIAN, Liste.BIERLACHS
"""Names of two that are asked for with every hand: looking them up in the class takes longer."""


class Entry(NamedTuple):
    """An entry in a list: its declarer, None where there was none.

    bonus: the part of the points that nothing doubles; told: the arithmetic of the value, as far
    as nothing is doubled; factors: the names of what doubles it; lost: what a lost game counts
    besides, as it is told; won: None where nobody can win.
    """

    spieler: Seat | None
    bonus: Points
    value: int
    told: str
    factors: Sequence[str] = ()
    lost: str = ""
    won: bool | None = None


class Skat(SeatsChange, StartsBock, KeepsList, HasPenalties, Game[Hand, SkatRules]):
    """Skat, 3 to 5 players, 3 of them active, 120 Augen; the `why` of its scores is an `Entry`."""

    id, title, players, rules = "skat", "Skat", range(3, 6), SkatRules
    hands = (Spiel, Nullspiel, Durchmarsch, Eingepasst, Ramsch, Strafe)
    afterwards, left_keys = "Ramsch", {"ramsch_left": "Ramsch"}
    example = EXAMPLE
    wagers, low_is_good = (RATE, EINSATZ), False

    def read_hand(self, raw: Mapping[str, Any], names: tuple[str, ...]) -> Hand:
        is_game = raw.get("spiel", Null.NULL) != Null.NULL  # what has Augen, too, is a Ramsch
        hand: Hand = shape_of(Spiel).read(raw, names) if is_game else super().read_hand(raw, names)
        return hand

    def judge(self, hand: Hand, table: Table[SkatRules]) -> HandScore | Problems:
        """Return what everybody writes for a hand, or what is wrong with it."""
        if isinstance(hand, Strafe):
            return self.penalized(hand, table)
        if not isinstance(hand, Gespielt):
            return self.all_passed(hand, table)
        problems = (*idle(table, hand.spieler, "spieler"), *problems_of(hand, table.rules))
        return problems or self.played(
            table, hand.spieler, worth(hand, table.rules), KONTRAS[:hand.kontra],
            once=hand.hand and table.rules.hand_verlust == ONCE)

    def refused(self, hand: Hand, table: Table[SkatRules], multipliers: Multipliers) -> Problems:
        if isinstance(hand, Strafe):
            return ()
        grand_hand = isinstance(hand, Spiel) and hand.spiel == GRAND and hand.hand
        return refused_in_turn(hand, table.rules, self.is_following(multipliers), grand_hand)

    def has_following(self, rules: SkatRules) -> bool:
        return rules.ramschrunden

    def reasons(self, hand: Hand, table: Table[SkatRules], score: HandScore) -> int:
        if not isinstance(hand, Gespielt):
            return 0
        there = {"60:60": isinstance(hand, Spiel) and stufe_of(hand) is Stufe.VERLOREN_60,
                 "grand-hand": hand.spiel == GRAND and hand.hand,
                 "kontra-verloren": hand.kontra and score.why.won,
                 "kontra-re": hand.kontra >= RE}
        return sum([bool(there[reason]) for reason in table.rules.bock])

    def active(self, seats: tuple[Seat, ...], dealer: Seat, rules: SkatRules) -> tuple[Seat, ...]:
        """Return who plays: of four the dealer sits out, of five another player besides."""
        here, steps = seats.index(dealer), 3 if rules.fuenf == "dritter" else 2
        out = [here, (here + steps) % len(seats)][:len(seats) - 3]
        return tuple([seat for at, seat in enumerate(seats) if at not in out])

    # --- what a hand writes -------------------------------------------------------------------

    def multiply(self, hand: Hand, table: Table[SkatRules], score: HandScore,
                 multipliers: Multipliers) -> tuple[HandScore, Multipliers]:
        """Multiply, and note as marks what settles a sheet whose people have changed: in a list
        what the hand settles apart from everybody's points, else who sat at the table."""
        following = multipliers
        if not isinstance(hand, Strafe):
            score, following = super().multiply(hand, table, score, multipliers)
        if not self.is_one_match(table.rules):
            marks = _written(table.nothing, 1, table.seats)
        elif (away := len(table.names) - len(table.seats)):
            everybody, here = sum(score.points), frozenset(table.seats)
            marks = tuple([-away * points if seat in here else everybody
                           for seat, points in enumerate(score.points)])
        else:
            return score, following
        return score._replace(marks=marks), following

    def played(self, table: Table[SkatRules], spieler: Seat, worth: tuple[int, str, bool],
               factors: tuple[str, ...], *, once: bool) -> HandScore:
        """Return the score of a game that one player played alone.

        spieler: who played it; worth: its value, the arithmetic of that, and whether it was won;
        factors: the names of what doubles it; once: whether a lost one counts only its value.
        """
        rules = table.rules
        writing: tuple[Seat, ...] = (spieler,)
        if rules.liste == BIERLACHS:
            once = once or rules.bierlachs_verlust == ONCE
            writing = _against(table, spieler)
        return _played(table.nothing, spieler, worth, factors, once, writing, table.seats,
                       _gegner(rules, len(table.seats)))

    def penalty(self, seat: Seat, points: int) -> Strafe:
        return Strafe(seat, points)

    def is_penalty(self, hand: Hand) -> bool:
        return isinstance(hand, Strafe)

    def penalized(self, hand: Strafe, table: Table[SkatRules]) -> HandScore | Problems:
        """Return what a penalty takes off, or what is wrong with it; the deal does not move, and no
        Bock is used up."""
        if problems := problems_of_penalty(hand, table):
            return problems
        return HandScore(
            _written(table.nothing, -hand.punkte, (hand.spieler,)), table.nothing,
            same_dealer=True, counted=False, why=Entry(
                None, table.nothing, -hand.punkte, f"Strafpunkte: {signed(-hand.punkte)}"))

    def all_passed(self, hand: AllPassed, table: Table[SkatRules]) -> HandScore | Problems:
        """Return the score of a hand that nobody played alone, or what is wrong with it."""
        came = came_to(hand, table)
        if not isinstance(came, Came):
            return came
        seats, points = came.seats, -(came.augen << len(came.factors))
        if isinstance(hand, Durchmarsch):
            against = table.rules.liste == BIERLACHS
            seats, points = (_against(table, hand.spieler), points) if against else (seats, -points)
        return HandScore.of(_written(table.nothing, points, seats), why=Entry(
            None, table.nothing, came.augen, came.told, came.factors))

    def explain(self, hand: Hand, table: Table[SkatRules], score: HandScore) -> str:
        entry: Entry = score.why
        steps = entry.lost
        if entry.factors or score.multipliers:
            names = [*entry.factors, *[
                each.title for each in score.multipliers if each.title == BOCK]]
            steps = "".join([f" · 2 ({name})" for name in names]) + steps
        own = 0 if entry.spieler is None else score.points[entry.spieler]
        total = own or next(filter(None, score.points), 0)
        if entry.spieler is not None and (bonus := entry.bonus[entry.spieler]):
            steps += f" {'+' if bonus > 0 else signed(-1)[0]} {abs(bonus)}"
        same = not steps and total == entry.value
        return entry.told if same else f"{entry.told}{steps} → {signed(total, plus=False)}"

    def entered(self, hand: Hand, table: Table[SkatRules], score: HandScore) -> Entered | None:
        entry: Entry = score.why
        if entry.spieler is None or entry.won is None:
            return None
        own = score.points[entry.spieler] - entry.bonus[entry.spieler]
        return Entered(entry.spieler, own, entry.bonus, entry.won)

    def for_games(self, rules: SkatRules, size: int, won: int, lost: int, by_others: int) -> int:
        gegner = _gegner(rules, size)
        return 0 if gegner is None else SEEGER * (won - lost) + gegner * by_others

    def fee(self, rules: SkatRules, lost: int) -> int:
        if rules.verlustgeld is None or not self.is_one_match(rules):
            return 0
        dear = 0 if rules.verlustgeld_ab is None else max(0, lost + 1 - rules.verlustgeld_ab)
        return rules.verlustgeld * (lost + dear)

    def winners(self, hand: Hand, table: Table[SkatRules],
                score: HandScore) -> tuple[Seat, ...] | None:
        """Return the declarer or the opponents; None where nobody played alone."""
        entry: Entry = score.why
        return None if entry.won is None else tuple(
            [seat for seat in table.active if (seat == entry.spieler) is entry.won])

    def feats(self, hand: Hand, table: Table[SkatRules], score: HandScore) -> tuple[Feat, ...]:
        if not isinstance(hand, Gespielt):
            return () if isinstance(hand, Strafe) else feats_of(hand)
        alone = Feat(hand.spieler, DEEDS[hand.spiel], score.why.won)
        ohne = isinstance(hand, Spiel) and hand.ohne
        return (alone, alone._replace(deed=OHNE)) if ohne else (alone,)

    def describe(self, hand: Hand, names: Sequence[str]) -> str:
        told = super().describe(hand, names)
        return told.replace(f" mit {hand.spitzen}", f" ohne {hand.spitzen}", 1) \
            if isinstance(hand, Spiel) and hand.ohne else told

    # --- a match ------------------------------------------------------------------------------

    def wager_of(self, rules: SkatRules) -> Wager:
        return RATE if self.is_one_match(rules) else EINSATZ

    def is_one_match(self, rules: SkatRules) -> bool:
        return rules.liste != BIERLACHS

    def agreed(self, before: SkatRules, after: SkatRules) -> SkatRules:
        """Return the new rules, but with a list for the same kind of money."""
        return after if self.is_one_match(before) is self.is_one_match(after) else \
            replace(after, liste=before.liste, hands=before.hands)

    def outcome(self, tally: Tally, rules: SkatRules) -> Outcome | None:
        """Return the end after the hands agreed on, or the loser of a Bierlachs: who has the fewest
        points, alone, and no more than the limit allows."""
        if self.is_one_match(rules):
            return Outcome(Reason.ENDED) if rules.hands and tally.hands >= rules.hands else None
        low = min(tally.totals)
        return Outcome(Reason.LOST, tally.totals.index(low)) \
            if low <= -rules.limit and tally.totals.count(low) == 1 else None

    def why(self, outcome: Outcome, tally: Tally, rules: SkatRules,
            names: Sequence[str]) -> Message:
        if outcome.loser is None:
            return super().why(outcome, tally, rules, names)
        return say("{points} points, and {limit} is the limit",
                   points=Quantity(tally.totals[outcome.loser]), limit=Quantity(-rules.limit))

    def payout(self, outcome: Outcome, tally: Tally, stake: int) -> Points:
        """Return the cents: the loser of a Bierlachs pays an Einsatz to each of the others who sat
        at the table in it."""
        if outcome.loser is None:
            return super().payout(outcome, tally, stake)
        paid = [stake if hands else 0 for hands in tally.marks]
        paid[outcome.loser] -= sum(paid)
        return tuple(paid)

    def balance(self, tally: Tally, stake: int) -> Points | None:
        """Return the cents: every two settle the difference of their points in the hands in which
        both sat at the table, so that a substitute answers only for the hands since joining."""
        everybody, size = sum(tally.totals), len(tally.totals)
        return in_cents([stake * (size * total - everybody + apart)
                         for total, apart in zip(tally.totals, tally.marks)], 100)

    def progress(self, tally: Tally, rules: SkatRules) -> Message | None:
        return None if rules.hands is None else say(
            "{played} of {hands} hands", played=tally.hands, hands=rules.hands)


def _gegner(rules: SkatRules, size: int) -> int | None:
    """Return what everybody else writes for a lost game at a table of so many; None where the list
    is not that of Seeger and Fabian."""
    if rules.liste != SEEGER_FABIAN:
        return None
    return FABIAN[size == THREE] if rules.sf_gegner is None else rules.sf_gegner


@lru_cache(maxsize=1 << 14)
def _played(nothing: Points, spieler: Seat, worth: tuple[int, str, bool], factors: tuple[str, ...],
            once: bool, writing: tuple[Seat, ...], seats: tuple[Seat, ...],
            gegner: int | None) -> HandScore:
    """Return the score of a game that one player played alone; long lists have few different.

    nothing: the points of nobody; worth, factors, once: as for `Skat.played`; writing: who writes
    a game that was won; seats: who sits at the table; gegner: what the others of them write for a
    lost one in the list of Seeger and Fabian, None in any other list.
    """
    value, told, won = worth
    points, bonus = value << len(factors), nothing
    if won:
        written = _written(nothing, points if spieler in writing else -points, writing)
    else:
        written = _written(nothing, -points if once else -2 * points, (spieler,))
    if gegner is not None:
        bonus = _written(nothing, SEEGER, (spieler,)) if won else tuple(
            [-SEEGER if seat == spieler else gegner if seat in seats else 0
             for seat in range(len(nothing))])
        written = tuple(map(add, written, bonus))
    entry = Entry(spieler, bonus, value, told, factors, "" if won or once else LOST_TWICE, won)
    return HandScore(written, nothing, why=entry)


def _against(table: Table[SkatRules], spieler: Seat) -> tuple[Seat, ...]:
    """Return who writes a game that this player has won in a Bierlachs."""
    others = table.seats if table.rules.aussetzer == "mit" else table.active
    return tuple([other for other in others if other != spieler])


def _written(nothing: Points, points: int, seats: Sequence[Seat]) -> Points:
    written = [*nothing]
    for seat in seats:
        written[seat] = points
    return tuple(written)


SKAT = Skat()
