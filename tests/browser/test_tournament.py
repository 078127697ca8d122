"""A tournament from the door to the prizes, as somebody at the desk taps it."""

import re
from datetime import date
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from scorepad.config import Settings
from scorepad.games.skat import SKAT
from scorepad.service import Service
from scorepad.tournament.facts import Figures, Settings as Agreed, Way
from tests.browser.conftest import Hands
from tests.browser.hand import Hand, Look
from tests.browser.place import saved
from tests.browser.program import Program

SEVEN = ("Anne", "Bert", "Cem", "Dora", "Emil", "Frida", "Gerry")


def seated(user: Hand, table: int) -> list[str]:
    """Who sits at a table of the first round, by its card."""
    told = user.find(identifier=f"table-1-{table}").inner_text()
    return [name for name in re.findall(r"\d+ ([A-Z][a-z]+)", told) if name in SEVEN]


def enter_figures(user: Hand, figures: list[str]) -> None:
    """Fill the fields of a paper list from the first to the last."""
    user.tap(identifier="paper")
    for index, figure in enumerate(figures):
        user.fill(user.page.get_by_role("textbox").nth(index), figure)
    user.tap(identifier="save-figures")


@pytest.mark.whole
def test_an_evening_of_seven_at_two_tables(hands: Hands, tmp_path: Path):
    """Points, won and lost at the table of four: 300/5/0, 200/4/1, 100/2/1, 0/0/0. By the list of
    Seeger and Fabian the first has 300 + 250 + 30 · 2 = 610."""
    user = hands(Look("wide", "light", "de"))
    user.touch("new-evening", "tournament")
    user.sees("Das Turnier braucht einen Namen.")
    user.type("Preisskat", into=re.compile("^Name"))
    user.type("10", into=re.compile("^Startgeld"))
    user.type("60", into=re.compile("^Prozent"))
    user.type("5 3", into=re.compile("^Anteile"))
    user.tap(identifier="start")
    for name in SEVEN:
        user.type(name, into="Name eines Gastes")
        user.press("Enter")
        user.sees(name)
    user.sees("7 Personen")
    user.tap(identifier="draw-lot")
    user.sees("0 von 48 Spielen")
    first, *_others = seated(user, 1)
    assert sorted([*seated(user, 1), *seated(user, 2)]) == [*SEVEN]
    user.tap(identifier="table-1-1")
    enter_figures(user, ["300", "5", "0", "200", "4", "1", "100", "2", "1", "0", "0", "0"])
    user.sees("Vom Papier")
    user.sees("610")
    user.sees("70,00 €")
    user.tap(identifier="table-1-2")
    user.tap(identifier="write-list")
    user.sees("Skat · 0 von 36 Spielen")
    user.page.go_back()
    user.page.go_back()
    user.sees("Rangliste")
    paper = saved(user, "document", tmp_path)
    assert "Preisskat" in paper.read_text("utf-8") and first in paper.read_text("utf-8")
    user.tap(identifier="undo-step")
    user.sees("0 von 48 Spielen")


@pytest.mark.whole
def test_everybodys_page_keeps_who_looks_and_counts_down(program: Program, chromium: Browser):
    """A tap on a name puts its line first, on this phone and after it was loaded anew; without
    scripts the line stands out where it is."""
    service = Service.open(Settings.of({"FLET_APP_STORAGE_DATA": str(program.data)}))
    evening = service.tournaments.hold(date(2026, 11, 27), SKAT, SKAT.rules(), Agreed(
        name="Preisskat", rounds=1, hands_at={4: 4, 3: 3}, minutes=90))
    for name in SEVEN:
        service.tournaments.enter(evening, name)
    service.tournaments.draw(evening, Way.LOT, 3)
    [tables] = [draw.tables for draw in service.tournaments.view(evening).tournament.draws]
    for scripts in (True, False):
        page = program.let_in(chromium.new_context(
            viewport={"width": 390, "height": 844}, java_script_enabled=scripts)).new_page()
        page.goto(f"{program.address}/watch/{evening}/settlement")
        own, line = page.locator("#own tr"), page.locator(f"#no-{tables[1][0]}")
        expect(own).to_have_count(0)
        plain = line.evaluate("each => getComputedStyle(each.children[0]).backgroundColor")
        line.locator("a").click()
        assert line.evaluate(
            "each => getComputedStyle(each.children[0]).backgroundColor") != plain
        if scripts:
            expect(own).to_contain_text(SEVEN[tables[1][0] - 1])
            expect(page.locator(".clock")).to_have_text(re.compile(r"^(noch )?\d\d:\d\d( left)?$"))
            page.goto(f"{program.address}/watch/{evening}/settlement")
            service.tournaments.note_figures(evening, 1, 2, [
                Figures(number, 90 if number == tables[1][0] else 0, 0, 0)
                for number in tables[1]])
            expect(own).to_contain_text("1. ")
            expect(own).to_contain_text("90")
        page.context.close()
    service.close()
