"""What a paper tells those who have it read out: its tree of tags, and its bookmarks."""

from collections.abc import Iterator
from io import BytesIO

from pypdf import PdfReader
from pypdf.generic import ContentStream, DictionaryObject

from scorepad.i18n.words import Words
from scorepad.service import Service
from tests.paper.test_golden import papers

SHOWN = (b"Tj", b"TJ", b"l", b"re", b"c")
"""Operators that draw something."""


def marked(pdf: PdfReader) -> Iterator[tuple[int, str, int | None]]:
    """Page, tag and number of what is marked; fails where something is drawn outside or twice."""
    for number, page in enumerate(pdf.pages):
        within: tuple[str, int | None] | None = None
        for operands, operator in ContentStream(page.get_contents(), pdf).operations:
            if operator in (b"BMC", b"BDC"):
                assert within is None, "marked within what is marked"
                within = operands[0], operands[1]["/MCID"] if operator == b"BDC" else None
                yield number, *within
            elif operator == b"EMC":
                within = None
            elif operator in SHOWN:
                assert within, f"page {number + 1} draws outside of any tag"
        assert within is None


def elements(element: DictionaryObject) -> Iterator[DictionaryObject]:
    """An element and all below it; fails where a child does not know its parent."""
    yield element
    for kid in [each.get_object() for each in element["/K"] if not isinstance(each, int)]:
        assert kid["/P"] == element
        yield from elements(kid)


def test_the_trees_are_sound(golden: Service, words: Words):
    for name, content in papers(golden, words).items():
        if name.endswith(".pdf"):
            check(PdfReader(BytesIO(content)), words.language)


def check(pdf: PdfReader, language: str) -> None:
    """Fail unless all that is drawn is either no text or in the tree, once, at its page."""
    catalog = pdf.trailer["/Root"]
    root = catalog["/StructTreeRoot"]
    assert catalog["/MarkInfo"]["/Marked"].value is True
    assert catalog["/Lang"] == {"de": "de-DE", "en": "en-GB"}[language]
    [document] = [kid.get_object() for kid in root["/K"]]
    found = {id(each) for each in elements(document)}
    nums = root["/ParentTree"]["/Nums"]
    parents = dict(zip(nums[::2], nums[1::2]))
    told = set()
    for page, tag, mcid in marked(pdf):
        if mcid is None:
            assert tag == "/Artifact"
            continue
        own = pdf.pages[page]["/StructParents"]
        element = parents[own][mcid].get_object()
        assert element["/S"] == tag and mcid in element["/K"] and id(element) in found
        assert element["/Pg"]["/StructParents"] == own
        told.add((page, mcid))
    assert len(told) == sum(len(each) for each in parents.values()) > 20


def test_what_is_read_of_an_evening(golden: Service, english: Words):
    pdf = PdfReader(BytesIO(papers(golden, english)["november.pdf"]))
    [document] = [kid.get_object() for kid in pdf.trailer["/Root"]["/StructTreeRoot"]["/K"]]
    kinds = [kid.get_object()["/S"] for kid in document["/K"]]
    sheet = ["/H2", "/P", "/Table"]
    assert kinds == ["/P", "/H1", "/P", *sheet, *sheet, "/H2", "/Table", *["/P"] * 4]
    tables = [kid.get_object() for kid in document["/K"] if kid.get_object()["/S"] == "/Table"]
    cells = [[cell.get_object()["/S"] for cell in row.get_object()["/K"]]
             for row in tables[-1]["/K"]]
    assert cells == [["/TH"] * 4, *[["/TD"] * 4] * 5]  # five people, two sheets, their sum


def test_bookmarks(golden: Service, english: Words):
    pdf = PdfReader(BytesIO(papers(golden, english)["november.pdf"]))
    top, below = pdf.outline
    assert top.title == "Friday, 20 November 2026"
    assert [each.title for each in below] == [
        "1 · Kalter Schlag", "2 · Schieberamsch", "Settlement"]
    heights = [each.top for each in (top, *below)]
    assert heights == sorted(heights, reverse=True) and heights[0] < 842
    assert {pdf.get_destination_page_number(each) for each in below} == {0}
