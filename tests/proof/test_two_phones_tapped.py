"""Two phones with a book each, tapped through once: a fifth player comes on either, somebody is
deleted here and plays there, and both answer the same question otherwise. Whenever they meet, by
the files that they hand on, each hand stays with whom it was meant for, on both pages.

The figures are worked out by hand: Re wins with more than 120 Augen, 1 point for each of the four
(TSR 7.2.2), and whoever sits out gets none.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import chromium, pages, started
from tests.browser.evenings import PLAYERS, take_in
from tests.browser.hand import CANVAS_LAG, Hand, Look
from tests.browser.program import Program
from tests.proof.conftest import Note

__all__ = ["chromium"]  # a fixture

pytestmark = [pytest.mark.alone, pytest.mark.browser, pytest.mark.timeout(1800)]

SHEETS = {"fifth": "/evening/e/sheet/fifth", "gone": "/evening/e/sheet/gone"}
FIFTH, GONE = SHEETS.values()


class Mate:
    """Somebody with a phone and a book, who taps on its page."""

    def __init__(self, program: Program, hand: Hand, name: str, folder: Path) -> None:
        self.program, self.hand, self.name = program, hand, name
        self._folder = folder

    def goes(self, route: str) -> Hand:
        if self.hand.page.url != self.program.address + route:
            self.hand.open(route)
        return self.hand

    def seats(self, sheet: str, name: str) -> None:
        """Have somebody new sit down at a sheet that runs."""
        hand = self.goes(sheet)
        hand.touch("menu", "seats")
        hand.type(name, into="Name")
        hand.tap(identifier="add-name")
        hand.tap(identifier="save-seats")

    def plays(self, sheet: str, re: tuple[int, int], result: str = "re-120") -> None:
        hand = self.goes(sheet)
        hand.touch(*[f"seat-{seat}" for seat in re], f"result-{result}")
        hand.settle()

    def hands_on(self) -> Path:
        """Where the file of all entries lies."""
        hand = self.goes("/safety")
        with hand.page.expect_download() as download:
            hand.tap(identifier="hand-on")
        file = self._folder / f"{self.name}-{len(list(self._folder.iterdir()))}.entries.txt"
        download.value.save_as(file)
        return file

    def meets(self, file: Path) -> None:
        """Take in a file."""
        hand = self.goes("/safety")
        hand.page.wait_for_timeout(CANVAS_LAG)
        with hand.page.expect_file_chooser() as chooser:
            hand.tap(identifier="import-file")
        chooser.value.set_files(file)
        hand.sees("Bekannt: ")
        hand.tap(identifier="import")
        hand.sees("Importiert.")
        hand.page.wait_for_timeout(CANVAS_LAG)

    def sees_points(self, sheet: str, **points: int) -> None:
        hand = self.goes(sheet)
        for name, total in points.items():
            hand.sees(f"{name}, {total} Punkt{'' if abs(total) == 1 else 'e'}".replace(
                "-", "\N{MINUS SIGN}"))

    def shot(self, what: str) -> None:
        self.hand.page.wait_for_timeout(CANVAS_LAG)
        self.hand.shot(f"two-{what}-{self.name}")


@pytest.fixture
def mates(chromium: Browser, tmp_path: Path, request: pytest.FixtureRequest,
          monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Mate, Mate]]:
    """Two whose books have met, with an evening in them."""
    with ExitStack() as open_ones:
        found = []
        (tmp_path / "files").mkdir()
        for name, theme in (("one", "light"), ("two", "dark")):
            monkeypatch.setenv("SCOREPAD_AUTHOR", name)  # whoever writes there
            program = open_ones.enter_context(started(tmp_path / name))
            hands = open_ones.enter_context(pages(chromium, program, request.node))
            found.append(Mate(program, hands(Look("390x664", theme)), name, tmp_path / "files"))
        one, two = found
        take_in(one.program, {"id": "e", "date": "2026-11-20", "sheets": [
            {"id": each, "game": "doppelkopf", "players": PLAYERS, "hands": []}
            for each in SHEETS]})
        one.plays(GONE, (0, 1))
        one.goes("/people").type("Gerd", into="Neuer Name")
        one.hand.tap(identifier="add-player")
        two.meets(one.hands_on())
        yield one, two


def meet(one: Mate, two: Mate) -> None:
    """Have both take in what the other has handed on."""
    ours, theirs = one.hands_on(), two.hands_on()
    one.meets(theirs)
    two.meets(ours)


def test_two_phones(mates: tuple[Mate, Mate], note: Note):
    one, two = mates
    a_fifth_on_either(one, two)
    gone_here_and_playing_there(one, two)
    meet(one, two)
    nobody_is_gone(one, two)
    asked_on_both(one, two)
    answered_otherwise(one, two)
    all_of_them_were_played(one, two)
    taken_back(one, two)
    here, there = (set(each.hands_on().read_text("utf-8").splitlines()) for each in mates)
    assert here == there
    for each in mates:
        each.goes("/safety/check").sees("Alles stimmt.")
    note("phones tapped through, entries that both have in the end", len(here) - 1)


def a_fifth_on_either(one: Mate, two: Mate) -> None:
    """Anne deals and sits out; Bert wins with Emil on one, and Cem with Frieda on the other."""
    one.seats(FIFTH, "Emil")
    two.seats(FIFTH, "Frieda")
    one.plays(FIFTH, (1, 4))
    one.sees_points(FIFTH, Anne=0, Bert=1, Cem=-1, Dora=-1, Emil=1)
    two.plays(FIFTH, (2, 4))
    two.sees_points(FIFTH, Anne=0, Bert=-1, Cem=1, Dora=-1, Frieda=1)


def gone_here_and_playing_there(one: Mate, two: Mate) -> None:
    """Gerd and the first hand go; on the other phone he sits down after it, and wins with Anne
    while Bert deals."""
    one.goes("/people").tap(identifier="player-Gerd")
    one.hand.tap(identifier="delete")
    one.hand.sees("Gerd ist gelöscht.")
    one.goes(GONE).tap(identifier="hand-1")
    one.hand.tap(identifier="void")
    one.hand.sees("Gestrichen")
    two.seats(GONE, "Gerd")
    two.plays(GONE, (0, 4))
    two.sees_points(GONE, Anne=2, Bert=1, Cem=-2, Dora=-2, Gerd=1)


def nobody_is_gone(one: Mate, two: Mate) -> None:
    for each in one, two:
        each.sees_points(GONE, Anne=1, Bert=0, Cem=-1, Dora=-1, Gerd=1)
        each.hand.sees("Spiel 1: gestrichen")
        each.shot("gone")
        hand = each.goes("/people")
        for name in (*PLAYERS, "Emil", "Frieda", "Gerd"):
            hand.sees(f"{name}, 1 Abend")
        each.shot("people")
        each.goes("/").sees("Etwas zu entscheiden")


def asked_on_both(one: Mate, two: Mate) -> None:
    """As many hands were written here as there: the one that was begun first counts."""
    for each in one, two:
        each.sees_points(FIFTH, Anne=0, Bert=1, Cem=-1, Dora=-1, Emil=1)
        each.hand.sees("Welche wurden gespielt?")
        each.hand.sees(
            "Spiel 1: Bert −1, Cem 1, Dora −1, Frieda 1, zählt nicht")
        each.shot("asked")
        each.hand.scroll(2000)
        each.shot("struck")


def answered_otherwise(one: Mate, two: Mate) -> None:
    """Each says that his own hand was played; the last word holds, and both are told."""
    for each, run in ((one, 0), (two, 1)):
        each.goes(FIFTH).tap(identifier=f"runs-{run}")
        each.hand.sees_no("Welche wurden gespielt?")
    meet(one, two)
    for each in one, two:
        each.sees_points(FIFTH, Anne=0, Bert=-1, Cem=1, Dora=-1, Frieda=1)
        each.hand.sees("Antwort von one: one: 1 Spiel")
        each.hand.sees("Antwort von two: two: 1 Spiel")
        each.shot("answers")


def all_of_them_were_played(one: Mate, two: Mate) -> None:
    """One tap, and each hand's points are those of whoever played it."""
    one.goes(FIFTH).tap(identifier="runs-0-1")
    one.hand.sees_no("Welche wurden gespielt?")
    two.meets(one.hands_on())
    for each in one, two:
        each.sees_points(FIFTH, Anne=0, Bert=0, Cem=0, Dora=-2, Emil=1, Frieda=1)
        each.hand.sees_no("Welche wurden gespielt?")
        each.shot("all")


def taken_back(one: Mate, two: Mate) -> None:
    one.goes(FIFTH).tap(identifier="undo")
    one.hand.sees("Antwort von one: one: 1 Spiel")
    two.meets(one.hands_on())
    two.goes(FIFTH).sees("Antwort von one: one: 1 Spiel")
