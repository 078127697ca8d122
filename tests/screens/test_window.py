"""The native window: whatever goes wrong before it shows becomes one reason to open the page."""

import signal
import stat
import sys
from pathlib import Path

import flet_desktop
import pytest

from scorepad.ui import app

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the stand-in client is a script")


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place for a stand-in for Flet's client, on a machine with a display."""
    monkeypatch.setenv("DISPLAY", ":99")
    monkeypatch.setenv("FLET_VIEW_PATH", str(tmp_path))
    return tmp_path / "flet"


def test_no_display(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("DISPLAY", raising=False)
    with pytest.raises(app.NoWindow, match="no display"):
        app.show(print)


def test_a_client_that_dies_at_once(client: Path):
    client.write_text("#!/bin/sh\nexit 1\n")
    client.chmod(client.stat().st_mode | stat.S_IXUSR)
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(app.NoWindow, match="ended before it showed"):
        app.show(print)
    assert signal.getsignal(signal.SIGINT) is before


def test_a_client_that_cannot_be_fetched(client: Path, monkeypatch: pytest.MonkeyPatch, capfd):
    def offline():
        print("Preparing …")
        raise OSError("no network")

    monkeypatch.delenv("FLET_VIEW_PATH")
    monkeypatch.setattr(flet_desktop, "ensure_client_cached", offline)
    with pytest.raises(app.NoWindow, match=r"could not be fetched \(no network\)"):
        app.show(print)
    assert capfd.readouterr().out == ""
