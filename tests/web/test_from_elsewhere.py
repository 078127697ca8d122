"""A pocket page of another host at the table's server: it comes in by a link and asks with a key of
its own, and no cookie of the browser counts."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorepad.web.exchange import EXCHANGE
from tests.browser.program import Program
from tests.browser.table_server import Answer, TableServer

ELSEWHERE = "https://pages.example"
FIRST = {"Access_Control_Request_Method": "POST",
         "Access_Control_Request_Headers": "authorization,content-type"}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    table = TableServer(tmp_path_factory.mktemp("table") / "data").start()
    yield table
    assert table.stop() == 0
    assert table.said() == ""


@pytest.fixture(scope="module")
def key(table: TableServer) -> str:
    """The key of a host's pocket page."""
    joined = join(table, key=table.key("host"), name="Anne")
    assert joined.status == 200 and joined.role == "host"
    assert joined.headers["access-control-allow-origin"] == "*"
    assert "set-cookie" not in joined.headers
    return str(json.loads(joined.body)["bearer"])


def join(table: TableServer, **told: object) -> Answer:
    return table.ask("POST", "/api/join", {"bearer": True, **told}, Origin=ELSEWHERE)


def test_a_browser_that_asks_first_hears_that_it_may(table: TableServer):
    for path in (EXCHANGE, "/api/join"):
        answer = table.ask("OPTIONS", path, Origin=ELSEWHERE, **FIRST)
        assert (answer.status, answer.body) == (204, b"")
        assert answer.headers["access-control-allow-origin"] == "*"
        assert "authorization" in answer.headers["access-control-allow-headers"]
        assert "access-control-allow-credentials" not in answer.headers


@pytest.mark.parametrize(("method", "path", "headers"), [
    ("OPTIONS", "/", {"Origin": ELSEWHERE, **FIRST}),
    ("OPTIONS", EXCHANGE, {"Origin": ELSEWHERE}),
    ("OPTIONS", EXCHANGE, {"Origin": "null", **FIRST}),
    ("OPTIONS", EXCHANGE, {"Origin": ELSEWHERE, "Host": "evil.test", **FIRST}),
    ("OPTIONS", EXCHANGE, {"Origin": ELSEWHERE, "Access_Control_Request_Method": "PUT"}),
    ("GET", EXCHANGE, {"Origin": ELSEWHERE}), ("GET", "/", {"Origin": ELSEWHERE}),
    ("POST", EXCHANGE, {"Origin": ELSEWHERE}), ("POST", "/watch", {"Origin": ELSEWHERE}),
    ("POST", "/api/join/", {"Origin": ELSEWHERE})])
def test_nothing_else_is_for_pages_of_others(
        table: TableServer, key: str, method: str, path: str, headers: dict[str, str]):
    given = {} if path == EXCHANGE and method == "POST" else {"Authorization": f"Bearer {key}"}
    answer = table.ask(method, path, {} if method == "POST" else None, **given, **headers)
    assert answer.status == 403 and "access-control-allow-origin" not in answer.headers


def test_the_key_lets_in_and_a_cookie_does_not(table: TableServer, key: str):
    """400: what is asked is none of an exchange; but whoever asks is known."""
    for origin in ({"Origin": ELSEWHERE}, {}):
        for scheme in ("Bearer", "bearer"):
            answer = table.ask("POST", EXCHANGE, {}, Authorization=f"{scheme} {key}", **origin)
            assert answer.status == 400
    name = table.join(pin=table.told["pin"], name="x").cookie.partition("=")[0]
    with_cookie = table.ask("POST", EXCHANGE, {}, f"{name}={key}", Origin=ELSEWHERE,
                            Authorization="Bearer " + "A" * 43)
    assert with_cookie.status == 401
    assert with_cookie.headers["access-control-allow-origin"] == "*"
    assert table.ask("POST", EXCHANGE, {}, f"{name}={key}").status == 400


@pytest.mark.parametrize("authorization", [
    "", "Bearer", "Bearer ", "Bearer x", "Basic eDp5", "Bearer " + "A" * 43, "Bearer \xff",
    "bearer bearer"])
def test_what_is_no_key_does_not(table: TableServer, authorization: str):
    answer = table.ask("POST", EXCHANGE, {}, Authorization=authorization)
    assert answer.status == 401 and answer.body == b"Not without a key."


def test_a_page_of_others_comes_in_by_a_link_only(table: TableServer):
    pin = table.told["pin"]
    assert join(table, pin=pin, name="x").status == 403
    assert join(table, key=table.key("join"), pin=pin, name="x", bearer=False).status == 403
    assert join(table, key="x", name="x").status == 403
    assert join(table, key=table.key("join"), name="x").role == "watcher"
    assert join(table, key=table.key("join"), name="x").status == 403


def test_the_page_of_this_server_gets_a_cookie_and_a_key(table: TableServer):
    told = {"pin": table.told["pin"], "name": "x", "bearer": True}
    joined = table.ask("POST", "/api/join", told)
    assert joined.status == 200 and joined.cookie.endswith(f"={json.loads(joined.body)['bearer']}")
    assert "bearer" not in json.loads(table.join(pin=table.told["pin"], name="x").body)


def test_who_watches_is_told_so(table: TableServer):
    told = {"pin": table.told["pin"], "name": "x", "bearer": True}
    own = json.loads(table.ask("POST", "/api/join", told).body)["bearer"]
    answer = table.ask("POST", EXCHANGE, {}, Authorization=f"Bearer {own}", Origin=ELSEWHERE)
    assert (answer.status, answer.body) == (
        403, b"This device can only watch. The host can let it write.")


def test_there_is_no_such_door_at_a_page_of_one_machine(tmp_path: Path):
    """`scorepad --web` serves nobody else."""
    program = Program(tmp_path / "data")
    program.start()
    try:
        asked = TableServer(tmp_path)
        asked.told = {"address": program.address}
        assert asked.ask("OPTIONS", EXCHANGE, Origin=ELSEWHERE, **FIRST).status == 403
        assert asked.ask("POST", "/api/join", {}, Origin=ELSEWHERE).status == 403
    finally:
        program.stop()
