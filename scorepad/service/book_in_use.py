"""A book while somebody uses it: by whom, what others write to it, and what this device keeps."""

from copy import copy
from typing import Any, Self

from scorepad.service.agreements import Agreements
from scorepad.service.club import Club, RuleSets
from scorepad.service.drafts import Drafts
from scorepad.service.giro import Accounts
from scorepad.service.listing import Listing
from scorepad.service.meeting import AtServer, Meetings
from scorepad.service.open_book import OpenBook
from scorepad.service.persons import Persons
from scorepad.service.roles import OneList, Role, User
from scorepad.service.safety import Copies, Counted, Safety
from scorepad.service.slips import Slips
from scorepad.service.statistics import Statistics
from scorepad.service.tournaments import Tournaments
from scorepad.storage import Store


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
