"""Scorepad as it serves the phones at a table: a process, and devices that come in by its keys."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from random import randrange
from typing import Any, NamedTuple

from tests.browser.program import ROOT


def free_port() -> int:
    """A port that nobody has; not of those that the system gives to whoever asks something, of
    which one may be taken until it is listened at."""
    while True:
        port = randrange(10_000, 30_000)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


class Answer(NamedTuple):
    """What the server has answered to a request."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def cookie(self) -> str:
        """The cookie that it sets, as a browser sends it back; empty for none."""
        return self.headers.get("set-cookie", "").partition(";")[0]

    @property
    def role(self) -> str:
        return str(json.loads(self.body)["role"])


class TableServer:
    """A running ``scorepad serve --json``; `told` is what it has printed."""

    def __init__(self, data: Path, *options: str, **environment: str) -> None:
        self.data, self.options, self.environment = data, options, environment
        self.errors = data.parent / f"{data.name}-stderr.txt"
        self.told: dict[str, str] = {}
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> "TableServer":
        port = self.told["address"].rpartition(":")[2] if self.told else "0"
        with self.errors.open("a", encoding="utf-8") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "scorepad", "serve", "--json", "--port", port,
                 "--host", "127.0.0.1", *self.options],
                cwd=ROOT, env={**os.environ, "FLET_APP_STORAGE_DATA": str(self.data),
                               "SCOREPAD_NO_BROWSER": "1", **self.environment},
                stdout=subprocess.PIPE, stderr=errors, text=True)
        assert self._process.stdout
        line = self._process.stdout.readline()
        assert line.endswith("\n"), self.said()
        self.told = json.loads(line)
        return self

    def stop(self) -> int:
        assert self._process and self._process.stdout
        self._process.send_signal(signal.SIGINT)
        code = self._process.wait(30)
        self._process.stdout.close()
        return code

    def kill(self) -> None:
        """End it as a power cut does."""
        assert self._process and self._process.stdout
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    def said(self) -> str:
        return self.errors.read_text(encoding="utf-8")

    @property
    def address(self) -> str:
        return self.told["address"]

    def ask(self, method: str, path: str, body: object = None, cookie: str = "",
            at: str = "", **headers: str) -> Answer:
        """Send a request, from an address of this machine if one is given, and hear the answer."""
        host = self.address.partition("://")[2]
        if "--name" in self.options:  # which only a browser is told to find here
            host = f"127.0.0.1:{host.rpartition(':')[2]}"
        asking = http.client.HTTPConnection(
            host, timeout=60, source_address=(at, 0) if at else None)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        asking.request(method, path, None if body is None else json.dumps(body).encode(),
                       {**({"Cookie": cookie} if cookie else {}), **named})
        answer = asking.getresponse()
        found = Answer(answer.status, {name.lower(): value for name, value in answer.getheaders()},
                       answer.read())
        asking.close()
        return found

    def join(self, at: str = "", **told: Any) -> Answer:
        """Ask to come in with a key or the PIN."""
        return self.ask("POST", "/api/join", told, at=at)

    def key(self, which: str) -> str:
        """The key in one of the addresses that were printed: host, or join."""
        return self.told[which].partition("#")[2]
