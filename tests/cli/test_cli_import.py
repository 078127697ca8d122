"""The command that imports: what it says is new, known, different and newer here."""

import json

from tests.book.pages import NAMES, loses
from tests.cli.test_cli import GOLDEN, TWO_OF_A_DAY, answer, changed, hands
from tests.command import call, start

PLAYED = {"durchmarsch": "Dora"}


def test_importing_says_what_is_new_and_what_is_known(database, written):
    file = written(TWO_OF_A_DAY)
    new = ["New: 4 players, 3 evenings, 2 sheets, 2 hands",
           "Known: 0 players, 0 evenings, 0 sheets, 0 hands"]
    assert answer(call("import", "--preview", file)).splitlines() == new
    assert json.loads(answer(call("export", "-")))["evenings"] == []
    assert answer(call("import", file)).splitlines() == [*new, "Imported."]
    before = answer(call("export", "-"))
    assert answer(call("import", file)).splitlines() == [
        "New: 0 players, 0 evenings, 0 sheets, 0 hands",
        "Known: 4 players, 3 evenings, 2 sheets, 2 hands",
        "Nothing to import: all of it is in the book."]
    longer = written(changed(loses("Anne", 70), loses("Cem", 70)), "longer.json")
    assert answer(call("import", longer)).splitlines()[0] \
        == "New: 0 players, 0 evenings, 0 sheets, 1 hand"
    after = answer(call("export", "-"))
    assert after != before
    assert answer(call("import", file)).splitlines()[-1] \
        == "Nothing to import: all of it is in the book."
    assert answer(call("export", "-")) == after


def test_a_stream_is_imported(database):
    done = start("import", "-", stdin=GOLDEN.read_bytes())
    assert answer(done).splitlines()[-1] == "Imported."


WHOSE = "20 November 2026 · Altona · Kalter Schlag · Anne, Bert, Cem, Dora:"
SECOND = "evenings[0].sheets[0].hands[1]"


def test_where_a_file_differs_the_book_stands_and_its_word_is_taken_by_name(database, written):
    answer(call("import", written(changed(PLAYED, loses("Anne", 70), loses("Cem", 70)))))
    other = changed(PLAYED, loses("Anne", 66), loses("Cem", 90), loses("Bert", 66))
    file = written(other, "other.json")
    counts = ["New: 0 players, 0 evenings, 0 sheets, 1 hand",
              "Known: 4 players, 3 evenings, 2 sheets, 4 hands"]
    third, second = [
        [f"evenings[0].sheets[0].hands[{hand}]: is different in the book (--take 1/1/{hand + 1})",
         f"  the file: {name} {theirs}", f"  the book: {name} 70"]
        for hand, name, theirs in ((2, "Cem", 90), (1, "Anne", 66))]
    differing = ["Different:", WHOSE, *third, *second]
    assert answer(call("import", "--preview", file)).splitlines() == [*counts, *differing]
    before = database.read_bytes()
    assert call("import", "--take", "1/1/3", "--take", "7/1/1", file) == (
        2, "", "7/1/1 is nothing that can be taken from this file.\n")
    assert database.read_bytes() == before
    assert answer(call("import", file)).splitlines() == [*counts, *differing, "Imported."]
    assert hands(json.loads(answer(call("export", "-"))))[0] == [
        PLAYED, {"augen": {"Anne": 70}}, {"augen": {"Cem": 70}}, {"augen": {"Bert": 66}}]
    assert answer(call("import", file)).splitlines()[-1] \
        == "Nothing to import: where the file differs, the book stands."
    assert answer(call("import", "--take", "1/1/3", file)).splitlines()[-1] == "Imported."
    assert hands(json.loads(answer(call("export", "-"))))[0] == [
        PLAYED, {"augen": {"Anne": 70}}, {"augen": {"Cem": 90}}, {"augen": {"Bert": 66}}]


def test_what_the_book_has_corrected_since_is_newer_here(database, written):
    older = written(changed(loses("Anne", 70), loses("Cem", 70)))
    answer(call("import", older))
    answer(call("import", "--take", "1/1/2", written(
        changed(loses("Anne", 70), loses("Cem", 90)), "newer.json")))
    assert answer(call("import", older)).splitlines()[2:] == [
        "Newer here:", WHOSE, f"{SECOND}: is newer here (--take 1/1/2)",
        "  the file: Cem 70", "  the book: Cem 90",
        "Nothing to import: where the file differs, the book stands."]
    assert hands(json.loads(answer(call("export", "-"))))[0][1] == {"augen": {"Cem": 90}}


def test_somebody_else_of_a_known_name_is_named(database, written):
    answer(call("import", written(changed(loses("Anne", 70)))))
    other = {"format": "scorepad/1", "club": {"people": [{"name": "Bert", "id": "another"}]},
             "evenings": []}
    out = answer(call("import", written(other, "other.json")))
    assert "New: 1 player," in out and (
        "Bert in the file is not the Bert of this book, and is called Bert (2) here. If they are "
        "one person, put them together under Players.") in out


def test_another_evening_of_the_same_day_is_another_one(database, written):
    answer(call("import", written(TWO_OF_A_DAY)))
    other = changed(loses("Anne", 70))
    other["evenings"] = other["evenings"][:1]
    other["evenings"][0]["sheets"][0]["players"] = list(reversed(NAMES))
    for told in ("New: 0 players, 1 evening, 1 sheet, 1 hand",
                 "New: 0 players, 0 evenings, 0 sheets, 0 hands"):
        assert answer(call("import", written(other))).splitlines()[0] == told


def test_another_evening_under_the_same_name_cannot_be_taken(database, written):
    own = changed(loses("Anne", 70))
    own["evenings"][0]["id"] = "e"
    answer(call("import", written(own)))
    other = changed(loses("Anne", 70))
    other["evenings"][0]["id"] = "e"
    other["evenings"][0]["sheets"][0]["players"] = list(reversed(NAMES))
    # What is odd in a file is of no matter while none of it is taken.
    other["evenings"][0]["stars"] = [{"event": "knabberzeug", "player": "Anne"}]
    before = database.read_bytes()
    for more in ((), ("--take", "1/1/1")):
        assert call("import", *more, written(other)) == (2, "", (
            "20 November 2026 · Altona · Kalter Schlag · Dora, Cem, Bert, Anne:\n"
            "evenings[0].sheets[0]: is different in the book\n"
            "Nothing was imported: this is another evening with the same id.\n"))
    assert database.read_bytes() == before
