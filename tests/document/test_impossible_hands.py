"""A correction can leave a later hand that nobody could have played. The book keeps it in red and
scores it nothing; its export says so of the hand, and can be read back like any other.

Sources: S2 is the house rules of the Altenburg club, by their headings; "sum" is arithmetic by
hand.
"""

import json
from contextlib import contextmanager, suppress
from random import Random

import pytest
from hypothesis import given, strategies as st

from scorepad import document
from scorepad.book.record import HandRecord
from scorepad.document import result
from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG
from scorepad.games.chase_the_ace import CHASE_THE_ACE
from scorepad.games.game import Unreadable
from scorepad.games.protocols import SeatsChange
from scorepad.games.schieberamsch import SCHIEBERAMSCH
from scorepad.service import Refused, Service
from scorepad.service.views import NewEvening
from scorepad.storage import Store
from tests import command, oracle
from tests.conftest import DAY
from tests.games.test_every_game import HANDS, every_game
from tests.taking import take

FIVE = ("Anne", "Bert", "Cem", "Dora", "Emil")
PLACE = "evenings[0].sheets[0].hands[1].re"
TOLD = "Anne does not play this hand"


def doko(*re, augen=131):
    """A hand of Doppelkopf that these two, as Re, win with 131 Augen."""
    return DOPPELKOPF_ALTENBURG.read_hand({"re": list(re), "augen": augen}, FIVE)


@pytest.fixture
def red(service):
    """Anne, Bert and Cem deal one hand each, the dealer sits out (S2, Das Blatt und die Spieler);
    then the first hand does not count, so that Anne deals the second as well, of which she is Re.
    """
    sheet = service.open_sheet(NewEvening(DAY), DOPPELKOPF_ALTENBURG, FIVE)
    first, *_ = [service.record(sheet, hand) for hand in (
        doko("Bert", "Cem"), doko("Anne", "Cem"), doko("Dora", "Emil", augen=119))]
    service.void(sheet, first)
    return sheet


@contextmanager
def empty_book():
    store = Store.open("sqlite://")
    yield Service(store, "Bert")
    store.close()


def exported(service):
    return document.write(service.export())


def computed(text):
    return json.loads(b"".join(result.json_pieces(*document.replayed(text.encode()))))


def hands_of(file):
    return file["evenings"][0]["sheets"][0]["hands"]


def changed(text, index, **keys):
    """The export with these keys of a hand otherwise; None takes one out."""
    file = json.loads(text)
    hand = hands_of(file)[index]
    hand |= keys
    hands_of(file)[index] = {key: value for key, value in hand.items() if value is not None}
    return json.dumps(file)


def faults(text):
    with pytest.raises(Unreadable) as caught:
        document.replayed(text.encode())
    return [(document.written_place(place), str(message))
            for place, message in caught.value.problems]


# --- the way out and back -------------------------------------------------------------------------


def test_a_voided_hand_leaves_one_that_cannot_be_and_it_is_taken_as_it_was(service, red):
    """S2, Alte verloren: Dora and Emil lose 20 each. They do it in the third hand, which Bert deals
    now, against Anne and Cem; of the two hands before one is voided and one impossible, so by sum
    +20, 0, +20, -20, -20."""
    text = exported(service)
    assert [hand.get("impossible") for hand in hands_of(json.loads(text))] == [None, True, None]
    with empty_book() as other:
        assert take(other, text).new[:4] == (5, 1, 1, 3)
        assert exported(other) == text
        for each in (service, other):
            score = each.sheet(red).score
            assert score.tally.totals == (20, 0, 20, -20, -20)
            assert [[str(problem.message) for problem in line.problems]
                    for line in score.lines] == [[], [TOLD], []]
        assert not take(other, text).coming
    assert computed(text)["evenings"][0]["sheets"][0]["totals"] == dict(
        zip(FIVE, (20, 0, 20, -20, -20)))


def test_put_right_it_counts_again_everywhere(service, red):
    """S2, Alte gewonnen and verloren: +10 to Re of hands 1 and 2, -20 to Re of hand 3, which Cem
    deals again; sum 0+10+20, 10+0+20, 10+10+0, -10-10-20, -10-10-20."""
    with empty_book() as other:
        take(other, exported(service))
        [first, *_] = other.sheet(red).score.lines
        other.restore(red, first.record.stamp.id)
        assert other.sheet(red).score.tally.totals == (30, 30, 20, -40, -40)
        assert "impossible" not in exported(other)


def test_a_hand_after_an_end_that_came_earlier(service):
    """Two hands were agreed on. The first was voided, two more were played; then it counts after
    all, and the third comes after the end. S3: C alone has most Augen, 66, twice: 6 + 6."""
    sheet = service.open_sheet(NewEvening(DAY), SCHIEBERAMSCH, FIVE[:3],
                               rules=SCHIEBERAMSCH.rules(hands=2))
    ramsch = SCHIEBERAMSCH.read_hand({"augen": {"Anne": 30, "Bert": 24, "Cem": 66}}, FIVE[:3])
    first = service.record(sheet, ramsch)
    service.void(sheet, first)
    service.record(sheet, ramsch)
    service.record(sheet, ramsch)
    service.restore(sheet, first)
    text = exported(service)
    with empty_book() as other:
        take(other, text)
        score = other.sheet(sheet).score
        assert score.over and score.tally.totals == (0, 0, 12)
        assert [len(line.problems) for line in score.lines] == [0, 0, 1]
        assert exported(other) == text


def test_who_sits_nowhere_since_a_correction_is_still_at_the_sheet(service):
    """Emil came and deals; then it is said that nobody had sat down anew."""
    sheet = service.open_sheet(NewEvening(DAY), DOPPELKOPF_ALTENBURG, FIVE[:4])
    service.seat_players(sheet, FIVE)
    service.name_dealer(sheet, FIVE.index("Dora"))
    service.record(sheet, doko("Bert", "Emil"))
    [line] = service.sheet(sheet).score.lines
    service.amend(sheet, line.record.stamp.id, line.record._replace(seats=None))
    text = exported(service)
    assert json.loads(text)["evenings"][0]["sheets"][0]["joined"] == ["Emil"]
    with empty_book() as other:
        take(other, text)
        assert other.sheet(sheet).score.record.names == FIVE
        assert exported(other) == text


def test_whoever_sits_there_since_a_correction_may_be_named_as_dealer(service):
    """Dora went; then it is said that she had stayed, and she is named to deal."""
    sheet = service.open_sheet(NewEvening(DAY), DOPPELKOPF_ALTENBURG, FIVE)
    service.seat_players(sheet, ("Anne", "Bert", "Cem", "Emil"))
    service.record(sheet, doko("Anne", "Bert"))
    [line] = service.sheet(sheet).score.lines
    service.amend(sheet, line.record.stamp.id, line.record._replace(seats=None))
    service.name_dealer(sheet, FIVE.index("Dora"))
    service.record(sheet, doko("Anne", "Cem"))
    text = exported(service)
    assert hands_of(json.loads(text))[1]["dealer"] == "Dora"
    assert not take(service, text).coming and exported(service) == text
    with empty_book() as other:
        take(other, text)
        assert exported(other) == text


def test_who_came_and_went_again_before_a_hand_is_still_at_the_sheet(service):
    sheet = service.open_sheet(NewEvening(DAY), DOPPELKOPF_ALTENBURG, FIVE[:4])
    service.seat_players(sheet, FIVE)
    service.undo(sheet)
    text = exported(service)
    with empty_book() as other:
        take(other, text)
        joined = [row for row in other._book.rows() if row[2] == "PlayerJoined"]
        assert len(joined) == 1 and exported(other) == text
    assert service.safety.check().findings == ()


# --- what no export could carry -----------------------------------------------------------------


@pytest.mark.parametrize("note", ["vergeben\nnoch mal", "x" * 501])
def test_a_note_that_no_file_can_carry_is_refused(service, red, note):
    [line, *_] = service.sheet(red).score.lines
    with pytest.raises(Refused) as caught:
        service.amend(red, line.record.stamp.id, line.record._replace(note=note))
    assert [problem.place for problem in caught.value.problems] == [("note",)]
    assert service.sheet(red).score.lines[0].record.note == ""


def test_a_note_is_kept_in_one_way_of_writing(service, red):
    """An ö may be an o and its dots."""
    [line, *_] = service.sheet(red).score.lines
    service.amend(red, line.record.stamp.id, line.record._replace(note=" scho\u0308n "))
    assert service.sheet(red).score.lines[0].record.note == "sch\u00f6n"
    assert document.read(exported(service).encode()) == service.export()


def test_more_people_than_a_file_can_name_do_not_sit_down(service):
    """Four sat down and 46 came, one after the other; fifty at most come to a sheet."""
    sheet = service.open_sheet(NewEvening(DAY), DOPPELKOPF_ALTENBURG, FIVE[:4])
    for number in range(46):
        service.seat_players(sheet, (*FIVE[:3], f"Gast {number}"))
    with pytest.raises(Refused):
        service.seat_players(sheet, (*FIVE[:3], "Gast 46"))
    with empty_book() as other:
        take(other, exported(service))
        assert len(other.sheet(sheet).players) == 50


# --- what is refused as ever ----------------------------------------------------------------------


def test_without_the_word_of_the_export_it_is_a_fault_as_ever(service, red):
    text = exported(service)
    for word in (None, False):
        assert faults(changed(text, 1, impossible=word)) == [(PLACE, TOLD)]


def test_a_fault_in_any_other_hand_is_refused_alone(service, red):
    assert faults(changed(exported(service), 2, augen=241)) == [
        ("evenings[0].sheets[0].hands[2].augen", "241 Augen: there are only 240")]


def test_the_word_is_yes_or_no(service, red):
    assert faults(changed(exported(service), 1, impossible="yes")) == [
        ("evenings[0].sheets[0].hands[1].impossible", "is neither true nor false")]


def test_a_hand_that_can_be_played_counts_whatever_is_said_of_it(service, red):
    text = exported(service)
    assert computed(changed(text, 2, impossible=True)) == computed(text)
    with empty_book() as other:
        take(other, changed(text, 2, impossible=True))
        assert exported(other) == text


@pytest.mark.parametrize(("joined", "place", "sentence"), [
    (["Emil", "Emil"], "joined[1]", "names Emil a second time"),
    (["Emil", "Anne"], "joined[1]", "names Anne a second time"),
    ([""], "joined[0]", "is not a name"), ("Emil", "joined", "is not a list in brackets")])
def test_who_joined_is_named_once(joined, place, sentence):
    sheet = {"game": "doppelkopf-altenburg", "players": FIVE[:4], "joined": joined}
    raw = {"format": "scorepad/1", "evenings": [{"date": "2026-11-20", "sheets": [sheet]}]}
    assert faults(json.dumps(raw)) == [(f"evenings[0].sheets[0].{place}", sentence)]


def test_nobody_joins_where_the_players_stay():
    sheet = {"game": "schieberamsch", "players": FIVE[:3], "joined": ["Emil"]}
    raw = {"format": "scorepad/1", "evenings": [{"date": "2026-11-20", "sheets": [sheet]}]}
    [(place, _)] = faults(json.dumps(raw))
    assert place == "evenings[0].sheets[0].joined"


# --- the commands ---------------------------------------------------------------------------------

WARNED = f"1 hand could not have been played. It scores nothing:\n{PLACE}: {TOLD}\n"


def test_the_commands_name_it_and_take_it(service, red, tmp_path, monkeypatch):
    monkeypatch.setenv("SCOREPAD_DATABASE_URL", f"sqlite:///{tmp_path / 'book.db'}")
    file = tmp_path / "evening.json"
    file.write_text(exported(service))
    for arguments, told in ((("import", "--preview"), WARNED), (("import",), WARNED),
                            (("import",), ""), (("replay",), WARNED),
                            (("replay", "--json"), WARNED)):  # an import tells what it brings
        done = command.call(*arguments, file)
        assert (done.code, done.err) == (0, told), arguments
    assert f"·  {TOLD}\n" in command.call("replay", file).out
    assert "all of it is in the book" in command.call("import", file).out
    assert command.call("export", tmp_path / "again.json").code == 0
    assert (tmp_path / "again.json").read_text() == exported(service)


def test_a_file_without_the_word_changes_no_book(service, red, tmp_path, monkeypatch):
    monkeypatch.setenv("SCOREPAD_DATABASE_URL", f"sqlite:///{tmp_path / 'book.db'}")
    file = tmp_path / "evening.json"
    file.write_text(changed(exported(service), 1, impossible=None))
    for name in ("import", "replay"):
        assert command.call(name, file) == (2, "", f"{PLACE}: {TOLD}\n")


# --- any evening, any correction ------------------------------------------------------------------


def play_on(service, sheet, rng):
    """One step on a sheet that runs: the next hand, what is said before it, or a correction of any
    hand there is. What the rules refuse is left."""
    score = service.sheet(sheet).score
    game, names, table = score.record.game, score.record.names, score.next.table
    lines = [line.record for line in score.lines]
    act = rng.choice([*["hand"] * 5, "dealer", "seats", "rules", "undo", "redo", "end",
                      "amend", "amend", "void", "void", "restore", "restore"])
    with suppress(Refused, KeyError):
        if act == "hand":
            raw = HANDS[game.id](rng, [names[seat] for seat in table.active])
            service.record(sheet, game.read_hand(raw, names))
        elif act == "dealer":
            service.name_dealer(sheet, rng.choice(table.seats))
        elif act == "seats":
            people = FIVE + ("Fritz", "Gerda", "Hans") if isinstance(game, SeatsChange) else names
            size = rng.choice(game.players) if isinstance(game, SeatsChange) else len(names)
            service.seat_players(sheet, rng.sample(people, min(size, len(people))))
        elif act == "rules":
            chosen = oracle.GAMES[game.id].random_rules(rng)
            if "hands" in game.rules.options() and chosen.get("liste") != "bierlachs":
                chosen["hands"] = rng.randint(1, 9)
            service.change_rules(sheet, game.rules.read(chosen))
        elif act in ("undo", "redo"):
            getattr(service, act)(sheet)
        elif act == "end":
            rng.choice([service.end_match, service.resume_match])(sheet)
        elif lines:
            correct(service, sheet, rng, act, lines)


def correct(service, sheet, rng, act, lines):
    """One of the hands was another one of them, or dealt by somebody else, or the seating before
    it was not so; or it does not count, or does after all."""
    record = rng.choice(lines)
    hand = record.stamp.id
    if act == "amend":
        seats = rng.choice([record.seats, None])
        dealer = rng.choice([None, *range(len(service.sheet(sheet).score.record.names))])
        service.amend(sheet, hand, HandRecord(rng.choice(lines).hand, dealer, seats,
                                              rules=rng.choice([record.rules, None])))
    else:
        getattr(service, act)(sheet, hand)


def any_evening(game, rng, steps=40):
    """A service with one sheet of the game on which so much was done."""
    service = Service(Store.open("sqlite://"), "Anne")
    size = rng.choice([size for size in game.players if size <= len(FIVE)] or [game.players[0]])
    names = rng.sample([*FIVE, "Fritz", "Gerda"], size)
    sheet = service.open_sheet(NewEvening(DAY), game, names, stake=rng.choice([None, 50]))
    for _ in range(steps):
        play_on(service, sheet, rng)
    return service, sheet


@every_game
@given(seed=st.integers(0, 2**32))
def test_every_export_of_every_book_is_the_same_book_again(game, seed):
    service, sheet = any_evening(game, Random(seed))
    text = exported(service)
    assert not take(service, text).coming
    with empty_book() as other:
        take(other, text)
        assert exported(other) == text
        one, again = (each.sheet(sheet).score for each in (service, other))
        assert (one.lines, one.matches, one.tally, one.next, one.payout, one.problems) \
            == (again.lines, again.matches, again.tally, again.next, again.payout, again.problems)


@pytest.mark.parametrize("game", [DOPPELKOPF_ALTENBURG, CHASE_THE_ACE],
                         ids=lambda game: game.id)
def test_among_such_evenings_are_many_with_a_hand_that_cannot_be(game):
    """Else the property would say nothing of them. In these games not everybody plays each hand."""
    reds = sum(bool(service.sheet(sheet).score.problems) for service, sheet in (
        any_evening(game, Random(seed)) for seed in range(20)))
    assert reds >= 5
