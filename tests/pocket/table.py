"""A table in a phone: the page's own storage and service in the browser's Python, without Flutter.

It starts in a fraction of the time of the app, and can be told at which write to the disk its
browser is to end. Its book is the app's: the same place, the same slots.
"""

import json
import os
import queue
import re
import shutil
import signal
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

from tests.pocket.phone import FOLDER, Files, Host, Phone

WEB = Path(__file__).parent / "web"
LONGEST = 120
"""Seconds until a table that says nothing is given up."""

HOW = ("before", "after", "half")
"""Where a browser ends within a write to the disk; only writing can be done by half."""


TYPED = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
"""The id of a hand that was typed; those that are imported have names."""


def typed_and_imported(hands: Iterable[str]) -> tuple[list[str], list[str]]:
    """Split the hands of a book: those that were typed in their order, and those that were
    imported by name, because where they stand follows from the date of their evening."""
    typed: list[str] = []
    imported: list[str] = []
    for hand in hands:
        (typed if TYPED.fullmatch(hand) else imported).append(hand)
    return typed, sorted(imported)


class Fault(AssertionError):
    """What went wrong in the browser."""


class Seat:
    """One start of the table, until its browser ends.

    said: what was told as saved; ended: at which kind of access to the disk it was killed.
    """

    def __init__(self, phone: Phone) -> None:
        self.page = phone.context.new_page()
        self.said: list[Any] = []
        self.ended = ""
        self.began = 0
        self._phone = phone
        self._orders: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._answers: queue.Queue[dict[str, Any] | None] = queue.Queue()

    def wait(self) -> dict[str, Any] | None:
        """What came of the last order; None if the browser ended within it."""
        answer = self._answers.get(timeout=LONGEST)
        if answer and "fault" in answer:
            raise Fault(answer["fault"])
        return answer

    def order(self, act: str, last: int | None = None, how: str = "", **given: Any) -> None:
        """Let it do something; `last` is the access to the disk at which it is killed."""
        self._orders.put({"act": act, "last": last, "how": how, "given": given})

    def does(self, act: str, last: int | None = None, how: str = "", **given: Any
             ) -> dict[str, Any] | None:
        """The same, and what comes of it."""
        self.order(act, last, how, **given)
        return self.wait()

    def kill(self, ended: str) -> None:
        """All processes of its browser, at once; from whatever thread."""
        with suppress(ProcessLookupError):
            os.killpg(self._phone.pid, signal.SIGKILL)
        self.ended = ended
        self._orders.put(None)
        self._answers.put(None)

    def kill_after(self, seconds: float) -> None:
        """The same in a while, whatever it does then."""
        sleep(seconds)
        self.kill("any time")

    def leave(self) -> None:
        """Close the table's page; its browser stays."""
        self.page.close()
        self._orders.put(None)

    def heard(self, kind: str, body: Any) -> dict[str, Any] | None:
        """What the table is answered; None if nobody is there to hear it."""
        if kind == "now":
            return self.kill(body)
        if kind == "said":
            self.said.append(body)
            return {}
        self._answers.put(body)
        return self._orders.get()


class Table(Host):
    """A host with the page, and a table beside it that is on no page."""

    def __init__(self, root: Path) -> None:
        shutil.copytree(WEB, root / "table")
        self.seat: Seat | None = None
        table = self

        class Told(Files):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                seat = table.seat
                answer = seat and seat.heard(self.path.rpartition("/")[2], body)
                if answer is None:
                    self.close_connection = True
                    return
                content = json.dumps(answer).encode()
                self.send_response(200)
                self.send_header("content-length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

        self.files = Told
        super().__init__(root)

    def sit(self, phone: Phone) -> Seat:
        """Start the table in a phone, and wait until it listens."""
        self.seat = seat = Seat(phone)
        seat.page.on("console", lambda message: print(message.text))
        seat.page.goto(f"{self.address.removesuffix(f'{FOLDER}/')}table/index.html?page=/{FOLDER}/")
        answer = seat.wait()
        assert answer
        seat.began = answer["began"]
        return seat


def somewhere(rng: Random, acts: int) -> dict[str, Any]:
    """An access to the disk at which a browser ends, of so many."""
    return {"last": rng.randint(1, acts), "how": rng.choice(HOW)}
