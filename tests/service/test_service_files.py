"""Export and import through the service: into an empty book and a full one, all or nothing."""

import json
from copy import deepcopy
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given

from scorepad import document
from scorepad.book import merged
from scorepad.book.record import HandRecord
from scorepad.games import ramsch as three
from scorepad.games.kalter_schlag import KALTER_SCHLAG, Durchmarsch
from scorepad.service import Service
from scorepad.service.views import NewEvening
from scorepad.storage import Store
from tests import oracle
from tests.book.pages import NAMES, A, B, C, D, hand, loses
from tests.conftest import DAY

FILE = {"format": "scorepad/1", "evenings": [
    {"date": "2026-11-20", "place": "Altona", "sheets": [
        {"game": "kalter-schlag", "players": list(NAMES), "einsatz": "0.50",
         "hands": [loses("Anne", 70), {**loses("Bert", 80), "voided": True},
                   {"durchmarsch": "Cem", "dealer": "Dora", "note": "schön"}]}]}]}


def read(file):
    return document.read(json.dumps(file).encode())


def taken(service, file, *, corrections=False):
    """Import a file, or records; what the preview said."""
    preview = service.preview(read(file) if isinstance(file, dict) else file)
    service.take(preview, preview.takeable if corrections else ())
    return preview


def exported(service):
    return json.loads(document.write(service.export()))


def without_stamps(value):
    """A document without what a book adds to a file: ids, times, who wrote it, people of whom only
    the name is known, and the edition of the rules, which what has ids must name."""
    if isinstance(value, list):
        return [without_stamps(item) for item in value]
    if isinstance(value, dict):
        plain = {key: without_stamps(item) for key, item in value.items()
                 if key not in ("id", "at", "by", "edition")}
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
    preview = taken(other, document.read(document.write(service.export()).encode()))
    assert dict(preview.new) == {"players": 5, "evenings": 2, "sheets": 2, "hands": 5}
    assert not preview.known and not preview.differing
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
    taken(other, document.read(document.write(service.export()).encode()))
    assert exported(other) == exported(service)
    one, again = (each.sheet(ramsch).score for each in (service, other))
    assert (again.over, again.matches, again.payout) == (True, one.matches, one.payout)
    service.resume_match(ramsch)
    preview = taken(other, service.export(), corrections=True)
    assert [problem.place[-1] for problem in preview.differing] == ["ended"]
    assert not other.sheet(ramsch).score.over
    other.close()


@given(oracle.documents())
def test_any_file_comes_out_as_it_went_in(raw):
    service = Service(Store.open("sqlite://"), "Anne")
    incoming = read(raw)
    taken(service, incoming)
    assert without_stamps(exported(service)) == without_stamps(
        json.loads(document.write(incoming)))
    wanted = oracle.expected(raw)["evenings"]
    for evening, each in zip(wanted, service.export().evenings):
        view = service.evening(each.id)
        settled = view.settlements[0].balances if view.settlements else {}
        assert settled == evening["payout"]
    again = service.preview(incoming)
    assert not again.new and not again.differing and not again.additions
    service.close()


def test_a_file_that_an_older_program_took_in_is_known_again(service):
    """It names no edition: the sheet in the book has the first one, and the file is of today's."""
    older = deepcopy(FILE)
    older["evenings"][0]["sheets"][0]["edition"] = 1
    taken(service, older)
    before = exported(service)
    again = service.preview(read(FILE))
    assert not again.new and not again.differing and not again.additions
    taken(service, FILE)
    assert exported(service) == before
    assert "edition" not in before["evenings"][0]["sheets"][0]  # with ids, the first is assumed


def test_a_file_says_who_wrote_a_hand_or_nobody_does(service):
    """Else the same file would be another one wherever it is imported."""
    taken(service, changed(h0={**loses("Anne", 70), "by": "Cem", "at": "2026-11-20T20:15:00Z"}))
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
    taken(service, FILE)
    before = exported(service)
    preview = taken(service, FILE)
    assert dict(preview.known) == {"players": 4, "evenings": 1, "sheets": 1, "hands": 3}
    assert not preview.new and preview.additions == () and preview.differing == ()
    assert exported(service) == before


def test_what_was_exported_is_known_in_the_book_it_comes_from(service):
    played(service)
    before = exported(service)
    preview = taken(service, document.read(document.write(service.export()).encode()))
    assert preview.additions == () and preview.differing == () and exported(service) == before


def test_a_longer_version_adds_only_its_new_hands(service):
    taken(service, FILE)
    before = exported(service)["evenings"][0]["sheets"][0]["hands"]
    preview = taken(service, changed(h3=loses("Dora", 99), h4={"durchmarsch": "Bert"}))
    assert (dict(preview.new), preview.known["hands"]) == ({"hands": 2}, 3)
    after = exported(service)["evenings"][0]["sheets"][0]["hands"]
    assert after[:3] == before
    assert without_stamps(after[3:]) == [{"augen": {"Dora": 99}}, {"durchmarsch": "Bert"}]
    earlier = taken(service, FILE)
    assert earlier.additions == () and earlier.differing == ()


def test_hands_that_differ_are_named_and_written_only_when_asked_for(service):
    taken(service, FILE)
    before = exported(service)
    other = changed(h0=loses("Dora", 99), h1=loses("Bert", 80), h3=loses("Cem", 66))
    preview = service.preview(read(other))
    assert [(document.written_place(p.place), str(p.message), p.name)
            for p in preview.differing] == [
        ("evenings[0].sheets[0].hands[1]", "is different in the book", "1/1/2"),
        ("evenings[0].sheets[0].hands[0]", "is different in the book", "1/1/1")]
    assert preview.correctable and exported(service) == before
    service.take(preview, preview.takeable)
    assert without_stamps(exported(service)) == without_stamps(
        json.loads(document.write(read(other))))
    [sheet] = service.export().evenings[0].sheets
    told = service.history(sheet.id, sheet.hands[0].stamp.id)
    assert [version.fact.hand for version in told] \
        == [hand(loses("Anne", 70)), hand(loses("Dora", 99))]
    assert service.preview(read(other)).differing == ()


def test_an_import_that_breaks_off_leaves_nothing(service):
    """Its last fact is of a sheet that nobody opened, so it cannot be written."""
    preview = service.preview(read(FILE))
    impossible = merged.Addition(preview.additions[-1].fact._replace(sheet="nowhere"), "nowhere")
    broken = replace(preview, additions=(*preview.additions, impossible))
    before = exported(service)
    with pytest.raises(KeyError):
        service.take(broken)
    assert exported(service) == before and service.evenings() == []
    service.take(preview)
    assert len(service.evenings()) == 1


def test_ids_made_for_a_file_are_always_the_same(service):
    """So two people who import the same file have the same book."""
    other = Service(Store.open("sqlite://"), "Bert")
    taken(service, FILE)
    taken(other, FILE)
    merged = service.preview(other.export())
    assert merged.additions == () and merged.differing == ()
    assert dict(merged.known) == {"players": 4, "evenings": 1, "sheets": 1, "hands": 3}
    other.close()
