"""Games made by their rules: what is common to them, and the free sheet."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any, ClassVar, NamedTuple

from scorepad.games.fields import BySeat, Number
from scorepad.games.game import Game, HandScore, HandT, Meter, Outcome, Reason
from scorepad.games.money import EINSATZ, RATE, Wager, in_cents, signed
from scorepad.games.problems import Problem, Problems, shown
from scorepad.games.protocols import Example, MadeByRules
from scorepad.games.table import Points, Rules, Seat, Table, Tally, option
from scorepad.i18n.message import N_, Message, Quantity, listed, say, say_n

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
    MATCH: N_("Stake per match"), POINT: N_("Money per point")}, noted=True)
share_option = partial(
    option, WINNER, N_("The stake"), N_(
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

    @property
    def standard(self) -> Any:
        return next((each.agreed_rules for each in self.known if each == self), self.agreed_rules)

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


@dataclass(frozen=True)
class FreiRules(Rules):
    """The options of a free sheet, each with its default."""

    name: str = name_option()
    gut: str = option(
        HIGH, N_("Good to have"), N_("Who is best: whoever has most, or fewest."),
        {HIGH: N_("Many points"), LOW: N_("Few points")})
    limit: int | None = figure_option(N_("Limit"), N_(
        "The match ends once somebody has so many points, or below zero so few. Empty: it has no "
        "limit."))
    limit_art: str = option(WINNER, N_("At the end"), N_(
        "Whoever is best alone wins, or whoever is worst alone loses."), {
            WINNER: N_("The best wins"), LOSER: N_("The worst loses")})
    runden: int | None = rounds_option(N_(
        "The match ends after so many rounds. Empty: it has no such end."))
    summe: int | None = figure_option(N_("Sum of a round"), N_(
        "What the points of a round add up to. Empty: anything."))
    fehlend: str = option("als-0", N_("Left out"), N_(
        "Whether everybody's points have to be typed."), {
            "als-0": N_("Counts 0"), "fehler": N_("Is missing")})
    geber: str = deal_option()
    einsatz_je: str = wager_option()
    geld: str = share_option()

    def conflict(self) -> Problem | None:
        if self.limit == 0:
            return Problem(("limit",), say("is above zero or below it"))
        at_good_side = self.limit is not None and (self.limit > 0) is (self.gut == HIGH)
        return Problem(("limit_art",), say("needs a limit where the points are bad")) \
            if self.limit_art == LOSER and at_good_side else None


KNOWN = (
    FreiRules("Rommé", LOW),
    FreiRules("Phase 10", LOW),
    FreiRules("Canasta", limit=5000),
    FreiRules("Kniffel"),
    FreiRules("Rummikub", summe=0),
    FreiRules("Bierlachs", limit=-501, limit_art=LOSER),
    FreiRules("Offiziersskat"),
    FreiRules("Leipziger Skat"))
"""Games by their own rules: in Rommé and Phase 10 the cards that somebody holds at the end of a
round count against them; in Rummikub whoever goes out gets what the others lose; whoever first has
501 minus points has lost a Bierlachs."""


class Runde(NamedTuple):
    """A round: the points of everybody who wrote some."""

    punkte: Annotated[tuple[int | None, ...], BySeat(
        Number(-MOST, MOST), N_("is not an object in braces"))]


class Frei(MadeGame[Runde]):
    """A free sheet, 2 to 12 players, or the game that its rules have made of it."""

    id, players, rules, hands = "frei", range(2, 13), FreiRules, (Runde,)
    nameless, explains_rows = "Freier Zettel", False
    example = Example(("Anne", "Bert", "Cem"), tuple([
        {"punkte": points} for points in (
            {"Anne": 20, "Bert": -10, "Cem": -10}, {"Anne": 5, "Bert": 45},
            {"Bert": -5, "Cem": 30, "Anne": -25}, {"Anne": 40, "Bert": 0, "Cem": 10})]), 50, True)

    @property
    def known(self) -> tuple["Frei", ...]:
        return tuple(map(Frei, KNOWN))

    def judge(self, hand: Runde, table: Table[FreiRules]) -> HandScore | Problems:
        """Return what everybody writes, 0 for those left out, or what is wrong with it."""
        rules, names = table.rules, table.names
        points = tuple([figure or 0 for figure in hand.punkte])
        if max(map(abs, points)) > MOST:
            return tuple([Problem(("punkte", name), say(
                "{value} is not a whole number from {low} to {high}", value=shown(figure),
                low=-MOST, high=MOST))
                for name, figure in zip(names, points) if abs(figure) > MOST])
        missing = hand.punkte.count(None)
        if missing and (rules.fehlend == "fehler" or missing == len(names)):
            of = [name for name, figure in zip(names, hand.punkte) if figure is None]
            return (Problem(("punkte",), say("the points of {names} are missing",
                                             names=listed(of))),)
        if rules.summe is not None and sum(points) != rules.summe:
            return (Problem(("punkte",), say("adds up to {sum}, not {wanted}",
                                             sum=sum(points), wanted=rules.summe)),)
        return HandScore.of(points, same_dealer=rules.geber == "bleibt")

    def explain(self, hand: Runde, table: Table[FreiRules], score: HandScore) -> str:
        first, *others = [figure for figure in hand.punkte if figure is not None]
        steps = [f" {signed(figure)[0] if figure else '+'} {abs(figure)}" for figure in others]
        total = f" = {signed(sum(score.points), plus=False)}" if others else ""
        return f"{signed(first, plus=False)}{''.join(steps)}{total}"


FREI = Frei()
