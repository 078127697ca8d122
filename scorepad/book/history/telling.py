"""Tellings: what stands in a book more than once because it came in a file as well.

An evening that was written on one device and imported on another has a hand under one id in two
entries. When the books meet, both are kept, and the hand counts once: where its first telling
stands in the order. The words are those of the device that wrote the hand, whose corrections follow
it; otherwise those of the first telling. Whoever undoes one telling undoes the hand. The same goes
for a person, an evening, a sheet, who came to it, and what was said for its next hand or its end.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from uuid import UUID

from scorepad.book.facts import (
    Entry,
    EveningOpened,
    Fact,
    HandRecorded,
    PlayerAdded,
    SheetOpened,
)

FROM_A_FILE = 8
"""The version of the ids (UUID) of entries that an import made from what a file says."""


def keys_of(steps: Iterable[Entry]) -> Mapping[str, str]:
    """Return for each entry of a hand the hand's id, by which all its tellings are known."""
    return {entry.id: entry.fact.id for entry in steps if type(entry.fact) is HandRecorded}


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
    something else, or else the last in the order. place: of each entry in that."""
    def knows(one: Sequence[Entry], other: Sequence[Entry]) -> bool:
        return any(place[later.id] > place[entry.id] and entry.id not in later.apart
                   for later in one for entry in other)

    unknown = [each for each in said if not any(
        knows(other, each) and not knows(each, other) for other in said)]
    return next((each[0].fact for each in reversed([*said, *unknown])), None)


def told_once(steps: Iterable[Entry]) -> Iterator[Entry]:
    """Yield steps without those that tell a hand again."""
    told = set[str]()
    for entry in steps:
        if type(entry.fact) is HandRecorded:
            if entry.fact.id in told:
                continue
            told.add(entry.fact.id)
        yield entry


def is_first_telling(entry: Entry, steps: Iterable[Entry]) -> bool:
    """Return whether none of these steps before this one tells the same hand."""
    if type(entry.fact) is not HandRecorded:
        return True
    hand = entry.fact.id
    return next(each for each in steps
                if type(each.fact) is HandRecorded and each.fact.id == hand) is entry


def is_at_home(entry: Entry, hand: str) -> bool:
    """Return whether an entry is the one by which a hand was written, and not a telling of it."""
    return entry.id == hand


def may_be_told_again(entry: Entry, known: Entry) -> bool:
    """Return whether an entry says of a person, an evening or a sheet what another says that began
    the same one."""
    fact, before = entry.fact, known.fact
    match fact, before:
        case PlayerAdded(), PlayerAdded():  # the name may be another by then
            return is_from_a_file(entry) or is_from_a_file(known)
        case EveningOpened(), EveningOpened():
            return fact == before
        case SheetOpened(players=players), SheetOpened(players=others):
            # Each book may know the same people under ids of its own, and a file says what the
            # table has agreed on in the end.
            is_told = is_from_a_file(entry) or is_from_a_file(known)
            said = before.absprachen if is_told else fact.absprachen
            return len(players) == len(others) \
                and replace(fact, players=others, absprachen=said) == before
    return False


def begun(fact: Fact) -> tuple[type[Fact], str] | None:
    """Return what a fact begins: a person, an evening or a sheet, and its id; None for another
    fact."""
    match fact:
        case PlayerAdded(player=own) | EveningOpened(evening=own) | SheetOpened(sheet=own):
            return type(fact), own
    return None


def is_from_a_file(entry: Entry) -> bool:
    """Return whether an import made an entry from what a file says."""
    try:
        return UUID(entry.id).version == FROM_A_FILE
    except ValueError:
        return False
