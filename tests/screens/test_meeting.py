"""Two books meet on the screen: what comes is shown first, and which hands count is asked where
everybody sees it."""

from pathlib import Path

import flet as ft
import pytest

from scorepad.config import Settings
from scorepad.games.kalter_schlag import Durchmarsch, Ramsch
from scorepad.games.turnier import DOPPELKOPF
from scorepad.service import Service
from scorepad.storage import Store
from tests.book.pages import NAMES
from tests.screens.conftest import Start, Table
from tests.screens.driver import Driver
from tests.screens.test_safety import Pick, pick

__all__ = ["pick"]  # a fixture

OTHER_ANNE = "\N{CYRILLIC CAPITAL LETTER A}nne"


@pytest.fixture
def apart(table: Table, settings: Settings, tmp_path: Path) -> bytes:
    """The book of Bert's phone, which has gone on from the first hand with two of its own; this one
    has gone on with one."""
    table.play(66, 30, 24, 0)
    other = tmp_path / "other.db"
    copy = Service(Store.open(f"sqlite:///{settings.data / 'book.db'}"))
    copy.safety.back_up_to(other)
    copy.close()
    service = Service(Store.open(f"sqlite:///{other}"), "Bert")
    for _ in range(2):
        service.record(table.sheet, Durchmarsch(2))
    content = service.meetings.entries().encode()
    service.close()
    table.play(30, 66, 24, 0)
    return content


async def test_what_comes_is_shown_and_the_sheet_asks(
        table: Table, start: Start, pick: Pick, apart: bytes):
    ui = await start("/safety")
    await pick(ui, "import-file", "bert.entries", apart)
    await ui.settle()
    assert ui.sees("New: 2 hands")
    assert ui.sees("20 November 2026, Kalter Schlag: both books went on. The sheet will ask which "
                   "hands count.")
    await ui.tap(identifier="import")
    await ui.settle()
    assert ui.sees("Imported.")
    ui = await start("/")
    assert ui.sees("Something to decide")
    ui = await start(f"/evening/{table.evening}")
    assert ui.sees("Until somebody decides, this is provisional.")
    ui = await start(table.route)
    assert ui.sees("Two devices went on from hand 1.")
    assert ui.sees("Now these count: Bert: 2 hands.")
    assert len(table.service.sheet(table.sheet).score.lines) == 3
    assert struck(ui) == ["70"]
    assert ui.find_all(identifier="struck-2") and not ui.find_all(identifier="struck-3")
    assert ui.sees("Anne: does not count")
    assert ui.find(identifier="runs-1").content.content == "Anne: 1 hand, on this device"
    await ui.tap(identifier="runs-1")
    await ui.settle()
    table.service.refresh()
    assert len(table.service.sheet(table.sheet).score.lines) == 2
    assert not ui.sees("Two devices went on from hand 1.") and not struck(ui)


def struck(ui: Driver) -> list[str]:
    """The figures that are struck through."""
    return [text.value for text in ui.find_all(
        kind=ft.Text, where=lambda text: bool(text.style and text.style.decoration))]


async def test_the_key_says_what_was_written_on_this_device(
        table: Table, start: Start, pick: Pick, settings: Settings, tmp_path: Path):
    """Anne has a phone besides, and goes on with that and here."""
    table.play(66, 30, 24, 0)
    other = tmp_path / "other.db"
    table.service.safety.back_up_to(other)
    phone = Service(Store.open(f"sqlite:///{other}", device=lambda: 16 * "a"), "Anne")
    phone.record(table.sheet, Durchmarsch(2))
    content = phone.meetings.entries().encode()
    phone.close()
    here = Service.open(settings)
    here.record(table.sheet, Durchmarsch(1))
    here.close()
    ui = await start("/safety")
    await pick(ui, "import-file", "phone.entries", content)
    await ui.settle()
    await ui.tap(identifier="import")
    await ui.settle()
    ui = await start(table.route)
    keys = {ui.find(identifier=f"runs-{number}").content.content for number in (0, 1)}
    assert keys == {"Anne: 1 hand (Anne, Bert, Dora +120)",
                    "Anne: 1 hand (Anne, Cem, Dora +120), on this device"}


@pytest.mark.parametrize("theirs, told", [
    (2, ["1 hand (Bert +70)", "1 hand (Anne, Bert, Dora +120)"]), (None, [
        "1 hand (Bert +70), ", "1 hand (Bert +70), "])])
async def test_runs_of_nobody_knows_whom_are_told_by_what_they_gave(
        table: Table, start: Start, pick: Pick, tmp_path: Path, theirs: int | None,
        told: list[str]):
    """On two phones nobody has said who writes: as many hands, and even the same, or not."""
    table.play(66, 30, 24, 0)
    other = tmp_path / "other.db"
    table.service.safety.back_up_to(other)
    books = [Service(Store.open(f"sqlite:///{place}")) for place in (
        other, tmp_path / "book.db")]
    books[1].record(table.sheet, Ramsch((30, 66, 24, 0)))
    books[0].record(table.sheet, Ramsch((30, 66, 24, 0)) if theirs is None else Durchmarsch(theirs))
    content = books[0].meetings.entries().encode()
    for book in books:
        book.close()
    ui = await start("/safety")
    await pick(ui, "import-file", "a.entries.txt", content)
    await ui.settle()
    await ui.tap(identifier="import")
    await ui.settle()
    ui = await start(table.route)
    keys = [ui.find(identifier=f"runs-{number}").content.content for number in (0, 1)]
    assert all(key.startswith(begin) for key, begin in zip(keys, told)), keys
    assert ui.sees("Does not count")


async def test_the_answer_can_be_taken_back(table: Table, start: Start, pick: Pick, apart: bytes):
    ui = await start("/safety")
    await pick(ui, "import-file", "bert.entries", apart)
    await ui.settle()
    await ui.tap(identifier="import")
    await ui.settle()
    ui = await start(table.route)
    await ui.tap(identifier="runs-0-1")
    await ui.settle()
    table.service.refresh()
    assert len(table.service.sheet(table.sheet).score.lines) == 4
    await ui.tap(identifier="undo")
    await ui.settle()
    assert ui.sees("Two devices went on from hand 1.")


async def test_a_file_of_something_else_is_refused_in_a_sentence(start: Start, pick: Pick):
    ui = await start("/safety")
    await pick(ui, "import-file", "letter.txt", b"Dear Anne")
    await ui.settle()
    assert ui.sees("letter.txt is not a Scorepad book.")


# --- files that belong elsewhere ------------------------------------------------------------------


async def test_entries_that_are_restored_lead_to_the_import(
        table: Table, start: Start, pick: Pick, apart: bytes):
    ui = await start("/safety")
    await pick(ui, "restore-file", "bert.entries.txt", apart)
    await ui.settle()
    assert ui.sees("bert.entries.txt holds the entries of a book.")
    await ui.tap(identifier="import-instead")
    await ui.settle()
    assert ui.sees("New: 2 hands")


# --- who is who -----------------------------------------------------------------------------------


def with_somebody(name: str, tmp_path: Path) -> bytes:
    """Another book, in which there is only this player."""
    service = Service(Store.open(f"sqlite:///{tmp_path / 'somebody.db'}"), "Bert")
    service.people.add(name)
    content = service.meetings.entries().encode()
    service.close()
    return content


@pytest.mark.parametrize("answer, there", [
    ("same-person-0", ["Anne", "Bert", "Cem", "Dora"]),
    ("somebody-else-0", ["Anne", "Bert", "Cem", "Dora", OTHER_ANNE])])
async def test_a_name_that_looks_like_a_known_one_is_asked_about(
        table: Table, start: Start, pick: Pick, tmp_path: Path, answer: str,
        there: list[str]):
    ui = await start("/safety")
    await pick(ui, "import-file", "bert.entries.txt", with_somebody(OTHER_ANNE, tmp_path))
    await ui.settle()
    assert ui.sees("Written with Cyrillic letters: is this Anne?")
    with pytest.raises(AssertionError, match="nothing listens"):
        await ui.tap(identifier="import")
    await ui.tap(identifier=answer)
    assert ui.find(identifier=answer).selected
    await ui.tap(identifier="import")
    await ui.settle()
    table.service.refresh()
    assert sorted(table.service.people.names().values()) == there


async def test_answers_given_apart_are_told(table: Table, start: Start, settings: Settings):
    """Anne says that her hand was played, Bert that his was; and that a payment was one, or two."""
    table.play(66, 30, 24, 0)
    books = parted(table, settings)
    for book, winner in zip(books, (1, 2)):
        book.record(table.sheet, Durchmarsch(winner))
        book.pay(table.evening, "Bert", "Anne", 150, "EUR")
    meet(*books)
    for book, counting in zip(books, (1, 2)):
        [decision] = book.evening(table.evening).decisions
        book.meetings.choose(decision, [each.id for each in decision.asked.said[:counting]])
        [question] = book.sheet(table.sheet).questions
        [own] = [run for run in question.runs if run.here]
        book.meetings.decide(table.sheet, question, [own.first])
    meet(*books, leave=True)
    ui = await start(table.route)
    assert ui.sees("Anne's answer: Anne: 1 hand, on this device")
    assert ui.sees("Bert's answer: Bert: 1 hand")
    await ui.tap(identifier="runs-0-1")
    await ui.settle()
    assert not ui.sees("Anne's answer")
    await ui.tap(identifier="undo")
    await ui.settle()
    assert ui.sees("Anne's answer: Anne: 1 hand, on this device")
    ui = await start(f"/evening/{table.evening}")
    assert ui.sees("Anne's answer: Once") and ui.sees("Bert's answer: Twice")


async def test_whoever_came_for_hands_that_do_not_count_is_told(
        table: Table, start: Start, settings: Settings):
    """Emil and Frieda each came on one device; only Emil's hands count, so only he has a column."""
    sheet = table.service.open_sheet(table.evening, DOPPELKOPF, NAMES)
    books = parted(table, settings)
    for book, name, hands in zip(books, ("Emil", "Frieda"), (2, 1)):
        book.seat_players(sheet, [*NAMES, name])
        for _ in range(hands):
            view = book.sheet(sheet)
            book.record(sheet, view.game.read_hand(
                {"re": ["Cem", name], "augen": 121}, view.score.record.names))
    meet(*books, leave=True)
    ui = await start(f"/evening/{table.evening}/sheet/{sheet}")
    assert ui.find_all(identifier="player-4") and not ui.find_all(identifier="player-5")
    assert struck(ui) == ["Bert, Dora −1 · Cem, Frieda +1"]


async def test_of_many_questions_the_first_are_asked(
        table: Table, start: Start, settings: Settings):
    books = parted(table, settings)
    for _ in range(8):
        for book, winner in zip(books, (1, 2)):
            book.record(table.sheet, Durchmarsch(winner))
        meet(*books)
    meet(*books, leave=True)
    ui = await start(table.route)
    assert len(ui.find_all(identifier="runs-0")) == 5
    assert ui.sees("3 more questions come after these.")


def parted(table: Table, settings: Settings) -> tuple[Service, Service]:
    """Anne's book, and a copy that is Bert's."""
    other = settings.data / "other.db"
    table.service.safety.back_up_to(other)
    return Service.open(settings), Service(
        Store.open(f"sqlite:///{other}", device=lambda: 16 * "b"), "Bert")


def meet(here: Service, there: Service, *, leave: bool = False) -> None:
    """Have two books meet; leave: both are closed then."""
    there.meetings.meet(here.meetings.exchange)
    if leave:
        there.close()
        here.close()
