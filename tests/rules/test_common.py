"""The rules that are common to every game (rules.md, "Common to every game"), as somebody writes a
hand and as it is answered. Figures were worked out by hand; S0 to S3 are the sources."""

import pytest

from scorepad import document
from scorepad.document import result
from scorepad.games import GAMES
from tests.games.sheets import answered, column, faults, written

NAMES = ("Anne", "Bert", "Cem", "Dora", "Emil", "Fritz", "Gerda")
KALTER_SCHLAG, SCHIEBERAMSCH, PFAELZER = "kalter-schlag", "schieberamsch", "pfaelzer-ramsch"
ALTENBURG, KASSE = "doppelkopf-altenburg", "doppelkopf-kasse"


def augen(*figures):
    """Augen by name, from the first seat on."""
    return dict(zip(NAMES, figures))


A_HAND = {
    KALTER_SCHLAG: {"augen": augen(66, 30, 24, 0)},
    SCHIEBERAMSCH: {"augen": augen(60, 40, 20)},
    PFAELZER: {"augen": augen(60, 40, 20)},
    ALTENBURG: {"re": ["Anne", "Bert"], "augen": 131},
    KASSE: {"re": ["Anne", "Bert"], "augen": 131}}

# --- Augen ----------------------------------------------------------------------------------------

NO_SUCH_AUGEN = [
    # source, game, hand, place, sentence
    ("rules.md: 1 of 120", KALTER_SCHLAG, {"augen": augen(1, 60, 30, 29)}, "augen.Anne",
     "no card counts 1, so nobody can have 1 Auge"),
    ("rules.md: 119 of 120", SCHIEBERAMSCH, {"augen": augen(119, 0, 1)}, "augen.Anne",
     "no card counts 1, so nobody can have 119 Augen"),
    ("rules.md: 1 of 120, Pfälzer", PFAELZER, {"augen": augen(59, 1, 60)}, "augen.Bert",
     "no card counts 1, so nobody can have 1 Auge"),
    ("rules.md: 119 in a Grand Hand", SCHIEBERAMSCH,
     {"grand_hand": {"spieler": "Anne", "augen": 119, "spitzen": 1}}, "grand_hand.augen",
     "no card counts 1, so nobody can have 119 Augen"),
    ("rules.md: 1 of 240", ALTENBURG, {"re": ["Anne", "Bert"], "augen": 1}, "augen",
     "no card counts 1, so nobody can have 1 Auge"),
    ("rules.md: 239 of 240", KASSE, {"re": ["Anne", "Bert"], "augen": 239}, "augen",
     "no card counts 1, so nobody can have 239 Augen"),
]


@pytest.mark.parametrize("game, hand, place, sentence",
                         [pytest.param(*row, id=source) for source, *row in NO_SUCH_AUGEN])
def test_nobody_has_one_auge_or_all_but_one(game, hand, place, sentence):
    size = {ALTENBURG: 4, KASSE: 4, KALTER_SCHLAG: 4}.get(game, 3)
    assert (f"hands[0].{place}", sentence) in faults(game, NAMES[:size], hand)


def test_who_has_no_trick_has_no_augen():
    """rules.md: a Jungfer has 0."""
    hand = {"augen": augen(66, 30, 20, 4), "jungfern": ["Dora"]}
    assert faults(KALTER_SCHLAG, NAMES[:4], hand) == [(
        "hands[0].augen.Dora", "Dora is Jungfer, so without a trick and without Augen, not 4")]


def test_who_has_no_augen_may_have_tricks():
    """rules.md: Leerstiche; Dora has 0 and is no Jungfer, so that nothing is doubled: 66 is 70, as
    with a Jungfer 66 · 2 = 132 is 130."""
    assert column(answered(KALTER_SCHLAG, NAMES[:4], A_HAND[KALTER_SCHLAG],
                           {**A_HAND[KALTER_SCHLAG], "jungfern": ["Dora"]}), "points") == [
        (70, 0, 0, 0), (130, 0, 0, 0)]


# --- who deals, cuts and leads --------------------------------------------------------------------

DUTIES = [
    # source, game, players, who cuts and who leads when Anne deals
    ("S0: the right cuts, the left leads", KALTER_SCHLAG, 4, "Dora", "Bert"),
    ("S3, Das Geben", SCHIEBERAMSCH, 3, "Cem", "Bert"),
    ("rules.md: Pfälzer alike", PFAELZER, 3, "Cem", "Bert"),
    ("rules.md: the Kasse alike", KASSE, 4, "Dora", "Bert"),
    ("S2: of four, who gets the first cards", ALTENBURG, 4, "Bert", "Bert"),
    ("S2: of five, nobody", ALTENBURG, 5, None, "Bert"),
    ("S2: of six, one who sits out", ALTENBURG, 6, "Bert", "Cem"),
    ("S2: of seven, one who sits out", ALTENBURG, 7, "Bert", "Cem"),
]


@pytest.mark.parametrize("game, size, cuts, leads",
                         [pytest.param(*row, id=source) for source, *row in DUTIES])
def test_who_cuts_and_who_leads(game, size, cuts, leads):
    _, [[sheet]] = document.replayed(written(game, NAMES[:size]))
    table = sheet.next.table
    duties = sheet.record.game.duties(table)
    assert [seat if seat is None else NAMES[seat] for seat in (table.dealer, *duties)] == [
        "Anne", cuts, leads]


@pytest.mark.parametrize("game", A_HAND)
def test_the_dealer_may_be_named_and_the_rotation_goes_on_from_there(game):
    """rules.md: Anne deals, then Cem by name instead of Bert, then whoever sits left of Cem."""
    size = 3 if game in (SCHIEBERAMSCH, PFAELZER) else 4
    hand = A_HAND[game]
    answer = answered(game, NAMES[:size], hand, {**hand, "dealer": "Cem"}, hand)
    after = NAMES[3 % size]
    assert column(answer, "dealer") == ["Anne", "Cem", after]
    assert answer["next"]["dealer"] == NAMES[4 % size]


def test_the_deal_does_not_move_on_after_a_voided_hand():
    """format.md: kept for the record, scores nothing, the deal does not move."""
    hand = A_HAND[KALTER_SCHLAG]
    answer = answered(KALTER_SCHLAG, NAMES[:4], {**hand, "voided": True}, hand)
    assert column(answer, "dealer") == ["Anne", "Anne"]
    assert column(answer, "points") == [(0, 0, 0, 0), (70, 0, 0, 0)]


# --- money ----------------------------------------------------------------------------------------

CENTS = [
    # source, game, size, hands, keys of the sheet, payout
    ("rules.md: half a cent, to the first of equal remainders", SCHIEBERAMSCH, 3,
     [{"augen": augen(50, 40, 30)}], {"rate": "0.005"}, (-5, 3, 2)),
    ("rules.md: to the largest remainder", SCHIEBERAMSCH, 3,
     [{"augen": augen(50, 40, 30)}, {"augen": augen(20, 60, 40)}], {"rate": "0.001"}, (0, -1, 1)),
    ("rules.md: the pot counts as a player", KASSE, 4, [A_HAND[KASSE]], {"einsatz": "0.05"},
     (3, 3, -3, -3)),
    ("rules.md: points at a cent", ALTENBURG, 4, [A_HAND[ALTENBURG]], {"rate": "0.01"},
     (10, 10, -10, -10)),
]


@pytest.mark.parametrize("game, size, hands, keys, payout",
                         [pytest.param(*row, id=source) for source, *row in CENTS])
def test_money_is_whole_cents_and_sums_to_zero(game, size, hands, keys, payout):
    """Second row: 5, 6 and 0 points, so 11 − 15 = −4, 11 − 18 = −7 and 11 tenths of a cent: rounded
    down −1, −1 and 1; the cent that is over goes to the largest of the remainders 6, 3 and 1. Third
    row: 10 of 200 are gone, 190 is 47 or 48 each, of which 50 were everybody's own."""
    answer = answered(game, NAMES[:size], *hands, **keys)
    assert tuple(answer["payout"].values()) == payout and sum(payout) == 0


# --- what a table said besides --------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_any_sheet_may_have_absprachen(game):
    """format.md: free text that the table agreed on beside the options; it is kept as it is."""
    said = "Buben legen erlaubt, „kleine Scharfe“ zählt nicht"
    book, _ = document.replayed(written(game.id, NAMES[:game.players.start], absprachen=said))
    assert book.evenings[0].sheets[0].absprachen == said
    assert document.read(document.write(book).encode()) == book
    assert f"Agreed besides: {said}" in result.text(book, document.score(book), "en").splitlines()


@pytest.mark.parametrize("said", [None, 7, ["Buben"], "zwei\nZeilen", "x" * 501])
def test_absprachen_are_one_line_of_text(said):
    assert faults(KALTER_SCHLAG, NAMES[:4], absprachen=said) == [
        ("absprachen", "is not a line of text of at most 500 letters")]
