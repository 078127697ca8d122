"""What several tests of the server begin with."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from scorepad.storage.register import InFile, Register
from scorepad.web.access import visitors as of_visitors


class Clock:
    """The time; seconds since 1970."""

    now = 1_800_000_000.5

    def time(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(of_visitors, "time", clock)
    return clock


@pytest.fixture(params=["file", "postgres"])
def registers(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[Register]]:
    """Two that two programs with one book have."""
    with ExitStack() as open_:
        if request.param == "file":
            made: list[Register] = [InFile(tmp_path / "book.db.devices") for _each in range(2)]
        else:
            server = request.getfixturevalue("postgres")
            database = open_.enter_context(server.database())
            made = [Register(database) for _each in range(2)]
        yield made
        for each in made:
            each.close()
