"""Keys, which let a browser in. A joining key is used once; the device key that it is traded for
stays in that browser, and only its hash is kept here."""

import hashlib
import hmac
import json
import secrets
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from scorepad.config import Settings
from scorepad.storage import StorageFault
from scorepad.storage.connecting import file_of
from scorepad.system.whole_files import make_folder, write_whole

JOINING_BYTES, DEVICE_BYTES = 16, 32

MOST_DEVICES = 64
"""The most browsers that are kept; the one that was away for longest goes first."""

MOST_INVITED = 16
"""The most joining keys that wait at the same time."""

A_DAY = 86_400
"""Seconds after which it is noted again that a device was there."""

FORMAT = "scorepad-devices/1"


def place_of_keys(settings: Settings) -> Path:
    """Return the file that lists the devices of a book.

    It lies beside a book that is a file, because the page must be reachable even if the book cannot
    be opened; otherwise in the data folder.
    """
    if (book := _book(settings)) is not None:
        return book.with_name(f"{book.name}.devices")
    return settings.data / f"{_short(settings.database)}.devices"


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


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode(errors="replace")).hexdigest()


@dataclass
class Keys:
    """The joining keys, and the devices that have a key.

    file: where the devices are kept; without one they are forgotten when this program ends.
    """

    file: Path | None = None
    _invited: list[str] = field(default_factory=list)
    _for_own: set[str] = field(default_factory=set)
    """The joining keys that let in only the account that runs this program."""
    _used: dict[str, int] = field(default_factory=dict)
    """When each device was last here, in seconds since 1970, by the hash of its key."""
    _read: tuple[int, int, int] | None = None

    def __post_init__(self) -> None:
        self._read_anew()

    def invite(self, *, own: bool = False) -> str:
        """Return a new joining key; own: only for the account that runs this program."""
        key = secrets.token_urlsafe(JOINING_BYTES)
        self._invited = [*self._invited[-(MOST_INVITED - 1):], key]
        self._for_own = {each for each in self._for_own if each in self._invited}
        if own:
            self._for_own.add(key)
        return key

    def waits(self, key: str) -> bool:
        """Return whether a joining key has not been used yet."""
        return key in self._invited

    def join(self, key: str, *, own: bool = True) -> str | None:
        """Return a device key in exchange for a joining key; None if that is not one of ours, was
        used before, or is for another account. own: whether this program's account asks."""
        found = [each for each in self._invited
                 if hmac.compare_digest(each.encode(), key.encode(errors="replace"))]
        if not found or not own and found[0] in self._for_own:
            return None
        self._invited.remove(found[0])
        device = secrets.token_urlsafe(DEVICE_BYTES)
        self._note(_hash(device))
        return device

    def device(self, key: str) -> str | None:
        """Return the name of the device with this key, its hash; None if no device has it."""
        wanted = _hash(key)
        if not self._knows(wanted):
            self._read_anew()  # another Scorepad with this book may have let it in
            if not self._knows(wanted):
                return None
        if time.time() - self._used[wanted] > A_DAY:
            self._note(wanted)
        return wanted

    def _knows(self, wanted: str) -> bool:
        return sum(hmac.compare_digest(each, wanted) for each in self._used) == 1

    def _note(self, device: str) -> None:
        self._read_anew()
        self._used[device] = int(time.time())
        self._keep_latest()
        if self.file is not None:
            with suppress(OSError):  # then it stays valid until this program ends
                make_folder(self.file.parent)
                told = json.dumps({"format": FORMAT, "devices": self._used}, indent=1)
                write_whole(self.file, told.encode())

    def _keep_latest(self) -> None:
        self._used = dict(sorted(self._used.items(), key=lambda each: each[1])[-MOST_DEVICES:])

    def _read_anew(self) -> None:
        """Read the file again if it has changed since it was last read."""
        if self.file is None:
            return
        with suppress(OSError, ValueError, RecursionError):
            found = self.file.stat()
            mark = (found.st_ino, found.st_size, found.st_mtime_ns)
            if mark == self._read:
                return
            self._read = mark
            told = json.loads(self.file.read_text("ascii"))
            devices = told.get("devices") if isinstance(told, dict) else None
            for device, used in (devices.items() if isinstance(devices, dict) else ()):
                if len(device) == 64 and isinstance(used, int):
                    self._used[device] = max(used, self._used.get(device, 0))
            self._keep_latest()
