"""What a page may say: of itself and of its controls, and nothing else."""

from typing import Any

import msgpack
import pytest
from flet.messaging.protocol import MessageAction

from scorepad.web.host.messages import Asks, Changes, Nonsense, Registers, said

PAGE = {"route": "/", "width": 390, "height": 844, "platform": "linux"}
REGISTER = MessageAction.REGISTER_CLIENT.value


def packet(*frame: Any) -> bytes:
    return b"\0" + msgpack.packb(list(frame))


def test_of_what_a_page_says_of_itself_only_what_is_asked_for_is_taken():
    told = {**PAGE, "web": False, "_web": False, "theme": {}, "client_ip": "1.2.3.4",
            "media": {"padding": {"top": 0.0}, "orientation": "portrait"}}
    heard = said(packet(REGISTER, {"session_id": None, "page_name": "x", "page": told}))
    assert heard == Registers(None, {**PAGE, "media": told["media"]})
    changed = said(packet(4, {"id": 7, "props": {"value": "a", "_i": 1, "on_click": True}}))
    assert changed == Changes(7, {"value": "a"})


@pytest.mark.parametrize("properties", [
    {"width": "390"}, {"route": 1}, {"media": []}, {"media": {"_x": 1}},
    {"media": {"padding": {"_values": 1}}}, {"media": {"padding": {"top": {}}}}])
def test_what_is_of_another_kind_is_nonsense(properties: dict[str, Any]):
    with pytest.raises(Nonsense):
        said(packet(4, {"id": 1, "props": properties}))


@pytest.mark.parametrize("packet", [b"\2\0", b"\3", b"\1", b""])
def test_of_a_line_itself_a_page_may_only_ask_whether_it_holds(packet: bytes):
    assert said(b"\2") == Asks()
    with pytest.raises(Nonsense):
        said(packet)
