"""A4 pages with a title, headings, text and page numbers. Lengths are in millimetres, sizes of type
in points; text is placed line by line, with figures at the very same edge.

Everything has its tag: what is a heading, a paragraph or a cell of a table, so that those who have
it read out can find their way; rules and page numbers are left out. fpdf2 tags pictures only, and
knows no tables; what its own builder cannot do is done here.
"""

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, date as Date, datetime, time
from itertools import accumulate, groupby
from pathlib import Path

from fpdf import FPDF, ViewerPreferences
from fpdf.fonts import TTFFont
from fpdf.structure_tree import StructElem, StructureTreeBuilder
from fpdf.syntax import PDFObject

from scorepad.i18n.words import Words
from scorepad.paper.letters import BROKEN, boxes, fonts_with, in_order, printable, told

COLUMN = "<</O /Table /Scope /Column>>"
"""The attributes of a cell that is the head of its column."""


class Tags(StructureTreeBuilder):
    """The tree of what is drawn on a document, from which fpdf2 writes it."""

    def __init__(self, pdf: FPDF) -> None:
        super().__init__()
        self._pdf = pdf
        self._open = [self.doc_struct_elem]
        self._made = [self.doc_struct_elem]
        self._is_aside = False
        # fpdf2 gives all that hang on this one their pages, which must not be the tree itself.
        self.doc_struct_elem = StructElem("/Document", self.struct_tree_root, [])

    def __iter__(self) -> Iterator[PDFObject]:
        yield self.struct_tree_root
        yield self.struct_tree_root.parent_tree
        yield from self._made

    @contextmanager
    def element(self, kind: str, *, alt: str | None = None) -> Iterator[None]:
        """Tag what is drawn meanwhile; kind: H1, P, Table and so on, alt: a picture in words."""
        if self._is_aside:
            yield
            return
        self._open.append(self._new(kind, alt))
        try:
            yield
        finally:
            self._open.pop()

    def _new(self, kind: str, alt: str | None = None) -> StructElem:
        made = StructElem(f"/{kind}", self._open[-1], [], alt=alt)
        if kind == "TH":
            made.a = COLUMN  # type: ignore[attr-defined]  # every attribute is written
        self._open[-1].k.append(made)
        self._made.append(made)
        return made

    @contextmanager
    def content(self) -> Iterator[None]:
        """Mark what is drawn meanwhile as part of the element, or as a paragraph of its own."""
        if self._is_aside:
            yield
            return
        page = self._pdf.page
        element = self._open[-1] if len(self._open) > 1 else self._new("P")
        if element.page_number() not in (None, page):  # a paragraph that goes on
            self._open.append(element)
            element = self._new("Span")
            self._open.pop()
        if element.page_number() is None:
            element._page_number = page
            self.doc_struct_elem.k.append(element)
        there = self.struct_tree_root.parent_tree.nums[page - 1]
        element.k.append(len(there))
        self._pdf.pages[page].struct_parents = page - 1
        self._pdf._out(f"{element.s} <</MCID {len(there)}>> BDC")
        there.append(element)
        yield
        self._pdf._out("EMC")

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Mark what is drawn meanwhile as no part of the text."""
        if self._is_aside:
            yield
            return
        self._is_aside = True
        self._pdf._out("/Artifact BMC")
        yield
        self._pdf._out("EMC")
        self._is_aside = False


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
        """Draw a line across the page at y, from the margin on. width: its thickness; shade: from
        0, black, to 255; length: None for as far as the other margin."""
        pdf = self._pdf
        pdf.set_line_width(width)
        pdf.set_draw_color(shade)
        with self.aside():
            pdf.line(MARGIN, self.y, MARGIN + (self.width if length is None else length), self.y)

    def box(self, x: float, y: float, width: float, height: float) -> None:
        """Draw an empty box, to be ticked or filled with a pen."""
        self._pdf.set_line_width(0.25)
        self._pdf.set_draw_color(BLACK)
        with self.aside():
            self._pdf.rect(x, y, width, height)

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
