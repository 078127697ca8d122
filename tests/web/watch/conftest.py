"""A book in memory, and people who watch it."""

from typing import Any

import pytest

from scorepad.service import Service
from tests.taking import take
from tests.web.watch.watcher import Watchers


class Taking:
    """Takes evenings of documents into the book."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def __call__(self, *evenings: dict[str, Any]) -> None:
        take(self._service, {"format": "scorepad/1", "evenings": list(evenings)})


@pytest.fixture
def take_in(service: Service) -> Taking:
    return Taking(service)


@pytest.fixture
def watchers(service: Service) -> Watchers:
    return Watchers(service)
