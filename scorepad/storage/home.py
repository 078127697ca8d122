"""The home of an opened book: what saving and looking there take besides the rows themselves.

There are several kinds, which know nothing of each other, in `opened`. The store knows no more of
any than what is said here.
"""

import sqlite3
import threading
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, ClassVar, cast

from sqlalchemy import Connection

from scorepad.storage.backups import Mark
from scorepad.storage.faults import Displaced
from scorepad.storage.links import COLUMNS, NAMED
from scorepad.storage.migrations import VERSION, refuse_newer

Row = Sequence[Any]
"""An entry as it is written: the values of the columns of `INTO`."""

State = tuple[Any, ...]
"""The figures that `Home.STATE` gives."""

INTO = f"INTO fact ({NAMED}) VALUES ({', '.join('?' * len(COLUMNS))})"
"""SQL that writes an entry, after its first word."""

BROUGHT = f"INTO fact ({NAMED}, brought) VALUES ({', '.join('?' * len(COLUMNS))}, ?)"
"""SQL that writes an entry somebody else brought, after its first word."""


def driver_of(connection: Connection) -> Any:
    """Return the driver's own connection, of whatever type it is."""
    return connection.connection.driver_connection


def sqlite_of(connection: Connection) -> sqlite3.Connection:
    """Return the driver's own connection to a SQLite book; raises TypeError for any other."""
    driver = driver_of(connection)
    if not isinstance(driver, sqlite3.Connection):
        raise TypeError(f"{driver!r} is no connection of SQLite")
    return driver


class Home:
    """The database that keeps an opened book; methods that do nothing here matter only for files.

    lock: held during every call; displaced: the fault of the book's file if something has happened
    to it (see `identity`); unsure: the id of the first of the entries that may or may not have been
    saved, because the connection broke.
    """

    STATE: ClassVar[str]
    """SQL for figures that change when somebody else has written."""

    VALUE = "?"
    """SQL for a value that is given with a statement."""

    may_hang = False
    displaced: Displaced | None = None
    unsure: str | None = None

    def __init__(self, place: str) -> None:
        """Begin with nothing seen; place: of the book, for people."""
        self.place = place
        self.lock: AbstractContextManager[Any] = threading.RLock()
        self._seen: State | None = None

    def turn(self, *, anyway: bool, writes: bool = False) -> AbstractContextManager[Any]:
        """Return the lock for one call; anyway: one that is taken even if a server was silent;
        writes: one that may take as long as it takes to save."""
        return self.lock

    # --- the others who write to the same book ------------------------------------------------

    def changed(self, connection: Connection) -> bool:
        """Return whether they have written since this was last asked, or `forget` was called.
        Raises `Newer` if one of them was a newer program."""
        [now] = self.asked(connection, self.STATE)
        if self._seen == now:
            return False
        [(version,)] = self.asked(connection, VERSION)
        self.refuse_newer(version)
        self._seen = now
        return True

    def refuse_newer(self, version: object) -> None:
        """Raise `Newer` if that is the version of the book now, and unknown here."""
        refuse_newer(version, self.place)

    def have_news(self, connection: Connection) -> bool:
        """Return what `changed` would, which can still be asked."""
        return self.asked(connection, self.STATE) != [self._seen]

    def asked(self, connection: Connection, sql: str,
              values: Sequence[object] = ()) -> Sequence[Any]:
        """Return the rows that SQL gives, with a ? for each of the values."""
        return connection.exec_driver_sql(
            sql.replace("?", self.VALUE), tuple(values)).cursor.fetchall()

    def forget(self) -> None:
        """Make `changed` return True."""
        self._seen = None

    # --- an append, in the order of its steps -------------------------------------------------

    def keep_out(self, cursor: Any) -> None:
        """Keep others from writing until the end of the transaction, where the first insert does
        not do that anyway. Raises `StorageFault` if what was `unsure` was saved after all."""

    def lock_now(self, cursor: Any) -> None:
        """Keep others from writing from now on, and not only from the first insert on."""

    def links_of(self, cursor: Any, part: str | None) -> Sequence[tuple[int, bytes, bytes]]:
        """Return the clock, `after` and digest of the entries of a part."""
        where, values = ("IS NULL", ()) if part is None else ("= ?", (part,))
        return self.ask(cursor, 'SELECT clock, "after", digest FROM fact '
                        f"WHERE digest IS NOT NULL AND evening {where}", values)

    def ask(self, cursor: Any, sql: str, values: Sequence[object]) -> Sequence[Any]:
        """Return what `asked` does, within an append."""
        return cast(Sequence[Any], cursor.execute(sql.replace("?", self.VALUE), values).fetchall())

    def insert(self, cursor: Any, rows: Sequence[Row], brought: str = "") -> None:
        """Write rows; brought: the name of whoever brought them, empty for what is written here."""
        sql = f"INSERT {BROUGHT if brought else INTO}".replace("?", self.VALUE)
        for row in rows:
            cursor.execute(sql, (*row, brought) if brought else row)

    def have_written(self, cursor: Any) -> bool:
        """Return whether others have written since `changed` was last asked; called when nobody
        else can write any more, before the commit."""
        raise NotImplementedError

    def committed(self, cursor: Any, ids: Sequence[str]) -> Mark | None:
        """Note that entries with these ids are saved, and are no news; return the last of them.

        Raises `Displaced` if they got into a file that is not at the book's place any more: then
        they are not saved.
        """
        raise NotImplementedError

    def wrote(self, ids: Sequence[str], rows: Sequence[Row], mark: Mark) -> None:
        """Remember entries that were saved; mark: the last of them."""

    def _state(self, cursor: Any) -> State:
        return tuple(cursor.execute(self.STATE).fetchone())

    # --- the file -----------------------------------------------------------------------------

    def glance(self) -> None:
        """Look before a commit at what it could spoil; `committed` looks at the rest after it."""

    def look(self) -> None:
        """Keep what is open and raise `Displaced` if another file lies at the book's place."""

    def start_anew(self, mark: Mark | None) -> None:
        """Note that the book was read again; mark: its last entry."""

    def kept_something(self) -> None:
        """Note that something was saved that is not an entry."""

    def settle(self) -> None:
        """Bring all of the book into its one file if no other program can have it open."""

    def at_once(self, connection: Connection) -> AbstractContextManager[None]:
        """Make what is asked during a `with` block fail at once where the file is locked."""
        return nullcontext()

    def replace_by(self, copy: Path, known: Mark | None) -> bool:
        """Put the book that lies at `copy` in the place of this one, whole or not at all; see
        `Store.replace_by`. Raises `StorageFault`, `sqlite3.Error` and OSError."""
        raise ValueError("the book is no file of this machine")

    def close(self) -> None:
        """Close what is open besides the connection; called before that is closed."""
