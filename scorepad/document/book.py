"""A whole document: read an evening at a time, written in pieces, and its JSON Schema."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import BytesIO
from itertools import islice
from typing import Any, BinaryIO

from scorepad.book.people import PersonRecord
from scorepad.book.record import UNSTAMPED, BookRecord, EveningRecord
from scorepad.document.club import CLUB, Club
from scorepad.document.kinds import object_schema, require_list, require_object, value
from scorepad.document.parsing import LARGEST, Parsing
from scorepad.document.sheets import EVENING
from scorepad.games.game import Place, Problem, Unreadable, refuse, refuse_unknown_keys, within
from scorepad.i18n.message import say
from scorepad.system.steps import Steps, collector_paused, stepwise

FORMAT = "scorepad/1"

AT_ONCE = 10_000
"""The bits of JSON that make up a piece: keys, values and signs."""

LONGEST_PLACE = 300
"""The most letters of a place. Valid ones are shorter: two names, a few keys and numbers."""


def document_schema() -> dict[str, Any]:
    """Return the JSON Schema of a document; `replay` says which hands can have been played."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Scorepad score book",
        "description": f"One club or one evening, at most {LARGEST} bytes of UTF-8.",
        **object_schema({"format": {"const": FORMAT}, "club": CLUB.schema(),
                         "evenings": {"type": "array", "items": EVENING.schema()}}, "format")}


# --- reading ------------------------------------------------------------------------------------


@stepwise
def read(raw: bytes) -> Steps[BookRecord]:
    """Return the records in a document's bytes; raises `Unreadable`."""
    with collector_paused():
        return (yield from read_in_turn(BytesIO(raw), _whole))


def _whole(evening: EveningRecord) -> Steps[EveningRecord]:
    yield
    return evening


def evenings_in(file: BinaryIO) -> Iterator[EveningRecord]:
    """Yield the evenings of a document that was read before."""
    for raw in Parsing(file).evenings():
        yield EVENING.read(raw, ())


def read_in_turn(file: BinaryIO, keep: Callable[[EveningRecord], Steps[EveningRecord]]
                 ) -> Steps[BookRecord]:
    """Return the records in an opened document, read an evening at a time; raises `Unreadable`.

    keep: is given each evening, unless something is wrong in an earlier one, and returns what is
    kept of it.
    """
    parsing, seen = Parsing(file), _Ids()
    evenings: list[EveningRecord] = []
    faults: list[Problem] = []
    for index, raw in enumerate(parsing.evenings()):
        try:
            with within("evenings", index):
                evening = EVENING.read(raw, ())
        except Unreadable as fault:
            faults += fault.problems
        if not faults:
            seen.look_at(evening, index)
            evenings.append((yield from keep(evening)))
        yield
    book = _read_book(parsing.root, evenings, faults)
    seen.refuse_doubled(book.people)
    return book


def _read_book(raw: Any, evenings: list[EveningRecord], faults: list[Problem]) -> BookRecord:
    """Return the records in what the JSON says besides its evenings; faults: what is wrong with
    those."""
    require_object(raw)
    if raw.get("format") != FORMAT:
        refuse(say('is not "{format}"', format=FORMAT), "format")
    refuse_unknown_keys(raw, {"format", "club", "evenings"})
    club: Club = value(raw, "club", CLUB, (), Club())
    with within("evenings"):
        require_list(raw.get("evenings", []))
    if faults:
        raise Unreadable(*faults)
    playing = dict.fromkeys([
        *club.players, *[person.name for person in club.people],
        *(club.opening.balances if club.opening else ()),
        *[player for evening in evenings for sheet in evening.sheets for player in sheet.names],
        *[note.player for evening in evenings for note in evening.stars],
        *[name for evening in evenings for note in evening.payments for name in note[:2]]])
    return BookRecord(tuple(evenings), tuple(playing), club.name, *club[2:])


class _Ids:
    """The ids in a document. Two things of one kind with one id would become one thing in the book;
    the kind is the list that they stand in."""

    def __init__(self) -> None:
        self._faults: list[Problem] = []
        self._seen: set[int] = set()

    def _look(self, id: str, *place: str | int) -> None:
        kind = "people" if "people" in place else place[-2]
        own = hash((kind, id))  # far smaller than the id itself
        if id and own in self._seen:
            self._faults.append(Problem((*place, "id"), say("is in this file twice")))
        self._seen.add(own)

    def look_at(self, evening: EveningRecord, e: int) -> None:
        """Note the ids of the next evening, of this number."""
        self._look(evening.id, "evenings", e)
        for n, star in enumerate(evening.stars):
            self._look(star.stamp.id, "evenings", e, "stars", n)
        for n, payment in enumerate(evening.payments):
            self._look(payment.stamp.id, "evenings", e, "payments", n)
        for s, sheet in enumerate(evening.sheets):
            self._look(sheet.id, "evenings", e, "sheets", s)
            for h, hand in enumerate(sheet.hands):
                if hand.stamp is not UNSTAMPED:
                    self._look(hand.stamp.id, "evenings", e, "sheets", s, "hands", h)

    def refuse_doubled(self, people: Sequence[PersonRecord]) -> None:
        """Raise `Unreadable` if an id stands twice, among these people or before."""
        of_evenings, self._faults = self._faults, []
        for p, person in enumerate(people):
            self._look(person.id, "club", "people", p)
            for n, spelling in enumerate(person.spellings):
                self._look(spelling.id, "club", "people", p, "spellings", n)
        if faults := self._faults + of_evenings:
            raise Unreadable(*faults)


# --- writing ------------------------------------------------------------------------------------


@stepwise
def write(book: BookRecord, *, indent: int | None = 1) -> Steps[str]:
    """Return the document of a book, which `read` turns back into an equal book. Without an indent
    it is one long line, for programs, in a fifth of the time."""
    written: list[str] = []
    with collector_paused():
        for piece in pieces(book, book.evenings, indent=indent):
            written.append(piece)
            yield
    return "".join(written)


def pieces(book: BookRecord, evenings: Iterable[EveningRecord], *,
           indent: int | None = 1) -> Iterator[str]:
    """Yield the document of a book with these evenings, which need not all be in memory at once."""
    encoder = json.JSONEncoder(ensure_ascii=False, indent=indent)

    def line(level: int) -> str:
        return "" if indent is None else "\n" + " " * indent * level

    club = Club(book.club, book.players, book.opening, book.tariffs, book.people, book.rule_sets)
    head, _, tail = encoder.encode({"format": FORMAT, "club": CLUB.write(club, ()), "evenings": []}
                                    ).rpartition("[]")  # the evenings are put in there
    yield f"{head}["
    between = line(2)
    for evening in evenings:
        yield between
        written = EVENING.write(evening, ())
        parts = iter([encoder.encode(written)]) if indent is None else encoder.iterencode(written)
        while some := "".join(islice(parts, AT_ONCE)):
            yield some.replace("\n", line(2))  # texts have none
        between = f",{line(2) or ' '}"
    yield f"{line(1) if between != line(2) else ''}]{tail}\n"


def written_place(place: Place) -> str:
    """Return a place as people write it, `evenings[0].sheets[0].hands[3].augen`; one that nobody
    would read to its end is cut in its middle."""
    path = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place)
    path = path.removeprefix(".")
    return path if len(path) <= LONGEST_PLACE else f"{path[:150]}…{path[-50:]}"
