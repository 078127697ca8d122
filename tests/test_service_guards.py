"""What nobody is offered on a screen, and what two people do at the same time."""

import pytest

from scorepad.book.record import HandRecord
from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.service import Refused, Service
from scorepad.service.views import NewEvening
from scorepad.storage import Store
from tests.book.pages import NAMES, A, B, C, hand, loses
from tests.conftest import DAY

ANNE = hand(loses("Anne", 70))


def test_the_record_of_a_sheet_is_what_was_recorded(service, store, sheet):
    service.record(sheet, ANNE)
    service.name_dealer(sheet, C)
    record = service.sheet(sheet).score.record
    assert ([each.hand for each in record.hands], record.next_dealer) == ([ANNE], C)
    assert service.sheet(sheet) == Service(store).sheet(sheet)


def test_what_is_not_there_is_asked_for_in_vain_and_nothing_is_written(service, store, sheet):
    own = service.record(sheet, ANNE)
    before = store.everything()
    for ask in (lambda: service.close_evening("x"), lambda: service.reopen_evening("x"),
                lambda: service.people.rename("x", "Emil"), lambda: service.sheet("x"),
                lambda: service.amend(sheet, "x", HandRecord(ANNE)),
                lambda: service.name_dealer(sheet, 4)):
        with pytest.raises(KeyError):
            ask()
    with pytest.raises(Refused) as refused:
        service.amend(sheet, own, HandRecord(ANNE, seats=(A, B)))
    assert refused.value.problems[0].place == ("players",)
    assert store.everything() == before


def test_two_who_name_the_same_new_player_add_one(tmp_path):
    url = f"sqlite:///{tmp_path / 'book.db'}"
    one, other = Service(Store.open(url), "Anne"), Service(Store.open(url), "Bert")
    first = one.open_sheet(NewEvening(DAY), KALTER_SCHLAG, NAMES)
    second = other.open_sheet(NewEvening(DAY), KALTER_SCHLAG, NAMES)
    assert one.sheet(first).players == one.sheet(second).players
    assert one.players() == list(NAMES)
    one.close()
    other.close()


def test_what_changes_nothing_is_not_written(service, store, sheet):
    own = service.record(sheet, ANNE)
    written = len(store.everything())
    service.amend(sheet, own, service.sheet(sheet).score.lines[0].record)
    service.restore(sheet, own)
    assert len(store.everything()) == written
    service.void(sheet, own)
    service.void(sheet, own)
    assert len(store.everything()) == written + 1


@pytest.mark.parametrize("place", ["bei\nAnne", "x" * 501])
def test_a_place_that_no_file_could_carry_is_refused(service, store, place):
    written = len(store.everything())
    with pytest.raises(Refused):
        service.open_sheet(NewEvening(DAY, place), KALTER_SCHLAG, NAMES)
    assert len(store.everything()) == written
