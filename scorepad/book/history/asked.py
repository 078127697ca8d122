"""Things besides hands that were said on two devices, neither of which knew of the other's word.

Two opening balances, two tariffs for one event, two corrections of one payment: the last in the
order holds until somebody decides. The same payment or Kasten noted on both: it counts once until
somebody says that both were meant. Either way it is asked, and an answer can be taken back.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from typing import NamedTuple

from scorepad.book.facts import ClubChosen, Entry, NotesChosen
from scorepad.book.history.telling import is_from_a_file

Answer = ClubChosen | NotesChosen


class Asked(NamedTuple):
    """Something that was said apart, as long as nobody has decided.

    said: the entries that say it, in their order; counting: the ids of those that count until
    then; is_twice: whether they say the same, so that both can have been meant.
    """

    said: tuple[Entry, ...]
    counting: tuple[str, ...]
    is_twice: bool = False


class Settled(NamedTuple):
    """The reading of what was said. holding: the entries that count, in their order; asked: what
    has to be decided."""

    holding: tuple[Entry, ...]
    asked: tuple[Asked, ...] = ()


def last_known(entries: Sequence[Entry]) -> list[Entry]:
    """Return those entries, given in their order, that the writer of no later one knew."""
    return [entry for place, entry in enumerate(entries)
            if all(entry.id in later.apart for later in entries[place + 1:])]


def last_said(said: Sequence[Entry], answers: Sequence[Entry],
              content: Callable[[Entry], Hashable]) -> Settled:
    """Return what holds of one thing of which each new word replaces the one before.

    said: all that was said of it, in order; answers: the entries of answers; content: what tells
    two words apart. A file that says what was said before says nothing new.
    """
    if not any(entry.apart for entry in said):
        return Settled(tuple(said[-1:]))
    own = {content(entry) for entry in said if not is_from_a_file(entry)}
    words = [entry for entry in said
             if not (is_from_a_file(entry) and content(entry) in own)] or list(said)
    last = last_known(words)
    if len({content(entry) for entry in last}) < 2:
        return Settled((last[-1],))
    chosen, is_open = _answer(last, answers)
    holding = [entry for entry in last if entry.id in chosen][-1:] or last[-1:]
    return Settled(tuple(holding), (Asked(tuple(last), (holding[0].id,)),) if is_open else ())


def noted_once(notes: Sequence[Entry], answers: Sequence[Entry],
               content: Callable[[Entry], Hashable]) -> Settled:
    """Return which notes count, of which several may say the same because it happened twice, or
    because two have noted it apart. notes: those that hold, each once, in their order."""
    if not any(entry.apart for entry in notes):
        return Settled(tuple(notes))
    groups: list[list[Entry]] = []
    for note in notes:
        group = next((group for group in groups if content(group[0]) == content(note)
                      and all(other.id in note.apart for other in group)), None)
        if group is None:
            groups.append([note])
        else:
            group.append(note)
    counting, asked = set[str](), []
    for group in groups:
        chosen, is_open = _answer(group, answers)
        ids = [note.id for note in group if note.id in chosen] or [group[0].id]
        counting.update(ids)
        if len(group) > 1 and is_open:
            asked.append(Asked(tuple(group), tuple(ids), is_twice=True))
    return Settled(tuple([note for note in notes if note.id in counting]), tuple(asked))


def _answer(said: Sequence[Entry], answers: Iterable[Entry]) -> tuple[Collection[str], bool]:
    """Return the ids of the entries that count by the last answer about all of these, and whether
    it is still open: nobody has answered, or two have answered otherwise apart."""
    ids = {entry.id for entry in said}
    given = [entry for entry in answers if ids <= {*_fact(entry).said}]
    if not given:
        return (), True
    last = last_known(given)
    counting = {frozenset(_fact(entry).counting) for entry in last}
    return _fact(given[-1]).counting, len(counting) > 1 or not _fact(given[-1]).counting


def _fact(entry: Entry) -> Answer:
    assert isinstance(entry.fact, Answer)
    return entry.fact
