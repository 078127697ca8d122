"""Who in a file is who in the book: by the ids that an export carries, else by name."""

import json

import pytest

from scorepad import document
from scorepad.games.game import Unreadable
from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.service import Service
from scorepad.service.safety import Counts
from scorepad.service.views import NewEvening
from scorepad.storage import Store
from tests.book.pages import NAMES, hand, loses
from tests.conftest import DAY
from tests.taking import take


@pytest.fixture
def other():
    service = Service(Store.open("sqlite://"), "Bert")
    yield service
    service.close()


def file_of(service, **changes):
    """An export, as a file; changes: what `club` says otherwise."""
    raw = json.loads(document.write(service.export()))
    raw["club"] = {key: value for key, value in (raw["club"] | changes).items()
                   if value is not None}
    return raw


def named(service, name):
    return service.people._book.current().people.ids[name]


def names_on(service, sheet):
    return service.sheet(sheet).score.record.names


def test_a_renamed_player_is_the_same_one_when_the_file_comes_back(service, sheet, other):
    service.record(sheet, hand(loses("Anne", 66)))
    before = file_of(service)
    service.people.rename(named(service, "Anne"), "Anna")
    assert not take(service, before).coming and names_on(service, sheet)[0] == "Anna"
    take(other, before)  # and in another book, which calls her Anne
    other.record(sheet, hand(loses("Bert", 66)))
    assert take(service, file_of(other)).new == Counts(hands=1)
    assert not take(other, file_of(service)).new.hands
    assert (names_on(service, sheet)[0], names_on(other, sheet)[0]) == ("Anna", "Anne")


def test_two_who_have_swapped_their_names_are_who_they_are(service, sheet, other):
    take(other, file_of(service))
    anne, bert = named(service, "Anne"), named(service, "Bert")
    for player, name in ((anne, "Annabert"), (bert, "Anne"), (anne, "Bert")):
        service.people.rename(player, name)
    assert names_on(service, sheet) == ("Bert", "Anne", "Cem", "Dora")
    service.record(sheet, hand(loses("Bert", 66)))  # the second seat, who is Anne here now
    assert take(other, file_of(service)).new == Counts(hands=1)
    score = other.sheet(sheet).score
    assert score.record.names == NAMES and score.lines[0].points == (0, 70, 0, 0)


def test_a_new_bert_does_not_get_the_evening_of_another(service, sheet, other):
    service.record(sheet, hand(loses("Bert", 66)))
    mine = other.people.add("Bert")
    [newcomer] = take(other, file_of(service)).newcomers
    assert str(newcomer.question) == "Bert was added in both books: is this one person?"
    assert names_on(other, sheet) == ("Anne", "Bert (2)", "Cem", "Dora")
    assert next(each for each in other.people.all() if each.id == mine).evenings == 0
    assert not take(other, file_of(service)).coming
    back = take(service, file_of(other))  # where the number means nobody else
    assert (back.new, back.newcomers) == (Counts(players=1), [])  # that was asked there
    assert names_on(service, sheet) == NAMES
    other.people.merge(named(other, "Bert (2)"), mine)
    assert names_on(other, sheet) == NAMES
    assert not take(other, file_of(service)).coming


def test_who_exchanged_files_before_they_had_ids_is_the_same(service, sheet, other):
    """Both books have Anne to Dora under ids of their own, at the seats of one sheet."""
    for name in NAMES:
        other.people.add(name)
    take(other, file_of(service, people=None))
    assert named(other, "Anne") != named(service, "Anne")
    assert not take(other, file_of(service)).coming
    service.open_sheet(NewEvening(DAY, "Barmbek"), KALTER_SCHLAG, NAMES)
    assert take(other, file_of(service)).new == Counts(evenings=1, sheets=1)
    assert len(other.people.all()) == 4


def test_who_was_deleted_stays_so_unless_he_plays(service, sheet):
    emil = service.people.add("Emil")
    before = file_of(service)
    service.people.delete(emil)
    assert not take(service, before).coming
    assert "Emil" not in service.players()
    before["evenings"].append({"date": "2026-11-21", "sheets": [
        {"game": "kalter-schlag", "players": ["Emil", *NAMES[1:]]}]})
    take(service, before)
    assert named(service, "Emil") == emil


def test_without_ids_a_new_player_is_the_same_in_every_book(service, other):
    raw = {"format": "scorepad/1", "evenings": [
        {"date": "2026-11-20", "sheets": [
            {"game": "kalter-schlag", "players": list(NAMES)}]}]}
    take(service, raw)
    take(other, raw)
    assert named(service, "Anne") == named(other, "Anne")
    service.people.rename(named(service, "Anne"), "Anna")
    assert not take(service, raw).coming


# --- two spellings of one person ------------------------------------------------------------------


@pytest.fixture
def spelt(service, sheet):
    """A second evening, at which Anne is called Annna."""
    service.record(sheet, hand(loses("Anne", 66)))
    spelt = service.open_sheet(NewEvening(DAY, "Barmbek"), KALTER_SCHLAG, ("Annna", *NAMES[1:]))
    service.record(spelt, hand(loses("Bert", 66)))
    return spelt


def merge(service, *, into="Anne"):
    ids = {name: named(service, name) for name in ("Anne", "Annna")}
    service.people.merge(ids.pop("Annna" if into == "Anne" else "Anne"), *ids.values())


@pytest.mark.parametrize("into", ["Anne", "Annna"])
def test_a_spelling_keeps_its_id_in_files(service, sheet, spelt, other, into):
    """The other book has both as two people, until a file says that they are one."""
    before = file_of(service)
    take(other, before)
    assert len(other.people.all()) == 5
    merge(service, into=into)
    service.record(spelt, hand(loses("Bert", 70)))
    found = take(other, file_of(service))
    assert found.new.hands == 1 and not take(other, file_of(service)).coming
    assert len(other.sheet(spelt).score.lines) == 2 and not other.sheet(spelt).questions
    assert names_on(other, sheet)[0] == names_on(other, spelt)[0] == into
    assert not take(other, before).coming and len(other.people.all()) == 4
    other.record(spelt, hand(loses("Bert", 80)))
    assert take(service, file_of(other)).new == Counts(hands=1)
    service.people.part(service.people.all()[0].spelt[0].id)  # the book's own word stands
    assert not take(service, file_of(other)).coming and len(service.people.all()) == 5


def test_a_new_book_knows_the_other_spelling_from_then_on(service, sheet, spelt, other):
    before = file_of(service)
    merge(service)
    take(other, file_of(service))
    assert [each.name for person in other.people.all() for each in person.spelt] == ["Annna"]
    assert document.write(other.export()) == document.write(service.export())
    assert not take(other, before).coming


def test_two_things_with_one_id_are_refused(service, sheet, spelt):
    merge(service)
    raw = json.loads(document.write(service.export()))
    next(each for each in raw["club"]["people"] if "spellings" in each)["spellings"] *= 2
    with pytest.raises(Unreadable, match="is in this file twice"):
        document.read(json.dumps(raw).encode())
