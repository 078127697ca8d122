"""What a table agrees on besides its rules, who deals first the next time, and two tables."""

import pytest

from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG
from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.games.kasse import DOPPELKOPF_KASSE
from scorepad.service import Refused, Service
from scorepad.service.agreements import FirstDealer
from scorepad.service.views import NewEvening
from scorepad.storage import Store
from tests.conftest import DAY
from tests.taking import file_of, take

FOUR = ("Anne", "Bert", "Cem", "Dora")
LOST = {"augen": {"Anne": 64, "Bert": 56, "Cem": 0, "Dora": 0}, "jungfern": ["Cem", "Dora"],
        "verdopplungen": 4}
"""64 · 2^6 = 4096: Anne loses the Partie at once (S0)."""
PLAIN = {"augen": {"Anne": 66, "Bert": 30, "Cem": 24, "Dora": 0}}


def sheet_with(service, *hands, names=FOUR, **more):
    sheet = service.open_sheet(NewEvening(DAY), KALTER_SCHLAG, names, **more)
    for hand in hands:
        service.record(sheet, KALTER_SCHLAG.read_hand(hand, names))
    return sheet


def said(service, sheet):
    """What the table agreed on besides."""
    return service.sheet(sheet).score.record.absprachen


# --- Absprachen -----------------------------------------------------------------------------------


def test_absprachen_begin_with_the_sheet_are_changed_and_taken_back(service):
    sheet = sheet_with(service, absprachen=" Buben legen ")
    assert said(service, sheet) == "Buben legen"
    service.agreements.say(sheet, "Buben legen, Füchse weg")
    service.agreements.say(sheet, "Buben legen, Füchse weg ")
    assert said(service, sheet) == "Buben legen, Füchse weg"
    service.undo(sheet)
    assert said(service, sheet) == "Buben legen" and service.sheet(sheet).undo is None
    service.redo(sheet)
    assert said(service, sheet) == "Buben legen, Füchse weg"
    service.agreements.say(sheet, "")
    assert said(service, sheet) == ""


@pytest.mark.parametrize("text", ["zwei\nZeilen", "x" * 501, "\u3164"])
def test_absprachen_that_are_no_line_are_refused(service, text):
    sheet = sheet_with(service)
    with pytest.raises(Refused) as refused:
        service.agreements.say(sheet, text)
    assert [problem.place for problem in refused.value.problems] == [("absprachen",)]
    with pytest.raises(Refused):
        sheet_with(service, absprachen=text)
    assert service.sheet(sheet).score.record.absprachen == ""


def test_absprachen_go_from_book_to_book(service, other_service):
    sheet = sheet_with(service, PLAIN)
    take(other_service, file_of(service))
    service.agreements.say(sheet, "Buben legen")
    take(other_service, file_of(service))
    assert other_service.sheet(sheet).score.record.absprachen == "Buben legen"
    assert not take(service, file_of(other_service)).coming
    assert service.sheet(sheet).score.record.absprachen == "Buben legen"
    other_service.agreements.say(sheet, "Buben liegen")
    take(other_service, file_of(service))
    assert other_service.sheet(sheet).score.record.absprachen == "Buben liegen"


@pytest.fixture
def other_service(tmp_path):
    own = Service(Store.open(f"sqlite:///{tmp_path / 'other.db'}"), "Bert")
    yield own
    own.close()


# --- who deals first ------------------------------------------------------------------------------


def test_the_loser_of_the_last_partie_names_the_first_dealer(service):
    """S0, Geben: after a loss the loser says who deals; here on another evening."""
    first = service.agreements.first_dealer
    assert first(KALTER_SCHLAG, FOUR) is None
    sheet = sheet_with(service, LOST)
    assert first(KALTER_SCHLAG, FOUR) == FirstDealer("Anne", "Anne")
    assert first(KALTER_SCHLAG, ("Dora", "Cem", "Bert", "Anne")) == FirstDealer("Anne", "Anne")
    assert first(KALTER_SCHLAG, ("Anne", "Bert", "Cem", "Emil")) is None
    assert first(DOPPELKOPF_KASSE, FOUR) is None
    service.name_dealer(sheet, 2)
    assert first(KALTER_SCHLAG, FOUR) == FirstDealer("Cem", "Anne")
    service.record(sheet, KALTER_SCHLAG.read_hand(PLAIN, FOUR))
    assert first(KALTER_SCHLAG, FOUR) is None  # the next Partie runs
    sheet_with(service)
    assert first(KALTER_SCHLAG, FOUR) is None  # they have begun anew


# --- two tables -----------------------------------------------------------------------------------


@pytest.mark.parametrize("count, sizes", [
    (7, ()), (8, (4, 4)), (9, (5, 4)), (11, (6, 5)), (14, (7, 7)), (15, (5, 5, 5)),
    (17, (6, 6, 5)), (22, (6, 6, 5, 5)), (70, (7,) * 10), (71, ()), (3, ())])
def test_eight_and_more_play_at_several_tables(count, sizes):
    """S2, Das Blatt und die Spieler: 4 to 7 at a table."""
    assert DOPPELKOPF_ALTENBURG.split(count) == sizes
    assert KALTER_SCHLAG.split(8) == ()


def test_both_tables_have_one_standing(service):
    """10 a player and hand: Anne and Bert win at both tables, in the second against Emil."""
    other = ("Anne", "Bert", "Emil", "Fritz")
    one = service.open_sheet(NewEvening(DAY), DOPPELKOPF_ALTENBURG, FOUR)
    evening = service.sheet(one).evening
    assert service.evening(evening).standings == ()
    two = service.open_sheet(evening, DOPPELKOPF_ALTENBURG, other)
    service.open_sheet(evening, KALTER_SCHLAG, FOUR)
    for sheet, names in ((one, FOUR), (two, other)):
        service.record(sheet, DOPPELKOPF_ALTENBURG.read_hand(
            {"re": ["Anne", "Bert"], "augen": 131}, names))
    [standing] = service.evening(evening).standings
    assert standing.game is DOPPELKOPF_ALTENBURG
    assert list(standing.points.items()) == [
        ("Anne", 20), ("Bert", 20), ("Cem", -10), ("Dora", -10), ("Emil", -10), ("Fritz", -10)]
