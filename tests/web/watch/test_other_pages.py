"""The settlement, the list of evenings and the ledger of stars, as a watcher sees them."""

import re
from datetime import date

import pytest

from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.games.skat import SKAT
from scorepad.service import Service
from scorepad.service.views import NewEvening
from scorepad.tournament.facts import Figures, Settings, Way
from scorepad.web.watch.parts import tables
from tests.book.pages import NAMES
from tests.browser.evenings import IN_THE_MIDDLE, LOST, evening
from tests.conftest import DAY
from tests.web.watch.conftest import Taking
from tests.web.watch.test_sheet_page import DOPPELKOPF
from tests.web.watch.watcher import Watchers, part, plain

SETTLED = {
    "id": "m", "date": "2026-11-21", "sheets": [{
        "id": "t", "game": "doppelkopf-altenburg", "rate": "0.01", "first_dealer": "Anne",
        "players": ["Anne", "Bert", "Cem", "Dora"], "hands": [
            {"re": ["Anne", "Bert"], "augen": 131}]}]}
"""Re wins 10 points at one cent: Cem and Dora pay 10 cents each."""


async def test_the_settlement_has_its_ticks(service: Service, take_in: Taking,
                                            watchers: Watchers):
    take_in(SETTLED)
    service.pay("m", "Cem", "Anne", 10, "EUR")
    money = part((await watchers.get("/watch/m/settlement", language="de")).text, "money-0")
    for told in ("Anne +0,10 €", "Bert +0,10 €", "Cem −0,10 €", "Dora −0,10 €",
                 "2 Zahlungen, 1 erledigt", "Cem hat Anne 0,10 € bezahlt Dora",
                 "Dora zahlt Bert 0,10 €"):
        assert told in money
    html = (await watchers.get("/watch/m/settlement")).text
    assert html.count('class="paid"') == 1


async def test_a_game_that_still_runs_says_so(take_in: Taking, watchers: Watchers):
    take_in(SETTLED)
    assert "this is the balance so far" in part(
        (await watchers.get("/watch/m/settlement")).text, "money-0")


async def test_where_nothing_was_at_stake_there_are_the_points(service: Service,
                                                               watchers: Watchers):
    sheet = service.open_sheet(NewEvening(DAY), KALTER_SCHLAG, NAMES)
    service.record(sheet, KALTER_SCHLAG.read_hand({"augen": {"Bert": 70}}, NAMES))
    page = (await watchers.get(f"/watch/{service.sheet(sheet).evening}/settlement")).text
    assert part(page, "told") == "Nothing was at stake, so there is nothing to settle."
    assert "Bert 70" in part(page, "standing-0")


async def test_the_stars_of_the_evening_and_of_all(service: Service, take_in: Taking,
                                                   watchers: Watchers):
    take_in(DOPPELKOPF)
    evening = service.sheet("d").evening
    service.club.open_with(date(2026, 1, 1), {"Anne": 7, "Bert": -2})
    service.club.note(evening, "Anne", "manual", stars=-3, note="bezahlt")
    page = (await watchers.get(f"/watch/{evening}/settlement", language="de")).text
    assert "Anne Korrektur · bezahlt −3" in part(page, "stars")
    ledger = part((await watchers.get("/watch/stars", language="de")).text, "ledger")
    assert "Anne 4 0,8" in ledger and "Bert −2 −0,4" in ledger and "Summe 2 0,4" in ledger


async def test_a_club_without_stars_hears_nothing_of_them(take_in: Taking, watchers: Watchers):
    take_in(evening(*LOST))
    assert part((await watchers.get("/watch/e/settlement")).text, "stars") == ""
    assert "Star" not in plain((await watchers.get("/watch?list")).text)


async def test_the_address_alone_leads_to_the_one_sheet(service: Service, take_in: Taking,
                                                        watchers: Watchers):
    answer = await watchers.get("/watch")
    assert answer.status == 200 and "You play with real cards." in plain(answer.text)
    take_in(evening(*IN_THE_MIDDLE))
    answer = await watchers.get("/watch")
    assert (answer.status, answer.headers["location"]) == (303, "/watch/s")
    service.open_sheet("e", KALTER_SCHLAG, ["Emil", "Fritz", "Gerda", "Hans"])
    answer = await watchers.get("/watch")  # two tables: somebody has to choose
    assert answer.status == 200
    assert "Emil, Fritz, Gerda, Hans" in plain(answer.text) and "Anne, Bert" in plain(answer.text)
    assert "Emil, Fritz" in part((await watchers.get("/watch/s")).text, "about")
    service.close_evening("e")
    assert "Past evenings" in plain((await watchers.get("/watch")).text)


async def test_a_screen_at_the_wall_hears_where_to_go_on(service: Service, take_in: Taking,
                                                         watchers: Watchers):
    """From the list to the sheet that is played, from an older one too, and in the end to the
    settlement."""
    async def leads(path: str) -> str:
        return re.findall(r'id="next" data-in="head" data-href="(.*?)"',
                          (await watchers.get(path)).text)[0]

    assert await leads("/watch?list") == ""
    take_in(evening(*IN_THE_MIDDLE))
    assert await leads("/watch?list") == "/watch/s" and await leads("/watch/s") == ""
    service.close_evening("e")
    assert await leads("/watch/s") == "/watch/e/settlement"
    assert await leads("/watch/e/settlement") == await leads("/watch?list") == ""


async def test_of_two_tables_a_screen_at_the_wall_shows_each_in_turn(
        service: Service, take_in: Taking, watchers: Watchers):
    """And not who reads the first hands of one; when all end, from each to the settlement."""
    take_in(evening(*IN_THE_MIDDLE))
    other = service.open_sheet("e", KALTER_SCHLAG, ["Emil", "Fritz", "Gerda", "Hans"])

    async def leads(path: str) -> list[tuple[str, str]]:
        page = (await watchers.get(path)).text
        return re.findall(r'id="next" data-in="head" data-href="(.*?)"( data-turn)? hidden', page)

    ends = {f"/watch/{other}", "/watch/s"}
    [(first, turn)] = await leads("/watch?list")
    assert first in ends and turn
    assert await leads("/watch/s") == [(f"/watch/{other}", " data-turn")]
    assert await leads(f"/watch/{other}") == [("/watch/s", " data-turn")]
    assert await leads("/watch/s?before=21") == []
    service.close_evening("e")
    for each in ends:
        assert await leads(each) == [("/watch/e/settlement", "")]


async def test_who_sits_at_the_tables_where_something_is_played(service: Service,
                                                                take_in: Taking):
    """The code of the table tells it; somebody who plays at two, at the last one begun."""
    assert tables(service) == []
    take_in(evening(*IN_THE_MIDDLE))
    assert tables(service) == [("/evening/e/sheet/s", ("Anne", "Bert", "Cem", "Dora"))]
    second = service.open_sheet("e", KALTER_SCHLAG, ["Emil", "Fritz", "Gerda", "Anne"])
    assert tables(service) == [
        (f"/evening/e/sheet/{second}", ("Emil", "Fritz", "Gerda", "Anne")),
        ("/evening/e/sheet/s", ("Bert", "Cem", "Dora"))]
    service.close_evening("e")
    assert tables(service) == []


@pytest.mark.parametrize("path", [
    "/watch", "/watch?list", "/watch/s", "/watch/e/settlement", "/watch/stars", "/watch/events",
    "/watch/s/events", "/watch/e/settlement/events", "/watch/stars/events", "/watch/none",
    "/watch/s/before/21/events", "/watch/files/watch.css"])
async def test_without_a_key_there_is_nothing(take_in: Taking, watchers: Watchers, path: str):
    take_in(evening(*IN_THE_MIDDLE))
    watchers.shut_out.add("stranger")
    for method in ("GET", "HEAD"):
        answer = await watchers.get(path, "stranger", method=method)
        assert answer.status == 401 and "Bert" not in answer.text and "e\"" not in answer.text
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", ["/watch/s", "/watch/s/events", "/watch", "/watch/e/settlement"])
async def test_nothing_can_be_written(take_in: Taking, watchers: Watchers, path: str):
    take_in(evening(*IN_THE_MIDDLE))
    for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS"):
        assert (await watchers.get(path, method=method)).status == 405


# --- a tournament ---------------------------------------------------------------------------------


async def test_a_tournament_says_who_sits_where_and_who_is_first(
        service: Service, watchers: Watchers):
    """Seven people; the first of the table of three has 90 points from paper, the others none."""
    held = service.tournaments
    evening = held.hold(DAY, SKAT, SKAT.rules(), Settings(
        name="Preisskat", rounds=1, hands_at={4: 4, 3: 3}, minutes=90))
    for name in ("Anne", "Bert", "Cem", "Dora", "Emil", "Frida", "Gerry"):
        held.enter(evening, name)
    assert (await watchers.get("/watch")).headers["location"] == f"/watch/{evening}/settlement"
    held.draw(evening, Way.LOT, 3)
    numbers = held.view(evening).tournament.draws[0].tables[1]
    held.note_figures(evening, 1, 2, [
        Figures(number, 90 if number == numbers[0] else 0, 0, 0) for number in numbers])
    page = (await watchers.get(f"/watch/{evening}/settlement")).text
    assert "Preisskat Round 1 · until " in part(page, "bar")
    first = held.view(evening).tournament.by_number[numbers[0]].name
    assert f"1. {first} No. {numbers[0]} · Table 2, seat 1 90" in part(page, "places")
    assert "0 of 4 hands" in part(page, "tables") and "complete" in part(page, "tables")
    assert "Preisskat" in plain((await watchers.get("/watch?list")).text)


async def test_the_pages_name_the_club(service: Service, take_in: Taking, watchers: Watchers):
    take_in(evening(*IN_THE_MIDDLE))
    assert 'class="club"' not in (await watchers.get("/watch/s")).text
    service.club.call("Karo Sieben")
    for path in ("/watch/s", "/watch/e/settlement", "/watch/stars"):
        assert part((await watchers.get(path)).text, "club") == "Karo Sieben"
    assert "<h1>Karo Sieben</h1>" in (await watchers.get("/watch?list")).text
