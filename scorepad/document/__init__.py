"""The file format `scorepad/1`: JSON text in, records out, and back.

Reading is strict: what is not understood is named with its place, nothing is guessed. Whether
the hands can have been played is a second look, `score`, because it needs the sheet's score.
"""

from scorepad.book.record import BookRecord
from scorepad.book.replay import replay
from scorepad.book.scoresheet import Scoresheet, problems
from scorepad.book.stars import note_faults
from scorepad.document.reading import LARGEST, bytes_of, collector_paused, read
from scorepad.document.values import composed, fault_of_name, fault_of_text
from scorepad.document.writing import write, written_amount, written_place, written_time
from scorepad.games.base import Problem, Unreadable

__all__ = ["LARGEST", "bytes_of", "composed", "fault_of_name", "fault_of_text", "read", "replayed",
           "score", "write", "written_amount", "written_place", "written_time"]


def score(book: BookRecord) -> list[list[Scoresheet]]:
    """The sheets of every evening; raises `Unreadable` for hands that cannot have been played, and
    for stars that no tariff knows."""
    with collector_paused():
        sheets = [[replay(sheet) for sheet in evening.sheets] for evening in book.evenings]
    faults = [Problem(("evenings", e, "sheets", s, "hands", h, *problem.place), problem.message)
              for e, evening in enumerate(sheets) for s, sheet in enumerate(evening)
              for h, problem in problems(sheet)] + note_faults(book)
    if faults:
        raise Unreadable(*faults)
    return sheets


def replayed(raw: bytes) -> tuple[BookRecord, list[list[Scoresheet]]]:
    """What a document's bytes say, and the sheets of every evening; raises `Unreadable`."""
    with collector_paused():
        book = read(raw)
        return book, score(book)
