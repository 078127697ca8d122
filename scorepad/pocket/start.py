"""The start of Python in the pocket page."""

import os
import pkgutil
import random
import sqlite3
from collections.abc import Iterable
from contextlib import closing, suppress
from dataclasses import replace
from importlib import import_module

import scorepad
from scorepad.config import Settings
from scorepad.i18n.message import system_language
from scorepad.pocket.place import Pocket
from scorepad.ui import theme
from scorepad.ui.launch import launch
from scorepad.ui.rehearsal import rehearse

AT_FIRST_USE = ("scorepad.paper", "scorepad.web")
"""Modules that are imported only when used: paper is made with a large library."""

ALSO = ("flet.messaging.pyodide_connection", "msgpack", "sqlalchemy.dialects.sqlite",
        "babel.numbers", "babel.dates", "_strptime")
"""Modules that others import in the middle of their work."""

STIRRED = 1 << 20
"""The most bytes of random numbers that are passed over; some milliseconds."""


def prepare(shown: Iterable[str], language: str) -> None:
    """Import all that the app works with, and draw its first screens once for nobody, so that the
    next start need not look for anything. shown: the names that the app uses of Flet, which imports
    each only when it is used; language: the browser's."""
    flet = import_module("flet")
    for name in shown:
        getattr(flet, name)
    for found in pkgutil.walk_packages(scorepad.__path__, "scorepad."):
        if not found.name.startswith(AT_FIRST_USE):
            with suppress(ImportError):  # it speaks to a server
                import_module(found.name)
    for name in ALSO:
        import_module(name)
    os.environ["LANGUAGE"] = language
    rehearse(system_language())


def start(language: str) -> None:
    """Start the app, which waits for its page. language: the browser's. All of this also works in a
    Python that was prepared days ago."""
    os.environ["LANGUAGE"] = language
    random.seed()
    _stir()
    # The page's own list of fonts has ours, so that it is there before the first frame; an
    # address that begins with / leads out of the folder in which the page may lie.
    theme.FONTS.clear()
    # Everybody is called the same in a browser, so nobody is named as the one who wrote a hand.
    launch(replace(Settings.of(), author=""), place=Pocket())


def _stir() -> None:
    """Let SQLite's random numbers go on elsewhere than at every other start: it was seeded when
    this Python was prepared, and marks with them what is valid in its journals."""
    with closing(sqlite3.connect(":memory:")) as book:
        book.execute("SELECT randomblob(?)", (1 + random.randrange(STIRRED),)).fetchone()
