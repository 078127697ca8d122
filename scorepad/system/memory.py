"""Memory that is free, and goes back to the system."""

import ctypes
import sys

_TRIM = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
"""The function of glibc that does so, which keeps what is free by itself; None elsewhere."""


def give_back() -> None:
    """Give free memory back to the system, where that can be asked for; some hundredths of a
    second."""
    if _TRIM is not None:
        _TRIM(0)
