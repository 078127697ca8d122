"""Copies of a book elsewhere than where it is kept: when the last one was made, when one is due."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any

from scorepad.service.asking import now
from scorepad.service.drafts import WEEK
from scorepad.storage import Store

KEY = "copies"
"""Under this the device keeps what it knows of them."""


@dataclass(frozen=True)
class Remembered:
    """What a device knows of the copies of its book. Times are milliseconds since 1970.

    made: when the last copy was; since: from when the days are counted until the next is offered;
    closed: whether an evening was closed since then.
    """

    since: int
    made: int | None = None
    closed: bool = False

    def is_due(self, at: int) -> bool:
        """Whether a copy is to be offered at this time; also where the clock was wrong before."""
        return self.closed or not 0 <= at - self.since < WEEK


class Copies:
    """The use cases of copies; is_empty: says whether nothing is in the book that could be lost."""

    def __init__(self, store: Store, is_empty: Callable[[], bool]) -> None:
        self._store, self._is_empty = store, is_empty

    @property
    def last(self) -> int | None:
        """When the last copy was made, in milliseconds since 1970; raises `StorageFault`."""
        return found.made if (found := self._remembered()) else None

    def is_due(self) -> bool:
        """Whether a copy is to be offered: an evening was closed, or a week has gone by since the
        last one, since it was put off, or since there is a book. Raises `StorageFault`."""
        if self._is_empty():
            return False
        if (found := self._remembered()) is None:
            found = self._keep(Remembered(now()))
        return found.is_due(now())

    def evening_closed(self) -> None:
        """An evening was closed; raises `StorageFault`."""
        self._keep(replace(self._remembered() or Remembered(now()), closed=True))

    def put_off(self) -> None:
        """No copy is wanted now; raises `StorageFault`."""
        self._keep(replace(self._remembered() or Remembered(now()), since=now(), closed=False))

    def made(self) -> None:
        """A copy was made; raises `StorageFault`."""
        self._keep(Remembered(at := now(), at))

    def _remembered(self) -> Remembered | None:
        return _read(self._store.kept(KEY))

    def _keep(self, known: Remembered) -> Remembered:
        self._store.keep(KEY, asdict(known))
        return known


def _read(raw: Any) -> Remembered | None:
    """None where there is nothing that this version can read."""
    match raw:
        case {"since": int(since), "made": int() | None as made, "closed": bool(closed)}:
            return Remembered(since, made, closed)
    return None
