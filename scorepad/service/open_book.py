"""The book while it is open: the part of it that is in memory, kept as the store holds it.

The frame, which is the players, evenings and sheets, is read at the start, and what happened on a
sheet when it is first looked at; whatever is written here is added to both. When somebody else has
written to the same book, their entries are added if they only continue open sheets; if they are
steps on sheets that were written apart, the sheets are read again; otherwise everything is.
"""

from asyncio import get_running_loop
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from typing import Self, TypeVar

from scorepad.book import facts
from scorepad.book.facts import Entry, EveningFact, Fact, SheetFact
from scorepad.book.gate import fault_in, fault_of_fields
from scorepad.book.journal import Journal
from scorepad.book.record import SetAside
from scorepad.book.sheet_journal import OpenSheet
from scorepad.games.game import Problem
from scorepad.i18n.message import Message
from scorepad.service import roles
from scorepad.service.appending import AsRead, Entries, only_steps, refuse_orphans, taken_in
from scorepad.service.tournament_view import Begins, Drawn
from scorepad.storage import Rows, StorageFault, Store
from scorepad.storage.faults import Displaced, Newer, Unreachable, holding_together
from scorepad.storage.joining import ID, Parts, Union
from scorepad.storage.links import Row
from scorepad.storage.store import News
from scorepad.system.steps import Steps, collector_paused, stepwise
from scorepad.tournament.facts import TournamentSigned
from scorepad.tournament.standing import hands_played

Found = TypeVar("Found")


class OpenBook:
    """The one book that all use cases look at and write to; user: the one who does so here. Nobody
    writes a fact here that is not for their role."""

    def __init__(self, store: Store, user: roles.User) -> None:
        self._store = store
        self.user = user
        self.as_read = AsRead()
        self._read()

    def used_by(self, user: roles.User) -> Self:
        """Return the same book as somebody else uses it."""
        book = copy(self)
        book.user = user
        return book

    @property
    def frame(self) -> Journal:
        """The players, evenings and sheets as read last: see `AsRead`."""
        return self.as_read.frame

    @property
    def sheets(self) -> dict[str, OpenSheet]:
        """The open sheets by id: see `AsRead`."""
        return self.as_read.sheets

    def found(self, kind: type[Found]) -> Found:
        """Return what use cases have found out in this book, which is the same for all users: the
        one value of its type, empty at first."""
        value: Found = self.as_read.found.setdefault(kind, kind())
        return value

    def current(self) -> Journal:
        """Return the frame as it stands in the book now."""
        self.refresh()
        return self.frame

    def sheet(self, sheet: str) -> OpenSheet:
        """Return a sheet as of the last `refresh`, and open it if it is not open; raises KeyError
        if there is none, and `StorageFault` if it cannot be read."""
        if sheet not in self.sheets:
            evening = self.frame.sheets[sheet].opened.evening
            with holding_together():
                journal = self._add_evening(evening, Journal(self.frame.people))
                self.as_read.aside[evening] = tuple(journal.aside)
                for other, steps in journal.evenings[evening].sheets.items():
                    if other not in self.sheets:
                        self.sheets[other] = OpenSheet(steps, self.frame.names)
                return self.sheets[sheet]  # KeyError if it is filed under another evening
        return self.sheets[sheet]

    def aside(self, evening: str) -> tuple[SetAside, ...]:
        """Return what makes no sense on an evening and names none of its sheets."""
        return self.as_read.aside.get(evening, ())

    def asks(self, evening: str) -> bool:
        """Return whether two devices say different things of an evening and nobody has decided."""
        journal = self.frame.evenings[evening]
        if evening in self._store.forked:
            with suppress(StorageFault):  # whoever looks at it is told
                standings = [self.sheet(sheet).standing() for sheet in journal.sheets]
                return any(each.questions or each.also for each in standings) \
                    or bool(journal.asked(self.frame.names)) \
                    or journal.closed_elsewhere is not None
        return False

    def ids_with(self, names: Iterable[str]) -> tuple[dict[str, str], list[Fact]]:
        """Return everybody's id by name, and the facts that add those of `names` who are new."""
        ids = self.frame.people.ids
        new = {name: roles.new_id() for name in names if name not in ids}
        return ids | new, [facts.PlayerAdded(player, name) for name, player in new.items()]

    def _evening_of(self, fact: Fact) -> str | None:
        """Return the evening that a fact belongs to, None for one about the club."""
        if isinstance(fact, EveningFact | facts.SheetOpened):
            return fact.evening
        return self.frame.sheets[fact.sheet].opened.evening if isinstance(fact, SheetFact) else None

    @stepwise
    def everything(self) -> Steps[Journal]:
        """Return the whole book, read anew."""
        return Journal.of((yield from self._store.everything.steps()))

    @stepwise
    def all_of(self, evenings: Sequence[str]) -> Steps[Journal]:
        """Return everything about some evenings, read anew, with everybody who is in the book."""
        journal = Journal(self.frame.people, words=self.frame.words, answers=self.frame.answers)
        for evening in evenings:
            self._add_evening(evening, journal)
            yield
        return journal

    def _add_evening(self, evening: str, journal: Journal) -> Journal:
        for entry in self._store.evening(evening):
            journal.add(entry)
        return journal

    def watch(self) -> None:
        """Read again if others have written; raises `StorageFault` if the book cannot be asked."""
        if self._store.changed():
            try:
                news = self._store.news()
                if news is None or not (self._forget_sheets(news) if news.entries is None
                                        else self._take_in(news.entries)):
                    self._read()
            except StorageFault:
                self._store.invalidate()
                raise

    def refresh(self) -> None:
        """Call `watch`, but if the server or the file is gone, or the book is of a newer version by
        now, keep what was read last to look at; only writing fails then.

        On an event loop once an event: what is drawn in one go shows one state.
        """
        try:
            loop = get_running_loop()
        except RuntimeError:
            loop = None
        if loop is None or not self.as_read.fresh:
            with suppress(Unreachable, Displaced, Newer):
                self.watch()
                if loop is not None:
                    self.as_read.stay_fresh(loop)

    def _forget_sheets(self, news: News) -> bool:
        """Forget the sheets, to read them again when they are looked at, if what others have
        written apart says nothing of the frame; return whether it does not."""
        if not only_steps(news, self.frame):
            return False
        self.as_read.begin(copy(self.frame))
        return True

    def _take_in(self, entries: Sequence[Entry]) -> bool:
        """Take in what others have written if it only continues open sheets, as it does most often;
        return whether it does."""
        if not taken_in(entries, self.sheets, self.frame):
            return False
        for entry in entries:  # whoever has counted a sheet counts what is open again
            with suppress(KeyError):
                self.sheet(getattr(entry.fact, "sheet", ""))
        self.as_read.readings += 1
        self.as_read.tell()
        return True

    def _read(self) -> None:
        """Read the frame, and forget the sheets until they are looked at."""
        with collector_paused(), holding_together():
            self._store.begin()
            frame = Journal.of(self._store.frame())
            for evening, journal in frame.evenings.items():
                if journal.closed_elsewhere:  # the frame does not tell whether its hands make sense
                    journal.aside |= self._set_aside_on(evening, frame)
        self.as_read.begin(frame)

    def _set_aside_on(self, evening: str, frame: Journal) -> set[str]:
        """Return what makes no sense on an evening; nothing if it cannot be read."""
        with suppress(StorageFault):
            return {each.entry for each in self._add_evening(
                evening, Journal(frame.people)).set_aside()}
        return set()

    def require(self, role: roles.Role) -> None:
        """Raise `NotAllowed` unless whoever uses the book has at least this role."""
        roles.require(self.user, role)

    def role_for(self, fact: Fact, coming: Mapping[str, Fact] | None = None) -> roles.Role:
        """Return the least role that may write a fact. Whoever takes back a step needs the role for
        that step, and whoever says by which rules a hand was played the role for rules. Whoever
        writes one list may write what is in it, until its round is over, and bring it later.

        coming: facts that come with it from another book, by the ids of their entries.
        """
        step: Fact | None = fact
        match fact:
            case facts.Undone(sheet, entry) | facts.Redone(sheet, entry):
                steps = self.sheet(sheet).journal.steps if sheet in self.frame.sheets else []
                step = (coming or {}).get(entry) or next(
                    (each.fact for each in steps if each.id == entry), None)
            case facts.HandRecorded() | facts.HandAmended() if fact.rules is not None:
                held = [hand.rules for hand in self.sheet(fact.sheet).hands
                        if hand.stamp.id == fact.id] if fact.sheet in self.frame.sheets else []
                if fact.rules not in held:
                    return roles.Role.HOST
        if step is None:
            return roles.Role.HOST
        own = self.user.own_list
        is_in_list = own is not None and type(step) in roles.WRITTEN_IN_A_LIST and (
            self.writes(own.sheet) or coming is not None and self.is_out(own)
        ) and self._is_in_list(fact, own)
        return roles.Role.LIST if is_in_list else roles.needed_for(step)

    def _is_in_list(self, fact: Fact, own: roles.OneList) -> bool:
        """Return whether a fact is one of a list, or what a slip says of its evening and people, as
        the book does."""
        people = self.frame.people
        match fact:
            case facts.EveningOpened():
                return fact == self.frame.evenings[own.evening].opened
            case facts.PlayerAdded(player, name):
                return player in people.names and people.spelt(player) == name
            case facts.SheetOpened():
                return fact == self.drawn(own.evening)[own].opened
            case TournamentSigned(evening, round, table):
                return (evening, round, table) == own[:3]
        return getattr(fact, "sheet", "") == own.sheet

    def writes(self, sheet: str) -> bool:
        """Return whether a sheet is the list that the user writes now: its round is played."""
        own = self.user.own_list
        return own is not None and own.sheet == sheet and own in self.lists(own.evening)

    def lists(self, evening: str) -> Mapping[roles.OneList, Begins]:
        """Return the lists that are written now on an evening, each with its beginning."""
        return self.found(Drawn).played(evening, self.frame)

    def drawn(self, evening: str) -> Mapping[roles.OneList, Begins]:
        """Return the lists that were drawn on an evening, each with its beginning."""
        return self.found(Drawn).on(evening, self.frame)

    def is_out(self, own: roles.OneList) -> bool:
        """Return whether a list may still be brought, even late: not all of its hands are here."""
        begins = self.drawn(own.evening).get(own)
        if begins is None or begins.is_locked:
            return False
        if own.sheet not in self.frame.sheets:
            return True
        score = self.sheet(own.sheet).standing().score
        return not score.over and hands_played(score) < begins.hands

    def refused(self, rows: Rows) -> dict[str, Message]:
        """Return why some new entries of another book are not taken from the user, by their ids:
        what the user may not write here, nobody brings for them."""
        if self.user.role is roles.Role.HOST:
            return {}
        coming = {entry.id: entry.fact for entry in self._store.as_read_with(rows)}
        return {row[ID]: roles.ONLY_FOR_HOSTS for row in rows if not self.user.role.reaches(
            self.role_for(coming[row[ID]], coming))}

    def step(self, fact: SheetFact, own: str = "",
             still: Callable[[], object] = lambda: None, forget: Sequence[str] = ()) -> None:
        """Write what happens on a sheet; it is saved when this returns.

        own: the id of its entry, empty for a new one; still: called again if somebody else has
        written meanwhile, raises `Refused` if the fact is no longer possible; forget: keys of what
        was kept until this is saved, which is forgotten with it or not at all. Raises `Refused` for
        what is not in the book any more, `NotAllowed` for what is not for the role of the user,
        and `StorageFault`.
        """
        evening = self.sheet(fact.sheet).journal.opened.evening
        entry = Entry(own or roles.new_id(), fact, roles.now(), self.user.name)
        self._append([(entry, evening)], still, forget=forget)
        if sheet := self.sheets.get(fact.sheet):  # else it will be read in full, as all was
            sheet.add(entry, self.frame.names)
        self.as_read.tell()

    def write(self, *written: Fact) -> None:
        """Write facts of the frame, all or none; they are saved then. Raises as `step` does."""
        if not written:
            return
        entries = [(Entry(roles.new_id(), fact, roles.now(), self.user.name),
                    self._evening_of(fact)) for fact in written]
        self._append(entries)
        for entry, _ in entries:
            self.frame.add(entry)
            if isinstance(entry.fact, facts.PlayerJoined):
                self.sheets.pop(entry.fact.sheet, None)  # its roster has grown
        self.as_read.tell()

    def join(self, theirs: Iterable[Row | Message]) -> Union:
        """Take in what is new of the entries of another book, as they were written there, all or
        nothing, but for what is not for the role of the user; return what that was. Raises
        `StorageFault`, and `NotAllowed` for a watcher."""
        self.require(roles.Role.LIST)
        if self.user.role is roles.Role.HOST:
            found = self._store.join(theirs)
        else:
            theirs = list(theirs)
            new = Union(self.parts()).add(theirs)
            allowed = {row[ID] for row in new} - self.refused(new).keys()
            found = self._store.join(
                theirs, lambda row: None if row[ID] in allowed else roles.ONLY_FOR_HOSTS,
                self.user.name)
        self.watch()
        return found

    def parts(self) -> Parts:
        """Return the book as kept now, reading only what is asked about; raises `StorageFault`."""
        return self._store.parts()

    def shown(self) -> Parts:
        """Return what another book of the user may see of it: all, or for whoever writes one list
        the club and its evening; raises `StorageFault`."""
        own = self.user.own_list
        return self.parts() if own is None else self.parts().only(None, own.evening)

    def rows(self) -> Iterator[Row]:
        """Yield all entries as they are kept; raises `StorageFault`."""
        return self._store.rows()

    def _append(self, entries: Entries, still: Callable[[], object] = lambda: None,
                forget: Sequence[str] = ()) -> None:
        """Write entries as `step` does."""
        self._require_for(entries)
        for entry, _ in entries:
            if fault := self._fault_of(entry):
                raise roles.Refused(Problem((), fault))
        # Made once: the facts know the seats as they are now, and not as others have changed them.
        rows = self._store.rows_of(entries)
        while not self._store.append_all(entries, unless_changed=True, rows=rows, forget=forget):
            self.as_read.fresh = 0  # the book is looked at again
            refuse_orphans(entries, self.current())
            self._require_for(entries)
            still()
        self.as_read.written += 1

    def _fault_of(self, entry: Entry) -> Message | None:
        """Return why an entry makes no sense; of a sheet as it is open."""
        sheet = getattr(entry.fact, "sheet", "")
        if sheet not in self.frame.sheets:
            return fault_of_fields(entry.fact)
        return fault_in(entry, self.frame, self.sheet(sheet).journal)

    def _require_for(self, entries: Entries) -> None:
        for entry, _ in entries:
            self.require(self.role_for(entry.fact))

    def rescore(self) -> None:
        """Score the open sheets again, because somebody has another name now."""
        for sheet in self.sheets.values():
            sheet.rescore(self.frame.names)
