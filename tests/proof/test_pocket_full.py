"""The pocket page on a phone without room: a sentence, nothing lost, and on it goes with room.

Chromium itself refuses, because it was told how much a page may keep. Most of the times the table
without Flutter is refused, the others the app.
"""

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Playwright

from tests.browser.hand import augen
from tests.browser.test_evening import sit_down
from tests.pocket.conftest import elsewhere, host, playwright, root, table
from tests.pocket.partie import NAMES, START, go_on, said_of, seat_of_least, with_hand
from tests.pocket.phone import Elsewhere, Host, opened, switched_on
from tests.pocket.table import Seat, Table, typed_and_imported
from tests.proof.conftest import Note

__all__ = ["elsewhere", "host", "playwright", "root", "table"]  # fixtures

pytestmark = pytest.mark.timeout(7200)

MOST = 400
"""Hands after which there must have been no room: the browser gives each file a megabyte at a time,
and a large one as much again as it has, and takes back what is unused when the file is closed."""

OF_A_PHONE = 4
"""Rounds after which another phone begins: the book of the first has become a large file."""

NO_ROOM = "kein Platz mehr"


@pytest.mark.rounds(short=1, full=185)
def test_the_table_runs_out_of_room(rounds: int, note: Note, table: Table, elsewhere: Elsewhere,
                                    playwright: Playwright, tmp_path: Path):
    """Hands, backups and imports are refused with the sentence; all hands that were told are
    there, and nothing half; with room the same things are done."""
    rng, counted, hands = Random(13), Counter[str](), 0
    for number in range(0, rounds, OF_A_PHONE):
        told, profile = list[str](), tmp_path / f"profile-{number}"
        with switched_on(playwright, profile, elsewhere) as phone:
            for each in range(number, min(number + OF_A_PHONE, rounds)):
                seat = table.sit(phone)
                there = seat.does("open_book")
                assert there and typed_and_imported(there["hands"]) == typed_and_imported(told)
                phone.allow(seat.page, 0)
                refused_without_room(seat, each, rng, counted)
                phone.allow(seat.page, None)
                taken_with_room(seat, each)
                told += told_of(seat)
                there = seat.does("looks")
                assert there and there["unsound"] == []
                assert typed_and_imported(there["hands"]) == typed_and_imported(told)
                seat.leave()
            phone.kill()
        with switched_on(playwright, profile, elsewhere) as phone:
            seat = table.sit(phone)
            there = seat.does("open_book")
            assert there and typed_and_imported(there["hands"]) == typed_and_imported(told)
            checked = seat.does("checks")
            assert checked and checked["findings"] == []
            phone.off()
        hands += len(told)
    note("pocket page, no room, without Flutter", f"{rounds} times, each with a sentence")
    note("pocket page, no room, without Flutter: refused", ", ".join(
        f"{counted[act]} {act}" for act in ("hands", "backups", "imports")))
    note("pocket page, no room, without Flutter: hands shown as saved, and lost",
         f"{hands}, 0")


def refused_without_room(seat: Seat, number: int, rng: Random, counted: Counter[str]) -> None:
    """Hands until one is refused, and then whatever else may be."""
    answer = seat.does("fills", seed=number, most=MOST)
    assert answer and NO_ROOM in answer["refused"]
    counted["hands"] += 1
    for act, what, given in rng.sample([
            ("backups", "backs_up", {}),
            ("imports", "imports", {"name": f"full-{number}", "count": 100})], 2):
        answer = seat.does("tries", what=what, given=given)
        assert answer and (not answer["refused"] or NO_ROOM in answer["refused"])
        counted[act] += bool(answer["refused"])


def taken_with_room(seat: Seat, number: int) -> None:
    seat.does("types", seed=number, count=1)
    seat.does("backs_up")
    seat.does("imports", name=f"room-{number}", count=3)


def told_of(seat: Seat) -> list[str]:
    """The hands that were told as saved, in order; each only once."""
    hands = [hand for kind, said in seat.said if kind != "backup"
             for hand in ([said] if kind == "hand" else said)]
    seat.said.clear()
    return hands


@pytest.mark.rounds(short=1, full=15)
def test_the_app_runs_out_of_room(rounds: int, note: Note, host: Host, elsewhere: Elsewhere,
                                  playwright: Playwright, tmp_path: Path):
    """Started without room it shows everything. 66 for each in turn, until that is refused: the
    sentence is there, and what was typed too; with room one more tap saves it."""
    totals, hands = START, 0
    with switched_on(playwright, tmp_path / "profile", elsewhere) as phone:
        hand = opened(phone, host.address)
        sit_down(hand)
        for number in range(rounds):
            phone.allow(hand.page, 0)
            hand.reload()
            go_on(hand, totals)
            for name, total in totals.items():
                hand.sees(f"{name}, {total} Punkte")
            for _ in range(MOST):
                go_on(hand, totals)
                seat = seat_of_least(totals)
                after, saved = with_hand(totals, NAMES[seat]), said_of(totals, NAMES[seat])
                hand.touch(*augen(seat, 66), "save")
                if hand.sees_one_of(saved, NO_ROOM) == NO_ROOM:
                    break
                totals = after
                hands += 1
            hand.sees(f"{NAMES[seat]}, 66 Augen")
            if not number:
                hand.shot("pocket-no-room")
            phone.allow(hand.page, None)
            hand.touch("save")
            hand.sees(saved)
            totals = after
            hands += 1
        phone.kill()
    with switched_on(playwright, tmp_path / "profile", elsewhere) as phone:
        hand = opened(phone, host.address, route=hand.page.url.partition("#")[2])
        go_on(hand, totals)
        for name, total in totals.items():
            hand.sees(f"{name}, {total} Punkte")
        phone.off()
    note("pocket page, no room, in the app", f"{rounds} times, each with a sentence; {hands} hands "
         "shown as saved, none lost")
