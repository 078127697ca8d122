"""The real page, made once for all who try it, and kept for the next time."""

import hashlib
import os
import tempfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from time import monotonic, sleep

import pytest

from scorepad.pocket.making import PACKAGE, make
from scorepad.pocket.wheels import CannotMake

LONGEST = 600
"""Seconds until a worker that makes the page is given up by the others."""


def built_page() -> Path:
    """The folder of the page; skips the test where its packages cannot be had."""
    folder = Path(tempfile.gettempdir()) / f"scorepad-pocket-{_state()}"
    lock = folder.with_name(f"{folder.name}.lock")
    end = monotonic() + LONGEST
    while not (folder / "sw.js").exists():
        try:
            lock.mkdir()
        except FileExistsError:
            assert monotonic() < end, f"Nobody has made the page; remove {lock} if nobody does."
            sleep(0.5)
            continue
        try:
            if not (folder / "sw.js").exists():
                make(folder, lambda message: None)
        except CannotMake as fault:
            pytest.skip(f"There is no page to try: {fault}")
        finally:
            lock.rmdir()
    return folder


def _state() -> str:
    """What the page is made of, in short."""
    state = hashlib.sha256()
    try:
        state.update(version("flet-web").encode())
    except PackageNotFoundError:
        pytest.skip("There is no page to try: flet-web is not installed.")
    for path in sorted(PACKAGE.rglob("*")):
        if path.is_file() and path.suffix != ".pyc":
            state.update(os.fsencode(path.relative_to(PACKAGE)) + b"\0" + path.read_bytes())
    return state.hexdigest()[:12]
