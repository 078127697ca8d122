"""The writer of one list: what this role may, what it may not, and until when."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from scorepad.book import facts
from scorepad.games.skat import SKAT
from scorepad.games.skat.hand import Eingepasst
from scorepad.i18n.words import Words
from scorepad.service import Service
from scorepad.service.roles import NotAllowed, OneList, Owner, Refused, Role
from scorepad.service.telling import choices
from scorepad.service.tournament_view import Transfer
from scorepad.service.views import NewEvening
from scorepad.storage import Store
from scorepad.tournament.facts import Settings, TournamentSigned, TournamentUndone, Way
from tests.conftest import DAY
from tests.service.test_said_apart import book_of, meet
from tests.service.test_tournaments import figures, play

EIGHT = ("Anne", "Bert", "Cem", "Dora", "Emil", "Frida", "Gerry", "Hans")

PASSED = Eingepasst(True)


class AtTable:
    """A tournament of two tables in its first round, whose lists have begun with a hand; service:
    as the phone at the first table uses it."""

    def __init__(self, desk: Service | None = None) -> None:
        self.desk = desk or Service(Store.open("sqlite://"), "desk")
        self.evening = self.desk.tournaments.hold(DAY, SKAT, SKAT.rules(), Settings(
            name="Preisskat", rounds=2, hands_at={4: 4}))
        for name in EIGHT:
            self.desk.tournaments.enter(self.evening, name)
        self.desk.tournaments.draw(self.evening, Way.LOT, 7)
        self.own, self.other = self.desk.tournaments.written_now()
        self.sheets = [self.desk.tournaments.begin_list(self.evening, 1, table) for table in (1, 2)]
        self.hands = [self.desk.record(sheet, PASSED) for sheet in self.sheets]
        self.service = self.phone(self.own)
        self.numbers = self.desk.tournaments.view(self.evening).tournament.draws[0].tables[0]

    def phone(self, own: OneList | None) -> Service:
        return self.desk.used_by(Owner("Table 1", Role.LIST, own_list=own))

    def line(self, table: int = 0) -> Any:
        return self.desk.sheet(self.sheets[table]).score.lines[0].record


Act = Callable[[AtTable], object]

MAY: dict[str, Act] = {
    "a hand": lambda at: at.service.record(at.sheets[0], PASSED),
    "a correction": lambda at: at.service.amend(
        at.sheets[0], at.hands[0], at.line()._replace(dealer=2)),
    "a hand voided": lambda at: at.service.void(at.sheets[0], at.hands[0]),
    "an undo": lambda at: at.service.undo(at.sheets[0]),
    "a draft": lambda at: at.service.drafts.keep(at.sheets[0], "page", {"x": 1}),
    "the list begun again": lambda at: at.service.tournaments.begin_list(*at.own[:3]),
    "who wrote, and who confirms": lambda at: at.service.tournaments.sign(
        *at.own[:3], at.numbers[0], at.numbers[1]),
}

MAY_NOT: dict[str, Act] = {
    "a hand of another table": lambda at: at.service.record(at.sheets[1], PASSED),
    "a correction there": lambda at: at.service.amend(
        at.sheets[1], at.hands[1], at.line(1)._replace(dealer=2)),
    "a hand voided there": lambda at: at.service.void(at.sheets[1], at.hands[1]),
    "an undo there": lambda at: at.service.undo(at.sheets[1]),
    "a draft there": lambda at: at.service.drafts.keep(at.sheets[1], "page", {"x": 1}),
    "another table confirmed": lambda at: at.service.tournaments.sign(*at.other[:3], None, None),
    "another round confirmed": lambda at: at.service._book.write(
        TournamentSigned(at.evening, 2, 1, None, None)),
    "seats": lambda at: at.service.seat_players(
        at.sheets[0], at.desk.sheet(at.sheets[0]).score.record.names[::-1]),
    "other rules": lambda at: at.service.change_rules(at.sheets[0], SKAT.rules(hands=5)),
    "the end of a match": lambda at: at.service._book.step(facts.MatchEnded(at.sheets[0])),
    "an agreement": lambda at: at.service.agreements.say(at.sheets[0], "Geber mischt"),
    "a sheet": lambda at: at.service.open_sheet(at.evening, SKAT, EIGHT[:4]),
    "an evening": lambda at: at.service.open_sheet(NewEvening(DAY), SKAT, EIGHT[:4]),
    "the end of the evening": lambda at: at.service.close_evening(at.evening),
    "a payment": lambda at: at.service.pay(at.evening, "Anne", "Bert", 100, "EUR"),
    "stars": lambda at: at.service.club.note(at.evening, "Anne", "kasten"),
    "somebody new": lambda at: at.service.people.add("Zoe"),
    "somebody entered": lambda at: at.service.tournaments.enter(at.evening, "Zoe"),
    "the next draw": lambda at: at.service.tournaments.draw(at.evening, Way.LOT),
    "the draw taken back": lambda at: at.service._book.write(TournamentUndone(
        at.evening, at.desk.tournaments.view(at.evening).read.last)),
    "figures": lambda at: at.service.tournaments.note_figures(
        at.evening, 1, 1, figures(at.desk, at.evening, 1, 1, 100)),
    "its table locked": lambda at: at.service.tournaments.lock(*at.own[:3], locked=True),
    "a penalty": lambda at: at.service.tournaments.penalize(at.evening, 1, at.numbers[0], -50),
    "somebody who plays on": lambda at: at.service.tournaments.replace(
        at.evening, at.numbers[0], 1, 2, "Zoe"),
    "money": lambda at: at.service.tournaments.hand_over(
        at.evening, Transfer(at.numbers[0], None, 100)),
    "a setting of the device": lambda at: at.service.keep("currency", "CHF"),
    "a backup": lambda at: at.service.safety.back_up(),
}


def written(service: Service) -> list[str]:
    return [entry.id for entry in service._store.everything()]


def refused(at: AtTable, act: Act) -> None:
    before = written(at.desk), at.desk.drafts.written
    with pytest.raises(NotAllowed) as fault:
        act(at)
    assert str(fault.value.problems[0].message).startswith(
        "This device only writes the list of one table, until its round is over.")
    assert (written(at.desk), at.desk.drafts.written) == before


@pytest.mark.parametrize("act", MAY.values(), ids=MAY)
def test_what_it_may(act: Act):
    act(AtTable())


@pytest.mark.parametrize("act", MAY_NOT.values(), ids=MAY_NOT)
def test_what_it_may_not(act: Act):
    refused(AtTable(), act)


@pytest.mark.parametrize("act", MAY.values(), ids=MAY)
@pytest.mark.parametrize("end", ["drawn", "closed", "anew", "unnamed"])
def test_after_its_round(end: str, act: Act):
    """The next round was drawn, the evening closed, the round drawn otherwise; or no list is named.
    """
    at = AtTable()
    if end == "unnamed":
        at.service = at.phone(None)
    elif end == "closed":
        at.desk.close_evening(at.evening)
    else:
        if end == "anew":
            for sheet in at.sheets:
                at.desk.undo(sheet)
            at.desk.tournaments.take_back_draw(at.evening)
        at.desk.tournaments.draw(at.evening, Way.LOT, 8)
    before = written(at.desk)
    if act in (MAY["a hand"], MAY["who wrote, and who confirms"], MAY["a draft"]):
        refused(at, act)
    with suppress(NotAllowed, LookupError):  # as some find nothing there any more
        act(at)
    assert written(at.desk) == before
    assert end == "unnamed" or at.service.sheet(at.sheets[0]).closed


def test_a_locked_table():
    """Its phone writes nothing until it is unlocked, the desk no more hands; the other table goes
    on. What the phone's own book brings meanwhile comes later."""
    at, other = AtTable(book_of("desk")), book_of("phone")
    tournaments = at.desk.tournaments
    other.meetings.meet(at.service.meetings.exchange)
    tournaments.lock(*at.own[:3], locked=True)
    assert str(tournaments.why_not(at.own)) == "The desk has locked this table."
    assert tournaments.why_not(at.other) is None
    before = written(at.desk)
    for act in MAY.values():
        with suppress(Refused):
            act(at)
    with pytest.raises(Refused, match="locked"):
        at.desk.record(at.sheets[0], PASSED)
    assert written(at.desk) == before
    at.desk.record(at.sheets[1], PASSED)
    other.record(at.sheets[0], PASSED)
    for unlocked in (False, True):
        if unlocked:
            assert tournaments.undo(at.evening)
        met = other.meetings.meet(at.service.meetings.exchange)
        assert bool(met.refused_there) is not unlocked
        assert len(at.desk.sheet(at.sheets[0]).score.lines) == 1 + unlocked
    at.service.record(at.sheets[0], PASSED)
    tournaments.lock(*at.own[:3], locked=True)
    tournaments.lock(*at.own[:3], locked=False)
    at.service.record(at.sheets[0], PASSED)
    tournaments.draw(at.evening, Way.LOT, 8)
    assert str(tournaments.why_not(at.own)).startswith("This round is over.")


def test_a_table_that_two_have_locked_and_unlocked_is_asked_about():
    desk, other = book_of("desk"), book_of("other")
    at = AtTable(desk)
    meet(desk, other)
    desk.tournaments.lock(*at.own[:3], locked=True)
    other.tournaments.lock(*at.own[:3], locked=True)
    meet(desk, other)
    assert not desk.tournaments.view(at.evening).decisions
    desk.tournaments.lock(*at.own[:3], locked=False)
    other.tournaments.lock(*at.own[:3], locked=True)
    meet(desk, other)
    [decision] = desk.tournaments.view(at.evening).decisions
    assert {choice.label for choice in choices(decision, Words("en"))} == {
        "Not locked · desk", "Locked · other"}


def test_a_list_begins_as_it_was_drawn():
    at = AtTable()
    at.desk.tournaments.draw(at.evening, Way.LOT, 8)
    own = at.desk.tournaments.written_now()[0]
    phone = at.phone(own)
    made = at.desk.tournaments.view(at.evening)
    for changed in ({"players": tuple([*made.read.players.values()][:4])[::-1]},
                    {"rules": SKAT.rules(hands=5)}, {"stake": 100}, {"first_dealer": 1}):
        fact = facts.SheetOpened(own.sheet, at.evening, SKAT, tuple([
            made.read.players[number] for number in made.tournament.draws[1].tables[0]]), 0,
            SKAT.rules(hands=4))
        with pytest.raises(NotAllowed):
            phone._book.write(fact.__class__(**{**vars(fact), **changed}))
    assert phone.tournaments.begin_list(*own[:3]) == own.sheet
    play(phone, own.sheet, 4)
    assert at.desk.tournaments.is_complete(own)


def test_a_round_that_another_program_draws_meanwhile(tmp_path: Path):
    """The right ends in the very moment, though this program has not looked since."""
    place = f"sqlite:///{tmp_path / 'book.db'}"
    at = AtTable(Service(Store.open(place), "desk"))
    here = Service(Store.open(place), "other").used_by(Owner("T", Role.LIST, own_list=at.own))
    here.record(at.sheets[0], PASSED)
    at.desk.tournaments.draw(at.evening, Way.LOT, 8)
    with pytest.raises(NotAllowed):
        here.record(at.sheets[0], PASSED)
    assert len(at.desk.sheet(at.sheets[0]).score.lines) == 2


# --- a book of its own ----------------------------------------------------------------------------


def test_a_list_that_comes_after_its_round_is_over():
    """It counts, as long as the desk does not have all of it; then nothing is changed any more. On
    the desk's pages nothing is written late, and no other list."""
    at, other = AtTable(book_of("desk")), book_of("phone")
    other.meetings.meet(at.service.meetings.exchange)
    play(other, at.sheets[0], 2)
    other.record(at.sheets[1], PASSED)
    at.desk.tournaments.draw(at.evening, Way.LOT, 8)
    met = other.meetings.meet(at.service.meetings.exchange)
    assert met.refused_there == 1
    assert [len(at.desk.sheet(sheet).score.lines) for sheet in at.sheets] == [3, 1]
    with pytest.raises(NotAllowed):
        at.service.record(at.sheets[0], PASSED)
    other = book_of("other")
    other.meetings.meet(at.service.meetings.exchange)
    play(other, at.sheets[0], 1)
    other.meetings.meet(at.service.meetings.exchange)
    view = at.desk.tournaments.view(at.evening)
    assert (1, 1) not in view.standing.open and not view.decisions
    before = view.standing.tables[0][0]
    hand = other.sheet(at.sheets[0]).score.lines[1].record
    other.void(at.sheets[0], hand.stamp.id)
    met = other.meetings.meet(at.service.meetings.exchange)
    assert met.refused_there == 1 and at.desk.tournaments.view(
        at.evening).standing.tables[0][0] == before


@pytest.mark.parametrize("end", ["locked", "figures", "anew"])
def test_a_list_that_comes_otherwise_than_late(end: str):
    """Its table is locked, or was drawn anew; or the desk has figures of it, and asks."""
    at, other = AtTable(book_of("desk")), book_of("phone")
    at.desk.undo(at.sheets[0])
    at.desk.undo(at.sheets[1])
    other.meetings.meet(at.service.meetings.exchange)
    play(other, at.sheets[0], 1)
    if end == "anew":
        at.desk.tournaments.take_back_draw(at.evening)
        at.desk.tournaments.draw(at.evening, Way.LOT, 8)
    elif end == "locked":
        at.desk.tournaments.lock(*at.own[:3], locked=True)
    if end != "figures":
        assert other.meetings.meet(at.service.meetings.exchange).refused_there
        return
    at.desk.tournaments.note_figures(at.evening, 1, 1, figures(at.desk, at.evening, 1, 1, 50))
    at.desk.tournaments.draw(at.evening, Way.LOT, 8)
    assert not other.meetings.meet(at.service.meetings.exchange).refused_there
    assert len(at.desk.tournaments.view(at.evening).decisions) == 1  # hands or figures


def test_what_its_own_book_brings_and_sees():
    """The club and its evening come; of what it brings, its list counts."""
    at, other = AtTable(book_of("desk")), book_of("phone")
    secret = at.desk.open_sheet(NewEvening(DAY, "Altona"), SKAT, EIGHT[:4])
    meet_as = at.phone(at.own)
    other.meetings.meet(meet_as.meetings.exchange)
    assert [card.id for card in other.evenings()] == [at.evening]
    with pytest.raises(KeyError):
        other.sheet(secret)
    other.record(at.sheets[0], PASSED)
    other.record(at.sheets[1], PASSED)
    other.people.add("Zoe")
    met = other.meetings.meet(meet_as.meetings.exchange)
    assert met.refused_there == 2
    assert [len(at.desk.sheet(sheet).score.lines) for sheet in at.sheets] == [2, 1]
    assert "Zoe" not in at.desk.people.names().values()
    meet(at.desk, other)  # a host brings it
    assert [len(at.desk.sheet(sheet).score.lines) for sheet in at.sheets] == [2, 2]


def test_what_was_written_after_what_is_not_its_own_waits_for_it():
    """An entry names those before it, which no book can leave out. What somebody else has written,
    who knew nothing of that, comes in at once; the rest as soon as its predecessor has."""
    at, phone, other = AtTable(book_of("desk")), book_of("phone"), book_of("other")
    meet_as = at.phone(at.own)
    for each in (phone, other):
        each.meetings.meet(meet_as.meetings.exchange)
    phone.record(at.sheets[1], PASSED)  # of the other table, by mistake
    phone.record(at.sheets[0], PASSED)
    other.record(at.sheets[0], PASSED)
    phone.meetings.meet(other.meetings.exchange)
    met = phone.meetings.meet(meet_as.meetings.exchange)
    assert (met.sent, met.refused_there) == (1, 2)
    assert [len(at.desk.sheet(sheet).score.lines) for sheet in at.sheets] == [2, 1]
    other.meetings.meet(at.phone(at.other).meetings.exchange)  # the phone of that table
    met = phone.meetings.meet(meet_as.meetings.exchange)
    assert (met.sent, met.refused_there) == (1, 0)
    assert sorted(written(at.desk)) == sorted(written(phone))
