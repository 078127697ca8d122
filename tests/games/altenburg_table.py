"""A table of Doppelkopf in a few words: A, B, C and D play, A and B are Re."""

from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG as GAME
from scorepad.games.altenburg.hand import AltenburgRules
from scorepad.games.game import Table

NAMES = ("A", "B", "C", "D")
FOUR = (0, 1, 2, 3)
SOLI = {"FS": "farb-solo", "BS": "buben-solo", "OS": "ober-solo", "TS": "trumpf-solo",
        "SH": "stille-hochzeit", "FL": "fleischlos", "DS": "dullen-solo"}


def table(dealer=0, **rules):
    return Table(NAMES, FOUR, dealer, FOUR, AltenburgRules(**rules))


def raw(result, spiel="normal", R=None, K=None, **more):
    """A hand as a document says it; `result` are Re's Augen, or a pair for a span."""
    written = {"spiel": SOLI.get(spiel, spiel), "re": ["A", "B"] if spiel == "normal" else ["A"]}
    if spiel == "FS":
        written["farbe"] = "gruen"
    if isinstance(result, tuple):
        seite, unter = result
        written["ergebnis"] = {"seite": seite} if seite is None else \
            {"seite": seite, "unter": unter}
    elif result is not None:
        written["augen"] = result
    if R or K:
        written["ansagen"] = {"re": R, "kontra": K}
    return {**written, **more}


def hand(result, spiel="normal", R=None, K=None, **more):
    return GAME.read_hand(raw(result, spiel, R, K, **more), NAMES)


def for_re(points, alone=False):
    """What everybody writes when Re gets so many points."""
    return (3 * points, -points, -points, -points) if alone else \
        (points, points, -points, -points)
