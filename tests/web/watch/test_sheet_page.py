"""A sheet as a watcher sees it, against evenings worked out by hand."""

import re
from html import unescape

import pytest

from scorepad.book.people import Colour, Marker
from scorepad.games.kalter_schlag import KALTER_SCHLAG, Durchmarsch
from scorepad.paper.qr_code import qr_code
from scorepad.service import Service
from scorepad.service.views import NewEvening
from scorepad.storage import Store
from scorepad.web.watch.course import apart
from tests.bench.saving import some_hands
from tests.browser.evenings import IN_THE_MIDDLE, LOST, evening
from tests.conftest import DAY
from tests.web.watch.conftest import Taking
from tests.web.watch.watcher import Watchers, part, plain, rows

DOPPELKOPF = {
    "date": "2026-11-20", "sheets": [{
        "id": "d", "game": "doppelkopf-altenburg", "first_dealer": "Anne", "rate": "0.01",
        "players": ["Anne", "Bert", "Cem", "Dora", "Emil"], "hands": [
            {"spiel": "buben-solo", "re": ["Cem"], "augen": 119},
            {"re": ["Anne", "Cem"], "augen": 131}]}]}
"""Anne deals and sits out, Cem loses a Buben-Solo, which calls Böcke; Bert deals, then Cem."""


async def test_the_totals_the_dots_and_who_deals(take_in: Taking, watchers: Watchers):
    take_in(evening(*IN_THE_MIDDLE))
    page = (await watchers.get("/watch/s", language="de")).text
    assert " ".join(part(page, "totals").split()) == (
        "Anne 740 Anschriften: 2 Bert 1 530 Anschriften: 4, gibt das nächste Spiel "
        "Cem 480 Anschriften: 1 Dora 0 Anschriften: 0")
    dots = [re.findall(r"<i( class=on)?></i>", each)
            for each in re.findall(r'<p class="dots">(.*?)</p>', page, re.S)]
    assert [sum(map(bool, each)) for each in dots] == [2, 4, 1, 0]
    assert {len(each) for each in dots} == {5}
    # 740, 1530, 480 and 0 of 2000; from three quarters on it is near.
    assert re.findall(r'<rect width="(\d+)%"', page) == ["37", "76", "24", "0"]
    assert page.count("meter near") == 1


async def test_everybody_has_the_look_of_the_app(take_in: Taking, watchers: Watchers,
                                                 service: Service):
    """In the totals and in the ranking, where Dora, who has no points, comes first."""
    take_in(evening(*IN_THE_MIDDLE))
    bert = next(each.id for each in service.people.all() if each.name == "Bert")
    service.people.draw(bert, Colour.PINK, Marker.STAR)
    page = (await watchers.get("/watch/s")).text
    looks = re.findall(r'<svg class="sign ([a-z]+)".*?<path d="(.{5})', page)
    assert looks[1] == ("pink", "M0-8.") and len(looks) == 8
    assert looks[4:] == [looks[3], looks[2], looks[0], looks[1]]


async def test_a_television_gets_the_code_by_which_others_watch(watchers: Watchers):
    assert (await watchers.get("/watch/code.svg")).status == 404
    watchers.code = "http://scorepad.home:8550/#Tn0OBCT2R0uWZG3ynUKVqw"
    drawn = await watchers.get("/watch/code.svg")
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    width, strokes = qr_code(watchers.code)
    assert f'viewBox="-3 -3 {width + 6} {width + 6}"' in drawn.text
    dark = re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", drawn.text)
    assert [tuple(map(int, each)) for each in dark] == list(map(tuple, strokes))
    watchers.shut_out.add("phone")
    assert (await watchers.get("/watch/code.svg")).status == 401


async def test_a_television_shows_the_end_of_a_match_over_all(take_in: Taking, watchers: Watchers):
    """And says it once to whoever hears the page."""
    take_in(evening(*LOST))
    page = (await watchers.get("/watch/s", language="de")).text
    moment = unescape(page.partition('<div class="moment" aria-hidden="true"')[2])
    moment = moment.partition("</div>")[0]
    assert "<h2>Bert verliert</h2>" in moment and moment.count("<tr>") == 4
    take_in(evening(*LOST, {"augen": {"Bert": 76}}))
    assert "moment" not in (await watchers.get("/watch/s")).text


async def test_a_television_gets_everybodys_course(take_in: Taking, watchers: Watchers):
    """From no points to 80 in one hand; 80 are at the top, and no points at the bottom."""
    take_in(evening({"augen": {"Bert": 76}}))
    drawn = unescape((await watchers.get("/watch/s")).text.partition('id="course"')[2])
    assert re.findall(r'points="(.*?)"', drawn) == [
        "0,400 1000,400", "0,400 1000,0", "0,400 1000,400", "0,400 1000,400"]
    assert "M0 400H1000" in drawn
    assert re.findall(r'y2="(.*?)%"/><text.*?>(.*?)<', drawn) == [
        ("58.5", "Anne"), ("8.3", "Bert"), ("75.1", "Cem"), ("91.7", "Dora")]


@pytest.mark.parametrize(("ends", "places"), [
    ([], []), ([500], [500]), ([0, 1000], [83, 917]), ([900, 100, 500], [900, 100, 500]),
    ([500, 510, 505], [500, 832, 666]), ([990, 980], [917, 751]),
    ([500] * 8, [63 + 125 * each for each in range(8)])])
def test_the_names_of_a_course_stand_apart(ends: list[int], places: list[int]):
    """In tenths of a per cent: six names have room, 166 each; of eight, each has 125."""
    assert apart(ends) == places


async def test_an_empty_sheet_has_no_course(sheet: str, watchers: Watchers):
    page = (await watchers.get(f"/watch/{sheet}")).text
    assert 'id="course" data-in="aside" class="c0" hidden' in page


async def test_the_hands_have_their_arithmetic_the_latest_on_top(take_in: Taking,
                                                                 watchers: Watchers):
    take_in(evening(*IN_THE_MIDDLE))
    page = (await watchers.get("/watch/s")).text
    hands = part(page, "hands-1")
    assert hands.startswith("Hand Anne Bert Cem Dora 5 ")
    assert [row.split(" ")[0] for row in rows(page, "hands-1")] == ["5", "4", "3", "2", "1"]
    assert "66 · 2 (Kontra) · 2 (Jungfer Dora) = 264 → 260" in hands
    assert "4 480 480 480 ·" in hands and hands.endswith("1 · 50 · ·")


@pytest.mark.parametrize(("accepted", "language", "said"), [
    ("de-DE,de;q=0.9,en;q=0.8", "de", "Bert gibt"), ("en-GB", "en", "Bert deals"),
    ("", "en", "Bert deals"), ("fr-FR,de;q=0.5,en;q=0.3", "de", "Bert gibt"),
    ("de;q=0.2,en;q=0.7", "en", "Bert deals"), ("de;q=x", "en", "Bert deals"),
    ("de;q=0", "en", "Bert deals")])
async def test_the_page_speaks_as_the_browser_asks(take_in: Taking, watchers: Watchers,
                                                   accepted: str, language: str, said: str):
    take_in(evening(*IN_THE_MIDDLE))
    answer = await watchers.get("/watch/s", language=accepted)
    assert f'<html lang="{language}">' in answer.text
    assert said in part(answer.text, "bar") and "accept-language" in answer.headers["vary"]


async def test_a_bock_and_who_sits_out(take_in: Taking, watchers: Watchers):
    take_in(DOPPELKOPF)
    page = (await watchers.get("/watch/d", language="de")).text
    assert part(page, "bar").endswith("Noch 4 Spiele zählen doppelt Bock noch 4")
    resting = page.partition('<div class="column rests">')[2].partition("</div>")[0]
    assert plain(resting) == "Cem −130 gibt das nächste Spiel, setzt aus"
    hands = part(page, "hands-1")
    assert "2 ×2 20 – 20 −20 −20 10, Bock × 2 = 20" in hands
    assert "1 – 50 −150 50 50 Buben-Solo: 50·3 = 150" in hands


async def test_the_end_of_a_match_stands_above_the_hands(take_in: Taking, watchers: Watchers):
    take_in(evening(*LOST))
    page = (await watchers.get("/watch/s")).text
    assert "Bert" in part(page, "about") and "−€" in part(page, "about")
    assert "Match 1" not in part(page, "hands-1")
    take_in(evening(*LOST, *IN_THE_MIDDLE[:1]))
    page = (await watchers.get("/watch/s")).text
    assert part(page, "about") == "" and "Match 1" in part(page, "hands-1")


async def test_what_does_not_count_says_so(service: Service, take_in: Taking, watchers: Watchers):
    take_in(evening(*IN_THE_MIDDLE))
    line = service.sheet("s").score.lines[4]
    service.void("s", line.record.stamp.id)
    page = (await watchers.get("/watch/s")).text
    assert "5 · · · · voided" in part(page, "hands-1")
    assert page.count('class="hand quiet"') == 1
    assert "Bert 1 470" in " ".join(part(page, "totals").split())


async def test_what_was_also_said_of_a_hand_stands_above_all_hands(
        service: Service, sheet: str, watchers: Watchers):
    """Anne and Bert, apart: hand 2 was Anne's Durchmarsch, it was Cem's. The last word holds."""
    other = Service(Store.open("sqlite://"), "Bert")
    hands = [service.record(sheet, Durchmarsch(seat)) for seat in (0, 1)]
    other.meetings.meet(service.meetings.exchange)
    for book, seat in ((service, 0), (other, 2)):
        record = book.sheet(sheet).score.lines[1].record
        book.amend(sheet, hands[1], record._replace(hand=Durchmarsch(seat)))
    service.meetings.meet(other.meetings.exchange)
    about = part((await watchers.get(f"/watch/{sheet}", language="de")).text, "about")
    assert about == "Zwei Geräte haben Spiel 2 geändert. Auch gesagt: Durchmarsch Anne · Anne"
    service.meetings.agree(sheet, hands[1], None)
    assert part((await watchers.get(f"/watch/{sheet}")).text, "about") == ""
    other.close()


async def test_a_name_is_never_markup(service: Service, watchers: Watchers):
    names = ["<b>Anne</b>", "\"Bert'", "Cem&amp;", "</script><script>x()"]
    sheet = service.open_sheet(NewEvening(DAY, "<u>"), KALTER_SCHLAG, names)
    service.record(sheet, KALTER_SCHLAG.read_hand({"augen": {names[0]: 70}}, tuple(names)))
    for path in (f"/watch/{sheet}", f"/watch/{service.sheet(sheet).evening}/settlement",
                 "/watch?list"):
        page = (await watchers.get(path)).text
        assert "<b>Anne" not in page and "<script>x" not in page and "<u>" not in page
    assert "&lt;b&gt;Anne&lt;/b&gt;" in (await watchers.get(f"/watch/{sheet}")).text


async def test_a_long_sheet_shows_its_latest_hands_and_leads_to_the_others(
        service: Service, sheet: str, watchers: Watchers):
    for hand in some_hands(300):
        service.record(sheet, hand)

    async def numbers(path: str) -> list[int]:
        page = (await watchers.get(path)).text
        assert "Standings" in page
        return [int(each) for each in re.findall(r'class="n" scope="row"[^>]*>(\d+)', page)]

    assert await numbers(f"/watch/{sheet}") == list(range(300, 220, -1))
    assert f'href="/watch/{sheet}?before=221"' in (await watchers.get(f"/watch/{sheet}")).text
    assert await numbers(f"/watch/{sheet}?before=221") == list(range(220, 140, -1))
    assert await numbers(f"/watch/{sheet}?before=61") == list(range(60, 0, -1))
    for odd in ("0", "1", "-5", "x", "70", "99999999999999999999999", "²"):
        assert len(await numbers(f"/watch/{sheet}?before={odd}")) in (20, 60, 80)
    first = (await watchers.get(f"/watch/{sheet}?before=61")).text
    assert "Show earlier" not in first and "Show the latest hands" in first


async def test_an_empty_sheet_and_one_that_is_not_there(sheet: str, watchers: Watchers):
    assert "No hand was played so far" in plain((await watchers.get(f"/watch/{sheet}")).text)
    answer = await watchers.get("/watch/none")
    assert answer.status == 404 and "This sheet is not in the book." in plain(answer.text)
    assert (await watchers.get("/watch/none/settlement")).status == 404
    assert (await watchers.get("/watch/none/events")).status == 404
