"""A name that looks like somebody's is asked about where it is written, and one tap answers."""

import pytest

from scorepad.service import Service
from tests.screens.conftest import FOUR, Start, Table
from tests.screens.driver import Driver
from tests.screens.test_people import opened, undo
from tests.screens.test_safety import EVENING, Pick, pick

__all__ = ["pick"]  # a fixture

OTHER_ANNE = "\N{CYRILLIC CAPITAL LETTER A}nne"
ASKED = "Written with Cyrillic letters: is this Anne?"


def names(service: Service) -> list[str]:
    service.refresh()
    return sorted(service.people.names().values())


# --- a new evening --------------------------------------------------------------------------------


@pytest.fixture
async def seating(service: Service, start: Start) -> Driver:
    """A new evening; Anne is known."""
    service.people.add("Anne")
    ui = await start("/new")
    await ui.type(OTHER_ANNE, text="Name")
    await ui.tap(identifier="add-name")
    assert ui.sees(ASKED) and not ui.find_all(identifier="seat-1")
    return ui


@pytest.mark.parametrize("answer, seated", [
    ("same-person-0", "Anne"), ("somebody-else-0", OTHER_ANNE)])
async def test_who_sits_down_is_asked_and_takes_one_tap(seating: Driver, answer: str, seated: str):
    seating.taps = 0
    await seating.tap(identifier=answer)
    assert seating.taps == 1 and not seating.sees(ASKED)
    assert seating.find_all(identifier="seat-1") and seated in seating.texts()


async def test_whoever_sits_there_already_does_not_sit_down_twice(seating: Driver):
    await seating.tap(identifier="same-person-0")
    await seating.type(OTHER_ANNE, text="Name")
    await seating.tap(identifier="add-name")
    await seating.tap(identifier="same-person-0")
    assert seating.sees("Anne is already at the table.")


@pytest.mark.parametrize("typed", ["anne", "An\N{VARIATION SELECTOR-16}ne"])
async def test_the_same_letters_are_taken_for_the_known_name(
        service: Service, start: Start, typed: str):
    service.people.add("Anne")
    ui = await start("/new")
    await ui.type(typed, text="Name")
    await ui.tap(identifier="add-name")
    assert not ui.find_all(identifier="same-person-0") and "Anne" in ui.texts()


# --- the players ----------------------------------------------------------------------------------


async def test_somebody_new_is_asked_about(table: Table, start: Start, service: Service):
    ui = await start("/people")
    await ui.type(OTHER_ANNE, text="Somebody new")
    await ui.tap(identifier="add-player")
    assert ui.sees(ASKED) and names(service) == sorted(FOUR)
    await ui.tap(identifier="somebody-else-0")
    assert names(service) == sorted([*FOUR, OTHER_ANNE])
    await ui.type("ANNE", text="Somebody new")
    await ui.tap(identifier="add-player")
    assert ui.sees("ANNE looks like Anne: is this one person?")
    await ui.tap(identifier="same-person-0")
    assert ui.page.route.startswith("/people/") and ui.find_all(identifier="save-name")
    assert names(service) == sorted([*FOUR, OTHER_ANNE])


async def test_a_new_name_that_looks_like_another_players_is_asked_about(
        table: Table, start: Start, service: Service):
    service.people.add("Emil")
    ui = await start("/people")
    await opened(ui, "Emil")
    await ui.type(OTHER_ANNE, text="Name")
    await ui.tap(identifier="save-name")
    assert ui.sees(ASKED) and "Emil" in names(service)
    await ui.tap(identifier="same-person-0")
    assert names(service) == sorted(FOUR) and ui.sees("Emil is now Anne.")
    await undo(ui)
    assert names(service) == sorted([*FOUR, "Emil"])


async def test_a_name_is_put_right_at_the_sheet(table: Table, start: Start, service: Service):
    service.people.add("Emil")
    ui = await start(table.route)
    await ui.tap(identifier="player-0")
    await ui.type("\N{CYRILLIC CAPITAL LETTER IE}mil", text="Put this name right")
    await ui.tap(text="Rename everywhere")
    assert ui.sees("Written with Cyrillic letters: is this Emil?")
    await ui.tap(identifier="same-person-0")
    assert ui.sees("Anne is now Emil.")
    assert service.sheet(table.sheet).score.record.names == ("Emil", *FOUR[1:])


# --- a file ---------------------------------------------------------------------------------------


OTHERS = EVENING.replace(b"Anne", OTHER_ANNE.encode())


@pytest.mark.parametrize("answer, there", [
    ("same-person-0", sorted(FOUR)),
    ("somebody-else-0", sorted([*FOUR, OTHER_ANNE]))])
async def test_an_import_waits_for_the_answer(
        table: Table, start: Start, service: Service, pick: Pick, answer: str, there: list[str]):
    ui = await start("/safety")
    await pick(ui, "import-file", "a.json", OTHERS)
    assert ui.sees(ASKED)
    with pytest.raises(AssertionError, match="nothing listens"):
        await ui.tap(identifier="import")
    await ui.tap(identifier=answer)
    await ui.settle()
    await ui.tap(identifier="import")
    await ui.settle()
    assert names(service) == there
    await ui.go("/safety")
    await pick(ui, "import-file", "a.json", OTHERS)
    assert ui.sees("Nothing new: all of it is in the book.") and not ui.sees(ASKED)


async def test_a_file_that_is_chosen_again_is_asked_about_anew(
        table: Table, start: Start, service: Service, pick: Pick):
    """It may be another one by now."""
    ui = await start("/safety")
    await pick(ui, "import-file", "a.json", OTHERS)
    await ui.tap(identifier="same-person-0")
    await pick(ui, "import-another", "a.json", OTHERS)
    await ui.settle()
    assert ui.sees(ASKED)
    with pytest.raises(AssertionError, match="nothing listens"):
        await ui.tap(identifier="import")
    await ui.tap(identifier="somebody-else-0")
    await ui.settle()
    await ui.tap(identifier="import")
    await ui.settle()
    assert names(service) == sorted([*FOUR, OTHER_ANNE])
