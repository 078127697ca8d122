"""The garbage collector, while very many values are made that all stay."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_paused() -> Iterator[None]:
    """Pause the garbage collector, which would look in vain at the many values that all stay."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            # Into the oldest generation, or the next new object would start a full collection.
            gc.freeze()
            gc.unfreeze()
            gc.enable()
