"""The common part of games made by their rules: the name, how a match ends, and what is paid."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from scorepad.games.game import Game, HandT, Meter, Outcome, Reason
from scorepad.games.money import EINSATZ, RATE, Wager, in_cents
from scorepad.games.protocols import MadeByRules
from scorepad.games.rules import option
from scorepad.games.table import Points, Seat, Tally
from scorepad.i18n.message import N_, Message, Quantity, say, say_n

MOST = 1_000_000
HIGH, LOW, WINNER, LOSER, MATCH, POINT = "hoch", "niedrig", "sieger", "verlierer", "partie", "punkt"

# --- options, each made anew for a class of rules -----------------------------------------------

figure_option = partial(option, None, optional=True, bounds=(-100 * MOST, 100 * MOST))
name_option = partial(option, "", N_("Name of the game"), N_(
    "Such as Rommé. It is offered under this name the next time."), letters=60, noted=True)
rounds_option = partial(option, None, N_("Number of rounds"), bounds=(1, 1_000), optional=True)
deal_option = partial(option, "wandert", N_("The deal"), N_("Passes to the left, or stays."), {
    "wandert": N_("Passes on"), "bleibt": N_("Stays")}, noted=True)
wager_option = partial(option, MATCH, N_("Money"), N_("What is played for."), {
    MATCH: N_("Einsatz a match"), POINT: N_("Money per point")}, noted=True)
share_option = partial(
    option, WINNER, N_("The Einsatz"), N_(
        "The best share what each of the others pays, or the worst pay each of the others."), {
            WINNER: N_("To the best"), LOSER: N_("From the worst")}, noted=True,
    matters=lambda rules: rules.einsatz_je == MATCH)


class MadeGame(MadeByRules, Game[HandT, Any]):
    """A game that its rules make. They hold a `name`, a `limit`, `gut` for whether many points are
    good, `limit_art` for whether somebody wins or loses at the end, `einsatz_je` and `geld`."""

    wager, wagers, one_match = EINSATZ, (EINSATZ, RATE), False
    nameless: ClassVar[str]
    """Its title without a name."""

    def __init__(self, rules: Any = None) -> None:
        self.agreed_rules = self.rules() if rules is None else rules
        self.title = self.agreed_rules.name or self.nameless
        self.low_is_good = self.agreed_rules.gut == LOW

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MadeGame) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def key(self) -> str:
        return f"{self.id}:{self.agreed_rules.gut}:{self.agreed_rules.name}"

    def by(self, rules: Any) -> "MadeGame[HandT]":
        return type(self)(rules)

    def wager_of(self, rules: Any) -> Wager:
        return RATE if rules.einsatz_je == POINT else EINSATZ

    def played_for(self, wager: Wager, rules: Any) -> Any:
        return replace(rules, einsatz_je=POINT if wager == RATE else MATCH)

    def unsaid(self, rules: Any) -> Any:
        return replace(rules, name="", einsatz_je=MATCH)

    # --- a match ------------------------------------------------------------------------------

    def rounds(self, rules: Any, size: int) -> int | None:
        """Return after how many rounds a match of so many players ends; None: never by that."""
        rounds: int | None = rules.runden
        return rounds

    def outcome(self, tally: Tally, rules: Any) -> Outcome | None:
        """Return the end at the limit, if one is best or worst alone, or after the last round."""
        end = self.ended(tally, rules)
        rounds = self.rounds(rules, len(tally.totals))
        done = rounds is not None and tally.hands >= rounds
        return end if done or _reached(tally, rules) and end.seat is not None else None

    def ended(self, tally: Tally, rules: Any) -> Outcome:
        seats = _seats(tally, rules, rules.limit_art)
        reason = Reason.LOST if rules.limit_art == LOSER else Reason.WON
        return Outcome(reason, seats[0]) if len(seats) == 1 else Outcome(Reason.ENDED)

    def why(self, outcome: Outcome, tally: Tally, rules: Any,
            names: Sequence[str]) -> Message:
        if outcome.seat is None:
            return super().why(outcome, tally, rules, names)
        points = Quantity(tally.totals[outcome.whose])
        if not _reached(tally, rules):
            return say_n("{points} points after {n} round", "{points} points after {n} rounds",
                         tally.hands, points=points)
        return say("{points} points, and {limit} is the limit", limit=Quantity(rules.limit or 0),
                   points=points)

    def payout(self, outcome: Outcome, tally: Tally, stake: int) -> Points:
        """Return the cents: one Einsatz goes from each of the others to the best together, or to
        each of them from the worst; or what every two settle by the points."""
        rules, size = self.agreed_rules, len(tally.totals)
        if rules.einsatz_je == POINT:
            return super().payout(outcome, tally, stake)
        few = _seats(tally, rules, rules.geld)
        way = stake if rules.geld == WINNER else -stake
        return in_cents([way * (size - len(few)) if seat in few else -way * len(few)
                         for seat in range(size)], len(few))

    def balance(self, tally: Tally, stake: int) -> Points | None:
        return super().balance(tally, stake) if self.agreed_rules.einsatz_je == POINT else None

    def meters(self, tally: Tally, rules: Any) -> tuple[Meter, ...]:
        limit, way = abs(rules.limit or 0), 1 if (rules.limit or 0) > 0 else -1
        counts = tuple([max(0, min(limit, way * total)) for total in tally.totals])
        return (Meter(N_("Points"), limit, counts, of_points=True),) if limit else ()

    def progress(self, tally: Tally, rules: Any) -> Message | None:
        rounds = self.rounds(rules, len(tally.totals))
        if rounds is None:
            return None if rules.limit is None else say("to {limit}", limit=Quantity(rules.limit))
        return say("{played} of {hands} rounds", played=tally.hands, hands=rounds)


def _reached(tally: Tally, rules: Any) -> bool:
    """Return whether somebody has reached the limit."""
    limit = rules.limit
    return limit is not None and (
        max(tally.totals) >= limit if limit > 0 else min(tally.totals) <= limit)


def _seats(tally: Tally, rules: Any, whose: str) -> list[Seat]:
    """Return the seats with the best total, or with the worst."""
    figure = (min if (rules.gut == LOW) is (whose == WINNER) else max)(tally.totals)
    return [seat for seat, total in enumerate(tally.totals) if total == figure]
