"""Many hands of Kalter Schlag, all alike: 66 Augen, 70 points for whoever has the least."""

from collections.abc import Mapping

from tests.browser.hand import Hand

NAMES = ("Anne", "Bert", "Cem", "Dora")
POINTS = 70
WINS = 5 * POINTS
"""The points of the first who has five Anschriften: nobody else has as many, so he wins (S0)."""

ENDED = "Die Partie ist zu Ende"

START = dict.fromkeys(NAMES, 0)


def seat_of_least(totals: Mapping[str, int]) -> int:
    """Who writes the next hand."""
    return min(range(len(NAMES)), key=lambda seat: totals[NAMES[seat]])


def said_of(totals: Mapping[str, int], name: str) -> str:
    """What the screen says once the hand of this player is saved; a Partie that has ended with it
    stands there until somebody goes on."""
    return f"{name}, {totals[name] + POINTS} Punkte"


def with_hand(totals: Mapping[str, int], name: str) -> dict[str, int]:
    """The totals after one more hand; when somebody has won, all begin at 0 again."""
    after = {**totals, name: totals[name] + POINTS}
    return START if after[name] == WINS else after


def go_on(hand: Hand, totals: Mapping[str, int] | None = None) -> bool:
    """Begin the next Partie if the last one has ended, for which nothing is typed yet. totals: as
    they are then; without them it is the screen that says so, some time after its totals."""
    hand.settle()
    words = hand.words()
    ended = ENDED in words if totals is None else totals == START and not all(
        f"{name}, 0 Punkte" in words for name in NAMES)
    if ended:
        hand.tap(identifier="next-match")
    return ended
