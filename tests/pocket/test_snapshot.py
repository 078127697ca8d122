"""The snapshot of Python, kept and had again in a real Chromium."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.looking import running
from tests.pocket.conftest import beside_the_modules

pytestmark = pytest.mark.browser

KEPT = """
    async () => {
        const { keep, found } = await import("./snapshot.js");
        const memory = new Uint8Array(9_000_008);
        for (const at of [0, 5, 65_535, 131_072, 6_000_000, 9_000_007]) memory[at] = 1 + at % 255;
        memory.fill(7, 1_000_000, 5_500_000);
        await keep({ makeMemorySnapshot: () => memory, _module: { libraries: [["a.so", 8]] } }, {});
        const { memory: again, libraries } = await found();
        const bytes = await again;
        const [name] = await caches.keys(), cache = await caches.open(name);
        const [request] = await cache.keys();
        const kept = await (await cache.match(request)).arrayBuffer();
        const same = bytes.length === memory.length && bytes.every((each, n) => each === memory[n]);
        return { same, libraries, kept: kept.byteLength };
    }
"""
DAMAGED = """
    async ([at, end]) => {
        const { found } = await import("./snapshot.js");
        const [name] = await caches.keys(), cache = await caches.open(name);
        const [request] = await cache.keys(), answer = await cache.match(request);
        const bytes = new Uint8Array(await answer.arrayBuffer());
        bytes[at] ^= 1;
        await cache.put(request, new Response(bytes.slice(0, end), { headers: answer.headers }));
        return (await found()).memory.then(() => "taken", fault => fault.message);
    }
"""
PAGE = 65_536


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Page]:
    files = {"trial.html": "<title>Trial</title>"}
    with beside_the_modules(tmp_path, files) as address, running() as chromium:
        page = chromium.new_page()
        page.goto(f"{address}trial.html")
        yield page


def test_it_is_had_again_as_it_was_and_kept_without_what_is_empty(page: Page):
    """Pages 0 and 2 (131,072), 15 to 83 (1,000,000 to 5,500,000), 91 (6,000,000), and the last one,
    which ends early: 137 · 65,536 = 8,978,432 and then 21,576 bytes."""
    found = page.evaluate(KEPT)
    assert found["same"] and found["libraries"] == [["a.so", 8]]
    assert found["kept"] == (1 + 1 + 69 + 1) * PAGE + 21_576


WHOLE, NOWHERE = 10_000_000, 10_000_000


@pytest.mark.parametrize(("at", "end", "said"), [
    (NOWHERE, WHOLE, "taken"),
    (0, WHOLE, "The snapshot is damaged."),
    (3_000_000, WHOLE, "The snapshot is damaged."),
    (NOWHERE, 4_000_000, "The snapshot breaks off.")])
def test_one_is_taken_only_as_it_was_kept(at: int, end: int, said: str, page: Page):
    page.evaluate(KEPT)
    assert page.evaluate(DAMAGED, [at, end]) == said
