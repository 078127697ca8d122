"""The check finds every fault that is planted in a book, and names its place."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import date

import pytest

from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG
from scorepad.games.kalter_schlag import KALTER_SCHLAG, Ramsch
from scorepad.service import Service, check as checking
from scorepad.service.check import check
from scorepad.service.views import NewEvening
from scorepad.storage import StorageFault, Store
from scorepad.system.steps import stepwise
from tests.book.pages import NAMES

GUARDS = ("fact_no_update", "fact_no_delete")


@pytest.fixture
def place(tmp_path):
    """A closed book: four at Kalter Schlag on an evening in Altona, with two hands."""
    path = tmp_path / "book.db"
    service = Service(Store.open(f"sqlite:///{path}"), "Anne")
    sheet = service.open_sheet(NewEvening(date(2026, 11, 20), "Altona"), KALTER_SCHLAG, NAMES,
                               stake=50)
    service.record(sheet, Ramsch((66, 30, 24, 0)))
    service.record(sheet, Ramsch((66, 30, 24, 0), (3,), 1))
    service.close()
    return path


def plant(place, *statements):
    """Change a book behind its guards."""
    with closing(sqlite3.connect(place, isolation_level=None)) as book:
        kept = book.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in kept:
            book.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            book.execute(statement)
        for _, sql in kept:
            book.execute(sql)


def found(place):
    """What is wrong with a book, and what is not known here, as lines."""
    checked = check(place)
    return [f"{place}: {fault}" for place, fault in (*checked.findings, *checked.remarks)]


def test_a_sound_book_and_how_much_was_looked_at(place):
    checked = check(place)
    assert checked.findings == ()
    assert (checked.entries, checked.players, checked.evenings, checked.sheets, checked.hands) \
        == (8, 4, 1, 1, 2)


def test_what_is_not_yet_in_the_file_itself_is_looked_at_too(place):
    """SQLite keeps what was written last beside the file: a small file may have many entries."""
    service = Service(Store.open(f"sqlite:///{place}"), "Anne")
    sheet = service.latest_sheet(KALTER_SCHLAG.id).sheet
    for _ in range(600):
        service.record(sheet, Ramsch((66, 30, 24, 0)))
    checked = check(place)
    assert (checked.entries, checked.hands, checked.findings) == (608, 602, ())
    service.close()


def test_other_rules_for_the_hand_to_come_are_nothing_wrong(place):
    """They hold from the next hand on, so no hand of the sheet says them."""
    service = Service(Store.open(f"sqlite:///{place}"), "Anne")
    sheet = service.latest_sheet(KALTER_SCHLAG.id).sheet
    service.change_rules(sheet, KALTER_SCHLAG.rules(anschriften=8))
    service.close()
    assert check(place).findings == ()


def test_a_book_that_is_no_file_is_checked_too():
    service = Service(Store.open("sqlite://"), "Anne")
    sheet = service.open_sheet(NewEvening(date(2026, 11, 20)), KALTER_SCHLAG, NAMES)
    service.record(sheet, Ramsch((66, 30, 24, 0)))
    checked = service.safety.check()
    assert checked.findings == () and (checked.entries, checked.hands) == (7, 1)


SHEET = "(SELECT json_extract(data, '$.sheet') FROM fact WHERE kind = 'SheetOpened')"
EVENING = "(SELECT evening FROM fact WHERE kind = 'SheetOpened')"
PLANTED = {
    "broken JSON": ("UPDATE fact SET data = '{\"id\":' WHERE seq = 7",
                    ["entry 7 (HandRecorded): cannot be read"]),
    "unknown kind": ("UPDATE fact SET kind = 'HandShuffled' WHERE seq = 7",
                     ["entry 7 (HandShuffled): is of a kind that this Scorepad does not know"]),
    "unknown game": ("UPDATE fact SET data = replace(data, 'kalter-schlag', 'mau-mau') "
                     "WHERE seq = 6", [
        'entry 6 (SheetOpened): names "mau-mau", which it cannot know',
        "entry 7 (HandRecorded): names ", "entry 8 (HandRecorded): names "]),
    "unknown sheet": ("INSERT INTO fact (id, evening, kind, at, by, data) VALUES ('e9', 'e', "
                      "'MatchEnded', 0, '', '{\"sheet\": \"nowhere\"}')",
                      ['entry 9 (MatchEnded): names "nowhere", which it cannot know']),
    "unknown evening": ("INSERT INTO fact (id, evening, kind, at, by, data) VALUES ('e9', 'e', "
                        "'EveningClosed', 0, '', '{\"evening\": \"never\"}')",
                        ["entry 9 (EveningClosed): is filed under another evening"]),
    "unknown player": ("INSERT INTO fact (id, kind, at, by, data) VALUES ('e9', 'PlayerRenamed', "
                       "0, '', '{\"player\": \"nobody\", \"name\": \"Emil\"}')",
                       ['entry 9 (PlayerRenamed): names "nobody", which it cannot know']),
    "unknown hand": ("INSERT INTO fact (id, evening, kind, at, by, data) SELECT 'e9', evening, "
                     f"'HandVoided', 0, '', json_object('id', 'h9', 'sheet', {SHEET}) FROM fact "
                     "WHERE seq = 6",
                     ['entry 9 (HandVoided): names "h9", which it cannot know']),
    "unknown step": ("INSERT INTO fact (id, evening, kind, at, by, data) SELECT 'e9', evening, "
                     f"'Undone', 0, '', json_object('entry', 'e8', 'sheet', {SHEET}) FROM fact "
                     "WHERE seq = 6",
                     ['entry 9 (Undone): names "e8", which it cannot know']),
    "a seat too many": ("INSERT INTO fact (id, evening, kind, at, by, data) SELECT 'e9', evening, "
                        f"'DealerNamed', 0, '', json_object('sheet', {SHEET}, 'dealer', 4) "
                        "FROM fact WHERE seq = 6",
                        ["entry 9 (DealerNamed): names seat 4, and there are 4"]),
    "a player twice": ("INSERT INTO fact (id, kind, at, by, data) SELECT 'e9', kind, at, by, data "
                       "FROM fact WHERE seq = 1",
                       ["entry 9 (PlayerAdded): is not as it was written"]),
    "no id": ("UPDATE fact SET id = '' WHERE seq = 8",
              ["entry 8 (HandRecorded): has no valid id"]),
    "no time": ("UPDATE fact SET at = -1 WHERE seq = 8",
                ["entry 8 (HandRecorded): has no valid time"]),
    "another evening": ("UPDATE fact SET evening = 'another' WHERE seq = 8",
                        ["entry 8 (HandRecorded): is filed under another evening"]),
    "no evening": ("UPDATE fact SET evening = NULL WHERE seq = 8",
                   ["entry 8 (HandRecorded): is filed under another evening"]),
    "119 Augen": ("UPDATE fact SET data = replace(data, ':66', ':65') WHERE seq = 7", [
        "entry 7 (HandRecorded): is not as it was written",
        "2026-11-20 Altona, sheet 1 (Kalter Schlag), hand 1: 119 in all – 1 Auge is missing",
    ]),
    "who wrote it": ("UPDATE fact SET by = 'Emil' WHERE seq = 8",
                     ["entry 8 (HandRecorded): is not as it was written"]),
    "what its writer knew": ("UPDATE fact SET clock = 9 WHERE seq = 8",
                             ["entry 8 (HandRecorded): is not as it was written"]),
    "no digest": ("UPDATE fact SET digest = NULL WHERE seq = 8",
                  ["entry 8 (HandRecorded): is not as it was written"]),
    "a late hand": ("UPDATE fact SET data = replace(data, ':66', ':x') WHERE seq = 7",
                    ["entry 7 (HandRecorded): "]),
}


@pytest.mark.parametrize(("planted", "lines"), PLANTED.values(), ids=PLANTED)
def test_what_is_planted_in_the_entries_is_found_where_it_is(place, planted, lines):
    plant(place, planted)
    told = found(place)
    named = [line for line in told if not line.startswith("the export")]
    assert len(named) == len(lines), told
    assert all(line.startswith(start) for line, start in zip(named, lines)), told


@pytest.mark.parametrize("guard", GUARDS)
def test_a_dropped_guard(place, guard):
    with closing(sqlite3.connect(place)) as book:
        book.execute(f"DROP TRIGGER {guard}")
    assert found(place) == [
        f'the file: the protection "{guard}" is missing: entries could be changed or deleted']


def test_a_guard_that_guards_nothing(place):
    with closing(sqlite3.connect(place)) as book:
        book.execute("DROP TRIGGER fact_no_delete")
        book.execute("CREATE TRIGGER fact_no_delete BEFORE DELETE ON fact BEGIN SELECT 1; END")
    assert len(found(place)) == 1 and '"fact_no_delete"' in found(place)[0]


def test_a_missing_index_and_a_foreign_table(place):
    with closing(sqlite3.connect(place)) as book:
        book.execute("DROP INDEX fact_frame")
        book.execute("CREATE TABLE recipes (name TEXT)")
    assert found(place) == ['the file: "fact_frame" is missing',
                            'the file: "recipes" does not belong in a Scorepad book']


def test_flipped_bytes_in_an_index(place):
    """Which SQLite itself notices: the entries are there, but would not be found by their ids."""
    with closing(sqlite3.connect(place)) as book:
        [(page,)] = book.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_fact_1'")
    whole = bytearray(place.read_bytes())
    for offset in range(page * 4096 - 300, page * 4096):
        whole[offset] ^= 0x01
    place.write_bytes(whole)
    assert any(line.startswith("the file: is damaged in ") for line in found(place))


def test_a_cut_book(place):
    place.write_bytes(place.read_bytes()[:9000])
    told = found(place)
    assert told[0].startswith("the file: is damaged in ")
    assert "the entries from 1 on: cannot be read" in told


def test_however_much_is_damaged_it_is_one_line_that_says_what_to_do(place):
    service = Service(Store.open(f"sqlite:///{place}"), "Anne")
    sheet = service.latest_sheet(KALTER_SCHLAG.id).sheet
    for _ in range(600):
        service.record(sheet, Ramsch((66, 30, 24, 0)))
    service.close()
    whole = bytearray(place.read_bytes())
    for page in range(8, len(whole) // 4096, 2):
        whole[page * 4096:page * 4096 + 2000] = b"\xff" * 2000
    place.write_bytes(whole)
    [line] = [line for line in found(place) if line.startswith("the file: ")]
    assert line.startswith("the file: is damaged in ") and len(line) < 400
    assert line.endswith("Restore a backup, or save what can be read.")


@pytest.mark.parametrize("number", [2**63 - 1, 10, 10**12])
def test_every_row_is_looked_at_whatever_its_number(place, number):
    """Row 9 would be the next one; what lies between was taken out, or never was there."""
    plant(place, "INSERT INTO fact (seq, id, evening, kind, at, by, data) SELECT "
                 f"{number}, 'e9', evening, 'HandShuffled', 0, '', '' FROM fact WHERE seq = 8")
    missing = "entry 9: is missing" if number == 10 else \
        f"entries 9 to {number - 1}: are missing"
    assert found(place) == [missing, f"entry {number} (HandShuffled): is of a kind that this "
                                     "Scorepad does not know"]
    assert check(place).entries == 9


@pytest.mark.parametrize("number", [0, -1, -2**63])
def test_rows_before_the_first_are_looked_at(place, number):
    plant(place, "INSERT INTO fact (seq, id, kind, at, by, data) VALUES "
                 f"({number}, 'e0', 'ClubNamed', 0, '', '{{\"name\": \"Altona\"}}')")
    assert found(place) == [f"entry {number} (ClubNamed): has a number that no entry gets"]
    assert check(place).entries == 9


def test_an_entry_that_was_taken_out(place):
    plant(place, "DELETE FROM fact WHERE seq = 7")
    assert found(place) == ["entry 7: is missing",
                            "entry 8 (HandRecorded): follows entries that are missing"]


@pytest.mark.parametrize("at", ["'soon'", "''", "1.5", "1e300", "-1", "x'00'", "253402300800000",
                                "9223372036854775807", "-9223372036854775808"])
def test_a_time_that_is_none_is_named_and_nothing_else_breaks(place, at):
    """That of the first player: he plays all the same."""
    plant(place, f"UPDATE fact SET at = {at} WHERE seq = 1")
    assert found(place) == ["entry 1 (PlayerAdded): has no valid time"]


@pytest.mark.parametrize(("content", "sentence"), [
    (b"", "is empty: there is no book in it."), (b"Anne", "is not a Scorepad book."),
    (b'{"format": "scorepad/1"}', 'is an export, not a book: "scorepad replay" checks it.')])
def test_what_is_no_book(tmp_path, content, sentence):
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(StorageFault) as fault:
        check(path)
    assert str(fault.value.message) == f"{path} {sentence}"


# --- what follows from the entries: computed wrongly on purpose -----------------------------------


def given(line, *points):
    """The line as if its hand had brought that to each seat."""
    return line._replace(score=line.score._replace(points=points))


def changed(monkeypatch, lines_of):
    """Let every score sheet come out with other lines."""
    result = checking.SheetReplay.result

    def wrong(self, *args, **more):
        made = result(self, *args, **more)
        return replace(made, lines=lines_of(made.lines))

    monkeypatch.setattr(checking.SheetReplay, "result", wrong)


def test_a_total_that_is_not_the_sum_of_the_hands(place, monkeypatch):
    """As if the sheet had lost ten points on the way to its end."""
    changed(monkeypatch, lambda lines: [
        *lines[:-1], given(lines[-1], *[each + 10 for each in lines[-1].points])])
    assert found(place) == ["2026-11-20 Altona, sheet 1 (Kalter Schlag), hand 2: "
                            "the totals are not the sum of the hands"]


def test_a_hand_that_should_add_up_to_zero(tmp_path, monkeypatch):
    path = tmp_path / "book.db"
    service = Service(Store.open(f"sqlite:///{path}"), "Anne")
    sheet = service.open_sheet(NewEvening(date(2026, 11, 20)), DOPPELKOPF_ALTENBURG, NAMES)
    names = NAMES
    service.record(sheet, DOPPELKOPF_ALTENBURG.read_hand(
        {"spiel": "normal", "re": list(names[:2]), "augen": 131}, names))
    service.close()
    assert found(path) == []
    changed(monkeypatch, lambda lines: [
        given(line, line.points[0] + 5, *line.points[1:]) for line in lines])
    assert "2026-11-20, sheet 1 (Doppelkopf (Altenburg rules)), hand 1: " \
        "the points add up to 5, not 0" \
        in found(path)


def test_hand_by_hand_it_comes_out_otherwise(place, monkeypatch):
    extend = checking.SheetReplay.extend
    monkeypatch.setattr(checking.SheetReplay, "extend", lambda self, hands: extend(
        self, [hand._replace(voided=len(list(hands)) == 1) for hand in hands]))
    assert "2026-11-20 Altona, sheet 1 (Kalter Schlag): comes out differently hand by hand than " \
        "all at once" in found(place)


def test_payments_that_do_not_settle(place, monkeypatch):
    monkeypatch.setattr(checking, "balances", lambda sheets: {"EUR": {"Anne": 100, "Bert": -100}})
    monkeypatch.setattr(checking, "settle", lambda total: ())
    assert found(place) == ["the evening 2026-11-20 Altona: the payments do not settle the evening"]
    monkeypatch.setattr(checking, "balances", lambda sheets: {"EUR": {"Anne": 100, "Bert": -99}})
    assert found(place) == [
        "the evening 2026-11-20 Altona: the settlement adds up to 1 cents, not 0"]


def test_an_export_that_says_something_else(place, monkeypatch):
    write = checking.document.write

    def otherwise(book, **more):
        text = yield from write.steps(book, **more)
        return text.replace("Altona", "Ottensen")

    monkeypatch.setattr(checking.document, "write", stepwise(otherwise))
    assert found(place) == ["the export: does not give the same book when it is read"]
