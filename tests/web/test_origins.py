"""Who is let in, and where else a browser is sent; no network."""

from typing import Any

import pytest

from scorepad.web.access.origins import PathMiddleware, SameOriginMiddleware, here_only

ADDRESS = "127.0.0.1:1234"


async def ask(path: bytes = b"/", kind: str = "http", host: str = ADDRESS, origin: str = ""
              ) -> tuple[list[str], list[dict[str, Any]]]:
    """What the app was asked for, and what was answered."""
    asked, answered = [], []

    async def app(scope: Any, _receive: object, send: Any) -> None:
        asked.append(scope["path"])
        if kind == "websocket":
            return
        await send({"type": "http.response.start", "status": 200,
                    "headers": [(b"x-own", b"1")]})

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: dict[str, Any]) -> None:
        answered.append(message)

    headers = [(b"Host", host.encode())] + ([(b"origin", origin.encode())] if origin else [])
    await SameOriginMiddleware(PathMiddleware(app), here_only(1234))(
        {"type": kind, "path": path.decode(), "raw_path": path, "headers": headers},
        receive, send)  # type: ignore[arg-type]
    return asked, answered


async def test_the_page_itself_is_let_in_and_told_what_it_may_do():
    for host, origin in ((ADDRESS, ""), (ADDRESS, f"http://{ADDRESS}"),
                         ("localhost:1234", "http://localhost:1234")):
        asked, (start,) = await ask(host=host, origin=origin)
        headers = dict(start["headers"])
        assert asked == ["/"] and start["status"] == 200 and headers[b"x-own"] == b"1"
        assert b"frame-ancestors 'none'" in headers[b"content-security-policy"]
        assert not {name for name in headers if b"Origin" in name}


@pytest.mark.parametrize("stranger", [
    {"host": "evil.test"}, {"host": "127.0.0.1:99"}, {"origin": "http://evil.test"},
    {"origin": "null"}, {"origin": f"https://{ADDRESS}"},
    {"origin": "http://127.0.0.1:1234.evil.test"}, {"origin": "http://[::1]:1234"}])
async def test_nobody_else_is(stranger: dict[str, str]):
    asked, answered = await ask(**stranger)
    assert not asked and answered[0]["status"] == 403
    asked, answered = await ask(kind="websocket", **stranger)
    assert not asked and answered == [{"type": "websocket.close", "code": 4403}]


@pytest.mark.parametrize(("path", "asked"), [
    (b"/people/\0", "/"), (b"/" + b"a" * 255, "/"), (b"/a" * 200, "/"),
    (("/" + "ä" * 128).encode(), "/"), (b"/" + b"a" * 254, "/" + "a" * 254)])
async def test_what_is_no_name_of_a_file_is_left_to_the_page(path: bytes, asked: str):
    assert (await ask(path))[0] == [asked]


async def test_what_fastapi_says_of_itself_is_not_there():
    for path in (b"/docs", b"/redoc", b"/openapi.json"):
        asked, answered = await ask(path)
        assert not asked and answered[0]["status"] == 404


@pytest.mark.parametrize(("path", "location"), [
    (b"//", b"/"), (b"//people", b"/people"), (b"///a//b", b"/a//b"),
    (b"//evil.test/x", b"/evil.test/x"), (b"//\\evil.test", b"/evil.test")])
async def test_slashes_too_many_lead_nowhere_else(path: bytes, location: bytes):
    asked, answered = await ask(path)
    assert not asked
    assert answered[0]["status"] == 308 and dict(answered[0]["headers"])[b"location"] == location


async def test_a_socket_comes_from_a_browser_that_names_our_page():
    """No browser opens one without naming an origin; a program of somebody else would."""
    assert await ask(b"/ws", "websocket") == ([], [{"type": "websocket.close", "code": 4403}])
    assert await ask(b"/ws", "websocket", origin=f"http://{ADDRESS}") == (["/ws"], [])
    elsewhere = await ask(b"/other", "websocket", origin=f"http://{ADDRESS}")
    assert elsewhere == ([], [{"type": "websocket.close", "code": 4404}])
