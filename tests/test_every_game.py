"""What every game must do, whichever it is; a game that brings no hands or no playthrough fails.

To add a game: its line in `HANDS`, and `golden/<id>.json` with `golden/<id>.result.json`.
"""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from scorepad import document, result
from scorepad.book.record import HandRecord, SheetRecord
from scorepad.book.replay import SheetReplay, replay
from scorepad.games import BY_ID, GAMES
from scorepad.games.base import Reason, Rules, Table
from tests import oracle

GOLDEN = Path(__file__).parent / "golden"
NAMES = ("Anne", "Bert", "Cem", "Dora", "Emil", "Fritz", "Gerda")

HANDS = {"kalter-schlag": lambda rng, names: oracle.random_hand(rng, list(names))}
"""By game, a playable hand of these players as a document's dictionary."""

every_game = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
rngs = st.randoms(use_true_random=False)
many = settings(max_examples=60, deadline=None)


def roster(game, rng):
    """A table of every size the game allows, in any order."""
    return tuple(rng.sample(NAMES, rng.choice(game.players)))


def table(game, names, dealer=0, rules=None):
    rules, seats = rules or game.rules(), tuple(range(len(names)))
    return Table(names, seats, dealer, game.active(seats, dealer, rules), rules)


def some_hand(game, rng):
    """A hand, its roster, and the table it was played at."""
    names = roster(game, rng)
    return HANDS[game.id](rng, names), names, table(game, names, rng.randrange(len(names)))


def some_sheet(game, rng, stake=50):
    """A sheet with up to 40 hands, the named dealers and voided hands among them."""
    names = roster(game, rng)
    hands = [HandRecord(game.read_hand(HANDS[game.id](rng, names), names),
                        voided=rng.random() < 0.1) for _ in range(rng.randint(0, 40))]
    return SheetRecord(game, names, rng.randrange(len(names)), game.rules(), stake, "EUR", hands)


# --- what it calls itself ---------------------------------------------------------------------


def test_ids_are_unique_and_lead_to_their_game():
    assert len(BY_ID) == len(GAMES)
    assert all(BY_ID[game.id] is game for game in GAMES)


@every_game
def test_has_hands_and_a_golden_playthrough(game):
    assert game.id in HANDS
    assert (GOLDEN / f"{game.id}.json").is_file()
    assert (GOLDEN / f"{game.id}.result.json").is_file()


@every_game
def test_says_how_many_may_play(game):
    low, high = game.players.start, game.players.stop - 1
    assert game.title.strip() and low >= 2
    for count in range(low, high + 1):
        assert game.verify_players(count) is None
    for count in (0, low - 1, high + 1):
        sentence = str(game.verify_players(count))
        assert game.title in sentence and str(low) in sentence and sentence.endswith(f"not {count}")


@every_game
def test_options_are_documented_and_take_exactly_what_they_offer(game):
    assert issubclass(game.rules, Rules)
    defaults = game.rules().__dict__
    assert set(game.rules.options()) == set(defaults)
    for name, option in game.rules.options().items():
        assert option.title.strip() and option.sentence.endswith((".", "?")), name
        offered = list(option.choices) if option.choices else list(option.bounds)
        assert defaults[name] in offered or option.bounds[0] < defaults[name] < option.bounds[1]
        for value in offered:
            rules = game.rules.read({name: value})
            assert getattr(rules, name) == value
            assert rules.written() == ({} if value == defaults[name] else {name: value})
        assert all(title.strip() for title in (option.choices or {}).values())


# --- a hand -----------------------------------------------------------------------------------


@every_game
@many
@given(rng=rngs)
def test_a_hand_reads_and_writes_to_the_same(game, rng):
    raw, names, _ = some_hand(game, rng)
    hand = game.read_hand(raw, names)
    written = game.write_hand(hand, names)
    assert game.read_hand(json.loads(json.dumps(written)), names) == hand
    assert game.write_hand(game.read_hand(written, names), names) == written


@every_game
@many
@given(rng=rngs)
def test_a_playable_hand_scores_alike_each_time_and_says_why(game, rng):
    raw, names, at = some_hand(game, rng)
    hand = game.read_hand(raw, names)
    assert game.verify(hand, at) == ()
    score = game.score(hand, at)
    assert len(score.points) == len(score.marks) == len(names)
    assert all(type(figure) is int for figure in (*score.points, *score.marks))
    assert game.score(hand, at) == score == game.score(game.read_hand(raw, names), at)
    assert game.explain(hand, at).strip() == game.explain(hand, at) != ""
    assert game.describe(hand, names).strip() == game.describe(hand, names) != ""


@every_game
@many
@given(rng=rngs)
def test_other_seats_do_not_change_what_anybody_writes(game, rng):
    raw, names, at = some_hand(game, rng)
    moved = tuple(rng.sample(names, len(names)))
    at_moved = at.__class__(
        moved, tuple(moved.index(names[seat]) for seat in at.seats),
        moved.index(names[at.dealer]),
        tuple(moved.index(names[seat]) for seat in at.active), at.rules)
    score = game.score(game.read_hand(raw, names), at)
    score_moved = game.score(game.read_hand(raw, moved), at_moved)
    assert dict(zip(names, score.points)) == dict(zip(moved, score_moved.points))
    assert dict(zip(names, score.marks)) == dict(zip(moved, score_moved.marks))


# --- a match ----------------------------------------------------------------------------------


@every_game
def test_a_fresh_match_has_no_points_and_no_end(game):
    for size in game.players:
        tally, rules = game.start(size), game.rules()
        assert tally.totals == tally.marks == (0,) * size
        assert game.outcome(tally, rules) is None
        for meter in game.meters(tally, rules):
            assert meter.title.strip() and meter.full > 0 and len(meter.counts) == size


@every_game
@many
@given(rng=rngs)
def test_matches_end_with_somebody_and_pay_what_they_take(game, rng):
    sheet = replay(some_sheet(game, rng))
    size = len(sheet.record.names)
    for match in sheet.matches:
        assert match.first_hand <= match.last_hand <= len(sheet.lines)
        assert match.outcome.seat in range(size)
        assert (match.outcome.winner is None) != (match.outcome.loser is None)
        assert (match.outcome.reason is Reason.WON) == (match.outcome.winner is not None)
        assert len(match.payout) == size and sum(match.payout) == 0
        assert match.payout[match.outcome.seat] != 0
        sentence = str(game.tell(match.outcome, match.tally, sheet.record.rules,
                                 sheet.record.names))
        assert sheet.record.names[match.outcome.seat] in sentence
        deal = game.next_match(match.outcome)
        assert deal.dealer in range(size)
        assert deal.chosen_by in (None, *range(size))
    assert len(sheet.payout) == size and sum(sheet.payout) == 0


@every_game
@many
@given(rng=rngs)
def test_a_sheet_scores_alike_at_once_and_hand_by_hand(game, rng):
    record = some_sheet(game, rng)
    at_once = replay(record)
    step_by_step = SheetReplay(SheetRecord(
        game, record.names, record.first_dealer, record.rules, record.stake, "EUR", ()))
    lines = [step_by_step.add(hand) for hand in record.hands]
    assert lines == list(at_once.lines) == list(replay(record).lines)
    assert step_by_step.result().next == at_once.next



# --- golden playthroughs ----------------------------------------------------------------------


@every_game
def test_golden_playthrough(game):
    """An evening worked out by hand gives exactly what stands beside it."""
    book = document.read((GOLDEN / f"{game.id}.json").read_bytes())
    assert {sheet.game for evening in book.evenings for sheet in evening.sheets} == {game}
    answer = json.loads(result.json_text(book.evenings, document.score(book)))
    wanted = json.loads((GOLDEN / f"{game.id}.result.json").read_text("utf-8"))
    for evening, evening_wanted in zip(answer["evenings"], wanted["evenings"]):
        for sheet, sheet_wanted in zip(evening["sheets"], evening_wanted["sheets"]):
            assert sheet["hands"] == sheet_wanted["hands"]
            assert sheet == sheet_wanted
    assert answer == wanted
