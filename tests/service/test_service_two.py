"""A hand that is written down follows the one that its typist saw last, or is refused."""

from datetime import date

import pytest

from scorepad.book.record import HandRecord
from scorepad.config import Settings
from scorepad.games.kalter_schlag import KALTER_SCHLAG, Ramsch
from scorepad.games.turnier import DOPPELKOPF
from scorepad.service import Refused, Service
from scorepad.service.appending import FIRST, ChangedMeanwhile, WrittenMeanwhile
from scorepad.service.book_in_use import WEEK, WINDOW
from scorepad.service.views import NewEvening
from scorepad.storage import Store
from tests.book.pages import NAMES, hand, loses
from tests.screens.conftest import FOUR, Table

ANNE, BERT, CEM = (hand(loses(name, 70)) for name in NAMES[:3])


def hands(service: Service, sheet: str) -> list[str]:
    return [line.record.stamp.id for line in service.sheet(sheet).score.lines]


def test_a_hand_that_follows_the_last_one_is_written(service, sheet):
    first = service.record(sheet, ANNE, FIRST)
    second = service.record(sheet, BERT, first)
    assert hands(service, sheet) == [first, second]
    third = service.record(sheet, CEM)  # where it does not matter what it follows
    assert hands(service, sheet) == [first, second, third]


def test_a_hand_is_judged_once_on_its_way_into_the_book(service, sheet, monkeypatch):
    """What was said of it before it was saved is what counts then."""
    judged, judge = [], type(KALTER_SCHLAG).judge
    monkeypatch.setattr(type(KALTER_SCHLAG), "judge", lambda game, hand, table: (
        judged.append(hand), judge(game, hand, table))[1])
    for each in (ANNE, BERT):
        service.record(sheet, each)
    assert judged == [ANNE, BERT]
    assert service.sheet(sheet).score.tally.totals == (70, 70, 0, 0)


def test_another_hand_that_stands_there_is_named_and_nothing_is_written(service, sheet):
    """Two have seen hand 1. Both write hand 2, and one of them goes on with hand 3."""
    first = service.record(sheet, ANNE)
    second = service.record(sheet, BERT, first)
    third = service.record(sheet, BERT, second)
    for after, number, there in ((FIRST, 1, ANNE), (first, 2, BERT), (second, 3, BERT)):
        with pytest.raises(WrittenMeanwhile) as refused:
            service.record(sheet, CEM, after)
        assert (refused.value.number, refused.value.hand.hand) == (number, there)
        assert str(refused.value.problems[0].message) == f"Hand {number} was just saved."
    assert hands(service, sheet) == [first, second, third]


def test_a_hand_after_one_that_was_undone_is_refused(service, sheet):
    first = service.record(sheet, ANNE)
    second = service.record(sheet, BERT)
    service.undo(sheet)
    with pytest.raises(WrittenMeanwhile) as refused:
        service.record(sheet, CEM, second)
    assert refused.value.hand is None
    assert str(refused.value.problems[0].message) == "The hand before this one was undone."
    service.redo(sheet)
    third = service.record(sheet, CEM, second)
    assert hands(service, sheet) == [first, second, third]


def test_a_hand_is_written_for_those_whom_its_page_showed_or_not_at_all(service, sheet):
    seen = service.sheet(sheet).next_hand
    service.name_dealer(sheet, 2)
    with pytest.raises(ChangedMeanwhile) as refused:
        service.record(sheet, ANNE, FIRST, seen=seen)
    assert str(refused.value) == "The seats, the dealer or the rules were changed in the meantime."
    seen = service.sheet(sheet).next_hand
    service.close_evening(service.sheet(sheet).evening)
    with pytest.raises(ChangedMeanwhile, match="The evening was ended in the meantime"):
        service.record(sheet, ANNE, FIRST, seen=seen)
    assert hands(service, sheet) == []
    service.reopen_evening(service.sheet(sheet).evening)
    own = service.record(sheet, ANNE, FIRST, seen=seen)
    assert hands(service, sheet) == [own]


def test_a_hand_of_somebody_whom_the_sheet_has_lost_is_refused():
    """Evi was seated after the backup that has become the book again: seed 60355."""
    before, later = (Service(Store.open("sqlite://")) for _ in "ab")
    sheet = before.open_sheet(NewEvening(date(2026, 11, 28)), DOPPELKOPF, NAMES)
    later.meetings.meet(before.meetings.exchange)
    later.seat_players(sheet, ["Evi", *NAMES[1:]])
    view = later.sheet(sheet)
    typed = DOPPELKOPF.read_hand({"augen": 100, "re": [NAMES[1], "Evi"]}, [*NAMES, "Evi"])
    with pytest.raises(ChangedMeanwhile):
        before.record(sheet, typed, FIRST, seen=view.next_hand)
    assert hands(before, sheet) == []


def test_a_hand_that_was_corrected_or_voided_is_still_the_same(service, sheet):
    first = service.record(sheet, ANNE)
    service.amend(sheet, first, service.sheet(sheet).score.lines[0].record._replace(hand=BERT))
    service.void(sheet, first)
    second = service.record(sheet, CEM, first)
    assert hands(service, sheet) == [first, second]


def test_a_hand_that_comes_in_between_on_the_way_to_the_disk_is_seen(tmp_path, monkeypatch):
    """The other program saves after this one has looked, and before it writes."""
    settings = Settings(tmp_path, f"sqlite:///{tmp_path / 'book.db'}", "de", "Anne")
    one, other = Service.open(settings), Service.open(settings)
    table = Table.of(one, KALTER_SCHLAG, FOUR)
    append, between = one._store.append_all, []

    def late(*given, **more):
        if not between:
            other.refresh()
            between.append(other.record(table.sheet, Ramsch((66, 54, 0, 0)), FIRST))
        return append(*given, **more)

    monkeypatch.setattr(one._store, "append_all", late)
    with pytest.raises(WrittenMeanwhile):
        one.record(table.sheet, Ramsch((54, 66, 0, 0)), FIRST)
    assert hands(one, table.sheet) == hands(other, table.sheet) == between
    one.close()
    other.close()


def test_a_hand_that_cannot_be_is_refused_all_the_same(service, sheet):
    with pytest.raises(Refused) as refused:
        service.record(sheet, Ramsch((66, 30, 22, 0)), FIRST)
    assert not isinstance(refused.value, WrittenMeanwhile)


def test_what_is_half_typed_is_kept_for_each_page_and_swept_after_a_week(service, monkeypatch):
    """Nothing of another sheet, even where its id begins alike; the window's stays."""
    drafts = service.drafts
    for sheet, page in (("s", "a"), ("s", "b"), ("s", WINDOW), ("s2", "a")):
        drafts.keep(sheet, page, {"draft": page})
    assert {page: kept["draft"] for page, kept in drafts.on("s").items()} == {
        "a": "a", "b": "b", WINDOW: WINDOW}
    drafts.keep("s", "b", None)
    assert set(drafts.on("s")) == {"a", WINDOW} and drafts.of("s", "b") is None
    drafts.sweep()
    assert set(drafts.on("s")) == {"a", WINDOW}
    later = drafts.of("s", "a")["at"] + WEEK + 1000
    monkeypatch.setattr("scorepad.service.book_in_use.now", lambda: later)
    drafts.keep("s", "c", {"draft": "c"})
    drafts.sweep()
    assert set(drafts.on("s")) == {"c", WINDOW} and not drafts.on("s2")


def test_of_what_is_half_typed_only_so_much_is_kept(service, monkeypatch):
    """The latest, and nothing that no hand can be; the window's stays."""
    monkeypatch.setattr("scorepad.service.book_in_use.MOST_DRAFTS", 3)
    monkeypatch.setattr("scorepad.service.book_in_use.SWEEP_EVERY", 7)
    drafts, time = service.drafts, [1_800_000_000_000]
    monkeypatch.setattr("scorepad.service.book_in_use.now", lambda: time[0])
    for page in (WINDOW, "a", "b", "c", "d", "e", "f"):
        time[0] += 1
        drafts.keep("s", page, {"draft": page})
    assert set(drafts.on("s")) == {WINDOW, "d", "e", "f"}
    drafts.keep("s", "f", {"draft": "x" * 70_000})
    assert drafts.of("s", "f")["draft"] == "f"


def test_a_hand_is_saved_with_the_end_of_its_draft_or_neither_is(
        service, sheet, monkeypatch):
    """A program that is killed after one and before the other would double the hand, or lose it."""
    for page in ("a", "b"):
        service.drafts.keep(sheet, page, {"draft": page})
    first = service.record(sheet, ANNE, FIRST, "a")
    assert set(service.drafts.on(sheet)) == {"b"}
    with pytest.raises(WrittenMeanwhile):
        service.record(sheet, ANNE, FIRST, "b")
    assert set(service.drafts.on(sheet)) == {"b"}
    home = type(service._store._home)
    monkeypatch.setattr(home, "glance", lambda _self: 1 / 0)  # right before the commit
    with pytest.raises(ZeroDivisionError):
        service.record(sheet, ANNE, first, "b")
    monkeypatch.undo()
    assert set(service.drafts.on(sheet)) == {"b"}
    service.amend(sheet, first, HandRecord(BERT), page="b")
    assert not service.drafts.on(sheet) and len(service.sheet(sheet).score.lines) == 1


def test_the_half_typed_hand_of_an_earlier_version_is_the_windows(service):
    service.keep("entry/s", {"draft": 1, "amending": None})
    assert service.drafts.of("s", WINDOW) == service.drafts.on("s")[WINDOW] \
        == {"draft": 1, "amending": None}
