"""The choice in the statistics, as a part of an address.

It is `2026`, `2026-09-01_2027-06-30` or `all`. An address is anybody's typing: what is none of
these asks for all years.
"""

import re
from datetime import date as Date

from scorepad.book.ledger.words import read_day
from scorepad.service.statistics import Chosen

ALL = "all"
YEAR = re.compile("[0-9]{4}")
"""It bounds the digits, of which Python reads no more than 4300."""


def part_of_address(text: str) -> str:
    """Return any text as one part of an address, which `text_in_address` reads back."""
    return text if text.isascii() and text.replace("-", "").isalnum() else f"={text.encode().hex()}"


def text_in_address(part: str) -> str:
    """Return the text that a part of an address stands for; the part itself where it is none."""
    try:
        return bytes.fromhex(part[1:]).decode() if part.startswith("=") else part
    except ValueError:
        return part


def written_period(chosen: Chosen) -> str:
    """Return the evenings chosen as a part of an address."""
    if chosen.first or chosen.last:
        return "_".join([day.isoformat() if day else "" for day in (chosen.first, chosen.last)])
    return str(chosen.year or ALL)


def read_period(text: str, game: str | None) -> Chosen:
    """Return what a part of an address chooses, for a game."""
    if YEAR.fullmatch(text):
        return Chosen(int(text), game)
    first, _, last = text.partition("_")
    return Chosen(None, game, _day(first), _day(last))


def _day(text: str) -> Date | None:
    return read_day(text) if len(text) == len("2026-09-01") else None
