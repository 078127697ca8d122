"""The place where the app is shown, by what can be done there, how it looks on this device, and
files from and to the device."""

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import flet as ft

from scorepad.i18n.message import DECKS, FRENCH, Message, say
from scorepad.service import Refused, Service
from scorepad.service.roles import Owner, User
from scorepad.service.safety import Picked
from scorepad.storage import StorageFault
from scorepad.system.files import make_folder, write_whole
from scorepad.ui.theme import TEXT_SIZES
from scorepad.web.exchange import Partner, Post
from scorepad.web.host.session_store import LISTENS, LOOKS, SCANS, UPLOADS, Awaited, Sending

FITS: dict[str, Callable[[Any], bool]] = {
    "language": lambda value: value in ("system", "de", "en"),
    "theme": lambda value: value in ("system", "light", "dark"),
    "text_size": lambda value: not isinstance(value, bool) and value in TEXT_SIZES,
    "awake": lambda value: isinstance(value, bool),
    "haptics": lambda value: isinstance(value, bool),
    "deck": lambda value: value in DECKS,
}
"""The values that each preference can have."""


@dataclass(frozen=True)
class Looks:
    """The preferences of one device.

    language: "de", "en", or "system" for the device's own; theme: "light", "dark", or "system";
    text_size: the factor by which this app enlarges text, one of `theme.TEXT_SIZES`; awake: whether
    a sheet keeps the screen on; haptics: whether keys can be felt; deck: the one of `DECKS` by
    which cards are called.
    """

    language: str = "system"
    theme: str = "system"
    text_size: float = 1
    awake: bool = True
    haptics: bool = True
    deck: str = FRENCH

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> "Looks":
        """Return those among some values by name that are preferences, the usual ones besides."""
        return replace(cls(), **{name: kept[name] for name, fits in FITS.items()
                                 if isinstance(kept.get(name), str | int | float)
                                 and fits(kept[name])})

    @classmethod
    def read(cls, text: str) -> "Looks | None":
        """Return what a device has kept; None if that is nothing that can be read."""
        try:
            kept = json.loads(text)
        except (ValueError, RecursionError):
            return None
        return cls.of(kept) if isinstance(kept, dict) else None

    def written(self) -> str:
        """Return the preferences as a device keeps them."""
        return json.dumps(asdict(self))


def take_over(service: Service) -> Looks | None:
    """Return the preferences that older versions kept in the book, and forget them there, so that
    only the first device takes them; None if there are none. Raises `StorageFault`."""
    kept = {name: value for name in FITS if (value := service.kept(name)) is not None}
    if not kept:
        return None
    for name in kept:
        with suppress(StorageFault, Refused):  # another device may take them once more
            service.keep(name, None)
    return Looks.of(kept)


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
    elsewhere; missing: the hands that were saved on this device and are not in the book any more;
    home_screen: "browser" or "app" where an app on the home screen keeps a book of its own and a
    browser deletes one that is not visited, by which of the two this is; invited: the link to a
    server with which the app was opened, empty for none; address: where every phone finds this very
    page, empty where that is for this device.
    """

    sees_files = True
    downloads = False
    has_threads = True
    keeps_book = False
    keep_glimpse: Keep | None = None
    post: Post | None = None
    missing = 0
    home_screen = ""
    invited = ""
    address = ""

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
    def listens(self) -> bool:
        """True if the page can listen to speech."""
        return False

    @property
    def scans(self) -> bool:
        """True if the page can read codes with a camera."""
        return False

    @property
    def can_share(self) -> bool:
        """True if a file can be handed to another program."""
        return platform() is not ft.PagePlatform.LINUX

    @property
    def is_promised(self) -> bool | None:
        """True if the browser has promised not to clear the book away; None: it was not asked."""
        return None

    def watch_over(self, service: Service) -> None:
        """Look after the book that is open here now."""

    def nothing_is_missing(self) -> None:
        """Take the book as it is now for whole."""

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
        """Write the file; if that fails, the preferences hold until the program ends."""
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
    def listens(self) -> bool:
        return bool(ft.context.page.session.store.get(LISTENS))

    @property
    def scans(self) -> bool:
        return bool(ft.context.page.session.store.get(SCANS))

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


# --- files from and to the device -----------------------------------------------------------------

Take = Callable[[Picked], Any]

AS_TEXT = ("application/json",)
"""Media types that browsers refuse to share unless the file is called a text."""

NOTABLE = 2_000_000
"""Bytes from which a file takes a while to arrive."""


class Picker:
    """A file dialog. It opens on the client within the tap itself, as some browsers demand; `take`
    gets what was chosen. most: bytes of a file that a browser may send; tell: shows a sentence."""

    def __init__(self, most: int, tell: Callable[[Message], Any]) -> None:
        self.take: Take | None = None
        self._most, self._tell = most, tell
        self._service = ft.FilePicker(on_result=self._hear, on_upload=self._hear_of_upload)

    def action(self, title: str) -> ft.PickFiles:
        """Return the action of a control that opens the dialog. A browser sends the file later, in
        pieces; a phone gives its content at once."""
        return ft.PickFiles(self._service, dialog_title=title,
                            with_data=not has_paths() and _sending() is None,
                            cancel_upload_on_window_blur=False)

    async def _hear(self, event: ft.FilePickerResultEvent) -> None:
        sending = _sending()
        for file in event.files or []:
            if self.take is None:
                pass
            elif has_paths():
                self.take(Picked.at(Path(file.path or file.name)))
            elif sending is None:
                self.take(Picked(file.name, content=file.bytes or b""))
            else:
                await self._fetch(file, sending)

    async def _fetch(self, file: ft.FilePickerFile, sending: Sending) -> None:
        """Ask the browser to send a file, unless it is too large."""
        if file.size > self._most:
            self._tell(say("{file} is larger than {limit} MB.", file=file.name,
                           limit=self._most // 1_000_000))
            return
        if file.size > NOTABLE:
            self._tell(say("The file is being read …"))
        page = ft.context.page

        def arrived(content: bytes) -> None:
            page.run_task(self._arrived, file.name, content)

        where = sending.uploads.expect(
            sending.owner, Awaited(sending.device, self._most, arrived))
        await self._service.upload([
            ft.FilePickerUploadFile(upload_url=where, id=file.id, name=file.name)])

    async def _arrived(self, name: str, content: bytes) -> None:
        if self.take is not None:
            self.take(Picked(name, content=content))

    def _hear_of_upload(self, event: ft.FilePickerUploadEvent) -> None:
        if event.error:
            self._tell(say("{file} did not arrive. Choose it again.", file=event.file_name))


def has_paths() -> bool:
    """Return whether the program and the page see the same files: in a window, no phone's."""
    return here().sees_files and not on_phone()


def _sending() -> Sending | None:
    sending: Sending | None = ft.context.page.session.store.get(UPLOADS)
    return sending


async def save(name: str, content: bytes, title: str) -> bool:
    """Save a file as the device does; return False if the user cancels. title: of the dialog."""
    place = await ft.FilePicker().save_file(dialog_title=title, file_name=name, src_bytes=content)
    return bool(place) or here().downloads


async def share(name: str, media: str, content: bytes, title: str,
                instead: Callable[[], Any] = lambda: None) -> bool:
    """Hand a file to another program, or save it where sharing is refused after all: browsers do so
    when the tap was too long ago. Return False if the user cancels. instead: called once it is
    saved for that reason."""
    if not here().can_share:
        return await save(name, content, title)
    if here().downloads and media in AS_TEXT:
        name, media = f"{name}.txt", "text/plain"
    try:
        found = await ft.Share().share_files([ft.ShareFile.from_bytes(
            content, mime_type=media, name=name)], download_fallback_enabled=False)
    except RuntimeError:
        saved = await save(name, content, title)
        if saved:
            instead()
        return saved
    return found.status is not ft.ShareResultStatus.DISMISSED
