"""The people of a club: their names, which of them are one person, who has stopped, and who was at
a sheet."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import cycle
from math import cos, pi, sin
from typing import TYPE_CHECKING, NamedTuple

from scorepad.book.additions import Additions

if TYPE_CHECKING:
    from scorepad.book.facts import SheetOpened

UNNAMED = "?"
"""The name of somebody whom something names and nobody has added, as when that entry is lost."""

Rank = tuple[float, str]
"""The place of what a file tells among others that tell of the same; the lowest counts."""


class Colour(Enum):
    """A player's colour in charts and lists; the theme chooses the shade."""

    TEAL = "teal"
    BLUE = "blue"
    ORANGE = "orange"
    PURPLE = "purple"
    RED = "red"
    LIME = "lime"
    PINK = "pink"
    BROWN = "brown"
    CYAN = "cyan"
    GREY = "grey"


class Marker(Enum):
    """A player's symbol, which tells players apart where colours do not."""

    CIRCLE = "circle"
    SQUARE = "square"
    TRIANGLE = "triangle"
    DIAMOND = "diamond"
    CROSS = "cross"
    PLUS = "plus"
    STAR = "star"

    def corners(self, x: float, y: float, size: float) -> list[tuple[float, float]]:
        """Return the corners, the first on top, of one that is drawn as a polygon around a centre;
        none of any other."""
        radii = POLYGONS.get(self, ())
        return [(x + size * radius * sin(2 * pi * index / len(radii)),
                 y - size * radius * cos(2 * pi * index / len(radii)))
                for index, radius in enumerate(radii)]


POLYGONS = {Marker.TRIANGLE: (1.3,) * 3, Marker.DIAMOND: (1.4,) * 4, Marker.STAR: (1.6, 0.7) * 5}
"""The distances of the corners of a marker from its centre, in sizes of it."""


class Look(NamedTuple):
    """The colour and the marker with which a player is drawn."""

    colour: Colour
    marker: Marker


class OtherName(NamedTuple):
    """Another spelling of a person, and the id that it had as a player."""

    name: str
    id: str


class PersonRecord(NamedTuple):
    """A player and what is known of them besides the name: whether they have stopped, their look if
    somebody has chosen one, and their id, which stays when they are renamed; empty if a file names
    none; spellings: the other ones that turned out to be the same person."""

    name: str
    retired: bool = False
    look: Look | None = None
    id: str = ""
    spellings: tuple[OtherName, ...] = ()

    @property
    def ids(self) -> tuple[str, ...]:
        """The player's id and those of their other spellings, if there are any."""
        return tuple(filter(None, [self.id, *[each.id for each in self.spellings]]))


@dataclass
class People:
    """Everybody in the book, by player id.

    into: for each merged id the one it was merged into; retired: who is no longer offered; looks:
    those that were chosen; both also of those who were deleted, for when they are brought back.
    """

    into: dict[str, str] = field(default_factory=dict)
    retired: set[str] = field(default_factory=set)
    looks: dict[str, Look] = field(default_factory=dict)
    _merged: dict[str, str] = field(default_factory=dict)
    _tables: set[frozenset[str]] = field(default_factory=set)
    _additions: Additions = field(default_factory=Additions)
    _own: dict[str, str] = field(default_factory=dict)
    _bearers: Counter[str] = field(default_factory=Counter)
    _mentioned: set[str] = field(default_factory=set)
    _deleted: dict[str, str] = field(default_factory=dict)
    _unnamed: set[str] = field(default_factory=set)
    _told: dict[str, Rank] = field(default_factory=dict)
    _names: dict[str, str] = field(default_factory=dict)
    _is_settled: bool = True

    @property
    def names(self) -> dict[str, str]:
        """The name of each id, the same for two ids of one person and another for each person;
        where two books that met had both added a name, the later one has a number behind it."""
        if not self._is_settled:  # once for all who were added since
            self._settle_names()
        return self._names

    def is_known(self, player: str) -> bool:
        """Return whether somebody with this id was ever added."""
        return player in self._own or player in self._deleted

    def add(self, player: str, name: str, told: Rank | None = None,
            read: Collection[str] = ()) -> None:
        """Add a player, or bring back a deleted one.

        name: empty if it cannot be shown.
        told: the rank of the file that adds them, None for a person: those come before any file's.
        read: whom files had already named to that person.
        """
        if told is None:
            self._additions.add(player, read)
        else:
            self._additions.tell(player)
        if player in self._deleted:
            self.undelete(player)
        elif not name:
            self.need(player)
        elif player not in self._own or player in self._unnamed \
                or player in self._told and (told is None or told < self._told[player]):
            self._unnamed.discard(player)
            self.call(player, name, told)

    def list_after(self, entry: str, player: str, before: str) -> None:
        """Note in which order a file lists people; see `Additions`."""
        self._additions.list_after(entry, player, before)

    @property
    def unnamed(self) -> list[str]:
        """Those whom something names and nobody has added."""
        return [player for player in self._own if player in self._unnamed]

    def mention(self, player: str) -> None:
        """Note that an evening names a person, who is there then, though deleted elsewhere."""
        self._mentioned.add(player)
        self.need(player)

    def need(self, player: str) -> None:
        """Let somebody named be there: the deleted come back, the unknown have no name."""
        if player in self._deleted:
            self.undelete(player)
        elif player not in self._own:
            self._unnamed.add(player)
            self.call(player, UNNAMED)

    def rename(self, player: str, name: str) -> None:
        """Call somebody otherwise, also for when a deleted one is brought back."""
        if player in self._deleted:
            self._deleted[player] = name
        else:
            self.call(player, name)

    def call(self, player: str, name: str, told: Rank | None = None) -> None:
        """Set a player's own spelling, which names them and everybody merged into them; told: which
        of several files does that, None if none."""
        were_told_apart = self._are_told_apart
        if told is not None:
            self._told[player] = told
        elif self._told.pop(player, None) is not None:
            self._names.pop(player, None)  # others of that name were there before
        self._forget_name(player)
        self._own[player] = self._names[player] = name
        self._bearers[name] += 1
        if self.into or were_told_apart or self._are_told_apart:
            self._is_settled = False

    @property
    def _are_told_apart(self) -> bool:
        """True if a name has been added for two people."""
        return len(self._bearers) < len(self._own)

    def _forget_name(self, player: str) -> None:
        name = self._own.pop(player, None)
        if name is not None:
            self._bearers[name] -= 1
            if not self._bearers[name]:
                del self._bearers[name]

    def merge(self, player: str, into: str) -> None:
        """Make `player` the same person as `into`; no effect if `into` was merged into them, or as
        long as two who sat at one table would be one."""
        self.need(player)
        self.need(into)
        known = into
        while known != player and known in self._merged:
            known = self._merged[known]
        if known != player:
            self._merged[player] = into
        self._unite()

    def part(self, player: str) -> None:
        """Make `player` a separate person again."""
        self._merged.pop(player, None)
        self._unite()

    def seat(self, players: Iterable[str]) -> None:
        """Note that these sat at one table, so they are different people, whatever was said of two
        of them on a device that did not know of it."""
        table = frozenset(players)
        self._tables.add(table)
        if not self._are_different(table):
            self._unite()

    def sat_together(self, players: Collection[str]) -> bool:
        """Return whether two of these have sat at one table, so that they are different people."""
        return any(len(table & {*players}) > 1 for table in self._tables)

    def _unite(self) -> None:
        """Merge whoever was merged, in that order, but for those who sat at one table."""
        self.into.clear()
        self.into.update(self._merged)
        if not all(map(self._are_different, self._tables)):
            self.into.clear()
            for player, into in self._merged.items():
                self.into[player] = into
                if not all(map(self._are_different, self._tables)):
                    del self.into[player]
        self._is_settled = False

    def _are_different(self, players: frozenset[str]) -> bool:
        return len(set(map(self.person, players))) == len(players)

    def delete(self, player: str) -> None:
        """Remove the player with this id, unless something names them."""
        if player in {*self._mentioned, *self._merged, *self._merged.values()} \
                or player not in self._own:
            return
        self._is_settled = self._is_settled and not self._are_told_apart  # a number may go
        del self._names[player]
        self._deleted[player] = self._own[player]
        self._forget_name(player)

    def undelete(self, player: str) -> None:
        """Bring back a deleted player as before; no effect on one who is there."""
        if player in self._deleted:
            self.call(player, self._deleted.pop(player))

    def spelt(self, player: str) -> str:
        """Return a player's own spelling, even if they were merged into somebody else."""
        return self._own[player]

    def person(self, player: str) -> str:
        """Return the id of the person that `player` was merged into, their own if they were not."""
        while player in self.into:
            player = self.into[player]
        return player

    @property
    def persons(self) -> dict[str, str]:
        """The names by id, each person once, in the order they were added."""
        names = self.names
        return {player: names[player] for player in self._in_order()
                if player in names and player not in self.into}

    def _in_order(self) -> list[str]:
        """Return everybody who was ever added, then those who are only named by something."""
        added = dict.fromkeys(self._additions)
        return [*added, *sorted(self.names.keys() - added.keys())]

    @property
    def ids(self) -> dict[str, str]:
        """The id of each person by name."""
        return {name: player for player, name in self.persons.items()}

    @property
    def spellings(self) -> dict[str, str]:
        """The present name of each merged player by their own spelling, unless that is in use."""
        taken = self.ids
        return {name: self.names[player] for player in self.into
                if (name := self._own[player]) not in taken}

    def look_of_all(self) -> dict[str, Look]:
        """Return everybody's look by name: the chosen one, or else one by order of addition. Merged
        and deleted players keep their place in that order, so that nobody else's look changes;
        whoever is only named by something comes last."""
        usual = dict(zip(self._in_order(), zip(cycle(Colour), cycle(Marker))))
        return {name: self.looks.get(player, Look(*usual[player]))
                for player, name in self.persons.items()}

    def records(self) -> tuple[PersonRecord, ...]:
        """Return a record of each person."""
        spelt: dict[str, list[OtherName]] = {}
        for player in self.into:
            spelt.setdefault(self.person(player), []).append(OtherName(self._own[player], player))
        return tuple([PersonRecord(name, player in self.retired, self.looks.get(player), player,
                                   tuple(sorted(spelt.get(player, ()), key=lambda each: each.id)))
                      for player, name in self.persons.items()])

    def _settle_names(self) -> None:
        taken, next_number = set[str](), dict[str, int]()
        for player in sorted(self._names, key=self._told.__contains__):
            if player not in self.into:
                name = own = self._own[player]
                while name in taken:
                    number = next_number.get(own, 2)
                    name, next_number[own] = f"{own} ({number})", number + 1
                taken.add(name)
                self._names[player] = name
        for player in self.into:
            self._names[player] = self._names[self.person(player)]
        self._is_settled = True


def sum_by_name(amounts: Iterable[tuple[str, int]]) -> Mapping[str, int]:
    """Return the sum of the amounts by name; a name occurs twice where two ids are one person."""
    total: dict[str, int] = {}
    for name, amount in amounts:
        total[name] = total.get(name, 0) + amount
    return total


class Roster:
    """Everybody at a sheet, in the order of the seats: those who began, and those who came.

    A sheet may be told more than once, by books that know the same people by other ids: then both
    ids have one seat, unless somebody joins who was only taken for another there.
    """

    def __init__(self, opened: "SheetOpened") -> None:
        self.opened = opened
        self.players = list(opened.players)
        self.seat = {player: seat for seat, player in enumerate(opened.players)}
        self._came: list[tuple[str, str]] = []
        self._told: dict[str, str] = {}

    def copy(self) -> "Roster":
        """Return another roster with the same people."""
        other = Roster(self.opened)
        other.players, other.seat, other._came = [*self.players], {**self.seat}, [*self._came]
        other._told = {**self._told}
        return other

    def tell_again(self, players: Collection[str]) -> None:
        """Take in that another telling of the sheet began with these players, in this order."""
        for seat, player in enumerate(players):
            self.seat.setdefault(player, seat)

    def begin(self, players: Sequence[str]) -> None:
        """Take in who began, as another telling says it that counts instead of the first."""
        for seat, player in enumerate(players):
            if self.seat[player] == seat:
                self.players[seat] = player

    def is_new(self, player: str) -> bool:
        """Return whether this id has no seat of its own yet; until it joins it may share one."""
        return player not in self.seat or self.players[self.seat[player]] != player

    def join(self, player: str, entry: str = "", *, told: bool = False,
             apart: Collection[str] = ()) -> None:
        """Seat a latecomer. One whom only a file had seated moves to the end once somebody who did
        not know that file seats them.

        entry: the id of the entry that says so.
        told: whether it is a file's.
        apart: the entries that its writer did not know.
        """
        self._came.append((entry, player))
        if self.is_new(player):
            self.seat[player] = len(self.players)
            self.players.append(player)
            if told:
                self._told[player] = entry
        elif not told and self._told.pop(player, None) in apart:
            self.players.remove(player)
            self.players.append(player)
            self.seat.update({each: seat for seat, each in enumerate(self.players)})

    def known_without(self, apart: Collection[str]) -> list[str]:
        """Return everybody whom the writer of an entry knew to be at the sheet, in the order of the
        seats as that writer knew it; apart: the entries that the writer did not know."""
        if not apart:
            return self.players
        return [*dict.fromkeys([*self.opened.players, *[
            player for entry, player in self._came if entry not in apart]])]
