"""How long a proof runs, and what it counts."""

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.proof.killing import Victims, victims

Note = Callable[[str, object], None]
"""Takes what was counted, as the table of figures says it, and the figure."""


@pytest.fixture
def rounds(request: pytest.FixtureRequest) -> int:
    """How often to try, from ``@pytest.mark.rounds(short=…, full=…)``."""
    mark = request.node.get_closest_marker("rounds")
    return mark.kwargs["full" if request.config.getoption("--full") else "short"]


@pytest.fixture
def note(record_property: Callable[[str, object], None]) -> Note:
    """Puts a figure into the table that is printed at the end."""
    return record_property


@pytest.fixture
def in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for books of which there are thousands: where the machine has a disk in memory, no
    save waits there until it is on a real one. What is made in between lies there, too."""
    place = Path("/dev/shm") if os.access("/dev/shm", os.W_OK) else tmp_path
    with tempfile.TemporaryDirectory(dir=place) as made:
        monkeypatch.setattr(tempfile, "tempdir", made)
        yield Path(made)


@pytest.fixture(scope="session")
def victim() -> Iterator[Victims]:
    """Makes what is killed."""
    if not hasattr(os, "fork"):
        pytest.skip("there is no such signal here")
    with victims() as ready:
        yield ready
