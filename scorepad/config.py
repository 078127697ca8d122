"""Where Scorepad keeps its book, and in whose name and language it writes."""

import getpass
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from scorepad.text import system_language

FILE = "sqlite:///"
"""How the URL of a database begins that is a file."""

SAFE = re.compile(r"[\w. /\\-]*")
"""What is no URL and holds no password either."""

HOST = re.compile(r"(\[[0-9a-fA-F:.]*\]|[^:/@\[\]]*)(:[0-9]+)?(/[^:@]*)?")
"""A server, its port and a book on it; a password that has slipped in here has other signs."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What is settled before anything opens.

    data: the folder of the book; database: a database URL as SQLAlchemy reads it; language: "de"
    or "en"; author: who stands as the writer of what is recorded here.
    """

    data: Path
    database: str
    language: str
    author: str

    @property
    def place(self) -> str:
        """Where the book is, as people can read it."""
        return place_of_book(self.database)

    @classmethod
    def of(cls, environ: Mapping[str, str] = os.environ) -> "Settings":
        """The settings that the environment and the platform give."""
        data = _data_folder(environ)
        return cls(data, environ.get("SCOREPAD_DATABASE_URL") or url_of_book(data / "book.db"),
                   system_language(environ), _line(environ.get("SCOREPAD_AUTHOR") or _user()))


def url_of_book(file: Path) -> str:
    """The database URL of a file; what would mean something else in a URL is escaped."""
    return f"{FILE}{str(file).replace('%', '%25').replace('?', '%3F')}"


def place_of_book(database: str) -> str:
    """The file of a book, or the address of its server. Nothing that may be a password is in it,
    however the URL is written, so it can stand in a message."""
    if database.startswith(FILE):
        from urllib.parse import unquote  # only who shows it needs it

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
    import platformdirs  # only who opens the book needs it

    return platformdirs.user_data_path("scorepad", appauthor=False)


def _line(text: str) -> str:
    """As much of a name as an export can carry."""
    return "".join(letter for letter in text if letter.isprintable())[:60]


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        return ""
