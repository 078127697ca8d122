"""Long work for a screen, done while everything else goes on.

It runs on a thread where there are threads. The pocket page has none: there it runs step by step on
the event loop, which lets everything else go first after every slice of time.
"""

import asyncio
from collections.abc import Callable
from time import perf_counter
from typing import ParamSpec, TypeVar

from scorepad.i18n.message import Fault
from scorepad.system.steps import Steps, Stepwise
from scorepad.ui.place import here

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
    """Return or raise what the steps do, on this very thread: they ask the service, which works on
    no other."""
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
