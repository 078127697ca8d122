"""Import of people: who in a file is who in the book.

A person is recognised by the ids that an export carries, of all the spellings that turned out to
be this person, whatever the name is by now. Spellings that are new here come in. Where a file names
none, it is the name that counts, or the spelling, and who is new gets an id made from the
name, the same one everywhere. Somebody with an unknown id is another person, even if the name is
known: with a number behind it, as where two books meet. Only if both sit at one seat of one sheet
in the file and in the book are they the same; such books have exchanged files without those ids.
"""

from collections.abc import Container, Iterator, Mapping, Sequence
from copy import deepcopy
from itertools import count
from typing import NamedTuple

from scorepad.book.facts import PlayerAdded, PlayerMerged
from scorepad.book.merge_club import as_known
from scorepad.book.merge_ids import made
from scorepad.book.people import People
from scorepad.book.record import BookRecord


class Namesake(NamedTuple):
    """Somebody whose name in a file belongs to another person in the book, and the name that he
    gets."""

    name: str
    here: str


class Guests(NamedTuple):
    """A file with everybody called as in the book.

    ids: the id of each person by name; added: who is new; known: how many are not; namesakes: new
    ones whose names are taken; spelt: what makes other spellings known.
    """

    file: BookRecord
    ids: Mapping[str, str]
    added: tuple[PlayerAdded, ...]
    known: int
    namesakes: tuple[Namesake, ...]
    spelt: tuple[PlayerAdded | PlayerMerged, ...] = ()


def received(file: BookRecord, book: BookRecord, people: People,
             deleted: Container[str], same: Mapping[str, str]) -> Guests:
    """Return who in a file is who.

    deleted: the ids of players who were deleted here; they come back only if they play; same: whom
    in the book somebody has said that names of the file mean.
    """
    own = {person.name: person.ids for person in file.people}
    seated, needed, after = _seated(file, book), _needed(file), deepcopy(people)
    calls, added = dict[str, str](), list[PlayerAdded]()
    for name in file.players:
        player = people.ids[same[name]] if name in same else \
            _recognised(name, own.get(name, ()), people, name in seated)
        if player is None:
            player = next(iter(own.get(name, ())), made("player", name))
            if player in deleted and name not in needed:
                continue
            added.append(PlayerAdded(player, name))
            after.call(player, name)
        calls[name] = after.names[player]
    called = as_known(file, calls, _at_seats(file, book, people, own))
    # Two names that are one person here, and sit at one table there, are two people after all.
    for name in sorted(_needed(called) - after.ids.keys()):
        fresh = next(made("player", name, number) for number in count(1)
                     if made("player", name, number) not in after.names)
        added.append(PlayerAdded(fresh, name))
        after.call(fresh, name)
    new = {fact.player for fact in added}
    here = {after.ids[name] for name in called.players if name in after.ids}
    return Guests(called, after.ids, tuple(added), len(here - new), tuple(_namesakes(added, after)),
                  tuple(_spelt(file, calls, after, deleted)))


def _recognised(name: str, own: Sequence[str], people: People, is_seated: bool) -> str | None:
    """Return the id under which the book knows somebody of a file, None if it does not."""
    if known := next((player for player in own if player in people.names), None):
        return known
    if own and not is_seated:
        return None
    here = name if name in people.ids else people.spellings.get(name)
    if here is not None:
        return people.ids[here]
    player = made("player", name)
    return player if player in people.names else None


def _seated(file: BookRecord, book: BookRecord) -> set[str]:
    """Return the names that sit at one seat of one sheet in the file and in the book."""
    ours = {sheet.id: sheet for evening in book.evenings for sheet in evening.sheets}
    return {theirs for evening in file.evenings for sheet in evening.sheets if sheet.id in ours
            for theirs, mine in zip(sheet.names[:len(sheet.first_seats)], ours[sheet.id].names)
            if theirs == mine}


def _at_seats(file: BookRecord, book: BookRecord, people: People,
              own: Mapping[str, Sequence[str]]) -> dict[tuple[str, str], str]:
    """Return what somebody of a file is called at a sheet that the book has, by the sheet and the
    name in the file, where he sits there under a spelling that is another person here."""
    ours = {sheet.id: sheet for evening in book.evenings for sheet in evening.sheets}
    return {(sheet.id, theirs): mine for evening in file.evenings for sheet in evening.sheets
            if sheet.id in ours for theirs, mine in zip(sheet.names, ours[sheet.id].names)
            if people.ids.get(mine, "") in map(people.person, own.get(theirs, ()))}


def _spelt(file: BookRecord, calls: Mapping[str, str], people: People,
           deleted: Container[str]) -> Iterator[PlayerAdded | PlayerMerged]:
    """Yield the facts that make spellings of a file known that the book does not have."""
    for person in file.people:
        for name, own in person.spellings if person.name in calls else ():
            if own not in people.names and own not in deleted:
                yield PlayerAdded(own, name)
                yield PlayerMerged(own, people.ids[calls[person.name]])


def _needed(book: BookRecord) -> frozenset[str]:
    """Return who plays, or has stars."""
    return book.playing | (book.opening.balances.keys() if book.opening else set())


def _namesakes(added: list[PlayerAdded], people: People) -> Iterator[Namesake]:
    for fact in added:
        if people.names[fact.player] != fact.name:
            yield Namesake(fact.name, people.names[fact.player])
