"""The pictures in README.md and docs/: ``python -m tests.pictures`` takes them anew.

Each is a phone's page in Chromium, in both languages, of evenings that stand in tests/golden or
below. They lie in docs/pictures, named by what they show and the language; two of them once more
where a phone shows them to whoever puts Scorepad on the home screen.
"""

import io
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Page

from scorepad.config import Settings
from scorepad.games.kalter_schlag import Durchmarsch
from scorepad.service import Service
from scorepad.service.roles import Role
from scorepad.storage import Store
from scorepad.web.access.keys import Keys
from scorepad.web.access.visitors import shared_register
from tests.browser.evenings import IN_THE_MIDDLE, LOST, PLAYERS, evening, take_in
from tests.browser.hand import CANVAS_LAG, Hand, Look, augen
from tests.browser.looking import looking, running
from tests.browser.program import Program, rests
from tests.browser.table_server import TableServer
from tests.proof.test_pictures import evenings

PROJECT = Path(__file__).parents[1]
FOLDER, SCREENSHOTS = PROJECT / "docs" / "pictures", PROJECT / "assets" / "screenshots"
COLOURS = 96
LANGUAGES = ("en", "de")


def first(user: Hand) -> None:
    user.open("/")


def new(user: Hand) -> None:
    user.open("/new")
    user.touch("game-kalter-schlag", "add-Dora", "stake-50")
    user.scroll(-2_000)


def sheet(user: Hand) -> None:
    user.open("/evening/e/sheet/s")
    user.touch(*augen(0, 66), "jungfer-3", "doubling-1")


def line(user: Hand) -> None:
    user.open("/evening/e/sheet/s", anew=True)
    user.page.wait_for_timeout(CANVAS_LAG)
    user.press("F2")
    user.type("Anne 66 Dora Jungfer Kontra",
              into=re.compile("^(The hand in a line|Das Spiel in einer Zeile)"))


def hand(user: Hand) -> None:
    user.open("/evening/e/sheet/s/hand/h2")


def end(user: Hand) -> None:
    user.open("/evening/over/sheet/lost")


def settlement(user: Hand) -> None:
    user.open("/evening/over")


def doppelkopf(user: Hand) -> None:
    user.open("/evening/games/sheet/of-doppelkopf")
    user.touch("seat-1", "seat-2", "ansage-re")


def skat(user: Hand) -> None:
    user.open("/evening/games/sheet/of-skat")
    user.touch("seat-1", "spiel-kreuz", "spitzen-2")


def statistics(user: Hand) -> None:
    user.open("/statistics")


def stars(user: Hand) -> None:
    user.open("/stars")


def question(user: Hand) -> None:
    user.open("/evening/apart/sheet/of-apart")


SHOWN: dict[str, Callable[[Hand], None]] = {
    each.__name__: each for each in (
        first, new, sheet, line, hand, end, settlement, doppelkopf, skat, statistics, stars,
        question)}
"""What shows each picture of the program's own page, by its name."""

SERVED = {"phones": "/phones", "watch": "/watch/s"}
"""The pictures of a table's server, each with its address."""

IN_ENGLISH = {*SERVED, "question"}
"""The pictures that are taken in English only, as the pages are that show them."""

OVERVIEW, GAP, GROUND = ("sheet", "end", "settlement"), 24, (110, 119, 113)
"""The pictures that stand beside each other at the top of README.md, with so many pixels around
each, of this colour."""

LIGHT = {"end", "stars", "watch", "new"}
"""The pictures of the light theme."""


def book_for(program: Program, folder: Path) -> None:
    """Fill the program's book with the evenings to be seen."""
    take_in(program, *[each for each in evenings() if each["id"].startswith(
        ("kalter-schlag", "doppelkopf-altenburg"))])
    hands = [{**each, "id": f"h{number}", "at": f"2026-11-20T20:{10 + number}:00Z", "by": "Anne"}
             for number, each in enumerate(IN_THE_MIDDLE, 1)]
    take_in(program, evening(*LOST, id="over", sheet="lost", date="2026-11-13"),
            evening(*IN_THE_MIDDLE[:2], id="apart", sheet="of-apart", date="2026-11-19"),
            {"id": "games", "date": "2026-11-18", "sheets": [
                {"id": "of-doppelkopf", "game": "doppelkopf", "players": PLAYERS, "hands": []},
                {"id": "of-skat", "game": "skat", "players": PLAYERS[:3], "hands": []}]},
            evening(*hands))
    go_apart(program, folder / "other.db")


def go_apart(program: Program, other: Path) -> None:
    """Write the next hand of a sheet on two devices, and have their books meet."""
    place = Settings.of({"FLET_APP_STORAGE_DATA": str(program.data)}).database
    here = Service(Store.open(place, device=lambda: "here"), "Anne")
    there = Service(Store.open(f"sqlite:///{other}", device=lambda: "there"), "Bert")
    here.club.open_with(date(2026, 1, 1), dict(zip(PLAYERS, (12, 7, 15, 4))))
    for name, event in (("Anne", "kasten"), ("Cem", "kasten"), ("Dora", "knabberzeug")):
        here.club.note("games", name, event)
    there.meetings.meet(here.meetings.exchange)
    game = here.sheet("of-apart").game
    here.record("of-apart", game.read_hand({"augen": {"Cem": 70}}, tuple(PLAYERS)))
    there.record("of-apart", Durchmarsch(3))
    there.meetings.meet(here.meetings.exchange)
    for each in (here, there):
        each.close()


def keep(page: Page, name: str, language: str) -> None:
    """Write a picture of the page, in as few bytes as its colours need."""
    taken = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    FOLDER.mkdir(parents=True, exist_ok=True)
    taken.quantize(COLOURS, dither=Image.Dither.NONE).save(
        FOLDER / f"{name}.{language}.png", optimize=True)


@contextmanager
def page_at(chromium: Browser, program: Program, look: Look) -> Iterator[Hand]:
    """A hand at a fresh page of the program."""
    context = program.let_in(looking(chromium, look))
    yield Hand(context.new_page(), program.address, look, lambda: rests(program.pid))
    context.close()


def of_the_program(chromium: Browser, wanted: set[str]) -> None:
    for language in LANGUAGES:  # each in a book of its own: what is half typed is kept
        with TemporaryDirectory() as folder:
            program = Program(Path(folder) / "data")
            program.start()
            book_for(program, Path(folder))
            for name in [each for each in SHOWN if each in wanted]:
                if language != LANGUAGES[0] and name in IN_ENGLISH:
                    continue
                look = Look(theme="light" if name in LIGHT else "dark", language=language)
                with page_at(chromium, program, look) as user:
                    SHOWN[name](user)
                    user.settle()
                    user.page.wait_for_timeout(CANVAS_LAG)
                    keep(user.page, name, language)
            program.stop()


def of_the_server(chromium: Browser, wanted: set[str]) -> None:
    with TemporaryDirectory() as folder:
        server = TableServer(Path(folder) / "data").start()
        take_in(server, evening(*IN_THE_MIDDLE))  # type: ignore[arg-type]
        host, _writer, watcher = (let_in(server, role, name) for role, name in (
            (Role.HOST, "Laptop"), (Role.WRITER, "Bert"), (Role.WATCHER, "Cem")))
        cookies = {"phones": host, "watch": watcher}
        for name in SERVED.keys() & wanted:
            look = Look(theme="light" if name in LIGHT else "dark", language="en")
            context = looking(chromium, look)
            key, _is, value = cookies[name].partition("=")
            context.add_cookies([{"name": key, "value": value, "url": server.address}])
            page = context.new_page()
            page.goto(f"{server.address}{SERVED[name]}")
            page.wait_for_timeout(5 * CANVAS_LAG)
            keep(page, name, "en")
            context.close()
        server.stop()


def let_in(server: TableServer, role: Role, name: str) -> str:
    """Have a device join; its cookie."""
    keys = Keys(shared_register(Settings.of({"FLET_APP_STORAGE_DATA": str(server.data)})))
    cookie = server.join(key=keys.offer(role), name=name).cookie
    keys.close()
    return cookie


def overview(language: str) -> None:
    """Put the pictures of `OVERVIEW` beside each other."""
    pages = [Image.open(FOLDER / f"{name}.{language}.png").convert("RGB") for name in OVERVIEW]
    width, height = pages[0].size
    whole = Image.new("RGB", (GAP + len(pages) * (width + GAP), height + 2 * GAP), GROUND)
    corners = Image.new("L", (width, height))
    ImageDraw.Draw(corners).rounded_rectangle((0, 0, width - 1, height - 1), GAP, fill=255)
    for number, page in enumerate(pages):
        whole.paste(page, (GAP + number * (width + GAP), GAP), corners)
    whole.quantize(2 * COLOURS, dither=Image.Dither.NONE).save(
        FOLDER / f"overview.{language}.png", optimize=True)


def main(names: list[str]) -> None:
    wanted = set(names) or {*SHOWN, *SERVED}
    with running() as chromium:
        of_the_program(chromium, wanted)
        of_the_server(chromium, wanted)
    for language in LANGUAGES:
        overview(language)
    for there in SCREENSHOTS.iterdir():
        shutil.copyfile(FOLDER / f"{there.stem}.de.png", there)


if __name__ == "__main__":
    main(sys.argv[1:])
