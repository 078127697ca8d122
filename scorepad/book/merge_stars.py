"""What a file would add to the club's ledger of stars."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from scorepad.book.facts import Fact, StarsNoted, StarsOpened, TariffSet
from scorepad.book.record import BookRecord, EveningRecord, Stamp, StarNote
from scorepad.games.base import Place


class Step(NamedTuple):
    """Something the file says: the fact to write, where it stands, and whether the book says
    otherwise.

    fact: None where the book says the same.
    """

    place: Place
    fact: Fact | None
    differs: bool = False
    stamp: Stamp | None = None


def club_steps(book: BookRecord, incoming: BookRecord, ids: Mapping[str, str]) -> Iterator[Step]:
    """The beginning of the ledger and the tariffs; ids: of the players, by name."""
    opening, ours = incoming.opening, book.opening
    if opening is not None and opening != ours:
        yield Step(("club", "opening_stars"), StarsOpened(opening.date, {
            ids[name]: stars for name, stars in opening.balances.items()}), ours is not None)
    set_already = {line._replace(stars=None): line.stars for line in book.tariffs}
    for index, line in enumerate(incoming.tariffs):
        key = line._replace(stars=None)
        if key not in set_already or set_already[key] != line.stars:
            yield Step(("club", "tariffs", index),
                       TariffSet(line.event, line.valid_from, line.stars, line.ziel),
                       key in set_already)


def note_steps(evening: EveningRecord, known: EveningRecord | None, ids: Mapping[str, str],
               place: Place) -> Iterator[Step]:
    """What was noted on an evening; the book may have taken some of it back."""
    ours = {note.stamp.id: note for note in known.stars} if known else {}
    taken_back = known.taken_back if known else ()
    for index, note in enumerate(evening.stars):
        own = note.stamp.id
        mine = ours.get(own)
        where = (*place, "stars", index)
        if mine is not None and mine[:-1] == note[:-1]:
            yield Step(where, None)
        else:
            yield Step(where, _noted(note, evening.id, ids),
                       mine is not None or own in taken_back, note.stamp)


def _noted(note: StarNote, evening: str, ids: Mapping[str, str]) -> Fact:
    return StarsNoted(note.stamp.id, evening, ids[note.player], note.event, note.ziel, note.stars,
                      note.note)
