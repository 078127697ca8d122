"""The rows of a book's entries, read one by one where its file is damaged."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from scorepad.storage.faults import UNREADABLE
from scorepad.storage.links import columns_in
from scorepad.storage.rows import LAST_NUMBER

AT_ONCE = 1024
"""Rows that are read in one go; where that fails, half as many, down to one."""

FIRST_NUMBER = -2**63
"""The lowest number of a row in SQLite; those of entries begin at 1."""


class RawRows:
    """The columns of entries in a SQLite book, whole or damaged, by number."""

    def __init__(self, book: sqlite3.Connection) -> None:
        self._book = book
        self._sql = f"SELECT seq, {columns_in(book)} FROM fact WHERE seq BETWEEN ? AND ?"

    def up_to(self, last: int) -> Iterator[tuple[int, Sequence[Any] | None]]:
        """Yield the number and the content of every row, None where its page cannot be read.

        Strays, rows with numbers that entries do not get, are among them as far as they are found.
        """
        yield from self._strays(FIRST_NUMBER, 0)
        for first in range(1, last + 1, AT_ONCE):
            yield from self._between(first, min(last, first + AT_ONCE - 1))
        yield from self._strays(last + 1, LAST_NUMBER)

    def _strays(self, first: int, last: int) -> Iterator[tuple[int, Sequence[Any]]]:
        """Yield the rows between two numbers that lie further apart than any file has rows.

        They are looked for from both ends, up to a page that cannot be read.
        """
        found: dict[int, Sequence[Any]] = {}
        for order, most in (("ASC", AT_ONCE), ("ASC", 1), ("DESC", AT_ONCE), ("DESC", 1)):
            low, high = first, last
            if found and order == "ASC":
                low = max(found) + 1
            with suppress(*UNREADABLE):
                while low <= high:
                    rows = self._book.execute(f"{self._sql} ORDER BY seq {order} LIMIT ?",
                                              (low, high, most)).fetchall()
                    found |= {seq: row for seq, *row in rows}
                    if len(rows) < most:
                        break
                    low, high = (rows[-1][0] + 1, high) if order == "ASC" else \
                        (low, rows[-1][0] - 1)
                break  # all of them were found
        yield from sorted(found.items())

    def _between(self, first: int, last: int) -> Iterator[tuple[int, Sequence[Any] | None]]:
        try:
            rows = self._book.execute(f"{self._sql} ORDER BY seq", (first, last)).fetchall()
        except UNREADABLE:
            if first == last:
                yield first, None
            else:
                middle = (first + last) // 2
                yield from self._between(first, middle)
                yield from self._between(middle + 1, last)
            return
        for seq, *row in rows:
            yield seq, row
