"""Another Scorepad on the same book, as a process of its own: ``python -m tests.proof.beside``.

It reads what to do, a line at a time, from standard input, and answers there with JSON.
"""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

from scorepad.book.record import HandRecord
from scorepad.games.kalter_schlag import Durchmarsch, Hand, Ramsch
from scorepad.service import Service
from scorepad.service.appending import ChangedMeanwhile
from scorepad.storage import Store
from scorepad.ui.watching import watch


def ids_on(service: Service, sheet: str) -> list[str]:
    """The hands of a sheet, in order."""
    return [line.record.stamp.id for line in service.sheet(sheet).score.lines]


def some_hand(rng: Random) -> Hand:
    """A hand of four."""
    return Durchmarsch(rng.randrange(4)) if rng.random() < 0.3 else Ramsch((66, 30, 24, 0))


def writes(service: Service, sheet: str, seconds: float) -> dict[str, Any]:
    """Save hands for so long; returns their ids, each with the moment at which it was saved, in
    milliseconds, and the longest time that one took."""
    rng, end = Random(service.user.name), time.monotonic() + seconds
    written, longest = [], 0.0
    while (began := time.monotonic()) < end:
        own = service.record(sheet, some_hand(rng))
        written.append((own, moment()))
        longest = max(longest, time.monotonic() - began)
        time.sleep(rng.random() / 50)
    return {"written": written, "longest": longest}


def looks_on(service: Service, sheet: str, seconds: float) -> dict[str, Any]:
    """Only watch, as a screen does that nobody touches: when each hand was noticed, and whether
    any order in which hands were seen was another later."""
    seen: list[str] = []
    at: list[int] = []
    turned = False

    def show() -> None:
        nonlocal turned
        hands = ids_on(service, sheet)
        turned |= hands[:len(seen)] != seen
        at.extend([moment()] * (len(hands) - len(seen)))
        seen.extend(hands[len(seen):])

    session = SimpleNamespace(service=service, show_anew=show, listener=None)
    page: Any = SimpleNamespace(on_close=None, session=SimpleNamespace(
        connection=True, start_updates_scheduler=lambda: None))
    opening: Any = SimpleNamespace(session=session)

    async def look() -> None:
        watching = asyncio.create_task(watch(page, opening))
        await asyncio.sleep(seconds)
        page.on_close()
        await watching

    asyncio.run(look())
    return {"seen": seen, "at": at, "turned": turned}


def corrects(service: Service, sheet: str, hand: str, augen: int, rounds: int) -> dict[str, Any]:
    """Correct a hand as it was read before the word was given; how it ended, round by round."""
    ended = []
    for number in range(rounds):
        seen = service.version(sheet, hand)
        say({"ready": number})
        sys.stdin.readline()
        changed = HandRecord(Ramsch((augen + number % 2, 120 - augen - number % 2, 0, 0)))
        try:
            service.amend(sheet, hand, changed, seen)
            ended.append("saved")
        except ChangedMeanwhile:
            ended.append("told")
    return {"ended": ended}


def moment() -> int:
    """Now, in milliseconds."""
    return time.time_ns() // 1_000_000


def say(answer: Any) -> None:
    print(json.dumps(answer), flush=True)


def main() -> None:
    """name, URL and sheet; then what to do."""
    name, url, sheet = sys.argv[1:]
    service = Service(Store.open(url), name)
    ids_on(service, sheet)
    say("on")
    what, *values = json.loads(sys.stdin.readline())
    acts: dict[str, Callable[..., dict[str, Any]]] = {
        "write": writes, "look": looks_on, "correct": corrects}
    say(acts[what](service, sheet, *values))
    service.close()


class Beside:
    """The near end of such a process."""

    def __init__(self, name: str, url: str, sheet: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.proof.beside", name, url, sheet], text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=Path(__file__).parents[2])
        assert self.hear() == "on"

    def do(self, *what: Any) -> None:
        """Give a word to it."""
        assert self._process.stdin
        print(json.dumps(what), file=self._process.stdin, flush=True)

    def hear(self) -> Any:
        """Its next answer."""
        assert self._process.stdout
        return json.loads(self._process.stdout.readline())

    def end(self) -> None:
        """It has nothing left to do, or has to stop."""
        assert self._process.stdin and self._process.stdout
        self._process.stdin.close()
        if self._process.wait(60):
            raise AssertionError("the program beside this one has failed")
        self._process.stdout.close()


if __name__ == "__main__":
    main()
