"""The log: what is no fault is not in it, and what comes again and again is there once a minute."""

import logging
import time

EVERY = 60.0
"""Seconds between two lines of one kind."""

KINDS = 500
"""Kinds that are remembered; beyond, all are forgotten."""


class GoneAway(logging.Filter):
    """A filter of log records about closed browser tabs, which Flet reports as errors with a
    traceback and which are none. What is drawn while a tab closes finds no message queue any more;
    a call that waits for the tab's answer ends with "closed" when its session has run out; and work
    that still runs then, such as a check of the book, finds no session to show its result."""

    def filter(self, record: logging.LogRecord) -> bool:
        match record.exc_info and record.exc_info[1]:
            case AttributeError(name="put_nowait", obj=None):
                return False
            case RuntimeError(args=(
                    "Session closed" | "An attempt to fetch destroyed session.",)):
                return False
        return not record.getMessage().startswith("Receive loop error")


class OnceAMinute(logging.Filter):
    """A filter that lets through one record of a kind a minute, with the number of those before it
    that it did not. A kind is what is said, without the values in it, and what was raised where."""

    def __init__(self) -> None:
        super().__init__()
        self._kinds: dict[object, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if len(self._kinds) > KINDS:
            self._kinds.clear()
        kind, now = _kind_of(record), time.monotonic()
        since, others = self._kinds.get(kind, (float("-inf"), 0))
        if now - since < EVERY:
            self._kinds[kind] = since, others + 1
            return False
        self._kinds[kind] = now, 0
        if others:
            record.msg = f"{record.getMessage()} (and {others} more of this kind before)"
            record.args = ()
        return True


def _kind_of(record: logging.LogRecord) -> object:
    raised = record.exc_info[1] if record.exc_info else None
    trace = raised.__traceback__ if raised else None
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = (trace.tb_frame.f_code, trace.tb_lineno) if trace else None
    return record.name, str(record.msg), type(raised), place


def quieten() -> None:
    """Filter what the libraries say that serve the page."""
    kinds = OnceAMinute()
    for name in ("flet", "asyncio", "concurrent.futures", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.addFilter(GoneAway())
        logger.addFilter(kinds)
