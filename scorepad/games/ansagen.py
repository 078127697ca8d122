"""Bids and tricks: everybody says how many tricks they will make, as in Wizard, Skull King and
Spades. The rules make each of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, ClassVar, NamedTuple

from scorepad.games.fields import BySeat, Label, Number
from scorepad.games.game import HandScore, Meter
from scorepad.games.made import (
    HIGH,
    MOST,
    WINNER,
    MadeGame,
    deal_option,
    name_option,
    rounds_option,
    share_option,
    wager_option,
)
from scorepad.games.money import signed
from scorepad.games.problems import Problem, Problems, fault_of_number
from scorepad.games.protocols import Example, FollowsTally
from scorepad.games.shape import written
from scorepad.games.table import Rules, Seat, Table, Tally, option, yes_or_no
from scorepad.i18n.message import N_, Message, listed, say

PACK = 60
"""The cards of Wizard, and the most that a hand can have."""

EXACTLY, AT_LEAST, AS_ANY, BY_CARD, HUNDRED = \
    "genau", "mindestens", "wie-sonst", "je-karte", "hundert"
BAGS, BAGS_COST = 10, 100
MOST_EXTRA = 1_000
MINUS = "\N{MINUS SIGN}"

Term = tuple[int, int]
"""A part of a sum: how many times so many points."""

points_option = partial(option, bounds=(0, 1_000))


@dataclass(frozen=True)
class AnsagenRules(Rules):
    """The options, each with its default, which is Wizard's."""

    gut: ClassVar[str] = HIGH
    limit_art: ClassVar[str] = WINNER

    name: str = name_option()
    erfuellt: str = option(EXACTLY, N_("A bid is made"), N_(
        "With exactly so many tricks, or with more as well: each beyond it counts 1."), {
            EXACTLY: N_("Exactly"), AT_LEAST: N_("At least")})
    treffer: int = points_option(20, N_("A bid that is made"), N_("Counts so many points."))
    stich: int = points_option(10, N_("Each trick of it"), N_("Counts so many points besides."))
    daneben: int = points_option(10, N_("A bid that is missed"), N_(
        "Costs so many points for each trick too many or too few; where more is no fault, for each "
        "trick of the bid."))
    null: str = option(AS_ANY, N_("A bid of 0"), N_("What it counts, and costs if it is missed."), {
        AS_ANY: N_("As any other"), BY_CARD: N_("10 a card"), HUNDRED: N_("100 points")})
    saecke: bool = option(False, N_("Bags"), N_("Ten tricks beyond the bids cost 100 points."), {
        False: N_("No"), True: N_("Yes")}, matters=lambda rules: rules.erfuellt == AT_LEAST)
    extra: bool = option(False, N_("Extra points"), N_(
        "Whether there are keys for them: some games have them for a bid that is made."), {
            False: N_("No"), True: N_("Yes")}, noted=True)
    karten: int | None = option(None, N_("Cards a round"), N_(
        "Empty: one in the first round, and in each one more."), bounds=(1, PACK), optional=True)
    pruefen: bool = yes_or_no(True, N_("The tricks add up"), N_(
        "Whether there must be as many as everybody has cards."))
    ungleich: bool = yes_or_no(False, N_("Somebody has to miss"), N_(
        "The bids must not add up to the tricks."))
    limit: int | None = option(None, N_("Limit"), N_(
        "The match ends once somebody has so many points. Empty: it has no limit."),
        bounds=(1, 100 * MOST), optional=True)
    runden: int | None = rounds_option(N_(
        "The match ends after so many rounds. Empty: when 60 cards are no longer enough; with a "
        "limit or a fixed number of cards it has no such end."))
    geber: str = deal_option()
    einsatz_je: str = wager_option()
    geld: str = share_option()


KNOWN = (
    AnsagenRules("Wizard"),
    AnsagenRules("Skull King", treffer=0, stich=20, null=BY_CARD, extra=True, pruefen=False,
                 runden=10),
    AnsagenRules("Spades", erfuellt=AT_LEAST, treffer=0, null=HUNDRED, saecke=True, karten=13,
                 limit=500))

Tricks = BySeat(Number(0, PACK), N_("is not an object in braces"))


@written(said={
    "angesagt": "{@} {} {stiche}|{@} sagt {} macht {stiche}|{@} sagt {} und macht {stiche}"
                "|{@} angesagt {} gemacht {stiche}|{@} {} gemacht {stiche}|{@} {} Stiche {stiche}"
                "|{@} bids {} makes {stiche}|{@} bid {} made {stiche}|{@} {} made {stiche}"
                "|{@} {}|{@} sagt {}|{@} bids {}",
    "stiche": "", "extra": "{@} extra {}|{@} Bonus {}|extra {@} {}|Bonus {@} {}"})
class Ansagerunde(NamedTuple):
    """A round: what everybody bid and made, and extra points; None is nobody's word."""

    angesagt: Annotated[tuple[int | None, ...], Tricks]
    stiche: Annotated[tuple[int | None, ...], Tricks]
    extra: Annotated[tuple[int | None, ...], Label("Bonus"), BySeat(
        Number(-MOST_EXTRA, MOST_EXTRA), N_("is not an object in braces"))] = ()


class Ansagen(FollowsTally, MadeGame[Ansagerunde]):
    """Bids and tricks, 2 to 8 players, or the game that the rules have made of them. Marks are the
    tricks beyond the bids, where these are no fault."""

    id, players, rules, hands = "ansagen", range(2, 9), AnsagenRules, (Ansagerunde,)
    nameless = "Ansagen und Stiche"
    example = Example(("Anne", "Bert", "Cem"), tuple([
        {"angesagt": dict(zip(("Anne", "Bert", "Cem"), bids)),
         "stiche": dict(zip(("Anne", "Bert", "Cem"), tricks))} for bids, tricks in (
            ((1, 0, 0), (1, 0, 0)), ((0, 0, 1), (0, 2, 0)), ((1, 0, 1), (0, 3, 0)),
            ((2, 0, 1), (0, 4, 0)), ((0, 1, 3), (0, 2, 3)))]), 50, True)

    @property
    def known(self) -> tuple["Ansagen", ...]:
        return tuple(map(Ansagen, KNOWN))

    def apart(self) -> Message:
        return say("{title} (bids and tricks)", title=self.title)

    # --- a round ------------------------------------------------------------------------------

    def cards(self, table: Table[AnsagenRules]) -> int | None:
        """Return how many cards everybody has in the round; None where that is not known."""
        if table.rules.karten is not None:
            return table.rules.karten
        return None if table.tally is None else table.tally.hands + 1

    def judge(self, hand: Ansagerunde, table: Table[AnsagenRules]) -> HandScore | Problems:
        """Return what everybody writes, or what is wrong with it."""
        for key, figures in (("angesagt", hand.angesagt), ("stiche", hand.stiche)):
            if None in figures:
                of = [name for name, figure in zip(table.names, figures) if figure is None]
                return (Problem((key,), say("is missing for {names}", names=listed(of))),)
        problems = [Problem(place, fault) for place, fault in _faults(hand, table) if fault]
        if problems:
            return tuple(problems)
        counted = [self._terms(hand, seat, table) for seat in range(len(table.names))]
        over = [_beyond(hand, seat, table.rules) for seat in range(len(table.names))]
        return HandScore.of(tuple([sum(times * each for times, each in terms)
                                   for terms in counted]),
                            tuple(over), same_dealer=table.rules.geber == "bleibt")

    def guard(self, hand: Ansagerunde, table: Table[AnsagenRules]) -> Problems:
        """Return what does not go with the cards of the round: it may have been another one when
        the hand was played."""
        if (cards := self.cards(table)) is None:
            return ()
        bids, tricks = [sum(filter(None, each)) for each in (hand.angesagt, hand.stiche)]
        found = [Problem(("angesagt", name), fault)
                 for name, bid in zip(table.names, hand.angesagt)
                 if (fault := fault_of_number(bid, 0, cards))]
        if tricks != cards and table.rules.pruefen:
            found.append(Problem(("stiche",), say("adds up to {sum}, not {wanted}",
                                                  sum=tricks, wanted=cards)))
        if table.rules.ungleich and bids == cards:
            found.append(Problem(("angesagt",), say("must not add up to {sum}", sum=bids)))
        return tuple(found)

    def _terms(self, hand: Ansagerunde, seat: Seat, table: Table[AnsagenRules]) -> list[Term]:
        """Return what a player writes, as terms of a sum."""
        rules, bid, made = table.rules, hand.angesagt[seat] or 0, hand.stiche[seat] or 0
        way = 1 if _is_made(hand, seat, rules) else -1
        over = _beyond(hand, seat, rules)
        if not bid and rules.null != AS_ANY:
            cards = self.cards(table) or sum(filter(None, hand.stiche))
            terms = [(way, 100) if rules.null == HUNDRED else (way * cards, 10)]
        elif way > 0:
            terms = [(1, rules.treffer), (bid, rules.stich), (over, 1)]
        else:
            terms = [(-bid if rules.erfuellt == AT_LEAST else -abs(bid - made), rules.daneben)]
        before = 0 if table.tally is None else table.tally.marks[seat]
        if rules.saecke:
            terms.append((before // BAGS - (before + over) // BAGS, BAGS_COST))
        return [*terms, (1, hand.extra[seat] or 0)] if hand.extra else terms

    def explain(self, hand: Ansagerunde, table: Table[AnsagenRules], score: HandScore) -> str:
        return " · ".join([
            f"{name} {hand.angesagt[seat]}/{hand.stiche[seat]}: "
            f"{_sum(self._terms(hand, seat, table), score.points[seat])}"
            for seat, name in enumerate(table.names)])

    def describe(self, hand: Ansagerunde, names: Sequence[str]) -> str:
        said = [f"{name} {_shown(bid)}/{_shown(made)}" for name, bid, made
                in zip(names, hand.angesagt, hand.stiche) if (bid, made) != (None, None)]
        more = [f"{name} {signed(each)}" for name, each in zip(names, hand.extra) if each]
        return ", ".join(said + ([f"Bonus {', '.join(more)}"] if more else [])) or "–"

    # --- a match ------------------------------------------------------------------------------

    def rounds(self, rules: AnsagenRules, size: int) -> int | None:
        if rules.runden is not None or rules.limit is not None or rules.karten is not None:
            return rules.runden
        return PACK // size

    def meters(self, tally: Tally, rules: AnsagenRules) -> tuple[Meter, ...]:
        each = BAGS_COST // BAGS  # as a bar: so many dots have no room in a column
        bags = [Meter(N_("Bags"), BAGS_COST, tuple([
            each * (marks % BAGS) for marks in tally.marks]))]
        return (*super().meters(tally, rules), *(bags if rules.saecke else []))


ANSAGEN = Ansagen()


def _is_made(hand: Ansagerunde, seat: Seat, rules: AnsagenRules) -> bool:
    """Return whether a player has made the bid; a bid of no tricks, where that counts differently,
    is made only without a trick."""
    bid, made = hand.angesagt[seat] or 0, hand.stiche[seat] or 0
    exactly = rules.erfuellt == EXACTLY or not bid and rules.null != AS_ANY
    return made == bid if exactly else made >= bid


def _beyond(hand: Ansagerunde, seat: Seat, rules: AnsagenRules) -> int:
    """Return how many tricks a player has made beyond the bid, where that is no fault."""
    bid, made = hand.angesagt[seat] or 0, hand.stiche[seat] or 0
    return made - bid if rules.erfuellt == AT_LEAST and made > bid \
        and _is_made(hand, seat, rules) else 0


def _faults(hand: Ansagerunde, table: Table[AnsagenRules]
            ) -> Iterator[tuple[tuple[str, str], Message | None]]:
    """Yield what is wrong with each figure, by its place; None for nothing."""
    for seat, name in enumerate(table.names):
        yield ("angesagt", name), fault_of_number(hand.angesagt[seat], 0, PACK)
        yield ("stiche", name), fault_of_number(hand.stiche[seat], 0, PACK)
        if hand.extra and (extra := hand.extra[seat]):
            yield ("extra", name), fault_of_number(extra, -MOST_EXTRA, MOST_EXTRA) \
                if _is_made(hand, seat, table.rules) else say("is for a bid that is made")


def _sum(terms: Sequence[Term], points: int) -> str:
    """Return a sum as the table writes it: `20 + 2 · 10 = 40`."""
    found = [(times * each, str(abs(times * each)) if 1 in (abs(times), each)
              else f"{abs(times)} · {each}")
             for times, each in terms if times * each]
    said = "".join([f"{' − ' if value < 0 else ' + '}{text}" for value, text in found])
    first = said.removeprefix(" + ").replace(" − ", MINUS, 1) if said.startswith(" − ") \
        else said.removeprefix(" + ")
    total = signed(points, plus=False)
    return total if first in (total, "") else f"{first} = {total}"


def _shown(figure: int | None) -> str:
    return "–" if figure is None else str(figure)
