"""The past words of a book, by which an import tells an older one from one that is new here.

Whether a file is older than the book is not asked of any clock. What the file says and the book
has said as well, but no longer says, was corrected or undone here since: the book is newer. What
the book has never said may be newer in the file, or both may have changed; nobody can tell, so the
file's word is offered. The file need not say how it came about for that. Either way an import
writes nothing over what the book says: two books can import from each other as often as they like
without one of them losing its last word.
"""

from collections.abc import Collection, Sequence
from functools import cached_property

from scorepad.book.facts import (
    AbsprachenChanged,
    Entry,
    Fact,
    HandAmended,
    HandRecorded,
    HandRestored,
    HandVoided,
    Redone,
    Undone,
)
from scorepad.book.history.runs import Runs, is_forked
from scorepad.book.history.sheet import (
    NOTHING_SAID,
    _Choices as Choices,
    record_of,
    told_again,
)
from scorepad.book.history.telling import told_once
from scorepad.book.journal import Journal, SheetJournal
from scorepad.book.record import UNSTAMPED, HandRecord


def said_here(journal: Journal, evening: str | None) -> list[Fact]:
    """Return all that was ever said about the club and the ends of evenings, or of the stars and
    payments of an evening."""
    if evening is None:
        return journal.said
    known = journal.evenings.get(evening)
    return [] if known is None else [entry.fact for entry in (*known.stars, *known.payments)]


class SheetPast:
    """Everything that was ever said about a sheet.

    counting: the ids of its hands that count, in their order.
    """

    def __init__(self, journal: SheetJournal, counting: Sequence[str]) -> None:
        self._journal = journal
        self._counting = counting

    @property
    def gone(self) -> dict[str, Redone | None]:
        """The hands that were written here and do not count any more, by their ids, each with the
        fact that brings it back; None where it was not undone, but another was chosen."""
        steps, counting = self._journal.steps, set(self._counting)
        holding = {entry.id for entry in self._journal.history.holding}
        return {entry.fact.id: None if entry.id in holding else
                Redone(entry.fact.sheet, entry.id) for entry in steps
                if isinstance(entry.fact, HandRecorded) and entry.fact.id not in counting}

    def versions(self, hand: str) -> Sequence[HandRecord]:
        """Return all that a hand has ever been, without its stamp."""
        return self._versions.get(hand, ())

    @cached_property
    def _versions(self) -> dict[str, list[HandRecord]]:
        steps = self._journal.steps
        said = [entry for entry in steps if not isinstance(entry.fact, Undone | Redone)]
        found: dict[str, list[HandRecord]] = {}
        for record in (*_versions(self._journal.history.holding, self._journal.history.runs),
                       *_versions(said, Runs(told_once(said).steps) if is_forked(said) else None)):
            found.setdefault(record.stamp.id, []).append(record._replace(stamp=UNSTAMPED))
        return found

    def was(self, hand: HandRecord) -> bool:
        """Return whether a hand was so once, or so but for whether it counted, which was so, too,
        at another time."""
        versions = self.versions(hand.stamp.id)
        plain = hand._replace(voided=False, stamp=UNSTAMPED)
        return any(each._replace(voided=False) == plain for each in versions) \
            and any(each.voided == hand.voided for each in versions)

    def said(self) -> Collection[Fact]:
        """Return all that was said since the last hand that counts, and what the table has agreed
        on besides the rules, also what was undone."""
        steps = self._journal.steps
        last = self._counting[-1] if self._counting else None
        begin = next((number for number, entry in enumerate(steps, 1)
                      if isinstance(entry.fact, HandRecorded) and entry.fact.id == last), 0)
        opened = self._journal.opened
        return [AbsprachenChanged(opened.sheet, opened.absprachen),
                *[entry.fact for entry in steps if isinstance(entry.fact, AbsprachenChanged)],
                *[entry.fact for entry in steps[begin:]]]


def _versions(steps: Sequence[Entry], branches: Runs | None) -> list[HandRecord]:
    """Return every state of every hand, in the order in which they came about."""
    choices = Choices(steps, told_again(steps)) if branches else None
    hands: dict[str, HandRecord] = {}
    found: list[HandRecord] = []
    pending, before = NOTHING_SAID, None
    for entry in steps:
        match entry.fact:
            case HandRecorded(id=own) as fact:
                if branches and choices:
                    pending = choices.of(own)
                hands[own] = record_of(entry, fact, pending)
                pending = NOTHING_SAID
            case HandAmended(id=own) as fact if own in hands:
                hands[own] = hands[own]._replace(
                    hand=fact.hand, dealer=fact.dealer, seats=fact.seats, note=fact.note,
                    rules=fact.rules)
            case HandVoided(id=own) | HandRestored(id=own) if own in hands:
                hands[own] = hands[own]._replace(voided=isinstance(entry.fact, HandVoided))
                if before and _came_with(entry, before):
                    found.pop()
            case fact:
                pending = pending.after(fact)
                continue
        found.append(hands[own])
        before = entry
    return found


def _came_with(entry: Entry, before: Entry) -> bool:
    """Return whether a hand that does not count was written like that at once, as by an import: it
    never counted here."""
    return isinstance(before.fact, HandRecorded) and before.fact.id == getattr(
        entry.fact, "id", None) and (before.at, before.by) == (entry.at, entry.by)
