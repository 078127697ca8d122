"""A hand of Doppelkopf with a common pot, as the table writes it down, what can be wrong with it,
and the options.

S1 is Claus D. Grupp, "99 Kartenspiele", Leinfelden 1970, pages 68 to 76, cited by its lines.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, NamedTuple, final

from scorepad.games import doppelkopf
from scorepad.games.describing import BY_RESULT, KONTRA, LOST, RESULT, WON
from scorepad.games.fields import Key, Number, Player
from scorepad.games.problems import Problem, fault_of_number, shown
from scorepad.games.shape import written
from scorepad.games.table import Rules, Table, Tally, option, yes_or_no
from scorepad.i18n.message import N_, Message, say


class Pay(StrEnum):
    """The receiver of what the pot pays (S1, 186–195: the winning side receives it)."""

    EACH = "each"
    SIDE = "side"


class FuchsFrom(StrEnum):
    """The payer of a Fuchs that was caught (S1, 211–213)."""

    POT = "pot"
    LOSER = "loser"
    NOBODY = "nobody"


class SoloPays(StrEnum):
    """The payer of a solo (S1, 194–197: usually the players)."""

    PLAYERS = "players"
    POT = "pot"


@dataclass(frozen=True)
class KasseRules(Rules):
    """The options, each with its default."""

    beitrag: int = option(
        10, N_("Contribution"), N_(
            "How many base amounts everybody puts into the pot at the start. If it is raised "
            "later, everybody adds the difference."),
        bounds=(1, 1_000))
    pay: str = option(
        Pay.EACH, N_("The pot pays"),
        N_("What a won game is worth: to each winner, or once to both together."),
        {Pay.EACH: N_("Each winner"), Pay.SIDE: N_("The side")})
    kontra_schneider: int = option(
        3, N_("Kontra wins Schneider"), N_("In base amounts, when Re stays under 60 Augen."),
        {3: "3", 4: "4"})
    kontra_schwarz: int = option(
        4, N_("Kontra wins schwarz"),
        N_("In base amounts, when Re makes no trick, or only tricks with the Alten."),
        {4: "4", 6: "6"})
    fuchs: str = option(
        FuchsFrom.POT, N_("A Fuchs is paid"),
        N_("Whoever catches a Fuchs gets a base amount: from the pot, or from the player who lost "
           "it."),
        {FuchsFrom.POT: N_("The pot"), FuchsFrom.LOSER: N_("The loser"),
         FuchsFrom.NOBODY: N_("Not at all")})
    kontra: bool = yes_or_no(
        True, "Kontra", N_("In a solo Kontra doubles, and Re once more."))
    karlchen: bool = yes_or_no(
        True, "Karlchen", N_("The last trick made with the jack of clubs is paid a base amount."))
    hammelrennen: bool = yes_or_no(
        True, "Hammelrennen",
        N_("With two base amounts or fewer in the pot, everybody may play for it alone: the first "
           "to have 60 Augen takes it."))
    solo_pays: str = option(
        SoloPays.PLAYERS, N_("A solo is paid"),
        N_("Winning a solo brings a base amount for each of the others, winning against one "
           "brings two: from the players, or from the pot."),
        {SoloPays.PLAYERS: N_("By the players"), SoloPays.POT: N_("The pot")})
    solo_duty: int = option(
        0, N_("Forced solos"),
        N_("How many solos everybody has to play; the sheet shows who still owes one."),
        bounds=(0, 10))
    solo_duty_rounds: int | None = option(
        None, N_("Rounds for the forced solos"),
        N_("After this many rounds of four hands, anyone who still owes a solo must play it at "
           "once. Empty: any time."), bounds=(1, 1_000), optional=True,
        matters=lambda rules: rules.solo_duty > 0)


KONTRAS = ("Kontra", "Re")
MOST_PAID_IN = 1_000
"""The most base amounts that everybody can put into the pot at once."""


class Spiel(StrEnum):
    """The kind of game that was played (S1, 109–110; S1, 165–182)."""

    NORMAL = "normal"
    SOLO = "solo"


class Art(StrEnum):
    """The kind of a solo (S1, 165–178): announced, kept secret so that Karo stays trump, or with
    the Buben as the only trumps."""

    ANGESAGT = "angesagt"
    HEIMLICH = "heimlich"
    BUBE = "bube"


FUCHS = {"{fuchs.faenger} fängt Fuchs von {fuchs.verlierer}|Fuchs von {fuchs.verlierer} gefangen "
         "von {fuchs.faenger}|{fuchs.faenger} Fuchs von {fuchs.verlierer}"
         "|{fuchs.faenger} catches fox of {fuchs.verlierer}": dict[str, str]()}
"""The phrases for a Fuchs in a line."""


class Fuchs(NamedTuple):
    """A Fuchs that the other side caught: by whom, and who lost it (S1, 210–213)."""

    faenger: Player
    verlierer: Player


@final
@written(constants={"spiel": Spiel.NORMAL}, optional=True,
         order=("spiel", "re", "augen", "schwarz", "ergebnis", "nur_alten", "karlchen"),
         said={**RESULT, "nur_alten": "nur Alten|nur die Alten|only the old ones"},
         phrases={**BY_RESULT, **FUCHS})
class Normal(NamedTuple):
    """A game of two against two.

    nur_alten: Re took no tricks but those made with the Alten (S1, 153–155); karlchen: the side
    that made the last trick with it.
    """

    re: doppelkopf.Re
    result: doppelkopf.Result
    nur_alten: bool = False
    fuchs: tuple[Fuchs, ...] = ()
    karlchen: doppelkopf.Side | None = None


@final
@written(constants={"spiel": Spiel.SOLO},
         said={**RESULT, "re": "{}|Re|Solist|soloist", "gewonnen": "", "kontra": "",
               "art": "{}", "=bube": "Buben|jacks",
               "=heimlich": "heimliches|stilles|secret", "=angesagt": "angesagtes|announced"},
         phrases={**FUCHS, **KONTRA, "|".join(WON): {"gewonnen": True},
                  "|".join(LOST): {"gewonnen": False},
                  "Bubensolo|jacks solo": {"": True, "art": "bube"}})
class Solo(NamedTuple):
    """A game of one against three; kontra is 0 for none, 1 for Kontra, 2 for Re.

    fuchs, karlchen: as in a normal game, where Karo is trump.
    """

    re: doppelkopf.Re
    gewonnen: bool
    kontra: Annotated[int, Number(0, len(KONTRAS))] = 0
    art: Art = Art.ANGESAGT
    fuchs: tuple[Fuchs, ...] = ()
    karlchen: doppelkopf.Side | None = None

    @property
    def has_karo(self) -> bool:
        """True if Karo is trump, so that there are Füchse and a Karlchen."""
        return self.art is Art.HEIMLICH


@final
@written(said={"hammelrennen": "Hammelrennen gewinnt|Hammelrennen von|Hammel"})
@dataclass(frozen=True)
class Hammelrennen:
    """A game of all against all for what is left in the pot (S1, 217–221)."""

    sieger: Annotated[Player, Key("hammelrennen")]


@final
@written(said={"nachzahlung": "Nachzahlung|nachzahlen|Nachschlag|pay in"})
@dataclass(frozen=True)
class Nachzahlung:
    """No game, but a payment: everybody puts this many base amounts into the pot."""

    betraege: Annotated[int, Number(1, MOST_PAID_IN), Key("nachzahlung")]


Hand = Normal | Solo | Hammelrennen | Nachzahlung


IN_FUCHS, IN_KARLCHEN = 11, 2
"""The Augen of these cards, which lie in the tricks of the side that caught or made them."""

NUR_ALTEN = range(3, 73)
"""The Augen of one or two tricks made with the Alten: 3 of each, and up to 33 that fall to it."""


def problems_beside_augen(hand: Normal) -> Iterator[Problem]:
    """Yield why the extras of a hand cannot go with its possible result."""
    if hand.fuchs or hand.karlchen is not None:
        for side in doppelkopf.Side:
            yield from _of_side(hand, side)
    if not hand.nur_alten:
        return
    if hand.karlchen is doppelkopf.Side.RE:
        yield Problem(("karlchen",), say(
            "tricks with the Alten only, so none of them with Karlchen"))
    augen = _most(hand, doppelkopf.Side.RE)
    if doppelkopf.standing(hand.result).behind is doppelkopf.Side.RE and (
            augen < NUR_ALTEN.start
            or isinstance(hand.result, doppelkopf.Augen) and augen not in NUR_ALTEN):
        yield Problem(("nur_alten",), say(
            "with the Alten only it is {low} to {high} Augen, not {augen}",
            low=NUR_ALTEN.start, high=NUR_ALTEN[-1], augen=augen))


def _of_side(hand: Normal, side: doppelkopf.Side) -> Iterator[Problem]:
    fuechse = [faenger in hand.re for faenger, _ in hand.fuchs].count(side is doppelkopf.Side.RE)
    karlchen = hand.karlchen is side
    behind, depth = doppelkopf.standing(hand.result)
    augen, needed = _most(hand, side), IN_FUCHS * fuechse + IN_KARLCHEN * karlchen
    place, name = ("fuchs",) if fuechse else ("karlchen",), side.value.capitalize()
    if needed and behind is side and depth == 4:
        yield Problem(place, say("{side} has no trick, and so no Fuchs and no Karlchen",
                                 side=name))
    elif needed > augen:
        yield Problem(place, say(
            "{side} has {augen} Augen: its Füchse and Karlchen alone have {needed}",
            side=name, augen=augen, needed=needed))


def _most(hand: Normal, side: doppelkopf.Side) -> int:
    """Return the Augen of a side, or the most that the span of its result leaves it."""
    if isinstance(hand.result, doppelkopf.Augen):
        return hand.result.re if side is doppelkopf.Side.RE else doppelkopf.ALL - hand.result.re
    behind, depth = doppelkopf.standing(hand.result)
    return 0 if behind is side and depth == 4 else doppelkopf.ALL


PLAYERS = 4
SEATS = range(PLAYERS)
AT_MOST_LEFT = 2
"""The most base amounts in the pot for which a Hammelrennen is played (S1, 217–220)."""


def base_amount(stake: int | None) -> int:
    """Return the cents of a base amount; 1 where nothing is at stake and base amounts count."""
    return 1 if stake is None else stake


def pot_of(tally: Tally | None, rules: KasseRules, base: int) -> int:
    """Return the cents that were put into the pot and not paid out. What players pay each other
    cancels out, so all purses together show what the pot has paid. tally: None before the first
    hand; base: the cents of a base amount."""
    return PLAYERS * rules.beitrag * base - (0 if tally is None else sum(tally.totals))


def in_pot(table: Table[KasseRules]) -> int:
    """Return the cents in the pot with which a hand can be paid."""
    return pot_of(table.tally, table.rules, base_amount(table.stake))


def problems_of(hand: Hand, table: Table[KasseRules]) -> tuple[Problem, ...]:
    """Return everything that is wrong with a hand, each problem at its place."""
    match hand:
        case Normal():
            return tuple(_of_normal(hand, table))
        case Solo():
            return tuple(_of_solo(hand, table))
        case Hammelrennen():
            fault, place = _fault_of_race(table), "hammelrennen"
        case Nachzahlung(betraege=betraege):
            fault, place = fault_of_number(betraege, 1, MOST_PAID_IN), "nachzahlung"
    return (Problem((place,), fault),) if fault else ()


def guarded(hand: Hand, table: Table[KasseRules]) -> Iterator[Problem]:
    """Yield the extras that a scorable hand cannot have had, and say if it is for nothing."""
    if isinstance(hand, Normal):
        yield from problems_beside_augen(hand)
    elif isinstance(hand, Hammelrennen) and not in_pot(table):
        yield Problem(("hammelrennen",), say(
            "the pot is empty: there is nothing to play a Hammelrennen for"))


def _fault_of_race(table: Table[KasseRules]) -> Message | None:
    if not table.rules.hammelrennen:
        return say("no Hammelrennen is played at this table")
    base, left = base_amount(table.stake), in_pot(table)
    if left <= AT_MOST_LEFT * base:
        return None
    return say("{left} base amounts in the pot: a Hammelrennen goes for the last {most}",
               left=left // base, most=AT_MOST_LEFT)


def _of_solo(hand: Solo, table: Table[KasseRules]) -> Iterator[Problem]:
    yield from doppelkopf.problems_of_re(hand.re, alone=True)
    if hand.kontra and not table.rules.kontra:
        yield Problem(("kontra",), say("Kontra counts nothing at this table"))
    elif not 0 <= hand.kontra <= len(KONTRAS):
        yield Problem(("kontra",), say("{count}: 1 is Kontra, 2 is Re, 0 is neither",
                                       count=shown(hand.kontra)))
    if hand.has_karo:
        yield from _of_extras(hand, table)
        return
    if hand.fuchs:
        yield Problem(("fuchs",), say("Füchse count only in a normal game and in a heimliches "
                                      "Solo"))
    if hand.karlchen is not None:
        yield Problem(("karlchen",), say("Karlchen counts only in a normal game and in a "
                                         "heimliches Solo"))


def _of_normal(hand: Normal, table: Table[KasseRules]) -> Iterator[Problem]:
    yield from doppelkopf.problems_of_re(hand.re, alone=False)
    yield from (wrong := tuple(doppelkopf.problems_of_result(hand.result)))
    if hand.nur_alten and not wrong \
            and doppelkopf.standing(hand.result).behind is not doppelkopf.Side.RE:
        yield Problem(("nur_alten",), say(
            "with the Alten only it is less than {half} Augen", half=doppelkopf.ALL // 2))
    yield from _of_extras(hand, table)


def _of_extras(hand: Normal | Solo, table: Table[KasseRules]) -> Iterator[Problem]:
    """Yield what is wrong with Füchse and Karlchen, whatever the result."""
    if hand.fuchs and table.rules.fuchs == FuchsFrom.NOBODY:
        yield Problem(("fuchs",), say("a Fuchs counts nothing at this table"))
    elif fault := doppelkopf.fault_of_fuechse(len(hand.fuchs)):
        yield Problem(("fuchs",), fault)
    for index, (faenger, verlierer) in enumerate(hand.fuchs):
        if (faenger in hand.re) is (verlierer in hand.re):
            yield Problem(("fuchs", index, "verlierer"), say(
                "only a Fuchs of the other side can be caught, not one of {name}",
                name=table.names[verlierer]))
    if hand.karlchen is not None and not table.rules.karlchen:
        yield Problem(("karlchen",), say("the Karlchen counts nothing at this table"))
