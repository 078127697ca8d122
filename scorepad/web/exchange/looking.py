"""The look at a message of an exchange as it comes: one that is larger, or has more lines or values
than any book has reason to send, is not read.

A reader makes an object of every value: 33 kB of packed empty lists become two gigabytes.
"""

import zlib

from scorepad.storage.exchange import MOST_BYTES, NotExchange
from scorepad.web import limits

PIECE = 1 << 18
"""Bytes that are unpacked at a time."""

VALUES = (b",", b"[", b"{")
"""Beginnings of values; those that stand in texts are counted, too."""


class Look:
    """The look at one message, which comes in parts."""

    def __init__(self) -> None:
        self._unpacking = zlib.decompressobj()
        self._came, self._unpacked, self._lines, self._values = 0, 0, 0, 0

    def take(self, part: bytes) -> None:
        """Look at the next part; raises `NotExchange`."""
        self._came += len(part)
        if self._came > MOST_BYTES:
            raise NotExchange
        try:
            while part:
                self._look(self._unpacking.decompress(part, PIECE))
                part = self._unpacking.unconsumed_tail
        except zlib.error:
            raise NotExchange from None

    def _look(self, piece: bytes) -> None:
        self._unpacked += len(piece)
        if self._unpacked > limits.EXCHANGE_UNPACKED \
                or self._lines + piece.count(b"\n") > limits.EXCHANGE_LINES:
            raise NotExchange
        begin = 0
        while begin < len(piece):
            end = piece.find(b"\n", begin)
            self._values += sum(piece.count(each, begin, end if end >= 0 else len(piece))
                                for each in VALUES)
            most = limits.ENTRY_VALUES if self._lines else limits.EXCHANGE_VALUES
            if self._values > most:
                raise NotExchange
            if end < 0:
                break
            begin, self._values = end + 1, 0
            self._lines += 1


def looked_at(message: bytes) -> bytes:
    """Return a whole message; raises `NotExchange`."""
    Look().take(message)
    return message
