"""The rooms behind the door: the app for those who write, and the watchers' pages for all."""

from typing import TYPE_CHECKING

from scorepad.server.door import NO_STORE, VISITOR
from scorepad.server.own_page import answer, is_navigation, refuse
from scorepad.service.roles import Role

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

WATCH = "/watch"
"""The path at which the watchers' pages begin."""

FOR_ALL = (f"{WATCH}/", "/api/")
"""The beginnings of the other paths that a watcher may ask for."""


class Rooms:
    """An ASGI app around another: a watcher who asks for the app is led to the watchers' pages,
    and gets no socket."""

    def __init__(self, app: "ASGIApp") -> None:
        self.app = app

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        if scope["type"] == "lifespan" or scope[VISITOR].role is not Role.WATCHER \
                or scope["type"] == "http" and _is_for_all(scope["path"]):
            await self.app(scope, receive, send)
        elif is_navigation(scope):
            await answer(send, 307, b"", NO_STORE, (b"location", WATCH.encode()))
        else:
            await refuse(scope, receive, send, 403, b"Not as a watcher.")


def _is_for_all(path: str) -> bool:
    return path == WATCH or path.startswith(FOR_ALL) and "/../" not in f"{path}/"
