"""The plug is pulled in the middle of a round, and real pages go on: two desks, of them a laptop
with a book of its own; four tables, of which two phones write on the served page and two on the
pocket page; and a screen at the wall.

The server is gone. One of the pocket phones plays its list to the end, the other one dies, and its
table changes to paper; a phone of the served page dies, too; the second desk types the paper and
lets somebody play on for another. Then the server is there again, and all of it meets. What was
typed at each table stands in `Told`, beside the program, and is reckoned here by hand.
"""

import json
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from scorepad.games.skat import SKAT
from scorepad.service import Service
from scorepad.service.roles import Owner, Role
from scorepad.service.tournament_view import TournamentView
from scorepad.storage.links import HANDS as HANDED
from scorepad.tournament.facts import Settings as Agreed
from scorepad.web.access.keys import Keys
from scorepad.web.access.phones import Phones
from scorepad.web.access.visitors import shared_register
from tests.browser.conftest import NOWHERE_ELSE, said_by
from tests.browser.hand import CANVAS_LAG, Hand, Look
from tests.browser.looking import looking
from tests.browser.place import kept, scorepad
from tests.browser.program import rests
from tests.browser.table_server import TableServer
from tests.chromium import FLAGS, find_chromium
from tests.pocket.built import built_page
from tests.pocket.conftest import elsewhere, playwright
from tests.pocket.phone import Elsewhere, Phone, PocketHand, opened, switched_on, wait_for_app
from tests.proof.conftest import Note
from tests.proof.test_table import settings
from tests.proof.test_table_evening import join

__all__ = ["elsewhere", "playwright"]  # fixtures

pytestmark = [pytest.mark.alone, pytest.mark.browser, pytest.mark.timeout(3600)]

NAMES = ("Anne", "Bert", "Cem", "Dora", "Emil", "Frida", "Gerry", "Hanna", "Ines", "Jan", "Kim",
         "Lena", "Mia", "Nils", "Olga", "Paul")
HANDS = 6
"""The hands of a list; the plug is pulled after three of them."""
LATEST = 60
"""Seconds from the last list to the ranking, at most."""
GONE = float(os.environ.get("SCOREPAD_GONE_MINUTES", "0")) * 60
"""Seconds for which the server is gone at least; what is played meanwhile takes some minutes."""
SUITS = {"karo": 9, "herz": 10, "pik": 11, "kreuz": 12, "grand": 24}


class Typed(NamedTuple):
    """A game of Skat that is typed with four taps; seat: the declarer's."""

    seat: int
    suit: str
    won: bool

    @property
    def taps(self) -> tuple[str, ...]:
        return (f"seat-{self.seat}", f"spiel-{self.suit}", "spitzen-1",
                f"result-{'gewonnen' if self.won else 'verloren'}")

    @property
    def bare(self) -> int:
        """The game points: with one Spitze twice the suit, and what is lost counts double."""
        return SUITS[self.suit] * 2 * (1 if self.won else -2)


@dataclass
class Told:
    """What was typed at a table so far, and its figures."""

    numbers: tuple[int, ...]
    script: list[Typed]
    typed: list[Typed] = field(default_factory=list)

    @property
    def figures(self) -> list[tuple[int, int, int]]:
        """Of each seat the game points, the games won and lost, as a paper has them."""
        return [(sum(each.bare for each in self.script if each.seat == seat),
                 sum(each.won for each in self.script if each.seat == seat),
                 sum(not each.won for each in self.script if each.seat == seat))
                for seat in range(4)]

    @property
    def results(self) -> dict[int, tuple[int, int, int]]:
        """Of each start number the points in the list of Seeger and Fabian, won and lost: 50 for
        each game won, −50 for each lost, 30 for each that another one loses."""
        lost = sum(not each.won for each in self.script)
        return {number: (bare + 50 * (won - own) + 30 * (lost - own), won, own)
                for number, (bare, won, own) in zip(self.numbers, self.figures)}


def script(table: int) -> list[Typed]:
    """The games of a table; who deals does not play."""
    rng = Random(table)
    return [Typed(rng.choice([seat for seat in range(4) if seat != hand % 4]),
                  rng.choice([*SUITS]), rng.random() < 0.6) for hand in range(HANDS)]


class Evening:
    """The server, everybody's pages, and what was typed at which table. chromium: of all who use
    the served page."""

    def __init__(self, server: TableServer, chromium: Browser, playwright: Playwright,
                 elsewhere: Elsewhere, folder: Path) -> None:
        self.server, self.chromium, self.folder = server, chromium, folder
        self._playwright, self._elsewhere = playwright, elsewhere
        self.stack = ExitStack()
        self.pages: dict[str, Hand] = {}
        self.wall: Page
        self.tables: list[Told] = []
        service = Service.open(settings(server))
        self.own = service.tournaments.hold(
            date(2026, 11, 27), SKAT, replace(SKAT.rules(), liste="seeger-fabian"), Agreed(
                name="Preisskat", rounds=1, hands_at={4: HANDS}, minutes=120))
        for name in NAMES:
            service.tournaments.enter(self.own, name)
        service.close()

    @property
    def desk(self) -> str:
        """The desk's address in the app."""
        return f"/evening/{self.own}"

    # --- devices ----------------------------------------------------------------------------------

    def served(self, name: str, look: Look, address: str) -> Hand:
        """Open the served page in a fresh browser."""
        page = looking(self.chromium, look).new_page()
        page.goto(address)
        hand = self.pages[name] = Hand(
            page, self.server.address, look, lambda: rests(self.server.pid))
        return hand

    def phone(self, name: str) -> Phone:
        """Switch on a phone, or a laptop, which has the pocket page or gets it."""
        return self.stack.enter_context(
            switched_on(self._playwright, self.folder / name, self._elsewhere))

    def pocket(self, name: str, look: Look, link: str) -> Phone:
        """Let a phone open the pocket page, and then what a link leads to."""
        phone = self.phone(name)
        opened(phone, f"{self.server.address}/pocket/", look).page.close()
        page = phone.page(look)
        page.goto(link)
        self.pages[name] = PocketHand(page, f"{self.server.address}/pocket/#", look)
        wait_for_app(self.pages[name])
        return phone

    def pictures(self, moment: str) -> None:
        """Take a picture of every page."""
        for name, hand in self.pages.items():
            hand.shot(f"plug-{moment}-{name}")
        self.wall.screenshot(path=f"tests/shots/plug-{moment}-wall.png")

    # --- what is done -----------------------------------------------------------------------------

    def view(self) -> TournamentView:
        """Return the tournament as the server's book has it."""
        service = Service.open(settings(self.server))
        try:
            return service.tournaments.view(self.own)
        finally:
            service.close()

    def hands(self) -> list[str]:
        """Return the ids of all hands that lie in the server's book, whether they count or not."""
        file = settings(self.server).database.removeprefix("sqlite:///")
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=30)) as book:
            return [own for own, in book.execute(
                "SELECT json_extract(data, '$.id') FROM fact WHERE kind = ?", (HANDED,))]

    def links(self) -> list[str]:
        """Return the links on the slips of all tables."""
        service, keys = Service.open(settings(self.server)), Keys(
            shared_register(settings(self.server)))
        try:
            return Phones(keys, self.server.address, settings(self.server).pocket).slips(
                Owner("Anne"), service.slips.of(self.own))
        finally:
            keys.close()
            service.close()

    def invite(self, role: Role) -> str:
        """Return a key that lets in a device."""
        keys = Keys(shared_register(settings(self.server)))
        try:
            return keys.offer(role)
        finally:
            keys.close()

    def play(self, name: str, table: int, hands: int) -> None:
        """Type the next games of a table's script on a page."""
        told = self.tables[table - 1]
        for _ in range(hands):
            game = told.script[len(told.typed)]
            self.pages[name].touch(*game.taps)
            told.typed.append(game)
            self.sees_played(name, len(told.typed))

    def sees_played(self, name: str, hands: int) -> None:
        """Wait until a page says how many games are written."""
        if hands < HANDS:
            self.pages[name].sees(f"Skat · {hands} von {HANDS} Spielen")
        else:
            self.pages[name].sees("Wer hat die Liste geschrieben?")

    def sees_at_desk(self, name: str, table: int, text: str) -> None:
        """Wait until the card of a table says something at a desk."""
        expect(self.pages[name].find(identifier=f"table-1-{table}")).to_contain_text(
            text, timeout=LATEST * 1000)

    def meet(self, name: str) -> None:
        """Let a pocket page meet the server's book by a tap."""
        hand = self.pages[name]
        hand.open("/")
        hand.tap(identifier="meet-server")
        hand.sees("Alles ist bei 127.0.0.1")


@pytest.fixture
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[TableServer]:
    if not request.config.getoption("--full"):
        pytest.skip("the real page is made and played on in the proof: that takes minutes")
    shutil.copytree(built_page(), tmp_path / "served" / "pocket")
    server = TableServer(tmp_path / "served").start()
    yield server
    assert server.stop() == 0
    assert server.said() == ""


@pytest.fixture
def evening(server: TableServer, playwright: Playwright, elsewhere: Elsewhere, tmp_path: Path
            ) -> Iterator[Evening]:
    chromium = playwright.chromium.launch(
        executable_path=find_chromium(), args=[*FLAGS, NOWHERE_ELSE])
    evening = Evening(server, chromium, playwright, elsewhere, tmp_path)
    with evening.stack:
        yield evening
    chromium.close()


def test_the_plug_is_pulled(evening: Evening, note: Note) -> None:
    try:
        links, phones = the_evening_begins(evening)
        gone = the_server_is_gone(evening, phones)
        the_server_is_there_again(evening, links)
        waited = the_last_list(evening)
        print("seconds from the last list to the ranking:", waited)
        nothing_is_lost(evening)
    except BaseException:
        print(*[said_by(hand) for hand in evening.pages.values()], sep="\n")
        raise
    note("plug pulled, real pages: minutes for which the server was gone", f"{gone / 60:.1f}")
    note("… seconds from the last list to the ranking on the desk, the wall, the second desk",
         ", ".join(f"{each:.1f}" for each in waited))
    assert max(waited) <= LATEST


def the_evening_begins(evening: Evening) -> tuple[list[str], dict[str, Phone]]:
    """Desks and tables come in, and three hands are played at each table."""
    server, phones = evening.server, dict[str, Phone]()
    desk = evening.served("desk", Look("wide", "light", "de"), server.told["host"])
    desk.page.locator("#name").fill("Laptop")
    desk.page.locator("#join").click()
    desk.make_readable()
    desk.open(evening.desk)
    desk.tap(identifier="draw-lot")
    desk.sees(f"0 von {HANDS} Spielen")
    evening.tables = [Told(numbers, script(table)) for table, numbers in enumerate(
        evening.view().tournament.draws[0].tables, 1)]
    watching = looking(evening.chromium, Look("wide", "dark", "de"))
    evening.wall = watching.new_page()
    evening.wall.goto(server.address)
    join(evening.wall, "Wand", server.told["pin"])
    evening.wall.wait_for_url("**/watch/**")
    phones["desk2"] = evening.pocket("desk2", Look("wide", "dark", "de"),
                                     f"{server.address}/pocket/#{evening.invite(Role.HOST)}")
    evening.pages["desk2"].type("Zweite Leitung", into="Dein Name")
    evening.pages["desk2"].tap(identifier="join-server")
    evening.pages["desk2"].sees("Alles ist bei 127.0.0.1")
    links = evening.links()
    for name, look, link in (("table1", Look("390x664", "light", "de"), links[0]),
                             ("table2", Look("375x553", "dark", "de"), links[1])):
        evening.served(name, look, link).make_readable()
    for name, look, link in (("table3", Look("390x664", "dark", "de"), links[2]),
                             ("table4", Look("360x560", "light", "de"), links[3])):
        phones[name] = evening.pocket(name, look, link)
    for table in range(1, 5):
        evening.sees_played(f"table{table}", 0)
        evening.play(f"table{table}", table, 3)
    for table in range(1, 5):  # the pocket pages bring theirs by themselves
        evening.sees_at_desk("desk", table, f"3 von {HANDS} Spielen")
    evening.meet("desk2")
    evening.pages["desk2"].open(evening.desk)
    evening.pages["desk2"].sees(f"3 von {HANDS} Spielen")
    evening.pages["table2"].touch(*evening.tables[1].script[3].taps[:2])  # half a hand
    evening.pictures("1-before")
    return links, phones


def the_server_is_gone(evening: Evening, phones: dict[str, Phone]) -> float:
    """Those with a book of their own go on; returns for how many seconds it was gone."""
    began = monotonic()
    evening.server.kill()
    evening.play("table3", 3, 3)
    sign(evening, "table3", 3)
    evening.play("table4", 4, 2)
    evening.pictures("2-gone")
    phones["table4"].kill()
    evening.pages.pop("table4")
    evening.pages.pop("table1").page.context.close()
    desk2 = evening.pages["desk2"]
    desk2.tap(identifier="table-1-4")
    desk2.tap(identifier="paper")
    for place, figure in enumerate([str(figure) for line in evening.tables[3].figures
                                    for figure in line]):
        desk2.fill(desk2.page.get_by_role("textbox").nth(place), figure)
    desk2.tap(identifier="save-figures")
    desk2.sees("Vom Papier")
    desk2.tap(identifier="table-1-2")
    desk2.tap(identifier=f"replace-{evening.tables[1].numbers[2]}")
    desk2.type("Zoe", into="Ab Spiel 4")
    desk2.tap(identifier="substitute")
    desk2.sees(f"{evening.tables[1].numbers[2]} Zoe")
    desk2.open(evening.desk)
    evening.pictures("3-went-on")
    while monotonic() - began < GONE:
        sleep(1)
    return monotonic() - began


def the_server_is_there_again(evening: Evening, links: list[str]) -> None:
    """On the same book: all meet, and what is asked is asked once."""
    evening.server.start()
    desk = evening.pages["desk"]
    evening.meet("desk2")
    desk.make_readable()
    desk.sees("Vom Papier")
    evening.pages["table2"].make_readable()
    evening.pages["table2"].touch(*evening.tables[1].script[3].taps[2:])  # the other half
    evening.tables[1].typed.append(evening.tables[1].script[3])
    evening.sees_played("table2", 4)
    evening.served("table1", Look("412x732", "dark", "de"), links[0]).make_readable()
    evening.sees_played("table1", 3)
    evening.play("table1", 1, 3)
    sign(evening, "table1", 1)
    evening.sees_at_desk("desk", 3, "Vollständig und bestätigt")
    evening.pictures("4-again")

    phone = evening.phone("table4")  # somebody has found a charger
    evening.pages["table4"] = opened(phone, f"{evening.server.address}/pocket/",
                                     Look("360x560", "light", "de"))
    keys = desk.page.locator('[flt-semantics-identifier^="choose-"]')
    expect(keys).to_have_count(2, timeout=LATEST * 1000)
    desk.shot("plug-5-asked")
    keys.filter(has_not_text="Spiele").first.click()
    expect(keys).to_have_count(0)
    for name in "desk2", "table4":
        evening.meet(name)


def sign(evening: Evening, name: str, table: int) -> None:
    """Let the first at a table say that he has written, and the second confirm it."""
    numbers = evening.tables[table - 1].numbers
    evening.pages[name].tap(identifier=f"wrote-{numbers[0]}")
    gone = evening.pages[name].find(identifier=f"confirm-{numbers[0]}")
    expect(gone).to_have_count(0)  # the other keys move up to its place
    evening.pages[name].tap(identifier=f"confirm-{numbers[1]}")
    evening.pages[name].sees("Bestätigt von")


def the_last_list(evening: Evening) -> list[float]:
    """Play it to the end; returns the seconds until its ranking stands on the first desk, on the
    wall, and on the second desk."""
    desk, desk2 = evening.pages["desk"], evening.pages["desk2"]
    evening.play("table2", 2, 1)
    last = evening.tables[1].script[-1]
    evening.pages["table2"].touch(*last.taps)
    began, waited = monotonic(), list[float]()
    evening.tables[1].typed.append(last)
    [number, (points, _, _)] = max(_results(evening).items(), key=lambda each: each[1][0])
    winner = NAMES[number - 1], f"{points:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")
    evening.sees_at_desk("desk", 2, "Vollständig")
    desk.sees(winner[0])
    waited.append(monotonic() - began)
    first = evening.wall.locator("#places tr").nth(0)
    expect(first).to_contain_text(winner[0], timeout=LATEST * 1000)
    expect(evening.wall.locator("#tables")).not_to_contain_text(f"von {HANDS}")
    waited.append(monotonic() - began)
    evening.meet("desk2")
    desk2.open(evening.desk)
    desk2.sees_no(f"von {HANDS} Spielen")
    waited.append(monotonic() - began)
    sign(evening, "table2", 2)
    evening.meet("desk2")
    desk2.open(evening.desk)
    evening.pictures("6-end")
    return waited


def _results(evening: Evening) -> dict[int, tuple[int, int, int]]:
    """Return all results by the record."""
    return {number: result for table in evening.tables for number, result in table.results.items()}


def nothing_is_lost(evening: Evening) -> None:
    """Compare the book of the server, and that of the second desk, with the record."""
    hands, (first, second, third, _) = evening.hands(), evening.tables
    assert len(hands) == sum(len(table.typed) for table in evening.tables) == 4 * HANDS - 1
    pages = [evening.pages[name] for name in ("desk2", "table3", "table4")]
    books = [scorepad("export", "-", data=evening.server.data), exported(pages[0], evening.folder)]
    for book in books:
        [told] = json.loads(scorepad("replay", "-", "--json", given=book))["tournaments"]
        assert told["open"] == []
        ranking = told["ranking"]
        assert {row["number"]: (row["points"], row["won"], row["lost"])
                for row in ranking} == _results(evening)
        points = [row["points"] for row in ranking]
        assert points == sorted(points, reverse=True)
        replaced = second.numbers[2]
        for row in ranking:
            name = NAMES[row["number"] - 1]
            assert row["hands"] == (
                {name: 3, "Zoe": 3} if row["number"] == replaced else {name: HANDS})
        [made] = json.loads(book)["tournaments"]
        for written, table in zip(made["lists"], (first, second, third)):
            assert [(hand["spieler"], hand["spiel"]) for hand in written["hands"]] == [
                (NAMES[table.numbers[each.seat] - 1], each.suit) for each in table.script]
        assert [(each["written_by"], each["confirmed_by"]) for each in made["lists"][:3]] == [
            table.numbers[:2] for table in (first, second, third)]
    for page in pages:
        page.open("/")
        assert "Zwei Geräte" not in page.words()


def exported(hand: Hand, folder: Path) -> bytes:
    """Return the whole book of a pocket page as a document."""
    hand.open("/safety")
    hand.page.wait_for_timeout(CANVAS_LAG)
    with hand.page.expect_download() as download:
        hand.tap(identifier="export")
    return kept(hand, download.value, folder).read_bytes()
