"""The pocket page on a phone where something of it was damaged: a kept file, the Python that was
kept, the book's files, what the page notes of itself. Within twenty seconds the app is there, or a
sentence with the book's file; never silence."""

from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import Error, Playwright, expect

from tests.browser.hand import Hand, Look, augen
from tests.browser.test_evening import sit_down
from tests.pocket.conftest import elsewhere, host, playwright, root
from tests.pocket.phone import Elsewhere, Host, opened, switched_on
from tests.proof.conftest import Note

__all__ = ["elsewhere", "host", "playwright", "root"]  # fixtures

pytestmark = [pytest.mark.browser, pytest.mark.timeout(3600)]

WITHIN = 20
"""Seconds until somebody hears what is the matter, or plays on."""

KEPT = """
    async ([name, how]) => {
        const files = JSON.parse((await (await fetch("sw.js", { cache: "no-store" })).text()).match(
            /^const FILES = (\\{[^]*?\\});$/m)[1]);
        const folder = new URL("./", document.baseURI).href, [hash] = files[name];
        const at = async (cache, key) => {
            const kept = await caches.open(cache), answer = await kept.match(key);
            if (!answer) return false;
            if (how === "gone") return kept.delete(key);
            const bytes = new Uint8Array(await answer.arrayBuffer());
            const half = how === "zeros" ? bytes.fill(0) : bytes.slice(0, bytes.length / 2);
            await kept.put(key, new Response(half, { headers: answer.headers }));
            return true;
        };
        return await at(`scorepad ${folder}`, `${folder}?kept=${hash}`)
            || at(`scorepad ${folder} ${hash}`, folder + name);
    }
"""
"""Damages a file as the phone keeps it; answers whether it was there."""

SNAPSHOT = """
    async how => {
        const [name] = (await caches.keys()).filter(each => each.startsWith("scorepad snapshot "));
        if (!name) return false;
        const cache = await caches.open(name), [key] = await cache.keys();
        const answer = await cache.match(key), bytes = new Uint8Array(await answer.arrayBuffer());
        if (how === "zeros") bytes.fill(0);
        if (how === "a byte") bytes[bytes.length >> 1] ^= 1;
        const half = how === "cut" ? bytes.slice(0, bytes.length / 2) : bytes;
        await cache.put(key, new Response(half, { headers: answer.headers }));
        return true;
    }
"""

STORED = """
    async how => {
        const again = async (act, tries = 100) => {  // the page that was left has them longer
            try { return await act(); } catch (fault) {
                if (!tries) throw fault;
                await new Promise(later => setTimeout(later, 100));
                return again(act, tries - 1);
            }
        };
        const root = await navigator.storage.getDirectory();
        for await (const folder of root.values())
            for await (const file of folder.values()) {
                const old = new Uint8Array(await (await file.getFile()).arrayBuffer());
                if (how === "gone") {
                    await again(() => folder.removeEntry(file.name));
                    continue;
                }
                const stream = await again(() => file.createWritable());
                await stream.write(how === "zeros" ? old.fill(0) : old.slice(0, old.length / 2));
                await stream.close();
            }
        return true;
    }
"""

NOTED = """
    async () => {
        for (const name of Object.keys(localStorage)) localStorage.setItem(name, "\\u0000{broken");
        return true;
    }
"""

JOURNAL = """
    async how => {
        const root = await navigator.storage.getDirectory();
        for await (const folder of root.values())
            for await (const file of folder.values()) {
                const old = new Uint8Array(await (await file.getFile()).arrayBuffer());
                const head = new TextDecoder().decode(old.subarray(0, 4096));
                if (!head.includes('"/book.db-wal"') || old.length <= 4096) continue;
                const stream = await file.createWritable();
                await stream.write(how === "zeros" ? old.fill(0, 4096) : old.slice(0, 4096 + 100));
                await stream.close();
            }
        return true;
    }
"""
"""Damages what is in the book's write-ahead file, if anything is."""

NO_CACHE = """
    async () => {
        for (const name of await caches.keys()) await caches.delete(name);
        return true;
    }
"""

MEMORY = "memory"
"""The damage that is a browser with less memory for WebAssembly, in pages of 64 KiB."""

FILES = ("index.html", "page.js", "start.js", "words.js", "keeping.js", "worker.js", "snapshot.js",
         "slots.js", "guard.js", "page.css", "flutter.js", "main.dart.wasm",
         "canvaskit/skwasm.js", "canvaskit/skwasm.wasm", "main.dart.mjs", "pyodide/pyodide.mjs",
         "pyodide/pyodide.asm.mjs", "pyodide/pyodide.asm.wasm", "library.txt", "code.txt",
         "data.txt", "app.txt", "assets/FontManifest.json")

WAYS: list[tuple[str, str, Any]] = [
    *[(f"{name} {how}", KEPT, [name, how]) for number, name in enumerate(FILES)
      for how in [("cut", "zeros", "gone")[number % 3]]],
    ("main.dart.wasm zeros", KEPT, ["main.dart.wasm", "zeros"]),
    ("ahead.js cut", KEPT, ["ahead.js", "cut"]),
    ("skwasm.wasm cut", KEPT, ["canvaskit/skwasm.wasm", "cut"]),
    ("app.txt zeros", KEPT, ["app.txt", "zeros"]),
    *[(f"snapshot {how}", SNAPSHOT, how) for how in ("zeros", "cut", "a byte")],
    *[(f"book {how}", STORED, how) for how in ("zeros", "cut", "gone")],
    *[(f"write-ahead file {how}", JOURNAL, how) for how in ("zeros", "cut")],
    ("all kept files gone", NO_CACHE, None),
    *[(f"memory of {pages} pages", MEMORY, pages) for pages in (64, 400, 700)],
    ("notes of the page", NOTED, None)]


def outcome(hand: Hand) -> str:
    """What stands there within the time, seen by its user."""
    end = monotonic() + WITHIN
    while monotonic() < end:
        try:
            if hand.page.locator("flutter-view").count() and not \
                    hand.page.locator("#start").count():
                return "the app"
            if hand.page.locator("#start.fault").count() and hand.page.locator("#offer").count():
                said = " ".join(hand.page.locator("#told").inner_text().split())
                return f"a sentence with the file: {said}"
        except Error:
            pass  # it is being loaded anew
        hand.page.wait_for_timeout(200)
    return f"silence: {hand.page.locator('body').inner_text(timeout=1000)!r}"


@pytest.mark.rounds(short=4, full=len(WAYS))
def test_damage_is_mended_or_said(rounds: int, note: Note, host: Host, elsewhere: Elsewhere,
                                  playwright: Playwright, tmp_path: Path):
    """Of files and snapshots nothing is to be seen: the app starts, with the hand. Where all of it
    has to come again, a slow machine says that it takes long."""
    found: dict[str, str] = {}
    for number, (name, damage, given) in enumerate(WAYS[::len(WAYS) // rounds]):
        with switched_on(playwright, tmp_path / f"profile-{number}", elsewhere) as phone:
            hand = opened(phone, host.address)
            sit_down(hand)
            hand.touch(*augen(0, 66), "save")
            hand.sees("Anne, 70 Punkte")
            hand.page.wait_for_timeout(3000)  # until the snapshot is kept
            sheet = hand.page.url
            if damage is MEMORY:
                phone.off()
                found[name] = started_with(f"--js-flags=--wasm-max-mem-pages={given}", sheet,
                                           playwright, tmp_path / f"profile-{number}", elsewhere)
                continue
            side = phone.context.new_page()
            side.goto(f"{host.address}page.css")  # a file of the page, which starts nothing
            hand.page.goto("about:blank")
            assert side.evaluate(damage, given), name
            began = monotonic()
            # The other tab stays: with the last one Chromium may stop the service worker, and what
            # that is just answering then waits for ever.
            hand.page.bring_to_front()
            hand.page.goto(sheet, wait_until="commit")
            seen = outcome(hand)
            found[name] = f"{seen} after {monotonic() - began:.1f} s"
            print(name, found[name], flush=True)
            if seen == "the app" and damage is not STORED:
                hand.make_readable()
                hand.sees("Anne, 70 Punkte")
            phone.off()
    for name, seen in found.items():
        note(f"damaged: {name}", seen)
    assert not [name for name, seen in found.items() if seen.startswith("silence")]
    assert all(seen.startswith("the app") for name, seen in found.items()
               if not name.startswith(("book", "memory", "all"))), found


def started_with(flag: str, sheet: str, playwright: Playwright, profile: Path,
                 elsewhere: Elsewhere) -> str:
    """What comes of a start in a browser with a flag."""
    with switched_on(playwright, profile, elsewhere, flag) as phone:
        hand = Hand(phone.page(Look()), sheet, Look())
        began = monotonic()
        hand.page.goto(sheet, wait_until="commit")
        seen = f"{outcome(hand)} after {monotonic() - began:.1f} s"
        print(flag, seen, flush=True)
        phone.off()
    return seen


def test_without_a_network_it_says_so(host: Host, elsewhere: Elsewhere, playwright: Playwright,
                                      tmp_path: Path):
    """Where a damaged file cannot be had again there is a sentence, and the book's file."""
    with switched_on(playwright, tmp_path / "profile", elsewhere) as phone:
        hand = opened(phone, host.address)
        sit_down(hand)
        hand.touch(*augen(0, 66), "save")
        hand.sees("Anne, 70 Punkte")
        assert hand.page.evaluate(KEPT, ["main.dart.wasm", "cut"])
        host.stop()
        hand.page.reload()
        expect(hand.page.locator("#offer")).to_be_visible(timeout=WITHIN * 1000)
        with hand.page.expect_download() as book:
            hand.page.locator("#offer").click()
        assert book.value.suggested_filename in ("book.db", "book.db-wal")
        phone.off()
