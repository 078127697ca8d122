"""The meeting of two books, from a file or a server: what another brings, and taking it in."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from io import BytesIO
from itertools import chain
from typing import BinaryIO

from scorepad import document
from scorepad.book.facts import ClubChosen, NotesChosen, PlayerMerged, RunsChosen, WordChosen
from scorepad.book.history.causality import is_of_a_file
from scorepad.book.history.runs import Question
from scorepad.book.history.said import Saying
from scorepad.book.people import People
from scorepad.i18n.message import Message, refusal, say
from scorepad.service.documents import (
    Brought,
    Oddities,
    Readings,
    brought_by,
    told_of_club,
    told_of_evening,
)
from scorepad.service.open_book import OpenBook
from scorepad.service.roles import Role, now
from scorepad.service.views import Decision
from scorepad.storage import Store, exchange, file_of_entries, joining, restoring
from scorepad.storage.backups import Mark
from scorepad.storage.exchange import Asking, Send
from scorepad.storage.faults import StorageFault
from scorepad.storage.joining import AT_ONCE, Newcomer, batched, newcomers
from scorepad.storage.links import HANDS, Row
from scorepad.storage.restoring import Counts, Picked
from scorepad.system.steps import Steps, stepwise


@dataclass(frozen=True)
class Meeting:
    """A preview of taking in another book.

    new: what comes; coming: in how many entries; known: how many of its entries are here already;
    refused: those that make no sense here, by place, with the reason; apart: what both have said
    otherwise, and will be asked; newcomers: who comes and may be somebody who is here; oddities:
    what a document has that is taken all the same, a sentence and the places for each kind.
    """

    new: Counts
    coming: int
    known: int
    refused: Sequence[tuple[int, Message]]
    apart: Sequence[Message]
    newcomers: Sequence[Newcomer]
    oddities: Oddities
    _picked: Picked = field(repr=False)
    _brought: Brought | None = field(repr=False)


@dataclass(frozen=True)
class Met:
    """The outcome of an exchange with another book.

    new: what came; refused: why entries of the other one make no sense here; sent: how many entries
    it took; refused_there: how many it did not.
    """

    new: Counts
    refused: Sequence[Message]
    sent: int
    refused_there: int


class Meetings:
    """The use cases of books that meet."""

    def __init__(self, book: OpenBook) -> None:
        self._book = book

    @stepwise
    def preview(self, picked: Picked,
                looked: document.LookedThrough | None = None) -> Steps[Meeting]:
        """Return what a document, a book, a backup, or a file of entries brings.

        looked: what is in a document, if that is known already. Raises `StorageFault` for another
        file, and `Unreadable` for a document in which something is wrong, with the places.
        """
        self._book.watch()
        ours = self._book.parts()
        found, readings, brought = joining.Union(ours), Readings(ours), None
        if looked is not None or is_document(picked):
            with opened(picked) as file:
                looked = looked or (yield from document.look_through.steps(file))
                brought = yield from brought_by.steps(
                    looked, document.evenings_in(file), self._book, readings)
        coming, has = dict[str | None, list[Row]](), cache(ours.has)
        for some in batched(brought.rows() if brought else _entries_in(picked), AT_ONCE):
            for row in found.add(some):
                if has(row[joining.PART]):
                    coming.setdefault(row[joining.PART], []).append(row)
            yield
        kinds = found.kinds() - _told_by_a_file(coming, readings)
        asked = yield from _asked(coming, readings)
        people = brought.people if brought else People()
        return Meeting(
            Counts.of(kinds), found.new.total(),
            found.known + (brought.known if brought else 0), found.refused, asked,
            [each for each in newcomers(self._book.frame.people.ids, found.people,
                                        found.all_people)
             if not people.sat_together((each.player, each.known))],
            brought.oddities if brought else (), picked, brought)

    def take(self, meeting: Meeting, same: Collection[Newcomer] = ()) -> None:
        """Take in what a preview shows, all or nothing; twice changes nothing. Raises
        `StorageFault`, and `NotAllowed` unless a host does it.

        same: the newcomers who are the ones that they look like; the others are somebody else.
        """
        self._book.require(Role.HOST)
        brought = meeting._brought
        self._book.write(*[ClubChosen((), ()) if part is None else NotesChosen(part, (), ())
                           for part in (brought.kept if brought else ())])  # that says nothing
        self._book.join(brought.rows() if brought else _entries_in(meeting._picked))
        if same:
            self._book.write(*[PlayerMerged(each.player, each.known) for each in same])
            self._book.rescore()

    def exchange(self, content: bytes) -> bytes:
        """Return the answer to a message of another book that wants what it lacks or brings what
        this one lacks. Nothing is remembered between two messages.

        Raises `NotExchange` for what is no such message, and `StorageFault`.
        """
        came = exchange.read(content)
        if not exchange.brings(came):
            self._book.watch()
            return exchange.answer(self._book.shown(), came)
        found = self._book.join(came.entries)
        return exchange.received(found.new.total(), len(found.refused))

    def meet(self, send: Send) -> Met:
        """Exchange entries with another book as `asking` does.

        send: hands a message to `exchange` of the other one and returns its answer; what it raises
        goes through.
        """
        return exchange.asked(self.asking(), send)

    def asking(self) -> Asking[Met]:
        """Exchange entries with another book until both have those of both. What came before it
        breaks off stays, and all of it can be done again at any time.

        Raises `NotExchange` for answers that are none, and `StorageFault`.
        """
        kinds, refused = Counter[str](), list[Message]()

        def take(theirs: Sequence[Row | Message]) -> None:
            found = self._book.join(theirs)
            kinds.update(found.kinds())
            refused.extend(fault for _, fault in found.refused)

        self._book.watch()
        done = yield from exchange.asking(self._book.parts(), take)
        return Met(Counts.of(kinds), refused, done.sent, done.refused)

    def decide(self, sheet: str, question: Question, counting: Sequence[str]) -> None:
        """Record which runs of hands count, by their first hands, in this order; the others of the
        question do not. Raises `StorageFault`."""
        others = [run.first for run in question.runs if run.first not in counting]
        self._book.step(RunsChosen(sheet, question.after, tuple(counting), tuple(others)))

    def agree(self, sheet: str, hand: str, saying: Saying | None = None) -> None:
        """Record that a hand is as was also said of it, or, without a saying, as it holds now.

        Raises KeyError for a hand of which nothing else was said, and `StorageFault`.
        """
        self._book.refresh()
        last = self._book.sheet(sheet).journal.history.word_on(hand)
        self._book.step(WordChosen(hand, sheet, saying.entry if saying else last))

    def club_decisions(self) -> list[Decision]:
        """Return what was said of the club on two devices apart, and has to be decided."""
        frame = self._book.current()
        return [Decision(asked, frame.names) for asked in frame.asked()]

    def choose(self, decision: Decision, counting: Sequence[str]) -> None:
        """Record which of several entries count that were written apart; of none: that nobody has
        decided after all. Raises `StorageFault`, and `NotAllowed` for what is for a host."""
        said = tuple([entry.id for entry in decision.asked.said])
        self._book.write(NotesChosen(decision.evening, said, tuple(counting))
                         if decision.evening else ClubChosen(said, tuple(counting)))
        self._book.rescore()  # somebody may have another name now

    @stepwise
    def entries(self, evening: str | None = None) -> Steps[str]:
        """Return the book with its history, or only one evening of it, as a file of entries."""
        lines = []
        for line in self.lines(evening):
            lines.append(line)
            yield
        return "".join(lines)

    def lines(self, evening: str | None = None) -> Iterator[str]:
        """Yield the lines of a file of entries with all of the book, or of the evenings only one;
        raises `StorageFault`."""
        self._book.watch()
        parts = self._book.parts()
        rows = self._book.rows() if evening is None else chain(
            parts.entries(None), parts.entries(evening))
        return (f"{line}\n" for line in file_of_entries.written(rows))


def is_document(picked: Picked) -> bool:
    """Return whether a file begins like JSON, and not like one of entries."""
    if picked.path is not None and picked.path.is_dir():
        return False
    with opened(picked) as file:
        head = file.read(file_of_entries.LONGEST_HEAD)
    return head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"{" \
        and not file_of_entries.is_of_entries(head)


def _asked(coming: Mapping[str | None, Sequence[Row]], readings: Readings) -> Steps[list[Message]]:
    """Return sentences about what both books have said otherwise, and what will be asked; coming:
    the new entries of the parts that both have."""
    club = readings.club(coming.get(None, ()))
    told = [*told_of_club(readings.club(), club)] if None in coming else []
    for part, rows in coming.items():
        if part is not None:
            before = readings.evening(part, club.journal.people)
            told += told_of_evening(before, readings.evening(part, club.journal.people, rows))
            yield
    return told


def _told_by_a_file(coming: Mapping[str | None, Sequence[Row]],
                    readings: Readings) -> Counter[str]:
    """Count, by kind, the entries of a file that repeat what the book already says. Those that
    begin something or are hands count under an empty kind."""
    kinds = Counter[str]()
    for part, rows in coming.items():
        if told := [row for row in rows if is_of_a_file(row[joining.ID])]:
            here = {(row[joining.KIND], joining.said_in(row)) for row in readings.rows(part)}
            kinds.update("" if row[joining.KIND] in {*joining.BEGIN, HANDS}
                         else row[joining.KIND] for row in told
                         if (row[joining.KIND], joining.said_in(row)) in here)
    return kinds


@contextmanager
def opened(picked: Picked) -> Iterator[BinaryIO]:
    """Open a file that somebody has chosen; raises `StorageFault`."""
    try:
        with BytesIO(picked.content) if picked.path is None else picked.path.open("rb") as file:
            yield file
    except OSError as fault:
        raise StorageFault(say("{file}: cannot be read ({fault})", file=picked.name,
                               fault=refusal(fault))) from None


def _entries_in(picked: Picked) -> Iterator[Row | Message]:
    """Yield the entries of a book, a backup, or a file of entries, as they are read."""
    if picked.path is None or not picked.path.is_dir():  # which is refused below
        with opened(picked) as file:
            if file_of_entries.is_of_entries(file.read(file_of_entries.LONGEST_HEAD)):
                file.seek(0)
                yield from file_of_entries.entries_in(file)
                return
    yield from restoring.entries_in(picked)


KEY = "server"
"""The key under which the device keeps when its book met that of a server."""


@dataclass(frozen=True)
class Missing:
    """The entries that a server does not have yet. hands, others: how many are hands, and how many
    are not; met: when the books met last, in milliseconds since 1970, None for never; refused: how
    many entries the server did not take then."""

    hands: int
    others: int
    met: int | None = None
    refused: int = 0

    @property
    def nothing(self) -> bool:
        """True if the server has everything."""
        return not (self.hands or self.others)


class AtServer:
    """The use cases of a book that meets the one of a server.

    Nothing that the exchange needs is remembered, only up to which entry the server had everything.
    That is no word about another server, nor about a book that was restored since.
    """

    def __init__(self, store: Store, book: OpenBook) -> None:
        self._store, self._book = store, book
        self._found: tuple[object, Missing] | None = None

    def missing(self, address: str) -> Missing:
        """Return what the server at an address does not have yet; raises `StorageFault`."""
        met, mark, refused = self._remembered(address)
        state = address, met, mark, self._book.as_read.readings, self._book.as_read.written
        if self._found is None or self._found[0] != state:
            since = self._store.since(mark)
            self._found = state, Missing(since.hands, since.others, met, refused)
        return self._found[1]

    def asking(self, address: str) -> Asking[list[Met]]:
        """Exchange entries with the book of a server, as `Meetings.asking` does, as often as
        something is written here meanwhile; remember then that the server has everything."""
        mets, written = list[Met](), -1
        while written != self._book.as_read.written:
            written = self._book.as_read.written
            mets.append((yield from Meetings(self._book).asking()))
        last = self._store.since(None).last
        self._store.keep(KEY, {"address": address, "at": now(), "refused": mets[-1].refused_there,
                               "last": None if last is None else list(last)})
        return mets

    def forget(self) -> None:
        """Forget when the books met; raises `StorageFault`."""
        self._store.keep(KEY, None)

    def _remembered(self, address: str) -> tuple[int | None, Mark | None, int]:
        """Return when the book met this server last, up to which entry that had everything, and how
        many it refused, as far as this version can read that."""
        match self._store.kept(KEY):
            case {"address": str(where), "at": int(at), "refused": int(refused), "last": last} \
                    if where == address:
                match last:
                    case [int(seq), str(own)]:
                        return at, Mark(seq, own), refused
                return at, None, refused
        return None, None, 0
