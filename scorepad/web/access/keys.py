"""Keys, which let a browser in. A joining key is used once; the device key that it is traded for
stays in that browser, and only its hash is kept here.

There are four kinds of joining keys. Those of this machine are kept in memory, and make a host of
whoever has read what the program printed or opened. Links, and the PIN, lie in the register, so
that all who serve the same book know them; each says what a device becomes. So does the code of
the table, a key that lets in more than one device, and so do the slips of a tournament: the key on
each follows from one secret.
"""

import hashlib
import hmac
import re
import secrets
import threading
from collections.abc import Callable
from contextlib import suppress

from scorepad.service.roles import ROLES, OneList, Refused, Role
from scorepad.service.slips import Slip, proof_of
from scorepad.storage import StorageFault
from scorepad.storage.register import Device, Guess, InMemory, Pin, Register, Tries
from scorepad.storage.table_code import TableCode, TableCodes
from scorepad.web import limits
from scorepad.web.access.visitors import (
    IsFull,
    NoName,
    TooManyTries,
    Visitor,
    clock,
    going_for,
    has_ended,
    numbered,
    role_in,
    role_of_list,
)

JOINING_BYTES, DEVICE_BYTES = 16, 32

KEY = re.compile(rf"[\w-]{{{-(-DEVICE_BYTES * 4 // 3)}}}", re.ASCII)
"""The form of a device's key; what has another is not looked up."""

PIN_DIGITS = 6

LATELY = 600
"""Seconds after which it is noted again that a device was here."""

OWN = "own."
"""The beginning of a joining key that asks nobody for a name: it is for this machine's user."""

TABLE = "table."
"""The beginning of the code of the table."""

SLIP = "slip."
"""The beginning of the key on a slip, which the id of the list's sheet and a proof follow."""

TRIES = Tries(limits.PIN_TRIES_OF_ADDRESS, limits.PIN_TRIES, limits.PIN_TRIES_AT_ALL)


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode(errors="replace")).hexdigest()


class Keys:
    """The joining keys, and the devices that have a key. owner: the name of those that were never
    asked for one. Methods that say so ask the register and may wait; where it cannot be asked they
    raise `StorageFault`."""

    def __init__(self, register: Register | None = None, owner: str = "") -> None:
        self._register = InMemory() if register is None else register
        self.table_codes = TableCodes(self._register)
        self._owner = owner
        self._lock = threading.RLock()
        self._invited: list[str] = []
        self._for_own: set[str] = set()
        """The joining keys that let in only the account that runs this program."""
        self._visitors: dict[str, Visitor] = {}
        self._noted: dict[str, int] = {}
        """The time at which each device was here, as the register has it."""
        self._mark: object = None
        self._listeners: list[Callable[[], None]] = []
        self.is_slow = False
        """True if so many PINs were wrong that a try has to take a while."""
        self.changes = 0
        """The number of times that devices came, changed or went."""
        with suppress(StorageFault):
            self.look()

    def close(self) -> None:
        """Close the register."""
        self._register.close()

    # --- the keys of this machine -------------------------------------------------------------

    def invite(self, *, own: bool = False, asks: bool = True) -> str:
        """Return a new key for a host; own: for this program's account; asks: for a name."""
        key = ("" if asks else OWN) + secrets.token_urlsafe(JOINING_BYTES)
        self._invited = [*self._invited[-(limits.INVITED - 1):], key]
        self._for_own = {each for each in self._for_own if each in self._invited}
        if own:
            self._for_own.add(key)
        return key

    def waits(self, key: str) -> bool:
        """Return whether a joining key of this machine has not been used yet."""
        return key in self._invited

    # --- coming in ----------------------------------------------------------------------------

    def join(self, key: str, name: str = "", *, own: bool = True,
             watches: bool = False) -> tuple[str, Visitor] | None:
        """Return a device key and its device in exchange for a joining key; None if that is not one
        of ours, was used before, is too old, or is for another account. May wait.

        name: of the device, which only those of this machine's own keys may lack; own: whether this
        program's account asks; watches: whether somebody who came by the code of the table only
        wants to watch. Raises `NoName`, and then the key stays good, and `IsFull`.
        """
        if key.startswith(TABLE):
            return self._sit_down(key, name, watches=watches)
        found = [each for each in self._invited
                 if hmac.compare_digest(each.encode(), key.encode(errors="replace"))]
        if found:
            if not own and found[0] in self._for_own:
                return None
            self._invited.remove(found[0])
            return self._admit(name, Role.HOST)
        if not name and self._register.waits(_hash(key), clock()):
            raise NoName
        may = role_in(self._register.take(_hash(key), clock()) or "")
        return None if may is None else self._admit(name, *may)

    def _sit_down(self, key: str, name: str, *, watches: bool) -> tuple[str, Visitor] | None:
        if (code := self.table(key)) is None:
            return None
        if code.is_full:
            raise IsFull
        if not name:
            raise NoName
        secret, now = secrets.token_urlsafe(DEVICE_BYTES), clock()
        with self._lock:
            self.look()  # another server may have let in somebody of that name
            self._make_room(Role.WATCHER)
            device = Device(_hash(secret), self._own_one(name), Role.WATCHER, now, now)
            found = self.table_codes.sit_down(_hash(key), device, now, follows=not watches)
            if found is not None and found.is_full:
                raise IsFull
            self.look()
            visitor = self._visitors.get(device.id)
        return None if visitor is None else (secret, visitor)

    def slip(self, sheet: str) -> str:
        """Return the key on the slip of the list that is a sheet. May wait."""
        secret = self.table_codes.secret(secrets.token_urlsafe(DEVICE_BYTES))
        return f"{SLIP}{sheet}.{proof_of(sheet, secret)}"

    def sheet_on(self, key: str) -> str | None:
        """Return the sheet whose list a slip's key, or the number of one, opens, None if it is none
        of ours. May wait."""
        if (number := key.removeprefix(SLIP)).isdecimal():
            with suppress(Refused):
                slip = Slip.read(number)
                key = f"{SLIP}{slip.own.sheet}.{slip.proof}"
        sheet = key.removeprefix(SLIP).rpartition(".")[0]
        fits = hmac.compare_digest(self.slip(sheet).encode(errors="replace"),
                                   key.encode(errors="replace"))
        return sheet if fits else None

    def write_list(self, own: OneList, name: str, before: Visitor | None = None
                   ) -> tuple[str, Visitor]:
        """Let a device write a list; return its key, empty for one that has a key, and the device.
        One that may write everything stays as it is. May wait.

        name: of a device that has none; before: the device, if it was let in before. Raises
        `IsFull`.
        """
        with self._lock:
            self.look()
            if before is not None and before.role.reaches(Role.WRITER):
                return "", before
            if len([each for each in self._visitors.values()
                    if each.own_list == own and each is not before]) >= limits.TABLE_DEVICES:
                raise IsFull
            if before is None:
                return self._admit(name, Role.LIST, own)
            self.table_codes.leave(before.id)
            name = self._own_one(name, before.id) if before.own_list else before.name
            self._register.change(before.id, role=role_of_list(own), name=name)
            self.look()
            return "", before

    def guess(self, pin: str, peer: str, name: str = "") -> tuple[str, Visitor] | None:
        """Return a device key and its device, a watcher, in exchange for the PIN, None if it is
        another. May wait. pin: may be typed with spaces. Raises `TooManyTries`, `IsFull`, `NoName`.
        """
        if not name:
            raise NoName
        typed = "".join(pin.split()).encode(errors="replace")
        guess, known = self._register.guess(
            lambda digits: hmac.compare_digest(digits.encode(), typed), peer, clock(), TRIES)
        self.is_slow = known is not None and known.tries >= limits.PIN_TRIES
        match guess:
            case Guess.FITS:
                return self._admit(name, Role.WATCHER)
            case Guess.FULL:
                raise IsFull
            case Guess.UNHEARD if known is not None:
                raise TooManyTries(max(1, known.until - clock()))
        return None

    def _admit(self, name: str, role: Role, own_list: OneList | None = None
               ) -> tuple[str, Visitor]:
        key, now = secrets.token_urlsafe(DEVICE_BYTES), clock()
        with self._lock:
            name = name and self._own_one(name)
            visitor = Visitor(_hash(key), name or self._owner, role, now, now, own_list=own_list)
            with suppress(StorageFault):  # then it stays valid until this program ends
                self._make_room(role)
                self._register.admit(visitor.listed()._replace(name=name))
                self._noted[visitor.id] = now
            self._visitors[visitor.id] = visitor
        self._tell()
        return key, visitor

    def _own_one(self, name: str, id: str = "") -> str:
        """Return a name, with a number behind it if another device, or the owner, has it."""
        return numbered(name, [self._owner, *[each.name for each in self._visitors.values()
                                              if each.id != id]])

    def _make_room(self, role: Role) -> None:
        """Remove who was away for longest if there are too many."""
        if (going := going_for(role, self._visitors.values())) is not None:
            self._register.shut_out(going.id)
            self.look()

    # --- who is in ----------------------------------------------------------------------------

    def visitor(self, key: str) -> Visitor | None:
        """Return the device with this key, as far as it is known here without waiting."""
        visitor = self._visitors.get(_hash(key))
        if visitor is None or has_ended(visitor.role, visitor.used):
            return None
        visitor.note_here()
        return visitor

    def find(self, key: str) -> Visitor | None:
        """Return the device with this key, None for none; the register is asked, too. May wait."""
        if not KEY.fullmatch(key):
            return None
        if self.visitor(key) is None and self._register.device(_hash(key)) is not None:
            self.look()
        return self.visitor(key)

    def look(self) -> bool:
        """Take in what others have changed; return whether there was anything. May wait."""
        with self._lock:
            self._note()
            mark = self._register.mark()
            if mark is not None and mark == self._mark:
                return False
            before = [visitor.listed()[:3] for visitor in self._visitors.values()]
            visitors: dict[str, Visitor] = {}
            devices = self._register.devices()
            if ended := [each.id for each in devices if has_ended(each.role, max(
                    each.used, self._visitors[each.id].used if each.id in self._visitors else 0))]:
                self._register.shut_out(*ended)
                devices = [each for each in devices if each.id not in ended]
            for each in devices:
                if (may := role_in(each.role)) is not None:
                    visitor = self._visitors.get(each.id) or Visitor(
                        each.id, "", may[0], each.since, each.used)
                    visitor.role, visitor.own_list = may
                    visitor.name = each.name or self._owner * (visitor.role is Role.HOST)
                    visitor.used = max(visitor.used, each.used)
                    visitors[each.id] = visitor
            self._noted = {each.id: each.used for each in devices}
            for id, visitor in self._visitors.items():
                visitor.is_in = id in visitors
            self._visitors, self._mark = visitors, mark
            after = [visitor.listed()[:3] for visitor in visitors.values()]
        if before != after:
            self._tell()
        return before != after

    def _note(self) -> None:
        """Write down who was here lately, and who could not be written down before."""
        for id, visitor in self._visitors.items():
            if id not in self._noted:
                self._register.admit(visitor.listed())
            elif visitor.used - self._noted[id] > LATELY:
                self._register.change(id, used=visitor.used)
            else:
                continue
            self._noted[id] = visitor.used

    def listen(self, told: Callable[[], None]) -> None:
        """Call a function, on whatever thread, after devices came, changed or went."""
        self._listeners.append(told)

    def _tell(self) -> None:
        self.changes += 1
        for told in self._listeners:
            told()

    # --- what a host does ---------------------------------------------------------------------

    @property
    def visitors(self) -> list[Visitor]:
        """All devices, hosts first, then by name."""
        return sorted(self._visitors.values(), key=lambda each: (
            -ROLES.index(each.role), each.name.casefold(), each.since))

    def offer(self, role: Role) -> str:
        """Return a new link's key, which lets in one device in this role. May wait."""
        key, now = secrets.token_urlsafe(JOINING_BYTES), clock()
        self._register.offer(_hash(key), role, now + limits.LINK_SECONDS, now)
        return key

    def still_offers(self, key: str) -> bool:
        """Return whether a link's key can still be used. May wait."""
        return self._register.waits(_hash(key), clock())

    def withdraw(self, key: str) -> None:
        """Make a link's key worthless. May wait."""
        self._register.take(_hash(key), clock())

    # --- the code of the table ----------------------------------------------------------------

    def open_table(self, *, writes: bool) -> str:
        """Return a new code, which lets in many devices. May wait."""
        key, now = TABLE + secrets.token_urlsafe(JOINING_BYTES), clock()
        self.table_codes.open(_hash(key), TableCode(
            Role.WRITER if writes else Role.WATCHER, now + limits.TABLE_SECONDS, 0,
            limits.TABLE_DEVICES), now)
        return key

    def table(self, key: str) -> TableCode | None:
        """Return what there is to say of a code, None if it has ended. May wait."""
        return self.table_codes.find(_hash(key), clock())

    def let_table(self, *, write: bool) -> None:
        """Let all who came or come by the table's code write, or only watch; a role changed since
        then stays. May wait."""
        roles = (Role.WRITER, Role.WATCHER)
        self.table_codes.let(*(roles if write else reversed(roles)))
        self.look()

    # --- the PIN, and each device -------------------------------------------------------------

    def pin(self) -> Pin:
        """Return the PIN, a new one if there is none. May wait."""
        return self._register.pin(clock()) or self.new_pin()

    def new_pin(self) -> Pin:
        """Return a new PIN in place of the one from before. May wait."""
        digits = f"{secrets.randbelow(10 ** PIN_DIGITS):0{PIN_DIGITS}}"
        until = clock() + limits.PIN_SECONDS
        self._register.renew_pin(digits, until, limits.PIN_DEVICES)
        return Pin(digits, until, 0, 0, limits.PIN_DEVICES)

    def more_by_pin(self) -> None:
        """Let the PIN let in as many again. May wait."""
        self._register.allow(limits.PIN_DEVICES)

    def wrong_tries(self) -> list[tuple[str, int]]:
        """Return the addresses from which most wrong PINs came, and how many. May wait."""
        return self._register.tries(limits.PIN_TRIES_OF_ADDRESS)

    def change(self, id: str, *, name: str | None = None, role: Role | None = None) -> None:
        """Rename a device, or give it another role: where it may do less from now on, the code of
        the table, or the slips, which it may know, are worthless. May wait."""
        if role is not None:
            self.table_codes.leave(id)
            if id in self._visitors and not role.reaches(self._visitors[id].role):
                self._end_what_is_known_to(self._visitors[id])
        given = {"name": name and self._own_one(name, id), "role": role}
        self._register.change(id, **{key: value for key, value in given.items()
                                     if value is not None})
        self.look()

    def shut_out(self, id: str) -> None:
        """Make a device's key worthless, and the code of the table, or the slips, which it may
        know. May wait."""
        with self._lock:
            if (visitor := self._visitors.pop(id, None)) is not None:
                visitor.is_in = False
        self._tell()
        self._end_what_is_known_to(visitor)
        self._register.shut_out(id)
        self.look()

    def _end_what_is_known_to(self, visitor: Visitor | None) -> None:
        self.table_codes.end()
        if visitor is not None and visitor.own_list is not None:
            self.table_codes.end_slips()

    def let_in_again(self, visitor: Visitor) -> None:
        """Make the key of a device that was shut out good again. May wait."""
        self._register.admit(visitor.listed())
        self.look()
