"""Two who have one book open at once: the same entries from both, and a newer program."""

import threading

import pytest

from scorepad.book.facts import Entry, PlayerAdded
from scorepad.storage import Store
from scorepad.storage.faults import Newer
from scorepad.storage.migrations import MIGRATIONS
from tests.storage.conftest import bare
from tests.storage.piles import Pile

ROUNDS = 25


def test_two_who_take_in_the_same_entries_at_once(where):
    """Each of them is in the book once, whoever comes first, and nobody is refused anything."""
    stores, pile = [Store.open(where), Store.open(where)], Pile()
    start, faults, new = threading.Barrier(2), [], []
    pile.write(None, *[("PlayerAdded", {"player": f"p{number}", "name": f"Anne {number}"})
                       for number in range(3 * ROUNDS)])

    def take(store):
        try:
            for number in range(ROUNDS):
                start.wait(60)
                new.append(store.join(pile.rows[3 * number:3 * number + 3]).new.total())
        except BaseException as fault:
            faults.append(fault)
            start.abort()

    threads = [threading.Thread(target=take, args=(store,)) for store in stores]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert faults == []
    assert sum(new) == 3 * ROUNDS
    assert [row[0] for row in stores[0].rows()] == [row[0] for row in pile.rows]
    for store in stores:
        store.close()


@pytest.mark.parametrize("looks", [False, True])
def test_a_program_stops_writing_when_a_newer_one_has_raised_the_version(where, opened, looks):
    store = opened(where)
    store.append_all([(Entry("e1", PlayerAdded("p1", "Anne")), None)])
    store.changed()
    with bare(where) as run:
        run(f"UPDATE scorepad_version SET version = {len(MIGRATIONS) + 1}")
    if looks:
        with pytest.raises(Newer, match="newer Scorepad"):
            store.changed()
    for unless_changed in (False, True):
        with pytest.raises(Newer, match="Update Scorepad"):
            store.append_all([(Entry("e2", PlayerAdded("p2", "Bert")), None)],
                             unless_changed=unless_changed)
    more = Pile(store.rows())
    more.write(None, ("PlayerAdded", {"player": "p3", "name": "Cem"}))
    with pytest.raises(Newer):
        store.join(more.rows)
    with bare(where) as run:
        assert [row[0] for row in run("SELECT id FROM fact")] == ["e1"]
