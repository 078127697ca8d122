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
    JOIN fact ON fact.evening = part.evening AND fact.clock = part.clock
    WHERE fact.digest IS NOT NULL"""
"""SQL for the last entry of every evening, answered from the index of the parts. Where every writer
knew all before, there are as many entries as the clock says; elsewhere there may be other heads."""

LINKS = 'clock, id, "after", digest'
PLACES = "clock, row_number() OVER (ORDER BY clock) AS place"

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
        [(self._last,)] = ask("SELECT coalesce(max(seq), 0) FROM fact", ())

    def heads(self) -> Digests:
        """Return the digests of the last entries of every part, now."""
        found: Digests = {}
        unsure: dict[Part, None] = {None: None} if self.has(None) else {}
        for part, is_unsure, digest in self._ask(LAST_OF_EACH, ()):
            found[part] = [digest]
            if is_unsure:
                unsure[part] = None
        for part in unsure:
            fork = self.fork(part)
            found[part] = self.some(part, 1)[:1] if fork == LAST_NUMBER else list(heads_of(
                (clock, after, digest) for clock, _, after, digest in self.links(part, fork)
            ).digests)
        return found

    def links(self, part: Part, since: int = 0) -> list[Link]:
        """Return the links of the entries of a part since a clock, each after those that its writer
        knew."""
        return list(map(Link._make, self._in(part, LINKS, "clock >= ? ORDER BY clock, id", since)))

    def found(self, part: Part, digests: Iterable[bytes]) -> list[Link]:
        """Return the links of those of some entries, given by their digests, that are in a part."""
        return [Link._make(row) for some in batched(digests, AT_ONCE) for row in self._in(
            part, LINKS, f"digest IN ({', '.join('?' * len(some))})", *some)]

    def fork(self, part: Part) -> int:
        """Return the clock before which every writer of a part knew all that came earlier, and all
        since then know that."""
        [(clock,)] = self._ask(
            f"SELECT min(clock) FROM ({self._select(part, PLACES)}) AS each WHERE clock <> place",
            self._values(part))
        return LAST_NUMBER if clock is None else int(clock)

    def some(self, part: Part, latest: int) -> list[bytes]:
        """Return the digests of the latest entries of a part, as many as that, and of one at every
        doubled distance before, down to the first."""
        last = "true ORDER BY clock DESC, id DESC LIMIT ? OFFSET ?"
        found = [digest for digest, in self._in(part, "digest", last, latest, 0)]
        place = latest
        while row := self._in(part, "digest", last, 1, place):
            found.append(row[0][0])
            place *= 2
        return found + [digest for digest, in self._in(
            part, "digest", "true ORDER BY clock, id LIMIT 1")]

    def has(self, part: Part) -> bool:
        """Return whether a part has any entries."""
        return bool(self._in(part, "1", "true LIMIT 1"))

    def _in(self, part: Part, columns: str, where: str, *values: object) -> Sequence[Any]:
        return self._ask(f"{self._select(part, columns)} AND {where}",
                         (*self._values(part), *values))

    def _values(self, part: Part) -> tuple[object, ...]:
        return (self._last,) if part is None else (part, self._last)

    @staticmethod
    def _select(part: Part, columns: str) -> str:
        return f"SELECT {columns} FROM fact WHERE evening " \
            f"{'IS NULL' if part is None else '= ?'} AND seq <= ? AND digest IS NOT NULL"

    def entries(self, part: Part) -> Sequence[Row]:
        """Return all entries of a part, each after those that its writer knew."""
        return self._in(part, NAMED, "true ORDER BY clock, id")

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
        imported = self._in(part, "data", f"kind = '{HANDS}' AND device = '' AND clock < ?",
                            below) if hands else ()
        return {hand for data, in imported if (hand := codec.hand_of(data)[0]) in hands} | {
            own for own, seq, clock in self._among("id, seq, clock", list(filter(str.isprintable,
            hands))) if seq <= self._last and clock < below}


def batched(items: Iterable[Each], size: int) -> Iterator[list[Each]]:
    """Yield items in lists of at most so many."""
    each = iter(items)
    while some := list(islice(each, size)):
        yield some
