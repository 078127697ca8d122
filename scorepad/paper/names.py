"""What a file is called."""

import re
import unicodedata

LONGEST = 80
"""Letters of a name before its ending."""

RESERVED = re.compile(r"con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]", re.IGNORECASE)
"""What Windows takes for a device."""


def file_name(*parts: str, ending: str) -> str:
    """A name that every system takes, made of parts such as a title, a date and a place.

    Letters and figures stay, whatever their script; everything else between them becomes a dash.
    """
    text = unicodedata.normalize("NFC", "-".join(filter(None, parts)))
    name = re.sub(r"[^\w]+|_+", "-", text).strip("-")
    while len(name.encode()) > LONGEST * 2 or len(name) > LONGEST:
        name = name[:-1].rstrip("-")
    if not name or RESERVED.fullmatch(name):
        name = f"scorepad-{name}".rstrip("-")
    return f"{name}.{ending}"
