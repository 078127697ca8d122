"""Random evenings of every game, with every key and option that it has, against the slow and
independent recount of `tests/oracle`: points, totals, ends, payments and stars, hand by hand."""

from random import Random
from typing import Any

import pytest

from scorepad.games import GAMES
from scorepad.games.game import Game
from tests import oracle
from tests.oracle.test_against_oracle import check, verified
from tests.proof.conftest import Note


@pytest.mark.rounds(short=300, full=10_000)
@pytest.mark.parametrize("game", oracle.GAMES)
def test_random_evenings_agree_with_the_recount(rounds: int, note: Note, game: str):
    rng, hands = Random(game), 0
    while hands < rounds:
        raw = oracle.random_document(rng, evenings=3, sheets=3, most_hands=60, games=(game,))
        check(raw)
        hands += sum(len(sheet["hands"]) for evening in raw["evenings"]
                     for sheet in evening["sheets"])
    note(f"random hands of {game} recounted", f"{hands:,}")


@pytest.mark.rounds(short=1000, full=20_000)
@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_what_can_have_been_played_agrees_with_the_recount(
        rounds: int, note: Note, game: Game[Any, Any]):
    verified(game, rounds)
    note(f"random figures of {game.id} tried for whether they can be", f"{rounds:,}")
