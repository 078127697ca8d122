"""Letters that Scorepad's own font lacks: other fonts of this machine that have them, and what is
printed of those that none has."""

import os
import shutil
import struct
import subprocess
import sys
import unicodedata
from collections.abc import Container, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from time import monotonic

from fontTools.ttLib import TTFont, TTLibError
from fpdf.bidi import BidiParagraph
from fpdf.enums import TextDirection

MOST_SECONDS = 3
"""Seconds after which one search for fonts ends; a letter not found by then counts as missing."""

MOST_LOOKED_INTO = 12
"""The most fonts that are opened of those that fontconfig names for a letter."""

FOLDERS = {
    "win32": (Path(os.environ.get("WINDIR", "C:/Windows")) / "Fonts",),
    "darwin": (Path("/System/Library/Fonts"), Path("/Library/Fonts"),
               Path("~/Library/Fonts").expanduser()),
}
ELSEWHERE = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path("/system/fonts"),
             Path("~/.local/share/fonts").expanduser(), Path("~/.fonts").expanduser())


BROKEN = (TTLibError, struct.error, OSError, LookupError, TypeError, ValueError, AttributeError,
          AssertionError, ArithmeticError, RuntimeError)
"""Errors that reading a broken font of the machine may raise; such a font is passed over."""


def fonts_with(letters: Iterable[str]) -> list[tuple[Path, frozenset[int]]]:
    """Return font files that have these letters, each with the code points that it adds: for each
    still missing, the font with most of the others. What none is found for in time is left out."""
    wanted, until = frozenset(map(ord, letters)), monotonic() + MOST_SECONDS
    found = []
    for letter in sorted(wanted):
        if letter not in wanted or monotonic() >= until:
            continue
        best, most = None, frozenset[int]()
        for path in _candidates(letter, until):
            has = wanted & _letters_of(path)
            if letter in has and len(has) > len(most):
                best, most = path, has
            if most == wanted or monotonic() > until:
                break
        if best:
            found.append((best, most))
            wanted -= most
    return found


def _candidates(letter: int, until: float) -> Iterator[Path]:
    """Yield font files that may have a letter, the plainest first."""
    if (command := shutil.which("fc-list")) is not None:
        with suppress(OSError, subprocess.SubprocessError):
            told = subprocess.run(
                [command, f":charset={letter:x}", "file"], capture_output=True, check=True,
                timeout=max(0.1, until - monotonic())).stdout.decode(errors="replace")
            paths = [Path(line.strip().removesuffix(":")) for line in told.splitlines()]
            yield from islice(sorted(filter(_is_font, paths), key=_fancy), MOST_LOOKED_INTO)
            return
    paths = []
    for folder in FOLDERS.get(sys.platform, ELSEWHERE):
        for path in folder.rglob("*"):
            if _is_font(path):
                paths.append(path)
            if monotonic() > until:
                break
    yield from sorted(paths, key=_fancy)


def _is_font(path: Path) -> bool:
    return path.suffix.lower() in (".ttf", ".otf", ".ttc")


def _fancy(path: Path) -> tuple[int, str]:
    """Return a sort key for how far a font is from ours: upright, without serifs first."""
    name = path.stem.lower()
    odd = sum(word in name for word in (
        "bold", "italic", "oblique", "serif", "mono", "condensed", "light", "thin", "black"))
    return 2 * odd - ("sans" in name) - ("regular" in name), str(path)


def _letters_of(path: Path) -> set[int]:
    """Return the code points that a font has outlines for; none if it cannot be read."""
    with suppress(*BROKEN), TTFont(path, fontNumber=0, lazy=True) as font:
        if "glyf" in font or "CFF " in font:  # not one that is made of coloured pictures
            return set(font.getBestCmap() or ())
    return set()


BOX = "□"
"""The sign that stands for a letter that cannot be printed."""

MOST_TOLD = 12
"""The most unprintable letters that are named; a whole text in a foreign script has more."""

UNSEEN = ("Cf", "Mn", "Me", "Cc")
"""Unicode categories of characters that only change those beside them, or are not seen on paper."""


def printable(text: str, font: Container[int]) -> str:
    """Return the text in letters of the font, which is given by its code points. A letter with
    marks that the font lacks loses the marks; any other one becomes a box."""
    if all(ord(letter) in font for letter in text):
        return text
    return "".join(_nearest(letter, font) for letter in unicodedata.normalize("NFC", text))


def boxes(text: str, font: Container[int]) -> list[str]:
    """Return the letters of a text that would become boxes, each once."""
    return [letter for letter in dict.fromkeys(unicodedata.normalize("NFC", text))
            if letter != BOX and _nearest(letter, font) == BOX]


def told(letters: Iterable[str]) -> str:
    """Return letters that cannot be printed by their names in Unicode."""
    names = [f"{unicodedata.name(letter, 'nameless')} (U+{ord(letter):04X})" for letter in letters]
    return ", ".join([*names[:MOST_TOLD], *(["…"] if len(names) > MOST_TOLD else [])])


def in_order(text: str) -> str:
    """Return a line as it is drawn from left to right, whatever way it is read."""
    if all(unicodedata.bidirectional(letter) not in ("R", "AL", "AN") for letter in text):
        return text
    return BidiParagraph(text, TextDirection.LTR).get_reordered_string()


def _nearest(letter: str, font: Container[int]) -> str:
    if ord(letter) in font:
        return letter
    if unicodedata.category(letter) in UNSEEN:
        return ""
    if letter.isspace():
        return " "
    kept = "".join(part for part in unicodedata.normalize("NFKD", letter) if ord(part) in font)
    return kept or BOX
