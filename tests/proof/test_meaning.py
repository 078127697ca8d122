"""Random histories of two to six devices that do what screens offer, judged after every meeting by
a model that remembers what everybody meant.

A seed that breaks a statement is replayed by `python -m tests.proof.meaning SEED`.
"""

from pathlib import Path

import pytest

from scorepad.service.open_book import OpenBook
from scorepad.storage.store import News
from tests.proof.conftest import Note
from tests.proof.meaning import history
from tests.proof.meaning.history import replay, run
from tests.proof.meaning.players import Broken, Device, World
from tests.proof.meaning.seen import Seen, see

PARTS = 8
"""So that several workers have something to do."""
MOST = 5
"""Broken statements after which a part gives up."""
MENDED = (250120, 261151, 266178, 273572, 302679, 307362, 315128, 321698, 332053, 337163, 347580,
          348338, 348886, 350743, 357589, 359071, 362733, 365829, 381041, 381052, 382116, 385809,
          385843, 386912, 399365, 400472, 401314, 401746, 401913, 402850, 411909, 415441, 417006,
          420765, 441067, 443491, 447059, 500049, 500689, 644113, 660065, 740489,
          770265, 787035, 807057, 816104,
          817218, 852819, 852528, 874943, 895445, 893312, 910478,
          925405, 936008, 936256, 934876, 961731, 962237, 962329, 970513, 986028,
          986518, 983289, 990744, 1002896, 1003091, 1008178, 1011312,
          1027131, 1027166)
"""Seeds that once broke a statement."""


@pytest.mark.rounds(short=72, full=10_000)
@pytest.mark.parametrize("part", range(PARTS))
def test_books_that_meet_say_what_was_meant(part: int, rounds: int, in_memory: Path,
                                            note: Note) -> None:
    broken, deeds = [], 0
    for seed in range(part, rounds, PARTS):
        try:
            world = replay(seed, in_memory / str(seed))
            deeds += len(world.deeds)
        except Broken as fault:
            broken.append(str(fault))
            if len(broken) == MOST:
                break
    note(f"random histories judged by what was meant, part {part}",
         f"{len(range(part, rounds, PARTS))}, of {deeds} deeds")
    assert not broken, "\n\n".join(broken)


@pytest.mark.parametrize("seed", MENDED)
def test_what_was_mended_stays_so(seed: int, in_memory: Path) -> None:
    replay(seed, in_memory / str(seed))


def test_a_seed_is_one_history() -> None:
    assert run(4).told == run(4).told


@pytest.mark.rounds(short=8, full=300)
def test_hands_written_apart_show_the_book_as_a_whole_reading_does(
        rounds: int, in_memory: Path, monkeypatch: pytest.MonkeyPatch, note: Note) -> None:
    shorter = 0

    def forget_sheets(book: OpenBook, news: News) -> bool:
        nonlocal shorter
        shorter += (was := forget(book, news))
        return was

    def judged(world: World, device: Device) -> Seen:
        seen = judge(world, device)
        with device.at_hand():
            device.service._book._read()
            assert see(device.service, world.sign_of) == seen
        return seen

    forget, judge = OpenBook._forget_sheets, history.judged
    monkeypatch.setattr(OpenBook, "_forget_sheets", forget_sheets)
    monkeypatch.setattr(history, "judged", judged)
    for seed in range(rounds):
        replay(seed, in_memory / str(seed))
    note("readings of the sheets alone", str(shorter))
    assert shorter
