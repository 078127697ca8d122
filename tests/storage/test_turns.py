"""Turns at a server that is silent: how long an event loop waits that others share."""

import asyncio
import threading
from collections.abc import Iterator

import pytest

from scorepad.storage.faults import Silent
from scorepad.storage.turns import Turns, allowance

AN_HOUR = 3600.0


@pytest.fixture
def turns(monkeypatch: pytest.MonkeyPatch) -> Turns:
    monkeypatch.setattr("scorepad.storage.turns.GLANCE_SECONDS", 0.05)
    return Turns("book", AN_HOUR)


@pytest.fixture
def taken(turns: Turns) -> Iterator[threading.Event]:
    """Somebody on a thread has his turn, and waits for an answer until this is set."""
    began, answered = threading.Event(), threading.Event()

    def ask() -> None:
        with turns:
            began.set()
            answered.wait(60)

    asking = threading.Thread(target=ask)
    asking.start()
    assert began.wait(60)
    yield answered
    answered.set()
    asking.join()


async def test_an_event_loop_does_not_wait_for_its_turn_to_read(
        turns: Turns, taken: threading.Event):
    with pytest.raises(Silent), turns.glance():
        raise AssertionError("it was somebody else's turn")


async def test_an_event_loop_gives_up_a_silent_server_sooner(turns: Turns):
    with turns.glance():
        assert allowance(AN_HOUR).left == 0.05
    with turns:
        assert allowance(AN_HOUR).left == AN_HOUR
        with turns.glance():
            assert allowance(AN_HOUR).left == 0.05
        assert allowance(AN_HOUR).left == AN_HOUR  # to save may take as long as before


async def test_a_thread_waits_as_long_as_it_may(turns: Turns, taken: threading.Event):
    def read() -> float:
        with turns.glance():
            return allowance(AN_HOUR).left

    reading = asyncio.create_task(asyncio.to_thread(read))
    done, _waiting = await asyncio.wait([reading], timeout=0.2)
    assert not done
    taken.set()
    assert await reading > 0.05


async def test_a_server_that_was_silent_in_a_glance_is_left_alone(turns: Turns):
    with pytest.raises(Silent), turns.glance():
        raise Silent.of("book")
    with pytest.raises(Silent), turns.glance():
        raise AssertionError("it was asked again")
    with turns.anyway():
        pass
    with turns.glance():
        pass
