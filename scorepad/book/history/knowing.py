"""The knowledge of writers: which entries of a part were written apart, each without the other.

Whoever was told of a hand by a file knows it, and not what its writer knew.
"""

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise, takewhile
from math import inf
from operator import itemgetter, or_
from typing import NamedTuple

from scorepad.book import facts
from scorepad.book.facts import Entry
from scorepad.book.history.causality import Causality, Knowing, Readers, is_of_a_file

SAID_OF_THE_SHEET = (facts.DealerNamed, facts.SeatsTaken, facts.RulesChanged, facts.MatchEnded,
                     facts.MatchResumed, facts.AbsprachenChanged)
"""The facts that are said of a sheet besides its hands."""

_HAND, _CLOSED = facts.HandRecorded.__name__, facts.EveningClosed.__name__
_GOES_ON = {_HAND, facts.EveningReopened.__name__}


class Answered(NamedTuple):
    """An answer to a question about what was written apart: who gave it, the ids of what counts by
    it, in their order, and whether it was given on this device."""

    by: str
    counting: tuple[str, ...]
    here: bool


class Apart(Collection[str]):
    """The ids of the entries that were written apart from an entry.

    tellings: for a hand told more than once, the places of all its entries, the one with its words
    first: whoever knows any of them knows the hand, and its writer knew what the first of them
    knew; by each of these entries.
    told: the entries of which the writer was told otherwise.
    among: the only entries that matter, None if all do.
    """

    def __init__(self, causality: Causality, own: str, tellings: Mapping[str, Sequence[int]],
                 among: Collection[str] | None = None) -> None:
        self.causality, self._own = causality, causality.place[own]
        self._mine = tellings.get(own, (self._own,))
        self._tellings, self._among = tellings, among
        self.told: frozenset[str] = frozenset()

    def without(self, told: Iterable[str]) -> "Apart":
        """Return the same without entries of which the writer was told."""
        apart = Apart(self.causality, self.causality.ids[self._own], self._tellings, self._among)
        apart.told = self.told.union(told)
        return apart

    def __contains__(self, other: object) -> bool:
        causality, me = self.causality, self._own
        place = causality.place.get(other)  # type: ignore[call-overload]
        if place is None or other in self.told \
                or self._among is not None and other not in self._among:
            return False
        theirs = self._tellings.get(other)  # type: ignore[call-overload]
        begin, end = causality.stretch(me)
        if theirs is None and len(self._mine) == 1:  # as most are: long sheets open a tenth sooner
            return begin <= place < me and not causality.knows(me, place) \
                or me < place < end and not causality.knows(place, me)
        theirs = theirs or (place,)
        if me in theirs or not begin <= theirs[0] < end:
            return False
        return not (any(causality.knows(me, each) for each in theirs)
                    or any(causality.knows(theirs[0], each) for each in self._mine))

    def __iter__(self) -> Iterator[str]:
        begin, end = self.causality.stretch(self._own)
        return (own for own in self.causality.ids[begin:end] if own in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return self._is_any

    @cached_property
    def _is_any(self) -> bool:
        return next(iter(self), None) is not None

    def as_known(self, hands: Sequence[str], entries: Mapping[str, str]) -> Sequence[str]:
        """Return hands in the order in which the writer knew them, some of them perhaps only by
        another telling; entries: those that tell them, by hand."""
        causality, me = self.causality, self._own
        places = {hand: causality.place.get(entries[hand], len(causality.ids)) for hand in hands}
        if len(causality.ids) in places.values():
            return hands  # one of them is newer than all that is known of who knew what
        known = {hand: next((place for place in (at, *self._tellings.get(entries[hand], ()))
                             if causality.knows(me, place)), at) for hand, at in places.items()}
        if known == places and not any(is_of_a_file(entries[hand]) for hand in hands):
            return hands
        return sorted(hands, key=lambda hand: self._stood_at(known[hand]))

    def _stood_at(self, place: int) -> tuple[int, bool, int]:
        """Return what sorts entries as they stood for the writer: what a file says stood behind the
        hands that it tells again, though before whoever had read it."""
        own = self.causality.ids[place]
        later = self._again.by(Apart(self.causality, own, {})) if is_of_a_file(own) else 0
        if later < place:
            return place, False, place
        reader = self._readers.first(place) or inf
        return (later, True, place) if later < reader else (int(reader), False, place)

    @cached_property
    def _again(self) -> "_Known":
        """The places of the hands that files told again to the writer."""
        causality, again = self.causality, dict[int, int]()
        for own, group in self._tellings.items():
            if causality.place[own] == group[0]:  # each group once
                known = [place for place in group if causality.knows(self._own, place)]
                again |= dict.fromkeys(known[1:], *known[:1])
        found = _Known(max)
        for place in sorted(again):
            found.add(Apart(causality, causality.ids[place], {}), again[place])
        return found

    def told_at(self, entries: Mapping[str, str]) -> dict[int, str]:
        """Return the places of all entries that tell some hands, with the hand; entries: one that
        tells it, by hand."""
        place_of = self.causality.place
        return {place: hand for hand, entry in entries.items() if entry in place_of
                for place in self._tellings.get(entry, (place_of[entry],))}

    def read_last(self, told_at: Mapping[int, str]) -> str | None:
        """Return the hand that stands before this one in the file which tells it, None if it is one
        that everybody knew, or there is none; told_at: what `told_at` returns."""
        return self._before(self._own, told_at)

    def _before(self, telling: int, told_at: Mapping[int, str]) -> str | None:
        knows = self.causality.knows
        return next((told_at[place] for place in range(telling - 1, -1, -1)
                     if place in told_at and knows(telling, place)), None)

    def read_of(self, entries: Mapping[str, str], told_at: Mapping[int, str]) -> dict[str, str]:
        """Return, for those hands that the writer knew by files alone, the hand that stands before
        it in the first of these; entries, told_at: as `told_at` takes and returns them."""
        causality, me = self.causality, self._own
        before = dict[str, str]()
        for hand, entry in entries.items():
            own = causality.place.get(entry)  # None: newer than all that is known of who knew what
            told = [place for place in self._tellings.get(entry, ()) if causality.knows(me, place)]
            if own is not None and told and not causality.knows(me, own) \
                    and (earlier := self._before(min(told), told_at)):
                before[hand] = earlier
        return before

    @property
    def is_told(self) -> bool:
        """True if files tell hands of the part again, so that somebody may know a hand and not what
        its writer knew."""
        return bool(self._tellings or self.told)

    def goes_on_from(self, other: "Apart") -> bool:
        """Return whether the writer of this entry knew another of its chain, what the writer of
        that knew, and of other chains nothing else."""
        return self.causality.is_same_reach(self._own, other.place)

    @property
    def words(self) -> str:
        """The id of the entry whose words a hand has, its own if it tells none."""
        return self.causality.ids[self._mine[0]]

    def read_at(self, telling: str) -> tuple[float, int]:
        """Return what sorts entries that tell one hand in the order in which the writer of this one
        read them: first those from which that writer, or one known to them, has gone on."""
        place = self.causality.place[telling]
        return self._readers.first(place) or inf, place

    @cached_property
    def _readers(self) -> Readers:
        return self.causality.readers.known_to(self._own)

    @property
    def own(self) -> str:
        """The id of the entry itself."""
        return self.causality.ids[self._own]

    @property
    def place(self) -> int:
        """The place of the entry in its part."""
        return self._own

    @property
    def at(self) -> tuple[int, int]:
        """The chain that the entry belongs to, and its height there."""
        return self.causality.chain_of(self._own)

    @property
    def reach(self) -> Mapping[int, int]:
        """The height up to which its writer knew each chain."""
        return self.causality.reach_of(self._own)


def levels(notes: Sequence[Entry],
           told: Mapping[str, Sequence[Entry]] = {}) -> dict[str, int]:
    """Return how many of these notes, each known to the writer of the next, led to each; those of
    one level were all written apart. Whoever is apart from nothing has no level. told: the entries
    that tell a note, it among them, for those that are told more than once; whoever knows one of
    them knows the note."""
    tellings = sorted([(each.apart, each.id, note.id) for note in notes
                       if isinstance(note.apart, Apart) for each in told.get(note.id, (note,))
                       if isinstance(each.apart, Apart)], key=lambda told: told[0].place)
    noted_by = _noted_by(tellings)
    found: dict[str, int] = {}
    for _ in range(2):  # a file's telling may stand before the entry that it tells again
        before = _Known(max)
        for apart, own, note in tellings:
            level = before.by(apart)
            if noted_by[note] == own:
                found[note] = max(level, found.get(note, 0))
            before.add(apart, found.get(note, level) + 1)
    return found


def _noted_by(tellings: Sequence[tuple[Apart, str, str]]) -> Mapping[str, str]:
    """Return which entry made each note: a person's, or else the file's that fits the order best,
    the one in which each is told first. It fits best behind the most of the notes before it, and
    behind the fewest of those after it."""
    number: dict[str, int] = {}
    for _, _, note in tellings:
        number.setdefault(note, len(number))
    before, found = _Known(or_), dict[str, tuple[tuple[bool, int, int], str]]()
    for apart, own, note in tellings:
        known = before.by(apart)
        earlier = (known & (1 << number[note]) - 1).bit_count()
        rank = not is_of_a_file(own), earlier, -known.bit_count()
        if note not in found or rank > found[note][0]:
            found[note] = rank, own
        before.add(apart, 1 << number[note])
    return {note: own for note, (_, own) in found.items()}


class _Known:
    """A figure for what the writer of an entry knew, which only grows; join: puts two of what is
    known into one, 0 standing for nothing."""

    def __init__(self, join: Callable[[int, int], int]) -> None:
        self._join = join
        self._chains: dict[int, tuple[list[int], list[int]]] = {}  # heights, what is known there

    def by(self, entry: Apart) -> int:
        """Return what the writer of an entry knew."""
        known, reach = 0, entry.reach
        for chain in self._chains.keys() & reach.keys():
            heights, there = self._chains[chain]
            if place := bisect_right(heights, reach[chain]):
                known = self._join(known, there[place - 1])
        return known

    def add(self, entry: Apart, known: int) -> None:
        """Take in what is known to whoever knows an entry, the next in the order."""
        chain, height = entry.at
        heights, there = self._chains.setdefault(chain, ([], []))
        heights.append(height)
        there.append(self._join(known, there[-1] if there else 0))


class Reach:
    """The entries that the writers of some knew, one or the other."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._heights: dict[int, int] = {}
        self._told = set[str]()
        for entry in entries:
            if isinstance(entry.apart, Apart):
                self._told |= entry.apart.told
                for chain, height in entry.apart.reach.items():
                    self._heights[chain] = max(height, self._heights.get(chain, -1))

    def __contains__(self, entry: Entry) -> bool:
        assert isinstance(entry.apart, Apart)
        chain, height = entry.apart.at
        return height <= self._heights.get(chain, -1) or entry.id in self._told


def last_known(entries: Sequence[Entry]) -> list[Entry]:
    """Return those entries, given in their order, that the writer of no later one knew."""
    known, last = Reach(entries), list[Entry]()
    for entry in reversed(entries):
        if not isinstance(entry.apart, Apart):  # its writer knew all before it
            return last[::-1] or [entry]
        if entry not in known:
            last.append(entry)
    return last[::-1]


def knew(entry: Entry, other: str) -> bool:
    """Return whether the writer of an entry knew an earlier one itself, whatever that tells."""
    if not isinstance(entry.apart, Apart):
        return other not in entry.apart
    causality, me = entry.apart.causality, entry.apart.place
    return (place := causality.place.get(other)) is None or causality.knows(me, place)


def right_before(entry: Entry, last: str) -> str:
    """Return the id of the last entry that the writer of one knew; last: the last one before it."""
    if not isinstance(entry.apart, Apart):
        return last
    return entry.apart.causality.parent_of(entry.apart.place)


def read_by(entry: Entry) -> float:
    """Return the place of the first who knew an entry and has said something, infinite if nobody
    has."""
    return entry.apart.causality.readers.first(entry.apart.place) or inf \
        if isinstance(entry.apart, Apart) else 0


def follows(own: str, entry: Entry) -> bool:
    """Return whether another entry, given by its id, was written by somebody who knew this one;
    False where that is not known, because nothing near it was written apart."""
    if not isinstance(entry.apart, Apart):
        return False
    causality = entry.apart.causality
    return (place := causality.place.get(own)) is None or causality.knows(place, entry.apart.place)


def apart_in(part: Iterable[Knowing], hands: Mapping[str, str]) -> dict[str, Apart]:
    """Return what `Entry.apart` holds, for those entries of a part by their ids that may have any.

    hands: the hand of each entry that writes one. A hand that is told more than once has the words
    of the entry that has its id, with which it was written, or else of the one that was read first
    by somebody who has gone on. The end of an evening is only apart from what goes on.
    """
    links = sorted(part, key=itemgetter(0, 1))
    if not any(one.clock == other.clock for one, other in pairwise(links)):
        return {}  # everybody knew all before
    causality = Causality(links)
    groups = _tellings(causality, hands)
    going_on = {link.id for link in links if link.kind in _GOES_ON}
    return {link.id: Apart(causality, link.id, groups, going_on if link.kind == _CLOSED else None)
            for number, link in enumerate(links)
            if causality.stretch(number) != (number, number + 1)}


def _tellings(causality: Causality, hands: Mapping[str, str],
              known_to: int | None = None) -> Mapping[str, Sequence[int]]:
    """Return what `Apart` takes as tellings; hands: the hand of each entry that writes one;
    known_to: the place of the entry as whose writer knew them, None for what is known here."""
    told: dict[str, list[int]] = {}
    for place in sorted(causality.place[own] for own in hands if own in causality.place):
        told.setdefault(hands[causality.ids[place]], []).append(place)
    groups: dict[str, tuple[int, ...]] = {}
    several = {hand: places for hand, places in told.items() if len(places) > 1}
    if not several:
        return {}
    readers = causality.readers if known_to is None else causality.readers.known_to(known_to)
    for hand, places in several.items():
        at_home = causality.place.get(hand, -1)
        first = at_home if at_home in places else min(
            places, key=lambda place: (readers.first(place) or inf, place))
        group = (first, *[place for place in places if place != first])
        groups |= dict.fromkeys([causality.ids[place] for place in places], group)
    return groups


def known_to(entry: Entry, steps: Sequence[Entry]) -> list[Entry]:
    """Return those of the steps of a sheet that the writer of an entry knew, and the entry; each is
    apart from what it was apart from for that writer, who knew no other tellings of a hand."""
    known = [*[step for step in takewhile(lambda step: step.id != entry.id, steps)
               if knew(entry, step.id)], entry]
    causality = next((step.apart.causality for step in known
                      if isinstance(step.apart, Apart)), None)
    if causality is None:
        return known
    tellings = _tellings(causality, {step.id: step.fact.id for step in known if isinstance(
        step.fact, facts.HandRecorded)}, causality.place.get(entry.id))
    return [step._replace(apart=Apart(causality, step.id, tellings))
            if isinstance(step.apart, Apart) else step for step in known]
