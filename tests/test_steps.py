"""Long work gives way: how long it stands still at the longest, in a book of 10,000 hands.

In the pocket page Python is three to five times slower than here, and nothing else there moves
meanwhile. What is measured is the time that this thread computes, so that a busy machine counts for
nothing.
"""

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from scorepad import document, papers
from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG
from scorepad.service import Service
from scorepad.steps import Steps, Stepwise, at_once, stepwise
from scorepad.storage import Store, restoring, store as store_of_book
from scorepad.words import Words
from tests.bench.saving import AUTHOR, fill
from tests.bench.statistics import club_hands

EVENINGS, HANDS = 100, 50
"""Of each of two games."""

LONGEST = 0.100
"""Seconds."""

ONE_CALL = 0.120
"""Seconds of what a library does in one call, which nothing can be put into: parsing JSON, looking
through the file, one commit of a whole import, subsetting the fonts of a PDF."""


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("long") / "book.db"
    fill(place, EVENINGS, HANDS)
    fill(place, EVENINGS, HANDS, DOPPELKOPF_ALTENBURG, club_hands)
    return place


@pytest.fixture
def service(book: Path) -> Iterator[Service]:
    service = Service(Store.open(f"sqlite:///{book}"), AUTHOR)
    yield service
    service.close()


def stretches(steps: Steps[object], result: list[object]) -> list[float]:
    """How long each step took, in seconds of this thread; the longest first."""
    found, goes_on = [], True
    while goes_on:
        began = time.thread_time()
        try:
            next(steps)
        except StopIteration as done:
            result.append(done.value)
            goes_on = False
        found.append(time.thread_time() - began)
    return sorted(found, reverse=True)


def longest(work: Stepwise[..., object], *given: object, calls: int = 0) -> tuple[float, object]:
    """The longest stretch but for so many calls of a library, and what the work returned. The
    smaller of two rounds: what else the machine does is no step of ours."""
    least, result = float("inf"), []
    for _ in range(2):
        found = stretches(work.steps(*given), result)
        assert all(each < ONE_CALL for each in found[:calls]), found[:calls + 1]
        least = min(least, found[calls])
    return least, result[-1]


def test_looking_through_the_book_gives_way(service: Service):
    """In one call each: the look through the file, and the parsing of the export."""
    least, checked = longest(service.safety.check, calls=3)
    assert least < LONGEST
    assert checked.hands == 2 * EVENINGS * HANDS and not checked.findings


def test_statistics_give_way(service: Service):
    least, found = longest(service.statistics.read)
    assert least < LONGEST and len(found.known) == 2 * EVENINGS


def test_an_export_and_an_import_give_way(service: Service, tmp_path: Path):
    least, record = longest(service.export)
    assert least < LONGEST
    least, text = longest(document.write, record)
    assert least < LONGEST
    least, (read, _) = longest(document.replayed, text.encode(), calls=2)
    assert least < LONGEST and read == record
    other = Service(Store.open(f"sqlite:///{tmp_path / 'other.db'}"), AUTHOR)
    least, merge = longest(other.preview, read)
    assert least < LONGEST
    found = stretches(other.take.steps(merge), [])
    assert found[0] < 2 * ONE_CALL and found[1] < LONGEST  # the commit is one step, all or nothing
    assert document.write(other.export()) == text
    other.close()


@pytest.mark.parametrize("kind", list(papers.Kind))
def test_papers_give_way(kind: papers.Kind, service: Service):
    for _ in papers._load():
        pass  # whoever imports it does so once, and fpdf in one call
    evening, year = service.evenings()[0].id, papers.Year(2000)
    for subject in (papers.Evening(evening), year, papers.Stars()):
        if kind in papers.kinds_of(subject):
            least, paper = longest(papers.gather, service, subject, kind, Words("de"))
            assert least < LONGEST, subject
            least, content = longest(paper.make, calls=kind is papers.Kind.PDF)
            assert least < LONGEST and content, subject


# --- what they are made of ----------------------------------------------------------------------


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
