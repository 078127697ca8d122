"""The tags of a PDF: which texts are a heading, a paragraph or the cells of a table, so that those
who have it read out can find their way; rules and page numbers are left out.

fpdf2 tags pictures only, and knows no tables; what its own builder cannot do is done here.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from fpdf import FPDF
from fpdf.structure_tree import StructElem, StructureTreeBuilder
from fpdf.syntax import PDFObject

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
