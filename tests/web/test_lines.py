"""What a page says while it is not known whether the book answers: it waits, and nobody else."""

import asyncio

import flet as ft
import pytest
from flet.messaging.protocol import MessageAction

from scorepad.web.host.messages import QUESTION
from scorepad.web.host.session_store import Uploads
from scorepad.web.host.tabs import Tabs
from tests.web.test_tabs import Browser, begun

HAPPENS, CHANGES = MessageAction.CONTROL_EVENT.value, MessageAction.UPDATE_CONTROL_PROPS.value


class Book:
    """A book that answers while this is set; asked: how often it was asked."""

    def __init__(self) -> None:
        self.answers = asyncio.Event()
        self.answers.set()
        self.asked = 0

    async def reach(self) -> None:
        self.asked += 1
        await self.answers.wait()


async def test_what_a_page_says_waits_for_the_book_in_its_order():
    pages, book, heard = list[ft.Page](), Book(), list[str]()
    tabs = Tabs(pages.append, Uploads(), reach=book.reach)
    page, other = await Browser(tabs).register(), await Browser(tabs, "laptop").register()
    await begun(pages, 2)
    pages[0].on_route_change = lambda change: heard.append(
        f"{change.route}, at {pages[0].route}")
    book.answers.clear()
    asked = book.asked
    for route in ("/one", "/two"):
        page.say(CHANGES, {"id": 1, "props": {"route": route}})
        page.say(HAPPENS, {"target": 1, "name": "route_change", "data": {"route": route}})
    page.send(QUESTION)
    async with asyncio.timeout(10):
        while QUESTION not in page.signs:
            await asyncio.sleep(0)
    assert heard == [] and book.asked == asked + 1 and page.closed is None
    book.answers.set()
    async with asyncio.timeout(10):
        while len(heard) < 2:
            await asyncio.sleep(0)
    assert heard == ["/one, at /one", "/two, at /two"]
    for each in (page, other):
        await each.leave()
    tabs.close()


@pytest.mark.parametrize("is_there", [True, False])
async def test_what_was_typed_before_a_line_was_given_up_counts(is_there: bool):
    """A page that waits too long for an answer has another line; its digits are in the queue of the
    first, which may still look open."""
    pages, book, heard = list[ft.Page](), Book(), list[str]()
    tabs = Tabs(pages.append, Uploads(), reach=book.reach)
    page = await Browser(tabs, document="a" * 32).register()
    await begun(pages, 1)
    pages[0].on_keyboard_event = lambda pressed: heard.append(pressed.key)
    book.answers.clear()
    for key in "66":
        page.say(HAPPENS, {"target": 1, "name": "keyboard_event", "data": {
            "key": key, "shift": False, "ctrl": False, "alt": False, "meta": False}})
    leaving = None if is_there else asyncio.create_task(page.leave())
    again = Browser(tabs, document="a" * 32)
    coming = asyncio.create_task(again.register(page.tab))
    await asyncio.sleep(0.05)
    book.answers.set()
    await coming
    assert heard == ["6", "6"]
    await (leaving or page.leave())
    await again.leave()
    tabs.close()
