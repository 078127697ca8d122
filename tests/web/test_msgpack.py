"""What a browser may send: all that MessagePack can say within the limits, and nothing else."""

import time
from typing import Any

import msgpack
import pytest
from hypothesis import given, strategies as st

from scorepad.web import limits
from scorepad.web.host.messages import TOO_LARGE, Nonsense, unpacked
from scorepad.web.limits import FRAME_BYTES, FRAME_DEPTH, FRAME_VALUES

PLAIN = (st.none() | st.booleans() | st.integers(-2**63, 2**64 - 1) | st.floats(allow_nan=False)
         | st.text() | st.binary() | st.text(min_size=250, max_size=300)
         | st.builds(msgpack.ExtType, st.integers(0, 127), st.binary(max_size=40)))
VALUES = st.recursive(PLAIN, lambda inside: st.lists(inside, max_size=40)
                      | st.dictionaries(st.text(max_size=40), inside, max_size=40), max_leaves=60)


def count(value: Any) -> int:
    """How many values stand in one, keys and it itself among them."""
    match value:
        case dict():
            return 1 + sum(1 + count(each) for each in value.values())
        case list():
            return 1 + sum(map(count, value))
    return 1


def depth(value: Any) -> int:
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + max(map(depth, inside), default=0) if isinstance(value, dict | list) else 0


@given(VALUES)
def test_what_was_packed_is_unpacked(value: Any):
    assert unpacked(msgpack.packb(value)) == value


@given(VALUES, st.integers(1, 50), st.integers(0, 5))
def test_it_is_let_through_exactly_within_the_limits(value: Any, most: int, deepest: int):
    packed = msgpack.packb(value)
    fits = count(value) <= most and _open(value) <= deepest
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(limits, "FRAME_VALUES", most)
        patched.setattr(limits, "FRAME_DEPTH", deepest)
        told = _outcome(packed)
    assert (told == "") == fits


def _outcome(packed: bytes) -> object:
    try:
        unpacked(packed)
    except Nonsense as nonsense:
        return nonsense.code
    return ""


def _open(value: Any) -> int:
    """How deep the deepest list or map with something in it lies."""
    inside = list(value.values()) if isinstance(value, dict) else \
        value if isinstance(value, list) else []
    return 1 + max(map(_open, inside)) if inside else 0


@given(VALUES, st.data())
def test_what_is_cut_off_or_goes_on_is_nonsense(value: Any, data: st.DataObject):
    packed = msgpack.packb(value)
    for raw in (packed[:data.draw(st.integers(0, len(packed) - 1))], packed + b"\x00"):
        with pytest.raises(Nonsense):
            unpacked(raw)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_value_or_nonsense(raw: bytes):
    try:
        unpacked(raw)
    except Nonsense as nonsense:
        if nonsense.code != TOO_LARGE:
            with pytest.raises(Exception):  # noqa: B017 - as msgpack says it
                msgpack.unpackb(raw)


@pytest.mark.parametrize("raw", [
    b"\x90" * 20_000_000, b"\xdd\xff\xff\xff\xff" + b"\x90" * 1000, b"\xdf\xff\xff\xff\xff",
    b"\x91" * 100_000, b"\xdc\xff\xff" + b"\x90" * 65_535, b"\xc6\xff\xff\xff\xff",
    b"\x81" * 1000, b"\xdb\x7f\xff\xff\xffx", b"\xdc\x80\x00" * 1000,
    b"\xdc\x10\x00" + b"\xdc\x00\x20" * 4096 + b"\xc0" * 4096 * 32, b"\x91" * 900 + b"\x90"])
def test_a_bomb_is_refused_at_once(raw: bytes):
    """A whole second is for busy machines: most take less than a thousandth."""
    began = time.monotonic()
    with pytest.raises(Nonsense):
        unpacked(raw)
    assert time.monotonic() - began < 1


@pytest.mark.parametrize("raw", [
    msgpack.packb([[] for _each in range(FRAME_VALUES - 1)]),
    msgpack.packb("x" * (FRAME_BYTES - 5)), b"\x91" * FRAME_DEPTH + b"\x90"])
def test_what_reaches_a_limit_is_let_through(raw: bytes):
    unpacked(raw)
