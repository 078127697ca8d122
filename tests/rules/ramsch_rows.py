"""Rows of a table of rules: a sheet as a document says it, and what `replay` is to answer.

The figures of a row are worked out by hand from the source that it names. `rules.md` is the
project's own reading of the sources, RULING where they are silent.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from tests.games.sheets import answered, faults


class Row(NamedTuple):
    """A rule. source: where it stands; hands, keys: the sheet, its rules and stake among the keys;
    wanted: by the path in the answer, figures of all players in the order of the seats; or the
    places and sentences with which the sheet is refused."""

    source: str
    hands: list[dict[str, Any]]
    wanted: dict[str, Any] | list[tuple[str, str]]
    keys: Mapping[str, Any] = MappingProxyType({})


def at(answer: Any, path: str) -> Any:
    """What stands in an answer at `hands.0.points`; objects by player as tuples."""
    for step in path.split("."):
        answer = answer[int(step) if step.lstrip("-").isdigit() else step]
    return tuple(answer.values()) if isinstance(answer, dict) else answer


def check(game: str, names: tuple[str, ...], row: Row) -> None:
    """The sheet is answered, or refused, as the row says."""
    if isinstance(row.wanted, list):
        assert faults(game, names, *row.hands, **row.keys) == row.wanted
        return
    answer = answered(game, names, *row.hands, **row.keys)
    assert {path: at(answer, path) for path in row.wanted} == row.wanted


def told(rows: list[Row]) -> list[str]:
    """The names of the rows in a run of the tests."""
    return [f"{number}: {row.source}" for number, row in enumerate(rows, 1)]
