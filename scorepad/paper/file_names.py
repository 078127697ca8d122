"""Names of files."""

import re
import unicodedata

LONGEST = 80
"""The most letters of a name, without its ending."""

RESERVED = re.compile(r"con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]", re.IGNORECASE)
"""Names that Windows takes for devices."""


def file_name(*parts: str, ending: str) -> str:
    """Return a name that every system takes, made of parts such as a title, a date and a place.

    Letters and digits stay, whatever their script; everything else between them becomes a dash.
    """
    text = unicodedata.normalize("NFC", "-".join(filter(None, parts)))
    name = re.sub(r"[^\w]+|_+", "-", text).strip("-")
    while len(name.encode()) > LONGEST * 2 or len(name) > LONGEST:
        name = name[:-1].rstrip("-")
    if not name or RESERVED.fullmatch(name):
        name = f"scorepad-{name}".rstrip("-")
    return f"{name}.{ending}"
