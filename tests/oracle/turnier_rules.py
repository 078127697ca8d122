"""One hand of Doppelkopf by the tournament rules: who wins, what it is worth, what cannot be."""

from tests.oracle.augen import Json

SIDES = ["re", "kontra"]
LEVELS = ["U9", "U6", "U3", "schwarz"]
STAYS_UNDER = {"U9": 90, "U6": 60, "U3": 30}
REACHED_AGAINST = {"U9": 120, "U6": 90, "U3": 60, "schwarz": 30}
ALWAYS_ALONE = ("damen-solo", "buben-solo", "koenig-solo", "farb-solo", "fleischlos",
                "stille-hochzeit")
EXTRAS = {"fuchs": True, "doppelkopf": True, "karlchen": True, "karlchen_gefangen": False,
          "fuchs_am_end": False, "dulle_gefangen": False}
"""Whether they count where nothing is agreed on."""


def kind(hand: Json) -> str:
    return hand.get("spiel", "normal")


def alone(hand: Json) -> bool:
    return kind(hand) in ALWAYS_ALONE or kind(hand) == "hochzeit" and len(hand["re"]) == 1


def other(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


def call(hand: Json, side: str) -> str | None:
    return hand.get("ansagen", {}).get(side)


def absagen(hand: Json, side: str) -> list[str]:
    """All levels that a side has called, those that the highest holds included."""
    said = call(hand, side)
    return [] if said in (None, "ja") else LEVELS[:LEVELS.index(said) + 1]


def augen(hand: Json, side: str) -> int:
    """Augen of a side; where only a span is known, some within it."""
    if hand.get("ergebnis") is None:
        return hand["augen"] if side == "re" else 240 - hand["augen"]
    behind, limit = hand["ergebnis"]["seite"], hand["ergebnis"].get("unter", 120)
    few = 120 if behind is None else {120: 100, 90: 70, 60: 40, 30: 10, 0: 0}[limit]
    return few if side == behind else 240 - few


def trickless(hand: Json, side: str) -> bool:
    span = hand.get("ergebnis")
    if span is not None:
        return span["seite"] == side and span.get("unter") == 0
    return hand.get("schwarz") == side


def was_kept_to(hand: Json, side: str, level: str) -> bool:
    """Whether a side stayed as low as the level says."""
    return trickless(hand, side) or level != "schwarz" and augen(hand, side) < STAYS_UNDER[level]


def winner(hand: Json) -> str | None:
    calling = [side for side in SIDES if absagen(hand, side)]
    kept = [side for side in calling if was_kept_to(hand, other(side), call(hand, side))]
    if len(calling) == 2:
        return kept[0] if kept else None
    if len(calling) == 1:
        return calling[0] if kept else other(calling[0])
    needs = 120 if call(hand, "kontra") == "ja" and call(hand, "re") is None else 121
    return "re" if augen(hand, "re") >= needs else "kontra"


def low_and_against(hand: Json, side: str) -> int:
    """What a side gets for how low the other one stayed, and for its Augen against Absagen."""
    low = len([level for level in LEVELS if was_kept_to(hand, other(side), level)])
    return low + len([level for level in absagen(hand, other(side))
                      if augen(hand, side) >= REACHED_AGAINST[level]])


def value(hand: Json, rules: Json) -> int:
    """Re's points without the Sonderpunkte, below zero if Kontra gets them."""
    wins = winner(hand)
    if wins is None:
        return low_and_against(hand, "re") - low_and_against(hand, "kontra")
    calls = len([side for side in SIDES if call(hand, side) is not None])
    worth = 1 + low_and_against(hand, wins) + sum(len(absagen(hand, side)) for side in SIDES)
    worth = worth * 2 ** calls if rules.get("ansage") == "doppelt" else worth + 2 * calls
    return worth if wins == "re" else -worth


def has(hand: Json, key: str, side: str) -> int:
    held = hand.get(key)
    return held.count(side) if isinstance(held, list) else int(held == side)


def knows_extras(hand: Json, rules: Json) -> bool:
    if kind(hand) == "stille-hochzeit":
        return rules.get("stille_hochzeit") == "sonderpunkte"
    return not alone(hand)


def extra(hand: Json, rules: Json) -> int:
    """Re's Sonderpunkte less Kontra's."""
    if not knows_extras(hand, rules):
        return 0
    sum_ = sum(has(hand, key, "re") - has(hand, key, "kontra") for key in EXTRAS)
    against_the_old = rules.get("gegen_die_alten", True) and kind(hand) != "armut"
    return sum_ - 1 if winner(hand) == "kontra" and against_the_old else sum_


def points_of(hand: Json, playing: list[str], rules: Json, factor: int = 1) -> dict[str, int]:
    """What each of the four writes for a hand that counts so many times."""
    single = rules.get("bock_covers") == "value"
    for_re = value(hand, rules) * factor + extra(hand, rules) * (1 if single else factor)
    soloist = rules.get("solo_faktor", 3) if alone(hand) else 1
    return {name: for_re * soloist if name in hand["re"] else -for_re for name in playing}


def reasons(hand: Json, rules: Json) -> list[str]:
    """What starts a Bockrunde here."""
    wins = winner(hand)
    came = {"herzstich": hand.get("herzstich", False),
            "120": augen(hand, "re") == 120,
            "nullspiel": value(hand, rules) + extra(hand, rules) == 0,
            "re-verloren": wins == "kontra" and call(hand, "re") is not None,
            "kontra-verloren": wins == "re" and call(hand, "kontra") is not None,
            "solo-verloren": wins == "kontra" and alone(hand)}
    return [*hand.get("gruende", []),
            *[reason for reason in rules.get("bock", []) if came[reason]]]


# --- what cannot be ---------------------------------------------------------------------------


def is_playable(hand: Json, playing: list[str], rules: Json, owes: int | None = None) -> bool:
    """Whether these four can have played it; owes: how many Pflichtsoli the soloist owes."""
    re = hand["re"]
    allowed = {"hochzeit": (1, 2)}.get(kind(hand), (1,) if alone(hand) else (2,))
    if len(re) not in allowed or len(set(re)) != len(re) or not set(re) <= set(playing):
        return False
    if (kind(hand) == "farb-solo") != (hand.get("farbe") is not None):
        return False
    if hand.get("herzstich") and "herzstich" not in rules.get("bock", []):
        return False
    gruende = hand.get("gruende", [])
    if len(set(gruende)) < len(gruende) or not set(gruende) <= set(
            rules.get("bock_namen", "").split(", ")):
        return False
    if not pflicht_can_be(hand, rules.get("pflichtsolo", 0) if owes is None else owes):
        return False
    return result_can_be(hand) and extras_can_be(hand, rules)


def pflicht_can_be(hand: Json, owes: int) -> bool:
    if not hand.get("pflicht"):
        return not hand.get("vorgefuehrt")
    return owes > 0 and kind(hand) in ALWAYS_ALONE and kind(hand) != "stille-hochzeit"


def result_can_be(hand: Json) -> bool:
    if hand.get("ergebnis") is not None:
        return True
    if hand.get("augen") is None or not 0 <= hand["augen"] <= 240 or hand["augen"] in (1, 239):
        return False
    return hand.get("schwarz") is None or augen(hand, hand["schwarz"]) == 0


def most_augen(hand: Json, side: str) -> int:
    span = hand.get("ergebnis")
    if span is None:
        return augen(hand, side)
    if span["seite"] is None:
        return 120
    return max(span.get("unter", 120) - 1, 0) if span["seite"] == side else 240


def extras_can_be(hand: Json, rules: Json) -> bool:
    held = [key for key in EXTRAS if hand.get(key)]
    if any(not rules.get(key, EXTRAS[key]) for key in held) \
            or held and not knows_extras(hand, rules):
        return False
    if any(len(hand.get(key) or []) > most for key, most in (
            ("fuchs", 2), ("doppelkopf", 4), ("karlchen_gefangen", 2))):
        return False
    caught = hand.get("karlchen_gefangen") or []
    if hand.get("fuchs_am_end") and (caught or hand.get("karlchen")):
        return False
    if len({*caught, hand.get("karlchen") or (caught or [""])[0]} - {""}) > 1:
        return False  # the last trick has one side
    if hand.get("karlchen") and len(caught) == 2:
        return False
    return all(side_can_have(hand, side) for side in SIDES)


def side_can_have(hand: Json, side: str) -> bool:
    """Whether the cards that a side must have in its tricks count no more than it has."""
    large = [11] * (has(hand, "fuchs", side) + has(hand, "fuchs_am_end", side)) \
        + [10, 10] * has(hand, "dulle_gefangen", side)
    while len(large) < 4 * has(hand, "doppelkopf", side):
        large.append(10)
    jacks = [2] * (has(hand, "karlchen", side) + has(hand, "karlchen_gefangen", side))
    if not large + jacks:
        return True
    return not trickless(hand, side) and sum(large + jacks) <= most_augen(hand, side)
