"""The table at which each hand was dealt, where its writer saw another than the one that follows
from all that was written.

Who deals and who sits out follows from the hands before. If one of those was corrected or taken
back on another device, a hand that was played meanwhile was played all the same by those whom its
writer saw: nobody else gets their points.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import dropwhile, islice
from typing import NamedTuple

from scorepad.book.facts import (
    Entry,
    HandAmended,
    HandRecorded,
    Redone,
    RunsChosen,
    SheetOpened,
    Undone,
)
from scorepad.book.history.knowing import Apart, knew, known_to
from scorepad.book.history.played import CHOICES
from scorepad.book.history.sheet import SheetHistory
from scorepad.book.history.telling import is_from_a_file
from scorepad.book.record import HandRecord, SheetRecord
from scorepad.book.replay import SheetReplay
from scorepad.games.game import Rules, Table


class Dealt:
    """The tables that the writers of a sheet's hands saw: each is found once, since what a writer
    knew never changes."""

    def __init__(self, opened: SheetOpened) -> None:
        self._opened = opened
        self._seen: dict[str, _Seen] = {}

    def at_their_tables(self, record: SheetRecord, history: SheetHistory,
                        written: Sequence[Entry]) -> SheetRecord:
        """Return a sheet on which each hand names its dealer and its seats where its writer saw
        others.

        record: the sheet as it counts; history: what holds of it; written: all that was written,
        hands as often as they are told.
        """
        steps = history.steps
        said = {entry.fact.id: entry for entry in history.holding
                if isinstance(entry.fact, HandRecorded | HandAmended)}
        hands_of = history.hands_of
        until_chosen = _until_chosen(steps)
        held = {entry.fact.id for entry in history.holding if isinstance(entry.fact, HandRecorded)}
        played = SheetReplay(replace(record, hands=()))
        before, dealt = set[str](), list[HandRecord]()
        for hand in record.hands:
            entry = said[hand.stamp.id]
            is_disturbed = _is_disturbed(entry, steps, hands_of, before | {hand.stamp.id}) \
                or entry.id in until_chosen \
                and before != self._seen_by(entry, record, written).before & held \
                or not is_from_a_file(entry) and any(
                    not knew(entry, history.written(told).id) for told in before & history.told)
            seen = self.table_of(entry, record, written) if is_disturbed else None
            dealt.append(hand if seen is None else _at(
                seen, hand, played.next(hand.dealer, hand.seats, hand.rules).table))
            played.extend(dealt[-1:])
            before.add(hand.stamp.id)
        return replace(record, hands=dealt)

    def table_of(self, entry: Entry, record: SheetRecord,
                 written: Sequence[Entry]) -> Table[Rules] | None:
        """Return the table that the writer of a hand saw; None if the hand did not count there.
        record, written: as for `at_their_tables`."""
        return self._seen_by(entry, record, written).table

    def _seen_by(self, entry: Entry, record: SheetRecord, written: Sequence[Entry]) -> "_Seen":
        if entry.id not in self._seen:
            run = _run_from(entry, written)
            history = SheetHistory(self._opened, known_to(run[-1], written))
            there = self.at_their_tables(replace(record, hands=history.hands), history, written)
            lines = SheetReplay(there).lines
            places = {line.record.stamp.id: place for place, line in enumerate(lines)}
            for each in run:
                assert isinstance(each.fact, HandRecorded | HandAmended)
                place = places.get(each.fact.id)
                self._seen[each.id] = _Seen(
                    None if place is None else lines[place].table,
                    frozenset([line.record.stamp.id for line in lines[:place]]))
        return self._seen[entry.id]


class _Seen(NamedTuple):
    """The sheet as the writer of a hand saw it. table: the one of the hand, None if it did not
    count there; before: the ids of the hands that counted before it."""

    table: Table[Rules] | None
    before: frozenset[str]


def _run_from(entry: Entry, written: Sequence[Entry]) -> list[Entry]:
    """Return a hand and those that its writer wrote after it, and nobody else knew of: whoever
    knows the last knows all of them as they were dealt."""
    run, last = [entry], entry.apart
    if isinstance(entry.fact, HandRecorded) and isinstance(last, Apart):
        after = islice(dropwhile(lambda step: step.id != entry.id, written), 1, None)
        for step in after:
            if isinstance(step.apart, Apart) and step.apart.at[0] == last.at[0]:
                if not isinstance(step.fact, (HandRecorded, *CHOICES)) \
                        or not step.apart.goes_on_from(last):
                    break
                last = step.apart
                run += [step] if isinstance(step.fact, HandRecorded) else []
    return run


def _at(seen: Table[Rules], hand: HandRecord, table: Table[Rules]) -> HandRecord:
    """Return a hand as it was played at the table that its writer saw; table: the one that follows
    from the hands before."""
    if (seen.dealer, seen.seats) == (table.dealer, table.seats):
        return hand
    return hand._replace(dealer=seen.dealer,
                         seats=hand.seats if seen.seats == table.seats else seen.seats)


def _until_chosen(steps: Sequence[Entry]) -> Collection[str]:
    """Return the ids of the entries that follow hands which were written apart or chosen among, and
    after which it was said, or taken back, which runs count."""
    answers = {step.id for step in steps if isinstance(step.fact, RunsChosen)}
    last = max([place for place, step in enumerate(steps) if step.id in answers or isinstance(
        step.fact, Undone | Redone) and step.fact.entry in answers], default=0)
    hands = {step.id for step in steps if isinstance(step.fact, HandRecorded)}
    # Whoever knows a hand by a file alone may choose among hands that one has written in a row.
    chosen = {hand for step in steps if isinstance(step.fact, RunsChosen)
              for hand in (*step.fact.runs, *step.fact.struck)}
    first = next((place for place, step in enumerate(steps[:last])
                  if isinstance(step.fact, HandRecorded)
                  and (step.fact.id in chosen or not hands.isdisjoint(step.apart))), last)
    return {step.id for step in steps[first:last]}


def _is_disturbed(entry: Entry, steps: Sequence[Entry], hands_of: Mapping[str, Collection[str]],
                  hands: set[str]) -> bool:
    """Return whether something that its writer did not know, or knew of by a file alone, may have
    changed who dealt a hand: a correction, or a choice or a hand that counts before it, or what
    takes back a choice for it. A file says again what was said. hands: it and those that count
    before it."""
    told = entry.apart.told if isinstance(entry.apart, Apart) else ()
    return any((step.id in told or step.id in entry.apart) and not is_from_a_file(step) and (
        step.id not in hands_of or not hands.isdisjoint(hands_of[step.id])) for step in steps)
