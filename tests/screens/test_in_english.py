"""No German on an English page but the games' own terms: every game's keys, rows, explanations and
what a hand that is read from a line says of itself."""

import json
import re
from collections.abc import Iterator
from datetime import date
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

from scorepad.games import GAMES
from scorepad.games.game import Game
from scorepad.i18n.__main__ import templates
from scorepad.i18n.message import GERMAN
from scorepad.i18n.words import Words
from scorepad.service import Service
from scorepad.service.views import NewEvening
from tests.browser.every_panel import STATES
from tests.screens.conftest import FOUR, Start
from tests.screens.driver import tap
from tests.taking import take

WORD = re.compile(r"[^\W\d_]{2,}")
GOLDEN = Path(__file__).parents[1] / "golden"
TERMS = frozenset(
    "Absagen Bettel Doppelkopf Farbsolo Gras Kasse Kleine Quart Schafkopf Schelln Schieberamsch "
    "Terz er ouvert".split())
"""Terms of the games that no sentence of the program has; a Fuß of six cards is a 6er-Fuß."""

ENGLISH = frozenset("Aces Altenburg Bonus Kings Acorns Leaves Bells".split())
"""English words that no sentence of the program has."""


def words_of(text: str) -> set[str]:
    return set(WORD.findall(text))


@cache
def said() -> set[str]:
    """The words of the program's sentences, which are English; a game's terms are among them."""
    return {word.casefold() for text, plural, *_ in templates()
            for word in words_of(re.sub(r"\{.*?\}", "", f"{text} {plural or ''}"))}


def german_in(text: str, names: set[str]) -> set[str]:
    """The words of a text that are none of these."""
    return {word for word in words_of(text) - names - TERMS - ENGLISH
            if word.casefold() not in said()}


def golden(service: Service) -> Iterator[str]:
    """Take every evening that was worked out by hand; yields its sheets."""
    for number, file in enumerate(sorted(GOLDEN.glob("*.json"))):
        if not file.stem.endswith(".result"):
            evenings = json.loads(file.read_text("utf-8"))["evenings"]
            for evening, kept in enumerate(evenings):
                kept["id"] = f"e{number}-{evening}"
                for at, sheet in enumerate(kept["sheets"]):
                    sheet["id"] = f"s{number}-{evening}-{at}"
                    yield sheet["id"]
            take(service, {"format": "scorepad/1", "evenings": evenings})


@pytest.mark.parametrize("deck", ["french", GERMAN])
def test_hands_are_told_in_english(service: Service, deck: str):
    t = Words("en", deck)
    for sheet in [service.sheet(each) for each in list(golden(service))]:
        names = set(chain(*map(words_of, sheet.score.record.names)))
        for line in sheet.score.lines:
            for told in (t.arithmetic(sheet.score.explain(line)),
                         t.hand(sheet.game.describe(line.record.hand, line.table.names))):
                assert not german_in(told, names), (sheet.game.id, told)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
async def test_keys_are_english(service: Service, start: Start, game: Game):
    names = (*FOUR, "Emil")[:max(game.players)]
    sheet = service.open_sheet(NewEvening(date(2026, 11, 20)), game, names)
    ui = await start(f"/evening/{service.sheet(sheet).evening}/sheet/{sheet}")
    apart = {*names, *words_of(game.title)}
    for touched in [[], *STATES.get(game.id, [])]:
        await tap(ui, *touched)
        for text in ui.texts():
            assert not german_in(text, apart), (touched, text)


@pytest.mark.parametrize("told, said", [
    ("Kreuz mit 1, Spiel 2: 24", "Clubs with 1, game 2: 24"),
    ("Pik ohne 3, Spiel 4, Hand 5, Schneider 6, angesagt 7: 77",
     "Spades without 3, game 4, Hand 5, Schneider 6, announced 7: 77"),
    ("Karo · Karo mit 2 · gereizt 27 · Verloren", "Karo · Diamonds with 2 · bid 27 · Lost"),
    ("Eingepasst", "All passed"),
    ("Anne · Bert · Re unter 90", "Anne · Bert · Re under 90"),
    ("Anne · Bert 100 Könige", "Anne · Bert 100 Kings"),
    ("1 + 2 (Re) + 3 (keine 30) = 6", "1 + 2 (Re) + 3 (no 30) = 6"),
    ("Anne · Damen-Solo · 100", "Anne · Queens solo · 100")])
def test_german_words_of_a_hand_in_english(told: str, said: str):
    assert Words("en").hand(told) == said
    assert Words("de").hand(told) == told


@pytest.mark.parametrize("name", ["Kreuz", "Gegner", "Könige"])
def test_people_keep_their_names(name: str):
    assert Words("en").hand(f"{name} 66, Anne 30") == f"{name} 66, Anne 30"
