"""The meeting of two books: what another one brings, as sentences, and taking it in."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date as Date

from scorepad.games.game import Problem
from scorepad.i18n.message import Message, say
from scorepad.service.open_book import OpenBook
from scorepad.service.refusals import Refused
from scorepad.service.safety import Counts
from scorepad.storage import entries_file, joining, restoring
from scorepad.storage.faults import StorageFault
from scorepad.storage.links import Row
from scorepad.storage.restoring import SQLITE, Holding, Picked


@dataclass(frozen=True)
class Meeting:
    """A preview of taking in another book.

    new: what comes; known: how many of its entries are here already; refused: those that make no
    sense here, by place, with the reason; apart: why nothing can be taken, empty if it can;
    namesakes: names that both books have added, each for somebody of their own.
    """

    new: Counts
    known: int
    refused: Sequence[tuple[int, Message]]
    apart: Sequence[Message]
    namesakes: Sequence[str]
    _theirs: Sequence[Row | Message] = field(repr=False)


class Meetings:
    """The use cases of books that meet."""

    def __init__(self, book: OpenBook) -> None:
        self._book = book

    def preview(self, picked: Picked) -> Meeting:
        """Return what a book, a backup, or a file of entries brings; raises `StorageFault` for
        another file."""
        content = picked.content if picked.path is None else _content(picked)
        if content.startswith(SQLITE) or not entries_file.is_of_entries(content):
            theirs: Sequence[Row | Message] = restoring.entries_in(picked)
        else:
            theirs = list(entries_file.read(content))
        return self._meeting(theirs, joining.united(self._book.rows(), theirs))

    def take(self, meeting: Meeting) -> None:
        """Take in what a preview shows, all or nothing; twice changes nothing. Raises `Refused`
        where both have gone on apart, and `StorageFault`."""
        while True:
            found = joining.united(self._book.rows(), meeting._theirs)
            if found.apart:
                raise Refused(*[Problem((), told) for told in map(self._told, found.apart)])
            if not found.rows or self._book.join(found.rows):
                return

    def entries(self) -> str:
        """Return all of the book with its history, as a file of entries."""
        return "".join(f"{line}\n" for line in entries_file.write(self._book.rows()))

    def _meeting(self, theirs: Sequence[Row | Message], found: joining.Union) -> Meeting:
        kinds = Counter(row[joining.KIND] for row in found.rows)
        return Meeting(Counts.of(Holding(kinds)), found.known, found.refused,
                       [*map(self._told, found.apart)], joining.namesakes(
                           self._book.frame.people.ids, found.rows), theirs)

    def _told(self, apart: joining.Apart) -> Message:
        evening = self._book.frame.evenings[apart.evening]
        name = " ".join(filter(None, (Date.isoformat(evening.opened.date), evening.opened.place)))
        if apart.sheet is None:
            return say("{evening}: one book has closed it, the other has played on. Nothing was "
                       "merged. Reopen the evening, then merge.", evening=name)
        return say("{evening}, {game}: both books have hands that the other does not know. Nothing "
                   "was merged. Undo them in one of the two, then merge.", evening=name,
                   game=evening.sheets[apart.sheet].opened.game.title)


def _content(picked: Picked) -> bytes:
    assert picked.path is not None
    try:
        return picked.path.read_bytes()
    except OSError as fault:
        raise StorageFault(say("{file}: cannot be read ({fault})", file=picked.name,
                               fault=fault.strerror or str(fault))) from None
