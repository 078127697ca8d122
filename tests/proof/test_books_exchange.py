"""Two books that exchange what each lacks: the same as merging files, whatever is cut off, and
little goes over the line."""

import shutil
import time
from pathlib import Path
from random import Random

import pytest

from tests.proof.conftest import Note
from tests.proof.histories import Clocks, Device, Histories, clocks as clocks, handed_on
from tests.storage.piles import Cut, Line, Pile, club, copies

MOST_BYTES, MOST_SECONDS = 50_000, 1.0
ONE_DAY = 197
"""A history with two evenings of one day; the later one was written by an earlier clock."""


class Answering:
    """A device as the far end of a line."""

    def __init__(self, device: Device) -> None:
        self.answers = device.service.meetings.exchange


@pytest.mark.rounds(short=12, full=1000)
def test_an_exchange_is_the_same_as_a_file(rounds: int, note: Note, in_memory: Path,
                                           clocks: Clocks) -> None:
    cuts = messages = 0
    for seed in {*range(rounds), ONE_DAY}:
        clocks.start(seed)
        folder = in_memory / str(seed)
        folder.mkdir()
        histories = Histories(folder, seed)
        histories.run(30)
        rng = Random(seed)
        one, other = rng.sample(histories.devices, 2)
        wanted = one.links() | other.links()
        by_file = Device(folder / "third", "third")
        for device in (one, other):
            by_file.service.meetings.take(by_file.service.meetings.preview(handed_on(device)))
        for cut in (0, 1, 2):
            line = Line(cut, late=rng.random() < 0.5)
            try:
                one.service.meetings.meet(line.to(Answering(other)))
            except Cut:
                cuts += 1
        line = Line()
        met = one.service.meetings.meet(line.to(Answering(other)))
        assert (list(met.refused), met.refused_there) == ([], 0)
        messages = max(messages, line.messages)
        assert one.links() == other.links() == by_file.links() == wanted, f"seed {seed}"
        assert one.results() == other.results() == by_file.results(), f"seed {seed}"
        by_file.close()
        histories.close()
        shutil.rmtree(folder)
    assert cuts and messages <= 3
    note("pairs of books that exchanged what each lacked; cut off on the way; unlike a file",
         f"{rounds:,}; {cuts:,}; 0")


def differing(evenings: int, hands: int, where: int, each: int) -> tuple[Pile, Pile]:
    """Two copies of a book; in `where` evenings each has gone on without the other, with `each`
    hands in the two together."""
    pile, parts = club(evenings, hands)
    one, other = copies(pile)
    for number in range(where):
        part = parts[number * evenings // where]
        first = (each + number % 2) // 2
        for writer, more in ((one, first), (other, each - first)):
            grown = Pile([row for row in writer.rows if row[1] == part])
            before = len(grown.rows)
            grown.play(part, more)
            writer.rows += grown.rows[before:]
    return one, other


@pytest.mark.alone
@pytest.mark.parametrize(("evenings", "hands", "where", "each"), [
    (334, 298, 1, 50), (334, 298, 10, 5), (334, 298, 50, 1), (2000, 48, 1, 50), (2000, 48, 10, 5),
    (2000, 48, 50, 1), (1, 100_000, 1, 50)],
    ids=["one long evening of 334", "ten of 334", "50 of 334", "one of 2000", "ten of 2000",
         "50 of 2000", "one sheet"])
def test_fifty_of_100_000_entries_are_few_bytes_and_quick(
        evenings: int, hands: int, where: int, each: int, note: Note) -> None:
    one, other = differing(evenings, hands, where, each)
    assert len(one.rows) + len(other.rows) >= 200_000
    wanted = len(one.digests | other.digests)
    assert one.parts and other.parts  # as a book has them before anybody asks
    start = time.process_time()
    line, done = one.meets(other)
    seconds = time.process_time() - start
    assert len(one.rows) == len(other.rows) == wanted
    assert done.refused == 0
    note(f"100,000 entries, evenings {evenings:,}, 50 new on {where}: messages, kB, seconds for "
         "both", f"{line.messages}, {line.bytes / 1000:.0f}, {seconds:.2f}")
    assert line.messages <= 3
    assert line.bytes <= MOST_BYTES
    assert seconds <= 2 * MOST_SECONDS, "both sides did it here"
