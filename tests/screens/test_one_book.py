"""The one book that all pages share, while its server is silent or somebody else writes."""

import asyncio
import threading
from pathlib import Path

import pytest

from scorepad.config import Settings
from scorepad.service import Service, one_book
from scorepad.service.one_book import OneBook
from scorepad.storage.faults import Silent
from scorepad.storage.on_server import Hints
from scorepad.ui import watching
from tests.postgres import until
from tests.screens.conftest import Start, Table


def test_a_book_whose_server_was_silent_is_there_again_once_it_answers(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Whoever asks is told at once; another thread asks, one at a time, until the server answers.
    Who only watches has nobody else who would."""
    silent, asked, go_on = [True], list[int](), threading.Event()
    opened = Service.open

    def open_(settings: Settings, patience: float) -> Service:
        asked.append(threading.get_ident())
        if len(asked) > 1:
            go_on.wait(10)
        if silent:
            raise Silent.of("the book")
        return opened(settings, patience)

    monkeypatch.setattr(one_book.Service, "open", open_)
    book, here = OneBook(Settings.of({"FLET_APP_STORAGE_DATA": str(tmp_path)})), \
        threading.get_ident()
    for _each in range(5):
        with pytest.raises(Silent):
            book.service()
    until(lambda: len(asked) == 2)
    silent.clear()
    go_on.set()

    def is_there() -> bool:
        try:
            return bool(book.service())
        except Silent:
            return False

    until(is_there)
    assert asked[0] == here and here not in asked[1:]
    book.service().close()


async def test_a_page_looks_at_once_when_it_gets_a_hint(
        table: Table, start: Start, settings: Settings, monkeypatch: pytest.MonkeyPatch):
    """And listens no more once it is closed."""
    monkeypatch.setattr(watching, "EVERY", 3600)
    hints = Hints(settings.database)
    monkeypatch.setattr("scorepad.ui.app.OneBook", lambda settings: OneBook(settings, hints))
    ui = await start(table.route)
    table.play(66, 30, 24, 0)
    await asyncio.sleep(0.1)
    await ui.settle()
    assert not ui.find_all(identifier="hand-1")
    await asyncio.to_thread(hints._tell)
    async with asyncio.timeout(20):
        while not ui.find_all(identifier="hand-1"):
            await asyncio.sleep(0.01)
            await ui.settle()
    assert len(hints._listeners) == 1
    ui.page.on_close()  # type: ignore[misc]
    assert not hints._listeners
