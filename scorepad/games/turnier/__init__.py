"""Doppelkopf by the tournament rules of the Deutscher Doppelkopf-Verband, and as tables at home
change them.

TSR is these rules, the Turnierspielregeln of 2000, cited by their sections.
"""

from collections.abc import Sequence

from scorepad.games.bock import BockPerHand, bock_after, bockrunden
from scorepad.games.doppelkopf import Side, players_of, result_in_words
from scorepad.games.game import Game, HandScore, Meter, Outcome, Reason
from scorepad.games.money import in_cents
from scorepad.games.problems import Problems
from scorepad.games.protocols import (
    ANSAGE,
    BOCK,
    FUCHS,
    KARLCHEN,
    Deed,
    Example,
    Feat,
    FollowsTally,
    HasRe,
    Multipliers,
    Multiplies,
    SeatsChange,
)
from scorepad.games.table import Points, Seat, Table, Tally
from scorepad.games.turnier.hand import (
    PLAYED,
    TITLES,
    Grund,
    Hand,
    TurnierRules,
    kind_of,
    problems_of,
    said_of_extras,
)
from scorepad.games.turnier.value import Worth, score_of, worth
from scorepad.i18n.message import N_, Message, listed, say, say_n

ACTIVE = 4
ALONE = {spiel: Deed(spiel.value, title, solo=True) for spiel, title in TITLES.items()}
DEEDS = {"fuchs": FUCHS, "doppelkopf": Deed("doppelkopf", N_("Doppelköpfe")), "karlchen": KARLCHEN}


class Doppelkopf(SeatsChange, FollowsTally, Multiplies, HasRe, Game[Hand, TurnierRules]):
    """Doppelkopf by the tournament rules (TSR), 4 or 5 players, 4 of them active, 240 Augen.

    Marks are explained at `PLAYED`.
    """

    id = "doppelkopf"
    title = "Doppelkopf"
    players = range(ACTIVE, ACTIVE + 2)
    rules = TurnierRules
    hands = (Hand,)
    low_is_good = False
    owed_key = "pflicht_offen"
    may_split = True
    example = Example(("Anne", "Bert", "Cem", "Dora"), (
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
                 multipliers: Multipliers) -> tuple[HandScore, Multipliers]:
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
        said += [f"{side.value.capitalize()} {ansage.value}".removesuffix(" ja")
                 for side in Side if (ansage := hand.ansage(side))]
        said += [result_in_words(hand.result), *said_of_extras(hand)]
        return " · ".join(filter(None, said))

    def re_of(self, hand: Hand) -> tuple[Seat, ...]:
        return hand.re

    def winners(self, hand: Hand, table: Table[TurnierRules],
                score: HandScore) -> tuple[Seat, ...]:
        winner = score.why.winner
        return () if winner is None else players_of(winner, hand.re, table.active)

    def feats(self, hand: Hand, table: Table[TurnierRules],
              score: HandScore) -> tuple[Feat, ...]:
        """Return games played alone, Ansagen, Füchse, Doppelköpfe and Karlchen of a side for both
        of its players, and the Böcke caused by lost Ansagen and solos."""
        came: Worth = score.why
        won = None if came.winner is None else came.winner is Side.RE
        found = [Feat(hand.re[0], ALONE[hand.spiel], won)] if hand.is_alone else []
        for side in Side:
            players = players_of(side, hand.re, table.active)
            deeds = [Feat(0, ANSAGE, side is came.winner)] if hand.ansage(side) else []
            deeds += [Feat(0, deed) for key, deed in DEEDS.items()
                      for _ in range(hand.has(key, side))]
            deeds += [Feat(0, BOCK)] * _boecke_of(side, came, table.rules)
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

    def due(self, tally: Tally, rules: TurnierRules, names: Sequence[str]) -> Message | None:
        """Say who must play a Pflichtsolo now, because no more hands are left than solos are
        owed (TSR 8.6)."""
        owed = self.owed(tally, rules)
        owing = [name for name, solos in zip(names, owed) if solos]
        if not owing or rules.hands is None or rules.hands - tally.hands > sum(owed):
            return None
        return say_n("{names} must play a solo now", "{names} must each play a solo now",
                     len(owing), names=listed(owing))


DOPPELKOPF = Doppelkopf()


def _boecke_of(side: Side, came: Worth, rules: TurnierRules) -> int:
    """Return how many Bockrunden a side has caused."""
    own = {Side.RE: (Grund.RE_VERLOREN, Grund.SOLO_VERLOREN), Side.KONTRA: (Grund.KONTRA_VERLOREN,)}
    count = len([grund for grund in came.gruende if grund in own[side]])
    return count if rules.bock_per_hand == BockPerHand.EACH else min(1, count)
