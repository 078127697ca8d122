"""The id of this installation, which stands at every entry that it writes.

It lies in a file of its own and not in the book, so that a book that was copied or restored does
not make one device of two. Where two share an id all the same, nothing is lost by that.
"""

import re
import secrets
from contextlib import suppress
from pathlib import Path

from scorepad.system.whole_files import make_folder, write_whole

FITS = re.compile(r"[0-9a-f]{16}")


def device_in(file: Path) -> str:
    """Return the id that a file holds; a file without any gets one. Where it cannot be written, the
    id holds until the program ends."""
    with suppress(OSError, ValueError):
        if FITS.fullmatch(known := file.read_text("ascii").strip()):
            return known
    made = secrets.token_hex(8)
    with suppress(OSError):
        make_folder(file.parent)
        write_whole(file, f"{made}\n".encode())
    return made
