"""The place where the app is shown, by what can be done there: a screen asks this, and never which
platform it is."""

from collections.abc import Callable
from typing import Any

import flet as ft

Keep = Callable[[dict[str, Any] | None], None]
"""A function that stores a glimpse of the last sheet in plain values, in place of the one before;
None: there is none."""

PLACE = "place"
"""The key of the place in a session's store."""


class Place:
    """A window of the program's own; other places differ from it.

    sees_files: whether the program can open a path that the user chooses; downloads: whether a file
    is saved by sending it to a browser, which does not say where it went; has_threads: whether long
    work can run beside everything else; keeps_book: whether a browser keeps the book, so that a
    copy elsewhere is worth having; keep_glimpse: stores the glimpse of the last sheet until the app
    starts again, None if nothing does.
    """

    sees_files = True
    downloads = False
    has_threads = True
    keeps_book = False
    keep_glimpse: Keep | None = None

    @property
    def can_share(self) -> bool:
        """True if a file can be handed to another program."""
        return platform() is not ft.PagePlatform.LINUX

    @property
    def is_promised(self) -> bool | None:
        """True if the browser has promised not to clear the book away; None: it was not asked."""
        return None

    def half_typed(self, whether: bool) -> None:
        """Note whether a hand is half typed now."""

    def hand_saved(self) -> None:
        """Note that a hand was saved."""


class Served(Place):
    """A browser to which the program serves the page."""

    sees_files = False
    downloads = True

    @property
    def can_share(self) -> bool:
        """True on a phone; of other browsers it is not known."""
        return on_phone()


def here() -> Place:
    """Return the place of the page whose event is being handled."""
    found: Place | None = ft.context.page.session.store.get(PLACE)
    return found or Served()


def platform() -> ft.PagePlatform | None:
    """Return the platform that the client reports."""
    return ft.context.page.platform


def on_phone() -> bool:
    """Return whether the page is shown on a phone or a tablet."""
    shown = platform()
    return shown is not None and shown.is_mobile()
