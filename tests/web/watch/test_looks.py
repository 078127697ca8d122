"""What the pages load: nothing from elsewhere, nothing in the page itself, and not much."""

import gzip
import re
from pathlib import Path

import pytest

from scorepad.games.kalter_schlag import KALTER_SCHLAG
from scorepad.service import Service
from scorepad.service.views import NewEvening
from scorepad.ui import theme
from scorepad.web.watch import parts
from scorepad.web.watch.parts import FOLDER
from tests.bench.saving import some_hands
from tests.browser.evenings import IN_THE_MIDDLE, evening
from tests.conftest import DAY
from tests.web.watch.conftest import Taking
from tests.web.watch.watcher import Watchers

MOST = 100_000
"""Bytes of a page with everything that it loads."""


def test_the_colours_are_those_of_the_app():
    style = (FOLDER / "watch.css").read_text("utf-8")
    blocks = re.findall(r":root \{(.*?)\}", style, re.S)
    for block, palette in zip(blocks, (theme.LIGHT, theme.DARK), strict=True):
        told = dict(re.findall(r"--([a-z-]+): (#[0-9A-F]{6})", block))
        assert told and told == {
            name.replace("_", "-"): colour for name, colour in vars(palette).items()
            if name != "focus"}  # a browser has a ring of its own
    told_of_players = re.findall(r"\.([a-z]+) \{ color: (#[0-9A-F]{6}); \}", style)
    assert told_of_players == [
        *[(colour.value, each.light) for colour, each in theme.PLAYERS.items()],
        *[(colour.value, each.dark) for colour, each in theme.PLAYERS.items()]]


def loaded_by(page: str) -> list[str]:
    return re.findall(r'(?:href|src)="(/watch/files/[^"]+)"', page)


async def test_a_page_of_300_hands_loads_at_most_100_kb(service: Service, watchers: Watchers):
    names = [f"Maximiliane-{each}" for each in "ABCD"]
    sheet = service.open_sheet(NewEvening(DAY), KALTER_SCHLAG, names, stake=50)
    for hand in some_hands(300):
        service.record(sheet, hand)
    answer = await watchers.get(f"/watch/{sheet}", accept_encoding="gzip, br")
    files = loaded_by(answer.text)
    assert {Path(each).suffix for each in files} == {".css", ".js", ".ttf", ".png"}
    sizes = [len(answer.body)]
    for path in files:
        file = await watchers.get(path, accept_encoding="gzip")
        assert file.status == 200 and "immutable" in file.headers["cache-control"]
        sizes.append(len(file.body))
    assert sum(sizes) <= MOST, sizes
    style, font = [next(each for each in files if each.endswith(suffix))
                   for suffix in (".css", ".ttf")]
    assert f'url("{Path(font).name}")' in (await watchers.get(style)).text


async def test_a_client_without_gzip_gets_the_same(take_in: Taking, watchers: Watchers):
    take_in(evening(*IN_THE_MIDDLE))
    packed = await watchers.get("/watch/s", accept_encoding="gzip")
    whole = await watchers.get("/watch/s", accept_encoding="")
    assert gzip.decompress(packed.body) == whole.body and b"1\xe2\x80\xaf530" in whole.body
    assert "content-encoding" not in whole.headers


@pytest.mark.parametrize("path", ["/watch/s", "/watch/e/settlement", "/watch?list",
                                  "/watch/stars", "/watch/none"])
async def test_the_policy_is_strict_and_the_page_fits_it(take_in: Taking, watchers: Watchers,
                                                         path: str):
    take_in(evening(*IN_THE_MIDDLE))
    answer = await watchers.get(path)
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'") and "unsafe" not in policy
    assert "style=" not in answer.text and "<style" not in answer.text
    assert not re.search(r" on\w+=|<script(?! defer src=\"/watch/files/)", answer.text)
    assert "//" not in answer.text.replace("<!doctype", "")  # no address of another host
    assert 'http-equiv="refresh"' not in answer.text  # it would lose the place
    assert '<noscript><a class="more" href="">Load again</a></noscript>' in answer.text
    assert answer.headers["cache-control"] == "no-store"


async def test_the_totals_are_read_out_when_they_change(take_in: Taking, watchers: Watchers):
    take_in(evening(*IN_THE_MIDDLE))
    page = (await watchers.get("/watch/s")).text
    assert re.search(r'<section class="totals[^>]*aria-live="polite" aria-label="Standings">', page)
    assert re.search(r'<div id="lost" role="alert" hidden ', page)


def as_text(page: str) -> list[str]:
    """The lines of a browser of text alone, which knows no style and shows what is hidden."""
    body = re.sub(r"<(/?)(p|div|section|h[1-3]|header|nav|table|tr|li|ul|details|summary)\b[^>]*>",
                  "\n", page.partition("<body")[2].partition(">")[2])
    text = re.sub(r"<[^>]*>", "", re.sub(r"</?t[dh]\b[^>]*>", " ", body))
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


async def test_a_browser_of_text_alone_shows_what_is_so_and_sets_figures_apart(
        service: Service, take_in: Taking, watchers: Watchers):
    take_in(evening(*IN_THE_MIDDLE))
    sheet, settled, evenings = [as_text((await watchers.get(path)).text) for path in (
        "/watch/s", "/watch/e/settlement", "/watch?list")]
    assert not {"No connection", "Enter hands", "Progress"} & {*sheet, *settled, *evenings}
    hands = sheet[sheet.index("Hand Anne Bert Cem Dora"):]
    assert hands[hands.index("2 260 · · ·") + 1] == \
        "66 · 2 (Kontra) · 2 (Jungfer Dora) = 264 → 260"
    assert sheet[sheet.index("Bert"):][:3] == ["Bert", "1 530", "Anschriften: 4, deals next"]
    assert "Anne €0.00" in settled
    assert [" ".join(sheet).count(told) for told in ("264 → 260", " 480 480 480 ", "1 530")] == [
        1, 1, 2]  # the last of them in the ranking, too
    assert "Kalter Schlag · Match 1 Anne, Bert, Cem, Dora · 5 hands, a match is running" in evenings


def test_the_templates_are_part_of_the_package():
    assert {each.name for each in FOLDER.iterdir()} >= {
        "page.html", "sheet.html", "settlement.html", "others.html", "shared.html", "watch.css",
        "watch.js"}
    assert FOLDER.parent == Path(parts.__file__).parent


async def test_a_file_that_is_not_there(watchers: Watchers):
    for name in ("watch.css", "../parts.py", "page.html", "%2e%2e/parts.py"):
        assert (await watchers.get(f"/watch/files/{name}")).status == 404
