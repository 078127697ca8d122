"""Whose turn it is to ask a server: one call at a time, and nobody waits for one that is silent.

A server that hangs, or a network that swallows what is said, gives neither an answer nor a fault.
Whoever asks waits for a bound; from then on everybody is told at once, until somebody who may wait
has asked again and got an answer.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from scorepad.storage.faults import Silent, is_silence

SILENT_SECONDS = 1.2
"""So long a server may say nothing, besides the time for which it may wait for somebody else. For
so long a page stands still, and everybody beside it, once."""

REST_SECONDS = 10
"""So long a server that was silent is only asked by those who look whether it is back."""


class Turns:
    """Entered for one call to the server at `place`; raises `Silent` where it is known not to
    answer, and where the call before this one takes longer than `seconds`."""

    def __init__(self, place: str, seconds: float) -> None:
        self._place = place
        self._seconds = seconds
        self._lock = threading.RLock()
        self._rests_until = 0.0

    @property
    def _rests(self) -> bool:
        return monotonic() < self._rests_until

    def __enter__(self) -> None:
        # Asked again once it is our turn: the one before may just have found out.
        if self._rests or not self._lock.acquire(timeout=self._seconds):
            raise Silent.of(self._place)
        if self._rests:
            self._lock.release()
            raise Silent.of(self._place)

    def __exit__(self, _kind: object, fault: BaseException | None, _where: object) -> None:
        self._end(fault)

    def _end(self, fault: BaseException | None) -> None:
        self._rests_until = monotonic() + REST_SECONDS if is_silence(fault) else 0
        self._lock.release()

    @contextmanager
    def anyway(self) -> Iterator[None]:
        """The same for who looks whether the server is back, on a thread that may wait; one at a
        time, as long as it is silent."""
        if not self._lock.acquire(timeout=0 if self._rests else self._seconds):
            raise Silent.of(self._place)
        try:
            yield
        except BaseException as fault:
            self._end(fault)
            raise
        self._end(None)
