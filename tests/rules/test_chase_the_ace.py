"""Every rule of Chase-the-Ace: rules.md, and S1, Grupp 1970, by its lines."""

import pytest

from tests.rules.ramsch_rows import Row, check, told

FOUR, FIVE = ("A", "B", "C", "D"), ("A", "B", "C", "D", "E")
THIRTY_ONE = tuple(f"P{number}" for number in range(1, 32))
HALF = {"einsatz": "0.50"}


def pay(*names):
    """A round that says who paid."""
    return {"zahlt": list(names)}


def cards(*ranks):
    """A round that says everybody's card."""
    return {"karten": dict(zip(FIVE, ranks))}


ROWS = [
    (FOUR, Row("S1 022–023: the lowest card pays one part", [pay("B")],
               {"hands.0.points": (0, -50, 0, 0), "pot": 50, "payout": (0, 0, 0, 0)}, HALF)),
    (FOUR, Row("S1 027–028: as low, both pay", [pay("B", "D")],
               {"hands.0.points": (0, -50, 0, -50), "pot": 100}, HALF)),
    (FOUR, Row("S1 025: the ace is lowest", [cards("K", "A", "7", "8")],
               {"hands.0.points": (0, -1, 0, 0)})),
    (FOUR, Row("S1 025–027: then 7, 8, 9, 10", [cards("8", "7", "10", "9")],
               {"hands.0.points": (0, -1, 0, 0)})),
    (FOUR, Row("S1 026–027: jack, queen, king", [cards("Q", "K", "J", "K")],
               {"hands.0.points": (0, 0, -1, 0)})),
    (FOUR, Row("S1 025–027: 10 is below the jack", [cards("J", "Q", "10", "K")],
               {"hands.0.points": (0, 0, -1, 0)})),
    (FOUR, Row("S1 027–028: all of the same rank pay", [cards("9", "9", "9", "9")],
               {"hands.0.points": (-1, -1, -1, -1)})),
    (FOUR, Row("S1 029–030: who has paid three parts is out", [*[pay("B")] * 3],
               {"next.active": ["A", "C", "D"]})),
    (FOUR, Row("S1 029–030: and pays no more", [*[pay("B")] * 3, pay("B")],
               [("hands[3].zahlt[0]", "B is out: every part of the stake is paid")])),
    (FOUR, Row("S1 030–031: the last one takes the bank, nine parts",
               [*[pay("A", "B", "C")] * 3],
               {"matches.0.winner": "D", "payout": (-150, -150, -150, 450), "next": None},
               HALF)),
    (FOUR, Row("rules.md: RULING all at once share the bank",
               [*[pay("A", "B", "C", "D")] * 3],
               {"matches.0.winner": None, "payout": (0, 0, 0, 0), "next": None}, HALF)),
    (FIVE, Row("rules.md: 75 cents among four, odd cents in seat order",
               [*[pay("E")] * 3, *[pay("A", "B", "C", "D")] * 3],
               {"payout": (4, 4, 4, 3, -15)}, {"einsatz": "0.05"})),
    (FOUR, Row("rules.md: option all_out again: nobody pays",
               [*[pay("A", "B", "C", "D")] * 3],
               {"hands.2.points": (0, 0, 0, 0), "matches": [], "pot": 400},
               {**HALF, "rules": {"all_out": "again"}})),
    (FOUR, Row("rules.md: the deal goes round among those still in",
               [*[pay("C")] * 3, pay("A"), pay("A")],
               {"hands.0.dealer": "A", "hands.1.dealer": "B", "hands.2.dealer": "C",
                "hands.3.dealer": "D", "hands.4.dealer": "A", "next.dealer": "B"})),
    (FOUR, Row("S1 022–023: somebody pays", [pay()],
               [("hands[0].zahlt", "somebody has the lowest card and pays")])),
    (FIVE, Row("S1 007: four cards of a rank", [pay("A", "B", "C", "D", "E")],
               [("hands[0].zahlt", "5 pay: there are only 4 cards of a rank")])),
    (FIVE, Row("S1 007: five kings", [cards("K", "K", "K", "K", "K")],
               [("hands[0].karten.E", "K 5 times: there are only 4 cards of a rank")])),
    (FOUR, Row("S1 021–022: everybody lays a card open", [cards("K", "A", "7")],
               [("hands[0].karten", "the cards of D are missing")])),
    (FOUR[:3], Row("S1 005–006: at least four", [],
                   [("players", "Chase-the-Ace needs 4 to 31 players, not 3")])),
    (THIRTY_ONE, Row("S1 006: best in a very large round; 31 have a card and one is left over",
                     [pay("P1", "P2", "P31")], {"hands.0.points":
                                                (-50, -50, *[0] * 28, -50), "pot": 150}, HALF)),
    (THIRTY_ONE, Row("sum: one card is left over, so three of the aces are out", [pay("P1", "P2")],
                     [("hands[0].zahlt", "2 pay: of 31 players at least 3 have an ace")])),
    (THIRTY_ONE[:30], Row("sum: two are left over", [pay("P1")],
                          [("hands[0].zahlt", "1 pay: of 30 players at least 2 have an ace")])),
    (THIRTY_ONE[:29], Row("sum: three are left over", [pay("P1")], {"pot": 1})),
    ((*THIRTY_ONE, "P32"), Row("S1 021–022: no card is left to exchange for the dealer of 32", [],
                               [("players", "Chase-the-Ace needs 4 to 31 players, not 32")])),
]


@pytest.mark.parametrize("names, row", ROWS, ids=told([row for _, row in ROWS]))
def test_rules(names, row):
    check("chase-the-ace", names, row)
