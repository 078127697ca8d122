"""The door: whoever asks for more than there is time for waits at it, and nobody else does.

Whatever is asked for runs on the same event loop as what is played. So all who have no key, taken
together, and each device have a budget of its time. Whoever has spent it is not read until it has
grown again: what waits in the system's memory costs nothing here.
"""

import asyncio
import socket
import sys
import time
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from contextlib import suppress
from functools import partial
from math import inf
from time import monotonic
from types import coroutine
from typing import Any, TypeVar

from scorepad.web import limits
from scorepad.web.access.origins import address_of

Result = TypeVar("Result")
Act = Callable[[], object]

AGAIN, SOON = 0.1, 0.01
"""Seconds after which a connection that could not be taken in is tried again, and after which a
budget is looked at again at the earliest."""


@coroutine
def metered(work: Coroutine[Any, Any, Result], spend: Callable[[float], object]
            ) -> Generator[Any, Any, Result]:
    """Run a coroutine; spend: told the processor time of each of its steps, in seconds."""
    step: Callable[[Any], Any] = work.send
    said: Any = None
    while True:
        began = time.thread_time()
        try:
            awaited = step(said)
        except StopIteration as done:
            result: Result = done.value
            return result
        finally:
            spend(time.thread_time() - began)
        try:
            step, said = work.send, (yield awaited)
        except BaseException as fault:  # noqa: BLE001 it is for the coroutine, whatever it is
            step, said = work.throw, fault


class Budget:
    """The processor time that all without a key, or one device, may take from the loop. Whoever
    comes when it is spent waits, and of each address one after the other has a turn. rate: seconds
    that come to it in a second; saved: the most that it holds."""

    def __init__(self, rate: float = limits.SHARE, saved: float = limits.SAVED) -> None:
        self._rate, self._saved = rate, saved
        self._left, self._at = saved, monotonic()
        self._waiting: dict[str, deque[tuple[Act, Act]]] = {}
        self._many = 0
        self._timer: asyncio.TimerHandle | None = None

    def spend(self, seconds: float) -> None:
        """Take away time that was spent."""
        self._left = self._grown() - seconds

    @property
    def is_spent(self) -> bool:
        """True if whoever comes now has to wait."""
        return self._rate < inf and (self._many > 0 or self._grown() <= 0)

    async def grown(self) -> None:
        """Return when there is something left of it."""
        while (left := self._grown()) <= 0:
            await asyncio.sleep(max(SOON, -left / self._rate))

    def wait(self, address: str, go_on: Act, refuse: Act) -> None:
        """Call `go_on` when it is this address's turn. Where too many wait, the last one of the
        address of which most do is refused instead."""
        self._waiting.setdefault(address, deque()).append((go_on, refuse))
        self._many += 1
        if self._many > limits.WAITING:
            self._many -= 1
            most = max(self._waiting, key=lambda each: len(self._waiting[each]))
            self._waiting[most].pop()[1]()
            if not self._waiting[most]:
                del self._waiting[most]
        self._plan()

    def _plan(self) -> None:
        if self._timer is None and self._many:
            self._timer = asyncio.get_running_loop().call_later(
                max(0.0, -self._grown() / self._rate), self._take_turn)

    def _take_turn(self) -> None:
        self._timer = None
        if self._grown() > 0:
            address = next(iter(self._waiting))
            queue = self._waiting.pop(address)
            self._many -= 1
            go_on, _refuse = queue.popleft()
            if queue:
                self._waiting[address] = queue  # behind all others
            go_on()
        self._plan()

    def _grown(self) -> float:
        now = monotonic()
        self._left = min(self._saved, self._left + self._rate * (now - self._at))
        self._at = now
        return self._left


class Budgets:
    """The budgets of a server. device_in: returns the device whose key stands at the beginning of a
    request, empty for none; without it nobody ever waits."""

    def __init__(self, device_in: Callable[[bytes], str] | None = None) -> None:
        self._device_in = device_in
        self._of: dict[str, Budget] = {}

    def of(self, device: str) -> Budget:
        """Return the budget of a device, or of all who have no key."""
        if device not in self._of:
            self._of[device] = Budget(inf if self._device_in is None else limits.SHARE)
        return self._of[device]

    def shown_in(self, head: bytes) -> Budget:
        """Return the budget of whoever has sent the beginning of a request."""
        return self.of("" if self._device_in is None else
                       self._device_in(head[:limits.HEAD_BYTES]))


class Door:
    """The place at which connections are taken in, each in its turn. make: the protocol of one."""

    def __init__(self, budgets: Budgets, make: Callable[[], asyncio.Protocol]) -> None:
        self._budgets, self._make = budgets, make
        self._tasks: set[asyncio.Task[Any]] = set()
        self._silent: dict[socket.socket, tuple[asyncio.TimerHandle, Act]] = {}

    async def take_in(self, listener: socket.socket) -> None:
        """Take in connections until this is cancelled, each once it has said something."""
        loop = asyncio.get_running_loop()
        listener.setblocking(False)
        listener.listen(limits.QUEUE)
        with suppress(OSError, AttributeError):  # only Linux keeps those that say nothing
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_DEFER_ACCEPT,
                                int(limits.HEAD_SECONDS))
        while True:
            for _each in range(limits.ACCEPTED):
                try:
                    line, client = await loop.sock_accept(listener)
                except OSError:  # there is no room for more
                    await asyncio.sleep(AGAIN)
                    continue
                self._came(line, address_of(client))
            await asyncio.sleep(0)

    def _came(self, line: socket.socket, address: str) -> None:
        """Let a connection in, or wait, for its turn or for what it has to say."""
        try:
            said = line.recv(limits.HEAD_BYTES, socket.MSG_PEEK)
        except BlockingIOError:
            self._listen(line, address)
            return
        except OSError:
            said = b""
        budget = self._budgets.shown_in(said)
        if not said:
            line.close()
        elif budget.is_spent:
            budget.wait(address, partial(self._let_in, line, budget), line.close)
        else:
            self._let_in(line, budget)

    def _listen(self, line: socket.socket, address: str) -> None:
        loop = asyncio.get_running_loop()

        def end(go_on: Act) -> None:
            loop.remove_reader(line)
            self._silent.pop(line)[0].cancel()
            go_on()

        close = partial(end, line.close)
        try:
            loop.add_reader(line, end, partial(self._came, line, address))
        except NotImplementedError:  # Windows does not tell
            self._let_in(line, self._budgets.of(""))
            return
        self._silent[line] = loop.call_later(limits.HEAD_SECONDS, close), close
        if len(self._silent) > limits.WAITING:
            next(iter(self._silent.values()))[1]()

    def _let_in(self, line: socket.socket, budget: Budget) -> None:
        budget.spend(limits.READ_SECONDS)
        task = asyncio.create_task(self._begin(line, budget))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _begin(self, line: socket.socket, budget: Budget) -> None:
        with suppress(OSError):
            await metered(asyncio.get_running_loop().connect_accepted_socket(self._make, line),
                          budget.spend)


def make_room(descriptors: int = limits.DESCRIPTORS) -> int:
    """Return how many connections and files the system allows, once it was asked for more."""
    if sys.platform == "win32":
        return descriptors
    import resource

    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = descriptors if most == resource.RLIM_INFINITY else min(descriptors, most)
    if now != resource.RLIM_INFINITY and now < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
            return wanted
    return descriptors if now == resource.RLIM_INFINITY else now
