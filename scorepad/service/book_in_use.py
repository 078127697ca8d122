"""A book while somebody uses it: by whom, what others write to it, and what this device keeps, such
as the half-typed hands of each page."""

import json
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any, Self

from scorepad.service.agreements import Agreements
from scorepad.service.club import Club, RuleSets
from scorepad.service.listing import Listing
from scorepad.service.meeting import AtServer, Meetings
from scorepad.service.open_book import OpenBook
from scorepad.service.persons import Accounts, Persons
from scorepad.service.roles import WEEK, OneList, Role, User, now
from scorepad.service.safety import Copies, Counted, Safety
from scorepad.service.slips import Slips
from scorepad.service.statistics import Statistics
from scorepad.service.tournaments import Tournaments
from scorepad.storage import Store

DRAFT = "entry/"
"""The beginning of the keys under which half-typed hands are kept."""

WINDOW = "window"
"""The page that has no name of its own: the program's window. Its drafts have the keys that an
earlier version used for every page, so it also gets what that version left."""

MOST_DRAFTS, LARGEST_DRAFT = 500, 64 * 1024
"""The most pages whose drafts are kept, and the most letters of one; no hand needs a thousand."""

SWEEP_EVERY = 200
"""The number of times that something is kept between two looks for what is too much."""


@dataclass
class _TimesKept:
    """The number of times that something was kept, by anybody."""

    kept: int = 0


class Drafts:
    """The half-typed hands of each page, by sheet."""

    def __init__(self, store: Store, book: OpenBook) -> None:
        self._store, self._book, self._times = store, book, book.found(_TimesKept)

    @property
    def written(self) -> int:
        """The number of times something was kept here; by it other pages see that there is news."""
        return self._times.kept

    def keep(self, sheet: str, page: str, typed: Mapping[str, Any] | None) -> None:
        """Remember what is typed on a page for a sheet, as JSON values, and when; None forgets it.

        It changes with every key, so this does not wait for another program that holds the book.
        What is far larger than any hand is not kept. Raises `StorageFault`, and `NotAllowed` for a
        watcher.
        """
        self._book.require(Role.LIST if self._book.writes(sheet) else Role.WRITER)
        if typed and len(json.dumps(typed)) > LARGEST_DRAFT:
            return
        self._times.kept += 1
        self._store.keep(_key(sheet, page), typed and {"at": now(), **typed}, patiently=False)
        if self._times.kept % SWEEP_EVERY == 0:
            self.sweep()

    def of(self, sheet: str, page: str) -> Any:
        """Return what is half typed on a page for a sheet, or None; raises `StorageFault`."""
        return self._store.kept(_key(sheet, page))

    def on(self, sheet: str) -> dict[str, Any]:
        """Return what is half typed for a sheet, by page; raises `StorageFault`."""
        own = f"{DRAFT}{sheet}"
        found = self._store.kept_under(own)
        return {key[len(own) + 1:] or WINDOW: typed for key, typed in found.items()
                if key == own or key.startswith(f"{own}/")}

    def sweep(self) -> None:
        """Forget what was typed more than a week ago, except in the window, and what is too much,
        the oldest first; raises `StorageFault`."""
        ages = {key: _age(typed) for key, typed in self._store.kept_under(DRAFT).items()
                if "/" in key.removeprefix(DRAFT)}
        for number, key in enumerate(sorted(ages, key=lambda key: ages[key])):
            if number >= MOST_DRAFTS or ages[key] > WEEK:
                self._store.keep(key, None)


def keys_of(sheet: str, page: str) -> tuple[str, ...]:
    """Return the keys under which a page's draft for a sheet is kept; none without a page."""
    return (_key(sheet, page),) if page else ()


def _key(sheet: str, page: str) -> str:
    return f"{DRAFT}{sheet}" if page == WINDOW else f"{DRAFT}{sheet}/{page}"


def _age(typed: Any) -> int:
    """Return how many milliseconds ago something was typed; more than a week if unreadable."""
    at = typed.get("at") if isinstance(typed, dict) else None
    return now() - at if isinstance(at, int) else WEEK + 1


class BookInUse:
    """The book that the use cases of a service share, and the one who uses it."""

    def __init__(self, store: Store, book: OpenBook) -> None:
        """Make the use cases of a book for the one who uses it."""
        self._store, self._book = store, book
        self.drafts = Drafts(store, book)
        self.safety = Safety(store, book.user, book.found(Counted))
        self.people = Persons(book)
        self.accounts = Accounts(store, book, self.people)
        self.rule_sets = RuleSets(book)
        self.club = Club(book)
        self.agreements = Agreements(book)
        self.statistics = Statistics(book, self.club)
        self.copies = Copies(store, book)
        self.listing = Listing(book, store)
        self.meetings = Meetings(book)
        self.tournaments = Tournaments(book)
        self.slips = Slips(store, book, self.tournaments, self.meetings)
        self.at_server = AtServer(store, book)

    def used_by(self, user: User) -> Self:
        """Return the use cases of the same book for somebody else: what is written is theirs, and
        what is not for their role is `NotAllowed`."""
        service = copy(self)
        BookInUse.__init__(service, self._store, self._book.used_by(user))
        return service

    def shares_book_with(self, other: "BookInUse") -> bool:
        """Return whether another service has the same open book."""
        return self._store is other._store

    @property
    def user(self) -> User:
        """The one who uses the book."""
        return self._book.user

    @property
    def own_list(self) -> OneList | None:
        """The list that whoever uses the book writes, if their role is that of one list."""
        return self.user.own_list

    def may(self, role: Role) -> bool:
        """Return whether whoever uses the book has at least this role."""
        return self.user.role.reaches(role)

    def close(self) -> None:
        """Close the book."""
        self._store.close()

    def settle(self) -> None:
        """Bring all of the book into its one file if no other program can have it open; raises
        `StorageFault`."""
        self._store.settle()

    def hands(self) -> int:
        """Return how many hands the book has; raises `StorageFault`."""
        return self._store.hands()

    @property
    def is_displaced(self) -> bool:
        """True if the book's file was found to be moved, replaced, emptied or deleted."""
        return self._store.displaced is not None

    def reopen(self) -> None:
        """Open what lies at the book's place now; raises `StorageFault` if that cannot be opened,
        or if nobody has decided yet which book goes on."""
        self._store.reopen()
        self._book.watch()

    @property
    def readings(self) -> int:
        """The number of times that the book was read; a higher one means that there is news."""
        return self._book.as_read.readings

    @property
    def may_hang(self) -> bool:
        """True if the book is on a server, which may keep its callers waiting."""
        return self._store.may_hang

    def has_news(self, *, anyway: bool = True) -> bool:
        """Return whether `watch` would read again, for a thread that may wait; raises
        `StorageFault` if the book cannot be asked, and unless `anyway` at once if its server was
        silent just now."""
        return self._store.has_news(anyway=anyway)

    def watch(self) -> None:
        """Read again if others have written; raises `StorageFault` if the book cannot be asked."""
        self._book.watch()

    def refresh(self) -> None:
        """Call `watch`, but if the server or the file is gone, keep what was read last to look at;
        only writing fails then."""
        self._book.refresh()

    def keep(self, key: str, value: Any, role: Role = Role.WRITER) -> None:
        """Remember a JSON value for this device; None forgets it. role: the least that may do so.
        Raises `NotAllowed`."""
        self._book.require(role)
        self._store.keep(key, value)

    def kept(self, key: str) -> Any:
        """Return what was remembered for this device, or None."""
        return self._store.kept(key)
