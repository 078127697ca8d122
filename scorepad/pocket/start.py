"""The pocket page: a browser that also keeps the book, and the start of Python there."""

import asyncio
import os
import pkgutil
import random
import sqlite3
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from importlib import import_module, invalidate_caches
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from typing import Any

import scorepad
from scorepad.config import Settings
from scorepad.i18n.message import say, system_language
from scorepad.service import Service
from scorepad.service.roles import Role, User
from scorepad.storage import StorageFault
from scorepad.ui import theme
from scorepad.ui.app import main_for
from scorepad.ui.place import Looks, Served
from scorepad.ui.rehearsal import rehearse
from scorepad.web.exchange import Partner


def tell(kind: str, **values: object) -> None:
    """Tell the page something: it gets `{kind, ...values}`, and `page.js` knows what each kind
    means. values: text, figures, lists and dicts of them, bytes. Returns at once. Raises
    ImportError outside the page."""
    import_module("flet_js").tell({"kind": kind, **values})


def subscribe(kind: str, act: Callable[..., object]) -> None:
    """Have `act` called with the values of each message of this kind from the page, by name; at
    once if there has been one already. Raises ImportError outside the page."""
    import_module("flet_js").hear(kind, act)


async def post(address: str, headers: Mapping[str, str], content: bytes) -> tuple[int, bytes]:
    """Have the browser post content to an address; return status and content of the answer, and 0
    and why where nobody answers. Raises ImportError outside the page."""
    status, answer = await import_module("flet_js").post(address, dict(headers), content)
    return status, answer.to_bytes()


RESTS = 2
"""Seconds without a change after which the book is brought into its one file. Python ends as soon
as the page is left, so that would be too late."""


class Pocket(Served):
    """The page of this very phone: there is no server, and no second thread."""

    has_threads = False
    keeps_book = True

    def __init__(self) -> None:
        self._can_share = self._listens = self._scans = False
        self._is_promised: bool | None = None
        self._is_typing = self._is_asked = False
        self.keep_glimpse = _keep_glimpse
        subscribe("able", self._take_in)
        self._looks: Looks | None = None
        subscribe("looks", self._take_in_looks)
        self.post = post
        self._partner: Partner | None = None
        subscribe("server", self._take_in_server)
        self._hands = 0  # that the page has counted
        self._service: Service | None = None
        self._resting: asyncio.TimerHandle | None = None
        subscribe("counted", self._take_in_hands)

    def _take_in(self, *, share: bool, promised: bool | None, listens: bool, scans: bool,
                 home: str = "") -> None:
        """Take in what the browser can do, and whether it keeps the book for good."""
        self._can_share, self._is_promised = share, promised
        self._listens, self._scans, self.home_screen = listens, scans, home

    def _take_in_hands(self, *, hands: int) -> None:
        self._hands = hands

    def watch_over(self, service: Service) -> None:
        """Bring the book into its one file whenever the page is hidden or nothing was written for a
        while, and have the page count its hands, so that fewer are noticed."""
        self._service = service
        service.when_changed(self._changed)
        subscribe("hidden", self._rest)
        self._rest()

    def _changed(self) -> None:
        if self._resting is not None:
            self._resting.cancel()
        self._resting = asyncio.get_running_loop().call_later(RESTS, self._rest)

    def _rest(self) -> None:
        with suppress(StorageFault):  # the next time then
            assert self._service is not None
            self._service.settle()
            self._count(self._service.hands())

    def _count(self, hands: int) -> None:
        """Note how many hands there are; the page forgets none until its user says so."""
        self.missing = max(0, self._hands - hands)
        if not self.missing:
            self._hands = hands
            tell(kind="hands", hands=hands)

    def nothing_is_missing(self) -> None:
        """Have the page count anew."""
        self._hands = 0
        self._rest()

    def _take_in_looks(self, *, looks: str) -> None:
        """Take in the preferences that the page has kept; empty: none."""
        self._looks = Looks.read(looks)

    def looks(self) -> Looks | None:
        """Return what the page has kept."""
        return self._looks

    def keep_looks(self, looks: Looks) -> None:
        """Have the page keep them: no other phone has them, whichever book it opens."""
        self._looks = looks
        tell(kind="looks", looks=looks.written())

    def _take_in_server(self, *, server: str, invited: str, address: str = "") -> None:
        """Take in which server the page has kept, the link with which it was opened, and where it
        lies."""
        self._partner, self.invited, self.address = Partner.read(server), invited, address

    @property
    def partner(self) -> Partner | None:
        """The server that the page has kept."""
        return self._partner

    def keep_partner(self, partner: Partner | None) -> None:
        """Have the page keep the server: no copy of the book has the key to it."""
        self._partner = partner
        tell(kind="server", server="" if partner is None else partner.written())

    def owner(self, author: str) -> User:
        """Return who uses this phone, by the name that the server knows it by."""
        return _Owner(self, author)

    @property
    def listens(self) -> bool:
        return self._listens

    @property
    def scans(self) -> bool:
        return self._scans

    @property
    def can_share(self) -> bool:
        """True if the browser can hand files to other programs."""
        return self._can_share

    @property
    def is_promised(self) -> bool | None:
        """True if the browser has promised not to clear the book away; None if it was not asked."""
        return self._is_promised

    def half_typed(self, whether: bool) -> None:
        """Tell the page whether a hand is half typed; it offers no new version then."""
        if whether != self._is_typing:
            self._is_typing = whether
            tell(kind="typing", whether=whether)

    def hand_saved(self) -> None:
        """Ask the browser, at the first hand, to keep the book: now there is something to lose."""
        if not self._is_asked:
            self._is_asked = True
            tell(kind="persist")


@dataclass(frozen=True)
class _Owner:
    """The user of a phone; author: the name before a server knows another."""

    place: Pocket
    author: str
    role: Role = Role.HOST
    is_in: bool = True
    own_list: None = None

    @property
    def name(self) -> str:
        return self.place.partner.name if self.place.partner else self.author


def _keep_glimpse(glimpse: dict[str, Any] | None) -> None:
    tell(kind="glimpse", glimpse=glimpse)


AT_FIRST_USE = ("scorepad.paper", "scorepad.web")
"""Modules that are imported only when used: paper is made with a large library."""

ALSO = ("flet.messaging.pyodide_connection", "msgpack", "sqlalchemy.dialects.sqlite",
        "babel.numbers", "babel.dates", "_strptime")
"""Modules that others import in the middle of their work."""

class PaperFinder(MetaPathFinder):
    """The finder of what paper is made with, which the page fetches once the app is there. Raises
    StorageFault where it cannot be had now."""

    NAMES = ("fpdf", "fontTools", "defusedxml", "unittest")

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """Return where one of them lies, now that all of them do."""
        if fullname not in self.NAMES:
            return None
        if not import_module("flet_js").addPaper():
            raise StorageFault(say("What makes PDF files is not on this phone yet. Please try "
                                   "again with a network."))
        sys.meta_path.remove(self)
        invalidate_caches()
        return PathFinder.find_spec(fullname, path)


STIRRED = 1 << 20
"""The most bytes of random numbers that are passed over; some milliseconds."""


def prepare(shown: Iterable[str], language: str) -> None:
    """Import all that the app works with, and draw its first screens once for nobody, so that the
    next start need not look for anything. shown: the names that the app uses of Flet, which imports
    each only when it is used; language: the browser's."""
    flet = import_module("flet")
    for name in shown:
        getattr(flet, name)
    for found in pkgutil.walk_packages(scorepad.__path__, "scorepad."):
        if not found.name.startswith(AT_FIRST_USE):
            with suppress(ImportError):  # it speaks to a server
                import_module(found.name)
    for name in ALSO:
        import_module(name)
    os.environ["LANGUAGE"] = language
    rehearse(system_language())


def start(language: str) -> None:
    """Start the app, which waits for its page. language: the browser's. All of this also works in a
    Python that was prepared days ago."""
    os.environ["LANGUAGE"] = language
    random.seed()
    sys.meta_path.append(PaperFinder())
    _stir()
    # The page's own list of fonts has ours, so that it is there before the first frame; an
    # address that begins with / leads out of the folder in which the page may lie.
    theme.FONTS.clear()
    # Everybody is called the same in a browser, so nobody is named as the one who wrote a hand.
    import_module("flet").run(heard(main_for(replace(Settings.of(), author=""), place=Pocket())))


def heard(main: Callable[[Any], None]) -> Callable[[Any], Iterator[None]]:
    """Return the same, but have the page hear when the first screen was sent, and of it if it
    fails: Flet would only show what Python says of it, and perhaps a kept file is damaged."""
    def begin(page: Any) -> Iterator[None]:
        try:
            main(page)
        except Exception as fault:
            tell(kind="failed", why="failed", fault=f"{type(fault).__name__}: {fault}")
            raise
        yield  # Flet sends it now
        tell(kind="drawn")
    return begin


def _stir() -> None:
    """Let SQLite's random numbers go on elsewhere than at every other start: it was seeded when
    this Python was prepared, and marks with them what is valid in its journals."""
    with closing(sqlite3.connect(":memory:")) as book:
        book.execute("SELECT randomblob(?)", (1 + random.randrange(STIRRED),)).fetchone()
