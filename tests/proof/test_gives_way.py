"""Long work gives way: how long it stands still at the longest, in a book of 10,000 hands.

In the pocket page Python is three to five times slower than here, and nothing else there moves
meanwhile. What is measured is the time that this thread computes. How long that may be is asked at
full length only, where the machine has nothing else to do; otherwise, in how many steps it is done.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from scorepad import document
from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG
from scorepad.i18n.words import Words
from scorepad.paper import files as papers
from scorepad.service import Service
from scorepad.service.safety import Picked
from scorepad.storage import Store
from scorepad.storage.joining import AT_ONCE
from scorepad.system.steps import Steps, Stepwise
from tests.bench.saving import AUTHOR, fill
from tests.bench.statistics import club_hands
from tests.proof.conftest import Note
from tests.taking import picked

pytestmark = pytest.mark.alone

EVENINGS, HANDS = 100, 50
"""Of each of two games."""

MANY = 2 * EVENINGS
"""Steps: at least one for each sheet."""

LONGEST = 0.100
"""Seconds."""

ONE_CALL = 0.120
"""Seconds of what a library does in one call, which nothing can be put into: parsing JSON, looking
through the file, one commit of a whole import, subsetting the fonts of a PDF."""

Look = Callable[..., Any]


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("long") / "book.db"
    fill(place, EVENINGS, HANDS)
    fill(place, EVENINGS, HANDS, DOPPELKOPF_ALTENBURG, club_hands)
    return place


@pytest.fixture
def service(book: Path) -> Iterator[Service]:
    with closing(Service(Store.open(f"sqlite:///{book}"), AUTHOR)) as service:
        yield service


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


@pytest.fixture
def given_way(request: pytest.FixtureRequest, note: Note) -> Look:
    """What a work returns that is done in at least so many steps: none of them stands still for
    too long, but for so many calls of a library. Of two rounds the quicker one counts."""
    def look(what: str, work: Stepwise[..., object], *given: object, steps: int,
             calls: int = 0) -> Any:
        rounds: list[list[float]] = []
        result: list[object] = []
        for _ in range(2):
            rounds.append(stretches(work.steps(*given), result))
        found = min(rounds, key=lambda each: each[calls])
        assert len(found) >= steps, what
        note(f"{what} of 10,000 hands: longest stretch", f"{1000 * found[calls]:.0f} ms")
        if request.config.getoption("--full"):
            assert found[calls] < LONGEST, what
            assert all(each < ONE_CALL for each in found[:calls]), what
        return result[-1]

    return look


def test_looking_through_the_book_gives_way(service: Service, given_way: Look):
    """In one call each: the look through the file, and the parsing of the export."""
    checked = given_way("check", service.safety.check, steps=MANY, calls=3)
    assert checked.hands == 2 * EVENINGS * HANDS and not checked.findings


def test_statistics_give_way(service: Service, given_way: Look):
    found = given_way("statistics", service.statistics.read, steps=MANY)
    assert len(found.known) == 2 * EVENINGS


def test_an_export_and_an_import_give_way(service: Service, given_way: Look, tmp_path: Path):
    record = given_way("export, reading", service.export, steps=MANY)
    text = given_way("export, writing", document.write, record, steps=MANY)
    read, _ = given_way("import, reading", document.replayed, text.encode(), steps=MANY, calls=2)
    assert read == record
    with closing(Service(Store.open(f"sqlite:///{tmp_path / 'other.db'}"), AUTHOR)) as other:
        # The commit is one step, all or nothing.
        other.meetings.take(given_way("import, looking", other.meetings.preview, picked(text),
                                      steps=MANY))
        assert document.write(other.export()) == text


def test_a_file_of_entries_gives_way(service: Service, given_way: Look, tmp_path: Path):
    """In one call: the look through the present book."""
    text = given_way("entries, writing", service.meetings.entries, steps=MANY)
    with closing(Service(Store.open(f"sqlite:///{tmp_path / 'other.db'}"), AUTHOR)) as other:
        found = given_way("entries, looking", other.meetings.preview,
                          Picked("all.entries", content=text.encode()),
                          steps=2 * EVENINGS * HANDS // AT_ONCE, calls=1)
        other.meetings.take(found)
        assert other.meetings.entries() == text


@pytest.mark.parametrize("kind", list(papers.Kind))
def test_papers_give_way(kind: papers.Kind, service: Service, given_way: Look):
    for _ in papers._load():
        pass  # whoever imports it does so once, and fpdf in one call
    evening, year = service.evenings()[0].id, papers.Year(2000)
    for subject in (papers.Evening(evening), year, papers.Stars()):
        if kind in papers.kinds_of(subject):
            name = f"{kind.name} of {type(subject).__name__}"
            paper = given_way(f"{name}, gathering", papers.gather, service, subject, kind,
                              Words("de"), steps=MANY)
            assert given_way(f"{name}, making", paper.make, steps=3,
                             calls=kind.media == "application/pdf")
