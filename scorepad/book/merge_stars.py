"""Import of what a file says of the club and of its ledger of stars."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from scorepad.book.facts import ClubNamed, Fact, StarsNoted, StarsOpened, TariffSet
from scorepad.book.record import BookRecord, EveningRecord, Stamp
from scorepad.games.game import Place


class Step(NamedTuple):
    """Something the file says, compared with the book.

    place: where it stands in the file; fact: what to write, None where the book says the same;
    differs: whether the book contradicts it; more: what to write with it.
    """

    place: Place
    fact: Fact | None
    differs: bool = False
    stamp: Stamp | None = None
    more: tuple[Fact, ...] = ()


def club_steps(book: BookRecord, incoming: BookRecord, ids: Mapping[str, str]) -> Iterator[Step]:
    """Yield the club's name, its opening balances and its tariffs where they are new or differ.

    ids: of players, by name.
    """
    if incoming.club not in ("", book.club):
        yield Step(("club", "name"), ClubNamed(incoming.club), bool(book.club))
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
    """Yield the notes of stars of an evening."""
    return steps_of("stars", evening, known, place, lambda note: StarsNoted(
        note.stamp.id, evening.id, ids[note.player], note.event, note.ziel, note.stars, note.note))


def steps_of(key: str, evening: EveningRecord, known: EveningRecord | None, place: Place,
             written: Callable[[Any], Fact]) -> Iterator[Step]:
    """Yield the notes under `key` of an evening; one that the book has taken back differs.

    written: makes the fact that writes one.
    """
    ours = {note.stamp.id: note for note in getattr(known, key, ())}
    taken_back = known.taken_back if known else ()
    for index, note in enumerate(getattr(evening, key)):
        mine = ours.get(note.stamp.id)
        says_the_same = mine is not None and mine[:-1] == note[:-1]
        yield Step((*place, key, index), None if says_the_same else written(note),
                   mine is not None or note.stamp.id in taken_back, note.stamp)
