"""Writing of a hand in the club's notation; `shorthand` explains its parts."""

from collections.abc import Iterator

from scorepad.games.altenburg.hand import (
    AltenburgRules,
    Ansage,
    Augen,
    BothFailed,
    Farbe,
    Hand,
    Side,
    Span,
    Spiel,
    standing,
)
from scorepad.games.altenburg.value import Worth, both_failed, levels, worth

CODES = {
    (Spiel.NORMAL, None): "A",
    (Spiel.FARB_SOLO, Farbe.HERZ): "HS", (Spiel.FARB_SOLO, Farbe.GRUEN): "GS",
    (Spiel.FARB_SOLO, Farbe.EICHEL): "ES", (Spiel.BUBEN_SOLO, None): "BS",
    (Spiel.OBER_SOLO, None): "OS", (Spiel.TRUMPF_SOLO, None): "TS",
    (Spiel.STILLE_HOCHZEIT, None): "SH", (Spiel.FLEISCHLOS, None): "FL",
    (Spiel.DULLEN_SOLO, None): "DS"}
"""The letters for what was played: two, like the club's BS for a Buben-Solo, or A for Alte."""

LEVELS = ("", "U9", "U6", "U3", "SW")
"""The levels by depth: 1 is U9, 4 is schwarz."""

LETTERS = {Side.RE: "R", Side.KONTRA: "K"}


def write(hand: Hand, rules: AltenburgRules) -> str:
    """Return the notation of a verified hand; `read` gets from it all that the notation can say."""
    came = worth(hand, rules)
    announced, played = _announced(hand), played_level(hand, came.winner, rules)
    parts = [outcome(hand, came), announced,
             LEVELS[played] + ("" if announced or not played else "s")]
    if not hand.spiel.is_solo:
        parts += [LETTERS[side] for side in Side if hand.ansage(side) is not None]
    if hand.falschspiel is not None:
        parts.append("FS")
    parts += _extras(hand, came.winner or Side.RE)
    if came.decided is not None:
        parts.append(f"E{came.decided}")
    parts.append(_counted(hand, came, rules))
    return "/".join(filter(None, parts))


def outcome(hand: Hand, came: Worth) -> str:
    """Return what was played and whether Re won it: `AG`, `BSv`, or `A` if nobody won."""
    code = CODES[hand.spiel, hand.farbe]
    if came.winner is None:
        return code
    letter = "G" if came.winner is Side.RE else "V"
    return code + (letter.lower() if hand.spiel.is_alone else letter)


def played_level(hand: Hand, winner: Side | None, rules: AltenburgRules) -> int:
    """Return the depth of the deepest level that the winner played, 0 for none."""
    if hand.falschspiel is not None or winner is None:
        return 0
    behind, depth = standing(hand.result)
    return 0 if behind is winner else max(
        (level for level in levels(hand.spiel, rules) if level <= depth), default=0)


def _announced(hand: Hand) -> str:
    """Return the levels announced, with R or K where it would not be clear whose they are."""
    said = {side: ansage for side in Side if (ansage := hand.ansage(side)) is not None}
    plain = set(said) == {Side.RE} if hand.spiel.is_solo else len(said) == 1
    return "".join(("" if plain else LETTERS[side]) + LEVELS[ansage.depth]
                   for side, ansage in said.items() if ansage is not Ansage.JA)


def _extras(hand: Hand, view: Side) -> Iterator[str]:
    for side in hand.fuchs:
        yield ("+" if side is view else "-") + "F"
    if hand.karlchen is not None:
        yield ("+" if hand.karlchen is view else "-") + "K"
    if pays := hand.dulle_pays:
        yield ("-" if pays is view else "+") + "D"


def _counted(hand: Hand, came: Worth, rules: AltenburgRules) -> str:
    """Return the Augen if somebody counted them or 120 to 120 could not be seen otherwise."""
    if isinstance(hand.result, Augen):
        return f"={hand.result.re}"
    if hand.falschspiel is not None or hand.result != Span(None):
        return ""
    void = both_failed(hand) and rules.both_failed != BothFailed.MAJORITY
    return "" if came.winner is None and not void else "=120"
