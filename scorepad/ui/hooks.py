"""Flet's hooks, with precise types; the evening, sheet and screen that an address names; and long
work beside everything else: on a thread, or in the pocket page, which has none, step by step on the
event loop."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from time import perf_counter
from typing import Any, ParamSpec, TypeVar, cast, overload

import flet as ft
from flet.components.component import Renderer
from flet.components.hooks.hook import Hook
from flet.components.utils import current_component

from scorepad.i18n.message import Fault, Message, say
from scorepad.service.views import EveningView, SheetView
from scorepad.storage import StorageFault
from scorepad.system.steps import Steps, Stepwise
from scorepad.ui.place import here
from scorepad.ui.session import Session, page

T = TypeVar("T")
Other = TypeVar("Other")
Params = ParamSpec("Params")
Shown = TypeVar("Shown")
View = TypeVar("View")

NO_SHEET = say("This sheet is not in the book.")


def use_value(first: T) -> tuple[T, Callable[[T | Callable[[T], T]], None]]:
    """Return a value that the component remembers, and a function that sets it: to another value,
    or to what a given function makes of the current one. `first` must not be a function."""
    value, change = ft.use_state(first)
    return value, change


@overload
def use_found(_kind: type[T], /) -> tuple[T | None, Callable[[T | None], None]]: ...
@overload
def use_found(_kind: type[T], _other: type[Other], /) \
    -> tuple[T | Other | None, Callable[[T | Other | None], None]]: ...
def use_found(*_kinds: object) -> tuple[Any, Callable[[Any], None]]:
    """Return a value of one of these kinds that is None until it is found, and its setter."""
    return ft.use_state(None)


def use_made(make: Callable[[], T]) -> tuple[T, Callable[[T], None]]:
    """Return a remembered value and its setter; `make` is called once, for the first value."""
    made: tuple[T, Callable[[T], None]] = ft.use_state(make)
    return made


def use_own(make: Callable[[], T]) -> T:
    """Return an object that the component keeps while it is shown, such as its form."""
    return use_made(make)[0]


def use_params() -> Mapping[str, str]:
    """Return the parameters in the address, such as the id of a sheet. Flet may redraw a screen
    that has been left, outside of any route: then each is empty."""
    return defaultdict(str, ft.use_route_params())


def use_evening(session: Session) -> EveningView | Message:
    """Return the evening that the address names, or the sentence that says why there is none."""
    return evening_of(session, use_params()["evening"])


def evening_of(session: Session, evening: str) -> EveningView | Message:
    """Return the evening with this id, or the sentence that says why there is none."""
    return _found(session.service.evening, evening, say("This evening is not in the book."))


def use_sheet(session: Session) -> SheetView | Message:
    """Return the sheet that the address names, or the sentence that says why there is none."""
    return _found(session.service.sheet, use_params()["sheet"], NO_SHEET)


def _found(look_up: Callable[[str], View], named: str, gone: Message) -> View | Message:
    try:
        return look_up(named)
    except KeyError:
        return gone
    except StorageFault as fault:  # part of the book is damaged; the rest can be looked at
        return fault.message


def drawn(draw: Callable[[], T]) -> T:
    """Build a control outside any component, to be inspected and never shown."""
    with Renderer().with_context():
        return draw()


def use_redraw() -> Callable[..., None]:
    """Return a function that redraws the calling component at once, ahead of all that waits, with
    other arguments if given any. If that fails, it is drawn in its turn, which reports why."""
    component = current_component()
    hook = component.use_hook(lambda: Hook(component))

    def redraw(*args: Any) -> None:
        if (shown := hook.component) is not None:
            shown.args = args or shown.args
            with suppress(Exception):
                shown.update()
                return
            shown._schedule_update()
    return redraw


def use_task(work: Callable[[], Awaitable[None]], values: Sequence[object]) -> None:
    """Do something while the component is shown, anew whenever one of these values changes."""
    ft.use_effect(work, values, cleanup=lambda: None)  # only with one Flet ends it


BELOW_TOO = 1.0
"""Seconds after which the screens below the first one are drawn, too: nobody waits for them."""


class Screen:
    """One screen of a page: all of it is drawn anew with the session while it is on top; one that
    lies below another is drawn when somebody goes back to it.

    is_begun: whether it has been drawn at all, which waits until the one on top of it is there.
    """

    def __init__(self, session: Session, route: str) -> None:
        self.route, self._is_due, self.is_begun = route, False, False
        self.draw: Callable[[], None] = lambda: None
        self.forget = cast(ft.Observable, session).subscribe(self._look)

    def begin(self) -> None:
        """Draw it for the first time, if that has not happened meanwhile."""
        if not self.is_begun:
            self.is_begun = True
            self.draw()

    @property
    def lies_below(self) -> bool:
        """True if another screen lies over it."""
        own, shown = self.route.rstrip("/"), page().route.rstrip("/")
        return shown != own and shown.startswith(own + "/")

    def _look(self, *_: Any) -> None:
        if not self._is_due and not self.lies_below and page().session.connection is not None:
            self._is_due = True
            # Before the parts that something else has changed: they are drawn with the whole.
            asyncio.get_running_loop().call_soon(self._draw)

    def _draw(self) -> None:
        self._is_due = False
        self.draw()


def use_screen(session: Session, route: str) -> Screen:
    """Return the screen of an address. What lies below the first one is drawn a moment later; at
    once from a book on a server, which may keep everybody waiting then."""
    screen = ft.use_memo(lambda: Screen(session, route), [route, id(session)])
    screen.draw = use_redraw()
    if not screen.lies_below or session.service.may_hang:
        screen.is_begun = True

    async def begin() -> None:
        if not screen.is_begun:
            await asyncio.sleep(BELOW_TOO)
            with suppress(RuntimeError):  # the page has gone meanwhile
                screen.begin()

    use_task(begin, [screen])
    return screen


def keyed(key: str, component: Callable[Params, Shown], *args: Params.args,
          **kwargs: Params.kwargs) -> Shown:
    """Return a component that starts afresh whenever `key` changes."""
    return component(*args, key=key, **kwargs)  # type: ignore[arg-type]  # the signature lacks it


def memo(component: Callable[Params, Shown]) -> Callable[Params, Shown]:
    """Return a component that is redrawn only when its arguments have changed."""
    drawn: Callable[Params, Shown] = ft.memo(component)
    return drawn


SLICE = 0.01
"""Seconds of work until everything else has its turn; one step may take longer."""

Given = ParamSpec("Given")
Result = TypeVar("Result")


async def done(act: Callable[Given, Result], *args: Given.args, **kwargs: Given.kwargs) -> Result:
    """Return or raise what `act` does, on another thread where there are threads. Where there are
    none, an `act` that is `Stepwise` gives way between steps, and any other should be short."""
    if here().has_threads:
        return await on_thread(act, *args, **kwargs)
    if isinstance(act, Stepwise):
        result: Result = await in_slices(act.steps(*args, **kwargs))
        return result
    return act(*args, **kwargs)


async def on_thread(act: Callable[Given, Result], *args: Given.args,
                    **kwargs: Given.kwargs) -> Result:
    """Return or raise what `act` does, on another thread. Only for places that surely have threads:
    a book on a server is never opened in the pocket page."""
    return await asyncio.to_thread(act, *args, **kwargs)


async def in_slices(steps: Steps[Result]) -> Result:
    """Return or raise what the steps do, on this very thread, to which the service belongs."""
    while True:
        end = perf_counter() + SLICE
        try:
            while perf_counter() < end:
                next(steps)
        except StopIteration as found:
            result: Result = found.value
            return result
        await asyncio.sleep(0)


async def outcome(act: Callable[Given, object], *args: Given.args, **kwargs: Given.kwargs
                  ) -> Callable[[], None]:
    """Do something as `done` does, and return a function that raises the sentence with which it was
    refused, if it was: for `Session.attempt`, where the act itself may take long."""
    fault: Fault | None = None
    try:
        await done(act, *args, **kwargs)
    except Fault as refused:
        fault = refused

    def tell() -> None:
        if fault is not None:
            raise fault
    return tell
