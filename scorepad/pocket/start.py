"""The start of Python in the pocket page."""

import os
import pkgutil
import random
from collections.abc import Iterable
from contextlib import suppress
from importlib import import_module

import scorepad
from scorepad.config import Settings
from scorepad.pocket.place import Pocket
from scorepad.ui import theme
from scorepad.ui.launch import launch

AT_FIRST_USE = ("scorepad.paper", "scorepad.server")
"""Modules that are imported only when used: paper is made with a large library."""

ALSO = ("flet.messaging.pyodide_connection", "msgpack", "sqlalchemy.dialects.sqlite",
        "babel.numbers", "babel.dates")
"""Modules that others import in the middle of their work."""


def prepare(shown: Iterable[str]) -> None:
    """Import all that the app works with, so that it need not be looked for at the next start.

    shown: the names that the app uses of Flet, which imports each only when it is used.
    """
    flet = import_module("flet")
    for name in shown:
        getattr(flet, name)
    for found in pkgutil.walk_packages(scorepad.__path__, "scorepad."):
        if not found.name.startswith(AT_FIRST_USE):
            with suppress(ImportError):  # it speaks to a server
                import_module(found.name)
    for name in ALSO:
        import_module(name)


def start(language: str) -> None:
    """Start the app, which waits for its page.

    language: the browser's. All of this also works in a Python that was prepared days ago.
    """
    os.environ["LANGUAGE"] = language
    random.seed()
    # The page's own list of fonts has ours, so that it is there before the first frame; an
    # address that begins with / leads out of the folder in which the page may lie.
    theme.FONTS.clear()
    launch(Settings.of(), place=Pocket())
