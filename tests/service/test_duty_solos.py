"""A tournament of Doppelkopf in which everybody owes a solo: no list ends without them."""

import pytest

from scorepad.games.turnier import DOPPELKOPF
from scorepad.service import Refused
from scorepad.tournament.facts import Settings, Way
from tests.conftest import DAY
from tests.service.test_said_apart import book_of

FOUR = ("Anne", "Bert", "Cem", "Dora")


def hand(service, sheet, re, spiel="normal", **more):
    """A hand that Re wins with 130 Augen."""
    names = service.sheet(sheet).score.record.names
    return DOPPELKOPF.read_hand({"spiel": spiel, "re": re, "augen": 130, **more}, names)


@pytest.fixture
def desk():
    return book_of("desk")


@pytest.fixture
def evening(desk):
    """One table, six hands, one solo for each of the four: two hands are free."""
    evening = desk.tournaments.hold(DAY, DOPPELKOPF, DOPPELKOPF.rules(pflichtsolo=1), Settings(
        name="Doko", rounds=1, hands_at={4: 6}))
    for name in FOUR:
        desk.tournaments.enter(evening, name)
    desk.tournaments.draw(evening, Way.LOT, 1)
    return evening


def test_a_list_ends_with_no_solo_owed(desk, evening):
    sheet = desk.tournaments.begin_list(evening, 1, 1)
    names = desk.sheet(sheet).score.record.names
    for _ in range(2):
        desk.record(sheet, hand(desk, sheet, [*names[:2]]))
    for soloist in names:
        with pytest.raises(Refused, match="must play a solo now"):
            desk.record(sheet, hand(desk, sheet, [*names[:2]]))
        with pytest.raises(Refused, match="must play a solo now"):  # his own, of his free will
            desk.record(sheet, hand(desk, sheet, [soloist], "damen-solo"))
        desk.record(sheet, hand(desk, sheet, [soloist], "damen-solo", pflicht=True,
                                vorgefuehrt=True))
    [[table]] = desk.tournaments.view(evening).standing.tables
    assert (table.hands, table.over, table.owed) == (6, True, ())


def test_a_sheet_that_is_no_list_asks_and_does_not_refuse(desk, evening):
    sheet = desk.open_sheet(evening, DOPPELKOPF, FOUR, rules=DOPPELKOPF.rules(
        pflichtsolo=1, hands=1))
    desk.record(sheet, hand(desk, sheet, ["Anne", "Bert"]))
    assert desk.sheet(sheet).score.over


def test_a_list_that_the_desk_ends_names_who_owes_a_solo(desk, evening):
    sheet = desk.tournaments.begin_list(evening, 1, 1)
    names = desk.sheet(sheet).score.record.names
    desk.record(sheet, hand(desk, sheet, [names[0]], "damen-solo", pflicht=True))
    desk.end_match(sheet)
    view = desk.tournaments.view(evening)
    [[table]] = view.standing.tables
    assert table.over and [view.tournament.by_number[number].name for number in table.owed] == [
        *names[1:]]
