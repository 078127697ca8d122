"""A book in memory, and people who watch it."""

import json
from typing import Any

import pytest

from scorepad import document
from scorepad.service import Service
from tests.web.watch.watcher import Watchers


class Taking:
    """Takes evenings of documents into the book."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def __call__(self, *evenings: dict[str, Any]) -> None:
        given = json.dumps({"format": "scorepad/1", "evenings": list(evenings)})
        book, _sheets = document.replayed(given.encode())
        self._service.take(self._service.preview(book))


@pytest.fixture
def take_in(service: Service) -> Taking:
    return Taking(service)


@pytest.fixture
def watchers(service: Service) -> Watchers:
    return Watchers(service)
