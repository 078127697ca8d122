"""A list without a server: a slip begins it in a book that knows nothing else, and its result goes
back as a number, before the list itself or without it."""

import json
import zlib
from random import Random

import pytest

from scorepad.games.kalter_schlag import KALTER_SCHLAG, Ramsch
from scorepad.games.skat import SKAT
from scorepad.service import Refused
from scorepad.service.roles import Owner, Role
from scorepad.service.safety import Picked
from scorepad.service.slips import KEPT, OF_SLIP, Result, Signed, Slip, digits_in
from scorepad.service.views import NewEvening
from scorepad.tournament.facts import Figures, Settings, Way
from tests.conftest import DAY
from tests.service.test_one_list import EIGHT
from tests.service.test_said_apart import book_of, meet
from tests.service.test_tournaments import play


def drawn(desk, hands=3, game=SKAT, rounds=2):
    """A tournament of two tables of four whose first round was drawn."""
    evening = desk.tournaments.hold(DAY, game, game.rules(), Settings(
        name="Preisskat", rounds=rounds, hands_at={4: hands}))
    for name in EIGHT:
        desk.tournaments.enter(evening, name)
    desk.tournaments.draw(evening, Way.LOT, 7)
    return evening


@pytest.fixture
def desk():
    return book_of("desk")


@pytest.fixture
def phone():
    """A phone on which somebody else has played before, whom they call Anne as well."""
    phone = book_of("phone")
    phone.open_sheet(NewEvening(DAY), SKAT, ("Anne", "Xaver", "Yann"))
    return phone


def test_a_slip_begins_its_list_and_the_books_meet(desk, phone):
    evening = drawn(desk)
    slip = desk.slips.of(evening)[0]
    own = phone.slips.take(slip.digits)
    assert own == desk.tournaments.written_now()[0]
    assert {"Anne", "Xaver"} <= {*phone.people.names().values()}
    score = phone.sheet(own.sheet).score
    assert score.record.names == tuple([
        desk.tournaments.view(evening).tournament.by_number[number].name
        for number in desk.tournaments.view(evening).tournament.draws[0].tables[0]])
    assert score.record.rules == SKAT.rules(hands=3)
    play(phone, own.sheet, 3)
    with pytest.raises(Refused):
        play(phone, own.sheet, 1)
    meet(desk, phone)
    for each in (desk, phone):
        view = each.tournaments.view(evening)
        assert view.standing.open == [(1, 2)] and not view.decisions
        assert not each._book.asks(evening) and not each._book.frame.set_aside()
    assert len(desk.sheet(own.sheet).score.lines) == 3


@pytest.mark.parametrize("has_played", [False, True])
def test_whoever_writes_the_list_alone_brings_all_of_it(desk, phone, has_played: bool):
    """What the slip said of the evening and its people is what the desk says; of a phone on which
    others have played, they are not for it to bring."""
    evening = drawn(desk)
    phone = phone if has_played else book_of("new")
    own = phone.slips.take(desk.slips.of(evening)[0].digits)
    play(phone, own.sheet, 3)
    met = phone.meetings.meet(desk.used_by(
        Owner("Table 1", Role.LIST, own_list=own)).meetings.exchange)
    assert bool(met.refused_there) is has_played
    assert desk.tournaments.view(evening).standing.open == [(1, 2)]
    assert "Xaver" not in desk.people.names().values()


@pytest.mark.parametrize("changed", ["date", "names"])
def test_what_a_slip_says_otherwise_than_the_desk_does_not_come(desk, changed: str):
    evening = drawn(desk)
    slip = desk.slips.of(evening)[0]
    strange = book_of("strange")
    strange.slips.take(slip._replace(**{"date": "2026-01-01"} if changed == "date" else {
        "seats": tuple([seat._replace(name=f"Not {seat.name}") for seat in slip.seats])}).digits)
    before = len(desk._store.everything())
    met = strange.meetings.meet(desk.used_by(
        Owner("Table 1", Role.LIST, own_list=slip.own)).meetings.exchange)
    # The four people, or the evening with its sheet; the others come.
    assert (met.refused_there, len(desk._store.everything()) - before) == (
        (2, 4) if changed == "date" else (4, 2))


def test_a_tournament_as_a_file(desk, phone):
    """It goes to the phone, and the list comes back the same way; other evenings stay."""
    secret = desk.open_sheet(NewEvening(DAY, "Altona"), SKAT, EIGHT[:3])
    evening = drawn(desk)
    for here, there in ((desk, phone), (phone, desk)):
        file = "".join(here.meetings.lines(evening)).encode()
        there.meetings.take(there.meetings.preview(Picked("file", content=file)))
        if here is desk:
            with pytest.raises(KeyError):
                phone.sheet(secret)
            play(phone, phone.tournaments.begin_list(evening, 1, 2), 3)
    view = desk.tournaments.view(evening)
    assert view.standing.open == [(1, 1)] and not view.decisions
    assert [card.place for card in desk.evenings() if card.id != evening] == ["Altona"]


def test_a_slip_read_twice_is_one_list(desk, phone):
    evening = drawn(desk)
    digits = desk.slips.of(evening)[0].digits
    own = phone.slips.take(digits)
    play(phone, own.sheet, 1)
    assert phone.slips.take(digits) == own and len(phone.sheet(own.sheet).score.lines) == 1
    other = book_of("other")  # of somebody else at the table
    other.slips.take(digits)
    meet(phone, other)
    assert len(other.sheet(own.sheet).score.lines) == 1


def test_a_slip_of_a_round_that_the_phone_has_not_heard_of(desk, phone):
    evening = drawn(desk)
    meet(desk, phone)
    for sheet in [phone.slips.take(each.digits).sheet for each in desk.slips.of(evening)]:
        play(phone, sheet, 3)
    desk.tournaments.draw(evening, Way.LOT, 8)
    own = phone.slips.take(desk.slips.of(evening)[1].digits)
    assert [slip.own for slip in phone.slips.begun(evening)] == [own]
    play(phone, own.sheet, 3)
    meet(desk, phone)
    assert not phone.slips.begun(evening)
    for each in (desk, phone):
        assert each.tournaments.view(evening).standing.open == [(2, 1)]


def test_a_kept_slip_of_a_later_version_is_passed_over(desk, phone):
    evening = drawn(desk)
    meet(desk, phone)
    desk.tournaments.draw(evening, Way.LOT, 8)
    first, second = desk.slips.of(evening)
    own, other = phone.slips.take(first.digits), phone.slips.take(second.digits)
    said = json.loads(OF_SLIP.dump_json(("slip", first)))
    said[1].append("more")
    later = str(int.from_bytes(zlib.compress(json.dumps(said).encode())))
    kept = {own.sheet: later, other.sheet: second.digits, "x": {"slip": 2}}
    phone._store.keep(KEPT, kept)
    assert phone.slips.at(own.sheet) is None
    assert [slip.own for slip in phone.slips.begun(evening)] == [other]
    play(phone, own.sheet, 1)
    phone.slips.take(second.digits)
    assert phone._store.kept(KEPT) == kept


def test_a_hand_asks_for_slips_and_a_tournament_once_and_only_on_a_list(
        desk, monkeypatch: pytest.MonkeyPatch):
    asked = []
    for whose, name in ((desk._store, "kept"), (desk.tournaments, "find")):
        monkeypatch.setattr(whose, name, lambda key, name=name, act=getattr(whose, name): (
            asked.append(name), act(key))[1])
    sheet = desk.open_sheet(NewEvening(DAY), SKAT, EIGHT[:3])
    own = desk.tournaments.begin_list(drawn(desk), 1, 1)
    asked.clear()
    play(desk, sheet, 1)
    assert not asked
    play(desk, own, 1)
    assert sorted(asked) == ["find", "kept"]


def test_a_game_that_knows_no_number_of_hands_ends_with_the_slip(desk, phone):
    evening = drawn(desk, 2, KALTER_SCHLAG)
    slip = desk.slips.of(evening)[0]
    own = phone.slips.take(slip.digits)
    for left in (1, 0):
        phone.record(own.sheet, Ramsch((30, 30, 30, 30)))
        score = phone.sheet(own.sheet).score
        assert phone.slips.is_complete(slip, score) is not bool(left)
    with pytest.raises(Refused):
        phone.record(own.sheet, Ramsch((30, 30, 30, 30)))


def test_the_result_comes_before_the_list(desk, phone):
    """Three hands of 18 for whoever leads: 54 points, three games won."""
    evening = drawn(desk)
    slip = desk.slips.of(evening)[0]
    own = phone.slips.take(slip.digits)
    play(phone, own.sheet, 3)
    result = phone.slips.result(slip)
    assert sorted(result.figures) == [(0, 0, 0)] * 2 + [(18, 1, 0), (36, 2, 0)]
    read = Result.read(result.digits)
    assert read == result
    found = desk.slips.reported(read)
    assert found.own == own and not found.is_known
    desk.tournaments.note_figures(evening, 1, 1, found.figures)
    assert desk.slips.reported(read).is_known
    assert desk.tournaments.view(evening).standing.open == [(1, 2)]
    meet(desk, phone)
    view = desk.tournaments.view(evening)
    assert not view.decisions and len(view.tournament.lists[0].hands) == 3
    assert desk.slips.reported(read).is_known  # by its digest
    assert not desk.slips.reported(read._replace(digest="0" * 16)).is_known


@pytest.mark.parametrize("alone", [True, False])
def test_who_has_signed_on_a_phone_that_knows_only_the_slip(desk, phone, alone: bool):
    """It comes with the list, also from a phone that may write only that."""
    evening = drawn(desk)
    slip = desk.slips.of(evening)[0]
    phone = book_of("new") if alone else phone
    own = phone.slips.take(slip.digits)
    play(phone, own.sheet, 3)
    writer, witness = [seat.number for seat in slip.seats[:2]]
    assert phone.slips.signed(slip) == (None, None)
    phone.slips.sign(slip, writer, None)
    phone.slips.sign(slip, writer, witness)
    assert phone.slips.signed(slip) == (writer, witness)
    if alone:
        met = phone.meetings.meet(desk.used_by(
            Owner("Table 1", Role.LIST, own_list=own)).meetings.exchange)
        assert not met.refused_there
    else:
        meet(desk, phone)
    for each in (desk, phone):
        view = each.tournaments.view(evening)
        assert (view.kept(1, 1).written_by, view.kept(1, 1).confirmed_by) == (writer, witness)
        assert not view.decisions and not each._book.frame.set_aside()
        assert each.slips.signed(slip) == (writer, witness)
    other = slip.seats[2].number
    phone.slips.sign(slip, writer, other)  # the phone knows the tournament by now
    meet(desk, phone)
    assert desk.tournaments.view(evening).kept(1, 1).confirmed_by == other


def test_who_has_signed_comes_with_the_result(desk, phone):
    """And once more if the desk had the list before it was signed; who is not there has not."""
    evening = drawn(desk)
    slip = desk.slips.of(evening)[0]
    play(phone, phone.slips.take(slip.digits).sheet, 3)
    old = json.dumps(["result", phone.slips.result(slip)[:3]])
    assert Result.read(str(int.from_bytes(zlib.compress(old.encode())))).signed == (None, None)
    signed = slip.seats[0].number, slip.seats[1].number
    phone.slips.sign(slip, *signed)
    result = Result.read(phone.slips.result(slip).digits)
    strange = result._replace(signed=Signed(99, slip.seats[1].number))
    assert desk.slips.reported(result).signed == signed
    assert desk.slips.reported(strange).signed == (None, signed[1])
    desk.tournaments.note_figures(evening, 1, 1, desk.slips.reported(result).figures)
    assert desk.slips.reported(result)[2:] == (True, signed)
    desk.tournaments.sign(evening, 1, 1, *signed)
    assert desk.slips.reported(result)[2:] == (True, (None, None))
    meet(desk, phone)
    view = desk.tournaments.view(evening)
    assert not view.decisions and view.kept(1, 1).confirmed_by == signed[1]


def test_another_result_than_the_list_is_asked_about(desk, phone):
    evening = drawn(desk)
    own = phone.slips.take(desk.slips.of(evening)[0].digits)
    play(phone, own.sheet, 3)
    numbers = desk.tournaments.view(evening).tournament.draws[0].tables[0]
    desk.tournaments.note_figures(evening, 1, 1, [
        Figures(number, 1, 0, 0) for number in numbers])
    meet(desk, phone)
    assert len(desk.tournaments.view(evening).decisions) == 1


def test_what_is_no_slip_and_no_result(desk, phone):
    evening = drawn(desk)
    slip = desk.slips.of(evening)[0]
    phone.slips.take(slip.digits)
    result = phone.slips.result(slip)
    rng = Random(5)
    packed = [slip.digits, result.digits]
    wrong = ["", "0", "1", "x", "٣", "9" * 2_999, "1" * 5_000, slip.digits[:-1], str(
        int.from_bytes(zlib.compress(b"[" * 8_000)))]
    wrong += [str(rng.randrange(10 ** rng.randrange(1, 700))) for _ in range(200)]
    wrong += ["".join([*digits[:at], str((int(digits[at]) + 1) % 10), *digits[at + 1:]])
              for digits in packed for at in rng.sample(range(len(digits)), 30)]
    for digits in [*wrong, result.digits]:
        with pytest.raises(Refused):
            Slip.read(digits)
    for digits in [*wrong, slip.digits]:
        with pytest.raises(Refused):
            Result.read(digits)
    for broken in (slip._replace(game="canasta"), slip._replace(date="yesterday"),
                   slip._replace(rules={"x": 1}), slip._replace(seats=slip.seats[:2]),
                   slip._replace(seats=slip.seats[:1] * 4), slip._replace(rules={"hands": [1]}),
                   slip._replace(seats=(slip.seats[0]._replace(name="\n"), *slip.seats[1:]))):
        other = book_of("other")
        with pytest.raises(Refused):
            other.slips.take(broken.digits)
        assert not other._store.everything()


def test_a_result_of_no_table_here(desk, phone):
    drawn(desk)
    other = book_of("other")
    slip = other.slips.of(drawn(other))[0]
    phone.slips.take(slip.digits)
    with pytest.raises(Refused):
        desk.slips.reported(phone.slips.result(slip))


def test_the_number_at_the_end_of_a_text():
    assert digits_in("https://club.example/pocket/#/result/0123\n") == "0123"
    assert digits_in(" 12 3\t4 ") == "1234" and not digits_in("https://x/") and not digits_in("")


def test_a_slip_is_small(desk):
    """The contract allows 1,200 bytes: 2,890 digits. Five with long names, in a QR code of 177 dots
    there would be room for 7,089."""
    evening = desk.tournaments.hold(DAY, SKAT, SKAT.rules(), Settings(
        name="Preisskat der Skatfreunde Altenburg 1887 e. V.", rounds=1, hands_at={5: 60}))
    for number in range(5):
        desk.tournaments.enter(evening, f"{number} Hans-Joachim von der Weiden-Oberhausen")
    desk.tournaments.draw(evening, Way.LOT, 1)
    slip = desk.slips.of(evening)[0]._replace(proof="A" * 22)
    assert len(slip.digits) < 1_000
    assert Slip.read(slip.digits) == slip
    assert json.loads(slip.document)["format"] == "scorepad/1"
