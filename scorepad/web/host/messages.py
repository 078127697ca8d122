"""Messages of a browser in Flet's protocol. Only what a page has reason to say is accepted:
anything else could come from whoever writes to the socket.

MessagePack that is larger, deeper or fuller than anything a page has to say is not taken in: a
decoder makes an object of every byte, and 20 MB of empty lists stop everybody for 20 seconds.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from re import compile as pattern
from types import NoneType
from typing import Any, NamedTuple

import msgpack
from flet.messaging.protocol import MessageAction, decode_ext_from_msgpack

from scorepad.web import limits

Fits = Callable[[Any], bool]

TAB = pattern(r"[A-Za-z0-9_-]{8,64}")


class Registers(NamedTuple):
    """The first message of a page; tab: its name from before, if any; page: its properties."""

    tab: str | None
    page: dict[str, Any]


class Happens(NamedTuple):
    """An event of a control."""

    control: int
    event: str
    data: Any


class Changes(NamedTuple):
    """New values of a control's properties."""

    control: int
    properties: dict[str, Any]


class Answers(NamedTuple):
    """The result of a method call, or its fault."""

    control: int
    call: str
    result: Any
    fault: str | None


class Asks(NamedTuple):
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


class Nonsense(Exception):
    """A frame that no page sends; code: the one with which the WebSocket is closed."""

    def __init__(self, code: int = 1007) -> None:
        super().__init__(code)
        self.code = code


TOO_LARGE, UNKNOWN = 1009, 1003


def unpacked(raw: bytes | memoryview, ext: Callable[[int, bytes], Any] = msgpack.ExtType) -> Any:
    """Return the one value in MessagePack; ext: makes an extension's. Raises Nonsense."""
    if len(raw) > limits.FRAME_BYTES:
        raise Nonsense(TOO_LARGE)
    values = 1

    def counted(inside: Any) -> Any:
        nonlocal values
        values += len(inside) * (2 if isinstance(inside, dict) else 1)
        if values > limits.FRAME_VALUES:
            raise Nonsense(TOO_LARGE)
        return inside

    try:
        found = msgpack.unpackb(
            raw, ext_hook=ext, list_hook=counted, object_hook=counted,
            max_array_len=limits.FRAME_VALUES, max_map_len=limits.FRAME_VALUES // 2)
    # A decoder, and `ext`, may fail in as many ways as there is nonsense.
    except (ValueError, TypeError, ArithmeticError, msgpack.UnpackException):
        raise Nonsense from None
    level, depth = [found], 0
    while level := [each for value in level if isinstance(value, list | dict)
                    for each in (value.values() if isinstance(value, dict) else value)]:
        depth += 1
        if depth > limits.FRAME_DEPTH:
            raise Nonsense(TOO_LARGE)
    return found
