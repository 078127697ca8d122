"""Connections to PostgreSQL that give up: psycopg itself waits for an answer as long as it takes.

psycopg is there only for a book on a server, so nothing imports this file without one.
"""

import threading
from collections.abc import Generator
from concurrent.futures import Future, InvalidStateError
from time import monotonic
from typing import Any, TypeVar

import psycopg

from scorepad.storage.faults import NoAnswer
from scorepad.storage.turns import Allowance, allowance

Answer = TypeVar("Answer")


class SilentServer(psycopg.OperationalError, NoAnswer):
    """A server that was not heard for too long; the connection is closed."""

    def __init__(self) -> None:
        super().__init__("the server is silent")


class PatientConnection(psycopg.Connection[Any]):
    """A connection that is closed after `seconds` without a word from the server, all pauses of a
    turn taken together."""

    seconds: float

    def wait(self, gen: Any, *args: Any, **more: Any) -> Any:
        """Wait for an answer as psycopg does; raises `SilentServer`."""
        try:
            return super().wait(_heard_within(allowance(self.seconds), gen), *args, **more)
        except SilentServer:
            self.close()  # says goodbye without waiting
            raise


def connect(seconds: float, *args: Any, **more: Any) -> PatientConnection:
    """Connect as psycopg does, with such a connection; raises `SilentServer` after `seconds`.

    Runs on a thread, because looking up the name of a server cannot be interrupted. A connection
    that comes too late is closed.
    """
    made: Future[PatientConnection] = Future()

    def make() -> None:
        try:
            connection = PatientConnection.connect(*args, **more)
        except BaseException as fault:  # noqa: BLE001 - handed to the caller
            _settle(made.set_exception, fault)
        else:
            connection.seconds = seconds
            if not _settle(made.set_result, connection):
                connection.close()

    allowed, began = allowance(seconds), monotonic()
    threading.Thread(target=make, name="connecting", daemon=True).start()
    try:
        connection = made.result(allowed.left)
        allowed.spend(monotonic() - began)
        return connection
    except TimeoutError:
        if made.cancel():
            raise SilentServer from None
        return made.result()


def _settle(settle: Any, value: object) -> bool:
    try:
        settle(value)
    except InvalidStateError:  # nobody waits for it any more
        return False
    return True


def _heard_within(allowed: Allowance, asking: Generator[Any, Any, Answer]
                  ) -> Generator[Any, Any, Answer]:
    """Pass on the dialogue with a server; raises `SilentServer` if it is silent for too long."""
    heard = monotonic()
    try:
        wanted = next(asking)
        while True:
            ready, silent = (yield wanted), monotonic() - heard
            if ready:
                allowed.spend(silent)
                heard += silent
            elif silent > allowed.left:
                raise SilentServer
            wanted = asking.send(ready)
    except StopIteration as answer:
        done: Answer = answer.value
        return done
