"""Some seconds of `tests.proof.sim`: evenings of servers, phones and watchers in virtual time, with
every fault at once, judged by who meant what."""

from pathlib import Path

import pytest

from tests.proof.conftest import in_memory as in_memory
from tests.proof.sim.evening import broken, played

EVENINGS = 8


@pytest.mark.parametrize("part", range(4))
def test_evenings_hold(part: int, in_memory: Path) -> None:
    for seed in range(part, EVENINGS, 4):
        place = in_memory / str(seed)
        place.mkdir()
        assert not broken(seed, place)


def test_a_seed_is_one_evening(in_memory: Path) -> None:
    digests = set()
    for number in range(2):
        place = in_memory / str(number)
        place.mkdir()
        digests.add(played(9, place).digest)
    assert len(digests) == 1
