"""What was measured: as a table, and against what was kept of an earlier time."""

import json
import os
import platform
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

KEPT = Path(__file__).parent / "figures.json"

FIGURES = "SCOREPAD_FIGURES"
"""In the environment: the file that is to have the figures of a run, a line of JSON each."""

WORSE = 1.2
"""A figure that is so many times what it was is reported."""

NAME = 96
"""Columns of the table that are for the name."""


class Figure(NamedTuple):
    """One measurement; limit: what the ratio may be at most, None where it is only told."""

    name: str
    ratio: float
    limit: float | None = None

    @property
    def within(self) -> bool:
        """Whether it keeps to its limit."""
        return self.limit is None or self.ratio <= self.limit

    def line(self, told: str = "") -> str:
        """A line of the table."""
        limit = "" if self.limit is None else f"{self.limit:g}"
        verdict = "" if self.limit is None else "ok" if self.within else "OVER"
        return f"{self.name:{NAME}} {self.ratio:7.2f} {limit:>5} {verdict:4} {told}".rstrip()


HEAD = f"{'':{NAME}} {'ratio':>7} {'limit':>5}"


def measured(file: Path) -> list[Figure]:
    """What a run has left in its file."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return [Figure(*json.loads(line)) for line in lines]


def keep(figures: Sequence[Figure], file: Path = KEPT) -> None:
    """Write down the figures, when and on what they were measured."""
    file.write_text(json.dumps({
        "date": date.today().isoformat(), "machine": machine(),
        "figures": {figure.name: {"ratio": round(figure.ratio, 3), "limit": figure.limit}
                    for figure in figures}}, ensure_ascii=False, indent=1) + "\n",
        encoding="utf-8")


def kept(file: Path = KEPT) -> dict[str, float]:
    """The ratios that were kept, by name; none if nothing was."""
    if not file.exists():
        return {}
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return {name: figure["ratio"] for name, figure in found["figures"].items()}


def machine() -> dict[str, Any]:
    """What tells one machine from another, as far as a ratio can depend on it."""
    return {"cores": os.cpu_count(), "python": platform.python_version()}


def worse(figures: Sequence[Figure], before: Mapping[str, float]) -> list[str]:
    """A sentence for every figure that is more than a fifth above what was kept of it."""
    return [f"{name}: {ratio:.2f}, and was {before[name]:.2f}"
            for name, ratio, _limit in figures
            if name in before and ratio > before[name] * WORSE]


def better_of(first: Sequence[Figure], second: Sequence[Figure]) -> list[Figure]:
    """Of every figure that was measured twice the smaller one."""
    again = {figure.name: figure for figure in second}
    return [min(figure, again.get(figure.name, figure), key=lambda each: each.ratio)
            for figure in first]
