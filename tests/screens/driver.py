"""Drive the app in-process: no client, no browser, some milliseconds a tap.

    ui = await Driver.start(main_for(settings))
    await ui.tap(text="New evening")
    await ui.type("Anne", key="player-1")
    assert ui.sees("Anne deals")

A control is found by its `key`, its visible `text` or label, the `tooltip`, the `identifier`
of its `ft.Semantics`, its `kind` (the class), or any predicate `where`; several must all hold.
Only the topmost screen and the dialogs over it are searched, as a person would.
"""

import asyncio
import dataclasses
import inspect
from collections.abc import Callable, Iterator
from enum import Enum
from functools import cache
from types import NoneType
from typing import Any, Self

import flet as ft
from flet.components.component import Component
from flet.components.public_utils import unwrap_component
from flet.controls.base_control import BaseControl
from flet.controls.context import _context_page, context
from flet.messaging.protocol import Message, MessageAction, RegisterClientResponseBody
from flet.messaging.session import Session
from flet.pubsub.pubsub_hub import PubSubHub

from scorepad.ui.session import SESSION
from scorepad.ui.trail import LOOK
from scorepad.web.host.session_store import LOOKS
from tests.screens.client import Client

Main = Callable[[ft.Page], Any]
Where = Callable[[BaseControl], bool]

TEXTS = ("value", "content", "label", "title", "subtitle", "text", "tooltip", "error", "hint_text")
"""Where a control keeps words that a person reads."""

TAPS = ("click", "tap", "select", "change")
"""The events a tap can mean, the first that is listened to counts."""



class Driver:
    """One session of the app, and the finger of its user."""

    page: ft.Page
    session: Session
    client: Client
    taps: int = 0
    """Counted by `tap`; set it to 0 where a tap budget starts."""

    @classmethod
    async def start(
        cls,
        main: Main,
        *,
        route: str = "/",
        size: tuple[int, int] = (390, 844),
        dark: bool = False,
        language: str = "de-DE",
        web: bool = True,
        platform: str = "linux",
        replies: dict[str, Any] | None = None,
        hub: PubSubHub | None = None,
        gone: bool = False,
        kept: dict[str, Any] | None = None,
    ) -> Self:
        """Open the app as a client of that size, theme and language would.

        `replies` are the client's further answers to method calls (the device's language is
        among them already); `hub` lets two sessions share a pubsub. `gone`: the browser has
        left before there was anything to be seen; `kept`: what the browser has kept from before,
        and keeps.
        """
        self = cls()
        device = {"browser_name": "chrome", "locales": [], "language": language,
                  "languages": [language]}
        self.client = Client({"get_device_info": device, **(replies or {})}, hub, kept)
        self.session = self.client.session = Session(self.client)
        self.page = self.session.page
        self.session.apply_page_patch(
            {
                "route": route,
                "width": size[0],
                "height": size[1],
                "web": web,
                "platform": platform,
                "platform_brightness": "dark" if dark else "light",
            }
        )
        self.session.store.set(LOOKS, self.client.kept.get(LOOKS, ""))
        _context_page.set(self.page)
        body = RegisterClientResponseBody(self.session.id, self.session.get_page_patch(), "")
        self.client.send_message(Message(MessageAction.REGISTER_CLIENT, body))
        context.reset_auto_update()
        self.client.gone = gone
        try:
            if inspect.isawaitable(result := main(self.page)):
                await result
            await self.session.after_event(self.page)
        except AttributeError:
            if not gone:
                raise
        await self.settle()
        return self

    async def settle(self) -> None:
        """Wait until everything that follows from the last event has been drawn: until no thread
        has anything to do, and the loop nothing but to wait. What waits for a clock is not waited
        for, such as the next look into the book; `look_again` is such a look."""
        await self._idle()
        while closed := [each for each in self.page._dialogs.controls
                         if not each.open and not isinstance(each, ft.SnackBar)]:
            for dialog in closed:  # as the client says once it has gone
                await asyncio.create_task(self.session.dispatch_event(dialog._i, "dismiss", None))
            await asyncio.sleep(1.5 * LOOK)  # who waits for it has seen it
            await self._idle()

    async def _idle(self) -> None:
        loop, threads = self.client.loop, self.client.threads
        await asyncio.sleep(0)
        while threads.pending or loop._ready:  # type: ignore[attr-defined]
            await asyncio.sleep(0.001 if threads.pending else 0)
        if self.client.crash:
            raise AssertionError(self.client.crash)

    async def look_again(self) -> None:
        """Look into the book and show it anew, as the app does by itself within a second after
        somebody else has written: it may come at any moment, and takes nothing away."""
        async def look() -> None:
            _context_page.set(self.page)
            session = self.page.session.store.get(SESSION)
            session.service.watch()
            session.show_anew()

        await asyncio.create_task(look())
        await self.settle()

    async def drop(self) -> None:
        """The browser goes away: a phone that sleeps, a tab that is loaded anew."""
        await self.session.disconnect(3600)

    async def come_back(self, route: str | None = None) -> None:
        """It is there again, at the same address or another."""
        before = self.page.route
        self.session.apply_page_patch({"route": route or before})
        self.client.gone = False
        self.client.send_message(Message(
            MessageAction.REGISTER_CLIENT,
            RegisterClientResponseBody(self.session.id, self.page, "")))
        await self.session.connect(self.client)
        if self.page.route != before:
            await self.session.dispatch_event(1, "route_change", {"route": self.page.route})
        await self.settle()

    async def stop(self) -> None:
        """Leave, as closing the tab for good would: effects are cleaned up."""
        await self.session.disconnect(0)
        self.session.close()
        await asyncio.sleep(0)

    # What is to be seen

    def controls(self) -> Iterator[BaseControl]:
        """Every visible control of the topmost screen and the open dialogs, outer before inner."""
        views = unwrap_component(self.page.views)
        views = views if isinstance(views, list) else [views]
        dialogs = [d for d in self.page._dialogs.controls if getattr(d, "open", False)]
        yield from _walk([views[-1], *dialogs, *self.page.overlay], set())

    @property
    def below(self) -> list[BaseControl]:
        """What the lowest of several screens shows that lie over each other."""
        lowest, *_ = unwrap_component(self.page.views)
        return [*_walk(lowest, set())][1:]

    def find_all(
        self,
        *,
        key: str | None = None,
        text: str | None = None,
        tooltip: str | None = None,
        identifier: str | None = None,
        kind: type[BaseControl] | None = None,
        where: Where | None = None,
    ) -> list[Any]:
        """All controls that fit, in reading order."""
        return [
            control
            for control in self.controls()
            if (key is None or control.key == key)
            and (text is None or text in texts_of(control))
            and (tooltip is None or getattr(control, "tooltip", None) == tooltip)
            and (identifier is None or getattr(control, "identifier", None) == identifier)
            and (kind is None or isinstance(control, kind))
            and (where is None or where(control))
        ]

    def find(self, **query: Any) -> Any:
        """The one control that fits `find_all`'s query; AssertionError lists the screen if not."""
        hits = self.find_all(**query)
        if len(hits) != 1:
            screen = "\n  ".join(self.texts())
            raise AssertionError(f"{len(hits)} controls fit {query}. On the screen:\n  {screen}")
        return hits[0]

    def texts(self) -> list[str]:
        """Every word on the screen, in reading order."""
        return [text for control in self.controls() for text in texts_of(control)]

    def sees(self, text: str) -> bool:
        """Whether `text` is part of any words on the screen."""
        return any(text in words for words in self.texts())

    # What a person does

    async def tap(self, control: BaseControl | None = None, **query: Any) -> None:
        """Tap `control`, or the one that fits the query: it, or what listens in or around it."""
        target = self.listener(control or self.find(**query))
        if getattr(target, "disabled", False):
            raise AssertionError(f"{query or control} is disabled")
        self.taps += 1
        await self.fire(target, _listened(target, TAPS) or "click")

    def listener(self, control: BaseControl, events: tuple[str, ...] = TAPS) -> BaseControl:
        """Who gets the event: `control` itself, else the first inside it, else the next around."""
        inside = _walk(control, set())
        if listening := next((c for c in inside if _listened(c, events)), None):
            return listening
        around = control.parent
        while around and not _listened(around, events):
            around = around.parent
        if around is None or around is self.page:
            raise AssertionError(f"nothing listens at {control}")
        return around

    async def type(self, text: str, /, *, submit: bool = False, **query: Any) -> None:
        """Replace what is in the text field that fits the query; `submit` presses Enter then."""
        field = self.find(**{"kind": ft.TextField, **query})
        await self.change(field, text)
        if submit:
            await self.fire(field, "submit", text)

    async def change(self, control: BaseControl, value: Any) -> None:
        """Set the value of a field, switch, slider or radio group, as the client does."""
        self.session.apply_patch(control._i, {"value": value})
        await self.fire(control, "change", value)

    async def press(self, key: str, *, ctrl: bool = False, shift: bool = False) -> None:
        """Press a key of the keyboard, named as Flet does: "5", "K", "Enter", "Backspace"."""
        keys = {"key": key, "ctrl": ctrl, "shift": shift, "alt": False, "meta": False}
        await self.fire(self.page, "keyboard_event", keys)

    async def go(self, route: str) -> None:
        """Type an address, or use a bookmark."""
        await asyncio.create_task(self.client.route(route))
        await self.settle()

    async def back(self) -> None:
        """The back arrow, or the phone's back gesture."""
        views = unwrap_component(self.page.views)
        top = unwrap_component(views[-1] if isinstance(views, list) else views)
        await self.fire(self.page, "view_pop", {"route": top.route})

    async def resize(self, width: int, height: int) -> None:
        """Turn the phone, or drag the window's corner."""
        size = {"width": width, "height": height}
        self.session.apply_page_patch(size)
        await self.fire(self.page, "resize", size)

    async def fire(self, control: BaseControl, event: str, data: Any = None) -> None:
        """Any event, as the client would send it: each is a task of its own."""
        await asyncio.create_task(self.session.dispatch_event(control._i, event, data))
        await self.settle()


async def tap(ui: Driver, *identifiers: str) -> None:
    """Tap one control after the other."""
    for identifier in identifiers:
        await ui.tap(identifier=identifier)


def texts_of(control: BaseControl) -> list[str]:
    """The words that `control` itself shows or is read out as, without those of its children."""
    words = (getattr(control, name, None) for name in TEXTS)
    found = [word for word in words if isinstance(word, str) and word]
    spans = getattr(control, "spans", None)
    if spans:
        found.append("".join(span.text or "" for span in spans))
    return found


def _listened(control: BaseControl, events: tuple[str, ...]) -> str | None:
    return next((name for name in events if getattr(control, f"on_{name}", None)), None)


def _walk(node: Any, seen: set[int]) -> Iterator[BaseControl]:
    """The controls under `node`: through components, lists and any field that may hold one."""
    waiting = [node]
    while waiting:
        node = unwrap_component(waiting.pop())
        if isinstance(node, (list, tuple)):
            waiting.extend(reversed(node))
        elif (names := _fields(type(node))) and id(node) not in seen:
            seen.add(id(node))
            if getattr(node, "visible", True) is False:
                continue
            if isinstance(node, BaseControl) and not isinstance(node, Component):
                yield node
            held = vars(node)
            children = {name: child for name, child in (held | held.get("_values", {})).items()
                        if name in names and _may_hold(type(child))}
            waiting.extend(children[name] for name in
                           sorted(children, key=names.__getitem__, reverse=True))


@cache
def _may_hold(kind: type) -> bool:
    """Return whether a value of this type may hold controls."""
    return not issubclass(kind, (NoneType, str, int, float, Enum, Callable))


@cache
def _fields(kind: type) -> dict[str, int]:
    """The names of what may hold controls, with their places; none for what is no dataclass."""
    if not dataclasses.is_dataclass(kind):
        return {}
    return {field.name: place for place, field in enumerate(dataclasses.fields(kind))
            if not field.metadata.get("skip") and field.name != "_parent"}
