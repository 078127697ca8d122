"""The first screen with 100,000 hands in the book, against the same of an empty book.

Once with the program running, from the load of the page, and once from the start of the program;
until the screen can be read. Both times by the clock of the page that is loaded, or from before
the start of the process to the answer of that page; each time in a fresh browser.
"""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser

from tests.bench.saving import fill
from tests.bench.timing import report
from tests.browser.hand import Look
from tests.browser.looking import looking, running
from tests.browser.program import Program

EVENINGS, HANDS, LIMIT, WARM = 1_000, 100, 1.15, 1
"""WARM: so many loads at first do not count."""

FULL = "full"
"""The folder of the book with the hands."""

READ = """
    window.readable = new Promise(answer => {
        const look = () => {
            const switched = document.querySelector("flt-semantics-placeholder");
            if (switched)
                switched.click();
            if (document.querySelector("[flt-semantics-identifier=new-evening]"))
                return answer(performance.now());
            requestAnimationFrame(look);
        };
        look();
    });
"""
"""Switches on what a screen reader reads, and answers once the button below is part of it."""


def filled(folder: Path) -> Program:
    """A program whose book has all these hands."""
    program = Program(folder / FULL)
    program.data.mkdir()
    fill(program.data / "book.db", EVENINGS, HANDS)
    return program


def load(chromium: Browser, program: Program) -> float:
    """Seconds from the start of the load until the first screen can be read, in the page's time."""
    context = program.let_in(looking(chromium, Look()))
    context.add_init_script(READ)
    page = context.new_page()
    page.goto(program.address, wait_until="commit")
    seconds: float = page.evaluate("readable") / 1000
    context.close()
    return seconds


def start(chromium: Browser, program: Program) -> float:
    """Seconds from the start of the program until its first screen can be read."""
    before = time.perf_counter()
    program.start()
    load(chromium, program)
    seconds = time.perf_counter() - before
    program.stop()
    return seconds


def in_turn(measured: Callable[[Program], float], programs: list[Program], runs: int
            ) -> list[float]:
    """The median of each program, which take turns."""
    seconds: list[list[float]] = [[] for _ in programs]
    for _ in range(runs + WARM):
        for program, taken in zip(programs, seconds):
            taken.append(measured(program))
    return [median(taken[WARM:]) for taken in seconds]


def measure(runs: int = 7) -> bool:
    """Every measurement of this file; False if one is over its limit."""
    fine = True
    with tempfile.TemporaryDirectory() as folder, running() as chromium:
        programs = [filled(Path(folder)), Program(Path(folder) / "empty")]
        full, empty = in_turn(lambda program: start(chromium, program), programs, runs)
        fine &= report(f"start of the program to the first screen, {EVENINGS * HANDS:,} hands / "
                       "an empty book", full / empty, LIMIT, f"{full:.2f} s, {empty:.2f} s")
        for program in programs:
            program.start()
        try:
            full, empty = in_turn(lambda program: load(chromium, program), programs, runs)
        finally:
            for program in programs:
                program.stop()
        fine &= report(f"load of the first screen, {EVENINGS * HANDS:,} hands / an empty book",
                       full / empty, LIMIT, f"{full:.2f} s, {empty:.2f} s")
    return fine
