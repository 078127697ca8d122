"""Schieberamsch: Augen nobody wants, a skat that doubles with every push, and the Grand Hand.

S3 below is the German rule text of John McLeod's card game site (pagat.com, Schieberamsch), cited
by its headings. Points are penalties; below zero they are good.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Any, NamedTuple, NotRequired, TypedDict

from scorepad.games.augen import (
    ALL,
    IMPOSSIBLE,
    POSSIBLE,
    Augen,
    Most,
    fault_of_figure,
    holders,
    problems_of_figures,
    read_number,
    read_seat,
)
from scorepad.games.base import (
    NEVER,
    RATE,
    Example,
    Feat,
    Game,
    HandScore,
    Meter,
    Option,
    Outcome,
    Points,
    Problem,
    Reason,
    Rules,
    Seat,
    Table,
    Tally,
    Within,
    refuse,
    refuse_unknown_keys,
    shown,
    within,
)
from scorepad.games.feats import Deed
from scorepad.games.money import in_cents
from scorepad.games.ramsch import (
    MOST,
    Durchmarsch,
    DurchmarschDocument,
    Ramsch,
    RamschDocument,
    described,
    doublings,
    factors,
    feats_of_ramsch,
    most_in,
    problems_of_ramsch,
    problems_of_shares,
    read_ramsch,
    written_ramsch,
)
from scorepad.text import N_, Message, say, say_n

PLAYERS = 3
GRUNDWERT = 24
SPITZEN = range(1, 5)
KONTRAS = ("Kontra", "Rekontra")
GRAND_HAND = Deed("grand-hand", "Grand Hand", solo=True)
MOST_IN_SKAT = 22
"""Two aces."""


class SkatTo(StrEnum):
    """Who gets the Augen in the skat of a Ramsch (S3, Das Spiel; S3, Varianten)."""

    LAST_TRICK = "last-trick"
    MOST_AUGEN = "most-augen"


class Side(StrEnum):
    """A side of a Grand Hand."""

    SPIELER = "spieler"
    GEGNER = "gegner"


@dataclass(frozen=True)
class SchieberamschRules(Rules):
    """What tables of Schieberamsch agree on."""

    ramsch_kontra: bool = field(default=False, metadata={"option": Option(
        N_("Kontra in the Ramsch"), N_("Each player may say Kontra once, which doubles."),
        choices={False: N_("No"), True: N_("Yes")})})
    skat_to: str = field(default=SkatTo.LAST_TRICK.value, metadata={"option": Option(
        N_("Skat"), N_("Whose the Augen in the skat are: of the last trick's winner, who counts "
                       "them, or of who has most without them."),
        choices={SkatTo.LAST_TRICK.value: N_("Last trick"),
                 SkatTo.MOST_AUGEN.value: N_("Most Augen")})})
    grand_hand: bool = field(default=True, metadata={"option": Option(
        N_("Grand Hand"), N_("Instead of a Ramsch somebody may play a Grand Hand alone."),
        choices={True: N_("Yes"), False: N_("No")})})
    hands: int | None = field(default=None, metadata={"option": Option(
        N_("Number of hands"), N_("After so many hands the match is over. "
                                  "Empty: the table says when."),
        bounds=(1, 1_000), optional=True)})


class GrandHand(NamedTuple):
    """A hand that one player played alone, without looking at the skat.

    augen: of the soloist with the skat; spitzen: how many jacks from the top he has or has not;
    schwarz: the side without a trick; kontra: 0, 1 Kontra, 2 Rekontra.
    """

    spieler: Seat
    augen: int
    spitzen: int
    schwarz: Side | None = None
    kontra: int = 0


Hand = Ramsch | Durchmarsch | GrandHand


class GrandHandFigures(TypedDict):
    """What a Grand Hand says in a document."""

    spieler: str
    augen: Annotated[int, Within(0, ALL)]
    spitzen: Annotated[int, Within(SPITZEN.start, SPITZEN.stop - 1)]
    schwarz: NotRequired[Side | None]
    kontra: NotRequired[Annotated[int, Within(0, len(KONTRAS))]]


class GrandHandDocument(TypedDict):
    """A Grand Hand in a document."""

    grand_hand: GrandHandFigures


GRAND_HAND_KEYS = frozenset(GrandHandFigures.__annotations__)


class Schieberamsch(Game[Hand, SchieberamschRules]):
    """Schieberamsch (S3), 3 players, 120 Augen."""

    id = "schieberamsch"
    title = "Schieberamsch"
    players = range(PLAYERS, PLAYERS + 1)
    rules = SchieberamschRules
    hand_documents = (RamschDocument, DurchmarschDocument, GrandHandDocument)
    example = Example(("Anne", "Bert", "Cem"), (
        {"augen": {"Anne": 66, "Bert": 40, "Cem": 14}, "geschoben": ["Bert"]},
        {"augen": {"Anne": 30, "Bert": 70, "Cem": 20}, "kontra": 1},
        {"augen": {"Anne": 55, "Bert": 40, "Cem": 15}},  # 10 lie in the skat
        {"grand_hand": {"spieler": "Cem", "augen": 67, "spitzen": 2}}))
    wager = RATE
    one_match = True
    ends_by_hand = True

    # --- reading and writing ------------------------------------------------------------------

    def read_hand(self, raw: Mapping[str, Any], names: Sequence[str]) -> Hand:
        if "grand_hand" not in raw:
            return read_ramsch(raw, names)
        refuse_unknown_keys(raw, {"grand_hand"})
        with within("grand_hand"):
            return _read_grand_hand(raw["grand_hand"], names)

    def write_hand(self, hand: Hand, names: Sequence[str]) -> dict[str, Any]:
        if not isinstance(hand, GrandHand):
            return written_ramsch(hand, names)
        written: dict[str, Any] = {"spieler": names[hand.spieler], "augen": hand.augen,
                                   "spitzen": hand.spitzen}
        if hand.schwarz:
            written["schwarz"] = hand.schwarz.value
        if hand.kontra:
            written["kontra"] = hand.kontra
        return {"grand_hand": written}

    # --- a hand -------------------------------------------------------------------------------

    def verify(self, hand: Hand, table: Table[SchieberamschRules]) -> tuple[Problem, ...]:
        """Why the hand is impossible (S3, Die Anschrift; S3, Grand Hand)."""
        if self.judge(hand, table) is not None:
            return ()
        if isinstance(hand, GrandHand):
            return tuple(_problems_of_grand_hand(hand, table))
        problems = problems_of_ramsch(hand, table.names, _most_kontra(table.rules))
        if isinstance(hand, Ramsch):
            if table.rules.skat_to == SkatTo.MOST_AUGEN:
                problems += _problems_beside_the_skat(hand, table.names)
            else:
                problems += problems_of_shares(hand, table.names)
        return tuple(problems)

    def score(self, hand: Hand, table: Table[SchieberamschRules]) -> HandScore:
        """Penalties of everyone: of who has most in a Ramsch, the good ones of a Durchmarsch
        (S3, Die Anschrift), and those of a Grand Hand, good or bad (S3, Grand Hand)."""
        score = self.judge(hand, table)
        if score is None:
            raise ValueError("only a hand without problems has a score")
        return score

    def judge(self, hand: Hand, table: Table[SchieberamschRules]) -> HandScore | None:
        rules: SchieberamschRules = table.rules
        kind = type(hand)
        if kind is GrandHand:
            return _grand_hand(hand) if rules.grand_hand else None
        doubled = doublings(hand, _most_kontra(rules))
        if doubled is None:
            return None
        if kind is Durchmarsch:
            return _writes((hand.spieler,), -(ALL // 10 << doubled))
        lost = _lost(hand, rules)
        if lost is None:
            return None
        return _writes(lost.seats, (lost.augen << doubled + (hand.jungfrau is not None)) // 10)

    def feats(self, hand: Hand, table: Table[SchieberamschRules]) -> tuple[Feat, ...]:
        if type(hand) is GrandHand:
            return (Feat(hand.spieler, GRAND_HAND, _is_won(hand)),)
        return feats_of_ramsch(hand)

    def explain(self, hand: Hand, table: Table[SchieberamschRules]) -> str:
        if isinstance(hand, GrandHand):
            return _grand_hand_arithmetic(hand, table.names)
        doubling = factors(hand, table.names, jungfrau_doubles=True)
        points = sum(set(self.score(hand, table).points))
        if isinstance(hand, Durchmarsch):
            return f"Durchmarsch {table.names[hand.spieler]}: " \
                   f"{ALL // 10}{doubling} → {_signed(points)}"
        lost = _lost(hand, table.rules)
        counted = hand.augen[lost.seats[0]]
        first = str(lost.augen)
        if table.rules.skat_to == SkatTo.MOST_AUGEN and counted != lost.augen:
            first = f"({counted} + {lost.augen - counted} Skat)"
        doubled = (doublings(hand, MOST) or 0) + (hand.jungfrau is not None)
        product = f" = {lost.augen << doubled}" if doubling or "+" in first else ""
        return f"{first}{doubling}{product} → {points}"

    def describe(self, hand: Hand, names: Sequence[str]) -> str:
        if not isinstance(hand, GrandHand):
            return described(hand, names)
        said = [f"Grand Hand {names[hand.spieler]} {hand.augen}", f"Spitzen {hand.spitzen}"]
        if hand.schwarz:
            said.append("schwarz" if hand.schwarz is Side.SPIELER else "Gegner schwarz")
        return " · ".join([*said, *KONTRAS[:hand.kontra][-1:]])

    # --- a match ------------------------------------------------------------------------------

    def ends_at(self, rules: SchieberamschRules, size: int) -> Tally:
        return super().ends_at(rules, size)._replace(hands=rules.hands or NEVER)

    def outcome(self, tally: Tally, rules: SchieberamschRules) -> Outcome | None:
        """S3, Die Anschrift: the number of hands is a matter of agreement."""
        return Outcome(Reason.ENDED) if rules.hands and tally.hands >= rules.hands else None

    def tell(self, outcome: Outcome, tally: Tally, rules: SchieberamschRules,
             names: Sequence[str]) -> Message:
        fewest = min(tally.totals)
        best = [name for name, total in zip(names, tally.totals) if total == fewest]
        return say_n("Over after {n} hand. Fewest points: {names}, {points}",
                     "Over after {n} hands. Fewest points: {names}, {points}",
                     tally.hands, names=", ".join(best), points=_signed(fewest, plus=False))

    def payout(self, outcome: Outcome, tally: Tally, stake: int) -> Points:
        return self.balance(tally, stake)

    def balance(self, tally: Tally, stake: int) -> Points:
        """Every pair settles the difference of its points (S3, Die Anschrift)."""
        everybody = sum(tally.totals)
        return in_cents([stake * (everybody - PLAYERS * total) for total in tally.totals], 100)

    def meters(self, tally: Tally, rules: SchieberamschRules) -> tuple[Meter, ...]:
        return ()

    def progress(self, tally: Tally, rules: SchieberamschRules) -> Message | None:
        return None if rules.hands is None else say(
            "{played} of {hands} hands", played=tally.hands, hands=rules.hands)


SCHIEBERAMSCH = Schieberamsch()


# --- arithmetic -------------------------------------------------------------------------------


def _most_kontra(rules: SchieberamschRules) -> int:
    return MOST if rules.ramsch_kontra else 0


@lru_cache(maxsize=1 << 14)
def _writes(seats: tuple[Seat, ...], points: int) -> HandScore:
    """Each of these seats writes `points`."""
    return HandScore.of(tuple([points if seat in seats else 0 for seat in range(PLAYERS)]))


def _lost(hand: Ramsch, rules: SchieberamschRules) -> Most | None:
    """Who lost a Ramsch with how many Augen, the skat included; None if they cannot be, or do not
    settle it."""
    if rules.skat_to != SkatTo.MOST_AUGEN:
        return most_in(hand)
    counted = _counted(hand)
    known = [figure or 0 for figure in counted]
    if not POSSIBLE.issuperset(known) or hand.jungfrau is not None and known[hand.jungfrau]:
        return None
    skat = ALL - sum(known)
    if not 0 <= skat <= MOST_IN_SKAT or skat in IMPOSSIBLE or skat and None in counted:
        return None
    return Most(max(known) + skat, holders(counted, max(known)))


def _counted(hand: Ramsch) -> Augen:
    """What was counted, a Jungfrau's nothing included."""
    return tuple([0 if figure is None and seat == hand.jungfrau else figure
                  for seat, figure in enumerate(hand.augen)])


@lru_cache(maxsize=1 << 14)
def _grand_hand(hand: GrandHand) -> HandScore | None:
    """S3, Grand Hand: the soloist writes its value, good if he has 61 Augen; None if it cannot
    have been played."""
    if _faults_of_grand_hand(hand):
        return None
    value = _grand_hand_value(hand)
    points = tuple([value if seat == hand.spieler else 0 for seat in range(PLAYERS)])
    return HandScore.of(points, same_dealer=True)


def _grand_hand_value(hand: GrandHand) -> int:
    worth = (GRUNDWERT * sum(_multipliers(hand).values()) << hand.kontra) // 10
    return -worth if _is_won(hand) else worth


def _is_won(hand: GrandHand) -> bool:
    return hand.augen > ALL // 2


def _multipliers(hand: GrandHand) -> dict[str, int]:
    """What the Grundwert is multiplied with the sum of: the game played from the hand, its
    Spitzen, and how low one side stayed."""
    return {"": 2, "Spitzen": hand.spitzen,
            "Schneider": int(min(hand.augen, ALL - hand.augen) <= 30),
            "Schwarz": int(hand.schwarz is not None)}


def _grand_hand_arithmetic(hand: GrandHand, names: Sequence[str]) -> str:
    summands = " + ".join([f"{count} {what}".strip()
                           for what, count in _multipliers(hand).items() if count])
    kontras = "".join([f" · 2 ({name})" for name in KONTRAS[:hand.kontra]])
    product = GRUNDWERT * sum(_multipliers(hand).values()) << hand.kontra
    return f"Grand Hand {names[hand.spieler]} {hand.augen}: ({summands}) · {GRUNDWERT}{kontras} " \
           f"= {product} → {_signed(_grand_hand_value(hand))}"


def _signed(points: int, *, plus: bool = True) -> str:
    if points < 0:
        return f"\N{MINUS SIGN}{-points}"
    return f"+{points}" if plus and points else str(points)


# --- what can be wrong ------------------------------------------------------------------------


def _read_grand_hand(raw: Any, names: Sequence[str]) -> GrandHand:
    if type(raw) is not dict:
        refuse(say("says who played alone, his Augen and his Spitzen"))
    refuse_unknown_keys(raw, GRAND_HAND_KEYS)
    for key in ("spieler", "augen", "spitzen"):
        if key not in raw:
            refuse(say("is missing"), key)
    schwarz = raw.get("schwarz")
    if schwarz is not None and schwarz not in tuple(Side):
        refuse(say('is not null, "spieler" or "gegner"'), "schwarz")
    return GrandHand(
        read_seat(raw["spieler"], names, "spieler"), read_number(raw["augen"], "augen"),
        read_number(raw["spitzen"], "spitzen"), schwarz and Side(schwarz),
        read_number(raw.get("kontra", 0), "kontra"))


def _problems_of_grand_hand(hand: GrandHand, table: Table[SchieberamschRules]) -> list[Problem]:
    if not table.rules.grand_hand:
        return [Problem(("grand_hand",), say("no Grand Hand is played at this table"))]
    return [Problem(("grand_hand", place), fault) for place, fault in _faults_of_grand_hand(hand)]


def _faults_of_grand_hand(hand: GrandHand) -> list[tuple[str, Message]]:
    faults = []
    if fault := fault_of_figure(hand.augen):
        faults.append(("augen", fault))
    elif hand.schwarz is Side.SPIELER and hand.augen:
        faults.append(("augen", say("the soloist is schwarz, so without a trick and without Augen, "
                                    "not {augen}", augen=hand.augen)))
    elif hand.schwarz is Side.GEGNER and hand.augen != ALL:
        faults.append(("augen", say("the opponents are schwarz, so the soloist has all {all} "
                                    "Augen, not {augen}", all=ALL, augen=hand.augen)))
    if hand.spitzen not in SPITZEN:
        faults.append(("spitzen", say("{count} Spitzen: with or without 1 to 4 jacks",
                                      count=shown(hand.spitzen))))
    if not 0 <= hand.kontra <= len(KONTRAS):
        faults.append(("kontra", say("{count}: 1 is Kontra, 2 is Rekontra, 0 is neither",
                                     count=shown(hand.kontra))))
    return faults


def _problems_beside_the_skat(hand: Ramsch, names: Sequence[str]) -> list[Problem]:
    """What is wrong with Augen in tricks, when the rest to 120 lies in the skat."""
    if problems := problems_of_figures(hand.augen, names):
        return problems
    counted = _counted(hand)
    named = sum(filter(None, counted))
    skat = ALL - named
    left = [name for name, figure in zip(names, counted) if figure is None]
    if skat < 0:
        fault = say("adds up to {sum}, not {all}: {over} too many", sum=named, all=ALL, over=-skat)
    elif skat and left:
        fault = say("adds up to {sum}; the skat goes to who has most, so the Augen of {names} are "
                    "needed", sum=named, names=", ".join(left))
    elif skat > MOST_IN_SKAT or skat in IMPOSSIBLE:
        fault = say("adds up to {sum}: {rest} for the skat cannot be, its two cards have at most "
                    "{most}", sum=named, rest=skat, most=MOST_IN_SKAT)
    else:
        return []
    return [Problem(("augen",), fault)]
