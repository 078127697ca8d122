"""The place where the app is shown, by what can be done there: a screen asks this, and never which
platform it is."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import flet as ft

from scorepad.service.roles import Owner, User
from scorepad.system.whole_files import make_folder, write_whole
from scorepad.ui.device import Looks
from scorepad.web.exchange.partner import Partner, Post
from scorepad.web.host.session_store import LOOKS

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
    starts again, None if nothing does; post: asks a server, in a place whose book meets one, None
    elsewhere; invited: the link to a server with which the app was opened, empty for none.
    """

    sees_files = True
    downloads = False
    has_threads = True
    keeps_book = False
    keep_glimpse: Keep | None = None
    post: Post | None = None
    invited = ""

    @property
    def partner(self) -> Partner | None:
        """The server whose book this one meets; None for none."""
        return None

    def keep_partner(self, partner: Partner | None) -> None:
        """Keep on this device whose book this one meets; None: nobody's."""

    def owner(self, author: str) -> User:
        """Return who uses the book here, by the name that this machine gives."""
        return Owner(author)

    def looks(self) -> Looks | None:
        """Return the preferences that this device has kept; None if it has kept none yet."""
        return None

    def keep_looks(self, looks: Looks) -> None:
        """Keep the preferences on this device, in place of those from before."""

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


class Window(Place):
    """A window of the program's own, whose preferences lie in a file; file: its path."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def looks(self) -> Looks | None:
        """Return what stands in the file."""
        try:
            return Looks.read(self._file.read_text("utf-8"))
        except (OSError, ValueError):
            return None

    def keep_looks(self, looks: Looks) -> None:
        """Write the file; where that cannot be done, the preferences hold until the program
        ends."""
        with suppress(OSError):
            make_folder(self._file.parent)
            write_whole(self._file, looks.written().encode())


class Served(Place):
    """A browser to which the program serves the page, and which keeps its own preferences."""

    sees_files = False
    downloads = True

    def looks(self) -> Looks | None:
        """Return what the browser said when its page came."""
        # Made before anything is drawn: a service that appears later can leave the page blank.
        self._kept_there = ft.SharedPreferences()
        said: str | None = ft.context.page.session.store.get(LOOKS)
        return Looks.read(said or "")

    def keep_looks(self, looks: Looks) -> None:
        """Have the browser keep them."""
        ft.context.page.session.store.set(LOOKS, looks.written())
        ft.context.page.run_task(self._keep, looks.written())

    async def _keep(self, looks: str) -> None:
        with suppress(RuntimeError, TimeoutError):  # it may not, or has gone
            await self._kept_there.set(LOOKS, looks)

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
