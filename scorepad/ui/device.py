"""The looks and language of the app on one device: they belong to it, and not to a book that others
share."""

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import Any

from scorepad.service import Service
from scorepad.storage import StorageFault
from scorepad.ui.theme import TEXT_SIZES

FITS: dict[str, Callable[[Any], bool]] = {
    "language": lambda value: value in ("system", "de", "en"),
    "theme": lambda value: value in ("system", "light", "dark"),
    "text_size": lambda value: not isinstance(value, bool) and value in TEXT_SIZES,
    "awake": lambda value: isinstance(value, bool),
    "haptics": lambda value: isinstance(value, bool),
}
"""The values that each preference can have."""


@dataclass(frozen=True)
class Looks:
    """The preferences of one device.

    language: "de", "en", or "system" for the device's own; theme: "light", "dark", or "system";
    text_size: the factor by which this app enlarges text, one of `theme.TEXT_SIZES`; awake: whether
    a sheet keeps the screen on; haptics: whether keys can be felt.
    """

    language: str = "system"
    theme: str = "system"
    text_size: float = 1
    awake: bool = True
    haptics: bool = True

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> "Looks":
        """Return those among some values by name that are preferences, the usual ones besides."""
        return replace(cls(), **{name: kept[name] for name, fits in FITS.items()
                                 if isinstance(kept.get(name), str | int | float)
                                 and fits(kept[name])})

    @classmethod
    def read(cls, text: str) -> "Looks | None":
        """Return what a device has kept; None if that is nothing that can be read."""
        try:
            kept = json.loads(text)
        except (ValueError, RecursionError):
            return None
        return cls.of(kept) if isinstance(kept, dict) else None

    def written(self) -> str:
        """Return the preferences as a device keeps them."""
        return json.dumps(asdict(self))


def take_over(service: Service) -> Looks | None:
    """Return the preferences that older versions kept in the book, and forget them there, so that
    only the first device takes them; None if there are none. Raises `StorageFault`."""
    kept = {name: value for name in FITS if (value := service.kept(name)) is not None}
    if not kept:
        return None
    for name in kept:
        with suppress(StorageFault):  # another device may take them once more
            service.keep(name, None)
    return Looks.of(kept)
