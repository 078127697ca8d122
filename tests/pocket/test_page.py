"""What Python tells the page around it."""

import sys
from types import SimpleNamespace

import pytest

from scorepad.pocket.start import tell


def test_what_is_told_has_its_kind(monkeypatch: pytest.MonkeyPatch):
    heard: list[dict[str, object]] = []
    monkeypatch.setitem(sys.modules, "flet_js", SimpleNamespace(tell=heard.append))
    tell("share", name="Club.json", content=b"{}")
    assert heard == [{"kind": "share", "name": "Club.json", "content": b"{}"}]


def test_outside_the_page_there_is_nobody_to_tell():
    with pytest.raises(ImportError):
        tell("share")
