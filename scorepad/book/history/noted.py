"""Words on the club and its evenings, said on two devices of which neither knew of the other's.

Two opening balances, two tariffs for one event, two corrections of one payment: the last in the
order holds until somebody decides. The same payment or Kasten noted on both: it counts once until
somebody says that both were meant. Either way it is asked, and an answer can be taken back.
"""

from collections import deque
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import NamedTuple

from scorepad.book import facts
from scorepad.book.facts import Entry
from scorepad.book.history.knowing import Answered, Apart, knew, last_known, levels, read_by
from scorepad.book.history.telling import is_from_a_file

Answer = facts.ClubChosen | facts.NotesChosen


class Asked(NamedTuple):
    """Something that was said apart, as long as nobody has decided.

    said: the entries that say it, in their order; counting: the ids of those that count until
    then; is_twice: whether they say the same, so that both can have been meant; answered: the
    answers so far, where two differ of which neither writer knew of the other's.
    """

    said: tuple[Entry, ...]
    counting: tuple[str, ...]
    is_twice: bool = False
    answered: tuple[Answered, ...] = ()


class Settled(NamedTuple):
    """The reading of what was said. holding: the entries that count, in their order; asked: what
    has to be decided."""

    holding: tuple[Entry, ...]
    asked: tuple[Asked, ...] = ()


def last_said(said: Sequence[Entry], answers: Sequence[Entry],
              content: Callable[[Entry], Hashable], *, first: bool = False) -> Settled:
    """Return what holds of one thing of which each new word replaces the one before.

    said: all that was said of it, in order; answers: the entries of answers; content: what tells
    two words apart; first: whether of two words the first holds until somebody decides, though the
    second was said by somebody who knew it. A file that says what was said before says nothing new.
    """
    if not any(entry.apart for entry in said):
        return Settled(tuple(said[-1:]))
    own = {content(entry) for entry in said if not is_from_a_file(entry)}
    words = [entry for entry in said
             if not (is_from_a_file(entry) and content(entry) in own)] or list(said)
    last = words if first else last_known(words)
    replaced = {content(entry) for entry in words if entry not in last}
    last = [entry for entry in last
            if not (is_from_a_file(entry) and content(entry) in replaced)] or last
    if len({content(entry) for entry in last}) < 2:
        return Settled((last[-1],))
    last, called = _told_once(last, content)
    if not first:  # people have the last word, before them the file that was read first
        last.sort(key=lambda entry: (-read_by(entry), repr(content(entry)))
                  if is_from_a_file(entry) else (1, ""))
    chosen, is_open, answered = _answer(last, [naming(answer, called) for answer in answers])
    holding = [entry for entry in last if entry.id in chosen][-1:] \
        or (last[:1] if first else last[-1:])
    asked = Asked(tuple(last), (holding[0].id,), answered=answered)
    return Settled(tuple(holding), (asked,) if is_open else ())


def _told_once(said: Sequence[Entry], content: Callable[[Entry], Hashable]
               ) -> tuple[list[Entry], Mapping[str, str]]:
    """Return what was said, where several files tell the same only by the one that was read first;
    and for each entry of a file the one that stands for it."""
    told: dict[Hashable, Entry] = {}
    for entry in sorted(filter(is_from_a_file, said), key=read_by):
        told.setdefault(content(entry), entry)
    called = {entry.id: told[content(entry)].id for entry in said if is_from_a_file(entry)}
    return [entry for entry in said if called.get(entry.id, entry.id) == entry.id], called


def noted_once(notes: Sequence[Entry], answers: Sequence[Entry],
               content: Callable[[Entry], Hashable],
               told: Mapping[str, Sequence[Entry]] = {}) -> Settled:
    """Return which notes count. Equal notes are one if written apart, several if one writer knew
    the other; equal ones stand each behind those that led to it.

    notes: those that hold, each once, in their order.
    answers, content: as for `last_said`.
    told: see `levels`; an answer may name any of these.
    """
    if not any(entry.apart for entry in notes):
        return Settled(tuple(notes))
    alike: dict[Hashable, list[Entry]] = {}
    for note in notes:
        alike.setdefault(content(note), []).append(note)
    level = {own: level for same in alike.values() for own, level in levels(same, told).items()}
    groups: dict[Hashable, list[Entry]] = {}
    for note in notes:
        groups.setdefault((content(note), level.get(note.id, note.id)), []).append(note)
    about: dict[str, list[Entry]] = {}
    called = {each.id: own for own, entries in told.items() for each in entries}
    for answer in answers:
        named = naming(answer, called)
        for own in dict.fromkeys(_fact(named).said):
            about.setdefault(own, []).append(named)
    counting, asked = set[str](), []
    for first, *others in groups.values():
        if not others:
            counting.add(first.id)
            continue
        chosen, is_open, answered = _answer([first, *others], about.get(first.id, ()))
        ids = [note.id for note in (first, *others) if note.id in chosen] \
            or [first.id, *_told_beside(first, others, told)]
        counting.update(ids)
        if is_open and (answered or len(ids) <= len(others)):
            asked.append(Asked((first, *others), tuple(ids), True, answered))
    known_first = {said: iter(_known_first(same, level)) for said, same in alike.items()}
    in_order = [next(known_first[content(note)]) for note in notes]
    return Settled(tuple([note for note in in_order if note.id in counting]), tuple(asked))


def _told_beside(note: Entry, others: Sequence[Entry],
                 told: Mapping[str, Sequence[Entry]]) -> list[str]:
    """Return the ids of those other notes that a file tells together with one: whoever wrote it had
    said that all of them count. told: see `levels`."""
    files = [each for each in told.get(note.id, (note,)) if is_from_a_file(each)]
    return [other.id for other in others if any(
        knew(each, here.id) or knew(here, each.id) for each in files
        for here in told.get(other.id, (other,)) if is_from_a_file(here))]


def _known_first(notes: Sequence[Entry], level: Mapping[str, int]) -> list[Entry]:
    """Return notes, each behind those that led to it: a file that lists them so tells nothing
    else. level: see `levels`."""
    highest = accumulate([level.get(note.id, -1) for note in notes], max)
    led_by = {note.id: level.get(note.id, most) for note, most in zip(notes, highest)}
    return sorted(notes, key=lambda note: led_by[note.id])


class Unread:
    """Players added by files that nobody who has added others had read yet, by those entries."""

    def __init__(self) -> None:
        self._apart: dict[int, deque[tuple[int, str]]] = {}  # by chain: heights, and who is there
        self._known_to_all: list[str] = []

    def add(self, entry: Entry) -> None:
        """Take in the next entry."""
        if isinstance(entry.apart, Apart):
            chain, height = entry.apart.at
            self._apart.setdefault(chain, deque()).append((height, entry.id))
        else:
            self._known_to_all.append(entry.id)

    def read_by(self, entry: Entry) -> list[str]:
        """Return the ids of those that the writer of an entry knew, and forget them."""
        read, self._known_to_all = self._known_to_all, []
        reach = entry.apart.reach if isinstance(entry.apart, Apart) else None
        for chain, waiting in self._apart.items():
            while waiting and (reach is None or waiting[0][0] <= reach.get(chain, -1)):
                read.append(waiting.popleft()[1])
        return read


def naming(answer: Entry, called: Mapping[str, str]) -> Entry:
    """Return an answer that names each entry as it is called by now."""
    fact = _fact(answer)
    said, counting = [tuple([called.get(own, own) for own in ids])
                      for ids in (fact.said, fact.counting)]
    return answer._replace(fact=replace(fact, said=said, counting=counting))


def _answer(said: Sequence[Entry], answers: Iterable[Entry]
            ) -> tuple[Collection[str], bool, tuple[Answered, ...]]:
    """Return the ids of the entries that count by the last answer about all of these; whether it is
    still open, because nobody has answered or two answers given apart differ; and these answers, if
    there are any."""
    ids = {entry.id for entry in said}
    given = [entry for entry in answers if ids <= {*_fact(entry).said}]
    if not given:
        return (), True, ()
    last = [Answered(entry.by, _fact(entry).counting, entry.here) for entry in last_known(given)]
    is_apart = len({frozenset(each.counting) for each in last}) > 1
    counting = _fact(given[-1]).counting
    return counting, is_apart or not counting, tuple(last) if is_apart else ()


def _fact(entry: Entry) -> Answer:
    assert isinstance(entry.fact, Answer)
    return entry.fact
