"""What stands out on an evening, worked out by hand from the points of each hand."""

import pytest

from scorepad.book.ledger import next_kasten
from scorepad.book.record import HandRecord, SheetRecord
from scorepad.book.replay import replay
from scorepad.games.game import Game
from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.games.skat import SKAT
from scorepad.service.telling_evening import Feat, Highlights, highlights

FOUR = ("Anne", "Bert", "Cem", "Dora")


def sheet(game: Game, names: tuple[str, ...], *hands: dict):
    return replay(SheetRecord(game, names, 0, game.rules(), None, "EUR", tuple(
        [HandRecord(game.read_hand(hand, names)) for hand in hands])))


ONE = {"augen": {"Anne": 66, "Bert": 54, "Cem": 0, "Dora": 0}}
"""Anne writes 70, all others nothing: three are well off, so nobody stands out but her."""

MARCH = {"durchmarsch": "Dora"}
"""All but Dora write 120."""


def test_the_hand_of_one_alone_is_the_best_and_the_worst():
    """In the march Dora is 3 × 120 ahead; with 66 Augen Anne is 3 × 70 behind."""
    assert highlights([sheet(KALTER_SCHLAG, FOUR, ONE, MARCH)]) == Highlights(
        Feat(("Dora",), 0, 2), Feat(("Anne",), 0, 1), (), 0)


def test_a_run_goes_on_over_the_sheets_of_an_evening():
    """Anne loses two hands on each of two sheets, and in the march between them three lose."""
    sheets = [sheet(KALTER_SCHLAG, FOUR, ONE, ONE, MARCH), sheet(KALTER_SCHLAG, FOUR, ONE)]
    assert highlights(sheets)[2:] == (("Anne",), 4)


def test_two_hands_in_a_row_are_no_run():
    assert highlights([sheet(KALTER_SCHLAG, FOUR, ONE, ONE)])[2:] == ((), 0)


def test_of_two_games_the_one_that_was_played_most_counts():
    """The Skat of Anne for 24 points is one hand, Kalter Schlag two."""
    skat = sheet(SKAT, FOUR[:3], {"spieler": "Anne", "spiel": "kreuz", "spitzen": 1,
                                "augen": 70})
    found = highlights([skat, sheet(KALTER_SCHLAG, FOUR, ONE, MARCH)])
    assert found.best == Feat(("Dora",), 1, 2) and found.worst == Feat(("Anne",), 1, 1)
    assert highlights([skat]).best == Feat(("Anne",), 0, 1)


def test_an_evening_without_hands():
    assert highlights([]) == highlights([sheet(KALTER_SCHLAG, FOUR)]) == \
        Highlights(None, None, (), 0)


@pytest.mark.parametrize("balances, bring", [
    ({"Anne": 12, "Bert": 7}, ("Anne",)),
    ({"Anne": 12, "Bert": 12}, ("Anne", "Bert")),
    ({"Anne": 4, "Bert": -3}, ()),               # S2, Sterne: five are a Kasten
    ({"Emil": 20, "Bert": 5}, ("Bert",)),        # Emil has retired
    ({}, ())])
def test_who_brings_the_next_kasten(balances, bring):
    assert next_kasten(balances, FOUR) == bring
