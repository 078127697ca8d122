"""Half-filled forms come back with the page that had them, to nobody else and nowhere else."""

import asyncio
import gc
import weakref
from collections.abc import AsyncIterator
from typing import Any

import flet as ft
import pytest

from scorepad.web import limits
from scorepad.web.host.session_store import FORMS, HalfFilled, Uploads
from scorepad.web.host.tabs import Tabs
from tests.web.test_tabs import Browser, begun

DOCUMENT = "the-page-that-has-it"
HERE = "/new"


@pytest.fixture
def pages() -> list[ft.Page]:
    return []


@pytest.fixture
async def tabs(pages: list[ft.Page]) -> AsyncIterator[Tabs]:
    tabs = Tabs(pages.append, Uploads(), kept=0.05, register_within=0.1)
    yield tabs
    tabs.close()


def forms(page: ft.Page) -> HalfFilled:
    found: HalfFilled = page.session.store.get(FORMS)
    return found.at(page.route)


def shown(page: ft.Page, name: str = "form") -> Any:
    """What a form that the page begins now holds: a new one holds nothing."""
    return forms(page).begin(name, list)


async def fill_in(tabs: Tabs, pages: list[ft.Page], route: str = HERE) -> Browser:
    page = await Browser(tabs, document=DOCUMENT).register(route=route)
    await begun(pages, 1)
    shown(pages[0]).append("Anne")
    return page


async def test_a_page_that_lost_its_line_has_what_was_filled_in(
        tabs: Tabs, pages: list[ft.Page]):
    before = await fill_in(tabs, pages)
    again = await Browser(tabs, document=DOCUMENT).register(before.tab, route=HERE)
    await begun(pages, 2)
    assert shown(pages[1]) == ["Anne"] and shown(pages[1], "other") == []
    await again.leave()


async def test_it_is_kept_over_several_losses_even_if_it_was_not_shown_between(
        tabs: Tabs, pages: list[ft.Page]):
    tab = (await fill_in(tabs, pages)).tab
    for number in range(2, 5):
        line = await Browser(tabs, document=DOCUMENT).register(tab, route=HERE)
        await begun(pages, number)
    assert shown(pages[-1]) == ["Anne"]
    await line.leave()


async def test_it_outlives_the_session_of_a_phone_that_sleeps(tabs: Tabs, pages: list[ft.Page]):
    before = await fill_in(tabs, pages)
    await before.leave()
    async with asyncio.timeout(10):
        while len(tabs):
            await asyncio.sleep(0.01)
    again = await Browser(tabs, document="the-page-loaded-anew").register(before.tab, route=HERE)
    await begun(pages, 2)
    assert shown(pages[1]) == ["Anne"]
    await again.leave()
    assert not tabs._forms  # it is the page's again


async def test_only_the_forms_are_kept_and_not_the_session(tabs: Tabs, pages: list[ft.Page]):
    before = await fill_in(tabs, pages)
    left = weakref.ref(pages.pop().session)
    await before.leave()
    del before
    async with asyncio.timeout(10):
        while len(tabs):
            await asyncio.sleep(0.01)
    async with asyncio.timeout(10):  # what a thread still holds goes in its own time
        while left() is not None:
            await asyncio.sleep(0.01)
            gc.collect()
    assert tabs._forms


async def test_after_its_time_it_is_forgotten(
        tabs: Tabs, pages: list[ft.Page], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "FORMS_SECONDS", 0.05)
    before = await fill_in(tabs, pages)
    await before.leave()
    await asyncio.sleep(0.3)
    assert not len(tabs) and not tabs._forms


async def test_at_another_address_nothing_is_filled_in(tabs: Tabs, pages: list[ft.Page]):
    before = await fill_in(tabs, pages)
    again = await Browser(tabs, document=DOCUMENT).register(before.tab, route="/people")
    await begun(pages, 2)
    assert shown(pages[1]) == []
    pages[1].route = HERE  # nor if the page goes there later
    assert shown(pages[1]) == []
    await again.leave()


async def test_whoever_left_the_form_and_returns_begins_a_new_one(
        tabs: Tabs, pages: list[ft.Page]):
    before = await fill_in(tabs, pages)
    pages[0].route = "/people"  # where there is no form
    again = await Browser(tabs, document=DOCUMENT).register(before.tab, route=HERE)
    await begun(pages, 2)
    assert shown(pages[1]) == []
    await again.leave()


async def test_another_device_and_another_tab_do_not_get_it(tabs: Tabs, pages: list[ft.Page]):
    before = await fill_in(tabs, pages)
    other = await Browser(tabs, "other", document=DOCUMENT).register(before.tab, route=HERE)
    beside = await Browser(tabs, document="another-page-beside").register(route=HERE)
    await begun(pages, 3)
    assert shown(pages[1]) == shown(pages[2]) == []
    for line in (before, other, beside):
        await line.leave()


async def test_only_so_many_are_kept(
        tabs: Tabs, pages: list[ft.Page], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "TABS", 3)
    for number in range(1, 6):
        line = await Browser(tabs, f"phone-{number}").register(route=HERE)
        await begun(pages, number)
        shown(pages[-1]).append("Anne")
        await line.leave()
    await asyncio.sleep(0.3)
    assert [device for device, _name in tabs._forms] == ["phone-3", "phone-4", "phone-5"]
