"""Where the app is shown, by what can be done there: a screen asks this, and never which platform
it is."""

from collections.abc import Callable
from typing import Any

import flet as ft

Keep = Callable[[dict[str, Any] | None], None]
"""Takes a glimpse of the last sheet in plain values, in place of the one before; None: there is
none."""

PLACE = "place"
"""Under this name the store of a session has its place."""


class Place:
    """A window of the program's own; other places differ from it.

    sees_files: whether a path that the user chooses is one that the program can open; downloads:
    whether a file is saved by being sent to a browser, which says nothing of where it went;
    has_threads: whether long work may happen beside everything else; keeps_book: whether a browser
    keeps the book, so that a copy of it elsewhere is worth having; keep_glimpse: who keeps what is
    to be seen of the last sheet until the app is there again, if anybody does.
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
        """A hand is half typed now, or is not any more."""

    def hand_saved(self) -> None:
        """A hand was saved."""


class Served(Place):
    """A browser, to which the program serves the page."""

    sees_files = False
    downloads = True

    @property
    def can_share(self) -> bool:
        """Those on a phone can; of others nobody knows."""
        return on_phone()


def here() -> Place:
    """The place of the page whose event is being handled."""
    found: Place | None = ft.context.page.session.store.get(PLACE)
    return found or Served()


def platform() -> ft.PagePlatform | None:
    """What the client says that it runs on."""
    return ft.context.page.platform


def on_phone() -> bool:
    """Whether the page is shown on a phone or a tablet."""
    shown = platform()
    return shown is not None and shown.is_mobile()
