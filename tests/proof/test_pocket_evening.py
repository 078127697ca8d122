"""The evenings of the browser tests, played on the pocket page.

It lies in a subfolder of a plain host of files, which stops halfway, and the browser is started
anew; what is typed and what comes of it are those of `tests.browser`.
"""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Playwright

from tests.browser.place import saved
from tests.browser.test_altenburg_evening import play_doppelkopf
from tests.browser.test_evening import (
    come_back_after_a_restart,
    play_a_lost_partie,
    play_a_won_partie,
    read_the_export_back,
    settle,
    sit_down,
)
from tests.browser.test_papers import printed
from tests.pocket.conftest import elsewhere, host, playwright, root
from tests.pocket.phone import Elsewhere, Host
from tests.pocket.place import Pocket

__all__ = ["elsewhere", "host", "playwright", "root"]  # fixtures

pytestmark = [pytest.mark.browser, pytest.mark.timeout(1800)]


def test_two_games_from_the_first_name_to_the_paper(
        host: Host, elsewhere: Elsewhere, playwright: Playwright, tmp_path: Path):
    """Kalter Schlag with a correction, the settlement, everything exported; Doppelkopf, imported,
    with Böcke and stars; and both on paper. Nobody else is ever asked for anything."""
    with Pocket(playwright, tmp_path, host, elsewhere) as place:
        sit_down(place.hand)
        play_a_lost_partie(place.hand)
        sheet = place.hand.page.url.partition("#")[2]
        place.restart()
        place.hand.open(sheet)
        place.hand.sees("Kalter Schlag · Partie 2")
        play_a_won_partie(place.hand)
        settle(place.hand)
        come_back_after_a_restart(place)
        there = place.hand.page.url.partition("#")[2]
        read_the_export_back(place.export())
        place.hand.open(there)
        text = printed(saved(place.hand, "pdf", tmp_path))
        assert "Kalter Schlag" in text and "+3,50" in text and "2\u202f220" in text
        play_doppelkopf(place)
        place.hand.open("/evening/e")
        text = printed(saved(place.hand, "pdf", tmp_path))
        assert "Freitag, 20. November 2026" in text and "+1,30" in text
        document = json.loads(saved(place.hand, "document", tmp_path).read_text("utf-8"))
        assert len(document["evenings"][0]["sheets"][0]["hands"]) == 4
