"""A tap on Save does not look at the book for each part of the screens that it draws."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.engine import Engine

from scorepad.games.chase_the_ace import CHASE_THE_ACE
from scorepad.service import Service
from tests.screens.conftest import FOUR, Start, Table
from tests.screens.driver import tap

LOOKS = "PRAGMA data_version"


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """What the store asks the system and the database from now on."""
    counts, real = Counter[str](), Path.stat

    def stat(place: Path, **options: Any) -> Any:
        counts["stat"] += ".db" in place.name
        return real(place, **options)

    def asked(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        counts[statement] += 1

    monkeypatch.setattr(Path, "stat", stat)
    event.listen(Engine, "before_cursor_execute", asked)
    yield counts
    event.remove(Engine, "before_cursor_execute", asked)


async def test_a_tap_on_save_looks_at_the_book_a_few_times(
        service: Service, start: Start, counted: Counter[str]):
    """Once in each turn of the event loop, in which the hand, the entry and the screens below are
    drawn; and five looks at the files around the commit."""
    table = Table.of(service, CHASE_THE_ACE, FOUR, stake=50)
    ui = await start(table.route)
    await tap(ui, "seat-1")
    counted.clear()
    await tap(ui, "save")
    looks, stats = counted[LOOKS], counted["stat"]
    assert len(table.score.lines) == 1
    assert looks <= 4
    assert 0 < stats <= 20
