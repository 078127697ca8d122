"""A way to a server that is cut off after so many bytes, or that leads nowhere."""

import socket
import threading
from contextlib import suppress

PIECE = 4096


class Cutting:
    """A port of this machine that hands everything on to another, in both directions.

    cuts: how often a connection was cut off. What was allowed counts for all connections together,
    in both directions. host, own: the address and the port that it has itself.
    """

    def __init__(self, port: int = 0, host: str = "127.0.0.1", own: int = 0) -> None:
        self.to = port
        self.cuts = self.passed = 0
        self._left: int | None = None
        self._lock = threading.Lock()
        self._is_off = False
        self._listener = socket.create_server((host, own))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def allow(self, left: int | None) -> None:
        """Let so many bytes pass from now on, None for all; those that passed are counted anew."""
        with self._lock:
            self._left, self.passed = left, 0

    def off(self) -> None:
        """Lead nowhere, until `on`."""
        self._is_off = True

    def on(self) -> None:
        self._is_off = False

    def close(self) -> None:
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _address = self._listener.accept()
                if self._is_off:
                    client.close()
                    continue
                try:
                    server = socket.create_connection(("127.0.0.1", self.to))
                except OSError:
                    client.close()
                    continue
                for one, other in ((client, server), (server, client)):
                    threading.Thread(target=self._pump, args=(one, other), daemon=True).start()

    def _pump(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while piece := one.recv(PIECE):
                allowed = self._allowed(len(piece))
                other.sendall(piece[:allowed])
                if allowed < len(piece):
                    break
        for each in one, other:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _allowed(self, wanted: int) -> int:
        """How many of so many bytes may pass."""
        with self._lock:
            if self._is_off:
                return 0
            if self._left is None or self._left >= wanted:
                allowed = wanted
            else:
                allowed = self._left
                self.cuts += 1
            if self._left is not None:
                self._left -= allowed
            self.passed += allowed
            return allowed
