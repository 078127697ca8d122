"""What is asked of every answer of the command line, whatever it was given."""

import json
import re
from typing import Any
from unicodedata import normalize

from scorepad.games.game import Problem
from tests.command import Done

MOST_LINES = 23
"""Twenty faults, how many more there are, and two sentences of what an import would have done."""

LONGEST_LINE = 1_000
TAKEN = re.compile(r"[1-9]\d* (hand|hands|note|notes) .*:")
"""What stands above places in a document that are taken, and should be known."""

KEYS = ("format", "club", "evenings")
"""With what the place of a fault in a document begins, unless it is the file or a strange key."""


def fault_of(done: Done, file: str, raw: bytes) -> str | None:
    """What is wrong with how a command ended that was given `raw` in `file`, or None."""
    if done.code not in (0, 2):
        return "neither 0 nor 2"
    if "Traceback" in done.err:
        return "a traceback"
    if done.code == 0:
        return fault_of_remarks(done.err.splitlines()) if done.out else "no answer"
    if done.out:
        return "something on stdout"
    lines = done.err.split("\n")[:-1]
    if not done.err.endswith("\n") or not all(line and line.isprintable() for line in lines):
        return "no line a fault"
    if len(lines) > MOST_LINES:
        return "more faults than anybody would read"
    if any(len(line) > LONGEST_LINE + len(file) for line in lines):
        return "a line that nobody would read"
    return None if all(has_place(line, file, raw) for line in lines) else \
        "a fault without its place"


def fault_of_remarks(lines: list[str]) -> str | None:
    """What is wrong with what is said of a file that was taken, or None."""
    if lines and not TAKEN.fullmatch(lines[0]):
        return "something on stderr"
    if any(len(line) > LONGEST_LINE for line in lines):
        return "a line that nobody would read"
    return None if all(TAKEN.fullmatch(line) or line.startswith(("evenings[", "club.", "… and "))
                       for line in lines) else "a remark without its place"


def has_place(line: str, file: str, raw: bytes) -> bool:
    """Whether a line names the file, or a place in it; only what counts the others has none."""
    where, colon, _what = line.partition(": ")
    if not colon:
        return line.startswith(("… and ", "Nothing was imported"))
    first = re.split(r"[.\[…]", where)[0]
    return where == file or first in KEYS or line.startswith("Nothing was imported: ") \
        or not first.isidentifier() or b"\\u" in raw \
        or first in normalize("NFC", raw.decode(errors="replace"))


def within_line(problem: Problem, text: str) -> bool:
    """Whether a problem of a line of shorthand says from where up to where it goes."""
    if len(problem.place) != 2 or not str(problem.message):
        return False
    begin, end = problem.place
    return isinstance(begin, int) and isinstance(end, int) and 0 <= begin <= end <= len(text)


def totals_of(answer: str) -> str:
    """All that `replay --json` has computed, in an order of its own: a book knows its evenings by
    their days, and who has come to a table by their seats."""
    given: dict[str, Any] = json.loads(answer)
    return json.dumps([sorted(json.dumps(evening, sort_keys=True) for evening in given["evenings"]),
                       given["stars"]], sort_keys=True)


def named(err: str, file: str, other: str) -> str:
    """What stderr says, with another name of the file."""
    return "".join(other + line.removeprefix(file) if line.startswith(f"{file}: ") else line
                   for line in err.splitlines(keepends=True))
