"""The file format `scorepad/1`: JSON text in, records out, and back.

Reading is strict: what is not understood is named with its place, nothing is guessed. Whether the
hands can have been played is checked separately, by `score`, because it needs the sheet's score. A
correction of a hand can make a later one impossible: that one stays in the book and scores nothing.
An export marks such a hand, and no other hand of a file may be impossible. A hand with an id comes
from a book: if it can be scored, it keeps its points even where a new one would be refused
(`Game.guard`). One without an id is new, and one that the book has otherwise is a correction.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from itertools import islice
from typing import Any, BinaryIO

from scorepad.book.ledger import note_faults, odd_in as odd
from scorepad.book.people import PersonRecord
from scorepad.book.record import UNSTAMPED, BookRecord, EveningRecord
from scorepad.book.replay import replay
from scorepad.book.scoresheet import Scoresheet, problems
from scorepad.document.club import CLUB, Club
from scorepad.document.kinds import (
    object_schema,
    require_list,
    require_object,
    value,
    written_amount,
    written_time,
)
from scorepad.document.parsing import LARGEST, Parsing, bytes_of
from scorepad.document.sheets import EVENING
from scorepad.document.tournament_settings import CHAMPIONSHIP
from scorepad.document.tournaments import TOURNAMENT, read_tournaments
from scorepad.games.game import Place, Problem, Unreadable, refuse, refuse_unknown_keys, within
from scorepad.i18n.message import Message, say, say_n
from scorepad.system.steps import Steps, collector_paused, stepwise
from scorepad.tournament.facts import Tournament

__all__ = ["LARGEST", "bytes_of", "document_schema", "evenings_in", "impossible", "look_through",
           "odd", "oddities", "pieces", "read", "replayed", "score", "taken", "write",
           "written_amount", "written_place", "written_time"]

FORMAT = "scorepad/1"

AT_ONCE = 10_000
"""The bits of JSON that make up a piece: keys, values and signs."""

LONGEST_PLACE = 300
"""The most letters of a place. Valid ones are shorter: two names, a few keys and numbers."""

Scored = Sequence[Sequence[Scoresheet | None]]
"""The scored sheets of every evening, or those of which something is to be said."""

LookedThrough = tuple[BookRecord, Scored]
"""The records in a document, and its scored sheets."""


def document_schema() -> dict[str, Any]:
    """Return the JSON Schema of a document; `replay` says which hands can have been played."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Scorepad score book",
        "description": f"One club or one evening, at most {LARGEST} bytes of UTF-8.",
        **object_schema({"format": {"const": FORMAT}, "club": CLUB.schema(),
                         "evenings": {"type": "array", "items": EVENING.schema()},
                         "tournaments": {"type": "array", "items": TOURNAMENT.schema()},
                         "championships": {"type": "array", "items": CHAMPIONSHIP.schema()}},
                        "format")}


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
    """Return the records in what the JSON says besides its evenings; faults: those in it."""
    require_object(raw)
    if raw.get("format") != FORMAT:
        refuse(say('is not "{format}"', format=FORMAT), "format")
    refuse_unknown_keys(raw, {"format", "club", "evenings", "tournaments", "championships"})
    club: Club = value(raw, "club", CLUB, (), Club())
    with within("evenings"):
        require_list(raw.get("evenings", []))
    if faults:
        raise Unreadable(*faults)
    tournaments, championships = read_tournaments(raw)
    playing = dict.fromkeys([
        *club.players, *[person.name for person in club.people],
        *(club.opening.balances if club.opening else ()),
        *[player for evening in evenings for sheet in evening.sheets for player in sheet.names],
        *[note.player for evening in evenings for note in evening.stars],
        *[name for evening in evenings for note in evening.payments for name in note[:2]],
        *[name for tournament in tournaments for name in tournament.names]])
    return BookRecord(tuple(evenings), tuple(playing), club.name, *club[2:],
                      tournaments=tournaments, championships=championships)


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
    """Yield the document of a book with these evenings, which need not all be in memory at once.
    book: for all else that is in it; indent: as for `write`."""
    encoder = json.JSONEncoder(ensure_ascii=False, indent=indent)

    def line(level: int) -> str:
        return "" if indent is None else "\n" + " " * indent * level

    club = Club(book.club, book.players, book.opening, book.tariffs, book.people, book.rule_sets)
    head, _, tail = encoder.encode({"format": FORMAT, "club": CLUB.write(club, ()), "evenings": []}
                                    ).rpartition("[]")  # the evenings are put in there
    tournaments = [*book.tournaments]
    yield f"{head}["
    between = line(2)
    for evening in evenings:
        if evening.tournament is not None:
            tournaments.append(evening.tournament)
            continue
        yield between
        written = EVENING.write(evening, ())
        parts = iter([encoder.encode(written)]) if indent is None else encoder.iterencode(written)
        while some := "".join(islice(parts, AT_ONCE)):
            yield some.replace("\n", line(2))  # texts have none
        between = f",{line(2) or ' '}"
    yield f"{line(1) if between != line(2) else ''}]"
    for key, told in (("tournaments", [TOURNAMENT.write(each, ()) for each in tournaments]),
                      ("championships", _championships(book, tournaments))):
        if told:
            text = encoder.encode({key: told}).strip("{}\n")
            yield f",{line(0) or ' '}{text}"
    yield f"{tail}\n"


def _championships(book: BookRecord, tournaments: Iterable[Tournament]) -> list[Any]:
    """Return the championships with the tournaments by their names, those that are written."""
    names = {each.id: each.name for each in tournaments if each.id} \
        | {each.name: each.name for each in tournaments}
    return [CHAMPIONSHIP.write(each._replace(tournaments=tuple([
        names[own] for own in each.tournaments if own in names])), ())
        for each in book.championships]


def written_place(place: Place) -> str:
    """Return a place as people write it, `evenings[0].sheets[0].hands[3].augen`; one that nobody
    would read to its end is cut in its middle."""
    path = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place)
    path = path.removeprefix(".")
    return path if len(path) <= LONGEST_PLACE else f"{path[:150]}…{path[-50:]}"


# --- scoring ------------------------------------------------------------------------------------


@stepwise
def score(book: BookRecord) -> Steps[list[list[Scoresheet]]]:
    """Return the scored sheets of every evening; raises `Unreadable` for impossible hands that the
    file does not mark as such, for new ones that are refused, and for stars without a tariff."""
    sheets: list[list[Scoresheet]] = []
    with collector_paused():
        for evening in book.evenings:
            sheets.append([])
            for sheet in evening.sheets:
                sheets[-1].append(replay(sheet))
                yield
    _refuse(book, sheets)
    return sheets


def _refuse(book: BookRecord, sheets: Scored) -> None:
    faults = [problem for index, sheet, problem in _problems(sheets, problems)
              if index not in sheet.record.impossible]
    faults += [problem for index, sheet, problem in _problems(sheets, _refused)
               if not sheet.record.hands[index].stamp.id
               and index not in sheet.record.impossible] + note_faults(book, with_id=False)
    if faults:
        raise Unreadable(*faults)


def _refused(sheet: Scoresheet) -> list[tuple[int, Problem]]:
    return sheet.refused


@stepwise
def look_through(file: BinaryIO) -> Steps[LookedThrough]:
    """Return what an opened document is, read and scored an evening at a time: its records without
    the hands, and of its scored sheets those of which something is to be said. Raises `Unreadable`
    as `read` and `score` do."""
    sheets: list[list[Scoresheet | None]] = []

    def without_hands(evening: EveningRecord) -> Steps[EveningRecord]:
        sheets.append([])
        for sheet in map(replay, evening.sheets):
            sheets[-1].append(sheet if problems(sheet) or sheet.refused else None)
            yield
        return replace(evening, sheets=tuple([replace(sheet, hands=())
                                              for sheet in evening.sheets]))

    with collector_paused():
        book = yield from read_in_turn(file, without_hands)
    _refuse(book, sheets)
    return book, sheets


def impossible(sheets: Scored) -> list[Problem]:
    """Return the problems of impossible hands that are taken as they are, each at its place."""
    return [problem for _, _, problem in _problems(sheets, problems)]


def taken(sheets: Scored) -> list[Problem]:
    """Return why hands that keep their points would be refused if new, each at its place."""
    return [problem for _, _, problem in _problems(sheets, _refused)]


def oddities(book: BookRecord, sheets: Scored) -> Iterator[tuple[Message, list[Problem]]]:
    """Yield what a document has that is taken all the same, and should be known: a sentence that
    says how much of a kind there is, and each of them at its place."""
    if found := impossible(sheets):
        yield say_n("{n} hand could not have been played. It scores nothing:",
                    "{n} hands could not have been played. They score nothing:",
                    _places(found, 6)), found
    if found := taken(sheets):
        yield say_n("{n} hand would be refused today. It keeps its points:",
                    "{n} hands would be refused today. They keep their points:",
                    _places(found, 6)), found
    if found := note_faults(book, with_id=True):
        yield say_n("{n} note of stars has no tariff. It counts nothing:",
                    "{n} notes of stars have no tariff. They count nothing:", len(found)), found
    if found := odd(book):
        yield say_n("{n} note of stars is worth a second look. It counts:",
                    "{n} notes of stars are worth a second look. They count:",
                    _places(found, 4)), found


def _places(problems: Sequence[Problem], steps: int) -> int:
    """Return how many different things problems are about; steps: of a place, that lead to one."""
    return len({problem.place[:steps] for problem in problems})


def _problems(sheets: Scored, of: Callable[[Scoresheet], list[tuple[int, Problem]]]
              ) -> Iterator[tuple[int, Scoresheet, Problem]]:
    """Yield what `of` finds in each sheet, at its place, with the hand's index and its sheet."""
    for e, evening in enumerate(sheets):
        for s, sheet in enumerate(evening):
            if sheet is not None:
                for h, (place, message) in of(sheet):
                    yield h, sheet, Problem(
                        ("evenings", e, "sheets", s, "hands", h, *place), message)


@stepwise
def replayed(raw: bytes) -> Steps[tuple[BookRecord, list[list[Scoresheet]]]]:
    """Return the records in a document's bytes, and their scored sheets; raises `Unreadable`."""
    with collector_paused():
        book = yield from read.steps(raw)
        return book, (yield from score.steps(book))
