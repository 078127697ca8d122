"""A tournament from the door to the prizes, as somebody at the desk taps it."""

import re
from pathlib import Path

from tests.browser.conftest import Hands
from tests.browser.hand import Hand, Look
from tests.browser.place import saved

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
