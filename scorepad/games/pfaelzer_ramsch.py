"""Pfälzer Ramsch: Schieberamsch as it is played in the Palatinate, up to a limit of points.

S3, Pfälzer Ramsch, is the last section of the rule text that `schieberamsch` cites.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from scorepad.games import ramsch
from scorepad.games.augen import ALL, Most
from scorepad.games.game import Game, HandScore, Meter, Outcome, Reason
from scorepad.games.problems import Problems, refuse
from scorepad.games.protocols import Example, Feat, Partien
from scorepad.games.table import Points, Rules, Table, Tally, option
from scorepad.i18n.message import N_, Message, Quantity, say

PLAYERS = 3
NO_KONTRA = 0


class AllOver(StrEnum):
    """The losers where several reach the limit in one hand (S3 reads as if each had lost)."""

    MOST = "most"
    EACH = "each"


@dataclass(frozen=True)
class PfaelzerRamschRules(Rules):
    """The options of Pfälzer Ramsch, each with its default."""

    limit: int = option(
        500, N_("Limit"), N_("Whoever reaches this many points loses the match."),
        bounds=(1, 1_000_000))
    all_over: str = option(
        AllOver.MOST, N_("Several over the limit"),
        N_("Who loses when several reach the limit in the same hand: the one with the most points "
           "(in a tie they play on), or each of them. Each then pays everybody below the limit."),
        {AllOver.MOST: N_("Most points"), AllOver.EACH: N_("Each of them")})


class PfaelzerRamsch(Partien, Game[ramsch.Hand, PfaelzerRamschRules]):
    """Pfälzer Ramsch (S3, Pfälzer Ramsch), 3 players, 120 Augen."""

    id = "pfaelzer-ramsch"
    title = "Pfälzer Ramsch"
    players = range(PLAYERS, PLAYERS + 1)
    rules = PfaelzerRamschRules
    hands = (ramsch.Ramsch, ramsch.Durchmarsch)
    example = Example(("Anne", "Bert", "Cem"), (
        {"augen": {"Anne": 66}}, {"augen": {"Bert": 62}, "geschoben": ["Anne"]},
        {"augen": {"Cem": 80}, "geschoben": 2}, {"augen": {"Bert": 64}, "geschoben": 2},
        {"durchmarsch": "Anne"}, {"augen": {"Bert": 62}},  # Bert: 124 + 256 + 120 = 500
        {"durchmarsch": "Anne", "geschoben": 3}))  # Bert and Cem are over the limit

    # --- a hand -------------------------------------------------------------------------------

    def read_hand(self, raw: Mapping[str, Any], names: tuple[str, ...]) -> ramsch.Hand:
        if "grand_hand" in raw:
            refuse(say("there is no Grand Hand in {game}", game=self.title), "grand_hand")
        return super().read_hand(raw, names)

    def judge(self, hand: ramsch.Hand, table: Table[PfaelzerRamschRules]) -> HandScore | Problems:
        """Return everyone's points, or what is wrong.

        Whoever has the most Augen writes them; after a Durchmarsch the two others write 120. Every
        Schieben doubles that; nothing is divided, and a Jungfrau doubles nothing.
        """
        problems = tuple(ramsch.problems_of_ramsch(hand, table.names, NO_KONTRA))
        if isinstance(hand, ramsch.Durchmarsch):
            losers = tuple([seat for seat in range(PLAYERS) if seat != hand.spieler])
            return problems or ramsch.writes(losers, ALL << ramsch.doublings(hand))
        lost = ramsch.most_in(hand, table.names)
        if not isinstance(lost, Most):
            return problems + lost
        return problems or ramsch.writes(lost.seats, lost.augen << ramsch.doublings(hand), lost)

    def feats(self, hand: ramsch.Hand, table: Table[PfaelzerRamschRules],
              score: HandScore) -> tuple[Feat, ...]:
        return ramsch.feats_of_ramsch(hand)

    def explain(self, hand: ramsch.Hand, table: Table[PfaelzerRamschRules],
                score: HandScore) -> str:
        points = max(score.points)
        doubling = ramsch.factors(hand, table.names, jungfrau_doubles=False)
        if isinstance(hand, ramsch.Durchmarsch):
            first = f"Durchmarsch {table.names[hand.spieler]}: {ALL}"
        else:
            first = str(score.why.augen)
        return f"{first}{doubling} = {points}" if doubling else first

    def describe(self, hand: ramsch.Hand, names: Sequence[str]) -> str:
        return ramsch.described(hand, names)

    # --- a match ------------------------------------------------------------------------------

    def outcome(self, tally: Tally, rules: PfaelzerRamschRules) -> Outcome | None:
        """Return the loser: whoever reaches the limit, of several the one with the most points.
        With a tie for the most the match goes on. By `each` all of them have lost at once (S3)."""
        most = max(tally.totals)
        if rules.all_over == AllOver.EACH and most >= rules.limit:
            over = tuple([seat for seat, total in enumerate(tally.totals) if total >= rules.limit])
            return Outcome(Reason.LOST, *over) if len(over) == 1 else \
                Outcome(Reason.LOST, seats=over)
        if most < rules.limit or tally.totals.count(most) > 1:
            return None
        return Outcome(Reason.LOST, tally.totals.index(most))

    def why(self, outcome: Outcome, tally: Tally, rules: PfaelzerRamschRules,
            names: Sequence[str]) -> Message:
        first, *others = [Quantity(tally.totals[seat]) for seat in outcome.losers]
        points = ", ".join(map(str, (first, *others))) if others else first
        return say("{points} points, and {limit} is the limit",
                   points=points, limit=Quantity(rules.limit))

    def payout(self, outcome: Outcome, tally: Tally, stake: int) -> Points:
        """Return the payments in cents: each loser pays one Einsatz to each who has not lost."""
        losers = outcome.losers
        return tuple([-stake * (PLAYERS - len(losers)) if seat in losers else stake * len(losers)
                      for seat in range(PLAYERS)])

    def meters(self, tally: Tally, rules: PfaelzerRamschRules) -> tuple[Meter, ...]:
        return (Meter(N_("Points"), rules.limit, tally.totals, of_points=True),)


PFAELZER_RAMSCH = PfaelzerRamsch()
