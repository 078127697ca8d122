"""Entries that were written apart: neither writer knew of the other's.

Where everybody knew all that was written before, the clocks of a part are all different; only where
two are the same does it have to be found out who knew what.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from operator import itemgetter
from typing import NamedTuple

from scorepad.book.facts import Entry, EveningClosed, EveningReopened
from scorepad.book.tellings import SAID_OF_THE_SHEET, keys_of
from scorepad.storage.links import digests_in
from scorepad.storage.rows import HANDS

SAID = {kind.__name__ for kind in SAID_OF_THE_SHEET}


class Knowing(NamedTuple):
    """The links of an entry; `after` holds the digests of the last ones that its writer knew."""

    clock: int
    id: str
    kind: str
    after: bytes
    digest: bytes


def apart(part: Iterable[Knowing]) -> dict[str, set[str]]:
    """Return, for the entries of a part by their ids, those that were written apart from them."""
    entries = sorted(part, key=itemgetter(0, 1))
    later = _since_the_first_fork(entries)
    place = {entry.digest: number for number, entry in enumerate(later)}
    found: dict[str, set[str]] = {}
    known: list[int] = []  # for each entry, a bit for each of the later ones that its writer knew
    for number, entry in enumerate(later):
        mine = 0
        for digest in digests_in(entry.after):
            if (before := place.get(digest)) is not None:
                mine |= known[before] | 1 << before
        known.append(mine)
        unknown = ~mine & (1 << number) - 1
        while unknown:
            other = later[unknown.bit_length() - 1].id
            found.setdefault(entry.id, set()).add(other)
            found.setdefault(other, set()).add(entry.id)
            unknown &= ~(1 << unknown.bit_length() - 1)
    return found


def entries_apart(part: Iterable[Knowing],
                  told: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """Return what `Entry.apart` holds, for those entries of a part by their ids that have any.

    told: the hand of each entry that writes one. Two hands are apart if all their tellings are:
    whoever knows one of them knows the hand. What is said for the next hand is apart from each
    telling that it does not know, so that the others say whether it comes before the hand or after.
    """
    entries = list(part)
    going_on = {each.id for each in entries if each.kind in (HANDS, EveningReopened.__name__)}
    closings = {each.id for each in entries if each.kind == EveningClosed.__name__}
    each_telling = apart(entries)
    found = _without_tellings(each_telling, told)
    found |= {each.id: each_telling[each.id] for each in entries
              if each.kind in SAID and each.id in each_telling}
    return {own: frozenset(others & going_on if own in closings else others)
            for own, others in found.items() if others}


def _without_tellings(found: dict[str, set[str]], told: Mapping[str, str]) -> dict[str, set[str]]:
    """Return what is apart if all tellings of a hand are one."""
    tellings: dict[str, set[str]] = {}
    for own, hand in told.items():
        tellings.setdefault(hand, set()).add(own)
    if all(len(each) == 1 for each in tellings.values()):
        return found
    alone: dict[str, set[str]] = {}
    for own, unknown in found.items():
        others = set(unknown)
        for each in tellings.get(told.get(own, ""), ()):
            others &= found.get(each, set())
        alone[own] = others
    return {own: {other for other in others
                  if tellings.get(told.get(other, ""), {other}) <= others}
            for own, others in alone.items()}


def in_their_order(entries: Sequence[Entry],
                   knowing: Mapping[str, tuple[str | None, Knowing]]) -> list[Entry]:
    """Return entries, given in the order in which they lie in a book, as they count: in each part
    by clock, then by id, with those that were written apart from them.

    knowing: by id, the part and the links of each; entries without any come first in the club's.
    """
    parts: dict[str | None, list[Entry]] = {}
    for entry in entries:
        part = knowing[entry.id][0] if entry.id in knowing else None
        parts.setdefault(part, []).append(entry)
    found: list[Entry] = []
    for each in parts.values():
        links = [knowing[entry.id][1] for entry in each if entry.id in knowing]
        others = entries_apart(links, keys_of(each))
        order = {link.id: link[:2] for link in links}
        found += [entry._replace(apart=others.get(entry.id, entry.apart))
                  for entry in sorted(each, key=lambda entry: order.get(entry.id, (0, "")))]
    return found


def _since_the_first_fork(entries: Sequence[Knowing]) -> Sequence[Knowing]:
    """Return the entries from the first on that has the clock of another: whoever wrote one of them
    knew all the others."""
    for number, (one, other) in enumerate(pairwise(entries)):
        if one.clock == other.clock:
            return entries[number:]
    return ()
