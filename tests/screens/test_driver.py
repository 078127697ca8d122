"""The harness itself, on an app of three lines, so that a red screen test means a red screen."""

import asyncio
import time

import flet as ft
import pytest

from tests.screens.driver import Driver


@ft.component
def Sample() -> ft.View:
    count, set_count = ft.use_state(0)
    name, set_name = ft.use_state("")
    wide, set_wide = ft.use_state(False)
    page = ft.context.page

    def listen() -> None:
        page.on_keyboard_event = lambda e: set_count(int(e.key))
        page.on_resize = lambda e: set_wide(e.width >= 840)

    async def slow() -> None:
        set_count(await asyncio.to_thread(lambda: time.sleep(0.05) or 7))

    async def long() -> None:
        for _ in range(100):
            await asyncio.sleep(0)
        set_count(8)

    ft.use_effect(listen, [])
    return ft.View(
        route="/",
        controls=[
            ft.Text(f"count {count}", key="count"),
            ft.Semantics(
                identifier="more",
                label="one more",
                content=ft.Container(ft.Text("+"), on_click=lambda: set_count(count + 1)),
            ),
            ft.Button("slow", on_click=lambda: page.run_task(slow)),
            ft.Button("long", on_click=lambda: page.run_task(long)),
            ft.Button("never", disabled=True, on_click=lambda: set_count(99)),
            ft.Button("crash", on_click=lambda: 1 / 0),
            ft.TextField(label="Name", on_change=lambda e: set_name(e.control.value)),
            ft.Text(f"hello {name}, {'wide' if wide else 'narrow'}"),
            ft.Text("secret", visible=False),
        ],
    )


@pytest.fixture
async def ui() -> Driver:
    return await Driver.start(lambda page: page.render_views(Sample))


async def test_a_tap_reaches_what_listens_inside_or_around(ui: Driver):
    await ui.tap(text="+")
    await ui.tap(identifier="more")
    assert ui.find(key="count").value == "count 2"
    assert ui.taps == 2


async def test_a_thread_is_waited_for(ui: Driver):
    await ui.tap(text="slow")
    assert ui.sees("count 7")


async def test_a_thread_is_waited_for_though_somebody_else_has_come(ui: Driver):
    other = await Driver.start(lambda page: page.render_views(Sample))
    await ui.tap(text="slow")
    assert ui.sees("count 7") and other.sees("count 0")


async def test_what_goes_on_in_many_turns_of_the_loop_is_waited_for(ui: Driver):
    await ui.tap(text="long")
    assert ui.sees("count 8")


async def test_typing_keys_and_turning(ui: Driver):
    await ui.type("Anne", text="Name")
    await ui.press("5")
    await ui.resize(1280, 800)
    assert ui.sees("hello Anne, wide") and ui.sees("count 5")


async def test_what_cannot_be_tapped_says_so(ui: Driver):
    assert not ui.sees("secret")
    for missing in ("never", "nowhere"):
        with pytest.raises(AssertionError, match=missing):
            await ui.tap(text=missing)


async def test_a_crash_fails_the_test(ui: Driver):
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        await ui.tap(text="crash")
