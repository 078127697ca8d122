"""Messages of a browser in Flet's protocol. Only what a page has reason to say is accepted:
anything else could come from whoever writes to the socket.

MessagePack that is larger, deeper or fuller than anything a page has to say is not decoded at all:
a decoder makes an object of every byte, and 20 MB of empty lists stop everybody for 20 seconds.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from re import compile as pattern
from types import NoneType
from typing import Any

import msgpack
from flet.messaging.protocol import MessageAction, decode_ext_from_msgpack

Fits = Callable[[Any], bool]

TAB = pattern(r"[A-Za-z0-9_-]{8,64}")


@dataclass(frozen=True)
class Registers:
    """The first message of a page; tab: its name from before, if it has one; page: its
    properties."""

    tab: str | None
    page: dict[str, Any]


@dataclass(frozen=True)
class Happens:
    """An event of a control."""

    control: int
    event: str
    data: Any


@dataclass(frozen=True)
class Changes:
    """New values of a control's properties."""

    control: int
    properties: dict[str, Any]


@dataclass(frozen=True)
class Answers:
    """The result of a method call, or its fault."""

    control: int
    call: str
    result: Any
    fault: str | None


@dataclass(frozen=True)
class Asks:
    """The question of a page whether its line still leads to the program."""


Said = Registers | Happens | Changes | Answers | Asks

QUESTION = b"\2"
"""The packet that asks; the answer is the same. Flet's own begin with 0 or 1."""

PATIENCE = b"\3"
"""The beginning of the packet that announces a large one; a byte with the seconds that it may take
follows. Only a page that has told its name gets it."""

PAGE = 1
"""The number of the page among the controls."""

OURS = frozenset({"connect", "disconnect", "close"})
"""Events of the page that only the program itself may raise."""

OF_SHAPE = frozenset({"resize", "route_change", "view_pop", "keyboard_event", "media_change"})
"""Events of the page whose data are numbers and texts by name."""


def said(packet: bytes) -> Said:
    """Return the message in one packet of a socket. Raises Nonsense."""
    if packet == QUESTION:
        return Asks()
    if not packet or packet[0] != 0:  # 1 is a channel of raw data, which no control of ours opens
        raise Nonsense(UNKNOWN)
    match unpacked(memoryview(packet)[1:], decode_ext_from_msgpack):
        case [MessageAction.REGISTER_CLIENT.value,
              {"session_id": str() | None as tab, "page": dict() as page}]:
            return Registers(tab if tab and TAB.fullmatch(tab) else None,
                             _fitting(page, SAID_OF_PAGE))
        case [MessageAction.CONTROL_EVENT.value,
              {"target": int() as control, "name": str() as event, "data": data}] \
                if control != PAGE or event not in OF_SHAPE or _is_shape(data):
            return Happens(control, event, data)
        case [MessageAction.UPDATE_CONTROL_PROPS.value,
              {"id": int() as control, "props": dict() as changed}]:
            known = SAID_OF_PAGE if control == PAGE else SAID_OF_CONTROL
            return Changes(control, _fitting(changed, known))
        case [MessageAction.INVOKE_METHOD.value,
              {"control_id": int() as control, "call_id": str() as call, "result": result,
               "error": str() | None as fault}]:
            return Answers(control, call, result, fault)
    raise Nonsense


# --- what may be said of a control --------------------------------------------------------------


def _of_kind(*kinds: type) -> Fits:
    """Return a check that a value is of one of these kinds."""
    return lambda value: isinstance(value, kinds)


_is_text, _is_number, _is_switched = _of_kind(str), _of_kind(int, float), _of_kind(bool)
_is_plain = _of_kind(str, int, float, NoneType)


def _is_shown(value: Any) -> bool:
    """Return whether a field, a switch, a choice or a calendar can hold this value."""
    return _is_plain(value) or isinstance(value, datetime) or \
        isinstance(value, list) and all(isinstance(each, str | int) for each in value)


def _is_shape(value: Any, deeper: bool = True) -> bool:
    """Return whether this is a dict of numbers and texts by name, or of such dicts, no deeper."""
    return isinstance(value, dict) and all(
        not name.startswith("_") and (_is_plain(each) or deeper and _is_shape(each, False))
        for name, each in value.items())


SAID_OF_PAGE: Mapping[str, Fits] = {
    "route": _is_text, "width": _is_number, "height": _is_number, "media": _is_shape,
    "platform": _is_text, "platform_brightness": _is_text}
"""Properties of the page that a browser may set. `web` is none: the program knows by itself whether
it is served."""

SAID_OF_CONTROL: Mapping[str, Fits] = {
    "value": _is_shown, "selected": _is_shown, "selected_index": _is_number,
    "open": _is_switched, "expanded": _is_switched}


def _fitting(properties: dict[str, Any], known: Mapping[str, Fits]) -> dict[str, Any]:
    """Return the known properties; raise Nonsense where a value is of another kind. The others are
    dropped: a page reports more of itself than is needed here."""
    kept = {name: value for name, value in properties.items() if name in known}
    if not all(known[name](value) for name, value in kept.items()):
        raise Nonsense
    return kept


# --- MessagePack ----------------------------------------------------------------------------------

LARGEST = 256 * 1024
"""The most bytes of a frame; the largest that a page sends is a text that somebody pasted."""

MOST_VALUES = 5_000
"""The most values in a frame, including keys; what a browser says of itself has about fifty."""

DEEPEST = 20
"""The most lists and maps inside each other; Flet's client needs five."""


class Nonsense(Exception):
    """A frame that no page sends; code: the one with which the WebSocket is closed."""

    def __init__(self, code: int = 1007) -> None:
        super().__init__(code)
        self.code = code


TOO_LARGE, UNKNOWN = 1009, 1003


def unpacked(raw: bytes | memoryview, ext: Callable[[int, bytes], Any] = msgpack.ExtType) -> Any:
    """Return the one value in MessagePack; ext: makes the value of an extension. Raises Nonsense.
    """
    look_through(raw)
    try:
        return msgpack.unpackb(raw, ext_hook=ext)
    # A decoder, and `ext`, may fail in as many ways as there is nonsense.
    except (ValueError, TypeError, ArithmeticError, msgpack.UnpackException):
        raise Nonsense from None


def look_through(raw: bytes | memoryview, most: int = MOST_VALUES, deepest: int = DEEPEST) -> None:
    """Raise Nonsense unless this is exactly one whole value of MessagePack within the limits.

    It stops where it finds the first fault.
    """
    if len(raw) > LARGEST:
        raise Nonsense(TOO_LARGE)
    at, values, missing = 0, 0, [1]
    while missing:
        if missing[-1] == 0:
            missing.pop()
            continue
        missing[-1] -= 1
        values += 1
        at, inside = _next(raw, at)
        if inside:
            missing.append(inside)
        if values + sum(missing) > most or len(missing) - 1 > deepest:
            raise Nonsense(TOO_LARGE)
    if at != len(raw):
        raise Nonsense


LENGTHS = {  # first byte: bytes that tell the length, and bytes besides what they count
    0xC4: (1, 0), 0xC5: (2, 0), 0xC6: (4, 0), 0xC7: (1, 1), 0xC8: (2, 1), 0xC9: (4, 1),
    0xD9: (1, 0), 0xDA: (2, 0), 0xDB: (4, 0)}
FIXED = {
    0xC0: 0, 0xC2: 0, 0xC3: 0, 0xCA: 4, 0xCB: 8, 0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8, 0xD0: 1,
    0xD1: 2, 0xD2: 4, 0xD3: 8, 0xD4: 2, 0xD5: 3, 0xD6: 5, 0xD7: 9, 0xD8: 17}
COUNTED = {  # bytes that tell how many, and values for each
    0xDC: (2, 1), 0xDD: (4, 1), 0xDE: (2, 2), 0xDF: (4, 2)}


def _next(raw: bytes | memoryview, at: int) -> tuple[int, int]:
    """Return where the value at `at` ends, or its first element begins, and how many are in it."""
    if at >= len(raw):
        raise Nonsense
    first, at, inside = raw[at], at + 1, 0
    if first <= 0x7F or first >= 0xE0:
        pass
    elif first <= 0x8F:
        inside = 2 * (first & 0x0F)
    elif first <= 0x9F:
        inside = first & 0x0F
    elif first <= 0xBF:
        at += first & 0x1F
    elif first in FIXED:
        at += FIXED[first]
    elif first in LENGTHS:
        size, more = LENGTHS[first]
        at += size + _number(raw, at, size) + more
    elif first in COUNTED:
        size, each = COUNTED[first]
        inside = each * _number(raw, at, size)
        at += size
    else:
        raise Nonsense
    if at > len(raw):
        raise Nonsense
    return at, inside


def _number(raw: bytes | memoryview, at: int, size: int) -> int:
    if at + size > len(raw):
        raise Nonsense
    return int.from_bytes(raw[at:at + size], "big")
