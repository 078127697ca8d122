"""The store of a Flet session: the keys of what the server knows of its tab; the half-filled forms
with which a page begins that has to begin anew, because its connection was lost or its session was
closed; and the files that its browser sends in pieces, each to an address for one file.

These forms are kept by the tab, in the memory of the program. What is half typed for a hand is not
among them: that lies on the disk.
"""

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self, TypeVar

from flet.messaging.session import Session

from scorepad.web import limits
from scorepad.web.access.middleware import DEVICE
from scorepad.web.asgi import answer

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

Form = TypeVar("Form")

TAB = "tab"
"""The key of a browser tab's name; a window has no name."""

LOOKS = "scorepad.looks"
"""The key of the preferences that a browser said it keeps, which it keeps under the same name."""

LISTENS = "listens"
"""The key of whether a browser said that it can listen to speech."""

SCANS = "scans"
"""The key of whether it said that it can read codes with a camera."""

LANGUAGE = "language"
"""The key of the language that a browser asks for, before the page tells of its device."""

FORMS = "forms"
"""The key of the forms."""

TOPIC = "book"
"""The topic on which sessions tell each other about a change of the book."""


@dataclass
class HalfFilled:
    """The forms of a page at one address; left: those that it had before it began anew, until they
    are shown again. Both by a name of the form, one of a kind at its address."""

    route: str = ""
    shown: dict[str, Any] = field(default_factory=dict)
    left: dict[str, Any] = field(default_factory=dict)

    def at(self, route: str) -> Self:
        """Return the forms at an address; those of any other are forgotten."""
        if route != self.route:
            self.route, self.shown, self.left = route, {}, {}
        return self

    def begin(self, name: str, make: Callable[[], Form]) -> Form:
        """Return the form that was left half filled, or a new one."""
        left = self.left.pop(name, None)
        form: Form = make() if left is None else left
        self.shown[name] = form
        return form


def half_filled(session: Session) -> HalfFilled | None:
    """Return the forms that a page shows, for the one that takes its place; None for none."""
    forms = session.store.get(FORMS)
    if forms is None or forms.route != session.page.route or not {**forms.left, **forms.shown}:
        return None
    return HalfFilled(forms.route, left={**forms.left, **forms.shown})


def hand_over(forms: HalfFilled | None, session: Session) -> None:
    """Give a new session the forms of the page whose place it takes."""
    session.store.set(FORMS, forms or HalfFilled())


# --- files that a browser sends -------------------------------------------------------------------

ADDRESS = "/api/upload/"

UPLOADS = "uploads"
"""The key under which a session's store has the `Sending` of its browser."""


@dataclass(frozen=True)
class Awaited:
    """A file that may come: its device, the most bytes it may have, and the function to take it."""

    device: str
    most: int
    take: Callable[[bytes], None]


class Uploads:
    """The files that are awaited, at most one for each `owner`, which may be any text."""

    def __init__(self) -> None:
        self._awaited: dict[str, Awaited] = {}
        self._of: dict[str, str] = {}

    def expect(self, owner: str, awaited: Awaited) -> str:
        """Return the path to which a file may be sent; it replaces one awaited for this owner."""
        self.forget(owner)
        ticket = secrets.token_urlsafe(16)
        self._awaited[ticket], self._of[owner] = awaited, ticket
        return ADDRESS + ticket

    def forget(self, owner: str) -> None:
        """Stop awaiting a file for an owner."""
        self._awaited.pop(self._of.pop(owner, ""), None)

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Take a file in: 204, or 404 where none is awaited, 413 where it is too large, and 408
        where nothing more of it comes."""
        ticket = scope["path"].rpartition("/")[2]
        awaited = self._awaited.get(ticket)
        if awaited is None or awaited.device != scope[DEVICE]:
            await answer(send, 404, b"No file is awaited here.")
        else:
            del self._awaited[ticket]
            try:
                content = await _content(receive, awaited.most)
            except TimeoutError:
                await answer(send, 408, b"Nothing more came.", (b"connection", b"close"))
                return
            if content is None:
                await answer(send, 413, b"This file is too large.", (b"connection", b"close"))
            elif content is not LEFT:
                await answer(send, 204, b"")
                awaited.take(bytes(content))


LEFT = bytearray()


async def _content(receive: "Receive", most: int) -> bytearray | None:
    """Return what was sent; `LEFT` if the browser left before the end, None if it is too much."""
    content = bytearray()
    end = asyncio.get_running_loop().time() + limits.UPLOAD_SECONDS_AT_ALL
    while True:
        async with asyncio.timeout(limits.UPLOAD_SECONDS), asyncio.timeout_at(end):
            part = await receive()
        if part["type"] == "http.disconnect":
            return LEFT
        content += part.get("body", b"")
        if len(content) > most:
            return None
        if not part.get("more_body", False):
            return content


@dataclass(frozen=True)
class Sending:
    """The way that files of one tab come here; owner, device: the tab's."""

    uploads: Uploads
    owner: str
    device: str
