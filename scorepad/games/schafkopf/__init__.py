"""Schafkopf, as it is played in Bavaria; `options` names the sources."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scorepad.games.augen import Most
from scorepad.games.bock import StartsBock
from scorepad.games.game import Game, HandScore, Outcome, Reason
from scorepad.games.money import in_cents, signed
from scorepad.games.problems import Problem, Problems, verified
from scorepad.games.protocols import (
    DURCHMARSCH,
    JUNGFER,
    Deed,
    Example,
    Feat,
    FollowsTally,
    HasPot,
    SeatsChange,
)
from scorepad.games.schafkopf.hand import (
    HANDS,
    LOST,
    PLAYERS,
    WON,
    Bettel,
    Durchmarsch,
    Fest,
    Gepasst,
    Hand,
    Played,
    Ramsch,
    Sie,
    Spiel,
    Tout,
    lost_by,
    problems_of,
    stufe_of,
)
from scorepad.games.schafkopf.options import ARTEN, KONTRAS, RUF, SOLO, WITH_STOCK, SchafkopfRules
from scorepad.games.shape import shape_of
from scorepad.games.table import Points, Seat, Table, Tally
from scorepad.i18n.message import N_, Message, say

ROUND = 420
"""The marks of a round: a hand is an equal share of it with four, five, six or seven people."""

DEFAULTS: Mapping[str, Any] = {
    **dict.fromkeys(("partner", "farbe", "augen", "schwarz", "stufe", "gewonnen", "verlierer",
                     "durchmarsch")), "laufende": 0, "kontra": 0, "tout": False, "klopfer": [],
    "jungfrauen": []}
"""The keys of a hand that say nothing with these values."""

MOST_IN_STOCK = 10_000_000
"""The points from which on no hand can be played: each Rufspiel that is lost doubles them."""

IN_SIE = 8
"""The Laufende of a Sie."""

TITLES = {**{spiel: art.title for spiel, art in ARTEN.items()}, "sie": "Sie", "bettel": "Bettel"}
PLAYED = {**{spiel: Deed(spiel, title, solo=True) for spiel, title in TITLES.items()},
          RUF: Deed(RUF, "Rufspiele", well=N_("Rufspiele won")),
          "hochzeit": Deed("hochzeit", "Hochzeiten", well=N_("Hochzeiten won"))}
TOUT = Deed("tout", "Tout", well=N_("Tout won"))
ALONG = Deed("mitgespielt", N_("Played along"), well=N_("Played along and won"))
LAUFENDE = Deed("laufende", N_("Games with Laufende"), well=N_("With Laufende won"))
MOST_LAUFENDE = Deed("meiste-laufende", N_("Most Laufende"), most=True)
FROM_STOCK = Deed("stock", N_("From the Stock"))
KLOPFER = Deed("klopfer", "Klopfer", well=N_("Klopfer won"))
KONTRA = Deed("kontra", "Kontra", well=N_("Kontra held"))
RAMSCH = Deed("ramsch-verloren", N_("Ramsch lost"))
GIVEN = (Deed("schneider-gegeben", N_("Schneider given")),
         Deed("schwarz-gegeben", N_("Schwarz given")))
GOT = (Deed("schneider-bekommen", N_("Schneider got")), Deed("schwarz-bekommen", N_("Schwarz got")))

EXAMPLE = Example(("Anne", "Bert", "Cem", "Dora"), (
    {"spieler": "Bert", "partner": "Cem", "augen": 75, "laufende": 4, "klopfer": ["Dora"]},
    {"spieler": "Dora", "partner": "Anne", "stufe": "verloren", "kontra": 2},
    {"spiel": "wenz", "spieler": "Dora", "stufe": "schneider", "laufende": 2},
    {"spiel": "farbsolo", "spieler": "Bert", "tout": True, "gewonnen": True},
    {"spiel": "sie", "spieler": "Cem"},
    {"spiel": "farbsolo", "spieler": "Anne", "stufe": "verloren-schwarz", "laufende": 9},
    {"gepasst": True},  # a reason for Böcke while those of the two above run
    {"spieler": "Cem", "partner": "Anne", "stufe": "gewonnen", "kontra": 1},
    *[{"spieler": "Anne", "partner": "Dora", "stufe": "gewonnen"}] * 11,
    {"spiel": "bettel", "spieler": "Dora", "gewonnen": False},
    {"spiel": "hochzeit", "spieler": "Bert", "partner": "Anne", "stufe": "gewonnen"},
    {"spiel": "ramsch", "verlierer": "Bert", "jungfrauen": ["Cem"]},
    {"spiel": "ramsch", "durchmarsch": "Dora"},
    {"spieler": "Cem", "partner": "Anne", "stufe": "gewonnen", "laufende": 2}), 100)


class Came(NamedTuple):
    """The value of a hand: the points that each of the losers pays for it, and the arithmetic;
    side: of those who play or have lost; won: None where nobody can win; level: 1 for Schneider, 2
    for schwarz."""

    points: int
    told: str
    side: tuple[Seat, ...] = ()
    won: bool | None = None
    level: int = 0


class Entry(NamedTuple):
    """The result of a hand; factors: the names of what doubles it, bonus: what goes into the Stock
    and comes out of it; stock: the points in it before."""

    came: Came
    factors: Sequence[str] = ()
    bonus: Points = ()
    stock: int = 0


class Schafkopf(SeatsChange, FollowsTally, HasPot, StartsBock, Game[Hand, SchafkopfRules]):
    """Schafkopf, 4 to 7 people of whom four play, 120 Augen; the `why` of its scores is an
    `Entry`. Points add up to zero, but for those in the Stock."""

    id, title, players, rules = "schafkopf", "Schafkopf", range(4, 8), SchafkopfRules
    hands, example, low_is_good = HANDS, EXAMPLE, False
    may_split, pays_points = True, True
    pot_title, pot_key = N_("Stock"), "stock"

    def read_hand(self, raw: Mapping[str, Any], names: tuple[str, ...]) -> Hand:
        said = {key: value for key, value in raw.items() if not _says_nothing(key, value)}
        kinds: dict[Any, type] = {Fest.SIE: Sie, Fest.BETTEL: Bettel, Fest.RAMSCH:
                                  Durchmarsch if "durchmarsch" in said else Ramsch}
        spiel = raw.get("spiel")
        kind = kinds.get(spiel) if isinstance(spiel, str) else None
        kind = kind or (Gepasst if "gepasst" in said else Tout if "tout" in said else Spiel)
        hand: Hand = shape_of(kind).read(said, names)
        return hand

    def judge(self, hand: Hand, table: Table[SchafkopfRules]) -> HandScore | Problems:
        """Return what everybody writes for a hand, or what is wrong with it."""
        if problems := problems_of(hand, table):
            return problems
        nothing, rules = table.nothing, table.rules
        marks = tuple([ROUND // len(table.seats) if seat == table.dealer else 0
                       for seat in range(len(nothing))])
        stock = self.pot(table.tally, rules, None) if table.tally else 0
        if stock > MOST_IN_STOCK:
            return (Problem((), say("the Stock cannot grow any more")),)
        came = came_to(hand, table)
        if isinstance(hand, Gepasst):
            paid = came.points if rules.keiner == WITH_STOCK else 0
            bonus = tuple([-paid if seat in table.playing else 0 for seat in range(len(nothing))])
            return HandScore.of(bonus, marks, why=Entry(came, bonus=bonus, stock=stock))
        doublings = [f"Klopfer {table.names[seat]}" for seat in hand.klopfer]
        if isinstance(hand, Played):
            doublings += KONTRAS[:hand.kontra]
        points = _points(hand, table, came)
        bonus = nothing
        if stock and isinstance(hand, Spiel) and hand.spiel == RUF:
            half = min(stock, rules.stock_grenze or stock) // 2
            bonus = tuple([(half if came.won else -half) if seat in came.side else 0
                           for seat in range(len(nothing))])
        return HandScore.of(tuple([(each << len(doublings)) + from_stock for each, from_stock
                                   in zip(points, bonus)]), marks,
                            why=Entry(came, doublings, bonus, stock))

    def reasons(self, hand: Hand, table: Table[SchafkopfRules], score: HandScore) -> int:
        came: Came = score.why.came
        alone = isinstance(hand, Played) and not _is_pair(hand)
        there = {"gepasst": isinstance(hand, Gepasst),
                 "solo-verloren": alone and came.won is False,
                 "schwarz": isinstance(hand, Spiel) and came.level == len(WON) - 1,
                 "kontra-verloren": isinstance(hand, Played) and hand.kontra > 0 and came.won}
        return sum([bool(there[reason]) for reason in table.rules.bock])

    def active(self, seats: tuple[Seat, ...], dealer: Seat,
               rules: SchafkopfRules) -> tuple[Seat, ...]:
        """Return who plays: the four to the dealer's left; of four the dealer is the last."""
        at = seats.index(dealer) + 1
        return tuple([seat for seat in seats if seat in (seats[at:] + seats[:at])[:PLAYERS]])

    def turn(self, seats: tuple[Seat, ...], dealer: Seat, rules: SchafkopfRules,
             tally: Tally) -> tuple[Seat, tuple[Seat, ...]]:
        return dealer, self.active(seats, dealer, rules)

    def follows(self, rules: SchafkopfRules) -> bool:
        return self.has_pot(rules)

    def has_pot(self, rules: SchafkopfRules) -> bool:
        return rules.keiner == WITH_STOCK

    def pot(self, tally: Tally, rules: SchafkopfRules, stake: int | None) -> int:
        """Return the points in the Stock, which are missing in the totals."""
        return -sum(tally.totals)

    # --- what is told -------------------------------------------------------------------------

    def explain(self, hand: Hand, table: Table[SchafkopfRules], score: HandScore) -> str:
        came, doublings, bonus, stock = score.why
        if isinstance(hand, Gepasst):
            return f"Passed: {came.points} into the Stock" if any(bonus) else "Passed"
        whose, pair = came.side[0], isinstance(hand, Played) and _is_pair(hand)
        factors = [*doublings, *[each.title for each in score.multipliers if each.factor > 1]]
        told = _in_brackets(came.told) if factors else came.told
        told += "".join([f" · 2 ({name})" for name in factors])
        if told != str(came.points):
            told += f" = {came.points << len(factors)}"
        times = table.rules.ruf_faktor if pair else PLAYERS - 1
        told += f", times {times}" if times > 1 else ""
        if isinstance(hand, Ramsch) and table.rules.jungfrau == "einzeln":
            told += "".join([f", twice for {table.names[seat]}" for seat in hand.jungfrauen])
        if not isinstance(hand, Played):
            told = f"{type(hand).__name__} {table.names[whose]}: {told}"
        if came.won is False:
            told += f" → {signed(score.points[whose] - bonus[whose])}"
        return f"{told} · Stock {stock} → {signed(bonus[whose])}" if any(bonus) else told

    def winners(self, hand: Hand, table: Table[SchafkopfRules],
                score: HandScore) -> tuple[Seat, ...]:
        came: Came = score.why.came
        return () if came.won is None else tuple(
            [seat for seat in table.active if (seat in came.side) is came.won])

    def feats(self, hand: Hand, table: Table[SchafkopfRules],
              score: HandScore) -> tuple[Feat, ...]:
        """Return who played what and won, played along, had Laufende, made or was Schneider,
        knocked, said Kontra, and so on."""
        came, winners = score.why.came, self.winners(hand, table, score)
        if isinstance(hand, Gepasst):
            return ()
        found = [Feat(seat, KLOPFER, seat in winners) for seat in hand.klopfer]
        if isinstance(hand, Durchmarsch):
            return (*found, Feat(hand.spieler, DURCHMARSCH))
        if isinstance(hand, Ramsch):
            return (*found, *[Feat(seat, RAMSCH) for seat in came.side],
                    *[Feat(seat, JUNGFER) for seat in hand.jungfrauen])
        found += [Feat(seat, PLAYED[hand.spiel], came.won) for seat in came.side]
        found += [Feat(seat, ALONG, came.won) for seat in came.side if seat != hand.spieler]
        if isinstance(hand, Spiel | Tout) and hand.laufende:
            found += [Feat(seat, LAUFENDE, came.won) for seat in came.side]
            found += [Feat(seat, MOST_LAUFENDE, None, hand.laufende) for seat in came.side]
        found += [Feat(seat, FROM_STOCK, None, points)
                  for seat, points in enumerate(score.why.bonus) if points > 0]
        if isinstance(hand, Tout):
            found.append(Feat(hand.spieler, TOUT, hand.gewonnen))
        if hand.kontra:
            found += [Feat(seat, KONTRA, not came.won) for seat in table.active
                      if seat not in came.side]
        if isinstance(hand, Spiel) and came.level:
            found += [Feat(seat, (GIVEN if seat in winners else GOT)[came.level - 1])
                      for seat in table.active]
        return tuple(found)

    # --- a match ------------------------------------------------------------------------------

    def outcome(self, tally: Tally, rules: SchafkopfRules) -> Outcome | None:
        """Return the end after the hands or rounds agreed on, if any."""
        over = rules.hands and tally.hands >= rules.hands \
            or rules.rounds and sum(tally.marks) >= rules.rounds * ROUND
        return Outcome(Reason.ENDED) if over else None

    def balance(self, tally: Tally, stake: int) -> Points:
        """Return the cents for everybody's points and an equal share of the Stock."""
        size, stock = len(tally.totals), -sum(tally.totals)
        return in_cents([stake * (size * total + stock) for total in tally.totals], 100 * size)

    def progress(self, tally: Tally, rules: SchafkopfRules) -> Message | None:
        if rules.rounds is not None:
            return say("round {round} of {rounds}", rounds=rules.rounds,
                       round=min(sum(tally.marks) // ROUND + 1, rules.rounds))
        return None if rules.hands is None else say(
            "{played} of {hands} hands", played=tally.hands, hands=rules.hands)


def _says_nothing(key: str, value: Any) -> bool:
    """Return whether a key of a document has its default, whatever is played."""
    return key in DEFAULTS and type(value) is type(DEFAULTS[key]) and value == DEFAULTS[key]


def _is_pair(hand: Played) -> bool:
    return hand.spiel in ARTEN and ARTEN[hand.spiel].pair


def _points(hand: Played | Ramsch | Durchmarsch, table: Table[SchafkopfRules],
            came: Came) -> Points:
    """Return what everybody writes for a hand that nothing doubles: one against three pays or gets
    three times what each of the others does, and a Jungfrau may get double alone."""
    pair = isinstance(hand, Played) and _is_pair(hand)
    value = came.points * table.rules.ruf_faktor if pair else came.points
    own = value if came.won else -value
    points = [0] * len(table.names)
    for seat in table.active:
        points[seat] = own if seat in came.side else -own
    if isinstance(hand, Ramsch) and table.rules.jungfrau == "einzeln":
        for seat in hand.jungfrauen:
            points[seat] *= 2
    if not pair:
        points[came.side[0]] = -sum([points[seat] for seat in table.active
                                     if seat not in came.side])
    return tuple(points)


def came_to(hand: Hand, table: Table[SchafkopfRules]) -> Came:
    """Return what a hand without problems is worth, without doublings."""
    rules = table.rules
    match hand:
        case Spiel():
            stufe = stufe_of(hand)
            level = max([row.index(stufe) for row in (WON, LOST) if stufe in row])
            side = (hand.spieler,) if hand.partner is None else (hand.spieler, hand.partner)
            return Came(*_sum(hand.spiel, hand.laufende, level, rules), side, stufe in WON, level)
        case Tout():
            level = len(WON) - 1 if hand.gewonnen and rules.tout_schwarz else 0
            value, told = _sum(hand.spiel, hand.laufende, level, rules)
            return _times(value, told, rules.tout_faktor, "Tout", hand.spieler, hand.gewonnen)
        case Sie():
            value, told = _sum(SOLO, IN_SIE if rules.sie_laufende else 0, 0, rules)
            return _times(value, told, rules.sie_faktor, "Sie", hand.spieler, True)
        case Bettel():
            return Came(rules.bettel, str(rules.bettel), (hand.spieler,), hand.gewonnen)
        case Durchmarsch():
            spiel = "ramsch" if rules.durchmarsch == "ramsch" else SOLO
            level = len(WON) - 1 if rules.durchmarsch == "schwarz" else 0
            return Came(*_sum(spiel, 0, level, rules), (hand.spieler,), True)
        case Ramsch():
            found = lost_by(hand, table)
            lost = verified(found if isinstance(found, Most) else None)
            doubles = hand.jungfrauen if rules.jungfrau == "alle" else ()
            told = "".join([f" · 2 (Jungfrau {table.names[seat]})" for seat in doubles])
            return Came(rules.ramsch << len(doubles), f"{rules.ramsch}{told}", lost.seats, False)
    return Came(rules.stock_einsatz or rules.rufspiel, "")


def _sum(spiel: str, laufende: int, level: int, rules: SchafkopfRules) -> tuple[int, str]:
    """Return the tariff with what is added to it, and how that is told (SP; OS; PV)."""
    value = rules.tariff(spiel)
    told = str(value)
    for points, each in ((laufende * rules.laufende,
                          f"{laufende} · {rules.laufende} Laufende"),
                         (rules.schneider * (level > 0), f"{rules.schneider} Schneider"),
                         (rules.schwarz * (level > 1), f"{rules.schwarz} schwarz")):
        value += points
        told += f" + {each}" * bool(points)
    return value, told


def _times(value: int, told: str, factor: int, name: str, spieler: Seat, won: bool) -> Came:
    told = f"{_in_brackets(told)} · {factor} ({name})"
    return Came(value * factor, told, (spieler,), won)


def _in_brackets(told: str) -> str:
    return f"({told})" if " + " in told and not told.startswith("(") else told


SCHAFKOPF = Schafkopf()
