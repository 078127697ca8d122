"""What stands on a paper: the texts of a PDF, cell by cell and line by line."""

import csv
from io import BytesIO, StringIO
from typing import NamedTuple

from pypdf import PdfReader


class Text(NamedTuple):
    """One text: its page, counted from 1; points from the left and from the lower edge."""

    page: int
    x: float
    y: float
    text: str


def texts(pdf: bytes) -> list[Text]:
    """Every text of a PDF, in the order they were put there."""
    found: list[Text] = []
    for number, page in enumerate(PdfReader(BytesIO(pdf)).pages, 1):
        def see(text, _matrix, place, _font, _size, number=number):
            if text.strip():
                found.append(Text(number, place[4], place[5], text.strip()))
        page.extract_text(visitor_text=see)
    return found


def rows(pdf: bytes) -> list[str]:
    """The lines of a PDF from top to bottom, cells from left to right with a bar between them.

    A line of small type stands on the line of the large type beside it; one that wraps is a line
    of its own. Pages are parted by a line of dashes.
    """
    lines: list[str] = []
    page, lines_of = 0, {}
    for text in [*sorted(texts(pdf), key=lambda text: text.page), Text(0, 0, 0, "")]:
        if text.page != page and lines_of:
            lines += ["---"] if lines else []
            lines += [" | ".join(cell.text for cell in sorted(cells, key=lambda cell: cell.x))
                      for _, cells in sorted(lines_of.items(), reverse=True)]
            lines_of = {}
        page = text.page
        line = next((y for y in lines_of if abs(y - text.y) < 0.5), text.y)
        lines_of.setdefault(line, []).append(text)
    return lines


def read_csv(content: bytes) -> list[dict[str, str]]:
    """The lines of a CSV by their titles, as a spreadsheet reads them."""
    return list(csv.DictReader(StringIO(content.decode("utf-8-sig"), newline="")))
