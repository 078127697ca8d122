"""Tellings: what stands in a book more than once because it came in a file as well.

An evening that was written on one device and imported on another has a hand under one id in two
entries. When the books meet, both are kept, and the hand counts once: where its first telling
stands in the order. The words are those of the device that wrote the hand, whose corrections follow
it; otherwise those of the first telling. Whoever undoes one telling undoes the hand. The same goes
for a person, an evening, a sheet and who came to it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from uuid import UUID

from scorepad.book.facts import (
    DealerNamed,
    Entry,
    EveningOpened,
    Fact,
    HandRecorded,
    PlayerAdded,
    RulesChanged,
    SeatsTaken,
    SheetOpened,
)

CHOICES = DealerNamed, SeatsTaken, RulesChanged

FROM_A_FILE = 8
"""The version of the ids (UUID) of entries that an import made from what a file says."""


def keys_of(steps: Iterable[Entry]) -> Mapping[str, str]:
    """Return for each entry of a hand the hand's id, by which all its tellings are known; and for a
    choice for the next hand that says the same as another made apart from it, that one's id."""
    keys: dict[str, str] = {}
    choices: list[Entry] = []
    for entry in steps:
        if type(entry.fact) is HandRecorded:
            keys[entry.id] = entry.fact.id
        elif entry.apart and isinstance(entry.fact, CHOICES):
            for other in choices:
                if other.fact == entry.fact and other.id in entry.apart:
                    keys[entry.id] = keys.get(other.id, other.id)
                    break
            choices.append(entry)
    return keys


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
