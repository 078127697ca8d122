"""Sentences in which people say a hand: each means the hand that stands beside it, and what must
not be guessed is refused with its word."""

from typing import Any

import pytest

from scorepad.drafts.line.reading import Reading, read_line
from scorepad.games import BY_ID
from scorepad.ui.entry import panel_of
from tests.line import (
    sentences_ansagen,
    sentences_doppelkopf,
    sentences_frei,
    sentences_others,
    sentences_ramsch,
    sentences_schafkopf,
    sentences_skat,
)
from tests.line.refusals import REFUSED, UNDERLINED
from tests.line.tables import faults_of, table_of

TABLES = (sentences_ramsch, sentences_skat, sentences_doppelkopf, sentences_others,
          sentences_frei, sentences_ansagen, sentences_schafkopf)
TYPED = [row for table in TABLES for row in table.TYPED]
DICTATED = [row for table in TABLES for row in table.DICTATED]
NOT_HERE = {"hammelrennen", "gepasst"}
"""The marks of hands that these tables do not have: one needs a pot, one a table without Ramsch."""


def reading_of(game: str, line: str, names: tuple[str, ...] = ()) -> Reading:
    """The reading of a line at the table of a game."""
    table = table_of(game, names)
    return read_line(line, BY_ID[game], table, lambda hand: faults_of(game, hand, table))


@pytest.mark.parametrize(("game", "line", "document"), TYPED + DICTATED,
                         ids=[f"{game}: {line}" for game, line, _ in TYPED + DICTATED])
def test_a_sentence_means_its_hand_and_fills_the_panel(game: str, line: str,
                                                       document: dict[str, Any]):
    table, found = table_of(game), reading_of(game, line)
    hand = BY_ID[game].read_hand(document, table.names)
    assert (found.hand, found.spans, found.whole) == (hand, (), True)
    assert NOT_HERE & document.keys() or not faults_of(game, hand, table)
    assert panel_of(BY_ID[game]).draft.of_hand(hand, table).at(table).hand() == hand


def test_there_are_as_many_as_there_must_be():
    assert len(TYPED) >= 200 and len(DICTATED) >= 100 and len(REFUSED) >= 100
    for rows in (TYPED + DICTATED, REFUSED):
        assert len({row[:2] for row in rows}) == len(rows)
    assert {row[0] for row in TYPED} >= {row[0] for row in DICTATED} >= {
        "kalter-schlag", "schieberamsch", "pfaelzer-ramsch", "skat", "doppelkopf",
        "doppelkopf-altenburg", "doppelkopf-kasse", "chase-the-ace", "cinq-cents", "frei"}


@pytest.mark.parametrize(("game", "line", "word"), REFUSED,
                         ids=[f"{game}: {line}" for game, line, _ in REFUSED])
def test_what_must_not_be_guessed_is_refused_with_its_word(game: str, line: str, word: str):
    """`namensvettern`: at a table of Kalter Schlag where two names begin alike."""
    alike = game == "namensvettern"
    found = reading_of("kalter-schlag", line, ("Anne", "Anton", "Bert", "Cem")) if alike \
        else reading_of(game, line)
    assert not found.whole
    assert word in [line[span.start:span.end].split(maxsplit=1)[0] for span in found.spans] \
        or word in [line[span.start:span.end] for span in found.spans]


@pytest.mark.parametrize(("game", "line", "filled", "underlined"), UNDERLINED,
                         ids=[f"{game}: {line}" for game, line, *_ in UNDERLINED])
def test_nothing_is_guessed_around_a_word_that_is_not_understood(
        game: str, line: str, filled: dict[str, Any], underlined: str):
    found = reading_of(game, line)
    assert [line[span.start:span.end] for span in found.spans] == underlined.split()
    assert {name: getattr(found.hand, name) for name in filled} == filled
    assert (found.hand is None) == (not filled) and not found.whole


def test_a_name_may_be_as_short_as_it_is_one():
    found = reading_of("kalter-schlag", "Man 66", ("Manfred", "Bert", "Cem", "Dora"))
    assert found.whole and found.hand.augen == (66, None, None, None)


def test_a_level_is_not_taken_apart_while_the_result_is_missing():
    """It is no Hand game with five Augen."""
    hand: Any = reading_of("skat", "Anne Kreuz ohne drei, Spiel vier, Hand fünf").hand
    assert (hand.spitzen, hand.ohne, hand.hand) == (3, True, True)
    assert (hand.augen, hand.stufe) == (None, None)
