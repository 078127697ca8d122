"""Long work in steps, and the memory that it takes and gives back.

    @stepwise
    def read(pages: Sequence[str]) -> Steps[Book]:
        for page in pages:
            ...
            yield
        return book

    book = read(pages)               # all of it at once
    book = yield from read.steps(pages)    # as part of other work
"""

import gc
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import update_wrapper
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

if sys.platform == "linux":
    import ctypes  # nowhere else: it leaves a mark in a browser, after which no snapshot fits

    _SYSTEM: Any = ctypes.CDLL(None)
else:
    _SYSTEM = None
_TRIM, _SET = [getattr(_SYSTEM, name, None) for name in ("malloc_trim", "mallopt")]
"""Functions of glibc, which keeps what is free by itself; None elsewhere."""

ARENAS = -8
"""The setting of glibc that says from how many places threads take memory."""

MANY = 50_000
"""New values after which a pause of the collector lets it skip them; it looks at so many at once in
some milliseconds."""


def give_back() -> None:
    """Give free memory back to the system, if it takes that; some hundredths of a second."""
    if _TRIM is not None:
        _TRIM(0)


def keep_together() -> None:
    """Let all threads take memory from two places: each of many keeps what it once had."""
    if _SET is not None:
        _SET(ARENAS, 2)


@contextmanager
def collector_paused() -> Iterator[None]:
    """Pause the garbage collector, which would look in vain at the many values that all stay."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            if gc.get_count()[0] > MANY:
                # With 15,000 hands every full collection would hold up all screens for a sixth of a
                # second. What was skipped before and has gone since is collected here.
                gc.unfreeze()
                gc.collect()
                gc.freeze()
            gc.enable()


Result = TypeVar("Result")
Given = ParamSpec("Given")
Rest = ParamSpec("Rest")

Steps = Generator[None, None, Result]
"""Work in progress: a generator that returns the result."""


class Stepwise(Generic[Given, Result]):
    """A function or method that can be called like any other, or run step by step.

    steps: returns the generator, of which nothing has run yet.
    """

    def __init__(self, steps: Callable[Given, Steps[Result]]) -> None:
        self.steps = steps

    def __call__(self, *args: Given.args, **kwargs: Given.kwargs) -> Result:
        return at_once(self.steps(*args, **kwargs))

    def __get__(self: "Stepwise[Concatenate[Any, Rest], Result]", instance: object,
                owner: type | None = None) -> "Stepwise[Rest, Result]":
        bound: Stepwise[Rest, Result] = Stepwise(self.steps.__get__(instance, owner))
        return bound


def stepwise(steps: Callable[Given, Steps[Result]]) -> Stepwise[Given, Result]:
    """Turn a generator function into one that runs at once when called, or by `.steps(...)`."""
    made = Stepwise(steps)
    update_wrapper(made, steps)
    return made


def at_once(steps: Steps[Result]) -> Result:
    """Run the rest of a generator; return what it returns, and raise what it raises."""
    while True:
        try:
            next(steps)
        except StopIteration as done:
            result: Result = done.value
            return result
