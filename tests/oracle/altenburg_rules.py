"""One hand of Doppelkopf by the Altenburg house rules, 4 of 4 to 7 players."""

from typing import Any

from tests.oracle.augen import Json

SIZES, WAGER = range(4, 8), "rate"
ONE_MATCH = True
SIDES = ("re", "kontra")
AUGEN_UNDER = {"U9": 90, "U6": 60, "U3": 30}
LEVELS = ("U9", "U6", "U3", "schwarz")
TABLE_OF_VALUES = {
    "normal": (10, 20), "farb-solo": (30, 40), "buben-solo": (40, 50), "ober-solo": (50, 60),
    "trumpf-solo": (60, 70), "stille-hochzeit": (60, 70), "fleischlos": (60, 70),
    "dullen-solo": (60, 70)}
FUCHS_IN = ("normal", "stille-hochzeit", "trumpf-solo")
KARLCHEN_IN = (*FUCHS_IN, "farb-solo", "buben-solo")
DULLE_IN = (*FUCHS_IN, "farb-solo", "dullen-solo")
STARS = {"dulle": 2}
"""Stars of an event where it is not one."""


# --- what was said ----------------------------------------------------------------------------


def kind(hand: Json) -> str:
    return hand.get("spiel", "normal")


def against_three(hand: Json) -> bool:
    return kind(hand) != "normal"


def is_solo(hand: Json) -> bool:
    """A Stille Hochzeit is announced like a normal game."""
    return kind(hand) not in ("normal", "stille-hochzeit")


def lost_alone(hand: Json, rules: Json) -> bool:
    """Whether a defeat, and 120, is that of a solo."""
    quiet = kind(hand) == "stille-hochzeit" and rules.get("stille_hochzeit", "solo") == "normal"
    return against_three(hand) and not quiet


def side_of(hand: Json, name: str) -> str:
    return "re" if name in hand["re"] else "kontra"


def dulle(hand: Json) -> tuple[str | None, str | None]:
    """Who lost a Dulle, and who caught it if that is written."""
    written = hand.get("dulle")
    if isinstance(written, dict):
        return written["verlierer"], written.get("faenger")
    return written, None


def other(side: str) -> str:
    return "kontra" if side == "re" else "re"


def ansage(hand: Json, side: str) -> str | None:
    return hand.get("ansagen", {}).get(side)


def level(hand: Json, side: str) -> str | None:
    """The level a side announced, None if none or just Re or Kontra."""
    said = ansage(hand, side)
    return None if said == "ja" else said


def rungs(hand: Json, rules: Json) -> list[str]:
    """The levels that there are in this kind of game."""
    if is_solo(hand) and rules.get("solo_levels", "two") == "two":
        return ["U6", "schwarz"]
    return list(LEVELS)


def augen(hand: Json, side: str) -> int:
    """Augen of a side; where only a span is known, some within it."""
    if hand.get("ergebnis") is None:
        return hand["augen"] if side == "re" else 240 - hand["augen"]
    behind = hand["ergebnis"]["seite"]
    if behind is None:
        return 120
    few = {120: 90, 90: 60, 60: 30, 30: 0, 0: 0}[hand["ergebnis"].get("unter", 120)]
    return few if side == behind else 240 - few


def without_a_trick(hand: Json) -> str | None:
    """The side that took no trick."""
    span = hand.get("ergebnis")
    if span is not None:
        return span["seite"] if span.get("unter") == 0 else None
    return hand.get("schwarz")


def kept_under(hand: Json, side: str, how_far: str) -> bool:
    """Whether a side kept the other one under this level."""
    if without_a_trick(hand) == other(side):
        return True
    return how_far != "schwarz" and augen(hand, other(side)) < AUGEN_UNDER[how_far]


# --- who wins ---------------------------------------------------------------------------------


def both_failed(hand: Json) -> bool:
    return all(level(hand, side) is not None and not kept_under(hand, side, level(hand, side))
               for side in SIDES)


def more_augen(hand: Json) -> str | None:
    re = augen(hand, "re")
    return None if re == 120 else "re" if re > 120 else "kontra"


def winner(hand: Json, rules: Json) -> str | None:
    """The side that wins, None where nobody does."""
    if hand.get("falschspiel") is not None:
        return "kontra" if hand["falschspiel"] in hand["re"] else "re"
    if both_failed(hand):
        return {"ask": lambda: hand["entscheid"]["sieger"], "void": lambda: None,
                "majority": lambda: more_augen(hand)}[rules.get("both_failed", "ask")]()
    announced = [side for side in SIDES if level(hand, side) is not None]
    kept = [side for side in announced if kept_under(hand, side, level(hand, side))]
    if kept:
        return kept[0]
    if announced:
        return other(announced[0])
    if more_augen(hand) is None and (lost_alone(hand, rules)
                                     or rules.get("split", "nobody") == "kontra-wins"):
        return "kontra"
    return more_augen(hand)


# --- what it is worth -------------------------------------------------------------------------


def base(hand: Json, rules: Json, won: bool) -> int:
    cell = f"{kind(hand).replace('-', '_')}_{'won' if won else 'lost'}"
    return rules.get(cell, TABLE_OF_VALUES[kind(hand)][0 if won else 1])


def value(hand: Json, rules: Json) -> int:
    """What the winner gets before the extras."""
    wins = winner(hand, rules)
    if wins is None:
        return 0
    revoked = hand.get("falschspiel") is not None
    if not revoked and both_failed(hand) and rules.get("both_failed", "ask") == "ask":
        return hand["entscheid"]["wert"]
    worth = base(hand, rules, wins == "re")
    for side in SIDES:
        said = level(hand, side)
        if said is not None:
            worth += 10 * len([rung for rung in rungs(hand, rules)
                               if LEVELS.index(rung) <= LEVELS.index(said)])
    if revoked:
        worth += 10
    else:
        worth += 10 * len([rung for rung in rungs(hand, rules) if kept_under(hand, wins, rung)])
    for side in SIDES:
        if ansage(hand, side) is not None and not is_solo(hand):
            worth *= 2
    return worth


def extras(hand: Json, rules: Json) -> int:
    """What Re gets besides, or pays if it is below zero."""
    gets = {"re": 0, "kontra": 0}
    for catcher in hand.get("fuchs", []):
        gets[catcher] += 10
    if hand.get("karlchen") is not None:
        gets[hand["karlchen"]] += 10
    lost_by, caught_by = dulle(hand)
    if lost_by is not None and not hand.get("grosse_scharfe", False):
        own = side_of(hand, lost_by)
        if caught_by is None or side_of(hand, caught_by) != own:
            gets[own] -= 100
    return gets["re"] - gets["kontra"]


def points_of(hand: Json, playing: list[str], rules: Json, factor: int = 1) -> dict[str, int]:
    """What each of the four writes for a hand that the Böcke count so many times."""
    wins, worth, more = winner(hand, rules), value(hand, rules), extras(hand, rules)
    worth *= factor
    if rules.get("bock_covers", "all") == "all":
        more *= factor
    for_re = more + {"re": worth, "kontra": -worth, None: 0}[wins]
    return {name: for_re * (3 if against_three(hand) else 1) if name in hand["re"] else -for_re
            for name in playing}


def rounds_of_boecke(hand: Json, rules: Json) -> int:
    """How many Bockrunden a hand begins."""
    wins = winner(hand, rules)
    if hand.get("falschspiel") is not None:
        reasons = ["falschspiel"]
    else:
        reasons = []
        if both_failed(hand) or any(ansage(hand, side) is not None and wins != side
                                    for side in SIDES):
            reasons.append("ansage")
        if lost_alone(hand, rules) and wins != "re":
            reasons.append("solo")
        if more_augen(hand) is None:
            reasons.append("split")
    if rules.get("bock_effect", "double") == "none":
        return 0
    return len(reasons) if rules.get("bock_per_hand", "one") == "each" else min(1, len(reasons))


def stars_of(hand: Json, playing: list[str], dealer: str) -> list[Json]:
    """Stars of a hand, one entry a player and event, in the order of both."""
    events: list[tuple[str, str]] = []
    for stern in hand.get("sterne", []):
        if stern["event"] == "fuenf-karten":
            events += [(name, "fuenf-karten") for name in playing if name != stern["player"]]
        else:
            events.append((stern["player"], stern["event"]))
    for name in {each for each, event in events if event == "alle-farben"}:
        if (name, "rot-rum") not in events:  # alle Farben holds the star for Rot
            events.append((name, "rot-rum"))
    if hand.get("dulle") is not None and not hand.get("grosse_scharfe", False):
        events.append((dulle(hand)[0], "dulle"))
    if hand.get("falschspiel") is not None:
        events.append((hand["falschspiel"], "falschspiel"))
    for _ in range(hand.get("vergeben", 0) // 3):
        events.append((dealer, "vergeben"))
    return [{"player": player, "stars": events.count((player, event)) * STARS.get(event, 1),
             "event": event} for player, event in sorted(set(events))]


# --- what cannot be ---------------------------------------------------------------------------


def is_playable(hand: Json, playing: list[str], rules: Json) -> bool:
    """Whether these four can have played it, and nothing is left open."""
    revoked = hand.get("falschspiel") is not None
    named = [*hand["re"], *dulle(hand), hand.get("falschspiel"),
             *hand.get("angesagt_von", {}).values(),
             *hand.get("scharfe_von", {}).values(),
             *[stern["player"] for stern in hand.get("sterne", [])]]
    if not {name for name in named if name is not None} <= set(playing):
        return False
    if sorted(set(hand["re"])) != sorted(hand["re"]) \
            or len(hand["re"]) != (1 if against_three(hand) else 2):
        return False
    if (kind(hand) == "farb-solo") != (hand.get("farbe") is not None):
        return False
    if not result_can_be(hand, revoked) or not ansagen_can_be(hand, rules):
        return False
    if len(hand.get("fuchs", [])) > 2:
        return False
    if not all(0 <= hand.get(key, 0) <= 99 for key in ("vergeben", "eingemischt")):
        return False
    if not extras_can_be(hand) or not stars_can_be(hand, rules) or not notes_can_be(hand):
        return False
    asked = not revoked and both_failed(hand) and rules.get("both_failed", "ask") == "ask"
    return asked == (hand.get("entscheid") is not None) \
        and (not asked or 0 <= hand["entscheid"].get("wert", 0) <= 10_000)


def result_can_be(hand: Json, revoked: bool) -> bool:
    if hand.get("ergebnis") is not None:
        return True
    if "augen" not in hand:
        return revoked
    if not 0 <= hand["augen"] <= 240 or hand["augen"] in (1, 239):
        return False
    return hand.get("schwarz") is None or augen(hand, hand["schwarz"]) == 0


def ansagen_can_be(hand: Json, rules: Json) -> bool:
    said: list[Any] = [ansage(hand, side) for side in SIDES if ansage(hand, side) is not None]
    return not is_solo(hand) or all(each in rungs(hand, rules) for each in said)


def least_augen(hand: Json, side: str) -> int:
    """The fewest Augen that the other side can have had, so that this one has the most."""
    span = hand.get("ergebnis")
    if span is not None:
        if span["seite"] is None:
            return 120
        if span["seite"] == side:
            return 240 - max(0, (span.get("unter") if span.get("unter") is not None else 120) - 1)
        return 0
    if "augen" not in hand:
        return 0
    return 240 - augen(hand, side)


def extras_can_be(hand: Json) -> bool:
    """Whether its trumps, its tricks and its Augen allow what was caught."""
    caught = hand.get("fuchs", [])
    lost_by, caught_by = dulle(hand)
    if caught and kind(hand) not in FUCHS_IN:
        return False
    if hand.get("karlchen") is not None and kind(hand) not in KARLCHEN_IN:
        return False
    if lost_by is not None:
        if kind(hand) not in DULLE_IN or lost_by == caught_by:
            return False
        catcher = other(side_of(hand, lost_by)) if caught_by is None else side_of(hand, caught_by)
        if without_a_trick(hand) == catcher or 20 + least_augen(hand, catcher) > 240:
            return False
    for side in SIDES:
        cards = [11] * caught.count(side) + [2] * (hand.get("karlchen") == side)
        if cards and (without_a_trick(hand) == side
                      or sum(cards) + least_augen(hand, side) > 240):
            return False
    return True


def stars_can_be(hand: Json, rules: Json) -> bool:
    """Whether all that gives stars can have happened in one hand."""
    happened = [(stern["event"], stern["player"]) for stern in hand.get("sterne", [])]
    names = [event for event, _ in happened]
    if lost_alone(hand, rules) and any(name.startswith("fuenf") for name in names):
        return False
    rot = {player for event, player in happened if event in ("rot-rum", "alle-farben")}
    if rot and (len(rot) > 1 or hand.get("farbe") == "herz"):
        return False
    if max(names.count("rot-rum"), names.count("alle-farben")) > 1 or names.count("stich-41") > 5:
        return False
    for side in SIDES:
        dear = [event for event, player in happened
                if event == "stich-41" and side_of(hand, player) == side]
        if dear and 42 * len(dear) + least_augen(hand, side) > 240:
            return False
    laid = [each for each in happened if each[0].startswith("fuenf")]
    if len(set(laid)) < len(laid) or len(laid) > 1 and "fuenf-karten" in names:
        return False
    return not any(event != "fuenf-karten-verloren"
                   and side_of(hand, player) == without_a_trick(hand)
                   for event, player in happened)


def notes_can_be(hand: Json) -> bool:
    """Whether what is noted besides belongs to such a hand."""
    if hand.get("plan") is not None and kind(hand) != "normal":
        return False
    solo = kind(hand) not in ("normal", "stille-hochzeit")
    if hand.get("offen") and not (solo and ansage(hand, "re") == "schwarz"):
        return False
    for which, whose in hand.get("scharfe_von", {}).items():
        if whose is not None and not hand.get(f"{which}_scharfe", False):
            return False
    return all(name is None or side_of(hand, name) == side and ansage(hand, side) is not None
               for side, name in hand.get("angesagt_von", {}).items())
