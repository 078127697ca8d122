"""The pocket page: Chromium killed at moments drawn by lot; what was shown as saved is there.

Most kills meet a table without Flutter, in the page's own storage and service (`tests.pocket.table`
says how): there a browser ends before, after or in the middle of one of its writes to the disk, or
at any time. The others meet the whole app. Kills within an update are in `test_pocket_updates`.
"""

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Playwright

from tests.browser.hand import Hand, augen
from tests.browser.test_evening import sit_down
from tests.pocket.conftest import elsewhere, host, playwright, root, table
from tests.pocket.partie import NAMES, START, go_on, said_of, seat_of_least, with_hand
from tests.pocket.phone import Elsewhere, Host, opened, switched_on
from tests.pocket.table import Seat, Table, somewhere, typed_and_imported
from tests.proof.conftest import Note

__all__ = ["elsewhere", "host", "playwright", "root", "table"]  # fixtures

pytestmark = pytest.mark.timeout(7200)

DROP = "Meins verwerfen"
"""What is offered if the browser ended when a hand was saved and what was typed not yet cleared."""

ACTS: dict[str, tuple[int, dict[str, Any]]] = {
    "types": (45, {"count": 2}), "backs_up": (80, {}), "imports": (20, {"count": 30})}
"""What is done, how often that writes to the disk, and what belongs to it."""

LONGEST = 0.3
"""Seconds until a kill that does not wait for a write."""


class Book:
    """What must be in it: every hand that was shown as saved, those typed in order, and every
    backup."""

    def __init__(self) -> None:
        self.hands: list[str] = []
        self.backups: list[str] = []
        self.under_way: list[str] = []
        """What may be there besides: all of it or nothing. One hand has no name yet: ""."""

    def compare(self, there: dict[str, Any]) -> bool:
        """With a book that was opened after a kill; whether what was under way is in it."""
        assert there["unsound"] == []
        (typed, imported), (known, taken) = map(typed_and_imported, (there["hands"], self.hands))
        assert typed[:len(known)] == known and not set(taken) - set(imported)
        assert len(imported) == len(set(imported))
        more = typed[len(known):] + [hand for hand in there["hands"] if hand in imported
                                     and hand not in taken]
        if self.under_way == [""]:
            assert len(more) <= 1
        else:
            assert more in ([], self.under_way)
        assert not [file for file in self.backups[-3:] if file not in there["files"]]
        self.hands += more
        return bool(more)

    def take(self, said: list[Any]) -> None:
        """What was told as saved."""
        for kind, told in said:
            if kind == "backup":
                self.backups.append(told)
            else:
                self.hands += [told] if kind == "hand" else told


@pytest.mark.rounds(short=1, full=290)
def test_killed_at_the_table(rounds: int, note: Note, table: Table, elsewhere: Elsewhere,
                             playwright: Playwright, tmp_path: Path):
    """After each kill every hand of all rounds is there, in order, at most what was under way
    besides; an import is there whole or not at all; book and backups are sound."""
    rng, book, counted = Random(20261122), Book(), Counter[str]()
    for number in range(rounds):
        with switched_on(playwright, tmp_path / "profile", elsewhere) as phone:
            seat = table.sit(phone)
            there = seat.does("open_book")
            assert there
            counted["whole"] += book.compare(there)
            act = rng.choice(["types", "types", "types", "backs_up", "imports"])
            counted[act] += 1
            end_in(seat, act, number, rng, book, counted)
            phone.kill()
    with switched_on(playwright, tmp_path / "profile", elsewhere) as phone:
        seat = table.sit(phone)
        there = seat.does("open_book")
        assert there
        book.compare(there)
        checked = seat.does("checks")
        assert checked and checked["findings"] == []
        phone.off()
    with switched_on(playwright, tmp_path / "profile", elsewhere) as phone:
        opened(phone, table.address).sees("Anne, Bert, Cem, Dora")
    note("pocket page, killed without Flutter: kills while hands were typed", counted["types"])
    note("pocket page, killed without Flutter: kills in backups", counted["backs_up"])
    note("pocket page, killed without Flutter: kills in imports", counted["imports"])
    note("pocket page, killed without Flutter: kills before, after or in a write to the disk",
         f"{counted['write']} writes, {counted['flush']} flushes, {counted['truncate']} truncates")
    note("pocket page, killed without Flutter: there whole, and not shown yet", counted["whole"])
    note("pocket page, killed without Flutter: hands shown as saved, and lost",
         f"{len(book.hands)}, 0")


def end_in(seat: Seat, act: str, number: int, rng: Random, book: Book, counted: Counter[str]
           ) -> None:
    """Kill within an act; three times of four at an access to the disk."""
    acts, given = ACTS[act]
    if act == "types":
        given = {**given, "seed": number}
        book.under_way = [""]
    elif act == "imports":
        given = {**given, "name": f"import-{number}"}
        book.under_way = [f"import-{number}-{hand}" for hand in range(given["count"])]
    else:
        seat.does("types", seed=number, count=1)
        book.under_way = []
    if rng.random() < 0.75:
        seat.order(act, **somewhere(rng, acts), **given)
        if seat.wait() is not None:
            seat.kill("ready")
    else:
        seat.order(act, **given)
        seat.kill_after(rng.uniform(0, LONGEST))
    counted[seat.ended] += 1
    book.take(seat.said)
    if seat.ended == "ready" or book.hands[-len(book.under_way):] == book.under_way:
        book.under_way = []


@pytest.mark.rounds(short=1, full=60)
def test_killed_in_the_app(rounds: int, note: Note, host: Host, elsewhere: Elsewhere,
                           playwright: Playwright, tmp_path: Path):
    """One round plays one to three hands, and kills right after the last total is seen or within
    the next hand; the next round looks for them all."""
    rng, route, hands = Random(14), "/", 0
    totals, typed, within = START, "", Counter[str]()
    for _ in range(rounds + 1):
        with switched_on(playwright, tmp_path / "profile", elsewhere) as phone:
            hand = opened(phone, host.address, route=route)
            if route == "/":
                sit_down(hand)
                route = hand.page.url.partition("#")[2]
            if typed:
                totals, how = finds_typed(hand, totals, typed)
                within[how] += 1
            go_on(hand, totals)
            for name, total in totals.items():
                hand.sees(f"{name}, {total} Punkte")
            for _ in range(rng.randint(1, 3)):
                name = types_next(hand, totals)
                hand.touch("save")
                hand.sees(said_of(totals, name))
                totals = with_hand(totals, name)
                hands += 1
            typed = ""
            if rng.random() < 0.6:
                typed = types_next(hand, totals)
                hand.find(identifier="save").click(force=True, no_wait_after=True)
                hand.page.wait_for_timeout(rng.uniform(0, 60))
            phone.kill()
    note("pocket page, killed in the app", f"{rounds + 1} times; {hands} hands shown as saved, "
         "none lost")
    note("pocket page, killed in the app: while a hand was being saved", ", ".join(
        f"{count} {how}" for how, count in within.items()))


def types_next(hand: Hand, totals: dict[str, int]) -> str:
    """The Augen of the next hand, and whose they are; the Partie before may have ended."""
    go_on(hand, totals)
    if hand.find(DROP).count():
        hand.tap(DROP)
        hand.sees_no(DROP)
    seat = seat_of_least(totals)
    hand.touch(*augen(seat, 66))
    hand.sees(f"{NAMES[seat]}, 66 Augen")  # what is shown is kept
    return NAMES[seat]


def finds_typed(hand: Hand, totals: dict[str, int], name: str) -> tuple[dict[str, int], str]:
    """What became of the hand that was being saved: it is there, or else still typed, and then it
    is saved now. The totals with it."""
    after, saved = with_hand(totals, name), said_of(totals, name)
    if hand.sees_one_of(saved, f"{name}, {totals[name]} Punkte") == saved:
        return after, "there"
    hand.sees(f"{name}, 66 Augen")
    hand.touch("save")
    hand.sees(saved)
    return after, "still typed"
