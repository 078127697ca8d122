"""The panel of Doppelkopf by the Altenburg rules, in-process. Figures are worked out from S2, Werte
and Berechnungen."""

from datetime import date as Date

import flet as ft
import pytest

from scorepad.book.record import Tariff
from scorepad.games.altenburg import DOPPELKOPF_ALTENBURG
from scorepad.games.altenburg.hand import AltenburgRules
from scorepad.service import Service
from tests.screens.conftest import FOUR, Start, Table
from tests.screens.driver import Driver, tap

FIVE = (*FOUR, "Emil")
ANNE, BERT, CEM, DORA, EMIL = range(5)


@pytest.fixture
def sheet(service: Service, request: pytest.FixtureRequest) -> Table:
    """Five players, so that Anne deals and sits out; by the rules of the test."""
    rules = AltenburgRules(**getattr(request, "param", {}))
    return Table.of(service, DOPPELKOPF_ALTENBURG, FIVE, rules=rules)


def by(**rules: object) -> pytest.MarkDecorator:
    """The rules of the table, for a test that is about them."""
    return pytest.mark.parametrize("sheet", [rules], indirect=True)


def totals(sheet: Table) -> tuple[int, ...]:
    return sheet.score.tally.totals


def last(sheet: Table):
    return sheet.score.lines[-1].record.hand


def says(ui: Driver, label: str) -> bool:
    """Whether something is called so to a screen reader."""
    return any(getattr(each, "semantics_label", None) == label for each in ui.controls())


async def test_a_tap_on_who_sits_out_says_why(sheet: Table, service: Service, start: Start):
    """Of five the dealer sits out, of six those beside the dealer. The sentence lies above the
    keys, which are tapped next."""
    ui = await start(sheet.route)
    await tap(ui, "seat-0")
    assert ui.find(text="sits out") and ui.sees("Anne deals and sits out.")
    assert ui.find(kind=ft.SnackBar).margin.bottom > ui.page.height / 2
    service.seat_players(sheet.sheet, [*FIVE, "Frieda"])
    ui = await start(sheet.route)
    await tap(ui, "seat-1")
    assert ui.sees("Bert sits out.")


async def test_a_result_without_re_asks_for_it(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "result-re-120")
    assert not sheet.score.lines and ui.sees("Tap Re's two players")
    await tap(ui, "seat-1")
    assert ui.sees("Tap Re's second player")
    await tap(ui, "seat-3", "save")
    assert totals(sheet) == (0, 10, -10, 10, -10)


async def test_another_dealer_changes_who_sits_out_while_somebody_types(sheet: Table,
                                                                        start: Start):
    """Bert was tapped as Re, and then deals and sits out: his tile can still be tapped away."""
    ui = await start(sheet.route)
    await tap(ui, "seat-1")
    await ui.tap(identifier="player-1")
    await ui.tap(identifier="deals-next")
    await tap(ui, "seat-2", "result-re-120")
    assert ui.sees("Bert does not play this hand") and not sheet.score.lines
    await tap(ui, "seat-1", "seat-0", "save")
    assert totals(sheet) == (10, 0, 10, -10, -10)


async def test_both_ansagen_failed_asks(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "seat-1", "seat-2", "ansage-re", "ansage-re", "ansage-kontra", "ansage-kontra")
    assert len(ui.find_all(text="?")) == 3  # Re plain, Kontra plain, and 120
    await tap(ui, "result-re-120")
    assert not sheet.score.lines and ui.sees("Both Ansagen failed: who wins, and how much?")
    await tap(ui, "entscheid-kontra", "digit-6", "digit-0", "save")
    assert totals(sheet) == (0, -60, -60, 60, 60)


async def test_a_key_of_a_star_says_what_the_tariff_of_the_evening_counts(
        service: Service, sheet: Table, start: Start):
    """One star (S2, Sterne), two from today on by the club's own line, and three only later."""
    for day, stars in ((Date(2026, 11, 20), 2), (Date(2026, 11, 21), 3)):
        service.club.set_tariff(Tariff("stich-41", day, stars))
    ui = await start(sheet.route)
    await tap(ui, "fold-stars")
    assert says(ui, "Rot rum +1") and says(ui, "Trick over 41 +2")
    assert says(ui, "Alle Farben +2")  # it holds the star for Rot
    await tap(ui, "stich-41", "seat-3")
    assert says(ui, "Trick over 41 Dora") and says(ui, "Rot rum +1")


async def test_a_star_stands_in_the_row_of_its_hand(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "seat-1", "seat-2", "fold-stars", "stich-41", "seat-3", "stich-41", "seat-3",
              "result-re-120")
    assert ui.sees("★2 Dora")
    for size in ((375, 553), (360, 560), (667, 320)):  # no note has room there
        await ui.resize(*size)
        assert not ui.sees("★2 Dora") and ui.find(text="★2 −10")


async def test_a_fault_in_the_notation_names_its_letters(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "fold-augen")
    await ui.type("AV/XY/R", text="Notation")
    assert ui.sees("XY: XY is not part of the notation")
    await ui.type("AV/", text="Notation")
    await tap(ui, "proposal-0")
    assert ui.find(kind=ft.TextField).value == "AV/U9"


async def test_a_correction_begins_with_the_hand_and_a_result_saves_it(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "seat-1", "seat-2", "ansage-re", "result-kontra-120")
    assert totals(sheet) == (0, -40, -40, 40, 40)
    await tap(ui, "hand-1", "correct")
    assert ui.find(identifier="result-kontra-120").selected
    await tap(ui, "result-re-120")
    assert totals(sheet) == (0, 20, 20, -20, -20) and len(sheet.score.lines) == 1


async def test_the_second_half_of_a_double_tap_is_nothing(
        sheet: Table, start: Start, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("scorepad.ui.entry.entry.DOUBLE_TAP", 60)  # a busy machine is slow
    ui = await start(sheet.route)
    assert ui.sees("Tap Re's two players on the keys, then the result.")
    await tap(ui, "seat-1", "seat-2", "result-re-120", "result-re-120")
    assert len(sheet.score.lines) == 1 and not ui.find(identifier="result-re-120").selected
    await tap(ui, "seat-2", "seat-3", "result-re-120")  # at once, but something was typed
    assert len(sheet.score.lines) == 2


async def test_a_half_typed_hand_of_somebody_who_does_not_sit_here_is_left_alone(
        sheet: Table, start: Start):
    """Kept by a version that this one does not understand."""
    sheet.service.keep(f"entry/{sheet.sheet}", {
        "draft": {"typed": "", "decided": None, "wert": "", "line": "",
                  "hand": {"spiel": "normal", "re": ["9"], "augen": 121}},
        "amending": None, "version": None})
    ui = await start(sheet.route)
    assert not ui.find_all(identifier="take-over")
    await tap(ui, "seat-1", "seat-2", "result-re-120")
    assert totals(sheet) == (0, 10, 10, -10, -10)


# --- what is noted besides, and what cannot be --------------------------------------------------


async def test_who_announced_is_one_tap_at_the_player(sheet: Table, start: Start):
    """Plain Re, won: 20."""
    ui = await start(sheet.route)
    await tap(ui, "seat-1", "ansage-re")
    assert not ui.find_all(identifier="said-1")  # it is not yet known who is Re
    await tap(ui, "seat-2")
    assert [bool(ui.find_all(identifier=f"said-{seat}")) for seat in range(5)] == [
        False, True, True, False, False]
    await tap(ui, "said-2", "result-re-120")
    assert ui.taps == 5 and totals(sheet) == (0, 20, 20, -20, -20)
    assert last(sheet).angesagt_von == (CEM, None)


@pytest.mark.parametrize("spiel, offered", [
    ("normal", {"fuchs-re", "fuchs-kontra", "karlchen", "dulle", "plan"}),
    ("stille-hochzeit", {"fuchs-re", "fuchs-kontra", "karlchen", "dulle"}),
    ("trumpf-solo", {"fuchs-re", "fuchs-kontra", "karlchen", "dulle"}),
    ("gruen", {"karlchen", "dulle"}), ("buben-solo", {"karlchen"}), ("ober-solo", set()),
    ("fleischlos", set()), ("dullen-solo", {"dulle"})])
async def test_extras_that_a_game_does_not_know_are_not_offered(
        sheet: Table, start: Start, spiel: str, offered: set[str]):
    ui = await start(sheet.route)
    await tap(ui, *([] if spiel == "normal" else ["fold-solo", f"spiel-{spiel}"]), "fold-extras")
    keys = ("fuchs-re", "fuchs-kontra", "karlchen", "dulle", "plan")
    assert {key for key in keys if ui.find_all(identifier=key)} == offered
    assert ui.find(identifier="grosse-scharfe") and ui.find(identifier="falschspiel")


async def test_an_open_solo_and_whose_the_scharfen_were(sheet: Table, start: Start):
    """Ober-Solo 50, schwarz holds U6: two levels announced and two played, 90; and 3 times that."""
    ui = await start(sheet.route)
    await tap(ui, "fold-solo")
    assert not ui.find_all(identifier="offen")
    await tap(ui, "spiel-ober-solo", "offen", "seat-1", "fold-extras", "grosse-scharfe")
    assert not ui.find_all(identifier="kleine-von")
    await tap(ui, "grosse-von", "seat-2")
    assert ui.sees("Große Scharfe Cem") and ui.sees("Offen")
    await tap(ui, "fold-extras", "result-re-0")
    assert totals(sheet) == (0, 270, -90, -90, -90)
    assert (last(sheet).offen, last(sheet).scharfe_von) == (True, (CEM, None))


@pytest.mark.parametrize("spiel, offered", [
    ("normal", {"rot-rum", "alle-farben", "fuenf-karten"}), ("herz", set()),
    ("ober-solo", {"rot-rum", "alle-farben"}), ("stille-hochzeit", {"rot-rum", "alle-farben"})])
async def test_stars_that_a_game_does_not_give_are_not_offered(
        sheet: Table, start: Start, spiel: str, offered: set[str]):
    ui = await start(sheet.route)
    await tap(ui, *([] if spiel == "normal" else ["fold-solo", f"spiel-{spiel}"]), "fold-stars")
    keys = ("rot-rum", "alle-farben", "fuenf-karten")
    assert {key for key in keys if ui.find_all(identifier=key)} == offered


async def test_an_extra_typed_before_its_game_is_refused_and_can_be_tapped_away(
        sheet: Table, start: Start):
    """A Fuchs, and then it was a Buben-Solo: 40."""
    ui = await start(sheet.route)
    await tap(ui, "fold-extras", "fuchs-re", "fold-solo", "spiel-buben-solo", "seat-1",
              "result-re-120")
    assert ui.sees("Füchse are caught only in a normal game") and not sheet.score.lines
    await tap(ui, "fold-extras", "fuchs-re", "save")
    assert totals(sheet) == (0, 120, -40, -40, -40)


async def test_the_line_shows_what_it_was_read_as_and_what_the_list_means_by_it(
        sheet: Table, start: Start):
    """S2, Beispiel: AV/U9/U6 is printed for 80; by its arithmetic it is (20+10+10+10)·2."""
    ui = await start(sheet.route)
    await tap(ui, "fold-augen")
    await ui.type("AV/U9/U6", text="Notation")
    assert ui.sees(
        "Kontra wins · announced: Kontra U9 · played: U6: (20+10+10+10)·2 = 100")
    assert ui.sees("For 80, as the club's list prints it, write AV/U9/U9")
    await ui.type("AV/U9/U9", text="Notation")
    assert ui.sees("played: U9: (20+10+10)·2 = 80") and not ui.sees("the club's list")
