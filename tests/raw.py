"""A page that speaks Flet's protocol by itself, on a real socket, and says whatever it likes."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Self

import msgpack
from flet.messaging.protocol import MessageAction, decode_ext_from_msgpack
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.browser.program import Program

PHONE = {"width": 390, "height": 844, "web": True, "platform": "linux",
         "platform_brightness": "dark"}
ANSWERS = {"get_device_info": {"browser_name": "chrome", "locales": [], "language": "en-GB",
                               "languages": ["en-GB"]}}
PATIENCE = 60


class Raw:
    """calls: what the program has asked the page for, with its arguments; answers: what the page
    says to that, by the name of what it is asked for."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.tab: str | None = None
        self.calls: list[tuple[str, dict[str, Any]]] = []
        self.answers: dict[str, Any] = dict(ANSWERS)
        self.heard = 0
        self._controls: dict[int, dict[str, Any]] = {}
        self._listening = asyncio.create_task(self._listen())

    @classmethod
    async def open(cls, program: Program, cookie: tuple[str, str] | None = None,
                   document: str = "") -> Self:
        """Connect as a browser that has a key; document: the name of the page in it."""
        name, value = cookie or program.cookie
        named = f"?page={document}" if document else ""
        return cls(await connect(
            f"{program.address.replace('http', 'ws', 1)}/ws{named}", origin=program.address,
            additional_headers={"Cookie": f"{name}={value}"}, max_size=None, open_timeout=PATIENCE))

    async def register(self, route: str = "/", tab: str | None = None, **page: Any) -> Self:
        """Say what the page is, and wait until it has one."""
        await self.say(MessageAction.REGISTER_CLIENT, {
            "session_id": tab, "page_name": "", "page": {**PHONE, "route": route, **page}})
        await self.until(lambda: self.tab is not None)
        return self

    async def say(self, action: MessageAction, body: Any) -> None:
        """Send any frame."""
        await self.socket.send(b"\0" + msgpack.packb([action.value, body]))

    async def happens(self, control: int, event: str, data: Any = None) -> None:
        """Something is done to a control."""
        await self.say(MessageAction.CONTROL_EVENT,
                       {"target": control, "name": event, "data": data})

    async def go(self, route: str) -> None:
        """Go to an address on the page."""
        await self.say(MessageAction.UPDATE_CONTROL_PROPS, {"id": 1, "props": {"route": route}})
        await self.happens(1, "route_change", {"route": route})

    async def until(self, done: Any, seconds: float = PATIENCE) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(seconds):
            while not done():
                await asyncio.sleep(0.01)

    def find(self, identifier: str) -> dict[str, Any] | None:
        """What is inside the control of this identifier and can be tapped."""
        for control in reversed(self._controls.values()):
            if control.get("identifier") == identifier:
                return next((each for each in _dicts(control)
                             if each.get("on_click") or "action" in each), None)
        return None

    def of_kind(self, kind: str) -> list[int]:
        """The numbers of all controls of a kind that there have ever been."""
        return [number for number, each in self._controls.items() if each.get("_c") == kind]

    async def tap(self, identifier: str) -> None:
        """Tap what is called so, once it is there."""
        await self.until(lambda: self.find(identifier))
        found = self.find(identifier)
        assert found is not None
        await self.happens(found["_i"], "click")

    async def close(self) -> None:
        """Close the page."""
        await self.socket.close()
        await self._listening

    async def _listen(self) -> None:
        """Until one of both has closed the socket, for whatever reason."""
        with suppress(ConnectionClosed):
            async for packet in self.socket:
                await self._hear(packet)

    async def _hear(self, packet: Any) -> None:
        if packet[0] != 0:  # about the line itself
            return
        action, body = msgpack.unpackb(
            packet[1:], ext_hook=decode_ext_from_msgpack, strict_map_key=False)
        self.heard += 1
        for control in _dicts(body):
            if isinstance(control.get("_i"), int):
                self._controls[control["_i"]] = control
        if action == MessageAction.REGISTER_CLIENT.value:
            self.tab = body["session_id"]
        elif action == MessageAction.INVOKE_METHOD.value:
            self.calls.append((body["name"], body.get("args") or {}))
            await self.say(MessageAction.INVOKE_METHOD, {
                "control_id": body["control_id"], "call_id": body["call_id"],
                "result": self.answers.get(body["name"]), "error": None})


def _dicts(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _dicts(each)
