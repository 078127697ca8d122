"""Chromium is found, installed, or asked for; never left out in silence."""

import os
from pathlib import Path

import pytest

from tests import chromium


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine on which only the programs in this folder can be found."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("SCOREPAD_CHROMIUM", raising=False)
    monkeypatch.setattr(chromium, "NAMES", ("chromium", "google-chrome"))
    return tmp_path


def add(folder: Path, name: str, script: str = "exit 0") -> str:
    program = folder / name
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    return str(program)


def test_the_one_that_is_there(programs: Path):
    chrome = add(programs, "google-chrome")
    assert chromium.ensure_chromium() == chrome


def test_the_one_that_is_named(programs: Path, monkeypatch: pytest.MonkeyPatch):
    add(programs, "chromium")
    monkeypatch.setenv("SCOREPAD_CHROMIUM", add(programs, "mine"))
    assert chromium.find_chromium() == str(programs / "mine")


def test_a_missing_one_is_installed_as_root(programs: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    add(programs, "env", 'shift; exec "$@"')
    log, made = programs / "log", programs / "chromium"
    add(programs, "apt-get", f"""
        echo "$@" >> {log}
        case "$*" in *install*) : > {made}; /bin/chmod +x {made};; esac""")
    assert chromium.ensure_chromium() == str(made)
    assert log.read_text().splitlines() == ["-q update", "-q install -y chromium"]


@pytest.mark.parametrize("user", [0, 1000])
def test_what_cannot_be_installed_is_asked_for(user, programs, monkeypatch, capsys):
    monkeypatch.setattr(os, "geteuid", lambda: user)
    if user:
        add(programs, "apt-get")
        add(programs, "sudo", "exit 1")  # wants a password
    with pytest.raises(SystemExit) as end:
        chromium.ensure_chromium()
    assert end.value.code == 2
    assert "sudo apt-get update && sudo apt-get install chromium" in capsys.readouterr().err
