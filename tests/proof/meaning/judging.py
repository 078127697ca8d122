"""What a judge of a book knows: which deeds its device knows, and what it shows."""

from collections.abc import Iterable
from typing import Any

from tests.proof.meaning.deeds import Content, Document, OnSheet, Told
from tests.proof.meaning.documents import said_by, stand_ins
from tests.proof.meaning.players import Broken, Device, World
from tests.proof.meaning.seen import Seen


class Judging:
    """A judge of one book, who knows the deeds that its device knows."""

    def __init__(self, world: World, device: Device, seen: Seen) -> None:
        self.world, self.device, self.seen = world, device, seen
        self.known = stand_ins(world, [deed for deed in world.deeds if device.knows & deed.bit])
        self.on_sheet: dict[str, list[OnSheet]] = {}
        for deed in self.known:
            if isinstance(deed, OnSheet):
                self.on_sheet.setdefault(deed.sheet.id, []).append(deed)

    def of(self, kind: type[Any]) -> list[Any]:
        """Return the deeds of a kind, in the order in which they were done."""
        return [deed for deed in self.known if isinstance(deed, kind)]

    def documents(self) -> list[Document]:
        """Return the documents of which at least a part has come."""
        return [deed.document for deed in self.world.deeds
                if isinstance(deed, Told) and deed.lines & self.device.lines]

    def broken(self, sentence: str) -> Broken:
        """Return a fault that says what is wrong in this book."""
        return Broken(f"in the book of {self.device.name}: {sentence}")

    def one(self, sign: str) -> str:
        """Return the sign that stands for all spellings of a person."""
        return self.seen.one.get(sign, sign)

    def said(self, deeds: Iterable[Any]) -> set[Any]:
        """Return what a hand was after each of some deeds, None for one that was taken back."""
        return {self.content(said_by(deed)) for deed in deeds}

    def content(self, content: Content | None) -> Content | None:
        """Return a content with each person by one sign."""
        return content and content.called(self.one)
