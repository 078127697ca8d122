"""The book of a server, which this one meets again and again: what is not there yet."""

from dataclasses import dataclass

from scorepad.service.meeting import Meetings, Met
from scorepad.service.open_book import OpenBook
from scorepad.service.refusals import now
from scorepad.storage import Store
from scorepad.storage.backups import Mark
from scorepad.storage.exchange import Asking

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


@dataclass(frozen=True)
class Remembered:
    """A meeting as the device remembers it: its time, the last entry then, and as in `Missing`."""

    met: int | None = None
    mark: Mark | None = None
    refused: int = 0


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
        before = self._remembered(address)
        state = address, before, self._book.readings, self._book.written
        if self._found is None or self._found[0] != state:
            since = self._store.since(before.mark)
            self._found = state, Missing(since.hands, since.others, before.met, before.refused)
        return self._found[1]

    def asking(self, address: str) -> Asking[list[Met]]:
        """Exchange entries with the book of a server, as `Meetings.asking` does, as often as
        something is written here meanwhile; remember then that the server has everything."""
        mets, written = list[Met](), -1
        while written != self._book.written:
            written = self._book.written
            mets.append((yield from Meetings(self._book).asking()))
        last = self._store.since(None).last
        self._store.keep(KEY, {"address": address, "at": now(), "refused": mets[-1].refused_there,
                               "last": None if last is None else list(last)})
        return mets

    def forget(self) -> None:
        """Forget when the books met; raises `StorageFault`."""
        self._store.keep(KEY, None)

    def _remembered(self, address: str) -> Remembered:
        """Return the last meeting with this server, as far as this version can read it."""
        match self._store.kept(KEY):
            case {"address": str(where), "at": int(at), "refused": int(refused), "last": last} \
                    if where == address:
                match last:
                    case [int(seq), str(own)]:
                        return Remembered(at, Mark(seq, own), refused)
                return Remembered(at, None, refused)
        return Remembered()
