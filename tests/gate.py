"""The network between a phone and a server: it can lose what is under way, be away, change and be
slow, WebSockets too, which no browser slows down."""

import queue
import socket
import struct
import threading
from contextlib import suppress
from time import monotonic, sleep

AT_ONCE = struct.pack("ii", 1, 0)
"""The option of a socket that is closed without a goodbye."""


LONG_AGO = 60
"""As many connections later, the system itself has given up one that was lost."""


class Gate:
    """A way to a port of this machine; `away`: whether it leads nowhere now; `source`: the address
    from which the server sees whoever comes; `delay`: the seconds that everything takes, each way;
    `rate`: the bytes a second that come to the phone at most, in all connections together, 0 for
    any number."""

    def __init__(self) -> None:
        self.to = 0
        self.away = False
        self.source = "127.0.0.1"
        self.delay, self.rate = 0.0, 0
        self._free, self._lock = 0.0, threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._ways: list[_Way] = []
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def lose(self, *, away: bool = False) -> None:
        """Lead nothing any more of what is open now, and tell nobody, as a phone that sleeps or has
        changed its network; away: and nothing new either."""
        self.away = away
        for way in self._ways:
            way.is_lost = True
        for way in self._ways[:-LONG_AGO]:
            way.cut()

    def cut(self) -> None:
        """Cut off what is open now, at both ends."""
        ways, self._ways = self._ways, []
        for way in ways:
            way.cut()

    def due(self, size: int, to_phone: bool) -> float:
        """When something so large that has just come is there, by the monotonic clock."""
        with self._lock:
            sent = monotonic()
            if to_phone and self.rate:
                sent = self._free = max(sent, self._free) + size / self.rate
            return sent + self.delay

    def close(self) -> None:
        self._listener.close()
        self.cut()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                phone, _address = self._listener.accept()
                way = _Way(phone, self)
                self._ways = [each for each in self._ways if each.is_open] + [way]
                if self.away:
                    way.is_lost = True
                else:
                    threading.Thread(target=self._lead, args=(way,), daemon=True).start()

    def _lead(self, way: "_Way") -> None:
        try:
            way.ends.append(socket.create_connection(
                ("127.0.0.1", self.to), timeout=60, source_address=(self.source, 0)))
        except OSError:
            way.cut()
            return
        way.ends[1].settimeout(None)
        threading.Thread(target=way.pump, args=(1, 0), daemon=True).start()
        way.pump(0, 1)


class _Way:
    """One connection: its end at the phone, and that at the server."""

    def __init__(self, phone: socket.socket, gate: Gate) -> None:
        self.ends, self._gate = [phone], gate
        self.is_lost, self.is_open = False, True

    def pump(self, one: int, other: int) -> None:
        """Pass on what comes at one end, until it is closed."""
        on_its_way: queue.Queue[tuple[float, bytes]] = queue.Queue()
        threading.Thread(target=self._bring, args=(on_its_way, other), daemon=True).start()
        with suppress(OSError):
            while part := self.ends[one].recv(4096):
                on_its_way.put((self._gate.due(len(part), other == 0), part))
        on_its_way.put((0, b""))

    def _bring(self, on_its_way: "queue.Queue[tuple[float, bytes]]", end: int) -> None:
        """Send what was passed on once it is due, and close the way after the last of it."""
        with suppress(OSError):
            while (arriving := on_its_way.get())[1]:
                due, part = arriving
                if (wait := due - monotonic()) > 0:
                    sleep(wait)
                if not self.is_lost:
                    self.ends[end].sendall(part)
        if not self.is_lost:
            self.cut()

    def cut(self) -> None:
        self.is_open = False
        for end in self.ends:
            with suppress(OSError):
                end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
                end.shutdown(socket.SHUT_RDWR)
            with suppress(OSError):
                end.close()
