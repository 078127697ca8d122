"""Long work for a screen, done so that everything else goes on meanwhile.

On a thread where there are threads. In the pocket page there are none: there it is done step by
step on the loop itself, and after every slice of time whatever waits goes first.
"""

import asyncio
from collections.abc import Callable
from time import perf_counter
from typing import ParamSpec, TypeVar

from scorepad.steps import Steps, Stepwise
from scorepad.ui.place import here

SLICE = 0.01
"""Seconds of work until everything else has its turn; one step may take longer."""

Given = ParamSpec("Given")
Result = TypeVar("Result")


async def done(act: Callable[Given, Result], *args: Given.args, **kwargs: Given.kwargs) -> Result:
    """What `act` returns, or raises. It may be called on another thread; where there is none, one
    that is `Stepwise` gives way, and any other should be short."""
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
    """What a work returns, or raises, that is done on this very thread: it asks the service, which
    works on no other."""
    while True:
        end = perf_counter() + SLICE
        try:
            while perf_counter() < end:
                next(steps)
        except StopIteration as found:
            result: Result = found.value
            return result
        await asyncio.sleep(0)
