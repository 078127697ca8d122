"""What nobody is offered on a screen, and what two people do at the same time."""

import pytest

from scorepad.book.record import HandRecord
from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG
from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.games.schieberamsch import SCHIEBERAMSCH
from scorepad.service import Refused, Service
from scorepad.service.appending import ChangedMeanwhile
from scorepad.service.open_book import OpenBook
from scorepad.service.safety import Picked
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


@pytest.fixture
def two(tmp_path):
    """Anne's program and Bert's on one book, a sheet, and a hand that both have before them."""
    url = f"sqlite:///{tmp_path / 'book.db'}"
    anne, bert = Service(Store.open(url), "Anne"), Service(Store.open(url), "Bert")
    sheet = anne.open_sheet(NewEvening(DAY), KALTER_SCHLAG, NAMES)
    own = anne.record(sheet, ANNE)
    bert.refresh()
    yield anne, bert, sheet, own
    anne.close()
    bert.close()


def loser(augen):
    """Anne has lost with so many Augen."""
    return HandRecord(hand(loses("Anne", augen)))


def hands_of(service, sheet):
    service.refresh()
    return [line.record.hand for line in service.sheet(sheet).score.lines]


def told(service, *correction):
    """With which sentence a correction comes too late."""
    with pytest.raises(ChangedMeanwhile) as refused:
        service.amend(*correction)
    return str(refused.value.problems[0].message)


def test_of_two_who_correct_the_same_hand_the_second_is_told(two):
    anne, bert, sheet, own = two
    of_anne, of_bert = anne.version(sheet, own), bert.version(sheet, own)
    bert.amend(sheet, own, loser(80), of_bert)
    assert told(anne, sheet, own, loser(90), of_anne) == (
        "Bert has changed this hand in the meantime. This is how it is now.")
    assert hands_of(anne, sheet) == hands_of(bert, sheet) == [loser(80).hand]
    anne.amend(sheet, own, loser(90), anne.version(sheet, own))
    assert hands_of(bert, sheet) == [loser(90).hand]


def test_a_correction_that_was_undone_is_in_nobodys_way(two):
    anne, bert, sheet, own = two
    seen = anne.version(sheet, own)
    bert.amend(sheet, own, loser(80), seen)
    bert.undo(sheet)
    anne.amend(sheet, own, loser(90), seen)
    assert hands_of(bert, sheet) == [loser(90).hand]


def test_whoever_corrects_what_was_voided_or_undone_meanwhile_is_told(two):
    anne, bert, sheet, own = two
    seen = anne.version(sheet, own)
    bert.void(sheet, own)
    assert "Bert has changed this hand" in told(anne, sheet, own, loser(90), seen)
    bert.undo(sheet)
    bert.undo(sheet)
    assert told(anne, sheet, own, loser(90), seen) == "This hand is no longer on the sheet."
    assert hands_of(bert, sheet) == []


def test_another_hand_that_came_meanwhile_is_in_no_corrections_way(two):
    anne, bert, sheet, own = two
    seen = anne.version(sheet, own)
    bert.record(sheet, loser(66).hand)
    anne.amend(sheet, own, loser(90), seen)
    assert hands_of(bert, sheet) == [loser(90).hand, loser(66).hand]


def test_a_hand_is_looked_at_again_after_what_somebody_else_wrote(tmp_path):
    """Bert has ended the match: there is no next one."""
    url = f"sqlite:///{tmp_path / 'book.db'}"
    anne, bert = Service(Store.open(url), "Anne"), Service(Store.open(url), "Bert")
    sheet = anne.open_sheet(NewEvening(DAY), SCHIEBERAMSCH, NAMES[:3])
    ramsch = SCHIEBERAMSCH.read_hand({"augen": {"Anne": 70, "Bert": 30, "Cem": 20}}, NAMES[:3])
    bert.refresh()
    bert.record(sheet, ramsch)
    anne.refresh()
    bert.end_match(sheet)
    with pytest.raises(Refused):
        anne.record(sheet, ramsch)
    assert len(hands_of(bert, sheet)) == 1
    anne.close()
    bert.close()


def test_what_another_goes_on_with_is_taken_in_and_everything_else_is_read_again(
        two, tmp_path, monkeypatch):
    """Hands, corrections, undone steps: the book itself is not read. A new name, a new sheet and
    another book in the place of this one: it is. Both always see the same."""
    anne, bert, sheet, own = two
    bert.sheet(sheet)
    anne.safety.back_up_to(tmp_path / "before.db")
    again = []
    read = OpenBook._read
    monkeypatch.setattr(OpenBook, "_read", lambda self: (again.append(self), read(self)))

    def after(act):
        """How often Bert's program read all of the book, because Anne's did something."""
        again.clear()
        act()
        assert bert.sheet(sheet) == Service(bert._store).sheet(sheet) == anne.sheet(sheet)
        again.pop()  # the new one just now
        return again.count(bert._book)

    assert after(lambda: anne.record(sheet, ANNE)) == 0
    assert after(lambda: bert.record(sheet, ANNE)) == 0
    assert after(lambda: anne.amend(sheet, own, loser(80))) == 0
    assert after(lambda: anne.undo(sheet)) == 0
    assert after(lambda: anne.name_dealer(sheet, C)) == 0
    assert after(lambda: anne.void(sheet, own)) == 0
    assert after(lambda: anne.open_sheet(NewEvening(DAY), KALTER_SCHLAG, NAMES)) == 1
    assert after(lambda: anne.safety.restore(Picked.at(tmp_path / "before.db"))) == 1
    assert len(hands_of(bert, sheet)) == 1
    assert after(lambda: anne.record(sheet, ANNE)) == 0


def test_somebody_sits_down_while_another_adds_a_name(two, monkeypatch):
    """Anne's new name makes Bert's program read everything again between looking and writing."""
    anne, bert, _sheet, _own = two
    sheet = anne.open_sheet(NewEvening(DAY), DOPPELKOPF_ALTENBURG, NAMES)
    bert.sheet(sheet)
    append_all = bert._store.append_all

    def after_anne(*entries, **more):
        if "Fritz" not in anne.players():
            anne.people.add("Fritz")
        return append_all(*entries, **more)

    monkeypatch.setattr(bert._store, "append_all", after_anne)
    bert.seat_players(sheet, [*NAMES, "Emil"])
    for service in (anne, bert):
        table = service.sheet(sheet).score.next.table
        assert [table.names[seat] for seat in table.seats] == [*NAMES, "Emil"]


def test_what_was_read_with_its_sheet_before_it_was_noticed_is_not_taken_in_twice(two):
    anne, bert, sheet, _own = two
    anne.record(sheet, loser(80).hand)
    bert._book.sheets.clear()
    assert [each.hand for each in bert._book.sheet(sheet).hands] == [ANNE, loser(80).hand]
    assert hands_of(bert, sheet) == [ANNE, loser(80).hand]


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
