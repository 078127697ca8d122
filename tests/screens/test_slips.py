"""A phone with the pocket page and the slip of a table: the list without a network, its result as
a code, and the desk that takes it over."""

import asyncio
import json
import sys
from collections.abc import Mapping

import flet as ft
import pytest

from scorepad.config import Settings
from scorepad.games.skat import SKAT
from scorepad.service import Service
from scorepad.service.roles import Owner, Role
from scorepad.service.safety import Picked
from scorepad.service.slips import Result, Signed, digits_in
from scorepad.tournament.facts import Settings as Agreed, Way
from scorepad.ui.place import Served
from scorepad.web.exchange import Partner
from tests.conftest import DAY
from tests.screens.conftest import Start
from tests.screens.driver import Driver, tap
from tests.screens.test_pocket import SHARED, pocket, sent
from tests.screens.test_pocket_server import CLUB, KEY, AtTable, club
from tests.service.test_one_list import EIGHT

__all__ = ["club", "pocket"]  # fixtures


def drawn(service: Service, hands: int = 2) -> str:
    evening = service.tournaments.hold(DAY, SKAT, SKAT.rules(), Agreed(
        name="Preisskat", rounds=2, hands_at={4: hands}))
    for name in EIGHT:
        service.tournaments.enter(evening, name)
    service.tournaments.draw(evening, Way.LOT, 7)
    return evening


class WithSlip(AtTable):
    """The page around Python, which lies at the server; the slip of the first table is good."""

    def __init__(self, book: Service) -> None:
        super().__init__(book)
        self.evening = drawn(book)
        self.slip = book.slips.of(self.evening)[0]._replace(proof="A" * 22)
        self.is_near = False

    def hear(self, kind, act) -> None:
        super().hear(kind, act)
        if kind == "server":
            act(server=self.kept, invited=self.invited, address=f"{CLUB}/pocket/")

    def _answer(self, address: str, headers: Mapping[str, str], content: bytes
                ) -> tuple[int, bytes]:
        self.asked.append(address.rpartition("/")[2])
        if not self.is_near:
            return 0, b"Failed to fetch"
        if self.asked[-1] == "join":
            assert json.loads(content) == {
                "key": f"slip.{self.slip.digits}", "name": "Table 1", "bearer": True}
            own = {"bearer": KEY} if not self.kept else {}
            return 200, json.dumps({"role": "list", **own}).encode()
        assert headers["authorization"] == f"Bearer {KEY}"
        return 200, self.book.used_by(
            Owner("Table 1", Role.LIST, own_list=self.slip.own)).meetings.exchange(content)


@pytest.fixture
def around(club: Service, monkeypatch: pytest.MonkeyPatch) -> WithSlip:
    around = WithSlip(club)
    monkeypatch.setitem(sys.modules, "flet_js", around)
    monkeypatch.setattr("scorepad.ui.entry.entry.DOUBLE_TAP", 0)
    return around


def code_of(ui: Driver) -> str:
    """The link in the code, which can be copied as well."""
    [copied] = [action.data for control in ui.find_all(text="Copy")
                if (action := getattr(control, "action", None)) is not None]
    return str(copied)


async def test_a_list_without_a_network(around: WithSlip, pocket):
    """Nobody plays, twice: nobody has a point."""
    ui = await pocket(f"/slip/{around.slip.digits}", replies=SHARED)
    own = around.slip.own
    assert ui.page.route == f"/evening/{own.evening}/sheet/{own.sheet}"
    assert ui.sees("Skat · 0 of 2 hands") and around.asked == ["join"]
    for _ in range(2):
        await tap(ui, "eingepasst")
    await ui.settle()
    assert ui.sees("Take this to the desk.") and ui.sees("Preisskat · Round 1 · Table 1")
    link = code_of(ui)
    assert link.startswith(f"{CLUB}/pocket/#/result/")
    result = Result.read(digits_in(link))
    assert result == (own.sheet, ((0, 0, 0),) * 4, result.digest, (None, None))
    writer, witness = [seat.number for seat in around.slip.seats[:2]]
    await tap(ui, f"wrote-{writer}")
    assert not ui.find_all(identifier=f"confirm-{writer}")
    await tap(ui, f"confirm-{witness}")
    assert ui.sees(f"Confirmed by {around.slip.seats[1].name}.")
    assert Result.read(digits_in(code_of(ui))).signed == (writer, witness)
    await tap(ui, "hand-on")
    [file] = sent(ui, "share_files")[-1]["files"]
    book = around.book
    book.meetings.take(book.meetings.preview(Picked("x", content=file.data)))
    view = book.tournaments.view(own.evening)
    assert view.standing.open == [(1, 2)] and view.kept(1, 1).confirmed_by == witness


async def test_the_list_goes_to_the_server_once_it_is_in_reach(around: WithSlip, pocket):
    around.is_near = True
    ui = await pocket(f"/slip/{around.slip.digits}")
    await ui.settle()
    around.is_near = False
    await tap(ui, "eingepasst")
    assert not around.book.tournaments.view(around.evening).tournament.lists[0].hands
    around.is_near = True
    await tap(ui, "eingepasst")
    await ui.settle()
    view = around.book.tournaments.view(around.evening)
    assert view.standing.open == [(1, 2)] and not view.decisions
    assert ui.sees("The desk has this list.") and not ui.sees("Take this to the desk.")
    around.is_near = False
    await tap(ui, f"wrote-{around.slip.seats[1].number}")
    assert ui.sees("Take this to the desk.")
    around.is_near = True
    await tap(ui, f"wrote-{around.slip.seats[0].number}")
    await ui.settle()
    kept = around.book.tournaments.view(around.evening).kept(1, 1)
    assert kept.written_by == around.slip.seats[0].number
    await ui.go("/")
    assert ui.sees("Everything is at club.example")


async def test_the_list_goes_there_while_it_is_written_and_once_the_server_is_back(
        around: WithSlip, pocket, monkeypatch: pytest.MonkeyPatch):
    """Nobody taps for it, and nothing is asked for once the server has everything."""
    monkeypatch.setattr("scorepad.ui.meeting.AGAIN", 0.01)

    def hands() -> int:
        kept = around.book.tournaments.view(around.evening).kept(1, 1)
        return len(kept.hands or ()) if kept else 0

    ui = await pocket(f"/slip/{around.slip.digits}")
    await tap(ui, "eingepasst")
    around.is_near = True
    while hands() != 1:
        await asyncio.sleep(0.01)
    around.is_near = False
    await tap(ui, "eingepasst")
    await tap(ui, f"wrote-{around.slip.seats[0].number}")
    around.is_near = True
    while around.book.tournaments.view(around.evening).standing.open != [(1, 2)]:
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.05)
    asked = len(around.asked)
    await asyncio.sleep(0.1)
    assert hands() == 2 and len(around.asked) == asked


async def test_a_phone_that_has_died_brings_its_list_when_it_starts_again(
        around: WithSlip, pocket, monkeypatch: pytest.MonkeyPatch):
    """Its browser may have lost what it kept last: which server the book meets. Whoever has
    forgotten the server by a tap does not meet it again."""
    monkeypatch.setattr("scorepad.ui.meeting.SOON", 0.05)
    around.is_near = True
    ui = await pocket(f"/slip/{around.slip.digits}")
    await ui.settle()
    around.is_near = False
    await tap(ui, "eingepasst")
    await ui.stop()
    around.is_near, around.kept, before = True, "", len(around.asked)
    ui = await pocket("/")
    while "exchange" not in around.asked[before:]:
        await asyncio.sleep(0.01)
    await ui.settle()
    kept = around.book.tournaments.view(around.evening).kept(1, 1)
    assert kept and len(kept.hands or ()) == 1 and ui.sees("Everything is at club.example")
    await ui.go("/safety/server")
    await tap(ui, "forget-server")
    await ui.stop()
    around.asked.clear()
    await pocket("/")
    await asyncio.sleep(0.2)
    assert not around.asked and not around.kept


async def test_a_phone_that_the_server_knows_keeps_its_key_and_its_name(
        around: WithSlip, pocket):
    around.is_near = True
    around.kept = Partner(CLUB, KEY, "Berts Handy").written()
    ui = await pocket(f"/slip/{around.slip.digits}")
    await ui.settle()
    assert Partner.read(around.kept) == Partner(CLUB, KEY, "Berts Handy")
    assert around.asked[0] == "join" and "exchange" in around.asked


async def test_what_is_no_slip(around: WithSlip, pocket):
    ui = await pocket("/slip/123")
    assert ui.sees("This is no slip of a table.")


async def test_the_desk_takes_a_result_over(service: Service, start: Start):
    """180 points from 3 games won. Who has signed comes with it, and goes with it."""
    evening = drawn(service, 5)
    slip = service.slips.of(evening)[1]
    signed = Signed(slip.seats[0].number, slip.seats[1].number)
    code = Result(slip.own.sheet, ((180, 3, 0), (0, 0, 1), (0, 0, 0), (24, 1, 0)), "0" * 16, signed)
    ui = await start(f"/evening/{evening}")
    field = "Result of a list: its code"
    await ui.type("https://club.example/", text=field, submit=True)
    assert ui.sees("This is no result of a list.")
    await ui.type(f"https://club.example/pocket/#/result/{code.digits}", text=field, submit=True)
    assert ui.page.route == f"/result/{code.digits}"
    assert ui.sees("Table 2") and ui.sees("180") and ui.sees("3 won, 0 lost")
    assert ui.sees(f"Confirmed by {slip.seats[1].name}.")
    await tap(ui, "take-result")
    assert ui.page.route == f"/evening/{evening}" and ui.sees("From paper")
    kept = service.tournaments.view(evening).kept(1, 2)
    assert Signed(kept.written_by, kept.confirmed_by) == signed
    await ui.tap(text="Undo")
    assert service.tournaments.view(evening).kept(1, 2) is None
    service.tournaments.note_figures(evening, 1, 2, kept.figures)
    await ui.go(f"/result/{code.digits}")
    assert ui.sees("The desk has this list.")
    await tap(ui, "take-result")
    assert service.tournaments.view(evening).kept(1, 2).confirmed_by == signed.witness
    await ui.go(f"/result/{code.digits}")
    assert ui.sees("The desk has this list.") and not ui.find_all(identifier="take-result")
    await ui.go("/result/77")
    assert ui.sees("This is no result of a list.")


@pytest.mark.parametrize("heard, told", [
    ('{"fault": "NotFoundError"}', "There is no camera."),
    ('{"fault": "NotAllowedError"}', "This browser does not let the page use the camera."),
    ('{"fault": "AbortError"}', "The camera does not start."),
    (RuntimeError("no clipboard"), "The camera does not start."),
    ('{"text": "WIFI:S:Altona"}', "This is no result of a list."),
    ('{"cancelled": true}', None), ('{"text": "https://x/pocket/#/result/12"}', "/result/12"),
    ('{"text": "https://x/pocket/#/slip/12"}', "/slip/12")])
async def test_the_desk_scans(service: Service, start: Start, monkeypatch: pytest.MonkeyPatch,
                              heard: str | Exception, told: str | None):
    monkeypatch.setattr(Served, "scans", True)
    ui = await start(f"/evening/{drawn(service)}", replies={"get": heard})
    desk, shown = ui.page.route, len(ui.find_all(kind=ft.SnackBar))
    await tap(ui, "scan")
    await ui.settle()
    asked = [call["data"] for name, call in ui.client.calls if name == "set" and "data" in call]
    assert json.loads(asked[-1].removeprefix("scorepad:scan:"))["out"] == "Cancel"
    if told and told.startswith("/"):
        assert ui.page.route == told
    else:
        assert ui.page.route == desk
        assert ui.sees(told) if told else len(ui.find_all(kind=ft.SnackBar)) == shown


async def test_without_a_camera_there_is_only_the_field(service: Service, start: Start):
    ui = await start(f"/evening/{drawn(service)}")
    assert not ui.find_all(identifier="scan") and ui.sees("Result of a list: its code")


async def test_a_desk_that_is_a_pocket_page_has_slips_too(around: WithSlip, pocket,
                                                          settings: Settings):
    service = Service.open(settings)
    evening = drawn(service)
    service.close()
    ui = await pocket(f"/evening/{evening}/table/1/1", replies=SHARED)
    await tap(ui, "slip")
    await ui.settle()
    assert ui.sees("Whoever scans this code writes this list at once:")
    await tap(ui, "hand-on")
    assert sent(ui, "share_files")


async def test_a_list_that_the_phone_goes_on_with(around: WithSlip, pocket):
    """The phone knows the tournament, but not its second round, of which it has the slip."""
    around.is_near = True
    ui = await pocket(f"/slip/{around.slip.digits}")
    await ui.settle()
    around.book.tournaments.draw(around.evening, Way.LOT, 8)
    around.is_near = False
    second = around.book.slips.of(around.evening)[1]
    await ui.go(f"/slip/{second.digits}")
    await ui.go(f"/evening/{around.evening}")
    await tap(ui, "own-list")
    assert ui.page.route.endswith(second.own.sheet)
    await tap(ui, "eingepasst")
    assert ui.sees("Skat · 1 of 2 hands")
