"""Whatever is drawn of a hand while it is typed, the rules are asked about it once: the keys, what
is said of it and the button share the answer, and so does the tap that saves it."""

from collections.abc import Callable
from typing import Any

import pytest

from scorepad.games.game import Game
from scorepad.games.kalter_schlag import KALTER_SCHLAG, Ramsch
from scorepad.games.kasse import DOPPELKOPF_KASSE
from scorepad.games.schieberamsch import SCHIEBERAMSCH
from scorepad.games.skat import SKAT
from scorepad.games.turnier import DOPPELKOPF
from scorepad.service import Service
from tests.screens.conftest import FOUR, Start, Table
from tests.screens.driver import tap

SIXES = ("seat-0", "digit-6", "digit-6")

Judged = Callable[[Game[Any, Any]], list[Any]]


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> Judged:
    """The hands that a game is asked about from now on, in their order."""
    def watched(game: Game[Any, Any]) -> list[Any]:
        asked, judge = list[Any](), type(game).judge

        def asking(own: Game[Any, Any], hand: Any, table: Any) -> Any:
            asked.append((type(hand), hand))
            return judge(own, hand, table)

        monkeypatch.setattr(type(game), "judge", asking)
        return asked
    return watched


async def test_a_digit_and_a_save_ask_the_rules_once_each(
        service: Service, start: Start, judged: Judged):
    sheet = Table.of(service, KALTER_SCHLAG, FOUR)
    ui = await start(sheet.route)
    await tap(ui, *SIXES[:2])
    asked = judged(KALTER_SCHLAG)
    await tap(ui, SIXES[2])
    hand = Ramsch, Ramsch((66, None, None, None))
    assert asked == [hand] and ui.sees("Save: Anne +70")
    await tap(ui, "save")
    assert asked == [hand] * 2 and sheet.score.tally.totals == (70, 0, 0, 0)


@pytest.mark.parametrize("size", [(390, 844), (280, 653), (1280, 800)])
@pytest.mark.parametrize("game, players, taps", [
    (KALTER_SCHLAG, 4, SIXES), (SCHIEBERAMSCH, 3, SIXES),
    (SKAT, 3, ("seat-0", "spiel-karo", "spitzen-1")),
    (DOPPELKOPF, 4, ("seat-1", "seat-2")), (DOPPELKOPF_KASSE, 4, ("seat-1", "seat-2"))])
async def test_no_tap_asks_about_one_hand_twice(
        service: Service, start: Start, judged: Judged, game: Game[Any, Any], players: int,
        taps: tuple[str, ...], size: tuple[int, int]):
    """Neither where the keys say what each of them would write, nor where the button's words are
    too wide for it."""
    ui = await start(Table.of(service, game, FOUR[:players]).route, size=size)
    asked = judged(game)
    for each in taps:
        asked.clear()
        await tap(ui, each)
        assert len(asked) == len(set(asked))
    assert asked
