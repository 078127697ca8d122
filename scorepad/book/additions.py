"""The order in which people were added, by which everybody is drawn and files list them."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush


@dataclass
class Additions:
    """The order of all players: those added by a person, then those only files name, unless
    somebody had read of them before adding others.

    Those of files stand in the order of the files, and by their ids where these leave it open: so
    what a book writes into the next file changes nothing when it is taken in.

    _added: who was added by somebody, each with those of whom that one had read; _told: whom only
    files have added; _listed: by the entry of a file, whom it lists, and the entry before it;
    _order: of all, kept for a club of thousands until somebody is added.
    """

    _added: dict[str, Collection[str]] = field(default_factory=dict)
    _told: set[str] = field(default_factory=set)
    _listed: dict[str, tuple[str, str]] = field(default_factory=dict)
    _order: tuple[str, ...] | None = None

    def add(self, player: str, read: Collection[str]) -> None:
        """Note that a person added a player. read: whom files had named to that person before."""
        self._order = None
        self._told.discard(player)
        self._added.setdefault(player, read)

    def tell(self, player: str) -> None:
        """Note that a file adds a player."""
        if player not in self._added:
            self._order = None
            self._told.add(player)

    def list_after(self, entry: str, player: str, before: str) -> None:
        """Note that an entry of a file lists a player after the one whom another entry lists.

        before: that entry, any other if there is none.
        """
        self._order = None
        self._listed[entry] = player, before

    def __iter__(self) -> Iterator[str]:
        """Yield everybody in order."""
        if self._order is None:
            self._order = tuple(self._in_order() if self._told else self._added)
        return iter(self._order)

    def _in_order(self) -> Iterable[str]:
        after, found = self._told_before(), dict[str, None]()
        for player, read in self._added.items():
            first = [each for each in _with_all_before(read, after) if each not in found]
            found.update(dict.fromkeys([*_sorted(first, after), player]))
        return [*found, *_sorted(self._told - found.keys(), after)]

    def _told_before(self) -> Mapping[str, Collection[str]]:
        """Return those whom only files have added, each with those whom files list before them."""
        last: dict[str, str] = {}  # of them, up to each entry
        after: dict[str, set[str]] = {player: set() for player in self._told}
        for entry, (player, before) in self._listed.items():
            if player in after:
                after[player].update({last[before]} - {player} if before in last else ())
                last[entry] = player
            elif before in last:
                last[entry] = last[before]
        return after


def _with_all_before(players: Collection[str],
                     after: Mapping[str, Collection[str]]) -> set[str]:
    """Return those of these who have to come after some, and all who have to come before them."""
    found, rest = set[str](), [player for player in players if player in after]
    while rest:
        player = rest.pop()
        if player not in found:
            found.add(player)
            rest += after[player]
    return found


def _sorted(players: Collection[str], after: Mapping[str, Collection[str]]) -> list[str]:
    """Return players, each behind those of them who have to come before; where that leaves a
    choice, or goes round in a circle, the lowest id comes first."""
    among = {*players}
    before = {player: among.intersection(after[player]) for player in players}
    then: dict[str, list[str]] = {}
    for player, earlier in before.items():
        for each in earlier:
            then.setdefault(each, []).append(player)
    ready, found = [player for player, earlier in before.items() if not earlier], list[str]()
    heapify(ready)
    while before:
        player = heappop(ready) if ready else min(before)
        del before[player]
        found.append(player)
        for each in before.keys() & then.get(player, ()):
            before[each].discard(player)
            if not before[each]:
                heappush(ready, each)
    return found
