"""The devices of a book as its host handles them: lets in, names, and shuts out."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from scorepad.games.game import Problem
from scorepad.i18n.message import say
from scorepad.service.roles import Refused, Role, User, require
from scorepad.service.slips import SLIP as OF_SLIP, Slip
from scorepad.storage.register import Pin
from scorepad.storage.table_code import TableCode
from scorepad.web import limits
from scorepad.web.access.joining_page import SLIPS
from scorepad.web.access.keys import Keys
from scorepad.web.access.middleware import name_of
from scorepad.web.access.visitors import Visitor, clock
from scorepad.web.pocket_page import POCKET, is_there


@dataclass(frozen=True)
class Link:
    """An address that lets one device in; role: the one that it gets."""

    address: str
    key: str
    role: Role


@dataclass(frozen=True)
class OneForAll:
    """The address behind the code of the table; writes: whether everybody at it writes."""

    address: str
    writes: bool
    code: TableCode


class Phones:
    """The devices of one server, whose page is at `address`; pocket: the folder of the pocket page
    that it offers, too. Methods with a user raise `NotAllowed` unless it is a host, and
    `StorageFault`; they may wait."""

    def __init__(self, keys: Keys, address: str, pocket: Path | None = None) -> None:
        self._keys, self.address, self._pocket = keys, address, pocket
        self._link: Link | None = None
        self._wall, self._wall_since = "", 0
        self._table = ""
        self._writes = False
        self._lock = threading.Lock()

    @property
    def changes(self) -> int:
        """The number of times that devices came, changed or went."""
        return self._keys.changes

    def inviting(self, key: str) -> str:
        """Return the address with a key; no server and no log sees what follows the #."""
        return f"{self.address}/#{key}"

    @property
    def app(self) -> str:
        """The address of the pocket page; empty where there is none, or no safe address."""
        host = urlsplit(self.address).hostname or ""
        is_safe = self.address.startswith("https://") or host in ("127.0.0.1", "localhost", "::1")
        return f"{self.address}{POCKET}" if is_safe and is_there(self._pocket) else ""

    # --- letting in ---------------------------------------------------------------------------

    def link(self, user: User) -> Link:
        """Return the link that is shown now; a new one if it was used, or is too old."""
        require(user, Role.HOST)
        with self._lock:
            if self._link is None or not self._keys.still_offers(self._link.key):
                self._link = self._made(Role.WATCHER if self._link is None else self._link.role)
            return self._link

    def on_the_wall(self) -> str:
        """Return the address that a screen at the wall shows: it lets one device watch, once; then,
        or once it is too old, it is another one, after a while in which it is empty."""
        with self._lock:
            if not self._keys.still_offers(self._wall):
                if clock() - self._wall_since < limits.WALL_SECONDS:
                    return ""
                self._wall, self._wall_since = self._keys.offer(Role.WATCHER), clock()
            return self.inviting(self._wall)

    def new_link(self, user: User, role: Role) -> Link:
        """Return a new link in place of the one that was shown, which is of no use any more."""
        require(user, Role.HOST)
        with self._lock:
            if self._link is not None:
                self._keys.withdraw(self._link.key)
            self._link = self._made(role)
            return self._link

    def _made(self, role: Role) -> Link:
        key = self._keys.offer(role)
        return Link(self.inviting(key), key, role)

    def table(self, user: User) -> OneForAll | None:
        """Return the code of the table; None once it has ended, until there is to be a new one."""
        require(user, Role.HOST)
        with self._lock:
            if not self._table:
                self._table = self._keys.open_table(writes=self._writes)
            if (code := self._keys.table(self._table)) is None:
                return None
            self._writes = code.role == Role.WRITER
            return OneForAll(self.inviting(self._table), self._writes, code)

    def new_table(self, user: User) -> None:
        """Let there be a new code of the table; the one from before is worthless."""
        require(user, Role.HOST)
        with self._lock:
            if self._keys.table(self._table) is not None:
                self._keys.table_codes.end()
            self._table = ""

    def evening_ended(self, user: User) -> None:
        """Make the code of the table worthless, because nobody plays any more."""
        require(user, Role.WRITER)
        self._keys.table_codes.end()

    def let_table(self, user: User, write: bool) -> None:
        """Say whether everybody at this table writes."""
        require(user, Role.HOST)
        self._writes = write
        self._keys.let_table(write=write)

    def more_at_table(self, user: User) -> None:
        """Let the code of the table let in as many devices again as it may."""
        require(user, Role.HOST)
        self._keys.table_codes.allow(limits.TABLE_DEVICES)

    def slips(self, user: User, slips: Sequence[Slip]) -> list[str]:
        """Return the addresses at which these lists are written: of the pocket page, if it is
        offered, so that a phone which has it begins without a network."""
        require(user, Role.HOST)
        keys = [self._keys.slip(each.own.sheet) for each in slips]
        if not (app := self.app):
            return [f"{self.address}{SLIPS}#{key}" for key in keys]
        return [f"{app}#/{OF_SLIP}/{each._replace(proof=key.rpartition('.')[2]).digits}"
                for each, key in zip(slips, keys)]

    def pin(self, user: User) -> Pin:
        """Return the PIN, a new one once it has ended."""
        require(user, Role.HOST)
        return self._keys.pin()

    def new_pin(self, user: User) -> Pin:
        """Return a new PIN in place of the one from before."""
        require(user, Role.HOST)
        return self._keys.new_pin()

    def more_by_pin(self, user: User) -> None:
        """Let the PIN let in as many devices again as it may."""
        require(user, Role.HOST)
        self._keys.more_by_pin()

    def wrong_tries(self, user: User) -> list[tuple[str, int]]:
        """Return the addresses from which most wrong PINs came, and how many."""
        require(user, Role.HOST)
        return self._keys.wrong_tries()

    # --- those who are in ---------------------------------------------------------------------

    def all(self, user: User) -> list[Visitor]:
        """Return all devices, hosts first, then by name."""
        require(user, Role.HOST)
        return self._keys.visitors

    def rename(self, user: User, id: str, name: str) -> None:
        """Rename a device; raises `Refused` for what is no name."""
        require(user, Role.HOST)
        if not (kept := name_of(name)):
            raise Refused(Problem(("name",), say("must be one line of at most 60 letters")))
        self._keys.change(id, name=kept)

    def set_role(self, user: User, id: str, role: Role) -> None:
        """Give a device another role; raises `Refused` for the user's own."""
        self._refuse_own(user, id)
        self._keys.change(id, role=role)

    def shut_out(self, user: User, id: str) -> None:
        """Shut a device out within a second; raises `Refused` for the user's own."""
        self._refuse_own(user, id)
        self._keys.shut_out(id)

    def let_in_again(self, user: User, visitor: Visitor) -> None:
        """Let in again a device that somebody has just shut out."""
        require(user, Role.HOST)
        self._keys.let_in_again(visitor)

    def _refuse_own(self, user: User, id: str) -> None:
        require(user, Role.HOST)
        if getattr(user, "id", None) == id:
            raise Refused(Problem((), say("This is the device that you are using.")))


def is_locked(pin: Pin) -> bool:
    """Return whether a PIN is refused because there were too many wrong tries."""
    return pin.tries >= limits.PIN_TRIES_AT_ALL
