"""Import of a file's part of the club's ledger of stars."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from scorepad.book.facts import Fact, StarsNoted, StarsOpened, TariffSet
from scorepad.book.record import BookRecord, EveningRecord, Stamp, StarNote
from scorepad.games.game import Place


class Step(NamedTuple):
    """Something the file says, compared with the book.

    place: where it stands in the file; fact: what to write, None where the book says the same;
    differs: whether the book contradicts it.
    """

    place: Place
    fact: Fact | None
    differs: bool = False
    stamp: Stamp | None = None


def club_steps(book: BookRecord, incoming: BookRecord, ids: Mapping[str, str]) -> Iterator[Step]:
    """Yield the opening balances and tariffs that are new or differ; ids: of players, by name."""
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
    """Yield the notes of stars of an evening; one that the book has taken back differs."""
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
