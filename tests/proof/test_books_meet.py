"""Books that were written apart and met in any order are one book: nothing lost, nothing doubled,
and every hand that two wrote in the same place is asked about."""

import shutil
from collections import Counter
from pathlib import Path

import pytest

from scorepad.book.facts import HandRecorded
from scorepad.book.history.runs import Runs
from tests.proof.conftest import Note
from tests.proof.histories import Clocks, Device, Histories, clocks as clocks


def asked_and_doubled(device: Device) -> tuple[int, int, int]:
    """How many questions there are, how many places where hands were written apart and nobody was
    asked nor has decided, and how many hands count twice, or beside others of which only one can
    have been played as long as nobody has decided."""
    asked = silent = doubled = 0
    for card in device.service.evenings():
        for view in device.service.evening(card.id).sheets:
            names = view.score.record.names
            assert len({*names}) == len(names), "somebody sits at a table twice"
            history = device.service._book.sheet(view.id).journal.history
            steps = history.holding
            counting = [line.record.stamp.id for line in view.score.lines]
            doubled += len(counting) - len(set(counting))
            runs = history.runs or Runs(steps)
            follows = Counter(map(runs._tree.before.__getitem__, {
                entry.fact.id for entry in steps if isinstance(entry.fact, HandRecorded)}))
            decided = {entry.fact.after for entry in steps
                       if type(entry.fact).__name__ == "RunsChosen"}
            questions = {question.after for question in view.questions}
            doubled += sum(sum(run.first in counting for run in question.runs) > 1
                           for question in view.questions if question.after not in decided)
            asked += len(questions)
            silent += sum(count > 1 and after not in questions | decided
                          for after, count in follows.items())
    return asked, silent, doubled


@pytest.mark.rounds(short=25, full=10_000)
def test_all_have_the_same_book_in_the_end(rounds: int, note: Note, in_memory: Path,
                                           clocks: Clocks) -> None:
    entries = questions = 0
    for seed in range(rounds):
        clocks.start(seed)
        folder = in_memory / str(seed)
        folder.mkdir()
        all_of_them = Histories(folder, seed)
        all_of_them.run(40)
        before: dict[str, bytes] = {}
        for device in all_of_them.devices:
            before |= device.links()
        all_of_them.meet_all()
        first, *others = all_of_them.devices
        assert first.links() == before, f"seed {seed}: lost or altered"
        assert all(other.links() == before for other in others), f"seed {seed}: not the same"
        results = first.results()
        for other in others:
            assert other.results() == results, f"seed {seed}: {other.name} counts otherwise"
        asked, silent, doubled = asked_and_doubled(first)
        assert (silent, doubled) == (0, 0), seed
        entries, questions = entries + len(before), questions + asked
        all_of_them.close()
        shutil.rmtree(folder)
    note("histories of three to five books, written apart and met", f"{rounds:,}")
    note("… entries in them; lost or altered", f"{entries:,}; 0")
    note("… hands written in the same place and asked about; not asked about, counted twice",
         f"{questions:,}; 0, 0")
