"""The hands of Schafkopf, and what cannot have been played; `options` names the sources."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, NamedTuple, final

from scorepad.games.augen import ALL, NEEDED, Augen, Most, fault_of_figure, most
from scorepad.games.describing import JUNGFERN, LOST as SAID_LOST, MARSCH, WON as SAID_WON, each_of
from scorepad.games.fields import Always, BySeat, Choice, Flag, Key, Label, Number, Player, Players
from scorepad.games.problems import Problem, Problems
from scorepad.games.schafkopf import options
from scorepad.games.schieberamsch import Side
from scorepad.games.shape import written
from scorepad.games.skat.hand import idle
from scorepad.games.table import Table
from scorepad.i18n.message import listed, say

PLAYERS = 4


class Fest(StrEnum):
    """A kind of hand that is not a game for Augen."""

    SIE = "sie"
    BETTEL = "bettel"
    RAMSCH = "ramsch"


class Stufe(StrEnum):
    """A result as far as it matters, seen from the player's side."""

    GEWONNEN = "gewonnen"
    SCHNEIDER = "schneider"
    SCHWARZ = "schwarz"
    VERLOREN = "verloren"
    VERLOREN_SCHNEIDER = "verloren-schneider"
    VERLOREN_SCHWARZ = "verloren-schwarz"


WON = (Stufe.GEWONNEN, Stufe.SCHNEIDER, Stufe.SCHWARZ)
LOST = (Stufe.VERLOREN, Stufe.VERLOREN_SCHNEIDER, Stufe.VERLOREN_SCHWARZ)

# --- words ----------------------------------------------------------------------------------------

FARBEN_SAID = {"=eichel": "Alte|Eichelsau", "=gras": "Blaue|Laub|Grün|Grassau|Blatt",
               "=schellen": "Schelln|Schell|Hundsgfickte|Schellensau", "=herz": "Rot"}
DOUBLED = {"kontra": "", "klopfer": "klopft|klopfen|geklopft|Klopfer|legt|gelegt|Leger|knocks|"
                                    "knocked|geklopft von|gelegt von"}
SAID = {**FARBEN_SAID, **DOUBLED, "spieler": "{}|spielt|Spieler|player|plays", "partner":
        "mit {}|mit Partner|Partner|partner", "farbe": "{}|auf die|auf|ruft|ruft die|called|calls",
        "laufende": "{} Laufende|{} Laufenden|mit {}|ohne {}|mit {} Laufenden|ohne {} Laufende|"
                    "mit {} Laufende|ohne {} Laufenden|with {}|without {}|{} runners|with {} "
                    "runners|without {} runners", "augen": "{}", "stufe": "", "tout": "Tout",
        "schwarz": "{} schwarz|schwarz {}", "=spieler": "die Spieler|players",
        "=gegner": "die Gegner|opponents",
        "=ruf": "Rufspiel|Sauspiel|Rufer|Normalspiel|Partnerspiel|call game",
        "=farbsolo": "Solo", "=farbwenz": "Farb Wenz", "=farbgeier": "Farb Geier",
        "spiel": "{}|spielt {}|plays {}"}
SAYS_KONTRA = {"Kontra|Spritze|Stoß": {"kontra": 1}, "Re|Retour|Rekontra|Kontra Re": {"kontra": 2},
               "Sub|Supra|Kontra Re Sub": {"kontra": 3}, "Hirsch|Kontra Re Sub Hirsch":
               {"kontra": 4}}
SOLI = {"|".join([template.format(word) for word in (farbe, *FARBEN_SAID[f"={farbe}"].split("|"))
                  for template in (f"{{0}} {kind}", f"{kind} {{0}}", f"{{0}}-{kind}")]):
        {"spiel": spiel, "farbe": farbe} for farbe in options.FARBEN
        for kind, spiel in (("Solo", options.SOLO), ("Wenz", "farbwenz"), ("Geier", "farbgeier"))}


def _with(level: str) -> list[str]:
    return [f"*{laufende} {level}" for laufende in (
        "", *[f" {how} {{laufende}}{word}" for how in ("mit", "ohne")
              for word in ("", " Laufenden", " Laufende")])]


RESULTS = {
    "|".join(SAID_WON): {"stufe": "gewonnen"}, "|".join(SAID_LOST): {"stufe": "verloren"},
    each_of(SAID_WON, "Schneider", "Schneider *", *_with("Schneider")): {"stufe": "schneider"},
    each_of(SAID_WON, "schwarz", "schwarz *", "black", *_with("schwarz"), *_with("black")):
        {"stufe": "schwarz"},
    each_of(SAID_LOST, "Schneider *", "im Schneider *", "* im Schneider", *_with("Schneider")):
        {"stufe": "verloren-schneider"},
    each_of(SAID_LOST, "schwarz *", *_with("schwarz"), *_with("black")):
        {"stufe": "verloren-schwarz"}}
PHRASES = {**SAYS_KONTRA, **SOLI, **RESULTS,
           "{spieler} {partner}|{spieler} mit {partner}|{spieler} with {partner}": {}}
OF_GEWONNEN = {**SAYS_KONTRA, "|".join(SAID_WON): {"gewonnen": True},
               "|".join(SAID_LOST): {"gewonnen": False}}

# --- hands ----------------------------------------------------------------------------------------

Farbe = Annotated[str | None, Choice(options.FARBEN)]
Laufende = Annotated[int, Number(0, 14)]
Kontra = Annotated[int, Number(0, len(options.KONTRAS), options.KONTRAS)]


@final
@written(said=SAID, phrases=PHRASES,
         told="{spieler} · {partner} · {spiel} · {farbe} · {laufende} Laufende · {stufe} · "
              "{augen} Augen · {schwarz} schwarz · Klopfer {klopfer} · {kontra}")
class Spiel(NamedTuple):
    """A game that is won by Augen.

    augen: of the player's side; schwarz: the side without a trick; stufe: the result, where Augen
    were not counted; farbe: is only noted; kontra: from 1 for Kontra to 4 for Hirsch; klopfer: who
    doubled before the game.
    """

    spieler: Player
    partner: Player | None = None
    spiel: Annotated[str, Choice(tuple(options.ARTEN)), Always()] = options.RUF
    farbe: Farbe = None
    laufende: Laufende = 0
    augen: Annotated[int | None, Number(0, ALL)] = None
    schwarz: Side | None = None
    stufe: Stufe | None = None
    tout: bool = False
    kontra: Kontra = 0
    klopfer: Players = ()


@final
@written(said={**SAID, "gewonnen": ""}, phrases={**SOLI, **OF_GEWONNEN},
         told="{spieler} · {spiel} · {farbe} · {tout} · {laufende} Laufende · {gewonnen} · "
              "Klopfer {klopfer} · {kontra}")
class Tout(NamedTuple):
    """A game alone, announced as one with every trick."""

    spieler: Player
    spiel: Annotated[str, Choice(options.ALONE)]
    gewonnen: Annotated[bool, Flag("Verloren")]
    tout: bool
    farbe: Farbe = None
    laufende: Laufende = 0
    kontra: Kontra = 0
    klopfer: Players = ()


@final
@written(constants={"spiel": Fest.BETTEL}, said={**DOUBLED, "spieler": "{}|spielt|plays",
                                                 "gewonnen": ""}, phrases=OF_GEWONNEN,
         told="{spieler} · Bettel · {gewonnen} · Klopfer {klopfer} · {kontra}")
class Bettel(NamedTuple):
    """A game alone in which the player wants no trick."""

    spieler: Player
    gewonnen: Annotated[bool, Flag("Verloren")]
    kontra: Kontra = 0
    klopfer: Players = ()

    @property
    def spiel(self) -> Fest:
        """Always `Fest.BETTEL`."""
        return Fest.BETTEL


@final
@written(constants={"spiel": Fest.SIE}, said={**DOUBLED, "spieler": "{}|hat|spielt|has|plays"},
         phrases=SAYS_KONTRA, told="{spieler} · Sie · Klopfer {klopfer} · {kontra}")
class Sie(NamedTuple):
    """All four Ober and all four Unter in one hand, which is won by that."""

    spieler: Player
    kontra: Kontra = 0
    klopfer: Players = ()

    @property
    def spiel(self) -> Fest:
        """Always `Fest.SIE`."""
        return Fest.SIE


@final
@written(constants={"spiel": Fest.RAMSCH}, said={
    **DOUBLED, "jungfrauen": JUNGFERN, "verlierer": each_of(SAID_LOST, "{}", "*", "Verlierer")},
    told="Ramsch · {augen} · Verlierer {verlierer} · Jungfrau {jungfrauen} · Klopfer {klopfer}")
class Ramsch(NamedTuple):
    """A hand that nobody plays, and that whoever has most Augen loses.

    augen: of each seat, None where nobody counted; verlierer: who lost it, where that is all that
    is known, or several have the most; jungfrauen: who has no trick.
    """

    augen: Annotated[Augen | None, BySeat(Number(0, ALL), NEEDED)] = None
    verlierer: Player | None = None
    jungfrauen: Players = ()
    klopfer: Players = ()


@final
@written(constants={"spiel": Fest.RAMSCH}, said={**DOUBLED, "durchmarsch": MARSCH}, phrases={
    each_of(tuple(MARSCH.split("|")), "* {durchmarsch}", "{durchmarsch} *"): {"": True}},
         told="Ramsch · Durchmarsch {spieler} · Klopfer {klopfer}")
class Durchmarsch(NamedTuple):
    """A Ramsch in which one player took every trick."""

    spieler: Annotated[Player, Key("durchmarsch"), Label("Durchmarsch")]
    klopfer: Players = ()


@final
@written(said={"gepasst": "alle weiter|weiter|alle gepasst|alle passen|zusammengeworfen|"
                          "zammgeworfen|all passed|passed"})
class Gepasst(NamedTuple):
    """A hand that nobody wanted to play."""

    gepasst: bool


Played = Spiel | Tout | Bettel | Sie
Hand = Played | Ramsch | Durchmarsch | Gepasst
HANDS = (Spiel, Tout, Bettel, Sie, Durchmarsch, Ramsch, Gepasst)


def stufe_of(hand: Spiel) -> Stufe:
    """Return the result of a game, by its Augen if it does not say it: 61 win, from 91 on the
    others are Schneider, with 30 the player's side is (RS; OS; PV; IS)."""
    if hand.schwarz is not None:
        return Stufe.SCHWARZ if hand.schwarz is Side.GEGNER else Stufe.VERLOREN_SCHWARZ
    if hand.stufe is not None or hand.augen is None:
        return hand.stufe or Stufe.VERLOREN
    return WON[hand.augen > 90] if hand.augen > ALL // 2 else LOST[hand.augen <= 30]


# --- what can be wrong ----------------------------------------------------------------------------


def problems_of(hand: Hand, table: Table[options.SchafkopfRules]) -> Problems:
    """Return why a hand cannot have been played at a table, each reason at its key."""
    if isinstance(hand, Gepasst):
        fits = hand.gepasst and table.rules.keiner in ("zusammen", options.WITH_STOCK)
        return () if fits else (Problem(("gepasst",), say(
            "is true where nobody played, and the cards were thrown in"), ),)
    found = [*_of_doublings(hand, table)]
    if isinstance(hand, Ramsch | Durchmarsch):
        if table.rules.keiner != options.WITH_RAMSCH:
            found.append(Problem(("spiel",), say("no Ramsch is played at this table")))
        return (*found, *_of_ramsch(hand, table))
    if hand.spiel in options.RARER and hand.spiel not in table.rules.spiele:
        found.append(Problem(("spiel",), say("{spiel} is not played at this table",
                                             spiel=hand.spiel.capitalize())))
    found += idle(table, hand.spieler, "spieler")
    if isinstance(hand, Spiel | Tout):
        found += _of_game(hand, table)
    return (*found, *(_of_result(hand, table) if isinstance(hand, Spiel) else ()))


def _of_doublings(hand: Played | Ramsch | Durchmarsch,
                  table: Table[options.SchafkopfRules]) -> Iterator[Problem]:
    rules = table.rules
    if hand.klopfer and not rules.klopfen:
        yield Problem(("klopfer",), say("nobody knocks at this table"))
    out = [table.names[seat] for seat in hand.klopfer if seat not in table.active]
    if out:
        yield Problem(("klopfer",), say("{name} sits out", name=out[0]))
    if isinstance(hand, Played) and not 0 <= hand.kontra <= rules.kontra_max:
        yield Problem(("kontra",), say("is not a whole number from {low} to {high}", low=0,
                                       high=rules.kontra_max))


def _of_game(hand: Spiel | Tout, table: Table[options.SchafkopfRules]) -> Iterator[Problem]:
    art, rules = options.ARTEN[hand.spiel], table.rules
    if hand.farbe is not None and hand.farbe not in art.farben:
        yield Problem(("farbe",), say("{farbe} goes with no {spiel}", farbe=hand.farbe.capitalize(),
                                      spiel=art.title))
    counting = rules.counting(hand.spiel)
    if 0 < hand.laufende < counting.start:
        yield Problem(("laufende",), say("{count} Laufende count only from {low} on",
                                         count=hand.laufende, low=counting.start))
    elif hand.laufende and hand.laufende not in counting:
        yield Problem(("laufende",), say("{count} Laufende: at most {most} count",
                                         count=hand.laufende, most=counting.stop - 1))


def _of_result(hand: Spiel, table: Table[options.SchafkopfRules]) -> Iterator[Problem]:
    """Yield what is wrong with the two sides, the Augen, and who had no trick."""
    pair = options.ARTEN[hand.spiel].pair
    if hand.partner is None and pair:
        yield Problem(("partner",), say("who plays with {name}?", name=table.names[hand.spieler]))
    elif hand.partner is not None:
        if not pair or hand.partner == hand.spieler:
            yield Problem(("partner",), say("{name} plays alone", name=table.names[hand.spieler]))
        yield from idle(table, hand.partner, "partner")
    if (hand.augen is None) is (hand.stufe is None):
        yield Problem(("augen",), say("a game says either the Augen or the result"))
    if hand.augen is not None and (fault := fault_of_figure(hand.augen)):
        yield Problem(("augen",), fault)
    if hand.schwarz is not None and hand.augen != (ALL if hand.schwarz is Side.GEGNER else 0):
        yield Problem(("schwarz",), say("does not go with these Augen"))
    if hand.tout:
        yield Problem(("tout",), say("only a game alone is announced as a Tout"))


def _of_ramsch(hand: Ramsch | Durchmarsch,
               table: Table[options.SchafkopfRules]) -> Iterator[Problem]:
    if isinstance(hand, Durchmarsch):
        yield from idle(table, hand.spieler, "durchmarsch")
        return
    for seat in hand.jungfrauen:
        yield from idle(table, seat, "jungfrauen")
        if hand.augen and hand.augen[seat]:
            yield Problem(("augen", table.names[seat]), say("a Jungfrau has no Augen"))
    for seat, figure in enumerate(hand.augen or ()):
        if figure is not None:
            yield from idle(table, seat, "augen", table.names[seat])
    yield from idle(table, hand.verlierer, "verlierer")
    if len(hand.jungfrauen) >= PLAYERS - 1:
        yield Problem(("jungfrauen",), say("three without a trick: that is a Durchmarsch"))
    elif isinstance(lost := lost_by(hand, table), Most):
        if lost.seats[0] in hand.jungfrauen:
            yield Problem(("jungfrauen",), say("whoever lost has taken a trick"))
    else:
        yield from lost


def lost_by(hand: Ramsch, table: Table[options.SchafkopfRules]) -> Most | Problems:
    """Return who lost a Ramsch, alone, or why that cannot be said."""
    if hand.augen is None:
        return Most(0, (hand.verlierer,)) if hand.verlierer is not None else (Problem(
            ("verlierer",), say("a Ramsch says the Augen, or who lost it")),)
    out = {*range(len(table.names))} - {*table.active} | {*hand.jungfrauen}
    found = most(hand.augen, tuple(out), table.names)
    if not isinstance(found, Most):
        return found
    if len(found.seats) > 1 and hand.verlierer in found.seats:
        return Most(found.augen, (hand.verlierer,))
    if hand.verlierer is not None:
        return (Problem(("verlierer",), say("names one of several with the most Augen")),)
    return found if len(found.seats) == 1 else (Problem(("verlierer",), say(
        "{names} have as many Augen: who lost?",
        names=listed([table.names[seat] for seat in found.seats]))),)
