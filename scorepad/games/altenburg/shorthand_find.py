"""The search for the club's notation in a line that says something else before it."""

import re
from collections.abc import Sequence

from scorepad.games.altenburg.shorthand_write import CODES

_OUTCOME = re.compile(rf"(?<!\S)({'|'.join(CODES.values())})[gv]?(?=\s*(/|$))",
                      re.IGNORECASE | re.ASCII)


def begins_at(text: str, names: Sequence[str]) -> int | None:
    """Return where the outcome stands with which the notation begins, None for nowhere. Alone it
    may be the beginning of a name."""
    for found in _OUTCOME.finditer(text):
        if found[2] or len(found[0]) > 1 and not any(
                name.casefold().startswith(found[0].casefold()) for name in names):
            return found.start()
    return None
