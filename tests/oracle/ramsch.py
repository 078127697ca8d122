"""What the two Ramsch games for three share: how a hand is written, and hands to try."""

from random import Random

from tests.oracle.augen import Json, can_be, misread, random_figures, thinned

SKATS = (0, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 20, 21, 22)
"""What two cards can count together: 0, 2, 3, 4, 10 or 11 each."""


def times_pushed(hand: Json) -> int:
    """How often the skat was pushed on; the players who did may be listed."""
    pushed = hand.get("geschoben", 0)
    return len(pushed) if isinstance(pushed, list) else pushed


def counted(hand: Json) -> dict[str, int]:
    """The Augen that were counted, a Jungfrau's none among them."""
    if hand.get("jungfrau") is None:
        return dict(hand["augen"])
    return {**hand["augen"], hand["jungfrau"]: 0}


def speakers_can_be(hand: Json, said: int) -> bool:
    """Whether no more players are named than said Kontra."""
    return len(hand.get("angesagt_von", [])) <= said


def figures_can_be(hand: Json) -> bool:
    """Whether each figure by itself can be, and a Jungfrau has none."""
    jungfrau = hand.get("jungfrau")
    return all(map(can_be, hand["augen"].values())) \
        and (jungfrau is None or hand["augen"].get(jungfrau, 0) == 0)


def random_ramsch(rng: Random, players: list[str], most_kontra: int = 0,
                  skat_apart: bool = False) -> Json:
    """A playable Ramsch or Durchmarsch; `skat_apart`: what is missing to 120 lies in the skat."""
    hand: Json = {}
    if rng.random() < 0.7:
        pushed = rng.sample(players, rng.randint(0, 3))
        hand["geschoben"] = pushed if rng.random() < 0.5 else len(pushed)
    if rng.random() < (0.5 if most_kontra else 0.1):
        hand["kontra"] = rng.randint(0, most_kontra)
        hand["angesagt_von"] = rng.sample(players, rng.randint(0, hand["kontra"]))
    if rng.random() < 0.12:
        return {"durchmarsch": rng.choice(players), **hand}
    skat = rng.choice(SKATS) if skat_apart else 0
    true = dict(zip(players, random_figures(rng, 3, 120 - skat)))
    without = [name for name in players if true[name] == 0]
    if without and rng.random() < 0.6:
        hand["jungfrau"] = rng.choice(without)
    elif rng.random() < 0.1:
        hand["jungfrau"] = None
    named = {name: true[name] for name in rng.sample(players, 3)
             if name != hand.get("jungfrau") or rng.random() < 0.5}
    if skat_apart:
        if skat == 0:
            named = {name: named[name] for name in named if named[name] or rng.random() < 0.5}
    else:
        named = thinned(rng, named, true)
    return {"augen": named, **hand}


def spoilt(rng: Random, hand: Json, players: list[str]) -> Json:
    """The hand, most often with something wrong in it."""
    for _ in range(rng.randint(1, 2)):
        what = rng.random()
        if what < 0.1:
            hand["geschoben"] = rng.choice([-1, 0, 3, 4, 10**9])
        elif what < 0.2:
            hand["kontra"] = rng.choice([-1, 0, 1, 3, 4, 10**9])
            hand["angesagt_von"] = rng.sample(players, rng.randint(0, 3))
        elif "augen" in hand and what < 0.85:
            misread(rng, hand["augen"], players)
        elif "augen" in hand:
            hand["jungfrau"] = rng.choice([*players, None])
    return hand
