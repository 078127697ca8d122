"""The same in a real browser: the page itself finds out that its line is dead, and is back."""

import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import CDPSession, Page

from tests.browser.hand import Hand, Look
from tests.browser.looking import looking, running
from tests.browser.phone_table import HANDS, PhoneTable, Typed
from tests.proof.conftest import Note
from tests.proof.test_back_again import WITHIN

pytestmark = [pytest.mark.alone, pytest.mark.timeout(7200)]

LOOK = Look("phone", "light", "en")

SILENTLY, FOUND_OUT = "another network, and nobody says so", 4.0
"""What a page can only find out by asking, and the seconds that this may take, too."""

COUNTED = """
    window.lines = 0;
    window.WebSocket = class extends WebSocket {
        constructor(...given) {
            super(...given);
            this.addEventListener("message", () => { window.lines += 1; }, {once: true});
        }
    };
"""
"""Counts the lines over which the program has said something."""

BACK = """
    lines => new Promise(answer => {
        const look = () => {
            const isBack = window.lines > lines && !document.querySelector("#gone")
                && document.querySelector('[flt-semantics-identifier="seat-0"]');
            if (isBack) answer(Date.now());
            else setTimeout(look, 10);
        };
        look();
    })
"""
"""Answers once the sheet is there again, over another line, and can be touched."""


@pytest.fixture
def table(tmp_path: Path, rounds: int) -> Iterator[PhoneTable]:
    table = PhoneTable(tmp_path, rounds // HANDS + 1)
    yield table
    table.close()


@contextmanager
def phone(table: PhoneTable, sheet: str) -> Iterator[Hand]:
    """A browser at a sheet."""
    with running() as chromium:
        context = looking(chromium, LOOK)
        context.add_init_script(COUNTED)
        name, value = table.join(0)
        context.add_cookies([{"name": name, "value": value, "url": table.gate.address}])
        hand = Hand(context.new_page(), table.gate.address, LOOK)
        hand.open(table.route(sheet))
        yield hand
        context.close()


def lose(table: PhoneTable, kind: str, page: Page, browser: CDPSession, rng: Random) -> float:
    """Have the phone lose its line; the time at which it could be back, in milliseconds."""
    if kind == "sleep":
        browser.send("Page.setWebLifecycleState", {"state": "frozen"})
        table.gate.lose(away=True)
        time.sleep(0.5 + 2 * rng.random())
        table.gate.away = False
        table.gate.source = f"127.0.0.{rng.randint(2, 250)}"
        began = time.time()
        browser.send("Page.setWebLifecycleState", {"state": "active"})
    elif kind == "another network":
        table.gate.source = f"127.0.0.{rng.randint(2, 250)}"
        page.context.set_offline(True)
        table.gate.lose()
        time.sleep(rng.random())
        began = time.time()
        page.context.set_offline(False)
    elif kind == SILENTLY:
        table.gate.source = f"127.0.0.{rng.randint(2, 250)}"
        table.gate.lose()
        began = time.time()
    elif kind == "no network for a while":
        table.gate.lose(away=True)
        time.sleep(1 + 3 * rng.random())
        table.gate.away = False
        began = time.time()
    else:
        table.server.kill()
        time.sleep(rng.random())
        table.server.start()
        began = time.time()
    return began * 1000


KINDS = ("sleep", "another network", "server killed", "no network for a while", SILENTLY)


@pytest.mark.rounds(short=5, full=300)
def test_a_page_is_back_by_itself_with_what_was_half_typed(
        table: PhoneTable, rounds: int, note: Note):
    """At the same sheet, within two seconds, without a touch; then the hand is typed to its end."""
    rng, took = Random(1919), defaultdict[str, list[float]](list)
    sheet, wrote = table.sheets[0], list[Typed]()
    with phone(table, sheet) as hand:
        browser = hand.page.context.new_cdp_session(hand.page)
        for number in range(rounds):
            kind, typed = KINDS[number % len(KINDS)], Typed.any(number, rng)
            until = rng.randint(1, 3)
            hand.touch(*typed.taps[:until])
            hand.settle()
            half, lines = table.draft(sheet), hand.page.evaluate("lines")
            assert half
            began = lose(table, kind, hand.page, browser, rng)
            took[kind].append((hand.page.evaluate(BACK, lines) - began) / 1000)
            assert table.draft(sheet) == half and hand.page.url.endswith(table.route(sheet))
            hand.touch(*typed.taps[until:])
            wrote.append(typed)
            hand.find(identifier=f"hand-{len(wrote)}").wait_for(state="attached")
            if len(wrote) == HANDS:
                assert table.hands(sheet) == wrote
                sheet, wrote = table.sheets[table.sheets.index(sheet) + 1], []
                hand.open(table.route(sheet))
        assert table.hands(sheet) == wrote
    for kind, times in took.items():
        times.sort()
        note(f"a page after: {kind}; times, seconds until it was back, 95 of a hundred, at most",
             f"{len(times)}: {times[int(len(times) * 0.95)]:.2f}, {times[-1]:.2f}")
    silent = took.pop(SILENTLY)
    assert silent[int(len(silent) * 0.95)] < FOUND_OUT
    late = sorted(each for times in took.values() for each in times)
    assert late[int(len(late) * 0.95)] < WITHIN, dict(took)
