"""Streams of a page's changes: what they tell, to whom, and what they leave behind."""

import asyncio
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from starlette.requests import Request

from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.i18n.message import say
from scorepad.service import Service
from scorepad.service.roles import Role
from scorepad.service.views import NewEvening
from scorepad.storage import Store
from scorepad.storage.faults import Unreachable
from scorepad.web import limits
from scorepad.web.access.middleware import VISITOR
from scorepad.web.access.visitors import Visitor
from scorepad.web.host.app import _device
from scorepad.web.limits import STREAMS_OF_DEVICE
from scorepad.web.watch import streams, watching
from tests.bench.saving import some_hands
from tests.book.pages import NAMES
from tests.conftest import DAY
from tests.web.watch.watcher import Held, Watchers, plain

HANDS = some_hands(60)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seconds become hundredths."""
    for module, name in ((watching, "EVERY"), (watching, "PAUSE"), (watching, "BEAT"),
                         (streams, "REMARK"), (limits, "STREAM_SECONDS")):
        monkeypatch.setattr(module, name, getattr(module, name) / 100)


@pytest.fixture
def drawn() -> Iterator[list[str]]:
    """The language of every drawing of a sheet."""
    languages: list[str] = []
    draw = watching.sheet_parts

    def counted(*args: Any) -> object:
        languages.append(args[-1].words.language)
        return draw(*args)

    with patch.object(watching, "sheet_parts", counted):
        yield languages


def anne(points: int) -> object:
    """A hand in which Anne writes so many points, of 60 or more."""
    return KALTER_SCHLAG.read_hand({"augen": {"Anne": points}}, NAMES)


async def ends(held: Held) -> None:
    await asyncio.wait_for(held.task, 10)


async def test_a_new_hand_is_told_with_a_number_that_grows(
        service: Service, sheet: str, watchers: Watchers):
    held = watchers.hold(f"/watch/{sheet}/events")
    [(first, whole)] = await held.told(1)
    assert held.answer.headers["content-type"].startswith("text/event-stream")
    assert held.answer.headers["x-accel-buffering"] == "no"
    assert "No hand was played so far" in whole  # who names no state gets all
    service.record(sheet, anne(70))
    [_, (second, news)] = await held.told(2)
    assert second > first and "Anne 70 Anschriften: 1" in plain(news) and "1 70 ·" in plain(news)
    assert 'id="foot"' not in news  # nothing of it has changed
    order = re.match(r'<div data-order="([^"]*)">', news)
    assert order and order[1].split() == ["bar", "totals", "about", "hands-1", "foot", "ranking",
                                         "course", "next"]
    await held.leave()


async def test_who_may_write_now_is_told_so_at_once_and_led_to_the_same_sheet(
        service: Service, sheet: str, watchers: Watchers):
    """And nobody else is; who could write from the start is told at the start."""
    held, other = [watchers.hold(f"/watch/{sheet}/events", name) for name in ("bert", "cem")]
    await other.told(1)
    watchers.writers.add("bert")
    watchers.watching.look_who_watches()
    await held.hears(b"event: role\ndata: writer\n\n")
    later = watchers.hold(f"/watch/{sheet}/events", "bert")
    await later.hears(b"event: role\ndata: writer\n\n")
    watchers.writers.clear()
    await held.hears(b"event: role\ndata: watcher\n\n")
    assert b"role" not in other.answer.body
    evening = service.sheet(sheet).evening
    for path, app in ((sheet, f"/evening/{evening}/sheet/{sheet}"),
                      (f"{evening}/settlement", f"/evening/{evening}"), ("stars", "/stars")):
        page = (await watchers.get(f"/watch/{path}")).body.decode()
        assert f'class="way first" href="{app}">' in unescape(page)
    for each in (held, other, later):
        await each.leave()


async def test_who_comes_back_gets_what_is_new_to_it(service: Service, sheet: str,
                                                     watchers: Watchers):
    page = (await watchers.get(f"/watch/{sheet}")).text
    at = int(re.findall(r'data-at="(\d+)"', page)[0])
    held = watchers.hold(f"/watch/{sheet}/events?after={at}")
    await asyncio.sleep(0.05)
    assert held.answer.sheets() == []
    await held.leave()
    for hand in HANDS[:25]:
        service.record(sheet, hand)
    after = watchers.hold(f"/watch/{sheet}/events?after=1", last_event_id=str(at))
    [(now, news)] = await after.told(1)
    assert "hands-21" in news and 'id="foot"' not in news
    service.record(sheet, HANDS[0])
    [_, (_, news)] = await after.told(2)
    assert 'id="hands-21"' in news and 'id="hands-1"' not in news  # the first twenty are as before
    await after.leave()
    again = watchers.hold(f"/watch/{sheet}/events", last_event_id=str(now))
    [(_, news)] = await again.told(1)
    assert 'id="hands-21"' in news and 'id="hands-1"' not in news
    await again.leave()


@pytest.mark.parametrize("seen", ["", "x", "-1", "1", "9" * 30, "1e9", "\xb2"])
async def test_who_names_another_state_gets_everything(sheet: str, watchers: Watchers, seen: str):
    held = watchers.hold(f"/watch/{sheet}/events", last_event_id=seen.encode().decode("latin-1"))
    [(_, whole)] = await held.told(1)
    assert all(f'id="{part}"' in whole for part in ("bar", "totals", "hands-1", "foot"))
    await held.leave()


@pytest.mark.parametrize(("before", "latest"), [
    ("21", False), ("40", False), ("9" * 5000, True), ("-1", True), ("x", True), ("\xb2", True)])
async def test_earlier_hands_are_told_about_too(service: Service, sheet: str, watchers: Watchers,
                                                before: str, latest: bool):
    for hand in HANDS[:30]:
        service.record(sheet, hand)
    held = watchers.hold(f"/watch/{sheet}/before/{before}/events")
    [(_, whole)] = await held.told(1)
    assert 'id="hands-1"' in whole
    assert ('id="hands-21"' in whole) == latest
    await held.leave()


async def test_a_sheet_that_is_gone_is_told(service: Service, sheet: str, watchers: Watchers):
    held = watchers.hold(f"/watch/{sheet}/events")
    await held.told(1)
    with patch.object(Service, "evening", side_effect=KeyError):
        service.record(sheet, anne(70))
        assert (await watchers.get(f"/watch/{sheet}")).status == 404
        assert "This sheet is not in the book." in plain((await held.told(2))[1][1])
    service.record(sheet, anne(80))
    assert "Anne 150" in plain((await held.told(3))[2][1])
    await held.leave()


async def test_the_number_grows_from_one_server_to_the_next(service: Service, sheet: str):
    first, second = [Watchers(service) for _ in range(2)]
    old = int(re.findall(r'data-at="(\d+)"', (await first.get(f"/watch/{sheet}")).text)[0])
    await asyncio.sleep(0.01)
    held = second.hold(f"/watch/{sheet}/events", last_event_id=str(old))
    [(new, whole)] = await held.told(1)
    assert new > old and 'id="foot"' in whole
    await held.leave()


async def test_it_is_drawn_once_a_change_for_all_in_a_language(
        service: Service, sheet: str, watchers: Watchers, drawn: list[str]):
    held = [watchers.hold(f"/watch/{sheet}/events", f"phone {number}", "de" if number % 2 else "en")
            for number in range(40)]
    for each in held:
        await each.told(1)
    assert sorted(drawn) == ["de", "en"]
    service.record(sheet, anne(70))
    for each in held:
        assert "Anne 70" in plain((await each.told(2))[1][1])
        assert (await watchers.get(f"/watch/{sheet}")).status == 200
    assert sorted(drawn) == ["de", "de", "en", "en"]
    assert {each.answer.sheets()[1][1] for each in held[::2]} == {held[0].answer.sheets()[1][1]}
    for each in held:
        await each.leave()


async def test_what_another_program_writes_is_told(tmp_path: Path):
    url = f"sqlite:///{tmp_path / 'book.db'}"
    here, there = [Service(Store.open(url), "Anne") for _ in range(2)]
    sheet = there.open_sheet(NewEvening(DAY), KALTER_SCHLAG, NAMES, stake=50)
    watchers = Watchers(here)
    held = watchers.hold(f"/watch/{sheet}/events")
    settled = watchers.hold(f"/watch/{there.sheet(sheet).evening}/settlement/events")
    await held.told(1)
    there.record(sheet, anne(70))
    assert "Anne 70" in plain((await held.told(2))[1][1])
    there.undo(sheet)
    assert "Anne 0" in plain((await held.told(3))[2][1])
    assert len(await settled.told(2)) >= 2  # one hand, then none
    for each in (held, settled):
        await each.leave()
    here.close()
    there.close()


async def test_signs_of_life_come_and_a_remark_now_and_then(sheet: str, watchers: Watchers):
    held = watchers.hold(f"/watch/{sheet}/events")
    async with asyncio.timeout(10):
        while b"\n\n:\n\n" not in held.answer.body:
            await asyncio.sleep(0.01)
    assert [kind for kind, _, _ in held.answer.events()].count("alive") >= 2
    assert len(held.answer.sheets()) == 1 and held.answer.body.startswith(b"retry: ")
    await held.leave()


async def test_nothing_is_left_of_streams_that_were_closed(sheet: str, watchers: Watchers):
    held = [watchers.hold(f"/watch/{sheet}/events", f"phone {each}") for each in range(30)]
    for each in held:
        await each.told(1)
    assert len(watchers.watching.streams) == 30
    for each in held:
        await each.leave()
    assert len(watchers.watching.streams) == 0
    async with asyncio.timeout(10):
        while not watchers.watching._looking.done():  # type: ignore[union-attr]
            await asyncio.sleep(0.01)  # nobody looks for nobody


async def test_a_device_has_so_many_streams_and_the_oldest_makes_way(
        sheet: str, watchers: Watchers):
    held = [watchers.hold(f"/watch/{sheet}/events", "phone") for _ in range(STREAMS_OF_DEVICE)]
    other = watchers.hold(f"/watch/{sheet}/events", "other")
    for each in (*held, other):
        await each.told(1)
    latest = watchers.hold(f"/watch/{sheet}/events", "phone")
    await ends(held[0])
    await latest.told(1)
    assert len(watchers.watching.streams) == STREAMS_OF_DEVICE + 1
    assert held[0].answer.done and not held[1].answer.done and not other.answer.done
    for each in (*held[1:], other, latest):
        await each.leave()


async def test_there_are_so_many_streams_altogether(sheet: str, watchers: Watchers,
                                                    monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "STREAMS", 3)
    held = [watchers.hold(f"/watch/{sheet}/events", f"phone {each}") for each in range(3)]
    for each in held:
        await each.told(1)
    refused = await watchers.get(f"/watch/{sheet}/events", "a fourth")
    assert refused.status == 503 and int(refused.headers["retry-after"]) > 0
    await held[0].leave()
    fourth = watchers.hold(f"/watch/{sheet}/events", "a fourth")
    await fourth.told(1)
    for each in (*held[1:], fourth):
        await each.leave()


async def test_who_does_not_read_is_cut_off_and_the_others_are_not_kept_waiting(
        service: Service, sheet: str, watchers: Watchers):
    slow, quick = [watchers.hold(f"/watch/{sheet}/events", each) for each in ("slow", "quick")]
    for each in (slow, quick):
        await each.told(1)
    slow.reads.clear()
    for number in range(5):
        service.record(sheet, HANDS[number])
        await quick.told(2 + number)
    await asyncio.wait_for(slow.transport.cut.wait(), 10)
    await ends(slow)
    assert len(slow.answer.sheets()) == 1 and len(watchers.watching.streams) == 1
    await quick.leave()


async def test_who_reads_late_gets_the_present_state_and_not_all_before_it(
        service: Service, sheet: str, watchers: Watchers, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "STREAM_SECONDS", 100)
    held, other = [watchers.hold(f"/watch/{sheet}/events", each) for each in "ab"]
    for each in (held, other):
        await each.told(1)
    held.reads.clear()
    for number in range(10):
        service.record(sheet, HANDS[number])
        await other.told(2 + number)
    held.reads.set()
    latest = other.answer.sheets()[-1][0]
    async with asyncio.timeout(10):
        while held.answer.sheets()[-1][0] != latest:
            await asyncio.sleep(0.01)
    assert len(held.answer.sheets()) <= 3
    for each in (held, other):
        await each.leave()


async def test_a_device_that_is_shut_out_hears_nothing_more(service: Service, sheet: str,
                                                            watchers: Watchers):
    held, other = [watchers.hold(f"/watch/{sheet}/events", each) for each in ("gone", "other")]
    for each in (held, other):
        await each.told(1)
    watchers.shut_out.add("gone")
    await ends(held)  # with the next sign of life
    again = watchers.hold(f"/watch/{sheet}/events", "closed")
    await again.told(1)
    watchers.shut_out.add("closed")
    watchers.watching.look_who_watches()  # or at once
    await ends(again)
    service.record(sheet, anne(70))
    await other.told(2)
    assert len(held.answer.sheets()) == len(again.answer.sheets()) == 1
    assert not held.transport.cut.is_set()
    await other.leave()


def test_whoever_watches_is_here():
    """A stream asks for its device with every sign of life."""
    visitor = Visitor("bert", "Bert", Role.WATCHER, 0, 0)
    assert _device(Request({"type": "http", VISITOR: visitor})) == "bert"
    assert visitor.used > 0


async def test_a_book_that_cannot_be_asked_is_told_and_comes_back(service: Service, sheet: str):
    away: list[Unreachable] = []

    def find() -> Service:
        if away:
            raise away[0]
        service.watch()
        return service

    watchers = Watchers(service, find)
    held = watchers.hold(f"/watch/{sheet}/events")
    await held.told(1)
    away.append(Unreachable(say("The book is away.")))
    [_, (_, told)] = await held.told(2)
    assert "The book cannot be read at the moment." in plain(told)
    page = await watchers.get(f"/watch/{sheet}")
    assert "The book cannot be read at the moment." in plain(page.text)
    away.clear()
    [_, _, (_, told)] = await held.told(3)
    assert "trouble" not in told
    await held.leave()


async def test_a_book_that_was_never_there_is_told(service: Service):
    def find() -> Service:
        raise Unreachable(say("The book is away."))

    watchers = Watchers(service, find)
    answer = await watchers.get("/watch")
    assert answer.status == 503 and "The book cannot be read at the moment." in plain(answer.text) \
        and "away" not in answer.text
    assert "refresh" in answer.headers
    assert (await watchers.get("/watch/s/events")).status == 503


async def test_who_holds_no_stream_is_told_too_and_only_as_long_as_it_is_so(
        service: Service, sheet: str):
    """Such as a browser without scripts, whose page is loaded again by its link."""
    away: list[Unreachable] = []

    def find() -> Service:
        if away:
            raise away[0]
        return service

    watchers = Watchers(service, find)
    told = "The book cannot be read at the moment."
    assert told not in (await watchers.get(f"/watch/{sheet}")).text
    away.append(Unreachable(say("The book is away.")))
    for _each in range(2):
        answer = await watchers.get(f"/watch/{sheet}")
        assert answer.status == 200 and told in plain(answer.text) and "Anne" in answer.text
    away.clear()
    assert told not in (await watchers.get(f"/watch/{sheet}")).text


async def test_a_hint_is_heeded_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Between two looks; on any thread, as it comes from a server's connection."""
    monkeypatch.setattr(watching, "EVERY", 3600)
    url = f"sqlite:///{tmp_path / 'book.db'}"
    here, there = [Service(Store.open(url), "Anne") for _ in range(2)]
    sheet = there.open_sheet(NewEvening(DAY), KALTER_SCHLAG, NAMES, stake=50)
    watchers = Watchers(here)
    held = watchers.hold(f"/watch/{sheet}/events")
    await held.told(1)
    there.record(sheet, anne(70))
    await asyncio.sleep(0.05)
    assert len(held.answer.sheets()) == 1
    await asyncio.to_thread(watchers.watching.hint)
    assert "Anne 70" in plain((await held.told(2))[1][1])
    watchers.shut_out.add("phone")
    watchers.watching.look_who_watches()
    await ends(held)
    for each in (here, there):
        each.close()
