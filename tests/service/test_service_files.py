"""Export and import through the service: into an empty book and a full one, all or nothing."""

import json
from copy import deepcopy
from datetime import date

import pytest
from hypothesis import given

from scorepad import document
from scorepad.book.record import HandRecord
from scorepad.games import ramsch as three
from scorepad.games.game import Unreadable
from scorepad.games.kalter_schlag import KALTER_SCHLAG, Durchmarsch
from scorepad.service import Service
from scorepad.service.safety import Counts
from scorepad.service.views import NewEvening
from scorepad.storage import Store
from tests import oracle
from tests.book.pages import NAMES, A, B, C, D, hand, loses
from tests.conftest import DAY
from tests.taking import file_of, look, take, told

FILE = {"format": "scorepad/1", "evenings": [
    {"date": "2026-11-20", "place": "Altona", "sheets": [
        {"game": "kalter-schlag", "players": list(NAMES), "einsatz": "0.50",
         "hands": [loses("Anne", 70), {**loses("Bert", 80), "voided": True},
                   {"durchmarsch": "Cem", "dealer": "Dora", "note": "schön"}]}]}]}


def read(file):
    return document.read(json.dumps(file).encode())


def exported(service):
    return json.loads(document.write(service.export()))


def without_stamps(value):
    """A document without what a book adds to a file: ids, times, who wrote it, people of whom only
    the name is known."""
    if isinstance(value, list):
        return [without_stamps(item) for item in value]
    if isinstance(value, dict):
        plain = {key: without_stamps(item) for key, item in value.items()
                 if key not in ("id", "at", "by")}
        known = [person for person in plain.get("people", ()) if person.keys() - {"name"}]
        return {key: item for key, item in (plain | {"people": known}).items()
                if key != "people" or known}
    return value


def changed(**hands):
    """The file with other hands, by `h0`, `h1`, …; a new one goes to the end."""
    file = deepcopy(FILE)
    written = file["evenings"][0]["sheets"][0]["hands"]
    for number, new in sorted(hands.items()):
        written[int(number[1:]):int(number[1:]) + 1] = [new]
    return file


# --- into an empty book -----------------------------------------------------------------------


def played(service):
    """An evening with every kind of step."""
    sheet = service.open_sheet(NewEvening(DAY, "Altona"), KALTER_SCHLAG, NAMES, C,
                               stake=125, currency="CHF")
    hands = [service.record(sheet, hand(loses(name, 70))) for name in NAMES]
    service.name_dealer(sheet, B)
    service.record(sheet, Durchmarsch(A, 2))
    service.amend(sheet, hands[1], HandRecord(hand(loses("Dora", 90, 2)), note="war Dora"))
    service.void(sheet, hands[2])
    service.record(sheet, Durchmarsch(D))
    service.undo(sheet)
    service.name_dealer(sheet, C)
    service.close_evening(service.sheet(sheet).evening)
    service.open_sheet(NewEvening(date(2026, 11, 21)), KALTER_SCHLAG, ["Emil", *NAMES[:3]])


def test_a_book_exported_and_imported_is_the_same_book(service):
    played(service)
    other = Service(Store.open("sqlite://"), "Bert")
    found = take(other, file_of(service))
    assert found.new[:5] == (5, 2, 2, 5, 2)  # who deals next, and that an evening is closed
    assert not found.known and not found.apart
    assert exported(other) == exported(service)
    assert other.evenings() == service.evenings()
    for card in service.evenings():
        one, again = (each.sheet(card.latest_sheet).score for each in (service, other))
        assert (one.lines, one.matches, one.tally, one.next, one.payout) \
            == (again.lines, again.matches, again.tally, again.next, again.payout)
    other.close()


def test_a_match_ended_by_the_table_is_ended_wherever_it_is_read(service, ramsch):
    service.record(ramsch, three.Durchmarsch(C))
    service.end_match(ramsch)
    assert exported(service)["evenings"][0]["sheets"][0]["ended"] is True
    other = Service(Store.open("sqlite://"), "Bert")
    take(other, file_of(service))
    assert exported(other) == exported(service)
    one, again = (each.sheet(ramsch).score for each in (service, other))
    assert (again.over, again.matches, again.payout) == (True, one.matches, one.payout)
    ended = file_of(service)
    service.resume_match(ramsch)
    assert not take(service, ended).coming and not service.sheet(ramsch).score.over
    service.record(ramsch, three.Durchmarsch(B))
    take(other, file_of(service))  # who has played on is right
    assert not other.sheet(ramsch).score.over
    other.close()


@given(oracle.documents())
def test_any_file_comes_out_as_it_went_in(raw):
    service = Service(Store.open("sqlite://"), "Anne")
    incoming = read(raw)
    take(service, raw)
    assert without_stamps(exported(service)) == without_stamps(
        json.loads(document.write(incoming)))
    wanted = oracle.expected(raw)["evenings"]
    for evening, each in zip(wanted, service.export().evenings):
        view = service.evening(each.id)
        settled = view.settlements[0].balances if view.settlements else {}
        assert settled == evening["payout"]
    assert not look(service, raw).coming
    service.close()


def test_a_file_that_an_older_program_took_in_is_known_again(service):
    """Only the older one says by which edition of the rules it was played."""
    older = deepcopy(FILE)
    older["evenings"][0]["sheets"][0]["edition"] = 1
    take(service, older)
    before = exported(service)
    assert not take(service, FILE).coming
    assert exported(service) == before
    assert "edition" not in before["evenings"][0]["sheets"][0]


def test_a_file_says_who_wrote_a_hand_or_nobody_does(service):
    """Else the same file would be another one wherever it is imported."""
    take(service, changed(h0={**loses("Anne", 70), "by": "Cem", "at": "2026-11-20T20:15:00Z"}))
    [sheet] = exported(service)["evenings"][0]["sheets"]
    assert (sheet["hands"][0]["by"], sheet["hands"][0]["at"]) \
        == ("Cem", "2026-11-20T20:15:00.000Z")
    assert not {"by", "at"} & sheet["hands"][1].keys()


def test_one_evening_of_several_is_exported_with_its_players_only(service):
    played(service)
    later, earlier = service.evenings()
    book = service.export([later.id])
    assert [evening.id for evening in book.evenings] == [later.id]
    assert set(book.players) == {"Emil", *NAMES[:3]}
    assert service.export([earlier.id, later.id]).evenings == service.export().evenings


# --- into a book that knows it ----------------------------------------------------------------


def test_importing_twice_changes_nothing(service):
    take(service, FILE)
    before = exported(service)
    found = take(service, FILE)
    assert (found.new, found.coming, found.known) == (Counts(), 0, 9)  # 4 players, 1 evening …
    assert exported(service) == before


def test_what_was_exported_is_known_in_the_book_it_comes_from(service):
    played(service)
    before = exported(service)
    assert not take(service, file_of(service)).coming and exported(service) == before


def test_a_longer_version_adds_only_its_new_hands(service):
    take(service, FILE)
    before = exported(service)["evenings"][0]["sheets"][0]["hands"]
    found = take(service, changed(h3=loses("Dora", 99), h4={"durchmarsch": "Bert"}))
    assert (found.new, found.apart) == (Counts(hands=2), [])
    after = exported(service)["evenings"][0]["sheets"][0]["hands"]
    assert after[:3] == before
    assert without_stamps(after[3:]) == [{"augen": {"Dora": 99}}, {"durchmarsch": "Bert"}]
    assert not take(service, FILE).coming


def test_hands_that_a_file_tells_otherwise_are_shown_and_taken_one_by_one(service):
    take(service, FILE)
    before = exported(service)
    other = changed(h0=loses("Dora", 99), h1=loses("Bert", 80), h3=loses("Cem", 66))
    assert told(look(service, other)) == [
        "2026-11-20 · Altona, Kalter Schlag: hands 1, 2 are told otherwise. The sheet will show "
        "what was also said."]
    assert exported(service) == before
    take(service, other)
    [sheet] = service.export().evenings[0].sheets
    after = exported(service)["evenings"][0]["sheets"][0]["hands"]
    assert after[:3] == before["evenings"][0]["sheets"][0]["hands"]
    for own, [saying] in service.sheet(sheet.id).also.items():
        service.meetings.agree(sheet.id, own, saying)
    assert without_stamps(exported(service)) == without_stamps(
        json.loads(document.write(read(other))))
    assert not service.sheet(sheet.id).also and not take(service, other).coming
    assert not take(service, FILE).coming


def test_an_import_that_breaks_off_leaves_nothing(service, monkeypatch):
    """The last of its entries cannot be written."""
    found = look(service, FILE)
    before = exported(service)
    monkeypatch.setattr(service._store, "join", lambda rows: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        service.meetings.take(found)
    monkeypatch.undo()
    assert exported(service) == before and service.evenings() == []
    service.meetings.take(found)
    assert len(service.evenings()) == 1


def test_two_who_import_the_same_file_have_the_same_book(service):
    other = Service(Store.open("sqlite://"), "Bert")
    take(service, FILE)
    take(other, FILE)
    assert {row[0]: row[-1] for row in service._book.rows()} \
        == {row[0]: row[-1] for row in other._book.rows()}
    assert not look(service, file_of(other)).coming
    other.close()


# --- what is wrong with a file --------------------------------------------------------------------


WRONG = [
    # what is changed, where it is refused, and why
    ({"id": "x" * 201, "sheets": []}, "evenings[0].date", "evening: has no valid id"),
    ({"payments": [{"from": "Anne", "to": "Bert", "amount": "1.00", "id": "x" * 201}]},
     "evenings[0].payments[0]", "id: has no valid id"),
]


@pytest.mark.parametrize("keys, place, why", WRONG)
def test_what_no_book_can_hold_is_refused_at_its_place(service, keys, place, why):
    file = deepcopy(FILE)
    file["evenings"][0] |= keys
    with pytest.raises(Unreadable) as fault:
        look(service, file)
    assert [(document.written_place(place), str(message))
            for place, message in fault.value.problems] == [(place, why)]


UNLIKE = [
    # what the sheet, or the evening, says otherwise under its id; the place
    ({"players": ["Bert", "Anne", "Cem", "Dora"]}, {}, "evenings[0].sheets[0]"),
    ({"first_dealer": "Dora"}, {}, "evenings[0].sheets[0]"),
    ({"rules": {"limit": 1000}}, {}, "evenings[0].sheets[0]"),
    ({"einsatz": "0.25"}, {}, "evenings[0].sheets[0]"),
    ({"currency": "CHF"}, {}, "evenings[0].sheets[0]"),
    ({}, {"place": "Barmbek"}, "evenings[0].date"),
    ({}, {"id": "f"}, "evenings[0].sheets[0]"),
]


@pytest.mark.parametrize("sheet, evening, place", UNLIKE)
def test_another_evening_or_sheet_under_a_known_id_is_refused(service, sheet, evening, place):
    file = deepcopy(FILE)
    file["evenings"][0]["id"] = "e"
    file["evenings"][0]["sheets"][0] |= {"id": "s", "hands": []}
    take(service, file)
    file["evenings"][0] |= evening
    file["evenings"][0]["sheets"][0] |= sheet
    before = exported(service)
    with pytest.raises(Unreadable) as fault:
        look(service, file)
    assert document.written_place(fault.value.problems[0].place) == place
    assert exported(service) == before


# --- evenings of which a file does not say the id -------------------------------------------------


def of_a_day(*sheets):
    """A file with evenings of one day and place, none with an id, each with one sheet: who sits
    there, and who loses its hands with how many Augen."""
    return {"format": "scorepad/1", "evenings": [
        {"date": "2026-11-20", "place": "Altona", "sheets": [
            {"game": "kalter-schlag", "players": list(players),
             "hands": [{"augen": {name: augen}} for name, augen in hands]}]}
        for players, *hands in sheets]}


FOUR, OTHERS = ("Anne", "Bert", "Cem", "Dora"), ("Emil", "Fritz", "Gerd", "Hans")
NOON = (FOUR, ("Anne", 70), ("Bert", 80))
NIGHT = (FOUR, ("Cem", 90), ("Dora", 66), ("Anne", 64))


@pytest.mark.parametrize("other", [
    (OTHERS, ("Emil", 70), ("Fritz", 80)),  # other people
    (FOUR[::-1], ("Anne", 70), ("Bert", 80)),  # who sat otherwise
    NIGHT,  # the same people, and no hand is the same
])
def test_two_evenings_of_one_day_without_ids_are_two(service, other):
    take(service, of_a_day(NOON))
    found = take(service, of_a_day(other))
    assert (found.new.evenings, found.apart) == (1, [])
    both = Service(Store.open("sqlite://"))
    take(both, of_a_day(NOON, other))
    assert {card.id for card in service.evenings()} == {card.id for card in both.evenings()}
    for file in (of_a_day(NOON), of_a_day(other), of_a_day(other, NOON), of_a_day(NOON, other)):
        assert not look(service, file).coming


@pytest.mark.parametrize("later, new, told_of", [
    ((FOUR, ("Anne", 70), ("Bert", 80), ("Cem", 90)), 1, 0),  # it went on
    ((FOUR, ("Anne", 70)), 0, 0),  # it was not over
    ((FOUR, ("Anne", 70), ("Bert", 66)), 0, 1),  # a hand is corrected
    ((FOUR, ("Dora", 66)), 0, 1),  # its only hand is: one alone tells nothing
])
def test_the_same_evening_without_an_id_is_known_again(service, later, new, told_of):
    take(service, of_a_day(NOON))
    found = look(service, of_a_day(later))
    assert (found.new.evenings, found.new.hands, len(found.apart)) == (0, new, told_of)


def test_the_same_evening_is_known_again_under_other_names(service):
    take(service, of_a_day(NOON))
    people = service.people.names()
    service.people.rename(next(own for own, name in people.items() if name == "Anne"), "Anna")
    assert not look(service, of_a_day(NOON)).coming


# --- whatever there is ----------------------------------------------------------------------------


@given(oracle.documents())
def test_an_export_gives_the_same_book_and_nothing_to_the_one_it_comes_from(raw):
    one, other = (Service(Store.open("sqlite://"), name) for name in ("Anne", "Bert"))
    take(one, raw)
    assert not take(one, file_of(one)).coming
    take(other, file_of(one))
    assert exported(other) == exported(one)
    for each in (one, other):
        assert not each.safety.check().findings
        each.close()
