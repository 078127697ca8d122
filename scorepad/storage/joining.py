"""The union of two books: which entries of the other are new here, and whether they can be taken.

It does not depend on who takes in whom, nor on the order: entries are told apart by their ids and
digests, and each comes after those that its writer knew.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from scorepad.book.facts import EveningOpened, PlayerAdded, SheetOpened
from scorepad.book.gate import LONGEST_ID, fault_of_id
from scorepad.book.history.knowing import is_of_a_file
from scorepad.i18n.message import Message, say
from scorepad.storage import codec
from scorepad.storage.links import Row, digests_in, fits
from scorepad.storage.rows import COLUMNS, HANDS, LAST_NUMBER
from scorepad.system.steps import Steps, stepwise

ID, PART, KIND, AT, BY, DATA, DEVICE, CLOCK, AFTER, KNOWN = range(len(COLUMNS))

BEGIN = {kind.__name__ for kind in (PlayerAdded, EveningOpened, SheetOpened)}
"""The kinds that say who and what there is."""


@dataclass
class Union:
    """The contribution of another book. rows: the entries that are new here; known: how many are
    not; refused: the places of entries that cannot be kept, each with the reason; again: the ids of
    new ones that tell what is here already, as where one has taken in a file of the other."""

    rows: list[Row] = field(default_factory=list)
    known: int = 0
    refused: list[tuple[int, Message]] = field(default_factory=list)
    again: set[str] = field(default_factory=set)


@stepwise
def united(ours: Sequence[Row], theirs: Iterable[Row | Message]) -> Steps[Union]:
    """Return what another book, or a part of one, brings; a message stands for an entry that cannot
    be read."""
    found, book = Union(), _Book(ours)
    for number, row in enumerate(theirs, 1):
        if isinstance(row, Message):
            found.refused.append((number, row))
        elif book.digests.get(row[ID]) == row[KNOWN] and fits(row):
            found.known += 1
        elif (fault := book.take(row)) is not None:
            found.refused.append((number, fault))
        else:
            found.rows.append(row)
        yield
    parts = {row[PART] for row in found.rows}
    here = {(row[PART], row[KIND], _said(row)) for row in ours if row[PART] in parts}
    found.again = book.again | {row[ID] for row in found.rows
                                if (row[KIND] == HANDS or is_of_a_file(row[ID]))
                                and (row[PART], row[KIND], _said(row)) in here}
    return found


class _Book:
    """The parts of a book by which one more entry is judged: what it says is judged by the gate,
    whenever the book is read."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self.digests: dict[str, bytes] = {}
        self.again: set[str] = set()
        self._clocks: dict[bytes, int] = {}
        self._begun: set[tuple[str, str]] = set()
        for row in rows:
            self._remember(row)
            if row[KIND] in BEGIN:
                self._begun.add((row[KIND], codec.begun_in(row[KIND], row[DATA])))

    def _remember(self, row: Row) -> None:
        self.digests[row[ID]], self._clocks[row[KNOWN]] = row[KNOWN], row[CLOCK]

    def take(self, row: Row) -> Message | None:
        """Add an entry, or leave it out and return why it cannot be kept."""
        if fault := fault_of_text(row) or self._fault_of_links(row):
            return fault
        self._remember(row)
        if row[KIND] in BEGIN and \
                (row[KIND], codec.begun_in(row[KIND], row[DATA])) in self._begun:
            self.again.add(row[ID])
        return None

    def _fault_of_links(self, row: Row) -> Message | None:
        if not fits(row):
            return say("is not as it was written")
        if row[ID] in self.digests:
            return say("is in this book with other content")
        before = [self._clocks.get(digest) for digest in digests_in(row[AFTER])]
        clocks = [clock for clock in before if clock is not None]
        if len(clocks) < len(before):
            return say("follows entries that are missing")
        if row[CLOCK] != 1 + max(clocks, default=0):
            return say("is not as it was written")
        return None


def fault_of_text(row: Row) -> Message | None:
    """Return what is wrong with the texts of an entry that no database would keep, or None."""
    texts = row[ID], row[BY], row[KIND], row[DEVICE], row[PART] or "-"
    for text in (row[DATA], *texts):
        try:
            if "\0" in text or not text.isascii() and not text.encode():
                return say("cannot be read")
        except UnicodeEncodeError:
            return say("cannot be read")
    if len(row[DATA]) > codec.LARGEST or any(len(text) > LONGEST_ID for text in texts):
        return say("is too long")
    return fault_of_id(row[ID]) or (
        None if abs(row[AT]) <= LAST_NUMBER >= row[CLOCK] else say("has no valid time"))


def _said(row: Row) -> str:
    """Return what an entry says; of a hand, which one it is."""
    return codec.hand_of(row[DATA])[0] if row[KIND] == HANDS else str(row[DATA])
