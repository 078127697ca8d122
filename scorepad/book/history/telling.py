"""Tellings: what stands in a book more than once because it came in a file as well.

A file is taken in as a device would have written it that knew nothing else. So an evening that was
written here and is in the file as well has each hand in two entries under one id: both are kept,
and the hand counts once. Its words are those of the entry with which it was written, or else of the
first one that tells it. What another one says again, that was ever said of the hand, is no word of
its own; what it says otherwise is also said. Whoever takes one telling back takes back the hand.
The same goes for a person, an evening, a sheet, who came to it, and what was said for its next hand
or its end.
"""

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from operator import itemgetter
from typing import NamedTuple

from scorepad.book import facts
from scorepad.book.facts import Entry, Fact
from scorepad.book.history.causality import Readers, is_of_a_file
from scorepad.book.history.knowing import SAID_OF_THE_SHEET, Apart, Reach, knew, last_known


class Tellings(NamedTuple):
    """The steps of a sheet, each hand told once. steps: in an order in which whatever a writer knew
    comes before; others: the other entries that tell a hand, by its id."""

    steps: Sequence[Entry]
    others: Mapping[str, Sequence[Entry]] = {}

    @property
    def entries(self) -> Mapping[str, Entry]:
        """The other entries by their own ids."""
        return {entry.id: entry for told in self.others.values() for entry in told}


def told_once(steps: Sequence[Entry]) -> Tellings:
    """Return the steps of a sheet with each hand told once; what takes back one of its tellings
    takes back the hand."""
    told: dict[str, list[Entry]] = {}
    for entry in steps:
        if type(entry.fact) is facts.HandRecorded:
            told.setdefault(entry.fact.id, []).append(entry)
    several = {hand: entries for hand, entries in told.items() if len(entries) > 1}
    if not several:
        return Tellings(steps)
    words = {hand: next((entry for entry in entries if entry.id == (
        entry.apart.words if isinstance(entry.apart, Apart) else hand)), entries[0])
        for hand, entries in several.items()}
    others = {hand: tuple([entry for entry in entries if entry is not words[hand]])
              for hand, entries in several.items()}
    called = {entry.id: words[hand].id for hand, entries in others.items() for entry in entries}
    once = [_about(entry, called) for entry in steps if entry.id not in called]
    heard = _heard(once, others)
    once = [entry._replace(apart=entry.apart.without(heard[entry.id]))
            if entry.id in heard and isinstance(entry.apart, Apart) else entry for entry in once]
    return Tellings(_in_order(once, others, words, heard), others)


def _heard(steps: Sequence[Entry],
           others: Mapping[str, Sequence[Entry]]) -> Mapping[str, Collection[str]]:
    """Return, for each entry, what its writer knew only through a file: the words by which a hand
    became as the file tells it, and what was said for that hand before. If two would know each
    other, neither does."""
    heard: dict[str, dict[str, None]] = {}
    for own, known in (*_of_told(steps, others), *_made_for_told(steps, others)):
        heard.setdefault(own, {})[known] = None
    return {own: [each for each in known if own not in heard.get(each, ())]
            for own, known in heard.items()}


def _of_told(steps: Sequence[Entry],
             others: Mapping[str, Sequence[Entry]]) -> Iterator[tuple[str, str]]:
    """Yield pairs of ids: an entry by somebody who read a hand in a file, and an entry that made
    the hand what the file says, and that its reader knew by the file alone.

    If the hand was only written and corrected, each time by somebody who knew all before, it is
    certain when it was so first. Of anything else nobody has heard, and it may be asked in vain.
    Nor has whoever voids the hand or takes something back: that says nothing of what was read.
    """
    about = _about_each(steps, others)
    for hand, told in others.items():
        on_it = {entry.id for entry in about[hand]}
        for telling in told:
            so_far = _until_told(_in_a_row(about[hand], telling), telling)
            for entry in steps if len(so_far) > 1 else ():
                if entry.apart and not is_from_a_file(entry) and knew(entry, telling.id) \
                        and (entry.id not in on_it or isinstance(
                            entry.fact, facts.HandAmended | facts.WordChosen)):
                    yield from [(entry.id, each.id) for each in so_far if each.id in entry.apart]


def _about_each(steps: Sequence[Entry], hands: Iterable[str]) -> Mapping[str, Sequence[Entry]]:
    """Return all that was said of each of some hands."""
    about: dict[str, list[Entry]] = {hand: [] for hand in hands}
    hand_of = dict[str, str]()
    for entry in steps:
        match entry.fact:
            case facts.Undone(entry=step) | facts.Redone(entry=step):
                hand = hand_of.get(step, "")
            case facts.HandRecorded(id=hand) | facts.HandAmended(id=hand) \
                    | facts.HandVoided(id=hand) | facts.HandRestored(id=hand) \
                    | facts.WordChosen(id=hand):
                pass
            case _:
                continue
        hand_of[entry.id] = hand
        if hand in about:
            about[hand].append(entry)
    return about


def _in_a_row(about: Sequence[Entry], telling: Entry) -> list[Entry]:
    """Return what was said of a hand by those who had not read a file that tells it, as long as
    each knew what was said before, and nobody has voided it or chosen among words."""
    said: list[Entry] = []
    for entry in about:
        if knew(entry, telling.id):
            continue
        if isinstance(entry.fact, facts.HandVoided | facts.HandRestored | facts.WordChosen) \
                or len(said) == MANY or any(each.id in entry.apart for each in said):
            break
        said.append(entry)
    return said


def _until_told(said: Sequence[Entry], telling: Entry) -> Sequence[Entry]:
    """Return what was said of a hand until it was for the first time as a file tells it, and what
    was said and taken back since, by which nothing has changed."""
    until = [said[:place] for place in range(1, len(said) + 1)]
    first = next((_not_undone(each) for each in until
                  if state_of(each) == state_of([telling])), None)
    return max([each for each in until if _not_undone(each) == first], key=len, default=())


def _not_undone(said: Sequence[Entry]) -> list[str]:
    """Return the ids of those of some words that were not taken back in the end."""
    undone = _undone(said)
    return [entry.id for entry in said if entry.id not in undone
            and not isinstance(entry.fact, facts.Undone | facts.Redone)]


def _made_for_told(steps: Sequence[Entry],
                   others: Mapping[str, Sequence[Entry]]) -> Iterator[tuple[str, str]]:
    """Yield each entry whose writer has read of a hand in a file, with what was said for that hand
    before and the writer did not know, both by their ids."""
    for place, choice in enumerate(steps):
        if isinstance(choice.fact, SAID_OF_THE_SHEET) and choice.apart:
            hand = next((each.fact.id for each in steps[place + 1:]  # that it was made for
                         if type(each.fact) is facts.HandRecorded and each.fact.id in others
                         and choice.id not in each.apart and not any(
                             knew(choice, telling.id) for telling in others[each.fact.id])), "")
            yield from [(entry.id, choice.id) for entry in steps if choice.id in entry.apart
                        and any(knew(entry, telling.id) for telling in others.get(hand, ()))]


MANY = 40
"""More than is said of one hand at a table. Of so much it is not asked for each word what held for
its writer: that grows with the third power, and a book of somebody hostile would not open."""

State = tuple[object, str, bool]
"""A hand, its note, and whether it does not count."""


def state_of(said: Sequence[Entry], states: Mapping[str, State] = {}) -> State:
    """Return how a hand is after what was said of it; states: how it was for those whose word was
    chosen, by their entries."""
    undone = _undone(said)
    hand: object = None
    note, is_voided = "", False
    for entry in said:
        match entry.fact if entry.id not in undone else None:
            case facts.HandRecorded() as fact:
                hand, note, is_voided = fact.hand, fact.note, fact.voided
            case facts.HandAmended() as fact:
                hand, note = fact.hand, fact.note
            case facts.HandVoided() | facts.HandRestored() as fact:
                is_voided = isinstance(fact, facts.HandVoided)
            case facts.WordChosen(word=word) if word in states:
                hand, note, is_voided = states[word]
    return hand, note, is_voided


def _undone(said: Sequence[Entry]) -> Collection[str]:
    """Return the ids of what was taken back in the end."""
    undone = set[str]()
    for entry in said:
        match entry.fact:
            case facts.Undone(entry=step):
                undone.add(step)
            case facts.Redone(entry=step):
                undone.discard(step)
    return undone


def _about(entry: Entry, called: Mapping[str, str]) -> Entry:
    """Return an entry that takes back, or brings back, the telling of a hand whose words count."""
    match entry.fact:
        case facts.Undone(entry=step) | facts.Redone(entry=step) if step in called:
            return entry._replace(fact=replace(entry.fact, entry=called[step]))
    return entry


def _in_order(steps: Sequence[Entry], others: Mapping[str, Sequence[Entry]],
              words: Mapping[str, Entry], heard: Mapping[str, Collection[str]]) -> list[Entry]:
    """Return steps so that each comes after those hands of which its writer knew another telling.

    others: these, by the hand; words: the entries of the hands among the steps; heard: what else
    the writer of an entry has heard of.
    """
    waiting = _by_chain(others)
    steps = _files_later(steps, {hand: words[hand].id for hand in others}, waiting)
    looked_at = dict.fromkeys(waiting, 0)
    place = {entry.id: number for number, entry in enumerate(steps)}
    seen = set[str]()

    def needed(entry: Entry, begin: int) -> Iterator[tuple[Entry, int]]:
        """Yield the steps that come before one, of those from a place on, each with the place from
        which on to look for what comes before that."""
        for number in range(begin, place[entry.id]):
            if knew(entry, steps[number].id):
                yield steps[number], place[steps[number].id]
        yield from [(steps[place[own]], done) for own in heard.get(entry.id, ())]
        reach = entry.apart.reach if isinstance(entry.apart, Apart) else {}
        for chain in sorted(reach.keys() & waiting.keys()):
            end = bisect_right(waiting[chain], reach[chain], key=itemgetter(0))
            first, looked_at[chain] = looked_at[chain], max(end, looked_at[chain])
            yield from [(words[hand], done) for _, hand in waiting[chain][first:end]][::-1]

    made: list[Entry] = []
    for done, step in enumerate(steps):
        if step.id in seen:
            continue
        seen.add(step.id)
        stack = [(step, needed(step, done))]
        while stack:
            entry, before = stack[-1]
            if (first := next((each for each in before if each[0].id not in seen), None)) is None:
                made.append(entry)
                stack.pop()
            else:
                seen.add(first[0].id)
                stack.append((first[0], needed(*first)))
    return made


def _files_later(steps: Sequence[Entry], words: Mapping[str, str],
                 waiting: Mapping[int, Sequence[tuple[int, str]]]) -> Sequence[Entry]:
    """Return the steps with a file's entries behind the hands it repeats, but before whoever read
    it: repeating changes nobody's order.

    words: the ids of the entries with these hands; waiting: see `_by_chain`.
    """
    place = {entry.id: number for number, entry in enumerate(steps)}
    last = {chain: [*accumulate((place[words[hand]] for _, hand in told), max)]
            for chain, told in waiting.items()}
    apart = {entry.id: entry.apart for entry in steps if isinstance(entry.apart, Apart)}
    if not apart:
        return steps
    by_people = {known.place: place[own] for own, known in apart.items() if not is_of_a_file(own)}
    readers = Readers(next(iter(apart.values())).causality, sorted(by_people))

    def position(entry: Entry) -> tuple[int, bool]:
        known = apart.get(entry.id) if is_from_a_file(entry) else None
        if known is None:
            return place[entry.id], False
        later = max([place[entry.id], *[
            last[chain][end - 1] for chain in known.reach.keys() & waiting.keys()
            if (end := bisect_right(waiting[chain], known.reach[chain], key=itemgetter(0)))]])
        reader = readers.first(known.place)
        first = len(steps) if reader is None else by_people[reader]
        return (later, True) if later < first else (first, False)

    return sorted(steps, key=position)


def _by_chain(others: Mapping[str, Sequence[Entry]]) -> Mapping[int, Sequence[tuple[int, str]]]:
    """Return, for each chain of entries, the places and the hands of those given by the hand that
    are in it, in their order there."""
    found: dict[int, list[tuple[int, str]]] = {}
    for hand, entries in others.items():
        for entry in entries:
            if isinstance(entry.apart, Apart):
                chain, place = entry.apart.at
                found.setdefault(chain, []).append((place, hand))
    return {chain: sorted(places) for chain, places in found.items()}


def by_telling(steps: Iterable[Entry], kinds: tuple[type[Fact], ...],
               again: Mapping[str, str]) -> list[list[Entry]]:
    """Return the steps of some kinds, those together that tell the same; again: for each that tells
    something again, the one that did first."""
    found: dict[str, list[Entry]] = {}
    for entry in steps:
        if isinstance(entry.fact, kinds):
            found.setdefault(again.get(entry.id, entry.id), []).append(entry)
    return list(found.values())


def last_said(said: Sequence[Sequence[Entry]], place: Mapping[str, int]) -> Fact | None:
    """Return the last of what was said, each given by its tellings: what nobody knew who has said
    something else, rather of somebody than of a file, or else the last in the order. place: of each
    entry in that."""
    unknown = _known_to_none(said, place) or said
    first = [min(each, key=lambda entry: (is_from_a_file(entry), place[entry.id]))
             for each in unknown]
    last = max(first, default=None, key=lambda entry: (
        not is_from_a_file(entry), place[entry.id]))
    return last and last.fact


def _known_to_none(said: Sequence[Sequence[Entry]],
                   place: Mapping[str, int]) -> Sequence[Sequence[Entry]]:
    """Return what nobody knew who has said something else, or whose word was known, too."""
    if not all(isinstance(entry.apart, Apart) for each in said for entry in each):
        def knows(one: int, other: int) -> bool:
            return any(place[later.id] > place[entry.id] and entry.id not in later.apart
                       for later in said[one] for entry in said[other])
    elif all(len(each) == 1 for each in said):
        return [[entry] for entry in last_known([entry for entry, in said])]
    else:
        reach = [Reach(each) for each in said]

        def knows(one: int, other: int) -> bool:
            return any(entry in reach[one] for entry in said[other])

    every = range(len(said))
    return [said[each] for each in every if not any(
        knows(other, each) and not knows(each, other) for other in every)]


def read_first(entry: Entry, tellings: Iterable[Entry]) -> Entry | None:
    """Return the telling by which the writer of an entry knew a hand: the one with which the hand
    was written, or else the one that was read first; None if the writer knew none."""
    read = [each for each in tellings if knew(entry, each.id)]
    return min(read, default=None, key=lambda each: (is_from_a_file(each), *(
        entry.apart.read_at(each.id) if isinstance(entry.apart, Apart) else ())))


def may_be_told_again(entry: Entry, known: Entry) -> bool:
    """Return whether an entry says of a person, an evening or a sheet what another says that began
    the same one."""
    fact, before = entry.fact, known.fact
    match fact, before:
        case facts.PlayerAdded(), facts.PlayerAdded():  # the name may be another by then
            return is_from_a_file(entry) or is_from_a_file(known)
        case facts.EveningOpened(), facts.EveningOpened():
            return fact == before
        case facts.SheetOpened(players=players), facts.SheetOpened(players=others):
            # Each book may know the same people under ids of its own. A file says what the table
            # has agreed on in the end.
            if is_from_a_file(entry) or is_from_a_file(known):
                fact = replace(fact, absprachen=before.absprachen)
            return len(players) == len(others) and replace(fact, players=others) == before
    return False


def is_from_a_file(entry: Entry) -> bool:
    """Return whether an import made an entry from what a file says."""
    return is_of_a_file(entry.id)
