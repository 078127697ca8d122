"""The 120 Augen of a pack: who can have how many, and all the ways to share them."""

from collections.abc import Iterator
from random import Random
from typing import Any

Json = dict[str, Any]


def with_the_rest(named: dict[str, int], players: list[str]) -> dict[str, int]:
    """The Augen that are certain: those named, and one player's rest."""
    left_out = [name for name in players if name not in named]
    if len(left_out) == 1:
        return {**named, left_out[0]: 120 - sum(named.values())}
    return named


def completions(named: dict[str, int], left_out: list[str]) -> Iterator[dict[str, int]]:
    """Every way in which those left out can have what is missing to 120."""
    missing = 120 - sum(named.values())
    if not left_out:
        if missing == 0:
            yield named
        return
    name, *others = left_out
    for figure in range(missing, -1, -1) if others else [missing]:
        if can_be(figure):
            yield from completions({**named, name: figure}, others)


def can_be(figure: int) -> bool:
    """Whether somebody can have so many Augen."""
    return 0 <= figure <= 120 and figure not in (1, 119)


def losers_are_certain(named: dict[str, int], players: list[str]) -> bool:
    """Whether what is missing can be shared, and no sharing changes who has most, or how many."""
    losers = None
    for augen in completions(named, [name for name in players if name not in named]):
        lose = with_most(augen)
        if losers is not None and lose != losers:
            return False
        losers = lose
    return losers is not None


def with_most(augen: dict[str, int]) -> tuple[int, set[str]]:
    """The highest figure, and who has it."""
    most = max(augen.values())
    return most, {name for name in augen if augen[name] == most}


def random_figures(rng: Random, count: int, total: int = 120) -> list[int]:
    """So many figures with this sum, none of them 1 or 119; often ties or the ends."""
    while True:
        style = rng.random()
        if style < 0.15:
            share = rng.choice([total // count, total // (count - 1), total // 2])
            parts = [share] * (count - 1)
            parts.append(total - sum(parts))
        elif style < 0.3:
            near = rng.choice([0, 2, 3, 10])
            parts = [total - near, near, *[0] * (count - 2)]
        else:
            cuts = sorted(rng.randint(0, total) for _ in range(count - 1))
            parts = [high - low for low, high in zip([0, *cuts], [*cuts, total])]
        if all(map(can_be, parts)):
            return rng.sample(parts, count)


def thinned(rng: Random, named: dict[str, int], true: dict[str, int]) -> dict[str, int]:
    """The figures named without some that are not needed; `true` has everybody's."""
    named, style = dict(named), rng.random()
    if style < 0.2:
        del named[rng.choice(list(named))]
    elif style < 0.5:
        for name in sorted(named, key=true.get):  # the smallest first, as long as it stays certain
            if sum(true[n] for n in true if n not in named) + true[name] < max(true.values()):
                del named[name]
    return named


def misread(rng: Random, augen: dict[str, int], players: list[str]) -> None:
    """Write a figure where it does not belong, or leave one out."""
    name = rng.choice(players)
    if rng.random() < 0.7:
        augen[name] = rng.choice([0, 1, 2, 60, 118, 119, 120, 121, -1, 10**30,
                                  augen.get(name, 0) + rng.randint(-3, 3)])
    else:
        augen.pop(name, None)
