"""The server for other devices, too, which come in by a link or a PIN."""

import json
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

import flet as ft

from scorepad.config import Settings
from scorepad.i18n.message import Message, read_out, say
from scorepad.service.one_book import OneBook
from scorepad.service.roles import OneList, Owner, Role
from scorepad.storage import StorageFault
from scorepad.storage.register import Pin
from scorepad.system.files import ASSETS
from scorepad.web.access import origins
from scorepad.web.access.keys import Keys
from scorepad.web.access.middleware import JOIN, AccessMiddleware, AccessPolicy, AtTable
from scorepad.web.access.phones import Link, Phones
from scorepad.web.access.visitors import cookie_of, shared_register
from scorepad.web.exchange import EXCHANGE
from scorepad.web.host import server as serving
from scorepad.web.host.app import routes, web_app
from scorepad.web.host.tabs import Tabs
from scorepad.web.pocket_page import PocketPage
from scorepad.web.watch.parts import tables

PORT = 8550

MainFor = Callable[[OneBook, Phones], Callable[[ft.Page], None]]
"""A function that makes what shows a page, of the book and the devices."""

BEHIND_TLS = "__Host-scorepad"
"""The name of the cookie behind a proxy: the same at all servers of a book, and browsers take it
only over TLS, for this very host."""


@dataclass(frozen=True)
class ServerAddress:
    """The place of a server. host: the address to listen at, None for the usual one; behind: the
    address of a proxy before it, empty for none; proxies: the addresses or networks, if not this
    machine, from which it asks; names: other names by which it is called, of which others open the
    first."""

    host: str | None = None
    port: int = PORT
    behind: str = ""
    proxies: tuple[origins.Network, ...] = ()
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.behind and (self._url.scheme not in ("http", "https") or not self._url.hostname
                            or self._url.path not in ("", "/") or self._url.query):
            raise serving.CannotServe(say("{address} is not an address such as https://club.example.",
                                          address=self.behind))

    @property
    def _url(self) -> SplitResult:
        return urlsplit(self.behind)

    @property
    def listens_at(self) -> str:
        """The address to listen at: behind a proxy only this machine's own."""
        return self.host if self.host is not None else "127.0.0.1" if self.behind else "0.0.0.0"

    @property
    def is_secure(self) -> bool:
        """True if all comes over TLS."""
        return self._url.scheme == "https"

    def address(self, port: int) -> str:
        """Return the address that others open; port: the one that is listened at."""
        if self.behind:
            return f"{self._url.scheme}://{self._url.netloc}"
        for name in self.names[:1]:
            return f"http://{name}" if ":" in name else f"http://{name}:{port}"
        host = reached_at() if self.listens_at in ("0.0.0.0", "::", "") else self.listens_at
        return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

    def is_ours(self, port: int) -> Callable[[str], bool]:
        """Return whether a request for a host is for this server."""
        if self.behind:
            ours = {name.lower() for name in (self._url.netloc, *self.names)}
            return lambda host: host.lower() in ours
        name = socket.gethostname()
        return origins.anywhere(
            port, "localhost", name, f"{name}.local", self.listens_at, *self.names)

    def policy(self, settings: Settings) -> AccessPolicy:
        """Return the rules by which it lets in."""
        cookie = BEHIND_TLS if self.is_secure else cookie_of(settings)
        return AccessPolicy(cookie, asks=True, secure=self.is_secure, pocket=settings.pocket,
                      proxies=(*origins.THIS_MACHINE, *self.proxies) if self.behind else ())


def serve_network(main_for: MainFor, settings: Settings, place: ServerAddress, *,
                  as_json: bool = False) -> None:
    """Serve the app and all else to other devices until Ctrl-C; say how they come in, and open the
    page of the host where there is a browser.

    main_for: makes the function that Flet calls with the page of every new session; as_json: say
    how to come in in one line of JSON, and open no page.

    Raises CannotServe, `StorageFault`, and KeyboardInterrupt when the user has ended it.
    """
    serving.refuse_without_web()
    register = shared_register(settings)
    keys = Keys(register, settings.author or read_out(say("Host"), settings.language))
    serving.tell_of(register, settings.language)
    with serving.listening(place.listens_at, place.port) as listener:
        port = listener.getsockname()[1]
        phones = Phones(keys, place.address(port), settings.pocket)
        book = OneBook(settings)
        shown = Announced(phones, settings.language)
        page = web_app(lambda uploads: Tabs(main_for(book, phones), uploads,
                                            reach=book.reach),
                       keys, routes(book.service, keys, ASSETS, phones.on_the_wall), waits=True)
        policy = place.policy(settings)

        async def seats() -> list[AtTable]:
            await book.reach()
            return tables(book.service())

        async def lists(late: bool) -> list[OneList]:
            await book.reach()
            return book.service().tournaments.with_slips(late=late)

        guarded = AccessMiddleware(page, keys, policy,
                                   (lambda: None) if as_json else shown.joined,
                                   seats, lists)
        server = serving.server_of(origins.SameOriginMiddleware(
            PocketPage(guarded, settings.pocket), place.is_ours(port),
            "https" if place.is_secure else "http", open_to={JOIN: False, EXCHANGE: True},
            instead=origins.AS_SHOWN),
            guarded.device_in, policy.proxies)
        host = phones.inviting(keys.offer(Role.HOST))
        if as_json:
            serving.print_line(json.dumps(shown.in_json(host)))
        else:
            shown.announce(host, secure=place.is_secure)
            if not place.behind:  # this very machine is a host, too
                serving.open_browser(phones.inviting(keys.invite(own=True, asks=False)))
        with suppress(StorageFault):  # the page says so
            book.service()  # now, while nobody has to wait for it
        try:
            serving.run(server, listener)
        finally:
            keys.close()
            book.close()


class Announced:
    """The words about how to come in, as they stand on the terminal."""

    def __init__(self, phones: Phones, language: str) -> None:
        self._phones, self._language, self._user = phones, language, Owner()
        self._link: Link = phones.link(self._user)
        self._pin: Pin = phones.pin(self._user)

    def in_json(self, host: str) -> dict[str, str]:
        """Return the same for a program; host: the address for the first one, the host."""
        return {"address": self._phones.address, "join": self._link.address,
                "pin": self._pin.digits, "host": host}

    def announce(self, host: str, *, secure: bool) -> None:
        """Print everything, on a terminal with the QR code of the link."""
        serving.print_line(f"Scorepad: {self._phones.address}")
        self._say(say("For the host, once, within ten minutes: {address}", address=host))
        self._say(say("For one who watches, once, within ten minutes: {address}",
                      address=self._link.address))
        if sys.stdout is not None and sys.stdout.isatty():
            import segno  # nothing else here needs it

            segno.make(self._link.address, error="l", micro=False).terminal(compact=True)
        # The code of the table would let in whoever reads this later, for hours.
        self._say(say("Or the PIN {digits}, for five minutes. Under Phones the host finds new "
                      "ones, and one code for the whole table.", digits=self._pin.digits))
        if not secure:
            self._say(say("This is not encrypted: only for a network that you trust."))

    def joined(self) -> None:
        """Print another link once the one before was used."""
        with suppress(StorageFault):
            link = self._phones.link(self._user)
            if link.key != self._link.key:
                self._link = link
                self._say(say("For one who watches, once, within ten minutes: {address}",
                              address=link.address))

    def _say(self, sentence: Message) -> None:
        serving.print_line(read_out(sentence, self._language))


def reached_at() -> str:
    """Return the address of this machine in its network, as far as it has one."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.connect(("10.254.254.254", 1))  # sends nothing, but chooses the way there
        found = asked.getsockname()[0]
        if not ip_address(found).is_unspecified:
            return str(found)
    return "127.0.0.1"
