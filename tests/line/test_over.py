"""A line typed over a hand that is corrected: what it leaves as it was, and what it replaces."""

from itertools import product
from typing import Any

import pytest

from scorepad.drafts.line.reading import read_line, typed_over
from scorepad.games import BY_ID
from scorepad.ui.entry import panel_of
from tests.line.sentences_over import OVER
from tests.line.tables import faults_of, table_of
from tests.line.test_sentences import TYPED, reading_of


def over(game: str, before: str, line: str) -> tuple[Any, Any]:
    """Return the hand of a line over that of another one, as it stands on the keys, and its
    faults."""
    table = table_of(game)
    hand = reading_of(game, before).hand
    reading = read_line(line, BY_ID[game], table, lambda it: faults_of(game, it, table), hand)
    assert not reading.spans
    made = typed_over(hand, reading, lambda it: faults_of(game, it, table))
    draft = panel_of(BY_ID[game]).draft.of_hand(made, table).at(table)
    return draft.hand(), faults_of(game, made, table)


@pytest.mark.parametrize(("game", "before", "line", "meant"), OVER,
                         ids=[f"{game}: {line}, {before}" for game, before, line, _ in OVER])
def test_a_line_over_a_hand_gives_what_was_meant(game: str, before: str, line: str, meant: str):
    for whole in (before, meant):
        assert reading_of(game, whole).whole
    assert over(game, before, line)[0] == reading_of(game, meant).hand


@pytest.mark.parametrize("game", sorted({row[0] for row in TYPED}))
def test_a_sentence_without_faults_has_none_over_another_hand(game: str):
    table, lines = table_of(game), [line for one, line, _ in TYPED if one == game]
    lines = [line for line in lines if not faults_of(game, reading_of(game, line).hand, table)]
    for before, line in product(lines[::2], lines[1::5]):
        assert not over(game, before, line)[1], (before, line)
