"""Requests to a server as an ASGI app, over a network that is slow, loses and repeats."""

import asyncio
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

PATIENCE = 5.0
"""Seconds after which whoever asked gives up."""


@dataclass
class Wire:
    """The way from a device to the servers. slow: seconds of a way, on average; lossy: how often a
    message or an answer is lost; is_cut: whether nothing comes through now."""

    rng: Random
    slow: float
    lossy: float
    is_cut: bool = False

    async def way(self) -> bool:
        """Wait as long as a message is on its way; return whether it arrives."""
        await asyncio.sleep(self.slow * self.rng.uniform(0.3, 2.5))
        return not self.is_cut and self.rng.random() >= self.lossy

    async def post(self, app: Any, path: str, headers: Mapping[str, str],
                   body: bytes) -> tuple[int, bytes]:
        """Return the status and the content of an answer; 0 where none comes."""
        repeated = self.rng.random() < self.lossy
        for _ in range(1 + repeated):  # what was lost on the way may arrive all the same
            if await self.way():
                status, content = await asked(app(), path, headers, body)
                if status and await self.way():
                    return status, content
        await asyncio.sleep(PATIENCE)
        return 0, b"nobody answers"


def _scope(path: str, headers: Mapping[str, str], method: str) -> dict[str, Any]:
    return {"type": "http", "http_version": "1.1", "method": method, "path": path,
            "raw_path": path.encode(), "query_string": b"", "root_path": "", "scheme": "http",
            "client": ("10.0.0.2", 4711), "server": ("10.0.0.1", 8550), "asgi": {"version": "3.0"},
            "headers": [(b"host", b"10.0.0.1:8550"), *[
                (name.encode(), value.encode()) for name, value in headers.items()]]}


async def asked(app: Any, path: str, headers: Mapping[str, str], body: bytes,
                method: str = "POST") -> tuple[int, bytes]:
    """Return what a server answers, 0 if it is not there, or dies meanwhile."""
    if app is None:
        return 0, b""
    sent: list[dict[str, Any]] = []
    given = iter([{"type": "http.request", "body": body, "more_body": False}])

    async def receive() -> dict[str, Any]:
        return next(given, {"type": "http.disconnect"})

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await app(_scope(path, headers, method), receive, send)
    if not sent:
        return 0, b""
    return sent[0]["status"], b"".join([each.get("body", b"") for each in sent[1:]])


@dataclass
class Feed:
    """The stream of a page's changes as a watcher gets it. parts: what the page shows, by the name
    of each part; last: the number of the last event; status: of the answer."""

    wire: Wire
    parts: dict[str, str] = field(default_factory=dict)
    last: str = ""
    status: int = 0
    is_open: bool = False
    _task: asyncio.Task[None] | None = None
    _text: str = ""

    def open(self, app: Any, path: str, headers: Mapping[str, str]) -> None:
        """Ask for the stream, from the last event on."""
        self.close()
        told = {**headers, **({"last-event-id": self.last} if self.last else {})}
        self._task, self._text = asyncio.ensure_future(self._run(app, path, told)), ""

    def close(self) -> None:
        """Go away."""
        self.is_open = False
        if self._task is not None:
            self._task.cancel()

    async def _run(self, app: Any, path: str, headers: Mapping[str, str]) -> None:
        gone = asyncio.Event()

        async def receive() -> dict[str, Any]:
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: dict[str, Any]) -> None:
            await asyncio.sleep(self.wire.slow)
            if message["type"] == "http.response.start":
                self.status, self.is_open = message["status"], message["status"] == 200
            elif not self.wire.is_cut:
                self._take(message.get("body", b"").decode())

        try:
            await self.wire.way()
            await app(_scope(path, headers, "GET"), receive, send)
        finally:
            self.is_open = False

    def _take(self, text: str) -> None:
        *events, self._text = (self._text + text).split("\n\n")
        for event in events:
            lines = event.split("\n")
            if "event: sheet" in lines:
                self.last = next(line[4:] for line in lines if line.startswith("id: "))
                shown = "\n".join([line[6:] for line in lines if line.startswith("data: ")])
                order = shown.partition('data-order="')[2].partition('"')[0].split()
                known = self.parts | parts_of(shown)
                self.parts = {name: known.get(name, "") for name in order}


PART = re.compile(r'<(\w+)[^>]* id="([^"]+)" data-in=')


def parts_of(html: str) -> dict[str, str]:
    """Return the parts of a page, by their names."""
    found, parts = [*PART.finditer(html)], {}
    for each, after in zip(found, [*found[1:], None]):
        piece = html[each.start():after and after.start()]
        parts[each[2]] = piece[:piece.rindex(f"</{each[1]}>")]
    return parts
