"""The frames that a browser sends, checked before they are decoded: MessagePack that is larger,
deeper or fuller than anything a page has to say is not decoded at all.

A decoder makes an object of every byte: 20 MB of empty lists stop everybody for 20 seconds.
"""

from collections.abc import Callable
from typing import Any

import msgpack

LARGEST = 256 * 1024
"""The most bytes of a frame; the largest that a page sends is a text that somebody pasted."""

MOST_VALUES = 5_000
"""The most values in a frame, including keys; what a browser says of itself has about fifty."""

DEEPEST = 20
"""The most lists and maps inside each other; Flet's client needs five."""


class Nonsense(Exception):
    """A frame that no page sends; code: the one with which the WebSocket is closed."""

    def __init__(self, code: int = 1007) -> None:
        super().__init__(code)
        self.code = code


TOO_LARGE, UNKNOWN = 1009, 1003


def unpacked(raw: bytes | memoryview, ext: Callable[[int, bytes], Any] = msgpack.ExtType) -> Any:
    """Return the one value in MessagePack; ext: makes the value of an extension. Raises Nonsense.
    """
    look_through(raw)
    try:
        return msgpack.unpackb(raw, ext_hook=ext)
    # A decoder, and `ext`, may fail in as many ways as there is nonsense.
    except (ValueError, TypeError, ArithmeticError, msgpack.UnpackException):
        raise Nonsense from None


def look_through(raw: bytes | memoryview, most: int = MOST_VALUES, deepest: int = DEEPEST) -> None:
    """Raise Nonsense unless this is exactly one whole value of MessagePack within the limits.

    It stops where it finds the first fault.
    """
    if len(raw) > LARGEST:
        raise Nonsense(TOO_LARGE)
    at, values, missing = 0, 0, [1]
    while missing:
        if missing[-1] == 0:
            missing.pop()
            continue
        missing[-1] -= 1
        values += 1
        at, inside = _next(raw, at)
        if inside:
            missing.append(inside)
        if values + sum(missing) > most or len(missing) - 1 > deepest:
            raise Nonsense(TOO_LARGE)
    if at != len(raw):
        raise Nonsense


LENGTHS = {  # first byte: bytes that tell the length, and bytes besides what they count
    0xC4: (1, 0), 0xC5: (2, 0), 0xC6: (4, 0), 0xC7: (1, 1), 0xC8: (2, 1), 0xC9: (4, 1),
    0xD9: (1, 0), 0xDA: (2, 0), 0xDB: (4, 0)}
FIXED = {
    0xC0: 0, 0xC2: 0, 0xC3: 0, 0xCA: 4, 0xCB: 8, 0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8, 0xD0: 1,
    0xD1: 2, 0xD2: 4, 0xD3: 8, 0xD4: 2, 0xD5: 3, 0xD6: 5, 0xD7: 9, 0xD8: 17}
COUNTED = {  # bytes that tell how many, and values for each
    0xDC: (2, 1), 0xDD: (4, 1), 0xDE: (2, 2), 0xDF: (4, 2)}


def _next(raw: bytes | memoryview, at: int) -> tuple[int, int]:
    """Return where the value at `at` ends, or its first element begins, and how many are in it."""
    if at >= len(raw):
        raise Nonsense
    first, at, inside = raw[at], at + 1, 0
    if first <= 0x7F or first >= 0xE0:
        pass
    elif first <= 0x8F:
        inside = 2 * (first & 0x0F)
    elif first <= 0x9F:
        inside = first & 0x0F
    elif first <= 0xBF:
        at += first & 0x1F
    elif first in FIXED:
        at += FIXED[first]
    elif first in LENGTHS:
        size, more = LENGTHS[first]
        at += size + _number(raw, at, size) + more
    elif first in COUNTED:
        size, each = COUNTED[first]
        inside = each * _number(raw, at, size)
        at += size
    else:
        raise Nonsense
    if at > len(raw):
        raise Nonsense
    return at, inside


def _number(raw: bytes | memoryview, at: int, size: int) -> int:
    if at + size > len(raw):
        raise Nonsense
    return int.from_bytes(raw[at:at + size], "big")
