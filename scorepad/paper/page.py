"""A4 pages with a title, headings, text and page numbers. Lengths are in millimetres, sizes of type
in points; text is placed line by line, with figures at the very same edge."""

import os
import shutil
import struct
import subprocess
import sys
import unicodedata
from collections.abc import Container, Iterable, Iterator
from contextlib import AbstractContextManager, suppress
from datetime import UTC, date as Date, datetime, time
from itertools import accumulate, groupby, islice
from pathlib import Path
from time import monotonic

from fontTools.ttLib import TTFont, TTLibError
from fpdf import FPDF, ViewerPreferences
from fpdf.bidi import BidiParagraph
from fpdf.enums import TextDirection
from fpdf.fonts import TTFFont

from scorepad.i18n.words import Words
from scorepad.paper.tags import Tags

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


FONTS = Path(__file__).parent / "fonts"
FAMILY = "Scorepad Sans"

MARGIN, TOP, BOTTOM = 18.0, 18.0, 18.0
FOOT = 10.0
"""Millimetres from the page number to the lower edge of the page."""

MILLIMETRE = 72 / 25.4
"""Points in a millimetre."""

UPRIGHT, ACROSS = 210 - 2 * MARGIN, 297 - 2 * MARGIN
"""Millimetres between the margins of an upright page, and of one that is turned."""

LEADING = 1.3
"""The height of a line, as a multiple of the size of its type."""

BASELINE = 0.36
"""Millimetres from the upper edge of a line of text to its baseline, for each point of its type."""

BLACK, GREY, HAIR = 0, 96, 200
"""Shades from 0, black, to 255, white. Grey is readable even from the worst of printers."""


class Type:
    """Sizes of type, in points."""

    TITLE = 20.0
    HEADING = 12.5
    BODY = 9.5
    SMALL = 8.0


def line_height(size: float) -> float:
    """Return the millimetres from one line of this type to the next."""
    return size * LEADING / MILLIMETRE


class Paper:
    """A document that grows from top to bottom, once it is begun. y: where the next thing begins,
    from the upper edge. title: what it is; subject: when and where; made: the day it is dated, so
    that it is the same bytes every time; club: its name, empty for none."""

    def __init__(self, words: Words, title: str, subject: str, made: Date,
                 club: str = "") -> None:
        self.words, self.y, self._club = words, 0.0, club
        self._pdf = pdf = FPDF(format="A4")
        self._tags = pdf.struct_builder = Tags(pdf)
        pdf.set_auto_page_break(False)
        pdf.set_margin(0)
        self._fonts: dict[bool, TTFFont] = {}
        self._strange: dict[str, None] = {}
        self._others: dict[int, tuple[str, TTFFont]] = {}
        for bold, style, name in ((False, "", "Regular"), (True, "B", "Bold")):
            pdf.add_font(FAMILY, style, FONTS / f"ScorepadSans-{name}.ttf")
            font = pdf.fonts[FAMILY.lower() + style]
            if isinstance(font, TTFFont):  # as every font from a file is
                self._fonts[bold] = font
        about = self.of_club(title, subject)
        self._title, self._about = self.letters(self.of_club(title)), self.letters(about)
        pdf.set_title(about)
        pdf.set_lang("de-DE" if words.language == "de" else "en-GB")
        pdf.set_creator("Scorepad")
        pdf.viewer_preferences = ViewerPreferences(display_doc_title=True)
        pdf.set_creation_date(datetime.combine(made, time(), UTC))

    def begin(self, *, landscape: bool = False, size: str = "A4") -> None:
        """Start the first page; all others have its orientation."""
        self._pdf.add_page("landscape" if landscape else "portrait", size)
        self.y = TOP

    def tagged(self, kind: str, *, alt: str | None = None) -> AbstractContextManager[None]:
        """Tag what is drawn meanwhile, as `Tags.element` does."""
        return self._tags.element(kind, alt=alt)

    def aside(self) -> AbstractContextManager[None]:
        """Leave what is drawn meanwhile out of what is read out."""
        return self._tags.aside()

    def bookmark(self, text: str, level: int = 0) -> None:
        """List this place in the contents that a reader shows beside the pages."""
        self._pdf.y = self.y
        self._pdf.start_section(text, level, strict=False)

    def of_club(self, *parts: str) -> str:
        """Return parts of a line, behind the name of the club if it has one."""
        return " · ".join(filter(None, [self._club, *parts]))

    @property
    def width(self) -> float:
        """Millimetres between the margins."""
        return self._pdf.w - 2 * MARGIN

    @property
    def room(self) -> float:
        """Millimetres that are left of the page."""
        return self._pdf.h - BOTTOM - self.y

    @property
    def whole(self) -> float:
        """Millimetres of room on an empty page."""
        return self._pdf.h - BOTTOM - TOP

    def turn(self) -> None:
        """Begin a new page, with the paper's title and subject at its head."""
        self._pdf.add_page(same=True)
        self.y = TOP
        head = self.fitting(self._about, Type.SMALL, self.width)
        with self.aside():
            self.text(MARGIN, TOP - 8, head, Type.SMALL, grey=True)

    def keep_together(self, height: float) -> None:
        """Turn the page if there is less room than this, unless no page has so much."""
        if self.room < height <= self.whole:
            self.turn()

    def skip(self, height: float) -> None:
        """Leave some space, but none at the head of a page."""
        if self.y > TOP:
            self.y += height

    def letters(self, text: str) -> str:
        """Return the text in letters that our font has, or another one of this machine."""
        own = self._fonts[False].cmap
        if not (strange := boxes(text, own)):
            return printable(text, own)
        if new := [letter for letter in strange if letter not in self._strange]:
            self._strange.update(dict.fromkeys(new))
            self._find(new)
        return printable(text, own.keys() | self._others.keys())

    def _find(self, letters: list[str]) -> None:
        """Add fonts of this machine that have these letters."""
        for path, has in fonts_with(letters):
            family = f"{FAMILY} {path}"
            try:
                if family.lower() not in self._pdf.fonts:
                    self._pdf.add_font(family, "", path)
                font = self._pdf.fonts[family.lower()]
            except BROKEN:
                continue
            if isinstance(font, TTFFont):
                self._others |= {code: (family, font) for code in has if code in font.cmap}

    def width_of(self, text: str, size: float, *, bold: bool = False) -> float:
        """Return the width of a text in millimetres; all its letters must be in the fonts."""
        return sum(self._widths(text, bold)) * size / 1000 / MILLIMETRE

    def _widths(self, text: str, bold: bool) -> Iterator[float]:
        """Yield the width of each letter, in thousandths of its size."""
        own, others = self._fonts[bold].cw, self._others
        for code in map(ord, text):
            yield others[code][1].cw[code] if code in others else own[code]

    def fitting(self, text: str, size: float, width: float, *, bold: bool = False) -> str:
        """Return as much of the text as is no wider than this, with … if some is left out."""
        if self.width_of(text, size, bold=bold) <= width:
            return text
        room = width * 1000 * MILLIMETRE / size - self._fonts[bold].cw[ord("…")]
        fit = sum(used <= room for used in accumulate(self._widths(text, bold)))
        return text[:fit].rstrip() + "…"

    def wrapped(self, text: str, size: float, width: float, *, most: int = 100) -> list[str]:
        """Return the text in lines of this width; … ends the last of `most`."""
        lines: list[str] = []
        space, line, used = self.width_of(" ", size), "", 0.0
        for word in text.split(" "):
            wide = self.width_of(word, size)
            if line and used + space + wide <= width:
                line, used = f"{line} {word}", used + space + wide
                continue
            if line:
                lines.append(line)
            *full, line = self._broken(word, size, width) if wide > width else [word]
            lines += full
            used = self.width_of(line, size)
        lines.append(line)
        if len(lines) > most:
            last = f"{lines[most - 1]} {lines[most]}…"
            lines[most - 1:] = [self.fitting(last, size, width)]
        return lines

    def _broken(self, word: str, size: float, width: float) -> Iterator[str]:
        """Yield the pieces of a word that is wider than a line."""
        piece, used = "", 0.0
        for letter in word:
            wide = self.width_of(letter, size)
            if piece and used + wide > width:
                yield piece
                piece, used = "", 0.0
            piece, used = piece + letter, used + wide
        yield piece

    def text(self, x: float, y: float, text: str, size: float, *, bold: bool = False,
             grey: bool = False, right: bool = False, ink: str = "") -> None:
        """Draw one line whose upper edge is at y; x is its left end, with `right` its right end.
        ink: its colour, empty for black, or grey."""
        if not text:
            return
        pdf = self._pdf
        if right:
            x -= self.width_of(text, size, bold=bold)
        pdf.set_text_color(ink or (GREY if grey else BLACK))
        with self._tags.content():
            for family, run in groupby(in_order(text), lambda letter: self._others[ord(letter)][0]
                                       if ord(letter) in self._others else FAMILY):
                part = "".join(run)
                pdf.set_font(family, "B" if bold and family == FAMILY else "", size)
                pdf.text(x, y + size * BASELINE, part)
                x += self.width_of(part, size, bold=bold)

    def rule(self, *, width: float = 0.25, shade: int = BLACK, length: float | None = None) -> None:
        """Draw a line across the page at y, from the margin on."""
        pdf = self._pdf
        pdf.set_line_width(width)
        pdf.set_draw_color(shade)
        with self.aside():
            pdf.line(MARGIN, self.y, MARGIN + (self.width if length is None else length), self.y)

    def box(self, x: float, y: float, side: float) -> None:
        """Draw an empty square, to be ticked with a pen."""
        self._pdf.set_line_width(0.25)
        self._pdf.set_draw_color(BLACK)
        with self.aside():
            self._pdf.rect(x, y, side, side)

    def code(self, x: float, y: float, side: float, dots: int,
             strokes: Iterable[tuple[int, int, int]]) -> None:
        """Draw a QR code, `dots` wide, of strokes that each lie at so many dots from its corner and
        are so many long."""
        self._pdf.set_fill_color(BLACK)
        dot = side / dots
        with self.tagged("Figure", alt="QR"), self._tags.content():
            for across, down, length in strokes:
                # A little higher than a row: no light is to shine through between two.
                self._pdf.rect(x + across * dot, y + down * dot, length * dot, dot * 1.05, "F")

    def head(self, what: str, more: str = "") -> None:
        """Draw the head of the first page: the title, `what` in large type, then `more`."""
        self.text(MARGIN, self.y, self.fitting(self._title, Type.BODY, self.width), Type.BODY,
                  grey=True)
        self.y += line_height(Type.BODY)
        self.bookmark(what := self.letters(what))
        with self.tagged("H1"):
            self.text(MARGIN, self.y, self.fitting(what, Type.TITLE, self.width, bold=True),
                      Type.TITLE, bold=True)
        self.y += line_height(Type.TITLE)
        if more:
            self.paragraph(more, most=3)
        self.y += 2
        self.rule(width=0.4)

    def heading(self, text: str, *, below: float) -> None:
        """Draw a heading; it stays with the `below` millimetres that follow it."""
        height = line_height(Type.HEADING) + 1.5
        self.skip(6)
        self.keep_together(height + below)
        self.bookmark(text := self.letters(text), 1)
        with self.tagged("H2"):
            self.text(MARGIN, self.y, self.fitting(text, Type.HEADING, self.width, bold=True),
                      Type.HEADING, bold=True)
        self.y += height

    def paragraph(self, text: str, *, grey: bool = False, size: float = Type.BODY,
                  most: int = 6) -> None:
        """Draw a text over the whole width, in at most `most` lines."""
        with self.tagged("P"):
            for line in self.wrapped(self.letters(text), size, self.width, most=most):
                self.keep_together(line_height(size))
                self.text(MARGIN, self.y, line, size, grey=grey)
                self.y += line_height(size)

    def done(self) -> bytes:
        """Return the finished document, with page numbers and what could not be printed."""
        if lost := [letter for letter in self._strange if ord(letter) not in self._others]:
            self.skip(6)
            self.paragraph(self.words(
                "Not printed, because no font here has these letters: {letters}",
                letters=told(lost)), grey=True, size=Type.SMALL)
        pdf, pages = self._pdf, len(self._pdf.pages)
        for page in pdf.pages:
            pdf.page = page
            pdf.current_font_is_set_on_page = False  # the font is set on the last page only
            number = self.words("Page {page} of {pages}", page=page, pages=pages)
            y = pdf.h - FOOT - Type.SMALL / MILLIMETRE
            with self.aside():
                self.text(MARGIN, y, "Scorepad", Type.SMALL, grey=True)
                self.text(pdf.w - MARGIN, y, number, Type.SMALL, grey=True, right=True)
        return bytes(pdf.output())
