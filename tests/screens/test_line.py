"""The line in which a whole hand is typed, in-process. Figures are worked out by hand."""

from types import SimpleNamespace

import flet as ft
import pytest

from scorepad.games import BY_ID
from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.i18n.message import say
from scorepad.i18n.words import Words
from scorepad.service import Service
from scorepad.ui.entry import panel_of
from tests.line.tables import PLAYERS, table_of
from tests.line.test_sentences import reading_of
from tests.screens.conftest import Start, Table
from tests.screens.driver import Driver, tap
from tests.screens.test_spoken import said

FOUR = ("Anne", "Bert", "Cem", "Dora")


@pytest.fixture
def sheet(service: Service) -> Table:
    return Table.of(service, KALTER_SCHLAG, FOUR)


def underlined(ui: Driver) -> list[str]:
    """The words that are underlined."""
    return [span.text or "" for text in ui.find_all(kind=ft.Text) for span in text.spans or ()
            if span.style and span.style.decoration == ft.TextDecoration.UNDERLINE]


def figures(ui: Driver) -> dict[str, str]:
    """The figures on the players' tiles, by their names."""
    names = [text.value for text in ui.find_all(kind=ft.Text) if text.data == "name"]
    typed = [text.value for text in ui.find_all(kind=ft.Text) if text.data in ("figure", "quiet")]
    return {name: figure for name, figure in zip(names, typed) if figure.isdigit()}


async def test_a_word_that_is_not_understood_is_underlined_and_nothing_is_saved(
        sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "line-key")
    await ui.type("Anne 66 Jngfer Dora", submit=True)
    assert underlined(ui) == ["Jngfer"]
    assert ui.sees("Jngfer is not understood")
    await tap(ui, "save")
    assert not sheet.score.lines


async def test_the_last_word_is_underlined_once_enter_has_ended_it(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "line-key")
    await ui.type("Anne 66 Jngfer")
    assert not underlined(ui)
    await ui.type("Anne 66 Jngfer", submit=True)
    assert underlined(ui) == ["Jngfer"] and ui.find(kind=ft.TextField).autofocus
    await ui.type("Anne 66 Jngfern")
    assert not underlined(ui)


async def test_what_is_said_of_a_line_follows_the_language(sheet: Table, start: Start):
    """What was said before is gone, and what comes late from the field as it was drawn is said in
    the new language."""
    ui = await start(sheet.route)
    await tap(ui, "line-key")
    await ui.type("Anne 66 Bert 30 Cem 24 Dora 0 ")
    assert said(ui) == "Save: Anne +70"
    hear = ui.find(kind=ft.TextField).on_change
    await ui.go("/preferences")
    await tap(ui, "language-de")
    await ui.go(sheet.route)
    assert said(ui) == "" and ui.find(kind=ft.TextField).label == "Das Spiel in einer Zeile"
    hear(SimpleNamespace(control=SimpleNamespace(value="Anne 66 Bert 54 ")))
    await ui.settle()
    assert said(ui) == "Eintragen: Anne +70"


async def test_the_line_stays_open_for_the_next_hand(sheet: Table, start: Start):
    """66 is rounded to 70, and 70 stays 70 (S0)."""
    ui = await start(sheet.route)
    await tap(ui, "line-key")
    for line in ("Anne 66", "Bert 70"):
        field = ui.find(kind=ft.TextField)
        assert field.autofocus and field.value == ""
        await ui.type(line, submit=True)
        assert ui.find(kind=ft.TextField) is not field
    assert sheet.score.tally.totals == (70, 70, 0, 0)


async def test_what_may_go_on_is_not_underlined_but_not_saved_either(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "line-key")
    await ui.type("Anne 66 Dora", submit=True)
    assert not underlined(ui) and ui.sees("Something is missing after Dora")
    assert not sheet.score.lines


async def test_keys_go_on_from_what_the_line_said(sheet: Table, start: Start):
    """66 · 2 for Dora, who took no trick."""
    ui = await start(sheet.route)
    await tap(ui, "line-key")
    await ui.type("Anne 66")
    await tap(ui, "jungfer-3")
    assert ui.find(kind=ft.TextField).value == ""
    await tap(ui, "save")
    assert sheet.score.tally.totals == (130, 0, 0, 0)


async def test_an_emptied_line_leaves_what_the_keys_had_typed(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "seat-1", "digit-7", "line-key")
    await ui.type("Anne 66")
    await ui.type("")
    assert figures(ui) == {"Bert": "7"}


async def test_letters_of_the_line_press_no_keys(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await ui.press("F2")
    field = ui.find(kind=ft.TextField)
    await ui.fire(field, "focus")
    await ui.press("K")
    await ui.press("5")
    assert not figures(ui)
    await ui.press("Escape")
    assert not ui.find_all(kind=ft.TextField)


async def test_a_line_is_there_again_after_a_reload(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "line-key")
    await ui.type("Anne 66 Dora")
    again = await start(sheet.route)
    assert again.find(kind=ft.TextField).value == "Anne 66 Dora"


@pytest.mark.parametrize(("game", "lines"), [
    ("schieberamsch", ["Bert Grand Hand 67 mit 2 Gegner schwarz Kontra",
                       "Cem Jungfer Anne 66 Bert schiebt", "Durchmarsch Anne"]),
    ("pfaelzer-ramsch", ["Anne 66 zweimal geschoben", "Durchmarsch Cem"]),
    ("skat", ["Bert Grand Hand 67 mit 2 gereizt 48", "Cem Null ouvert Hand verloren",
              "Anne Herz ohne 3 Schneider", "eingepasst", "Durchmarsch Bert"]),
    ("doppelkopf", ["Re Anne Cem Kontra sagt U9 151 Fuchs Re Karlchen Kontra",
                    "Anne Herzsolo U9 gewonnen", "Hochzeit Re Anne Bert verloren"]),
    ("doppelkopf-altenburg", ["Re Anne Cem Kontra sagt U9 130 Anne fängt Dulle von Bert",
                              "Anne Eichel Solo gewonnen Stern Bert rot rum",
                              "Re Anne Cem AG/U9/U9/R"]),
    ("doppelkopf-kasse", ["Re Anne Dora 151 Anne fängt Fuchs von Bert",
                          "Anne Bubensolo verloren Kontra", "Nachzahlung 2", "Hammelrennen Dora"]),
    ("chase-the-ace", ["Anne und Bert zahlen", "Anne As Bert 7 Cem König Dora Dame"]),
    ("cinq-cents", ["Anne Spielmacher Bert Fuß Bert 6 im Fuß Anne Terz Anne 90 Bert 40"])])
async def test_every_panel_is_drawn_while_a_line_is_typed_word_by_word(
        service: Service, start: Start, game: str, lines: list[str]):
    names = PLAYERS.get(game, FOUR)[:4]
    sheet = Table.of(service, BY_ID[game], names, rules=table_of(game).rules)
    ui = await start(sheet.route)
    await tap(ui, "line-key")
    for line in lines:
        words = line.split()
        for count in range(1, len(words) + 1):
            await ui.type(" ".join(words[:count]))
        assert not underlined(ui)
    assert ui.find(identifier="save")


@pytest.mark.parametrize(("game", "rules", "before", "line", "after"), [
    ("frei", {}, (30, 10, 20), "Bert 14", (30, 14, 20)),
    ("frei", {}, (30, 10, 20), "Bert 14 Anne 0 Cem -5", (0, 14, -5)),
    # The other figures are kept where all make 120 …
    ("kalter-schlag", {}, (66, 30, 14, 10), "Bert 34 Dora 6", (66, 34, 14, 6)),
    # … and otherwise are no longer known: 35 are left.
    ("kalter-schlag", {}, (66, 30, 14, 10), "Anne 85", (85, None, None, None))])
async def test_a_line_over_a_hand_that_is_corrected_changes_what_it_names(
        service: Service, start: Start, game: str, rules: dict[str, object],
        before: tuple[int, ...], line: str, after: tuple[int | None, ...]):
    sheet = Table.of(service, BY_ID[game], FOUR[:len(before)], rules=BY_ID[game].rules(**rules))
    service.record(sheet.sheet, BY_ID[game].hands[0](before))
    ui = await start(sheet.route)
    await tap(ui, "hand-1", "correct", "line-key")
    await ui.type(line, submit=True)
    hand = sheet.score.lines[0].record.hand
    assert (hand.punkte if game == "frei" else hand.augen) == after


async def test_a_line_keeps_what_was_tapped_and_not_named(service: Service, start: Start):
    """70 Augen in a game of clubs with one is 2·12 (S4), for Anne who was tapped; Kontra: 4·12."""
    sheet = Table.of(service, BY_ID["skat"], FOUR[:3], rules=table_of("skat").rules)
    ui = await start(sheet.route)
    await tap(ui, "line-key")
    await ui.type("Anne Kreuz mit 1 70", submit=True)
    await tap(ui, "hand-1", "correct")
    await ui.type("Kontra", submit=True)
    assert sheet.score.tally.totals == (48, 0, 0)


async def test_with_takes_the_place_of_without(service: Service, start: Start):
    """Clubs with one and without one are 2·12 both; the record says which it was (ISkO 5.1)."""
    sheet = Table.of(service, BY_ID["skat"], FOUR[:3], rules=table_of("skat").rules)
    ui = await start(sheet.route)
    await tap(ui, "line-key")
    await ui.type("Anne Kreuz ohne 2 70", submit=True)
    await tap(ui, "hand-1", "correct")
    await ui.type("mit 1", submit=True)
    hand = sheet.score.lines[0].record.hand
    assert (hand.spitzen, hand.ohne) == (1, False)


async def test_a_line_shows_an_example_and_can_be_emptied(sheet: Table, start: Start):
    ui = await start(sheet.route)
    await tap(ui, "line-key")
    field = ui.find(kind=ft.TextField)
    assert field.hint_text == "such as: Anne 66, Bert Jungfer"
    await ui.type("Anne 66")
    await tap(ui, "empty-line")
    assert ui.find(kind=ft.TextField).value == "" and figures(ui) == {}


@pytest.mark.parametrize("game", sorted(BY_ID))
@pytest.mark.parametrize("language", ["de", "en"])
def test_the_example_of_a_line_is_understood(game: str, language: str):
    table = table_of(game)
    names = [table.names[seat] for seat in table.active]
    line = Words(language)(say(panel_of(BY_ID[game]).example, a=names[0], b=names[1]))
    found = reading_of(game, line)
    assert found.hand is not None and not found.spans
