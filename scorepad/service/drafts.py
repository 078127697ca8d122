"""Hands that are half typed: kept on this device until they are saved, each for its own page."""

from collections.abc import Mapping
from typing import Any

from scorepad.service.asking import now
from scorepad.storage import Store

ENTRY = "entry/"
"""How the keys begin under which they are kept."""

WINDOW = "window"
"""The page that has no name of its own: the program's window. What it types is kept where an
earlier version kept what any page typed, which is its own that way."""

WEEK = 7 * 24 * 60 * 60 * 1000
"""In milliseconds. After that a page is gone for good, with what was half typed on it."""


class Drafts:
    """What is half typed on each page, by sheet.

    written: how often something was kept here, so that other pages can tell by this number that
    there is something to look at.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self.written = 0

    def keep(self, sheet: str, page: str, typed: Mapping[str, Any] | None) -> None:
        """Remember what is typed on a page for a sheet, as JSON values, and when; None forgets it.

        It changes with every key, so nobody waits for another program. Raises `StorageFault`.
        """
        self.written += 1
        self._store.keep(_key(sheet, page), typed and {"at": now(), **typed}, patiently=False)

    def of(self, sheet: str, page: str) -> Any:
        """What is half typed on a page for a sheet, None for nothing; raises `StorageFault`."""
        return self._store.kept(_key(sheet, page))

    def on(self, sheet: str) -> dict[str, Any]:
        """What is half typed for a sheet, by page; raises `StorageFault`."""
        own = f"{ENTRY}{sheet}"
        found = self._store.kept_under(own)
        return {key[len(own) + 1:] or WINDOW: typed for key, typed in found.items()
                if key == own or key.startswith(f"{own}/")}

    def sweep(self) -> None:
        """Forget what pages have left behind that have been gone for a week."""
        for key, typed in self._store.kept_under(ENTRY).items():
            if "/" in key.removeprefix(ENTRY) and _age(typed) > WEEK:
                self._store.keep(key, None)


def _key(sheet: str, page: str) -> str:
    return f"{ENTRY}{sheet}" if page == WINDOW else f"{ENTRY}{sheet}/{page}"


def _age(typed: Any) -> int:
    """How long ago it was typed, in milliseconds; what nobody can read is old."""
    at = typed.get("at") if isinstance(typed, dict) else None
    return now() - at if isinstance(at, int) else WEEK + 1
