"""The kinds of games in Schafkopf, and its options.

SO is the Schafkopfordnung of the Bayerischer Schafkopf-Verein, SP the settlement as Sauspiel has
it, OS and PV the programs openschafkopf and PanchoVarallo, RS the rules of Rasches Spiel (appendix
E), IS those of internet-schafkopf.de, TR and ST two score sheets, DT the terms of dokutransdata.de.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from scorepad.games import bock as boecke
from scorepad.games.problems import Problem
from scorepad.games.table import Rules, option, yes_or_no
from scorepad.i18n.message import N_, say

RUF, SOLO, WENZ = "ruf", "farbsolo", "wenz"
RUF_FARBEN = ("eichel", "gras", "schellen")
FARBEN = (*RUF_FARBEN, "herz")
KONTRAS = ("Kontra", "Re", "Sub", "Hirsch")


class Art(NamedTuple):
    """A kind of game that Augen decide: its name, the option that says its tariff, the most
    Laufende that there are, the suits that can be noted, and whether two play against two."""

    title: str
    tariff: str
    most: int
    farben: tuple[str, ...] = ()
    pair: bool = False


ARTEN = {RUF: Art("Rufspiel", "rufspiel", 14, RUF_FARBEN, pair=True),
         SOLO: Art("Solo", "solo", 14, FARBEN), WENZ: Art("Wenz", "wenz", 4),
         "geier": Art("Geier", "wenz", 4), "farbwenz": Art("Farbwenz", "wenz", 11, FARBEN),
         "farbgeier": Art("Farbgeier", "wenz", 11, FARBEN),
         "hochzeit": Art("Hochzeit", "hochzeit", 14, pair=True)}
"""These kinds, by the word for each in a document (OS; IS)."""

ALONE = tuple([spiel for spiel, art in ARTEN.items() if not art.pair])
RARER = ("geier", "farbwenz", "farbgeier", "bettel", "hochzeit")
"""The kinds that are played only where the table says so."""

WITH_STOCK, WITH_RAMSCH = "stock", "ramsch"
_PAID = N_("What each of the losers pays for it, in points.")
_points = partial(option, bounds=(1, 1_000))
_adds = partial(option, bounds=(0, 1_000))
_number = partial(option, None, bounds=(1, 1_000), optional=True)


def _plays(spiel: str) -> Callable[[Any], bool]:
    return lambda rules: spiel in rules.spiele


def _where(how: str) -> Callable[[Any], bool]:
    return lambda rules: rules.keiner == how


@dataclass(frozen=True)
class SchafkopfRules(Rules):
    """The options of Schafkopf, each with its default."""

    rufspiel: int = _points(20, "Rufspiel", _PAID)
    solo: int = _points(50, "Solo", _PAID)
    wenz: int | None = _number("Wenz", N_("The same for Wenz and Geier. Empty: as for a Solo."))
    schneider: int = _adds(10, "Schneider", N_("The points that it adds."))
    schwarz: int = _adds(10, "Schwarz", N_("The points that it adds to Schneider."))
    laufende: int = _adds(10, "Laufende", N_("The points that each of them adds."))
    laufende_ab: int = option(3, N_("Fewest Laufende"), N_("Fewer than these count nothing."),
                              bounds=(2, 4))
    laufende_ab_wenz: int = option(2, N_("Fewest Laufende in Wenz and Geier"),
                                   N_("Fewer than these count nothing."), bounds=(2, 4))
    laufende_max: int = option(14, N_("Most Laufende"), N_("No more than these count."),
                               bounds=(8, 14))
    spiele: tuple[str, ...] = option((), N_("Other games"), N_("What else can be played."), {
        spiel: spiel.capitalize() for spiel in RARER}, several=True)
    bettel: int = _points(30, "Bettel", N_("What each of the others pays for it, or gets."),
                          matters=_plays("bettel"))
    hochzeit: int = _points(20, "Hochzeit", N_("What each of the two losers pays for it."),
                            matters=_plays("hochzeit"))
    keiner: str = option("zusammen", N_("Nobody plays"), N_(
        "The cards are thrown in, all pay into the Stock, there is a Ramsch, or somebody must."), {
            "zusammen": N_("Thrown in"), WITH_STOCK: "Stock", WITH_RAMSCH: "Ramsch",
            "muss": N_("Must play")})
    ramsch: int = _points(20, "Ramsch", N_("What its loser pays each of the others, in points."),
                          matters=_where(WITH_RAMSCH))
    jungfrau: str = option("alle", "Jungfrau", N_(
        "How many of the others get double where one has no trick."), {
            "alle": N_("Everybody"), "einzeln": N_("Only she"), "aus": N_("Nobody")},
        matters=_where(WITH_RAMSCH))
    durchmarsch: str = option("solo", "Durchmarsch", N_("What each of the others pays for it."), {
        "solo": N_("As for a Solo"), "schwarz": N_("As for a Solo schwarz"),
        "ramsch": N_("As for a Ramsch")}, matters=_where(WITH_RAMSCH))
    stock_einsatz: int | None = _number(N_("Into the Stock"), N_(
        "What each pays in when nobody plays. Empty: as for a Rufspiel."),
        matters=_where(WITH_STOCK))
    stock_grenze: int | None = option(
        None, N_("Limit of the Stock"), N_("No hand wins or pays in more. An even number."),
        bounds=(2, 1_000_000), optional=True, matters=_where(WITH_STOCK))
    klopfen: bool = yes_or_no(True, "Klopfen", N_("Whoever knocks doubles the game."))
    kontra_max: int = option(2, N_("Kontra up to"), N_(
        "None, Kontra, Re, Sub, or Hirsch. Each of them doubles the game."),
        dict(enumerate((N_("None"), *KONTRAS))))
    ruf_faktor: int = option(1, N_("Two against two"), N_(
        "Each of the losers pays one winner, or both."), {1: N_("One"), 2: N_("Both")})
    tout_faktor: int = option(2, "Tout", N_("How many times it counts."), bounds=(1, 8))
    tout_schwarz: bool = yes_or_no(False, N_("Schwarz in a Tout"), N_(
        "A Tout that was won counts Schneider and schwarz as well."))
    sie_faktor: int = option(4, "Sie", N_("How many times it counts."), bounds=(1, 8))
    sie_laufende: bool = yes_or_no(True, N_("Laufende in a Sie"), N_("Its eight count as well."))
    hands: int | None = _number(N_("Number of hands"), N_(
        "The match is over after this many hands. Empty: the table decides when."))
    rounds: int | None = _number(N_("Number of rounds"), N_(
        "In a round, as many hands are played as there are people at the table."))
    bock: tuple[str, ...] = boecke.bock_option({
        "gepasst": N_("All passed"), "solo-verloren": N_("Solo lost"), "schwarz": "Schwarz",
        "kontra-verloren": N_("Kontra lost")})
    bock_hands: int | None = boecke.bock_hands_option()
    bock_stack: str = boecke.bock_stack_option()
    bock_per_hand: str = boecke.bock_per_hand_option()

    def conflict(self) -> Problem | None:
        if self.hands is not None and self.rounds is not None:
            return Problem(("rounds",), say("cannot be combined with a number of hands"))
        if self.stock_grenze is not None and self.stock_grenze % 2:
            return Problem(("stock_grenze",), say("is not an even number"))
        return None

    def tariff(self, spiel: str) -> int:
        """Return the points that each of the losers pays for a game of this kind."""
        value: int | None = getattr(self, ARTEN[spiel].tariff if spiel in ARTEN else spiel)
        return self.solo if value is None else value

    def counting(self, spiel: str) -> range:
        """Return the numbers of Laufenden that count in a game of this kind (OS; IS)."""
        most = ARTEN[spiel].most
        low = self.laufende_ab_wenz if most == ARTEN[WENZ].most else self.laufende_ab
        return range(low, min(self.laufende_max, most) + 1)
