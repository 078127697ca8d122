"""Whose turn it is to ask a server that keeps the book, and how long it may be silent then."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar, Token
from time import monotonic

from scorepad.storage.faults import Silent, is_silence

SILENT_SECONDS = 1.2
"""Seconds for which a server may be silent, besides the time for which it may wait for somebody
else. Where several pages share an event loop, one thread finds that out for all of them."""

GLANCE_SECONDS = 0.5
"""Seconds for the same where an event loop has to wait that many pages share, and only reads: what
was just asked on a thread is there sooner."""

REST_SECONDS = 10
"""Seconds for which a silent server is asked only by those who look whether it is back."""

PAUSE = 0.25
"""Seconds without a word that count as silence; less is the time that an answer takes."""

LEAST = 0.2
"""Seconds that are left for the next answer however long the server was silent before."""


class Allowance:
    """The seconds (`left`) for which a server may still be silent in one call."""

    def __init__(self, seconds: float) -> None:
        self.left = seconds

    def spend(self, seconds: float) -> None:
        """Take off a pause that the server made, or the time that somebody waited for a turn."""
        if seconds >= PAUSE:
            self.left = max(self.left - seconds, LEAST)


_allowed: ContextVar[Allowance | None] = ContextVar("allowed", default=None)


def allowance(seconds: float) -> Allowance:
    """Return what is left of the turn that is being taken; `seconds` outside of any."""
    return _allowed.get() or Allowance(seconds)


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """Let a server be silent for no longer than that in the turn that is being taken."""
    allowed = allowance(seconds)
    before, allowed.left = allowed.left, min(allowed.left, seconds)
    try:
        yield
    finally:
        allowed.left = before


def _on_event_loop() -> bool:
    """Return whether this is the thread of an event loop."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


class Turns:
    """The lock that is held for one call to the server at `place`, so that nobody waits long for
    one that is silent.

    A server that hangs, or a network that loses what is said, gives neither an answer nor an error.
    The first to ask waits for a limited time; from then on everybody is told at once, until some
    time has passed or somebody who may wait has asked again and got an answer. Entering it raises
    `Silent` if the server is known not to answer, or if the call before this one takes longer than
    `seconds`.
    """

    def __init__(self, place: str, seconds: float) -> None:
        self._place = place
        self._seconds = seconds
        self._lock = threading.RLock()
        self._rests_until = 0.0
        self._tokens: list[Token[Allowance | None]] = []

    @property
    def _rests(self) -> bool:
        return monotonic() < self._rests_until

    def __enter__(self) -> None:
        began = monotonic()
        # Checked again once it is our turn: the call before may just have found out.
        if self._rests or not self._lock.acquire(timeout=self._seconds):
            raise Silent.of(self._place)
        if self._rests:
            self._lock.release()
            raise Silent.of(self._place)
        self._begin(monotonic() - began)

    def __exit__(self, _kind: object, fault: BaseException | None, _where: object) -> None:
        self._end(fault)

    @contextmanager
    def glance(self) -> Iterator[None]:
        """Take a turn to read something; on an event loop it is given up sooner."""
        if not _on_event_loop():
            with self:
                yield
        elif self._lock.acquire(timeout=0 if self._rests else GLANCE_SECONDS):
            try:
                with self, _at_most(GLANCE_SECONDS):
                    yield
            finally:
                self._lock.release()
        else:
            raise Silent.of(self._place)

    def _begin(self, waited: float = 0) -> None:
        allowed = allowance(self._seconds)
        allowed.spend(waited)
        self._tokens.append(_allowed.set(allowed))

    def _end(self, fault: BaseException | None) -> None:
        _allowed.reset(self._tokens.pop())
        self._rests_until = monotonic() + REST_SECONDS if is_silence(fault) else 0
        self._lock.release()

    @contextmanager
    def anyway(self) -> Iterator[None]:
        """Take a turn to see whether a silent server is back, on a thread that may wait. While the
        server is silent only one looks, and this raises `Silent` for any other."""
        if not self._lock.acquire(timeout=0 if self._rests else self._seconds):
            raise Silent.of(self._place)
        self._begin()
        try:
            yield
        except BaseException as fault:
            self._end(fault)
            raise
        self._end(None)
