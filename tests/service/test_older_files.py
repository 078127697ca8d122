"""A file corrects hands that can be scored, though they cannot have been: what is changed is new.

S1 is the rules of Cinq-Cents by their lines, S2 the house rules of the Altenburg club by their
headings.
"""

import json

import pytest

from scorepad import document
from scorepad.games.game import Unreadable
from scorepad.service import Service
from scorepad.service.check import check
from scorepad.storage import Store
from tests import command
from tests.taking import look, take

HAND = "evenings[0].sheets[0].hands[1]"


def augen(a, b, *melds, **keys):
    return {"spielmacher": "A", "augen": {"A": a, "B": b},
            "meldungen": {"A": list(melds), "B": []}, **keys}


def re(*names, augen=131, **keys):
    return {"spiel": "normal" if len(names) > 1 else "farb-solo", "re": list(names),
            "augen": augen, **keys}


CAUGHT = {"faenger": "C", "verlierer": "A"}

# source, game, players, a hand that is fine, one that is taken from a book only, where and why
ROWS = (
    ("S1 058-060: all tricks, four aces among them, make 50 and more", "cinq-cents", "AB",
     augen(90, 50), augen(49, 0, "vier-asse", matsch="B"), ".augen",
     "49 in all – with these melds 18 cards have at least 50"),
    ("S2, Extra Punkte: no Fuchs in a Farb-Solo", "doppelkopf-altenburg", "ABCD",
     re("A", farbe="gruen"), re("A", farbe="gruen", fuchs=["kontra"]), ".fuchs",
     "Füchse are caught only in a normal game, a Stille Hochzeit and a Trumpf-Solo"),
    ("rules.md: a Fuchs and no trick", "doppelkopf-kasse", "ABCD",
     re("A", "B"), re("A", "B", augen=240, schwarz="kontra", fuchs=[CAUGHT]), ".fuchs",
     "Kontra has no trick, and so no Fuchs and no Karlchen"),
)




@pytest.fixture(params=ROWS, ids=lambda row: row[0])
def row(request):
    return request.param


def file(row, *hands, **keys):
    """An export with these hands, after one that has been fine always."""
    _, game, players, fine, *_ = row
    return {"format": "scorepad/1", "evenings": [{"id": "e", "date": "2026-11-20", "sheets": [
        {"id": "s", "game": game, "players": list(players), **keys,
         "hands": [{**hand, "id": f"h{number}"} for number, hand in enumerate((fine, *hands))]}]}]}


def taken(service, raw):
    """The sheet in the book, once the file has corrected it."""
    take(service, raw)
    for own, sayings in service.sheet("s").also.items():
        service.meetings.agree("s", own, sayings[0])
    return sheet_of(service)


def sheet_of(service):
    return json.loads(document.write(service.export()))["evenings"][0]["sheets"][0]


def refused(service, raw):
    """The places and sentences of what is refused."""
    with pytest.raises(Unreadable) as fault:
        look(service, raw)
    return [(document.written_place(place), str(message))
            for place, message in fault.value.problems]


def test_what_the_book_holds_keeps_what_it_gave(service, row):
    *_, fine, odd, _, _ = row
    before = taken(service, file(row, odd))
    assert not look(service, file(row, odd)).coming
    assert taken(service, file(row, odd)) == before
    longer = taken(service, file(row, odd, fine))
    assert longer["hands"][:2] == before["hands"] and len(longer["hands"]) == 3
    noted = taken(service, file(row, {**odd, "note": "spät"}, fine))  # the hand is as it was
    assert noted["hands"][1] == {**before["hands"][1], "note": "spät"}


def test_a_hand_is_not_corrected_to_one_that_is_refused_today(service, row):
    *_, fine, odd, place, sentence = row
    before = taken(service, file(row, fine))
    assert refused(service, file(row, odd)) == [(HAND + place, sentence)]
    assert refused(service, file(row, odd, fine)) == [(HAND + place, sentence)]
    assert sheet_of(service) == before


def test_nor_by_the_way_of_a_voided_one(service, row):
    """It would count as soon as it is restored."""
    *_, fine, odd, place, sentence = row
    taken(service, file(row, fine))
    assert refused(service, file(row, {**odd, "voided": True})) == [(HAND + place, sentence)]


def test_nor_by_a_file_that_calls_the_sheet_an_older_one(service, row):
    *_, fine, odd, place, sentence = row
    taken(service, file(row, fine))
    assert refused(service, file(row, odd, edition=1)) == [(HAND + place, sentence)]


def test_the_check_names_it(row, tmp_path):
    *_, odd, _, sentence = row
    path = tmp_path / "book.db"
    service = Service(Store.open(f"sqlite:///{path}"), "Anne")
    take(service, file(row, odd))
    service.close()
    found = check(path)
    [(place, told)] = found.remarks
    assert not found.findings and str(place).endswith(", hand 2")
    assert str(told) == f"keeps its points, but would be refused today: {sentence}"


def test_what_is_refused_today_is_corrected_to_what_is_not(service, row):
    *_, fine, odd, _, _ = row
    taken(service, file(row, odd))
    mended = taken(service, file(row, fine))
    assert mended["hands"][1].items() >= fine.items()


@pytest.mark.parametrize("how", ["--preview", ""])
def test_the_command_says_so_in_one_line_and_writes_nothing(row, tmp_path, monkeypatch, how):
    *_, fine, odd, place, sentence = row
    book = tmp_path / "data" / "book.db"
    monkeypatch.setenv("SCOREPAD_DATABASE_URL", f"sqlite:///{book}")
    before, after = tmp_path / "before.json", tmp_path / "after.json"
    before.write_text(json.dumps(file(row, fine)))
    after.write_text(json.dumps(file(row, odd)))
    assert command.call("import", before).code == 0
    lying = {path.name: path.read_bytes() for path in book.parent.iterdir()}
    assert command.call("import", *how.split(), after) == (2, "", f"{HAND}{place}: {sentence}\n")
    assert {path.name: path.read_bytes() for path in book.parent.iterdir()} == lying
