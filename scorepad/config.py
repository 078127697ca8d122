"""The settings: where the book is kept, and in whose name and language Scorepad writes."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from scorepad.i18n.message import system_language

FILE = "sqlite:///"
"""The beginning of a database URL that names a file."""

SAFE = re.compile(r"[\w. /\\-]*")
"""Text that is not a URL and cannot hold a password either."""

HOST = re.compile(r"(\[[0-9a-fA-F:.]*\]|[^:/@\[\]]*)(:[0-9]+)?(/[^:@]*)?")
"""A server, its port and a book on it; a password that has slipped in does not match."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings that are known before anything is opened.

    data: the folder of the book; database: a database URL as SQLAlchemy reads it; language: "de"
    or "en"; author: the name under which entries are recorded here, empty unless
    somebody has given one; config: the folder of what belongs to this device, by default that of
    the book.
    """

    data: Path
    database: str
    language: str
    author: str
    config: Path | None = None

    @property
    def looks(self) -> Path:
        """The file with the preferences of a window of the program's own."""
        return (self.config or self.data) / "looks.json"

    def device_id(self) -> str:
        """Return the id of this installation, which is made the first time."""
        from scorepad.system.files import device_in  # needed only to write

        return device_in((self.config or self.data) / "device")

    @property
    def window(self) -> Path:
        """The folder that a browser gets when it shows a window of the program's own."""
        return self.data / "window"

    @property
    def pocket(self) -> Path:
        """The folder of the pocket page that is served beside the book."""
        return self.data / "pocket"

    @property
    def place(self) -> str:
        """The file or server of the book, as people can read it; without a password."""
        return place_of_book(self.database)

    @classmethod
    def of(cls, environ: Mapping[str, str] = os.environ) -> "Settings":
        """Return the settings that the environment and the platform give."""
        data = _data_folder(environ)
        return cls(data, environ.get("SCOREPAD_DATABASE_URL") or url_of_book(data / "book.db"),
                   system_language(environ), _line(environ.get("SCOREPAD_AUTHOR", "")),
                   _config_folder(environ))


def url_of_book(file: Path) -> str:
    """Return the database URL of a file; what would mean something else in a URL is escaped."""
    return f"{FILE}{str(file).replace('%', '%25').replace('?', '%3F')}"


def place_of_book(database: str) -> str:
    """Return the file of a book, or the address of its server, for messages. Whatever may be a
    password is left out, however the URL is written."""
    if database.startswith(FILE):
        from urllib.parse import unquote  # needed only where a place is shown

        return unquote(database.removeprefix(FILE))
    scheme, slashes, rest = database.partition("://")
    if not slashes:
        return database if SAFE.fullmatch(database) else "…"
    who, at, where = rest.rpartition("@")
    where = where.partition("?")[0]
    user = f"{who.partition(':')[0]}@".removeprefix("@") if at else ""
    return f"{scheme}://{user}{where}" if HOST.fullmatch(where) else f"{scheme}://…"


def _data_folder(environ: Mapping[str, str]) -> Path:
    if folder := environ.get("FLET_APP_STORAGE_DATA"):
        return Path(folder)
    import platformdirs  # needed only to open the book

    return platformdirs.user_data_path("scorepad", appauthor=False)


def _config_folder(environ: Mapping[str, str]) -> Path:
    if folder := environ.get("FLET_APP_STORAGE_DATA"):
        return Path(folder)
    import platformdirs  # see above

    return platformdirs.user_config_path("scorepad", appauthor=False)


def _line(text: str) -> str:
    """Return as much of a name as an export can carry: 60 printable characters."""
    return "".join(letter for letter in text if letter.isprintable())[:60]
