"""The book while it is open: what of it is kept in memory, and how it stays what the store holds.

Of the whole book the frame is read, and a sheet when it is looked at; whatever is written here is
added to both. When somebody else has written to the same book, what went on is taken in, or
everything is read again.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress

from scorepad.book.facts import Entry, Fact, PlayerJoined, SheetOpened
from scorepad.book.journal import Journal
from scorepad.book.open_sheet import OpenSheet
from scorepad.service.asking import new_id, now
from scorepad.service.writing import Entries, append, meet_everybody, taken_in
from scorepad.steps import Steps, stepwise
from scorepad.storage import StorageFault, Store
from scorepad.storage.faults import Displaced, Unreachable, holding_together


class OpenBook:
    """The one book that all use cases look at and write to.

    frame: who played what when, as it was read last, another object whenever everything was read
    again; sheets: those that are open, by id, also another object then; readings: how often it
    was read because somebody else had written, so that whoever shows it can tell by this number
    that there is something new; author: who writes here.
    """

    frame: Journal
    sheets: dict[str, OpenSheet]

    def __init__(self, store: Store, author: str) -> None:
        self._store = store
        self.author = author
        self.readings = 0
        self._read()

    # --- as it stands -------------------------------------------------------------------------

    def current(self) -> Journal:
        """The frame as it stands in the book now."""
        self.refresh()
        return self.frame

    def sheet(self, sheet: str) -> OpenSheet:
        """A sheet as it was when `refresh` was last called, opened if it is not; raises KeyError
        where there is none, and `StorageFault` where it cannot be read."""
        if sheet not in self.sheets:
            evening = self._evening_of[sheet]
            with holding_together():
                journal = self._add_evening(evening, Journal(self.frame.people))
                for other, steps in journal.evenings[evening].sheets.items():
                    self.sheets.setdefault(other, OpenSheet(steps, self.frame.names))
                return self.sheets[sheet]  # unless it is filed under another evening
        return self.sheets[sheet]

    def evening_of(self, sheet: str) -> str:
        """The evening that a sheet belongs to; raises KeyError where there is none."""
        return self._evening_of[sheet]

    @stepwise
    def everything(self) -> Steps[Journal]:
        """All of the book, read anew."""
        return Journal.of((yield from self._store.everything.steps()))

    @stepwise
    def all_of(self, evenings: Sequence[str]) -> Steps[Journal]:
        """All of some evenings, read anew, and of everybody who is in the book."""
        journal = Journal(self.frame.people, self.frame.club)
        for evening in evenings:
            self._add_evening(evening, journal)
            yield
        return journal

    def _add_evening(self, evening: str, journal: Journal) -> Journal:
        for entry in self._store.evening(evening):
            journal.add(entry)
        return journal

    # --- what others write --------------------------------------------------------------------

    def watch(self) -> None:
        """Read again if somebody else has written to the book; raises `StorageFault` where it
        cannot be asked."""
        if self._store.changed():
            try:
                if not self._went_on():
                    self._read()
            except StorageFault:
                self._store.doubt()
                raise

    def refresh(self) -> None:
        """The same; but where a server or the file has gone away, what was read last is still
        there to look at, and whoever writes is told."""
        with suppress(Unreachable, Displaced):
            self.watch()

    def _went_on(self) -> bool:
        """Whether the others have only gone on with what is open, which is so by far most often:
        then that is taken in, and the rest need not be read again."""
        new = self._store.news()
        if new is None or not taken_in(new, self.sheets, self.frame.names):
            return False
        self.readings += 1
        return True

    def _read(self) -> None:
        """Read the frame, and forget the sheets until they are looked at."""
        self.readings += 1
        with holding_together():
            self._store.begin()
            frame = Journal.of(self._store.frame())
            meet_everybody(frame)
        self.frame = frame
        self.sheets = {}
        self._evening_of = {
            sheet: evening.opened.evening for evening in frame.evenings.values()
            for sheet in evening.sheets}

    # --- writing ------------------------------------------------------------------------------

    def step(self, sheet: str, fact: Fact, own: str = "",
             still: Callable[[], object] = lambda: None) -> None:
        """Write what happens on a sheet; it is saved when this returns.

        own: the id of its entry, a new one if there is none yet; still: asked again if somebody
        else has written meanwhile, raises `Refused` if the fact cannot be any more. Raises
        `Refused` for what is not in the book any more, and `StorageFault`.
        """
        self.sheet(sheet)
        entry = Entry(own or new_id(), fact, now(), self.author)
        append(self._store, [(entry, self._evening_of[sheet])], self.current, still)
        if sheet in self.sheets:  # else somebody else has written, and it is read with the rest
            self.sheets[sheet].add(entry, self.frame.names)

    def write(self, *written: tuple[Fact, str | None]) -> None:
        """Write facts of the frame, each with the evening that it belongs to, all or none; they
        are saved when this returns. Raises as `step` does."""
        if not written:
            return
        entries = [(Entry(new_id(), fact, now(), self.author), evening)
                   for fact, evening in written]
        append(self._store, entries, self.current)
        for entry, _ in entries:
            self.frame.add(entry)
            match entry.fact:
                case SheetOpened(sheet=sheet, evening=evening):
                    self._evening_of[sheet] = evening
                case PlayerJoined(sheet=sheet):
                    self.sheets.pop(sheet, None)  # its roster has grown

    @stepwise
    def take(self, entries: Entries) -> Steps[None]:
        """Write entries that were made elsewhere, each with its evening, all or none, and read
        the book again. Raises as `step` does."""
        rows = yield from self._store.rows_of.steps(entries)
        append(self._store, entries, self.current, rows=rows)
        yield
        self._read()

    def rescore(self) -> None:
        """Score what is open again, because somebody is called otherwise now."""
        for sheet in self.sheets.values():
            sheet.rescore(self.frame.names)
