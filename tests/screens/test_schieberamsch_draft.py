"""A hand of Schieberamsch while it is typed, without a screen."""

import json
from dataclasses import replace
from functools import reduce

import pytest

from scorepad.drafts.augen import RamschDraft
from scorepad.drafts.schieberamsch import GrandHandDraft, SchieberamschDraft
from scorepad.games.game import Table
from scorepad.games.ramsch import Durchmarsch, Ramsch
from scorepad.games.schieberamsch import GrandHand, SchieberamschRules, Side

ANNE, BERT, CEM = range(3)


def table_of(**rules: object) -> Table:
    return Table(("Anne", "Bert", "Cem"), (0, 1, 2), 0, (0, 1, 2), SchieberamschRules(**rules))


TABLE = table_of()
EMPTY = SchieberamschDraft.empty(TABLE)


def keys(draft: SchieberamschDraft, *pressed: str) -> SchieberamschDraft:
    return reduce(lambda draft, key: draft.key(key), pressed, draft)


# --- the Ramsch -------------------------------------------------------------------------------


def test_a_second_jungfrau_moves_the_first():
    draft = RamschDraft.empty(TABLE).virgin(ANNE).virgin(BERT)
    assert draft.jungfrau == BERT
    assert draft.virgin(BERT).jungfrau is None


def test_a_jungfrau_has_no_figure_until_one_is_typed():
    draft = RamschDraft.empty(TABLE).tap(ANNE).digit("7").virgin(ANNE)
    assert draft.figures.typed == ("", "", "") and draft.jungfrau == ANNE
    assert draft.digit("8").jungfrau is None


def test_a_full_figure_moves_on_past_the_jungfrau():
    draft = RamschDraft.empty(TABLE).virgin(BERT).tap(ANNE).digit("6").digit("7")
    assert draft.figures.focus == CEM and draft.rest() == (CEM, 53)


def test_the_keyboard_types_a_ramsch():
    """Tab to Anne, S: she pushed; 6 7; Tab from Bert to Cem, J: he is Jungfrau."""
    draft = keys(EMPTY, "Tab", "S", "6", "7", "Tab", "J")
    assert draft.hand() == Ramsch((67, None, None), CEM, (ANNE,))
    assert keys(draft, "S", "S", "J").hand() == Ramsch((67, None, None), None, (ANNE,))
    assert keys(draft, "D", "Tab", "S").hand() == Durchmarsch(ANNE, 0)


def test_backspace_goes_back_to_who_was_typed_before():
    draft = keys(EMPTY, "Tab", "6", "7", "5", "Backspace", "Backspace")
    assert draft.ramsch.figures.typed == ("6", "", "")


@pytest.mark.parametrize(("rules", "pressed", "kontra"), [
    ({}, "K", 0),
    ({"ramsch_kontra": True}, "K", 1),
    ({"ramsch_kontra": True}, "KKK", 3),
    ({"ramsch_kontra": True}, "KKKK", 0),
])
def test_kontra_in_the_ramsch_is_an_option(rules: dict[str, object], pressed: str, kontra: int):
    draft = keys(SchieberamschDraft.empty(table_of(**rules)), "Tab", "6", "7", *pressed)
    assert draft.hand() == Ramsch((67, None, None), None, 0, kontra)


def test_who_said_kontra():
    """Cem and Anne said it, so it was said twice; a third Kontra is nobody's; the next tap takes
    all back. Of a Grand Hand one opponent has said it."""
    draft = keys(SchieberamschDraft.empty(table_of(ramsch_kontra=True)), "Tab", "6", "7", "K")
    said = draft.in_ramsch(lambda ramsch: ramsch.say_who(CEM).say_who(ANNE))
    assert said.hand() == Ramsch((67, None, None), None, 0, 2, (ANNE, CEM))
    assert keys(said, "K").hand().angesagt_von == (ANNE, CEM)
    assert keys(said, "K", "K").hand() == Ramsch((67, None, None))
    grand = GrandHandDraft().tap(ANNE).say_kontra().say_who(BERT).say_who(CEM)
    assert grand.von == (CEM,) and grand.tap(CEM).von == grand.say_who(CEM).von == ()


def test_pushes_that_nobody_wrote_down_by_name_stay_until_they_are():
    draft = RamschDraft.of_hand(Ramsch((66, 54, 0), None, 2), TABLE)
    assert draft.hand() == Ramsch((66, 54, 0), None, 2)
    assert draft.remark().template.startswith("Schieben {count}×")
    assert draft.push(BERT).geschoben == (BERT,)


def test_three_pushes_are_everybodys():
    draft = RamschDraft.of_hand(Ramsch((66, 54, 0), None, 3), TABLE)
    assert all(map(draft.has_pushed, range(3))) and draft.remark() is None
    assert draft.push(BERT).geschoben == (ANNE, CEM)


# --- the Grand Hand ---------------------------------------------------------------------------


@pytest.mark.parametrize(("held", "spitzen", "has_top"), [
    ("♣♠♥♦", 4, True), ("♣♠♥", 3, True), ("♣♠", 2, True), ("♣♠♦", 2, True),
    ("♣", 1, True), ("♣♥", 1, True), ("♣♦", 1, True), ("♣♥♦", 1, True),
    ("♠", 1, False), ("♠♥", 1, False), ("♠♦", 1, False), ("♠♥♦", 1, False),
    ("♥", 2, False), ("♥♦", 2, False), ("♦", 3, False),
])
def test_the_jacks_count_the_spitzen(held: str, spitzen: int, has_top: bool):
    """S3, Grand Hand, Übersicht über die möglichen Spitzen; without 4 there is none to tap."""
    draft = reduce(GrandHandDraft.jack, map("♣♠♥♦".index, held), GrandHandDraft())
    assert (draft.spitzen, draft.has_top) == (spitzen, has_top)


def test_no_jack_is_nothing_said_and_the_number_says_it():
    draft = GrandHandDraft().jack(0).jack(0)
    assert draft.spitzen == 0
    assert draft.tops(4).spitzen == 4 and draft.tops(4).tops(4).spitzen == 0
    assert GrandHandDraft().jack(0).tops(3).held == frozenset()


def test_the_keyboard_types_a_grand_hand():
    draft = keys(EMPTY, "G", "Tab", "Tab", "6", "7", "P", "P", "K")
    assert draft.hand() == GrandHand(BERT, 67, 2, None, 1)
    assert keys(draft, "K").hand().kontra == 2 and keys(draft, "K", "K").hand().kontra == 0
    assert keys(draft, "P", "P", "P").hand().spitzen == 1
    assert keys(draft, "Backspace", "S").hand() == GrandHand(BERT, 6, 2, Side.GEGNER, 1)


def test_where_it_is_not_played_there_is_no_key_for_it():
    assert not keys(SchieberamschDraft.empty(table_of(grand_hand=False)), "G").alone


def test_who_was_tapped_plays_it_with_what_was_typed_for_him():
    assert keys(EMPTY, "Tab", "G", "6", "7", "P").hand() == GrandHand(ANNE, 67, 1)
    assert keys(EMPTY, "Tab", "6", "7", "G", "P").hand() == GrandHand(ANNE, 67, 1)
    two = keys(EMPTY, "Tab", "6", "7", "3", "0", "G")
    assert two.grand.soloist is None
    assert keys(two, "G").hand() == Ramsch((67, 30, None))


@pytest.mark.parametrize(("typed", "sides"), [
    ("", [Side.GEGNER, Side.SPIELER, None]),
    ("67", [Side.GEGNER, Side.SPIELER, None]),
    ("120", [Side.GEGNER, None]),
    ("0", [Side.SPIELER, None]),
])
def test_schwarz_is_the_side_that_can_be(typed: str, sides: list[Side | None]):
    draft = reduce(GrandHandDraft.digit, typed, GrandHandDraft().tap(ANNE))
    for side in sides:
        draft = draft.say_schwarz()
        assert draft.schwarz is side


def test_who_is_schwarz_says_the_augen():
    draft = GrandHandDraft().tap(ANNE).tops(1).say_schwarz()
    assert draft.hand() == GrandHand(ANNE, 120, 1, Side.GEGNER)
    assert draft.say_schwarz().hand() == GrandHand(ANNE, 0, 1, Side.SPIELER)


def test_what_is_still_open_is_asked_for():
    asked = [keys(EMPTY, *pressed).remark() for pressed in (
        "G", ["G", "Tab", "6", "7"], ["G", "Tab", "6", "7", "P"], "D")]
    assert [remark and remark.template for remark in asked] == [
        "Who plays Grand Hand?",
        "Spitzen: tap the jacks held, with the skat, or their number",
        None, "Who made the Durchmarsch?"]


# --- kept -------------------------------------------------------------------------------------


@pytest.mark.parametrize("draft", [
    EMPTY,
    keys(EMPTY, "Tab", "S", "6", "7", "Tab", "J"),
    keys(EMPTY, "D", "Tab", "S"),
    replace(EMPTY, ramsch=RamschDraft.of_hand(Ramsch((66, 54, 0), None, 2), TABLE)),
    keys(EMPTY, "G", "Tab", "6", "K", "S").in_grand(lambda draft: draft.jack(1).jack(3)),
])
def test_a_half_typed_hand_can_be_kept(draft: SchieberamschDraft):
    kept = json.loads(json.dumps(draft.json()))
    assert SchieberamschDraft.of_json(kept, TABLE) == draft


@pytest.mark.parametrize("hand", [
    Ramsch((66, 54, 0), CEM, (ANNE, BERT), 2),
    Ramsch((66, None, None)),
    Durchmarsch(CEM, (ANNE,), 1),
    GrandHand(BERT, 67, 2, None, 1),
    GrandHand(BERT, 120, 4, Side.GEGNER, 2),
])
def test_a_recorded_hand_can_be_corrected(hand: Ramsch | Durchmarsch | GrandHand):
    again = SchieberamschDraft.of_hand(hand, TABLE).hand()
    if isinstance(hand, Ramsch) and hand.jungfrau is not None:
        hand = hand._replace(augen=(66, 54, None))  # that a Jungfrau has 0 is said already
    assert again == hand
