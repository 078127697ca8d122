"""Those who hold a phone: a page of a server, a book of their own, a page to watch."""

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import TYPE_CHECKING, Any

from scorepad.service.roles import Role
from scorepad.storage import StorageFault
from scorepad.web.access.keys import Visitor
from scorepad.web.exchange import Partner, exchanged
from tests.proof.meaning.players import BEGIN, Broken, Device, World
from tests.proof.sim.server import COOKIE, Book, Server
from tests.proof.sim.wire import Feed, Wire, parts_of

if TYPE_CHECKING:
    from tests.proof.sim.evening import Evening


def know(device: Device) -> None:
    """Let the model look at what a device has."""
    with device.at_hand():
        device.look()
        device.knows = device._known()


class Page:
    """A page of a server, which has no book of its own."""

    def __init__(self, name: str, role: Role, key: str, visitor: Visitor, slow: float,
                 lossy: float) -> None:
        self.name, self.role, self.key, self.visitor = name, role, key, visitor
        self.wire = Wire(Random(name), slow, lossy)

    @contextmanager
    def at(self, book: Book, server: Server) -> Iterator[Device]:
        """Let this page use the book of a server."""
        with book.at_hand():
            book.service = server.found().used_by(self.visitor)
            yield book


class Phone(Device):
    """A phone with a book of its own; role: the one that it has at the servers."""

    role: Role
    key: str
    visitor: Visitor

    def __init__(self, world: World, slow: float, lossy: float) -> None:
        self.jumps = 0
        super().__init__(world)
        self.wire = Wire(Random(self.name), slow, lossy)
        self.busy = False

    def moment(self) -> int:
        self.ticks += 1
        return BEGIN + len(self.world.deeds) * 10 ** 10 + self.ticks * 10 ** 6 + self.drift \
            + self.jumps

    async def meet(self, evening: "Evening", server: Server) -> None:
        """Meet the book of a server, over the network."""
        if self.busy:
            return
        self.busy = True
        try:
            mine, theirs, epoch = self.lines, evening.book.lines, evening.epoch
            self.world.told.append(f"{self.name} asks {server.name}")

            async def post(address: str, headers: Any, body: bytes) -> tuple[int, bytes]:
                return await self.wire.post(lambda: server.app, "/api/exchange", headers, body)

            try:
                with self.at_hand():
                    steps = self.service.meetings.asking()
                met = await exchanged(post, Partner("http://server", self.key),
                                      self._held(steps), "en")
            except StorageFault as fault:
                self.world.told.append(f"{self.name} gives up: {fault}")
                met = None
            know(self)
            if server.service is None:
                return
            evening.book.service = server.found()
            know(evening.book)
            if met is not None and epoch == evening.epoch:
                self._has_met(evening, mine, theirs, met)
            evening.judge(self)
        finally:
            self.busy = False

    def _has_met(self, evening: "Evening", mine: frozenset[str], theirs: frozenset[str],
                 met: Any) -> None:
        self.world.told.append(f"{self.name} has met: {met.sent} sent, {met.refused_there} refused")
        if met.refused:
            raise Broken(f"sound entries are refused: {[*map(str, met.refused)]}")
        if lost := theirs - self.lines:
            raise Broken(f"{self.name} lacks {len(lost)} entries of the server's: {min(lost)}")
        if (lost := mine - evening.book.lines) and not met.refused_there:
            raise Broken(f"the server lacks {len(lost)} entries of {self.name}: {min(lost)}")
        if self.role is Role.HOST and met.refused_there:
            raise Broken(f"{met.refused_there} sound entries of {self.name} are refused")

    def _held(self, steps: Any) -> Any:
        """Return the steps of an exchange, each with this phone's clock."""
        said = None
        while True:
            with self.at_hand():
                try:
                    message = steps.send(said) if said is not None else next(steps)
                except StopIteration as done:
                    return done.value
            said = yield message


class Watcher:
    """A page that only watches."""

    def __init__(self, name: str, key: str, visitor: Visitor, slow: float, lossy: float) -> None:
        self.name, self.key, self.visitor = name, key, visitor
        self.wire = Wire(Random(name), slow, lossy)
        self.feed: Feed | None = None
        self.sheet, self.server = "", None

    def follow(self, evening: "Evening", rng: Random) -> None:
        """Watch a sheet, as long as the line holds; again from the last event on."""
        sheets = [*evening.world.sheets]
        servers = [each for each in evening.servers if each.app is not None]
        if not sheets or not servers:
            return
        if self.sheet not in sheets or self.feed is None or rng.random() < 0.3:
            self.sheet = rng.choice(sheets)
            if self.feed:
                self.feed.close()
            self.feed = Feed(self.wire)
        self.server = rng.choice(servers)
        self.feed.open(self.server.app, f"/watch/{self.sheet}/events",
                       {"cookie": f"{COOKIE}={self.key}"})
        self.server.tasks.add(self.feed._task)

    async def is_up_to_date(self, evening: "Evening") -> None:
        """Raise `Broken` unless the page shows what it would show if it were opened now."""
        if self.feed is None or not self.feed.is_open:
            return
        status, page = await self.server.get(f"/watch/{self.sheet}", self.key)
        if status != self.feed.status:
            raise Broken(f"{self.name} watches with {self.feed.status}, a new page has {status}")
        now = parts_of(page.decode())
        if old := [name for name, part in now.items() if self.feed.parts.get(name) != part]:
            raise Broken(f"{self.name} does not see what is new in {old} of "
                         f"{evening.world.sheets[self.sheet].game}")
