"""Who is let in, and where else a browser is sent; no network."""

from typing import Any

import pytest

from scorepad.web.access.origins import (
    AS_PRINTED,
    AS_SHOWN,
    PathMiddleware,
    SameOriginMiddleware,
    here_only,
)
from scorepad.web.host.network import ServerAddress

ADDRESS = "127.0.0.1:1234"


async def ask(path: bytes = b"/", kind: str = "http", host: str = ADDRESS, origin: str = "",
              method: str = "GET", instead: Any = AS_PRINTED, **more: str
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

    headers = [(b"Host", host.encode())] + ([(b"origin", origin.encode())] if origin else []) \
        + [(name.replace("_", "-").encode(), value.encode()) for name, value in more.items()]
    await SameOriginMiddleware(PathMiddleware(app), here_only(1234), instead=instead)(
        {"type": kind, "path": path.decode(), "raw_path": path, "headers": headers,
         "method": method}, receive, send)  # type: ignore[arg-type]
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


@pytest.mark.parametrize(("language", "instead", "sentences"), [
    ("en", AS_PRINTED, ["This server does not answer to the name &#34;score.home:1234&#34;.",
                        "Open the address that Scorepad printed when it started."]),
    ("en", AS_SHOWN, ["Open the address that the host finds under Phones.",
                      "Or start Scorepad with &#34;scorepad serve --name&#34; and this name."]),
    ("de", AS_PRINTED, ["Dieser Server hört nicht auf den Namen „score.home:1234“.",
                        "Bitte die Adresse öffnen, die Scorepad beim Start ausgegeben hat."]),
    ("de", AS_SHOWN, ["Bitte die Adresse öffnen, die der Gastgeber unter „Handys“ findet.",
                      "Oder Scorepad mit „scorepad serve --name“ und diesem Namen starten."])])
async def test_a_browser_at_another_name_is_told_what_to_do(
        language: str, instead: Any, sentences: list[str]):
    asked, (start, body) = await ask(host="score.home:1234", accept="text/html",
                                     accept_language=language, instead=instead)
    headers = dict(start["headers"])
    assert not asked and start["status"] == 403 and headers[b"cache-control"] == b"no-store"
    assert b"frame-ancestors 'none'" in headers[b"content-security-policy"]
    page = body["body"].decode()
    assert f'<html lang="{language}">' in page and "<script>" not in page
    assert not [sentence for sentence in sentences if sentence not in page]


async def test_such_a_name_is_shown_as_text_and_not_at_length():
    _, (_, body) = await ask(host="<b>" + "a" * 200, accept="text/html")
    assert f"&lt;b&gt;{'a' * 57}…&#34;".encode() in body["body"]
    _, (_, body) = await ask(host="evil.test", accept="text/html", method="HEAD")
    assert body["body"] == b""
    for more in ({"host": "evil.test"}, {"origin": "http://evil.test", "accept": "text/html"}):
        _, (_, body) = await ask(**more)
        assert body["body"] == b"Not from here."


@pytest.mark.parametrize("behind", ["", "https://club.example"])
def test_a_machine_may_have_more_names(behind: str):
    is_ours = ServerAddress(behind=behind, names=("Score.home", "club:80")).is_ours(8550)
    assert is_ours("score.home") and is_ours("club:80")
    assert is_ours("score.home:8550") is not bool(behind)
    assert not is_ours("evil.test") and not is_ours("score.home:99")


@pytest.mark.parametrize(("place", "address"), [
    (ServerAddress(host="192.168.1.5"), "http://192.168.1.5:8550"),
    (ServerAddress(host="::1"), "http://[::1]:8550"),
    (ServerAddress(names=("score.home", "club")), "http://score.home:8550"),
    (ServerAddress(names=("score.home:80",)), "http://score.home:80"),
    (ServerAddress(behind="https://club.example", names=("club",)), "https://club.example")])
def test_others_are_told_the_name_that_was_given(place: ServerAddress, address: str):
    assert place.address(8550) == address


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
