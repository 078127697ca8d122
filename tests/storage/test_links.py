"""The links of entries: the digest that names a changed byte, the heads that name a history, and
the order that is the same wherever entries come together."""

import hashlib
import shutil
import sqlite3
from contextlib import closing
from itertools import permutations

import pytest

from scorepad.book.facts import ClubNamed, Entry, EveningClosed
from scorepad.storage import Store
from scorepad.storage.home import INTO
from scorepad.storage.links import Heads, all_linked, digest_of, fits, heads_of, linked
from scorepad.storage.reading import in_order
from tests.storage.old.making import HERE

A_ROW = ("e1", None, "ClubNamed", 5, "Jürgen", '{"name":"Altona"}')
WRITTEN = b'["e1",null,"ClubNamed",5,"J\\u00fcrgen","{\\"name\\":\\"Altona\\"}","phone",1,""]'
FIRST = hashlib.sha256(WRITTEN).digest()[:16]

LINKS = 'SELECT id, evening, clock, hex("after"), hex(digest) FROM fact ORDER BY seq'


def links_in(place):
    with closing(sqlite3.connect(place)) as book:
        return book.execute(LINKS).fetchall()


def test_the_digest_is_that_of_what_is_written_out_here():
    row = linked(A_ROW, Heads(), "phone")
    assert row == (*A_ROW, "phone", 1, b"", FIRST)
    second = linked(("e2", "evening", "EveningClosed", 0, "", "{}"),
                    Heads(7, (b"b" * 16, b"a" * 16)))
    assert second[6:9] == ("", 8, b"a" * 16 + b"b" * 16)
    told = f'["e2","evening","EveningClosed",0,"","{{}}","",8,"{"61" * 16}{"62" * 16}"]'
    assert second[9] == hashlib.sha256(told.encode()).digest()[:16]


@pytest.mark.parametrize("column", range(9))
def test_no_column_can_change_unnoticed(column):
    row = list(linked(A_ROW, Heads(3, (b"x" * 16,)), "phone"))
    assert fits(row)
    row[column] = row[column] + 1 if isinstance(row[column], int) else \
        row[column] + row[column] if row[column] else "evening"
    assert not fits(row)


@pytest.mark.parametrize(("entries", "heads"), [
    ([], Heads()),
    ([(1, b"", b"a" * 16)], Heads(1, (b"a" * 16,))),
    ([(1, b"", b"a" * 16), (2, b"a" * 16, b"b" * 16)], Heads(2, (b"b" * 16,))),
    ([(1, b"", b"a" * 16), (2, b"a" * 16, b"b" * 16), (2, b"a" * 16, b"c" * 16)],
     Heads(2, (b"b" * 16, b"c" * 16))),
    ([(1, b"", b"a" * 16), (2, b"a" * 16, b"b" * 16), (2, b"a" * 16, b"c" * 16),
      (3, b"b" * 16 + b"c" * 16, b"d" * 16)], Heads(3, (b"d" * 16,))),
], ids=["nothing", "one", "a chain", "two went on", "and met"])
def test_heads_are_what_no_other_entry_names(entries, heads):
    assert heads_of(entries) == heads


def test_entries_count_in_one_order_whatever_order_they_came_in():
    """Number, id, kind, at, by, data, part, clock: two devices wrote their third entries apart."""
    rows = [(0, "e1", "", 0, "", "", "x", 1), (0, "e2", "", 0, "", "", "x", 2),
            (0, "e3", "", 9, "", "", "x", 3), (0, "f3", "", 1, "", "", "x", 3),
            (0, "f4", "", 2, "", "", "x", 4)]
    for came in permutations(rows):
        assert in_order(came) == rows


def test_parts_do_not_mix():
    rows = [(1, "b1", "", 0, "", "", "evening", 1), (2, "a1", "", 0, "", "", None, 1),
            (3, "b2", "", 0, "", "", "evening", 2)]
    assert in_order(rows) == rows


def test_every_entry_is_linked_to_the_one_before_it(written, entries, opened):
    rows = opened(written)._connection.exec_driver_sql(
        'SELECT id, evening, clock, "after", digest FROM fact ORDER BY seq').all()
    assert [row.clock for row in rows] == [1, 2, 3, 4, 1, 2, 3, 4]
    digests = [bytes(row.digest) for row in rows]
    assert [bytes(row.after) for row in rows] == [
        b"", *digests[:3], b"", *digests[4:7]]


def test_whoever_opens_the_book_again_goes_on_from_its_heads(written, entries, opened):
    store = opened(written)
    store.append_all([(Entry("e98", ClubNamed("Altona")), None)])
    store.append_all([(Entry("e99", EveningClosed("evening")), "evening")])
    rows = store._connection.exec_driver_sql(
        'SELECT clock, "after", digest FROM fact ORDER BY seq').all()
    assert [row.clock for row in rows[-2:]] == [5, 5]
    assert [bytes(row.after) for row in rows[-2:]] == [bytes(rows[3].digest), bytes(rows[7].digest)]


def test_two_who_write_in_turns_know_of_each_other(written, entries, opened):
    """Neither is told, but both look before they write."""
    one, other = opened(written), opened(written)
    for number, store in enumerate((one, other, one, other)):
        store.append_all([(Entry(f"n{number}", ClubNamed(str(number))), None)])
    rows = one._connection.exec_driver_sql(
        'SELECT clock, "after", digest FROM fact WHERE evening IS NULL ORDER BY seq').all()
    assert [row.clock for row in rows] == list(range(1, 9))
    assert [bytes(row.after) for row in rows[1:]] == [bytes(row.digest) for row in rows[:-1]]


def test_what_comes_late_is_read_in_its_order(place, entries, opened):
    """An entry that another device wrote as its third one comes after the fourth of ours."""
    store = opened(place)
    store.append_all([(Entry(f"n{number}", ClubNamed(str(number))), None) for number in range(4)])
    store.changed()
    store.begin()
    rows = store._connection.exec_driver_sql(
        'SELECT id, evening, kind, at, "by", data, device, clock, "after", digest FROM fact').all()
    store._connection.rollback()
    known = Heads(2, (rows[1].digest,))
    late = linked(("late", None, "ClubNamed", 0, "", '{"name":"late"}'), known)
    with closing(sqlite3.connect(place)) as book:
        book.execute(f"INSERT {INTO}", late)
        book.commit()
    assert store.changed() and store.news().entries is None
    assert [entry.id for entry in store.everything()] == ["n0", "n1", "late", "n2", "n3"]


@pytest.mark.parametrize("old", sorted(HERE.glob("*.db")), ids=lambda path: path.stem)
def test_copies_of_an_old_book_get_the_same_links(old, tmp_path):
    """Also one that an earlier program has written on before it was brought up to date."""
    one, other = tmp_path / "one.db", tmp_path / "other.db"
    shutil.copyfile(old, one)
    shutil.copyfile(old, other)
    for place in (one, other):
        Store.open(f"sqlite:///{place}").close()
    assert links_in(one) == links_in(other)
    parts = {}
    for _, part, clock, after, digest in links_in(one):
        assert (clock, after) == (parts.get(part, (0, ""))[0] + 1, parts.get(part, (0, ""))[1])
        parts[part] = clock, digest


def test_rows_that_are_linked_stay_so():
    rows = list(all_linked([(*A_ROW, "", 0, None, None), (*A_ROW, "", 0, None, None)]))
    assert [row[7] for row in rows] == [1, 2] and rows[1][8] == rows[0][9]
    assert list(all_linked(rows)) == rows
    assert digest_of(rows[0]) == rows[0][9]
