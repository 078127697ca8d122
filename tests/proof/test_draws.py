"""A lot brings no more people together again than the best of a thousand draws with no thought."""

import random
from typing import Any

import pytest

from tests.proof.conftest import Note
from tests.tournament.test_draw_contract import (
    any_draw,
    counting,
    draw,
    reported,
    run,
    sit,
    sizes,
    tournament,
)

__all__ = ["draw", "run"]  # fixtures

OTHERS = 1_000
SIZES = "345"


@pytest.mark.rounds(short=1, full=100)
def test_three_rounds_for_8_to_60_people(draw: Any, rounds: int, note: Note) -> None:
    for people in range(8, 61):
        chosen = sizes(people, SIZES)
        for seed in range(rounds):
            event, chance = tournament(people, SIZES), random.Random(seed)
            for number in (1, 2, 3):
                answer = draw(event, number, "lot", seed)
                count = counting(event)
                assert reported(answer) == count(answer["tables"])
                assert reported(answer) <= min(
                    count(any_draw(event, chosen, chance)) for _ in range(OTHERS)), (people, seed)
                sit(event, answer["tables"], "lot", seed=seed)
    note(f"tournaments of 8 to 60 people, three rounds each, drawn by lot; worse than the best of "
         f"{OTHERS:,} draws", f"{53 * rounds:,}; 0")
