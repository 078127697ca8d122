"""The order in which entries of a part were written: each names the last that its writer knew.

Entries are sorted into chains, each of which knows the one before it; of what an entry knows it is
enough to say how far it reaches in each.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from operator import itemgetter
from typing import NamedTuple
from uuid import UUID

FROM_A_FILE = 8
"""The version of the ids (UUID) of entries that an import made from what a file says."""


def is_of_a_file(own: str) -> bool:
    """Return whether an id is one that an import made."""
    try:
        return own[14:15] == str(FROM_A_FILE) and UUID(own).version == FROM_A_FILE
    except ValueError:
        return False


class Knowing(NamedTuple):
    """The links of an entry. after: the digests of the last entries that its writer knew."""

    clock: int
    id: str
    kind: str
    after: Sequence[bytes]
    digest: bytes


class Causality:
    """The knowledge of the writers of a part's entries.

    links: of the entries, in their order, which is that of their clocks and then of their ids.
    """

    def __init__(self, links: Sequence[Knowing]) -> None:
        self.ids = [link.id for link in links]
        self.place = {own: number for number, own in enumerate(self.ids)}
        self._by_digest = {link.digest: number for number, link in enumerate(links)}
        self._chain: list[int] = []
        self._height: list[int] = []
        self._reach: list[dict[int, int]] = []
        self._known: list[int] = []  # the number of entries that each knows
        self._last: list[int] = []  # the place of the last of them
        self._tips: list[int] = []
        for number, link in enumerate(links):
            self._add(number, link)
        self._regions = self._cut()

    def _add(self, number: int, link: Knowing) -> None:
        """Put an entry into the chain of one that it follows, or into a new one."""
        parents = [parent for digest in link.after
                   if (parent := self._by_digest.get(digest)) is not None and parent < number]
        mine = next((parent for parent in parents
                     if self._tips[self._chain[parent]] == parent), None)
        if mine is None:
            chain, height = len(self._tips), 0
            self._tips.append(number)
        else:
            chain, height = self._chain[mine], self._height[mine] + 1
            self._tips[chain] = number
        self._chain.append(chain)
        self._height.append(height)
        if mine is not None and len(parents) == 1:
            reach = self._reach[mine]  # shared: what it knows of other chains is equal
            self._known.append(self._known[mine] + 1)
        else:
            reach = {} if mine is None else dict(self._reach[mine])
            for parent in parents:
                for other, known in ((self._chain[parent], self._height[parent]),
                                     *self._reach[parent].items()):
                    if other != chain and known > reach.get(other, -1):
                        reach[other] = known
            self._known.append(height + len(reach) + sum(reach.values()))
        self._reach.append(reach)
        self._last.append(max(parents, default=-1))

    def knows(self, later: int, earlier: int) -> bool:
        """Return whether the writer of one entry, given by its place, knew of another."""
        chain, height = self._chain[earlier], self._height[earlier]
        if chain == self._chain[later]:
            return height < self._height[later]
        return height <= self._reach[later].get(chain, -1)

    def parent_of(self, number: int) -> str:
        """Return the id of the last entry that the writer of one knew, empty if there is none."""
        return self.ids[self._last[number]] if self._last[number] >= 0 else ""

    def chain_of(self, number: int) -> tuple[int, int]:
        """Return the chain of an entry, given by its place, and its height there."""
        return self._chain[number], self._height[number]

    def reach_of(self, number: int) -> Mapping[int, int]:
        """Return the height up to which the writer of an entry knew each chain."""
        return {**self._reach[number], self._chain[number]: self._height[number] - 1}

    def is_same_reach(self, later: int, earlier: int) -> bool:
        """Return whether the writers of two entries of one chain, given by their places, knew of
        other chains the same."""
        one, other = self._reach[later], self._reach[earlier]
        return self._chain[later] == self._chain[earlier] and (one is other or one == other)

    def _cut(self) -> list[tuple[int, int]]:
        """Return, for each entry, where the stretch around it begins and ends beyond which nothing
        is apart from it."""
        regions: list[tuple[int, int]] = []
        end = low = len(self._chain)
        for number in range(len(self._chain) - 1, -1, -1):
            # It is together with all that lies between it and the last that it knows, and with that
            # if it does not know all up to there; what else is together, those before it show.
            last = self._last[number]
            low = min(low, last if self._known[number] <= last else last + 1)
            if low == number:
                regions += [(number, end)] * (end - number)
                end = number
        return regions[::-1]

    @cached_property
    def readers(self) -> "Readers":
        """Those who knew an entry and have said something; what files tell is nobody's word."""
        return Readers(self, [number for number, own in enumerate(self.ids)
                              if not is_of_a_file(own)])

    def stretch(self, number: int) -> tuple[int, int]:
        """Return where the stretch around an entry begins and ends that was written apart."""
        return self._regions[number]


class Readers:
    """Some entries by their places, in their order: those who may have read others."""

    def __init__(self, causality: Causality, places: Iterable[int]) -> None:
        self._causality, self._places = causality, tuple(places)
        self._of: dict[int, list[tuple[int, int]]] = {}  # of each chain heights, who came so far
        for place in self._places:
            for chain, height in causality.reach_of(place).items():
                found = self._of.setdefault(chain, [])
                if not found or height > found[-1][0]:
                    found.append((height, place))

    def known_to(self, me: int) -> "Readers":
        """Return those that the writer of an entry, given by its place, knew, with the entry."""
        return Readers(self._causality, [place for place in self._places if place == me
                                         or self._causality.knows(me, place)])

    def first(self, number: int) -> int | None:
        """Return the place of the first of them who knew an entry, None if nobody did."""
        chain, height = self._causality.chain_of(number)
        found = self._of.get(chain, [])
        first = bisect_left(found, height, key=itemgetter(0))
        return found[first][1] if first < len(found) else None
