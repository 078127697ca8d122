"""Bids and tricks: what a bid counts in Wizard, Skull King and Spades, by their rules and worked
out by hand; which bids and tricks cannot be; and where a match ends."""

import json

import pytest

from scorepad import document
from scorepad.document import result
from scorepad.games.ansagen import ANSAGEN, AnsagenRules, Ansagerunde
from scorepad.games.game import HandScore, Table, Tally

FOUR = ("Anne", "Bert", "Cem", "Dora")
WIZARD, SKULL_KING, SPADES = [game.agreed_rules for game in ANSAGEN.known]


def seated(rules=WIZARD, round=4, bags=(0, 0, 0, 0)):
    return Table(FOUR, (0, 1, 2, 3), 0, (0, 1, 2, 3), rules,
                 tally=Tally((0, 0, 0, 0), bags, round - 1))


def counted(bid, made, rules=WIZARD, round=4, extra=0, bags=0):
    """What Anne writes in a round; what she does not take is Dora's."""
    table = seated(rules, round, (bags, 0, 0, 0))
    cards = rules.karten or round
    hand = Ansagerunde((bid, 0, 0, 0), (made, 0, 0, cards - made), (extra, None, None, None))
    score = ANSAGEN.judge(hand, table)
    assert isinstance(score, HandScore), score
    told = ANSAGEN.explain(hand, table, score).partition(" · Bert")[0]
    return score.points[0], told.removeprefix(f"Anne {bid}/{made}: ")


@pytest.mark.parametrize(("bid", "made", "points", "told"), [
    # "20 points, plus 10 points for each trick taken"; "loses 10 points for each over or under
    # trick": en.doc.boardgamearena.com, Gamehelpwizard, and the rules of Amigo.
    (0, 0, 20, "20"), (1, 1, 30, "20 + 10 = 30"), (3, 3, 50, "20 + 3 · 10 = 50"),
    (3, 2, -10, "−10"), (0, 2, -20, "−2 · 10 = −20"), (4, 0, -40, "−4 · 10 = −40"),
])
def test_a_bid_in_wizard(bid, made, points, told):
    assert counted(bid, made) == (points, told)


@pytest.mark.parametrize(("round", "bid", "made", "extra", "points", "told"), [
    # "20 points for each trick taken"; "lose 10 points for every trick you were off"; a bid of
    # zero counts ten times the round: tinymonkeygames.com, Skull King, and Grandpa Beck's rules.
    (5, 3, 3, 0, 60, "3 · 20 = 60"), (5, 2, 4, 0, -20, "−2 · 10 = −20"),
    (7, 0, 0, 0, 70, "7 · 10 = 70"), (9, 0, 2, 0, -90, "−9 · 10 = −90"),
    (1, 0, 0, 0, 10, "10"), (5, 2, 2, 30, 70, "2 · 20 + 30 = 70"),
])
def test_a_bid_in_skull_king(round, bid, made, extra, points, told):
    assert counted(bid, made, SKULL_KING, round, extra) == (points, told)


@pytest.mark.parametrize(("bid", "made", "bags", "points", "told"), [
    # "10 times its bid. Additional tricks (bags) are worth an extra one point each"; "10 or more
    # bags: 100 points deducted"; "If a side does not make its bid, they lose 10 points for each
    # trick they bid"; nil 100 either way: zone.msn.com, gaspmobilegames.com, Spades.
    (5, 5, 0, 50, "5 · 10 = 50"), (6, 7, 0, 61, "6 · 10 + 1 = 61"),
    (6, 5, 0, -60, "−6 · 10 = −60"), (0, 0, 3, 100, "100"), (0, 1, 3, -100, "−100"),
    (2, 5, 6, 23, "2 · 10 + 3 = 23"), (2, 5, 7, -77, "2 · 10 + 3 − 100 = −77"),
    (2, 5, 18, -77, "2 · 10 + 3 − 100 = −77"), (2, 1, 9, -20, "−2 · 10 = −20"),
])
def test_a_bid_in_spades(bid, made, bags, points, told):
    assert counted(bid, made, SPADES, bags=bags) == (points, told)


@pytest.mark.parametrize(("bids", "made", "rules", "wanted"), [
    ((1, 0, 2, 0), (1, 0, 2, 1), {}, []),
    ((1, 0, 2, 0), (1, 0, 2, 0), {}, ["stiche: adds up to 3, not 4"]),
    ((1, 0, 2, 0), (1, 0, 2, 2), {}, ["stiche: adds up to 5, not 4"]),
    ((1, 0, 2, 0), (1, 0, 2, 0), {"pruefen": False}, []),  # nobody got one of them
    ((1, 1, 2, 0), (1, 0, 2, 1), {}, []),  # the bids fit, which is nobody's fault
    ((1, 1, 2, 0), (1, 0, 2, 1), {"ungleich": True}, ["angesagt: must not add up to 4"]),
    ((5, 0, 0, 0), (4, 0, 0, 0), {}, ["angesagt.Anne: is not a whole number from 0 to 4"]),
    ((5, 0, 0, 0), (4, 0, 0, 1), {"karten": 5}, []),
    ((None, 0, None, 0), (1, 0, 2, 1), {}, ["angesagt: is missing for Anne and Cem"]),
    ((1, 0, 2, 0), (1, None, 2, 1), {}, ["stiche: is missing for Bert"]),
    ((-1, 0, 2, 0), (1, 0, 2, 61), {"pruefen": False}, [
        "angesagt.Anne: is not a whole number from 0 to 60",
        "stiche.Dora: is not a whole number from 0 to 60"]),
])
def test_what_can_have_been_played(bids, made, rules, wanted):
    found = ANSAGEN.verify(Ansagerunde(bids, made), seated(AnsagenRules(**rules)))
    assert [f"{'.'.join(map(str, place))}: {message}" for place, message in found] == wanted


@pytest.mark.parametrize(("bid", "made", "extra", "fault"), [
    (2, 2, 20, ""), (2, 2, -20, ""), (2, 1, 0, ""), (2, 1, 20, "is for a bid that is made"),
    (2, 2, 1_001, "is not a whole number from -1000 to 1000")])
def test_extra_points_are_for_a_bid_that_is_made(bid, made, extra, fault):
    hand = Ansagerunde((bid, 0, 0, 0), (made, 0, 0, 4 - made), (extra, None, None, None))
    assert [str(message) for _, message in ANSAGEN.verify(hand, seated())] == (
        [fault] if fault else [])


@pytest.mark.parametrize(("rules", "size", "rounds"), [
    # "20 rounds with three players, 15 with four, 12 with five and 10 with 6": Gamehelpwizard.
    (WIZARD, 3, 20), (WIZARD, 4, 15), (WIZARD, 5, 12), (WIZARD, 6, 10),
    (SKULL_KING, 3, 10), (SKULL_KING, 8, 10), (SPADES, 4, None), (AnsagenRules(runden=3), 4, 3)])
def test_after_how_many_rounds_it_ends(rules, size, rounds):
    assert ANSAGEN.rounds(rules, size) == rounds
    nothing = (0,) * size
    for played in range(1, 25):
        ended = ANSAGEN.outcome(Tally((1, *nothing[1:]), nothing, played), rules)
        assert (ended is not None) == (rounds is not None and played >= rounds)


def answer_to(*hands, players=FOUR[:3], **more):
    raw = {"game": "ansagen", "players": list(players), **more, "hands": [
        {"angesagt": dict(zip(players, bids)), "stiche": dict(zip(players, made)), **extra}
        for bids, made, extra in hands]}
    book, scores = document.replayed(json.dumps(
        {"format": "scorepad/1", "evenings": [{"date": "2026-11-24", "sheets": [raw]}]}).encode())
    return json.loads(b"".join(result.json_pieces(book, scores)))["evenings"][0]["sheets"][0]


def test_a_round_that_does_not_count_is_played_again_with_as_many_cards():
    found = answer_to(((1, 0, 0), (1, 0, 0), {}), ((2, 0, 0), (0, 0, 2), {"voided": True}),
                      ((2, 0, 0), (2, 0, 0), {}))
    assert [hand["points"]["Anne"] for hand in found["hands"]] == [30, 0, 40]


def test_the_next_match_begins_with_one_card_and_without_bags():
    found = answer_to(((0, 3, 3), (7, 3, 3), {}), ((1, 3, 3), (7, 3, 3), {}),
                      ((1, 3, 3), (7, 3, 3), {}), rules={"karten": 13, "erfuellt": "mindestens",
                                                         "saecke": True, "runden": 2})
    # Beyond the bids: 7, then 6 more, of which the third is the tenth; then a new match.
    assert [hand["points"]["Anne"] for hand in found["hands"]] == [27, -64, 36]
    found = answer_to(((1, 0, 0), (1, 0, 0), {}), ((1, 0, 0), (1, 0, 0), {}), rules={"runden": 1})
    assert [match["winner"] for match in found["matches"]] == ["Anne", "Anne"]
