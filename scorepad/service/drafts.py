"""Half-typed hands: kept on this device until they are saved, each for its own page."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorepad.service.open_book import OpenBook
from scorepad.service.roles import Role, now
from scorepad.storage import Store

ENTRY = "entry/"
"""The beginning of the keys under which they are kept."""

WINDOW = "window"
"""The page that has no name of its own: the program's window. Its drafts have the keys that an
earlier version used for every page, so it also gets what that version left."""

WEEK = 7 * 24 * 60 * 60 * 1000
"""Milliseconds after which a page is gone for good, with what was half typed on it."""

MOST, LARGEST = 500, 64 * 1024
"""The most pages whose drafts are kept, and the most letters of one; no hand needs a thousand."""

SWEEP_EVERY = 200
"""The number of times that something is kept between two looks for what is too much."""


@dataclass
class _Times:
    """The number of times that something was kept, by anybody."""

    kept: int = 0


class Drafts:
    """The half-typed hands of each page, by sheet."""

    def __init__(self, store: Store, book: OpenBook) -> None:
        self._store, self._book, self._times = store, book, book.found(_Times)

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
        if typed and len(json.dumps(typed)) > LARGEST:
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
        own = f"{ENTRY}{sheet}"
        found = self._store.kept_under(own)
        return {key[len(own) + 1:] or WINDOW: typed for key, typed in found.items()
                if key == own or key.startswith(f"{own}/")}

    def sweep(self) -> None:
        """Forget what was typed more than a week ago, except in the window, and what is too much,
        the oldest first; raises `StorageFault`."""
        ages = {key: _age(typed) for key, typed in self._store.kept_under(ENTRY).items()
                if "/" in key.removeprefix(ENTRY)}
        for number, key in enumerate(sorted(ages, key=lambda key: ages[key])):
            if number >= MOST or ages[key] > WEEK:
                self._store.keep(key, None)


def keys_of(sheet: str, page: str) -> tuple[str, ...]:
    """Return the keys under which a page's draft for a sheet is kept; none without a page."""
    return (_key(sheet, page),) if page else ()


def _key(sheet: str, page: str) -> str:
    return f"{ENTRY}{sheet}" if page == WINDOW else f"{ENTRY}{sheet}/{page}"


def _age(typed: Any) -> int:
    """Return how many milliseconds ago something was typed; more than a week if unreadable."""
    at = typed.get("at") if isinstance(typed, dict) else None
    return now() - at if isinstance(at, int) else WEEK + 1
