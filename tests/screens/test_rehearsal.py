"""The rehearsal of the first screens leaves nothing behind that is somebody's."""

import asyncio
import gc
from typing import Any

import pytest
import uuid6
from flet.controls.context import _context_page
from flet.messaging.session import Session
from sqlalchemy import Engine

from scorepad.service import Service
from scorepad.storage import Store
from scorepad.ui import rehearsal
from scorepad.ui.rehearsal import rehearse
from scorepad.ui.session import Session as OurSession


def alive() -> list[Any]:
    """What belongs to somebody who looks at a book."""
    gc.collect()
    return [each for each in gc.get_objects()
            if isinstance(each, Session | OurSession | Service | Store | Engine | asyncio.Task)]


@pytest.mark.parametrize("language", ["de", "en"])
def test_nobody_is_left(language: str):
    before = alive()
    page = _context_page.get(None)
    rehearse(language)
    assert [each for each in alive() if not any(each is other for other in before)] == []
    assert _context_page.get(None) is page
    assert asyncio._get_running_loop() is None
    assert uuid6._last_v7_timestamp is None


def test_the_sheet_and_the_home_screen_are_drawn(monkeypatch: pytest.MonkeyPatch):
    """All of both is on its way to the client: the hand, and the sheet among the evenings."""
    sent: list[bytes] = []
    original = rehearsal.msgpack.packb

    def keep(*what: Any, **how: Any) -> bytes:
        sent.append(original(*what, **how))
        return sent[-1]

    monkeypatch.setattr(rehearsal.msgpack, "packb", keep)
    rehearse("de")
    said = b"".join(sent).decode("utf-8", "replace")
    for words in ("Neuer Abend", "Kalter Schlag · Partie 1", "66 → 70", "Eintragen"):
        assert words in said, words
