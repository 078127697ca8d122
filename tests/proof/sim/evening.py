"""An evening from a seed: its plan, and the one who carries it out.

Every step has chance of its own, so that an evening without some of its steps is still that
evening: that is how the shortest one is found that shows a fault.
"""

import asyncio
import hashlib
from collections import Counter
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from scorepad.service import Refused, Service
from scorepad.service.roles import Role
from scorepad.storage.register import InMemory
from tests.proof.meaning.history import judged, readable
from tests.proof.meaning.model import agree
from tests.proof.meaning.players import BEGIN, Broken, Device, World
from tests.proof.meaning.table_acts import begin
from tests.proof.sim.desk import Desk
from tests.proof.sim.desk_steps import DESK_STEPS
from tests.proof.sim.devices import Page, Phone, Watcher, know
from tests.proof.sim.server import Book, Server
from tests.proof.sim.steps import STEPS
from tests.proof.sim.virtual import virtual_time

Step = Callable[["Evening", Random], Awaitable[None]]


FULL = 0.1
"""The part of all evenings that are full."""


class Planned(NamedTuple):
    """A step; at: seconds after the beginning; name: of the step in `STEPS`."""

    at: float
    name: str


class Told(list[str]):
    """What was done, each with its time."""

    def __init__(self, now: Callable[[], float]) -> None:
        super().__init__()
        self._now = now

    def append(self, line: str) -> None:
        super().append(f"{self._now():8.3f} {line}")


class Strangers(World):
    """The world, in which somebody may name people whom nobody has met."""

    def sign_of(self, own: str) -> str:
        return self.met(own, "?").sign


class Evening:
    """An evening; without: the steps that are left out, by their numbers; database: the one that
    two servers share, empty for a file."""

    def __init__(self, seed: int, folder: Path, loop: Any, without: Collection[int] = (),
                 database: str = "") -> None:
        self.rng, self.seed, self.loop, self.without = Random(seed), seed, loop, without
        rng = self.rng
        self.world = Strangers(rng, folder)
        self.world.told = Told(lambda: loop.seconds)
        self.is_full = rng.random() < FULL
        self.tables = rng.randint(8, 15) if self.is_full else rng.randint(1, 3)
        self.count = Counter[str]()
        self.epoch = 0
        """The number of times that a book went back to an older one."""
        self.book = Book(self.world, database)
        register = InMemory()
        self.servers = [Server(self.book, register, f"server {number}")
                        for number in range(1 + (rng.random() < 1 / 3 or bool(database)))]
        self.is_older = len(self.servers) == 1 and rng.random() < 0.2
        for server in self.servers:
            server.start()
        self._people(rng)
        self.plan = [*self._plan(rng)]
        self.desk = Desk(self) if self.is_full else None
        if self.desk:
            self.plan += self._plan_of_desk(Random(f"{seed} plan"), self.desk.rounds)
        self._as_judged: dict[Device, tuple[frozenset[str], int]] = {}
        self.faults: list[BaseException] = []
        self.running: set[asyncio.Task[None]] = set()

    def _people(self, rng: Random) -> None:
        """Let in those who hold a phone, each with habits of his own."""
        server = self.servers[0]

        def wire() -> Any:
            return rng.choice((0.005, 0.02, 0.02, 0.2)), rng.choice((0, 0, 0, 0.05, 0.2))

        roles = [Role.HOST, *[Role.WRITER] * self.tables]
        self.pages = [Page(f"page {number}", role, *server.let_in(role, f"page {number}"), *wire())
                      for number, role in enumerate(roles)]
        self.watchers = [
            Watcher(f"watcher {number}", *server.let_in(Role.WATCHER, f"watcher {number}"), *wire())
            for number in range(60 if self.is_full else rng.randint(1, 4))]
        self.mallory = server.let_in(rng.choice((Role.WATCHER, Role.WRITER)), "Mallory")
        self.phones = []
        for _ in range(rng.choice((1, 1, 2, 2, 3))):
            phone = Phone(self.world, *wire())
            phone.role = Role.HOST if rng.random() < 0.7 else Role.WRITER
            phone.key, phone.visitor = server.let_in(phone.role, phone.name)
            self.phones.append(phone)

    def _plan(self, rng: Random) -> Any:
        at = 0.0
        names, often = [*STEPS], [often for often, _ in STEPS.values()]
        for _ in range(rng.randint(20, 60) + self.tables * 3):
            at += rng.expovariate(2.0 if self.is_full else 0.8)
            yield Planned(at, *rng.choices(names, often))

    def _plan_of_desk(self, rng: Random, rounds: int) -> Any:
        last, names = self.plan[-1].at, [*DESK_STEPS]
        for number in range(rounds):
            yield Planned(last * (number + 0.1) / rounds, "desk: next_round")
        for _ in range(rng.randint(20, 40)):
            yield Planned(rng.uniform(last * 0.1 / rounds, last), *rng.choices(
                names, [often for often, _ in DESK_STEPS.values()]))

    # --- carrying it out --------------------------------------------------------------------------

    async def run(self) -> None:
        """Let the evening happen; raises `Broken`, or whatever the program raises."""
        self.loop.set_exception_handler(self._went_wrong)
        for number in range(min(self.tables, 3)):
            with suppress(Refused), self.pages[0].at(self.book, self.servers[0]) as device:
                begin(device, Random(f"{self.seed} begins {number}"))
        if self.is_older:
            self._open_an_older_book()
        if self.desk:
            self.desk.begin_it()
        for number, planned in sorted(enumerate(self.plan), key=lambda each: each[1].at):
            if number not in self.without:
                await asyncio.sleep(max(0.0, planned.at - self.loop.seconds))
                self.begin_step(number, planned.name)
                await asyncio.sleep(0)
            if self.faults:
                break
        await asyncio.sleep(60)
        self._raise()
        await self.end()
        self._raise()

    def _open_an_older_book(self) -> None:
        """Let the servers' book be one of an earlier version, and open it."""
        [server] = self.servers
        server.stop()
        self.book.make_older()
        server.start()
        self.world.told.append("the servers' book is one of an earlier version")
        self.judged_service()
        with self.book.at_hand():
            self.book.migrated()
        self.judged_book()

    def begin_step(self, number: int, name: str) -> None:
        """Begin a step of the plan."""
        self.count[name] += 1
        _often, step = (STEPS | DESK_STEPS)[name]
        self.beside(step(self, Random(f"{self.seed} {number}")))

    def beside(self, act: Awaitable[None]) -> None:
        """Let something happen beside everything else."""
        task = asyncio.ensure_future(act)
        self.running.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[None]") -> None:
        self.running.discard(task)
        if not task.cancelled() and (fault := task.exception()) is not None:
            self.faults.append(fault)

    def _went_wrong(self, _loop: Any, told: dict[str, Any]) -> None:
        self.faults.append(told.get("exception") or Broken(told["message"]))

    def _raise(self) -> None:
        if self.faults:
            raise self.faults[0]

    async def end(self) -> None:
        """Let all go well from now on, let everybody meet, and judge."""
        self._all_is_well()
        for _ in range(2):
            for phone in self.rng.sample(self.phones, len(self.phones)):
                await phone.meet(self, self.rng.choice(self.servers))
        shown = self.judged_book()
        for phone in self.phones:
            agree(self.book, phone, shown, judged(self.world, phone))
        for watcher in self.watchers:
            watcher.follow(self, self.rng)
        await asyncio.sleep(3)
        for watcher in self.watchers:
            await watcher.is_up_to_date(self)
        if self.desk:
            self.desk.judge()
        elif self.rng.random() < 0.2 and not self.count["mallory"]:  # which `check` would name
            self.judged_service()
            readable(self.world, self.book)

    def _all_is_well(self) -> None:
        self.world.told.append("the network and the machines are well again")
        for server in self.servers:
            if server.service is None:
                server.start()
        for each in (*self.phones, *self.pages, *self.watchers):
            each.wire.is_cut, each.wire.lossy = False, 0
        for phone in self.phones:  # what was not for a writer comes in by a host
            if phone.role is not Role.HOST:
                self.servers[0].keys.change(phone.visitor.id, role=Role.HOST)
                phone.role = Role.HOST
        for server in self.servers:
            server.keys.look()

    def judged_book(self) -> Any:
        """Return what the servers' book shows, once the model has judged it."""
        self.judged_service()
        know(self.book)
        return judged(self.world, self.book)

    def judged_service(self) -> Service:
        """Return the use cases of the servers' book, for its owner."""
        server = next(each for each in self.servers if each.service is not None)
        self.book.service = server.found()
        return self.book.service

    def judge(self, phone: Phone) -> None:
        """Judge the books of a phone and of the servers, where something has come since."""
        books: list[Device] = [phone]
        if any(each.service for each in self.servers):
            self.judged_service()
            know(self.book)
            books.append(self.book)
        for device in books:
            state = device.lines, len(self.world.deeds)
            if self._as_judged.get(device) != state:
                judged(self.world, device)
                self._as_judged[device] = state

    def close(self) -> None:
        """Close all books."""
        for server in self.servers:
            server.stop()
        for device in self.world.devices:
            if device is not self.book:
                device.close()

    @property
    def told(self) -> str:
        """All that has happened, line by line."""
        return "\n".join(self.world.told)

    @property
    def digest(self) -> str:
        """What was told and what the book holds in the end, as one word."""
        lines = "\n".join(sorted(self.book.lines))
        told = self.told.replace(str(self.world.folder), "")
        return hashlib.sha256(f"{told}\n{lines}".encode()).hexdigest()[:16]


def played(seed: int, folder: Path, without: Collection[int] = (),
           database: str = "") -> Evening:
    """Play an evening, and return it; raises `Broken` with what was done, for anything that is not
    as it should be."""
    with virtual_time(BEGIN) as loop:
        asyncio.set_event_loop(loop)
        evening = Evening(seed, folder, loop, without, database)
        try:
            loop.run_until_complete(evening.run())
            return evening
        except Exception as fault:
            told = "\n".join(f"  {line}" for line in evening.world.told)
            raise Broken(f"seed {seed}: {type(fault).__name__}: {fault}\n{told}") from fault
        finally:
            _end_all(loop)
            evening.close()
            asyncio.set_event_loop(None)


def _end_all(loop: Any) -> None:
    tasks = asyncio.all_tasks(loop)
    for task in tasks:
        task.cancel()
    loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))


def is_full(seed: int) -> bool:
    """Return whether an evening is a full one."""
    return Random(seed).random() < FULL


def steps_of(seed: int, folder: Path) -> int:
    """Return how many steps an evening has."""
    with virtual_time(BEGIN) as loop:
        asyncio.set_event_loop(loop)
        evening = Evening(seed, folder, loop)
        evening.close()
        return len(evening.plan)


def broken(seed: int, folder: Path, without: Collection[int] = (),
           database: str = "") -> Broken | None:
    """Return what is broken on an evening, None if nothing is."""
    try:
        played(seed, folder, without, database)
        return None
    except Broken as fault:
        return fault
