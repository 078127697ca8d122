"""The devices that were let in, and the register of a book in which they are listed."""

import hashlib
import time
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path

from scorepad.config import Settings
from scorepad.service.roles import ROLES, OneList, Role
from scorepad.storage import StorageFault
from scorepad.storage.connecting import file_of
from scorepad.storage.register import Device, InFile, Register
from scorepad.web import limits

DAY = 86_400


class TooManyTries(Exception):
    """Raised when no PIN is taken any more; seconds: until there is another."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class IsFull(Exception):
    """Raised when the PIN, or the code of the table, has let in as many devices as it may."""


class NoName(Exception):
    """Raised when somebody joins without a name."""


@dataclass(eq=False)
class Visitor:
    """A device that was let in; it is the same object until it is shut out, and tells its role and
    name as they are now. id: the hash of its key; since, used: when it came first and was here
    last, in seconds since 1970; is_in: False once it is shut out; own_list: the one that it
    writes, if that is its role."""

    id: str
    name: str
    role: Role
    since: int
    used: int
    is_in: bool = True
    own_list: OneList | None = None

    def note_here(self) -> None:
        """Note that it is here now."""
        self.used = clock()

    def listed(self) -> Device:
        """Return it as the register has it."""
        role = role_of_list(self.own_list) if self.own_list else self.role
        return Device(self.id, self.name, role, self.since, self.used)


def role_of_list(own: OneList) -> str:
    """Return a list and the role of whoever writes it as the register has them, in one text. The
    evening's id comes last: one from a file may have spaces."""
    return f"{Role.LIST} {own.sheet} {own.round} {own.table} {own.evening}"


def role_in(kept: str) -> tuple[Role, OneList | None] | None:
    """Return the role in such a text, with the list if it is that of one; None for one that this
    version does not know."""
    match kept.split(" ", 4):
        case [Role.LIST, sheet, round, table, evening]:
            return Role.LIST, OneList(evening, int(round), int(table), sheet)
        case [role] if role in ROLES and role != Role.LIST:
            return Role(role), None
    return None


def numbered(name: str, others: Iterable[str]) -> str:
    """Return a name, with a number behind it if it is among others."""
    taken, found, number = {each.casefold() for each in others}, name, 1
    while found.casefold() in taken:
        number += 1
        found = f"{name[:limits.NAME_LETTERS - len(str(number)) - 3]} ({number})"
    return found


def going_for(role: Role, visitors: Collection[Visitor]) -> Visitor | None:
    """Return who has to go for another one of this role: who was away for longest where there are
    too many; None where there is room."""
    hosts = [each for each in visitors if each.role is Role.HOST]
    if role is Role.HOST and len(hosts) >= limits.HOSTS:
        return min(hosts, key=lambda each: each.used)
    if len(visitors) < limits.DEVICES:
        return None
    return min([each for each in visitors if each not in hosts],
               key=lambda each: (ROLES.index(each.role), each.used), default=None)


def place_of_keys(settings: Settings) -> Path:
    """Return the file that lists the devices of a book. It lies beside a book that is a file,
    because the page must be reachable even if the book cannot be opened; otherwise in the data
    folder."""
    if (book := _book(settings)) is not None:
        return book.with_name(f"{book.name}.devices")
    return settings.data / f"{_short(settings.database)}.devices"


def shared_register(settings: Settings) -> Register:
    """Return the register that all know who serve this book: on its server, or in its file."""
    try:
        on_server = file_of(settings.database) is None
    except StorageFault:  # the page says so
        on_server = False
    return Register(settings.database) if on_server else InFile(place_of_keys(settings))


def cookie_of(settings: Settings) -> str:
    """Return the name of a book's cookie, one for each: all ports of a machine share cookies."""
    book = _book(settings)
    return f"scorepad-{_short(settings.database if book is None else str(book.absolute()))}"


def _book(settings: Settings) -> Path | None:
    try:
        return file_of(settings.database)
    except StorageFault:  # the page says so
        return None


def _short(place: str) -> str:
    return hashlib.sha256(place.encode()).hexdigest()[:12]


def has_ended(role: str, used: int) -> bool:
    """Return whether the key of a device has ended; used: when that was here last."""
    days = limits.DAYS_OF_HOST if role == Role.HOST else limits.DAYS
    return used + days * DAY < clock()


def clock() -> int:
    """Return the time in whole seconds since 1970."""
    return int(time.time())
