"""The free sheet: any other game, as its rules make it. Its name tells it apart from others."""

from dataclasses import dataclass
from typing import Annotated, NamedTuple

from scorepad.games import made
from scorepad.games.fields import BySeat, Number
from scorepad.games.game import HandScore
from scorepad.games.money import signed
from scorepad.games.problems import Problem, Problems, shown
from scorepad.games.protocols import Example
from scorepad.games.rules import Rules, option
from scorepad.games.table import Table
from scorepad.i18n.message import N_, listed, say


@dataclass(frozen=True)
class FreiRules(Rules):
    """The options of a free sheet, each with its default."""

    name: str = made.name_option()
    gut: str = option(
        made.HIGH, N_("Good to have"), N_("Who is best: whoever has most, or fewest."),
        {made.HIGH: N_("Many points"), made.LOW: N_("Few points")})
    limit: int | None = made.figure_option(N_("Limit"), N_(
        "The match ends once somebody has so many points, or below zero so few. Empty: it has no "
        "limit."))
    limit_art: str = option(made.WINNER, N_("At the end"), N_(
        "Whoever is best alone wins, or whoever is worst alone loses."), {
            made.WINNER: N_("The best wins"), made.LOSER: N_("The worst loses")})
    runden: int | None = made.rounds_option(N_(
        "The match ends after so many rounds. Empty: it has no such end."))
    summe: int | None = made.figure_option(N_("Sum of a round"), N_(
        "What the points of a round add up to. Empty: anything."))
    fehlend: str = option("als-0", N_("Left out"), N_(
        "Whether everybody's points have to be typed."), {
            "als-0": N_("Counts 0"), "fehler": N_("Is missing")})
    geber: str = made.deal_option()
    einsatz_je: str = made.wager_option()
    geld: str = made.share_option()

    def conflict(self) -> Problem | None:
        if self.limit == 0:
            return Problem(("limit",), say("is above zero or below it"))
        at_good_side = self.limit is not None and (self.limit > 0) is (self.gut == made.HIGH)
        return Problem(("limit_art",), say("needs a limit where the points are bad")) \
            if self.limit_art == made.LOSER and at_good_side else None


KNOWN = (
    FreiRules("Rommé", made.LOW),
    FreiRules("Phase 10", made.LOW),
    FreiRules("Canasta", limit=5000),
    FreiRules("Kniffel"),
    FreiRules("Rummikub", summe=0),
    FreiRules("Bierlachs", limit=-501, limit_art=made.LOSER),
    FreiRules("Offiziersskat"),
    FreiRules("Leipziger Skat"))
"""Games by their own rules: in Rommé and Phase 10 the cards that somebody holds at the end of a
round count against him; in Rummikub whoever goes out gets what the others lose; whoever first has
501 minus points has lost a Bierlachs."""


class Runde(NamedTuple):
    """A round: the points of everybody who wrote some."""

    punkte: Annotated[tuple[int | None, ...], BySeat(
        Number(-made.MOST, made.MOST), N_("is not an object in braces"))]


class Frei(made.MadeGame[Runde]):
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
        """Return what everybody writes, 0 who is left out, or what is wrong with it."""
        rules, names = table.rules, table.names
        points = tuple([figure or 0 for figure in hand.punkte])
        if max(map(abs, points)) > made.MOST:
            return tuple([Problem(("punkte", name), say(
                "{value} is not a whole number from {low} to {high}", value=shown(figure),
                low=-made.MOST, high=made.MOST))
                for name, figure in zip(names, points) if abs(figure) > made.MOST])
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
