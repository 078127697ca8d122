"""Chase-the-Ace (As-Jagd): whoever holds the lowest card pays a part of their stake to the bank,
until one is left in and takes it all.

S1 below is Claus D. Grupp, "99 Kartenspiele", Leinfelden 1970, pages 68 to 76, cited by its lines.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, NamedTuple

from scorepad.games.describing import by_name
from scorepad.games.fields import BySeat, Choice, Needed, Players
from scorepad.games.game import Duties, Game, HandScore, Meter, Outcome, Reason
from scorepad.games.money import TEIL, shared, written
from scorepad.games.problems import Problem, Problems, shown
from scorepad.games.protocols import Example, FollowsTally, HasPot
from scorepad.games.shape import written as declared
from scorepad.games.table import Points, Rules, Seat, Table, Tally, next_clockwise, option
from scorepad.i18n.message import N_, Message, listed, say

PARTS = 3
"""The number of equal parts of everybody's stake (S1, 009–012)."""

RANKS = ("A", "7", "8", "9", "10", "J", "Q", "K")
"""The ranks from the lowest card up (S1, 024–027)."""

GERMAN = {"B": "J", "D": "Q"}
"""The German letters of Bube and Dame, which may be written instead."""

SUITS = 4
"""The number of suits, and so of cards of one rank."""


CARDS = SUITS * len(RANKS)
"""The number of cards in the pack (S1, 007)."""


class AllOut(StrEnum):
    """The result of a round in which all who are left would go out; S1 is silent about it."""

    SHARE = "share"
    AGAIN = "again"


@dataclass(frozen=True)
class ChaseTheAceRules(Rules):
    """The options of Chase-the-Ace, each with its default."""

    all_out: str = option(
        AllOut.SHARE, N_("All out at once"),
        N_("If everybody who is left would go out in the same round: they share the bank, or "
           "nobody pays and the round is played again."),
        {AllOut.SHARE: N_("Share the bank"), AllOut.AGAIN: N_("Play again")})


@declared(said={"zahlt": "zahlt|zahlen|pays|pay|paid"})
class Paying(NamedTuple):
    """A round that says only who paid.

    zahlt: their seats, in seat order.
    """

    zahlt: Annotated[Players, Needed(N_(
        "a round says who pays, or the cards of all who are in"))]


@declared(said={"=A": "As|Ass|Asse|ace", "=J": "Bube|Buben|Bauer|jack", "=Q": "Dame|queen",
                "=K": "König|king"})
class Cards(NamedTuple):
    """A round that says which card each player held in the end.

    karten: the rank that each seat held, None for a seat without a card.
    """

    karten: Annotated[tuple[str | None, ...], BySeat(
        Choice(RANKS, GERMAN, lambda raw: say("{card} is not one of {ranks}", card=shown(raw),
                                              ranks=", ".join(RANKS))),
        N_("says the card of everybody who is in"))]


Hand = Paying | Cards


class ChaseTheAce(FollowsTally, HasPot, Game[Hand, ChaseTheAceRules]):
    """Chase-the-Ace (S1, 001–031), 4 to 31 players, for each of whom there is a card
    and one left to exchange.

    The points of a round are the change of each purse: cents if there is an Einsatz, which is one
    of the three parts, and parts if there is none. Marks are the parts that a seat has paid.
    """

    id = "chase-the-ace"
    title = "Chase-the-Ace"
    also_called = ("As-Jagd", "Ass-Jagd")
    players = range(4, CARDS)
    rules = ChaseTheAceRules
    hands = (Paying, Cards)
    wager = TEIL
    low_is_good = False
    ends_by_hand = False
    in_money = True
    pot_title = N_("Bank")
    example = Example(("Anne", "Bert", "Cem", "Dora"), (
        {"zahlt": ["Anne", "Bert", "Cem", "Dora"]}, {"zahlt": ["Anne", "Bert", "Cem", "Dora"]},
        {"karten": {"Anne": "A", "Bert": "9", "Cem": "K", "Dora": "8"}},
        {"zahlt": ["Bert", "Cem", "Dora"]}), stake=50)

    # --- a round ------------------------------------------------------------------------------

    def judge(self, hand: Hand, table: Table[ChaseTheAceRules]) -> HandScore | Problems:
        """Return the change of each purse, or why the round cannot have been played.

        Everybody with the lowest card pays one part (S1, 022–028). After the last round the bank
        goes to the last one in (S1, 030–031), or in shares to those who went out last. There is
        one pack, and players who are out stay out (S1, 007 and 029–030).
        """
        problems = _problems_of_paying(hand.zahlt, table) if isinstance(hand, Paying) \
            else _problems_of_cards(hand.karten, table)
        return tuple(problems) or self._score(hand, table)

    def _score(self, hand: Hand, table: Table[ChaseTheAceRules]) -> HandScore:
        paid = table.nothing if table.tally is None else table.tally.marks
        payers, part = payers_of(hand), _part(table)
        left = [seat for seat in table.active
                if paid[seat] + (seat in payers) < PARTS]
        if not left and table.rules.all_out == AllOut.AGAIN:
            payers, left = (), list(table.active)
        points = [-part if seat in payers else 0 for seat in range(len(table.names))]
        if len(left) < 2:
            shares = shared(_bank(table) - sum(points), left or table.active, len(points))
            points = [own + share for own, share in zip(points, shares)]
        marks = tuple([int(seat in payers) for seat in range(len(points))])
        return HandScore.of(tuple(points), marks)

    def explain(self, hand: Hand, table: Table[ChaseTheAceRules], score: HandScore) -> str:
        decimals = self.decimals(table.stake)
        before, count, part = _bank(table), sum(score.marks), _part(table)
        now = before + count * part
        told = [] if isinstance(hand, Paying) else [
            f"{', '.join([table.names[seat] for seat in payers_of(hand)])} "
            f"{hand.karten[payers_of(hand)[0]]}"]
        times = f"{count} · " if count > 1 else ""
        bank = f"Bank {written(before, decimals)}"
        if count:
            bank += f" + {times}{written(part, decimals)} = {written(now, decimals)}"
        takes = [seat for seat, own in enumerate(score.points)
                 if own + part * score.marks[seat] > 0]
        if takes:
            bank += f" → {', '.join([table.names[seat] for seat in takes])}"
        return " · ".join([*told, bank])

    def describe(self, hand: Hand, names: Sequence[str]) -> str:
        if isinstance(hand, Paying):
            return "−1: " + (", ".join([names[seat] for seat in hand.zahlt]) or "–")
        return by_name(hand.karten, names) or "–"

    def duties(self, table: Table[ChaseTheAceRules]) -> Duties:
        """Return who cuts, the next one still in to the dealer's right; nobody leads."""
        return super().duties(replace(table, seats=table.active))._replace(leads=None)

    # --- the match ----------------------------------------------------------------------------

    def turn(self, seats: tuple[Seat, ...], dealer: Seat, rules: ChaseTheAceRules,
             tally: Tally) -> tuple[Seat, tuple[Seat, ...]]:
        """Return the next dealer and the players, of those still in; after the end all play."""
        still_in = tuple([seat for seat in seats if tally.marks[seat] < PARTS])
        if len(still_in) < 2:
            return dealer, seats
        while dealer not in still_in:
            dealer = next_clockwise(seats, dealer)
        return dealer, still_in

    def outcome(self, tally: Tally, rules: ChaseTheAceRules) -> Outcome | None:
        """Return the win of the last one in (S1, 030–031); nobody wins if all went out at once."""
        still_in = [seat for seat, paid in enumerate(tally.marks) if paid < PARTS]
        if len(still_in) > 1:
            return None
        return Outcome(Reason.WON, still_in[0]) if still_in else Outcome(Reason.ENDED)

    def tell(self, outcome: Outcome, tally: Tally, rules: ChaseTheAceRules,
             names: Sequence[str]) -> Message:
        if outcome.winner is None:
            return say("All who were left went out in the same round and share the bank")
        return say("{name} is the last one in and takes the bank", name=names[outcome.winner])

    def why(self, outcome: Outcome, tally: Tally, rules: ChaseTheAceRules,
            names: Sequence[str]) -> Message:
        if outcome.winner is None:
            return say("all who were left went out at once and share the bank")
        return say("the last one in, who takes the bank")

    def payout(self, outcome: Outcome, tally: Tally, stake: int) -> Points:
        """Return the totals: they are the cents that the rounds have moved already."""
        return tally.totals

    def balance(self, tally: Tally, stake: int) -> None:
        """Return None: before the end it is open who takes the bank."""

    def pot(self, tally: Tally, rules: ChaseTheAceRules, stake: int | None) -> int:
        """Return the bank: what has been paid in and not yet taken."""
        return -sum(tally.totals)

    def meters(self, tally: Tally, rules: ChaseTheAceRules) -> tuple[Meter, ...]:
        return (Meter(N_("Parts left"), PARTS,
                      tuple([max(0, PARTS - paid) for paid in tally.marks])),)


CHASE_THE_ACE = ChaseTheAce()


# --- arithmetic -------------------------------------------------------------------------------


def payers_of(hand: Hand) -> tuple[Seat, ...]:
    """Return who pays: everybody with the lowest card (S1, 022–028)."""
    if isinstance(hand, Paying):
        return hand.zahlt
    lowest = min([RANKS.index(card) for card in hand.karten if card], default=0)
    return tuple([seat for seat, card in enumerate(hand.karten) if card == RANKS[lowest]])


def fewest_aces(players: int) -> int:
    """Return how many of so many players have an ace at least: not all can be left over."""
    return max(0, players - (CARDS - SUITS))


def _part(table: Table[ChaseTheAceRules]) -> int:
    return 1 if table.stake is None else table.stake


def _bank(table: Table[ChaseTheAceRules]) -> int:
    return 0 if table.tally is None else -sum(table.tally.totals)


# --- what can be wrong ------------------------------------------------------------------------


def _problems_of_paying(payers: tuple[Seat, ...], table: Table[ChaseTheAceRules]) -> list[Problem]:
    problems = [Problem(("zahlt", index), _is_out(table, seat))
                for index, seat in enumerate(payers) if seat not in table.active]
    if not payers:
        problems.append(Problem(("zahlt",), say("somebody has the lowest card and pays")))
    elif len(payers) > SUITS:
        problems.append(Problem(("zahlt",), say(
            "{count} pay: there are only {most} cards of a rank",
            count=len(payers), most=SUITS)))
    elif len(payers) < (fewest := fewest_aces(len(table.active))):
        problems.append(Problem(("zahlt",), say(
            "{count} pay: of {players} players at least {fewest} have an ace",
            count=len(payers), players=len(table.active), fewest=fewest)))
    return problems


def _problems_of_cards(cards: tuple[str | None, ...],
                       table: Table[ChaseTheAceRules]) -> list[Problem]:
    names = table.names
    problems = [Problem(("karten", names[seat]), _is_out(table, seat))
                for seat, card in enumerate(cards) if card and seat not in table.active]
    if missing := [names[seat] for seat in table.active if not cards[seat]]:
        problems.append(Problem(("karten",), say("the cards of {names} are missing",
                                                 names=listed(missing))))
    for rank in RANKS:
        holders = [names[seat] for seat, card in enumerate(cards) if card == rank]
        if len(holders) > SUITS:
            problems.append(Problem(("karten", holders[-1]), say(
                "{card} {count} times: there are only {most} cards of a rank",
                card=rank, count=len(holders), most=SUITS)))
    return problems


def _is_out(table: Table[ChaseTheAceRules], seat: Seat) -> Message:
    return say("{name} is out: every part of the stake is paid", name=table.names[seat])
