"""Who is called by nothing that can be seen is nobody: wherever names are taken, in one way."""

import json
import unicodedata
from datetime import date

import pytest

from scorepad import document
from scorepad.book.facts import Entry, PlayerAdded
from scorepad.book.names import composed, fault_of_name
from scorepad.games.game import Unreadable
from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.service import Refused, Service
from scorepad.service.rescue import rescue
from scorepad.service.roles import new_id
from scorepad.service.views import NewEvening
from scorepad.storage import Store
from tests.book.pages import NAMES
from tests.documents import changed

UNSEEN = {
    "Hangul filler": "\u3164", "halfwidth Hangul filler": "\uffa0", "Hangul Jamo": "\u115f\u1160",
    "Braille without a dot": "\u2800\u2800", "a mark alone": "\u0301", "many marks": "\u0323\u0308",
    "a variation selector": "\ufe0f", "an enclosing mark": "\u20dd", "a joiner": "\u034f",
    "a Mongolian selector": "\u180b", "Khmer vowels that are none": "\u17b4\u17b5",
    "selectors beyond the first plane": "\U000e0100", "a note without a head": "\U0001d159",
    "fillers with a space between": "\u3164 \u2800",
}
TOLD = "has nothing visible in it"
SEEN = ("A", "7", "李", "محمد", "😀", "❤\ufe0f", "é", "e\u0301", "-", "†", "\u3164A", "가", "⠁")


@pytest.mark.parametrize("name", UNSEEN.values(), ids=UNSEEN)
def test_a_name_of_nothing_is_refused_everywhere(name):
    assert str(fault_of_name(name)) == TOLD
    with pytest.raises(Unreadable) as unreadable:
        document.read(json.dumps(changed("evenings.0.sheets.0.players.2", name)).encode())
    assert [str(each.message) for each in unreadable.value.problems] == [TOLD]
    service = Service(Store.open("sqlite://"), "Anne")
    for names, evening, place in (
            ([*NAMES[:3], name], NewEvening(date(2026, 11, 20)), ("players", 3)),
            (NAMES, NewEvening(date(2026, 11, 20), name), ("place",))):
        with pytest.raises(Refused) as refused:
            service.open_sheet(evening, KALTER_SCHLAG, names)
        assert [(each.place, str(each.message)) for each in refused.value.problems] \
            == [(place, TOLD)]


@pytest.mark.parametrize("name", SEEN)
def test_a_name_of_something_is_one(name):
    assert fault_of_name(name) is None


def test_no_sign_of_unicode_that_only_joins_or_marks_is_a_name():
    """Every one by itself; those that cannot be printed are refused for that."""
    for sign in map(chr, range(0x110000)):
        if unicodedata.category(sign)[0] in "MZC":
            assert fault_of_name(sign) is not None, hex(ord(sign))


def test_who_is_in_the_book_with_such_a_name_stays_and_can_be_renamed(tmp_path):
    place = tmp_path / "book.db"
    store = Store.open(f"sqlite:///{place}")
    store.append_all([(Entry(new_id(), PlayerAdded("p", "\u3164"), 1, "Anne"), None)])
    service = Service(store, "Anne")
    sheet = service.open_sheet(NewEvening(date(2026, 11, 20)), KALTER_SCHLAG, NAMES)
    assert service.sheet(sheet).score and "?" in [person.name for person in service.people.all()]
    rescued = rescue(place)
    assert document.read(rescued.text.encode()).players == (*["Unknown 1"], *NAMES)
    service.close()


@pytest.mark.parametrize(("written", "name"), [
    ("o\u0308" * 60, "\u00f6" * 60), ("e\u0302\u0301" * 60, "\u1ebf" * 60),
    ("a\u0308\u0323" * 20 + "b", "\u1ea1\u0308" * 20 + "b")])
def test_a_letter_with_marks_is_one_however_long_the_name(written: str, name: str):
    assert composed(written) == name


def test_a_heap_of_marks_is_not_put_in_order():
    heap = "a" + "\u0308\u0323" * 100
    assert composed(heap) == heap
