"""Two phones with a pocket page each keep one evening: half of it typed here and half there, then
both at once. They meet by the files that they share, in both directions, until both have the same
book; which hands count is asked on both, answered on one, and seen on the other.

The figures are worked out by hand: a Ramsch is the highest Augen, rounded to tens.
"""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Playwright

from tests.browser.hand import CANVAS_LAG, Hand, Look, augen
from tests.browser.test_evening import sit_down
from tests.pocket.conftest import elsewhere, host, playwright, root
from tests.pocket.phone import Elsewhere, Host, Phone, opened, switched_on
from tests.proof.conftest import Note
from tests.proof.test_pocket_out import SHARE

__all__ = ["elsewhere", "host", "playwright", "root"]  # fixtures

pytestmark = [pytest.mark.alone, pytest.mark.browser, pytest.mark.timeout(1800)]


class Mate:
    """Somebody at the table with a phone and a book of his own."""

    def __init__(self, phone: Phone, address: str, folder: Path, name: str, look: Look) -> None:
        phone.context.add_init_script(SHARE)
        self.hand = opened(phone, address, look)
        self.name = name
        self._folder = folder

    def goes(self, route: str) -> Hand:
        self.hand.open(route)
        return self.hand

    def plays(self, *hands: tuple[int, int]) -> None:
        """Ramsche, each with who has the most Augen, and how many."""
        for seat, figure in hands:
            self.hand.touch(*augen(seat, figure), "save")
            self.hand.settle()

    def shares(self) -> Path:
        """Where the copy lies that is handed to another program."""
        hand = self.goes("/safety")
        before = hand.page.evaluate("shared.length")
        hand.tap(identifier="share-copy")
        hand.page.wait_for_function("before => shared.length > before", arg=before)
        shared = hand.page.evaluate("shared.at(-1)")
        assert shared["type"] == "text/plain" and shared["name"].endswith(".entries.txt")
        file = self._folder / f"{self.name}-{before}" / shared["name"]
        assert '"by": ""' in shared["text"]  # nobody has said who writes on this phone
        file.parent.mkdir()
        file.write_text(shared["text"], "utf-8")
        return file

    def looks_at(self, file: Path) -> None:
        """Choose a file for the meeting, and see what it brings."""
        hand = self.goes("/safety")
        hand.page.wait_for_timeout(CANVAS_LAG)
        with hand.page.expect_file_chooser() as chooser:
            hand.tap(identifier="import-file")
        chooser.value.set_files(file)
        hand.sees("Bekannt: ")

    def meets(self, file: Path) -> None:
        """Take in what a file brings."""
        self.looks_at(file)
        self.takes()

    def takes(self) -> None:
        """Merge what is looked at, and be back at the book."""
        self.hand.tap(identifier="import")
        self.hand.sees("Importiert.")
        self.hand.sees("Eine Kopie teilen")
        self.hand.page.wait_for_timeout(CANVAS_LAG)

    def entries(self) -> set[str]:
        """The lines of the file that is shared now."""
        return set(self.shares().read_text("utf-8").splitlines())

    def sees_totals(self, sheet: str, *points: int) -> None:
        hand = self.goes(sheet)
        for name, total in zip(("Anne", "Bert", "Cem", "Dora"), points):
            hand.sees(f"{name}, {total} Punkte")

    def pictures(self, number: int, what: str) -> None:
        self.hand.page.wait_for_timeout(CANVAS_LAG)
        self.hand.shot(f"meeting-{number}-{what}-{self.name}")


def test_an_evening_on_two_phones(host: Host, elsewhere: Elsewhere, playwright: Playwright,
                                  tmp_path: Path, note: Note):
    with switched_on(playwright, tmp_path / "one", elsewhere) as first, \
            switched_on(playwright, tmp_path / "two", elsewhere) as second:
        one = Mate(first, host.address, tmp_path, "one", Look())
        two = Mate(second, host.address, tmp_path, "two", Look(theme="light"))
        sit_down(one.hand)
        sheet = one.hand.page.url.partition("#")[2]
        half_here_and_half_there(one, two, sheet)
        both_at_once(one, two, sheet)
        answered_on_one(one, two, sheet)
        note("pocket pages: entries of an evening on two phones that met by files, on both",
             len(one.entries()) - 1)
        assert one.entries() == two.entries()
        assert json.loads(min(one.entries(), key=len)) == {"format": "scorepad-entries/1"}
        first.off()
        second.off()


def half_here_and_half_there(one: Mate, two: Mate, sheet: str) -> None:
    """Two hands here, which the other takes in with the evening, and two there."""
    one.plays((0, 66), (1, 71))
    two.meets(one.shares())
    two.sees_totals(sheet, 70, 70, 0, 0)
    two.plays((2, 75), (3, 82))
    one.meets(two.shares())
    one.sees_totals(sheet, 70, 70, 80, 80)


def both_at_once(one: Mate, two: Mate, sheet: str) -> None:
    """Three hands are written on both phones; the one that shares first has them first. As many
    are there on either, so those count that were begun first."""
    two.goes(sheet)
    for seat in (0, 1, 2):
        one.plays((seat, 66))
        two.plays((seat, 91))
    ours, theirs = one.shares(), two.shares()
    two.looks_at(ours)
    two.hand.sees("In beiden Büchern ging es weiter")
    two.pictures(1, "preview")
    two.takes()
    one.meets(theirs)
    for mate in one, two:
        mate.goes("/")
        mate.hand.sees("Etwas zu entscheiden")
        mate.pictures(2, "first-screen")
        mate.sees_totals(sheet, 140, 140, 150, 80)
        mate.hand.sees("3 Spiele (Anne +70; Bert +70; Cem +70)")
        mate.hand.sees("3 Spiele (Anne +90; Bert +90; Cem +90)")
        mate.pictures(3, "question")
        mate.hand.scroll(2000)
        mate.hand.sees("Zählt nicht")
        mate.pictures(4, "struck")
        mate.goes(sheet.partition("/sheet/")[0])
        mate.pictures(5, "settlement")


def answered_on_one(one: Mate, two: Mate, sheet: str) -> None:
    """The second phone's hands were played: 91 is 90."""
    one.goes(sheet)
    one.hand.tap(identifier="runs-1")
    one.sees_totals(sheet, 160, 160, 170, 80)
    one.pictures(6, "answered")
    two.meets(one.shares())
    two.sees_totals(sheet, 160, 160, 170, 80)
    two.hand.sees_no("Zwei Geräte")
    two.hand.sees_no("Zählt nicht")
    two.pictures(7, "seen")
    two.goes("/")
    two.hand.sees_no("Etwas zu entscheiden")
