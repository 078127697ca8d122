"""The desk reads the code of a list with its camera, before which Chromium holds a picture."""

from datetime import date
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from scorepad.config import Settings as Place
from scorepad.games.skat import SKAT
from scorepad.paper.qr_code import qr_code
from scorepad.service import Service
from scorepad.service.slips import Result
from scorepad.tournament.facts import Settings, Way
from tests.browser.conftest import NOWHERE_ELSE, pages
from tests.browser.hand import Look
from tests.browser.program import Program
from tests.chromium import FLAGS, find_chromium

WIDTH, HEIGHT, DOT = 640, 480, 6
LIGHT, DARK = b"\xeb", b"\x10"
FOUR = ("Anne", "Bert", "Cem", "Dora")

LOOKS_FOR_EVER = "void (navigator.mediaDevices.getUserMedia = () => new Promise(() => {}))"


def held(program: Program) -> tuple[str, str]:
    """A tournament of one table: the id of its evening, and the code of its result, 180 points for
    whoever sits first."""
    service = Service.open(Place.of({"FLET_APP_STORAGE_DATA": str(program.data)}))
    evening = service.tournaments.hold(date(2026, 11, 27), SKAT, SKAT.rules(), Settings(
        name="Preisskat", rounds=2, hands_at={4: 4}))
    for name in FOUR:
        service.tournaments.enter(evening, name)
    service.tournaments.draw(evening, Way.LOT, 7)
    [slip] = service.slips.of(evening)
    service.close()
    return evening, Result(slip.own.sheet, ((180, 3, 0), *3 * [(0, 0, 0)]), "0" * 16).digits


def film(file: Path, address: str) -> None:
    """A film in which the code of an address is held still."""
    size, strokes = qr_code(address)
    assert size * DOT < HEIGHT
    rows = [bytearray(LIGHT * WIDTH) for _ in range(HEIGHT)]
    left, top = (WIDTH - size * DOT) // 2, (HEIGHT - size * DOT) // 2
    for x, y, length in strokes:
        for row in rows[top + y * DOT:top + (y + 1) * DOT]:
            row[left + x * DOT:left + (x + length) * DOT] = DARK * length * DOT
    frame = b"FRAME\n" + b"".join(rows) + b"\x80" * (WIDTH * HEIGHT // 2)
    file.write_bytes(b"YUV4MPEG2 W%d H%d F10:1 Ip A1:1 C420jpeg\n" % (WIDTH, HEIGHT) + 3 * frame)


def filming(chromium: Browser, file: Path) -> Browser:
    """A browser before whose camera a film is shown, and which asks nobody."""
    return chromium.browser_type.launch(executable_path=find_chromium(), args=[
        *FLAGS, NOWHERE_ELSE, "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={file}"])


@pytest.mark.whole
def test_the_desk_scans_a_result(program: Program, chromium: Browser, tmp_path: Path):
    """At first somebody cancels."""
    evening, code = held(program)
    film(tmp_path / "code.y4m", f"https://club.example/pocket/#/result/{code}")
    browser = filming(chromium, tmp_path / "code.y4m")
    with pages(browser, program) as opens:
        desk = opens(Look("wide", "light", "de"), f"/evening/{evening}")
        desk.page.evaluate(LOOKS_FOR_EVER)
        desk.tap(identifier="scan")
        desk.page.get_by_role("button", name="Abbrechen").click()
        expect(desk.page.locator("#scan")).to_have_count(0)
        desk.reload()
        desk.tap(identifier="scan")
        desk.sees("3 gewonnen, 0 verloren")
        desk.tap(identifier="take-result")
        desk.sees("Vom Papier")
        assert not desk.page.evaluate("document.querySelector('video')")
    browser.close()
