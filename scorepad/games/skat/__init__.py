"""Skat by the International Skat Order (ISkO), and as tables play it otherwise."""

from collections.abc import Mapping
from typing import Any

from scorepad.games.bock import StartsBock
from scorepad.games.game import HandScore
from scorepad.games.listed import ONCE, Listed
from scorepad.games.passed_ramsch import (
    AllPassed,
    Durchmarsch,
    Eingepasst,
    Ramsch,
    idle,
    refused_in_turn,
)
from scorepad.games.problems import Problems
from scorepad.games.protocols import Deed, Example, Multipliers
from scorepad.games.shape import shape_of
from scorepad.games.skat.hand import (
    BASES,
    GRAND,
    KONTRAS,
    Gespielt,
    Null,
    Nullspiel,
    SkatRules,
    Spiel,
    Stufe,
    problems_of,
    stufe_of,
    worth,
)
from scorepad.games.table import Seat, Table

Hand = Gespielt | AllPassed
NULL = Null.NULL.value
DEEDS = {spiel: Deed(spiel, spiel.capitalize(), solo=True) for spiel in (*BASES, Null.NULL.value)}


def _game(spiel: str, spieler: str, spitzen: int, stufe: str, **more: Any) -> dict[str, Any]:
    return {"spiel": spiel, "spieler": spieler, "spitzen": spitzen, "stufe": stufe, **more}


EXAMPLE = Example(("Anne", "Bert", "Cem", "Dora", "Emil"), (
    _game("grand", "Bert", 1, "verloren-60", hand=True),  # two reasons for Böcke
    _game("grand", "Anne", 4, "verloren-schwarz"),
    _game("pik", "Dora", 1, "verloren-60"),  # Böcke while Böcke run
    {"spiel": "null", "spieler": "Anne", "gewonnen": True, "reizwert": 59},
    _game("karo", "Bert", 2, "gewonnen"),  # Anne's Bierlachs: 336 + 138 + 27 = 501
    _game("herz", "Cem", 1, "verloren", hand=True),
    _game("kreuz", "Dora", 5, "schneider"), _game("herz", "Emil", 1, "gewonnen", kontra=2),
    {"augen": {"Anne": 70}}, {"eingepasst": True}, _game("pik", "Cem", 1, "gewonnen"),
    *[_game("karo", name, 1, "gewonnen") for name in ("Anne", "Bert", "Anne")]))


class Skat(StartsBock, Listed[Hand, SkatRules]):
    """Skat, 3 to 5 players, 3 of them active, 120 Augen."""

    id, title, players, rules = "skat", "Skat", range(3, 6), SkatRules
    hands = (Spiel, Nullspiel, Durchmarsch, Eingepasst, Ramsch)
    follows, left_keys = "Ramsch", {"ramsch_left": "Ramsch"}
    example = EXAMPLE

    def read_hand(self, raw: Mapping[str, Any], names: tuple[str, ...]) -> Hand:
        is_game = raw.get("spiel", NULL) != NULL  # what has Augen, too, is a Ramsch
        hand: Hand = shape_of(Spiel).read(raw, names) if is_game else super().read_hand(raw, names)
        return hand

    def judge(self, hand: Hand, table: Table[SkatRules]) -> HandScore | Problems:
        """Return what everybody writes for a hand, or what is wrong with it."""
        if not isinstance(hand, Gespielt):
            return self.all_passed(hand, table)
        problems = (*idle(table, hand.spieler, "spieler"), *problems_of(hand, table.rules))
        return problems or self.played(
            table, hand.spieler, worth(hand, table.rules), KONTRAS[:hand.kontra],
            once=hand.hand and table.rules.hand_verlust == ONCE)

    def refused(self, hand: Hand, table: Table[SkatRules], multipliers: Multipliers) -> Problems:
        grand_hand = isinstance(hand, Spiel) and hand.spiel == GRAND and hand.hand
        return refused_in_turn(hand, table.rules, self.is_following(multipliers), grand_hand)

    def has_following(self, rules: SkatRules) -> bool:
        return rules.ramschrunden

    def reasons(self, hand: Hand, table: Table[SkatRules], score: HandScore) -> int:
        if not isinstance(hand, Gespielt):
            return 0
        there = {"60:60": isinstance(hand, Spiel) and stufe_of(hand) is Stufe.VERLOREN_60,
                 "grand-hand": hand.spiel == GRAND and hand.hand,
                 "kontra-verloren": hand.kontra and score.why.won,
                 "kontra-re": hand.kontra == len(KONTRAS)}
        return sum([bool(there[reason]) for reason in table.rules.bock])

    def deed(self, hand: Gespielt) -> Deed:
        return DEEDS[hand.spiel]

    def active(self, seats: tuple[Seat, ...], dealer: Seat, rules: SkatRules) -> tuple[Seat, ...]:
        """Return who plays: of four the dealer sits out, of five another player besides."""
        here, steps = seats.index(dealer), 3 if rules.fuenf == "dritter" else 2
        out = [here, (here + steps) % len(seats)][:len(seats) - 3]
        return tuple([seat for at, seat in enumerate(seats) if at not in out])


SKAT = Skat()
