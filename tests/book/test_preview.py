"""What a change of rules would do to each game's worked example, against hand arithmetic."""

from dataclasses import replace

import pytest

from scorepad.book.rule_sets import dealers, example_by, preview
from scorepad.games import GAMES
from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG, AltenburgRules
from scorepad.games.kalter_schlag import KALTER_SCHLAG, KalterSchlagRules
from scorepad.games.made import FREI, FreiRules
from scorepad.games.pfaelzer_ramsch import PFAELZER_RAMSCH, PfaelzerRamschRules
from scorepad.games.schieberamsch import SCHIEBERAMSCH, SchieberamschRules

A, B, C, D = range(4)


def changes(game):
    """Every choice that is not the standard, and figures just above it and at their lowest."""
    for name, option in game.rules.options().items():
        if option.noted:
            continue
        usual = getattr(game.rules(), name)
        values = list(option.choices) if option.choices else [
            option.bounds[0], *([] if usual is None else [usual + 1])]
        if option.several:
            values = [tuple(values), *[(value,) for value in values]]
        for value in values:
            if value != usual and (option.choices or value in range(*option.bounds)):
                yield name, value


CHANGES = [pytest.param(game, name, value, id=f"{game.id}-{name}-{value}")
           for game in GAMES for name, value in changes(game)]


@pytest.mark.parametrize("game, name, value", CHANGES)
def test_every_option_changes_something_in_the_example(game, name, value):
    assert any(not preview(game, usual, replace(usual, **{name: value})).is_empty
               for usual in rules_by_which_it_matters(game, name))


def rules_by_which_it_matters(game, name):
    """The usual rules, and those with another option changed, by which this one means something.
    """
    option = game.rules.options()[name]
    others = [replace(game.rules(), **{other: value}) for other, value in changes(game)]
    return [rules for rules in (game.rules(), *others) if option.matters(rules)]


@pytest.mark.parametrize("game", [game for game in GAMES if game.rules.options()],
                         ids=lambda game: game.id)
def test_an_example_is_short_and_changes_by_nothing_but_the_rules(game):
    assert 4 <= len(game.example.hands) <= max(8, len(game.rules.options()))
    assert game.verify_players(len(game.example.names)) is None
    assert preview(game, game.rules(), game.rules()).is_empty
    score = example_by(game, game.rules())
    assert len(score.lines) == len(game.example.hands)


@pytest.mark.parametrize(("rules", "paid"), [
    (FreiRules(), (100, -50, -50)), (FreiRules(gut="niedrig"), (-50, 25, 25)),
    (FreiRules(geld="verlierer"), (50, -25, -25)),  # Bert and Cem share what Anne gets
    (FreiRules(gut="niedrig", geld="verlierer"), (-100, 50, 50)),
    (FreiRules(limit=35), (-100, 50, 50)),  # Bert with 35 in the second round, Cem with 40 then
    (FreiRules(einsatz_je="punkt"), (10, -5, -5))])  # half a cent a point: 20 · ½, −10 · ½
def test_what_a_free_sheet_pays_in_the_example(rules, paid):
    """20 −10 −10, 5 45 0, −25 −5 30, 40 0 10: Anne has 40, Bert and Cem 30, for 50 cents."""
    assert example_by(FREI, rules).payout == paid


@pytest.mark.parametrize("rules", [FreiRules(einsatz_je="punkt"), FreiRules(gut="niedrig")])
def test_what_a_rule_pays_is_previewed(rules):
    seen = preview(FREI, FreiRules(), rules)
    assert seen.pays_otherwise and not seen.deals_otherwise and not seen.hands


def test_who_deals_is_previewed():
    seen = preview(FREI, FreiRules(), FreiRules(geber="bleibt"))
    assert seen.deals_otherwise and not seen.pays_otherwise and not seen.is_empty
    assert dealers(seen.before) == ("Anne", "Bert", "Cem", "Anne")
    assert dealers(seen.after) == ("Anne",) * 4


def told(seen):
    """Number, both arithmetics, and both points of who has them, of every hand that differs."""
    return [(number, seen.before.explain(before), seen.after.explain(after),
             [max(line.points, key=abs) for line in (before, after)])
            for number, before, after in seen.hands]


def test_rounding_in_kalter_schlag():
    seen = preview(KALTER_SCHLAG, KalterSchlagRules(), KalterSchlagRules(rounding="fives-before"))
    assert told(seen) == [
        (1, "63 · 2 (Kontra) · 2 (Re) = 252 → 250", "63 → 65 · 2 (Kontra) · 2 (Re) = 260",
         [250, 260]),
        (2, "66 → 70", "66 → 65", [70, 65])]


def test_a_limit_moves_the_end_of_the_partie():
    seen = preview(PFAELZER_RAMSCH, PfaelzerRamschRules(), PfaelzerRamschRules(limit=560))
    assert not seen.hands
    (before, after), _ = seen.ends
    assert (before[0], str(before[1])) \
        == (5, "Bert loses the match: 500 points, and 500 is the limit")
    assert (after[0], str(after[1])) \
        == (6, "Bert loses the match: 562 points, and 560 is the limit")
    never = preview(PFAELZER_RAMSCH, PfaelzerRamschRules(), PfaelzerRamschRules(limit=7000)).ends
    assert [after for _, after in never] == [None, None]


def test_who_loses_of_several_over_the_limit():
    """Bert has 62 and 960 then, and Cem 960."""
    [(before, after)] = preview(PFAELZER_RAMSCH, PfaelzerRamschRules(),
                                PfaelzerRamschRules(all_over="each")).ends
    assert (before[0], str(before[1])) \
        == (7, "Bert loses the match: 1022 points, and 500 is the limit")
    assert (after[0], str(after[1])) \
        == (7, "Bert and Cem lose the match together: 1022, 960 points, and 500 is the limit")


def test_whose_the_skat_is_in_a_tie():
    """50 and 50, and 10 in the skat."""
    held = SchieberamschRules(skat_to="most-augen")
    [(number, before, after)] = preview(
        SCHIEBERAMSCH, held, SchieberamschRules(skat_to="most-augen", skat_tie="last-trick")).hands
    assert (number, before.points) == (4, (6, 6, 0))
    assert "add the skat's 10 Augen to the last trick" in str(after.problems[0].message)


def test_rounds_agreed_on_are_counted():
    seen = preview(SCHIEBERAMSCH, SchieberamschRules(), SchieberamschRules(rounds=2))
    assert str(seen.progress[1]) == "round 1 of 2"


def test_an_end_with_the_same_hand_is_the_same_end():
    """Rounded otherwise Anne has 665 points instead of 660 when she wins."""
    assert not preview(KALTER_SCHLAG, KalterSchlagRules(),
                       KalterSchlagRules(rounding="fives-before")).ends


def test_what_the_standard_cannot_count_is_told_by_its_sentence():
    seen = preview(SCHIEBERAMSCH, SchieberamschRules(),
                   SchieberamschRules(ramsch_kontra=True, skat_to="most-augen"))
    assert [(number, [str(problem.message) for problem in before.problems], after.points)
            for number, before, after in seen.hands] == [
        (2, ["Ramsch is played without Kontra at this table"], (0, 14, 0)),
        (3, ["110 in all – 10 Augen are missing"], (6, 0, 0)),
        (4, ["110 in all – 10 Augen are missing"], (6, 6, 0))]


def test_hands_agreed_on_end_the_match_or_are_counted():
    seen = preview(SCHIEBERAMSCH, SchieberamschRules(), SchieberamschRules(hands=20))
    assert not seen.hands and not seen.ends and not seen.is_empty
    assert (seen.progress[0], str(seen.progress[1])) == (None, "2 of 20 hands")


def test_who_is_opposite_changes_who_plays():
    """Of seven Anne deals: Bert and Gerda beside her sit out, and Dora or Emil."""
    seen = preview(DOPPELKOPF_ALTENBURG, AltenburgRules(), AltenburgRules(opposite="fourth"))
    _, before, after = seen.hands[0]
    assert before.points == (10, 0, 10, 0, -10, -10, 0)
    assert after.points == (10, 0, 10, -10, 0, -10, 0)


def test_boecke_that_run_beside_double_once_more():
    """Hand 12 is lost in no Bock; 13 in its Bock is 50 · 3 · 2 either way, and 14 is 60 · 3 in
    one Bock, or in two of them."""
    seen = preview(DOPPELKOPF_ALTENBURG, AltenburgRules(), AltenburgRules(bock_stack="stack"))
    assert seen.hands[0].number == 14
    assert min(seen.hands[0].before.points) == -360
    assert min(seen.hands[0].after.points) == -720
