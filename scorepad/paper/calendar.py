"""Evenings as a calendar keeps them (RFC 5545), each as a day."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date as Date
from typing import NamedTuple

from scorepad.system.steps import Steps, stepwise

WIDTH = 75
"""The most bytes of a line (RFC 5545, 3.1)."""

MARKS = str.maketrans({"\\": r"\\", ";": r"\;", ",": r"\,", "\n": r"\n"})
"""The marks that stand for these in a text (RFC 5545, 3.3.11)."""


class Day(NamedTuple):
    """An evening in a calendar; id: by which that knows it again; lines: what is told of it."""

    id: str
    date: Date
    title: str
    place: str
    lines: Sequence[str]


@stepwise
def calendar_of(days: Iterable[Day]) -> Steps[bytes]:
    """Return a calendar of these days."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Scorepad//Scorepad//EN"]
    for day in days:
        lines += _event(day)
        yield
    return "".join([f"{_folded(line)}\r\n" for line in (*lines, "END:VCALENDAR")]).encode()


def _event(day: Day) -> Iterator[str]:
    date = day.date.isoformat().replace("-", "")
    yield from ("BEGIN:VEVENT", f"UID:{day.id}", f"DTSTAMP:{date}T000000Z",
                f"DTSTART;VALUE=DATE:{date}", "TRANSP:TRANSPARENT", f"SUMMARY:{_text(day.title)}")
    if day.place:
        yield f"LOCATION:{_text(day.place)}"
    if day.lines:
        yield f"DESCRIPTION:{_text(chr(10).join(day.lines))}"
    yield "END:VEVENT"


def _text(text: str) -> str:
    return text.translate(MARKS)


def _folded(line: str) -> str:
    """Return a line in pieces that are short enough, each but the first behind a blank."""
    pieces = [""]
    for letter in line:
        if len(pieces[-1].encode()) + len(letter.encode()) > WIDTH:
            pieces.append(" ")
        pieces[-1] += letter
    return "\r\n".join(pieces)
