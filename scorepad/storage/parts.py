"""The entries of a book by their parts, read from its database only as far as somebody asks.

A part is an evening or the club: of most it is enough to know the last entries.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from scorepad.storage import codec
from scorepad.storage.links import Row, heads_of
from scorepad.storage.rows import HANDS, LAST_NUMBER, NAMED

Part = str | None
"""The id of an evening; None: the club's own entries."""

Digests = dict[Part, list[bytes]]
"""Digests of entries, by part."""

Ask = Callable[[str, Sequence[object]], Sequence[Any]]
"""A function that asks a database: it takes SQL with a ? for each value, and the values, and
returns the rows."""

AT_ONCE = 500
"""The number of entries that are looked for together; SQLite lets no statement have more than 999
values everywhere."""

LAST_OF_EACH = """
    SELECT part.evening, part.size <> part.clock, fact.digest
    FROM (SELECT evening, count(*) AS size, max(clock) AS clock FROM fact
          WHERE evening IS NOT NULL GROUP BY evening) AS part
    JOIN fact ON fact.evening = part.evening AND fact.clock = part.clock"""
"""SQL for the last entry of every evening, answered from the index of the parts. Where every writer
knew all before, there are as many entries as the clock says; elsewhere there may be other heads."""

Each = TypeVar("Each")


class Link(NamedTuple):
    """What an entry says of those before it."""

    clock: int
    id: str
    after: bytes
    digest: bytes


class Parts:
    """A book as it is when this is made: what is written afterwards is in no part."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        [(last,)] = ask("SELECT coalesce(max(seq), 0) FROM fact", ())
        self._last = last

    def heads(self) -> Digests:
        """Return the digests of the last entries of every part, now."""
        found: Digests = {}
        unsure = {None: None}
        for part, is_unsure, digest in self._ask(LAST_OF_EACH, ()):
            found.setdefault(part, []).append(digest)
            if is_unsure:
                unsure[part] = None
        for part in unsure:
            found[part] = list(heads_of((each.clock, each.after, each.digest)
                                        for each in self.links(part)).digests)
        return {part: digests for part, digests in found.items() if digests}

    def links(self, part: Part) -> list[Link]:
        """Return the links of all entries of a part, each after those that its writer knew."""
        where, values = ("evening IS NULL", ()) if part is None else ("evening = ?", (part,))
        return [Link(*row) for row in self._ask(
            f'SELECT clock, id, "after", digest FROM fact WHERE {where} AND seq <= ? '
            "AND digest IS NOT NULL ORDER BY clock, id", (*values, self._last))]

    def digests(self, ids: Collection[str]) -> dict[str, bytes]:
        """Return the digests of those of some entries that are in the book by now, by id."""
        return dict(self._among("id, digest", ids))

    def rows(self, ids: Iterable[str]) -> Iterator[Row]:
        """Yield entries, given by their ids, in this order."""
        for some in batched(ids, AT_ONCE):
            found = {row[0]: row for row in self._among(NAMED, some)}
            yield from [found[own] for own in some if own in found]

    def _among(self, columns: str, ids: Collection[str]) -> Sequence[Any]:
        return [row for some in batched(ids, AT_ONCE) for row in self._ask(
            f"SELECT {columns} FROM fact WHERE id IN ({', '.join('?' * len(some))})", some)]

    def begun(self, kind: str) -> set[str]:
        """Return whom or what the entries of a kind begin."""
        return {codec.begun_in(kind, data) for data, in self._ask(
            f"SELECT data FROM fact WHERE kind <> '{HANDS}' AND kind = ? AND seq <= ?",
            (kind, self._last))}

    def told(self, part: Part, hands: Collection[str], below: int = LAST_NUMBER) -> set[str]:
        """Return those of some hands that entries of a part with clocks below one write: an entry
        has the id of its hand unless an import has made it, which names no device."""
        imported = self._ask(
            f"SELECT data FROM fact WHERE evening = ? AND kind = '{HANDS}' AND device = '' "
            "AND seq <= ? AND clock < ?", (part, self._last, below)) if hands else ()
        return {hand for data, in imported if (hand := codec.hand_of(data)[0]) in hands} | {
            own for own, seq, clock in self._among("id, seq, clock", list(filter(str.isprintable,
            hands))) if seq <= self._last and clock < below}


def batched(items: Iterable[Each], size: int) -> Iterator[list[Each]]:
    """Yield items in lists of at most so many."""
    each = iter(items)
    while some := list(islice(each, size)):
        yield some
