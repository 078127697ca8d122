"""The others who write to the same book, noticed without reading all of it again.

SQLite itself counts what other connections write, and after an insert nobody else can write until
the commit. A server lets many write at once; there an append locks the table first, so that
entries are numbered in the order in which they are saved.
"""

from typing import Any, Protocol

from sqlalchemy import Connection


class Others(Protocol):
    """The others who write to a book; after `forget`, `changed` returns True."""

    def changed(self, connection: Connection) -> bool:
        """Return whether they have written since this was last asked."""

    def have_news(self, connection: Connection) -> bool:
        """Return what `changed` would, which can still be asked."""

    def keep_out(self, cursor: Any) -> None:
        """Keep others from writing, before an append, until the end of the transaction."""

    def have_written(self, cursor: Any) -> bool:
        """Return whether they have written since `changed` was last asked.

        Called after the entries of an append were inserted, before the commit.
        """

    def saved(self) -> None:
        """Note that the append is saved: its own entries are no news."""

    def last(self, cursor: Any) -> int:
        """Return the number of the last entry of the append."""

    def forget(self) -> None: ...


class OthersInFile:
    """Other connections to the same SQLite file."""

    VERSION = "PRAGMA data_version"
    """A number that changes when another connection has written."""

    def __init__(self) -> None:
        self._seen: int | None = None

    def changed(self, connection: Connection) -> bool:
        seen, self._seen = self._seen, connection.exec_driver_sql(self.VERSION).scalar_one()
        return seen != self._seen

    def have_news(self, connection: Connection) -> bool:
        return bool(connection.exec_driver_sql(self.VERSION).scalar_one() != self._seen)

    def keep_out(self, cursor: Any) -> None:
        """Do nothing: the first insert keeps others out, at no cost."""

    def have_written(self, cursor: Any) -> bool:
        return bool(cursor.execute(self.VERSION).fetchone()[0] != self._seen)

    def saved(self) -> None:
        """Do nothing: SQLite does not count what this connection writes."""

    def last(self, cursor: Any) -> int:
        return int(cursor.lastrowid)

    def forget(self) -> None:
        self._seen = None


class OthersOnServer:
    """Other connections to the same server, noticed by the number of the last entry."""

    LAST = "SELECT coalesce(max(seq), 0) FROM fact"
    ALONE = "LOCK TABLE fact IN SHARE ROW EXCLUSIVE MODE"

    def __init__(self) -> None:
        self._seen: int | None = None
        self._before: int | None = None
        self._after: int | None = None

    def changed(self, connection: Connection) -> bool:
        seen, self._seen = self._seen, self._last(connection)
        return seen != self._seen

    def have_news(self, connection: Connection) -> bool:
        return self._last(connection) != self._seen

    def _last(self, connection: Connection) -> int:
        return int(connection.exec_driver_sql(self.LAST).scalar_one())

    def keep_out(self, cursor: Any) -> None:
        cursor.execute(self.ALONE)
        self._before = cursor.execute(self.LAST).fetchone()[0]

    def have_written(self, cursor: Any) -> bool:
        self._after = cursor.execute(self.LAST).fetchone()[0]
        return self._before != self._seen

    def saved(self) -> None:
        if self._before == self._seen:
            self._seen = self._after

    def last(self, cursor: Any) -> int:
        assert self._after is not None
        return self._after

    def forget(self) -> None:
        self._seen = None
