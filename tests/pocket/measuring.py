"""How much of the page there is to fetch, how long it takes, and what room it takes up."""

import os
import shutil
import subprocess
from pathlib import Path
from time import monotonic

import pytest
from playwright.sync_api import Page

from scorepad.pocket.making import LATER, NOT_KEPT, PRESSED, RENDERERS
from tests.browser.hand import Hand, augen

PATIENCE = 170
"""Seconds until the app is given up."""

BROTLI = """
const {readFileSync} = require("fs"), {brotliCompressSync} = require("zlib");
const [, folder, ...names] = process.argv;
console.log(names.reduce(
    (sum, name) => sum + brotliCompressSync(readFileSync(`${folder}/${name}`)).length, 0));
"""

SEEN = """
    addEventListener("DOMContentLoaded", () => {
        const times = window.times = {};
        const look = () => {
            document.querySelector("flt-semantics-placeholder")?.click();
            if (document.querySelector("#last")) times.sheet ??= performance.now();
            if (document.querySelector("flt-semantics-host [role=heading], flt-semantics-host h1, "
                                       + "flt-semantics-host h2"))
                return void (times.app = performance.now());
            requestAnimationFrame(look);
        };
        look();
    });
"""
"""When the last sheet is to be seen as the page itself shows it, and when a screen of the app,
in milliseconds since the page was asked for."""

TOTAL = """
    total => new Promise((answer, failed) => {
        let tapped;
        const says = () => [...document.querySelectorAll("flt-semantics-host *")].some(node =>
            `${node.ariaLabel ?? ""}${node.firstChild?.nodeValue ?? ""}`.includes(total));
        const look = () => says() ? answer(performance.now() - tapped) : setTimeout(look, 1);
        addEventListener("pointerup", () => { tapped = performance.now(); look(); },
                         {once: true, capture: true});
        setTimeout(failed, 20000, "no total");
    })
"""


def names_to_fetch(folder: Path) -> tuple[list[str], list[str]]:
    """The files of a page that a phone with Chromium fetches before the app is there, and those
    that it fetches then."""
    others = {*RENDERERS["smaller"], *RENDERERS["full"]} - {*RENDERERS["quick"]}
    names = {path.relative_to(folder).as_posix() for path in folder.rglob("*")
             if path.is_file() and path.suffix != ".gz"} - {*NOT_KEPT} - others
    return sorted({*names, "sw.js"} - {*LATER}), sorted(names & {*LATER})


def to_fetch(folder: Path, names: list[str]) -> int:
    """The bytes of files of a page, from a host that compresses well (brotli)."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no Node here, which would compress")
    return int(subprocess.run([node, "-e", BROTLI, str(folder), *names], check=True, text=True,
                              stdout=subprocess.PIPE).stdout)


def to_fetch_as_it_lies(folder: Path, names: list[str]) -> int:
    """The same from a host that does not compress."""
    pressed = [folder / f"{name}{PRESSED}" for name in names]
    return sum((there if there.exists() else there.with_suffix("")).stat().st_size
               for there in pressed)


def start(page: Page) -> dict[str, float]:
    """Load a page anew and wait for the app; seconds until it and the last sheet were seen."""
    page.reload(wait_until="commit")
    return until_seen(page)


def until_seen(page: Page) -> dict[str, float]:
    """Wait for the app; seconds as `start` has them."""
    end = monotonic() + PATIENCE
    while not (found := page.evaluate("window.times ?? {}")).get("app"):
        fault = page.locator("#start.fault")
        assert monotonic() < end and not fault.count(), fault.all_inner_texts()
        page.wait_for_timeout(50)
    return {name: time / 1000 for name, time in found.items()}


def tap_to_total(hand: Hand, seat: int, total: str) -> float:
    """Enter a Ramsch of 66 for a player; seconds from the tap on *save* until the total shows."""
    hand.touch(*augen(seat, 66))
    hand.settle()
    hand.page.evaluate(f"total => {{ window.took = ({TOTAL})(total); }}", total)
    hand.touch("save")
    return float(hand.page.evaluate("window.took")) / 1000


def memory(process_group: int) -> int:
    """The bytes that the greatest renderer of a browser takes up, with its share of what others
    use too (PSS)."""
    greatest = 0
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if os.getpgid(int(process.name)) != process_group or \
                    b"--type=renderer" not in (process / "cmdline").read_bytes():
                continue
            rollup = (process / "smaps_rollup").read_text()
        except OSError:
            continue
        [line] = [line for line in rollup.splitlines() if line.startswith("Pss:")]
        greatest = max(greatest, int(line.split()[1]) * 1024)
    return greatest
