"""Who is who, and the club's own rules: as people do it, and for people to look at."""

import pytest

from tests.browser.conftest import Hands
from tests.browser.evenings import PLAYERS, evening, hand, take_in
from tests.browser.hand import LOOKS, Hand, Look, augen
from tests.browser.program import Program

ENGLISH = Look(language="en")


def another(first: str) -> dict[str, object]:
    """An evening before, on which somebody else sat in Anne's place."""
    names = [first, *PLAYERS[1:]]
    return {"id": "e2", "date": "2026-10-30", "closed": True, "sheets": [{
        "id": "s2", "game": "kalter-schlag", "players": names, "einsatz": "0.50",
        "hands": [{"augen": dict(zip(names, (70, 30, 20, 0)))}]}]}


def test_two_spellings_and_rules_of_the_clubs_own(program: Program, hands: Hands):
    """63 · 4 = 252 is 250 in tens and 260 in fives."""
    take_in(program, another("Annna"), evening(hand(66, 30, 24, 0)))
    user = hands(ENGLISH, "/preferences")
    user.tap(identifier="people")
    rename(user)
    merge_and_undo(user)
    keep_rules(user)
    use_them_and_change_them(user)


def rename(user: Hand) -> None:
    user.touch("player-Bert")
    user.sees("2 evenings")
    user.type("Berta", into="Name")
    user.touch("save-name")
    user.sees("Bert is now Berta, on every evening.")
    user.open("/people")
    user.sees("Berta")


def merge_and_undo(user: Hand) -> None:
    user.touch("player-Annna")
    user.settle()
    user.touch("merge", "same-Anne")
    user.sees("Everything that ")
    user.touch("stays-Anne", "do-merge")
    user.sees("Annna is now Anne.")
    user.settle()
    user.tap("Undo")
    user.open("/people")
    user.sees("Annna")


def keep_rules(user: Hand) -> None:
    user.open("/rules/kalter-schlag/new")
    user.type("Altona", into="Name of these rules")
    user.touch("rounding-fives-before")
    user.scroll(600)
    user.sees("63 → 65 · 2 (Kontra) · 2 (Re) = 260")
    user.touch("keep-rules")
    user.settle()
    user.sees("Altona")


def use_them_and_change_them(user: Hand) -> None:
    user.open("/new")
    user.touch("set-Altona", "start")
    user.settle()
    user.touch(*augen(0, 63), "doubling-2", "save")
    user.sees("Anne, 260 points")
    user.touch("menu", "house-rules")
    user.settle()
    user.touch("set-standard", "change-rules")
    user.settle()
    user.sees("From hand 2 on: Rounding: Tens, afterwards")
    user.touch(*augen(0, 63), "doubling-2", "save")
    user.sees("Anne, 510 points")


@pytest.mark.parametrize("look", [*LOOKS, Look(theme="light"), Look("wide")], ids=str)
def test_how_players_look(program: Program, hands: Hands, look: Look):
    take_in(program, another("Annna"), evening(hand(66, 30, 24, 0)))
    user = hands(look, "/people")
    user.sees("Annna")
    user.shot("people")
    user.touch("player-Annna")
    user.settle()
    user.shot("person")
    user.touch("merge", "same-Anne")
    user.scroll(3000)
    user.shot("person-merge")


@pytest.mark.parametrize("look", [*LOOKS, Look(theme="light"), Look("wide")], ids=str)
def test_how_house_rules_look(program: Program, hands: Hands, look: Look):
    take_in(program, evening(
        hand(66, 30, 24, 0), {"augen": {"Anne": 63}, "verdopplungen": 2,
                              "rules": {"rounding": "fives-before"}}))
    user = hands(look, "/rules")
    user.sees("Kalter Schlag")
    user.shot("rules")
    user.open("/rules/kalter-schlag/new")
    user.touch("rounding-fives-before")
    user.shot("rules-new")
    user.scroll(3000)
    user.shot("rules-preview")
    user.open("/evening/e/sheet/s")
    user.sees("Kalter Schlag")
    user.shot("rules-sheet")
    user.open("/evening/e/sheet/s/rules")
    user.settle()
    user.shot("rules-change")
