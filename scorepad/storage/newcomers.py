"""People whom another book adds and who may be known here: under the same name, or one that looks
like it."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from scorepad.book.facts import PlayerAdded, PlayerMerged, PlayerRenamed
from scorepad.book.look_alikes import LookAlike, look_alike
from scorepad.i18n.message import Message, say
from scorepad.storage.codec import read
from scorepad.storage.joining import ABOUT_PEOPLE, DATA, KIND
from scorepad.storage.links import Row


class Newcomer(NamedTuple):
    """Somebody whom another book adds. player, name: the id and the name there; known: the id of
    whoever it may be, called `called` here."""

    player: str
    name: str
    known: str
    called: str

    @property
    def question(self) -> Message:
        """The question whether both are one person."""
        if self.name == self.called:
            return say("{name} was added in both books: is this one person?", name=self.name)
        return LookAlike(self.name, self.called).question


def newcomers(ids: Mapping[str, str], new: Iterable[Row],
              theirs: Iterable[Row]) -> list[Newcomer]:
    """Return those newcomers who may be known here.

    ids: the people here, by name; new, theirs: the entries about people that come, and all that the
    other book has. Where it has both people already, they were asked about there.
    """
    names, merged = _named(new)
    there = _named(theirs)[0]
    found = []
    for player, name in names.items():
        called = name if name in ids else \
            alike.known if (alike := look_alike(name, ids)) else None
        if called is not None and player not in merged and ids[called] not in there:
            found.append(Newcomer(player, name, ids[called], called))
    return found


def _named(rows: Iterable[Row]) -> tuple[dict[str, str], set[str]]:
    """Return whom entries add, by id with the name that was given last, and who of them was merged
    into somebody else. Entries that cannot be read add nobody."""
    added: dict[str, str] = {}
    merged: set[str] = set()
    for row in rows:
        if row[KIND] not in ABOUT_PEOPLE:
            continue
        match read(row[KIND], row[DATA], {}):
            case PlayerAdded(player, name):
                added[player] = name
            case PlayerRenamed(player, name) if player in added:
                added[player] = name
            case PlayerMerged(player):
                merged.add(player)
    return added, merged
