"""A Flet client that draws nothing: it takes the app's messages and answers like a real one.

It speaks Flet's inner protocol, which is why the project pins flet.
"""

import asyncio
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, ClassVar
from weakref import WeakKeyDictionary

import msgpack
from flet.controls.base_control import BaseControl
from flet.messaging.connection import Connection
from flet.messaging.protocol import (
    InvokeMethodRequestBody,
    Message,
    MessageAction,
    SessionCrashedBody,
    configure_encode_object_for_msgpack,
)
from flet.messaging.session import Session
from flet.pubsub.pubsub_hub import PubSubHub


class CountingExecutor(ThreadPoolExecutor):
    """A thread pool that knows whether it has anything to do: `pending` counts what it does, and
    what it has done as long as whoever waits for that has not been told."""

    _of: ClassVar[WeakKeyDictionary[asyncio.AbstractEventLoop, "CountingExecutor"]] = \
        WeakKeyDictionary()

    def __init__(self, threads: int) -> None:
        super().__init__(threads)
        self.pending = 0
        self._counting = threading.Lock()

    @classmethod
    def of(cls, loop: asyncio.AbstractEventLoop) -> "CountingExecutor":
        """The one of a loop, where `asyncio.to_thread` goes as well: with one for each session, the
        first would not hear of what it does in the threads of the second."""
        if loop not in cls._of:
            cls._of[loop] = cls(4)
            loop.set_default_executor(cls._of[loop])
        return cls._of[loop]

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self._count(1)
        future = super().submit(fn, *args, **kwargs)
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            future.add_done_callback(lambda _: self._count(-1))
        else:  # behind what asyncio itself adds by then, so that whoever waits has been told
            loop.call_soon(future.add_done_callback,
                           lambda _: loop.call_soon_threadsafe(self._count, -1))
        return future

    def _count(self, more: int) -> None:
        with self._counting:  # it is given work on other threads, too
            self.pending += more


class Client(Connection):
    """The far end of one session.

    `replies` maps a method the app calls on its client (`"get"` of the clipboard, say) to the
    answer, or to the fault with which it is refused; all others answer None. `calls` lists what was
    called, with its arguments. `kept` is what it has been told to keep, as a browser does beyond
    one page. `gone`: it has left, and nobody has noticed; Flet fails then as it does here.
    """

    session: Session

    def __init__(self, replies: dict[str, Any], hub: PubSubHub | None = None,
                 kept: dict[str, Any] | None = None) -> None:
        super().__init__()
        self.page_url = "http://scorepad.test"
        self.loop = asyncio.get_running_loop()
        self.executor = self.threads = CountingExecutor.of(self.loop)
        self.pubsubhub = hub or PubSubHub(loop=self.loop, executor=self.executor)
        self.replies = replies
        self.kept = {} if kept is None else kept
        self.calls: list[tuple[str, Any]] = []
        self.crash: str | None = None
        self.gone = False
        self._encode = configure_encode_object_for_msgpack(BaseControl)

    def send_message(self, message: Message) -> None:
        if self.gone:
            raise AttributeError("'NoneType' object has no attribute 'put_nowait'",
                                 name="put_nowait", obj=None)
        # Flet takes its snapshots for the next diff while it packs; unpacked, nothing would update.
        msgpack.packb([message.action, message.body], default=self._encode)
        match message.body:
            case SessionCrashedBody(message=text):
                self.crash = text
            case InvokeMethodRequestBody() as call if message.action is MessageAction.INVOKE_METHOD:
                self.calls.append((call.name, call.args))
                self.loop.call_soon(self._answer, call)

    def _answer(self, call: InvokeMethodRequestBody) -> None:
        result, fault = self.replies.get(call.name), None
        if call.name == "set" and "key" in call.args:
            self.kept[call.args["key"]] = call.args["value"]
        elif isinstance(result, Exception):
            result, fault = None, str(result)
        self.session.handle_invoke_method_results(call.control_id, call.call_id, result, fault)
        if call.name == "push_route":
            self._routing = asyncio.ensure_future(self.route(call.args["route"]))

    async def route(self, route: str) -> None:
        """Tell the app that the address is now `route`."""
        self.session.apply_page_patch({"route": route})
        await self.session.dispatch_event(1, "route_change", {"route": route})
