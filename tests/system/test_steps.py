"""Work in steps: what it returns and raises, at once and step by step."""

import weakref
from contextlib import closing
from pathlib import Path

import pytest

from scorepad.storage import Store, restoring, store as store_of_book
from scorepad.system.steps import Steps, at_once, collector_paused, stepwise
from tests.bench.saving import fill


@stepwise
def counted(words: list[str]) -> Steps[int]:
    """The letters of some words."""
    letters = 0
    for word in words:
        letters += len(word)
        yield
    return letters


class Deck:
    """Cards, to be counted."""

    def __init__(self, *cards: str) -> None:
        self.cards = list(cards)

    @stepwise
    def letters(self, more: int = 0) -> Steps[int]:
        """The letters of the cards, and so many more."""
        return more + (yield from counted.steps(self.cards))


def test_a_work_is_done_at_once_or_step_by_step():
    assert counted(["Herz", "Karo"]) == 8
    deck, others = Deck("Herz", "Pik"), Deck("Kreuz")
    assert (deck.letters(), others.letters(more=2)) == (7, 7)
    steps = deck.letters.steps(more=1)
    assert (next(steps), at_once(steps)) == (None, 8)
    assert sum(1 for _ in deck.letters.steps()) == 2


def test_what_a_step_raises_comes_to_who_asked():
    with pytest.raises(TypeError):
        counted([None])


def test_a_book_that_is_replaced_while_it_is_read_is_read_anew(tmp_path: Path, monkeypatch):
    """Half of the one and half of the other would be a book that never was."""
    monkeypatch.setattr(store_of_book, "AT_ONCE", 7)
    here, there = tmp_path / "here.db", tmp_path / "there.db"
    fill(here, 2, 10)
    fill(there, 1, 12)
    with closing(Store.open(f"sqlite:///{there}")) as other:
        wanted = other.everything()
    store = Store.open(f"sqlite:///{here}")
    assert store.everything() != wanted
    steps = store.everything.steps()
    next(steps)
    restoring.restore(store, restoring.Picked.at(there))
    assert at_once(steps) == wanted
    store.close()


def test_an_empty_book_is_read(tmp_path: Path):
    with closing(Store.open(f"sqlite:///{tmp_path / 'book.db'}")) as store:
        assert store.everything() == []


def test_short_works_leave_the_collector_to_its_own():
    """Otherwise what refers to itself would stay as long as the program runs."""
    rings = weakref.WeakSet[Deck]()
    for _ in range(20_000):
        with collector_paused():
            ring = Deck()
            ring.cards.append(ring)
            rings.add(ring)
    assert len(rings) < 2_000
