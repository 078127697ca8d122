"""The window that an installed browser shows where Flet's client cannot be fetched."""

import os
import stat
import threading
from pathlib import Path

import pytest

from scorepad.web.host import server
from scorepad.web.host.server import AppWindow, find_browser


def _program(file: Path, script: str = "exit 0") -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    return file


def test_on_linux_a_browser_is_found_by_its_name(tmp_path: Path) -> None:
    assert find_browser("linux", {"PATH": str(tmp_path)}) is None
    _program(tmp_path / "firefox")
    assert find_browser("linux", {"PATH": str(tmp_path)}) is None
    edge = _program(tmp_path / "microsoft-edge")
    assert find_browser("linux", {"PATH": str(tmp_path)}) == str(edge)
    chrome = _program(tmp_path / "google-chrome")
    assert find_browser("linux", {"PATH": str(tmp_path)}) == str(chrome)


def test_on_windows_it_lies_among_the_programs(tmp_path: Path) -> None:
    environ = {"ProgramFiles": str(tmp_path / "a"), "LocalAppData": str(tmp_path / "b")}
    assert find_browser("win32", environ) is None
    edge = _program(tmp_path / "a" / "Microsoft" / "Edge" / "Application" / "msedge.exe")
    assert find_browser("win32", environ) == str(edge)
    chrome = _program(tmp_path / "b" / "Google" / "Chrome" / "Application" / "chrome.exe")
    assert find_browser("win32", environ) == str(chrome)


def test_on_a_mac_it_is_an_application(tmp_path: Path) -> None:
    chrome = _program(tmp_path / "Applications" / "Chromium.app/Contents/MacOS" / "Chromium")
    assert find_browser("darwin", {"HOME": str(tmp_path)}) == str(chrome)


@pytest.fixture
def browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    return tmp_path / "bin" / "chromium"


@pytest.mark.parametrize(("script", "ends"), [("exit 0", "closed"), ("exit 1", "failed")])
def test_the_end_of_the_window_is_told_from_a_fault(
        browser: Path, tmp_path: Path, script: str, ends: str) -> None:
    told, arguments = threading.Event(), tmp_path / "arguments"
    _program(browser, f'echo "$@" > {arguments}\n{script}')
    shown = AppWindow.open("http://127.0.0.1:1/#k", tmp_path / "window")
    assert shown is not None
    heard: list[str] = []

    def hear(what: str) -> None:
        heard.append(what)
        told.set()

    shown.when_closed(lambda: hear("closed"), lambda: hear("failed"))
    assert told.wait(10) and heard == [ends]
    assert "--app=http://127.0.0.1:1/#k" in arguments.read_text()
    assert f"--user-data-dir={tmp_path / 'window'}" in arguments.read_text()
    assert stat.S_IMODE((tmp_path / "window").stat().st_mode) == 0o700


def test_the_window_closes_with_the_program(browser: Path, tmp_path: Path) -> None:
    _program(browser, "exec sleep 60")
    shown = AppWindow.open("http://127.0.0.1:1/", tmp_path / "window")
    assert shown is not None
    shown.close()
    assert shown._process.poll() is not None


def test_without_a_browser_there_is_none(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "find_browser", lambda: None)
    assert AppWindow.open("http://127.0.0.1:1/", tmp_path / "window") is None
    monkeypatch.setattr(server, "find_browser", lambda: str(tmp_path / "gone"))
    assert AppWindow.open("http://127.0.0.1:1/", tmp_path / "window") is None
