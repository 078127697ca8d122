"""The one book that all pages share, while its server is silent or somebody else writes."""

import threading
from pathlib import Path

import pytest

from scorepad.config import Settings
from scorepad.service import Service, one_book
from scorepad.service.one_book import OneBook
from scorepad.storage.faults import Silent
from tests.postgres import until


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
