"""What every game must do, whichever it is; a game that brings no hands or no playthrough fails.

To add a game: a module of `tests.oracle` and its line in `GAMES` there, and `golden/<id>.json` with
`golden/<id>.result.json`.
"""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from scorepad import document
from scorepad.book.record import HandRecord, SheetRecord
from scorepad.book.replay import SheetReplay, replay
from scorepad.document import result
from scorepad.games import BY_ID, GAMES
from scorepad.games.bock import StartsBock, bockrunden
from scorepad.games.game import Game, Reason, Rules, Table, Tally
from scorepad.games.protocols import HasNotation, MadeByRules, Partien, SeatsChange
from scorepad.i18n.message import called
from tests import oracle

GOLDEN = Path(__file__).parents[1] / "golden"
NAMES = ("Anne", "Bert", "Cem", "Dora", "Emil", "Fritz", "Gerda", "Hans", "Ida", "Jörg", "Karl",
         "Lena", "Max", "Nora", "Otto", "Paula", "Quirin", "Rosa", "Sven", "Tina", "Udo", "Vera",
         "Willi", "Xaver", "Yvonne", "Zoë", "Änne", "Britta", "Carl", "Dirk", "Ella", "Frieda")

HANDS = {id: played.random_hand for id, played in oracle.GAMES.items()}
"""By game, a playable hand of these players, by its usual rules, as a document's dictionary."""

every_game = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
rngs = st.randoms(use_true_random=False)
half_as_many = settings(max_examples=settings.default.max_examples // 2)
"""For whole sheets, of twenty hands each on the average."""


def roster(game, rng):
    """A table of every size the game allows, in any order."""
    return tuple(rng.sample(NAMES, rng.choice(game.players)))


def table(game, names, dealer=0, rules=None):
    rules, seats = rules or game.rules(), tuple(range(len(names)))
    return Table(names, seats, dealer, game.active(seats, dealer, rules), rules)


def played(game, rng, at):
    """A hand of those who play at a table."""
    return HANDS[game.id](rng, [at.names[seat] for seat in at.active])


def some_hand(game, rng):
    """A hand, its roster, and the table it was played at."""
    names = roster(game, rng)
    at = table(game, names, rng.randrange(len(names)))
    return played(game, rng, at), names, at


def some_sheet(game, rng, stake=50):
    """A sheet with up to 40 hands, named dealers, new seatings and voided hands among them;
    ended by hand now and then, where the table may."""
    sat_down = roster(game, rng)
    others = [name for name in NAMES if name not in sat_down and isinstance(game, SeatsChange)]
    joined = rng.sample(others, rng.randint(0, len(others)))
    names = (*sat_down, *joined)
    sheet = SheetRecord(game, names, rng.randrange(len(sat_down)), game.rules(), stake, "EUR", [],
                        joined=len(joined), ended=game.ends_by_hand and rng.random() < 0.5)
    so_far, seats = SheetReplay(sheet), sheet.first_seats
    for _ in range(rng.randint(0, 40)):
        sits_anew = rng.random() < 0.05
        if sits_anew:
            size = rng.choice([size for size in game.players if size <= len(names)])
            seats = tuple(rng.sample(range(len(names)), size))
        dealer = rng.choice(seats) if rng.random() < 0.1 else None
        raw = played(game, rng, so_far.next(dealer, seats if sits_anew else None).table)
        hand = HandRecord(game.read_hand(raw, names), dealer, seats if sits_anew else None,
                          voided=rng.random() < 0.1)
        so_far.extend((hand,))
        sheet.hands.append(hand)
    return sheet


def settled(value):
    """A value of an option as a document has it."""
    return list(value) if isinstance(value, tuple) else value


# --- what it calls itself ---------------------------------------------------------------------


def test_ids_are_unique_and_lead_to_their_game():
    assert len(BY_ID) == len(GAMES)
    assert all(BY_ID[game.id] is game for game in GAMES)


@every_game
def test_has_hands_to_try(game):
    assert game.id in HANDS, f"{game.id} is not in GAMES of tests/oracle/sheet.py"


@every_game
def test_says_how_many_may_play(game):
    low, high = game.players.start, game.players.stop - 1
    assert game.title.strip() and low >= 2
    for count in range(low, high + 1):
        assert game.verify_players(count) is None
    for count in (0, low - 1):
        sentence = str(game.verify_players(count))
        assert called(game.title, "en") in sentence
        assert str(low) in sentence and sentence.endswith(f"not {count}")
    assert str(high + 1) in str(game.verify_players(high + 1))


@every_game
def test_options_are_documented_and_take_exactly_what_they_offer(game):
    assert issubclass(game.rules, Rules)
    defaults = game.rules().__dict__
    assert set(game.rules.options()) == set(defaults)
    for name, option in game.rules.options().items():
        assert option.title.strip() and option.sentence.endswith((".", "?")), name
        offered = list(option.choices) if option.choices else list(option.bounds)
        if option.letters:
            offered = ["", "Phase 10", "x" * option.letters]
        offered += [None] if option.optional else []
        if option.several:
            offered = [[], offered, *[[each] for each in offered]]
        assert settled(defaults[name]) in offered \
            or option.bounds[0] < defaults[name] < option.bounds[1]
        for value in offered:
            rules = game.rules.read({name: value})
            assert settled(getattr(rules, name)) == value
            assert rules.written() == (
                {} if value == settled(defaults[name]) else {name: value})
        assert all(title.strip() for title in (option.choices or {}).values())


# --- a hand -----------------------------------------------------------------------------------


@every_game
@given(rng=rngs)
def test_a_hand_reads_and_writes_to_the_same(game, rng):
    raw, names, _ = some_hand(game, rng)
    hand = game.read_hand(raw, names)
    written = game.write_hand(hand, names)
    assert game.read_hand(json.loads(json.dumps(written)), names) == hand
    assert game.write_hand(game.read_hand(written, names), names) == written


@every_game
@given(rng=rngs)
def test_a_playable_hand_scores_alike_each_time_and_says_why(game, rng):
    raw, names, at = some_hand(game, rng)
    hand = game.read_hand(raw, names)
    assert game.verify(hand, at) == ()
    score = game.score(hand, at)
    assert len(score.points) == len(score.marks) == len(names)
    assert all(type(figure) is int for figure in (*score.points, *score.marks))
    assert game.score(hand, at) == score == game.score(game.read_hand(raw, names), at)
    assert game.judge(hand, at) == score
    told = game.explain(hand, at, score)
    assert told.strip() == told and (told or type(game).explain is Game.explain)
    assert not isinstance(game, HasNotation) or game.notation(hand, at)
    assert game.describe(hand, names).strip() == game.describe(hand, names) != ""


@every_game
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
        tally, rules = Tally((0,) * size, (0,) * size), game.rules()
        assert game.outcome(tally, rules) is None
        assert game.balance(tally, 50) in (None, (0,) * size)
        for meter in game.meters(tally, rules):
            assert meter.title.strip() and meter.full > 0 and len(meter.counts) == size


@every_game
@half_as_many
@given(rng=rngs)
def test_matches_follow_one_another_and_pay_what_they_take(game, rng):
    sheet = replay(some_sheet(game, rng))
    size, first = len(sheet.record.names), 1
    for match in sheet.matches:
        assert match.first_hand == first <= match.last_hand <= len(sheet.lines)
        first = match.last_hand + 1
        if match.outcome.reason is Reason.ENDED and isinstance(game, Partien):
            assert match.payout is None  # broken off, and nothing agreed on
        else:
            assert len(match.payout) == size and sum(match.payout) == 0
        assert str(sheet.tell(match))
        scored = [line.points for line in sheet.lines[match.first_hand - 1:match.last_hand]]
        assert match.tally.totals == tuple(map(sum, zip(*scored)))
    assert len(sheet.payout) == size and sum(sheet.payout) == 0


@every_game
@half_as_many
@given(rng=rngs)
def test_the_end_of_a_match_is_somebodys_or_the_tables(game, rng):
    sheet = replay(some_sheet(game, rng))
    for match in sheet.matches:
        winner, loser, reason = match.outcome.winner, match.outcome.loser, match.outcome.reason
        assert (winner, loser).count(None) == (2 if reason is Reason.ENDED else 1)
        assert (reason is Reason.WON) == (winner is not None)
        assert {*game.next_match(match.outcome)} <= {None, *range(len(sheet.record.names))}
        if reason is not Reason.ENDED:
            assert match.outcome.seat in range(len(sheet.record.names))
            assert match.payout[match.outcome.seat] != 0
            assert sheet.record.names[match.outcome.seat] in str(game.tell(
                match.outcome, match.tally, sheet.record.rules, sheet.record.names))
        elif not sheet.over or match != sheet.matches[-1]:
            # Several are best after the last round of a game that its rules have made.
            assert isinstance(game, MadeByRules)  # a cent apart where they share an odd sum
            assert sum(max(match.payout) - 1 <= each for each in match.payout) > 1


@every_game
def test_only_some_matches_can_be_ended_by_hand(game):
    fault = game.fault_of_ending()
    assert fault is None if game.ends_by_hand else game.title in str(fault)


@every_game
@half_as_many
@given(rng=rngs)
def test_a_sheet_scores_alike_at_once_and_hand_by_hand(game, rng):
    record = some_sheet(game, rng)
    at_once = replay(record)
    step_by_step = SheetReplay(replace(record, hands=(), ended=False))
    lines = []
    for hand in record.hands:
        step_by_step.extend((hand,))
        lines.append(step_by_step.lines[-1])
    assert lines == list(at_once.lines) == list(replay(record).lines)
    assert step_by_step.result(ended=record.ended) == replace(at_once, record=step_by_step.sheet)


@every_game
@half_as_many
@given(rng=rngs)
def test_correcting_a_hand_and_correcting_it_back_changes_nothing(game, rng):
    record = some_sheet(game, rng)
    before, names = replay(record), record.names
    if not record.hands:
        return
    place = rng.randrange(len(record.hands))
    other = record.hands[place]._replace(
        hand=game.read_hand(HANDS[game.id](rng, list(names)), names), voided=rng.random() < 0.3)
    hands = list(record.hands)
    hands[place] = other
    corrected = replay(replace(record, hands=hands))
    assert list(corrected.lines[:place]) == list(before.lines[:place])
    hands[place] = record.hands[place]
    assert replay(replace(record, hands=hands)) == before


# --- where people come and go ------------------------------------------------------------------

where_seats_change = pytest.mark.parametrize(
    "game", [game for game in GAMES if isinstance(game, SeatsChange)], ids=lambda game: game.id)


@where_seats_change
@half_as_many
@given(rng=rngs)
def test_who_sits_out_has_nothing(game, rng):
    for line in replay(some_sheet(game, rng)).lines:
        assert not game.zero_sum or sum(line.points) == 0
        assert {*line.table.active} <= {*line.table.seats}
        assert not any(points for seat, points in enumerate(line.points)
                       if seat not in line.table.active)


@where_seats_change
@given(rng=rngs)
def test_the_dealer_visits_every_seat_and_everybody_plays_alike_often(game, rng):
    names = roster(game, rng)
    sheet = SheetReplay(SheetRecord(game, names, rng.randrange(len(names)), game.rules(), None,
                                    "EUR", ()))
    for _ in names:
        hand = played(game, rng, sheet.next().table)
        sheet.extend((HandRecord(game.read_hand(hand, names)),))
    tables = [line.table for line in sheet.lines]
    assert sorted(at.dealer for at in tables) == [*range(len(names))]
    assert replace(sheet.next().table, tally=None) == replace(tables[0], tally=None)
    turns = Counter(seat for at in tables for seat in at.active)
    assert {*turns.values()} == {len(tables[0].active)}


def reasons_of(game, line):
    """How many reasons for Böcke a hand has."""
    return game.reasons(line.record.hand, line.table, line.score) \
        if isinstance(game, StartsBock) else len(line.score.why.gruende)


@where_seats_change
@half_as_many
@given(rng=rngs)
def test_there_are_as_many_bock_hands_as_were_triggered(game, rng):
    """One after the other they are doubled hands; each of them lasts a round of the table."""
    sheet = replay(some_sheet(game, rng))
    triggered = sum(bockrunden(reasons_of(game, line), line.table.rules.bock_per_hand)
                    * len(line.table.seats)
                    for line in sheet.lines if line.score)
    doubled = [line for line in sheet.lines if line.factor > 1]
    assert {line.factor for line in doubled} <= {2}
    assert not any(line.record.voided for line in doubled)
    if not sheet.over:
        assert len(doubled) + sheet.multiplied_left == triggered


# --- golden playthroughs ----------------------------------------------------------------------


@every_game
def test_golden_playthrough(game):
    """An evening worked out by hand gives exactly what stands beside it."""
    book = document.read((GOLDEN / f"{game.id}.json").read_bytes())
    assert {sheet.game.id for evening in book.evenings for sheet in evening.sheets} == {game.id}
    answer = json.loads(b"".join(result.json_pieces(book, document.score(book))))
    wanted = json.loads((GOLDEN / f"{game.id}.result.json").read_text("utf-8"))
    for evening, evening_wanted in zip(answer["evenings"], wanted["evenings"]):
        for sheet, sheet_wanted in zip(evening["sheets"], evening_wanted["sheets"]):
            assert sheet["hands"] == sheet_wanted["hands"]
            assert sheet == sheet_wanted
    assert answer == wanted
