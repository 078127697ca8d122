"""The command that imports: what it says is new, known, different and newer here."""

import json
from typing import Any

from tests.book.pages import NAMES, loses
from tests.cli.test_cli import GOLDEN, TWO_OF_A_DAY, answer, changed, hands
from tests.command import call, start

PLAYED = {"durchmarsch": "Dora"}


def test_importing_says_what_is_new_and_what_is_known(database, written):
    file = written(TWO_OF_A_DAY)
    new = ["New: 3 evenings, 2 sheets, 2 hands, 4 players", "Known: 0 entries"]
    assert answer(call("import", "--preview", file)).splitlines() == new
    assert json.loads(answer(call("export", "-")))["evenings"] == []
    assert answer(call("import", file)).splitlines() == [*new, "Imported."]
    before = answer(call("export", "-"))
    assert answer(call("import", file)).splitlines() == [
        "Known: 11 entries", "Nothing new: all of it is in the book."]
    longer = written(changed(loses("Anne", 70), loses("Cem", 70)), "longer.json")
    assert answer(call("import", longer)).splitlines()[0] \
        == "New: 1 hand"
    after = answer(call("export", "-"))
    assert after != before
    assert answer(call("import", file)).splitlines()[-1] \
        == "Nothing new: all of it is in the book."
    assert answer(call("export", "-")) == after


def test_a_stream_is_imported(database):
    done = start("import", "-", stdin=GOLDEN.read_bytes())
    assert answer(done).splitlines()[-1] == "Imported."


def test_where_a_file_differs_the_book_stands_and_the_sheet_shows_it(database, written):
    answer(call("import", written(changed(PLAYED, loses("Anne", 70), loses("Cem", 70)))))
    other = changed(PLAYED, loses("Anne", 66), loses("Cem", 90), loses("Bert", 66))
    file = written(other, "other.json")
    told = ["New: 1 hand", "Known: 11 entries",
            "2026-11-20 · Altona, Kalter Schlag: hands 2, 3 are told otherwise. The sheet will "
            "show what was also said."]
    before = database.read_bytes()
    assert answer(call("import", "--preview", file)).splitlines() == told
    assert database.read_bytes() == before
    assert answer(call("import", file)).splitlines() == [*told, "Imported."]
    assert hands(json.loads(answer(call("export", "-"))))[0] == [
        PLAYED, {"augen": {"Anne": 70}}, {"augen": {"Cem": 70}}, {"augen": {"Bert": 66}}]
    assert answer(call("import", file)).splitlines()[-1] \
        == "Nothing new: all of it is in the book."


def test_somebody_else_of_a_known_name_is_asked_about(database, written):
    answer(call("import", written(changed(loses("Anne", 70)))))
    other = written({"format": "scorepad/1", "evenings": [], "club": {"people": [
        {"name": "Bert", "id": "another"}]}}, "other.json")
    asked = "Bert was added in both books: is this one person?"
    assert answer(call("import", "--preview", other)).splitlines() == [
        "New: 1 player", "Known: 0 entries", asked,
        "With --same these names are one person each, otherwise two, who can be put together under "
        "Players."]
    assert call("import", other) == (2, "", (
        f"{asked}\nNothing was imported. With --same these names are one person each, with "
        "--others somebody else.\n"))
    assert answer(call("import", "--others", other)).splitlines()[-1] == "Imported."
    assert "Bert (2)" in answer(call("export", "-"))


def test_a_name_that_two_letters_tell_from_a_known_one_is_asked_about(database, written):
    def evening(name: str, day: str) -> dict[str, Any]:
        return {"format": "scorepad/1", "evenings": [{"date": day, "sheets": [
            {"game": "kalter-schlag", "players": [name, "Bert", "Cem", "Dora"], "hands": []}]}]}

    answer(call("import", written(evening("Gerhard", "2026-11-20"))))
    for name in ("Gerhart", "Gerhadt"):
        other = written(evening(name, "2026-11-27"), "other.json")
        done = call("import", other)
        assert done.code == 2 and f"{name} looks like Gerhard: is this one person?" in done.err
    assert answer(call("import", "--same", other)).splitlines()[-1] == "Imported."


def test_another_evening_of_the_same_day_is_another_one(database, written):
    answer(call("import", written(TWO_OF_A_DAY)))
    other = changed(loses("Anne", 70))
    other["evenings"] = other["evenings"][:1]
    other["evenings"][0]["sheets"][0]["players"] = list(reversed(NAMES))
    for told in ("New: 1 evening, 1 sheet, 1 hand", "Known: 7 entries"):
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
    assert call("import", written(other)) == (2, "", (
        "evenings[0].sheets[0]: has the id of something else in the book\n"))
    assert database.read_bytes() == before
