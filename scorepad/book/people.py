"""Who plays here: what everybody is called, who is one person after all, who has stopped."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from itertools import cycle
from typing import NamedTuple


class Colour(Enum):
    """A player's colour in charts and lists; which one exactly is the theme's."""

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
    """A player's sign, which tells him from others where colours do not."""

    CIRCLE = "circle"
    SQUARE = "square"
    TRIANGLE = "triangle"
    DIAMOND = "diamond"
    CROSS = "cross"
    PLUS = "plus"
    STAR = "star"


class Look(NamedTuple):
    """How a player is drawn."""

    colour: Colour
    marker: Marker


class PersonRecord(NamedTuple):
    """What is known of a player besides the name: whether he has stopped, how he is drawn if
    somebody has chosen that."""

    name: str
    retired: bool = False
    look: Look | None = None


@dataclass
class People:
    """Everybody in the book, by player id.

    names: what each id is called, two of them the same where they are one person; into: who
    turned out to be whom; retired: who is not offered any more; looks: those that were chosen.
    """

    names: dict[str, str] = field(default_factory=dict)
    into: dict[str, str] = field(default_factory=dict)
    retired: set[str] = field(default_factory=set)
    looks: dict[str, Look] = field(default_factory=dict)
    _own: dict[str, str] = field(default_factory=dict)

    def call(self, player: str, name: str) -> None:
        """A player is called so from now on, and all who are the same person."""
        self._own[player] = self.names[player] = name
        if self.into:
            self._settle_names()

    def merge(self, player: str, into: str) -> None:
        """`player` is the person who is known as `into`; nobody becomes his own spelling."""
        known = into
        while known != player and known in self.into:
            known = self.into[known]
        if known != player:
            self.into[player] = into
        self._settle_names()

    def part(self, player: str) -> None:
        """`player` is a person of his own after all."""
        self.into.pop(player, None)
        self._settle_names()

    def delete(self, player: str) -> None:
        """Nobody of that id plays here."""
        for known in (self.names, self._own, self.into, self.looks):
            known.pop(player, None)
        self.retired.discard(player)

    def spelt(self, player: str) -> str:
        """How a player himself was written, whoever he turned out to be."""
        return self._own[player]

    def person(self, player: str) -> str:
        """The id that stands for the person whom `player` is."""
        while player in self.into:
            player = self.into[player]
        return player

    @property
    def persons(self) -> dict[str, str]:
        """Everybody's name by id, each person once, in the order they came."""
        return {player: name for player, name in self.names.items() if player not in self.into}

    @property
    def ids(self) -> dict[str, str]:
        """The id of everybody by name."""
        return {name: player for player, name in self.persons.items()}

    @property
    def spellings(self) -> dict[str, str]:
        """What somebody is called who was once written otherwise, by that spelling."""
        taken = self.ids
        return {name: self.names[player] for player in self.into
                if (name := self._own[player]) not in taken}

    def look_of_all(self) -> dict[str, Look]:
        """How everybody is drawn, by name: as was chosen, or else by the order they came, so that
        nobody looks otherwise because two others turned out to be one."""
        usual = zip(cycle(Colour), cycle(Marker))
        return {name: self.looks.get(player, Look(*drawn))
                for (player, name), drawn in zip(self.names.items(), usual)
                if player not in self.into}

    def records(self) -> tuple[PersonRecord, ...]:
        """What is known of those of whom more than the name is known."""
        return tuple([PersonRecord(name, player in self.retired, self.looks.get(player))
                      for player, name in self.persons.items()
                      if player in self.retired or player in self.looks])

    def _settle_names(self) -> None:
        for player in self.names:
            self.names[player] = self._own[self.person(player)]


def sum_by_name(amounts: Iterable[tuple[str, int]]) -> Mapping[str, int]:
    """What everybody has altogether, by name: two ids may be one person."""
    total: dict[str, int] = {}
    for name, amount in amounts:
        total[name] = total.get(name, 0) + amount
    return total
