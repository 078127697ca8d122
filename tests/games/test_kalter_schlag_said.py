"""Who said Kontra, Re, Bock and Hirsch, noted if the table likes, without effect on points."""

from functools import reduce

import pytest

from scorepad.drafts.augen import KalterSchlagDraft
from scorepad.games.game import Table
from scorepad.games.kalter_schlag import KALTER_SCHLAG, KalterSchlagRules
from tests.games.sheets import answered, faults

NAMES = ("Anne", "Bert", "Cem", "Dora")
ANNE, BERT, CEM, DORA = range(4)
TABLE = Table(NAMES, (0, 1, 2, 3), 0, (0, 1, 2, 3), KalterSchlagRules())
EMPTY = KalterSchlagDraft.empty(TABLE)
HAND = {"augen": {"Anne": 66}, "verdopplungen": 2}
SAID = {"kontra": "Bert", "re": "Anne"}
IN_TURN = "everybody doubles once, in turn, the dealer last"
"""Anne deals: Bert plays first, and she last."""


@pytest.mark.parametrize("hand", [
    {**HAND, "angesagt_von": SAID}, {**HAND, "angesagt_von": {"kontra": None, "re": "Dora"}},
    {**HAND, "angesagt_von": {}}, {"durchmarsch": "Cem", "verdopplungen": 2,
                                   "angesagt_von": SAID}], ids=str)
def test_it_changes_no_points_and_is_written_as_read(hand):
    without = {key: value for key, value in hand.items() if key != "angesagt_von"}
    assert answered("kalter-schlag", NAMES, hand) == answered("kalter-schlag", NAMES, without)
    read = KALTER_SCHLAG.read_hand(hand, NAMES)
    assert KALTER_SCHLAG.read_hand(KALTER_SCHLAG.write_hand(read, NAMES), NAMES) == read


@pytest.mark.parametrize("said, place, sentence", [
    ({"bock": "Anne"}, "angesagt_von.bock", "Bock was not said"),
    ({"hirsch": "Anne"}, "angesagt_von.hirsch", "Hirsch was not said"),
    ({"kontra": "Emil"}, "angesagt_von.kontra", "Emil does not sit at this table"),
    ({"Anne": "kontra"}, "angesagt_von.Anne", "is not a key that belongs here"),
    ({"kontra": "Bert", "re": "Bert"}, "angesagt_von.re", f"Bert cannot have said Re: {IN_TURN}"),
    ({"kontra": "Dora", "re": "Cem"}, "angesagt_von.re", f"Cem cannot have said Re: {IN_TURN}"),
    ({"kontra": "Anne"}, "angesagt_von.kontra", f"Anne cannot have said Kontra: {IN_TURN}"),
    ({"re": "Bert"}, "angesagt_von.re", f"Bert cannot have said Re: {IN_TURN}"),
    (["Anne"], "angesagt_von", "is not an object in braces")], ids=str)
def test_what_cannot_be(said, place, sentence):
    assert faults("kalter-schlag", NAMES, {**HAND, "angesagt_von": said}) == [
        (f"hands[0].{place}", sentence)]


def test_it_is_told_and_counted():
    hand = KALTER_SCHLAG.read_hand({**HAND, "angesagt_von": SAID}, NAMES)
    assert KALTER_SCHLAG.describe(hand, NAMES) == "Anne 66 · Kontra (Bert) · Re (Anne)"
    feats = KALTER_SCHLAG.feats(hand, TABLE, KALTER_SCHLAG.score(hand, TABLE))
    assert [(feat.seat, feat.deed.key) for feat in feats] == [
        (BERT, "sagte-kontra"), (ANNE, "sagte-re")]


def said_by(doublings, *seats):
    draft = EMPTY.double(doublings) if doublings else EMPTY
    return reduce(KalterSchlagDraft.say_who, seats, draft).said_by


@pytest.mark.parametrize("doublings, seats, said", [
    (0, (ANNE,), (None, None, None, None)),
    (2, (BERT,), (BERT, None, None, None)),
    (2, (BERT, ANNE), (BERT, ANNE, None, None)),
    (3, (BERT, ANNE, BERT), (BERT, ANNE, BERT, None)),
    (2, (BERT, ANNE, ANNE), (BERT, None, None, None)),  # taken back
    (2, (BERT, ANNE, CEM), (BERT, CEM, None, None)),  # it was somebody else
    (4, (ANNE, BERT, ANNE, BERT), (ANNE, BERT, ANNE, BERT))])
def test_a_tap_at_the_player_says_who(doublings, seats, said):
    assert said_by(doublings, *seats) == said


def test_a_doubling_taken_back_takes_its_player_along():
    draft = EMPTY.double(2).say_who(BERT).say_who(ANNE)
    assert draft.double(2).said_by == (BERT, None, None, None)
    hand = KALTER_SCHLAG.read_hand({**HAND, "angesagt_von": {"re": "Dora"}}, NAMES)
    again = KalterSchlagDraft.of_hand(hand, TABLE)
    assert again.hand() == hand and again.unnoted == "Kontra"
    assert KalterSchlagDraft.of_json(again.json(), TABLE) == again
